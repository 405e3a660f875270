# What a position is worth to a seat: points now, and a weighted sum of features that estimates the points still to come.
# The features are counts that a person would name; the weights, by round, are in thousandths of a point and were fitted
# to final scores (seti_sim/players/fit.py). Only what the seat can see or a sampled deal has told goes in.

VALUE_NAMES = (
    "one", "points", "credits", "energy", "publicity", "data", "exofossils", "pairs", "research_ready", "hand",
    "best_card", "second_card", "third_card", "corners", "income_credits", "income_energy", "income_card",
    *(f"tech_{kind}_{i}" for kind in ("probe", "telescope", "computer") for i in range(1, 5)),
    "top", "lower", "open_lower", "analysis_ready", "probes", "field", "orbiters", "landers", "missions",
    "mission_worth", "triggers", "trigger_worth", "endgame_cards", "endgame_points", "gold_points", "gold_marks",
    "gold_missing", "gold_open", "more_tech", "more_trace", "more_income", "more_other", "wins", "leads", "signals",
    "sectors", "traces_signal", "traces_lander", "traces_analysis", "traces_least", "danger_loss", "danger",
    "secret_points", "secrets_played", "capsules", "messages", "passed", "discovered", "others_passed", "income_to_come",
)

cdef enum:
    N_VALUE = 69

cdef inline int held_endgame(Eye* e) noexcept nogil:
    cdef int n = 0
    cdef int card = next_card(e.s.seat[e.p].endgame, -1)
    while card != NONE:
        n += endgame_points(e.s, e.c, e.p, card)
        card = next_card(e.s.seat[e.p].endgame, card)
    return n

cdef void sector_features(Eye* e, int32_t* x) noexcept nogil:
    """leads: own leads, each by how full the sector is (in sixteenths); signals in sectors; sectors with one."""
    cdef const State* s = e.s
    cdef int star, q, i, own, most, latest
    cdef int n_of[4]
    for star in range(STARS):
        if s.n_marks[star] == 0:
            continue
        memset(n_of, 0, sizeof(n_of))
        latest = NONE
        most = 0
        for i in range(s.n_marks[star]):
            q = s.marks[star * MARKS + i]
            n_of[q] += 1
            if n_of[q] >= most:
                most = n_of[q]
                latest = q
        own = n_of[e.p]
        if own:
            x[1] += own
            x[2] += 1
            if latest == e.p and star != TILE:
                x[0] += 16 * (e.c.rules.star_data[star] - s.data[star]) / (e.c.rules.star_data[star] + 1)

cdef int value_features(Eye* e, int32_t* x) noexcept nogil:
    """Fill x with the features in the order of VALUE_NAMES; returns how many."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Seat* seat = &s.seat[e.p]
    cdef int i, k, n, v, card, side, slot
    cdef bint own
    memset(x, 0, N_VALUE * sizeof(int32_t))
    x[0] = 1
    x[1] = seat.res[RES_VP]
    x[2] = seat.res[RES_CREDITS]
    x[3] = seat.res[RES_ENERGY]
    x[4] = seat.res[RES_PUBLICITY]
    x[5] = seat.res[RES_DATA]
    x[6] = seat.res[RES_EXOFOSSIL]
    x[7] = x[2] if x[2] < x[3] else x[3]
    x[8] = x[4] >= r.action_cost[5 * N_RES + RES_PUBLICITY]
    x[9] = seat.n_hand
    know_field(e)
    card = next_card(seat.hand, -1)
    while card != NONE:
        v = play_worth(e, card) / 20
        if v > x[10]:
            x[12] = x[11]
            x[11] = x[10]
            x[10] = v
        elif v > x[11]:
            x[12] = x[11]
            x[11] = v
        elif v > x[12]:
            x[12] = v
        x[13] += corner_worth(e, card) / 20
        card = next_card(seat.hand, card)
    for i in range(3):
        x[14 + i] = seat.income[i]
    for i in range(r.n_techs):
        x[17 + i] = (seat.techs >> i) & 1
    n = 29
    x[n] = seat.top
    x[n + 1] = seti_popcount(seat.lower)
    for i in range(4):
        x[n + 2] += seat.tile[i] != NONE and not (seat.lower >> i) & 1
    x[n + 3] = seat.top >= r.computer_top
    x[n + 4] = seat.n_probes
    for i in range(seat.n_probes):
        x[n + 5] += e.field[seat.probes[i]] / 20
    for i in range(PLANETS):
        x[n + 6] += seat.orbiters[i]
    x[n + 7] = craft(s, e.c, e.p, 0x7FFF, True) - x[n + 6]
    card = next_card(seat.missions, -1)
    while card != NONE:
        if r.card_class[card] == CLASS_MISSION:
            x[n + 8] += 1
            x[n + 9] += mission_worth(e, card) / 20
        elif r.card_class[card] == CLASS_TRIGGERS:
            x[n + 10] += 1
            for k in range(r.trigger_n[card]):
                if not (s.covered[card] >> k) & 1:
                    x[n + 11] += worth_of(e, r.trigger_reward[card * 3 + k]) / 20
        card = next_card(seat.missions, card)
    x[n + 12] = size_of(seat.endgame)
    x[n + 13] = held_endgame(e)
    for i in range(N_GOLD):
        side = gold_side(s, i)
        own = False
        for k in range(s.gold_n[i]):
            if s.gold_marks[i * 4 + k] == e.p:
                own = True
                x[n + 14] += count_of(s, e.c, e.p, r.gold_count[side]) * r.gold_value[side * 3 + (k if k < 2 else 2)]
                x[n + 15] += 1
        if not own:
            v = count_of(s, e.c, e.p, r.gold_count[side]) * r.gold_value[side * 3 + (s.gold_n[i] if s.gold_n[i] < 2 else 2)]
            if v > x[n + 17]:
                x[n + 17] = v
    for i in range(r.n_gold):
        if not (seat.gold_done >> i) & 1:
            x[n + 16] = r.gold_score[i] - seat.res[RES_VP]
            break
    for i in range(3):
        x[n + 18] += e.more_tech[i] / 20
        x[n + 19] += e.more_trace[i] / 20
        x[n + 20] += e.more_income[i] / 20
    x[n + 21] = (e.more_win + e.more_craft + e.more_mission) / 20
    for i in range(STARS):
        x[n + 22] += seat.wins[i]
    sector_features(e, &x[n + 23])
    n += 26
    x[n + 3] = 100
    for i in range(N_TRK):
        x[n + i] = traces_of(s, e.p, 2, i)
        if x[n + i] < x[n + 3]:
            x[n + 3] = x[n + i]
    slot = active(s, r.secret_species)
    if slot != NONE:
        x[n + 5] = danger_of(s, e.c, e.p, slot)
        x[n + 4] = seat.res[RES_VP] / r.danger_share
        for i in range(s.players):
            if i != e.p and danger_of(s, e.c, i, slot) > x[n + 5]:
                x[n + 4] = 0
        x[n + 6] = secret_points(s, e.c, e.p, slot)
        x[n + 7] = seti_popcount(seat.secret_played)
    x[n + 8] = seat.n_capsules
    for i in range(s.n_messages):
        x[n + 9] += s.message_seat[i] == e.p
    x[n + 9] += seat.message_tile > 0
    x[n + 10] = seat.passed
    x[n + 11] = (s.discovered[0] > 0) + (s.discovered[1] > 0)
    x[n + 12] = s.n_passed - seat.passed
    x[n + 13] = (seat.income[0] + seat.income[1]) * (r.rounds - s.round)
    return n + 14

cdef int64_t value_of(const State* s, const Context* c, const Policy* policy, int p) noexcept nogil:
    """Points that the seat is expected to end with, in thousandths; its score when the game is over."""
    cdef Eye e
    cdef int32_t x[80]
    cdef int64_t value = <int64_t> s.seat[p].res[RES_VP] * 1000
    cdef int i, n, column
    if s.solo.rival:
        value -= objective_loss(s, c)
    if s.over:
        return value
    open_eye(&e, s, c, policy, p)
    n = value_features(&e, x)
    column = column_of(s, c)
    for i in range(n):
        value += <int64_t> x[i] * policy.value[i * 5 + column]
    return value
