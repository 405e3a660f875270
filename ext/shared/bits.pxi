# Counting bits, for every engine. Needs uint64_t.

cdef extern from *:
    """
    static inline int seti_ctz(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int seti_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    """
    int seti_ctz(uint64_t x) noexcept nogil
    int seti_popcount(uint64_t x) noexcept nogil
