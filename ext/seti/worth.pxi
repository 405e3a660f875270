# `greedy`: takes the action with the greatest estimated worth. Worth is counted in thousandths of a credit with weights
# by round (seti_sim/players/greedy.toml); all arithmetic is in whole numbers, so that rows are equal on any machine.
# It looks at open information and its own hand only.

WEIGHT_NAMES = (
    "credit", "energy", "publicity", "data", "vp", "card", "blind_card", "move", "income", "trace", "tech",
    "tech_probe_1", "tech_probe_2", "tech_probe_3", "tech_probe_4", "tech_telescope_1", "tech_telescope_2",
    "tech_telescope_3", "tech_telescope_4", "tech_computer_1", "tech_computer_2", "tech_computer_3", "tech_computer_4",
    "place", "win_progress", "majority", "mission_chance", "trigger_chance", "endgame_growth", "gold_growth", "step",
    "keep_card", "exofossil", "analysis", "play_chance", "danger", "sample", "message_chance", "launch", "orbit", "land",
    "scan", "play", "research", "board", "discovery", "held_gold", "open_gold", "glut", "income_glut",
    "corner", "denial", "secret_chance",
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
    W_LAUNCH
    W_ORBIT
    W_LAND
    W_SCAN
    W_PLAY
    W_RESEARCH
    W_BOARD
    W_DISCOVERY
    W_HELD_GOLD
    W_OPEN_GOLD
    W_GLUT
    W_INCOME_GLUT
    W_CORNER
    W_DENIAL
    W_SECRET_CHANCE
    N_WEIGHT
    NOTHING = -1000000
    DEEPEST = 6            # programs inside one another that are valued

ctypedef struct More:
    # What one more of a thing adds at the end, by gold tiles and end-of-game cards (`lean`).
    int tech[N_TEK]
    int trace[N_TRK]
    int income[N_INC]
    int win
    int craft
    int mission

ctypedef struct Counted:
    # All that `more_of` reads. Unused bytes are zero, so that equal ones are equal bytes.
    uint64_t completed[CARD_WORDS]
    uint64_t endgame[CARD_WORDS]
    uint64_t rules         # their number, `RulesTable.stamp`
    int32_t weight[3]      # held gold, open gold, points
    int16_t publicity
    uint16_t techs
    uint8_t gold_side[N_GOLD]
    uint8_t gold_n[N_GOLD]
    uint8_t gold_marks[N_GOLD][SEATS]
    uint8_t orbiters[PLANETS]
    uint8_t landers[PLANETS]
    uint8_t moon[MOONS]
    uint8_t wins[STARS]
    uint8_t income[N_INC]
    uint8_t overflow[SLOTS][N_TRK]
    uint8_t board[SLOTS][N_TRK]
    uint8_t space[SLOTS][N_TRK]
    uint8_t species[SLOTS]

ctypedef struct Kept:
    # What `more_of` last made for a seat, and of what.
    Counted of
    More more

ctypedef struct Eye:
    # What a policy looks through: state, rules, its seat and its weights of this round.
    const State* s
    const Context* c
    const Policy* policy
    int p
    int round
    int32_t w[64]
    int each[N_RES]        # worth of one of a resource
    int room[N_RES]        # how many more there is room for
    bint field_known
    bint field_waits       # made as soon as it is asked for (`await_field`)
    int32_t field[32]      # worth of a probe in each space
    int step_gain          # the most that a free step of an own probe adds to that
    uint32_t signals_known # bit a star
    int32_t signal[9]      # worth of a signal there, with its data
    int traces_known       # bit a kind
    int32_t trace[4]       # worth of a trace of the kind, 3: any, put anywhere
    int row_signal         # best signal that a row card shows, NOTHING if not known yet
    bint overflow_known
    int overflow           # worth of what a trace in an overflow area brings
    int depth              # programs being valued inside one another
    More more

cdef extern from *:
    """
    /* A place a thread for what `balance` keeps from one decision to the next. */
    #if defined(_MSC_VER)
    static __declspec(thread) unsigned long long seti_kept[256];
    #else
    static __thread unsigned long long seti_kept[256];
    #endif
    """
    uint64_t* seti_kept

assert SEATS * sizeof(Kept) <= 256 * sizeof(uint64_t), "more is kept by seat than `seti_kept` has room for"

cdef int column_of(const State* s, const Context* c) noexcept nogil:
    """Five columns of weights stretch over however many rounds a variant has; setup looks like round 1."""
    cdef int round = s.round if s.round >= 1 else 1
    cdef int i = (round - 1) * 5 / c.rules.rounds if c.rules.rounds != 5 else round - 1
    return i if i < 4 else 4

cdef void open_eye(Eye* e, const State* s, const Context* c, const Policy* policy, int p) noexcept nogil:
    cdef int i, k
    e.s = s
    e.c = c
    e.policy = policy
    e.p = p
    e.round = s.round if s.round >= 1 else 1
    i = column_of(s, c)
    for k in range(N_WEIGHT):
        e.w[k] = policy.weight[k * 5 + i]
    balance(e)
    know_resources(e)
    e.overflow_known = False
    e.field_known = e.field_waits = False
    e.step_gain = 0
    e.signals_known = 0
    e.traces_known = 0
    e.row_signal = NOTHING
    e.depth = 0

cdef void balance(Eye* e) noexcept nogil:
    """Of credits and energy, what there is more of is worth less: most actions want both. And the price of what one
    more tech, trace, win, craft, income or mission adds at the end.

    That price changes seldom, so what was made last for the seat is kept with all that it was made of; a position is
    worth the same whatever was looked at before."""
    cdef const Seat* seat = &e.s.seat[e.p]
    cdef Kept* kept = <Kept*> seti_kept + e.p
    cdef Counted now
    cdef int more = seat.res[RES_ENERGY] - seat.res[RES_CREDITS]
    if more > 1:
        e.w[W_ENERGY] = less(e.w[W_ENERGY], more - 1, e.w[W_GLUT])
    elif more < -1:
        e.w[W_CREDIT] = less(e.w[W_CREDIT], -more - 1, e.w[W_GLUT])
    memset(&now, 0, sizeof(Counted))
    memcpy(now.completed, seat.completed, sizeof(now.completed))
    memcpy(now.endgame, seat.endgame, sizeof(now.endgame))
    now.rules = e.c.rules.stamp
    now.weight[0] = e.w[W_HELD_GOLD]
    now.weight[1] = e.w[W_OPEN_GOLD]
    now.weight[2] = e.w[W_VP]
    now.publicity = seat.res[RES_PUBLICITY]
    now.techs = seat.techs
    memcpy(now.gold_side, e.s.gold_side, sizeof(now.gold_side))
    memcpy(now.gold_n, e.s.gold_n, sizeof(now.gold_n))
    memcpy(now.gold_marks, e.s.gold_marks, sizeof(now.gold_marks))
    memcpy(now.orbiters, seat.orbiters, sizeof(now.orbiters))
    memcpy(now.landers, seat.landers, sizeof(now.landers))
    memcpy(now.moon, seat.moon, sizeof(now.moon))
    memcpy(now.wins, seat.wins, sizeof(now.wins))
    memcpy(now.income, seat.income, sizeof(now.income))
    memcpy(now.overflow, seat.overflow, sizeof(now.overflow))
    memcpy(now.board, seat.board, sizeof(now.board))
    memcpy(now.space, e.s.space, sizeof(now.space))
    memcpy(now.species, e.s.species, sizeof(now.species))
    if memcmp(&now, &kept.of, sizeof(Counted)):
        # A count that reads anything else is made anew each time: no rules have the number 0.
        if not more_of(e):
            now.rules = 0
        memcpy(&kept.of, &now, sizeof(Counted))
        kept.more = e.more
    else:
        e.more = kept.more

cdef bint more_of(Eye* e) noexcept nogil:
    """Fill `more`. Is what it was made of all in `Counted`?"""
    cdef const Seat* seat = &e.s.seat[e.p]
    cdef const RulesTable* r = e.c.rules
    cdef int i, k, side, value, card
    cdef bint own
    cdef bint known = True
    memset(&e.more, 0, sizeof(More))
    for i in range(N_GOLD):
        side = i * 2 + e.s.gold_side[i]
        own = False
        for k in range(e.s.gold_n[i]):
            if e.s.gold_marks[i][k] == e.p:
                own = True
                value = r.gold_value[side][k if k < 2 else 2] * e.w[W_HELD_GOLD]
        if not own:
            value = r.gold_value[side][e.s.gold_n[i] if e.s.gold_n[i] < 2 else 2] * e.w[W_OPEN_GOLD]
        known &= lean(e, r.gold_count[side], value * e.w[W_VP] / 1000)
    card = next_card(seat.endgame, -1)
    while card != NONE:
        if r.end_kind[card] == EGM_PER:
            known &= lean(e, r.end_arg[card], r.end_vp[card] * e.w[W_HELD_GOLD] * e.w[W_VP] / 1000)
        card = next_card(seat.endgame, card)
    return known

cdef inline int less(int worth, int n, int glut) noexcept nogil:
    """A worth for the n-th too many of a thing: each takes off `glut` thousandths, down to a quarter."""
    cdef int share = 1000 - n * glut
    return worth * (share if share > 250 else 250) / 1000

cdef bint lean(Eye* e, int pc, int value) noexcept nogil:
    """Share out the value of one more of a count among the things counted. Of a smallest count only what is scarcest
    helps, and where several are equally scarce each helps in part. Is what was read for it in `Counted`?"""
    cdef const int16_t* w = &e.c.rules.code[pc]
    cdef int i, n
    cdef int equal = 0
    cdef bint known = True
    if w[0] == CNT_MIN_OF or w[0] == CNT_MAX_OF:
        n = count_of(e.s, e.c, e.p, pc)
        for i in range(w[2]):
            equal += count_of(e.s, e.c, e.p, pc + 4 + 4 * i) == n
            known &= in_counted(w[4 + 4 * i])
        for i in range(w[2]):
            if count_of(e.s, e.c, e.p, pc + 4 + 4 * i) == n:
                known &= lean(e, pc + 4 + 4 * i, value / equal if w[0] == CNT_MIN_OF else value)
        return known
    if w[1] > 1:
        value /= w[1]
    if w[0] == CNT_TECHS:
        for i in range(N_TEK):
            if (w[2] >> i) & 1:
                e.more.tech[i] += value
    elif w[0] == CNT_TRACES:
        for i in range(N_TRK):
            if w[2] == 3 or w[2] == i:
                e.more.trace[i] += value
    elif w[0] == CNT_INCOME:
        e.more.income[w[2]] += value
    elif w[0] == CNT_WINS:
        e.more.win += value
    elif w[0] == CNT_CRAFT:
        e.more.craft += value
    elif w[0] == CNT_MISSIONS or w[0] == CNT_MISSIONS_OR_ENDGAME:
        e.more.mission += value
    elif w[0] == CNT_TRACES_SPECIES:
        # Half: a trace may go to either slot.
        for i in range(N_TRK):
            if w[2] == 3 or w[2] == i:
                e.more.trace[i] += value / 2
    elif not (
        # Nothing, since what is left at the end of these has come and gone, or costs nothing to have one more of:
        # publicity is spent, signals go home when a sector is settled (R10.19).
        w[0] == CNT_PUBLICITY or w[0] == CNT_SIGNAL_SECTORS or w[0] == CNT_SIGNALS_AT_ANOMALIES or w[0] == CNT_EARTH_SECTOR
        # Nothing, since only a play asks them: there is no play at the end of the game.
        or w[0] == CNT_MARKED or w[0] == CNT_MARKED_SECTORS or w[0] == CNT_MARKED_ON_TILE or w[0] == CNT_TECHS_TAKEN
        or w[0] == CNT_TRACES_MARKED or w[0] == CNT_SHOWN_INCOME or w[0] == CNT_SHOWN_CORNER or w[0] == CNT_ADJACENT
    ):
        return unknown(e.s, HERE, b"CNT", w[0])
    return True

cdef inline bint in_counted(int count) noexcept nogil:
    """Does the value of such a count follow from `Counted`?"""
    return (
        count == CNT_TECHS or count == CNT_TRACES or count == CNT_TRACES_SPECIES or count == CNT_PUBLICITY or count == CNT_INCOME
        or count == CNT_WINS or count == CNT_CRAFT or count == CNT_MISSIONS or count == CNT_MISSIONS_OR_ENDGAME
    )

cdef inline int each_worth(Eye* e, int resource) noexcept nogil:
    """One of a resource for which there is room."""
    if resource == RES_CREDITS:
        return e.w[W_CREDIT]
    if resource == RES_ENERGY:
        return e.w[W_ENERGY]
    if resource == RES_PUBLICITY:
        return e.w[W_PUBLICITY]
    if resource == RES_DATA:
        return e.w[W_DATA]
    if resource == RES_VP:
        return e.w[W_VP]
    if resource == RES_EXOFOSSIL:
        return e.w[W_EXOFOSSIL]
    return unknown(e.s, HERE, b"RES", resource)

cdef inline void know_resources(Eye* e) noexcept nogil:
    """What one of each resource is worth, and how many of it there is room for; asked for hundreds of times."""
    cdef const Seat* seat = &e.s.seat[e.p]
    cdef int i
    for i in range(N_RES):
        e.each[i] = each_worth(e, i)
        e.room[i] = 0x7FFFFFFF
    e.room[RES_PUBLICITY] = e.c.rules.publicity_max - seat.res[RES_PUBLICITY]
    e.room[RES_DATA] = e.c.rules.pool_max - seat.res[RES_DATA]

cdef inline int resource_worth(Eye* e, int resource, int n) noexcept nogil:
    """n of a resource, what goes over its limit being worth nothing."""
    return (n if n < e.room[resource] else e.room[resource]) * e.each[resource]

cdef inline int cost_worth(Eye* e, const int32_t* cost) noexcept nogil:
    return cost[RES_CREDITS] * e.w[W_CREDIT] + cost[RES_ENERGY] * e.w[W_ENERGY] + cost[RES_PUBLICITY] * e.w[W_PUBLICITY]

cdef int income_worth(Eye* e, int kind) noexcept nogil:
    """One more income of that kind: once now, and once at each income still to come."""
    cdef int times = e.c.rules.rounds - e.s.round + 1 if e.s.round >= 1 else e.c.rules.rounds
    cdef int each
    cdef int own
    if kind == INC_CARD:
        each = e.w[W_BLIND_CARD]
    elif kind == INC_CREDITS:
        each = e.w[W_CREDIT]
    elif kind == INC_ENERGY:
        each = e.w[W_ENERGY]
    elif kind == INC_DATA:
        each = e.w[W_DATA]
    elif kind == INC_PUBLICITY:
        each = e.w[W_PUBLICITY]
    else:
        return unknown(e.s, HERE, b"INC", kind)
    if kind == INC_CREDITS or kind == INC_ENERGY:
        own = e.s.seat[e.p].income[kind] - e.s.seat[e.p].income[INC_ENERGY if kind == INC_CREDITS else INC_CREDITS]
        if own > 0:
            each = less(each, own, e.w[W_INCOME_GLUT])
    return times * each * e.w[W_INCOME] / 1000 + e.more.income[kind]

cdef int signal_worth(Eye* e, int star, bint no_data) noexcept nogil:
    """One signal there: the data, the second space, publicity at completion, and the way to winning the sector."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int worth = 0
    cdef int own = 0
    cdef int most = 0
    cdef int i, q, prize
    cdef int n_of[SEATS]
    for q in range(SEATS):
        n_of[q] = 0
    for i in range(s.n_marks[star]):
        n_of[s.marks[star][i]] += 1
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
    prize = worth_of(e, r.win_first[star] if s.won[star] == 0 else r.win_later[star]) + e.more.win
    prize += objective_worth(e, EV_WIN, r.star_color[star])
    if most > own:
        worth += e.w[W_DENIAL]
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
    if e.field_waits and e.depth > PLAIN_DEPTH:
        know_field(e)
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
    if e.field_waits and e.depth > PLAIN_DEPTH:
        know_field(e)
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
    if e.field_waits and e.depth > PLAIN_DEPTH:
        know_field(e)
    if where == TRW_ANYWHERE and (e.traces_known >> kind) & 1:
        return e.trace[kind]
    n = allowed(e.s, e.policy, options, trace_options(e.s, e.c, e.p, kind, where, options))
    for i in range(n):
        v = place_worth(e, options[i]) + objective_worth(e, EV_TRACE, arg_b(options[i]))
        if v > best:
            best = v
    best = e.w[W_TRACE] + best if n else 0
    if where == TRW_ANYWHERE:
        e.trace[kind] = best
        e.traces_known |= 1 << kind
    return best

cdef inline int overflow_worth(Eye* e) noexcept nogil:
    if not e.c.rules.plain:
        return worth_of(e, e.c.rules.overflow)
    if not e.overflow_known and e.depth < DEEPEST:
        e.overflow = worth_of(e, e.c.rules.overflow)
        e.overflow_known = True
    return e.overflow if e.depth < DEEPEST else 0

cdef int place_worth(Eye* e, uint32_t act) noexcept nogil:
    """Reward of the space for a trace, less what it costs and the danger that it brings."""
    cdef const RulesTable* r = e.c.rules
    cdef int at
    if arg_c(act) == 1:
        return overflow_worth(e) + e.more.trace[arg_b(act)]
    if arg_c(act) == 0:
        return worth_of(e, r.discovery[arg_a(act)]) + e.w[W_DISCOVERY] + e.more.trace[arg_b(act)]
    at = board_space(e.s.species[arg_a(act)], arg_b(act), arg_c(act) - 2)
    return (
        worth_of(e, space_reward(e.s, e.c, arg_a(act), arg_b(act), arg_c(act) - 2))
        - r.board_cost[at] * given_up(e, r.board_resource[at]) - r.board_danger[at] * e.w[W_DANGER]
        + e.w[W_BOARD] + e.more.trace[arg_b(act)]
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
        worth = worth * e.w[W_SECRET_CHANCE] / 1000
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
    cdef int worth = e.w[W_TECH] + e.w[W_TECHS + tech] + worth_of(e, r.tech_extra[tech]) + e.more.tech[r.tech_kind[tech]]
    worth += objective_worth(e, EV_RESEARCH, r.tech_kind[tech])
    if s.tile_taken[tech] < 4:
        worth += worth_of(e, r.tile_bonus[s.tile_order[tech][s.tile_taken[tech]]])
    if s.two_points[tech]:
        worth += worth_of(e, r.first_taker)
    return worth

cdef int best_tech(Eye* e, int kinds, int flags) noexcept nogil:
    cdef uint32_t options[16]
    cdef int n = allowed(e.s, e.policy, options, tech_options(e.s, e.c, e.p, kinds, flags, options))
    cdef int best = 0
    cdef int i, v
    for i in range(n):
        v = tech_worth(e, arg_a(options[i]))
        if v > best:
            best = v
    return best

cdef inline int arrived_worth(Eye* e, int weight, int event, int planet) noexcept nogil:
    """What an orbiter or lander there is worth besides the rewards of its space."""
    return e.w[weight] + e.more.craft + objective_worth(e, event, planet + 3)

cdef int orbit_worth(Eye* e, int planet) noexcept nogil:
    cdef int worth = worth_of(e, e.c.rules.orbit_reward[planet]) + arrived_worth(e, W_ORBIT, EV_ORBIT, planet)
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
            v = worth_of(e, r.data_space[planet][k])
            if v > data:
                data = v
    worth += data
    if flags & 1 or e.s.seat[e.p].techs & r.moons_mask:
        for m in range(r.n_moons):
            if r.moon_planet[m] == planet and (flags & 2 or not moon_taken(e.s, m)):
                v = worth_of(e, r.moon_land[m])
                if v > worth:
                    worth = v
    return worth + arrived_worth(e, W_LAND, EV_LAND, planet)

cdef int mission_worth(Eye* e, int card) noexcept nogil:
    """What having the card in play may bring: rewards, discounted where the state does not hold yet."""
    cdef const RulesTable* r = e.c.rules
    cdef int worth = 0
    cdef int k
    if r.card_class[card] == CLASS_MISSION:
        worth = worth_of(e, r.mission_reward[card]) + e.more.mission + objective_worth(e, EV_MISSION, 0)
        if not holds(e.s, e.c, e.p, r.mission_when[card], NONE):
            worth = worth * e.w[W_MISSION_CHANCE] / 1000
    elif r.card_class[card] == CLASS_MESSAGE:
        worth = worth_of(e, r.message_program[card]) * e.w[W_MESSAGE_CHANCE] / 1000
    elif r.card_class[card] == CLASS_TRIGGERS:
        for k in range(r.trigger_n[card]):
            worth += worth_of(e, r.trigger_reward[card][k]) * e.w[W_TRIGGER_CHANCE] / 1000
    elif r.card_class[card] == CLASS_ENDGAME:
        if r.end_kind[card] == EGM_PER:
            worth = r.end_vp[card] * (1000 * count_of(e.s, e.c, e.p, r.end_arg[card]) + e.w[W_ENDGAME_GROWTH]) / 1000 * e.w[W_VP]
        else:
            worth = endgame_points(e.s, e.c, e.p, card) * e.w[W_VP] + r.end_vp[card] * e.w[W_VP] * e.w[W_MISSION_CHANCE] / 2000
    elif r.card_class[card] != CLASS_PLAIN and r.card_class[card] != CLASS_SECRET:
        unknown(e.s, HERE, b"CLASS", r.card_class[card])       # a plain card does not stay in play; a secret one is no card in hand (`secret_worth`)
    return worth

cdef int play_worth(Eye* e, int card) noexcept nogil:
    return worth_of(e, e.c.rules.card_play[card]) + mission_worth(e, card) - (
        e.c.rules.card_cost[card] * e.w[W_CREDIT] + e.c.rules.card_energy[card] * e.w[W_ENERGY]
    )

cdef int move_worth(Eye* e, int n, bint launches) noexcept nogil:
    """Movement is worth what the best step of an own probe gains, or one on a way that begins with a launch."""
    cdef int gain = e.w[W_STEP]
    if not launches:
        gain = 0
        if e.s.seat[e.p].n_probes:
            if e.field_waits:
                know_field(e)
            gain = e.step_gain
    return (n if n < 3 else 3) * gain * e.w[W_MOVE] / 1000

cdef int rotation_worth(Eye* e) noexcept nogil:
    """What the next rotation brings: publicity for own probes that it pushes, and the reward of an anomaly to which it
    carries Earth, if the seat leads its column."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int disc = r.rotation_order[s.rotation]
    cdef int after = turned(s.disc_index, disc)
    cdef int slot = active(s, r.anomaly_species)
    cdef int n = 0
    cdef int worth = 0
    cdef int i, space
    for i in range(s.seat[e.p].n_probes):
        space = s.seat[e.p].probes[i]
        if fare(r, s.disc_index, after, disc, space) == PUSHED:
            n += publicity_at(s, e.c, e.p, after, one_back(space))
    if n:
        worth = resource_worth(e, RES_PUBLICITY, n)
    if slot != NONE:
        i = r.planet_space[after][CELL_EARTH - 3] & 7
        if s.anomaly_at[i] and highest_marker(s, e.c, slot, r.anomaly_kind[(s.anomaly_at[i] - 1) >> 1]) == e.p:
            worth += worth_of(e, anomaly_reward(s, e.c, i))
    return worth

cdef int best_visit(Eye* e) noexcept nogil:
    """The most that the publicity of one step of an own probe is worth."""
    cdef const RulesTable* r = e.c.rules
    cdef int best = 0
    cdef int i, k, v, space
    for i in range(e.s.seat[e.p].n_probes):
        space = e.s.seat[e.p].probes[i]
        for k in range(r.n_near[space]):
            v = visit_worth(e, r.near[space][k])
            if v > best:
                best = v
    return best

cdef int asteroids_worth(Eye* e) noexcept nogil:
    """Leaving asteroids for no extra movement: what each own probe there saves, half of it where they are one step off."""
    cdef const RulesTable* r = e.c.rules
    cdef int worth = 0
    cdef int i, k, space, near
    for i in range(e.s.seat[e.p].n_probes):
        space = e.s.seat[e.p].probes[i]
        if cell_at(e.s, e.c, space) == CELL_ASTEROIDS:
            worth += (step_cost(e.s, e.c, e.p, space) - r.move_cost) * e.w[W_STEP]
            continue
        near = 0
        for k in range(r.n_near[space]):
            if cell_at(e.s, e.c, r.near[space][k]) == CELL_ASTEROIDS:
                near = step_cost(e.s, e.c, e.p, r.near[space][k]) - r.move_cost
        worth += near * e.w[W_STEP] / 2
    return worth

cdef int corner_worth(Eye* e, int card) noexcept nogil:
    cdef const int32_t* n = &e.c.rules.card_corner[card][0]
    cdef int worth = n[CNR_VP] * e.w[W_VP]
    if n[CNR_PUBLICITY]:
        worth += resource_worth(e, RES_PUBLICITY, n[CNR_PUBLICITY])
    if n[CNR_DATA]:
        worth += resource_worth(e, RES_DATA, n[CNR_DATA])
    if n[CNR_MOVE]:
        worth += move_worth(e, n[CNR_MOVE], False)
    return worth

cdef int other_use(Eye* e, int card) noexcept nogil:
    """What a card in hand is worth but for its corner."""
    cdef int worth = play_worth(e, card) * e.w[W_PLAY_CHANCE] / 1000
    cdef int v = income_worth(e, e.c.rules.card_income[card]) / 2
    return v if v > worth else worth

cdef int keep_worth(Eye* e, int card) noexcept nogil:
    """What a card in hand is worth: its best use, and a little for the choice."""
    cdef int worth = corner_worth(e, card)
    cdef int v = other_use(e, card)
    return (v if v > worth else worth) + e.w[W_KEEP_CARD]

# ---------------------------------------------------------------------- what may be looked at later
cdef enum:
    PLAIN_DEPTH = DEEPEST - 2   # programs around a signal within which its own two are never too deep

cdef inline bint plain_effect(int op) noexcept nogil:
    """Is its worth the same however deep it lies, whatever was valued before and whether or not the field is known?"""
    return (
        op == OP_GAIN or op == OP_DRAW or op == OP_INCOME or op == OP_PAY or op == OP_DRAW_SPECIES or op == OP_PICK_SAMPLE
        or op == OP_SAMPLE_REWARD or op == OP_DISCARD_DRAWN or op == OP_DRAWN_CORNER or op == OP_TUCK_THIS or op == OP_RETURN_THIS
    )

cdef inline bint bare_effect(int op) noexcept nogil:
    """Has the effect no program inside, plain or not?"""
    return (
        op == OP_TRACE or op == OP_SIGNAL or op == OP_SIGNAL_ROW or op == OP_SIGNAL_HAND or op == OP_SIGNAL_DECK
        or op == OP_SIGNAL_PROBES or op == OP_SCAN or op == OP_MOVE or op == OP_LAUNCH or op == OP_PER or op == OP_DELIVER
        or op == OP_ROW_CORNERS or op == OP_IGNORE_ASTEROIDS or op == OP_VISIT_MOVE_INSTEAD or op == OP_NO_MOVE_PUBLICITY
    )

cdef bint plain_program(const RulesTable* r, int pc, int level) noexcept nogil:
    """Only plain effects; from level 1 on traces, too; from level 2 on signals and what looks at the field."""
    cdef const int16_t* w = &r.code[pc]
    while w[0] != OP_END:
        if not (
            plain_effect(w[0]) or (level >= 1 and w[0] == OP_TRACE)
            or (level >= 2 and (
                w[0] == OP_SIGNAL or w[0] == OP_SIGNAL_ROW or w[0] == OP_SIGNAL_HAND or w[0] == OP_SIGNAL_DECK
                or w[0] == OP_SIGNAL_PROBES or w[0] == OP_MOVE or w[0] == OP_LAUNCH
            ))
        ):
            return False
        w += op_length(w)
    return True

cdef bint shallow(const RulesTable* r, int pc, int depth) noexcept nogil:
    """Does nothing in the program, which lies so deep, ask for signals or traces below PLAIN_DEPTH?"""
    cdef const int16_t* w = &r.code[pc]
    cdef int i, op
    cdef bint fits = depth <= PLAIN_DEPTH
    while fits and w[0] != OP_END:
        op = w[0]
        if op == OP_IF:
            fits = shallow(r, w[2], depth + 1)
        elif op == OP_CHOOSE:
            for i in range(w[1]):
                fits = fits and shallow(r, w[2 + i], depth + 1)
        elif op == OP_MAY or op == OP_REPEAT or op == OP_CHOOSE_PROBE:
            fits = shallow(r, w[1], depth + 1)
        elif op == OP_REMOVE:
            fits = shallow(r, w[3], depth + 1)
        elif op == OP_THIS_TURN:
            fits = shallow(r, r.watch_program[w[1]], depth + 1)
        elif op == OP_ANALYZE:
            fits = shallow(r, r.analyze_reward, depth + 1)
        elif op == OP_RESEARCH:
            fits = shallow(r, r.first_taker, depth + 1)
            for i in range(r.n_techs):
                fits = fits and shallow(r, r.tech_extra[i], depth + 1)
            for i in range(TILES):
                fits = fits and shallow(r, r.tile_bonus[i], depth + 1)
        elif op == OP_ANOMALY_REWARD or op == OP_ROTATE:
            for i in range(ANOMALIES * SIDES):
                fits = fits and shallow(r, r.anomaly_reward[i], depth + 1)
        elif op == OP_ORBIT or op == OP_LAND or op == OP_ORBIT_OR_LAND:
            fits = depth < PLAIN_DEPTH   # their rewards have no programs inside (`plain_program`)
        else:
            fits = plain_effect(op) or bare_effect(op)
        w += op_length(w)
    return fits

cdef bint plain_rewards(const RulesTable* r) noexcept nogil:
    """Do traces bring nothing but plain effects, signals these and traces, orbits and landings these and signals, and do
    cards ask for signals and traces in few programs inside one another?

    So it is printed, and then what signals and traces are worth is the same whoever asks first, before or after the field
    is made: the field may wait, and what cannot win need not be valued. Under other rules `worth_of` may stop at six
    programs, and what is kept depends on the order."""
    cdef int i, k
    cdef bint plain = plain_program(r, r.overflow, 0) and plain_program(r, r.second_space, 1)
    plain = plain and plain_program(r, r.tile_completed, 1)
    for i in range(SLOTS):
        plain = plain and plain_program(r, r.discovery[i], 0)
    for i in range(SPECIES * N_TRK * SPACES):
        plain = plain and plain_program(r, r.board_reward[i], 0)
    for i in range(SAMPLES):
        plain = plain and plain_program(r, r.sample_reward[i], 0)
    for i in range(STARS):
        plain = plain and plain_program(r, r.win_first[i], 1) and plain_program(r, r.win_later[i], 1)
    for i in range(PLANETS):
        plain = plain and plain_program(r, r.orbit_reward[i], 2) and plain_program(r, r.orbit_first[i], 2)
        plain = plain and plain_program(r, r.land_reward[i], 2)
        for k in range(r.n_data_spaces[i]):
            plain = plain and plain_program(r, r.data_space[i][k], 2)
    for i in range(r.n_moons):
        plain = plain and plain_program(r, r.moon_land[i], 2)
    for i in range(r.n_cards):
        plain = plain and shallow(r, r.card_play[i], 1) and shallow(r, r.mission_reward[i], 1)
        plain = plain and shallow(r, r.message_program[i], 1)
        for k in range(r.trigger_n[i]):
            plain = plain and shallow(r, r.trigger_reward[i][k], 1)
    return plain

cdef int worth_of(Eye* e, int pc) noexcept nogil:
    """A program's worth to the seat as things stand. What lies six programs deep is worth nothing: under a variant a
    trace may bring a signal and its sector a trace, without end.

    Most programs, or what they begin with, are gains only, which are summed here without more ado."""
    cdef const int16_t* w = &e.c.rules.code[pc]
    cdef int worth = 0
    if e.depth >= DEEPEST:
        return 0
    while w[0] == OP_GAIN:
        worth += resource_worth(e, w[1], w[2])
        w += op_length(w)
    if w[0] == OP_END:
        return worth
    e.depth += 1
    worth += sum_of_effects(e, pc, w)
    e.depth -= 1
    return worth

cdef int sum_of_effects(Eye* e, int pc, const int16_t* w) noexcept nogil:
    """The effects of the program at pc from w on."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
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
            worth += move_worth(e, w[1], launches_before(r, pc, w))
        elif w[0] == OP_LAUNCH:
            if w[1] or limited_probes(s, p) < probe_limit(s, e.c, p):
                worth += probe_worth(e, planet_space(s, e.c, CELL_EARTH - 3)) + objective_worth(e, EV_LAUNCH, 0)
        elif w[0] == OP_ORBIT or w[0] == OP_LAND or w[0] == OP_ORBIT_OR_LAND:
            worth += best_arrival(e, w[0], w[1])
        elif w[0] == OP_SCAN:
            worth += best_signal(e, with_tile(s, e.c, 1 << s.star_of_sector[sector_of_cell(s, e.c, CELL_EARTH)]), False) + row_signal(e)
            worth += objective_worth(e, EV_SCAN, 0)
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
            if w[2] == PER_GAIN:
                worth += resource_worth(e, w[3], n * w[4])
            elif w[2] == PER_MOVE:
                worth += move_worth(e, n * w[4], False)
            elif w[2] == PER_DRAW:
                worth += n * w[4] * e.w[W_BLIND_CARD]
            else:
                unknown(s, HERE, b"PER", w[2])
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
        elif w[0] == OP_ROTATE:
            worth += rotation_worth(e)
        elif w[0] == OP_IGNORE_ASTEROIDS:
            worth += asteroids_worth(e)
        elif w[0] == OP_VISIT_MOVE_INSTEAD:
            # The movement where it is worth more than the publicity; half is a fair guess for a visit at all.
            v = move_worth(e, 1, False) - best_visit(e)
            worth += v / 2 if v > 0 else 0
        elif w[0] == OP_NO_MOVE_PUBLICITY:
            worth -= best_visit(e) / 2
        elif w[0] != OP_PROGRESS:   # nothing: a step of the rival, in its own programs only
            unknown(s, HERE, b"OP", w[0])
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
