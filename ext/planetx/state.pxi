# The state of a game, the numbers of its rules, and the log of what happened.
#
# State and rules are flat: no pointers, unused bytes zero, so that a copy is one memcpy and equality one memcmp. Sectors
# are numbered from 0 here and from 1 wherever a human reads them.

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memcmp, memset, memmove
from libc.stdlib cimport abs, malloc, calloc, realloc, free

cdef extern from *:
    """
    #ifndef SETI_CHECKED
    #define SETI_CHECKED 0
    #endif
    """
    int CHECKED "SETI_CHECKED"

cdef enum:
    NOBODY = 255
    NOTHING = 255
    SECTORS = 18           # at most
    SEATS = 4              # at most; the bot is one of them
    VISIBLE = 9            # at most
    TOKENS = 12            # of one seat at most
    TOPICS = 6
    CONFERENCES = 2
    CLUES = TOPICS + CONFERENCES
    FACTS = 12             # starting facts of one seat at most
    KNOWN = 18             # theories that a bot's script settles at most: one a sector
    SCRIPT = 64            # turns of a bot at most
    HAND = 2
    LAST_CHANCE = 21       # entries of the tables of the last chance, at most: 0 to 20 sectors behind
    MAX_ACTIONS = 1024
    MAX_LINE = 200000      # decisions of one game in a batch; more is a fault

# Objects, and what a survey or target may be told
cdef enum:
    A_
    C_
    D_
    G_
    E_
    X_
    OBJECTS
    KINDS = 5              # A, C, D, G, and E for whatever appears empty

# What is to be decided
cdef enum:
    D_NONE
    D_TURN
    D_SUBMIT
    D_PLACE
    D_LAST
    D_OVER

# Where the rules stand
cdef enum:
    ST_ROTATE
    ST_TURN
    ST_SUBMIT
    ST_PLACE
    ST_LAST
    ST_OVER

# What became of a token
cdef enum:
    FATE_NONE
    FATE_DOWN              # face down on its cell
    FATE_UP                # face up in a confirmed sector
    FATE_WRONG             # removed by review
    FATE_RIGHT_AT_END      # turned up at the end
    FATE_WRONG_AT_END

cdef enum:
    FAULT_NONE
    FAULT_ACTIONS
    FAULT_NO_ACTION
    FAULT_ILLEGAL
    FAULT_INVARIANT
    FAULT_ENDLESS
    FAULT_TOPICS
    FAULT_FACTS
    FAULT_SCRIPT
    FAULT_MEMORY

ctypedef struct Rules_:
    int32_t mode                   # 0 standard, 1 expert
    int32_t sectors
    int32_t visible
    int32_t comet_ends
    int32_t comet_mask             # sectors that comets are confined to
    int32_t theories_per_phase
    int32_t tokens[4]              # theory tokens A, C, D, G of a seat
    int32_t targets
    int32_t points[4]              # of a right theory
    int32_t theory_mask            # sectors with a theory symbol
    int32_t n_conferences
    int32_t conference[2]          # sector of each
    int32_t enter
    int32_t survey_cost[9]
    int32_t target_cost
    int32_t research_cost
    int32_t research_twice
    int32_t locate_cost
    int32_t track_cells
    int32_t wrong_penalty
    int32_t penalties_together
    int32_t same_twice
    int32_t two_in_one
    int32_t hand_binds
    int32_t last_theories[21]      # by sectors behind the finder, as far as a locate can leave somebody behind
    int32_t last_points[21]
    int32_t locate_first
    int32_t first_theory
    int32_t n_groups
    int32_t group_place[3]         # 0 comet sectors, 1 others, 2 any
    int32_t group_n[3]             # deals of a group
    int32_t group_kinds[48]        # of group g, deal k, fact i: [16 g + 4 k + i]
    int32_t group_weight[12]       # [4 g + k]
    int32_t solo_facts
    int32_t solo_final             # 0 locate-if-last, 1 theories, 2 nothing
    int32_t solo_rate[9]
    int32_t solo_research
    int32_t solo_scripts           # so many are made; the one is taken whose locate starts nearest to one of solo_starts
    int32_t solo_starts[5]
    int32_t solo_open              # it may try once so few (sector, before, after) are possible
    int32_t solo_tries             # thousandths of the scripts in which it does
    int32_t n_clues                # logic rules that can be dealt; research first
    int32_t n_research
    int32_t clue_family[256]
    int32_t clue_x[256]
    int32_t clue_y[256]            # NOTHING: none
    int32_t clue_n[256]
    int32_t clue_weight[256]
    int32_t clue_title[256]        # bit set of the objects in the title
    int32_t clue_group[256]        # first clue with the same family, x and y
    int32_t slack[64]              # of family f: [4 f + slack], of a conference: [4 (f + CONFERENCE_SLACK) + slack]
    int32_t singles[4]             # weight of games with 0, 1, 2, 3 topics whose title names one object
    int32_t naming_most            # topics naming an object
    int32_t same_rule_most

ctypedef struct Token:
    uint8_t sector
    uint8_t object
    uint8_t cell
    uint8_t fate
    uint16_t phase                 # theory phase of the game in which it was put down, from 1
    uint16_t first                 # 1: scored as the first right theory of its sector
    int32_t time                   # of its owner's pawn then

ctypedef struct Seat:
    int32_t time
    uint32_t arrived               # a later pawn at the same time stands in front
    uint32_t decisions
    int32_t penalty                # time lost to wrong theories
    int32_t located_at             # time at which its successful locate began, -1
    uint16_t n_surveys
    uint16_t n_targets
    uint16_t n_researches
    uint16_t n_locates
    uint8_t n_facts
    uint8_t targets                # target tokens left
    uint8_t researched_last
    uint8_t topics                 # bit set of the topics read
    uint8_t n_tokens
    uint8_t n_hand
    uint8_t located
    uint8_t behind                 # sectors behind the finder at the end
    uint8_t left[4]                # theory tokens left
    uint8_t hand[2]
    uint8_t facts[24]              # sector, object
    uint8_t unused[2]
    int16_t x_points
    int16_t first_points
    int16_t points[4]              # of right theories, by object
    Token token[12]

ctypedef struct State:
    uint64_t key
    int32_t system                 # number of the arrangement
    int32_t arrow                  # time of the Earth arrow
    int32_t turns
    int32_t decisions
    int32_t finder_time            # after its advance
    int32_t end_time               # time at which the finder's locate began
    uint32_t stamp                 # arrivals so far
    uint32_t confirmed             # sectors
    uint16_t phase                 # theory phases so far
    uint8_t fault
    uint8_t over
    uint8_t mode
    uint8_t players
    uint8_t seats                  # players, and the bot
    uint8_t solo
    uint8_t stage
    uint8_t decision
    uint8_t actor
    uint8_t handled                # the symbol of the arrow's sector, at the arrow's time
    uint8_t ending                 # placing happens in the last chance
    uint8_t held                   # bit set of conferences
    uint8_t finder
    uint8_t n_order
    uint8_t at_order
    uint8_t n_script
    uint8_t at_script
    uint8_t n_known                # theories of the script
    uint8_t order[4]
    uint8_t object[18]
    uint8_t ruled_out[18]          # bit set of objects, by sector
    uint8_t clue[8]                # of topics, then of conferences
    uint8_t unused[2]
    uint32_t script[64]            # action of each scripted turn
    int32_t script_at[64]
    uint8_t known_sector[18]
    uint8_t known_object[18]
    int32_t known_at[18]
    Seat seat[4]

# What happened, one row each. `seat` is who did it; `before` and `after` are how many arrangements the seat held
# possible, 0 where nobody asked.
cdef enum:
    EV_SURVEY = 1          # a object, b first, c last sector, d answer
    EV_TARGET              # a sector, d answer (object; E appears empty)
    EV_RESEARCH            # a topic, d clue
    EV_LOCATE              # a sector, b before, c after, d success
    EV_CONFERENCE          # a conference, d clue; one row a seat, since each learns something else
    EV_SUBMIT              # a tokens chosen
    EV_THEORY              # a sector, b object, c cell
    EV_REVIEW              # a sector, b object, d right
    EV_PENALTY             # a steps
    EV_LAST                # a sectors behind; the last chance begins for the seat
    EV_PASS                # nothing done with the last chance
    EV_REVEAL              # a sector, b object, d right: turned up at the end

ctypedef struct Event:
    int32_t game
    int32_t turn
    int32_t time           # of the seat's pawn when its action began
    uint32_t before
    uint32_t after
    uint16_t phase
    uint8_t kind
    uint8_t seat
    uint8_t a
    uint8_t b
    uint8_t c
    uint8_t d
    uint8_t cost
    uint8_t unused[3]

ctypedef struct Log:
    Event* rows            # of one game, or of a batch: `start` is where the game in progress begins
    int32_t n
    int32_t size
    int32_t start
    int32_t game

# ------------------------------------------------------------------ work space of one decision (worth.pxi)
cdef enum:
    SAMPLE = 1024
    CLUE_SAMPLE = 256
    X_SAMPLE = 256
    SET_ROOM = 24576       # distinct sets of sectors of all kinds together; checked when a sky is made
    TRIPLE_ROOM = 512      # distinct (sector, before, after)
    ANSWERS = 8            # 0 to 7 of a kind in a range

ctypedef struct Bench:
    # Work space of one decision. The counts of `seen` are zero between decisions.
    int32_t n                  # arrangements in the sample
    int32_t system[1024]
    uint32_t seen[24576]       # how often each set of sectors occurs in the sample
    int32_t n_used[5]
    uint16_t used[5][1024]     # which of a kind occur
    int32_t survey[5][9][9]    # information of a survey: kind, first sector from here, size - 1; -1 not legal
    int32_t target[9]
    int32_t topic[6]
    # With Planet X only: the same, but of (sector, before, after) alone.
    int32_t n_triples
    uint16_t triple[1024]      # of each arrangement of the sample, numbered from 0 in order of appearance
    int32_t triple_count[512]
    uint16_t triple_id[512]
