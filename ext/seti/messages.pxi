# Messages (Centaurians): milestones of one player, for the tile of everybody and for cards that were sent.

cdef void discover_messages(State* s, const Context* c) noexcept nogil:
    """Every player's tile goes ahead of the own score (CEN-01)."""
    cdef int p
    if s.solo.rival:
        s.solo.tiles = c.rules.rival_message_tiles - 1 if c.rules.rival_message_tiles else 0
    for p in range(s.players):
        if is_rival(s, p) and not c.rules.rival_message_tiles:
            continue
        s.seat[p].message_tile = s.seat[p].res[RES_VP] + c.rules.message_tile_ahead + 1

cdef void send_message(State* s, const Context* c, int p, int card) noexcept nogil:
    """The card's marker goes ahead of the score of this moment (CEN-04)."""
    if s.n_messages >= MESSAGES:
        s.fault = FAULT_INVARIANT
        return
    s.message_card[s.n_messages] = card
    s.message_seat[s.n_messages] = p
    s.message_score[s.n_messages] = s.seat[p].res[RES_VP] + c.rules.message_ahead
    s.n_messages += 1

cdef int first_message(const State* s, int p, int score) noexcept nogil:
    """Place of the seat's first message whose marker stands at that score."""
    cdef int i
    for i in range(s.n_messages):
        if s.message_seat[i] == p and s.message_score[i] == score:
            return i
    return NONE

cdef void answer_message(State* s, int i) noexcept nogil:
    """The marker is removed; the card's message is to be resolved (CEN-05)."""
    cdef Frame* f = push(s, FK_MESSAGE, s.message_seat[i], F_CLOSED | F_ASIDE, SRC_OTHER)
    f.a = s.message_card[i]
    s.n_messages -= 1
    while i < s.n_messages:
        s.message_card[i] = s.message_card[i + 1]
        s.message_seat[i] = s.message_seat[i + 1]
        s.message_score[i] = s.message_score[i + 1]
        i += 1
    s.message_card[i] = s.message_seat[i] = 0
    s.message_score[i] = 0

cdef void run_message(State* s, const Context* c, Frame* f) noexcept nogil:
    """The message's effects; a card that was not tucked is discarded (CEN-06)."""
    cdef int card = f.a
    cdef int p = f.player
    cdef int flags = f.flags
    if f.b == 0:
        f.b = 1
        s.card = card
        s.tucked = 0
        push_program(s, c.rules.message_program[card], p, flags, card_source(s, c, card, SRC_CARD))
        return
    if not s.tucked:
        discard(s, c, card)
    forget_play(s)
    pop(s)

cdef int reward_options(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """Rewards that no tile covers (CEN-02)."""
    cdef int i
    cdef int n = 0
    for i in range(c.rules.n_message_rewards):
        if not s.reward_by[i]:
            out[n] = action(A_MESSAGE, i, 0, 0)
            n += 1
    return n

cdef void reward_chosen(State* s, const Context* c, Frame* f, int i) noexcept nogil:
    cdef int p = f.player
    cdef int flags = f.flags
    pop(s)
    s.reward_by[i] = p + 1
    push_program(s, c.rules.message_reward[i], p, flags, SRC_SPECIES_LEFT + slot_of(s, c.rules.message_species))

cdef bint run_reward(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[8]
    cdef int n = reward_options(s, c, options)
    if n == 0:
        pop(s)             # only the rival has tiles enough for that (SOL-129)
        return False
    if is_rival(s, f.player):
        options[0] = options[n - 1 if points_right(s, c) else 0]
    elif n > 1:
        s.decision = D_REWARD
        return True
    reward_chosen(s, c, f, arg_a(options[0]))
    return False
