# Thousands of games: policies against each other, results into arrays that the caller owns.

GAME_COLUMNS = ("system", "turns", "decisions", "phases", "conferences", "finder", "end_time", "x_sector", "confirmed")
SEAT_COLUMNS = (
    "score", "points_locate", "points_asteroid", "points_comet", "points_dwarf", "points_gas", "points_first",
    "level", "located_at", "behind", "time", "penalty", "surveys", "targets", "researches", "locates", "theories",
    "theories_right", "possible",
)
THEORY_COLUMNS = ("seat", "sector", "object", "phase", "time", "fate", "first")

cdef void game_row(const State* s, const Context* c, int64_t* row) noexcept nogil:
    """One row of GAME_COLUMNS."""
    row[0] = s.system
    row[1] = s.turns
    row[2] = s.decisions
    row[3] = s.phase - 1                     # the last chance is a phase of its own in the state
    row[4] = seti_popcount(s.held)
    row[5] = s.finder + 1
    row[6] = s.end_time
    row[7] = triple_of(c.sky, s.system)[0] + 1
    row[8] = seti_popcount(s.confirmed)

cdef void seat_row(const State* s, const Context* c, int p, int32_t* row) noexcept nogil:
    """One row of SEAT_COLUMNS."""
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    row[0] = seat.x_points + seat.first_points
    row[1] = seat.x_points
    for i in range(4):
        row[2 + i] = seat.points[i]
        row[0] += seat.points[i]
    row[6] = seat.first_points
    row[7] = seat.n_facts
    row[8] = seat.located_at
    row[9] = seat.behind
    row[10] = seat.time
    row[11] = seat.penalty
    row[12] = seat.n_surveys
    row[13] = seat.n_targets
    row[14] = seat.n_researches
    row[15] = seat.n_locates
    row[16] = seat.n_tokens
    row[17] = 0
    for i in range(seat.n_tokens):
        row[17] += seat.token[i].fate == FATE_UP or seat.token[i].fate == FATE_RIGHT_AT_END
    row[18] = catch_up(s, c, p).n if c.track and p < s.players else 0

cdef void theory_rows(const State* s, int16_t* rows) noexcept nogil:
    """TOKENS rows of THEORY_COLUMNS a seat; those not used have seat 0."""
    cdef const Token* t
    cdef int p, i
    cdef int16_t* row
    for p in range(s.seats):
        for i in range(s.seat[p].n_tokens):
            t = &s.seat[p].token[i]
            row = &rows[(p * TOKENS + i) * 7]
            row[0] = p + 1
            row[1] = t.sector + 1
            row[2] = t.object
            row[3] = t.phase
            row[4] = t.time
            row[5] = t.fate
            row[6] = t.first

cdef int play_out(State* s, const Context* c, const Policy* policies, const uint8_t* seating, uint32_t* line) noexcept nogil:
    """Play from here to the end; writes the actions to `line` (room for MAX_LINE) and returns how many."""
    cdef int n = 0
    cdef uint32_t act
    if CHECKED and not s.fault:
        check_invariants(s, c)
    while not s.over and not s.fault:
        if n == MAX_LINE:
            s.fault = FAULT_ENDLESS
            break
        act = choose(s, c, &policies[seating[s.actor]])
        if s.fault:
            break
        line[n] = act
        n += 1
        if CHECKED and not is_legal(s, c, act):
            s.fault = FAULT_ILLEGAL
            break
        apply(s, c, act)
        if CHECKED and not s.fault:
            check_invariants(s, c)
    return n

def result_rows(Core core, int64_t[::1] game, int32_t[:, ::1] seats, int16_t[:, ::1] theories):
    """The rows of a finished game, as `play_batch` fills them."""
    cdef int p
    game_row(&core.s, &core.c, &game[0])
    for p in range(core.s.seats):
        seat_row(&core.s, &core.c, p, &seats[p, 0])
    theory_rows(&core.s, &theories[0, 0])

def play_batch(
    Core core, int players, seed, first, const int32_t[:, ::1] policies, const uint8_t[:, ::1] assign,
    const uint8_t[:, ::1] levels, bint app, int64_t[:, ::1] games, int32_t[:, ::1] seats, int16_t[:, ::1] theories,
    uint8_t[:, ::1] clues, bint track,
):
    """Play games `first` to `first + len(assign) - 1` and fill one row a game, a seat and a theory token.

    policies: rows of POLICY_NUMBERS. assign, levels: policy and starting facts by game and seat. theories: seats x TOKENS
    rows a game. Returns (the log as bytes of `struct_layouts()["Event"]`, None) or (None, (game number,
    number of the fault, actions)) at the first fault. The game that `core` held is lost.
    """
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t begin_at = first
    cdef State* s = &core.s
    cdef Context* c = &core.c
    cdef Policy* players_of = <Policy*> malloc(policies.shape[0] * sizeof(Policy))
    cdef uint32_t* line = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef Py_ssize_t g = 0
    cdef int p, i
    cdef int n = 0
    cdef int n_seats = 2 if players == 1 else players
    try:
        if policies.shape[1] != POLICY_NUMBERS:
            raise ValueError(f"{policies.shape[1]} numbers of a policy: expected {POLICY_NUMBERS}")
        if players_of == NULL or line == NULL:
            raise MemoryError
        for i in range(policies.shape[0]):
            read_policy(&players_of[i], &policies[i, 0])
        core.log.n = 0
        c.track = track
        c.written = 0
        with nogil:
            while g < count:
                core.log.game = <int32_t> (begin_at + g)
                new_game(s, c, players, game_key(run_seed, <uint64_t> (begin_at + g)), &levels[g, 0], app)
                n = play_out(s, c, players_of, &assign[g, 0], line)
                if s.fault:
                    break
                game_row(s, c, &games[g, 0])
                for p in range(n_seats):
                    seat_row(s, c, p, &seats[g * n_seats + p, 0])
                theory_rows(s, &theories[g * n_seats * TOKENS, 0])
                memcpy(&clues[g, 0], s.clue, CLUES)
                g += 1
        if g < count:
            return None, (begin_at + g, s.fault, [line[i] for i in range(n)])
        return PyBytes_FromStringAndSize(<char*> core.log.rows, core.log.n * sizeof(Event)), None
    finally:
        c.track = 1
        core.log.start = 0
        core.log.n = 0
        free(players_of)
        free(line)

def deal_batch(
    Core core, seed, first, bint app, int32_t[::1] systems, uint8_t[:, ::1] clues, uint8_t[:, ::1] slack,
    uint8_t[:, ::1] facts,
):
    """What is drawn before games `first` to `first + len(systems) - 1` of four players with all facts: arrangements, clues
    (255: none), how far the number of each is from the sharpest true one (255: it has none), facts [games, 4 x 12 x 2].

    Raises EngineFault or DealError naming the game. The game that `core` held is lost.
    """
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef uint8_t levels[SEATS]
    cdef State* s = &core.s
    cdef Py_ssize_t g
    cdef int p, i
    memset(levels, FACTS, sizeof(levels))
    for g in range(systems.shape[0]):
        deal(s, &core.c, SEATS, game_key(run_seed, <uint64_t> (first + g)), levels, app, -1, NULL)
        if s.fault:
            raise fault_error(s.fault, f"game {first + g} of seed {seed}: ")
        systems[g] = s.system
        for i in range(CLUES):
            clues[g, i] = s.clue[i]
            slack[g, i] = NOTHING
            if s.clue[i] != NOTHING and has_slack(core.c.r.clue_family[s.clue[i]]):
                slack[g, i] = slack_of(&core.c, s.system, s.clue[i])
        for p in range(SEATS):
            memcpy(&facts[g, FACTS * PAIR * p], s.seat[p].facts, FACTS * PAIR)
