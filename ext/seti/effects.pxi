# Effects: what an operation of a program lets its owner choose, and what it does.
#
# For the effect at a program's pc, `effect_options` lists what can be chosen (nothing: it cannot be done, R4.5), and
# `do_effect` does it with one of these. Effects without a choice have one option, A_GO.

cdef bint may_refuse(const int16_t* w) noexcept nogil:
    """Is the effect optional (R4.4)?"""
    return (
        w[0] == OP_INCOME or w[0] == OP_TUCK_THIS or w[0] == OP_MAY or w[0] == OP_SIGNAL_PROBES
        or (w[0] == OP_SIGNAL_HAND and w[2]) or w[0] == OP_REPEAT
    )

cdef int cards_in_hand(const State* s, int p, int kind, uint32_t* out) noexcept nogil:
    cdef int n = 0
    cdef int card = next_card(s.seat[p].hand, -1)
    while card != NONE:
        out[n] = action(kind, card, 0, 0)
        n += 1
        card = next_card(s.seat[p].hand, card)
    return n

cdef int row_cards(const State* s, const Context* c, int kind, uint32_t* out) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(c.rules.card_row):
        if s.row[i] != NONE:
            out[n] = action(kind, s.row[i], 0, 0)
            n += 1
    return n

cdef int star_list(int stars, uint32_t* out) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(STARS):
        if (stars >> i) & 1:
            out[n] = action(A_SIGNAL, i, 0, 0)
            n += 1
    return n

cdef int probe_sectors(const State* s, int p) noexcept nogil:
    """Bits of the stars in whose sectors the seat has a probe."""
    cdef int i
    cdef int stars = 0
    for i in range(s.seat[p].n_probes):
        stars |= 1 << s.star_of_sector[s.seat[p].probes[i] & 7]
    return stars

cdef int signal_stars(const State* s, const Context* c, const Frame* f, const int16_t* w) noexcept nogil:
    """Bits of the stars, the tile included, that the next signal of the effect may go to."""
    return with_tile(s, c, named_stars(s, c, f, w))

cdef int named_stars(const State* s, const Context* c, const Frame* f, const int16_t* w) noexcept nogil:
    """Bits of the stars in the sectors that the effect names."""
    cdef int sector
    if f.b:                # the sector was chosen with an earlier one
        sector = star_sector(s, c, f.b - 1)
        if w[1] == WHERE_OWN_PROBE_AND_NEIGHBORS:
            # f.b is the middle one; the second signal goes before it, the third after it
            sector = (sector + (7 if f.a == 1 else 1)) & 7
        return 1 << s.star_of_sector[sector]
    if w[1] == WHERE_STAR:
        return 1 << w[2]
    if w[1] == WHERE_COLOR:
        return c.rules.color_stars[w[2]]
    if w[1] == WHERE_ANY:
        return 0xFF
    if w[1] == WHERE_NEXT_ANOMALY:
        sector = next_anomaly(s, c)
        return 0 if sector == NONE else 1 << s.star_of_sector[sector]
    if w[1] == WHERE_BODY:
        if planet_space(s, c, w[2] - 3) == NONE:
            return 0
        sector = sector_of_cell(s, c, w[2])
        if w[4] & 4 and s.seat[f.player].techs & c.rules.neighbour_mask:
            return (
                (1 << s.star_of_sector[sector]) | (1 << s.star_of_sector[(sector + 1) & 7])
                | (1 << s.star_of_sector[(sector + 7) & 7])
            )
        return 1 << s.star_of_sector[sector]
    if w[1] == WHERE_OWN_PROBE or w[1] == WHERE_OWN_PROBE_AND_NEIGHBORS:
        return probe_sectors(s, f.player)
    return unknown(s, HERE, b"WHERE", w[1])

cdef void landing_cost(const State* s, const Context* c, int p, int planet, int32_t* cost) noexcept nogil:
    """What a landing at the planet costs: less with anybody's orbiter there, and with probe-3 (R9.1)."""
    cdef const RulesTable* r = c.rules
    cdef int i
    cdef bint orbited = False
    for i in range(s.players):
        if s.seat[i].orbiters[planet]:
            orbited = True
    memcpy(cost, &r.land_cost_with_orbiter[0] if orbited else &r.action_cost[PAID_LAND][0], N_RES * sizeof(int32_t))
    if s.seat[p].techs & r.discount_mask:
        for i in range(r.n_techs):
            if (s.seat[p].techs >> i) & 1:
                cost[RES_ENERGY] -= r.tech_land_discount[i]
        if cost[RES_ENERGY] < 0:
            cost[RES_ENERGY] = 0

cdef bint can_pay_landing(const State* s, const Context* c, int p, int planet) noexcept nogil:
    cdef int32_t cost[N_RES]
    landing_cost(s, c, p, planet, cost)
    return can_pay(s, p, cost)

cdef int own_planets(const State* s, const Context* c, int p) noexcept nogil:
    """Bits of the planets other than Earth on which the seat has a probe."""
    cdef int i, cell
    cdef int mask = 0
    for i in range(s.seat[p].n_probes):
        cell = cell_at(s, c, s.seat[p].probes[i])
        if cell > CELL_COMET and cell != CELL_EARTH and (not s.seat[p].n_capsules or probes_on(s, p, s.seat[p].probes[i])):
            mask |= 1 << (cell - 3)
    return mask

cdef int orbit_options(const State* s, const Context* c, int p, uint32_t* out) noexcept nogil:
    cdef int mask = own_planets(s, c, p)
    cdef int n = 0
    cdef int i
    for i in range(PLANETS):
        if (mask >> i) & 1:
            out[n] = action(A_ORBIT, i, 0, 0)
            n += 1
    return n

cdef inline bint space_covered(const State* s, int planet, int k) noexcept nogil:
    cdef int i
    for i in range(SEATS):
        if s.data_space[planet][k][i]:
            return True
    return False

cdef inline bint moon_taken(const State* s, int moon) noexcept nogil:
    cdef int i
    for i in range(SEATS):
        if s.seat[i].moon[moon]:
            return True
    return False

cdef int land_options(const State* s, const Context* c, int p, int flags, bint paid, uint32_t* out) noexcept nogil:
    """Landings open to the seat (R9.1 to R9.7). flags: 1 moons without the tech, 2 taken spaces too (base-016)."""
    cdef const RulesTable* r = c.rules
    cdef int mask = own_planets(s, c, p)
    cdef int n = 0
    cdef int i, k, m, free_spaces, taken
    for i in range(PLANETS):
        if not (mask >> i) & 1 or (paid and not can_pay_landing(s, c, p, i)):
            continue
        free_spaces = taken = 0
        for k in range(r.n_data_spaces[i]):
            if space_covered(s, i, k):
                taken |= 1 << k
            else:
                free_spaces |= 1 << k
        if not flags & 2:
            taken = 0
        if seti_popcount(free_spaces | taken) <= 1 and not taken:
            out[n] = action(A_LAND, i, NONE, 0)
            n += 1
        else:
            if not free_spaces:
                out[n] = action(A_LAND, i, NONE, 0)
                n += 1
            for k in range(r.n_data_spaces[i]):
                if ((free_spaces | taken) >> k) & 1:
                    out[n] = action(A_LAND, i, NONE, k + 1)
                    n += 1
        if not flags & 1 and not s.seat[p].techs & r.moons_mask:
            continue
        for m in range(r.n_moons):
            if r.moon_planet[m] == i and (flags & 2 or not moon_taken(s, m)):
                out[n] = action(A_LAND, i, m, 0)
                n += 1
    return n

cdef int remove_options(const State* s, const Context* c, int p, int piece, bint moons, uint32_t* out) noexcept nogil:
    """Own orbiters or landers, those on a special space apart (R8.4, R9.10)."""
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int i, k, special
    for i in range(PLANETS):
        if piece == PIECE_ORBITER:
            special = s.orbit_first[i] == p + 1
            if seat.orbiters[i] > special:
                out[n] = action(A_REMOVE, i, NONE, 0)
                n += 1
            if special:
                out[n] = action(A_REMOVE, i, NONE, 1)
                n += 1
        else:
            special = s.data_space[i][0][p] + s.data_space[i][1][p] + s.data_space[i][2][p]
            if seat.landers[i] > special:
                out[n] = action(A_REMOVE, i, NONE, 0)
                n += 1
            for k in range(3):
                if s.data_space[i][k][p]:
                    out[n] = action(A_REMOVE, i, NONE, k + 1)
                    n += 1
    if piece == PIECE_LANDER and moons:
        for i in range(c.rules.n_moons):
            if seat.moon[i]:
                out[n] = action(A_REMOVE, c.rules.moon_planet[i], i, 0)
                n += 1
    return n

cdef int tech_options(const State* s, const Context* c, int p, int kinds, int flags, uint32_t* out) noexcept nogil:
    cdef const RulesTable* r = c.rules
    cdef int i, q
    cdef int n = 0
    cdef int others = 0
    for q in range(s.players):
        if q != p:
            others |= s.seat[q].techs
    if s.solo.rival and flags & 1:
        for i in range(r.n_techs):
            others |= (s.solo.tech[i] > 0) << i
    for i in range(r.n_techs):
        if (s.seat[p].techs >> i) & 1 or not (kinds >> r.tech_kind[i]) & 1 or s.tile_taken[i] >= 4:
            continue
        if flags & 1 and not (others >> i) & 1:
            continue
        out[n] = action(A_TECH, i, 0, 0)
        n += 1
    return n

cdef bint trace_allowed(const State* s, int p, int slot, int kind, int where) noexcept nogil:
    """May the seat mark that kind at that slot, as far as the effect's `where` goes?"""
    if (where & 7) == TRW_ANYWHERE:
        return True
    if (where & 7) == TRW_OWN_SPECIES:
        return traces_of(s, p, slot, kind) > 0
    if (where & 7) == TRW_THAT_SPECIES:
        return all_kinds(s, p, slot, where >> 3)
    return unknown(s, HERE, b"TRW", where & 7)

cdef int trace_options(const State* s, const Context* c, int p, int kind, int where, uint32_t* out) noexcept nogil:
    """Where a trace may be marked (R16.2). where: TRW_ and, from bit 3, the number that `that-species` asks of each kind."""
    cdef int n = 0
    cdef int slot, k
    for slot in range(2):
        for k in range(N_TRK):
            if (kind != 3 and kind != k) or not trace_allowed(s, p, slot, k, where):
                continue
            if s.space[slot][k] == 0 and not s.discovered[slot]:
                out[n] = action(A_TRACE, slot, k, 0)
                n += 1
            n += board_trace_options(s, c, p, slot, k, &out[n])
            out[n] = action(A_TRACE, slot, k, 1)
            n += 1
    return n

cdef int probe_options(const State* s, const Context* c, const Frame* f, uint32_t* out) noexcept nogil:
    """Probes of anybody for `signal-probes`: ascending by (seat, space), after those already chosen."""
    cdef int n = 0
    cdef int q, i, j, same, at
    for q in range(s.players):
        i = 0
        while i < s.seat[q].n_probes:
            at = s.seat[q].probes[i]
            same = 0
            j = i
            while j < s.seat[q].n_probes and s.seat[q].probes[j] == at:
                same += 1
                j += 1
            # f.b: key of the last chosen + 1, f.c: how often it was chosen
            if q * 32 + at + 1 > f.b or (q * 32 + at + 1 == f.b and f.c < same):
                out[n] = action(A_PROBE, q, at, 0)
                n += 1
            i = j
    return n

cdef inline bint payable(const State* s, const Context* c, int p, int pc) noexcept nogil:
    """A branch that begins with a payment which cannot be made is not available."""
    cdef const int16_t* w = &c.rules.code[pc]
    return w[0] != OP_PAY or s.seat[p].res[w[1]] >= w[2]

cdef int effect_options(const State* s, const Context* c, const Frame* f, uint32_t* out) noexcept nogil:
    """What can be chosen for the effect at the frame's pc; 0 where it cannot be done."""
    cdef const RulesTable* r = c.rules
    cdef const int16_t* w = &r.code[f.pc]
    cdef int p = f.player
    cdef int n = 0
    cdef int i
    if w[0] == OP_GAIN or w[0] == OP_ROTATE or w[0] == OP_THIS_TURN or w[0] == OP_IF or w[0] == OP_SCAN:
        n = 1
    elif w[0] == OP_DRAW:
        if w[1] == FROM_DECK:
            n = cards_left(s)
        elif w[1] == FROM_ROW:
            n = row_cards(s, c, A_TAKE, out)
            if 0 < n <= w[2] - f.a:
                out[0] = action(A_GO, 0, 0, 0)   # all that lie there: nothing to choose
                return 1
            return n
        elif w[1] == FROM_ROW_OR_DECK:
            n = row_cards(s, c, A_TAKE, out)
            if cards_left(s):
                out[n] = action(A_TAKE, NONE, 0, 0)
                n += 1
            return n
        else:
            return unknown(s, HERE, b"FROM", w[1])
    elif w[0] == OP_INCOME:
        return cards_in_hand(s, p, A_TUCK, out)
    elif w[0] == OP_MOVE:
        n = s.seat[p].n_probes > 0
    elif w[0] == OP_LAUNCH:
        # Beyond any limit there is room for so many that all samples can become capsules beside them.
        n = limited_probes(s, p) < PROBES - SAMPLES and (w[1] or limited_probes(s, p) < probe_limit(s, c, p))
    elif w[0] == OP_ORBIT:
        return orbit_options(s, c, p, out)
    elif w[0] == OP_LAND:
        return land_options(s, c, p, w[1], False, out)
    elif w[0] == OP_ORBIT_OR_LAND:
        n = orbit_options(s, c, p, out)
        return n + land_options(s, c, p, w[1], False, &out[n])
    elif w[0] == OP_ANALYZE:
        n = s.seat[p].top >= r.computer_top
    elif w[0] == OP_RESEARCH:
        return tech_options(s, c, p, w[1], w[2], out)
    elif w[0] == OP_SIGNAL:
        return star_list(signal_stars(s, c, f, w), out)
    elif w[0] == OP_SIGNAL_ROW:
        return row_cards(s, c, A_DISCARD, out)
    elif w[0] == OP_SIGNAL_HAND:
        return cards_in_hand(s, p, A_DISCARD, out)
    elif w[0] == OP_SIGNAL_DECK:
        n = cards_left(s)
    elif w[0] == OP_SIGNAL_PROBES:
        return probe_options(s, c, f, out)
    elif w[0] == OP_TRACE:
        return trace_options(s, c, p, w[1], w[2], out)
    elif w[0] == OP_PER:
        i = r.code[w[1]]
        if i == CNT_SHOWN_INCOME or i == CNT_SHOWN_CORNER:
            n = count_of(s, c, p, w[1])
            if n:
                for i in range(n + 1):
                    out[i] = action(A_SHOW, i, 0, 0)
                return n + 1
        else:
            n = count_of(s, c, p, w[1]) > 0
    elif w[0] == OP_CHOOSE:
        for i in range(w[1]):
            if payable(s, c, p, w[2 + i]):
                out[n] = action(A_CHOOSE, i + 1, 0, 0)
                n += 1
        return n
    elif w[0] == OP_MAY or w[0] == OP_REPEAT:
        out[0] = action(A_YES, 0, 0, 0)
        return payable(s, c, p, w[1])
    elif w[0] == OP_PAY:
        n = s.seat[p].res[w[1]] >= w[2]
    elif w[0] == OP_DRAW_SPECIES:
        return species_cards(s, w[1], out)
    elif w[0] == OP_PICK_SAMPLE:
        n = play_planet(s) != NONE
    elif w[0] == OP_SAMPLE_REWARD:
        return look_options(s, c, p, w[1] != 0, out)
    elif w[0] == OP_DELIVER:
        return capsules_on(s, p, planet_space(s, c, w[2] - 3), out, A_SAMPLE)
    elif w[0] == OP_ANOMALY_REWARD:
        n = active(s, r.anomaly_species) != NONE and next_anomaly(s, c) != NONE
    elif w[0] == OP_DISCARD_DRAWN:
        i = next_card(s.fresh, -1)
        while i != NONE:
            if has(s.seat[p].hand, i):
                out[n] = action(A_DISCARD, i, 0, 0)
                n += 1
            i = next_card(s.fresh, i)
        return n
    elif w[0] == OP_NO_MOVE_PUBLICITY:
        n = 1
    elif w[0] == OP_CHOOSE_PROBE:
        for i in range(s.seat[p].n_probes):
            if i == 0 or s.seat[p].probes[i] != s.seat[p].probes[i - 1]:
                out[n] = action(A_PROBE, p, s.seat[p].probes[i], 0)
                n += 1
        return n
    elif w[0] == OP_REMOVE:
        return remove_options(s, c, p, w[1], w[2], out)
    elif w[0] == OP_ROW_CORNERS:
        n = row_size(s, c) > 0
    elif w[0] == OP_DRAWN_CORNER:
        n = s.drawn != NONE
    elif w[0] == OP_VISIT_MOVE_INSTEAD or w[0] == OP_IGNORE_ASTEROIDS:
        n = 1
    elif w[0] == OP_TUCK_THIS:
        if s.card != NONE:
            out[0] = action(A_TUCK, s.card, 0, 0)
            return 1
    elif w[0] == OP_RETURN_THIS:
        n = s.card != NONE
    elif w[0] != OP_END:   # nothing: a step of a scan may be empty; and OP_PROGRESS is the rival's alone
        n = unknown(s, HERE, b"OP", w[0])
    out[0] = action(A_GO, 0, 0, 0)
    return n

# -------------------------------------------------------------------------- doing effects

cdef void launch(State* s, const Context* c, int p, int flags) noexcept nogil:
    add_probe(s, p, planet_space(s, c, CELL_EARTH - 3))
    if p == s.turn and not flags & F_ASIDE:
        s.launched = 1
    later(s, c, p, EV_LAUNCH, 0, flags)

cdef void orbit(State* s, const Context* c, int p, int planet, int flags) noexcept nogil:
    """A probe at the planet becomes an orbiter: first place, reward, event (R8.2)."""
    cdef const RulesTable* r = c.rules
    take_probe(s, p, planet_space(s, c, planet))
    if p == s.turn and not flags & F_ASIDE:
        s.orbited = planet + 3
    s.seat[p].orbiters[planet] += 1
    log_row(s, c, LOG_ORBIT, p + 1, planet, s.orbit_first[planet] == 0, 0)
    later(s, c, p, EV_ORBIT, planet + 3, flags)
    push_after_deed(s, r.orbit_reward[planet], p, flags, SRC_ORBIT)
    if s.orbit_first[planet] == 0:
        s.orbit_first[planet] = p + 1
        push_after_deed(s, r.orbit_first[planet], p, flags, SRC_ORBIT)

cdef void land(State* s, const Context* c, int p, uint32_t act, int flags) noexcept nogil:
    """A probe becomes a lander: data space, reward, event (R9.4, R9.7)."""
    cdef const RulesTable* r = c.rules
    cdef int planet = arg_a(act)
    cdef int moon = arg_b(act)
    cdef int k = arg_c(act)
    cdef int i
    take_probe(s, p, planet_space(s, c, planet))
    if p == s.turn and not flags & F_ASIDE:
        s.landed = planet + 3
        s.landed_moon = moon != NONE
    later(s, c, p, EV_LAND, planet + 3, flags)
    if moon != NONE:
        s.seat[p].moon[moon] += 1
        log_row(s, c, LOG_LAND, p + 1, planet, 0, moon + 1)
        push_after_deed(s, r.moon_land[moon], p, flags, SRC_MOON)
        return
    s.seat[p].landers[planet] += 1
    if k == 0:
        for i in range(r.n_data_spaces[planet]):
            if not space_covered(s, planet, i):
                k = i + 1
                break
    log_row(s, c, LOG_LAND, p + 1, planet, k, 0)
    push_after_deed(s, r.land_reward[planet], p, flags, SRC_LAND)
    if k:
        s.data_space[planet][k - 1][p] += 1
        push_after_deed(s, r.data_space[planet][k - 1], p, flags, SRC_LAND)

cdef void remove_piece(State* s, const Context* c, int p, int piece, uint32_t act) noexcept nogil:
    cdef int planet = arg_a(act)
    cdef int moon = arg_b(act)
    if moon != NONE:
        s.seat[p].moon[moon] -= 1
    elif piece == PIECE_ORBITER:
        s.seat[p].orbiters[planet] -= 1
        if arg_c(act):
            s.orbit_first[planet] = 0
    else:
        s.seat[p].landers[planet] -= 1
        if arg_c(act):
            s.data_space[planet][arg_c(act) - 1][p] -= 1

cdef void take_tech(State* s, const Context* c, int p, int tech, bint no_bonus, int flags) noexcept nogil:
    """2-point tile, printed gains, bonus, place, event (R15.3, R15.5)."""
    cdef const RulesTable* r = c.rules
    cdef int bonus = s.tile_order[tech][s.tile_taken[tech]]
    cdef int q
    cdef Frame* f
    if p == s.turn and not flags & F_ASIDE:
        s.tech = r.tech_kind[tech]
        s.tech_known = 0
        for q in range(s.players):
            if q != p and (s.seat[q].techs >> tech) & 1:
                s.tech_known = 1
        if s.solo.tech[tech]:
            s.tech_known = 1
    log_row(s, c, LOG_TECH, p + 1, tech, bonus, s.two_points[tech])
    s.seat[p].techs |= 1 << tech
    s.tile_taken[tech] += 1
    if s.tile_taken[tech] < 4:
        log_row(s, c, LOG_TILE, 0, tech, s.tile_order[tech][s.tile_taken[tech]], 4 - s.tile_taken[tech])
    later(s, c, p, EV_RESEARCH, r.tech_kind[tech], flags)
    if r.tech_kind[tech] == TEK_COMPUTER:
        f = push(s, FK_COLUMN, p, flags, SRC_TECH)
        f.a = tech
    # Pushed last to first.
    if not no_bonus:
        push_after_deed(s, r.tile_bonus[bonus], p, flags, SRC_TECH)
    push_after_deed(s, r.tech_extra[tech], p, flags, SRC_TECH)
    if s.two_points[tech]:
        s.two_points[tech] = 0
        push_after_deed(s, r.first_taker, p, flags, SRC_TECH)

cdef void mark_trace(State* s, const Context* c, int p, uint32_t act, int flags) noexcept nogil:
    """Marker on the space, its reward, then the event (R16.2 to R16.5)."""
    cdef int slot = arg_a(act)
    cdef int kind = arg_b(act)
    if p == s.turn and not flags & F_ASIDE:
        s.trace_kind = kind
    later(s, c, p, EV_TRACE, kind, flags)
    log_row(s, c, LOG_TRACE, p + 1, slot * N_TRK + kind, arg_c(act), 0)
    if arg_c(act) == 1:
        s.seat[p].overflow[slot][kind] += 1
        push_after_deed(s, c.rules.overflow, p, flags, SRC_TRACE)
    elif arg_c(act) == 0:
        s.space[slot][kind] = p + 1
        push_after_deed(s, c.rules.discovery[slot], p, flags, SRC_TRACE)
    else:
        mark_board_trace(s, c, p, act, flags)

cdef void corner_gain(State* s, const Context* c, int p, int card, int flags, bint event, int source) noexcept nogil:
    """The corner of a card; with `event` it was discarded for it, which missions may watch (R14.10)."""
    cdef const int32_t* n = &c.rules.card_corner[card][0]
    cdef int k
    cdef Frame* f
    if event:
        for k in range(3):
            if n[k]:
                later(s, c, p, EV_CORNER, k, flags)
    if n[CNR_VP]:
        gain(s, c, p, RES_VP, n[CNR_VP], source)
    if n[CNR_PUBLICITY]:
        gain(s, c, p, RES_PUBLICITY, n[CNR_PUBLICITY], source)
    if n[CNR_DATA]:
        gain(s, c, p, RES_DATA, n[CNR_DATA], source)
    if n[CNR_MOVE] and s.seat[p].n_probes:
        f = push(s, FK_MOVE, p, flags, source)
        f.a = n[CNR_MOVE]

cdef inline int card_stars(const Context* c, int card) noexcept nogil:
    return c.rules.color_stars[c.rules.card_sector[card]]

cdef void signal_of_card(State* s, const Context* c, int p, int card, int flags) noexcept nogil:
    """The signal that a discarded card shows: one of the two stars of its colour (R10.7)."""
    cdef Frame* f = push(s, FK_STAR, p, flags, SRC_SIGNAL)
    f.a = with_tile(s, c, card_stars(c, card)) & 255
    f.b = with_tile(s, c, card_stars(c, card)) >> 8

cdef void see_effect(const State* s, const Context* c, const Frame* f, uint32_t act) noexcept nogil:
    """Write down that the effect at the frame's pc does something: not a condition that fails, a count of nothing, or
    movement without a probe."""
    cdef const int16_t* w = &c.rules.code[f.pc]
    cdef int n
    if w[0] == OP_IF and not holds(s, c, f.player, w[1], NONE if f.flags & F_ASIDE else s.probe):
        return
    if w[0] == OP_PER:
        n = arg_a(act) if kind_of(act) == A_SHOW else count_of(s, c, f.player, w[1])
        if not n or (w[2] == PER_MOVE and not s.seat[f.player].n_probes):
            return
    if w[0] == OP_MOVE and not s.seat[f.player].n_probes:
        return
    c.seen[f.pc] = 1

cdef void do_effect(State* s, const Context* c, Frame* f, uint32_t act) noexcept nogil:
    """Do the effect at the frame's pc, or one round of it, with the choice made; A_SKIP refuses it."""
    cdef const RulesTable* r = c.rules
    cdef const int16_t* w = &r.code[f.pc]
    cdef int p = f.player
    cdef int flags = f.flags
    cdef int source = f.source
    cdef int kind = kind_of(act)
    cdef int n, card, star, chosen
    cdef int length
    cdef bint own = p == s.turn and not flags & F_ASIDE
    cdef Frame* g
    cdef bint again = False
    f.flags = (flags | F_STARTED) & ~F_GO
    length = op_length(w)
    if kind == A_SKIP:
        finish_effect(s, c, f, w, length)
        return
    if c.seen != NULL:
        see_effect(s, c, f, act)
    chosen = f.a
    # Anything pushed below lies above f in the stack; f itself moves on first where the effect is over.
    if w[0] == OP_SIGNAL or w[0] == OP_SIGNAL_ROW or w[0] == OP_SIGNAL_HAND or w[0] == OP_SIGNAL_DECK or w[0] == OP_SIGNAL_PROBES:
        f.a += 1
        n = w[3] if w[0] == OP_SIGNAL else w[1]
        again = f.a < n
        if again:
            if w[0] == OP_SIGNAL and not f.b and (w[4] & 1 or w[1] == WHERE_OWN_PROBE_AND_NEIGHBORS):
                f.b = arg_a(act) + 1
            elif w[0] == OP_SIGNAL_PROBES:
                n = arg_a(act) * 32 + arg_b(act) + 1
                f.c = f.c + 1 if n == f.b else 1
                f.b = n
                f.flags &= ~F_STARTED  # no free action until all probes are chosen
    elif (w[0] == OP_DRAW and w[1] != FROM_DECK) or w[0] == OP_DRAW_SPECIES:
        f.a += 1
        again = f.a < w[2] and kind != A_GO
    elif w[0] == OP_REPEAT:
        again = True           # until it is declined or cannot be paid any more
    if not again:
        f.a = f.b = f.c = 0
        f.pc += length
    if w[0] == OP_GAIN:
        gain(s, c, p, w[1], w[2], source)
    elif w[0] == OP_DRAW:
        if w[1] == FROM_DECK:
            for n in range(w[2]):
                card = draw_blind(s, c, p)
                if own and card != NONE:
                    drew(s, card)
        elif w[1] == FROM_ROW:
            for n in range(r.card_row):
                card = s.row[n]
                if card != NONE and (kind == A_GO or card == arg_a(act)):
                    s.row[n] = NONE
                    to_hand(s, c, p, card, ARRIVAL_ROW, 0)
                    if own:
                        drew(s, card)
            if not again:
                release_row(s, c)   # filled when all are taken (ANO-15)
        elif w[1] == FROM_ROW_OR_DECK:
            card = take_card(s, c, p, act)
            if own:
                drew(s, card)
        else:
            unknown(s, HERE, b"FROM", w[1])
    elif w[0] == OP_DRAW_SPECIES:
        card = take_species_card(s, c, p, w[1], act)
        if own:
            drew(s, card)
    elif w[0] == OP_INCOME:
        out_of_hand(s, c, p, arg_a(act), FATE_TUCKED)
        tuck(s, c, p, arg_a(act), source)
    elif w[0] == OP_MOVE:
        push_move(s, p, w[1], flags & F_STARTED, flags, source)
    elif w[0] == OP_LAUNCH:
        launch(s, c, p, flags)
    elif w[0] == OP_ORBIT or w[0] == OP_LAND or w[0] == OP_ORBIT_OR_LAND:
        if kind == A_ORBIT:
            orbit(s, c, p, arg_a(act), flags)
        else:
            land(s, c, p, act, flags)
    elif w[0] == OP_SCAN:
        # Between an effect before it and its first step the point is open.
        push(s, FK_SCAN, p, flags, source).flags |= flags & F_STARTED
    elif w[0] == OP_ANALYZE:
        analyze(s, c, p, flags)
    elif w[0] == OP_ROTATE:
        rotate(s, c, flags)
    elif w[0] == OP_RESEARCH:
        take_tech(s, c, p, arg_a(act), w[2] & 2, flags)
    elif w[0] == OP_SIGNAL:
        mark_signal(s, c, p, arg_a(act), w[4] & 2, flags)
    elif w[0] == OP_SIGNAL_ROW:
        discard_row_card(s, c, arg_a(act))
        if not again:
            push(s, FK_REFILL, p, flags, source)
        signal_of_card(s, c, p, arg_a(act), flags)
    elif w[0] == OP_SIGNAL_HAND:
        discard_hand_card(s, c, p, arg_a(act), FATE_SIGNAL)
        signal_of_card(s, c, p, arg_a(act), flags)
    elif w[0] == OP_SIGNAL_DECK:
        card = reveal(s, c, p)
        add(s.discard, card)
        signal_of_card(s, c, p, card, flags)
    elif w[0] == OP_SIGNAL_PROBES:
        star = with_tile(s, c, 1 << s.star_of_sector[arg_b(act) & 7])
        choose_signal_probe(s, p, star, chosen, not again, flags)
    elif w[0] == OP_TRACE:
        mark_trace(s, c, p, act, flags)
    elif w[0] == OP_IF:
        # A free action or a mission's reward knows nothing of the probe that a card being played has chosen.
        if holds(s, c, p, w[1], NONE if flags & F_ASIDE else s.probe):
            push_program(s, w[2], p, flags, source)
    elif w[0] == OP_PER:
        n = arg_a(act) if kind == A_SHOW else count_of(s, c, p, w[1])
        if w[2] == PER_GAIN:
            if n:
                gain(s, c, p, w[3], n * w[4], source)
        elif w[2] == PER_MOVE:
            if n and s.seat[p].n_probes:
                push_move(s, p, n * w[4], flags & F_STARTED, flags, source)
        elif w[2] == PER_DRAW:
            for star in range(n * w[4]):
                card = draw_blind(s, c, p)
                if own and card != NONE:
                    drew(s, card)
        else:
            unknown(s, HERE, b"PER", w[2])
    elif w[0] == OP_CHOOSE:
        push_program(s, w[1 + arg_a(act)], p, flags, source)
    elif w[0] == OP_MAY or w[0] == OP_REPEAT:
        push_program(s, w[1], p, flags, source)
    elif w[0] == OP_PAY:
        gain(s, c, p, w[1], -w[2], source)
    elif w[0] == OP_PICK_SAMPLE:
        look(s, p, play_planet(s), True, flags, source)
    elif w[0] == OP_SAMPLE_REWARD:
        look(s, p, arg_a(act), False, flags, source)
    elif w[0] == OP_DELIVER:
        deliver(s, c, f, arg_a(act), w[1])
    elif w[0] == OP_ANOMALY_REWARD:
        push_program(s, anomaly_reward(s, c, next_anomaly(s, c)), p, flags, source)
    elif w[0] == OP_DISCARD_DRAWN:
        card = arg_a(act)
        discard_hand_card(s, c, p, card, FATE_DISCARDED if w[1] else FATE_CORNER)
        if w[1]:
            income_once(s, c, p, r.card_income[card], source)
        else:
            corner_gain(s, c, p, card, flags, True, source)
    elif w[0] == OP_NO_MOVE_PUBLICITY:
        s.no_move_publicity = 1
    elif w[0] == OP_THIS_TURN:
        if s.n_watch >= WATCHES:
            s.fault = FAULT_WATCHES
            return
        s.watch[s.n_watch] = w[1]
        s.n_watch += 1
    elif w[0] == OP_CHOOSE_PROBE:
        s.probe = arg_b(act)
        push_program(s, w[1], p, flags, source)
    elif w[0] == OP_REMOVE:
        remove_piece(s, c, p, w[1], act)
        push_after_deed(s, w[3], p, flags, source)
    elif w[0] == OP_ROW_CORNERS:
        start_row_corners(s, c, p, w[1], flags)
    elif w[0] == OP_DRAWN_CORNER:
        corner_gain(s, c, p, s.drawn, flags, False, source)
    elif w[0] == OP_VISIT_MOVE_INSTEAD:
        s.visit_instead = 1
    elif w[0] == OP_IGNORE_ASTEROIDS:
        s.ignore_asteroids = 1
    elif w[0] == OP_TUCK_THIS:
        s.tucked = 1
        tuck(s, c, p, s.card, source)
    elif w[0] == OP_RETURN_THIS:
        s.returned = 1
    else:                  # OP_PROGRESS is the rival's alone
        unknown(s, HERE, b"OP", w[0])

cdef void choose_signal_probe(State* s, int p, int stars, int chosen, bint last, int flags) noexcept nogil:
    """The signal of one more probe for `signal-probes`, `chosen` having been chosen before. The program frame is on top.

    All are chosen before the first is marked: what moves between two signals could not be told from a probe not
    chosen yet. The signals wait below the program, the first chosen uppermost; after the last they rise above it.
    """
    cdef Frame* f = push(s, FK_STAR, p, flags, SRC_SIGNAL)
    f.a = stars & 255
    f.b = stars >> 8
    if chosen:
        f.flags |= F_STARTED  # the point between two signals is open
    sink(s, chosen + 1)
    if last:
        sink(s, chosen + 1)

cdef inline int op_length(const int16_t* w) noexcept nogil:
    return OP_LENGTHS[w[0]] + (w[1] if w[0] == OP_CHOOSE else 0)

cdef inline void finish_effect(State* s, const Context* c, Frame* f, const int16_t* w, int length) noexcept nogil:
    """Go past an effect that is over, refused or cannot be done."""
    cdef int chosen = f.a if w[0] == OP_SIGNAL_PROBES else 0
    if w[0] == OP_SIGNAL_ROW and f.a:
        # Fewer row cards than signals: the series ends here, and the row is filled.
        release_row(s, c)
    f.a = f.b = f.c = 0
    f.pc += length
    f.flags = (f.flags | F_STARTED) & ~F_GO
    if chosen:
        sink(s, chosen)  # the signals of the probes chosen come first

cdef inline bint in_scan(const State* s) noexcept nogil:
    cdef int i
    for i in range(s.n_frames):
        if s.frame[i].kind == FK_SCAN or s.frame[i].kind == FK_RIVAL_SCAN:
            return True
    return False

cdef inline void release_row(State* s, const Context* c) noexcept nogil:
    """Fill the row's gaps, unless a scan is going on, which fills them when it is over (R11.7, D-07)."""
    if not in_scan(s):
        refill_row(s, c)

cdef inline void drew(State* s, int card) noexcept nogil:
    """This play has drawn the card (for `drawn-corner` and `discard-drawn`)."""
    s.drawn = card
    add(s.fresh, card)

cdef int take_card(State* s, const Context* c, int p, uint32_t act) noexcept nogil:
    """A_TAKE from row or deck; returns the card."""
    if arg_a(act) == NONE:
        return draw_blind(s, c, p)
    take_from_row(s, c, p, arg_a(act))
    return arg_a(act)

cdef inline void push_move(State* s, int p, int n, int started, int flags, int source) noexcept nogil:
    cdef Frame* f = push(s, FK_MOVE, p, flags, source)
    f.a = n
    f.flags |= started

cdef void analyze(State* s, const Context* c, int p, int flags) noexcept nogil:
    """Clear the computer and gain what an analysis gains (R12.5)."""
    s.seat[p].top = 0
    s.seat[p].lower = 0
    push_after_deed(s, c.rules.analyze_reward, p, flags, SRC_TRACE)

cdef void start_row_corners(State* s, const Context* c, int p, int n, int flags) noexcept nogil:
    """All row cards go to the discard pile, their corners are gained one by one, then the row is filled."""
    cdef int i
    s.n_corner = 0
    for i in range(c.rules.card_row):
        if s.row[i] != NONE and s.n_corner < n:
            s.corner[s.n_corner] = s.row[i]
            s.n_corner += 1
            discard_row_card(s, c, s.row[i])
    push(s, FK_ROW_CORNERS, p, flags, SRC_CARD)
