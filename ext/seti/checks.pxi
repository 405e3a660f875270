# What must hold after every action. Built in always, asked for by the checked build and by tests.

cdef extern from *:
    """
    #ifndef SETI_CHECKED
    #define SETI_CHECKED 0
    #endif
    """
    int CHECKED "SETI_CHECKED"

cdef int alien_places(const State* s, const Context* c, int card) noexcept nogil:
    """In how many of the places that only species' cards have does the card lie?"""
    cdef const RulesTable* r = c.rules
    cdef int n = has(s.gone, card)
    cdef int slot, i, p
    for slot in range(2):
        n += s.alien_up[slot] == card + 1
        for i in range(s.alien_n[slot]):
            n += s.alien_deck[slot][i] == card
    for i in range(s.n_messages):
        n += s.message_card[i] == card and s.card != card
    if r.card_class[card] == CLASS_SECRET:
        i = secret_bit(r, card)
        for p in range(s.players):
            n += ((s.seat[p].secret_hand | s.seat[p].secret_played) >> i) & 1
    return n

cdef bint tokens_in_place(const State* s, const Context* c) noexcept nogil:
    """Every sample in one place, every marker counted, capsules among the figures, exofossils not negative."""
    cdef const RulesTable* r = c.rules
    cdef int slot, i, k, p, n, at
    slot = active(s, r.sample_species)
    for i in range(r.n_samples):
        n = s.capsule_owner[i] != 0
        for k in range(PLANETS):
            n += (s.samples_at[k] >> i) & 1
        for k in range(N_TRK):
            for at in range(SPACES):
                n += s.sample_space[k][at] == i + 1
        for k in range(s.n_frames):
            n += s.frame[k].kind == FK_PROGRAM and s.frame[k].d == i + 1
        if n != (slot != NONE):
            return False
    for p in range(s.players):
        n = 0
        for i in range(SAMPLES):
            n += s.capsule_owner[i] == p + 1
        if n != s.seat[p].n_capsules or n > s.seat[p].n_probes:
            return False
        for i in range(SLOTS):
            for k in range(N_TRK):
                n = s.board_open[i][k][p]
                for at in range(SPACES):
                    n += s.board_mark[i][k][at] == p + 1
                if n != s.seat[p].board[i][k]:
                    return False
        if s.seat[p].secret_hand & s.seat[p].secret_played:
            return False
    return True

cdef bint solo_in_place(const State* s, const Context* c) noexcept nogil:
    """Every card of the rival and every objective in one place; the rival at no decision, with no more than its seat
    can have; nothing of this in a game without a rival."""
    cdef const RulesTable* r = c.rules
    cdef const Solo* v = &s.solo
    cdef const Seat* seat
    cdef int i, k, n
    cdef State none
    if not v.rival:
        memset(&none, 0, sizeof(State))
        return memcmp(&none.solo, v, sizeof(Solo)) == 0
    for i in range(r.n_rival_cards):
        n = ((v.ready >> i) & 1) + ((v.out >> i) & 1) + (v.card == i + 1)
        for k in range(RIVAL_CARDS):
            n += (k < v.n_deck and v.deck[k] == i) + (k < v.n_played and v.played[k] == i)
            n += k < v.n_reserve and v.reserve[k] == i
        if n != 1:
            return False
    for i in range(r.n_objectives):
        n = ((v.pile >> i) & 1) + ((v.spent >> i) & 1)
        for k in range(OPEN):
            n += v.open[k] == i + 1
        if (v.pile | v.spent) >> i & 1 and not is_complete(s, c, i):
            return False
        for k in range(OBJECTIVES):
            n += k < v.n_stack and v.stack[k] == i
        if n > 1:
            return False
    seat = &s.seat[v.rival - 1]
    # Data go to the pool only past a full computer, but for the moment of an analysis (SOL-24, SOL-50).
    return (
        seat.n_hand == 0 and seat.res[RES_CREDITS] == 0 and seat.res[RES_ENERGY] == 0 and seat.techs == 0
        and seat.n_probes <= 1 and (s.over or to_move(s) != v.rival - 1)
        and v.progress < r.level_track_n[v.level]
        and (seat.res[RES_DATA] == 0 or seat.top == r.rival_spaces or analyzes(s, c))
    )

cdef bint analyzes(const State* s, const Context* c) noexcept nogil:
    cdef int i
    cdef const Frame* f
    for i in range(s.n_frames):
        f = &s.frame[i]
        if f.kind == FK_RIVAL_ACTION and c.rules.rival_do[f.b * RIVAL_LINES + f.c] == RVL_ANALYZE:
            return True
    return False

cdef void card_places(const State* s, const Context* c, uint8_t* places) noexcept nogil:
    """In how many places each card lies."""
    cdef const RulesTable* r = c.rules
    cdef const Seat* seat
    cdef int i, k, p
    memset(places, 0, CARDS)
    for i in range(s.deck_n):
        places[s.deck[i]] += 1
    for i in range(r.card_row):
        if s.row[i] != NONE:
            places[s.row[i]] += 1
    for i in range(STACKS):
        for k in range(s.stack_n[i]):
            places[s.stack[i][k]] += 1
    if s.card != NONE and not s.tucked:
        places[s.card] += 1
    for i in range(r.n_cards):
        places[i] += has(s.discard, i)
        for p in range(s.players):
            seat = &s.seat[p]
            places[i] += (
                has(seat.hand, i) + has(seat.tucked, i) + has(seat.missions, i) + has(seat.completed, i)
                + has(seat.endgame, i)
            )
        if r.card_species[i] != NONE:
            places[i] += alien_places(s, c, i)

cdef void check_invariants(State* s, const Context* c, const uint64_t* missing) noexcept nogil:
    """Sets FAULT_INVARIANT unless every card is in exactly one place, every limit is kept, and somebody can act.

    missing: cards that a written position has nowhere; NULL for a game of the whole box."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t places[CARDS]
    cdef uint32_t options[MAX_ACTIONS]
    cdef int i, k, p, n, star, points
    cdef const Seat* seat
    cdef bint bad = False
    card_places(s, c, places)
    for i in range(r.n_cards):
        if r.card_species[i] != NONE and active(s, r.card_species[i]) == NONE:
            n = 0  # in the box until its species is discovered
        else:
            n = not (r.left_out[i] or (missing != NULL and has(missing, i)))
        if places[i] != n:
            bad = True
    for p in range(s.players):
        seat = &s.seat[p]
        n = points = 0
        for i in range(N_SRC):
            points += seat.points[i]
        for i in range(5):
            n += seat.income[i]
        if (
            points != seat.res[RES_VP] or n != size_of(seat.tucked) or size_of(seat.hand) != seat.n_hand
            or seat.res[RES_PUBLICITY] > r.publicity_max
            or seat.res[RES_DATA] > (30000 if is_rival(s, p) else r.pool_max)
            or seat.top > (r.rival_spaces if is_rival(s, p) else r.computer_top) or seat.n_probes > PROBES
        ):
            bad = True
        for i in range(N_RES):
            if seat.res[i] < 0:
                bad = True
    bad = bad or not tokens_in_place(s, c) or not solo_in_place(s, c)
    for star in range(9 if s.disc_index & WITH_TILE else 8):
        n = 0
        for p in range(s.players):
            n += signals_in(s, p, star)
        if n != s.n_marks[star] or s.data[star] > r.star_data[star]:
            bad = True
        # A marker for each data that has gone, and excess only where none is left.
        if s.n_marks[star] < r.star_data[star] - s.data[star]:
            bad = True
        if s.data[star] and s.n_marks[star] != r.star_data[star] - s.data[star]:
            bad = True
    for i in range(PLANETS):
        for k in range(3):
            for p in range(s.players):
                if s.data_space[i][k][p] > s.seat[p].landers[i]:
                    bad = True
    for i in range(r.n_techs):
        n = 0
        for p in range(s.players):
            n += (s.seat[p].techs >> i) & 1
        if n > s.tile_taken[i]:
            bad = True
    if not s.over:
        n = legal(s, c, options)
        if n == 0:
            s.fault = FAULT_NO_ACTION
        elif n > MAX_ACTIONS:
            s.fault = FAULT_ACTIONS
    if bad:
        s.fault = FAULT_INVARIANT
