# Cards: deck, row, discard pile, hands, income; and resources, which cards bring.

cdef inline void gain(State* s, const Context* c, int p, int resource, int n, int source) noexcept nogil:
    """Gain n of a resource, up to its limit (R1.2, R1.3); points are booked under their source. n < 0 takes away what
    is there."""
    if s.solo.rival:
        gain_in_solo(s, c, p, resource, n, source)
    else:
        gain_plainly(s, c, p, resource, n, source)

cdef inline void gain_plainly(State* s, const Context* c, int p, int resource, int n, int source) noexcept nogil:
    cdef Seat* seat = &s.seat[p]
    cdef int limit
    if resource == RES_PUBLICITY or resource == RES_DATA:
        limit = c.rules.publicity_max if resource == RES_PUBLICITY else c.rules.pool_max
        if seat.res[resource] + n > limit:
            n = limit - seat.res[resource] if seat.res[resource] < limit else 0
    seat.res[resource] += n
    if resource == RES_VP:
        seat.points[source] += n

cdef void gain_in_solo(State* s, const Context* c, int p, int resource, int n, int source) noexcept nogil:
    """The rival gains in its own way; what the player has may reach the threshold of an objective."""
    if is_rival(s, p) and resource != RES_VP:
        rival_gain(s, c, resource, n)
        return
    gain_plainly(s, c, p, resource, n, source)
    if not is_rival(s, p):
        check_thresholds(s, c)

cdef inline bint can_pay(const State* s, int p, const int32_t* cost) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    return seat.res[RES_CREDITS] >= cost[RES_CREDITS] and seat.res[RES_ENERGY] >= cost[RES_ENERGY] and seat.res[RES_PUBLICITY] >= cost[RES_PUBLICITY]

cdef inline void pay(State* s, int p, const int32_t* cost) noexcept nogil:
    s.seat[p].res[RES_CREDITS] -= cost[RES_CREDITS]
    s.seat[p].res[RES_ENERGY] -= cost[RES_ENERGY]
    s.seat[p].res[RES_PUBLICITY] -= cost[RES_PUBLICITY]

cdef inline bint is_free(const int32_t* cost) noexcept nogil:
    return not (cost[RES_CREDITS] or cost[RES_ENERGY] or cost[RES_PUBLICITY])

cdef inline bint cards_left(const State* s) noexcept nogil:
    """Is there a card to draw from the deck, the discard pile reshuffled if need be?"""
    return s.deck_n > 0 or not is_empty(s.discard)

cdef void reshuffle(State* s, const Context* c) noexcept nogil:
    """The discard pile becomes the deck (R13.8)."""
    cdef int card = next_card(s.discard, -1)
    while card != NONE:
        s.deck[s.deck_n] = card
        s.deck_n += 1
        card = next_card(s.discard, card)
    memset(s.discard, 0, sizeof(s.discard))
    shuffle(s.deck, s.deck_n, s.key, LUCK_RESHUFFLE, s.reshuffles)
    s.reshuffles += 1
    log_row(s, c, LOG_RESHUFFLE, 0, 0, 0, s.deck_n)

cdef inline int ready_deck(State* s, const Context* c) noexcept nogil:
    """Number of cards in the deck, after reshuffling where a card is needed and none is there (D-25)."""
    if s.deck_n == 0 and not is_empty(s.discard):
        reshuffle(s, c)
    return s.deck_n

cdef int from_deck(State* s, const Context* c) noexcept nogil:
    """Take the top card; NONE if there is none anywhere."""
    cdef int card
    if ready_deck(s, c) == 0:
        return NONE
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.deck[s.deck_n] = 0
    return card

cdef inline void to_hand(State* s, const Context* c, int p, int card, int source, int deck_size) noexcept nogil:
    add(s.seat[p].hand, card)
    s.seat[p].n_hand += 1
    log_row(s, c, LOG_ARRIVE, p + 1, card, source, deck_size)

cdef inline void out_of_hand(State* s, const Context* c, int p, int card, int fate) noexcept nogil:
    drop(s.seat[p].hand, card)
    s.seat[p].n_hand -= 1
    log_row(s, c, LOG_LEAVE, p + 1, card, fate, 0)

cdef int draw_blind(State* s, const Context* c, int p) noexcept nogil:
    """Draw the top card of the deck into a hand; returns it, or NONE."""
    cdef int size = ready_deck(s, c)
    cdef int card = from_deck(s, c)
    if card != NONE:
        to_hand(s, c, p, card, ARRIVAL_DECK, size)
    return card

cdef int reveal(State* s, const Context* c, int p) noexcept nogil:
    """Take the top card of the deck, for its signal; returns it, or NONE."""
    cdef int size = ready_deck(s, c)
    cdef int card = from_deck(s, c)
    if card != NONE:
        log_row(s, c, LOG_REVEAL, p + 1, card, 0, size)
    return card

cdef void fill_place(State* s, const Context* c, int place) noexcept nogil:
    cdef int size = ready_deck(s, c)
    s.row[place] = from_deck(s, c)
    if s.row[place] != NONE:
        log_row(s, c, LOG_REFILL, 0, s.row[place], 0, size)

cdef void refill_row(State* s, const Context* c) noexcept nogil:
    cdef int i
    for i in range(c.rules.card_row):
        if s.row[i] == NONE:
            fill_place(s, c, i)

cdef inline int row_place(const State* s, const Context* c, int card) noexcept nogil:
    cdef int i
    for i in range(c.rules.card_row):
        if s.row[i] == card:
            return i
    return NONE

cdef inline int row_size(const State* s, const Context* c) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(c.rules.card_row):
        n += s.row[i] != NONE
    return n

cdef void take_from_row(State* s, const Context* c, int p, int card) noexcept nogil:
    """A row card into a hand; its place is filled at once (R13.5), also while the row waits for a scan (R11.7)."""
    cdef int place = row_place(s, c, card)
    s.row[place] = NONE
    to_hand(s, c, p, card, ARRIVAL_ROW, 0)
    fill_place(s, c, place)

cdef inline void discard_row_card(State* s, const Context* c, int card) noexcept nogil:
    s.row[row_place(s, c, card)] = NONE
    add(s.discard, card)

cdef inline void discard_hand_card(State* s, const Context* c, int p, int card, int fate) noexcept nogil:
    out_of_hand(s, c, p, card, fate)
    discard(s, c, card)

cdef void income_once(State* s, const Context* c, int p, int kind, int source) noexcept nogil:
    """The income of one tucked card, once."""
    if kind == INC_CARD:
        draw_blind(s, c, p)
    elif kind == INC_CREDITS:
        gain(s, c, p, RES_CREDITS, 1, source)
    elif kind == INC_ENERGY:
        gain(s, c, p, RES_ENERGY, 1, source)
    elif kind == INC_DATA:
        gain(s, c, p, RES_DATA, 1, source)
    elif kind == INC_PUBLICITY:
        gain(s, c, p, RES_PUBLICITY, 1, source)
    else:
        unknown(s, HERE, b"INC", kind)

cdef void tuck(State* s, const Context* c, int p, int card, int source) noexcept nogil:
    """Put a card that has left hand or play under the income and gain it once (R13.10)."""
    cdef int kind = c.rules.card_income[card]
    add(s.seat[p].tucked, card)
    s.seat[p].income[kind] += 1
    income_once(s, c, p, kind, source)
