# What happens: the loop of arrow, phases and turns; submission and review; the end.

FAULTS = {
    FAULT_ACTIONS: "too many legal actions", FAULT_NO_ACTION: "no legal action", FAULT_ILLEGAL: "an illegal action",
    FAULT_INVARIANT: "an impossible state", FAULT_ENDLESS: "a game without end",
    FAULT_TOPICS: "the rules cannot be dealt: expected six topics and the conferences that are true of every arrangement",
    FAULT_FACTS: "the rules cannot be dealt: expected starting facts that are true of every arrangement",
    FAULT_SCRIPT: "the rules cannot be dealt: expected a bot that locates Planet X within 64 turns", FAULT_MEMORY: "no memory for the log",
}

cdef Event* write(State* s, const Context* c, int kind, int seat, int a, int b, int cc, int d) noexcept nogil:
    """A new row of the log. After a fault (no memory) the row is a scratch one."""
    cdef Log* log = c.log
    cdef Event* rows
    cdef Event* e
    if log.n == log.size:
        rows = <Event*> realloc(log.rows, <size_t> log.size * 2 * sizeof(Event))
        if rows == NULL:
            s.fault = FAULT_MEMORY
            return &log.rows[log.n - 1]
        log.rows = rows
        log.size *= 2
    e = &log.rows[log.n]
    memset(e, 0, sizeof(Event))
    e.game = log.game
    e.turn = s.turns
    e.phase = s.phase
    e.kind = kind
    e.seat = seat
    e.a = a
    e.b = b
    e.c = cc
    e.d = d
    if seat < SEATS:
        e.time = s.seat[seat].time
    log.n += 1
    return e

# ------------------------------------------------------------------ order of pawns
cdef inline bint behind(const State* s, int p, int q) noexcept nogil:
    """Is pawn p behind pawn q (PX-22, PX-23)?"""
    if s.seat[p].time != s.seat[q].time:
        return s.seat[p].time < s.seat[q].time
    return s.seat[p].arrived < s.seat[q].arrived

cdef int hindmost(const State* s) noexcept nogil:
    cdef int p
    cdef int last = 0
    for p in range(1, s.seats):
        if behind(s, p, last):
            last = p
    return last

cdef void turn_order(const State* s, uint8_t* order) noexcept nogil:
    """Seats, the bot included, hindmost pawn first."""
    cdef int p, i
    for p in range(s.seats):
        i = p
        while i > 0 and behind(s, p, order[i - 1]):
            order[i] = order[i - 1]
            i -= 1
        order[i] = p

cdef void advance(State* s, int p, int steps) noexcept nogil:
    """A pawn moves on and goes in front of those at its new time (PX-23)."""
    s.seat[p].time += steps
    s.stamp += 1
    s.seat[p].arrived = s.stamp

# ------------------------------------------------------------------ phases
cdef void set_deciders(State* s) noexcept nogil:
    """The seats that decide in a phase, in turn order: all but the bot."""
    cdef uint8_t order[SEATS]
    cdef int i
    turn_order(s, order)
    s.n_order = 0
    s.at_order = 0
    for i in range(s.seats):
        if not (s.solo and order[i] == BOT):
            s.order[s.n_order] = order[i]
            s.n_order += 1

cdef void put_down(State* s, const Context* c, int p, int object, int sector) noexcept nogil:
    """A theory token face down on the outermost cell of a sector (PX-67)."""
    cdef Seat* seat = &s.seat[p]
    cdef Token* t = &seat.token[seat.n_tokens]
    t.sector = sector
    t.object = object
    t.cell = 1
    t.fate = FATE_DOWN
    t.phase = s.phase
    t.time = seat.time
    seat.n_tokens += 1
    seat.left[object] -= 1
    write(s, c, EV_THEORY, p, sector, object, 1, 0)

cdef void bot_submits(State* s, const Context* c, int most) noexcept nogil:
    cdef uint8_t sector = 0
    cdef uint8_t object = 0
    while most > 0 and next_known(s, &sector, &object):
        put_down(s, c, BOT, object, sector)
        most -= 1

cdef void penalise(State* s, const Context* c, const int* wrong) noexcept nogil:
    """Time for the wrong theories of one check, by seat, in turn order (PX-77)."""
    cdef uint8_t order[SEATS]
    cdef int left[4]
    cdef int i, p, steps
    cdef bint more = True
    turn_order(s, order)
    for p in range(s.seats):
        left[p] = wrong[p]
    while more:
        more = False
        for i in range(s.seats):
            p = order[i]
            if left[p] == 0:
                continue
            steps = (left[p] if c.r.penalties_together else 1) * c.r.wrong_penalty
            left[p] -= left[p] if c.r.penalties_together else 1
            if left[p]:
                more = True
            if steps:
                write(s, c, EV_PENALTY, p, steps, 0, 0, 0)
                advance(s, p, steps)
                s.seat[p].penalty += steps

cdef void check(State* s, const Context* c, int sector, int object) noexcept nogil:
    """One object of a reviewed sector is checked (PX-74, PX-75)."""
    cdef bint right = s.object[sector] == object
    cdef int wrong[4]
    cdef Token* t
    cdef int p, i
    memset(wrong, 0, sizeof(wrong))
    write(s, c, EV_REVIEW, NOBODY, sector, object, 0, right)
    if right:
        s.confirmed |= <uint32_t> 1 << sector
    else:
        s.ruled_out[sector] |= 1 << object
    for p in range(s.seats):
        for i in range(s.seat[p].n_tokens):
            t = &s.seat[p].token[i]
            if t.fate != FATE_DOWN or t.sector != sector:
                continue
            if right and t.object == object:
                t.fate = FATE_UP
            elif right or (t.object == object and t.cell == c.r.track_cells):
                t.fate = FATE_WRONG
                wrong[p] += 1
    penalise(s, c, wrong)

cdef int next_check(const State* s, const Context* c, int sector) noexcept nogil:
    """The object to be checked next in a sector: that of the hindmost owner's token on the innermost cell (PX-76)."""
    cdef uint8_t order[SEATS]
    cdef const Token* t
    cdef int i, k
    cdef int object = NOTHING
    turn_order(s, order)
    for i in range(s.seats):
        for k in range(s.seat[order[i]].n_tokens):
            t = &s.seat[order[i]].token[k]
            if t.fate == FATE_DOWN and t.sector == sector and t.cell == c.r.track_cells and t.object < object:
                object = t.object
        if object != NOTHING:
            return object
    return NOTHING

cdef void end_phase(State* s, const Context* c) noexcept nogil:
    """All face-down tokens move inwards (PX-71), then sectors are reviewed in order (PX-73)."""
    cdef Token* t
    cdef int p, i, sector, object
    for p in range(s.seats):
        for i in range(s.seat[p].n_tokens):
            t = &s.seat[p].token[i]
            if t.fate == FATE_DOWN and t.cell < c.r.track_cells:
                t.cell += 1
    for sector in range(c.r.sectors):
        object = next_check(s, c, sector)
        while object != NOTHING:
            check(s, c, sector, object)
            object = next_check(s, c, sector)

cdef void hold_conference(State* s, const Context* c, int k) noexcept nogil:
    """Read out to all (PX-65)."""
    cdef Event* e
    cdef Know* know
    cdef int p, before
    s.held |= 1 << k
    for p in range(s.players):
        before = catch_up(s, c, p).n if c.track else 0
        write(s, c, EV_CONFERENCE, p, k, 0, 0, s.clue[TOPICS + k])
        if c.track:
            know = catch_up(s, c, p)
            e = &c.log.rows[c.log.n - 1]
            e.before = before
            e.after = know.n

cdef bint symbol(State* s, const Context* c) noexcept nogil:
    """Handle the symbol of the arrow's sector if that is still to be done at this time; False if there is none."""
    cdef int here = sector_of(c.r, s.arrow)
    cdef int k
    if not s.handled and (c.r.theory_mask >> here) & 1:
        s.handled = 1
        s.phase += 1
        set_deciders(s)
        s.stage = ST_SUBMIT
        return True
    for k in range(c.r.n_conferences):
        if c.r.conference[k] == here and not (s.held >> k) & 1 and (s.arrow or not c.r.enter):
            hold_conference(s, c, k)
            return True
    return False

cdef void rotate(State* s, const Context* c) noexcept nogil:
    """One step of the arrow's loop (PX-45)."""
    cdef int p = hindmost(s)
    if c.r.enter and symbol(s, c):
        return
    if s.arrow == s.seat[p].time:
        s.actor = p
        s.stage = ST_TURN
        return
    if not c.r.enter and symbol(s, c):
        return
    s.arrow += 1
    s.handled = 0

# ------------------------------------------------------------------ the end
cdef void found_it(State* s, const Context* c, int p, int began) noexcept nogil:
    """Planet X is located: the finder has moved on, those behind it get their last chance (PX-81)."""
    cdef uint8_t order[SEATS]
    cdef int i, q, d
    s.finder = p
    s.finder_time = s.seat[p].time
    s.end_time = began
    s.seat[p].located = 1
    s.seat[p].located_at = began
    s.phase += 1
    s.ending = 1
    turn_order(s, order)
    s.n_order = s.at_order = 0
    for i in range(s.seats):
        q = order[i]
        d = s.finder_time - s.seat[q].time
        if q == p or d < 0:
            continue
        s.seat[q].behind = d             # at most what a locate costs: the finder was hindmost (PX-83)
        if c.r.last_theories[s.seat[q].behind] or c.r.last_points[s.seat[q].behind]:
            s.order[s.n_order] = q
            s.n_order += 1
    s.stage = ST_LAST

cdef void bots_last_chance(State* s, const Context* c) noexcept nogil:
    """PX-95."""
    cdef bint only_locate = s.at_script == s.n_script - 1
    if c.r.solo_final == 2:
        write(s, c, EV_PASS, BOT, 0, 0, 0, 0)
    elif c.r.solo_final == 0 and only_locate and c.r.last_points[s.seat[BOT].behind]:
        s.seat[BOT].located = 1
        s.seat[BOT].located_at = s.seat[BOT].time
        s.seat[BOT].n_locates += 1
        s.at_script += 1
        write(
            s, c, EV_LOCATE, BOT, arg(s.script[s.n_script - 1], 0), arg(s.script[s.n_script - 1], 1),
            arg(s.script[s.n_script - 1], 2), 1,
        )
    else:
        bot_submits(s, c, c.r.last_theories[s.seat[BOT].behind])

cdef void score(State* s, const Context* c) noexcept nogil:
    """Everything is revealed and counted (PX-86 to PX-89)."""
    cdef Token* t
    cdef Seat* seat
    cdef uint16_t earliest[SECTORS]
    cdef int p, i
    memset(earliest, 255, sizeof(earliest))
    for p in range(s.seats):
        for i in range(s.seat[p].n_tokens):
            t = &s.seat[p].token[i]
            if t.fate == FATE_DOWN:
                t.fate = FATE_RIGHT_AT_END if s.object[t.sector] == t.object else FATE_WRONG_AT_END
                write(s, c, EV_REVEAL, p, t.sector, t.object, 0, t.fate == FATE_RIGHT_AT_END)
            if (t.fate == FATE_UP or t.fate == FATE_RIGHT_AT_END) and t.phase < earliest[t.sector]:
                earliest[t.sector] = t.phase
    for p in range(s.seats):
        seat = &s.seat[p]
        for i in range(seat.n_tokens):
            t = &seat.token[i]
            if t.fate == FATE_UP or t.fate == FATE_RIGHT_AT_END:
                seat.points[t.object] += c.r.points[t.object]
                if t.phase == earliest[t.sector]:
                    t.first = 1
                    seat.first_points += c.r.first_theory
        if seat.located:
            seat.x_points = c.r.locate_first if p == s.finder else c.r.last_points[seat.behind]
    s.over = 1
    s.stage = ST_OVER
    s.decision = D_OVER
    s.actor = NOBODY

# ------------------------------------------------------------------ one loop
cdef void act_for_bot(State* s, const Context* c) noexcept nogil:
    """The next turn of the script (PX-92)."""
    cdef Seat* bot = &s.seat[BOT]
    cdef uint32_t act = s.script[s.at_script]
    cdef Event* e
    s.turns += 1
    e = write(
        s, c, EV_SURVEY + kind_of(act) - A_SURVEY, BOT, arg(act, 0), arg(act, 1), arg(act, 2), answer_of(s, c, act)
    )
    e.cost = cost_of(c.r, act)
    s.at_script += 1
    bot.n_surveys += kind_of(act) == A_SURVEY
    bot.n_targets += kind_of(act) == A_TARGET
    bot.n_researches += kind_of(act) == A_RESEARCH
    bot.n_locates += kind_of(act) == A_LOCATE
    advance(s, BOT, cost_of(c.r, act))
    s.stage = ST_ROTATE
    if kind_of(act) == A_LOCATE:
        found_it(s, c, BOT, e.time)

cdef bint ask(State* s, int decision, int p) noexcept nogil:
    s.decision = decision
    s.actor = p
    return True

cdef bint step(State* s, const Context* c) noexcept nogil:
    """Let the game go on a little; True once somebody has to decide or it is over."""
    cdef uint32_t options[64]
    cdef Seat* seat
    cdef int p
    if s.stage == ST_ROTATE:
        rotate(s, c)
    elif s.stage == ST_TURN:
        if s.solo and s.actor == BOT:
            act_for_bot(s, c)
        else:
            return ask(s, D_TURN, s.actor)
    elif s.stage == ST_SUBMIT:
        if s.at_order == s.n_order:
            s.at_order = 0
            s.stage = ST_PLACE
        else:
            # Who has no token to submit is not asked.
            s.actor = s.order[s.at_order]
            if submit_actions(s, c, True, options) > 1:
                return ask(s, D_SUBMIT, s.actor)
            s.at_order += 1
    elif s.stage == ST_PLACE:
        if s.at_order == s.n_order:
            if s.solo:
                bot_submits(s, c, c.r.theories_per_phase)
            end_phase(s, c)
            s.stage = ST_ROTATE
            return False
        p = s.order[s.at_order]
        seat = &s.seat[p]
        s.actor = p
        if seat.n_hand == 0:
            s.at_order += 1
            if s.ending:
                s.stage = ST_LAST
        elif place_actions(s, c, options):
            return ask(s, D_PLACE, p)
        else:
            drop_hand(seat)                  # no sector is left for it (PX-70)
    elif s.stage == ST_LAST:
        if s.at_order == s.n_order:
            score(s, c)
            return True
        p = s.order[s.at_order]
        write(s, c, EV_LAST, p, s.seat[p].behind, 0, 0, 0)
        if not (s.solo and p == BOT):
            return ask(s, D_LAST, p)
        bots_last_chance(s, c)
        s.at_order += 1
    return s.stage == ST_OVER

cdef void drop_hand(Seat* seat) noexcept nogil:
    """The first chosen token leaves the hand."""
    seat.hand[0] = seat.hand[1] if seat.n_hand > 1 else 0
    seat.hand[1] = 0
    seat.n_hand -= 1

cdef void run(State* s, const Context* c) noexcept nogil:
    """Until somebody has to decide."""
    s.decision = D_NONE
    while not s.fault and not step(s, c):
        pass

cdef void do_turn(State* s, const Context* c, uint32_t act) noexcept nogil:
    """One of the four actions."""
    cdef int p = s.actor
    cdef Seat* seat = &s.seat[p]
    cdef int began = seat.time
    cdef int kind = kind_of(act)
    cdef int answer = answer_of(s, c, act)
    cdef uint32_t before = catch_up(s, c, p).n if c.track else 0
    cdef Event* e
    s.turns += 1
    e = write(s, c, EV_SURVEY + kind - A_SURVEY, p, arg(act, 0), arg(act, 1), arg(act, 2), answer)
    e.cost = cost_of(c.r, act)
    if c.track:
        e.before = before
        e.after = catch_up(s, c, p).n
    seat.researched_last = kind == A_RESEARCH
    seat.n_surveys += kind == A_SURVEY
    seat.n_targets += kind == A_TARGET
    seat.n_researches += kind == A_RESEARCH
    seat.n_locates += kind == A_LOCATE
    if kind == A_TARGET:
        seat.targets -= 1
    elif kind == A_RESEARCH:
        seat.topics |= 1 << arg(act, 0)
    advance(s, p, e.cost)
    s.stage = ST_ROTATE
    if kind == A_LOCATE and answer:
        found_it(s, c, p, began)

cdef void do_last(State* s, const Context* c, uint32_t act) noexcept nogil:
    """A last chance other than theories."""
    cdef Seat* seat = &s.seat[s.actor]
    cdef uint32_t before = catch_up(s, c, s.actor).n if c.track else 0
    cdef Event* e
    cdef int right
    if kind_of(act) == A_PASS:
        write(s, c, EV_PASS, s.actor, 0, 0, 0, 0)
    else:
        right = answer_of(s, c, act)
        seat.n_locates += 1
        if right:
            seat.located = 1
            seat.located_at = seat.time
        e = write(s, c, EV_LOCATE, s.actor, arg(act, 0), arg(act, 1), arg(act, 2), right)
        if c.track:
            e.before = before
            e.after = catch_up(s, c, s.actor).n
    s.at_order += 1

cdef void do_submit(State* s, const Context* c, uint32_t act) noexcept nogil:
    """Theory tokens are chosen."""
    cdef Seat* seat = &s.seat[s.actor]
    seat.n_hand = (arg(act, 0) != NOTHING) + (arg(act, 1) != NOTHING)
    seat.hand[0] = arg(act, 0) if seat.n_hand else 0
    seat.hand[1] = arg(act, 1) if seat.n_hand > 1 else 0
    write(s, c, EV_SUBMIT, s.actor, seat.n_hand, 0, 0, 0)
    if s.ending:
        s.stage = ST_PLACE
    else:
        s.at_order += 1

cdef void apply(State* s, const Context* c, uint32_t act) noexcept nogil:
    """Do a legal action and go on to the next decision."""
    cdef int kind = kind_of(act)
    s.decisions += 1
    s.seat[s.actor].decisions += 1
    if s.decision == D_TURN:
        do_turn(s, c, act)
    elif kind == A_SUBMIT:
        do_submit(s, c, act)
    elif kind == A_PLACE:
        put_down(s, c, s.actor, arg(act, 0), arg(act, 1))
        drop_hand(&s.seat[s.actor])
    elif kind == A_KEEP:
        drop_hand(&s.seat[s.actor])
    else:
        do_last(s, c, act)
    run(s, c)

cdef void start(State* s, const Context* c) noexcept nogil:
    """After the deal: pawns out, the bot's script if it has none, on to the first decision."""
    begin(s, c)
    if s.solo and not s.n_script:
        make_script(s, c)
    run(s, c)

cdef void new_game(
    State* s, const Context* c, int players, uint64_t key, const uint8_t* levels, bint app,
) noexcept nogil:
    """A fresh game. What the seats know is forgotten; the log begins at its end."""
    cdef int p
    c.log.start = c.log.n
    for p in range(SEATS):
        c.know[p].begun = 0
    deal(s, c, players, key, levels, app, -1, NULL)
    if not s.fault:
        start(s, c)
