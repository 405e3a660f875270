# Uses: every legal action is of a named use and has an object, which may be none (a card, a tech, a planet, …). Two actions of
# a decision that are of one use and object differ only in how it is done.

cdef enum:
    # A use is the kind of the action (A_), or one of these where a kind says too little.
    U_DROP = N_A           # a card that is one too many on passing
    U_GIVE                 # a card of an exchange
    U_STACK                # take a card of the stack on passing
    U_CARRY                # move a capsule; object: what its next space shows
    U_DELIVER              # complete the mission that asks for a capsule
    U_STAY                 # move no further
    U_DECLINE              # leave a trigger
    # And what is not done: the object is that of the action which the player wanted.
    U_KEEP                 # keep the card, not tuck it
    U_HOLD                 # keep the card, not use its corner
    U_LEAVE                # leave the card where it lies
    U_NOT                  # no such free action; object: its kind
    N_U

USES = (
    "drop", "give", "take from the stack", "carry a capsule", "deliver", "stop moving", "decline a trigger",
    "leave untucked", "leave in hand", "leave lying", "leave undone",
)
FIRST_USE = N_A
"""Number of the first of `USES`; the uses before it are kinds of action by their numbers."""
N_USES = N_U
N_OBJECTS = 256

cdef int trace_object(const State* s, uint32_t act) noexcept nogil:
    """Of a trace: its kind for a discovery space, 3 + it for overflow, 6 + 3 species + it for a species' board."""
    cdef int kind = arg_b(act)
    if arg_c(act) >= 2:
        return 2 * N_TRK + s.species[arg_a(act)] * N_TRK + kind
    return arg_c(act) * N_TRK + kind

cdef int use_of(const State* s, const Context* c, uint32_t act) noexcept nogil:
    """256 use + object of an action at this decision; NONE where it has no object."""
    cdef int kind = kind_of(act)
    cdef int a = arg_a(act)
    cdef int b = arg_b(act)
    if kind == A_DISCARD:
        kind = U_DROP if s.decision == D_PASS_DISCARD else (U_GIVE if s.decision == D_EXCHANGE else A_DISCARD)
    elif kind == A_TAKE:
        kind = U_STACK if s.decision == D_PASS_TAKE else A_TAKE
    elif kind == A_MOVE or kind == A_STEP:
        if (kind == A_MOVE and arg_c(act)) or (kind == A_STEP and arg_c(act) >> 2):
            kind = U_CARRY
        a = cell_at(s, c, b)
    elif kind == A_LAND or kind == A_REMOVE:
        a = a if b == NONE else PLANETS + b
    elif kind == A_MISSION:
        if c.rules.code[c.rules.mission_when[a]] == COND_DELIVER:
            kind = U_DELIVER
    elif kind == A_EXCHANGE:
        a = 3 * a + b
    elif kind == A_TRACE:
        a = trace_object(s, act)
    elif kind == A_SKIP:
        kind = U_STAY if s.decision == D_MOVE else (U_DECLINE if s.decision == D_TRIGGER else A_SKIP)
        a = s.card if kind == A_SKIP else NONE
    elif kind == A_CHOOSE or kind == A_YES:
        a = s.card
    elif not (
        kind == A_ORBIT or kind == A_PLAY or kind == A_PLACE or kind == A_CORNER or kind == A_SCAN_STEP or kind == A_SIGNAL
        or kind == A_TUCK or kind == A_TECH or kind == A_COLUMN or kind == A_COVER or kind == A_GOLD or kind == A_SAMPLE
        or kind == A_LOOK or kind == A_SECRET or kind == A_MESSAGE or kind == A_MILESTONE or kind == A_OBJECTIVE
    ):
        a = NONE           # nothing that an object could name, or a number without a meaning of its own
    return 256 * kind + a

cdef int undone(const State* s, uint32_t act) noexcept nogil:
    """256 use + object of not doing what the player wants to do; NONE where what else there is says it better."""
    cdef int kind = kind_of(act)
    if kind == A_TUCK:
        return 256 * U_KEEP + arg_a(act)
    if kind == A_TAKE:
        return 256 * U_LEAVE + arg_a(act)
    if kind == A_CORNER:
        return 256 * U_HOLD + arg_a(act)
    if is_free_kind(kind):
        return 256 * U_NOT + kind
    return NONE
