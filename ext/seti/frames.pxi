# The stack of frames: what is to be done, the top first. See docs/engine.md.

# What a frame does when it is on top.
cdef enum:
    FK_NONE
    FK_SETUP
    FK_TURN
    FK_PROGRAM
    FK_MOVE
    FK_SCAN
    FK_EVENT
    FK_TRIGGER
    FK_STAR
    FK_SETTLE
    FK_SETTLE_STAR
    FK_END_TURN
    FK_PASS
    FK_EXCHANGE
    FK_JOINT
    FK_COLUMN
    FK_VISIT
    FK_PUSH
    FK_CARD_END
    FK_ROW_CORNERS
    FK_ROUND_END
    FK_REFILL
    FK_SAMPLE
    FK_ANOMALY
    FK_REWARD
    FK_MESSAGE
    FK_SECRET
    FK_RIVAL
    FK_RIVAL_ACTION
    FK_RIVAL_SCAN          # as the one before, while the row waits for its cards
    FK_RIVAL_PASS
    FK_OBJECTIVE
    N_FK

cdef enum:
    F_STARTED = 1          # something has been done since the point before: the one before the next effect may be open
    F_CLOSED = 2           # no free actions here nor in anything that this causes (R5.2, R5.4)
    F_ASIDE = 4            # inside a free action or a mission's reward: nothing here is done "by this play"
    F_GO = 8               # the owner let the next effect happen
    F_INHERIT = 6


cdef inline Frame* push(State* s, int kind, int player, int flags, int source) noexcept nogil:
    """A new frame on top. `flags` are the causing frame's; only what is passed on is kept."""
    cdef Frame* f
    if s.n_frames >= FRAMES:
        s.fault = FAULT_FRAMES
        s.n_frames = FRAMES - 1
    f = &s.frame[s.n_frames]
    s.n_frames += 1
    memset(f, 0, sizeof(Frame))
    f.kind = kind
    f.player = player
    f.flags = flags & F_INHERIT
    f.source = source
    return f

cdef inline void pop(State* s) noexcept nogil:
    s.n_frames -= 1
    memset(&s.frame[s.n_frames], 0, sizeof(Frame))

cdef inline void sink(State* s, int n) noexcept nogil:
    """The top frame goes below the n frames under it."""
    cdef Frame top = s.frame[s.n_frames - 1]
    cdef Frame* place = &s.frame[s.n_frames - 1 - n]
    memmove(place + 1, place, n * sizeof(Frame))
    place[0] = top

cdef inline Frame* push_program(State* s, int pc, int player, int flags, int source) noexcept nogil:
    cdef Frame* f
    if pc == 0:            # the empty program
        return NULL
    f = push(s, FK_PROGRAM, player, flags, source)
    f.pc = pc
    return f

cdef inline void push_after_deed(State* s, int pc, int player, int flags, int source) noexcept nogil:
    """A program that follows something done, a cost paid or a piece put: the point before its first effect may be open,
    too (R5.3)."""
    cdef Frame* f = push_program(s, pc, player, flags, source)
    if f != NULL:
        f.flags |= F_STARTED
