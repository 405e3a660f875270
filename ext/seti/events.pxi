# Events (R14.10): what `this-turn` effects and triggered missions watch for.

cdef inline bint watched(const State* s, const Context* c, int p, int event) noexcept nogil:
    """Could anything watch for it? Spares most events their frame."""
    cdef int k
    if s.n_watch and p == s.turn:
        return True
    for k in range(4):
        if s.seat[p].missions[k] & c.rules.trigger_cards[event][k]:
            return True
    return False

cdef inline void later(State* s, const Context* c, int p, int event, int param, int flags) noexcept nogil:
    """Let the event happen once everything pushed after this is done."""
    cdef Frame* f
    if watched(s, c, p, event):
        f = push(s, FK_EVENT, p, flags, SRC_OTHER)
        f.a = event
        f.b = param
    if s.solo.rival:
        objective_event(s, c, p, event, param, flags)

cdef inline bint space_fits(const State* s, const Context* c, int p, int card, int k, int event, int param) noexcept nogil:
    cdef const RulesTable* r = c.rules
    return (
        not ((s.covered[card] >> k) & 1)
        and (r.trigger_types[card][k] >> event) & 1
        and (r.trigger_mask[card][k] >> param) & 1
        and (not r.trigger_own[card][k] or p == s.turn)
    )

cdef inline bint same_space(const RulesTable* r, int card, int j, int k) noexcept nogil:
    """Are two spaces of a card the same in print?"""
    return (
        r.trigger_types[card][j] == r.trigger_types[card][k] and r.trigger_mask[card][j] == r.trigger_mask[card][k]
        and r.trigger_own[card][j] == r.trigger_own[card][k] and r.trigger_reward[card][j] == r.trigger_reward[card][k]
    )

cdef int trigger_options(const State* s, const Context* c, const Frame* f, uint32_t* out) noexcept nogil:
    """Spaces that the event of the frame may cover; of equal ones of a card the first (R14.6)."""
    cdef const RulesTable* r = c.rules
    cdef int p = f.player
    cdef int n = 0
    cdef int card, k, j, word
    cdef uint64_t bits
    cdef bint twin
    for word in range(4):
        bits = s.seat[p].missions[word] & r.trigger_cards[f.a][word]
        while bits:
            card = word * 64 + seti_ctz(bits)
            bits &= bits - 1
            for k in range(r.trigger_n[card]):
                if not space_fits(s, c, p, card, k, f.a, f.b):
                    continue
                twin = False
                for j in range(k):
                    if same_space(r, card, j, k) and not ((s.covered[card] >> j) & 1):
                        twin = True
                if not twin:
                    out[n] = action(A_COVER, card, k, 0)
                    n += 1
    return n

cdef void run_event(State* s, const Context* c, Frame* f) noexcept nogil:
    """The event happens: programs of `this-turn` effects run first, then the owner may cover one space."""
    cdef const RulesTable* r = c.rules
    cdef int p = f.player
    cdef int event = f.a
    cdef int param = f.b
    cdef int flags = f.flags
    cdef int i, w
    cdef Frame* t
    pop(s)
    if not is_trigger_free(s, c, p, event):
        t = push(s, FK_TRIGGER, p, flags, SRC_MISSION)
        t.a = event
        t.b = param
    if p != s.turn:
        return
    for i in range(s.n_watch - 1, -1, -1):
        w = s.watch[i]
        if not ((r.watch_types[w] >> event) & 1 and (r.watch_mask[w] >> param) & 1):
            continue
        if r.watch_flags[w] & 1:
            if s.watch_used[i]:
                continue
            s.watch_used[i] = 1
        if r.watch_flags[w] & 2:
            if (s.watch_seen[i] >> param) & 1:
                continue
            s.watch_seen[i] |= 1 << param
        push_program(s, r.watch_program[w], p, flags, SRC_CARD)

cdef inline bint is_trigger_free(const State* s, const Context* c, int p, int event) noexcept nogil:
    cdef int k
    for k in range(4):
        if s.seat[p].missions[k] & c.rules.trigger_cards[event][k]:
            return False
    return True

cdef void cover(State* s, const Context* c, int p, int card, int k, int flags) noexcept nogil:
    """Put a marker on a space; with the last one the mission is completed (R14.12). Then its reward."""
    cdef const RulesTable* r = c.rules
    s.covered[card] |= 1 << k
    if s.covered[card] == (1 << r.trigger_n[card]) - 1:
        drop(s.seat[p].missions, card)
        add(s.seat[p].completed, card)
        if s.solo.rival:
            objective_event(s, c, p, EV_MISSION, 0, flags | F_ASIDE)
    push_program(s, r.trigger_reward[card][k], p, flags | F_ASIDE, card_source(s, c, card, SRC_MISSION))

cdef void visit(State* s, const Context* c, int p, int space, bint moved_in_ring, bint pushed, int flags) noexcept nogil:
    """A probe has come into the space by a step or a push (R6.12): publicity, then the events."""
    cdef int cell = cell_at(s, c, space)
    cdef int n
    cdef Frame* f
    if cell != CELL_EMPTY:
        later(s, c, p, EV_VISIT, cell, flags)
    if moved_in_ring:
        later(s, c, p, EV_MOVE, 1, flags)
    n = visit_publicity(s, c, p, space)
    if s.no_move_publicity and p == s.turn and not pushed:   # ANO-13
        n = 0
    if n:
        if s.visit_instead and p == s.turn and cell >= 3:
            f = push(s, FK_VISIT, p, flags, SRC_CARD)
            f.a = n
        else:
            gain(s, c, p, RES_PUBLICITY, n, SRC_OTHER)
