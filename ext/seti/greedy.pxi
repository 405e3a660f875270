cdef uint32_t greedy_choice(const State* s, const Context* c, const Policy* policy, Luck* l) noexcept nogil:
    return random_choice(s, c, l)
