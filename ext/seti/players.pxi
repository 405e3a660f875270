# The players that are not worth a file of their own, and who decides which one plays.

cdef uint32_t random_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    """Uniform over kinds of main action, then over its choices; half the time a free action first (docs/players.md)."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef int n, i, kind, kinds, want
    cdef uint64_t seen = 0
    if s.decision == D_GO:
        return action(A_GO, 0, 0, 0)
    if s.decision != D_TURN or s.main != MAIN_BEFORE:
        n = allowed(s, policy, options, own_actions(s, c, options))
        return options[draw(l, n)]
    if draw(l, 2):
        n = permitted(s, policy, options, free_actions(s, c, s.turn, options))
        if n:
            return options[draw(l, n)]
    n = allowed(s, policy, options, main_actions(s, c, s.turn, options))
    for i in range(n):
        seen |= (<uint64_t> 1) << kind_of(options[i])
    if n > 1:
        seen &= ~((<uint64_t> 1) << A_PASS)
    want = draw(l, seti_popcount(seen))
    kinds = 0
    for i in range(want):
        seen &= seen - 1
    kind = seti_ctz(seen)
    kinds = 0
    for i in range(n):
        kinds += kind_of(options[i]) == kind
    want = draw(l, kinds)
    for i in range(n):
        if kind_of(options[i]) == kind:
            if want == 0:
                return options[i]
            want -= 1
    return options[0]

cdef uint32_t choose(const State* s, const Context* c, const Policy* policy) noexcept nogil:
    """The policy's action at this decision."""
    cdef int p = to_move(s)
    cdef Luck l
    l.state = luck(s.key, LUCK_PLAYER, p, s.seat[p].decisions)
    if policy.kind == POLICY_RANDOM:
        return random_choice(s, c, policy, &l)
    if policy.kind == POLICY_LOOKAHEAD:
        return lookahead_choice(s, c, policy, &l)
    if policy.kind == POLICY_MCTS:
        return mcts_choice(s, c, policy, &l)
    if policy.kind == POLICY_LEARNED:
        return learned_choice(s, c, policy, &l)
    if policy.kind == POLICY_SEARCH:
        return search_choice(s, c, policy, &l)
    return greedy_choice(s, c, policy, &l)
