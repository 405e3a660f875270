# What players see in a solo game besides their own points: objectives, which take points and progress from the rival. Its
# own doings they leave out: a look at its points and steps after one turn is mostly a look at the luck of its cards, and
# a player that searches plays worse with it (docs/solo.md).

cdef enum:
    RIVAL_TURN = 5000      # what a turn of the rival brings it, in thousandths of a point (measured, docs/solo.md)

cdef inline int step_worth(const State* s, const Context* c) noexcept nogil:
    """What a step of the rival's marker is worth to it: a round of the track brings a card, and so a turn in this round
    and in each to come."""
    return RIVAL_TURN * (c.rules.rounds - s.round + 1) / c.rules.level_track_n[s.solo.level]

cdef int tile_worth(Eye* e, int objective) noexcept nogil:
    """Worth of completing an open tile: the points that the rival gains for it at the end and, while there are ends of
    rounds to come at which tiles are asked for, the progress that it makes for one missing."""
    cdef const RulesTable* r = e.c.rules
    cdef int steps = r.objective_missing if e.s.round < r.rounds else 0
    return (1000 * r.objective_vp + steps * step_worth(e.s, e.c)) * e.w[W_VP] / 1000

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

cdef int objective_loss(const State* s, const Context* c) noexcept nogil:
    """What the rival gets for objectives as they stand, in thousandths of a point: points for uncompleted ones, in part
    for tasks marked, and steps for those that lack now for the end of this round."""
    cdef const RulesTable* r = c.rules
    cdef int pile = seti_popcount(s.solo.pile)
    cdef int loss = 1000 * r.objective_vp * s.solo.n_stack
    cdef int i, objective
    if not plays_objectives(s, c):
        return 0
    for i in range(OPEN):
        if s.solo.open[i]:
            objective = s.solo.open[i] - 1
            loss += 1000 * r.objective_vp * lacking(s, c, objective) / r.objective_tasks[objective]
            pile += lacking(s, c, objective) == 0
    if 1 <= s.round < r.rounds and pile < r.objective_given_up[s.round - 1]:
        loss += (r.objective_given_up[s.round - 1] - pile) * r.objective_missing * step_worth(s, c)
    return loss
