# Dealing anew what a seat cannot see (R20.2), so that it can be searched without peeking: deck, other hands, end-of-round
# stacks, covered tech bonuses, species not discovered, species' decks, secret cards and samples out of sight. What is
# unknown is gathered in ascending order and shuffled with the seat's own luck, so the result depends on what the seat
# sees and on its luck alone. Luck still to come is replaced, too.

cdef inline void mingle(uint8_t* items, int n, Luck* l) noexcept nogil:
    """Shuffle in place, uniformly."""
    cdef int i, k
    cdef uint8_t item
    for i in range(n - 1, 0, -1):
        k = draw(l, i + 1)
        item = items[i]
        items[i] = items[k]
        items[k] = item

cdef void deal_cards(State* s, const Context* c, int p, Luck* l) noexcept nogil:
    cdef const RulesTable* r = c.rules
    cdef uint64_t unknown[CARD_WORDS]
    cdef uint8_t pool[256]
    cdef uint8_t species_pool[256]
    cdef uint8_t alien[DECK]
    cdef int open_stack = s.round - 1 if s.decision == D_PASS_TAKE and to_move(s) == p else NONE
    cdef int n = 0
    cdef int m = 0
    cdef int places = 0
    cdef int i, k, q, slot, card, size
    memset(unknown, 0, sizeof(unknown))
    for i in range(s.deck_n):
        add(unknown, s.deck[i])
    for i in range(STACKS):
        if i != open_stack:
            for k in range(s.stack_n[i]):
                add(unknown, s.stack[i][k])
    for q in range(s.players):
        if q != p:
            places += s.seat[q].n_hand
            for i in range(4):
                unknown[i] |= s.seat[q].hand[i]
                s.seat[q].hand[i] = 0
    for slot in range(2):
        if s.discovered[slot]:
            for i in range(s.alien_n[slot]):
                add(unknown, s.alien_deck[slot][i])
    # Each species' deck out of its own unknown cards; the rest of them are in hands.
    for slot in range(2):
        if not s.discovered[slot]:
            continue
        size = 0
        for i in range(r.species_n_cards[s.species[slot]]):
            card = r.species_card[s.species[slot]][i]
            if has(unknown, card):
                alien[size] = card
                size += 1
                drop(unknown, card)
        mingle(alien, size, l)
        for i in range(size):
            if i < s.alien_n[slot]:
                s.alien_deck[slot][i] = alien[i]
            else:
                species_pool[m] = alien[i]
                m += 1
    card = next_card(unknown, -1)
    while card != NONE:
        pool[n] = card
        n += 1
        card = next_card(unknown, card)
    mingle(pool, n, l)
    # Hands: species' cards fall on a random part of the places.
    for q in range(s.players):
        if q == p:
            continue
        for i in range(s.seat[q].n_hand):
            if n == 0 or (m and <int> draw(l, places) < m):
                m -= 1
                card = species_pool[m]
            else:
                n -= 1
                card = pool[n]
            add(s.seat[q].hand, card)
            places -= 1
    while m:               # only in positions that no game reaches
        m -= 1
        pool[n] = species_pool[m]
        n += 1
    for i in range(STACKS):
        if i != open_stack:
            for k in range(s.stack_n[i]):
                n -= 1
                s.stack[i][k] = pool[n]
    for i in range(s.deck_n):
        n -= 1
        s.deck[i] = pool[n]

cdef void deal_secrets(State* s, const Context* c, int p, Luck* l) noexcept nogil:
    """Secret cards of others, in hand and played, and those that left the game unseen."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t bits[DECK]
    cdef int n = 0
    cdef int i, q, slot, hand, played
    if active(s, r.secret_species) == NONE:
        return
    for i in range(r.species_n_cards[r.secret_species]):
        if not ((s.seat[p].secret_hand | s.seat[p].secret_played) >> i) & 1 and not r.left_out[secret_card(r, i)]:
            drop(s.gone, secret_card(r, i))
            bits[n] = i
            n += 1
    mingle(bits, n, l)
    for q in range(s.players):
        if q == p:
            continue
        hand = seti_popcount(s.seat[q].secret_hand)
        played = seti_popcount(s.seat[q].secret_played)
        s.seat[q].secret_hand = s.seat[q].secret_played = 0
        for i in range(hand + played):
            if n == 0:
                break
            n -= 1
            if i < hand:
                s.seat[q].secret_hand |= 1 << bits[n]
            else:
                s.seat[q].secret_played |= 1 << bits[n]
    slot = active(s, r.secret_species)
    for i in range(s.alien_n[slot]):   # against a rival, who draws from it
        n -= 1
        s.alien_deck[slot][i] = secret_card(r, bits[n])
    while n:
        n -= 1
        add(s.gone, secret_card(r, bits[n]))

cdef void deal_samples(State* s, const Context* c, int p, Luck* l) noexcept nogil:
    """Samples face down at planets, but for the planet whose samples the seat is looking at, and in others' capsules."""
    cdef uint8_t ids[SAMPLES]
    cdef uint8_t owner[SAMPLES]
    cdef uint8_t space[SAMPLES]
    cdef int count[PLANETS]
    cdef int looking = s.frame[s.n_frames - 1].a if s.decision == D_SAMPLE and to_move(s) == p else NONE
    cdef uint32_t hidden = 0
    cdef int n = 0
    cdef int m = 0
    cdef int i, k, j
    if active(s, c.rules.sample_species) == NONE:
        return
    for i in range(PLANETS):
        count[i] = 0
        if i != looking:
            count[i] = seti_popcount(s.samples_at[i])
            hidden |= s.samples_at[i]
            s.samples_at[i] = 0
    for i in range(SAMPLES):
        if s.capsule_owner[i] and s.capsule_owner[i] != p + 1:
            hidden |= 1 << i
            # In the order of owner and space, which anybody can see.
            k = m
            while k > 0 and 32 * owner[k - 1] + space[k - 1] > 32 * s.capsule_owner[i] + s.capsule_space[i]:
                owner[k] = owner[k - 1]
                space[k] = space[k - 1]
                k -= 1
            owner[k] = s.capsule_owner[i]
            space[k] = s.capsule_space[i]
            m += 1
            s.capsule_owner[i] = s.capsule_space[i] = 0
    for i in range(SAMPLES):
        if (hidden >> i) & 1:
            ids[n] = i
            n += 1
    mingle(ids, n, l)
    for j in range(m):
        n -= 1
        s.capsule_owner[ids[n]] = owner[j]
        s.capsule_space[ids[n]] = space[j]
    for i in range(PLANETS):
        for k in range(count[i]):
            n -= 1
            s.samples_at[i] |= 1 << ids[n]

cdef void deal_rival(State* s, const Context* c, Luck* l) noexcept nogil:
    """The rival's deck and reserve, and the objectives still covered: any that have not been seen, level by level.

    Which of the advanced cards in the deck have been up before is not remembered here."""
    cdef const RulesTable* r = c.rules
    cdef Solo* v = &s.solo
    cdef uint8_t pool[RIVAL_CARDS]
    cdef uint8_t deck[RIVAL_CARDS]
    cdef uint32_t hidden = 0
    cdef uint32_t known = 0
    cdef int n = 0
    cdef int m = 0
    cdef int i, level
    for i in range(v.n_reserve):
        hidden |= (<uint32_t> 1) << v.reserve[i]
    for i in range(v.n_deck):
        if r.rival_group[v.deck[i]] == 1:
            hidden |= (<uint32_t> 1) << v.deck[i]
        else:
            known |= (<uint32_t> 1) << v.deck[i]
    for i in range(r.n_rival_cards):
        if (hidden >> i) & 1:
            pool[n] = i
            n += 1
        if (known >> i) & 1:
            deck[m] = i
            m += 1
    mingle(pool, n, l)
    while m < v.n_deck:
        n -= 1
        deck[m] = pool[n]
        m += 1
    mingle(deck, m, l)
    memcpy(v.deck, deck, m)
    memcpy(v.reserve, pool, n)
    for level in range(3):
        n = 0
        for i in range(r.n_objectives):
            if r.objective_level[i] == level and not is_seen(s, i):
                pool[n] = i
                n += 1
        mingle(pool, n, l)
        for i in range(v.n_stack):
            if r.objective_level[v.stack[i]] == level:
                n -= 1
                v.stack[i] = pool[n]

cdef inline bint is_seen(const State* s, int objective) noexcept nogil:
    cdef int i
    for i in range(OPEN):
        if s.solo.open[i] == objective + 1:
            return True
    return ((s.solo.pile | s.solo.spent) >> objective) & 1

cdef void deal_anew(State* s, const Context* c, int p, Luck* l) noexcept nogil:
    """All that the seat cannot see, dealt anew."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t species[16]
    cdef int i, slot
    cdef int n = 0
    deal_cards(s, c, p, l)
    deal_secrets(s, c, p, l)
    deal_samples(s, c, p, l)
    for i in range(r.n_techs):
        if s.tile_taken[i] < 3:
            # Those below the top, in the order of their numbers first.
            n = 0
            for slot in range(4):
                if is_below(s, i, slot):
                    species[n] = slot
                    n += 1
            mingle(species, n, l)
            memcpy(&s.tile_order[i][s.tile_taken[i] + 1], species, n)
    if s.solo.rival:
        deal_rival(s, c, l)
    n = 0
    for i in range(r.n_species):
        if not (r.species_out[i] or (s.discovered[0] and s.species[0] == i) or (s.discovered[1] and s.species[1] == i)):
            species[n] = i
            n += 1
    mingle(species, n, l)
    for slot in range(2):
        if not s.discovered[slot]:
            n -= 1
            s.species[slot] = species[n]
    s.key = mix(l.state + <uint64_t> 0xd1342543de82ef95ULL)
    draw(l, 2)

cdef inline bint is_below(const State* s, int tech, int bonus) noexcept nogil:
    """Does that bonus lie below the top of the tech's stack?"""
    cdef int k
    for k in range(s.tile_taken[tech] + 1, TILES):
        if s.tile_order[tech][k] == bonus:
            return True
    return False
