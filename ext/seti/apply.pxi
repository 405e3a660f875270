# Doing an action: free actions, main actions, and the answer to whatever else was asked.

cdef void free_action(State* s, const Context* c, int p, uint32_t act) noexcept nogil:
    """A free action is closed to others and nothing that it does is done by a card being played (R5.4)."""
    cdef const RulesTable* r = c.rules
    cdef Seat* seat = &s.seat[p]
    cdef int flags = F_CLOSED | F_ASIDE
    cdef int kind = kind_of(act)
    cdef int a = arg_a(act)
    cdef int k
    cdef Frame* f
    count_act(s, c, p, N_MAIN + kind - A_FIRST_FREE)
    if kind == A_MOVE:
        seat.res[RES_ENERGY] -= r.move_energy * step_cost(s, c, p, a)
        step(s, c, p, a, arg_b(act), arg_c(act), flags)
    elif kind == A_PLACE:
        seat.res[RES_DATA] -= 1
        if a == 0:
            seat.top += 1
            for k in range(4):
                if r.slot_column[k] == seat.top and seat.tile[k] != NONE:
                    push_program(s, r.tile_upper[seat.tile[k]], p, flags, SRC_COMPUTER)
            push_program(s, r.top_reward[seat.top - 1], p, flags, SRC_COMPUTER)
        else:
            for k in range(4):
                if r.slot_column[k] == a:
                    seat.lower |= 1 << k
                    push_program(s, r.tile_lower[seat.tile[k]], p, flags, SRC_COMPUTER)
    elif kind == A_CORNER:
        discard_hand_card(s, c, p, a, FATE_CORNER)
        corner_gain(s, c, p, a, flags, True, SRC_OTHER)
    elif kind == A_MISSION:
        drop(seat.missions, a)
        add(seat.completed, a)
        if s.solo.rival:
            objective_event(s, c, p, EV_MISSION, 0, flags)
        push_program(s, r.mission_reward[a], p, flags, card_source(s, c, a, SRC_MISSION))
    elif kind == A_BUY:
        pay(s, p, r.buy_cost)
        push_program(s, r.buy_program, p, flags, SRC_OTHER)
    elif kind == A_EXCHANGE:
        if a == 2:
            f = push(s, FK_EXCHANGE, p, flags, SRC_OTHER)
            f.c = arg_b(act)
        else:
            seat.res[RES_CREDITS if a == 0 else RES_ENERGY] -= r.exchange_give
            exchange_gain(s, c, p, arg_b(act), flags)
    else:
        unknown(s, HERE, b"A", kind)

cdef void main_action(State* s, const Context* c, int p, uint32_t act) noexcept nogil:
    cdef const RulesTable* r = c.rules
    cdef int kind = kind_of(act)
    cdef int card = arg_a(act)
    cdef int32_t cost[N_RES]
    cdef Frame* f
    count_act(s, c, p, kind - A_FIRST_MAIN)
    s.main = MAIN_RUNNING
    forget_play(s)
    if kind == A_LAUNCH:
        pay(s, p, &r.action_cost[PAID_LAUNCH][0])
        launch(s, c, p, 0)
    elif kind == A_ORBIT:
        pay(s, p, &r.action_cost[PAID_ORBIT][0])
        orbit(s, c, p, arg_a(act), 0)
    elif kind == A_LAND:
        landing_cost(s, c, p, arg_a(act), cost)
        pay(s, p, cost)
        land(s, c, p, act, 0)
    elif kind == A_SCAN:
        pay(s, p, &r.action_cost[PAID_SCAN][0])
        push(s, FK_SCAN, p, 0, SRC_SIGNAL).flags |= F_STARTED
    elif kind == A_ANALYZE:
        pay(s, p, &r.action_cost[PAID_ANALYZE][0])
        analyze(s, c, p, 0)
    elif kind == A_PLAY:
        s.card = card
        s.seat[p].res[RES_CREDITS] -= r.card_cost[card]
        s.seat[p].res[RES_ENERGY] -= r.card_energy[card]
        out_of_hand(s, c, p, card, FATE_PLAYED)
        f = push(s, FK_CARD_END, p, 0, card_source(s, c, card, SRC_CARD))
        f.flags |= F_STARTED
        f.a = card
        # A card paid with energy has no cost in credits that could be watched for.
        f.b = 15 if r.card_energy[card] else r.card_cost[card]
        if r.card_class[card] == CLASS_MESSAGE:
            send_message(s, c, p, card)
        push_after_deed(s, r.card_play[card], p, 0, f.source)
    elif kind == A_RESEARCH:
        pay(s, p, &r.action_cost[PAID_RESEARCH][0])
        push_after_deed(s, r.research_program, p, 0, SRC_TECH)
    elif kind == A_PASS:
        s.passing = 1
        push(s, FK_PASS, p, F_CLOSED, SRC_OTHER)
    else:
        unknown(s, HERE, b"A", kind)

cdef void scan_step(State* s, const Context* c, Frame* f, int i) noexcept nogil:
    """Pay the step and do it. The groups done are kept in the frame's pc."""
    f.pc |= 1 << c.rules.scan_group[i]
    f.flags |= F_STARTED
    if is_free(&c.rules.scan_cost[i][0]):
        push_program(s, c.rules.scan_program[i], f.player, f.flags, SRC_SIGNAL)
    else:
        pay(s, f.player, &c.rules.scan_cost[i][0])
        push_after_deed(s, c.rules.scan_program[i], f.player, f.flags, SRC_SIGNAL)

cdef void move_step(State* s, const Context* c, Frame* f, uint32_t act) noexcept nogil:
    """One step of a movement effect; what lacks is paid by energy or by a card chosen next (R5.5)."""
    cdef int p = f.player
    cdef int cost = step_cost(s, c, p, arg_a(act))
    cdef int flags = f.flags
    cdef Frame* g
    f.flags = (flags | F_STARTED) & ~F_GO
    f.a = f.a - cost if f.a >= cost else 0
    if arg_c(act) & 3 == 2:
        g = push(s, FK_JOINT, p, flags, SRC_OTHER)
        g.a = arg_a(act)
        g.b = arg_b(act)
        g.c = arg_c(act) >> 2
        return
    if arg_c(act) & 3 == 1:
        s.seat[p].res[RES_ENERGY] -= c.rules.move_energy
        count_act(s, c, p, ACT_MOVE)
    step(s, c, p, arg_a(act), arg_b(act), arg_c(act) >> 2, flags)

cdef void movement_instead(State* s, int p, int flags) noexcept nogil:
    """The movement point that base-019 gives for a visit's publicity, once the visit's events are over.

    It joins the movement whose step this was, whose points pay together (R5.5): hopping between two planets would
    otherwise pile up frames without end. A movement that a free action interrupts is another one (R5.4)."""
    cdef int i = s.n_frames
    cdef int events
    cdef Frame* f
    while i > 0 and s.frame[i - 1].kind == FK_EVENT:
        i -= 1
    f = &s.frame[i - 1]
    if f.kind == FK_MOVE and f.player == p and (f.flags & F_INHERIT) == (flags & F_INHERIT):
        f.a += 1
        return
    events = s.n_frames - i
    push_move(s, p, 1, 0, flags, SRC_CARD)
    sink(s, events)

cdef void apply(State* s, const Context* c, uint32_t act) noexcept nogil:
    """Do a legal action and go on to the next decision."""
    cdef Frame* f = &s.frame[s.n_frames - 1]
    cdef int kind = kind_of(act)
    cdef int p = f.player
    cdef int a = arg_a(act)
    cdef int flags = f.flags
    s.n_decisions += 1
    s.seat[p].decisions += 1
    if is_free_kind(kind):
        free_action(s, c, p, act)
    elif kind == A_GO:
        f.flags |= F_GO
    elif s.decision == D_EFFECT:
        do_effect(s, c, f, act)
    elif s.decision == D_TURN:
        if kind == A_END:
            push(s, FK_END_TURN, p, F_CLOSED, SRC_OTHER)
        else:
            main_action(s, c, p, act)
    elif s.decision == D_MOVE:
        if kind == A_SKIP:
            pop(s)
        else:
            move_step(s, c, f, act)
    elif s.decision == D_SCAN:
        if kind == A_DONE:
            end_scan(s, c, f)
        else:
            scan_step(s, c, f, a)
    elif s.decision == D_TRIGGER:
        pop(s)
        if kind == A_COVER:
            cover(s, c, p, a, arg_b(act), flags)
    elif s.decision == D_STAR:
        pop(s)
        mark_signal(s, c, p, a, False, flags)
    elif s.decision == D_SETTLE:
        start_settling(s, c, a, flags)
    elif s.decision == D_GOLD:
        f.c = 0
        mark_gold(s, c, f, a)
    elif s.decision == D_PASS_DISCARD:
        pass_discard(s, c, f, a)
    elif s.decision == D_PASS_TAKE:
        pass_take(s, c, f, a)
    elif s.decision == D_EXCHANGE:
        exchange_card(s, c, f, a)
    elif s.decision == D_JOINT:
        joint_step(s, c, f, a)
    elif s.decision == D_COLUMN:
        s.seat[p].tile[a] = f.a
        pop(s)
    elif s.decision == D_VISIT:
        a = f.a
        pop(s)
        if kind == A_MOVEMENT:
            movement_instead(s, p, flags)
        else:
            gain(s, c, p, RES_PUBLICITY, a, SRC_OTHER)
    elif s.decision == D_PUSH:
        pushed(s, c, f, a)
    elif s.decision == D_ROW_CORNER:
        row_corner(s, c, f, a)
    elif s.decision == D_SAMPLE:
        sample_chosen(s, c, f, a)
    elif s.decision == D_REWARD:
        reward_chosen(s, c, f, a)
    elif s.decision == D_SECRET:
        if kind == A_SKIP:
            pop(s)
        else:
            play_secret(s, c, f, a)
    elif s.decision == D_MILESTONE:
        f.c = a + 1
    elif s.decision == D_OBJECTIVE:
        pop(s)
        mark_task(s, c, a, arg_b(act))
    elif s.decision == D_SETUP:
        setup_tuck(s, c, f, a)
    else:
        s.fault = FAULT_ILLEGAL
    run(s, c)
