# Species: their boards for traces, their decks, and what happens when one is discovered. What only one species brings is
# a mechanism with a file of its own (samples, anomalies, tile, messages, secrets); how a new one plugs in is in
# docs/species.md. No number of a board, token or card stands here.

cdef inline int slot_of(const State* s, int species) noexcept nogil:
    """0 for the left slot, 1 for the right, NONE if the species is not in this game."""
    if species == NONE:
        return NONE
    if s.species[0] == species:
        return 0
    return 1 if s.species[1] == species else NONE

cdef inline int active(const State* s, int species) noexcept nogil:
    """The species' slot once it is discovered, NONE before or without it."""
    cdef int slot = slot_of(s, species)
    return slot if slot != NONE and s.discovered[slot] else NONE

cdef inline int card_source(const State* s, const Context* c, int card, int usual) noexcept nogil:
    """Where points of a card's effects are booked: a species' card under its slot."""
    cdef int slot = slot_of(s, c.rules.card_species[card])
    return usual if slot == NONE else SRC_SPECIES_LEFT + slot

cdef inline void discard(State* s, const Context* c, int card) noexcept nogil:
    """To the discard pile; a species' card out of the game (SPG-17)."""
    if c.rules.card_species[card] == NONE:
        add(s.discard, card)
    else:
        add(s.gone, card)

# -------------------------------------------------------------------------- the board
cdef int board_trace_options(const State* s, const Context* c, int p, int slot, int kind, uint32_t* out) noexcept nogil:
    """Spaces of that kind that the seat can mark on the slot's board (SPG-06, SPG-07, MAS-13): A_TRACE with 2 + space."""
    cdef const RulesTable* r = c.rules
    cdef int n = 0
    cdef int species = s.species[slot]
    cdef int i, at
    if not s.discovered[slot]:
        return 0
    for i in range(r.board_n[species][kind]):
        at = board_space(species, kind, i)
        if s.board_mark[slot][kind][i]:
            continue
        if r.board_token[at] and not s.sample_space[kind][i]:
            continue
        if r.board_cost[at] and s.seat[p].res[r.board_resource[at]] < r.board_cost[at]:
            continue
        out[n] = action(A_TRACE, slot, kind, 2 + i)
        n += 1
    return n

cdef inline int space_reward(const State* s, const Context* c, int slot, int kind, int i) noexcept nogil:
    """Program of a board space: the sample's where it is a space for one."""
    cdef int at = board_space(s.species[slot], kind, i)
    if c.rules.board_token[at]:
        return c.rules.sample_reward[s.sample_space[kind][i] - 1]
    return c.rules.board_reward[at]

cdef void mark_board_trace(State* s, const Context* c, int p, uint32_t act, int flags) noexcept nogil:
    """Pay, mark, gain (SPG-06)."""
    cdef const RulesTable* r = c.rules
    cdef int slot = arg_a(act)
    cdef int kind = arg_b(act)
    cdef int i = arg_c(act) - 2
    cdef int at = board_space(s.species[slot], kind, i)
    s.seat[p].res[r.board_resource[at]] -= r.board_cost[at]
    s.seat[p].board[slot][kind] += 1
    if r.board_any[at]:
        s.board_open[slot][kind][p] += 1
        s.board_latest[slot][kind] = p + 1
    else:
        s.board_mark[slot][kind][i] = p + 1
    push_after_deed(s, space_reward(s, c, slot, kind, i), p, flags, SRC_SPECIES_LEFT + slot)

cdef int highest_marker(const State* s, const Context* c, int slot, int kind) noexcept nogil:
    """Seat with the highest marker in the board's column, the latest in the open top space; NONE without (ANO-06)."""
    cdef int i
    if s.board_latest[slot][kind]:
        return s.board_latest[slot][kind] - 1
    for i in range(SPACES - 1, -1, -1):
        if s.board_mark[slot][kind][i]:
            return s.board_mark[slot][kind][i] - 1
    return NONE

cdef int paid_traces(const State* s, const Context* c, int p, int slot) noexcept nogil:
    """Own markers on spaces of the board that cost exofossils (OUM-17)."""
    cdef const RulesTable* r = c.rules
    cdef int n = 0
    cdef int k, i, at
    for k in range(N_TRK):
        for i in range(r.board_n[s.species[slot]][k]):
            at = board_space(s.species[slot], k, i)
            if r.board_cost[at] and r.board_resource[at] == RES_EXOFOSSIL:
                if r.board_any[at]:
                    n += s.board_open[slot][k][p]
                elif s.board_mark[slot][k][i] == p + 1:
                    n += 1
    return n

# -------------------------------------------------------------------------- the deck
cdef int species_cards(const State* s, int species, uint32_t* out) noexcept nogil:
    """What can be taken: the face-up card, the top of the deck (SPG-16)."""
    cdef int slot = active(s, species)
    cdef int n = 0
    if slot == NONE:
        return 0
    if s.alien_up[slot]:
        out[n] = action(A_TAKE, s.alien_up[slot] - 1, 0, 0)
        n += 1
    if s.alien_n[slot]:
        out[n] = action(A_TAKE, NONE, 0, 0)
        n += 1
    return n

cdef int top_of_species(State* s, int slot) noexcept nogil:
    """Take the top card of the species' deck, which must not be empty."""
    cdef int card
    s.alien_n[slot] -= 1
    card = s.alien_deck[slot][s.alien_n[slot]]
    s.alien_deck[slot][s.alien_n[slot]] = 0
    return card

cdef inline void turn_up(State* s, const Context* c, int slot) noexcept nogil:
    if c.rules.species_face_up[s.species[slot]] and s.alien_n[slot]:
        log_row(s, c, LOG_TURN_UP, 0, s.alien_deck[slot][s.alien_n[slot] - 1], slot, s.alien_n[slot])
        s.alien_up[slot] = top_of_species(s, slot) + 1
    else:
        s.alien_up[slot] = 0

cdef int take_species_card(State* s, const Context* c, int p, int species, uint32_t act) noexcept nogil:
    """The card of an A_TAKE into the hand; a face-up card is replaced at once (SPG-16)."""
    cdef int slot = active(s, species)
    cdef int size = s.alien_n[slot]
    cdef int card = arg_a(act)
    if card == NONE:
        card = top_of_species(s, slot)
        to_hand(s, c, p, card, ARRIVAL_SPECIES, size)
    else:
        to_hand(s, c, p, card, ARRIVAL_SPECIES, 0)
        turn_up(s, c, slot)
    return card

cdef bint lies_somewhere(const State* s, const Context* c, int card, int bit) noexcept nogil:
    """Has a species' card come into somebody's hands already? Only in positions written by hand."""
    cdef int p
    if has(s.gone, card) or s.card == card:
        return True
    for p in range(s.n_messages):
        if s.message_card[p] == card:
            return True
    for p in range(s.players):
        if (
            has(s.seat[p].hand, card) or has(s.seat[p].tucked, card) or has(s.seat[p].missions, card)
            or has(s.seat[p].completed, card) or has(s.seat[p].endgame, card)
            or (c.rules.card_class[card] == CLASS_SECRET and ((s.seat[p].secret_hand | s.seat[p].secret_played) >> bit) & 1)
        ):
            return True
    return False

cdef void place_species(State* s, const Context* c, int slot) noexcept nogil:
    """Board, shuffled deck and tokens of the slot's species, as they come to the table; nobody gains anything yet."""
    cdef const RulesTable* r = c.rules
    cdef int species = s.species[slot]
    cdef int i, card
    s.alien_n[slot] = 0
    for i in range(r.species_n_cards[species]):
        card = r.species_card[species][i]
        if not r.left_out[card] and not lies_somewhere(s, c, card, i):
            s.alien_deck[slot][s.alien_n[slot]] = card
            s.alien_n[slot] += 1
    shuffle(&s.alien_deck[slot][0], s.alien_n[slot], s.key, LUCK_ALIEN_DECK, species)
    exchange_places(&s.alien_deck[slot][0], s.alien_n[slot], c)
    if species == r.sample_species:
        place_samples(s, c)
    if species == r.anomaly_species:
        place_anomalies(s, c)
    if species == r.tile_species:
        place_tile(s, c)

cdef void deal_species(State* s, const Context* c, int slot, int p) noexcept nogil:
    """One card of the species' deck to a seat, unseen by it before (SPG-15, EXE-01)."""
    cdef int size = s.alien_n[slot]
    cdef int card
    if size == 0:
        return
    card = top_of_species(s, slot)
    if c.rules.card_class[card] == CLASS_SECRET:
        deal_secret(s, c, p, card, size)
    else:
        to_hand(s, c, p, card, ARRIVAL_SPECIES, size)

cdef void species_discovered(State* s, const Context* c, int slot) noexcept nogil:
    """Turn the species of the slot up, set it up, reward the owners of markers on its discovery spaces (SPG-13)."""
    cdef const RulesTable* r = c.rules
    cdef int species = s.species[slot]
    cdef int i, k, p
    place_species(s, c, slot)
    if s.solo.rival:
        s.solo.found[s.solo.found[0] != 0] = slot + 1
    for k in range(s.players):
        if is_rival(s, (s.turn + k) % s.players):
            continue       # SOL-130
        for i in range(r.species_per_player[species]):
            deal_species(s, c, slot, (s.turn + k) % s.players)
    for k in range(N_TRK):
        p = s.space[slot][k]
        if p and p == s.solo.rival:
            make_progress(s, c, r.rival_marker_progress)   # SOL-97
        elif 1 <= p <= SEATS:
            for i in range(r.species_per_marker[species]):
                deal_species(s, c, slot, p - 1)
    turn_up(s, c, slot)
    if species == r.tile_species:
        discover_tile(s, c, slot)
    if species == r.message_species:
        discover_messages(s, c)
    if species == r.secret_species:
        discover_secrets(s, c, slot)

cdef void species_scoring(State* s, const Context* c) noexcept nogil:
    """What species add at the very end (SPG-30)."""
    score_secrets(s, c)
