# Theories of the compiled players, where they lay them, and the last chance.

cdef enum:
    TIME_POINTS = 2000     # what a unit of time that a wrong theory costs is worth, in thousandths of a point
    TOKEN_SHARE = 500      # thousandths of a token's points that a wrong theory throws away: it might have scored later
    CONTESTED = 200        # thousandths: the point for the first right theory, where another's token lies already
    WHOLE_GAME = 20        # time after which a wrong theory costs nothing, since nothing is reviewed any more

cdef void count_objects(const Context* c, const int32_t* systems, int n, int32_t* count) noexcept nogil:
    """count[18 o + sector]: in how many of n arrangements the sector holds object o (A, C, D, G)."""
    cdef Bench* b = c.bench
    cdef const Sky_* sky = c.sky
    cdef int i, o, which
    cdef uint32_t mask
    memset(count, 0, THEORY_KINDS * SECTORS * sizeof(int32_t))
    for o in range(4):
        for i in range(n):
            b.seen[sky.first_set[o] + sky.rows[<size_t> systems[i] * ROW + o]] += 1
        for i in range(sky.n_sets[o]):
            which = sky.first_set[o] + i
            if b.seen[which] == 0:
                continue
            mask = sky.sets[which]
            while mask:
                count[SECTORS * o + seti_ctz(mask)] += b.seen[which]
                mask &= mask - 1
            b.seen[which] = 0

cdef void theory_shares(const State* s, const Context* c, const Know* k, int32_t* share) noexcept nogil:
    """share[18 o + sector]: how likely the sector holds object o (A, C, D, G), in thousandths; 1000 only if certain."""
    cdef Bench* b = c.bench
    cdef int32_t count[THEORY_KINDS * SECTORS]
    cdef int i, o, sector
    cdef int n = k.n
    cdef uint32_t certain[4]
    if k.listed:
        count_objects(c, k.list, n, count)
    else:
        n = sample(k, c.sky, SAMPLE, b.system)
        count_objects(c, b.system, n, count)
        settled(k, c.sky, certain)
    for o in range(4):
        for sector in range(c.r.sectors):
            i = SECTORS * o + sector
            share[i] = <int32_t> (<int64_t> count[i] * 1000 // n)
            if count[i] == n and not k.listed and not (certain[o] >> sector) & 1:
                share[i] = 999

cdef void likely_theories(const Context* c, const int32_t* share, int least, int64_t* value) noexcept nogil:
    """What to expect of each theory, in thousandths of a point, laid out as `share`; 0 for those that are less likely."""
    cdef int o, i
    for o in range(4):
        for i in range(SECTORS * o, SECTORS * o + c.r.sectors):
            value[i] = <int64_t> share[i] * (c.r.points[o] + c.r.first_theory) if share[i] >= least else 0

cdef int best_theory(
    const State* s, const Context* c, const int64_t* value, uint32_t without, const uint8_t* left,
) noexcept nogil:
    """The theory with the greatest value, as 32 * object + sector, -1 if none has any. without: sectors left out."""
    cdef int o, sector
    cdef int best = -1
    cdef int64_t most = 0
    for sector in range(c.r.sectors):
        if (without >> sector) & 1:
            continue
        for o in range(4):
            if left[o] == 0 or value[SECTORS * o + sector] <= most:
                continue
            if place_legal(s, c, s.actor, o, sector) and not (s.ruled_out[sector] >> o) & 1:
                most = value[SECTORS * o + sector]
                best = 32 * o + sector
    return best

cdef uint32_t choose_theories(const State* s, const Context* c, const int64_t* value, int64_t* worth) noexcept nogil:
    """What to submit: the theories with the greatest values, as many as allowed. worth: the sum of their values."""
    cdef uint8_t left[THEORY_KINDS]
    cdef int found[2]
    cdef int n = 0
    cdef int room = hand_room(s, c)
    cdef int one, i
    cdef uint32_t taken = 0
    memcpy(left, s.seat[s.actor].left, 4)
    worth[0] = 0
    while n < room:
        one = best_theory(s, c, value, taken, left)
        if one < 0:
            break
        left[one >> 5] -= 1
        taken |= <uint32_t> 1 << (one & 31)
        worth[0] += value[SECTORS * (one >> 5) + (one & 31)]
        found[n] = one >> 5
        n += 1
    if n == 2 and found[1] < found[0]:
        i = found[0]
        found[0] = found[1]
        found[1] = i
    return action(A_SUBMIT, found[0] if n else NOTHING, found[1] if n > 1 else NOTHING, 0)

cdef uint32_t choose_place(const State* s, const Context* c, const int64_t* liking) noexcept nogil:
    """Where to put the token in hand: where it is liked most (`liking` is laid out as a theory's value)."""
    cdef uint32_t options[64]
    cdef int n = place_actions(s, c, options)
    cdef int object = s.seat[s.actor].hand[0]
    cdef int i
    cdef int best = 0
    for i in range(1, n):
        if kind_of(options[i]) == A_PLACE and (
            liking[SECTORS * object + arg(options[i], 1)] > liking[SECTORS * object + arg(options[best], 1)]
        ):
            best = i
    return options[best]

cdef uint32_t choose_last(const State* s, const Context* c, const int64_t* value) noexcept nogil:
    """The last chance: the theories or what the sample says of Planet X, whichever promises more points."""
    cdef Bench* b = c.bench
    cdef int64_t theories, locate
    cdef uint32_t act = choose_theories(s, c, value, &theories)
    number_triples(b, c.sky)
    locate = <int64_t> b.triple_count[best_triple(b)] * 1000 // b.n * c.r.last_points[s.seat[s.actor].behind]
    if locate >= theories and locate > 0:
        return locate_likeliest(c)
    return act if theories > 0 else action(A_PASS, 0, 0, 0)

cdef uint32_t locate_likeliest(const Context* c) noexcept nogil:
    """Locate Planet X where the sample, its triples numbered, has it most often."""
    cdef const uint8_t* t = &c.sky.triples[4 * c.bench.triple_id[best_triple(c.bench)]]
    return action(A_LOCATE, t[0], t[1], t[2])

cdef uint32_t choose_beside_turn(const State* s, const Context* c, const Policy* policy, const Know* k) noexcept nogil:
    """Theories, their places, the last chance, of any player but `random` and `planner`."""
    cdef int32_t share[THEORY_KINDS * SECTORS]
    cdef int64_t value[THEORY_KINDS * SECTORS]
    cdef int64_t worth
    cdef int i
    theory_shares(s, c, k, share)
    if s.decision == D_PLACE:
        for i in range(THEORY_KINDS * SECTORS):
            value[i] = share[i]
        return choose_place(s, c, value)
    # Nothing is lost by a guess in the last chance.
    likely_theories(c, share, policy.theory if s.decision == D_SUBMIT else 1, value)
    if s.decision == D_SUBMIT:
        return choose_theories(s, c, value, &worth)
    c.bench.n = sample(k, c.sky, SAMPLE, c.bench.system)
    return choose_last(s, c, value)

# ------------------------------------------------------------------ planner
cdef bint contested(const State* s, int sector) noexcept nogil:
    """Does a token that another laid in an earlier phase lie in the sector, face down or right?"""
    cdef const Token* t
    cdef int q, i
    for q in range(s.seats):
        if q == s.actor:
            continue
        for i in range(s.seat[q].n_tokens):
            t = &s.seat[q].token[i]
            if t.sector == sector and t.phase < s.phase and (t.fate == FATE_DOWN or t.fate == FATE_UP):
                return True
    return False

cdef void planned_theories(const State* s, const Context* c, int64_t* value) noexcept nogil:
    """What to expect of each theory, by the sample, in thousandths of a point and laid out as `theory_shares`.

    Points of the object and for being first, by how likely it is right, less what it costs if it is wrong: time, and the
    token. What it costs falls to nothing towards the end of the game.
    """
    cdef int32_t count[THEORY_KINDS * SECTORS]
    cdef int o, sector, i
    cdef int64_t right, wrong, gain, cost
    cdef int64_t early = 0
    if not s.ending and s.seat[s.actor].time < WHOLE_GAME:
        early = 1000 - s.seat[s.actor].time * 1000 // WHOLE_GAME
    count_objects(c, c.bench.system, c.bench.n, count)
    for sector in range(c.r.sectors):
        gain = CONTESTED if contested(s, sector) else 1000
        gain *= c.r.first_theory
        for o in range(4):
            i = SECTORS * o + sector
            right = count[i] * 1000 // c.bench.n
            wrong = 1000 - right
            cost = (TIME_POINTS * c.r.wrong_penalty + TOKEN_SHARE * c.r.points[o]) * early // 1000
            value[i] = (right * (c.r.points[o] * 1000 + gain) - wrong * cost) // 1000

cdef uint32_t plan_theories(const State* s, const Context* c) noexcept nogil:
    """Theories, their places, the last chance."""
    cdef int64_t value[THEORY_KINDS * SECTORS]
    cdef int64_t worth
    planned_theories(s, c, value)
    if s.decision == D_PLACE:
        return choose_place(s, c, value)
    return choose_theories(s, c, value, &worth) if s.decision == D_SUBMIT else choose_last(s, c, value)
