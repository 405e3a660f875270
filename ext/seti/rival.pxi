# The rival of solo play: a seat that nobody plays. This file has what it gains and what it chooses where a rule gives a
# player a choice; its turn is in rival_turn.pxi, its actions are in rival_actions.pxi. Statements: SOL-15 to SOL-34,
# SOL-84 to SOL-102.

cdef enum:
    LUCK_SOLO = 32         # index 0: who is first, 1: advanced card and reserve, 2: deck at setup; 3 + n: objectives
    LUCK_RIVAL_DECK        # index: round, item: card
    LUCK_RIVAL_SAMPLE      # index: 0, item: turn

cdef inline bint is_rival(const State* s, int p) noexcept nogil:
    return p + 1 == s.solo.rival

cdef inline bint points_right(const State* s, const Context* c) noexcept nogil:
    """The arrow that decides now (SOL-15, SOL-16)."""
    return s.solo.arrow and not (c.rules.rival_arrow_elsewhere and not s.solo.card)

# -------------------------------------------------------------------------- what it gains
cdef void reinforce(State* s, const Context* c) noexcept nogil:
    """The top card of the reserve comes on top of the deck (SOL-31, SOL-33)."""
    cdef Solo* v = &s.solo
    if v.n_reserve == 0:
        log_row(s, c, LOG_REINFORCE, v.rival, NONE, 0, 0)
        gain(s, c, v.rival - 1, RES_VP, c.rules.rival_reserve_empty_vp, SRC_OTHER)
        return
    v.n_reserve -= 1
    v.deck[v.n_deck] = v.reserve[v.n_reserve]
    v.reserve[v.n_reserve] = 0
    log_row(s, c, LOG_REINFORCE, v.rival, v.deck[v.n_deck], 0, 0)
    v.n_deck += 1

cdef void make_progress(State* s, const Context* c, int n) noexcept nogil:
    """So many steps of the marker on the track (SOL-30)."""
    cdef Solo* v = &s.solo
    cdef int i
    for i in range(n):
        if v.progress == c.rules.level_reinforce[v.level]:
            reinforce(s, c)
        v.progress = (v.progress + 1) % c.rules.level_track_n[v.level]
    if n:
        log_row(s, c, LOG_PROGRESS, v.rival, v.progress, 0, n)

cdef void rival_data(State* s, const Context* c, int n) noexcept nogil:
    """Data go to the computer's next space, whose benefit is gained, or to the pool (SOL-24)."""
    cdef Seat* seat = &s.seat[s.solo.rival - 1]
    cdef int i
    while n > 0:
        n -= 1
        if seat.top == c.rules.rival_spaces:
            seat.res[RES_DATA] += 1
            continue
        i = seat.top
        seat.top += 1
        gain(s, c, s.solo.rival - 1, RES_VP, c.rules.rival_space_vp[i], SRC_COMPUTER)
        rival_gain(s, c, RES_PUBLICITY, c.rules.rival_space_publicity[i])
        make_progress(s, c, c.rules.rival_space_progress[i])

cdef void rival_gain(State* s, const Context* c, int resource, int n) noexcept nogil:
    """Anything but points (SOL-21 to SOL-25)."""
    cdef Seat* seat = &s.seat[s.solo.rival - 1]
    if resource == RES_CREDITS:
        make_progress(s, c, n * c.rules.rival_convert[0])
    elif resource == RES_ENERGY:
        make_progress(s, c, n * c.rules.rival_convert[1])
    elif resource == RES_DATA:
        rival_data(s, c, n)
    elif resource == RES_PUBLICITY:
        n += seat.res[RES_PUBLICITY]
        seat.res[RES_PUBLICITY] = n if n < c.rules.publicity_max else c.rules.publicity_max
    else:
        seat.res[resource] += n

cdef inline int techs_of_rival(const State* s, const Context* c, int kind) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(c.rules.n_techs):
        if c.rules.tech_kind[i] == kind:
            n += s.solo.tech[i]
    return n

cdef bint give_up_tech(State* s, const Context* c, int kind) noexcept nogil:
    """One tech of the kind leaves the game, if there is one (SOL-67)."""
    cdef int i
    for i in range(c.rules.n_techs):
        if c.rules.tech_kind[i] == kind and s.solo.tech[i]:
            s.solo.tech[i] -= 1
            return True
    return False

# -------------------------------------------------------------------------- what it chooses
cdef int rival_trace(const State* s, const Context* c, int p, int kind, int where, uint32_t* choice) noexcept nogil:
    """The lowest free space among the columns in question (SOL-90 to SOL-96); 0 if there is none at all."""
    cdef const RulesTable* r = c.rules
    cdef uint32_t options[128]
    cdef int n = trace_options(s, c, p, kind, where, options)
    cdef int best = 10000
    cdef int i, at, level
    for i in range(n):
        if arg_c(options[i]) == 1:
            level = 9999       # overflow (SOL-93)
        else:
            level = 2 * arg_c(options[i]) - 2 if arg_c(options[i]) else 0
            if arg_c(options[i]) >= 2:
                at = board_space(s.species[arg_a(options[i])], arg_b(options[i]), arg_c(options[i]) - 2)
                if r.board_cost[at] and r.board_resource[at] == RES_DATA and s.seat[p].top < r.rival_spaces:
                    continue   # SOL-95
            if r.rival_middle_column_lower and arg_b(options[i]) == TRK_LANDER:
                level -= 1
        if level < best or (level == best and points_right(s, c)):
            best = level
            choice[0] = options[i]
    return best < 10000

cdef bint wins_by_signal(const State* s, const Context* c, int p, int star) noexcept nogil:
    """Would the rival win the sector by one more signal, which it does not without (SOL-85)?"""
    cdef int i, q
    cdef int most = 0
    cdef int own = 0
    cdef int n_of[SEATS]
    if s.data[star] > 1:
        return False
    if s.data[star] == 0 and best_in_sector(s, star, NONE) == p and not c.rules.rival_full_sector:
        return False
    for q in range(SEATS):
        n_of[q] = 0
    for i in range(s.n_marks[star]):
        n_of[s.marks[star][i]] += 1
    for q in range(s.players):
        if q == p:
            own = n_of[q]
        elif n_of[q] > most:
            most = n_of[q]
    return own + 1 >= most

cdef int rival_star(const State* s, const Context* c, int p, int stars) noexcept nogil:
    """Which of the stars (bits, the tile not among them) the next signal goes to (SOL-84)."""
    cdef const RulesTable* r = c.rules
    cdef int best = NONE
    cdef int most = -1
    cdef int i, v
    for i in range(STARS - 1):
        if not (stars >> i) & 1:
            continue
        if wins_by_signal(s, c, p, i):
            v = 20000
        elif s.n_marks[i] + 1 == r.bonus_space and r.bonus_space <= r.star_data[i]:
            v = 10000
        else:
            v = 100 * signals_in(s, p, i)
        v += r.star_data[i]
        if v > most or (v == most and points_right(s, c)):
            most = v
            best = i
    return best

cdef int rival_row_card(const State* s, const Context* c) noexcept nogil:
    """The leftmost or rightmost card still in the row (SOL-81); NONE without."""
    cdef int i
    cdef int card = NONE
    for i in range(c.rules.card_row):
        if s.row[i] != NONE:
            card = s.row[i]
            if not points_right(s, c):
                break
    return card

cdef int rival_gold(const State* s, const Context* c, uint32_t* options) noexcept nogil:
    """The gold tile without any marker that the arrow says, as the only option (SOL-101); 0 without."""
    cdef int i
    cdef int n = 0
    for i in range(N_GOLD):
        if s.gold_n[i] == 0 and (n == 0 or points_right(s, c)):
            options[0] = action(A_GOLD, i, 0, 0)
            n = 1
    return n

cdef int rival_settles(const State* s, const Context* c) noexcept nogil:
    """Which completed sector is settled first in its turn: clockwise from Earth's, a star before the tile (SOL-88)."""
    cdef int i, v
    cdef int best = NONE
    cdef int least = 1000
    for i in range(STARS):
        if (s.pending >> i) & 1:
            v = 2 * ((star_sector(s, c, i) - earth_sector(s, c)) & 7) + (i == TILE)
            if v < least:
                least = v
                best = i
    return best

# -------------------------------------------------------------------------- effects
cdef inline bint rival_can_pay(const Context* c, int pc) noexcept nogil:
    """It pays nothing for an effect (SOL-26)."""
    return c.rules.code[pc] != OP_PAY

cdef void rival_effect(State* s, const Context* c, Frame* f) noexcept nogil:
    """The next effect of one of its programs. What it has no use for or cannot do is skipped (SOL-17, SOL-25)."""
    cdef const RulesTable* r = c.rules
    cdef const int16_t* w = &r.code[f.pc]
    cdef int p = f.player
    cdef int length = op_length(w)
    cdef int n, i
    cdef uint32_t act
    cdef uint32_t options[512]
    if w[0] == OP_END:
        pop(s)
        return
    if w[0] == OP_SIGNAL:
        n = signal_stars(s, c, f, w)
        # Only the icon with the tile's body goes to the tile, and always does (SOL-125, SOL-126).
        if n >> TILE and w[1] == WHERE_BODY and w[2] == CELL_OUMUAMUA and (r.rival_orbit_signal_on_tile or f.source != SRC_ORBIT):
            n = TILE
        else:
            n = rival_star(s, c, p, n & 0xFF)
        if n != NONE:
            do_effect(s, c, f, action(A_SIGNAL, n, 0, 0))
            return
    elif w[0] == OP_SIGNAL_ROW:
        n = rival_row_card(s, c)
        if n != NONE:
            do_effect(s, c, f, action(A_DISCARD, n, 0, 0))
            return
    elif w[0] == OP_TRACE:
        if rival_trace(s, c, p, w[1], w[2], &act):
            do_effect(s, c, f, act)
            return
    elif w[0] == OP_DRAW or w[0] == OP_DRAW_SPECIES:
        make_progress(s, c, w[2] * r.rival_convert[2])
    elif w[0] == OP_INCOME:
        make_progress(s, c, r.rival_convert[3])
    elif w[0] == OP_PROGRESS:
        make_progress(s, c, w[1])
    elif w[0] == OP_PER:
        n = count_of(s, c, p, w[1]) * w[4]
        if w[2] == PER_GAIN:
            if n:
                gain(s, c, p, w[3], n, f.source)
        elif w[2] == PER_DRAW:
            make_progress(s, c, n * r.rival_convert[2])
        elif w[2] != PER_MOVE:     # it moves by its own cards
            unknown(s, HERE, b"PER", w[2])
            return
    elif w[0] == OP_RESEARCH:
        finish_effect(s, c, f, w, length)
        rival_takes_tech(s, c, p, w[1])
        return
    elif w[0] == OP_CHOOSE:
        n = NONE
        for i in range(w[1]):
            if rival_can_pay(c, w[2 + i]) and (n == NONE or points_right(s, c)):
                n = i
        if n != NONE:
            do_effect(s, c, f, action(A_CHOOSE, n + 1, 0, 0))
            return
    elif w[0] == OP_MAY:
        if rival_can_pay(c, w[1]):
            do_effect(s, c, f, action(A_YES, 0, 0, 0))
            return
    elif w[0] == OP_LAUNCH:
        if s.seat[p].n_probes == 0:
            do_effect(s, c, f, action(A_GO, 0, 0, 0))
            return
    elif w[0] == OP_GAIN or w[0] == OP_IF or w[0] == OP_ROTATE or w[0] == OP_SIGNAL_DECK or w[0] == OP_ANOMALY_REWARD:
        if effect_options(s, c, f, options):
            do_effect(s, c, f, options[0])
            return
    elif not skipped_by_rival(w[0]):
        unknown(s, HERE, b"OP", w[0])
        return
    finish_effect(s, c, f, w, length)

cdef bint skipped_by_rival(int op) noexcept nogil:
    """What it has no use for: it pays nothing (SOL-26), has no hand and plays no card, moves and acts by its own cards."""
    return (
        op == OP_PAY or op == OP_REPEAT or op == OP_SIGNAL_HAND or op == OP_DISCARD_DRAWN or op == OP_DRAWN_CORNER
        or op == OP_TUCK_THIS or op == OP_RETURN_THIS or op == OP_THIS_TURN or op == OP_VISIT_MOVE_INSTEAD
        or op == OP_IGNORE_ASTEROIDS or op == OP_NO_MOVE_PUBLICITY or op == OP_ROW_CORNERS or op == OP_PICK_SAMPLE
        or op == OP_SAMPLE_REWARD or op == OP_DELIVER or op == OP_MOVE or op == OP_CHOOSE_PROBE or op == OP_SIGNAL_PROBES
        or op == OP_REMOVE or op == OP_ORBIT or op == OP_LAND or op == OP_ORBIT_OR_LAND or op == OP_SCAN
        or op == OP_ANALYZE
    )

# -------------------------------------------------------------------------- setup
cdef void setup_rival(State* s, const Context* c, int level) noexcept nogil:
    """Who is first, the deck with its advanced cards, the reserve, the marker (SOL-03 to SOL-05)."""
    cdef const RulesTable* r = c.rules
    cdef Solo* v = &s.solo
    cdef int i
    v.rival = 1 + below(luck(s.key, LUCK_SOLO, 0, 0), 2)
    v.level = level
    v.progress = r.level_start[level]
    for i in range(r.n_rival_cards):
        if r.rival_group[i] == 0:
            v.deck[v.n_deck] = i
            v.n_deck += 1
        elif r.rival_group[i] == 1:
            v.reserve[v.n_reserve] = i
            v.n_reserve += 1
        else:
            v.ready |= (<uint32_t> 1) << i
    shuffle(v.reserve, v.n_reserve, s.key, LUCK_SOLO, 1)
    for i in range(r.level_advanced[level]):
        v.n_reserve -= 1
        v.deck[v.n_deck] = v.reserve[v.n_reserve]
        v.reserve[v.n_reserve] = 0
        v.n_deck += 1
    shuffle(v.deck, v.n_deck, s.key, LUCK_SOLO, 2)
