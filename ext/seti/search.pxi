# `search`: where the network of `learned` is not sure, it deals anew what it cannot see, tries the options that the network
# thinks likely, lets everybody play on as `learned`, and takes the one after which the position is worth most to it
# (`net_value`), its score by the network counted in. Playouts are shared out by sequential halving (Karnin, Koren and Somekh
# 2013); all options are tried on the same deals.

cdef enum:
    SURE = 3               # an option whose score is lower by more than that is not tried: it has e^-3 of the best one's probability
    LEAN = 500             # thousandths of a point that a unit of the network's score counts

cdef void play_on(State* t, const Context* c, const Policy* policy, int p, int turns) noexcept nogil:
    """Everybody plays as `learned`: until the turn is over, or, with `turns`, until that many turns later the seat has its turn again."""
    cdef int begun = t.turns
    cdef int left = turns
    cdef int n = 0
    while not t.over and not t.fault and n < 4000:
        if t.turns != begun and t.decision == D_TURN and t.main == MAIN_BEFORE:
            begun = t.turns
            if left == 0:
                return
            if t.turn == p:
                left -= 1
                if left == 0:
                    return
        apply(t, c, learned_choice(t, c, policy, NULL))
        n += 1

cdef int likely_first(const Policy* policy, uint32_t* options, int64_t* score, int n) noexcept nogil:
    """Bring the options worth a try to the front, the likeliest first; returns how many, at least one."""
    cdef uint32_t act
    cdef int64_t v
    cdef int i, best
    cdef int m = 0
    while m < policy.width and m < n:
        best = m
        for i in range(m + 1, n):
            if score[i] > score[best]:
                best = i
        if m and score[best] < score[0] - (SURE << SCORE_BITS):
            break
        act = options[best]
        v = score[best]
        for i in range(best, m, -1):
            options[i] = options[i - 1]
            score[i] = score[i - 1]
        options[m] = act
        score[m] = v
        m += 1
    return m

cdef inline int64_t weighed(int64_t value, int64_t score, int deals) noexcept nogil:
    """Thousandths of a point: mean worth of the positions after an option, and what the network thinks of it."""
    return value / deals + ((score * LEAN) >> SCORE_BITS)

cdef uint32_t search_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    cdef uint32_t options[MAX_ACTIONS]
    cdef int64_t score[MAX_ACTIONS]
    cdef int64_t value[64]
    cdef int64_t by[64]
    cdef State deal
    cdef State trial
    cdef Context quiet
    cdef Eye e
    cdef int p = to_move(s)
    cdef int m, i, k, each, parts
    cdef int left = policy.playouts
    cdef int deals = 0
    if is_left_to_greedy(s):
        return greedy_choice(s, c, policy, l)
    open_eye(&e, s, c, policy, p)
    m = likely_first(policy, options, score, scored(&e, policy, options, score))
    if m == 1:
        return options[0]
    bare_context(&quiet, c.rules)
    memset(value, 0, sizeof(value))
    parts = 1
    while (1 << parts) < m:
        parts += 1
    while m > 1:
        each = left / (parts * m)
        if each < 1:
            each = 1
        for k in range(each):
            memcpy(&deal, s, sizeof(State))
            deal_anew(&deal, &quiet, p, l)
            for i in range(m):
                memcpy(&trial, &deal, sizeof(State))
                apply(&trial, &quiet, options[i])
                play_on(&trial, &quiet, policy, p, policy.turns)
                value[i] += net_value(&trial, &quiet, policy, p) if not trial.fault else -1000000000
        deals += each
        left -= each * m
        parts = parts - 1 if parts > 1 else 1
        for i in range(m):
            by[i] = weighed(value[i], score[i], deals)
        best_first(by, options, value, score, m)
        m = (m + 1) / 2
    return options[0]
