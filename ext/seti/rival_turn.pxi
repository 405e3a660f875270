# The rival's turn (SOL-12 to SOL-14, SOL-106), its passing (SOL-110 to SOL-112), and what else a solo game does at the
# ends of turns and rounds.

cdef void run_rival(State* s, const Context* c, Frame* f) noexcept nogil:
    """f.a: 0 the turn begins, 1 a card is to be worked through, 2 its action is done."""
    cdef const RulesTable* r = c.rules
    cdef Solo* v = &s.solo
    cdef int p = f.player
    cdef int line, card, why, what, publicity
    if f.a == 0:
        s.main = MAIN_RUNNING
        if v.n_deck == 0:
            f.a = 2
            s.passing = 1
            push(s, FK_RIVAL_PASS, p, F_CLOSED, SRC_OTHER)
            return
        f.a = 1
        v.n_deck -= 1
        v.card = v.deck[v.n_deck] + 1
        v.deck[v.n_deck] = 0
        v.arrow = r.rival_arrow[v.card - 1]
    if f.a == 2:
        s.main = MAIN_AFTER
        push(s, FK_END_TURN, p, F_CLOSED, SRC_OTHER)
        return
    card = v.card - 1
    for line in range(r.rival_lines[card]):
        why = why_not(s, c, p, card * RIVAL_LINES + line)
        if why:
            log_row(s, c, LOG_RIVAL_SKIP, p + 1, card, line, why)
            continue
        what = r.rival_do[card * RIVAL_LINES + line]
        why = flight(s, c, p, card * RIVAL_LINES + line, &publicity) if what == RVL_FLY else 0
        log_row(s, c, LOG_RIVAL_LINE, p + 1, card, line, what + 256 * why)
        if what == RVL_REPLACE:
            # The species' card is worked through in this same turn.
            v.out |= (<uint32_t> 1) << card
            card = replacement(s, c, r.rival_arg[card * RIVAL_LINES + line])
            v.ready &= ~((<uint32_t> 1) << card)
            v.card = card + 1
            v.arrow = r.rival_arrow[card]
            return
        f.a = 2
        start_action(s, c, p, card, line)
        return
    f.a = 2                # SOL-14

cdef void run_rival_pass(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef Solo* v = &s.solo
    cdef int k = s.round - 1
    if f.a == 0:
        f.a = 1
        count_act(s, c, f.player, ACT_PASS)
        log_row(s, c, LOG_RIVAL_PASS, v.rival, 0, 0, 0)
        memcpy(v.deck, v.played, v.n_played)
        v.n_deck = v.n_played
        memset(v.played, 0, sizeof(v.played))
        v.n_played = 0
        shuffle(v.deck, v.n_deck, s.key, LUCK_RIVAL_DECK, s.round)
        s.seat[f.player].passed = 1
        s.n_passed += 1
        if s.n_passed == 1:
            rotate(s, c, f.flags)
            return
    pop(s)
    if s.round < c.rules.rounds and s.stack_n[k]:
        s.stack_n[k] -= 1
        add(s.discard, s.stack[k][s.stack_n[k]])
        s.stack[k][s.stack_n[k]] = 0
        make_progress(s, c, c.rules.rival_convert[2])

cdef void solo_turn_over(State* s, const Context* c) noexcept nogil:
    """The rival's card goes to those played; the player's completed objectives go to the pile (SOL-12, SOL-147)."""
    cdef Solo* v = &s.solo
    if v.card:
        v.played[v.n_played] = v.card - 1
        v.n_played += 1
        v.card = 0
    if not is_rival(s, s.turn):
        collect_objectives(s, c)

cdef void solo_round_over(State* s, const Context* c) noexcept nogil:
    """Objectives are given up, or the rival makes progress for those that lack (SOL-160, SOL-161)."""
    cdef const RulesTable* r = c.rules
    cdef Solo* v = &s.solo
    cdef int i
    cdef int due = r.objective_given_up[s.round - 1]
    if not plays_objectives(s, c):
        return
    collect_objectives(s, c)
    for i in range(r.n_objectives):
        if due and (v.pile >> i) & 1:
            due -= 1
            v.pile &= ~((<uint32_t> 1) << i)
            v.spent |= (<uint32_t> 1) << i
            log_row(s, c, LOG_OBJECTIVE, 0, i, OBJ_GIVEN_UP, 0)
    make_progress(s, c, due * r.objective_missing)
