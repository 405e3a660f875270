# What Python holds of the engine: the compiled rules and a state. Slow and checked; games in bulk go through batch.pxi.

from cpython.bytes cimport PyBytes_FromStringAndSize

FAULTS = {
    FAULT_FRAMES: "too many effects inside one another", FAULT_ACTIONS: "too many legal actions",
    FAULT_MARKS: "too many markers in one sector", FAULT_PROBES: "too many probes of one seat",
    FAULT_PUSHES: "too many pushed probes", FAULT_WATCHES: "too many this-turn effects",
    FAULT_NO_ACTION: "no legal action", FAULT_ILLEGAL: "an illegal action", FAULT_INVARIANT: "an impossible state",
    FAULT_ENDLESS: "a game without end", FAULT_PLAYER: "a player in Python failed",
    FAULT_WORD: "a word of the rules that a part of the engine does not know",
}

cdef str fault_text(int fault):
    """What a fault is; of an unknown word the name of its number, and the function that does not know it."""
    if fault != FAULT_WORD:
        return FAULTS[fault]
    from seti_sim.seti.rules.opcodes import ENUMS

    prefix = unknown_group.decode()
    names = ENUMS[prefix]
    name = names[unknown_number] if 0 <= unknown_number < len(names) else str(unknown_number)
    function = unknown_in.decode().rpartition("_engine_")[2]
    return f"{FAULTS[fault]}: {prefix}_{name.upper().replace('-', '_')} in {function}"

DECISIONS = (
    "none", "over", "setup", "turn", "go", "effect", "move", "scan", "trigger", "star", "settle", "gold",
    "pass-discard", "pass-take", "exchange", "joint", "column", "visit", "push", "row-corner", "sample", "reward",
    "secret", "milestone", "objective",
)


FRAME_KINDS = (
    "none", "setup", "turn", "program", "move", "scan", "event", "trigger", "star", "settle", "settle-star", "end-turn",
    "pass", "exchange", "joint", "column", "visit", "push", "card-end", "row-corners", "round-end", "refill", "sample",
    "anomaly", "reward", "message", "secret", "rival", "rival-action", "rival-scan", "rival-pass", "objective",
)
"""Kinds of frames (FK_ of frames.pxi) by number."""


FRAME_MOVE = FK_MOVE
"""Kind of the frames that movement is spent from; `a` of such a frame are the points left."""


from seti_sim.core.errors import EngineFault

IS_CHECKED = bool(CHECKED)
"""Was this engine built with its invariants looked at after every action (`SETI_SIM_CHECKED=1`)?"""


cdef uint64_t tables_made = 0


cdef class Rules:
    """The tables of a compiled rule set as the engine reads them.

    tables: {field of the struct: int or flat list of ints}. A name that the struct does not have, or a value that does
    not fit, raises KeyError or OverflowError.
    """

    cdef RulesTable r
    cdef readonly int n_cards

    def __cinit__(self, tables, fields):
        global tables_made
        cdef char* base = <char*> &self.r
        cdef int card, k, i
        memset(&self.r, 0, sizeof(RulesTable))
        for name, value in tables.items():
            form, count, offset = fields[name]
            values = value if isinstance(value, list) else [value]
            if len(values) > max(count, 1):
                raise OverflowError(f"{len(values)} values of {name} for {count} places")
            for i, number in enumerate(values):
                if form == "i4":
                    (<int32_t*> (base + <Py_ssize_t> offset))[i] = number
                elif form == "i2":
                    (<int16_t*> (base + <Py_ssize_t> offset))[i] = number
                else:
                    (<uint8_t*> (base + <Py_ssize_t> offset))[i] = number
        for i in range(32):
            self.r.n_near[i] = neighbours(i, &self.r.near[i][0])
        for i in range(self.r.n_techs):
            self.r.tech_kind_mask[self.r.tech_kind[i]] |= 1 << i
        for i in range(8):
            self.r.color_stars[self.r.star_color[i]] |= 1 << i
        for card in range(self.r.n_cards):
            if self.r.card_class[card] == CLASS_MISSION:
                add(self.r.mission_cards, card)
            for k in range(self.r.trigger_n[card]):
                for i in range(N_EV):
                    if (self.r.trigger_types[card][k] >> i) & 1:
                        add(&self.r.trigger_cards[i][0], card)
        self.r.plain = plain_rewards(&self.r)
        tables_made += 1
        self.r.stamp = tables_made
        self.n_cards = self.r.n_cards

    def shown(self, int position):
        """Cells (numbers of CELLS) of the 32 spaces in position 64 t1 + 8 t2 + t3 of the discs."""
        return [self.r.shown[position][i] for i in range(32)]

    def layers(self, int position):
        """Layer (0 disc-1 … 3 base) that each of the 32 spaces shows."""
        return [self.r.layer_of[position][i] for i in range(32)]

    def publicity(self, int position):
        """Publicity printed in each of the 32 spaces as shown."""
        return [self.r.space_publicity[position][i] for i in range(32)]

    def fare(self, int position, int disc, int space):
        """(position after disc 0-2 turns, space of the piece after, "stays" | "carried" | "pushed")."""
        cdef int after = turned(position, disc)
        cdef int how = fare(&self.r, position, after, disc, space)
        return after, space if how == STAYS else one_back(space), ("stays", "carried", "pushed")[how]


cdef class Core:
    """A game's state with its rules. Actions are the engine's 32-bit codes; nothing here is text."""

    cdef State s
    cdef Context c
    cdef uint64_t missing[CARD_WORDS]    # cards that this game is played without; only the checks ask
    cdef readonly Rules rules
    cdef Log log

    def __cinit__(self, Rules rules):
        memset(&self.s, 0, sizeof(State))
        memset(&self.log, 0, sizeof(Log))
        memset(self.missing, 0, sizeof(self.missing))
        self.rules = rules
        bare_context(&self.c, &rules.r)

    def start(self, int players, seed, game, int pair=-1, int level=0, swap=(0, 0)):
        """A fresh game of 2 to 4 players; seed and game number are any whole numbers, taken modulo 2**64. pair: numbers of the
        species in the left slot + 256 times that in the right one, -1: drawn. swap: two cards whose places in their deck as
        shuffled first are exchanged. level: 0, or that of a solo game (2 players)."""
        cdef uint64_t key = game_key(<uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), <uint64_t> (game & 0xFFFFFFFFFFFFFFFF))
        self.c.swap[0], self.c.swap[1] = swap
        new_game(&self.s, &self.c, players, key, pair, level)
        self.check()

    def __dealloc__(self):
        free(self.log.rows)
        free(self.c.seen)

    def see(self):
        """Write down from now on which effects do something, for `seen`. Copies do not."""
        if self.c.seen == NULL:
            self.c.seen = <uint8_t*> calloc(CODE, 1)
            if self.c.seen == NULL:
                raise MemoryError()

    def seen(self):
        """By address of the code 1 where an effect has done something since the last call, else 0."""
        data = PyBytes_FromStringAndSize(<char*> self.c.seen, CODE)
        memset(self.c.seen, 0, CODE)
        return data

    def listen(self):
        """Write down from now on what happens, for `heard`. Copies do not listen."""
        if self.log.rows == NULL:
            self.log.rows = <LogRow*> malloc(64 * sizeof(LogRow))
            if self.log.rows == NULL:
                raise MemoryError()
            self.log.size = 64
        self.c.log = &self.log

    def heard(self):
        """Log rows, as bytes of `struct_layouts()["LogRow"]`, of what has happened since the last call."""
        if self.log.n < 0:
            raise MemoryError("no memory for the log")
        data = PyBytes_FromStringAndSize(<char*> self.log.rows, self.log.n * sizeof(LogRow)) if self.log.n else b""
        self.log.n = 0
        return data

    def legal(self):
        """Codes of all legal actions."""
        cdef uint32_t options[MAX_ACTIONS]
        cdef int n = legal(&self.s, &self.c, options)
        return [options[i] for i in range(n)]

    def apply(self, uint32_t act):
        """Do one of the legal actions; anything else raises ValueError and changes nothing."""
        cdef uint32_t options[MAX_ACTIONS]
        cdef int n = legal(&self.s, &self.c, options)
        cdef int i
        for i in range(n):
            if options[i] == act:
                break
        else:
            raise ValueError("not a legal action")
        apply(&self.s, &self.c, act)
        self.check()

    def check(self):
        """Raise EngineFault if the state has a fault; with the checked build after looking at all invariants."""
        if not self.s.fault and CHECKED:
            check_invariants(&self.s, &self.c, self.missing)
        if self.s.fault:
            raise EngineFault(fault_text(self.s.fault))

    def verify(self):
        """Look at all invariants, whatever the build, and raise EngineFault if one does not hold: for a position that
        was written down."""
        if not self.s.fault:
            check_invariants(&self.s, &self.c, self.missing)
        if self.s.fault:
            raise EngineFault(fault_text(self.s.fault))

    def miss_cards(self):
        """A written position may have any cards nowhere: those that lie nowhere now are no part of this game."""
        cdef uint8_t places[CARDS]
        cdef int i
        card_places(&self.s, &self.c, places)
        memset(self.missing, 0, sizeof(self.missing))
        for i in range(self.c.rules.n_cards):
            if not places[i] and (
                self.c.rules.card_species[i] == NONE or active(&self.s, self.c.rules.card_species[i]) != NONE
            ):
                add(self.missing, i)

    def proceed(self):
        """After a position was written into the state: let the game run to its next decision."""
        if self.s.solo.rival:
            check_thresholds(&self.s, &self.c)
        run(&self.s, &self.c)
        self.check()

    def fresh_turn(self, int seat, bint after):
        """Put the game at the start of the seat's turn, before or after its main action, with nothing else pending."""
        cdef int turns = self.s.turns
        memset(self.s.frame, 0, sizeof(self.s.frame))
        self.s.n_frames = 0
        self.s.over = 0
        begin_turn(&self.s, &self.c, seat)
        self.s.turns = turns
        self.s.main = MAIN_AFTER if after else MAIN_BEFORE

    def fresh_setup(self, int seat):
        """Put the game where the seat is the next to tuck a card, with nothing else pending (R2.12)."""
        forget_play(&self.s)
        memset(self.s.frame, 0, sizeof(self.s.frame))
        self.s.n_frames = self.s.turn = 0
        push(&self.s, FK_SETUP, seat, F_CLOSED, SRC_OTHER)

    def place_species(self, int slot):
        """Lay out the board, deck and tokens of a slot's species as at its discovery; nobody gains anything."""
        place_species(&self.s, &self.c, slot)
        turn_up(&self.s, &self.c, slot)

    def shuffled(self, cards, int purpose, int index):
        """The cards in the order of their hashes for LUCK purpose 3 (deck) or 7 (reshuffle), the top of a deck last."""
        cdef uint8_t items[256]
        cdef int i
        cdef int n = len(cards)
        for i in range(n):
            items[i] = cards[i]
        shuffle(items, n, self.s.key, purpose, index)
        return [items[i] for i in range(n)]

    def set_key(self, seed, game):
        self.s.key = game_key(<uint64_t> (seed & 0xFFFFFFFFFFFFFFFF), <uint64_t> (game & 0xFFFFFFFFFFFFFFFF))

    def score_now(self, int seat):
        """(points now, {end-of-game card: points it would score now}, [(gold tile, count, points)])."""
        cards = {}
        cdef int card = next_card(self.s.seat[seat].endgame, -1)
        cdef int i, k, n, side
        while card != NONE:
            cards[card] = endgame_points(&self.s, &self.c, seat, card)
            card = next_card(self.s.seat[seat].endgame, card)
        gold = []
        for i in range(N_GOLD):
            side = gold_side(&self.s, i)
            for k in range(self.s.gold_n[i]):
                if self.s.gold_marks[i][k] == seat:
                    n = count_of(&self.s, &self.c, seat, self.c.rules.gold_count[side])
                    gold.append((i, n, n * self.c.rules.gold_value[side][k if k < 2 else 2]))
        return self.s.seat[seat].res[RES_VP], cards, gold

    def player_luck(self):
        """The 64-bit number that the seat to move has for its luck at this decision."""
        cdef int p = to_move(&self.s)
        return 0 if p == NONE else luck(self.s.key, LUCK_PLAYER, p, self.s.seat[p].decisions)

    def copy(self):
        cdef Core other = Core(self.rules)
        memcpy(&other.s, &self.s, sizeof(State))
        memcpy(other.missing, self.missing, sizeof(self.missing))
        other.c.swap = self.c.swap
        return other

    def __eq__(self, other):
        if not isinstance(other, Core):
            return NotImplemented
        return memcmp(&self.s, &(<Core> other).s, sizeof(State)) == 0

    __hash__ = None

    def to_bytes(self):
        """The whole state; its layout is that of `struct_layouts()["State"]`."""
        return PyBytes_FromStringAndSize(<char*> &self.s, sizeof(State))

    def from_bytes(self, bytes data):
        if len(data) != sizeof(State):
            raise ValueError(f"a state of {sizeof(State)} bytes expected, not {len(data)}")
        memcpy(&self.s, <const char*> data, sizeof(State))

    @property
    def to_move(self):
        """Seat that decides, 0 to players - 1; None when the game is over."""
        cdef int p = to_move(&self.s)
        return None if p == NONE else p

    @property
    def decision(self):
        return DECISIONS[self.s.decision]

    @property
    def turn(self):
        return self.s.turn

    @property
    def round(self):
        return self.s.round

    @property
    def players(self):
        return self.s.players

    @property
    def rival(self):
        """Seat of the rival, 0 to players - 1; None but in solo games."""
        return self.s.solo.rival - 1 if self.s.solo.rival else None

    @property
    def over(self):
        return bool(self.s.over)
