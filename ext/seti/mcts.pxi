# `mcts`: for each of its choices it deals anew what it cannot see, lets everybody play on as `greedy` until its next turn,
# tries its choices there as `lookahead` does, and takes the worth of the position after the best of them (value.pxi); at
# the end of the game the score. All choices are tried on the same deals. The playouts are shared out by sequential
# halving (Karnin, Koren and Somekh 2013): after each part of them the worse half of the choices is given up.

cdef void until_own_turn(State* t, const Context* c, const Policy* policy, int p) noexcept nogil:
    """Play as `greedy` for every seat until the next turn of the seat begins, or the game ends."""
    cdef int turns = t.turns
    cdef int n = 0
    while not t.over and not t.fault and n < 4000:
        if t.turns != turns and t.turn == p and t.decision == D_TURN and t.main == MAIN_BEFORE:
            break
        apply(t, c, greedy_choice(t, c, policy, NULL))
        n += 1

cdef int64_t best_turn(const State* t, const Context* c, const Policy* policy, int p) noexcept nogil:
    """What the position after the best turn of the seat, which begins here, is worth to it."""
    cdef uint32_t choices[64]
    cdef State trial
    cdef int n, i
    cdef int64_t v
    cdef int64_t best = -1000000000
    if t.fault:
        return best
    if t.over:
        return value_of(t, c, policy, p)
    n = choices_of(t, c, policy, choices)
    for i in range(n):
        memcpy(&trial, t, sizeof(State))
        apply(&trial, c, choices[i])
        finish_turn(&trial, c, policy)
        v = value_of(&trial, c, policy, p)
        if v > best and not trial.fault:
            best = v
    return best

cdef uint32_t mcts_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    cdef uint32_t choices[64]
    cdef int64_t value[64]
    cdef State deal
    cdef State trial
    cdef Context quiet
    cdef int p = to_move(s)
    cdef int n = choices_of(s, c, policy, choices)
    cdef int left = policy.playouts
    cdef int parts, i, k, each
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
                until_own_turn(&trial, &quiet, policy, p)
                value[i] += best_turn(&trial, &quiet, policy, p)
        left -= each * n
        parts -= 1
        if parts < 1:
            parts = 1
        best_first(value, choices, NULL, NULL, n)
        n = (n + 1) / 2
    return choices[0]
