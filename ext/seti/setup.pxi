# Setting up a game (R2).

cdef void deal_tiles(State* s, const Context* c, int pair) noexcept nogil:
    """Discs, sector boards, tech stacks, gold sides, species, neutral markers: all that is drawn but cards."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t boards[SKY_BOARDS]
    cdef uint8_t species[16]
    cdef int i, k, sector
    s.disc_index = 0
    for i in range(3):
        s.disc_index = (s.disc_index << 3) | below(luck(s.key, LUCK_DISC, i, 0), 8)
    for i in range(4):
        boards[i] = i
    shuffle(boards, 4, s.key, LUCK_BOARDS, 0)
    for i in range(4):
        for k in range(2):
            sector = r.place_sectors[i][k]
            s.star_of_sector[sector] = r.board_stars[boards[i]][k]
            s.sector_of_star[s.star_of_sector[sector]] = sector
    for i in range(8):
        s.data[i] = r.star_data[i]
    for i in range(r.n_techs):
        for k in range(4):
            s.tile_order[i][k] = k
        shuffle(&s.tile_order[i][0], 4, s.key, LUCK_TILES, i)
        s.two_points[i] = 1
        log_row(s, c, LOG_TILE, 0, i, s.tile_order[i][0], 4)
    for i in range(N_GOLD):
        s.gold_side[i] = below(luck(s.key, LUCK_GOLD, i, 0), 2)
    k = 0
    for i in range(r.n_species):
        if not r.species_out[i]:
            species[k] = i
            k += 1
    shuffle(species, k, s.key, LUCK_SPECIES, 0)
    # A pair that is given, left + 256 right, takes nothing from any other luck.
    s.species[0] = species[0] if pair < 0 else pair & 255
    s.species[1] = species[1] if pair < 0 else pair >> 8
    for i in range(r.n_neutral):
        s.neutral_left[i] = r.neutral_markers[s.players]

cdef void deal_stacks(State* s, const Context* c) noexcept nogil:
    """End-of-round stacks for all rounds but the last (R2.8)."""
    cdef int i, k, size
    for i in range(c.rules.rounds - 1):
        for k in range(s.players + c.rules.end_of_round_extra):
            size = s.deck_n
            s.stack[i][k] = from_deck(s, c)
            s.stack_n[i] = k + 1
            log_row(s, c, LOG_STACK, 0, s.stack[i][k], i, size)

cdef void begin_with_techs(State* s, const Context* c, int p) noexcept nogil:
    """Techs of the seat at the start: each has the top tile of its stack, which brings nothing. Computer tiles lie from the left."""
    cdef const RulesTable* r = c.rules
    cdef int tech, column = 0
    for tech in range(r.n_techs):
        if not (r.start_techs[p] >> tech) & 1:
            continue
        s.seat[p].techs |= 1 << tech
        s.tile_taken[tech] += 1
        if s.tile_taken[tech] < TILES:
            log_row(s, c, LOG_TILE, 0, tech, s.tile_order[tech][s.tile_taken[tech]], TILES - s.tile_taken[tech])
        if r.tech_kind[tech] == TEK_COMPUTER:
            s.seat[p].tile[column] = tech
            column += 1

cdef void new_game(State* s, const Context* c, int players, uint64_t key, int pair, int level) noexcept nogil:
    """A fresh game up to the first decision: the first seat tucks one of its cards (R2.12).

    level: 0, or that of a solo game, whose two seats are the player's and the rival's."""
    cdef const RulesTable* r = c.rules
    cdef int p, i, card, size
    memset(s, 0, sizeof(State))
    s.key = key
    s.players = players
    forget_play(s)
    if level:
        setup_rival(s, c, level - 1)
    deal_tiles(s, c, pair)
    for card in range(r.n_cards):
        if not r.left_out[card] and r.card_species[card] == NONE:
            s.deck[s.deck_n] = card
            s.deck_n += 1
    shuffle(s.deck, s.deck_n, s.key, LUCK_DECK, 0)
    exchange_places(s.deck, s.deck_n, c)
    # The order of the hashes has the greatest first; the top of the deck is the end of the array.
    for i in range(ROW):
        s.row[i] = NONE
    refill_row(s, c)
    deal_stacks(s, c)
    for p in range(players):
        memset(s.seat[p].tile, NONE, 4)
        gain(s, c, p, RES_VP, r.start_vp[p], SRC_START)
        if is_rival(s, p):
            s.seat[p].res[RES_PUBLICITY] = r.start_resources[p][RES_PUBLICITY]
            continue       # SOL-02
        for i in range(RES_VP):
            s.seat[p].res[i] = r.start_resources[p][i]
        for i in range(r.start_cards[p]):
            size = s.deck_n
            to_hand(s, c, p, from_deck(s, c), ARRIVAL_DEALT, size)
        begin_with_techs(s, c, p)
    if level:
        setup_objectives(s, c)
    push(s, FK_SETUP, s.solo.rival == 1, F_CLOSED, SRC_OTHER)
    run(s, c)

cdef void setup_tuck(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    out_of_hand(s, c, f.player, card, FATE_TUCKED)
    tuck(s, c, f.player, card, SRC_OTHER)
    f.player += 1
    if is_rival(s, f.player):
        f.player += 1
    if f.player == s.players:
        pop(s)
        s.round = 1
        begin_turn(s, c, 0)
