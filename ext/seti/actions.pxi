# Actions: 32 bits, the kind in the upper byte and three arguments below.

cdef enum:
    A_NONE
    A_LAUNCH
    A_ORBIT        # planet
    A_LAND         # planet, moon or NONE, data space (0: not asked)
    A_SCAN
    A_ANALYZE
    A_PLAY         # card
    A_RESEARCH
    A_PASS
    A_END
    A_MOVE         # from, to, 0: a probe, else the capsule of sample - 1
    A_PLACE        # 0: top, else the column of a lower space
    A_CORNER       # card
    A_MISSION      # card
    A_BUY
    A_EXCHANGE     # give, get: 0 credits, 1 energy, 2 cards
    A_GO
    A_SKIP
    A_STEP         # from, to, what pays the lacking point: 0 nothing lacks, 1 energy, 2 a card; plus 4 (sample + 1)
    A_DONE
    A_SCAN_STEP    # number of the step
    A_SIGNAL       # star
    A_DISCARD      # card
    A_TAKE         # card of the row or stack, NONE: deck
    A_TUCK         # card
    A_TRACE        # slot, kind, 0: discovery space, 1: overflow, 2 and on: space of the board
    A_TECH         # tech
    A_COLUMN       # number of the slot
    A_COVER        # card, space
    A_CHOOSE       # branch
    A_YES
    A_SHOW         # number
    A_PROBE        # seat, space
    A_REMOVE       # planet, moon or NONE, special space (0: none)
    A_PUSH         # space
    A_PUBLICITY
    A_MOVEMENT
    A_SETTLE       # star
    A_GOLD         # tile
    A_SAMPLE       # sample
    A_LOOK         # planet
    A_SECRET       # card
    A_MESSAGE      # reward
    A_MILESTONE    # DUE_
    A_OBJECTIVE    # objective, task
    N_A

cdef inline uint32_t action(int kind, int a, int b, int c) noexcept nogil:
    return (<uint32_t> kind << 24) | (<uint32_t> (a & 255) << 16) | (<uint32_t> (b & 255) << 8) | <uint32_t> (c & 255)

cdef inline int kind_of(uint32_t act) noexcept nogil:
    return act >> 24

cdef inline int arg_a(uint32_t act) noexcept nogil:
    return (act >> 16) & 255

cdef inline int arg_b(uint32_t act) noexcept nogil:
    return (act >> 8) & 255

cdef inline int arg_c(uint32_t act) noexcept nogil:
    return act & 255
