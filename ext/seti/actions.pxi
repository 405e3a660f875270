# Actions: 32 bits, the kind (A_…, a row of seti_sim/seti/vocabulary_actions.py) in the upper byte and three arguments below.

cdef inline uint32_t action(int kind, int a, int b, int c) noexcept nogil:
    return (<uint32_t> kind << 24) | (<uint32_t> (a & 255) << 16) | (<uint32_t> (b & 255) << 8) | <uint32_t> (c & 255)

cdef inline int kind_of(uint32_t act) noexcept nogil:
    return act >> 24

cdef inline bint is_free_kind(int kind) noexcept nogil:
    """Is that the kind of a free action?"""
    return A_FIRST_FREE <= kind <= A_LAST_FREE

cdef inline int arg_a(uint32_t act) noexcept nogil:
    return (act >> 16) & 255

cdef inline int arg_b(uint32_t act) noexcept nogil:
    return (act >> 8) & 255

cdef inline int arg_c(uint32_t act) noexcept nogil:
    return act & 255
