# `lookahead`: for each of its choices it plays its turn to the end on copies of the state, going on as `greedy` would, and
# takes the choice after which the position is worth most (value.pxi). What it cannot see is dealt anew for each copy
# (deal.pxi), the same for all choices, and the values of the deals are averaged.

cdef enum:
    WIDTH = 48             # choices looked at, the best ones by `greedy`'s own estimate

cdef int finish_turn(State* t, const Context* c, const Policy* policy) noexcept nogil:
    """Play as `greedy` until the next turn begins; returns the actions it took."""
    cdef int turns = t.turns
    cdef int n = 0
    while not t.over and not t.fault and n < 400 and not (t.turns != turns and t.decision == D_TURN and t.main == MAIN_BEFORE):
        apply(t, c, greedy_choice(t, c, policy, NULL))
        n += 1
    return n

cdef int choices_of(const State* s, const Context* c, const Policy* policy, uint32_t* out) noexcept nogil:
    """The choices worth a look, `greedy`'s own first: at a turn's begin the best main and free actions, elsewhere all."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef int worth[MAX_ACTIONS]
    cdef Eye e
    cdef uint32_t own = greedy_choice(s, c, policy, NULL)
    cdef int p = to_move(s)
    cdef int n, m, i, k, v, best, mains
    out[0] = own
    m = 1
    if s.decision == D_GO or s.decision == D_EXCHANGE or s.decision == D_PASS_DISCARD:
        return 1
    n = allowed(s, policy, options, own_actions(s, c, options))
    if s.decision == D_TURN:
        open_eye(&e, s, c, policy, p)
        await_field(&e)
        mains = n
        n += permitted(s, policy, &options[n], free_actions(s, c, p, &options[n]))
        best = best_main_of(&e, &own) if s.main == MAIN_BEFORE else 0
        for i in range(n):
            worth[i] = main_worth(&e, options[i]) if i < mains else free_worth(&e, options[i], best)
            if kind_of(options[i]) == A_PASS:
                worth[i] = NOTHING - 1   # only where `greedy` sees nothing better
    else:
        for i in range(n):
            worth[i] = 0
    while m < (policy.width if s.decision == D_TURN else WIDTH):
        k = NONE * 8
        for i in range(n):
            if worth[i] != NOTHING - 1 and (k == NONE * 8 or worth[i] > worth[k]):
                k = i
        if k == NONE * 8:
            break
        worth[k] = NOTHING - 1
        if options[k] != out[0]:
            out[m] = options[k]
            m += 1
    return m

cdef int look_ahead(const State* s, const Context* c, const Policy* policy, Luck* l, uint32_t* choices, int64_t* value) noexcept nogil:
    """The choices worth a look, and what the position after the turn is worth for each (a sum over deals); returns how many."""
    cdef State deal
    cdef State trial
    cdef Context quiet
    cdef int p = to_move(s)
    cdef int n = choices_of(s, c, policy, choices)
    cdef int i, k
    cdef int nodes = 0
    memset(value, 0, n * sizeof(int64_t))
    if n == 1:
        return 1
    bare_context(&quiet, c.rules)
    for k in range(policy.deals):
        memcpy(&deal, s, sizeof(State))
        deal_anew(&deal, &quiet, p, l)
        for i in range(n):
            memcpy(&trial, &deal, sizeof(State))
            apply(&trial, &quiet, choices[i])
            nodes += 1 + finish_turn(&trial, &quiet, policy)
            if trial.fault:
                value[i] -= 1000000000
            else:
                value[i] += value_of(&trial, &quiet, policy, p)
            if nodes > policy.nodes and k == 0:
                n = i + 1
                break
        if nodes > policy.nodes:
            break
    return n

cdef void best_first(int64_t* by, uint32_t* choices, int64_t* value, int64_t* score, int n) noexcept nogil:
    """Order choices by `by`, the greatest first, equals in their order; value and score go with them, where they are not NULL."""
    cdef uint32_t choice
    cdef int64_t b
    cdef int64_t v = 0
    cdef int64_t u = 0
    cdef int i, k
    for i in range(1, n):
        b = by[i]
        choice = choices[i]
        if value != NULL:
            v = value[i]
            u = score[i]
        k = i
        while k > 0 and by[k - 1] < b:
            by[k] = by[k - 1]
            choices[k] = choices[k - 1]
            if value != NULL:
                value[k] = value[k - 1]
                score[k] = score[k - 1]
            k -= 1
        by[k] = b
        choices[k] = choice
        if value != NULL:
            value[k] = v
            score[k] = u

cdef uint32_t lookahead_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    cdef uint32_t choices[64]
    cdef int64_t value[64]
    cdef int n = look_ahead(s, c, policy, l, choices, value)
    cdef int i
    cdef int best = 0
    for i in range(1, n):
        if value[i] > value[best]:
            best = i
    return choices[best]
