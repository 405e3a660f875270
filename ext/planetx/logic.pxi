# Logic rules (PX-61): is a rule true of 64 arrangements at a time, as bits.

cdef enum:
    SOME_ADJACENT
    EVERY_ADJACENT
    NONE_ADJACENT
    EVERY_WITHIN
    NONE_WITHIN
    SOME_OPPOSITE
    EVERY_OPPOSITE
    NONE_OPPOSITE
    BAND_AT_MOST
    ALL_CONSECUTIVE
    RUN_OF
    N_FAMILIES
    CONFERENCE_SLACK = N_FAMILIES - EVERY_WITHIN   # what to add to a family for its slack in a conference

FAMILIES = (
    "some-adjacent", "every-adjacent", "none-adjacent", "every-within", "none-within", "some-opposite",
    "every-opposite", "none-opposite", "band-at-most", "all-consecutive", "run-of",
)

cdef inline uint64_t near_bits(const uint64_t* y, int s, int lo, int hi, int n) noexcept nogil:
    """Arrangements with a y at distance lo to hi from sector s."""
    cdef uint64_t bits = 0
    cdef int d
    for d in range(lo, hi + 1):
        bits |= y[around(s + d, n)] | y[around(s - d, n)]
    return bits

cdef uint64_t band_bits(const uint64_t* x, int size, int n) noexcept nogil:
    """Arrangements with all x in some `size` consecutive sectors."""
    cdef uint64_t bits = 0
    cdef uint64_t outside
    cdef int s, d
    for s in range(n):
        outside = 0
        for d in range(size, n):
            outside |= x[around(s + d, n)]
        bits |= ~outside
    return bits

cdef uint64_t run_bits(const uint64_t* x, int size, int n) noexcept nogil:
    """Arrangements with at least `size` x in a row."""
    cdef uint64_t bits = 0
    cdef uint64_t row
    cdef int s, d
    for s in range(n):
        row = x[s]
        for d in range(1, size):
            row &= x[around(s + d, n)]
        bits |= row
    return bits

cdef uint64_t rule_bits(const Sky_* sky, int word, int family, int ox, int oy, int n, int count_x) noexcept nogil:
    """The 64 arrangements of a word of which the rule is true; bits beyond the last arrangement mean nothing."""
    cdef const uint64_t* x = &sky.planes[<size_t> word * PLANE + ox * SECTORS]
    cdef const uint64_t* y = &sky.planes[<size_t> word * PLANE + oy * SECTORS] if oy < OBJECTS else NULL
    cdef int sectors = sky.sectors
    cdef int lo = 1
    cdef int hi = n
    cdef int s
    cdef uint64_t some = 0
    cdef uint64_t other = 0
    cdef uint64_t seen
    if family == BAND_AT_MOST:
        return band_bits(x, n, sectors)
    if family == ALL_CONSECUTIVE:
        return band_bits(x, count_x, sectors)
    if family == RUN_OF:
        return run_bits(x, n, sectors) & ~run_bits(x, n + 1, sectors)
    if family <= NONE_ADJACENT:
        hi = 1
    elif family >= SOME_OPPOSITE:
        lo = hi = sectors // 2
    for s in range(sectors):
        seen = near_bits(y, s, lo, hi, sectors)
        some |= x[s] & seen
        other |= x[s] & ~seen
    if family == SOME_ADJACENT or family == SOME_OPPOSITE:
        return some
    if family == EVERY_ADJACENT or family == EVERY_WITHIN or family == EVERY_OPPOSITE:
        return ~other
    return ~some

cdef void transpose64(uint64_t* a) noexcept nogil:
    """Turn a 64 x 64 matrix of bits over its diagonal (Hacker's Delight, section 7-3, on 64-bit words)."""
    cdef int j = 32
    cdef int k
    cdef uint64_t m = <uint64_t> 0x00000000FFFFFFFF
    cdef uint64_t t
    while j:
        k = 0
        while k < 64:
            t = ((a[k] >> j) ^ a[k + j]) & m
            a[k] ^= t << j
            a[k + j] ^= t
            k = (k + j + 1) & ~j
        j >>= 1
        m ^= m << j

cdef void fill_clues(Sky_* sky, const Rules_* r, const int32_t* count) noexcept nogil:
    """The 256 bits of every arrangement: clue i is true of it."""
    cdef uint64_t block[64]
    cdef int word, i, k, clue
    for word in range(sky.words):
        for k in range(CLUE_WORDS):
            for i in range(64):
                clue = 64 * k + i
                block[i] = 0
                if clue < r.n_clues:
                    block[i] = rule_bits(
                        sky, word, r.clue_family[clue], r.clue_x[clue], r.clue_y[clue], r.clue_n[clue],
                        count[r.clue_x[clue]],
                    )
            transpose64(block)
            for i in range(64):
                if word * 64 + i < sky.n:
                    sky.clues[(<size_t> word * 64 + i) * CLUE_WORDS + k] = block[i]

cdef inline bint clue_true(const Sky_* sky, int system, int clue) noexcept nogil:
    return (sky.clues[<size_t> system * CLUE_WORDS + (clue >> 6)] >> (clue & 63)) & 1
