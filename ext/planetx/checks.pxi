# What must hold after every action. Built in always, asked for by the checked build and by tests.

cdef bint holds(const Know* k, int system) noexcept nogil:
    """Is an arrangement among those left?"""
    cdef int i
    if not k.listed:
        return (k.bits[system >> 6] >> (system & 63)) & 1
    for i in range(k.n):
        if k.list[i] == system:
            return True
    return False

cdef bint tokens_sound(const State* s, const Context* c, int p) noexcept nogil:
    """Every theory token is in one place, and lies where it may."""
    cdef const Rules_* r = c.r
    cdef const Seat* seat = &s.seat[p]
    cdef const Token* t
    cdef int count[4]
    cdef int i, k
    for i in range(4):
        count[i] = seat.left[i]
    if seat.n_tokens > TOKENS or seat.n_hand > HAND:
        return False
    for i in range(seat.n_tokens):
        t = &seat.token[i]
        if t.sector >= r.sectors or t.object >= 4 or t.fate == FATE_NONE:
            return False
        count[t.object] += 1
        if t.fate == FATE_DOWN:
            if (s.confirmed >> t.sector) & 1 or t.cell >= r.track_cells or t.cell < 1:
                return False
            for k in range(i):
                if (
                    seat.token[k].fate == FATE_DOWN and seat.token[k].sector == t.sector
                    and seat.token[k].object == t.object and not r.same_twice
                ):
                    return False
        elif t.fate == FATE_UP and (s.object[t.sector] != t.object or not (s.confirmed >> t.sector) & 1):
            return False
    for i in range(4):
        if count[i] != r.tokens[i]:
            return False
    return True

cdef void check_invariants(State* s, const Context* c) noexcept nogil:
    """Sets FAULT_INVARIANT unless pieces, arrow and pawns are where they can be, and the truth is possible to everybody."""
    cdef uint32_t options[MAX_ACTIONS]
    cdef int p, q, n
    cdef bint bad = False
    for p in range(s.seats):
        if not tokens_sound(s, c, p) or s.arrow > s.seat[p].time or s.seat[p].targets > c.r.targets:
            bad = True
        for q in range(p):
            if s.seat[p].arrived == s.seat[q].arrived:
                bad = True
    for n in range(c.r.sectors):
        if s.object[n] != object_at(c.sky, s.system, n) or (s.ruled_out[n] >> s.object[n]) & 1:
            bad = True
    for p in range(s.players):
        if c.track and not c.written and not holds(catch_up(s, c, p), s.system):
            bad = True
    if s.decision == D_TURN and (s.actor != hindmost(s) or s.arrow != s.seat[s.actor].time):
        bad = True
    if s.solo and s.finder == NOBODY and s.seat[BOT].time != s.script_at[s.at_script]:
        bad = True
    if not s.over and not s.fault:
        n = legal(s, c, options)
        if n == 0:
            s.fault = FAULT_NO_ACTION
        elif n > MAX_ACTIONS:
            s.fault = FAULT_ACTIONS
    if bad:
        s.fault = FAULT_INVARIANT
