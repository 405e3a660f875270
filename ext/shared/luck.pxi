# Luck as hashes, for every engine: a draw is a hash of (game key, purpose, index, item). Needs uint64_t, uint32_t, uint8_t.

cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """The finaliser of splitmix64: a bijection that spreads every bit over all of them."""
    x ^= x >> 30
    x *= <uint64_t> 0xbf58476d1ce4e5b9ULL
    x ^= x >> 27
    x *= <uint64_t> 0x94d049bb133111ebULL
    x ^= x >> 31
    return x

cdef inline uint64_t luck(uint64_t key, uint64_t purpose, uint64_t index, uint64_t item) noexcept nogil:
    return mix(mix(key + <uint64_t> 0x9e3779b97f4a7c15ULL * (purpose * 256 + index + 1)) + <uint64_t> 0xd1342543de82ef95ULL * (item + 1))

cdef inline uint64_t game_key(uint64_t seed, uint64_t game) noexcept nogil:
    return mix(mix(seed + <uint64_t> 0x9e3779b97f4a7c15ULL) + <uint64_t> 0xd1342543de82ef95ULL * (game + 1))

cdef inline uint32_t below(uint64_t word, uint32_t n) noexcept nogil:
    """A number from 0 to n - 1 from 64 random bits (the upper half, scaled; the bias is below n / 2^32)."""
    return <uint32_t> (((word >> 32) * n) >> 32)

cdef void shuffle(uint8_t* items, int n, uint64_t key, int purpose, int index) noexcept nogil:
    """Sort the items by their hashes, the greatest first."""
    cdef uint64_t keys[256]
    cdef uint64_t k
    cdef uint8_t item
    cdef int i, j
    for i in range(n):
        item = items[i]
        k = luck(key, purpose, index, item)
        j = i
        while j > 0 and keys[j - 1] < k:
            keys[j] = keys[j - 1]
            items[j] = items[j - 1]
            j -= 1
        keys[j] = k
        items[j] = item
