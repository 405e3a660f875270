# The solo bot (PX-91 to PX-99): its script, made or given, and what it does in phases and at the end.

cdef enum:
    BOT = 1                # its seat

cdef void note_settled(State* s, const Know* k, const Context* c, int time, uint32_t* noted) noexcept nogil:
    """Theories that the turn which began at `time` has settled go to the script, in order of their sectors."""
    cdef uint32_t certain[4]
    cdef int sector, o
    settled(k, c.sky, certain)
    for sector in range(c.r.sectors):
        for o in range(4):
            if (certain[o] >> sector) & 1 and not (noted[0] >> sector) & 1 and s.n_known < KNOWN:
                noted[0] |= <uint32_t> 1 << sector
                s.known_sector[s.n_known] = sector
                s.known_object[s.n_known] = o
                s.known_at[s.n_known] = time
                s.n_known += 1

cdef int conference_known_from(const Rules_* r, int k) noexcept nogil:
    """Time from which a turn that starts knows a conference (PX-41, PX-43)."""
    return r.conference[k] + (0 if r.enter else 1)

cdef inline uint64_t bot_luck(const State* s, int attempt, int turn, int what) noexcept nogil:
    return luck(s.key, LUCK_BOT, turn, 4 * attempt + what)

cdef inline bint dares(const State* s, const Rules_* r) noexcept nogil:
    """Does the bot of this game try to locate while little is open, in whichever of its scripts (PX-99)?"""
    return below(bot_luck(s, 0, 1, 0), 1000) < <uint32_t> r.solo_tries

cdef uint32_t by_rate(
    const State* s, Bench* b, const Context* c, int here, int targets, int turn, int attempt,
) noexcept nogil:
    """A survey or target whose information per time is nearest to a drawn share of the best on offer; 0: none tells
    anything."""
    cdef const Rules_* r = c.r
    cdef int64_t best = 0
    cdef int64_t wanted, rate, off
    cdef int64_t least = -1
    cdef uint32_t found = 0
    cdef int kind, i, size
    for kind in range(KINDS):
        for i in range(r.visible):
            for size in range(r.visible - i):
                rate = <int64_t> b.survey[kind][i][size] * 2520 // r.survey_cost[size]
                if rate > best:
                    best = rate
    if targets:
        for i in range(r.visible):
            rate = <int64_t> b.target[i] * 2520 // r.target_cost
            if rate > best:
                best = rate
    if best <= 0:
        return 0
    wanted = best * r.solo_rate[below(bot_luck(s, attempt, turn, 1), 9)] // 1000
    for kind in range(KINDS):
        for i in range(r.visible):
            for size in range(r.visible - i):
                rate = <int64_t> b.survey[kind][i][size] * 2520 // r.survey_cost[size]
                off = rate - wanted if rate > wanted else wanted - rate
                if rate > 0 and (least < 0 or off < least):
                    least = off
                    found = action(
                        A_SURVEY, kind, around(here + i, r.sectors), around(here + i + size, r.sectors)
                    )
    if targets and turn:                     # a script begins with a survey
        for i in range(r.visible):
            rate = <int64_t> b.target[i] * 2520 // r.target_cost
            off = rate - wanted if rate > wanted else wanted - rate
            if rate > 0 and off < least:
                least = off
                found = action(A_TARGET, around(here + i, r.sectors), 0, 0)
    return found

cdef uint32_t scripted_turn(
    const State* s, const Know* k, const Context* c, int time, int turn, int targets, int topics, bint researched,
    int attempt,
) noexcept nogil:
    """What the bot does in a turn that starts at `time`."""
    cdef Bench* b = c.bench
    cdef const uint8_t* t
    cdef int here = sector_of(c.r, time)
    cdef int n = TOPICS - seti_popcount(topics)
    cdef int most = c.r.solo_open if dares(s, c.r) else 1
    cdef int topic, which
    cdef uint32_t act
    take_sample(b, k, c.sky, SAMPLE)
    number_triples(b, c.sky)
    if (b.n_triples <= most and k.n <= SAMPLE) or (looks_alike(k, c.sky) and (most > 1 or not n)):
        # Settled; or open so little that it dares a try; or only what appears empty is open, which no survey or target can
        # tell, and it dares or has read all topics. A script's try is right (PX-99).
        clear_sample(b, c.sky)
        t = triple_of(c.sky, s.system)
        return action(A_LOCATE, t[0], t[1], t[2])
    survey_worths(b, c, here)
    target_worths(b, c, here)
    clear_sample(b, c.sky)
    act = by_rate(s, b, c, here, targets, turn, attempt)
    if turn and n and not researched and (
        act == 0 or below(bot_luck(s, attempt, turn, 2), 1000) < <uint32_t> c.r.solo_research
    ):
        which = <int> below(bot_luck(s, attempt, turn, 3), n)
        for topic in range(TOPICS):
            if not (topics >> topic) & 1:
                if which == 0:
                    return action(A_RESEARCH, topic, 0, 0)
                which -= 1
    if act == 0:                             # nothing here tells anything: on, as quickly as can be
        act = action(A_SURVEY, A_, here, around(here + c.r.visible - 1, c.r.sectors))
    return act

cdef int cost_of(const Rules_* r, uint32_t act) noexcept nogil:
    """Time that one of the four actions takes."""
    if kind_of(act) == A_SURVEY:
        return r.survey_cost[around(arg(act, 2) - arg(act, 1), r.sectors)]
    if kind_of(act) == A_TARGET:
        return r.target_cost
    return r.research_cost if kind_of(act) == A_RESEARCH else r.locate_cost

cdef int answer_of(const State* s, const Context* c, uint32_t act) noexcept nogil:
    """What the app says: a number (survey), an object (target), a clue (research), success (locate)."""
    cdef int first = arg(act, 1)
    if kind_of(act) == A_SURVEY:
        return seti_popcount(
            set_of(c.sky, s.system, arg(act, 0))
            & range_mask(first, around(arg(act, 2) - first, c.r.sectors) + 1, c.r.sectors)
        )
    if kind_of(act) == A_TARGET:
        return E_ if s.object[arg(act, 0)] == X_ else s.object[arg(act, 0)]
    if kind_of(act) == A_RESEARCH:
        return s.clue[arg(act, 0)]
    return (
        s.object[arg(act, 0)] == X_ and s.object[around(arg(act, 0) - 1, c.r.sectors)] == arg(act, 1)
        and s.object[around(arg(act, 0) + 1, c.r.sectors)] == arg(act, 2)
    )

cdef void write_script(State* s, const Context* c, const uint8_t* facts, int attempt) noexcept nogil:
    """One script: a perfect reasoner with the bot's starting facts plays alone from sector 1."""
    cdef Know* k = &c.know[BOT]
    cdef Event told
    cdef uint32_t noted = 0
    cdef uint32_t act
    cdef int i, conference
    cdef int time = 0
    cdef int topics = 0
    cdef int held = 0
    cdef int targets = c.r.targets
    cdef bint researched = False
    memset(&told, 0, sizeof(Event))
    told.seat = BOT
    s.n_script = s.n_known = 0
    know_all(k, c.sky)
    for i in range(c.r.solo_facts):
        know_object(k, c.sky, facts[2 * i], <uint32_t> 1 << facts[2 * i + 1], False)
    while s.n_script < SCRIPT:
        for conference in range(c.r.n_conferences):
            if not (held >> conference) & 1 and time >= conference_known_from(c.r, conference):
                held |= 1 << conference
                i = s.clue[TOPICS + conference]
                know_clue(k, c.sky, c.r, i, c.count[c.r.clue_x[i]])
        act = scripted_turn(s, k, c, time, s.n_script, targets, topics, researched, attempt)
        s.script[s.n_script] = act
        s.script_at[s.n_script] = time
        s.n_script += 1
        if kind_of(act) == A_LOCATE:
            return
        targets -= kind_of(act) == A_TARGET
        researched = kind_of(act) == A_RESEARCH
        if researched:
            topics |= 1 << arg(act, 0)
        told.kind = EV_SURVEY + kind_of(act) - A_SURVEY
        told.a = arg(act, 0)
        told.b = arg(act, 1)
        told.c = arg(act, 2)
        told.d = answer_of(s, c, act)
        take_in(k, s, c, BOT, &told)
        note_settled(s, k, c, time, &noted)
        time += cost_of(c.r, act)

cdef void make_script(State* s, const Context* c) noexcept nogil:
    """Of a number of scripts the one whose locate starts nearest to a drawn time (PX-99)."""
    cdef uint8_t facts[FACTS * PAIR]
    cdef State one
    cdef int attempt, off
    cdef int least = -1
    cdef int wanted = c.r.solo_starts[below(bot_luck(s, 0, 0, 0), 5)]
    if not deal_facts(s, c, BOT_VIEW, c.r.solo_facts, facts):
        s.fault = FAULT_FACTS
        return
    memcpy(&one, s, sizeof(State))
    for attempt in range(c.r.solo_scripts):
        memset(one.script, 0, sizeof(one.script))
        memset(one.script_at, 0, sizeof(one.script_at))
        memset(one.known_sector, 0, sizeof(one.known_sector))
        memset(one.known_object, 0, sizeof(one.known_object))
        memset(one.known_at, 0, sizeof(one.known_at))
        write_script(&one, c, facts, attempt)
        off = abs(one.script_at[one.n_script - 1] - wanted)
        if kind_of(one.script[one.n_script - 1]) == A_LOCATE and (least < 0 or off < least):
            least = off
            memcpy(s, &one, sizeof(State))
    if s.n_script == 0:
        s.fault = FAULT_SCRIPT

cdef bint next_known(const State* s, uint8_t* sector, uint8_t* object) noexcept nogil:
    """The theory that the bot submits next: settled in a turn it has completed, in a sector neither confirmed nor with a
    bot token; the earliest settled first, then the lowest sector (PX-93)."""
    cdef int i, k
    cdef bint free
    for i in range(s.n_known):
        if s.known_at[i] >= s.seat[BOT].time or (s.confirmed >> s.known_sector[i]) & 1:
            continue
        free = s.seat[BOT].left[s.known_object[i]] > 0
        for k in range(s.seat[BOT].n_tokens):
            if s.seat[BOT].token[k].sector == s.known_sector[i]:
                free = False
        if free:
            sector[0] = s.known_sector[i]
            object[0] = s.known_object[i]
            return True
    return False
