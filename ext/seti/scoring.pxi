# The end of the game (R19): end-of-game cards, gold tiles, species.

cdef inline int gold_side(const State* s, int tile) noexcept nogil:
    return tile * 2 + s.gold_side[tile]

cdef int unmarked_gold(const State* s, const Context* c, int p) noexcept nogil:
    """The best of the gold tiles without the seat's marker, at its last value (R19.7)."""
    cdef uint32_t options[8]
    cdef int n = gold_options(s, p, options)
    cdef int best = 0
    cdef int i, side, vp
    for i in range(n):
        side = gold_side(s, arg_a(options[i]))
        vp = c.rules.gold_value[side][2] * count_of(s, c, p, c.rules.gold_count[side])
        if vp > best:
            best = vp
    return best

cdef int endgame_points(const State* s, const Context* c, int p, int card) noexcept nogil:
    """What an end-of-game card is worth to the seat now."""
    cdef const RulesTable* r = c.rules
    if r.end_kind[card] == EGM_PER:
        return r.end_vp[card] * count_of(s, c, p, r.end_arg[card])
    if r.end_kind[card] == EGM_WHEN:
        return r.end_vp[card] if holds(s, c, p, r.end_arg[card], NONE) else 0
    if r.end_kind[card] == EGM_GOLD:
        return unmarked_gold(s, c, p)
    return 0 if r.end_kind[card] == EGM_NONE else unknown(s, HERE, b"EGM", r.end_kind[card])

cdef void final_scoring(State* s, const Context* c) noexcept nogil:
    cdef const RulesTable* r = c.rules
    cdef int p, card, i, k, side, n, vp, slot
    # All is counted before anything is gained: no count may see points of the scoring itself (R18.10).
    cdef int cards_vp[SEATS]
    cdef int alien_vp[SEATS * SLOTS]   # those of species' cards by slot
    s.round = r.rounds + 1
    for p in range(s.players):
        cards_vp[p] = alien_vp[2 * p] = alien_vp[2 * p + 1] = 0
        card = next_card(s.seat[p].endgame, -1)
        while card != NONE:
            slot = slot_of(s, r.card_species[card])
            if slot == NONE:
                cards_vp[p] += endgame_points(s, c, p, card)
            else:
                alien_vp[2 * p + slot] += endgame_points(s, c, p, card)
            card = next_card(s.seat[p].endgame, card)
    for i in range(N_GOLD):
        side = gold_side(s, i)
        for k in range(s.gold_n[i]):
            p = s.gold_marks[i][k]
            n = 0 if is_rival(s, p) else count_of(s, c, p, r.gold_count[side])   # SOL-102
            vp = n * r.gold_value[side][k if k < 2 else 2]
            log_row(s, c, LOG_GOLD_SCORE, p + 1, i, n, vp)
            gain(s, c, p, RES_VP, vp, SRC_GOLD)
    for p in range(s.players):
        gain(s, c, p, RES_VP, cards_vp[p], SRC_ENDGAME)
        for slot in range(2):
            gain(s, c, p, RES_VP, alien_vp[2 * p + slot], SRC_SPECIES_LEFT + slot)
            if alien_vp[2 * p + slot]:
                log_row(s, c, LOG_SPECIES_SCORE, p + 1, slot, 2, alien_vp[2 * p + slot])
    if s.solo.rival:
        gain(s, c, s.solo.rival - 1, RES_VP, r.objective_vp * uncompleted_objectives(s, c), SRC_OTHER)   # SOL-171
    species_scoring(s, c)
    # Nothing is pending any more.
    memset(s.frame, 0, sizeof(s.frame))
    s.n_frames = 0
    s.over = 1
