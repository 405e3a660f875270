# The state of a game, the compiled rules and what a run of the engine carries along.
#
# State is flat: no pointers, unused bytes zero, so that a copy is one memcpy and equality one memcmp. Everything in it
# is either printed somewhere on the table, or says where in the rules the game stands (the frames).

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memcmp, memset, memmove
from libc.stdlib cimport malloc, realloc, free

include "_opcodes.pxi"

cdef enum:
    NONE = 255
    SEATS = 4
    PLANETS = 9            # of N_CELL - 3: the eight planets and, once it is there, 'Oumuamua
    MOONS = 12
    STARS = 9              # eight stars and, once it is there, the 'Oumuamua tile
    TECHS = 12
    PROBES = 24            # figures of one seat in space: 16 probes and eight capsules
    MARKS = 24             # markers in one slot, excess included
    FRAMES = 48
    WATCHES = 8            # `this-turn` effects of one turn
    PUSHES = 72            # of four seats: 16 probes of each and eight capsules
    CARDS = 250
    SPACES = 9             # of one column of a species' board
    SAMPLES = 8
    DECK = 16              # of a species
    MESSAGES = 16
    ANOMALIES = 4
    WITH_TILE = 512        # added to the discs' position while the 'Oumuamua tile is on its disc
    ROW = 6
    STACKS = 8
    STACK_SIZE = 8
    MAX_ACTIONS = 1024
    CODE = 16384
    RIVAL_CARDS = 32
    RIVAL_LINES = 4        # actions of one card of the rival
    RIVAL_TARGETS = 6
    OBJECTIVES = 32
    OPEN = 4               # objectives that lie open at once
    TASKS = 3              # of an objective
    ALTERNATIVES = 3       # of a task
    TRACK = 24             # spaces of the rival's progress track

# What a frame does when it is on top. See docs/engine.md.
cdef enum:
    FK_NONE
    FK_SETUP
    FK_TURN
    FK_PROGRAM
    FK_MOVE
    FK_SCAN
    FK_EVENT
    FK_TRIGGER
    FK_STAR
    FK_SETTLE
    FK_SETTLE_STAR
    FK_END_TURN
    FK_PASS
    FK_EXCHANGE
    FK_JOINT
    FK_COLUMN
    FK_VISIT
    FK_PUSH
    FK_CARD_END
    FK_ROW_CORNERS
    FK_ROUND_END
    FK_REFILL
    FK_SAMPLE
    FK_ANOMALY
    FK_REWARD
    FK_MESSAGE
    FK_SECRET
    FK_RIVAL
    FK_RIVAL_ACTION
    FK_RIVAL_SCAN          # as the one before, while the row waits for its cards
    FK_RIVAL_PASS
    FK_OBJECTIVE
    N_FK

# What is to be decided. One a kind of list of legal actions.
cdef enum:
    D_NONE
    D_OVER
    D_SETUP
    D_TURN
    D_GO
    D_EFFECT
    D_MOVE
    D_SCAN
    D_TRIGGER
    D_STAR
    D_SETTLE
    D_GOLD
    D_PASS_DISCARD
    D_PASS_TAKE
    D_EXCHANGE
    D_JOINT
    D_COLUMN
    D_VISIT
    D_PUSH
    D_ROW_CORNER
    D_SAMPLE
    D_REWARD
    D_SECRET
    D_MILESTONE
    D_OBJECTIVE

cdef enum:
    F_STARTED = 1          # something has been done since the point before: the one before the next effect may be open
    F_CLOSED = 2           # no free actions here nor in anything that this causes (R5.2, R5.4)
    F_ASIDE = 4            # inside a free action or a mission's reward: nothing here is done "by this play"
    F_GO = 8               # the owner let the next effect happen
    F_INHERIT = 6

cdef enum:
    FAULT_NONE
    FAULT_FRAMES
    FAULT_ACTIONS
    FAULT_MARKS
    FAULT_PROBES
    FAULT_PUSHES
    FAULT_WATCHES
    FAULT_NO_ACTION
    FAULT_ILLEGAL
    FAULT_INVARIANT
    FAULT_ENDLESS
    FAULT_PLAYER
    FAULT_WORD

cdef enum:
    MAIN_BEFORE
    MAIN_RUNNING
    MAIN_AFTER

ctypedef struct Frame:
    uint8_t kind
    uint8_t player
    uint8_t flags
    uint8_t source         # where points gained here come from (SRC_)
    uint16_t pc
    uint8_t a
    uint8_t b
    uint8_t c
    uint8_t d

ctypedef struct Seat:
    uint64_t hand[4]
    uint64_t tucked[4]
    uint64_t missions[4]   # in play, not completed
    uint64_t completed[4]
    uint64_t endgame[4]
    uint32_t decisions     # taken so far; a player's luck is a function of it
    int16_t res[6]         # RES_: credits, energy, publicity, data, vp, exofossils
    int16_t points[16]     # vp by SRC_
    uint16_t techs
    uint8_t n_hand
    uint8_t probes[24]     # spaces (ring - 1) * 8 + sector, ascending; capsules too (MAS-08)
    uint8_t n_probes
    uint8_t top            # top spaces of the computer that hold data
    uint8_t tile[4]        # computer tech over each slot, NONE if free
    uint8_t lower          # bit a slot: its lower space holds data
    uint8_t orbiters[9]
    uint8_t landers[9]     # on the planet itself
    uint8_t moon[12]
    uint8_t overflow[6]    # slot * 3 + kind
    uint8_t board[6]       # markers on the board of a discovered species, slot * 3 + kind
    uint8_t wins[9]
    uint8_t income[5]      # tucked cards by INC_
    uint8_t gold_done      # bit a milestone: resolved
    uint8_t neutral_done
    uint8_t passed
    uint8_t n_capsules     # of `probes`
    uint8_t secret_done    # bit a milestone of secret cards: resolved
    uint16_t secret_hand   # bit a place in the species' list of cards
    uint16_t secret_played
    int16_t message_tile   # score that it stands at + 1, 0 without

# What only a solo game has on the table (rival.pxi, objectives.pxi); all zero in any other.
ctypedef struct Solo:
    uint32_t ready         # bit a card of the rival: a species' card that lies ready
    uint32_t out           # bit a card of the rival: out of the game
    uint32_t pile          # bit an objective: completed, in the player's pile
    uint32_t spent         # bit an objective: given up
    uint8_t rival          # its seat + 1, 0: no solo game
    uint8_t level          # 0 is level 1
    uint8_t progress       # space of the track on which the marker stands
    uint8_t arrow          # of the card turned up last, 1 right
    uint8_t card           # being resolved + 1, 0 without
    uint8_t n_deck
    uint8_t deck[32]       # top at n_deck - 1
    uint8_t n_played
    uint8_t played[32]     # in the order of turning up
    uint8_t n_reserve
    uint8_t reserve[32]    # top at n_reserve - 1
    uint8_t tech[12]       # techs that the rival has, by tile
    uint8_t tiles          # message tiles in reserve
    uint8_t found[2]       # slots + 1 in the order of discovery
    uint8_t open[4]        # objectives + 1 that lie open
    uint8_t n_stack
    uint8_t stack[32]      # of objectives, top at n_stack - 1
    uint8_t marked[32]     # by objective: bit a task
    uint8_t pad            # no struct ends with an array: the checked build would not watch its bounds

ctypedef struct State:
    Seat seat[4]
    uint64_t key           # hash of run seed and game number; all luck of the game comes from it
    uint64_t discard[4]
    uint32_t n_decisions
    Solo solo
    Frame frame[48]
    uint16_t disc_index    # turns of the discs as one number, 64 t1 + 8 t2 + t3, WITH_TILE added
    uint16_t turns         # turns begun
    uint16_t pending       # bit a star: completed, not settled
    int16_t secret_score[4]   # milestones of secret cards, 0 without
    int16_t message_score[16] # markers of messages, in the order of sending
    uint64_t gone[4]       # species' cards that are out of the game
    uint64_t fresh[4]      # cards that this play drew
    uint16_t watch_seen[8] # bodies that a `distinct` watch has paid for
    uint16_t sectors_marked  # by this play, bit a star
    uint8_t players
    uint8_t round
    uint8_t turn           # whose turn
    uint8_t first          # who began the round
    uint8_t main
    uint8_t n_passed
    uint8_t passing        # the steps of passing have begun
    uint8_t over
    uint8_t fault
    uint8_t decision
    uint8_t n_frames
    uint8_t rotation       # index of the next disc in the printed order
    uint8_t reshuffles
    uint8_t deck_n
    uint8_t deck[250]      # top at deck_n - 1
    uint8_t row[6]
    uint8_t stack[64]      # stack * STACK_SIZE + place
    uint8_t stack_n[8]
    uint8_t covered[250]   # bit a space: covered (triggered missions)
    uint8_t star_of_sector[8]
    uint8_t sector_of_star[8]
    uint8_t data[9]
    uint8_t n_marks[9]
    uint8_t marks[216]     # star * MARKS + place: seat of the marker, in the order of placing
    uint8_t filled_by[9]   # seat + 1 who took a completed sector's last data this turn
    uint8_t won[9]         # wins of a star by anybody
    uint8_t orbit_first[9] # seat + 1 in the first place of the orbit
    uint8_t data_space[108] # (planet * 3 + space) * 4 + seat: landers on it
    uint8_t tile_order[48] # tech * 4 + place, top first: TILE_BONUSES
    uint8_t tile_taken[12]
    uint8_t two_points[12] # its 2-point tile is still there
    uint8_t gold_side[4]
    uint8_t gold_n[4]
    uint8_t gold_marks[16] # tile * 4 + place: seat
    uint8_t neutral_left[4]
    uint8_t species[2]
    uint8_t discovered[2]  # round of discovery, 0 = hidden
    uint8_t space[6]       # discovery spaces slot * 3 + kind: 0 free, seat + 1, 5 neutral
    uint8_t alien_deck[32] # slot * DECK + place, top at alien_n - 1
    uint8_t alien_n[2]
    uint8_t alien_up[2]    # face-up card + 1, 0 without
    uint8_t board_mark[54] # (slot * 3 + kind) * SPACES + space: seat + 1
    uint8_t board_open[24] # (slot * 3 + kind) * 4 + seat: markers in the open-ended space
    uint8_t board_latest[6] # seat + 1 of the latest marker there
    uint8_t sample_space[27] # kind * SPACES + space: sample + 1 lying in a space of its species' board
    uint8_t samples_at[9]  # planet: bit a sample, face down
    uint8_t capsule_owner[8] # sample: seat + 1 while it is a capsule
    uint8_t capsule_space[8]
    uint8_t anomaly_at[8]  # sector: 1 + 2 anomaly + side, 0 without
    uint8_t n_messages
    uint8_t message_card[16]
    uint8_t message_seat[16]
    uint8_t reward_by[8]   # message reward: seat + 1 whose tile covers it
    uint8_t n_watch
    uint8_t watch[8]
    uint8_t watch_used[8]
    uint8_t visit_instead  # base-019 is in force
    uint8_t ignore_asteroids
    uint8_t no_move_publicity
    uint8_t card           # being played, NONE otherwise
    uint8_t returned       # goes to the hand
    uint8_t tucked         # was tucked
    uint8_t probe          # space of the chosen probe, NONE without
    uint8_t drawn          # card that the last draw of this play took
    uint8_t tech           # kind of the tech that this play took, NONE without
    uint8_t tech_known     # another player had it
    uint8_t landed         # cell that this play landed on, 0 without; moon in landed_moon
    uint8_t landed_moon
    uint8_t orbited        # cell that this play orbited, 0 without
    uint8_t launched       # 1: this play launched a probe
    uint8_t trace_kind     # marked by this play
    uint8_t last_star      # of the signal marked last by this play
    uint8_t marked[5]      # signals of this play by colour, the last those on the tile
    uint8_t n_push
    uint8_t push_player[72]
    uint8_t push_space[72]
    uint8_t corner[6]      # cards of `row-corners` whose corners are to come
    uint8_t n_corner       # no struct ends with an array: the checked build would not watch its bounds

# Everything that the data say, in the engine's numbers; filled once from `Compiled`, never written again.
ctypedef struct RulesTable:
    int16_t code[16384]
    uint64_t trigger_cards[48]  # event * 4 + word: cards with a space for that event
    uint64_t mission_cards[4]   # conditional ones
    int32_t n_cards
    int32_t card_cost[250]      # credits
    int32_t card_energy[250]
    int32_t card_sector[250]
    int32_t card_income[250]
    int32_t card_play[250]
    int32_t card_class[250]
    int32_t card_corner[1000]
    int32_t mission_when[250]
    int32_t mission_reward[250]
    int32_t trigger_n[250]
    int32_t trigger_types[750]
    int32_t trigger_mask[750]
    int32_t trigger_own[750]
    int32_t trigger_reward[750]
    int32_t end_kind[250]
    int32_t end_vp[250]
    int32_t end_arg[250]
    int32_t left_out[250]
    int32_t card_species[250]   # NONE: none
    int32_t message_program[250]
    int32_t secret_when[250]
    int32_t secret_vp[250]
    int32_t secret_danger[250]
    int32_t species_n_cards[8]
    int32_t species_card[128]   # species * DECK + place
    int32_t species_per_marker[8]
    int32_t species_face_up[8]
    int32_t species_per_player[8]
    int32_t species_plays[8]
    int32_t board_n[24]         # species * 3 + kind: spaces of the column
    int32_t board_reward[216]   # (species * 3 + kind) * SPACES + space
    int32_t board_resource[216]
    int32_t board_cost[216]
    int32_t board_any[216]
    int32_t board_danger[216]
    int32_t board_token[216]    # 1 setup, 2 delivered
    int32_t sample_species      # which species has the mechanism, NONE: none in the data
    int32_t n_samples
    int32_t sample_reward[8]
    int32_t sample_count[8]
    int32_t anomaly_species
    int32_t n_anomalies
    int32_t anomaly_kind[4]
    int32_t anomaly_reward[8]   # anomaly * 2 + side
    int32_t anomaly_offset[4]
    int32_t tile_species
    int32_t tile_under
    int32_t tile_vp[10]
    int32_t tile_completed
    int32_t message_species
    int32_t message_tile_ahead
    int32_t message_ahead
    int32_t n_message_rewards
    int32_t message_reward[8]
    int32_t secret_species
    int32_t n_secret_milestones
    int32_t secret_ahead[4]
    int32_t secret_cost[24]
    int32_t danger_share
    int32_t watch_types[64]
    int32_t watch_mask[64]
    int32_t watch_flags[64]
    int32_t watch_program[64]
    uint8_t shown[32768]        # position * 32 + space: CELL_; from WITH_TILE on with the tile
    uint8_t layer_of[32768]
    uint8_t space_publicity[32768]
    uint8_t planet_space[9216]  # position * 9 + planet
    int32_t move_cost
    int32_t leave_asteroids_extra
    int32_t rotation_order[8]
    int32_t n_rotation_order
    int32_t star_color[9]
    int32_t star_data[9]
    int32_t win_first[9]
    int32_t win_later[9]
    int32_t board_stars[8]
    int32_t place_sectors[8]
    int32_t contributor
    int32_t second_space
    int32_t bonus_space
    int32_t orbit_first[9]
    int32_t orbit_reward[9]
    int32_t land_reward[9]
    int32_t n_data_spaces[9]
    int32_t data_space[27]
    int32_t n_moons
    int32_t moon_planet[12]
    int32_t moon_land[12]
    int32_t tile_bonus[4]
    int32_t first_taker
    int32_t n_techs
    int32_t tech_kind[12]
    int32_t tech_extra[12]
    int32_t tile_upper[12]
    int32_t tile_lower[12]
    int32_t tech_probe_limit[12]
    int32_t tech_asteroid_publicity[12]
    int32_t tech_leave_extra[12]
    int32_t tech_land_discount[12]
    int32_t moons_mask
    int32_t neighbour_mask
    int32_t probe_limit_mask
    int32_t asteroid_mask
    int32_t leave_mask
    int32_t discount_mask
    int32_t n_scan
    int32_t scan_group[12]
    int32_t scan_tech[12]
    int32_t scan_mandatory[12]
    int32_t scan_cost[72]
    int32_t scan_program[12]
    int32_t discovery[2]
    int32_t overflow
    int32_t computer_top
    int32_t top_reward[8]
    int32_t slot_column[4]
    int32_t analyze_reward
    int32_t action_cost[36]
    int32_t land_cost_with_orbiter[6]
    int32_t move_energy
    int32_t buy_cost[6]
    int32_t buy_program
    int32_t exchange_give
    int32_t exchange_get
    int32_t publicity_max
    int32_t pool_max
    int32_t probe_limit
    int32_t neutral_markers[5]
    int32_t gold_score[4]
    int32_t n_gold
    int32_t neutral_score[4]
    int32_t n_neutral
    int32_t gold_value[24]
    int32_t gold_count[8]
    int32_t rounds
    int32_t start_vp[4]
    int32_t start_resources[6]
    int32_t start_cards
    int32_t base_income[3]
    int32_t card_row
    int32_t n_species_slots
    int32_t n_species
    int32_t end_of_round_extra
    int32_t hand_limit
    int32_t exchange_draw
    uint8_t near[128]           # space * 4 + k: adjacent spaces, ascending
    uint8_t n_near[32]
    int32_t tech_kind_mask[3]
    int32_t color_stars[4]      # bits of stars
    int32_t research_program
    int32_t n_rival_cards
    int32_t rival_arrow[32]
    int32_t rival_group[32]     # 0 basic, 1 advanced, 2 species
    int32_t rival_species[32]   # NONE: none
    int32_t rival_lines[32]
    int32_t rival_do[128]       # card * RIVAL_LINES + line: RVL_
    int32_t rival_arg[128]
    int32_t rival_cost[128]
    int32_t rival_reward[128]
    int32_t rival_program[128]  # signals of a scan
    int32_t rival_extra[128]    # its signal for a telescope tech
    int32_t rival_prefer[128]   # 0 orbit, land; 1 land, orbit; 2 land; 3 orbit
    int32_t rival_body[768]     # (card * RIVAL_LINES + line) * RIVAL_TARGETS + k: planet, NONE
    int32_t rival_moves[768]
    int32_t rival_convert[4]    # progress for a credit, energy, card, income
    int32_t rival_marker_progress
    int32_t rival_message_tiles
    int32_t rival_spaces
    int32_t rival_space_vp[8]
    int32_t rival_space_publicity[8]
    int32_t rival_space_progress[8]
    int32_t rival_analysis
    int32_t rival_tech_reward
    int32_t rival_tile_extra
    int32_t rival_moon_rank[12]
    int32_t rival_replaced_by   # 1: slot
    int32_t rival_data_space    # 1: by the arrow
    int32_t rival_arrow_elsewhere  # 1: left
    int32_t rival_route_returns
    int32_t rival_full_sector
    int32_t rival_orbit_signal_on_tile
    int32_t rival_middle_column_lower
    int32_t rival_objectives_in_rivals_turn
    int32_t rival_reserve_empty_vp
    int32_t n_levels
    int32_t level_start[8]
    int32_t level_reinforce[8]
    int32_t level_track_n[8]
    int32_t level_track[192]    # level * TRACK + space: tech
    int32_t level_advanced[8]
    int32_t level_objectives[24]
    int32_t n_objectives
    int32_t objective_level[32]
    int32_t objective_tasks[32]
    int32_t objective_open
    int32_t objective_given_up[9]
    int32_t objective_missing
    int32_t objective_vp
    int32_t task_events[288]    # (objective * TASKS + task) * ALTERNATIVES + k: bits of events
    int32_t task_mask[288]
    int32_t task_state[288]     # resource + 1 of a threshold
    int32_t task_need[288]

ctypedef struct LogRow:
    int64_t game
    uint8_t kind
    uint8_t seat
    uint8_t round
    uint8_t item
    uint16_t turn
    uint16_t b
    uint8_t a

ctypedef struct Log:
    LogRow* rows
    int64_t n
    int64_t size
    int64_t game

# What a run of the engine carries besides the state: the rules, and where to write down what happens (NULL: nowhere).
ctypedef struct Context:
    const RulesTable* rules
    Log* log
    uint16_t* acts              # (seat * rounds + round - 1) * N_ACT + kind
    uint8_t swap[2]             # two cards whose places in their deck are exchanged; none where they are the same
    int16_t* course             # rounds * players points, then COURSE_ columns

cdef enum:
    LOG_ARRIVE = 1
    LOG_LEAVE
    LOG_REFILL
    LOG_STACK
    LOG_TILE
    LOG_TECH
    LOG_GOLD
    LOG_DISCOVER
    LOG_GOLD_SCORE
    LOG_RESHUFFLE
    LOG_REVEAL
    LOG_TRACE
    LOG_SPECIES_SCORE
    LOG_TURN_UP
    LOG_RIVAL_LINE         # item: card, a: line done, b: RVL_ + 256 planet flown to
    LOG_RIVAL_SKIP         # item: card, a: line not possible, b: WHY_ + 256 number
    LOG_RIVAL_PASS
    LOG_PROGRESS           # item: space, b: steps
    LOG_REINFORCE          # item: card of the rival, NONE: the reserve is empty
    LOG_OBJECTIVE          # item: objective, a: OBJ_, b: task
    LOG_ORBIT              # item: planet, a: whether its first orbiter
    LOG_LAND               # item: planet, a: space for first landers covered, from 1, b: moon, from 1

cdef enum:
    FROM_DEALT
    FROM_BLIND
    FROM_THE_ROW
    FROM_STACK
    FROM_RETURNED
    FROM_SPECIES

cdef enum:
    FATE_PLAYED
    FATE_TUCKED
    FATE_CORNER
    FATE_SIGNAL
    FATE_EXCHANGED
    FATE_DISCARDED

# What follows the points by round in the course of a game.
cdef enum:
    COURSE_LEADER          # seat + 1 that led alone last
    COURSE_CHANGES         # how often that became another one
    N_COURSE

# Kinds of main and free actions, for the counts of a game.
cdef enum:
    ACT_LAUNCH
    ACT_ORBIT
    ACT_LAND
    ACT_SCAN
    ACT_ANALYZE
    ACT_PLAY
    ACT_RESEARCH
    ACT_PASS
    ACT_MOVE
    ACT_PLACE
    ACT_CORNER
    ACT_MISSION
    ACT_BUY
    ACT_EXCHANGE
    N_ACT


cdef inline void log_row(const State* s, const Context* c, int kind, int seat, int item, int a, int b) noexcept nogil:
    """Write one row, seat 1 to n or 0. Memory that cannot be had sets n to -1, which the batch reports."""
    cdef Log* log = c.log
    cdef LogRow* row
    cdef void* more
    if log == NULL or log.n < 0:
        return
    if log.n == log.size:
        more = realloc(log.rows, 2 * log.size * sizeof(LogRow))
        if more == NULL:
            log.n = -1
            return
        log.rows = <LogRow*> more
        log.size *= 2
    row = &log.rows[log.n]
    log.n += 1
    row.game = log.game
    row.kind = kind
    row.seat = seat
    row.round = s.round
    row.item = item
    row.turn = s.turns
    row.a = a
    row.b = b


cdef inline void bare_context(Context* c, const RulesTable* rules) noexcept nogil:
    """Rules and nothing else: nothing is written down, no cards are exchanged."""
    memset(c, 0, sizeof(Context))
    c.rules = rules


cdef inline void count_act(const State* s, const Context* c, int player, int kind) noexcept nogil:
    if c.acts != NULL and s.round >= 1:
        c.acts[(player * c.rules.rounds + s.round - 1) * N_ACT + kind] += 1


# ---------------------------------------------------------------- bit sets of cards
include "bits.pxi"

cdef inline bint has(const uint64_t* set, int card) noexcept nogil:
    return (set[card >> 6] >> (card & 63)) & 1

cdef inline void add(uint64_t* set, int card) noexcept nogil:
    set[card >> 6] |= (<uint64_t> 1) << (card & 63)

cdef inline void drop(uint64_t* set, int card) noexcept nogil:
    set[card >> 6] &= ~((<uint64_t> 1) << (card & 63))

cdef inline int size_of(const uint64_t* set) noexcept nogil:
    return seti_popcount(set[0]) + seti_popcount(set[1]) + seti_popcount(set[2]) + seti_popcount(set[3])

cdef inline bint is_empty(const uint64_t* set) noexcept nogil:
    return (set[0] | set[1] | set[2] | set[3]) == 0

cdef inline int next_card(const uint64_t* set, int after) noexcept nogil:
    """The smallest card greater than `after` (-1: the first), NONE if there is none."""
    cdef int card = after + 1
    cdef int word = card >> 6
    cdef uint64_t bits
    if word > 3:
        return NONE
    bits = set[word] & ((~(<uint64_t> 0)) << (card & 63))
    while True:
        if bits:
            return (word << 6) + seti_ctz(bits)
        word += 1
        if word > 3:
            return NONE
        bits = set[word]


cdef inline int unknown(const State* s) noexcept nogil:
    """The end of every chain of conditions over words of the vocabulary (opcodes.py): one that it does not know is a
    fault of the state, never a silent nothing. What a chain passes over on purpose it names, with the reason."""
    (<State*> s).fault = FAULT_WORD
    return 0

# ---------------------------------------------------------------- frames
cdef inline Frame* push(State* s, int kind, int player, int flags, int source) noexcept nogil:
    """A new frame on top. `flags` are the causing frame's; only what is passed on is kept."""
    cdef Frame* f
    if s.n_frames >= FRAMES:
        s.fault = FAULT_FRAMES
        s.n_frames = FRAMES - 1
    f = &s.frame[s.n_frames]
    s.n_frames += 1
    memset(f, 0, sizeof(Frame))
    f.kind = kind
    f.player = player
    f.flags = flags & F_INHERIT
    f.source = source
    return f

cdef inline void pop(State* s) noexcept nogil:
    s.n_frames -= 1
    memset(&s.frame[s.n_frames], 0, sizeof(Frame))

cdef inline void sink(State* s, int n) noexcept nogil:
    """The top frame goes below the n frames under it."""
    cdef Frame top = s.frame[s.n_frames - 1]
    cdef Frame* place = &s.frame[s.n_frames - 1 - n]
    memmove(place + 1, place, n * sizeof(Frame))
    place[0] = top

cdef inline Frame* push_program(State* s, int pc, int player, int flags, int source) noexcept nogil:
    cdef Frame* f
    if pc == 0:            # the empty program
        return NULL
    f = push(s, FK_PROGRAM, player, flags, source)
    f.pc = pc
    return f

cdef inline void push_after_deed(State* s, int pc, int player, int flags, int source) noexcept nogil:
    """A program that follows something done, a cost paid or a piece put: the point before its first effect may be open,
    too (R5.3)."""
    cdef Frame* f = push_program(s, pc, player, flags, source)
    if f != NULL:
        f.flags |= F_STARTED
