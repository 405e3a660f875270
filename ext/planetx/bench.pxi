# Work space of one decision (worth.pxi).

cdef enum:
    SAMPLE = 1024
    CLUE_SAMPLE = 256
    X_SAMPLE = 256
    SET_ROOM = 24576       # distinct sets of sectors of all kinds together; checked when a sky is made
    TRIPLE_ROOM = 512      # distinct (sector, before, after)
    ANSWERS = 8            # 0 to 7 of a kind in a range

# The counts of `seen` are zero between decisions.
ctypedef struct Bench:
    int32_t n                  # arrangements in the sample
    int32_t system[SAMPLE]
    uint32_t seen[SET_ROOM]                  # how often each set of sectors occurs in the sample
    int32_t n_used[KINDS]
    uint16_t used[KINDS][SAMPLE]             # which of a kind occur
    int32_t survey[KINDS][VISIBLE][VISIBLE]  # information of a survey: kind, first sector from here, size - 1; -1 not legal
    int32_t target[VISIBLE]
    int32_t topic[TOPICS]
    # With Planet X only: the same, but of (sector, before, after) alone.
    int32_t n_triples
    uint16_t triple[SAMPLE]                  # of each arrangement of the sample, numbered from 0 in order of appearance
    int32_t triple_count[TRIPLE_ROOM]
    uint16_t triple_id[TRIPLE_ROOM]
