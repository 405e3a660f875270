# The solar system: spaces, what they show, steps, rotation. A space is (ring - 1) * 8 + sector, 0 to 31.

cdef inline int cell_at(const State* s, const Context* c, int space) noexcept nogil:
    return c.rules.shown[s.disc_index][space]

cdef inline int planet_space(const State* s, const Context* c, int planet) noexcept nogil:
    """Space that shows the planet (0 mercury …); NONE for one that is not on the table."""
    return c.rules.planet_space[s.disc_index][planet]

cdef inline int sector_of_cell(const State* s, const Context* c, int cell) noexcept nogil:
    return planet_space(s, c, cell - 3) & 7

cdef int neighbours(int space, uint8_t* out) noexcept nogil:
    """The adjacent spaces, ascending (GEO-20, R6.8); returns how many, 3 or 4."""
    cdef int ring = space >> 3
    cdef int sector = space & 7
    cdef int n = 0
    cdef int a = (ring << 3) | ((sector + 7) & 7)
    cdef int b = (ring << 3) | ((sector + 1) & 7)
    if ring > 0:
        out[n] = space - 8
        n += 1
    out[n] = a if a < b else b
    out[n + 1] = b if a < b else a
    n += 2
    if ring < 3:
        out[n] = space + 8
        n += 1
    return n

cdef inline int distance(int a, int b) noexcept nogil:
    """Steps of the shortest way, whatever lies on it (R6.18)."""
    cdef int rings = (a >> 3) - (b >> 3)
    cdef int sectors = ((a & 7) - (b & 7)) & 7
    if rings < 0:
        rings = -rings
    if sectors > 4:
        sectors = 8 - sectors
    return rings + sectors

cdef inline int step_cost(const State* s, const Context* c, int p, int space) noexcept nogil:
    """Movement points for leaving the space (R6.9, GEO-22)."""
    cdef const RulesTable* r = c.rules
    cdef int extra, i
    if cell_at(s, c, space) != CELL_ASTEROIDS:
        return r.move_cost
    if s.ignore_asteroids and p == s.turn:
        return r.move_cost
    extra = r.leave_asteroids_extra
    if s.seat[p].techs & r.leave_mask:
        for i in range(r.n_techs):
            if (s.seat[p].techs >> i) & 1 and r.tech_leave_extra[i] < extra:
                extra = r.tech_leave_extra[i]
    return r.move_cost + extra

cdef inline int visit_publicity(const State* s, const Context* c, int p, int space) noexcept nogil:
    """Publicity that a visit to the space brings its owner (R6.13, R6.14)."""
    return publicity_at(s, c, p, s.disc_index, space)

cdef inline int publicity_at(const State* s, const Context* c, int p, int index, int space) noexcept nogil:
    """The same in any position of the discs."""
    cdef const RulesTable* r = c.rules
    cdef int n = r.space_publicity[index][space]
    cdef int i
    if s.seat[p].techs & r.asteroid_mask and r.shown[index][space] == CELL_ASTEROIDS:
        for i in range(r.n_techs):
            if (s.seat[p].techs >> i) & 1:
                n += r.tech_asteroid_publicity[i]
    return n

cdef inline int probe_limit(const State* s, const Context* c, int p) noexcept nogil:
    cdef const RulesTable* r = c.rules
    cdef int limit = r.probe_limit
    cdef int i
    if s.seat[p].techs & r.probe_limit_mask:
        for i in range(r.n_techs):
            if (s.seat[p].techs >> i) & 1 and r.tech_probe_limit[i] > limit:
                limit = r.tech_probe_limit[i]
    return limit

cdef void add_probe(State* s, int p, int space) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    cdef int i
    if seat.n_probes >= PROBES:
        s.fault = FAULT_PROBES
        return
    i = seat.n_probes
    while i > 0 and seat.probes[i - 1] > space:
        seat.probes[i] = seat.probes[i - 1]
        i -= 1
    seat.probes[i] = space
    seat.n_probes += 1

cdef void take_probe(State* s, int p, int space) noexcept nogil:
    """Take one probe of that space out of space. It must be there."""
    cdef Seat* seat = &s.seat[p]
    cdef int i = 0
    while i < seat.n_probes and seat.probes[i] != space:
        i += 1
    if i == seat.n_probes:
        s.fault = FAULT_INVARIANT
        return
    while i + 1 < seat.n_probes:
        seat.probes[i] = seat.probes[i + 1]
        i += 1
    seat.n_probes -= 1
    seat.probes[seat.n_probes] = 0

# How a piece fares in a rotation.
cdef enum:
    STAYS
    CARRIED
    PUSHED

cdef inline int turned(int index, int disc) noexcept nogil:
    """Position of the discs after disc 0, 1 or 2 has turned once and taken those above it along (GEO-42)."""
    cdef int t1 = (index >> 6) & 7
    cdef int t2 = (index >> 3) & 7
    cdef int t3 = index & 7
    t1 = (t1 + 1) & 7
    if disc >= 1:
        t2 = (t2 + 1) & 7
    if disc >= 2:
        t3 = (t3 + 1) & 7
    return (index & WITH_TILE) | (t1 << 6) | (t2 << 3) | t3

cdef inline int fare(const RulesTable* r, int before, int after, int disc, int space) noexcept nogil:
    """STAYS, CARRIED (GEO-44) or PUSHED (GEO-45): a piece stands on the layer that its space shows."""
    if r.layer_of[before][space] <= disc:
        return CARRIED
    if r.layer_of[after][space] <= disc:
        return PUSHED
    return STAYS

cdef inline int one_back(int space) noexcept nogil:
    return (space & 24) | ((space + 7) & 7)

cdef void rotate(State* s, const Context* c, int flags) noexcept nogil:
    """Turn the next disc; carry and push all pieces at once; queue what the pushed ones' owners get (R7.6, R7.7)."""
    cdef const RulesTable* r = c.rules
    cdef int disc = r.rotation_order[s.rotation]
    cdef int before = s.disc_index
    cdef int after = turned(before, disc)
    cdef int k, p, i, j, space, how, start
    cdef uint8_t spaces[PROBES]
    cdef Frame* f
    s.rotation = (s.rotation + 1) % r.n_rotation_order
    s.disc_index = after
    start = s.n_push
    if r.anomaly_species != NONE and active(s, r.anomaly_species) != NONE:
        push(s, FK_ANOMALY, s.turn, flags, SRC_OTHER)   # after the pushed probes' publicity (ANO-05)
    for i in range(SAMPLES):
        if s.capsule_owner[i] and fare(r, before, after, disc, s.capsule_space[i]) != STAYS:
            s.capsule_space[i] = one_back(s.capsule_space[i])
    for k in range(s.players):
        p = (s.turn + k) % s.players
        for i in range(s.seat[p].n_probes):
            space = s.seat[p].probes[i]
            how = fare(r, before, after, disc, space)
            if how != STAYS:
                space = one_back(space)
            if how == PUSHED:
                if s.n_push >= PUSHES:
                    s.fault = FAULT_PUSHES
                    return
                # Ascending within a player, so that equal games stay equal states.
                j = s.n_push
                while j > start and s.push_player[j - 1] == p and s.push_space[j - 1] > space:
                    s.push_space[j] = s.push_space[j - 1]
                    s.push_player[j] = p
                    j -= 1
                s.push_player[j] = p
                s.push_space[j] = space
                s.n_push += 1
            j = i
            while j > 0 and spaces[j - 1] > space:
                spaces[j] = spaces[j - 1]
                j -= 1
            spaces[j] = space
        memcpy(s.seat[p].probes, spaces, s.seat[p].n_probes)
    if s.n_push > start:
        f = push(s, FK_PUSH, s.push_player[start], flags, SRC_OTHER)
        f.a = start
