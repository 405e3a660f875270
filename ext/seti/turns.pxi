# The line of decisions: what runs by itself, turns, passing, milestones, discoveries, rounds.

cdef bint run_program(State* s, const Context* c, Frame* f) noexcept nogil:
    """The next effect of a program. True if somebody has to decide."""
    cdef const int16_t* w = &c.rules.code[f.pc]
    cdef uint32_t options[512]
    cdef int p = f.player
    cdef int n
    if is_rival(s, p):
        rival_effect(s, c, f)
        return False
    if w[0] == OP_END:
        n = f.d
        pop(s)
        if n:
            lay_delivered(s, c, n - 1)
        return False
    n = effect_options(s, c, f, options)
    if n > 1 or (n == 1 and may_refuse(w)):
        s.decision = D_EFFECT
        return True
    # Movement and scans ask on their own frames, where free actions join their first choice.
    if not (n == 1 and (w[0] == OP_SCAN or ((w[0] == OP_MOVE or (w[0] == OP_PER and w[2] == PER_MOVE)) and s.seat[p].n_probes))):
        if is_open(s, f) and not f.flags & F_GO and any_free(s, c, p):
            s.decision = D_GO
            return True
    if n == 0:
        finish_effect(s, c, f, w, op_length(w))
    else:
        do_effect(s, c, f, options[0])
    return False

cdef bint run_move(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[512]
    if f.a == 0:
        pop(s)
    elif move_options(s, c, f, options):
        s.decision = D_MOVE
        return True
    elif is_open(s, f) and not f.flags & F_GO and any_free(s, c, f.player):
        s.decision = D_GO
        return True
    else:
        pop(s)
    return False

cdef bint run_scan(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[512]
    cdef bint finished
    if scan_options(s, c, f, options, &finished) or (is_open(s, f) and any_free(s, c, f.player)):
        s.decision = D_SCAN
        return True
    end_scan(s, c, f)
    return False

cdef void end_scan(State* s, const Context* c, Frame* f) noexcept nogil:
    """The row is filled, then the scan has happened (R11.7, R11.9)."""
    cdef int p = f.player
    cdef int flags = f.flags
    pop(s)
    later(s, c, p, EV_SCAN, 0, flags)
    push(s, FK_REFILL, p, flags, SRC_OTHER)

cdef bint run_push(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[64]
    if f.d == 0:
        f.d = 1
        f.b = f.a          # where this rotation's queue starts
    if f.a >= s.n_push:
        memset(&s.push_player[f.b], 0, s.n_push - f.b)
        memset(&s.push_space[f.b], 0, s.n_push - f.b)
        s.n_push = f.b
        pop(s)
        return False
    f.player = s.push_player[f.a]
    if push_options(s, f, options) > 1:
        s.decision = D_PUSH
        return True
    pushed(s, c, f, s.push_space[f.a])
    return False

cdef void pushed(State* s, const Context* c, Frame* f, int space) noexcept nogil:
    """What one pushed probe's visit brings."""
    cdef int i = f.a
    while s.push_space[i] != space:
        i += 1
    while i > f.a:
        s.push_space[i] = s.push_space[i - 1]
        i -= 1
    s.push_space[i] = space
    f.a += 1
    visit(s, c, f.player, space, False, True, f.flags)

cdef bint run_card_end(State* s, const Context* c, Frame* f) noexcept nogil:
    """The play has happened; then the card goes to its place (R10.14, R13.2). Paying for a card without effects is
    parted from what its play triggers, as it is from a first effect (R5.3)."""
    cdef uint32_t options[768]
    cdef Frame event
    cdef int p = f.player
    cdef int card = f.a
    cdef int kind = c.rules.card_class[card]
    if f.c == 0:
        event.player = p
        event.a = EV_PLAY
        event.b = f.b
        if (not c.rules.card_play[card] and is_open(s, f) and not f.flags & F_GO and trigger_options(s, c, &event, options)
                and any_free(s, c, p)):
            s.decision = D_GO
            return True
        f.c = 1
        later(s, c, p, EV_PLAY, f.b, f.flags)
        return False
    if s.returned:
        to_hand(s, c, p, card, ARRIVAL_RETURNED, 0)
    elif s.tucked:
        pass
    elif kind == CLASS_ENDGAME:
        add(s.seat[p].endgame, card)
    elif kind == CLASS_MISSION or kind == CLASS_TRIGGERS:
        add(s.seat[p].missions, card)
        s.covered[card] = 0
    elif kind == CLASS_PLAIN:
        discard(s, c, card)
    elif kind != CLASS_MESSAGE:   # which waits in front of its owner; CLASS_SECRET is never played
        unknown(s, HERE, b"CLASS", kind)
    forget_play(s)
    pop(s)
    return False

cdef void forget_play(State* s) noexcept nogil:
    """Nothing has been done "by this play" yet."""
    s.card = s.probe = s.drawn = s.tech = s.trace_kind = s.last_star = NONE
    s.returned = s.tucked = s.tech_known = s.landed = s.landed_moon = s.orbited = s.launched = 0
    s.sectors_marked = 0
    memset(s.fresh, 0, sizeof(s.fresh))
    memset(s.marked, 0, sizeof(s.marked))

cdef bint run_turn(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef Frame* g
    cdef bint after_main = s.main == MAIN_RUNNING
    if after_main:
        s.main = MAIN_AFTER
        if s.passing:
            push(s, FK_END_TURN, f.player, F_CLOSED, SRC_OTHER)
            return False
    if s.pending:
        # After the main action free actions may come first (R10.14); what one of them completes is settled at once.
        g = push(s, FK_SETTLE, f.player, 0 if after_main else F_CLOSED, SRC_SECTOR)
        g.flags |= F_STARTED
        return False
    s.decision = D_TURN
    return True

cdef bint run_settle(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[16]
    if s.pending == 0:
        pop(s)
        return False
    if is_rival(s, f.player):
        start_settling(s, c, rival_settles(s, c), f.flags)
        return False
    if settle_options(s, options) > 1 or (is_open(s, f) and any_free(s, c, f.player)):
        s.decision = D_SETTLE
        return True
    start_settling(s, c, arg_a(options[0]), f.flags)
    return False

cdef void mark_gold(State* s, const Context* c, Frame* f, int tile) noexcept nogil:
    """The seat's marker on the tile for milestone f.b (R18.4)."""
    s.seat[f.player].gold_done |= 1 << f.b
    s.gold_marks[tile][s.gold_n[tile]] = f.player
    log_row(s, c, LOG_GOLD, f.player + 1, tile, s.gold_n[tile], c.rules.gold_score[f.b])
    s.gold_n[tile] += 1

cdef bint full_slot(const State* s, int slot) noexcept nogil:
    return s.space[slot][0] and s.space[slot][1] and s.space[slot][2]

cdef bint place_neutrals(State* s, const Context* c) noexcept nogil:
    """One marker for each player and neutral milestone newly reached, to the leftmost free space (R18.5, R18.6)."""
    cdef int k, p, m, i
    cdef bint any = False
    for k in range(s.players):
        p = (s.turn + k) % s.players
        for m in range(c.rules.n_neutral):
            if s.seat[p].res[RES_VP] < c.rules.neutral_score[m] or (s.seat[p].neutral_done >> m) & 1:
                continue
            s.seat[p].neutral_done |= 1 << m
            for i in range(SLOTS * N_TRK):
                if s.neutral_left[m] and s.space[i // N_TRK][i % N_TRK] == 0 and not s.discovered[i // N_TRK]:
                    s.space[i // N_TRK][i % N_TRK] = 5
                    s.neutral_left[m] -= 1
                    any = True
                    break
    return any

cdef enum:
    DUE_GOLD
    DUE_TILE
    DUE_MESSAGE
    DUE_SECRET             # and on: one a milestone of secret cards

cdef inline void earlier(int score, int what, int* lowest, int* mask) noexcept nogil:
    """Keep what stands at the lowest score (SPG-29)."""
    if score < lowest[0]:
        lowest[0] = score
        mask[0] = 0
    if score == lowest[0]:
        mask[0] |= 1 << what

cdef int due_milestones(const State* s, const Context* c, int p, int* score) noexcept nogil:
    """Bits DUE_ of the milestones at the lowest score that the seat has reached and not resolved, and that score.

    Gold tiles and what species add are one order by score (SPG-28, SPG-29)."""
    cdef const Seat* seat = &s.seat[p]
    cdef int vp = seat.res[RES_VP]
    cdef int mask = 0
    cdef int i
    score[0] = vp + 1
    for i in range(c.rules.n_gold):
        if c.rules.gold_score[i] <= vp and not (seat.gold_done >> i) & 1:
            earlier(c.rules.gold_score[i], DUE_GOLD, score, &mask)
            break
    if seat.message_tile and seat.message_tile - 1 <= vp:
        earlier(seat.message_tile - 1, DUE_TILE, score, &mask)
    for i in range(s.n_messages):
        if s.message_seat[i] == p and s.message_score[i] <= vp:
            earlier(s.message_score[i], DUE_MESSAGE, score, &mask)
            break
    if s.secret_score[0] and not is_rival(s, p):   # SOL-130
        for i in range(c.rules.n_secret_milestones):
            if s.secret_score[i] <= vp and not (seat.secret_done >> i) & 1:
                earlier(s.secret_score[i], DUE_SECRET + i, score, &mask)
    return mask

cdef int milestone_options(const State* s, const Context* c, int p, uint32_t* out) noexcept nogil:
    """Equal ones are resolved in the order that the player likes (SPG-29)."""
    cdef int score, i
    cdef int n = 0
    cdef int mask = due_milestones(s, c, p, &score)
    for i in range(DUE_SECRET + 4):
        if (mask >> i) & 1:
            out[n] = action(A_MILESTONE, i, 0, 0)
            n += 1
    return n

cdef void species_milestone(State* s, const Context* c, int p, int what, int score) noexcept nogil:
    """Resolve a milestone that a species has put on the track."""
    cdef Frame* f
    if what == DUE_TILE:
        s.seat[p].message_tile = 0
        push(s, FK_REWARD, p, F_CLOSED | F_ASIDE, SRC_OTHER)
    elif what == DUE_MESSAGE:
        answer_message(s, first_message(s, p, score))
    else:
        s.seat[p].secret_done |= 1 << (what - DUE_SECRET)
        f = push(s, FK_SECRET, p, F_CLOSED | F_ASIDE, SRC_OTHER)
        f.a = 1
        f.c = what - DUE_SECRET + 1

cdef bint run_end_turn(State* s, const Context* c, Frame* f) noexcept nogil:
    """Settlements, gold milestones, neutral ones, discoveries, until nothing is due; then the next turn (R3.6, R18.9)."""
    cdef uint32_t options[8]
    cdef int k, p, m, n, slot
    cdef bint any
    if s.pending:
        push(s, FK_SETTLE, s.turn, F_CLOSED, SRC_SECTOR)
        return False
    for k in range(s.players):
        p = (s.turn + k) % s.players
        n = due_milestones(s, c, p, &m)
        if not n:
            continue
        f.player = p
        if n & (n - 1) and is_rival(s, p):
            n &= -n
        if n & (n - 1):
            if not f.c:
                s.decision = D_MILESTONE
                return True
            n = 1 << (f.c - 1)
        f.c = 0
        if n != 1 << DUE_GOLD:
            species_milestone(s, c, p, seti_ctz(n), m)
            return False
        for m in range(c.rules.n_gold):
            if not (s.seat[p].gold_done >> m) & 1:
                break
        f.b = m
        n = rival_gold(s, c, options) if is_rival(s, p) else gold_options(s, p, options)
        if n > 1:
            f.c = 1 + DUE_GOLD
            s.decision = D_GOLD
            return True
        if n == 1:
            mark_gold(s, c, f, arg_a(options[0]))
        else:
            s.seat[p].gold_done |= 1 << m
        return False
    any = place_neutrals(s, c)
    for slot in range(2):
        if not s.discovered[slot] and full_slot(s, slot):
            s.discovered[slot] = s.round
            log_row(s, c, LOG_DISCOVER, s.turn + 1, slot, 0, 0)
            species_discovered(s, c, slot)
            return False
    if not any:
        if s.solo.rival:
            solo_turn_over(s, c)
        pop(s)
        pop(s)             # the turn's own frame
        next_turn(s, c)
    return False

cdef void begin_turn(State* s, const Context* c, int p) noexcept nogil:
    s.turn = p
    s.turns += 1
    s.main = MAIN_BEFORE
    s.passing = 0
    s.visit_instead = s.ignore_asteroids = s.no_move_publicity = 0
    s.n_watch = 0
    memset(s.watch, 0, sizeof(s.watch))
    memset(s.watch_used, 0, sizeof(s.watch_used))
    memset(s.watch_seen, 0, sizeof(s.watch_seen))
    memset(s.filled_by, 0, sizeof(s.filled_by))
    forget_play(s)
    push(s, FK_RIVAL if is_rival(s, p) else FK_TURN, p, 0, SRC_OTHER)

cdef void note_turn(const State* s, const Context* c) noexcept nogil:
    """After a turn: who leads alone, and whether that is somebody else than who did last; points when a round ends."""
    cdef int16_t* course = c.course
    cdef int16_t* sole = NULL
    cdef int p
    cdef int best = -1
    cdef int leader = -1
    if course == NULL or s.round < 1:
        return
    sole = &course[c.rules.rounds * s.players]
    for p in range(s.players):
        course[(s.round - 1) * s.players + p] = s.seat[p].res[RES_VP]
        if s.seat[p].res[RES_VP] > best:
            best = s.seat[p].res[RES_VP]
            leader = p
        elif s.seat[p].res[RES_VP] == best:
            leader = -1
    if leader >= 0:
        if sole[COURSE_LEADER] and sole[COURSE_LEADER] != leader + 1:
            sole[COURSE_CHANGES] += 1
        sole[COURSE_LEADER] = leader + 1

cdef void next_turn(State* s, const Context* c) noexcept nogil:
    cdef int k, p
    note_turn(s, c)
    for k in range(1, s.players + 1):
        p = (s.turn + k) % s.players
        if not s.seat[p].passed:
            begin_turn(s, c, p)
            return
    end_round(s, c)

cdef void end_round(State* s, const Context* c) noexcept nogil:
    """Left-over card, income in turn order, next first player (R17.7 to R17.10); after the last round the scoring."""
    cdef const RulesTable* r = c.rules
    cdef int i, k, p
    if s.round == r.rounds:
        final_scoring(s, c)
        return
    k = s.round - 1
    for i in range(s.stack_n[k]):
        add(s.discard, s.stack[k][i])
        s.stack[k][i] = 0
    s.stack_n[k] = 0
    if s.solo.rival:
        solo_round_over(s, c)
    for i in range(s.players):
        p = (s.first + i) % s.players
        if is_rival(s, p):
            continue       # SOL-27
        gain(s, c, p, RES_CREDITS, r.base_income[p][0] + s.seat[p].income[INC_CREDITS], SRC_OTHER)
        gain(s, c, p, RES_ENERGY, r.base_income[p][1] + s.seat[p].income[INC_ENERGY], SRC_OTHER)
        gain(s, c, p, RES_DATA, s.seat[p].income[INC_DATA], SRC_OTHER)
        gain(s, c, p, RES_PUBLICITY, s.seat[p].income[INC_PUBLICITY], SRC_OTHER)
        for k in range(r.base_income[p][2] + s.seat[p].income[INC_CARD]):
            draw_blind(s, c, p)
    s.round += 1
    s.n_passed = 0
    for p in range(s.players):
        s.seat[p].passed = 0
    s.first = (s.first + 1) % s.players
    begin_turn(s, c, s.first)

cdef bint run_pass(State* s, const Context* c, Frame* f) noexcept nogil:
    """The steps of passing (R17.2). f.a: step, f.b: the last card discarded + 1."""
    cdef uint32_t options[256]
    cdef int p = f.player
    cdef int n
    if f.a == 0:
        n = s.seat[p].n_hand - c.rules.hand_limit
        if n > 0:
            n = give_options(s, p, n, f.b, options)
            if n > 1:
                s.decision = D_PASS_DISCARD
                return True
            pass_discard(s, c, f, arg_a(options[0]))
            return False
        f.a = 1
    if f.a == 1:
        f.a = 2
        s.seat[p].passed = 1
        s.n_passed += 1
        if s.n_passed == 1:
            rotate(s, c, f.flags)
            return False
    if f.a == 2 and s.round < c.rules.rounds and s.stack_n[s.round - 1]:
        n = stack_options(s, options)
        if n > 1:
            s.decision = D_PASS_TAKE
            return True
        pass_take(s, c, f, arg_a(options[0]))
    pop(s)
    return False

cdef void pass_discard(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    discard_hand_card(s, c, f.player, card, FATE_DISCARDED)
    f.b = card + 1

cdef void pass_take(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    """A card of the round's stack into the hand."""
    cdef int k = s.round - 1
    cdef uint8_t* stack = &s.stack[k][0]
    cdef int i = 0
    while stack[i] != card:
        i += 1
    s.stack_n[k] -= 1
    while i < s.stack_n[k]:
        stack[i] = stack[i + 1]
        i += 1
    stack[i] = 0
    to_hand(s, c, f.player, card, ARRIVAL_STACK, 0)
    f.a = 3

cdef bint run_exchange(State* s, const Context* c, Frame* f) noexcept nogil:
    """Two cards are given one at a time, then the gain (R5.7). f.a given, f.b the last + 1, f.c what is gained."""
    cdef uint32_t options[256]
    cdef int p = f.player
    cdef int get = f.c
    cdef int flags = f.flags
    cdef int n
    if f.a < c.rules.exchange_give:
        n = give_options(s, p, c.rules.exchange_give - f.a, f.b, options)
        if n > 1:
            s.decision = D_EXCHANGE
            return True
        exchange_card(s, c, f, arg_a(options[0]))
        return False
    pop(s)
    exchange_gain(s, c, p, get, flags)
    return False

cdef void exchange_card(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    discard_hand_card(s, c, f.player, card, FATE_EXCHANGED)
    f.a += 1
    f.b = card + 1

cdef void exchange_gain(State* s, const Context* c, int p, int get, int flags) noexcept nogil:
    if get == 2:
        push_program(s, c.rules.exchange_draw, p, flags, SRC_OTHER)
    else:
        gain(s, c, p, RES_CREDITS if get == 0 else RES_ENERGY, c.rules.exchange_get, SRC_OTHER)

cdef bint run_joint(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[256]
    if joint_options(s, c, f.player, options) > 1:
        s.decision = D_JOINT
        return True
    joint_step(s, c, f, arg_a(options[0]))
    return False

cdef void joint_step(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    """A hand card's move corner pays what lacks for leaving asteroids; discarding it is an event (R14.10)."""
    cdef int p = f.player
    cdef int start = f.a
    cdef int goal = f.b
    cdef int which = f.c
    cdef int flags = f.flags
    pop(s)
    discard_hand_card(s, c, p, card, FATE_CORNER)
    count_act(s, c, p, ACT_CORNER)
    later(s, c, p, EV_CORNER, CNR_MOVE, flags | F_ASIDE)
    # A corner with two gains gives both (SPG-20).
    gain(s, c, p, RES_VP, c.rules.card_corner[card][CNR_VP], SRC_OTHER)
    step(s, c, p, start, goal, which, flags)

cdef void step(State* s, const Context* c, int p, int start, int goal, int which, int flags) noexcept nogil:
    """A probe, or with `which` the capsule of sample `which` - 1, moves on (R6.9, MAS-07)."""
    take_probe(s, p, start)
    add_probe(s, p, goal)
    if which:
        s.capsule_space[which - 1] = goal
    visit(s, c, p, goal, (start >> 3) == (goal >> 3), False, flags)

cdef bint run_column(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[4]
    cdef int n = column_options(s, f.player, options)
    if n > 1:
        s.decision = D_COLUMN
        return True
    if n == 1:
        s.seat[f.player].tile[arg_a(options[0])] = f.a
    pop(s)
    return False

cdef bint run_row_corners(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef int p = f.player
    cdef int flags = f.flags
    if s.n_corner > 1:
        s.decision = D_ROW_CORNER
        return True
    if s.n_corner == 1:
        row_corner(s, c, f, s.corner[0])
        return False
    pop(s)
    push(s, FK_REFILL, p, flags, SRC_OTHER)
    return False

cdef void row_corner(State* s, const Context* c, Frame* f, int card) noexcept nogil:
    cdef int i = 0
    while s.corner[i] != card:
        i += 1
    s.n_corner -= 1
    while i < s.n_corner:
        s.corner[i] = s.corner[i + 1]
        i += 1
    s.corner[i] = 0
    corner_gain(s, c, f.player, card, f.flags, False, SRC_CARD)

cdef bint run_star(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[16]
    cdef int p = f.player
    cdef int flags = f.flags
    if is_rival(s, p):
        f.a = 1 << rival_star(s, c, p, f.a)
        f.b = 0
    if star_list(f.a | (f.b << 8), options) > 1:
        s.decision = D_STAR
        return True
    if is_open(s, f) and not f.flags & F_GO and any_free(s, c, p):
        s.decision = D_GO
        return True
    pop(s)
    mark_signal(s, c, p, arg_a(options[0]), False, flags)
    return False

cdef void run(State* s, const Context* c) noexcept nogil:
    """Let the game go on by itself until somebody has to decide or it is over."""
    cdef Frame* f
    cdef int kind
    cdef int guard = 0
    cdef uint32_t options[768]
    s.decision = D_NONE
    while not s.fault:
        guard += 1
        if guard > 20000:
            s.fault = FAULT_ENDLESS
            break
        if s.over:
            s.decision = D_OVER
            return
        f = &s.frame[s.n_frames - 1]
        kind = f.kind
        if kind == FK_PROGRAM:
            if run_program(s, c, f):
                return
        elif kind == FK_TURN:
            if run_turn(s, c, f):
                return
        elif kind == FK_MOVE:
            if run_move(s, c, f):
                return
        elif kind == FK_SCAN:
            if run_scan(s, c, f):
                return
        elif kind == FK_EVENT:
            run_event(s, c, f)
        elif kind == FK_TRIGGER:
            if trigger_options(s, c, f, options):
                s.decision = D_TRIGGER
                return
            pop(s)
        elif kind == FK_STAR:
            if run_star(s, c, f):
                return
        elif kind == FK_SETTLE:
            if run_settle(s, c, f):
                return
        elif kind == FK_SETTLE_STAR:
            settle_star(s, c, f)
        elif kind == FK_END_TURN:
            if run_end_turn(s, c, f):
                return
        elif kind == FK_PASS:
            if run_pass(s, c, f):
                return
        elif kind == FK_EXCHANGE:
            if run_exchange(s, c, f):
                return
        elif kind == FK_JOINT:
            if run_joint(s, c, f):
                return
        elif kind == FK_COLUMN:
            if run_column(s, c, f):
                return
        elif kind == FK_VISIT:
            s.decision = D_VISIT
            return
        elif kind == FK_PUSH:
            if run_push(s, c, f):
                return
        elif kind == FK_CARD_END:
            if run_card_end(s, c, f):
                return
        elif kind == FK_ROW_CORNERS:
            if run_row_corners(s, c, f):
                return
        elif kind == FK_REFILL:
            pop(s)
            release_row(s, c)
        elif kind == FK_SETUP:
            s.decision = D_SETUP
            return
        elif kind == FK_SAMPLE:
            if run_sample(s, c, f):
                return
        elif kind == FK_ANOMALY:
            trigger_anomaly(s, c, f)
        elif kind == FK_REWARD:
            if run_reward(s, c, f):
                return
        elif kind == FK_MESSAGE:
            run_message(s, c, f)
        elif kind == FK_SECRET:
            if run_secret(s, c, f):
                return
        elif kind == FK_RIVAL:
            run_rival(s, c, f)
        elif kind == FK_RIVAL_ACTION or kind == FK_RIVAL_SCAN:
            run_rival_action(s, c, f)
        elif kind == FK_RIVAL_PASS:
            run_rival_pass(s, c, f)
        elif kind == FK_OBJECTIVE:
            if run_objective(s, c, f):
                return
        else:
            s.fault = FAULT_INVARIANT
    s.decision = D_OVER
