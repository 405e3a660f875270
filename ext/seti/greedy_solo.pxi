# What `greedy` sees in the objectives of solo play: a tile that is completed takes points and progress from the rival.

cdef int tile_worth(Eye* e, int objective) noexcept nogil:
    """Worth of completing an open tile: the points that the rival gains for it at the end and, while there are ends of
    rounds to come at which tiles are asked for, the progress that it makes for one missing, a step counted as two points."""
    cdef const RulesTable* r = e.c.rules
    return (r.objective_vp + (2 * r.objective_missing if e.s.round < r.rounds else 0)) * e.w[W_VP]

cdef int lacking(const State* s, const Context* c, int objective) noexcept nogil:
    """Tasks of a tile that are not marked yet."""
    return c.rules.objective_tasks[objective] - seti_popcount(s.solo.marked[objective])

cdef int best_task(Eye* e, int event, int param) noexcept nogil:
    """Worth of the best open task that the event may mark: the tile's worth over the tasks that it still lacks."""
    cdef uint32_t options[16]
    cdef int best = 0
    cdef int i, v
    for i in range(objective_options(e.s, e.c, event, param, options)):
        v = tile_worth(e, arg_a(options[i])) / lacking(e.s, e.c, arg_a(options[i]))
        if v > best:
            best = v
    return best

cdef inline int objective_worth(Eye* e, int event, int param) noexcept nogil:
    """What an event of the player is worth for the objectives; nothing but in solo play."""
    return best_task(e, event, param) if e.s.solo.rival and not is_rival(e.s, e.p) else 0

cdef int objective_choice(Eye* e, uint32_t act) noexcept nogil:
    """Which of the tasks that fit is marked: that of the tile which lacks least."""
    return 100 - 10 * lacking(e.s, e.c, arg_a(act))
