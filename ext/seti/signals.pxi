# Signals, sectors, and how a completed sector is settled.

cdef void mark_signal(State* s, const Context* c, int p, int star, bint no_data, int flags) noexcept nogil:
    """One signal in that star's slot (R10.2 to R10.6): data, marker, second space, then the event."""
    cdef const RulesTable* r = c.rules
    cdef int color = r.star_color[star] if star != TILE else N_COL   # the tile has no colour
    cdef int place
    if s.data[star] > 0:
        s.data[star] -= 1
        if not no_data:
            gain(s, c, p, RES_DATA, 1, SRC_SIGNAL)
        if s.data[star] == 0:
            s.pending |= 1 << star
            s.filled_by[star] = p + 1
    if s.n_marks[star] >= MARKS:
        s.fault = FAULT_MARKS
        return
    s.marks[star][s.n_marks[star]] = p
    s.n_marks[star] += 1
    place = s.n_marks[star]
    if p == s.turn and not flags & F_ASIDE:
        s.marked[color] += 1
        if star != TILE:
            s.sectors_marked |= 1 << star
        s.last_star = star
    later(s, c, p, EV_SIGNAL, color, flags)
    if star == TILE:
        if place <= r.star_data[star]:
            gain(s, c, p, RES_VP, r.tile_vp[place - 1], SRC_SPECIES_LEFT + slot_of(s, r.tile_species))
    elif place == r.bonus_space and place <= r.star_data[star]:
        push_program(s, r.second_space, p, flags, SRC_SIGNAL)

cdef int best_in_sector(const State* s, int star, int without) noexcept nogil:
    """Seat with most markers, of equals the one whose latest was placed last (R10.17); NONE if nobody is left."""
    cdef int best = NONE
    cdef int most = 0
    cdef int p, i, n
    cdef int n_of[SEATS]
    cdef int latest[SEATS]
    for p in range(SEATS):
        n_of[p] = 0
        latest[p] = -1
    for i in range(s.n_marks[star]):
        p = s.marks[star][i]
        n_of[p] += 1
        latest[p] = i
    for p in range(s.players):
        if p == without or n_of[p] == 0:
            continue
        if n_of[p] > most or (n_of[p] == most and latest[p] > latest[best]):
            most = n_of[p]
            best = p
    return best

cdef void settle_star(State* s, const Context* c, Frame* f) noexcept nogil:
    """One stage of settling (R10.16, D-30): publicity of all contributors, the winner's reward, the reset."""
    cdef const RulesTable* r = c.rules
    cdef int star = f.a
    cdef int flags = f.flags
    cdef int k, p, second
    cdef Frame* e
    if star == TILE:
        settle_tile(s, c, f)
    elif f.b == 0:
        f.b = 1
        f.c = best_in_sector(s, star, NONE)
        for k in range(s.players - 1, -1, -1):
            p = (s.turn + k) % s.players
            if signals_in(s, p, star):
                push_program(s, r.contributor, p, flags, SRC_SECTOR)
    elif f.b == 1:
        f.b = 2
        p = f.c
        s.seat[p].wins[star] += 1
        s.won[star] += 1
        if s.solo.rival:
            objective_event(s, c, p, EV_WIN, r.star_color[star], flags)
        push_program(s, r.win_first[star] if s.won[star] == 1 else r.win_later[star], p, flags, SRC_SECTOR)
    else:
        second = best_in_sector(s, star, f.c)
        memset(&s.marks[star][0], 0, MARKS)
        s.n_marks[star] = 0
        s.data[star] = r.star_data[star]
        if second != NONE:
            s.marks[star][0] = second
            s.n_marks[star] = 1
            s.data[star] -= 1
        k = s.filled_by[star]
        s.filled_by[star] = 0
        pop(s)
        if k:
            later(s, c, k - 1, EV_COMPLETE_SECTOR, 0, flags)

cdef void start_settling(State* s, const Context* c, int star, int flags) noexcept nogil:
    cdef Frame* f
    s.pending &= ~(1 << star)
    f = push(s, FK_SETTLE_STAR, s.turn, flags | F_CLOSED, SRC_SECTOR)
    f.a = star
