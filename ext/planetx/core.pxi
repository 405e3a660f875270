# What Python holds of the engine. Slow and checked; games in bulk go through batch.pxi.

from cpython.bytes cimport PyBytes_FromStringAndSize

DECISIONS = ("none", "turn", "submit", "place", "last", "over")
OBJECT_LETTERS = "ACDGEX"
from seti_sim.core.errors import EngineFault, SetiSimError

IS_CHECKED = bool(CHECKED)
"""Was this engine built with its invariants looked at after every action (`SETI_SIM_CHECKED=1`)?"""


class SkyError(SetiSimError, ValueError):
    """Placement rules that no arrangement, or too many, obey."""


class DealError(SetiSimError, ValueError):
    """A game that cannot be dealt: the rules ask for topics, facts or a script that this arrangement does not have."""


def fault_error(int fault, where=""):
    """The exception of a fault: a `DealError` where it is the rules' doing."""
    error = DealError if fault in (FAULT_TOPICS, FAULT_FACTS, FAULT_SCRIPT) else EngineFault
    return error(where + FAULTS[fault])


cdef class Sky:
    """All valid arrangements under some placement rules, in the order of their letters.

    count: objects A, C, D, G, E, X. only: sectors allowed each, as bits. near: object that must be beside each, -1. far:
    bit set of objects that must not be. band: 0 or the size of its band. clues: the families, x, y, n of the rules that
    can be dealt. At most 2^21 arrangements; SkyError otherwise.
    """

    cdef Sky_ s
    cdef int32_t count[OBJECTS]

    def __cinit__(self, int sectors, count, only, near, far, band, clues):
        cdef Walk w
        cdef Rules_ r
        cdef int i, code
        memset(&self.s, 0, sizeof(Sky_))
        memset(&w, 0, sizeof(Walk))
        memset(&r, 0, sizeof(Rules_))
        w.p.sectors = sectors
        for i in range(6):
            w.p.count[i], w.p.only[i], w.p.near[i], w.p.far[i], w.p.band[i] = count[i], only[i], near[i], far[i], band[i]
            self.count[i] = count[i]
        with nogil:
            code = find_all(&w, 1 << 21)
        try:
            if code == -1:
                raise MemoryError
            if code == -2 or w.n == 0:
                raise SkyError(f"{'more than 2097152' if code else 'no'} arrangements")
            self.s.sectors = sectors
            self.s.n = w.n
            self.s.words = (w.n + 63) // 64
            self.s.rows = <uint16_t*> calloc(<size_t> w.n * ROW, sizeof(uint16_t))
            self.s.planes = <uint64_t*> calloc(<size_t> self.s.words * PLANE, sizeof(uint64_t))
            self.s.clues = <uint64_t*> calloc(<size_t> self.s.words * 64 * CLUE_WORDS, sizeof(uint64_t))
            self.s.sets = <uint32_t*> calloc(KINDS * 65536, sizeof(uint32_t))
            self.s.triples = <uint8_t*> calloc(2048, 4)
            if not (self.s.rows and self.s.planes and self.s.clues and self.s.sets and self.s.triples):
                raise MemoryError
            with nogil:
                code = index_sets(&self.s, w.found)
            if code:
                raise MemoryError
        finally:
            free(w.found)
        if self.s.n_all_sets > SET_ROOM or self.s.n_triples > TRIPLE_ROOM:
            raise SkyError(f"{self.s.n_all_sets} sets of sectors and {self.s.n_triples} places of Planet X")
        r.n_clues = len(clues)
        for i, (family, x, y, n) in enumerate(clues):
            r.clue_family[i], r.clue_x[i], r.clue_y[i], r.clue_n[i] = family, x, y, n
        with nogil:
            fill_clues(&self.s, &r, self.count)

    def __dealloc__(self):
        free(self.s.rows)
        free(self.s.planes)
        free(self.s.clues)
        free(self.s.sets)
        free(self.s.triples)
        free(self.s.cumulative)

    def __len__(self):
        return self.s.n

    @property
    def sectors(self):
        return self.s.sectors

    def letters(self, int system):
        """The arrangement of a number, one letter a sector."""
        if not 0 <= system < self.s.n:
            raise IndexError(f"arrangement {system}: expected 0 to {self.s.n - 1}")
        return "".join([OBJECT_LETTERS[object_at(&self.s, system, i)] for i in range(self.s.sectors)])

    def find(self, str letters):
        """The number of an arrangement; ValueError if it is not a valid one."""
        cdef uint8_t object[SECTORS]
        cdef int i
        if len(letters) == self.s.sectors and all([letter in OBJECT_LETTERS for letter in letters]):
            for i in range(self.s.sectors):
                object[i] = OBJECT_LETTERS.index(letters[i])
            i = find_system(&self.s, object)
            if i >= 0:
                return i
        raise ValueError(f"{letters!r}: expected a valid arrangement of {self.s.sectors} sectors")

    def objects(self):
        """Every arrangement as rows of object numbers (A 0, C 1, D 2, G 3, E 4, X 5): bytes [n, sectors]."""
        cdef bytearray out = bytearray(self.s.n * self.s.sectors)
        cdef uint8_t* to = out
        cdef int i, k
        with nogil:
            for i in range(self.s.n):
                for k in range(self.s.sectors):
                    to[<size_t> i * self.s.sectors + k] = object_at(&self.s, i, k)
        return out

    def true_of(self, int family, int x, int y, int n):
        """How many arrangements a logic rule is true of."""
        cdef Know k
        if not know_alloc(&k, &self.s):
            raise MemoryError
        know_all(&k, &self.s)
        know_rule(&k, &self.s, family, x, y, n, self.count[x])
        n = k.n
        know_free(&k)
        return n

    def rule_is_true(self, int system, int family, int x, int y, int n):
        """Is a logic rule true of an arrangement?"""
        return bool((rule_bits(&self.s, system >> 6, family, x, y, n, self.count[x]) >> (system & 63)) & 1)

    def clue_table(self, int n):
        """Which of the first n rules that can be dealt are true of each arrangement: bytes [arrangements, n]."""
        cdef bytearray out = bytearray(self.s.n * n)
        cdef uint8_t* to = out
        cdef int i, k
        for i in range(self.s.n):
            for k in range(n):
                to[<size_t> i * n + k] = clue_true(&self.s, i, k)
        return out

    def set_weights(self, const uint32_t[::1] weights):
        """Weights of the `app` draw, one an arrangement."""
        cdef uint64_t total = 0
        cdef int i
        if weights.shape[0] != self.s.n:
            raise ValueError(f"{weights.shape[0]} weights: expected {self.s.n}")
        if self.s.cumulative == NULL:
            self.s.cumulative = <uint64_t*> malloc(<size_t> self.s.n * sizeof(uint64_t))
            if self.s.cumulative == NULL:
                raise MemoryError
        for i in range(self.s.n):
            total += weights[i]
            self.s.cumulative[i] = total
        if not total:
            raise ValueError("weights of 0 only")


cdef class Rules:
    """The numbers of a rule set as the engine reads them, with the sky that they make.

    tables: {field of the struct: int or list of ints}; a name that the struct does not have raises KeyError.
    """

    cdef Rules_ r
    cdef uint32_t* rule_weight
    cdef readonly Sky sky

    def __cinit__(self, Sky sky, tables, fields):
        cdef char* base = <char*> &self.r
        cdef int i
        memset(&self.r, 0, sizeof(Rules_))
        self.sky = sky
        self.rule_weight = <uint32_t*> calloc(sky.s.n, sizeof(uint32_t))
        if self.rule_weight == NULL:
            raise MemoryError
        for name, value in tables.items():
            _, count, offset = fields[name]
            values = value if isinstance(value, list) else [value]
            if len(values) > max(count, 1):
                raise OverflowError(f"{len(values)} values of {name} for {count} places")
            for i, number in enumerate(values):
                (<int32_t*> (base + <Py_ssize_t> offset))[i] = number

    def __dealloc__(self):
        free(self.rule_weight)


cdef Policy policy_of(numbers) except *:
    """A policy of its numbers, a sequence in the order of the struct."""
    cdef int32_t row[POLICY_NUMBERS]
    cdef Policy p
    if len(numbers) != POLICY_NUMBERS:
        raise ValueError(f"{len(numbers)} numbers of a policy: expected {POLICY_NUMBERS}")
    for i, number in enumerate(numbers):
        row[i] = number
    read_policy(&p, row)
    return p


cdef class Core:
    """A game's state with its rules, its log, and what each seat knows."""

    cdef State s
    cdef Context c
    cdef Log log
    cdef Know know[SEATS]
    cdef Bench bench
    cdef readonly Rules rules

    def __cinit__(self, Rules rules):
        cdef int i
        memset(&self.s, 0, sizeof(State))
        memset(&self.bench, 0, sizeof(Bench))
        memset(self.know, 0, sizeof(self.know))
        self.rules = rules
        self.log.n = self.log.start = self.log.game = 0
        self.log.size = 64
        self.log.rows = <Event*> malloc(self.log.size * sizeof(Event))
        for i in range(SEATS):
            if not know_alloc(&self.know[i], &rules.sky.s):
                raise MemoryError
        if self.log.rows == NULL:
            raise MemoryError
        self.c.r = &rules.r
        self.c.sky = &rules.sky.s
        self.c.count = rules.sky.count
        self.c.rule_weight = rules.rule_weight
        self.c.log = &self.log
        self.c.know = self.know
        self.c.bench = &self.bench
        self.c.track = 1

    def __dealloc__(self):
        cdef int i
        free(self.log.rows)
        for i in range(SEATS):
            know_free(&self.know[i])

    def start(self, int players, seed, game, levels, bint app):
        """A fresh game. levels: starting facts of each seat. seed and game number are any 64-bit numbers."""
        cdef uint8_t facts[4]
        cdef int i
        for i in range(players):
            facts[i] = levels[i]
        self.log.n = 0
        self.c.written = 0
        self.log.game = <int32_t> (game & 0x7FFFFFFF)
        new_game(&self.s, &self.c, players, game_key(<uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), <uint64_t> game), facts, app)
        self.check()

    def drawn_system(self, seed, game, bint app):
        """Number of the arrangement that a game draws."""
        return draw_system(self.c.sky, game_key(<uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), <uint64_t> game), app)

    def deal(self, int players, seed, game, int system, const uint8_t[::1] clues):
        """What is drawn before the first turn of a game whose arrangement is given, without starting facts and the bot's
        script. clues: those that are given, of topics and then conferences, 255 where they are drawn."""
        cdef uint8_t levels[SEATS]
        if not 0 <= system < self.c.sky.n or clues.shape[0] != CLUES:
            raise ValueError(f"arrangement {system} and {clues.shape[0]} clues: expected one of the sky, and {CLUES}")
        memset(levels, 0, sizeof(levels))
        self.log.n = 0
        self.log.game = <int32_t> (game & 0x7FFFFFFF)
        deal(
            &self.s, &self.c, players, game_key(<uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), <uint64_t> game), levels, False,
            system, &clues[0],
        )
        if self.s.fault:
            raise fault_error(self.s.fault)

    def bot_facts(self):
        """Starting facts that the bot's script was made with: bytes, sector and object of each."""
        cdef uint8_t facts[FACTS * PAIR]
        memset(facts, 0, sizeof(facts))
        deal_facts(&self.s, &self.c, BOT_VIEW, self.c.r.solo_facts, facts)
        return PyBytes_FromStringAndSize(<char*> facts, 2 * self.c.r.solo_facts)

    def restart(self):
        """After a deal was written into the state: play from its beginning."""
        self.log.n = 0
        self.c.written = 0
        self.forget()
        start(&self.s, &self.c)
        self.check()

    def proceed(self):
        """After fields were written into the state: go on from the arrow to the next decision."""
        self.s.stage = ST_ROTATE
        self.forget()
        run(&self.s, &self.c)
        self.check()

    def forget(self):
        """What the seats know is worked out anew, from the log."""
        cdef int i
        for i in range(SEATS):
            self.know[i].begun = 0

    def legal(self):
        """Codes of all legal actions."""
        cdef uint32_t options[MAX_ACTIONS]
        cdef int n = legal(&self.s, &self.c, options)
        return [options[i] for i in range(n)]

    def apply(self, uint32_t act):
        """Do one of the legal actions; anything else raises ValueError and changes nothing."""
        if not is_legal(&self.s, &self.c, act):
            raise ValueError("not a legal action")
        apply(&self.s, &self.c, act)
        self.check()

    def check(self):
        """Raise EngineFault if the state has a fault; with the checked build after looking at all invariants."""
        if not self.s.fault and CHECKED:
            check_invariants(&self.s, &self.c)
        if self.s.fault:
            raise fault_error(self.s.fault)

    def invariants(self):
        """Look at all invariants now, in any build."""
        check_invariants(&self.s, &self.c)
        self.check()

    def choose(self, policy):
        """The action of a compiled policy, its numbers as the struct has them, at this decision."""
        cdef Policy p = policy_of(policy)
        cdef uint32_t act = choose(&self.s, &self.c, &p)
        self.check()
        return act

    def possible(self, int seat):
        """Numbers of the arrangements that agree with all that the seat knows: bytes of int32, ascending."""
        cdef Know* k = catch_up(&self.s, &self.c, seat)
        cdef bytearray out = bytearray(k.n * sizeof(int32_t))
        sample(k, self.c.sky, k.n, <int32_t*> <char*> out)
        return out

    def likely(self, int seat, policy):
        """Sample of the arrangements that the seat holds possible, as `planner` weighs them: numbers, with repetitions."""
        cdef Policy p = policy_of(policy)
        take_likely(&self.bench, &self.s, &self.c, &p, catch_up(&self.s, &self.c, seat), seat)
        return [self.bench.system[i] for i in range(self.bench.n)]

    def n_possible(self, int seat):
        return catch_up(&self.s, &self.c, seat).n

    def answer(self, uint32_t act):
        """What the app says to one of the four actions."""
        return answer_of(&self.s, &self.c, act)

    def worths(self, int seat):
        """Information of the actions of the seat's turn, by its own knowledge: [(code, thousandths of a bit)]."""
        cdef Know* k = catch_up(&self.s, &self.c, seat)
        cdef uint32_t acts[256]
        cdef int64_t rates[256]
        cdef int n, i
        take_sample(&self.bench, k, self.c.sky, SAMPLE)
        n = candidates(&self.s, &self.c, acts, rates)
        clear_sample(&self.bench, self.c.sky)
        return [(acts[i], rates[i] * cost_of(self.c.r, acts[i]) / 2520) for i in range(n)]

    def copy(self):
        cdef Core other = Core(self.rules)
        other.from_bytes(self.to_bytes())
        other.c.written = self.c.written
        return other

    def __eq__(self, other):
        if not isinstance(other, Core):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None

    def to_bytes(self):
        """The whole state, then the log; layouts are those of `struct_layouts()`."""
        return PyBytes_FromStringAndSize(<char*> &self.s, sizeof(State)) + PyBytes_FromStringAndSize(
            <char*> self.log.rows, self.log.n * sizeof(Event)
        )

    def from_bytes(self, bytes data):
        cdef Py_ssize_t n = (len(data) - <Py_ssize_t> sizeof(State)) // <Py_ssize_t> sizeof(Event)
        cdef Event* rows
        if n < 0 or len(data) != sizeof(State) + n * sizeof(Event):
            raise ValueError(f"a state of {sizeof(State)} bytes and a log expected, not {len(data)}")
        if n > self.log.size:
            rows = <Event*> realloc(self.log.rows, n * sizeof(Event))
            if rows == NULL:
                raise MemoryError
            self.log.rows = rows
            self.log.size = n
        memcpy(&self.s, <const char*> data, sizeof(State))
        memcpy(self.log.rows, <const char*> data + sizeof(State), n * sizeof(Event))
        self.log.n = n
        self.c.written = 1
        self.forget()

    @property
    def to_move(self):
        """Seat that decides, 0 to players - 1; None when the game is over."""
        return None if self.s.decision == D_OVER else self.s.actor

    @property
    def decision(self):
        return DECISIONS[self.s.decision]

    @property
    def players(self):
        return self.s.players

    @property
    def seats(self):
        return self.s.seats

    @property
    def over(self):
        return bool(self.s.over)

    @property
    def hindmost(self):
        return hindmost(&self.s)
