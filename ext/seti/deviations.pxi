# One-step deviations: at decisions of a player's own games, by lot, an action of a use that it did not choose is forced, and the
# same players go on with the same luck. What that gains tells where the player is blind.

cdef enum:
    ROUND_COLUMNS = ROUNDS + 2     # setup, rounds
    TWELFTHS = 12                  # of a win: all shares of ties of up to four are whole

USE_ROUNDS = ROUND_COLUMNS
CERTAIN = 1 << 32
"""Of rates: a deviation at every chance."""

ctypedef struct Deviations:
    int64_t n
    int64_t size
    DeviationRow* rows

cdef int alternatives(const State* s, const Context* c, const Policy* policy, uint32_t chosen, uint32_t* out) noexcept nogil:
    """What could be forced instead of the chosen action: legal and not barred. Before the main action a player may take free
    ones in any order, so a main action is an alternative to a main action alone, and a free one to what ends them."""
    cdef int n = 0
    if is_free_kind(kind_of(chosen)):
        return 0 if s.decision == D_TURN and s.main == MAIN_BEFORE else permitted(s, policy, out, own_actions(s, c, out))
    n = permitted(s, policy, out, own_actions(s, c, out))
    if free_actions_come(s):
        n += permitted(s, policy, &out[n], free_actions(s, c, s.frame[s.n_frames - 1].player, &out[n]))
    return n

cdef void win_shares(const State* s, uint8_t* out) noexcept nogil:
    """Win share of each seat in twelfths."""
    cdef int i
    cdef int best = -32768
    cdef int ties = 0
    for i in range(s.players):
        if s.seat[i].res[RES_VP] > best:
            best = s.seat[i].res[RES_VP]
            ties = 0
        ties += s.seat[i].res[RES_VP] == best
    for i in range(s.players):
        out[i] = TWELFTHS // ties if s.seat[i].res[RES_VP] == best else 0

cdef uint32_t without_kind(State* s, const Context* c, Policy* policies, const uint8_t* seating, uint32_t chosen) noexcept nogil:
    """What the player does if it may not do that kind of free action now; A_NONE of a player in Python, who cannot be told."""
    cdef Policy* policy = &policies[seating[to_move(s)]]
    cdef uint32_t bars = policy.no_action
    cdef uint32_t act
    if policy.kind == POLICY_PYTHON:
        return action(A_NONE, 0, 0, 0)
    policy.no_action = bars | (<uint32_t> 1 << kind_of(chosen))
    act = choose(s, c, policy)
    policy.no_action = bars
    return act if kind_of(act) != kind_of(chosen) else action(A_NONE, 0, 0, 0)

cdef uint32_t one_of(const State* s, const Context* c, const uint32_t* options, int n, int use, bint other, Luck* l) noexcept nogil:
    """One of the options of that use and object, each as likely; with `other` of those that are not. A_NONE where there is none."""
    cdef int i
    cdef int left = 0
    for i in range(n):
        left += (use_of(s, c, options[i]) == use) != other
    if not left:
        return action(A_NONE, 0, 0, 0)
    left = draw(l, left)
    for i in range(n):
        if (use_of(s, c, options[i]) == use) != other:
            if left == 0:
                return options[i]
            left -= 1
    return action(A_NONE, 0, 0, 0)

cdef bint other_minds(Asked* other, const Asked* asked) noexcept with gil:
    """Callers for a game that goes another way, so that what players in Python remember of this one stays as it is. The list
    `asked.callers` ends with a function that makes them. False where that fails; the error is then at the end of the list."""
    cdef Py_ssize_t last
    callers = <list> asked.callers
    last = len(callers) - 1
    try:
        callers[last - 1] = callers[last]()   # kept there, since the engine only points to it
        other[0] = asked[0]
        other.callers = <void*> callers[last - 1]
        return True
    except BaseException as error:
        callers.append(error)
        return False

cdef bint force(
    const State* s, const Context* c, uint32_t forced, uint32_t chosen, int use, Policy* policies, const uint8_t* seating,
    uint32_t* line, const Asked* asked, int64_t game, Deviations* found, State* trial
) noexcept nogil:
    """Play on with the forced action and write its row. False where the game has a fault then, or there is no memory."""
    cdef DeviationRow* row
    cdef uint8_t won[SEATS]
    cdef int p = to_move(s)
    cdef int did = use_of(s, c, chosen)
    cdef Asked other
    if found.n == found.size:
        row = <DeviationRow*> realloc(found.rows, 2 * found.size * sizeof(DeviationRow))
        if row == NULL:
            found.n = -1
            return False
        found.rows = row
        found.size *= 2
    memcpy(trial, s, sizeof(State))
    apply(trial, c, forced)
    if asked.callers == NULL:
        play_out(trial, c, policies, seating, line, NULL)
    elif other_minds(&other, asked):
        play_out(trial, c, policies, seating, line, &other)
    else:
        trial.fault = FAULT_PLAYER
    if trial.fault:
        return False
    win_shares(trial, won)
    row = &found.rows[found.n]
    memset(row, 0, sizeof(DeviationRow))
    row.game = game
    row.forced = forced
    row.chosen = chosen
    row.points = trial.seat[p].res[RES_VP]
    row.share = won[p]
    row.use = use >> 8
    row.object = use & 255
    row.did = did >> 8
    row.did_object = did & 255
    row.seat = p
    row.round = s.round
    found.n += 1
    return True

def play_deviations(
    Rules rules, int players, seed, first, const int32_t[:, ::1] weights, const uint8_t[:, ::1] assign, const int32_t[::1] pairs,
    const uint64_t[:, :, ::1] rates, int64_t[:, :, ::1] chances, int64_t[:, :, ::1] done, list callers=None, fork=None,
):
    """Play games `first` to `first + len(assign) - 1` and, by lot, what would have come of other uses.

    weights, assign, pairs, callers: as of `play_batch`; fork: where a policy is one in Python, a function that gives callers
    for a game that goes another way. rates: of each use, object and round (0: setup), of `CERTAIN`: how often
    that use is forced at a decision where it is legal and not chosen. chances: how often there were such decisions, added to;
    done: how often the use was chosen. Returns (rows as bytes of `struct_layouts()["DeviationRow"]`, None) or (None, (game
    number, fault, actions of the game, and after `A_NONE` the forced one)) at the first fault.
    """
    cdef Py_ssize_t count = assign.shape[0]
    cdef uint64_t run_seed = <uint64_t> (seed & 0xFFFFFFFFFFFFFFFF)
    cdef int64_t start = first
    cdef State s
    cdef State trial
    cdef Context c
    cdef Asked asked
    cdef Luck l
    cdef Luck lot
    cdef Deviations found
    cdef Policy* policies = <Policy*> malloc(weights.shape[0] * sizeof(Policy))
    cdef uint32_t* line = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef uint32_t* rest = <uint32_t*> malloc(MAX_LINE * sizeof(uint32_t))
    cdef uint8_t* seen = <uint8_t*> malloc(256 * N_U)
    cdef uint32_t options[MAX_ACTIONS]
    cdef int codes[MAX_ACTIONS]
    cdef uint8_t won[SEATS]
    cdef Py_ssize_t g = 0
    cdef int64_t number = start
    cdef int64_t begun, k
    cdef uint32_t act
    cdef uint32_t forced = 0
    cdef int i, n, m, own, use, p, size
    cdef int done_n = 0
    cdef bint fine = True
    found.n = 0
    found.size = 256
    found.rows = <DeviationRow*> malloc(found.size * sizeof(DeviationRow))
    try:
        for i, size in enumerate((N_U, 256, ROUND_COLUMNS)):
            if not rates.shape[i] == chances.shape[i] == done.shape[i] == size:
                raise ValueError(f"rates, chances and done: expected {N_USES} x {N_OBJECTS} x {USE_ROUNDS}")
        if policies == NULL or line == NULL or rest == NULL or seen == NULL or found.rows == NULL:
            raise MemoryError()
        memset(seen, 0, 256 * N_U)
        for i in range(weights.shape[0]):
            read_policy(&policies[i], weights[i])
        bare_context(&c, &rules.r)
        asked.rules = <void*> rules
        asked.callers = NULL
        if fork is not None:
            callers = [*callers, None, fork]
            asked.callers = <void*> callers
        with nogil:
            while g < count and fine:
                number = start + g
                asked.game = number
                begun = found.n
                done_n = 0
                new_game(&s, &c, players, game_key(run_seed, <uint64_t> number), pairs[g], 0)
                while not s.over and not s.fault and fine:
                    if done_n == MAX_LINE:
                        s.fault = FAULT_ENDLESS
                        break
                    act = choice_of(&s, &c, policies, &assign[g, 0], &asked)
                    if s.fault:
                        break
                    p = to_move(&s)
                    own = use_of(&s, &c, act)
                    done[own >> 8, own & 255, s.round] += 1
                    lot.state = luck(s.key, LUCK_DEVIATE, p, s.seat[p].decisions)
                    n = alternatives(&s, &c, &policies[assign[g, p]], act, options)
                    m = 0
                    seen[own] = 1
                    for i in range(n):
                        use = use_of(&s, &c, options[i])
                        if not seen[use]:
                            seen[use] = 1
                            codes[m] = use
                            m += 1
                    seen[own] = 0
                    for i in range(m):
                        seen[codes[i]] = 0
                    use = undone(&s, act)
                    if use != NONE and (m or is_free_kind(kind_of(act))):
                        codes[m] = use
                        m += 1
                    for i in range(m):
                        use = codes[i]
                        chances[use >> 8, use & 255, s.round] += 1
                        l.state = luck(lot.state, LUCK_DEVIATE, use >> 8, use & 255)
                        if mix(l.state) >> 32 >= rates[use >> 8, use & 255, s.round]:
                            continue
                        if use >> 8 == U_HOLD or use >> 8 == U_NOT:
                            forced = without_kind(&s, &c, policies, &assign[g, 0], act)
                        elif use >> 8 >= U_KEEP:
                            # The last one, so that the options of the others are no longer needed.
                            n = permitted(&s, &policies[assign[g, p]], options, own_actions(&s, &c, options))
                            forced = one_of(&s, &c, options, n, own, True, &l)
                        else:
                            forced = one_of(&s, &c, options, n, use, False, &l)
                        if kind_of(forced) == A_NONE:
                            continue
                        fine = force(&s, &c, forced, act, use, policies, &assign[g, 0], rest, &asked, number, &found, &trial)
                        if not fine:
                            break
                    if not fine:
                        break
                    line[done_n] = act
                    done_n += 1
                    apply(&s, &c, act)
                    if CHECKED and not s.fault:
                        check_invariants(&s, &c, NULL)
                if s.fault or not fine:
                    break
                win_shares(&s, won)
                for k in range(begun, found.n):
                    found.rows[k].base = s.seat[found.rows[k].seat].res[RES_VP]
                    found.rows[k].base_share = won[found.rows[k].seat]
                g += 1
        if found.n < 0:
            raise MemoryError("no memory for the rows of a batch; take smaller chunks")
        if g < count and (s.fault == FAULT_PLAYER or (not fine and trial.fault == FAULT_PLAYER)):
            error = callers[len(callers) - 1]
            if not isinstance(error, BaseException):   # it is at the end of the list for the other way
                error = callers[len(callers) - 2].pop()
            raise error
        if g < count:
            told = [line[i] for i in range(done_n)]
            return None, (number, fault_text(s.fault if fine else trial.fault), told if fine else [*told, A_NONE, forced])
        return PyBytes_FromStringAndSize(<char*> found.rows, found.n * sizeof(DeviationRow)), None
    finally:
        free(policies)
        free(line)
        free(rest)
        free(seen)
        free(found.rows)

def use_of_action(Core core, uint32_t act):
    """Use and object of an action at the decision of a state."""
    cdef int use = use_of(&core.s, &core.c, act)
    return use >> 8, use & 255
