# `mcts`: for each of its choices it deals anew what it cannot see, plays on as `greedy` for everybody to the end of the
# round, and looks at what the position is worth then (value.pxi); at the end of the game at the score. All choices are
# tried on the same deals. The playouts are shared out by sequential halving (Karnin, Koren and Somekh 2013): after each
# part of them the worse half of the choices is given up.

cdef int finish_round(State* t, const Context* c, const Policy* policy) noexcept nogil:
    """Play as `greedy` for every seat until the next round has begun; returns the actions it took."""
    cdef int round = t.round
    cdef int n = 0
    while not t.over and not t.fault and n < 4000 and not (t.round > round and t.decision == D_TURN):
        apply(t, c, greedy_choice(t, c, policy, NULL))
        n += 1
    return n

cdef uint32_t mcts_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    cdef uint32_t choices[64]
    cdef int64_t value[64]
    cdef State deal
    cdef State trial
    cdef Context quiet
    cdef int p = to_move(s)
    cdef int n = choices_of(s, c, policy, choices)
    cdef int left = policy.playouts
    cdef int parts, i, k, best, each
    cdef uint32_t act
    cdef int64_t v
    if n == 1:
        return choices[0]
    bare_context(&quiet, c.rules)
    memset(value, 0, sizeof(value))
    parts = 1
    while (1 << parts) < n:
        parts += 1
    while n > 1:
        each = left / (parts * n)
        if each < 1:
            each = 1
        for k in range(each):
            memcpy(&deal, s, sizeof(State))
            deal_anew(&deal, &quiet, p, l)
            for i in range(n):
                memcpy(&trial, &deal, sizeof(State))
                apply(&trial, &quiet, choices[i])
                finish_round(&trial, &quiet, policy)
                value[i] += value_of(&trial, &quiet, policy, p) if not trial.fault else -1000000000
        left -= each * n
        parts -= 1
        if parts < 1:
            parts = 1
        # The better half comes first, equals in their order.
        for i in range(1, n):
            act = choices[i]
            v = value[i]
            k = i
            while k > 0 and value[k - 1] < v:
                choices[k] = choices[k - 1]
                value[k] = value[k - 1]
                k -= 1
            choices[k] = act
            value[k] = v
        n = (n + 1) / 2
    return choices[0]
