# Luck. Every draw is a hash of (game key, purpose, index, item), so there is no stream to share and nothing to restore:
# a deck's order is the sort of its cards' hashes, and a card left out leaves the others in their order.

cdef enum:
    LUCK_DISC = 1          # index: disc
    LUCK_BOARDS            # item: sector board
    LUCK_DECK              # item: card
    LUCK_TILES             # index: tech, item: bonus
    LUCK_GOLD              # index: tile
    LUCK_SPECIES           # item: species
    LUCK_RESHUFFLE         # index: how many before, item: card
    LUCK_PLAYER            # index: seat, item: decision of that seat
    LUCK_ALIEN_DECK        # index: species, item: card
    LUCK_SAMPLES           # item: sample
    LUCK_ANOMALIES         # item: anomaly
    LUCK_ANOMALY_SIDE      # index: anomaly
    LUCK_EXPLORE           # index: seat, item: decision of that seat


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

cdef inline void exchange_places(uint8_t* deck, int n, const Context* c) noexcept nogil:
    """Exchange the places of the two cards of `swap`, where both are in this deck: a game with one other deal."""
    cdef int i
    cdef int a = -1
    cdef int b = -1
    if c.swap[0] == c.swap[1]:
        return
    for i in range(n):
        if deck[i] == c.swap[0]:
            a = i
        elif deck[i] == c.swap[1]:
            b = i
    if a >= 0 and b >= 0:
        deck[a] = c.swap[1]
        deck[b] = c.swap[0]
