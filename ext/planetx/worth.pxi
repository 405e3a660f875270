# What an action can be expected to tell: the information of its answer, in thousandths of a bit.
#
# All counts are taken over a sample of the arrangements that a seat holds possible (all of them if they are no more than
# the sample), evenly spaced, so that a choice is a function of what the seat knows. Logarithms come from a table of whole
# numbers: the same on every machine.

cdef int64_t N_LOG_N[SAMPLE + 1]
"""n log2 n, in units of 2^-20."""

cdef int64_t log2_fixed(uint64_t n) noexcept nogil:
    """log2 n in units of 2^-20, n from 1 to 2^31: digit by digit, by squaring."""
    cdef int whole = 0
    cdef int i
    cdef int64_t result
    cdef uint64_t x
    while (n >> whole) > 1:
        whole += 1
    x = n << (31 - whole)                    # 1 <= x / 2^31 < 2
    result = whole
    for i in range(20):
        x = (x * x) >> 31
        result <<= 1
        if x >> 32:
            x >>= 1
            result |= 1
    return result

cdef void fill_logarithms() noexcept nogil:
    cdef int i
    N_LOG_N[0] = 0
    for i in range(1, SAMPLE + 1):
        N_LOG_N[i] = i * log2_fixed(i)

fill_logarithms()

cdef inline int32_t information(int64_t sum_n_log_n, int n) noexcept nogil:
    """log2 n - (1/n) sum h log2 h, in thousandths of a bit: what an answer tells whose outcomes have these counts."""
    return <int32_t> (((N_LOG_N[n] - sum_n_log_n) // n * 1000) >> 20)

cdef void count_sets(Bench* b, const Sky_* sky) noexcept nogil:
    """Count the sets of sectors in the sample."""
    cdef int i, kind, which
    cdef const uint16_t* row
    memset(b.n_used, 0, sizeof(b.n_used))
    for i in range(b.n):
        row = &sky.rows[<size_t> b.system[i] * ROW]
        for kind in range(KINDS):
            which = sky.first_set[kind] + row[kind]
            if b.seen[which] == 0:
                b.used[kind][b.n_used[kind]] = row[kind]
                b.n_used[kind] += 1
            b.seen[which] += 1

cdef void take_sample(Bench* b, const Know* k, const Sky_* sky, int most) noexcept nogil:
    """Draw the sample and count the sets of sectors in it."""
    b.n = sample(k, sky, most, b.system)
    count_sets(b, sky)

cdef void clear_sample(Bench* b, const Sky_* sky) noexcept nogil:
    cdef int kind, i
    for kind in range(KINDS):
        for i in range(b.n_used[kind]):
            b.seen[sky.first_set[kind] + b.used[kind][i]] = 0

cdef void survey_worths(Bench* b, const Context* c, int here) noexcept nogil:
    """Information of every survey of the sky visible from sector `here`."""
    cdef const Rules_* r = c.r
    cdef int32_t counts[VISIBLE][ANSWERS]
    cdef int kind, i, k, size, first, answer
    cdef int weight
    cdef uint32_t mask
    cdef int64_t total
    for kind in range(KINDS):
        for i in range(r.visible):
            first = around(here + i, r.sectors)
            if kind == C_ and r.comet_ends and not (r.comet_mask >> first) & 1:
                for size in range(r.visible - i):
                    b.survey[kind][i][size] = -1
                continue
            memset(counts, 0, sizeof(counts))
            for k in range(b.n_used[kind]):
                weight = b.seen[c.sky.first_set[kind] + b.used[kind][k]]
                mask = c.sky.sets[c.sky.first_set[kind] + b.used[kind][k]]
                mask = (mask >> first) | (mask << (r.sectors - first))
                answer = 0
                for size in range(r.visible - i):
                    answer += (mask >> size) & 1
                    counts[size][answer] += weight
            for size in range(r.visible - i):
                if not survey_legal(r, kind, first, size + 1):
                    b.survey[kind][i][size] = -1
                    continue
                total = 0
                for answer in range(ANSWERS):
                    total += N_LOG_N[counts[size][answer]]
                b.survey[kind][i][size] = information(total, b.n)

cdef void target_worths(Bench* b, const Context* c, int here) noexcept nogil:
    """Information of a target on every visible sector."""
    cdef int i, kind, k, sector, n
    cdef int64_t total
    for i in range(c.r.visible):
        sector = around(here + i, c.r.sectors)
        total = 0
        for kind in range(KINDS):
            n = 0
            for k in range(b.n_used[kind]):
                if (c.sky.sets[c.sky.first_set[kind] + b.used[kind][k]] >> sector) & 1:
                    n += b.seen[c.sky.first_set[kind] + b.used[kind][k]]
            total += N_LOG_N[n]
        b.target[i] = information(total, b.n)

cdef void count_clues(const Sky_* sky, const int32_t* systems, int n, int step, int32_t* counts) noexcept nogil:
    """Of how many of every `step`-th arrangement each of the 256 clues is true: counters side by side, one bit a plane."""
    cdef uint64_t plane[4][9]
    cdef uint64_t carry, old
    cdef int i, word, k
    memset(plane, 0, sizeof(plane))
    i = 0
    while i < n:
        for word in range(CLUE_WORDS):
            carry = sky.clues[<size_t> systems[i] * CLUE_WORDS + word]
            k = 0
            while carry:
                old = plane[word][k]
                plane[word][k] = old ^ carry
                carry &= old
                k += 1
        i += step
    for i in range(256):
        counts[i] = 0
        for k in range(9):
            counts[i] |= <int32_t> ((plane[i >> 6][k] >> (i & 63)) & 1) << k

cdef inline bint same_title(const Rules_* r, int clue, int other) noexcept nogil:
    """Do two clues look alike from the start? A title names the subject first (PX-15)."""
    return r.clue_title[clue] == r.clue_title[other] and r.clue_x[clue] == r.clue_x[other]

cdef void topic_worths(Bench* b, const State* s, const Context* c, int seat) noexcept nogil:
    """Information that each topic can be expected to give, as far as its title tells; -1 for those already read.

    A clue is taken to be drawn by how often it is dealt, among those with that title that are true.
    """
    cdef const Rules_* r = c.r
    cdef int32_t counts[MAX_CLUES]
    cdef int step = (b.n + CLUE_SAMPLE - 1) // CLUE_SAMPLE
    cdef int n = (b.n + step - 1) // step
    cdef int topic, clue
    cdef int64_t weight, total, sum
    count_clues(c.sky, b.system, b.n, step, counts)
    for topic in range(TOPICS):
        b.topic[topic] = -1
        if (s.seat[seat].topics >> topic) & 1:
            continue
        total = 0
        sum = 0
        for clue in range(r.n_research):
            if same_title(r, clue, s.clue[topic]) and counts[clue]:
                weight = <int64_t> r.clue_weight[clue] * counts[clue]
                total += weight
                # weight log2 (n / count), by way of n log2 n
                sum += weight * (N_LOG_N[n] // n - N_LOG_N[counts[clue]] // counts[clue]) >> 10
        if total:
            b.topic[topic] = <int32_t> (((sum // total) * 1000) >> 10)

cdef void number_triples(Bench* b, const Sky_* sky) noexcept nogil:
    """Which (sector, before, after) of Planet X the sample has, and how often."""
    cdef uint16_t number[TRIPLE_ROOM]
    cdef int i, triple
    memset(number, 0, sizeof(number))
    b.n_triples = 0
    for i in range(b.n):
        triple = sky.rows[<size_t> b.system[i] * ROW + R_TRIPLE]
        if number[triple] == 0:
            b.triple_id[b.n_triples] = triple
            b.triple_count[b.n_triples] = 0
            b.n_triples += 1
            number[triple] = b.n_triples
        b.triple[i] = number[triple] - 1
        b.triple_count[number[triple] - 1] += 1

cdef int best_triple(const Bench* b) noexcept nogil:
    """Number of the most frequent triple of the sample, the first one of equals."""
    cdef int i
    cdef int best = 0
    for i in range(1, b.n_triples):
        if b.triple_count[i] > b.triple_count[best]:
            best = i
    return best

cdef int32_t split_worth(const Bench* b, const uint8_t* answer, int n, int32_t* surest) noexcept nogil:
    """Information about Planet X (sector and neighbours) of an action with these answers (0 to 7) for the first n of the
    sample: entropy of the triple, less that of it given the answer. surest: the share that the likeliest triple will
    have on the mean once the answer is known, in thousandths."""
    cdef int32_t joint[ANSWERS][TRIPLE_ROOM]
    cdef int32_t by_answer[ANSWERS]
    cdef int32_t by_triple[TRIPLE_ROOM]
    cdef int64_t sum = 0
    cdef int i, t
    cdef int32_t most
    cdef int32_t hits = 0
    for i in range(8):
        memset(joint[i], 0, b.n_triples * sizeof(int32_t))
        by_answer[i] = 0
    memset(by_triple, 0, b.n_triples * sizeof(int32_t))
    for i in range(n):
        joint[answer[i]][b.triple[i]] += 1
        by_answer[answer[i]] += 1
        by_triple[b.triple[i]] += 1
    for t in range(b.n_triples):
        sum -= N_LOG_N[by_triple[t]]
    for i in range(8):
        if by_answer[i]:
            sum -= N_LOG_N[by_answer[i]]
            most = 0
            for t in range(b.n_triples):
                sum += N_LOG_N[joint[i][t]]
                if joint[i][t] > most:
                    most = joint[i][t]
            hits += most
    surest[0] = hits * 1000 // n
    return <int32_t> (((sum + N_LOG_N[n]) // n * 1000) >> 20)

cdef int32_t topic_split(const Bench* b, const State* s, const Context* c, int topic, int32_t* surest) noexcept nogil:
    """The same of reading a topic, whose clue is taken to be drawn as in `topic_worths`; the triples are numbered and the
    sample is small (CLUE_SAMPLE)."""
    cdef const Rules_* r = c.r
    cdef int32_t by_triple[TRIPLE_ROOM]
    cdef int clue, i, t, n
    cdef int32_t most
    cdef int64_t weight, sum
    cdef int64_t total = 0
    cdef int64_t left = 0
    cdef int64_t hits = 0
    cdef int64_t open = N_LOG_N[b.n]
    for t in range(b.n_triples):
        open -= N_LOG_N[b.triple_count[t]]
    open //= b.n
    for clue in range(r.n_research):
        if not same_title(r, clue, s.clue[topic]) or not r.clue_weight[clue]:
            continue
        memset(by_triple, 0, b.n_triples * sizeof(int32_t))
        n = 0
        for i in range(b.n):
            if clue_true(c.sky, b.system[i], clue):
                by_triple[b.triple[i]] += 1
                n += 1
        if n == 0:
            continue
        most = 0
        sum = N_LOG_N[n]
        for t in range(b.n_triples):
            sum -= N_LOG_N[by_triple[t]]
            if by_triple[t] > most:
                most = by_triple[t]
        weight = <int64_t> r.clue_weight[clue] * n
        total += weight
        left += weight * (sum // n) >> 10
        hits += weight * most * 1000 // n
    surest[0] = <int32_t> (hits // total) if total else 0
    return <int32_t> ((open - ((left // total) << 10)) * 1000 >> 20) if total else 0
