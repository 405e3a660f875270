# Players: a policy looks at a decision and returns one of its legal actions. It sees the state but must look only at
# what its seat may see (R20), and draws its luck from (game, seat, decision of the seat) alone.

cdef enum:
    POLICY_RANDOM
    POLICY_GREEDY
    POLICY_LOOKAHEAD
    POLICY_MCTS
    POLICY_LEARNED
    POLICY_SEARCH
    POLICY_PYTHON = 100

cdef enum:
    N_VALUE = 176          # features of a position, VALUE_NAMES
    N_HIDDEN = 32          # units of the hidden layer over them
    UNIT_BITS = 12         # binary places of a hidden unit
    # What the network of a learned player takes in (net.pxi).
    NET_UNITS = 64
    N_TABLE = 96           # features of the table, TABLE_NAMES
    N_INPUT = N_VALUE + N_TABLE
    CARD_PLACES = 3        # hand, in play, row


ctypedef struct Sums:
    # The first layer of the network as a seat saw it last: what it took in and the sums of its rows. The next time only the
    # rows of what has changed are added; the sums are the same as those from nothing.
    bint known             # whether the features below are those of a position; all is 0 before the first one
    int32_t raw[N_INPUT]   # features as they are, and scaled
    int16_t x[N_INPUT]
    uint64_t cards[CARD_PLACES][CARD_WORDS]
    int32_t sums[NET_UNITS]

ctypedef struct Policy:
    int kind
    # What it is barred from: bits of A_, techs, kinds of trace, and species whose boards it leaves alone.
    uint32_t no_action
    uint32_t no_tech
    uint32_t no_trace
    uint32_t no_species
    int nodes              # lookahead: most actions done on copies of the state for one choice
    int deals              # lookahead: deals of what is hidden, over which it averages
    int width              # lookahead: choices looked at before the main action
    int playouts           # mcts, search: games played out for one choice
    int turns              # search: turns of its own that it plays on
    int32_t weight[320]
    # Of a position's features (value.pxi): weights by round, of the hidden units, and these units' constants and gains.
    int32_t value[N_VALUE * 5]
    int32_t hidden[N_VALUE * N_HIDDEN]
    int32_t unit[5 * N_HIDDEN]
    int32_t gain[5 * N_HIDDEN]
    const int32_t* net     # of a learned player (net.pxi), in the caller's array; NULL of others
    Sums seen[SEATS]       # of each seat, for its choices
    Sums valued[SEATS]     # and for the worth of positions

cdef enum:
    HEAD = 10              # numbers of a policy before its weights
    N_NUMBERS = HEAD + 320 + N_VALUE * (5 + N_HIDDEN) + 10 * N_HIDDEN

POLICY_NUMBERS = N_NUMBERS
HIDDEN_UNITS = N_HIDDEN
UNIT = 1 << UNIT_BITS

cdef void read_policy(Policy* policy, const int32_t[::1] numbers) noexcept:
    """A policy from its numbers: kind, bars, weights."""
    cdef int i
    memset(policy, 0, sizeof(Policy))
    policy.kind = numbers[0]
    policy.no_action = numbers[1]
    policy.no_tech = numbers[2]
    policy.no_trace = numbers[3]
    policy.no_species = numbers[4]
    if (policy.no_species & 31) == 31:  # all that are printed: those of a variant, too
        policy.no_species = 255
    policy.nodes = numbers[5]
    policy.deals = numbers[6]
    policy.playouts = numbers[7]
    policy.width = numbers[8]
    policy.turns = numbers[9]
    for i in range(320):
        policy.weight[i] = numbers[HEAD + i]
    numbers = numbers[HEAD + 320:]
    for i in range(N_VALUE * 5):
        policy.value[i] = numbers[i]
    numbers = numbers[N_VALUE * 5:]
    for i in range(N_VALUE * N_HIDDEN):
        policy.hidden[i] = numbers[i]
    numbers = numbers[N_VALUE * N_HIDDEN:]
    for i in range(5 * N_HIDDEN):
        policy.unit[i] = numbers[i]
        policy.gain[i] = numbers[5 * N_HIDDEN + i]
    numbers = numbers[10 * N_HIDDEN:]
    if policy.kind == POLICY_LEARNED or policy.kind == POLICY_SEARCH:
        policy.net = &numbers[0]

cdef inline bint barred(const State* s, const Policy* policy, uint32_t act) noexcept nogil:
    cdef int kind = kind_of(act)
    if kind < 32 and (policy.no_action >> kind) & 1:
        return True
    if kind == A_TECH:
        return (policy.no_tech >> arg_a(act)) & 1
    if kind == A_TRACE:
        return (policy.no_trace >> arg_b(act)) & 1 or (arg_c(act) >= 2 and (policy.no_species >> s.species[arg_a(act)]) & 1)
    return False

cdef int permitted(const State* s, const Policy* policy, uint32_t* options, int n) noexcept nogil:
    """Keep of the options those that the policy is not barred from; how many are left."""
    cdef int i
    cdef int left = 0
    if not (policy.no_action | policy.no_tech | policy.no_trace | policy.no_species):
        return n
    for i in range(n):
        if not barred(s, policy, options[i]):
            options[left] = options[i]
            left += 1
    return left

cdef int allowed(const State* s, const Policy* policy, uint32_t* options, int n) noexcept nogil:
    """The same, but all of them where none is left: a decision must be taken."""
    cdef int i
    for i in range(n):
        if not barred(s, policy, options[i]):
            return permitted(s, policy, options, n)
    return n

ctypedef struct Luck:
    uint64_t state

cdef inline uint32_t draw(Luck* l, uint32_t n) noexcept nogil:
    l.state += <uint64_t> 0x9e3779b97f4a7c15ULL
    return below(mix(l.state), n)
