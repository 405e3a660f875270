# `greedy`: takes the action with the greatest estimated worth. Worth is counted in thousandths of a credit with weights
# by round (seti_sim/players/greedy.toml); all arithmetic is in whole numbers, so that rows are equal on any machine.
# It looks at open information and its own hand only.

WEIGHT_NAMES = (
    "credit", "energy", "publicity", "data", "vp", "card", "blind_card", "move", "income", "trace", "tech",
    "tech_probe_1", "tech_probe_2", "tech_probe_3", "tech_probe_4", "tech_telescope_1", "tech_telescope_2",
    "tech_telescope_3", "tech_telescope_4", "tech_computer_1", "tech_computer_2", "tech_computer_3", "tech_computer_4",
    "place", "win_progress", "majority", "mission_chance", "trigger_chance", "endgame_growth", "gold_growth", "step",
    "keep_card", "exofossil", "analysis", "play_chance", "danger", "sample", "message_chance",
)

cdef enum:
    W_CREDIT
    W_ENERGY
    W_PUBLICITY
    W_DATA
    W_VP
    W_CARD
    W_BLIND_CARD
    W_MOVE
    W_INCOME
    W_TRACE
    W_TECH
    W_TECHS                # one a tech, in the order of the data
    W_PLACE = W_TECHS + 12
    W_WIN_PROGRESS
    W_MAJORITY
    W_MISSION_CHANCE
    W_TRIGGER_CHANCE
    W_ENDGAME_GROWTH
    W_GOLD_GROWTH
    W_STEP
    W_KEEP_CARD
    W_EXOFOSSIL
    W_ANALYSIS
    W_PLAY_CHANCE
    W_DANGER
    W_SAMPLE
    W_MESSAGE_CHANCE
    N_WEIGHT
    NOTHING = -1000000

ctypedef struct Eye:
    # What a policy looks through: state, rules, its seat and its weights of this round.
    const State* s
    const Context* c
    const Policy* policy
    int p
    int round
    int32_t w[64]
    bint field_known
    int32_t field[32]      # worth of a probe in each space
    uint32_t signals_known # bit a star
    int32_t signal[9]      # worth of a signal there, with its data
    int traces_known       # bit a kind
    int32_t trace[4]       # worth of a trace of the kind, 3: any, put anywhere
    int row_signal         # best signal that a row card shows, NOTHING if not known yet
    int depth              # programs being valued inside one another

cdef void open_eye(Eye* e, const State* s, const Context* c, const Policy* policy, int p) noexcept nogil:
    cdef int i, k
    e.s = s
    e.c = c
    e.policy = policy
    e.p = p
    # Five columns of weights stretch over however many rounds a variant has; setup looks like round 1.
    e.round = s.round if s.round >= 1 else 1
    i = (e.round - 1) * 5 / c.rules.rounds if c.rules.rounds != 5 else e.round - 1
    if i > 4:
        i = 4
    for k in range(N_WEIGHT):
        e.w[k] = policy.weight[k * 5 + i]
    e.field_known = False
    e.signals_known = 0
    e.traces_known = 0
    e.row_signal = NOTHING
    e.depth = 0

cdef int resource_worth(Eye* e, int resource, int n) noexcept nogil:
    """n of a resource, what goes over its limit being worth nothing."""
    cdef const Seat* seat = &e.s.seat[e.p]
    cdef int room
    if resource == RES_PUBLICITY or resource == RES_DATA:
        room = (e.c.rules.publicity_max if resource == RES_PUBLICITY else e.c.rules.pool_max) - seat.res[resource]
        if n > room:
            n = room
    if resource == RES_CREDITS:
        return n * e.w[W_CREDIT]
    if resource == RES_ENERGY:
        return n * e.w[W_ENERGY]
    if resource == RES_PUBLICITY:
        return n * e.w[W_PUBLICITY]
    if resource == RES_DATA:
        return n * e.w[W_DATA]
    if resource == RES_VP:
        return n * e.w[W_VP]
    return n * e.w[W_EXOFOSSIL]

cdef inline int cost_worth(Eye* e, const int32_t* cost) noexcept nogil:
    return cost[RES_CREDITS] * e.w[W_CREDIT] + cost[RES_ENERGY] * e.w[W_ENERGY] + cost[RES_PUBLICITY] * e.w[W_PUBLICITY]

cdef int income_worth(Eye* e, int kind) noexcept nogil:
    """One more income of that kind: once now, and once at each income still to come."""
    cdef int times = e.c.rules.rounds - e.s.round + 1 if e.s.round >= 1 else e.c.rules.rounds
    cdef int each = e.w[W_BLIND_CARD]
    if kind == INC_CREDITS:
        each = e.w[W_CREDIT]
    elif kind == INC_ENERGY:
        each = e.w[W_ENERGY]
    elif kind == INC_DATA:
        each = e.w[W_DATA]
    elif kind == INC_PUBLICITY:
        each = e.w[W_PUBLICITY]
    return times * each * e.w[W_INCOME] / 1000

cdef int signal_worth(Eye* e, int star, bint no_data) noexcept nogil:
    """One signal there: the data, the second space, publicity at completion, and the way to winning the sector."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int worth = 0
    cdef int own = 0
    cdef int most = 0
    cdef int i, q, prize
    cdef int n_of[4]
    for q in range(SEATS):
        n_of[q] = 0
    for i in range(s.n_marks[star]):
        n_of[s.marks[star * MARKS + i]] += 1
    own = n_of[e.p]
    if star == TILE:
        # Everybody there gains once the slot is empty; the nearer that is, the surer.
        if s.data[star]:
            if not no_data:
                worth += resource_worth(e, RES_DATA, 1)
            worth += e.w[W_VP] * r.tile_vp[s.n_marks[star]]
        if own == 0:
            worth += worth_of(e, r.tile_completed) * (r.star_data[star] - s.data[star] + 1) / (r.star_data[star] + 1)
        return worth
    for q in range(s.players):
        if q != e.p and n_of[q] > most:
            most = n_of[q]
    if s.data[star] and not no_data:
        worth += resource_worth(e, RES_DATA, 1)
    if s.n_marks[star] + 1 == r.bonus_space and r.bonus_space <= r.star_data[star]:
        worth += worth_of(e, r.second_space)
    if own == 0:
        worth += e.w[W_PUBLICITY] / 2
    prize = worth_of(e, r.win_first[star] if s.won[star] == 0 else r.win_later[star])
    if s.data[star] == 1:
        worth += prize if own + 1 >= most else -prize / 3
    elif own + 1 >= most:
        # Leading: the nearer completion, the surer the prize.
        worth += prize * e.w[W_WIN_PROGRESS] / 1000 * (r.star_data[star] - s.data[star] + 1) / r.star_data[star]
        if own < most:
            worth += e.w[W_MAJORITY]
    return worth

cdef int best_signal(Eye* e, int stars, bint no_data) noexcept nogil:
    cdef int best = NOTHING
    cdef int i, v
    for i in range(STARS):
        if (stars >> i) & 1:
            if no_data:
                v = signal_worth(e, i, True)
            else:
                if not (e.signals_known >> i) & 1:
                    e.signal[i] = signal_worth(e, i, False)
                    e.signals_known |= 1 << i
                v = e.signal[i]
            if v > best:
                best = v
    return best if best > NOTHING else 0

cdef int row_signal(Eye* e) noexcept nogil:
    """The best signal that a row card shows."""
    cdef int i, v
    if e.row_signal == NOTHING:
        e.row_signal = 0
        for i in range(e.c.rules.card_row):
            if e.s.row[i] != NONE:
                v = best_signal(e, with_tile(e.s, e.c, card_stars(e.c, e.s.row[i])), False)
                if v > e.row_signal:
                    e.row_signal = v
    return e.row_signal

cdef int trace_worth(Eye* e, int kind, int where) noexcept nogil:
    cdef uint32_t options[64]
    cdef int n, i, v
    cdef int best = NOTHING
    if where == TRW_ANYWHERE and (e.traces_known >> kind) & 1:
        return e.trace[kind]
    n = trace_options(e.s, e.c, e.p, kind, where, options)
    for i in range(n):
        v = place_worth(e, options[i])
        if v > best:
            best = v
    best = e.w[W_TRACE] + best if n else 0
    if where == TRW_ANYWHERE:
        e.trace[kind] = best
        e.traces_known |= 1 << kind
    return best

cdef int place_worth(Eye* e, uint32_t act) noexcept nogil:
    """Reward of the space for a trace, less what it costs and the danger that it brings."""
    cdef const RulesTable* r = e.c.rules
    cdef int at
    if arg_c(act) == 1:
        return worth_of(e, r.overflow)
    if arg_c(act) == 0:
        return worth_of(e, r.discovery[arg_a(act)])
    at = (e.s.species[arg_a(act)] * 3 + arg_b(act)) * SPACES + arg_c(act) - 2
    return (
        worth_of(e, space_reward(e.s, e.c, arg_a(act), arg_b(act), arg_c(act) - 2))
        - r.board_cost[at] * given_up(e, r.board_resource[at]) - r.board_danger[at] * e.w[W_DANGER]
    )

cdef inline int given_up(Eye* e, int resource) noexcept nogil:
    """One of a resource that is paid; a full pool or track makes it no cheaper."""
    if resource == RES_DATA:
        return e.w[W_DATA]
    if resource == RES_EXOFOSSIL:
        return e.w[W_EXOFOSSIL]
    return resource_worth(e, resource, 1)

cdef int secret_worth(Eye* e, int card) noexcept nogil:
    """Playing a secret card: its points, surely or perhaps, less its danger."""
    cdef const RulesTable* r = e.c.rules
    cdef int worth = r.secret_vp[card] * e.w[W_VP]
    if not holds(e.s, e.c, e.p, r.secret_when[card], NONE):
        worth = worth * e.w[W_MISSION_CHANCE] / 1000
    return worth - r.secret_danger[card] * e.w[W_DANGER]

cdef int capsule_worth(Eye* e, int space, int goal, int sample) noexcept nogil:
    """A step of a capsule towards the planet of a delivery mission in play, its cost not counted."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int card = next_card(s.seat[e.p].missions, -1)
    cdef int at, v
    cdef int best = 0
    while card != NONE:
        if has(r.mission_cards, card) and r.code[r.mission_when[card]] == COND_DELIVER:
            at = planet_space(s, e.c, r.code[r.mission_when[card] + 1] - 3)
            v = worth_of(e, r.mission_reward[card]) - distance(space, at) * e.w[W_STEP] / 2
            if v > 0:
                v = (distance(space, at) - distance(goal, at)) * e.w[W_STEP]
                if v > best:
                    best = v
        card = next_card(s.seat[e.p].missions, card)
    return best + visit_worth(e, goal)

cdef int tech_worth(Eye* e, int tech) noexcept nogil:
    cdef const RulesTable* r = e.c.rules
    cdef const State* s = e.s
    cdef int worth = e.w[W_TECH] + e.w[W_TECHS + tech] + worth_of(e, r.tech_extra[tech])
    if s.tile_taken[tech] < 4:
        worth += worth_of(e, r.tile_bonus[s.tile_order[tech * 4 + s.tile_taken[tech]]])
    if s.two_points[tech]:
        worth += worth_of(e, r.first_taker)
    return worth

cdef int best_tech(Eye* e, int kinds, int flags) noexcept nogil:
    cdef uint32_t options[16]
    cdef int n = tech_options(e.s, e.c, e.p, kinds, flags, options)
    cdef int best = 0
    cdef int i, v
    for i in range(n):
        v = tech_worth(e, arg_a(options[i]))
        if v > best:
            best = v
    return best

cdef int orbit_worth(Eye* e, int planet) noexcept nogil:
    cdef int worth = worth_of(e, e.c.rules.orbit_reward[planet])
    if e.s.orbit_first[planet] == 0:
        worth += worth_of(e, e.c.rules.orbit_first[planet])
    return worth

cdef int land_worth(Eye* e, int planet, int flags) noexcept nogil:
    """The best landing at the planet, its cost not counted."""
    cdef const RulesTable* r = e.c.rules
    cdef int worth = worth_of(e, r.land_reward[planet])
    cdef int k, m, v
    cdef int data = 0
    for k in range(r.n_data_spaces[planet]):
        if not space_covered(e.s, planet, k) or flags & 2:
            v = worth_of(e, r.data_space[planet * 3 + k])
            if v > data:
                data = v
    worth += data
    if flags & 1 or e.s.seat[e.p].techs & r.moons_mask:
        for m in range(r.n_moons):
            if r.moon_planet[m] == planet and (flags & 2 or not moon_taken(e.s, m)):
                v = worth_of(e, r.moon_land[m])
                if v > worth:
                    worth = v
    return worth

cdef int mission_worth(Eye* e, int card) noexcept nogil:
    """What having the card in play may bring: rewards, discounted where the state does not hold yet."""
    cdef const RulesTable* r = e.c.rules
    cdef int worth = 0
    cdef int k
    if r.card_class[card] == CLASS_MISSION:
        worth = worth_of(e, r.mission_reward[card])
        if not holds(e.s, e.c, e.p, r.mission_when[card], NONE):
            worth = worth * e.w[W_MISSION_CHANCE] / 1000
    elif r.card_class[card] == CLASS_MESSAGE:
        worth = worth_of(e, r.message_program[card]) * e.w[W_MESSAGE_CHANCE] / 1000
    elif r.card_class[card] == CLASS_TRIGGERS:
        for k in range(r.trigger_n[card]):
            worth += worth_of(e, r.trigger_reward[card * 3 + k]) * e.w[W_TRIGGER_CHANCE] / 1000
    elif r.card_class[card] == CLASS_ENDGAME:
        if r.end_kind[card] == EGM_PER:
            worth = r.end_vp[card] * (1000 * count_of(e.s, e.c, e.p, r.end_arg[card]) + e.w[W_ENDGAME_GROWTH]) / 1000 * e.w[W_VP]
        else:
            worth = endgame_points(e.s, e.c, e.p, card) * e.w[W_VP] + r.end_vp[card] * e.w[W_VP] * e.w[W_MISSION_CHANCE] / 2000
    return worth

cdef int play_worth(Eye* e, int card) noexcept nogil:
    return worth_of(e, e.c.rules.card_play[card]) + mission_worth(e, card) - (
        e.c.rules.card_cost[card] * e.w[W_CREDIT] + e.c.rules.card_energy[card] * e.w[W_ENERGY]
    )

cdef int corner_worth(Eye* e, int card) noexcept nogil:
    cdef const int32_t* n = &e.c.rules.card_corner[card * N_CNR]
    cdef int worth = n[CNR_VP] * e.w[W_VP]
    if n[CNR_PUBLICITY]:
        worth += resource_worth(e, RES_PUBLICITY, n[CNR_PUBLICITY])
    if n[CNR_DATA]:
        worth += resource_worth(e, RES_DATA, n[CNR_DATA])
    if n[CNR_MOVE] and e.s.seat[e.p].n_probes:
        worth += n[CNR_MOVE] * e.w[W_MOVE]
    return worth

cdef int keep_worth(Eye* e, int card) noexcept nogil:
    """What a card in hand is worth: its best use, and a little for the choice."""
    cdef int worth = corner_worth(e, card)
    cdef int v = play_worth(e, card) * e.w[W_PLAY_CHANCE] / 1000
    if v > worth:
        worth = v
    v = income_worth(e, e.c.rules.card_income[card]) / 2
    if v > worth:
        worth = v
    return worth + e.w[W_KEEP_CARD]

cdef int worth_of(Eye* e, int pc) noexcept nogil:
    """A program's worth to the seat as things stand. What lies six programs deep is worth nothing: under a variant a
    trace may bring a signal and its sector a trace, without end."""
    cdef int worth
    if e.depth >= 6:
        return 0
    e.depth += 1
    worth = sum_of_effects(e, pc)
    e.depth -= 1
    return worth

cdef int sum_of_effects(Eye* e, int pc) noexcept nogil:
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const int16_t* w = &r.code[pc]
    cdef int worth = 0
    cdef int p = e.p
    cdef int i, n, v, best
    cdef Frame f
    while w[0] != OP_END:
        if w[0] == OP_GAIN:
            worth += resource_worth(e, w[1], w[2])
        elif w[0] == OP_DRAW:
            worth += w[2] * (e.w[W_BLIND_CARD] if w[1] == FROM_DECK else e.w[W_CARD])
        elif w[0] == OP_INCOME:
            if s.seat[p].n_hand:
                worth += income_worth(e, INC_CREDITS) - e.w[W_BLIND_CARD] / 2
        elif w[0] == OP_MOVE:
            worth += w[1] * (e.w[W_MOVE] if s.seat[p].n_probes or launches_before(r, pc, w) else 0)
        elif w[0] == OP_LAUNCH:
            if w[1] or limited_probes(s, p) < probe_limit(s, e.c, p):
                worth += probe_worth(e, planet_space(s, e.c, CELL_EARTH - 3))
        elif w[0] == OP_ORBIT or w[0] == OP_LAND or w[0] == OP_ORBIT_OR_LAND:
            worth += best_arrival(e, w[0], w[1])
        elif w[0] == OP_SCAN:
            worth += best_signal(e, with_tile(s, e.c, 1 << s.star_of_sector[sector_of_cell(s, e.c, CELL_EARTH)]), False) + row_signal(e)
        elif w[0] == OP_ANALYZE:
            if s.seat[p].top >= r.computer_top:
                worth += worth_of(e, r.analyze_reward)
        elif w[0] == OP_RESEARCH:
            worth += best_tech(e, w[1], w[2])
        elif w[0] == OP_SIGNAL:
            memset(&f, 0, sizeof(Frame))
            f.player = p
            i = signal_stars(s, e.c, &f, w)
            if i:
                worth += w[3] * best_signal(e, i, w[4] & 2)
        elif w[0] == OP_SIGNAL_ROW:
            worth += w[1] * row_signal(e)
        elif w[0] == OP_SIGNAL_HAND:
            n = w[1] if w[1] < s.seat[p].n_hand else s.seat[p].n_hand
            worth += n * (best_signal(e, 0xFF, False) - e.w[W_BLIND_CARD]) / 2
        elif w[0] == OP_SIGNAL_DECK:
            worth += w[1] * best_signal(e, 0xFF, False) / 2
        elif w[0] == OP_SIGNAL_PROBES:
            n = 0
            for i in range(s.players):
                n += s.seat[i].n_probes
            worth += (w[1] if w[1] < n else n) * (e.w[W_DATA] + e.w[W_PUBLICITY] / 2)
        elif w[0] == OP_TRACE:
            worth += trace_worth(e, w[1], w[2])
        elif w[0] == OP_IF:
            # What this play itself does cannot be known yet; half is a fair guess for it.
            if r.code[w[1]] >= COND_LANDED_ON:
                worth += worth_of(e, w[2]) / 2
            elif holds(s, e.c, p, w[1], NONE):
                worth += worth_of(e, w[2])
        elif w[0] == OP_PER:
            i = r.code[w[1]]
            n = 1 if i == CNT_MARKED or i == CNT_MARKED_ON_TILE or i == CNT_MARKED_SECTORS or i == CNT_TECHS_TAKEN or i == CNT_TRACES_MARKED else count_of(s, e.c, p, w[1])
            if w[2] == 0:
                worth += resource_worth(e, w[3], n * w[4])
            elif w[2] == 1:
                worth += n * w[4] * e.w[W_MOVE]
            else:
                worth += n * w[4] * e.w[W_BLIND_CARD]
        elif w[0] == OP_CHOOSE:
            best = NOTHING
            for i in range(w[1]):
                v = worth_of(e, w[2 + i])
                if v > best:
                    best = v
            worth += best
        elif w[0] == OP_MAY or w[0] == OP_REPEAT:
            v = worth_of(e, w[1]) if payable(s, e.c, p, w[1]) else 0
            worth += v if v > 0 else 0
        elif w[0] == OP_PAY:
            worth -= w[2] * given_up(e, w[1])
        elif w[0] == OP_DRAW_SPECIES:
            i = active(s, w[1])
            n = w[2] if i != NONE and (s.alien_n[i] or s.alien_up[i]) else 0
            worth += n * e.w[W_CARD]
        elif w[0] == OP_PICK_SAMPLE or w[0] == OP_SAMPLE_REWARD:
            worth += e.w[W_SAMPLE]
        elif w[0] == OP_DELIVER:
            worth += w[1] * e.w[W_SAMPLE]
        elif w[0] == OP_ANOMALY_REWARD:
            if active(s, r.anomaly_species) != NONE and next_anomaly(s, e.c) != NONE:
                worth += worth_of(e, anomaly_reward(s, e.c, next_anomaly(s, e.c)))
        elif w[0] == OP_DISCARD_DRAWN:
            worth -= e.w[W_BLIND_CARD] / 4
        elif w[0] == OP_THIS_TURN:
            worth += worth_of(e, r.watch_program[w[1]]) / 2
        elif w[0] == OP_CHOOSE_PROBE:
            if s.seat[p].n_probes:
                worth += worth_of(e, w[1])
        elif w[0] == OP_REMOVE:
            if craft(s, e.c, p, 0x7FFF, w[2] != 0):
                worth += worth_of(e, w[3]) - 2 * e.w[W_VP]
        elif w[0] == OP_ROW_CORNERS:
            for i in range(r.card_row):
                if s.row[i] != NONE:
                    worth += corner_worth(e, s.row[i])
        elif w[0] == OP_DRAWN_CORNER:
            worth += e.w[W_PUBLICITY]
        elif w[0] == OP_TUCK_THIS:
            worth += income_worth(e, INC_ENERGY)
        elif w[0] == OP_RETURN_THIS:
            worth += e.w[W_CARD]
        w += op_length(w)
    return worth

cdef inline bint launches_before(const RulesTable* r, int pc, const int16_t* at) noexcept nogil:
    """Does the program launch a probe before this effect?"""
    cdef const int16_t* w = &r.code[pc]
    while w != at:
        if w[0] == OP_LAUNCH:
            return True
        w += op_length(w)
    return False

# ---------------------------------------------------------------------- probes
cdef int target_worth(Eye* e, int planet) noexcept nogil:
    """What arriving at the planet is for: the better of orbiting and landing, net of cost."""
    cdef int32_t cost[6]
    cdef int a = orbit_worth(e, planet) - cost_worth(e, &e.c.rules.action_cost[N_RES])
    cdef int b
    landing_cost(e.s, e.c, e.p, planet, cost)
    b = land_worth(e, planet, 0) - cost_worth(e, cost)
    return a if a > b else b

cdef inline int visit_worth(Eye* e, int space) noexcept nogil:
    cdef int n = visit_publicity(e.s, e.c, e.p, space)
    return resource_worth(e, RES_PUBLICITY, n) if n else 0

cdef void know_field(Eye* e) noexcept nogil:
    """Worth of a probe in every space: the best target less the steps to it, publicity on the way included.

    Value iteration over the 32 spaces; the longest way worth going is far below ten steps."""
    cdef const State* s = e.s
    cdef int i, k, m, v, turn
    cdef const RulesTable* r = e.c.rules
    cdef int come[32]
    cdef int leave[32]
    cdef bint changed
    e.field_known = True
    for i in range(32):
        e.field[i] = 0
        come[i] = visit_worth(e, i)
        leave[i] = step_cost(s, e.c, e.p, i) * e.w[W_STEP]
    for i in range(PLANETS):
        k = planet_space(s, e.c, i)
        if k != NONE and i + 3 != CELL_EARTH:
            v = target_worth(e, i)
            if v > 0:
                e.field[k] = v
    for turn in range(10):
        changed = False
        for i in range(32):
            for k in range(r.n_near[i]):
                m = r.near[4 * i + k]
                v = e.field[m] + come[m] - leave[i]
                if v > e.field[i]:
                    e.field[i] = v
                    changed = True
        if not changed:
            break

cdef int probe_worth(Eye* e, int space) noexcept nogil:
    """Worth of a probe there. The field must be known; `worth_of` is called with it known wherever it can ask."""
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
    cdef int worth = -cost_worth(e, &r.scan_cost[i * N_RES])
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
    cdef int32_t cost[6]
    cdef int worth, i
    if kind == A_LAUNCH:
        return probe_worth(e, planet_space(s, e.c, CELL_EARTH - 3)) - cost_worth(e, &r.action_cost[0])
    if kind == A_ORBIT:
        return orbit_worth(e, arg_a(act)) - cost_worth(e, &r.action_cost[N_RES])
    if kind == A_LAND:
        landing_cost(s, e.c, e.p, arg_a(act), cost)
        return arrival_worth(e, act) - cost_worth(e, cost)
    if kind == A_SCAN:
        worth = -cost_worth(e, &r.action_cost[3 * N_RES])
        for i in range(r.n_scan):
            if r.scan_tech[i] == NONE or (s.seat[e.p].techs >> r.scan_tech[i]) & 1:
                if r.scan_mandatory[i] or scan_worth(e, i) > 0:
                    worth += scan_worth(e, i)
        return worth
    if kind == A_ANALYZE:
        return worth_of(e, r.analyze_reward) + e.w[W_ANALYSIS] - cost_worth(e, &r.action_cost[4 * N_RES])
    if kind == A_PLAY:
        return play_worth(e, arg_a(act)) - corner_worth(e, arg_a(act)) / 2
    if kind == A_RESEARCH:
        return best_tech(e, 7, 0) - cost_worth(e, &r.action_cost[5 * N_RES])
    return 0

cdef int arrival_worth(Eye* e, uint32_t act) noexcept nogil:
    """The orbit or landing of an action, its cost not counted."""
    cdef const RulesTable* r = e.c.rules
    cdef int planet = arg_a(act)
    cdef int k
    cdef int worth
    if kind_of(act) == A_ORBIT:
        return orbit_worth(e, planet)
    if arg_b(act) != NONE:
        return worth_of(e, r.moon_land[arg_b(act)])
    worth = worth_of(e, r.land_reward[planet])
    for k in range(r.n_data_spaces[planet]):
        if arg_c(act) == k + 1 or (arg_c(act) == 0 and not space_covered(e.s, planet, k)):
            worth += worth_of(e, r.data_space[planet * 3 + k])
    return worth

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
        return worth_of(e, r.mission_reward[a]) + 1
    if kind == A_MOVE and arg_c(act):
        return capsule_worth(e, a, arg_b(act), arg_c(act) - 1) - step_cost(s, e.c, e.p, a) * r.move_energy * e.w[W_ENERGY]
    if kind == A_MOVE:
        # A probe that has arrived stays for its orbit or landing.
        return (
            e.field[arg_b(act)] + visit_worth(e, arg_b(act)) - e.field[a]
            - step_cost(s, e.c, e.p, a) * r.move_energy * e.w[W_ENERGY]
        )
    if kind == A_CORNER:
        if best_main > 0 and s.round < r.rounds and seat.n_hand <= r.hand_limit:
            return NOTHING
        return corner_worth(e, a) - keep_worth(e, a) if seat.n_hand <= r.hand_limit and s.round < r.rounds else corner_worth(e, a) - (keep_worth(e, a) if best_main > 0 else 0)
    if kind == A_BUY:
        worth = e.w[W_CARD]
        for k in range(r.card_row):
            if s.row[k] != NONE:
                v = keep_worth(e, s.row[k])
                if v > worth:
                    worth = v
        return worth - cost_worth(e, r.buy_cost)
    return NOTHING

cdef int best_main_of(Eye* e, uint32_t* choice) noexcept nogil:
    cdef uint32_t options[1024]
    cdef int n = main_actions(e.s, e.c, e.p, options)
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
    cdef uint32_t options[1024]
    cdef uint32_t choice
    cdef uint32_t result = 0
    cdef State trial
    cdef Eye t
    cdef int n, i, give, get, v
    cdef int best = 0
    n = free_actions(e.s, e.c, e.p, options)
    for i in range(n):
        if kind_of(options[i]) != A_EXCHANGE:
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
    cdef uint32_t options[1024]
    cdef uint32_t choice
    cdef uint32_t best_free = 0
    cdef int i, n, v, main
    cdef int best = 0
    know_field(e)
    main = best_main_of(e, &choice) if e.s.main == MAIN_BEFORE else 0
    n = free_actions(e.s, e.c, e.p, options)
    for i in range(n):
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
        return place_worth(e, act) + e.w[W_TRACE]
    if kind == A_TECH:
        return tech_worth(e, a) + 1
    if kind == A_COLUMN:
        # The next empty top space soonest brings the tile's points and opens its lower space.
        side = r.slot_column[a] - s.seat[e.p].top
        return 100 - side if side > 0 else 50 + side
    if kind == A_COVER:
        return worth_of(e, r.trigger_reward[a * 3 + arg_b(act)]) + 1
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
        side = a * 2 + s.gold_side[a]
        v = r.gold_value[side * 3 + (s.gold_n[a] if s.gold_n[a] < 2 else 2)]
        return v * (1000 * count_of(s, e.c, e.p, r.gold_count[side]) + e.w[W_GOLD_GROWTH])
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
    # A_SHOW: the more the better; anything else as good as another.
    return 1 + a

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

cdef uint32_t greedy_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    """The action of greatest worth; ties go to the first in the engine's order."""
    cdef uint32_t options[1024]
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
        # Data that would be lost for want of room are placed first.
        if s.seat[p].res[RES_DATA] > 0 and s.seat[p].res[RES_DATA] >= c.rules.pool_max - 1 and s.seat[p].top < c.rules.computer_top:
            return action(A_PLACE, 0, 0, 0)
        return action(A_GO, 0, 0, 0)
    if s.decision == D_PASS_DISCARD:
        return give_up(&e, s.seat[p].n_hand - c.rules.hand_limit, f.b)
    if s.decision == D_EXCHANGE:
        return give_up(&e, c.rules.exchange_give - f.a, f.b)
    if s.decision == D_MOVE:
        know_field(&e)
    n = own_actions(s, c, options)
    act = options[0]
    for i in range(n):
        v = option_worth(&e, options[i])
        if v > best:
            best = v
            act = options[i]
    return act
