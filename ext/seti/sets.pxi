# Sets of cards, a bit a card in CARD_WORDS words.

cdef inline bint has(const uint64_t* set, int card) noexcept nogil:
    return (set[card >> 6] >> (card & 63)) & 1

cdef inline void add(uint64_t* set, int card) noexcept nogil:
    set[card >> 6] |= (<uint64_t> 1) << (card & 63)

cdef inline void drop(uint64_t* set, int card) noexcept nogil:
    set[card >> 6] &= ~((<uint64_t> 1) << (card & 63))

cdef inline int size_of(const uint64_t* set) noexcept nogil:
    return seti_popcount(set[0]) + seti_popcount(set[1]) + seti_popcount(set[2]) + seti_popcount(set[3])

cdef inline bint is_empty(const uint64_t* set) noexcept nogil:
    return (set[0] | set[1] | set[2] | set[3]) == 0

cdef inline int next_card(const uint64_t* set, int after) noexcept nogil:
    """The smallest card greater than `after` (-1: the first), NONE if there is none."""
    cdef int card = after + 1
    cdef int word = card >> 6
    cdef uint64_t bits
    if word > 3:
        return NONE
    bits = set[word] & ((~(<uint64_t> 0)) << (card & 63))
    while True:
        if bits:
            return (word << 6) + seti_ctz(bits)
        word += 1
        if word > 3:
            return NONE
        bits = set[word]
