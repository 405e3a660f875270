# `learned`: a policy network chooses. A first layer of hidden units sums rows of weights: one for each feature of the
# position (those of value.pxi and of the table below), each card in hand, in play and in the row, and the decision. An
# option's score is the product of the units with the sum of the option's rows (its kind with what it is about), and its
# worth to `greedy` by kind and round. The option of the greatest score is taken. All in whole numbers. Weights were learned by
# seti_sim/seti/players/learn.py. Only what the seat can see goes in.

cdef enum:
    NET_CONTEXTS = 96      # 0 to 31: a decision (D_), 32 and on: an effect (OP_)
    FIRST_ROWS = N_INPUT + 256 * CARD_PLACES + NET_CONTEXTS + 5
    CARD_KINDS = 8         # kinds of action that are about a card
    ROWS_A = 256 * CARD_KINDS
    ROWS_B = ROWS_A + 64 * N_A
    ROWS_C = ROWS_B + 16 * N_A
    OPTION_ROWS = ROWS_C + 16 * N_A
    WORTHS = 3             # worth itself, its lead over the best other option, whether it is the best
    MOST_WORTH = 8000      # thousandths of a credit; beyond it a worth says no more
    INPUT_BITS = 6         # binary places of a scaled input, at most 8 either way
    FIRST_BITS = 10        # of the first layer's weights, at most 8
    UNIT_PLACES = 8        # of a unit, at most 16
    OPTION_BITS = 9        # of the options' weights, at most 16
    SCORE_BITS = UNIT_PLACES + OPTION_BITS
    # int32: centres and factors of the inputs, weights of worths, constants of rows; of the worth of positions the share of
    # the others' points, constants, weights of inputs and units by round; then int16, two a number: first layer, options,
    # first layer for the worth of positions.
    NET_WORTHS = 2 * N_INPUT
    NET_CONSTANTS = NET_WORTHS + N_A * 5 * WORTHS
    NET_SHARE = NET_CONSTANTS + OPTION_ROWS
    NET_VALUE = NET_SHARE + 1
    NET_WHOLE = NET_VALUE + 5 * (1 + N_INPUT + NET_UNITS)
    NET_HALVES = (2 * FIRST_ROWS + OPTION_ROWS) * NET_UNITS
    NET_NUMBERS = NET_WHOLE + NET_HALVES / 2

NET_SIZES = {
    "units": NET_UNITS, "inputs": N_INPUT, "first_rows": FIRST_ROWS, "option_rows": OPTION_ROWS, "kinds": N_A,
    "worths": WORTHS, "contexts": NET_CONTEXTS, "numbers": NET_NUMBERS, "most_worth": MOST_WORTH,
    "input_bits": INPUT_BITS, "first_bits": FIRST_BITS, "unit_bits": UNIT_PLACES, "option_bits": OPTION_BITS,
}

TABLE_NAMES = (
    "players",
    *(f"{word}_{i}" for i in range(1, 4) for word in (
        "points", "credits", "energy", "publicity", "data", "hand", "techs", "top", "traces", "income", "probes", "passed",
    )),
    *(f"{word}_{i}" for i in range(1, 10) for word in ("own_signals", "most_signals", "data_left")),
    *(f"tech_taken_{i}" for i in range(1, 13)), *(f"two_points_{i}" for i in range(1, 13)),
    "first", "face_up", "discovered_left", "discovered_right", "milestones_left", "deck", "nearly_full", "frames",
)

cdef void table_features(const State* s, const Context* c, int p, int32_t* x) noexcept nogil:
    """Fill x with the features of the table in the order of TABLE_NAMES."""
    cdef const Seat* other
    cdef int i, k, q, n, m
    cdef int n_of[SEATS]
    memset(x, 0, N_TABLE * sizeof(int32_t))
    x[0] = s.players
    n = 1
    for i in range(1, 4):
        if i < s.players:
            q = p + i
            if q >= s.players:
                q -= s.players
            other = &s.seat[q]
            x[n] = other.res[RES_VP]
            x[n + 1] = other.res[RES_CREDITS]
            x[n + 2] = other.res[RES_ENERGY]
            x[n + 3] = other.res[RES_PUBLICITY]
            x[n + 4] = other.res[RES_DATA]
            x[n + 5] = other.n_hand
            x[n + 6] = seti_popcount(other.techs)
            x[n + 7] = other.top
            for k in range(N_TRK):
                x[n + 8] += traces_of(s, q, 2, k)
            x[n + 9] = other.income[0] + other.income[1] + other.income[2]
            x[n + 10] = other.n_probes
            x[n + 11] = other.passed
        n += 12
    for i in range(STARS):
        memset(n_of, 0, sizeof(n_of))
        m = 0
        for k in range(s.n_marks[i]):
            q = s.marks[i][k]
            n_of[q] += 1
            if q != p and n_of[q] > m:
                m = n_of[q]
        x[n] = n_of[p]
        x[n + 1] = m
        x[n + 2] = s.data[i]
        n += 3
    for i in range(c.rules.n_techs):
        x[n + i] = s.tile_taken[i]
        x[n + 12 + i] = s.two_points[i]
    n += 24
    x[n] = s.first == p
    x[n + 1] = (s.alien_up[0] > 0) + (s.alien_up[1] > 0)
    x[n + 2] = s.discovered[0]
    x[n + 3] = s.discovered[1]
    for i in range(MILESTONES):
        x[n + 4] += s.neutral_left[i]
    x[n + 5] = s.deck_n
    for i in range(STARS):
        x[n + 6] += (s.data[i] == 1)
    x[n + 7] = s.n_frames

cdef inline int context_of(const State* s, const Context* c) noexcept nogil:
    """Which row says what is to be decided."""
    if s.decision == D_EFFECT:
        return 32 + c.rules.code[s.frame[s.n_frames - 1].pc]
    if s.decision == D_TURN and s.main != MAIN_BEFORE:
        return D_NONE
    return s.decision

cdef inline int card_kind(int kind) noexcept nogil:
    """Number of a kind of action that is about a card, NONE of others."""
    if kind == A_PLAY:
        return 0
    if kind == A_CORNER:
        return 1
    if kind == A_MISSION:
        return 2
    if kind == A_DISCARD:
        return 3
    if kind == A_TAKE:
        return 4
    if kind == A_TUCK:
        return 5
    if kind == A_COVER:
        return 6
    if kind == A_SECRET:
        return 7
    return NONE

cdef void option_rows(const RulesTable* r, uint32_t act, int16_t* rows) noexcept nogil:
    """The rows of an option: kind with first, second and third argument; NONE_ROW where it has none."""
    cdef int kind = kind_of(act)
    cdef int k = card_kind(kind)
    cdef int a = arg_a(act)
    if kind == A_MOVE or kind == A_STEP or kind == A_PROBE or kind == A_PUSH:
        a = 0              # spaces turn with the discs; what a step is for is in its worth
    if k != NONE:
        rows[0] = 256 * k + (NONE if a == NONE else r.card_as[a])  # NONE: from the deck
    else:
        rows[0] = ROWS_A + 64 * kind + (a & 63)
    rows[1] = -1
    rows[2] = -1
    if kind == A_LAND or kind == A_TRACE or kind == A_COVER or kind == A_EXCHANGE or kind == A_REMOVE or kind == A_OBJECTIVE:
        rows[1] = ROWS_B + 16 * kind + (arg_b(act) & 15)
    if kind == A_LAND or kind == A_TRACE or kind == A_STEP:
        rows[2] = ROWS_C + 16 * kind + (arg_c(act) if arg_c(act) < 15 else 15)

cdef int options_to_score(Eye* e, uint32_t* options, int32_t* worth) noexcept nogil:
    """The options among which the network chooses, and what each is worth to `greedy`, within MOST_WORTH."""
    cdef const State* s = e.s
    cdef const Context* c = e.c
    cdef uint32_t own
    cdef int n, i, mains, best
    if s.decision == D_TURN:
        if not e.field_known:
            know_field(e)
        mains = allowed(s, e.policy, options, own_actions(s, c, options))
        n = mains + permitted(s, e.policy, &options[mains], free_actions(s, c, e.p, &options[mains]))
        best = 0
        for i in range(mains):
            worth[i] = main_worth(e, options[i])
            if worth[i] > best:
                best = worth[i]
        for i in range(mains, n):
            worth[i] = free_worth(e, options[i], best)
    else:
        if s.decision == D_MOVE and not e.field_known:
            know_field(e)
        n = allowed(s, e.policy, options, own_actions(s, c, options))
        for i in range(n):
            worth[i] = option_worth(e, options[i])
    for i in range(n):
        if worth[i] > MOST_WORTH:
            worth[i] = MOST_WORTH
        elif worth[i] < -MOST_WORTH:
            worth[i] = -MOST_WORTH
    return n

cdef void three_worths(const int32_t* worth, int n, int i, int first, int second, int32_t* out) noexcept nogil:
    """Worth of option i, its lead over the best other one, and whether it is the best; first, second: greatest two worths'
    places."""
    cdef int lead = worth[i] - worth[second if i == first else first] if n > 1 else 0
    out[0] = worth[i]
    out[1] = lead if lead < MOST_WORTH else MOST_WORTH
    if out[1] < -MOST_WORTH:
        out[1] = -MOST_WORTH
    out[2] = 1000 if i == first else 0

cdef void best_two(const int32_t* worth, int n, int* first, int* second) noexcept nogil:
    """Places of the greatest worth and of the second; of equals the earlier."""
    cdef int i
    first[0] = 0
    second[0] = 1
    for i in range(1, n):
        if worth[i] > worth[first[0]]:
            second[0] = first[0]
            first[0] = i
        elif i == 1 or worth[i] > worth[second[0]]:
            second[0] = i

cdef extern from *:
    """
    /* Where the compiler can, a second body for processors with AVX2; whole numbers, so both give the same. The sanitisers
       start before the loader could choose between the two. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && !SETI_CHECKED
    #define SETI_CLONES __attribute__((target_clones("avx2", "default"), optimize("O3")))
    #else
    #define SETI_CLONES
    #endif
    #define SETI_LANES 16

    /* sums[k] += by[i] * table[row[i]][k]: n rows of `units` numbers, a multiple of SETI_LANES; all factors of 16 bits, so that
       compilers multiply several at once. Sums of one block stay in registers over all rows. */
    SETI_CLONES static void seti_add_rows(
        int32_t *sums, const int16_t *table, int units, int n, const int32_t *row, const int16_t *by) {
        int32_t block[SETI_LANES];
        for (int first = 0; first < units; first += SETI_LANES) {
            for (int k = 0; k < SETI_LANES; k++) block[k] = sums[first + k];
            for (int i = 0; i < n; i++) {
                const int16_t *weight = &table[(size_t) row[i] * units + first];
                for (int k = 0; k < SETI_LANES; k++) block[k] += (int32_t) by[i] * (int32_t) weight[k];
            }
            for (int k = 0; k < SETI_LANES; k++) sums[first + k] = block[k];
        }
    }
    """
    void seti_add_rows(int32_t* sums, const int16_t* table, int units, int n, const int32_t* row, const int16_t* by) noexcept nogil

cdef void inputs_of(Eye* e, int32_t* x) noexcept nogil:
    """Features of the position and of the table."""
    value_features(e, x)
    table_features(e.s, e.c, e.p, &x[N_VALUE])

cdef void cards_of(const State* s, const Context* c, int p, uint64_t[CARD_WORDS]* cards) noexcept nogil:
    """Cards in hand, in play, in the row."""
    cdef int i
    memset(cards, 0, CARD_PLACES * CARD_WORDS * sizeof(uint64_t))
    for i in range(CARD_WORDS):
        cards[0][i] = s.seat[p].hand[i]
        cards[1][i] = s.seat[p].missions[i] | s.seat[p].endgame[i]
    for i in range(c.rules.card_row):
        if s.row[i] != NONE:
            add(cards[2], s.row[i])

cdef void sum_rows(Eye* e, const Policy* policy, const int16_t* first, Sums* seen) noexcept nogil:
    """Bring the sums of a first layer to the position."""
    cdef const int32_t* centre = policy.net
    cdef const int32_t* factor = &policy.net[N_INPUT]
    cdef const RulesTable* rules = e.c.rules
    cdef int32_t x[N_INPUT]
    cdef int32_t row[FIRST_ROWS]
    cdef int16_t by[FIRST_ROWS]
    cdef uint64_t cards[CARD_PLACES][CARD_WORDS]
    cdef uint64_t changed
    cdef int i, k, v, card
    cdef int n = 0
    inputs_of(e, x)
    for i in range(N_INPUT):
        if x[i] == seen.raw[i] and seen.known:
            continue
        seen.raw[i] = x[i]
        v = <int> ((<int64_t> (x[i] - centre[i]) * factor[i]) >> 8)
        if v > 8 << INPUT_BITS:
            v = 8 << INPUT_BITS
        elif v < -(8 << INPUT_BITS):
            v = -(8 << INPUT_BITS)
        if v != seen.x[i]:
            row[n] = i
            by[n] = v - seen.x[i]
            n += 1
            seen.x[i] = v
    seen.known = True
    cards_of(e.s, e.c, e.p, cards)
    for i in range(CARD_PLACES):
        for k in range(CARD_WORDS):
            changed = cards[i][k] ^ seen.cards[i][k]
            while changed:
                card = 64 * k + seti_ctz(changed)
                row[n] = N_INPUT + 256 * i + rules.card_as[card]
                by[n] = 1 << INPUT_BITS if (cards[i][k] >> (card & 63)) & 1 else -(1 << INPUT_BITS)
                n += 1
                changed &= changed - 1
            seen.cards[i][k] = cards[i][k]
    seti_add_rows(seen.sums, first, NET_UNITS, n, row, by)

cdef void hidden_units(Eye* e, const Policy* policy, const int16_t* first, Sums* seen, int16_t* unit) noexcept nogil:
    """The units of the position, in 1 / 2^UNIT_PLACES. What `seen` held before makes no difference."""
    cdef const int16_t* last = &first[(N_INPUT + 256 * CARD_PLACES) * NET_UNITS]
    cdef const int16_t* context = &last[context_of(e.s, e.c) * NET_UNITS]
    cdef const int16_t* column = &last[(NET_CONTEXTS + column_of(e.s, e.c)) * NET_UNITS]
    cdef int i, v
    sum_rows(e, policy, first, seen)
    for i in range(NET_UNITS):
        v = (seen.sums[i] + ((context[i] + column[i]) << INPUT_BITS)) >> (INPUT_BITS + FIRST_BITS - UNIT_PLACES)
        unit[i] = 0 if v < 0 else (v if v < (16 << UNIT_PLACES) - 1 else (16 << UNIT_PLACES) - 1)

cdef inline int dot(const int16_t* a, const int16_t* b) noexcept nogil:
    cdef int k
    cdef int32_t n = 0
    for k in range(NET_UNITS):
        n += <int32_t> a[k] * <int32_t> b[k]
    return n

cdef void score_options(
    Eye* e, const Policy* policy, const uint32_t* options, const int32_t* worth, int n, int64_t* score
) noexcept nogil:
    """The scores of these options, of two or more, in 1 / 2^SCORE_BITS; worth: of each to `greedy`."""
    cdef int32_t three[WORTHS]
    cdef int16_t rows[3]
    cdef int16_t unit[NET_UNITS]
    cdef const int32_t* weights = &policy.net[NET_WORTHS]
    cdef const int32_t* constant = &policy.net[NET_CONSTANTS]
    cdef const int16_t* first_layer = <const int16_t*> &policy.net[NET_WHOLE]
    cdef const int16_t* table = &first_layer[FIRST_ROWS * NET_UNITS]
    cdef int column = column_of(e.s, e.c)
    cdef int i, k, at
    cdef int first = 0
    cdef int second = 0
    cdef int64_t v
    hidden_units(e, policy, first_layer, <Sums*> &policy.seen[e.p], unit)
    best_two(worth, n, &first, &second)
    for i in range(n):
        three_worths(worth, n, i, first, second, three)
        option_rows(e.c.rules, options[i], rows)
        at = (kind_of(options[i]) * 5 + column) * WORTHS
        v = 0
        for k in range(WORTHS):
            v += <int64_t> three[k] * weights[at + k]
        for k in range(3):
            if rows[k] >= 0:
                v += constant[rows[k]] + dot(unit, &table[rows[k] * NET_UNITS])
        score[i] = v

cdef int scored(Eye* e, const Policy* policy, uint32_t* options, int64_t* score) noexcept nogil:
    """The options and their scores; returns how many."""
    cdef int32_t worth[MAX_ACTIONS]
    cdef int n = options_to_score(e, options, worth)
    score[0] = 0
    if n > 1:
        score_options(e, policy, options, worth, n, score)
    return n

cdef int64_t net_value(const State* s, const Context* c, const Policy* policy, int p) noexcept nogil:
    """What the position is worth to the seat, in thousandths of a point: its points less a share of the mean of the others',
    as they are expected at the end; those reached when the game is over."""
    cdef const int32_t* constant = &policy.net[NET_VALUE]
    cdef const int32_t* input = &constant[5]
    cdef const int32_t* gain = &input[5 * N_INPUT]
    cdef const int16_t* first = <const int16_t*> &policy.net[NET_WHOLE]
    cdef Eye e
    cdef Sums* seen = <Sums*> &policy.valued[p]
    cdef int16_t unit[NET_UNITS]
    cdef int column = column_of(s, c)
    cdef int i, q
    cdef int others = 0
    cdef int64_t value, sum
    for q in range(s.players):
        if q != p:
            others += s.seat[q].res[RES_VP]
    value = <int64_t> s.seat[p].res[RES_VP] * 1000
    if s.players > 1:
        value -= <int64_t> others * policy.net[NET_SHARE] / (s.players - 1)
    if s.solo.rival:
        value -= objective_loss(s, c)
    if s.over:
        return value
    open_eye(&e, s, c, policy, p)
    hidden_units(&e, policy, &first[(FIRST_ROWS + OPTION_ROWS) * NET_UNITS], seen, unit)
    value += constant[column]
    input = &input[column * N_INPUT]
    sum = 0
    for i in range(N_INPUT):
        sum += <int64_t> seen.x[i] * input[i]
    value += sum >> INPUT_BITS
    gain = &gain[column * NET_UNITS]
    sum = 0
    for i in range(NET_UNITS):
        sum += <int64_t> unit[i] * gain[i]
    return value + (sum >> UNIT_PLACES)

cdef inline bint is_left_to_greedy(const State* s) noexcept nogil:
    """Decisions that the network does not see: whether a free action comes before the next effect, which cards are given up,
    and whether a visit brings publicity or movement, which could go to and fro without end (base-019)."""
    return s.decision == D_GO or s.decision == D_EXCHANGE or s.decision == D_PASS_DISCARD or s.decision == D_VISIT

cdef uint32_t learned_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    """The option of the greatest score; of equals the first in the engine's order."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef int64_t score[MAX_ACTIONS]
    cdef Eye e
    cdef int i, n
    cdef int best = 0
    if is_left_to_greedy(s):
        return greedy_choice(s, c, policy, l)
    open_eye(&e, s, c, policy, to_move(s))
    n = scored(&e, policy, options, score)
    for i in range(1, n):
        if score[i] > score[best]:
            best = i
    return options[best]
