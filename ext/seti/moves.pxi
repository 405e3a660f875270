# Legal actions of every kind of decision, and free actions.

cdef inline bint is_open(const State* s, const Frame* f) noexcept nogil:
    """May free actions come here, as far as the frame says (R5.2 to R5.4)?"""
    return f.flags & F_STARTED and not f.flags & F_CLOSED and f.player == s.turn and s.round >= 1

cdef inline bint can_complete(const State* s, const Context* c, int p, int card) noexcept nogil:
    return holds(s, c, p, c.rules.mission_when[card], NONE)

cdef bint any_free(const State* s, const Context* c, int p) noexcept nogil:
    """Is any free action legal? Every card has a corner, so a hand is enough."""
    cdef uint32_t options[512]
    return s.seat[p].n_hand > 0 or free_actions(s, c, p, options) > 0

cdef int lower_slots(const State* s, const Context* c, int p) noexcept nogil:
    """Bits of the slots whose lower space can take data: a tile, its top space filled, itself empty (R12.3)."""
    cdef const Seat* seat = &s.seat[p]
    cdef int k
    cdef int mask = 0
    for k in range(4):
        if seat.tile[k] != NONE and seat.top >= c.rules.slot_column[k] and not (seat.lower >> k) & 1:
            mask |= 1 << k
    return mask

cdef inline int figures(const State* s, int p, int space) noexcept nogil:
    """What can be moved from there: bit 0 a probe, bit k + 1 the capsule of sample k (MAS-07)."""
    cdef uint32_t options[8]
    cdef int i, n
    cdef int mask = 0
    if not s.seat[p].n_capsules:
        return 1
    n = capsules_on(s, p, space, options, A_SAMPLE)
    for i in range(n):
        mask |= 2 << arg_a(options[i])
    return mask | (probes_on(s, p, space) > 0)

cdef int free_actions(const State* s, const Context* c, int p, uint32_t* out) noexcept nogil:
    """All free actions of the seat (R5.1)."""
    cdef const RulesTable* r = c.rules
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int i, k, card, m, give, get
    cdef bint card_there = row_size(s, c) > 0 or cards_left(s)
    for i in range(seat.n_probes):
        if i and seat.probes[i] == seat.probes[i - 1]:
            continue
        if seat.res[RES_ENERGY] >= r.move_energy * step_cost(s, c, p, seat.probes[i]):
            m = figures(s, p, seat.probes[i])
            for card in range(SAMPLES + 1):
                if not (m >> card) & 1:
                    continue
                for k in range(r.n_near[seat.probes[i]]):
                    out[n] = action(A_MOVE, seat.probes[i], r.near[seat.probes[i]][k], card)
                    n += 1
    if seat.res[RES_DATA]:
        if seat.top < r.computer_top:
            out[n] = action(A_PLACE, 0, 0, 0)
            n += 1
        m = lower_slots(s, c, p)
        for k in range(4):
            if (m >> k) & 1:
                out[n] = action(A_PLACE, r.slot_column[k], 0, 0)
                n += 1
    n += cards_in_hand(s, p, A_CORNER, &out[n])
    card = next_card(seat.missions, -1)
    while card != NONE:
        if has(r.mission_cards, card) and can_complete(s, c, p, card):
            out[n] = action(A_MISSION, card, 0, 0)
            n += 1
        card = next_card(seat.missions, card)
    if card_there and can_pay(s, p, r.buy_cost):
        out[n] = action(A_BUY, 0, 0, 0)
        n += 1
    for give in range(3):
        k = seat.res[RES_CREDITS] if give == 0 else (seat.res[RES_ENERGY] if give == 1 else seat.n_hand)
        if k < r.exchange_give:
            continue
        for get in range(3):
            # Two credits for a credit and two energy for an energy are idle (R5.8). Cards given can be drawn again.
            if (get == give and give < 2) or (get == 2 and give < 2 and not card_there):
                continue
            out[n] = action(A_EXCHANGE, give, get, 0)
            n += 1
    return n

cdef int main_actions(const State* s, const Context* c, int p, uint32_t* out) noexcept nogil:
    """All main actions of the seat (R3.2, R3.5)."""
    cdef const RulesTable* r = c.rules
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int card
    if limited_probes(s, p) < probe_limit(s, c, p) and can_pay(s, p, &r.action_cost[PAID_LAUNCH][0]):
        out[n] = action(A_LAUNCH, 0, 0, 0)
        n += 1
    if seat.n_probes:
        if can_pay(s, p, &r.action_cost[PAID_ORBIT][0]):
            n += orbit_options(s, c, p, &out[n])
        n += land_options(s, c, p, 0, True, &out[n])
    if can_pay(s, p, &r.action_cost[PAID_SCAN][0]):
        out[n] = action(A_SCAN, 0, 0, 0)
        n += 1
    if seat.top >= r.computer_top and can_pay(s, p, &r.action_cost[PAID_ANALYZE][0]):
        out[n] = action(A_ANALYZE, 0, 0, 0)
        n += 1
    card = next_card(seat.hand, -1)
    while card != NONE:
        if r.card_cost[card] <= seat.res[RES_CREDITS] and r.card_energy[card] <= seat.res[RES_ENERGY]:
            out[n] = action(A_PLAY, card, 0, 0)
            n += 1
        card = next_card(seat.hand, card)
    if can_pay(s, p, &r.action_cost[PAID_RESEARCH][0]) and seti_popcount(seat.techs) < r.n_techs:
        out[n] = action(A_RESEARCH, 0, 0, 0)
        n += 1
    out[n] = action(A_PASS, 0, 0, 0)
    return n + 1

cdef bint step_possible(const State* s, const Context* c, int program) noexcept nogil:
    """Can the first effect of a scan step be done at all (R4.5)?"""
    cdef uint32_t options[512]
    cdef Frame f
    memset(&f, 0, sizeof(Frame))
    f.player = s.frame[s.n_frames - 1].player
    f.pc = program
    if c.rules.code[program] == OP_MOVE:
        f.a = c.rules.code[program + 1]
        return move_options(s, c, &f, options) > 0
    return effect_options(s, c, &f, options) > 0

cdef int scan_options(const State* s, const Context* c, const Frame* f, uint32_t* out, bint* finished) noexcept nogil:
    """Steps of the scan still open (R11.2 to R11.6). `finished`: no mandatory one is left that can be done."""
    cdef const RulesTable* r = c.rules
    cdef int p = f.player
    cdef int n = 0
    cdef int i
    finished[0] = True
    for i in range(r.n_scan):
        if (f.pc >> r.scan_group[i]) & 1:   # pc holds the groups done
            continue
        if r.scan_tech[i] != NONE and not (s.seat[p].techs >> r.scan_tech[i]) & 1:
            continue
        if not can_pay(s, p, &r.scan_cost[i][0]) or not step_possible(s, c, r.scan_program[i]):
            continue
        if r.scan_mandatory[i]:
            finished[0] = False
        out[n] = action(A_SCAN_STEP, i, 0, 0)
        n += 1
    return n

cdef int move_options(const State* s, const Context* c, const Frame* f, uint32_t* out) noexcept nogil:
    """Steps that the movement points left can pay, with energy or a card for one that lacks (R6.10, R6.11)."""
    cdef const RulesTable* r = c.rules
    cdef int p = f.player
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int i, k, goal, lacking, card, m, which
    cdef bint movers = False
    card = next_card(seat.hand, -1)
    while card != NONE and not movers:
        movers = r.card_corner[card][CNR_MOVE] > 0
        card = next_card(seat.hand, card)
    for i in range(seat.n_probes):
        if i and seat.probes[i] == seat.probes[i - 1]:
            continue
        lacking = step_cost(s, c, p, seat.probes[i]) - f.a
        # Energy and corners are the owner's only in the own turn (R5.2).
        if lacking > 0 and (lacking > 1 or p != s.turn):
            continue
        m = figures(s, p, seat.probes[i])
        for which in range(SAMPLES + 1):
            if not (m >> which) & 1:
                continue
            for k in range(r.n_near[seat.probes[i]]):
                goal = r.near[seat.probes[i]][k]
                if lacking <= 0:
                    out[n] = action(A_STEP, seat.probes[i], goal, 4 * which)
                    n += 1
                    continue
                if seat.res[RES_ENERGY] >= r.move_energy:
                    out[n] = action(A_STEP, seat.probes[i], goal, 4 * which + 1)
                    n += 1
                if movers:
                    out[n] = action(A_STEP, seat.probes[i], goal, 4 * which + 2)
                    n += 1
    return n

cdef int gold_options(const State* s, int p, uint32_t* out) noexcept nogil:
    cdef int n = 0
    cdef int i, k
    cdef bint own
    for i in range(N_GOLD):
        own = False
        for k in range(s.gold_n[i]):
            if s.gold_marks[i][k] == p:
                own = True
        if not own:
            out[n] = action(A_GOLD, i, 0, 0)
            n += 1
    return n

cdef int give_options(const State* s, int p, int left, int after, uint32_t* out) noexcept nogil:
    """Hand cards that may be given up next where `left` must go: ascending, numbers of at least `after`, so that
    enough higher ones remain for the rest."""
    cdef uint32_t hand[256]
    cdef int total = cards_in_hand(s, p, A_DISCARD, hand)
    cdef int n = 0
    cdef int i
    for i in range(total):
        if arg_a(hand[i]) >= after and total - i >= left:
            out[n] = hand[i]
            n += 1
    return n

cdef int joint_options(const State* s, const Context* c, int p, uint32_t* out) noexcept nogil:
    """Hand cards with a move corner."""
    cdef int n = 0
    cdef int card = next_card(s.seat[p].hand, -1)
    while card != NONE:
        if c.rules.card_corner[card][CNR_MOVE] > 0:
            out[n] = action(A_DISCARD, card, 0, 0)
            n += 1
        card = next_card(s.seat[p].hand, card)
    return n

cdef int push_options(const State* s, const Frame* f, uint32_t* out) noexcept nogil:
    """Spaces to which probes of the first owner in the queue were pushed, each once. f.a: start of the queue."""
    cdef int i
    cdef int n = 0
    for i in range(f.a, s.n_push):
        if s.push_player[i] != s.push_player[f.a]:
            break
        if i == f.a or s.push_space[i] != s.push_space[i - 1]:
            out[n] = action(A_PUSH, s.push_space[i], 0, 0)
            n += 1
    return n

cdef int settle_options(const State* s, uint32_t* out) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(STARS):
        if (s.pending >> i) & 1:
            out[n] = action(A_SETTLE, i, 0, 0)
            n += 1
    return n

cdef int column_options(const State* s, int p, uint32_t* out) noexcept nogil:
    cdef int k
    cdef int n = 0
    for k in range(4):
        if s.seat[p].tile[k] == NONE:
            out[n] = action(A_COLUMN, k, 0, 0)
            n += 1
    return n

cdef int stack_options(const State* s, uint32_t* out) noexcept nogil:
    """Cards of this round's end-of-round stack."""
    cdef int i
    cdef int k = s.round - 1
    for i in range(s.stack_n[k]):
        out[i] = action(A_TAKE, s.stack[k][i], 0, 0)
    return s.stack_n[k]

cdef int to_move(const State* s) noexcept nogil:
    """Seat that decides, or NONE when the game is over."""
    return NONE if s.decision == D_OVER else s.frame[s.n_frames - 1].player

cdef int own_actions(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """The decision's own choices, without the free actions that may come in between."""
    cdef const Frame* f = &s.frame[s.n_frames - 1]
    cdef int p = f.player
    cdef int n = 0
    cdef bint finished
    if s.decision == D_TURN:
        if s.main == MAIN_BEFORE:
            return main_actions(s, c, p, out)
        out[0] = action(A_END, 0, 0, 0)
        return 1
    if s.decision == D_GO:
        out[0] = action(A_GO, 0, 0, 0)
        return 1
    if s.decision == D_EFFECT:
        n = effect_options(s, c, f, out)
        if may_refuse(&c.rules.code[f.pc]):
            out[n] = action(A_SKIP, 0, 0, 0)
            n += 1
        return n
    if s.decision == D_MOVE:
        n = move_options(s, c, f, out)
        out[n] = action(A_SKIP, 0, 0, 0)
        return n + 1
    if s.decision == D_SCAN:
        n = scan_options(s, c, f, out, &finished)
        if finished:
            out[n] = action(A_DONE, 0, 0, 0)
            n += 1
        return n
    if s.decision == D_TRIGGER:
        n = trigger_options(s, c, f, out)
        out[n] = action(A_SKIP, 0, 0, 0)
        return n + 1
    if s.decision == D_SETTLE:
        return settle_options(s, out)
    if s.decision == D_SETUP:
        return cards_in_hand(s, p, A_TUCK, out)
    if s.decision == D_STAR:
        return star_list(f.a | (f.b << 8), out)
    if s.decision == D_GOLD:
        return gold_options(s, p, out)
    if s.decision == D_PASS_DISCARD:
        return give_options(s, p, s.seat[p].n_hand - c.rules.hand_limit, f.b, out)
    if s.decision == D_PASS_TAKE:
        return stack_options(s, out)
    if s.decision == D_EXCHANGE:
        return give_options(s, p, c.rules.exchange_give - f.a, f.b, out)
    if s.decision == D_JOINT:
        return joint_options(s, c, p, out)
    if s.decision == D_COLUMN:
        return column_options(s, p, out)
    if s.decision == D_PUSH:
        return push_options(s, f, out)
    if s.decision == D_VISIT:
        out[0] = action(A_PUBLICITY, 0, 0, 0)
        out[1] = action(A_MOVEMENT, 0, 0, 0)
        return 2
    if s.decision == D_SAMPLE:
        return sample_options(s, f.a, out)
    if s.decision == D_REWARD:
        return reward_options(s, c, out)
    if s.decision == D_SECRET:
        n = secret_options(s, c, f, out)
        out[n] = action(A_SKIP, 0, 0, 0)
        return n + 1
    if s.decision == D_MILESTONE:
        return milestone_options(s, c, p, out)
    if s.decision == D_OBJECTIVE:
        return objective_options(s, c, f.a, f.b, out)
    if s.decision == D_ROW_CORNER:
        for n in range(s.n_corner):
            out[n] = action(A_DISCARD, s.corner[n], 0, 0)
        return s.n_corner
    return 0

cdef inline bint free_actions_come(const State* s) noexcept nogil:
    """May free actions be taken at this decision (R5.2 to R5.4; docs/protocol.md, open points)?"""
    cdef const Frame* f = &s.frame[s.n_frames - 1]
    if s.decision == D_TURN or s.decision == D_GO:
        return True
    if (
        s.decision == D_EFFECT or s.decision == D_MOVE or s.decision == D_SCAN or s.decision == D_SETTLE
        or s.decision == D_STAR   # of the second probe and the third: star or tile
    ):
        return is_open(s, f)
    return False

cdef int legal(const State* s, const Context* c, uint32_t* out) noexcept nogil:
    """All legal actions of the decision; at most MAX_ACTIONS (see docs/engine.md)."""
    cdef int n
    if s.decision == D_OVER or s.n_frames == 0:
        return 0
    n = own_actions(s, c, out)
    if free_actions_come(s):
        n += free_actions(s, c, s.frame[s.n_frames - 1].player, &out[n])
    return n
