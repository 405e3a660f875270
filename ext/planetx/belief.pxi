# How likely a seat may hold each of the arrangements that it holds possible: by how they are dealt, by the titles of topics
# and the numbers of the rules it was told, by where the others laid their theories. Nobody is told any of that outright.

cdef enum:
    FULL_WEIGHT = 1 << 24  # of the likeliest arrangement, titles apart
    TITLES = 20            # about as many titles there are: what a usual title leaves a weight as it is
    COPIES = 8             # places in the sample for each of few arrangements, so that their weights come out

cdef int told_numbers(const State* s, const Context* c, int seat, uint8_t* out) noexcept nogil:
    """The clues that a seat was told (topics read, conferences held) whose number is more or less sharp. How many."""
    cdef int i
    cdef int n = 0
    cdef bint told
    for i in range(CLUES):
        if i < TOPICS:
            told = (s.seat[seat].topics >> i) & 1
        else:
            told = i - TOPICS < c.r.n_conferences and (s.held >> (i - TOPICS)) & 1
        if told and has_slack(c.r.clue_family[s.clue[i]]):
            out[n] = s.clue[i]
            n += 1
    return n

cdef int others_tokens(const State* s, int seat, uint8_t* sectors) noexcept nogil:
    """Sectors of the theories of other players that lie face down. The bot's are known to be right. How many."""
    cdef const Token* t
    cdef int q, i
    cdef int n = 0
    for q in range(s.players):
        if q == seat:
            continue
        for i in range(s.seat[q].n_tokens):
            t = &s.seat[q].token[i]
            if t.fate == FATE_DOWN:
                sectors[n] = t.sector
                n += 1
    return n

cdef uint32_t all_rules(const Context* c, int system) noexcept nogil:
    """Sum of the weights of the research rules that are true of an arrangement; kept once it was asked for."""
    cdef const uint64_t* bits = &c.sky.clues[<size_t> system * CLUE_WORDS]
    cdef uint64_t word
    cdef uint32_t sum = 0
    cdef int k, clue
    if c.rule_weight[system]:
        return c.rule_weight[system]
    for k in range(CLUE_WORDS):
        word = bits[k]
        while word:
            clue = 64 * k + seti_ctz(word)
            word &= word - 1
            if clue < c.r.n_research:
                sum += c.r.clue_weight[clue]
    c.rule_weight[system] = sum
    return sum

cdef void weigh_titles(const State* s, const Context* c, int seat, const int32_t* systems, int n, uint64_t* weight) noexcept nogil:
    """For each topic not read: times the share of the rules with its title among all that are true of the arrangement."""
    cdef uint64_t titled[TOPICS][CLUE_WORDS]
    cdef const uint64_t* bits
    cdef uint64_t word, all, part
    cdef int topic, clue, i, k
    memset(titled, 0, sizeof(titled))
    for topic in range(TOPICS):
        if (s.seat[seat].topics >> topic) & 1:
            continue
        for clue in range(c.r.n_research):
            if same_title(c.r, clue, s.clue[topic]):
                titled[topic][clue >> 6] |= <uint64_t> 1 << (clue & 63)
    for i in range(n):
        bits = &c.sky.clues[<size_t> systems[i] * CLUE_WORDS]
        all = all_rules(c, systems[i])
        for topic in range(TOPICS):
            if (s.seat[seat].topics >> topic) & 1 or all == 0:
                continue
            part = 0
            for k in range(CLUE_WORDS):
                word = bits[k] & titled[topic][k]
                while word:
                    part += c.r.clue_weight[64 * k + seti_ctz(word)]
                    word &= word - 1
            weight[i] = weight[i] * (TITLES * part) // all
            if weight[i] > <uint64_t> FULL_WEIGHT << 16:
                weight[i] = <uint64_t> FULL_WEIGHT << 16

cdef void weigh(
    const State* s, const Context* c, const Policy* policy, int seat, const int32_t* systems, int n, uint64_t* weight,
) noexcept nogil:
    """Weights of n arrangements, at least 1.

    Four factors. The weight of the `app` draw, mixed with equal ones by `prior`. The titles of topics not read
    (`weigh_titles`). For each rule with a number that the seat was told, the weight of its slack in the arrangement (PX-64):
    numbers are seldom blunt. For each face-down token of another player in a sector that appears empty there, 1 - `trust`.
    """
    cdef uint8_t clues[CLUES]
    cdef uint8_t sectors[SEATS * TOKENS]
    cdef const uint64_t* sum = c.sky.cumulative
    cdef const int32_t* slack
    cdef uint64_t most = 1
    cdef uint64_t total = 0
    cdef int n_clues = told_numbers(s, c, seat, clues)
    cdef int n_tokens = others_tokens(s, seat, sectors)
    cdef int i, k
    cdef uint32_t empty
    for i in range(n):
        weight[i] = 1
        if sum != NULL:
            weight[i] = sum[systems[i]] - (sum[systems[i] - 1] if systems[i] else 0)
        if weight[i] > most:
            most = weight[i]
    for i in range(n):
        weight[i] = weight[i] * FULL_WEIGHT // most
        total += weight[i]
    for i in range(n):
        weight[i] = (weight[i] * <uint64_t> policy.prior + (total // n) * <uint64_t> (1000 - policy.prior)) // 1000
    weigh_titles(s, c, seat, systems, n, weight)
    for k in range(n_clues):
        slack = &c.r.slack[slack_place(c.r, clues[k])][0]
        most = 1
        for i in range(SLACKS):
            if <uint64_t> slack[i] > most:
                most = slack[i]
        for i in range(n):
            weight[i] = weight[i] * <uint64_t> slack[slack_of(c, systems[i], clues[k])] // most
    for i in range(n):
        if n_tokens:
            empty = set_of(c.sky, systems[i], E_)
            for k in range(n_tokens):
                if (empty >> sectors[k]) & 1:
                    weight[i] = weight[i] * <uint64_t> (1000 - policy.trust) // 1000
        if weight[i] == 0:
            weight[i] = 1                    # unlikely is not impossible

cdef void take_likely(Bench* b, const State* s, const Context* c, const Policy* policy, const Know* k, int seat) noexcept nogil:
    """The sample, by weight: each arrangement as often as its share of the weight says, at evenly spaced points of it."""
    cdef int32_t pool[SAMPLE]
    cdef uint64_t weight[SAMPLE]
    cdef uint64_t total = 0
    cdef uint64_t passed = 0
    cdef int n = sample(k, c.sky, SAMPLE, pool)
    cdef int m = n * COPIES if n * COPIES < SAMPLE else SAMPLE
    cdef int i
    weigh(s, c, policy, seat, pool, n, weight)
    for i in range(n):
        total += weight[i]
    if n == 1:
        m = 1
    b.n = 0
    for i in range(n):
        passed += weight[i]
        # Point number j lies at (j + 1/2) / m of the whole weight.
        while b.n < m and (2 * <uint64_t> b.n + 1) * total < 2 * <uint64_t> m * passed:
            b.system[b.n] = pool[i]
            b.n += 1
