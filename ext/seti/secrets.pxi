# Secret cards (Exertians): never in the hand, played face down, scored at the end, where danger costs points.

cdef inline int secret_card(const RulesTable* r, int bit) noexcept nogil:
    return r.species_card[r.secret_species][bit]

cdef inline int secret_bit(const RulesTable* r, int card) noexcept nogil:
    cdef int i = 0
    while secret_card(r, i) != card:
        i += 1
    return i

cdef void deal_secret(State* s, const Context* c, int p, int card, int size) noexcept nogil:
    s.seat[p].secret_hand |= 1 << secret_bit(c.rules, card)
    log_row(s, c, LOG_ARRIVE, p + 1, card, ARRIVAL_SPECIES, size)

cdef void discover_secrets(State* s, const Context* c, int slot) noexcept nogil:
    """Owners of markers may play at once, the milestones are put, the rest of the deck is gone (EXE-02 to EXE-04)."""
    cdef const RulesTable* r = c.rules
    cdef int k, p, i, n
    cdef int best = 0
    cdef Frame* f
    while s.alien_n[slot] and not s.solo.rival:   # the rival draws from it (SOL-130)
        add(s.gone, top_of_species(s, slot))
    for p in range(s.players):
        if s.seat[p].res[RES_VP] > best:
            best = s.seat[p].res[RES_VP]
    for i in range(r.n_secret_milestones):
        s.secret_score[i] = best + r.secret_ahead[i]
    for k in range(s.players - 1, -1, -1):
        p = (s.turn + k) % s.players
        if is_rival(s, p):
            continue
        n = 0
        for i in range(N_TRK):
            n += s.space[slot][i] == p + 1
        if n:
            f = push(s, FK_SECRET, p, F_CLOSED | F_ASIDE, SRC_OTHER)
            f.a = n * r.species_plays[r.secret_species]

cdef int secret_options(const State* s, const Context* c, const Frame* f, uint32_t* out) noexcept nogil:
    """Cards that may be played face down: f.a more of them, in ascending order from f.b on, for the cost of milestone
    f.c - 1 if there is one (EXE-06)."""
    cdef const RulesTable* r = c.rules
    cdef int n = 0
    cdef int i
    if f.a == 0 or (f.c and not can_pay(s, f.player, &r.secret_cost[f.c - 1][0])):
        return 0
    for i in range(f.b, r.species_n_cards[r.secret_species]):
        if (s.seat[f.player].secret_hand >> i) & 1:
            out[n] = action(A_SECRET, secret_card(r, i), 0, 0)
            n += 1
    return n

cdef void play_secret(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    cdef Seat* seat = &s.seat[f.player]
    cdef int bit = secret_bit(c.rules, card)
    if f.c:
        pay(s, f.player, &c.rules.secret_cost[f.c - 1][0])
    seat.secret_hand &= ~(1 << bit)
    seat.secret_played |= 1 << bit
    log_row(s, c, LOG_LEAVE, f.player + 1, card, FATE_PLAYED, 0)
    f.a -= 1
    f.b = bit + 1

cdef bint run_secret(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[16]
    if secret_options(s, c, f, options):
        s.decision = D_SECRET
        return True
    pop(s)
    return False

cdef int danger_of(const State* s, const Context* c, int p, int slot) noexcept nogil:
    """Danger of the cards played, fulfilled or not, and of the markers on the board (EXE-11)."""
    cdef const RulesTable* r = c.rules
    cdef int species = s.species[slot]
    cdef int n = 0
    cdef int i, k, at
    for i in range(r.species_n_cards[species]):
        if (s.seat[p].secret_played >> i) & 1:
            n += r.secret_danger[r.species_card[species][i]]
    for k in range(N_TRK):
        for i in range(r.board_n[species][k]):
            at = board_space(species, k, i)
            if r.board_any[at]:
                n += r.board_danger[at] * s.board_open[slot][k][p]
            elif s.board_mark[slot][k][i] == p + 1:
                n += r.board_danger[at]
    return n

cdef int secret_points(const State* s, const Context* c, int p, int slot) noexcept nogil:
    """Points of the played cards whose condition holds (EXE-09)."""
    cdef const RulesTable* r = c.rules
    cdef int species = s.species[slot]
    cdef int n = 0
    cdef int i, card
    for i in range(r.species_n_cards[species]):
        card = r.species_card[species][i]
        if not (s.seat[p].secret_played >> i) & 1:
            continue
        if is_rival(s, p) or holds(s, c, p, r.secret_when[card], NONE):   # SOL-132
            n += r.secret_vp[card]
    return n

cdef void score_secrets(State* s, const Context* c) noexcept nogil:
    """Played cards, then the loss of whoever has most danger, of everything (EXE-09 to EXE-14)."""
    cdef int slot = active(s, c.rules.secret_species)
    cdef int p, n
    cdef int most = 0
    if slot == NONE:
        return
    for p in range(s.players):
        n = secret_points(s, c, p, slot)
        gain(s, c, p, RES_VP, n, SRC_SPECIES_LEFT + slot)
        log_row(s, c, LOG_SPECIES_SCORE, p + 1, slot, 0, n)
        n = danger_of(s, c, p, slot)
        if n > most:
            most = n
    for p in range(s.players):
        if most and danger_of(s, c, p, slot) == most:
            n = s.seat[p].res[RES_VP] / c.rules.danger_share
            gain(s, c, p, RES_VP, -n, SRC_SPECIES_LEFT + slot)
            log_row(s, c, LOG_SPECIES_SCORE, p + 1, slot, 1, n)
