# Actions as 32 bits: kind, then three bytes. Legal actions in a fixed order.

cdef enum:
    A_SURVEY = 1           # object, first sector, last sector
    A_TARGET               # sector
    A_RESEARCH             # topic
    A_LOCATE               # sector, object before, object after
    A_SUBMIT               # object or NOTHING, object or NOTHING
    A_PLACE                # object, sector
    A_KEEP                 # object: take a chosen token back (hand_binds = false)
    A_PASS
    N_ACT

cdef inline uint32_t action(int kind, int a, int b, int c) noexcept nogil:
    return (<uint32_t> kind << 24) | (<uint32_t> a << 16) | (<uint32_t> b << 8) | <uint32_t> c

cdef inline int kind_of(uint32_t act) noexcept nogil:
    return act >> 24

cdef inline int arg(uint32_t act, int i) noexcept nogil:
    """Byte 0, 1 or 2 after the kind."""
    return (act >> (16 - 8 * i)) & 255

cdef inline bint survey_legal(const Rules_* r, int kind, int first, int size) noexcept nogil:
    """PX-53: a survey for comets begins and ends in possible comet sectors."""
    if kind != C_ or not r.comet_ends:
        return True
    return (r.comet_mask >> first) & 1 and (r.comet_mask >> around(first + size - 1, r.sectors)) & 1

cdef inline int sector_of(const Rules_* r, int time) noexcept nogil:
    return time % r.sectors

cdef int turn_actions(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """The four actions (PX-51 to PX-59)."""
    cdef const Rules_* r = c.r
    cdef const Seat* seat = &s.seat[s.actor]
    cdef int here = sector_of(r, seat.time)
    cdef int n = 0
    cdef int kind, i, size, topic, before, after
    for kind in range(KINDS):
        for i in range(r.visible):
            for size in range(1, r.visible - i + 1):
                if survey_legal(r, kind, around(here + i, r.sectors), size):
                    out[n] = action(
                        A_SURVEY, kind, around(here + i, r.sectors), around(here + i + size - 1, r.sectors)
                    )
                    n += 1
    if seat.targets:
        for i in range(r.visible):
            out[n] = action(A_TARGET, around(here + i, r.sectors), 0, 0)
            n += 1
    if r.research_twice or not seat.researched_last:
        for topic in range(TOPICS):
            out[n] = action(A_RESEARCH, topic, 0, 0)
            n += 1
    for i in range(r.sectors):
        for before in range(X_):
            for after in range(X_):
                out[n] = action(A_LOCATE, i, before, after)
                n += 1
    return n

cdef int hand_room(const State* s, const Context* c) noexcept nogil:
    """How many theory tokens the seat that decides may choose (PX-66, PX-82)."""
    cdef int most = c.r.theories_per_phase
    if s.ending:
        most = c.r.last_theories[s.seat[s.actor].behind]
    return most if most < HAND else HAND

cdef int submit_actions(const State* s, const Context* c, bint with_none, uint32_t* out) noexcept nogil:
    """The sets of theory tokens that may be chosen."""
    cdef const Seat* seat = &s.seat[s.actor]
    cdef int room = hand_room(s, c)
    cdef int n = 0
    cdef int i, k
    if with_none:
        out[n] = action(A_SUBMIT, NOTHING, NOTHING, 0)
        n += 1
    for i in range(4):
        if seat.left[i] == 0 or room == 0:
            continue
        out[n] = action(A_SUBMIT, i, NOTHING, 0)
        n += 1
        if room > 1:
            for k in range(i, 4):
                if seat.left[k] > (i == k):
                    out[n] = action(A_SUBMIT, i, k, 0)
                    n += 1
    return n

cdef bint place_legal(const State* s, const Context* c, int p, int object, int sector) noexcept nogil:
    """May the seat put a token of the object there (PX-68, PX-69)?"""
    cdef const Seat* seat = &s.seat[p]
    cdef const Token* t
    cdef int i
    if (s.confirmed >> sector) & 1:
        return False
    for i in range(seat.n_tokens):
        t = &seat.token[i]
        if t.fate != FATE_DOWN or t.sector != sector:
            continue
        if t.object == object and not c.r.same_twice:
            return False
        if t.phase == s.phase and not c.r.two_in_one:
            return False
    return True

cdef int place_actions(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """Where the first token of the hand may be put."""
    cdef int object = s.seat[s.actor].hand[0]
    cdef int n = 0
    cdef int i
    for i in range(c.r.sectors):
        if place_legal(s, c, s.actor, object, i):
            out[n] = action(A_PLACE, object, i, 0)
            n += 1
    if n and not c.r.hand_binds:
        out[n] = action(A_KEEP, object, 0, 0)
        n += 1
    return n

cdef int last_actions(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """The last chance (PX-82)."""
    cdef int n = 1
    cdef int i, before, after
    out[0] = action(A_PASS, 0, 0, 0)
    n += submit_actions(s, c, False, &out[n])
    if c.r.last_points[s.seat[s.actor].behind]:
        for i in range(c.r.sectors):
            for before in range(X_):
                for after in range(X_):
                    out[n] = action(A_LOCATE, i, before, after)
                    n += 1
    return n

cdef int legal(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """Fills `out` (room for MAX_ACTIONS) with the legal actions and returns how many.

    At most 5 x 45 surveys, 9 targets, 6 topics and 18 x 25 locates: 690.
    """
    if s.decision == D_TURN:
        return turn_actions(s, c, out)
    if s.decision == D_SUBMIT:
        return submit_actions(s, c, True, out)
    if s.decision == D_PLACE:
        return place_actions(s, c, out)
    if s.decision == D_LAST:
        return last_actions(s, c, out)
    return 0

cdef bint is_legal(const State* s, const Context* c, uint32_t act) noexcept nogil:
    """Is an action one of the legal ones?"""
    cdef uint32_t options[MAX_ACTIONS]
    cdef int n = legal(s, c, options)
    cdef int i
    for i in range(n):
        if options[i] == act:
            return True
    return False
