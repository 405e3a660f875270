# Players: a policy looks at a decision and returns one of its legal actions. It goes by what its seat may see: its own
# knowledge (`catch_up`), its own tokens, the public state, the titles. Its luck is a function of (game, seat, decision).

cdef enum:
    LOOKED_AT = 24         # actions whose worth for Planet X alone `racer` and `planner` work out
    SURER_FROM = 100       # thousandths that the likeliest triple must have before `planner` cares for making it surer

ctypedef struct Luck:
    uint64_t state

cdef inline uint32_t draw(Luck* l, uint32_t n) noexcept nogil:
    l.state += <uint64_t> 0x9e3779b97f4a7c15ULL
    return below(mix(l.state), n)

# ------------------------------------------------------------------ random
cdef int any_system(const Know* k, const Sky_* sky, Luck* l) noexcept nogil:
    """A uniformly drawn arrangement of those left."""
    cdef int want = <int> draw(l, k.n)
    cdef int i = 0
    cdef uint64_t bits
    if k.listed:
        return k.list[want]
    while want >= seti_popcount(k.bits[i]):
        want -= seti_popcount(k.bits[i])
        i += 1
    bits = k.bits[i]
    while want:
        bits &= bits - 1
        want -= 1
    return (i << 6) + seti_ctz(bits)

cdef uint32_t random_choice(const State* s, const Context* c, Luck* l) noexcept nogil:
    """A kind of action uniformly among the legal ones; a survey's object, then its range; anything else uniformly. It
    locates what a uniformly drawn one of the arrangements that it holds possible says, so that its games end."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef uint32_t kept[MAX_ACTIONS]
    cdef int n = legal(s, c, options)
    cdef int i, m, kind, object
    cdef uint32_t kinds = 0
    cdef const uint8_t* t
    for i in range(n):
        kinds |= <uint32_t> 1 << kind_of(options[i])
    m = <int> draw(l, seti_popcount(kinds))
    while m:
        kinds &= kinds - 1
        m -= 1
    kind = seti_ctz(kinds)
    if kind == A_LOCATE:
        t = triple_of(c.sky, any_system(catch_up(s, c, s.actor), c.sky, l))
        return action(A_LOCATE, t[0], t[1], t[2])
    object = <int> draw(l, KINDS) if kind == A_SURVEY else NOTHING
    while True:
        m = 0
        for i in range(n):
            if kind_of(options[i]) == kind and (object == NOTHING or arg(options[i], 0) == object):
                kept[m] = options[i]
                m += 1
        if m:
            return kept[draw(l, m)]
        object = <int> draw(l, KINDS)        # no comet sector is visible: another object

# ------------------------------------------------------------------ turns
cdef uint32_t widest(const State* s, const Context* c) noexcept nogil:
    """Waiting: a survey of the whole visible sky, which costs least."""
    cdef int here = sector_of(c.r, s.seat[s.actor].time)
    return action(A_SURVEY, A_, here, around(here + c.r.visible - 1, c.r.sectors))

cdef int candidates(const State* s, const Context* c, uint32_t* acts, int64_t* rates) noexcept nogil:
    """The actions that tell something, with their information per time (thousandths of a bit, times 2520)."""
    cdef Bench* b = c.bench
    cdef const Rules_* r = c.r
    cdef const Seat* seat = &s.seat[s.actor]
    cdef int here = sector_of(r, seat.time)
    cdef int kind, i, size
    cdef int n = 0
    survey_worths(b, c, here)
    for kind in range(KINDS):
        for i in range(r.visible):
            for size in range(r.visible - i):
                if b.survey[kind][i][size] > 0:
                    acts[n] = action(A_SURVEY, kind, around(here + i, r.sectors), around(here + i + size, r.sectors))
                    rates[n] = <int64_t> b.survey[kind][i][size] * 2520 // r.survey_cost[size]
                    n += 1
    if seat.targets:
        target_worths(b, c, here)
        for i in range(r.visible):
            if b.target[i] > 0:
                acts[n] = action(A_TARGET, around(here + i, r.sectors), 0, 0)
                rates[n] = <int64_t> b.target[i] * 2520 // r.target_cost
                n += 1
    if r.research_twice or not seat.researched_last:
        topic_worths(b, s, c, s.actor)
        for i in range(TOPICS):
            if b.topic[i] > 0:
                acts[n] = action(A_RESEARCH, i, 0, 0)
                rates[n] = <int64_t> b.topic[i] * 2520 // r.research_cost
                n += 1
    return n

cdef int near_best(const int64_t* rates, int n, int spread, Luck* l) noexcept nogil:
    """One of the actions whose rate is at most `spread` thousandths below the best, drawn uniformly."""
    cdef int64_t least = rates[first_best(rates, n)] * (1000 - spread)
    cdef int i, want
    cdef int near = 0
    for i in range(n):
        near += rates[i] * 1000 >= least
    want = <int> draw(l, near)
    for i in range(n):
        if rates[i] * 1000 >= least:
            if want == 0:
                return i
            want -= 1
    return 0

cdef int first_best(const int64_t* rates, int n) noexcept nogil:
    cdef int i
    cdef int best = 0
    for i in range(1, n):
        if rates[i] > rates[best]:
            best = i
    return best

cdef void answers(const State* s, const Context* c, uint32_t act, int n, uint8_t* out) noexcept nogil:
    """What a survey or target would be told in each of the first n arrangements of the sample."""
    cdef Bench* b = c.bench
    cdef uint32_t mask
    cdef int i, o
    if kind_of(act) == A_SURVEY:
        mask = range_mask(arg(act, 1), around(arg(act, 2) - arg(act, 1), c.r.sectors) + 1, c.r.sectors)
        for i in range(n):
            out[i] = seti_popcount(set_of(c.sky, b.system[i], arg(act, 0)) & mask)
        return
    for i in range(n):
        o = object_at(c.sky, b.system[i], arg(act, 0))
        out[i] = E_ if o == X_ else o

cdef uint32_t choose_racing(
    const State* s, const Context* c, const Policy* policy, uint32_t* acts, int64_t* rates, int n, Luck* l,
) noexcept nogil:
    """Of the actions that tell most, one that tells most about Planet X and its neighbours, weighed with the whole. To
    `planner` it also matters how much surer of them it makes."""
    cdef Bench* b = c.bench
    cdef uint8_t answer[SAMPLE]
    cdef uint32_t looked_at[24]
    cdef int64_t worth[24]
    cdef int64_t about_x, open
    cdef int i, best, now
    cdef int32_t then
    cdef int k = 0
    cdef int m = b.n if b.n < X_SAMPLE else X_SAMPLE
    # The first m of the sample must be spread over it as the whole is.
    for i in range(m):
        b.system[i] = b.system[<int> (<int64_t> i * b.n // m)]
    b.n = m
    number_triples(b, c.sky)
    now = b.triple_count[best_triple(b)] * 1000 // m
    open = N_LOG_N[m]
    for i in range(b.n_triples):
        open -= N_LOG_N[b.triple_count[i]]
    while k < LOOKED_AT:
        best = first_best(rates, n)
        if rates[best] <= 0:
            break
        if kind_of(acts[best]) != A_RESEARCH:
            answers(s, c, acts[best], m, answer)
            about_x = <int64_t> split_worth(b, answer, m, &then) * 2520 // cost_of(c.r, acts[best])
        elif policy.kind == POLICY_PLANNER:
            about_x = <int64_t> topic_split(b, s, c, arg(acts[best], 0), &then) * 2520 // c.r.research_cost
        else:
            # A clue is taken to tell about Planet X as much as about the whole, by their shares of what is open.
            about_x = rates[best] * open // (N_LOG_N[m] if m > 1 else 1)
        worth[k] = about_x * policy.x_share + rates[best] * (1000 - policy.x_share)
        if policy.kind == POLICY_PLANNER and now >= SURER_FROM:
            worth[k] += <int64_t> (then - now) * 2520 * 1000 // cost_of(c.r, acts[best])
        looked_at[k] = acts[best]
        k += 1
        rates[best] = 0
    return looked_at[near_best(worth, k, policy.spread, l)]

cdef int one_of(uint32_t set, Luck* l) noexcept nogil:
    """A uniformly drawn element of a set that is not empty."""
    cdef int want = <int> draw(l, seti_popcount(set))
    while want:
        set &= set - 1
        want -= 1
    return seti_ctz(set)

cdef uint32_t widest_open(const Context* c, int kind, int here, Luck* l) noexcept nogil:
    """One of the widest surveys for a kind whose answer is open, 0 if there is none."""
    cdef int size, i
    cdef uint32_t open
    size = c.r.visible - 1
    while size >= 0:
        open = 0
        for i in range(c.r.visible - size):
            open |= <uint32_t> (c.bench.survey[kind][i][size] > 0) << i
        if open:
            i = one_of(open, l)
            return action(A_SURVEY, kind, around(here + i, c.r.sectors), around(here + i + size, c.r.sectors))
        size -= 1
    return 0

cdef uint32_t choose_survey_first(const State* s, const Context* c, Luck* l) noexcept nogil:
    """A plain human way: after every other action read a topic; else survey an object surveyed least so far, over the
    widest range whose answer is open; else target an open sector. Drawn where that leaves a choice; 0: nothing is open."""
    cdef Bench* b = c.bench
    cdef const Seat* seat = &s.seat[s.actor]
    cdef const Event* e
    cdef uint32_t acts[5]
    cdef int surveyed[5]
    cdef int here = sector_of(c.r, seat.time)
    cdef int i, kind
    cdef int fewest = 1 << 30
    cdef uint32_t set = ~(<uint32_t> seat.topics) & ((1 << TOPICS) - 1)
    if seat.n_surveys and not seat.researched_last and set:
        return action(A_RESEARCH, one_of(set, l), 0, 0)
    memset(surveyed, 0, sizeof(surveyed))
    for i in range(c.log.start, c.log.n):
        e = &c.log.rows[i]
        if e.kind == EV_SURVEY and e.seat == s.actor:
            surveyed[e.a] += 1
    survey_worths(b, c, here)
    for kind in range(KINDS):
        acts[kind] = widest_open(c, kind, here, l)
        if acts[kind] and surveyed[kind] < fewest:
            fewest = surveyed[kind]
    set = 0
    for kind in range(KINDS):
        set |= <uint32_t> (acts[kind] != 0 and surveyed[kind] == fewest) << kind
    if set:
        return acts[one_of(set, l)]
    target_worths(b, c, here)
    for i in range(c.r.visible):
        set |= <uint32_t> (b.target[i] > 0) << i
    return action(A_TARGET, around(here + one_of(set, l), c.r.sectors), 0, 0) if set and seat.targets else 0

cdef uint32_t choose_turn(const State* s, const Context* c, const Policy* policy, Know* k, Luck* l) noexcept nogil:
    """A turn of any player but `random`, its sample taken: locate if sure enough, else learn."""
    cdef Bench* b = c.bench
    cdef uint32_t acts[256]
    cdef int64_t rates[256]
    cdef uint32_t act = 0
    cdef uint32_t locate
    cdef int n
    number_triples(b, c.sky)
    locate = locate_likeliest(c)
    if b.triple_count[best_triple(b)] * 1000 >= policy.sure * b.n:
        return locate
    count_sets(b, c.sky)
    if policy.kind == POLICY_SURVEY_FIRST:
        act = choose_survey_first(s, c, l)
    n = 0
    if act == 0:
        n = candidates(s, c, acts, rates)
        if n:
            act = acts[near_best(rates, n, policy.spread, l)]
    clear_sample(b, c.sky)
    if n and (policy.kind == POLICY_RACER or policy.kind == POLICY_PLANNER):
        act = choose_racing(s, c, policy, acts, rates, n, l)
    if act:
        return act
    # Nothing tells anything now. If research cannot either, in a later turn, what is left looks alike for good: guess.
    topic_worths(b, s, c, s.actor)
    for n in range(TOPICS):
        if b.topic[n] > 0:
            return widest(s, c)
    return locate if looks_alike(k, c.sky) else widest(s, c)

cdef uint32_t choose(State* s, const Context* c, const Policy* policy) noexcept nogil:
    """The policy's action at this decision."""
    cdef Know* k
    cdef Luck l
    l.state = luck(s.key, LUCK_PLAYER, s.actor, s.seat[s.actor].decisions)
    if policy.kind == POLICY_RANDOM:
        return random_choice(s, c, &l)
    k = catch_up(s, c, s.actor)
    if k.n == 0:
        s.fault = FAULT_INVARIANT            # nothing is possible: the engine has told a lie
        return 0
    if policy.kind == POLICY_PLANNER:
        take_likely(c.bench, s, c, policy, k, s.actor)
    elif s.decision == D_TURN:
        c.bench.n = sample(k, c.sky, SAMPLE, c.bench.system)
    if s.decision == D_TURN:
        return choose_turn(s, c, policy, k, &l)
    return plan_theories(s, c) if policy.kind == POLICY_PLANNER else choose_beside_turn(s, c, policy, k)
