# What a run of the engine carries along besides the state, and what it writes down: the log, counts of actions, the course.

ctypedef struct Log:
    LogRow* rows
    int64_t n
    int64_t size
    int64_t game

# What a run of the engine carries besides the state: the rules, and where to write down what happens (NULL: nowhere).
ctypedef struct Context:
    const RulesTable* rules
    Log* log
    uint16_t* acts              # (seat * rounds + round - 1) * N_ACT + kind
    uint8_t swap[2]             # two cards whose places in their deck are exchanged; none where they are the same
    int16_t* course             # rounds * players points, then COURSE_ columns
    uint8_t* seen               # by address of the code: 1 where an effect has done something

# What follows the points by round in the course of a game.
cdef enum:
    COURSE_LEADER          # seat + 1 that led alone last
    COURSE_CHANGES         # how often that became another one
    N_COURSE


cdef inline void log_row(const State* s, const Context* c, int kind, int seat, int item, int a, int b) noexcept nogil:
    """Write one row of kind LOG_ (seti_sim/seti/vocabulary_tables.py), seat 1 to n or 0. Memory that cannot be had sets n to -1, which the batch reports."""
    cdef Log* log = c.log
    cdef LogRow* row
    cdef void* more
    if log == NULL or log.n < 0:
        return
    if log.n == log.size:
        more = realloc(log.rows, 2 * log.size * sizeof(LogRow))
        if more == NULL:
            log.n = -1
            return
        log.rows = <LogRow*> more
        log.size *= 2
    row = &log.rows[log.n]
    log.n += 1
    row.game = log.game
    row.kind = kind
    row.seat = seat
    row.round = s.round
    row.item = item
    row.turn = s.turns
    row.a = a
    row.b = b


cdef inline void bare_context(Context* c, const RulesTable* rules) noexcept nogil:
    """Rules and nothing else: nothing is written down, no cards are exchanged."""
    memset(c, 0, sizeof(Context))
    c.rules = rules


cdef inline void count_act(const State* s, const Context* c, int player, int kind) noexcept nogil:
    if c.acts != NULL and s.round >= 1:
        c.acts[(player * c.rules.rounds + s.round - 1) * N_ACT + kind] += 1
