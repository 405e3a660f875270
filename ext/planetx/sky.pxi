# Every valid arrangement of a mode (PX-02 to PX-09), in the order of its letters (A, C, D, E, G, X).
#
# Three forms of the same thing, each for what it is quick at:
#   rows     8 small numbers an arrangement: which of the distinct sets of sectors its A, C, D, G and apparently empty
#            sectors are, and which (sector, before, after) Planet X has. For lists of arrangements.
#   planes   one bit an arrangement for (object, sector), 64 arrangements a word; the 6 x 18 words of the same 64
#            arrangements lie side by side. For sets of arrangements as bits.
#   clues    256 bits an arrangement: which of the logic rules that can be dealt are true of it.

cdef enum:
    ROW = 8
    R_TRIPLE = 5           # place of the triple in a row
    PLANE = OBJECTS * SECTORS
    CLUE_WORDS = 4
    SETS = 1 << SECTORS

ctypedef struct Sky_:
    int32_t sectors
    int32_t n              # arrangements
    int32_t words          # of 64 arrangements
    int32_t n_sets[5]      # distinct sets of sectors of A, C, D, G, appears empty
    int32_t first_set[5]   # where those of a kind begin among all
    int32_t n_all_sets
    int32_t n_triples
    uint32_t* sets         # [n_all_sets]
    uint8_t* triples       # [n_triples][4]: sector, before, after, 0
    uint16_t* rows         # [n][ROW]
    uint64_t* planes       # [words][OBJECTS][SECTORS]
    uint64_t* clues        # [n][CLUE_WORDS]
    uint64_t* cumulative   # [n]: weights of the `app` draw up to and with each, NULL until they are set

ctypedef struct Placement:
    int32_t sectors
    int32_t count[6]
    uint32_t only[6]       # sectors allowed
    int32_t near[6]        # object that must be beside it, -1
    uint32_t far[6]        # bit set of objects that must not be beside it
    int32_t band[6]        # 0: none

cdef inline int around(int sector, int sectors) noexcept nogil:
    """A sector of the ring from one at most a lap off."""
    return sector - sectors if sector >= sectors else (sector + sectors if sector < 0 else sector)

cdef inline uint32_t range_mask(int first, int size, int sectors) noexcept nogil:
    """The sectors of a range as bits; a range runs clockwise and may cross from the last sector to the first."""
    cdef uint64_t mask = (((<uint64_t> 1) << size) - 1) << first
    return <uint32_t> ((mask | (mask >> sectors)) & (((<uint64_t> 1) << sectors) - 1))

cdef bint in_band(uint32_t mask, const Placement* p, int object, bint whole) noexcept nogil:
    """Do the sectors lie in a band; `whole`: with one in its first and one in its last sector (PX-07)?"""
    cdef int s, last
    for s in range(p.sectors):
        last = around(s + p.band[object] - 1, p.sectors)
        if mask & ~range_mask(s, p.band[object], p.sectors):
            continue
        if not whole or ((mask >> s) & 1 and (mask >> last) & 1):
            return True
    return False

cdef inline bint lonely(const Placement* p, const uint8_t* object, int s) noexcept nogil:
    """Does the object of a sector lack the neighbour that it must have (PX-04, PX-05)?"""
    cdef int wanted = p.near[object[s]]
    return (
        wanted >= 0 and object[around(s - 1, p.sectors)] != wanted and object[around(s + 1, p.sectors)] != wanted
    )

ctypedef struct Walk:
    Placement p
    uint8_t object[18]
    int32_t left[6]
    uint32_t mask[6]
    uint8_t* found         # [size][18]
    int32_t n
    int32_t size

cdef int ALPHABETICAL[6]
ALPHABETICAL[:] = [A_, C_, D_, E_, G_, X_]

cdef int place_from(Walk* w, int s, int most) noexcept nogil:
    """All arrangements that go on from the first `s` sectors. 0, -1 (no memory) or -2 (more than `most`)."""
    cdef int i, o, prev, code
    cdef uint8_t* bigger
    cdef int last = w.p.sectors - 1
    for i in range(OBJECTS):
        o = ALPHABETICAL[i]
        if w.left[o] == 0 or not (w.p.only[o] >> s) & 1:
            continue
        if s:
            prev = w.object[s - 1]
            if (w.p.far[o] >> prev) & 1 or (w.p.far[prev] >> o) & 1:
                continue
        w.object[s] = o
        if s >= 2 and lonely(&w.p, w.object, s - 1):
            continue
        w.mask[o] |= (<uint32_t> 1) << s
        w.left[o] -= 1
        code = 0
        if w.p.band[o] and not in_band(w.mask[o], &w.p, o, w.left[o] == 0):
            pass
        elif s < last:
            code = place_from(w, s + 1, most)
        elif not (
            (w.p.far[o] >> w.object[0]) & 1 or (w.p.far[w.object[0]] >> o) & 1
            or lonely(&w.p, w.object, last) or lonely(&w.p, w.object, 0)
        ):
            if w.n == most:
                code = -2
            else:
                if w.n == w.size:
                    bigger = <uint8_t*> realloc(w.found, <size_t> w.size * 2 * SECTORS)
                    if bigger == NULL:
                        return -1
                    w.found = bigger
                    w.size *= 2
                memcpy(&w.found[<size_t> w.n * SECTORS], w.object, SECTORS)
                w.n += 1
        w.left[o] += 1
        w.mask[o] &= ~((<uint32_t> 1) << s)
        if code:
            return code
    return 0

cdef int find_all(Walk* w, int most) noexcept nogil:
    """Fills `found`; its memory belongs to the caller. See `place_from`."""
    cdef int o
    w.n = 0
    w.size = 8192
    w.found = <uint8_t*> malloc(<size_t> w.size * SECTORS)
    memset(w.object, 0, SECTORS)
    for o in range(OBJECTS):
        w.left[o] = w.p.count[o]
        w.mask[o] = 0
    return -1 if w.found == NULL else place_from(w, 0, most)

cdef int index_sets(Sky_* sky, const uint8_t* found) noexcept nogil:
    """Fills rows, sets and triples from the letters of all arrangements."""
    cdef uint16_t* number = <uint16_t*> calloc(SETS, sizeof(uint16_t))
    cdef uint16_t triple_number[2048]
    cdef uint32_t mask
    cdef const uint8_t* object
    cdef int i, k, s, x, code
    cdef int n_all = 0
    if number == NULL:
        return -1
    memset(triple_number, 0, sizeof(triple_number))
    for k in range(KINDS):
        memset(number, 0, SETS * sizeof(uint16_t))
        sky.first_set[k] = n_all
        sky.n_sets[k] = 0
        for i in range(sky.n):
            object = &found[<size_t> i * SECTORS]
            mask = 0
            for s in range(sky.sectors):
                if object[s] == k or (k == E_ and object[s] == X_):
                    mask |= (<uint32_t> 1) << s
            if number[mask] == 0:
                sky.n_sets[k] += 1
                number[mask] = sky.n_sets[k]
                sky.sets[n_all] = mask
                n_all += 1
            sky.rows[<size_t> i * ROW + k] = number[mask] - 1
    sky.n_all_sets = n_all
    for i in range(sky.n):
        object = &found[<size_t> i * SECTORS]
        x = 0
        while object[x] != X_:
            x += 1
        code = x * 36 + object[around(x - 1, sky.sectors)] * 6 + object[around(x + 1, sky.sectors)]
        if triple_number[code] == 0:
            sky.triples[sky.n_triples * 4] = x
            sky.triples[sky.n_triples * 4 + 1] = object[around(x - 1, sky.sectors)]
            sky.triples[sky.n_triples * 4 + 2] = object[around(x + 1, sky.sectors)]
            sky.n_triples += 1
            triple_number[code] = sky.n_triples
        sky.rows[<size_t> i * ROW + R_TRIPLE] = triple_number[code] - 1
        for s in range(sky.sectors):
            sky.planes[<size_t> (i >> 6) * PLANE + object[s] * SECTORS + s] |= (<uint64_t> 1) << (i & 63)
    free(number)
    return 0

cdef inline uint32_t set_of(const Sky_* sky, int system, int kind) noexcept nogil:
    """Sectors of a kind (E: whatever appears empty) in an arrangement."""
    return sky.sets[sky.first_set[kind] + sky.rows[<size_t> system * ROW + kind]]

cdef inline const uint8_t* triple_of(const Sky_* sky, int system) noexcept nogil:
    """Sector of Planet X, object before it, object after it."""
    return &sky.triples[4 * sky.rows[<size_t> system * ROW + R_TRIPLE]]

cdef int object_at(const Sky_* sky, int system, int sector) noexcept nogil:
    cdef int k
    for k in range(KINDS - 1):
        if (set_of(sky, system, k) >> sector) & 1:
            return k
    return X_ if triple_of(sky, system)[0] == sector else E_

cdef int find_system(const Sky_* sky, const uint8_t* object) noexcept nogil:
    """Number of an arrangement, -1 if it is not valid: a binary search in the order of the letters."""
    cdef int lo = 0
    cdef int hi = sky.n - 1
    cdef int middle, s, order
    cdef int rank[6]
    for s in range(OBJECTS):
        rank[ALPHABETICAL[s]] = s
    while lo <= hi:
        middle = (lo + hi) >> 1
        order = 0
        for s in range(sky.sectors):
            order = rank[object_at(sky, middle, s)] - rank[object[s]]
            if order:
                break
        if order == 0:
            return middle
        if order < 0:
            lo = middle + 1
        else:
            hi = middle - 1
    return -1
