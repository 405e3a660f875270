# Setting up a game: the arrangement, the clues, the starting facts. docs/planetx.md says how each is drawn.

cdef enum:
    LUCK_SKY = 32          # item 0: the arrangement
    LUCK_TOPIC             # index: topic, item: attempt
    LUCK_CONFERENCE        # index: conference, item: attempt
    LUCK_DEAL              # index: view, item: group
    LUCK_FACT              # index: view, item: group, fact, sector
    LUCK_BOT               # index: turn, item: what for
    LUCK_PLAYER            # index: seat, item: decision of that seat

cdef enum:
    BOT_VIEW = 4           # the fifth view
    SETTLING = 200         # draws of the conferences of a solo game at most, until they settle Planet X

cdef int draw_system(const Sky_* sky, uint64_t key, bint app) noexcept nogil:
    """An arrangement: all equally likely, or by the weights of the `app` draw."""
    cdef uint64_t word = luck(key, LUCK_SKY, 0, 0)
    cdef int lo = 0
    cdef int hi = sky.n - 1
    cdef int middle
    if not app or sky.cumulative == NULL:
        return <int> below(word, sky.n)
    word %= sky.cumulative[sky.n - 1]
    while lo < hi:
        middle = (lo + hi) >> 1
        if sky.cumulative[middle] > word:
            hi = middle
        else:
            lo = middle + 1
    return lo

cdef inline int slack_place(const Rules_* r, int clue) noexcept nogil:
    return r.clue_family[clue] + (CONFERENCE_SLACK if clue >= r.n_research else 0)

cdef bint has_slack(int family) noexcept nogil:
    return family == EVERY_WITHIN or family == NONE_WITHIN or family == BAND_AT_MOST

cdef uint32_t object_set(const Sky_* sky, int system, int object) noexcept nogil:
    """Sectors of an object in an arrangement; E are the truly empty ones."""
    cdef uint32_t x = <uint32_t> 1 << triple_of(sky, system)[0]
    if object == X_:
        return x
    return set_of(sky, system, object) & (~x if object == E_ else ~(<uint32_t> 0))

cdef int band_of(uint32_t set, int sectors) noexcept nogil:
    """Least number of consecutive sectors of the ring that hold a set: what its widest gap leaves of the ring."""
    cdef int first, last, at
    cdef int gap = 0
    if set == 0:
        return 1
    first = last = seti_ctz(set)
    set &= set - 1
    while set:
        at = seti_ctz(set)
        if at - last > gap:
            gap = at - last
        last = at
        set &= set - 1
    if first + sectors - last > gap:
        gap = first + sectors - last
    return sectors - gap + 1

cdef int sharpest(const Sky_* sky, int family, uint32_t x, uint32_t y) noexcept nogil:
    """The sharpest true number of a rule with slack: the least for every-within and band-at-most, the greatest for
    none-within."""
    cdef int sectors = sky.sectors
    cdef uint32_t near = 0
    cdef int n
    if family == BAND_AT_MOST:
        return band_of(x, sectors)
    for n in range(1, sectors):
        # Sectors at distance n from some y, added to those nearer; a sector is never its own neighbour.
        near |= (y << n) | (y >> (sectors - n)) | (y >> n) | (y << (sectors - n))
        if family == NONE_WITHIN and near & x:
            return n - 1
        if family == EVERY_WITHIN and not x & ~near:
            return n
    return sectors - 1

cdef int slack_of(const Context* c, int system, int clue) noexcept nogil:
    """How far the number of a clue is from the sharpest true one, 0 to 3 (3: three or more)."""
    cdef const Rules_* r = c.r
    cdef uint32_t x = object_set(c.sky, system, r.clue_x[clue])
    cdef uint32_t y = object_set(c.sky, system, r.clue_y[clue]) if r.clue_y[clue] != NOTHING else 0
    cdef int slack = abs(r.clue_n[clue] - sharpest(c.sky, r.clue_family[clue], x, y))
    return slack if slack < 3 else 3

cdef uint64_t clue_weight(const Context* c, int system, int clue) noexcept nogil:
    """Weight with which a clue is drawn for an arrangement, 0 if it is not true of it."""
    cdef const Rules_* r = c.r
    if r.clue_weight[clue] == 0 or not clue_true(c.sky, system, clue):
        return 0
    if not has_slack(r.clue_family[clue]):
        return <uint64_t> r.clue_weight[clue] * 1000
    return <uint64_t> r.clue_weight[clue] * <uint64_t> r.slack[slack_place(r, clue)][slack_of(c, system, clue)]

cdef inline bint single_title(uint32_t title) noexcept nogil:
    """Does a title name one object only?"""
    return (title & (title - 1)) == 0

cdef bint topic_fits(const Rules_* r, int clue, const uint8_t* drawn, int n, const int* naming, const int* family) noexcept nogil:
    """Does a clue go with the n topics drawn so far: another title, no object in too many titles, no rule too often?"""
    cdef int k, o
    if family[r.clue_family[clue]] >= r.same_rule_most:
        return False
    for o in range(OBJECTS):
        if (r.clue_title[clue] >> o) & 1 and naming[o] >= r.naming_most:
            return False
    for k in range(n):
        if r.clue_title[drawn[k]] == r.clue_title[clue]:
            return False
    return True

cdef inline void count_topic(const Rules_* r, int clue, int* naming, int* family) noexcept nogil:
    cdef int o
    family[r.clue_family[clue]] += 1
    for o in range(OBJECTS):
        naming[o] += (r.clue_title[clue] >> o) & 1

cdef bint draw_topics(State* s, const Context* c, const uint64_t* weights, int attempt) noexcept nogil:
    """True topics where none is given, by the weights of the clues for this arrangement: how many of the six have a title
    of one object, then those, then the others, then their order. False at a dead end, which changes nothing."""
    cdef const Rules_* r = c.r
    cdef uint64_t weight[MAX_CLUES]
    cdef uint64_t total, word
    cdef int naming[OBJECTS]
    cdef int family[16]
    cdef uint8_t drawn[TOPICS]                    # the given ones first
    cdef uint8_t order[6]
    cdef int i, topic
    cdef int given = 0
    cdef int singles = 0
    memset(naming, 0, sizeof(naming))
    memset(family, 0, sizeof(family))
    word = below(luck(s.key, LUCK_TOPIC, TOPICS, attempt), r.singles[0] + r.singles[1] + r.singles[2] + r.singles[3])
    while word >= <uint64_t> r.singles[singles]:
        word -= r.singles[singles]
        singles += 1
    for topic in range(TOPICS):
        if s.clue[topic] != NOTHING:
            drawn[given] = s.clue[topic]
            given += 1
            singles -= single_title(r.clue_title[s.clue[topic]])
            count_topic(r, s.clue[topic], naming, family)
    singles += given                         # of those to be drawn, after the given ones
    for topic in range(given, TOPICS):
        if topic == given or topic == singles:
            for i in range(r.n_research):
                weight[i] = weights[i] if single_title(r.clue_title[i]) == (topic < singles) else 0
        total = 0
        for i in range(r.n_research):
            if weight[i] and not topic_fits(r, i, drawn, topic, naming, family):
                weight[i] = 0
            total += weight[i]
        if total == 0:
            return False
        word = luck(s.key, LUCK_TOPIC, topic, attempt) % total
        i = 0
        while word >= weight[i]:
            word -= weight[i]
            i += 1
        drawn[topic] = i
        count_topic(r, i, naming, family)
    for i in range(TOPICS - given):
        order[i] = given + i
    shuffle(order, TOPICS - given, s.key, LUCK_TOPIC, TOPICS + 1)
    i = 0
    for topic in range(TOPICS):
        if s.clue[topic] == NOTHING:
            s.clue[topic] = drawn[order[i]]
            i += 1
    return True

cdef bint draw_conferences(State* s, const Context* c, int attempt) noexcept nogil:
    """A true rule for each conference that none is given for, two not with the same rule and object. False at a dead end,
    which changes nothing."""
    cdef const Rules_* r = c.r
    cdef uint64_t weight[MAX_CLUES]
    cdef uint64_t total, word
    cdef uint8_t drawn[CONFERENCES]
    cdef int i, k
    memcpy(drawn, &s.clue[TOPICS], CONFERENCES)
    for k in range(r.n_conferences):
        if drawn[k] != NOTHING:
            continue
        total = 0
        for i in range(r.n_research, r.n_clues):
            weight[i] = clue_weight(c, s.system, i)
            if drawn[1 - k] != NOTHING and r.clue_group[drawn[1 - k]] == r.clue_group[i]:
                weight[i] = 0
            total += weight[i]
        if total == 0:
            return False
        word = luck(s.key, LUCK_CONFERENCE, k, attempt) % total
        i = r.n_research
        while word >= weight[i]:
            word -= weight[i]
            i += 1
        drawn[k] = i
    memcpy(&s.clue[TOPICS], drawn, CONFERENCES)
    return True

cdef bint conferences_settle(const State* s, const Context* c) noexcept nogil:
    """Where everything is known but which of the sectors that appear empty holds Planet X: do the conferences tell?"""
    cdef uint8_t changed[SECTORS]
    cdef int i, k, other, x
    cdef bint fits
    x = triple_of(c.sky, s.system)[0]
    for i in range(c.r.sectors):
        if s.object[i] != E_:
            continue
        memcpy(changed, s.object, SECTORS)
        changed[x] = E_
        changed[i] = X_
        other = find_system(c.sky, changed)
        fits = other >= 0
        for k in range(c.r.n_conferences):
            fits = fits and clue_true(c.sky, other, s.clue[TOPICS + k])
        if fits:
            return False
    return True

cdef bint fact_fits(const State* s, const Context* c, const uint8_t* facts, int n, int begin, int object, int sector, bint spread) noexcept nogil:
    """May the next fact deny the object there: true, no sector twice in a group, no fact twice; `spread`: no sector twice."""
    cdef int i
    if s.object[sector] == object or (object == C_ and not (c.r.comet_mask >> sector) & 1):
        return False
    for i in range(n):
        if facts[2 * i] == sector and (i >= begin or spread or facts[2 * i + 1] == object):
            return False
    return True

cdef bint deal_group(
    const State* s, const Context* c, int view, int group, int fact, const int32_t* kinds, uint8_t* facts, bint spread,
) noexcept nogil:
    """The facts of a group from number `fact` on, each in a sector drawn among those that leave room for the rest."""
    cdef uint8_t order[SECTORS]
    cdef int i, n, sector
    cdef int at = 4 * group + fact
    cdef bint comet
    if fact == 4:
        return True
    n = 0
    for sector in range(c.r.sectors):
        comet = (c.r.comet_mask >> sector) & 1
        if c.r.group_place[group] == 2 or comet == (c.r.group_place[group] == 0):
            order[n] = sector
            n += 1
    shuffle(order, n, luck(s.key, LUCK_FACT, view, at), LUCK_FACT, 0)
    for i in range(n):
        if fact_fits(s, c, facts, at, 4 * group, kinds[fact], order[i], spread):
            facts[2 * at] = order[i]
            facts[2 * at + 1] = kinds[fact]
            if deal_group(s, c, view, group, fact + 1, kinds, facts, spread):
                return True
    return False

cdef bint deal_facts(const State* s, const Context* c, int view, int n, uint8_t* facts) noexcept nogil:
    """The first `n` facts of a view: whole groups of four (PX-13, PX-14)."""
    cdef const Rules_* r = c.r
    cdef int group, k, total
    cdef int word
    for group in range(n // 4):
        total = 0
        for k in range(r.group_n[group]):
            total += r.group_weight[group][k]
        word = <int> below(luck(s.key, LUCK_DEAL, view, group), total)
        k = 0
        while word >= r.group_weight[group][k]:
            word -= r.group_weight[group][k]
            k += 1
        # In expert mode the sectors of a view are all different where that can be (PX-14).
        if not deal_group(s, c, view, group, 0, &r.group_kinds[group][k][0], facts, r.mode == 1):
            if not deal_group(s, c, view, group, 0, &r.group_kinds[group][k][0], facts, False):
                return False
    return True

cdef void begin(State* s, const Context* c) noexcept nogil:
    """Pawns, tokens and track as they stand before the first turn; arrangement, clues and facts are there already."""
    cdef const Rules_* r = c.r
    cdef Seat* seat
    cdef int p, i
    for p in range(s.seats):
        seat = &s.seat[p]
        # Seat 1 plays first: it stands hindmost (PX-11). The bot's pawn is ahead of the player's (PX-91).
        s.stamp += 1
        seat.arrived = s.stamp
        seat.targets = r.targets
        seat.located_at = -1
        for i in range(4):
            seat.left[i] = r.tokens[i]
    s.finder = NOBODY
    s.finder_time = s.end_time = -1
    # Nobody has entered the first sector; with "leave" its symbol, if any, waits.
    s.handled = r.enter
    s.stage = ST_ROTATE

cdef void set_system(State* s, const Context* c, int system) noexcept nogil:
    cdef int i
    s.system = system
    for i in range(c.r.sectors):
        s.object[i] = object_at(c.sky, system, i)

cdef void deal(
    State* s, const Context* c, int players, uint64_t key, const uint8_t* levels, bint app, int system,
    const uint8_t* clues,
) noexcept nogil:
    """Everything about a game that is drawn before it begins. levels: starting facts of each seat. system: the arrangement
    where it is given, else -1. clues: those that are given, with NOTHING where they are drawn; NULL where all are."""
    cdef uint64_t weights[MAX_CLUES]
    cdef uint8_t given[2]
    cdef int p, i, attempt
    memset(s, 0, sizeof(State))
    memset(s.clue, NOTHING, sizeof(s.clue))
    if clues != NULL:
        memcpy(s.clue, clues, CLUES)
    s.key = key
    s.mode = c.r.mode
    s.players = players
    s.solo = players == 1
    s.seats = 2 if s.solo else players
    set_system(s, c, draw_system(c.sky, key, app) if system < 0 else system)
    for i in range(c.r.n_research):
        weights[i] = clue_weight(c, s.system, i)
    attempt = 0
    while not draw_topics(s, c, weights, attempt):
        attempt += 1
        if attempt == 1000:
            s.fault = FAULT_TOPICS
            return
    memcpy(given, &s.clue[TOPICS], CONFERENCES)
    attempt = 0
    while True:
        while not draw_conferences(s, c, attempt):
            attempt += 1
            if attempt >= 1000:
                s.fault = FAULT_TOPICS
                return
        # The bot's scripts end where Planet X is settled: the conferences of a solo game tell where it lies, if that can be.
        attempt += 1
        if not s.solo or attempt >= SETTLING or conferences_settle(s, c):
            break
        memcpy(&s.clue[TOPICS], given, CONFERENCES)
    for p in range(players):
        s.seat[p].n_facts = levels[p]
        if not deal_facts(s, c, p, levels[p], s.seat[p].facts):
            s.fault = FAULT_FACTS
