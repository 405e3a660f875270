# Where the species plug in. A species' board, tokens and cards come to the table with `species_discovered`; its spaces
# for traces are offered by `board_trace_options` and filled by `mark_board_trace`; what it scores at the end is
# `species_scoring`. Until their boards are in the data, a discovered species offers nothing but its overflow areas.

cdef inline int board_trace_options(const State* s, const Context* c, int p, int slot, int kind, uint32_t* out) noexcept nogil:
    """Free spaces of that kind on the discovered board of the slot; third argument of A_TRACE from 2 on."""
    return 0

cdef inline void mark_board_trace(State* s, const Context* c, int p, uint32_t act, int flags) noexcept nogil:
    """Never reached while no board offers a space."""
    s.fault = FAULT_ILLEGAL

cdef inline void species_discovered(State* s, const Context* c, int slot) noexcept nogil:
    """Turn the species of the slot face up (R16.11, R16.12)."""
    pass

cdef inline void species_scoring(State* s, const Context* c) noexcept nogil:
    pass
