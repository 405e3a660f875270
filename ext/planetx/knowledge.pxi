# What a seat knows: exactly the arrangements that agree with everything it was told.
#
# While many are left they are a set of bits, narrowed 64 at a time by the planes; once at most a sixteenth is left they
# are a list of numbers. A seat's knowledge is brought up to date only when somebody asks (`catch_up`): it is a function
# of the starting facts and the log.

ctypedef struct Know:
    uint64_t* bits
    int32_t* list
    int32_t n              # arrangements left
    int32_t listed         # 1: `list` counts, 0: `bits`
    int32_t read           # rows of the log taken in
    int32_t begun          # 0: nothing done yet, not even the starting facts

ctypedef struct Context:
    const Rules_* r
    const Sky_* sky
    const int32_t* count   # objects of a kind in an arrangement
    uint32_t* rule_weight  # [arrangements]: sum of the weights of the research rules true of it, 0 until somebody asks
    Log* log
    Know* know             # one a seat; in solo games that of seat 2 is the bot's, while its script is made
    Bench* bench
    int track              # 1: know before and after every action, for the log
    int written            # 1: a position that somebody wrote; its log need not be true

cdef inline int list_room(const Sky_* sky) noexcept nogil:
    return sky.n // 16 + 1

cdef bint know_alloc(Know* k, const Sky_* sky) noexcept nogil:
    memset(k, 0, sizeof(Know))
    k.bits = <uint64_t*> malloc(<size_t> sky.words * sizeof(uint64_t))
    k.list = <int32_t*> malloc(<size_t> list_room(sky) * sizeof(int32_t))
    return k.bits != NULL and k.list != NULL

cdef void know_free(Know* k) noexcept nogil:
    free(k.bits)
    free(k.list)
    k.bits = NULL
    k.list = NULL

cdef void know_all(Know* k, const Sky_* sky) noexcept nogil:
    """Nothing is known: every arrangement is possible."""
    memset(k.bits, 255, <size_t> sky.words * sizeof(uint64_t))
    if sky.n & 63:
        k.bits[sky.words - 1] = (((<uint64_t> 1) << (sky.n & 63)) - 1)
    k.n = sky.n
    k.listed = 0
    k.read = 0

cdef void recount(Know* k, const Sky_* sky) noexcept nogil:
    """After bits were taken away: count, and go over to a list where that is shorter."""
    cdef int i
    cdef int n = 0
    cdef uint64_t bits
    for i in range(sky.words):
        n += seti_popcount(k.bits[i])
    k.n = n
    if n >= list_room(sky):
        return
    n = 0
    for i in range(sky.words):
        bits = k.bits[i]
        while bits:
            k.list[n] = (i << 6) + seti_ctz(bits)
            n += 1
            bits &= bits - 1
    k.listed = 1

cdef void know_survey(Know* k, const Sky_* sky, int kind, int first, int size, int answer) noexcept nogil:
    """Exactly `answer` of the `size` sectors from `first` on hold (or, for E, seem to hold) the kind."""
    cdef uint32_t mask = range_mask(first, size, sky.sectors)
    cdef uint64_t one, two, four, eight, bit, carry
    cdef const uint64_t* plane
    cdef int i, d, s
    cdef int n = 0
    if k.listed:
        for i in range(k.n):
            if seti_popcount(set_of(sky, k.list[i], kind) & mask) == answer:
                k.list[n] = k.list[i]
                n += 1
        k.n = n
        return
    for i in range(sky.words):
        if k.bits[i] == 0:
            continue
        # 64 counters of four bits each, added to side by side.
        one = two = four = eight = 0
        plane = &sky.planes[<size_t> i * PLANE]
        for d in range(size):
            s = around(first + d, sky.sectors)
            bit = plane[kind * SECTORS + s]
            if kind == E_:
                bit |= plane[X_ * SECTORS + s]
            carry = one & bit
            one ^= bit
            bit = two & carry
            two ^= carry
            carry = four & bit
            four ^= bit
            eight ^= carry
        bit = one if answer & 1 else ~one
        bit &= two if answer & 2 else ~two
        bit &= four if answer & 4 else ~four
        bit &= eight if answer & 8 else ~eight
        k.bits[i] &= bit
    recount(k, sky)

cdef void know_object(Know* k, const Sky_* sky, int sector, uint32_t objects, bint holds) noexcept nogil:
    """The sector holds (or does not hold) one of the objects, given as bits."""
    cdef int i, o
    cdef int n = 0
    cdef uint64_t bits
    if k.listed:
        for i in range(k.n):
            if ((objects >> object_at(sky, k.list[i], sector)) & 1) == holds:
                k.list[n] = k.list[i]
                n += 1
        k.n = n
        return
    for i in range(sky.words):
        bits = 0
        for o in range(OBJECTS):
            if (objects >> o) & 1:
                bits |= sky.planes[<size_t> i * PLANE + o * SECTORS + sector]
        k.bits[i] &= bits if holds else ~bits
    recount(k, sky)

cdef void know_rule(
    Know* k, const Sky_* sky, int family, int x, int y, int number, int count_x,
) noexcept nogil:
    """A logic rule is true."""
    cdef int i
    cdef int n = 0
    if k.listed:
        for i in range(k.n):
            if (rule_bits(sky, k.list[i] >> 6, family, x, y, number, count_x) >> (k.list[i] & 63)) & 1:
                k.list[n] = k.list[i]
                n += 1
        k.n = n
        return
    for i in range(sky.words):
        if k.bits[i]:
            k.bits[i] &= rule_bits(sky, i, family, x, y, number, count_x)
    recount(k, sky)

cdef void know_clue(Know* k, const Sky_* sky, const Rules_* r, int clue, int count_x) noexcept nogil:
    """A logic rule that can be dealt is true."""
    cdef int i
    cdef int n = 0
    if not k.listed:
        know_rule(k, sky, r.clue_family[clue], r.clue_x[clue], r.clue_y[clue], r.clue_n[clue], count_x)
        return
    for i in range(k.n):
        if clue_true(sky, k.list[i], clue):
            k.list[n] = k.list[i]
            n += 1
    k.n = n

cdef void know_locate(Know* k, const Sky_* sky, int sector, int before, int after, bint right) noexcept nogil:
    """An attempt to locate Planet X was right or wrong (PX-59)."""
    cdef int i
    cdef int n = 0
    cdef const uint8_t* t
    cdef const uint64_t* plane
    cdef uint64_t bits
    if k.listed:
        for i in range(k.n):
            t = triple_of(sky, k.list[i])
            if (t[0] == sector and t[1] == before and t[2] == after) == right:
                k.list[n] = k.list[i]
                n += 1
        k.n = n
        return
    for i in range(sky.words):
        plane = &sky.planes[<size_t> i * PLANE]
        bits = plane[X_ * SECTORS + sector] & plane[before * SECTORS + around(sector - 1, sky.sectors)]
        bits &= plane[after * SECTORS + around(sector + 1, sky.sectors)]
        k.bits[i] &= bits if right else ~bits
    recount(k, sky)

# ------------------------------------------------------------------ from the log

cdef void take_in(Know* k, const State* s, const Context* c, int seat, const Event* e) noexcept nogil:
    """One row of the log, if it tells this seat anything."""
    if e.kind == EV_REVIEW:
        know_object(k, c.sky, e.a, <uint32_t> 1 << e.b, e.d)
    elif e.kind == EV_THEORY:
        # The bot submits right theories only (PX-93), so its token says that the sector holds such an object.
        if s.solo and e.seat == 1 and seat != 1:
            know_object(k, c.sky, e.a, (1 << A_) | (1 << C_) | (1 << D_) | (1 << G_), True)
    elif e.seat != seat:
        return
    elif e.kind == EV_SURVEY:
        know_survey(k, c.sky, e.a, e.b, around(e.c - e.b, c.r.sectors) + 1, e.d)
    elif e.kind == EV_TARGET:
        know_object(k, c.sky, e.a, (1 << E_) | (1 << X_) if e.d == E_ else <uint32_t> 1 << e.d, True)
    elif e.kind == EV_RESEARCH or e.kind == EV_CONFERENCE:
        know_clue(k, c.sky, c.r, e.d, c.count[c.r.clue_x[e.d]])
    elif e.kind == EV_LOCATE:
        know_locate(k, c.sky, e.a, e.b, e.c, e.d)

cdef Know* catch_up(const State* s, const Context* c, int seat) noexcept nogil:
    """The seat's knowledge, everything in the log taken in."""
    cdef Know* k = &c.know[seat]
    cdef int i
    if not k.begun:
        know_all(k, c.sky)
        k.begun = 1
        for i in range(s.seat[seat].n_facts):
            know_object(k, c.sky, s.seat[seat].facts[2 * i], <uint32_t> 1 << s.seat[seat].facts[2 * i + 1], False)
    for i in range(k.read, c.log.n - c.log.start):
        take_in(k, s, c, seat, &c.log.rows[c.log.start + i])
        if k.n == 0 and c.written:
            know_all(k, c.sky)               # notes that somebody wrote and that contradict each other: begun anew
    k.read = c.log.n - c.log.start
    return k

cdef int sample(const Know* k, const Sky_* sky, int most, int32_t* out) noexcept nogil:
    """At most `most` of the arrangements left, evenly spaced in their order; all of them if they are no more. How many."""
    cdef int i, n, want
    cdef int seen = 0
    cdef int bits_of_word
    cdef uint64_t bits
    cdef int at = 0
    n = k.n if k.n < most else most
    if k.listed:
        if n == k.n:
            memcpy(out, k.list, <size_t> n * sizeof(int32_t))
        else:
            for i in range(n):
                out[i] = k.list[(<int64_t> i * k.n + k.n // 2) // n]
        return n
    for i in range(sky.words):
        bits = k.bits[i]
        bits_of_word = seti_popcount(bits)
        while at < n:
            want = <int> ((<int64_t> at * k.n + (k.n // 2 if n < k.n else 0)) // n)
            if want >= seen + bits_of_word:
                break
            # Number `want` of all is number want - seen of this word; those before it are passed one by one.
            while seen < want:
                bits &= bits - 1
                seen += 1
                bits_of_word -= 1
            out[at] = (i << 6) + seti_ctz(bits)
            at += 1
        seen += bits_of_word
    return n

# ------------------------------------------------------------------ what is certain

cdef void settled(const Know* k, const Sky_* sky, uint32_t* out) noexcept nogil:
    """Sectors that certainly hold A, C, D, G: one set each."""
    cdef int i, o, s
    cdef uint64_t missing
    for o in range(4):
        out[o] = 0
        if k.listed:
            out[o] = ~(<uint32_t> 0)
            for i in range(k.n):
                out[o] &= set_of(sky, k.list[i], o)
            continue
        for s in range(sky.sectors):
            i = 0
            while i < sky.words and not k.bits[i] & ~sky.planes[<size_t> i * PLANE + o * SECTORS + s]:
                i += 1
            if i == sky.words:
                out[o] |= <uint32_t> 1 << s

cdef bint looks_alike(const Know* k, const Sky_* sky) noexcept nogil:
    """Can no survey or target tell the arrangements left apart? Then they differ in what appears empty."""
    cdef int i
    if not k.listed:
        return False
    for i in range(1, k.n):
        if memcmp(&sky.rows[<size_t> k.list[i] * ROW], &sky.rows[<size_t> k.list[0] * ROW], KINDS * sizeof(uint16_t)):
            return False
    return True
