# Millions of games: policies against each other, results into arrays that the caller owns.

GAME_COLUMNS = (
    "species_left", "species_right", "turns", "decisions", "discovered_left", "discovered_right",
    "gold_sides", "rival",
)
SEAT_COLUMNS = (
    "score", *(f"points_{source}" for source in (
        "start", "orbit", "land", "moon", "signal", "sector", "trace", "tech", "computer", "card", "mission", "endgame",
        "gold", "species_left", "species_right", "other",
    )),
    "credits", "energy", "publicity", "data", "hand", "techs_probe", "techs_telescope", "techs_computer",
    "traces_signal", "traces_lander", "traces_analysis", "wins", "orbiters", "landers", "missions", "endgame_cards",
    "income_credits", "income_energy", "income_card", "income_data", "income_publicity",
)
N_ACTION_KINDS = N_ACT

cdef enum:
    MAX_LINE = 20000       # decisions of one game; no game by the printed rules has a tenth of it

MAX_DECISIONS = MAX_LINE
ENDLESS = FAULTS[FAULT_ENDLESS]

cdef void seat_row(const State* s, const Context* c, int p, int32_t* row) noexcept nogil:
    """One row of SEAT_COLUMNS."""
    cdef const Seat* seat = &s.seat[p]
    cdef int n = 0
    cdef int i, k
    row[0] = seat.res[RES_VP]
    for i in range(N_SRC):
        row[1 + i] = seat.points[i]
    n = 1 + N_SRC
    row[n] = seat.res[RES_CREDITS]
    row[n + 1] = seat.res[RES_ENERGY]
    row[n + 2] = seat.res[RES_PUBLICITY]
    row[n + 3] = seat.res[RES_DATA]
    row[n + 4] = seat.n_hand
    n += 5
    for i in range(N_TEK):
        row[n + i] = techs_of_rival(s, c, i) if is_rival(s, p) else techs_of(s, c, p, 1 << i)
    n += N_TEK
    for i in range(N_TRK):
        row[n + i] = traces_of(s, p, 2, i)
    n += N_TRK
    row[n] = wins_of(s, c, p, (1 << N_COL) - 1)
    k = 0
    for i in range(PLANETS):
        k += seat.orbiters[i]
    row[n + 1] = k
    row[n + 2] = craft(s, c, p, 0x7FFF, True) - k
    row[n + 3] = size_of(seat.completed)
    row[n + 4] = size_of(seat.endgame)
    for i in range(5):
        row[n + 5 + i] = seat.income[i]

cdef int play_out(State* s, const Context* c, const Policy* policies, const uint8_t* seating, uint32_t* line) noexcept nogil:
    """Play from here to the end; writes the actions to `line` (room for MAX_LINE) and returns how many."""
    cdef int n = 0
    cdef uint32_t act
    while not s.over and not s.fault:
        if n == MAX_LINE:
            s.fault = FAULT_ENDLESS
            break
        act = choose(s, c, &policies[seating[to_move(s)]])
        line[n] = act
        n += 1
        apply(s, c, act)
        if CHECKED and not s.fault:
            check_invariants(s, c, NULL)
    return n

def play_batch(
    Rules rules, int players, seed, first, const int32_t[:, ::1] weights, const uint8_t[:, ::1] assign,
    int64_t[:, ::1] games, int32_t[:, ::1] seats, uint16_t[:, ::1] acts, const int32_t[::1] pairs, bint log=True, int level=0,
):
    """Play games `first` to `first + len(assign) - 1` and fill one row a game, a seat and a seat's action counts.

    weights: one row a policy, its kind and then its weights. assign: policy of each game and seat. pairs: species of each
    game, left + 256 right, or -1 to draw them. level: 0, or that of solo games (two seats, one the rival's). Returns (log
    rows as bytes of `struct_layouts()["LogRow"]`, None) or (None, (game number, fault, actions)) at the first fault.
    """
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t start = first
    cdef State s
    cdef Context c
    cdef Log rows
    cdef Policy* policies = <Policy*> malloc(weights.shape[0] * sizeof(Policy))
    cdef uint32_t* line = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef Py_ssize_t g = 0
    cdef int i, p
    cdef int n = 0
    rows.n = 0
    rows.size = 1024
    rows.rows = <LogRow*> malloc(rows.size * sizeof(LogRow))
    try:
        if policies == NULL or line == NULL or rows.rows == NULL:
            raise MemoryError()
        for i in range(weights.shape[0]):
            policies[i].kind = weights[i, 0]
            for p in range(weights.shape[1] - 1):
                policies[i].weight[p] = weights[i, p + 1]
        c.rules = &rules.r
        c.log = &rows if log else NULL
        with nogil:
            while g < count:
                c.acts = &acts[g * players, 0]
                rows.game = start + g
                new_game(&s, &c, players, game_key(run_seed, <uint64_t> (start + g)), pairs[g], level)
                n = play_out(&s, &c, policies, &assign[g, 0], line)
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
        if g < count:
            return None, (start + g, FAULTS[s.fault], [line[i] for i in range(n)])
        return PyBytes_FromStringAndSize(<char*> rows.rows, rows.n * sizeof(LogRow)), None
    finally:
        free(policies)
        free(line)
        free(rows.rows)

def choose_action(Core core, const int32_t[::1] weights):
    """The action of a compiled policy (its kind, then its weights) at the decision of a state."""
    cdef Policy policy
    cdef int i
    policy.kind = weights[0]
    for i in range(weights.shape[0] - 1):
        policy.weight[i] = weights[i + 1]
    return choose(&core.s, &core.c, &policy)
