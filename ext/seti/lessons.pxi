# What a learned player learns from (net.pxi): decisions of games as they are played, with what the options were worth to
# whoever taught, and how the game ended.

from libc.math cimport NAN, log

cdef int drawn_option(const int64_t* score, int n, double heat, Luck* l) noexcept nogil:
    """An option by its score at this temperature (the Gumbel-max trick)."""
    cdef double v, u
    cdef double most = -1e300
    cdef int i
    cdef int best = 0
    for i in range(n):
        u = (draw(l, 1 << 30) + 0.5) / (1 << 30)
        v = score[i] / <double> (1 << SCORE_BITS) / heat - log(-log(u))
        if v > most:
            most = v
            best = i
    return best

def sample_choices(
    Rules rules, int players, seed, first, const int32_t[:, ::1] weights, const uint8_t[:, ::1] assign,
    const int32_t[::1] pairs, int level, int teacher, double heat, int keep, int explore,
    int16_t[:, ::1] x, uint64_t[:, ::1] cards, int32_t[:, ::1] about, int16_t[:, ::1] rows, int16_t[:, ::1] worths,
    float[::1] value,
):
    """Play games and write down decisions with more than one option, as the seat that takes them sees them.

    One row each into x (features in the order of VALUE_NAMES and TABLE_NAMES), cards (bit sets: hand, in play, row) and about
    (number of the game, seat, column of weights, context, points now, points at the end, first option, options, the chosen
    one, share of the win in twelfths, points of the others together at the end, worth of the position
    to a learned player in thousandths); one row an option into rows (of the network), worths and value: by the teacher's estimate in
    points, NaN where it has none; without a teacher the score of a learned player. level: 0, or that of solo games (two
    seats). teacher: number of the policy that says what options are worth, and chooses where it sits, -1: nobody. heat: a
    learned player draws its choice at this temperature, 0: it takes the best. keep: thousandths of the decisions that are
    written down. explore: thousandths of the choices that are drawn from all options instead. Returns (decisions,
    options); where an array is full it stops, and nothing is written of that game. ValueError where a game ends in a fault.
    """
    cdef State s
    cdef Context c
    cdef Eye e
    cdef Luck l
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t choices[MAX_ACTIONS]
    cdef int64_t score[MAX_ACTIONS]
    cdef int64_t told[64]
    cdef int32_t worth[MAX_ACTIONS]
    cdef int32_t three[WORTHS]
    cdef int32_t wide[N_INPUT]
    cdef uint32_t act
    cdef uint8_t won[SEATS]
    cdef Policy* policies = <Policy*> malloc(weights.shape[0] * sizeof(Policy))
    cdef Policy* policy
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t start = first
    cdef Py_ssize_t i, begun, begun_options
    cdef Py_ssize_t g = 0
    cdef Py_ssize_t n_rows = 0
    cdef Py_ssize_t n_options = 0
    cdef int p, q, k, n, m, chosen, total
    cdef int best = 0
    cdef int second = 0
    cdef bint kept, full
    full = False
    if policies == NULL:
        raise MemoryError()
    try:
        for i in range(weights.shape[0]):
            read_policy(&policies[i], weights[i])
        if teacher >= 0 and policies[teacher].kind != POLICY_LOOKAHEAD:
            raise ValueError("teacher: expected lookahead, which says what its options are worth")
        bare_context(&c, &rules.r)
        with nogil:
            for g in range(count):
                new_game(&s, &c, players, game_key(run_seed, <uint64_t> (start + g)), pairs[g], level)
                begun = n_rows
                begun_options = n_options
                while not s.over and not s.fault:
                    p = to_move(&s)
                    policy = &policies[assign[g, p]]
                    l.state = luck(s.key, LUCK_EXPLORE, p, s.seat[p].decisions)
                    if is_left_to_greedy(&s):
                        apply(&s, &c, choose(&s, &c, policy))
                        continue
                    open_eye(&e, &s, &c, policy, p)
                    n = options_to_score(&e, options, worth)
                    if n == 1:
                        apply(&s, &c, options[0])
                        continue
                    kept = <int> draw(&l, 1000) < keep
                    for i in range(n):
                        score[i] = 0
                    if policy.kind == POLICY_LEARNED:
                        score_options(&e, policy, options, worth, n, score)
                        chosen = 0
                        for i in range(1, n):
                            if score[i] > score[chosen]:
                                chosen = i
                        if heat > 0:
                            chosen = drawn_option(score, n, heat, &l)
                        act = options[chosen]
                    elif teacher < 0 or assign[g, p] != teacher:
                        act = choose(&s, &c, policy)
                    else:
                        act = 0    # of what is told below
                    m = 0
                    if teacher >= 0 and (kept or act == 0):
                        m = look_ahead(&s, &c, &policies[teacher], &l, choices, told)
                        k = 0
                        for i in range(1, m):
                            if told[i] > told[k]:
                                k = i
                        if act == 0:
                            act = choices[k]
                    if kept:
                        if n_rows == x.shape[0] or n_options + n > rows.shape[0]:
                            full = True
                            break
                        inputs_of(&e, wide)
                        for i in range(N_INPUT):
                            x[n_rows, i] = <int16_t> (wide[i] if -30000 < wide[i] < 30000 else (30000 if wide[i] > 0 else -30000))
                        cards_of(&s, &c, p, <uint64_t[CARD_WORDS]*> &cards[n_rows, 0])
                        best_two(worth, n, &best, &second)
                        chosen = -1
                        for i in range(n):
                            option_rows(c.rules, options[i], &rows[n_options + i, 0])
                            three_worths(worth, n, i, best, second, three)
                            for k in range(WORTHS):
                                worths[n_options + i, k] = three[k]
                            if teacher < 0:
                                value[n_options + i] = score[i] / <double> (1 << SCORE_BITS)
                            else:
                                value[n_options + i] = NAN
                                for k in range(m):
                                    if choices[k] == options[i]:
                                        value[n_options + i] = told[k] / 1000.0 / policies[teacher].deals
                            if options[i] == act:
                                chosen = i
                        about[n_rows, 0] = start + g
                        about[n_rows, 1] = p
                        about[n_rows, 2] = column_of(&s, &c)
                        about[n_rows, 3] = context_of(&s, &c)
                        about[n_rows, 4] = s.seat[p].res[RES_VP]
                        about[n_rows, 6] = n_options
                        about[n_rows, 7] = n
                        about[n_rows, 8] = chosen
                        if policy.net != NULL:
                            about[n_rows, 11] = <int32_t> net_value(&s, &c, policy, p)
                        n_rows += 1
                        n_options += n
                    if <int> draw(&l, 1000) < explore:
                        act = options[draw(&l, n)]
                    apply(&s, &c, act)
                if s.fault:
                    break
                if full:
                    n_rows = begun
                    n_options = begun_options
                    break
                win_shares(&s, won)
                total = 0
                for q in range(players):
                    total += s.seat[q].res[RES_VP]
                for i in range(begun, n_rows):
                    about[i, 5] = s.seat[about[i, 1]].res[RES_VP]
                    about[i, 9] = won[about[i, 1]]
                    about[i, 10] = total - about[i, 5]
        if s.fault:
            raise ValueError(f"game {start + g}: {fault_text(s.fault)}")
        return n_rows, n_options
    finally:
        free(policies)
