# Millions of games: policies against each other, results into arrays that the caller owns.

GAME_COLUMNS = (
    "species_left", "species_right", "turns", "decisions", "discovered_left", "discovered_right",
    "gold_sides", "rival",
)
COURSE_COLUMNS = ("leader", "changes")

cdef enum:
    MAX_LINE = 20000       # decisions of one game; no game by the printed rules has a tenth of it

MAX_DECISIONS = MAX_LINE
ENDLESS = FAULTS[FAULT_ENDLESS]

cdef void seat_row(const State* s, const Context* c, int p, int32_t* row) noexcept nogil:
    """What the batch holds of a seat at the end: RESULT_… (seti_sim/seti/vocabulary_tables.py)."""
    cdef const Seat* seat = &s.seat[p]
    cdef int orbiters = 0
    cdef int i
    row[RESULT_SCORE] = seat.res[RES_VP]
    for i in range(N_SRC):
        row[RESULT_POINTS_START + i] = seat.points[i]
    row[RESULT_CREDITS] = seat.res[RES_CREDITS]
    row[RESULT_ENERGY] = seat.res[RES_ENERGY]
    row[RESULT_PUBLICITY] = seat.res[RES_PUBLICITY]
    row[RESULT_DATA] = seat.res[RES_DATA]
    row[RESULT_HAND] = seat.n_hand
    for i in range(N_TEK):
        row[RESULT_TECHS_PROBE + i] = techs_of_rival(s, c, i) if is_rival(s, p) else techs_of(s, c, p, 1 << i)
    for i in range(N_TRK):
        row[RESULT_TRACES_SIGNAL + i] = traces_of(s, p, 2, i)
    row[RESULT_WINS] = wins_of(s, c, p, (1 << N_COL) - 1)
    for i in range(PLANETS):
        orbiters += seat.orbiters[i]
    row[RESULT_ORBITERS] = orbiters
    row[RESULT_LANDERS] = craft(s, c, p, 0x7FFF, True) - orbiters
    row[RESULT_MISSIONS] = size_of(seat.completed)
    row[RESULT_ENDGAME_CARDS] = size_of(seat.endgame)
    for i in range(N_INC):
        row[RESULT_INCOME_CREDITS + i] = seat.income[i]
    row[RESULT_DELIVERED] = deliveries(s, c, p)

cdef int deliveries(const State* s, const Context* c, int p) noexcept nogil:
    """Capsules that the seat has delivered: each completed one mission that asks for it (MAS-11)."""
    cdef const RulesTable* r = c.rules
    cdef const uint64_t* completed = &s.seat[p].completed[0]
    cdef int n = 0
    cdef int card = next_card(completed, -1)
    while card != NONE:
        n += has(r.mission_cards, card) and r.code[r.mission_when[card]] == COND_DELIVER
        card = next_card(completed, card)
    return n

ctypedef struct Asked:
    # What the players in Python need: the rules and the list of what to call, one a policy, and the game's number.
    void* rules
    void* callers
    int64_t game

cdef uint32_t ask_python(State* s, const Asked* asked, int policy) noexcept with gil:
    """The choice of a player in Python. What it raises is kept at the end of the list, and the game has a fault."""
    cdef Core core
    cdef uint32_t act
    callers = <list> asked.callers
    try:
        core = Core(<Rules> asked.rules)
        memcpy(&core.s, s, sizeof(State))
        act = callers[policy](core, asked.game)
        return act
    except BaseException as error:
        callers.append(error)
        s.fault = FAULT_PLAYER
        return 0

cdef uint32_t choice_of(State* s, const Context* c, const Policy* policies, const uint8_t* seating, const Asked* asked) noexcept nogil:
    """What the player of the seat to move chooses, in Python or compiled. One in Python that fails leaves a fault."""
    cdef int who = seating[to_move(s)]
    if policies[who].kind == POLICY_PYTHON:
        return ask_python(s, asked, who)
    return choose(s, c, &policies[who])

cdef int play_out(
    State* s, const Context* c, const Policy* policies, const uint8_t* seating, uint32_t* line, const Asked* asked
) noexcept nogil:
    """Play from here to the end; writes the actions to `line` (room for MAX_LINE) and returns how many."""
    cdef int n = 0
    cdef uint32_t act
    while not s.over and not s.fault:
        if n == MAX_LINE:
            s.fault = FAULT_ENDLESS
            break
        act = choice_of(s, c, policies, seating, asked)
        if s.fault:
            break
        line[n] = act
        n += 1
        apply(s, c, act)
        if CHECKED and not s.fault:
            check_invariants(s, c, NULL)
    return n

def play_batch(
    Rules rules, int players, seed, first, const int32_t[:, ::1] weights, const uint8_t[:, ::1] assign,
    int64_t[:, ::1] games, int32_t[:, ::1] seats, uint16_t[:, ::1] acts, const int32_t[::1] pairs, bint log=True,
    list callers=None, int level=0, const int64_t[::1] numbers=None, const uint8_t[:, ::1] swaps=None,
    int16_t[:, ::1] course=None,
):
    """Play games `first` to `first + len(assign) - 1` and fill one row a game, a seat and a seat's action counts.

    weights: one row a policy, its kind and then its weights. assign: policy of each game and seat. pairs: species of each
    game, left + 256 right, or -1 to draw them. callers: for each policy what to call with (Core, game number) for the code of
    an action where the policy is one in Python; what it raises is raised. level: 0, or that of solo games (two seats, one
    the rival's). numbers: of the games, where they are not one after the other. swaps: two cards of each game whose places
    in their deck are exchanged (the same card twice: none). course: of each game the points of the seats after each round,
    before the final scoring, and N_COURSE numbers. Returns (log rows as bytes of `struct_layouts()["LogRow"]`, None) or
    (None, (game number, fault, actions)) at the first fault.
    """
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t start = first
    cdef State s
    cdef Context c
    cdef Log rows
    cdef Asked asked
    cdef Policy* policies = <Policy*> malloc(weights.shape[0] * sizeof(Policy))
    cdef uint32_t* line = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef Py_ssize_t g = 0
    cdef int64_t number = start
    cdef int i, p
    cdef int n = 0
    rows.n = 0
    rows.size = 1024
    rows.rows = <LogRow*> malloc(rows.size * sizeof(LogRow))
    try:
        if policies == NULL or line == NULL or rows.rows == NULL:
            raise MemoryError()
        for i in range(weights.shape[0]):
            read_policy(&policies[i], weights[i])
        bare_context(&c, &rules.r)
        c.log = &rows if log else NULL
        callers = list(callers or ())
        asked.rules = <void*> rules
        asked.callers = <void*> callers
        with nogil:
            while g < count:
                c.acts = &acts[g * players, 0]
                number = start + g if numbers is None else numbers[g]
                if swaps is not None:
                    c.swap[0] = swaps[g, 0]
                    c.swap[1] = swaps[g, 1]
                if course is not None:
                    c.course = &course[g, 0]
                rows.game = number
                new_game(&s, &c, players, game_key(run_seed, <uint64_t> number), pairs[g], level)
                asked.game = number
                n = play_out(&s, &c, policies, &assign[g, 0], line, &asked)
                if s.fault or rows.n < 0:
                    break
                games[g, 0] = s.species[0]
                games[g, 1] = s.species[1]
                games[g, 2] = s.turns
                games[g, 3] = s.n_decisions
                games[g, 4] = s.discovered[0]
                games[g, 5] = s.discovered[1]
                games[g, 6] = 0
                for i in range(N_GOLD):
                    games[g, 6] |= s.gold_side[i] << i
                games[g, 7] = s.solo.rival
                for p in range(players):
                    seat_row(&s, &c, p, &seats[g * players + p, 0])
                g += 1
        if rows.n < 0:
            raise MemoryError("no memory for the log of a batch; take smaller chunks")
        if g < count and s.fault == FAULT_PLAYER:
            raise callers[len(callers) - 1]
        if g < count:
            return None, (number, fault_text(s.fault), [line[i] for i in range(n)])
        return PyBytes_FromStringAndSize(<char*> rows.rows, rows.n * sizeof(LogRow)), None
    finally:
        free(policies)
        free(line)
        free(rows.rows)

def choose_action(Core core, const int32_t[::1] weights):
    """The action of a compiled policy (its kind, then its weights) at the decision of a state."""
    cdef Policy policy
    read_policy(&policy, weights)
    return choose(&core.s, &core.c, &policy)


def play_to_end(Core core, const int32_t[:, ::1] weights, const uint8_t[::1] seating):
    """Play a game on from where it stands with compiled policies; weights as of `play_batch`, seating: policy of each
    seat. Returns the points of the seats."""
    cdef Policy policies[SEATS]
    cdef uint32_t* line = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef int i
    if weights.shape[0] > 4 or seating.shape[0] != core.s.players or max(seating) >= weights.shape[0]:
        raise ValueError("expected at most four policies, and one of them for each seat")
    if line == NULL:
        raise MemoryError()
    try:
        for i in range(weights.shape[0]):
            read_policy(&policies[i], weights[i])
        with nogil:
            play_out(&core.s, &core.c, policies, &seating[0], line, NULL)
        core.check()
        return [core.s.seat[i].res[RES_VP] for i in range(core.s.players)]
    finally:
        free(line)


def sample_values(
    Rules rules, int players, seed, first, const int32_t[:, ::1] weights, const uint8_t[:, ::1] assign,
    const int32_t[::1] pairs, int32_t[:, ::1] x, int32_t[:, ::1] about,
    int explore=0,
):
    """Play games and write down what positions look like: at the end of each turn to the seat that had it, and at the
    beginning of each round but the first to every seat.

    One row each into x (features in the order of VALUE_NAMES) and about (number of the game, seat, column of weights,
    points now, points at the end). explore: thousandths of the choices that are drawn from those worth a look instead,
    so that what goes together with points is less a matter of one way to play. Returns how many rows, at most len(x); the last game may be cut.
    """
    cdef State s
    cdef Context c
    cdef Eye e
    cdef Luck l
    cdef uint32_t options[64]
    cdef uint32_t act
    cdef int who
    cdef Policy* policies = <Policy*> malloc(weights.shape[0] * sizeof(Policy))
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t start = first
    cdef Py_ssize_t g, i, begun
    cdef Py_ssize_t rows = 0
    cdef int turns, p, q, round
    if policies == NULL:
        raise MemoryError()
    try:
        for i in range(weights.shape[0]):
            read_policy(&policies[i], weights[i])
        bare_context(&c, &rules.r)
        with nogil:
            for g in range(count):
                new_game(&s, &c, players, game_key(run_seed, <uint64_t> (start + g)), pairs[g], 0)
                begun = rows
                round = 1
                while not s.over and not s.fault:
                    turns = s.turns
                    p = s.turn
                    who = assign[g, to_move(&s)]
                    l.state = luck(s.key, LUCK_EXPLORE, to_move(&s), s.seat[to_move(&s)].decisions)
                    if <int> draw(&l, 1000) < explore:
                        act = options[draw(&l, choices_of(&s, &c, &policies[who], options))]
                    else:
                        act = choose(&s, &c, &policies[who])
                    apply(&s, &c, act)
                    for q in range(players):
                        if s.over or rows == x.shape[0] or s.turns == turns or not turns or (q != p and s.round == round):
                            continue
                        open_eye(&e, &s, &c, &policies[assign[g, q]], q)
                        value_features(&e, &x[rows, 0])
                        about[rows, 0] = start + g
                        about[rows, 1] = q
                        about[rows, 2] = column_of(&s, &c)
                        about[rows, 3] = s.seat[q].res[RES_VP]
                        rows += 1
                    if s.turns != turns:
                        round = s.round
                for i in range(begun, rows):
                    about[i, 4] = s.seat[about[i, 1]].res[RES_VP]
        return rows
    finally:
        free(policies)
