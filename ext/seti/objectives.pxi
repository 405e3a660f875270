# Objectives of solo play: three lie open, what the player does marks their tasks (SOL-140 to SOL-147).

cdef enum:
    EV_WIN = N_EV          # only objectives watch for these
    EV_MISSION

# What a LOG_OBJECTIVE row says.
cdef enum:
    OBJ_OPEN
    OBJ_MARKED
    OBJ_DONE
    OBJ_GIVEN_UP

cdef inline bint plays_objectives(const State* s, const Context* c) noexcept nogil:
    """Has the level any?"""
    cdef const int32_t* n = &c.rules.level_objectives[s.solo.level][0]
    return n[0] + n[1] + n[2] > 0

cdef inline bint is_complete(const State* s, const Context* c, int objective) noexcept nogil:
    return s.solo.marked[objective] == (1 << c.rules.objective_tasks[objective]) - 1

cdef inline bint task_fits(const RulesTable* r, int task, int event, int param) noexcept nogil:
    """Is the event one of the alternatives of the task (objective * TASKS + number)?"""
    cdef int i
    for i in range(task * ALTERNATIVES, (task + 1) * ALTERNATIVES):
        if (r.task_events[i] >> event) & 1 and (r.task_mask[i] >> param) & 1:
            return True
    return False

cdef bint same_task(const RulesTable* r, int a, int b) noexcept nogil:
    cdef int i
    for i in range(ALTERNATIVES):
        if (
            r.task_events[a * ALTERNATIVES + i] != r.task_events[b * ALTERNATIVES + i]
            or r.task_mask[a * ALTERNATIVES + i] != r.task_mask[b * ALTERNATIVES + i]
            or r.task_state[a * ALTERNATIVES + i] != r.task_state[b * ALTERNATIVES + i]
            or r.task_need[a * ALTERNATIVES + i] != r.task_need[b * ALTERNATIVES + i]
        ):
            return False
    return True

cdef int objective_options(const State* s, const Context* c, int event, int param, uint32_t* out) noexcept nogil:
    """Open tasks that the event may mark; of equal ones of a tile the first (SOL-142)."""
    cdef const RulesTable* r = c.rules
    cdef int n = 0
    cdef int i, k, j, objective
    cdef bint twin
    for i in range(OPEN):
        if s.solo.open[i] == 0:
            continue
        objective = s.solo.open[i] - 1
        for k in range(r.objective_tasks[objective]):
            if (s.solo.marked[objective] >> k) & 1 or not task_fits(r, objective * TASKS + k, event, param):
                continue
            twin = False
            for j in range(k):
                if not (s.solo.marked[objective] >> j) & 1 and same_task(r, objective * TASKS + j, objective * TASKS + k):
                    twin = True
            if not twin:
                out[n] = action(A_OBJECTIVE, objective, k, 0)
                n += 1
    return n

cdef void objective_event(State* s, const Context* c, int p, int event, int param, int flags) noexcept nogil:
    """The event will mark a task once everything pushed after this is done."""
    cdef uint32_t options[16]
    cdef Frame* f
    if is_rival(s, p) or (is_rival(s, s.turn) and not c.rules.rival_objectives_in_rivals_turn):
        return
    if objective_options(s, c, event, param, options):
        f = push(s, FK_OBJECTIVE, p, flags, SRC_OTHER)
        f.a = event
        f.b = param

cdef void mark_task(State* s, const Context* c, int objective, int task) noexcept nogil:
    s.solo.marked[objective] |= 1 << task
    log_row(s, c, LOG_OBJECTIVE, 0, objective, OBJ_MARKED, task)
    if is_complete(s, c, objective):
        log_row(s, c, LOG_OBJECTIVE, 0, objective, OBJ_DONE, 0)

cdef bint run_objective(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[16]
    cdef int n = objective_options(s, c, f.a, f.b, options)
    if n > 1:
        s.decision = D_OBJECTIVE
        return True
    pop(s)
    if n == 1:
        mark_task(s, c, arg_a(options[0]), arg_b(options[0]))
    return False

cdef void check_thresholds(State* s, const Context* c) noexcept nogil:
    """Thresholds that hold are marked at once, whoever's turn it is (SOL-141)."""
    cdef const RulesTable* r = c.rules
    cdef const Seat* seat = &s.seat[2 - s.solo.rival]
    cdef int i, k, j, objective
    for i in range(OPEN):
        if s.solo.open[i] == 0:
            continue
        objective = s.solo.open[i] - 1
        for k in range(r.objective_tasks[objective]):
            if (s.solo.marked[objective] >> k) & 1:
                continue
            for j in range((objective * TASKS + k) * ALTERNATIVES, (objective * TASKS + k + 1) * ALTERNATIVES):
                if r.task_state[j] and seat.res[r.task_state[j] - 1] >= r.task_need[j]:
                    mark_task(s, c, objective, k)
                    break

cdef void collect_objectives(State* s, const Context* c) noexcept nogil:
    """Completed tiles go to the pile and others come up, until none of them is complete (SOL-147)."""
    cdef Solo* v = &s.solo
    cdef int i
    cdef bint again = True
    while again:
        again = False
        for i in range(c.rules.objective_open):
            if v.open[i] and is_complete(s, c, v.open[i] - 1):
                v.pile |= (<uint32_t> 1) << (v.open[i] - 1)
                v.open[i] = 0
            if v.open[i] == 0 and v.n_stack:
                v.n_stack -= 1
                v.open[i] = v.stack[v.n_stack] + 1
                v.stack[v.n_stack] = 0
                log_row(s, c, LOG_OBJECTIVE, 0, v.open[i] - 1, OBJ_OPEN, 0)
                again = True
        check_thresholds(s, c)

cdef int uncompleted_objectives(const State* s, const Context* c) noexcept nogil:
    """In the row or in the stack (SOL-171)."""
    cdef int i
    cdef int n = s.solo.n_stack
    for i in range(OPEN):
        n += s.solo.open[i] != 0 and not is_complete(s, c, s.solo.open[i] - 1)
    return n

cdef void setup_objectives(State* s, const Context* c) noexcept nogil:
    """So many tiles of each level, III at the bottom, I on top; the first ones are turned up (SOL-06)."""
    cdef const RulesTable* r = c.rules
    cdef Solo* v = &s.solo
    cdef uint8_t tiles[OBJECTIVES]
    cdef int level, i, n
    for level in range(2, -1, -1):
        n = 0
        for i in range(r.n_objectives):
            if r.objective_level[i] == level:
                tiles[n] = i
                n += 1
        shuffle(tiles, n, s.key, LUCK_SOLO, 3 + level)
        for i in range(r.level_objectives[v.level][level]):
            v.stack[v.n_stack] = tiles[i]
            v.n_stack += 1
    collect_objectives(s, c)
