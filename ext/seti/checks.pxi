# What must hold after every action. Built in always, asked for by the checked build and by tests.

cdef extern from *:
    """
    #ifndef SETI_CHECKED
    #define SETI_CHECKED 0
    #endif
    """
    int CHECKED "SETI_CHECKED"

cdef void card_places(const State* s, const RulesTable* r, uint8_t* places) noexcept nogil:
    """In how many places each card lies."""
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
            places[s.stack[i * STACK_SIZE + k]] += 1
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

cdef void check_invariants(State* s, const Context* c, const uint64_t* missing) noexcept nogil:
    """Sets FAULT_INVARIANT unless every card is in exactly one place, every limit is kept, and somebody can act.

    missing: cards that a written position has nowhere; NULL for a game of the whole box."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t places[250]
    cdef uint32_t options[1024]
    cdef int i, k, p, n, star, points
    cdef const Seat* seat
    cdef bint bad = False
    card_places(s, r, places)
    for i in range(r.n_cards):
        if places[i] != (0 if r.left_out[i] or (missing != NULL and has(missing, i)) else 1):
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
            or seat.res[RES_PUBLICITY] > r.publicity_max or seat.res[RES_DATA] > r.pool_max
            or seat.top > r.computer_top or seat.n_probes > PROBES
        ):
            bad = True
        for i in range(N_RES):
            if seat.res[i] < 0:
                bad = True
    for star in range(8):
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
        for k in range(2):
            for p in range(s.players):
                if s.data_space[(i * 2 + k) * 4 + p] > s.seat[p].landers[i]:
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
