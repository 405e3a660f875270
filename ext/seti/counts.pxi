# Conditions and counts: what cards and gold tiles ask of a seat.

cdef inline int planet_at(const State* s, const Context* c, int space) noexcept nogil:
    """Planet number shown in the space, or -1."""
    return cell_at(s, c, space) - 3 if cell_at(s, c, space) >= 3 else -1

cdef int moons_of_seat(const State* s, const Context* c, int p, int mask) noexcept nogil:
    """Own landers on moons of the planets in the mask (bits of CELL)."""
    cdef int i
    cdef int n = 0
    for i in range(c.rules.n_moons):
        if (mask >> (c.rules.moon_planet[i] + 3)) & 1:
            n += s.seat[p].moon[i]
    return n

cdef int craft(const State* s, const Context* c, int p, int mask, bint moons) noexcept nogil:
    """Own orbiters and landers at the planets in the mask (R9.8)."""
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    cdef int n = moons_of_seat(s, c, p, mask) if moons else 0
    for i in range(PLANETS):
        if (mask >> (i + 3)) & 1:
            n += seat.orbiters[i] + seat.landers[i]
    return n

cdef int signals_in(const State* s, int p, int star) noexcept nogil:
    """Own signals in that sector: markers in the slot and in excess (R10.6, R10.21)."""
    cdef int i
    cdef int n = 0
    for i in range(s.n_marks[star]):
        n += s.marks[star][i] == p
    return n

cdef int signal_sectors(const State* s, int p) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(STARS - 1):   # a marker on the tile is no signal in the sector under it
        n += signals_in(s, p, i) > 0
    return n

cdef int traces_of(const State* s, int p, int slot, int kind) noexcept nogil:
    """Own traces of a kind at a slot (2: both), of any kind with kind 3: discovery, overflow and board (R16.7)."""
    cdef int i, k
    cdef int n = 0
    for i in range(2):
        if slot != 2 and slot != i:
            continue
        for k in range(N_TRK):
            if kind != 3 and kind != k:
                continue
            n += (s.space[i][k] == p + 1) + s.seat[p].overflow[i][k] + s.seat[p].board[i][k]
    return n

cdef inline int techs_of(const State* s, const Context* c, int p, int kinds) noexcept nogil:
    """Own techs of the kinds in the mask."""
    cdef int mask = 0
    cdef int k
    for k in range(N_TEK):
        if (kinds >> k) & 1:
            mask |= c.rules.tech_kind_mask[k]
    return seti_popcount(s.seat[p].techs & mask)

cdef int wins_of(const State* s, const Context* c, int p, int colors) noexcept nogil:
    """Own sector wins; with a full mask also such as have no colour."""
    cdef int i
    cdef int n = 0
    for i in range(STARS):
        if i == STARS - 1:
            n += s.seat[p].wins[i] if colors == (1 << N_COL) - 1 else 0
        elif (colors >> c.rules.star_color[i]) & 1:
            n += s.seat[p].wins[i]
    return n

cdef bint probe_on(const State* s, const Context* c, int p, int mask, int probe) noexcept nogil:
    """An own probe on such a cell; that one if one is named."""
    cdef int i
    if probe != NONE:
        return (mask >> cell_at(s, c, probe)) & 1
    for i in range(s.seat[p].n_probes):
        if (mask >> cell_at(s, c, s.seat[p].probes[i])) & 1:
            return True
    return False

cdef bint holds(const State* s, const Context* c, int p, int pc, int probe) noexcept nogil:
    """Do all terms of the condition hold for the seat now? `probe`: the space of a chosen one, else NONE."""
    cdef const int16_t* w = &c.rules.code[pc]
    cdef const Seat* seat = &s.seat[p]
    cdef int i, k, n, space
    cdef bint found
    while w[0] != COND_END:
        if w[0] == COND_CRAFT:
            if craft(s, c, p, w[2], w[3]) < w[1]:
                return False
        elif w[0] == COND_ORBITERS or w[0] == COND_LANDERS:
            n = 0
            for i in range(PLANETS):
                n += seat.orbiters[i] if w[0] == COND_ORBITERS else seat.landers[i]
            if w[0] == COND_LANDERS and w[2]:
                n += moons_of_seat(s, c, p, 0x7FFF)
            if n < w[1]:
                return False
        elif w[0] == COND_ONE_PLANET:
            found = False
            for i in range(PLANETS):
                n = seat.landers[i]
                if w[3]:
                    n += moons_of_seat(s, c, p, 1 << (i + 3))
                if seat.orbiters[i] >= w[1] and n >= w[2]:
                    found = True
            if not found:
                return False
        elif w[0] == COND_WINS:
            if wins_of(s, c, p, w[2]) < w[1]:
                return False
        elif w[0] == COND_WINS_ONE_SECTOR:
            found = False
            for i in range(STARS):
                if seat.wins[i] >= w[1]:
                    found = True
            if not found:
                return False
        elif w[0] == COND_TRACES:
            if traces_of(s, p, 2, w[2]) < w[1]:
                return False
        elif w[0] == COND_TRACES_EACH_SPECIES:
            if traces_of(s, p, 0, w[2]) < w[1] or traces_of(s, p, 1, w[2]) < w[1]:
                return False
        elif w[0] == COND_TRACES_OF_EACH_KIND:
            found = False
            for i in range(2):
                if all_kinds(s, p, i, w[1]):
                    found = True
            if not found:
                return False
        elif w[0] == COND_TECHS:
            if techs_of(s, c, p, w[2]) < w[1]:
                return False
        elif w[0] == COND_PUBLICITY:
            if seat.res[RES_PUBLICITY] < w[1]:
                return False
        elif w[0] == COND_VP:
            if seat.res[RES_VP] < w[1]:
                return False
        elif w[0] == COND_HAND:
            if seat.n_hand != w[1]:
                return False
        elif w[0] == COND_SIGNAL_SECTORS:
            if signal_sectors(s, p) < w[1]:
                return False
        elif w[0] == COND_PROBE_ON:
            if not probe_on(s, c, p, w[1], probe):
                return False
        elif w[0] == COND_PROBE_ON_NEXT_TO:
            found = False
            space = planet_space(s, c, w[2] - 3)
            for i in range(seat.n_probes):
                if (w[1] >> cell_at(s, c, seat.probes[i])) & 1 and distance(space, seat.probes[i]) == 1:
                    found = True
            if not found:
                return False
        elif w[0] == COND_PROBE_DISTANCE:
            found = False
            space = planet_space(s, c, CELL_EARTH - 3)
            for i in range(seat.n_probes):
                if distance(space, seat.probes[i]) >= w[1]:
                    found = True
            if not found:
                return False
        elif w[0] == COND_TRACES_SPECIES:
            i = named_slot(s, w[3])
            if i == NONE or traces_of(s, p, i, w[2]) < w[1]:
                return False
        elif w[0] == COND_TRACES_SAME:
            found = False
            for i in range(N_TRK):
                if traces_of(s, p, 2, i) >= w[1]:
                    found = True
            if not found:
                return False
        elif w[0] == COND_EACH_KIND_SPECIES:
            i = named_slot(s, w[2])
            if i == NONE or not all_kinds(s, p, i, w[1]):
                return False
        elif w[0] == COND_PAID_TRACES:
            i = named_slot(s, w[2])
            if i == NONE or paid_traces(s, c, p, i) < w[1]:
                return False
        elif w[0] == COND_EXOFOSSIL:
            if seat.res[RES_EXOFOSSIL] < w[1]:
                return False
        elif w[0] == COND_LANDERS_AT:
            n = moons_of_seat(s, c, p, w[2]) if w[3] else 0
            for i in range(PLANETS):
                n += seat.landers[i] if (w[2] >> (i + 3)) & 1 else 0
            if n < w[1]:
                return False
        elif w[0] == COND_CRAFT_ONE_PLANET:
            found = False
            for i in range(PLANETS):
                if craft(s, c, p, 1 << (i + 3), w[2] != 0) >= w[1]:
                    found = True
            if not found:
                return False
        elif w[0] == COND_SIGNALS_ON_TILE:
            if signals_in(s, p, TILE) < w[1]:
                return False
        elif w[0] == COND_MISSIONS:
            if size_of(seat.completed) < w[1]:
                return False
        elif w[0] == COND_TUCKED:
            if size_of(seat.tucked) < w[1]:
                return False
        elif w[0] == COND_DELIVER:
            if not can_deliver(s, c, p, w[1]):
                return False
        elif w[0] == COND_MARKED_ON_TILE:
            if s.marked[N_COL] < w[1]:
                return False
        elif w[0] == COND_LAUNCHED_AT_ANOMALY:
            if not s.launched or not s.anomaly_at[earth_sector(s, c)]:
                return False
        elif w[0] == COND_LANDED_ON:
            # Bit 0 stands for any moon (compile.py); a planet bit for the planet itself.
            if s.landed == 0 or not ((w[1] & 1) if s.landed_moon else ((w[1] >> s.landed) & 1)):
                return False
        elif w[0] == COND_TOOK_TECH_KNOWN:
            if s.tech == NONE or not s.tech_known:
                return False
        elif w[0] == COND_SIGNALS_THERE:
            if s.last_star == NONE or signals_in(s, p, s.last_star) != w[1]:
                return False
        else:
            return unknown(s, HERE, b"COND", w[0])
        w += 4
    return True

cdef inline int named_slot(const State* s, int species) noexcept nogil:
    """Slot of the species in the word of a condition or count: its own, or the other one (SPG-08)."""
    cdef int slot = slot_of(s, species & (OTHER_SPECIES - 1))
    return slot if slot == NONE or species < OTHER_SPECIES else 1 - slot

cdef bint all_kinds(const State* s, int p, int slot, int n) noexcept nogil:
    """Has the seat n traces of every kind at the slot?"""
    cdef int k
    for k in range(N_TRK):
        if traces_of(s, p, slot, k) < n:
            return False
    return True

cdef int count_of(const State* s, const Context* c, int p, int pc) noexcept nogil:
    """The value of a count for the seat, divided by what the data divide it by, rounded down."""
    cdef const int16_t* w = &c.rules.code[pc]
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int i, k, space
    if w[0] == CNT_MIN_OF or w[0] == CNT_MAX_OF:
        n = count_of(s, c, p, pc + 4)
        for i in range(1, w[2]):
            k = count_of(s, c, p, pc + 4 + 4 * i)
            if (k < n) == (w[0] == CNT_MIN_OF):
                n = k
        return n
    if w[0] == CNT_MARKED:
        n = s.marked[w[2]]
    elif w[0] == CNT_MARKED_SECTORS:
        n = seti_popcount(s.sectors_marked)
    elif w[0] == CNT_TECHS:
        n = techs_of(s, c, p, w[2])
    elif w[0] == CNT_TECHS_TAKEN:
        n = techs_of(s, c, p, 1 << s.tech) if s.tech != NONE else 0
    elif w[0] == CNT_TRACES:
        n = traces_of(s, p, 2, w[2])
    elif w[0] == CNT_TRACES_MARKED:
        n = traces_of(s, p, 2, s.trace_kind) if s.trace_kind != NONE else 0
    elif w[0] == CNT_PUBLICITY:
        n = seat.res[RES_PUBLICITY]
    elif w[0] == CNT_INCOME:
        n = seat.income[w[2]]
    elif w[0] == CNT_SHOWN_INCOME or w[0] == CNT_SHOWN_CORNER:
        # The most that can be shown; how many are is the player's choice.
        i = next_card(seat.hand, -1)
        while i != NONE:
            if w[0] == CNT_SHOWN_INCOME:
                n += c.rules.card_income[i] == w[2]
            else:
                n += c.rules.card_corner[i][w[2]] > 0
            i = next_card(seat.hand, i)
    elif w[0] == CNT_ADJACENT:
        if s.probe != NONE:
            for i in range(c.rules.n_near[s.probe]):
                n += (w[2] >> cell_at(s, c, c.rules.near[s.probe][i])) & 1
    elif w[0] == CNT_EARTH_SECTOR:
        space = planet_space(s, c, CELL_EARTH - 3)
        for i in range(4):
            k = i * 8 + (space & 7)
            if k != space and cell_at(s, c, k) >= CELL_COMET:
                n += 1
    elif w[0] == CNT_WINS:
        n = wins_of(s, c, p, w[2])
    elif w[0] == CNT_CRAFT:
        n = craft(s, c, p, w[2], w[3])
    elif w[0] == CNT_SIGNAL_SECTORS:
        n = signal_sectors(s, p)
    elif w[0] == CNT_MISSIONS:
        n = size_of(seat.completed)
    elif w[0] == CNT_TRACES_SPECIES:
        i = named_slot(s, w[3])
        n = traces_of(s, p, i, w[2]) if i != NONE else 0
    elif w[0] == CNT_MARKED_ON_TILE:
        n = s.marked[N_COL]
    elif w[0] == CNT_SIGNALS_AT_ANOMALIES:
        n = signals_at_anomalies(s, p)
    elif w[0] == CNT_MISSIONS_OR_ENDGAME:
        n = size_of(seat.completed) + size_of(seat.endgame)
    else:
        return unknown(s, HERE, b"CNT", w[0])
    return n / w[1] if n >= 0 else 0
