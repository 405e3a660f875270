# What a position is worth to a seat: points now, and an estimate of the points still to come from features that a person
# would name. The estimate is a weighted sum by round and, for what features mean together, a layer of hidden units, each
# the positive part of a sum of its own. Weights were fitted to final scores (seti_sim/seti/players/fit.py). All in whole
# numbers. Only what the seat can see or a sampled deal has told goes in.

VALUE_NAMES = (
    "one", "points", "credits", "energy", "publicity", "data", "exofossils", "pairs", "research_ready", "hand",
    "best_card", "second_card", "third_card", "corners", "income_credits", "income_energy", "income_card",
    *(f"tech_{kind}_{i}" for kind in ("probe", "telescope", "computer") for i in range(1, 5)),
    "top", "lower", "open_lower", "analysis_ready", "probes", "field", "orbiters", "landers", "missions",
    "mission_worth", "triggers", "trigger_worth", "endgame_cards", "endgame_points", "gold_points", "gold_marks",
    "gold_missing", "gold_open", "more_tech", "more_trace", "more_income", "more_other", "wins", "leads", "signals",
    "sectors", "traces_signal", "traces_lander", "traces_analysis", "traces_least", "danger_loss", "danger",
    "secret_points", "secrets_played", "capsules", "messages", "passed", "discovered", "others_passed", "income_to_come",
    # In space: where probes are, what was reached, what waits.
    "best_probe", "second_probe", "launch_field", "probe_room", *(f"near_{i}" for i in range(1, 10)),
    *(f"orbiters_{i}" for i in range(1, 10)), *(f"landers_{i}" for i in range(1, 10)), "moons", "capsule_ways",
    # Cards.
    "ready_missions", "ready_worth", "playable", "playable_worth", "hand_sum", "hand_missions", "hand_triggers",
    "hand_endgame", "hand_income_credits", "hand_income_energy", "hand_income_card", "corner_moves", "corner_data",
    "corner_publicity",
    # Computer, technologies and traces.
    *(f"top_{i}" for i in range(1, 7)), *(f"slot_{i}" for i in range(1, 5)), "techs_probe", "techs_telescope",
    "techs_computer", "next_tech", "next_trace_signal", "next_trace_lander", "next_trace_analysis",
    *(f"own_{slot}_{kind}" for slot in ("left", "right") for kind in ("signal", "lander", "analysis")),
    *(f"free_{slot}" for slot in ("left", "right")), *(f"species_{i}" for i in range(1, 6)),
    *(f"traces_on_{i}" for i in range(1, 6)), "anomalies_led", "message_missing",
    # Sectors.
    "lead_1", "lead_2", "behind", "win_worth",
    # Gold tiles by tile and side.
    *(f"gold_{side}_{i}" for i in range(1, 5) for side in ("a", "b")),
    *(f"open_{side}_{i}" for i in range(1, 5) for side in ("a", "b")), "marks_to_come", "income_all", "wealth",
)

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
    cdef int n_of[SEATS]
    for star in range(STARS):
        if s.n_marks[star] == 0:
            continue
        memset(n_of, 0, sizeof(n_of))
        latest = NONE
        most = 0
        for i in range(s.n_marks[star]):
            q = s.marks[star][i]
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

cdef int space_features(Eye* e, int32_t* x) noexcept nogil:
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Seat* seat = &s.seat[e.p]
    cdef int i, k, v, space, card
    cdef int n = 4
    for i in range(seat.n_probes):
        v = e.field[seat.probes[i]] / 100
        if v > x[0]:
            x[1] = x[0]
            x[0] = v
        elif v > x[1]:
            x[1] = v
    x[2] = e.field[planet_space(s, e.c, CELL_EARTH - 3)] / 100
    x[3] = probe_limit(s, e.c, e.p) - limited_probes(s, e.p)
    for i in range(PLANETS):
        space = planet_space(s, e.c, i)
        if space != NONE:
            for k in range(seat.n_probes):
                v = 6 - distance(seat.probes[k], space)
                if v > x[n + i]:
                    x[n + i] = v
        x[n + 9 + i] = seat.orbiters[i]
        x[n + 18 + i] = seat.landers[i]
    n += 27
    for i in range(r.n_moons):
        x[n] += seat.moon[i]
    if seat.n_capsules:
        # The nearest capsule of each delivery mission in play, in steps saved.
        card = next_card(seat.missions, -1)
        while card != NONE:
            if has(r.mission_cards, card) and r.code[r.mission_when[card]] == COND_DELIVER:
                space = planet_space(s, e.c, r.code[r.mission_when[card] + 1] - 3)
                v = 0
                for i in range(SAMPLES):
                    if s.capsule_owner[i] == e.p + 1 and 12 - distance(s.capsule_space[i], space) > v:
                        v = 12 - distance(s.capsule_space[i], space)
                x[n + 1] += v
            card = next_card(seat.missions, card)
    return n + 2

cdef int card_features(Eye* e, int32_t* all, int32_t* x) noexcept nogil:
    """Cards in hand and missions; the three best cards and the corners into `all`, the rest into x."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Seat* seat = &s.seat[e.p]
    cdef int card = next_card(seat.missions, -1)
    cdef int v
    while card != NONE:
        if r.card_class[card] == CLASS_MISSION and holds(s, e.c, e.p, r.mission_when[card], NONE):
            x[0] += 1
            x[1] += worth_of(e, r.mission_reward[card]) / 100
        card = next_card(seat.missions, card)
    card = next_card(seat.hand, -1)
    while card != NONE:
        v = play_worth(e, card)
        if v / 20 > all[10]:
            all[12] = all[11]
            all[11] = all[10]
            all[10] = v / 20
        elif v / 20 > all[11]:
            all[12] = all[11]
            all[11] = v / 20
        elif v / 20 > all[12]:
            all[12] = v / 20
        all[13] += corner_worth(e, card) / 20
        v /= 100
        if v > 0:
            x[4] += v
            if r.card_cost[card] <= seat.res[RES_CREDITS] and r.card_energy[card] <= seat.res[RES_ENERGY]:
                x[2] += 1
                if v > x[3]:
                    x[3] = v
        if r.card_class[card] == CLASS_MISSION:
            x[5] += 1
        elif r.card_class[card] == CLASS_TRIGGERS:
            x[6] += 1
        elif r.card_class[card] == CLASS_ENDGAME:
            x[7] += 1
        if r.card_income[card] < 3:
            x[8 + r.card_income[card]] += 1
        x[11] += r.card_corner[card][CNR_MOVE]
        x[12] += r.card_corner[card][CNR_DATA]
        x[13] += r.card_corner[card][CNR_PUBLICITY]
        card = next_card(seat.hand, card)
    return 14

cdef int board_features(Eye* e, int32_t* x) noexcept nogil:
    """Computer, technologies, traces and species."""
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef const Seat* seat = &s.seat[e.p]
    cdef int i, k, species
    cdef int n = 0
    for i in range(6):
        x[n + i] = seat.top > i
    for i in range(4):
        x[n + 6 + i] = seat.tile[i] != NONE
    n = 10
    for i in range(N_TEK):
        x[n + i] = techs_of(s, e.c, e.p, 1 << i)
    x[n + 3] = best_tech(e, 7, 0) / 100
    for i in range(N_TRK):
        x[n + 4 + i] = trace_worth(e, i, TRW_ANYWHERE) / 100
    n += 7
    for i in range(2):
        for k in range(N_TRK):
            x[n + 3 * i + k] = (
                (s.space[i][k] == e.p + 1) + seat.overflow[i][k] + seat.board[i][k]
            )
            if not s.discovered[i]:
                x[n + 6 + i] += s.space[i][k] == 0
        if s.discovered[i] and s.species[i] < 5:
            species = s.species[i]
            x[n + 8 + species] = 1
            for k in range(N_TRK):
                x[n + 13 + species] += seat.board[i][k]
    n += 18
    i = active(s, r.anomaly_species)
    if i != NONE:
        for k in range(8):
            if s.anomaly_at[k]:
                x[n] += highest_marker(s, e.c, i, r.anomaly_kind[(s.anomaly_at[k] - 1) >> 1]) == e.p
    for i in range(s.n_messages):
        if s.message_seat[i] == e.p:
            x[n + 1] += s.message_score[i] - seat.res[RES_VP]
    return n + 2

cdef int close_features(Eye* e, int32_t* x) noexcept nogil:
    """Sectors that are nearly full: led, and in reach of the lead."""
    cdef const State* s = e.s
    cdef int star, q, i, own, most
    cdef int n_of[SEATS]
    for star in range(STARS - 1):
        if s.data[star] == 0 or s.data[star] > 3 or s.n_marks[star] == 0:
            continue
        memset(n_of, 0, sizeof(n_of))
        for i in range(s.n_marks[star]):
            n_of[s.marks[star][i]] += 1
        own = n_of[e.p]
        most = 0
        for q in range(s.players):
            if q != e.p and n_of[q] > most:
                most = n_of[q]
        if own > most:
            x[0 if s.data[star] == 1 else 1] += 1
        elif own + s.data[star] >= most:
            x[2] += 1
        if own and own >= most:
            x[3] += worth_of(e, e.c.rules.win_first[star] if s.won[star] == 0 else e.c.rules.win_later[star]) / 100
    return 4

cdef int gold_features(Eye* e, int32_t* x) noexcept nogil:
    cdef const State* s = e.s
    cdef const RulesTable* r = e.c.rules
    cdef int i, k, side
    cdef bint own
    for i in range(N_GOLD):
        side = gold_side(s, i)
        own = False
        for k in range(s.gold_n[i]):
            if s.gold_marks[i][k] == e.p:
                own = True
                x[side] = r.gold_value[side][k if k < 2 else 2]
        if not own:
            k = s.gold_n[i] if s.gold_n[i] < 2 else 2
            x[8 + side] = count_of(s, e.c, e.p, r.gold_count[side]) * r.gold_value[side][k]
    x[16] = r.n_gold - seti_popcount(s.seat[e.p].gold_done)
    return 17

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
    x[8] = x[4] >= r.action_cost[PAID_RESEARCH][RES_PUBLICITY]
    x[9] = seat.n_hand
    if not e.field_known:
        know_field(e)
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
                    x[n + 11] += worth_of(e, r.trigger_reward[card][k]) / 20
        card = next_card(seat.missions, card)
    x[n + 12] = size_of(seat.endgame)
    x[n + 13] = held_endgame(e)
    for i in range(N_GOLD):
        side = gold_side(s, i)
        own = False
        for k in range(s.gold_n[i]):
            if s.gold_marks[i][k] == e.p:
                own = True
                x[n + 14] += count_of(s, e.c, e.p, r.gold_count[side]) * r.gold_value[side][k if k < 2 else 2]
                x[n + 15] += 1
        if not own:
            v = count_of(s, e.c, e.p, r.gold_count[side]) * r.gold_value[side][s.gold_n[i] if s.gold_n[i] < 2 else 2]
            if v > x[n + 17]:
                x[n + 17] = v
    for i in range(r.n_gold):
        if not (seat.gold_done >> i) & 1:
            x[n + 16] = r.gold_score[i] - seat.res[RES_VP]
            break
    for i in range(3):
        x[n + 18] += e.more.tech[i] / 20
        x[n + 19] += e.more.trace[i] / 20
        x[n + 20] += e.more.income[i] / 20
    x[n + 21] = (e.more.win + e.more.craft + e.more.mission) / 20
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
    n += 14
    n += space_features(e, &x[n])
    n += card_features(e, x, &x[n])
    n += board_features(e, &x[n])
    n += close_features(e, &x[n])
    n += gold_features(e, &x[n])
    x[n] = seat.income[0] + seat.income[1] + seat.income[2]
    x[n + 1] = seat.res[RES_CREDITS] + seat.res[RES_ENERGY]
    return n + 2

cdef int64_t value_of(const State* s, const Context* c, const Policy* policy, int p) noexcept nogil:
    """Points that the seat is expected to end with, in thousandths; its score when the game is over."""
    cdef Eye e
    cdef int32_t x[N_VALUE]
    cdef int32_t unit[N_HIDDEN]
    cdef const int32_t* row
    cdef int64_t value = <int64_t> s.seat[p].res[RES_VP] * 1000
    cdef int i, k, column
    if s.solo.rival:
        value -= objective_loss(s, c)
    if s.over:
        return value
    open_eye(&e, s, c, policy, p)
    value_features(&e, x)
    column = column_of(s, c)
    for k in range(N_HIDDEN):
        unit[k] = policy.unit[column * N_HIDDEN + k]
    for i in range(N_VALUE):
        if x[i]:
            value += <int64_t> x[i] * policy.value[i * 5 + column]
            row = &policy.hidden[i * N_HIDDEN]
            for k in range(N_HIDDEN):
                unit[k] += x[i] * row[k]
    for k in range(N_HIDDEN):
        if unit[k] > 0:
            value += <int64_t> unit[k] * policy.gain[column * N_HIDDEN + k] >> UNIT_BITS
    return value
