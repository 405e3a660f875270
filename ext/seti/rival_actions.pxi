# The actions on the rival's cards: when each is possible, and what it does (SOL-40 to SOL-83, SOL-120 to SOL-131).

# Why a line of a card was not possible, for the log.
cdef enum:
    WHY_COMPUTER = 1       # number: data in the computer
    WHY_PROBE              # it has a probe already
    WHY_NO_PROBE
    WHY_REACH              # none of the bodies can be reached
    WHY_PUBLICITY          # number: publicity that it has
    WHY_HIDDEN             # the species has not been discovered
    WHY_LEADS              # it leads the column of the next anomaly
    WHY_NO_ANOMALY
    WHY_NO_TILE
    WHY_TILE_OUT
    WHY_ENOUGH             # number: secret cards and markers
    WHY_NO_CARD

cdef int best_route(const State* s, const Context* c, int p, int at, int goal, int moves, uint32_t seen) noexcept nogil:
    """Most publicity on a route to the goal for at most so many moves, -1 if there is none (SOL-71 to SOL-73)."""
    cdef const RulesTable* r = c.rules
    cdef int best = -1
    cdef int k, v, space
    moves -= step_cost(s, c, p, at)
    if moves < 0:
        return -1
    for k in range(r.n_near[at]):
        space = r.near[at][k]
        if (seen >> space) & 1 and not r.rival_route_returns:
            continue
        v = 0
        if space != goal:
            v = best_route(s, c, p, space, goal, moves, seen | ((<uint32_t> 1) << space))
            if v < 0:
                continue
        v += r.space_publicity[s.disc_index][space]
        if v > best:
            best = v
    return best

cdef int flight(const State* s, const Context* c, int p, int at, int* publicity) noexcept nogil:
    """The first body of the line that can be reached, and the publicity of its best route; NONE if none can (SOL-71)."""
    cdef const RulesTable* r = c.rules
    cdef int earth = planet_space(s, c, CELL_EARTH - 3)
    cdef int k, planet, goal
    for k in range(RIVAL_TARGETS):
        planet = r.rival_body[at][k]
        if planet == NONE:
            break
        goal = planet_space(s, c, planet)
        if goal == NONE:
            continue
        publicity[0] = best_route(s, c, p, earth, goal, r.rival_moves[at][k], (<uint32_t> 1) << earth)
        if publicity[0] >= 0:
            return planet
    return NONE

cdef inline int secret_things(const State* s, int p, int slot) noexcept nogil:
    """Secret cards laid down and markers on their species' board, discovery spaces and overflow apart (SOL-131)."""
    cdef int k
    cdef int n = seti_popcount(s.seat[p].secret_played)
    for k in range(N_TRK):
        n += s.seat[p].board[slot][k]
    return n

cdef int replacement(const State* s, const Context* c, int which) noexcept nogil:
    """The ready card of the 1st or 2nd species; NONE while that is hidden (SOL-106)."""
    cdef const RulesTable* r = c.rules
    cdef int slot = which - 1
    cdef int i
    if r.rival_replaced_by == 0:
        if s.solo.found[which - 1] == 0:
            return NONE
        slot = s.solo.found[which - 1] - 1
    if not s.discovered[slot]:
        return NONE
    for i in range(r.n_rival_cards):
        if (s.solo.ready >> i) & 1 and r.rival_species[i] == s.species[slot]:
            return i
    return NONE

cdef int why_not(const State* s, const Context* c, int p, int at) noexcept nogil:
    """0 if the action of a line (card * RIVAL_LINES + line) is possible, else WHY_ + 256 number."""
    cdef const RulesTable* r = c.rules
    cdef const Seat* seat = &s.seat[p]
    cdef int what = r.rival_do[at]
    cdef int slot, n
    if what == RVL_ANALYZE:
        return 0 if seat.top >= r.rival_spaces else WHY_COMPUTER + 256 * seat.top
    if what == RVL_LAUNCH:
        return WHY_PROBE if seat.n_probes else 0
    if what == RVL_RESEARCH:
        return 0 if seat.res[RES_PUBLICITY] >= r.rival_cost[at] else WHY_PUBLICITY + 256 * seat.res[RES_PUBLICITY]
    if what == RVL_FLY:
        if seat.n_probes == 0:
            return WHY_NO_PROBE
        return WHY_REACH if flight(s, c, p, at, &n) == NONE else 0
    if what == RVL_REPLACE:
        return WHY_HIDDEN if replacement(s, c, r.rival_arg[at]) == NONE else 0
    if what == RVL_ANOMALY_TRACE:
        slot = active(s, r.anomaly_species)
        n = next_anomaly(s, c) if slot != NONE else NONE
        if n == NONE:
            return WHY_NO_ANOMALY
        return WHY_LEADS if highest_marker(s, c, slot, r.anomaly_kind[(s.anomaly_at[n] - 1) >> 1]) == p else 0
    if what == RVL_MESSAGE:
        if seat.message_tile:
            return WHY_TILE_OUT
        return 0 if s.solo.tiles else WHY_NO_TILE
    if what == RVL_SECRET_CARD:
        slot = active(s, r.secret_species)
        if slot == NONE or s.alien_n[slot] == 0:
            return WHY_NO_CARD
        n = secret_things(s, p, slot)
        return 0 if n < r.rival_arg[at] else WHY_ENOUGH + 256 * n
    return 0 if what == RVL_SCAN else unknown(s, HERE, b"RVL", what)

# -------------------------------------------------------------------------- doing them
cdef void rival_takes_tech(State* s, const Context* c, int p, int kinds) noexcept nogil:
    """The tech that the track names, or the next one with a 2-point tile (SOL-62 to SOL-66), and what it brings."""
    cdef const RulesTable* r = c.rules
    cdef const int32_t* track = &r.level_track[s.solo.level][0]
    cdef int n = r.level_track_n[s.solo.level]
    cdef int tech = NONE
    cdef int i, k, two, bonus
    for two in range(2):
        for i in range(n):
            k = track[(s.solo.progress + i) % n]
            if tech == NONE and (kinds >> r.tech_kind[k]) & 1 and s.tile_taken[k] < 4 and (two or s.two_points[k]):
                tech = k
    if tech == NONE:
        return
    bonus = s.tile_order[tech][s.tile_taken[tech]]
    log_row(s, c, LOG_TECH, p + 1, tech, bonus, s.two_points[tech])
    s.solo.tech[tech] += 1
    s.tile_taken[tech] += 1
    if s.tile_taken[tech] < 4:
        log_row(s, c, LOG_TILE, 0, tech, s.tile_order[tech][s.tile_taken[tech]], 4 - s.tile_taken[tech])
    # Pushed last to first.
    push_program(s, r.tile_bonus[bonus], p, F_CLOSED, SRC_TECH)
    if r.rival_tile_extra:
        push_program(s, r.tech_extra[tech], p, F_CLOSED, SRC_TECH)
    if s.two_points[tech]:
        s.two_points[tech] = 0
        push_program(s, r.first_taker, p, F_CLOSED, SRC_TECH)

cdef int free_moon(const State* s, const Context* c, int planet) noexcept nogil:
    """The free moon that the arrow says, from left to right on the planet board (SOL-75); NONE without."""
    cdef const RulesTable* r = c.rules
    cdef int best = NONE
    cdef int i
    for i in range(r.n_moons):
        if r.moon_planet[i] != planet or moon_taken(s, i):
            continue
        if best == NONE or (r.rival_moon_rank[i] > r.rival_moon_rank[best]) == points_right(s, c):
            best = i
    return best

cdef int data_in(const RulesTable* r, int pc) noexcept nogil:
    """Data that a program gains."""
    cdef const int16_t* w = &r.code[pc]
    cdef int n = 0
    while w[0] != OP_END:
        if w[0] == OP_GAIN and w[1] == RES_DATA:
            n += w[2]
        w += op_length(w)
    return n

cdef int free_data_space(const State* s, const Context* c, int planet) noexcept nogil:
    """Which first-lander space it would cover, + 1: the one with most data (SOL-77); 0 without."""
    cdef const RulesTable* r = c.rules
    cdef int best = 0
    cdef int k, n
    cdef int most = -1
    for k in range(r.n_data_spaces[planet]):
        if space_covered(s, planet, k):
            continue
        n = 0 if r.rival_data_space else data_in(r, r.data_space[planet][k])
        if n > most or (r.rival_data_space and points_right(s, c)):
            most = n
            best = k + 1
    return best

cdef void fly(State* s, const Context* c, Frame* f, int at) noexcept nogil:
    """To the body, with the publicity of the route, and there to a moon, into orbit or onto the planet (SOL-72 to SOL-78)."""
    cdef const RulesTable* r = c.rules
    cdef int p = f.player
    cdef int publicity
    cdef int planet = flight(s, c, p, at, &publicity)
    cdef int moon = free_moon(s, c, planet) if r.rival_arg[at] & 1 else NONE
    cdef int space = free_data_space(s, c, planet)
    cdef int prefer = r.rival_prefer[at]
    cdef bint orbiting
    f.d = planet + 1
    take_probe(s, p, s.seat[p].probes[0])
    add_probe(s, p, planet_space(s, c, planet))
    rival_gain(s, c, RES_PUBLICITY, publicity)
    if moon != NONE and give_up_tech(s, c, TEK_PROBE):
        count_act(s, c, p, ACT_LAND)
        land(s, c, p, action(A_LAND, planet, moon, 0), f.flags)
        return
    if prefer >= 2:
        orbiting = prefer == 3
    elif (s.orbit_first[planet] == 0) != (space != 0):
        orbiting = s.orbit_first[planet] == 0
    else:
        orbiting = prefer == 0
    if orbiting:
        f.d = 0            # nothing of what follows a landing
        count_act(s, c, p, ACT_ORBIT)
        orbit(s, c, p, planet, f.flags)
    else:
        count_act(s, c, p, ACT_LAND)
        land(s, c, p, action(A_LAND, planet, NONE, space), f.flags)

cdef void sample_to_board(State* s, const Context* c, int planet) noexcept nogil:
    """A random sample of the planet goes to the next space for delivered ones (SOL-120)."""
    cdef uint32_t options[8]
    cdef int n, sample
    if active(s, c.rules.sample_species) == NONE:
        return
    n = sample_options(s, planet, options)
    if n == 0:
        return
    sample = arg_a(options[below(luck(s.key, LUCK_RIVAL_SAMPLE, 0, s.turns), n)])
    s.samples_at[planet] &= ~(1 << sample)
    lay_delivered(s, c, sample)

cdef void lay_secret(State* s, const Context* c, int p) noexcept nogil:
    """A random card of the species' deck, face down before the rival (SOL-131)."""
    cdef int card = top_of_species(s, active(s, c.rules.secret_species))
    s.seat[p].secret_played |= 1 << secret_bit(c.rules, card)

cdef void start_action(State* s, const Context* c, int p, int card, int line) noexcept nogil:
    cdef int what = c.rules.rival_do[card * RIVAL_LINES + line]
    cdef Frame* f = push(s, FK_RIVAL_SCAN if what == RVL_SCAN else FK_RIVAL_ACTION, p, F_CLOSED, SRC_OTHER)
    f.b = card
    f.c = line

cdef void run_rival_action(State* s, const Context* c, Frame* f) noexcept nogil:
    """The next step of an action: f.a the step, f.b the card, f.c the line, f.d planet + 1 of a landing."""
    cdef const RulesTable* r = c.rules
    cdef int at = f.b * RIVAL_LINES + f.c
    cdef int what = r.rival_do[at]
    cdef int p = f.player
    cdef int flags = f.flags
    cdef int step = f.a
    cdef int reward = r.rival_reward[at]
    cdef int slot, n
    cdef uint32_t options[16]
    f.a += 1
    if what == RVL_ANALYZE:
        if step == 0:      # SOL-50: the order of its parts
            count_act(s, c, p, ACT_ANALYZE)
            s.seat[p].top = 0
            push_program(s, reward, p, flags, SRC_COMPUTER)
        elif step == 1:
            push_program(s, r.rival_analysis, p, flags, SRC_TRACE)
        else:
            pop(s)
            n = s.seat[p].res[RES_DATA]
            s.seat[p].res[RES_DATA] = 0
            rival_data(s, c, n)
            if give_up_tech(s, c, TEK_COMPUTER):
                push_program(s, r.rival_tech_reward, p, flags, SRC_TECH)
    elif what == RVL_RESEARCH:
        if step == 0:      # SOL-61
            count_act(s, c, p, ACT_RESEARCH)
            s.seat[p].res[RES_PUBLICITY] -= r.rival_cost[at]
            rotate(s, c, flags)
        elif step == 1:
            rival_takes_tech(s, c, p, 7)
        else:
            pop(s)
            push_program(s, reward, p, flags, SRC_TECH)
    elif what == RVL_FLY:
        if step == 0:
            fly(s, c, f, at)
        else:
            n = f.d
            pop(s)
            if n and r.rival_arg[at] & 2:
                sample_to_board(s, c, n - 1)
    elif what == RVL_SCAN:
        if step == 0:
            count_act(s, c, p, ACT_SCAN)
            push_program(s, r.rival_program[at], p, flags, SRC_SIGNAL)
        elif step == 1:
            if r.rival_extra[at] and give_up_tech(s, c, TEK_TELESCOPE):
                push_program(s, r.rival_extra[at], p, flags, SRC_SIGNAL)
        else:
            pop(s)
            refill_row(s, c)   # SOL-83
    else:
        pop(s)
        if what == RVL_LAUNCH:
            count_act(s, c, p, ACT_LAUNCH)
            launch(s, c, p, flags)
            push_program(s, reward, p, flags, SRC_OTHER)
        elif what == RVL_ANOMALY_TRACE:
            slot = active(s, r.anomaly_species)
            push_program(s, reward, p, flags, SRC_SPECIES_LEFT + slot)
            if board_trace_options(s, c, p, slot, r.anomaly_kind[(s.anomaly_at[next_anomaly(s, c)] - 1) >> 1], options):
                mark_trace(s, c, p, options[0], flags)
        elif what == RVL_MESSAGE:
            s.solo.tiles -= 1
            s.seat[p].message_tile = s.seat[p].res[RES_VP] + r.rival_arg[at] + 1
            push_program(s, reward, p, flags, SRC_SPECIES_LEFT + active(s, r.message_species))
        elif what == RVL_SECRET_CARD:
            lay_secret(s, c, p)
        else:              # RVL_REPLACE is no action that has steps (rival_turn.pxi)
            unknown(s, HERE, b"RVL", what)
