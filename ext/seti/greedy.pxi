# `greedy`: takes the action with the greatest estimated worth (worth.pxi), one action ahead.

# ---------------------------------------------------------------------- probes
cdef int target_worth(Eye* e, int planet) noexcept nogil:
    """What arriving at the planet is for: the better of orbiting and landing, net of cost."""
    cdef int32_t cost[N_RES]
    cdef int a = orbit_worth(e, planet) - cost_worth(e, &e.c.rules.action_cost[PAID_ORBIT][0])
    cdef int b
    landing_cost(e.s, e.c, e.p, planet, cost)
    b = land_worth(e, planet, 0) - cost_worth(e, cost)
    return a if a > b else b

cdef inline int visit_worth(Eye* e, int space) noexcept nogil:
    cdef int n = visit_publicity(e.s, e.c, e.p, space)
    return resource_worth(e, RES_PUBLICITY, n) if n else 0

cdef void await_field(Eye* e) noexcept nogil:
    """The field is made once it is asked for; at once where what else is kept could depend on when (`plain_rewards`)."""
    if e.c.rules.plain:
        e.field_waits = not e.field_known
    elif not e.field_known:
        know_field(e)

cdef void know_field(Eye* e) noexcept nogil:
    """Worth of a probe in every space: the best target less the steps to it, publicity on the way included."""
    cdef const State* s = e.s
    cdef int i, k, m, v, most
    cdef const RulesTable* r = e.c.rules
    cdef int16_t come[SOLAR_SPACES]
    cdef int16_t leave[SOLAR_SPACES]
    cdef int depth = e.depth
    e.field_waits = False
    e.field_known = True
    e.depth = 0
    memset(e.field, 0, sizeof(e.field))
    most = 0
    for i in range(PLANETS):
        k = planet_space(s, e.c, i)
        if k != NONE and i + 3 != CELL_EARTH:
            v = target_worth(e, i)
            if v > 0:
                e.field[k] = v
                if v > most:
                    most = v
    if s.solo.rival:
        for i in range(32):
            v = objective_worth(e, EV_VISIT, cell_at(s, e.c, i))
            if v > e.field[i]:
                e.field[i] = v
                if v > most:
                    most = v
    e.depth = depth
    if not (short_steps(e, most, come, leave) and spread(e.field, come, leave)):
        spread_slowly(e)
    for k in range(s.seat[e.p].n_probes):
        i = s.seat[e.p].probes[k]
        for m in range(r.n_near[i]):
            v = e.field[r.near[i][m]] + visit_worth(e, r.near[i][m]) - e.field[i]
            if v > e.step_gain:
                e.step_gain = v

cdef bint short_steps(Eye* e, int most, int16_t* come, int16_t* leave) noexcept nogil:
    """What coming into each space brings and leaving it costs. False where a sum of them and of `most`, the greatest worth
    of a target, could be more than 16 bits hold."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const uint8_t* shown = &r.shown[s.disc_index][0]
    cdef const uint8_t* printed = &r.space_publicity[s.disc_index][0]
    cdef int extra = 0
    cdef int i, far, near, each, gain, over
    cdef int room = r.publicity_max - s.seat[e.p].res[RES_PUBLICITY]
    cdef int16_t top = 0
    cdef int16_t on_asteroids, in_room, other, asteroids
    if s.seat[e.p].techs & r.asteroid_mask:
        for i in range(r.n_techs):
            if (s.seat[e.p].techs >> i) & 1:
                extra += r.tech_asteroid_publicity[i]
    near = r.move_cost * e.w[W_STEP]
    far = near
    for i in range(SOLAR_SPACES):
        if shown[i] == CELL_ASTEROIDS:
            far = step_cost(s, e.c, e.p, i) * e.w[W_STEP]
            break
    each = e.w[W_PUBLICITY]
    if not (0 <= extra <= 99 and 0 <= room <= 9999 and 0 <= near <= 9000 and 0 <= far <= 9000 and -2000 <= each <= 4000):
        return False
    on_asteroids = extra
    in_room = room
    for i in range(SOLAR_SPACES):
        come[i] = printed[i] + (on_asteroids if shown[i] == CELL_ASTEROIDS else 0)
    for i in range(SOLAR_SPACES):
        come[i] = come[i] if come[i] < in_room else in_room
    for i in range(SOLAR_SPACES):
        top = top if top > come[i] else come[i]
    # Ten rounds, in each of which a step may bring more than it costs.
    gain = top * each if each > 0 else 0
    over = gain - (near if near < far else far)
    if top > 8 or most + gain + (10 * over if over > 0 else 0) > 32000:
        return False
    other = each
    asteroids = far
    for i in range(SOLAR_SPACES):
        come[i] = come[i] * other
    other = near
    for i in range(SOLAR_SPACES):
        leave[i] = asteroids if shown[i] == CELL_ASTEROIDS else other
    return True

cdef bint spread(int32_t* field, const int16_t* come, const int16_t* leave) noexcept nogil:
    """Value iteration over the 32 spaces until nothing changes; False if it does not end in ten rounds.

    All spaces of a ring at once: the field lies in rows with the ring's last space before the first and its first behind
    the last. Rounds take in only ways that `spread_slowly` takes in, too, so that where this ends both end alike."""
    cdef int16_t f[32]
    cdef int16_t before[32]
    cdef int16_t g[6][16]      # of ring n in row n + 1, from 1 on: what a step into the space is worth
    cdef int16_t m, v, change
    cdef int turn, i, k, ring
    for k in range(16):
        g[0][k] = -15000
        g[5][k] = -15000
    for i in range(32):
        f[i] = field[i]
    for turn in range(10):
        for ring in range(4):
            for k in range(8):
                g[ring + 1][k + 1] = f[ring * 8 + k] + come[ring * 8 + k]
            g[ring + 1][0] = g[ring + 1][8]
            g[ring + 1][9] = g[ring + 1][1]
        memcpy(before, f, sizeof(before))
        for ring in range(4):
            for k in range(8):
                m = g[ring + 1][k]
                v = g[ring + 1][k + 2]
                m = m if m > v else v
                v = g[ring][k + 1]
                m = m if m > v else v
                v = g[ring + 2][k + 1]
                m = m if m > v else v
                m = m - leave[ring * 8 + k]
                v = f[ring * 8 + k]
                f[ring * 8 + k] = m if m > v else v
        change = 0
        for i in range(32):
            change |= before[i] ^ f[i]
        if not change:
            for i in range(32):
                field[i] = f[i]
            return True
    return False

cdef void spread_slowly(Eye* e) noexcept nogil:
    """The same space by space with numbers of any size, and no more than ten times all over where ways pay for
    themselves."""
    cdef const RulesTable* r = e.c.rules
    cdef int i, k, m, v, turn
    cdef int come[SOLAR_SPACES]
    cdef int leave[SOLAR_SPACES]
    cdef uint32_t stale = 0xFFFFFFFF   # bit a space: one beside it has gained since it was looked at
    for i in range(32):
        come[i] = visit_worth(e, i)
        leave[i] = step_cost(e.s, e.c, e.p, i) * e.w[W_STEP]
    for turn in range(10):
        if not stale:
            break
        for i in range(32):
            if not (stale >> i) & 1:
                continue
            stale &= ~(<uint32_t> 1 << i)
            m = e.field[i]
            for k in range(r.n_near[i]):
                v = e.field[r.near[i][k]] + come[r.near[i][k]] - leave[i]
                if v > m:
                    m = v
            if m > e.field[i]:
                e.field[i] = m
                for k in range(r.n_near[i]):
                    stale |= <uint32_t> 1 << r.near[i][k]

cdef int probe_worth(Eye* e, int space) noexcept nogil:
    """Worth of a probe there. The field must be known; `worth_of` is called with it known wherever it can ask."""
    if e.field_waits:
        know_field(e)
    return e.field[space] if e.field_known else 2 * e.w[W_VP]

cdef int best_arrival(Eye* e, int op, int flags) noexcept nogil:
    """The best orbit or landing among the planets that own probes stand on, free of cost."""
    cdef int mask = own_planets(e.s, e.c, e.p)
    cdef int best = 0
    cdef int i, v
    for i in range(PLANETS):
        if not (mask >> i) & 1:
            continue
        if op != OP_ORBIT:
            v = land_worth(e, i, flags)
            if v > best:
                best = v
        if op != OP_LAND:
            v = orbit_worth(e, i)
            if v > best:
                best = v
    return best

# ---------------------------------------------------------------------- choosing
cdef int scan_worth(Eye* e, int i) noexcept nogil:
    """A step of a scan, net of its cost."""
    cdef const RulesTable* r = e.c.rules
    cdef const State* s = e.s
    cdef int sector
    cdef int worth = -cost_worth(e, &r.scan_cost[i][0])
    if r.scan_group[i] == 0:
        sector = sector_of_cell(s, e.c, CELL_EARTH)
        if s.seat[e.p].techs & r.neighbour_mask:
            return worth + best_signal(
                e, with_tile(s, e.c, (1 << s.star_of_sector[sector]) | (1 << s.star_of_sector[(sector + 1) & 7])
                | (1 << s.star_of_sector[(sector + 7) & 7])), False
            )
        return worth + best_signal(e, with_tile(s, e.c, 1 << s.star_of_sector[sector]), False)
    return worth + worth_of(e, r.scan_program[i])

cdef int main_worth(Eye* e, uint32_t act) noexcept nogil:
    """A main action, net of its cost; passing is worth nothing."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int kind = kind_of(act)
    cdef int32_t cost[N_RES]
    cdef int worth, i
    if kind == A_LAUNCH:
        worth = probe_worth(e, planet_space(s, e.c, CELL_EARTH - 3)) + e.w[W_LAUNCH] + objective_worth(e, EV_LAUNCH, 0)
        return worth - cost_worth(e, &r.action_cost[PAID_LAUNCH][0])
    if kind == A_ORBIT:
        return orbit_worth(e, arg_a(act)) - cost_worth(e, &r.action_cost[PAID_ORBIT][0])
    if kind == A_LAND:
        landing_cost(s, e.c, e.p, arg_a(act), cost)
        return arrival_worth(e, act) - cost_worth(e, cost)
    if kind == A_SCAN:
        worth = e.w[W_SCAN] + objective_worth(e, EV_SCAN, 0) - cost_worth(e, &r.action_cost[PAID_SCAN][0])
        for i in range(r.n_scan):
            if r.scan_tech[i] == NONE or (s.seat[e.p].techs >> r.scan_tech[i]) & 1:
                if r.scan_mandatory[i] or scan_worth(e, i) > 0:
                    worth += scan_worth(e, i)
        return worth
    if kind == A_ANALYZE:
        return worth_of(e, r.analyze_reward) + e.w[W_ANALYSIS] - cost_worth(e, &r.action_cost[PAID_ANALYZE][0])
    if kind == A_PLAY:
        worth = play_worth(e, arg_a(act)) + e.w[W_PLAY] - corner_worth(e, arg_a(act)) / 2
        return worth + objective_worth(e, EV_PLAY, 15 if r.card_energy[arg_a(act)] else r.card_cost[arg_a(act)])
    if kind == A_RESEARCH:
        return best_tech(e, 7, 0) + e.w[W_RESEARCH] - cost_worth(e, &r.action_cost[PAID_RESEARCH][0])
    return 0 if kind == A_PASS or kind == A_END else unknown(s, HERE, b"A", kind)

cdef int arrival_worth(Eye* e, uint32_t act) noexcept nogil:
    """The orbit or landing of an action, its cost not counted."""
    cdef const RulesTable* r = e.c.rules
    cdef int planet = arg_a(act)
    cdef int k
    cdef int worth
    if kind_of(act) == A_ORBIT:
        return orbit_worth(e, planet)
    if arg_b(act) != NONE:
        return worth_of(e, r.moon_land[arg_b(act)]) + arrived_worth(e, W_LAND, EV_LAND, planet)
    worth = worth_of(e, r.land_reward[planet]) + arrived_worth(e, W_LAND, EV_LAND, planet)
    for k in range(r.n_data_spaces[planet]):
        if arg_c(act) == k + 1 or (arg_c(act) == 0 and not space_covered(e.s, planet, k)):
            worth += worth_of(e, r.data_space[planet][k])
    return worth

cdef int mark_worth(Eye* e, int tile) noexcept nogil:
    """A marker on the gold tile, in thousandths of a point."""
    cdef const RulesTable* r = e.c.rules
    cdef int side = tile * 2 + e.s.gold_side[tile]
    cdef int n = e.s.gold_n[tile]
    return r.gold_value[side][n if n < 2 else 2] * (1000 * count_of(e.s, e.c, e.p, r.gold_count[side]) + e.w[W_GOLD_GROWTH])

cdef int free_worth(Eye* e, uint32_t act, int best_main) noexcept nogil:
    """A free action, net of its cost. Cards are given up for corners only when there is no better use."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Seat* seat = &s.seat[e.p]
    cdef int kind = kind_of(act)
    cdef int a = arg_a(act)
    cdef int worth, k, v
    if kind == A_PLACE:
        worth = e.w[W_PLACE]
        if a == 0:
            worth += worth_of(e, r.top_reward[seat.top])
            for k in range(4):
                if r.slot_column[k] == seat.top + 1 and seat.tile[k] != NONE:
                    worth += worth_of(e, r.tile_upper[seat.tile[k]])
        else:
            for k in range(4):
                if r.slot_column[k] == a:
                    worth += worth_of(e, r.tile_lower[seat.tile[k]])
        return worth
    if kind == A_MISSION:
        return worth_of(e, r.mission_reward[a]) + e.more.mission + objective_worth(e, EV_MISSION, 0) + 1
    if kind == A_MOVE and arg_c(act):
        return capsule_worth(e, a, arg_b(act), arg_c(act) - 1) - step_cost(s, e.c, e.p, a) * r.move_energy * e.w[W_ENERGY]
    if kind == A_MOVE:
        # A probe that has arrived stays for its orbit or landing.
        if e.field_waits:
            know_field(e)
        return (
            e.field[arg_b(act)] + visit_worth(e, arg_b(act)) - e.field[a]
            - step_cost(s, e.c, e.p, a) * r.move_energy * e.w[W_ENERGY]
        )
    if kind == A_CORNER:
        if best_main > 0 and s.round < r.rounds and seat.n_hand <= r.hand_limit:
            return corner_worth(e, a) - other_use(e, a) + e.w[W_CORNER]
        return corner_worth(e, a) - keep_worth(e, a) if seat.n_hand <= r.hand_limit and s.round < r.rounds else corner_worth(e, a) - (keep_worth(e, a) if best_main > 0 else 0)
    if kind == A_BUY:
        worth = e.w[W_CARD]
        for k in range(r.card_row):
            if s.row[k] != NONE:
                v = keep_worth(e, s.row[k])
                if v > worth:
                    worth = v
        return worth - cost_worth(e, r.buy_cost)
    if kind != A_EXCHANGE:
        unknown(s, HERE, b"A", kind)
    return NOTHING         # exchanges are weighed with what they open (`exchange_first`)

cdef bint no_better_corner(Eye* e, int card, int best_main, int best) noexcept nogil:
    """Is it sure, before the card's other uses are valued, that `free_worth` of its corner is no more than `best`?"""
    cdef const Seat* seat = &e.s.seat[e.p]
    cdef bint calm = e.s.round < e.c.rules.rounds and seat.n_hand <= e.c.rules.hand_limit
    if not e.c.rules.plain:
        return False       # what is valued first matters there
    if calm and best_main > 0:
        return corner_worth(e, card) + e.w[W_CORNER] - income_worth(e, e.c.rules.card_income[card]) / 2 <= best
    if calm or best_main > 0:
        return -e.w[W_KEEP_CARD] <= best   # keeping a card is worth no less than its corner and that
    return False

cdef int best_main_of(Eye* e, uint32_t* choice) noexcept nogil:
    cdef uint32_t options[MAX_ACTIONS]
    cdef int n = allowed(e.s, e.policy, options, main_actions(e.s, e.c, e.p, options))
    cdef int best = 0
    cdef int i, v
    choice[0] = action(A_PASS, 0, 0, 0)
    for i in range(n):
        if kind_of(options[i]) == A_PASS:
            continue
        v = main_worth(e, options[i])
        if v > best:
            best = v
            choice[0] = options[i]
    return best

cdef uint32_t exchange_first(Eye* e) noexcept nogil:
    """With nothing worth doing: an exchange that opens something better than what it costs, or A_NONE."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t choice
    cdef uint32_t result = 0
    cdef State trial
    cdef Eye t
    cdef int n, i, give, get, v
    cdef int best = 0
    if e.field_waits:
        know_field(e)      # of this position, not of one after an exchange
    n = free_actions(e.s, e.c, e.p, options)
    for i in range(n):
        if kind_of(options[i]) != A_EXCHANGE or barred(e.s, e.policy, options[i]):
            continue
        give = arg_a(options[i])
        get = arg_b(options[i])
        if get == 2 or (give == 2 and e.s.round < e.c.rules.rounds and e.s.seat[e.p].n_hand <= e.c.rules.hand_limit):
            continue
        memcpy(&trial, e.s, sizeof(State))
        v = 0
        if give == 2:
            v = -e.w[W_KEEP_CARD]
        else:
            trial.seat[e.p].res[RES_CREDITS if give == 0 else RES_ENERGY] -= e.c.rules.exchange_give
            v = -e.c.rules.exchange_give * e.w[W_CREDIT if give == 0 else W_ENERGY]
        trial.seat[e.p].res[RES_CREDITS if get == 0 else RES_ENERGY] += e.c.rules.exchange_get
        v += e.c.rules.exchange_get * e.w[W_CREDIT if get == 0 else W_ENERGY]
        t = e[0]
        t.s = &trial
        v += best_main_of(&t, &choice)
        if v > best:
            best = v
            result = options[i]
    return result

cdef uint32_t choose_turn(Eye* e) noexcept nogil:
    """Before the main action: a free action that pays by itself, else the best main action, else what opens one."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t choice
    cdef uint32_t best_free = 0
    cdef int i, n, v, main
    cdef int best = 0
    await_field(e)
    main = best_main_of(e, &choice) if e.s.main == MAIN_BEFORE else 0
    n = free_actions(e.s, e.c, e.p, options)
    for i in range(n):
        if barred(e.s, e.policy, options[i]):
            continue
        if kind_of(options[i]) == A_CORNER and no_better_corner(e, arg_a(options[i]), main, best):
            continue
        v = free_worth(e, options[i], main)
        if v > best:
            best = v
            best_free = options[i]
    if best_free:
        return best_free
    if e.s.main != MAIN_BEFORE:
        return action(A_END, 0, 0, 0)
    if main <= 0:
        best_free = exchange_first(e)
        if best_free:
            return best_free
    return choice

cdef uint32_t give_up(Eye* e, int left, int after) noexcept nogil:
    """Of the cards still to be given up the lowest: the `left` least worth keeping among those from `after` on."""
    cdef int cards[256]
    cdef int worth[256]
    cdef int n = 0
    cdef int i, k, lower
    cdef int card = next_card(e.s.seat[e.p].hand, after - 1)
    while card != NONE:
        cards[n] = card
        worth[n] = keep_worth(e, card)
        n += 1
        card = next_card(e.s.seat[e.p].hand, card)
    for i in range(n):
        lower = 0
        for k in range(n):
            lower += worth[k] < worth[i] or (worth[k] == worth[i] and k < i)
        if lower < left:
            return action(A_DISCARD, cards[i], 0, 0)
    return action(A_DISCARD, cards[0], 0, 0)

cdef int option_worth(Eye* e, uint32_t act) noexcept nogil:
    """One choice of a decision inside an effect."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Frame* f = &s.frame[s.n_frames - 1]
    cdef int kind = kind_of(act)
    cdef int a = arg_a(act)
    cdef int side, v
    if kind == A_SKIP or kind == A_DONE:
        return 0
    if kind == A_SIGNAL:
        return signal_worth(e, a, False) + 1
    if kind == A_TUCK:
        if s.card == a:
            return income_worth(e, r.card_income[a])
        # A tucking that is not optional only ranks the cards.
        return income_worth(e, r.card_income[a]) - keep_worth(e, a) / 2
    if kind == A_TAKE:
        return e.w[W_BLIND_CARD] if a == NONE else keep_worth(e, a)
    if kind == A_TRACE:
        return place_worth(e, act) + e.w[W_TRACE] + objective_worth(e, EV_TRACE, arg_b(act))
    if kind == A_TECH:
        return tech_worth(e, a) + 1
    if kind == A_COLUMN:
        # The next empty top space soonest brings the tile's points and opens its lower space.
        side = r.slot_column[a] - s.seat[e.p].top
        return 100 - side if side > 0 else 50 + side
    if kind == A_COVER:
        return worth_of(e, r.trigger_reward[a][arg_b(act)]) + 1
    if kind == A_DISCARD:
        if s.decision == D_ROW_CORNER:
            return corner_worth(e, a)
        if s.decision == D_EFFECT and r.code[f.pc] == OP_DISCARD_DRAWN:
            v = income_worth(e, r.card_income[a]) / 4 if r.code[f.pc + 1] else corner_worth(e, a)
            return v - keep_worth(e, a)
        v = best_signal(e, with_tile(s, e.c, card_stars(e.c, a)), False) + 1
        return v - keep_worth(e, a) if has(s.seat[e.p].hand, a) else v - keep_worth(e, a) / 8
    if kind == A_ORBIT or kind == A_LAND:
        return arrival_worth(e, act) + 1
    if kind == A_STEP:
        # Less one: a step must be better than standing still.
        v = watch_worth(e, act) - 1
        if arg_c(act) >> 2:
            v += capsule_worth(e, a, arg_b(act), (arg_c(act) >> 2) - 1)
        else:
            if e.field_waits:
                know_field(e)
            v += e.field[arg_b(act)] + visit_worth(e, arg_b(act)) - e.field[a]
        if arg_c(act) & 3 == 1:
            v -= r.move_energy * e.w[W_ENERGY]
        elif arg_c(act) & 3 == 2:
            v -= e.w[W_BLIND_CARD]
        return v
    if kind == A_SCAN_STEP:
        return scan_worth(e, a) + (100000 if r.scan_mandatory[a] else 0)
    if kind == A_SETTLE:
        return 1 + a
    if kind == A_GOLD:
        return mark_worth(e, a)
    if kind == A_CHOOSE:
        return worth_of(e, r.code[f.pc + 1 + a])
    if kind == A_YES:
        return worth_of(e, r.code[f.pc + 1])
    if kind == A_REMOVE:
        return 1000 - (arg_c(act) if arg_b(act) == NONE else 10)
    if kind == A_PUBLICITY:
        return resource_worth(e, RES_PUBLICITY, 1) + 1
    if kind == A_MOVEMENT:
        return 1               # only where publicity would be lost
    if kind == A_PROBE:
        if s.decision == D_EFFECT and r.code[f.pc] == OP_CHOOSE_PROBE:
            return 2 if cell_at(s, e.c, arg_b(act)) == CELL_ASTEROIDS else 1
        return best_signal(e, with_tile(s, e.c, 1 << s.star_of_sector[arg_b(act) & 7]), False) + 1
    if kind == A_SAMPLE:
        return worth_of(e, r.sample_reward[a])
    if kind == A_SECRET:
        return secret_worth(e, a)
    if kind == A_MESSAGE:
        return worth_of(e, r.message_reward[a])
    if kind == A_OBJECTIVE:
        return objective_choice(e, act)
    # The more shown the better; of these others one is as good as another. A_GO is the only one of its decision.
    if kind == A_SHOW or kind == A_PUSH or kind == A_LOOK or kind == A_MILESTONE or kind == A_GO:
        return 1 + a
    return unknown(s, HERE, b"A", kind)

cdef int watch_worth(Eye* e, uint32_t act) noexcept nogil:
    """What `this-turn` effects pay for a step."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int cell = cell_at(s, e.c, arg_b(act))
    cdef int same_ring = (arg_a(act) >> 3) == (arg_b(act) >> 3)
    cdef int worth = 0
    cdef int i, w
    if e.p != s.turn:
        return 0
    for i in range(s.n_watch):
        w = s.watch[i]
        if r.watch_flags[w] & 1 and s.watch_used[i]:
            continue
        if (r.watch_types[w] >> EV_VISIT) & 1 and (r.watch_mask[w] >> cell) & 1:
            if not (r.watch_flags[w] & 2 and (s.watch_seen[i] >> cell) & 1):
                worth += worth_of(e, r.watch_program[w])
        if (r.watch_types[w] >> EV_MOVE) & 1 and same_ring:
            worth += worth_of(e, r.watch_program[w])
    return worth

cdef uint32_t choose_before_effect(Eye* e) noexcept nogil:
    """Where only free actions may come before the next effect: one that gains by coming now, else A_GO.

    Data that would be lost for want of room are placed; of the missions whose state holds the best is completed. No
    probe steps to where the effect would do more: paid for in energy and with the place that the probe leaves, such
    steps lost more than they won (docs/players.md)."""
    cdef const State* s = e.s
    cdef const Seat* seat = &s.seat[e.p]
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t choice = action(A_PLACE, 0, 0, 0)
    cdef int i, n, v
    cdef int best = 0
    if (seat.res[RES_DATA] > 0 and seat.res[RES_DATA] >= e.c.rules.pool_max - 1 and seat.top < e.c.rules.computer_top
            and not barred(s, e.policy, choice)):
        return choice
    choice = action(A_GO, 0, 0, 0)
    if is_empty(seat.missions):
        return choice
    n = free_actions(s, e.c, e.p, options)
    for i in range(n):
        if kind_of(options[i]) != A_MISSION or barred(s, e.policy, options[i]):
            continue
        await_field(e)
        v = free_worth(e, options[i], 0)
        if v > best:
            best = v
            choice = options[i]
    return choice

cdef uint32_t greedy_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    """The action of greatest worth; ties go to the first in the engine's order."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t act
    cdef Eye e
    cdef const Frame* f = &s.frame[s.n_frames - 1]
    cdef int p = f.player
    cdef int i, n, v
    cdef int best = NOTHING
    open_eye(&e, s, c, policy, p)
    if s.decision == D_TURN:
        return choose_turn(&e)
    if s.decision == D_GO:
        return choose_before_effect(&e)
    if s.decision == D_PASS_DISCARD:
        return give_up(&e, s.seat[p].n_hand - c.rules.hand_limit, f.b)
    if s.decision == D_EXCHANGE:
        return give_up(&e, c.rules.exchange_give - f.a, f.b)
    if s.decision == D_MOVE:
        await_field(&e)
    n = allowed(s, policy, options, own_actions(s, c, options))
    act = options[0]
    for i in range(n):
        v = option_worth(&e, options[i])
        if v > best:
            best = v
            act = options[i]
    return act
