"""The vocabulary of cards, one row a word: verbs, conditions, counts and events.

A row says what a word is called in the data, which keys it has and what they may be, how it is said in English, how many
words of the engine's code it takes, what it brings about, and how it is written. What needs no more than that is compiled
(`rules/coder.py`), said (`rules/wording.py`), bounded (`rules/bounds.py`) and documented (docs/data.md) from its row; a word
that needs more has a method of its own there. The place of a row in its group is its number in the engine, so that rows
are added at the end of a group. What a new word needs besides is in CONTRIBUTING.md; tests/seti/rules/test_vocabulary_places.py names
what was forgotten.

Nothing is imported here from the package, for `setup.py` reads the numbers before there is one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# Resources of `gain` and of costs.
RESOURCES = ("credits", "energy", "publicity", "data", "vp", "exofossil")
# Income printed on a card. The last two stand on species cards only.
INCOMES = ("credits", "energy", "card", "data", "publicity")
COLORS = ("yellow", "red", "blue", "black")
TRACE_KINDS = ("signal", "lander", "analysis")
TECH_KINDS = ("probe", "telescope", "computer")
CORNERS = ("move", "publicity", "data", "vp")
# What a space shows. Planets follow at their own numbers, so a bit mask over these names any set of spaces.
CELLS = (
    "empty",
    "asteroids",
    "comet",
    "mercury",
    "venus",
    "earth",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "oumuamua",
)
PLANETS = CELLS[3:]
DRAW_FROM = ("deck", "row-or-deck", "row")
SIGNAL_WHERE = ("star", "color", "any", "body", "own-probe", "own-probe-and-neighbors", "next-anomaly")
TRACE_WHERE = ("anywhere", "own-species", "that-species")
PIECES = ("orbiter", "lander")
PER_GIVES = ("gain", "move", "draw")  # verbs that `per` multiplies

# ---------------------------------------------------------------------- keys


@dataclass(frozen=True)
class Key:
    """A key of a word: its name and what may stand there.

    `kind`: whole (a number from `lo` to `hi`), flag (true or false), word (one of `words`), several (a list of them),
    place (the same, a planet or another spot), star (a name of the data), effects (a list of effects), branches (a list of such lists), condition, count, event, terms
    (a list of the same kind of table). With `optional` it may be left out; `english` says a word where the word itself does not do.
    """

    name: str
    kind: str
    lo: int = 0
    hi: int = 0
    words: tuple[str, ...] = ()
    optional: bool = False
    english: dict[str, str] = field(default_factory=dict, hash=False)


def whole(name: str, lo: int, hi: int) -> Key:
    return Key(name, "whole", lo, hi)


def flag(name: str) -> Key:
    return Key(name, "flag", optional=True)


def word(name: str, words: tuple[str, ...] | dict[str, str], *, optional: bool = False) -> Key:
    """One of some words, given alone or with the English of each."""
    return Key(name, "word", words=tuple(words), optional=optional, english=words if isinstance(words, dict) else {})


def effects(name: str = "then") -> Key:
    return Key(name, "effects")


# ---------------------------------------------------------------------- verbs

PLAY = ("play", "probe")  # in a card's `play` and inside its `choose-probe`
ANYWHERE = ("", "play", "probe", "watch", "message")


@dataclass(frozen=True)
class Verb:
    """A word that `do` can be, and its operation in the engine.

    - `op`: name of the operation; the verb is the same in small letters with hyphens. `in_data` is False for operations
      that no `do` names.
    - `length`: words of code, the operation's number included (CHOOSE: and one a branch). Without a method of its own in
      `Coder` they are the number and the keys in order; a key with one possible word takes none.
    - `english`: a sentence with the keys in braces (`rules/sentences.py`); None where `Wording` has a method for it.
    - `causes`: what it brings about, as `bounds` calls it; `inner`: which word is the address of a program.
    - `brings`: what the seat can have more of by the operation itself, of RESOURCES and "card", or "reward": what a list of its
      causes gives. Not what the effects inside it bring. How much stands in `AMOUNTS` of `rules/bounds.py`.
    - `where`: in which lists it may stand, as `Terms.inside` calls them.
    - `exactly_one`: keys of which there is exactly one, besides `keys`.
    - `examples`: ways to write it, and `of_species` such as only species' boards and cards can have.
    """

    op: str
    length: int
    keys: tuple[Key, ...] = ()
    english: str | None = None
    causes: tuple[str, ...] = ()
    brings: tuple[str, ...] = field(kw_only=True)
    inner: int | None = None
    where: tuple[str, ...] = ANYWHERE
    exactly_one: tuple[Key, ...] = ()
    examples: tuple[str, ...] = ()
    of_species: tuple[str, ...] = ()
    in_data: bool = True

    @property
    def name(self) -> str:
        return self.op.lower().replace("_", "-")


OF_CORNER = CORNERS[1:]  # all but moves
OF_CAUSE = ("reward",)
NOTHING: tuple[str, ...] = ()
RESOURCE_KEYS = tuple(whole(name, 1, 100 if name == "vp" else 20) for name in RESOURCES)
MOONS = ", also on a moon without the tech for it"
OCCUPIED = ", even on an occupied space as if it were free"
LANDING = f"{{moons:{MOONS}}}{{occupied:{OCCUPIED}}}"
TECH = {"probe": "a probe tech", "telescope": "a telescope tech", "computer": "a computer tech", "any": "a tech"}
TRACE = {"signal": "a signal trace", "lander": "a lander trace", "analysis": "an analysis trace", "any": "a trace of any kind"}

VERBS = (
    Verb("END", 1, brings=NOTHING, in_data=False),
    Verb(
        "GAIN",
        3,
        brings=RESOURCES,
        exactly_one=RESOURCE_KEYS,
        examples=(
            '{do="gain", vp=3}',
            '{do="gain", credits=1}',
            '{do="gain", energy=1}',
            '{do="gain", publicity=1}',
            '{do="gain", data=1}',
            '{do="gain", exofossil=1}',
        ),
    ),
    Verb(
        "DRAW",
        3,
        (
            whole("n", 1, 10),
            word(
                "from",
                {
                    "deck": "from the deck",
                    "row-or-deck": "from the row or the deck",
                    "row": "from the row",
                    "species": "of this species",
                },
            ),
        ),
        "draw {n:card} {from}",
        brings=("card",),
        examples=('{do="draw", n=2, from="deck"}', '{do="draw", n=1, from="row-or-deck"}', '{do="draw", n=1, from="row"}'),
        of_species=('{do="draw", n=1, from="species"}',),
    ),
    Verb("INCOME", 1, (), "increase your income with a card from your hand", brings=INCOMES, examples=('{do="income"}',)),
    Verb("MOVE", 2, (whole("n", 1, 12),), "gain {n:movement}", ("move",), brings=NOTHING, examples=('{do="move", n=3}',)),
    Verb(
        "LAUNCH",
        2,
        (flag("ignore_limit"),),
        "launch a probe{ignore_limit: without regard to the limit}",
        ("launch",),
        brings=NOTHING,
        examples=('{do="launch"}', '{do="launch", ignore_limit=true}'),
    ),
    Verb("ORBIT", 1, (), "orbit a planet", ("orbit",), brings=NOTHING, examples=('{do="orbit"}',)),
    Verb(
        "LAND",
        2,
        (flag("moons"), flag("occupied")),
        "land" + LANDING,
        ("land",),
        brings=NOTHING,
        examples=('{do="land"}', '{do="land", moons=true}', '{do="land", occupied=true}'),
    ),
    Verb(
        "ORBIT_OR_LAND",
        2,
        (flag("moons"), flag("occupied")),
        "orbit or land" + LANDING,
        ("orbit", "land"),
        brings=NOTHING,
        examples=('{do="orbit-or-land"}',),
    ),
    Verb("SCAN", 1, (), "scan", ("scan",), brings=NOTHING, examples=('{do="scan"}',)),
    Verb("ANALYZE", 1, (), "analyze data", ("analyze",), brings=NOTHING, examples=('{do="analyze"}',)),
    Verb("ROTATE", 1, (), "rotate the solar system", ("rotate", "anomaly"), brings=NOTHING, examples=('{do="rotate"}',)),
    Verb(
        "RESEARCH",
        3,
        (word("tech", TECH), flag("known_to_others"), flag("no_bonus")),
        "research {tech}{known_to_others: that another player has}{no_bonus:, without the bonus of its tile}",
        ("research",),
        brings=NOTHING,
        examples=(
            '{do="research", tech="any"}',
            '{do="research", tech="probe"}',
            '{do="research", tech="any", known_to_others=true}',
            '{do="research", tech="any", no_bonus=true}',
        ),
    ),
    Verb(
        "SIGNAL",
        5,
        (whole("n", 1, 6), flag("same_sector"), flag("no_data")),
        causes=("signal",),
        brings=NOTHING,
        exactly_one=(
            Key("star", "star"),
            word("color", COLORS),
            word("where", ("any", "own-probe", "own-probe-and-neighbors", "next-anomaly", *PLANETS)),
        ),
        examples=(
            '{do="signal", n=1, star="vega"}',
            '{do="signal", n=2, color="red"}',
            '{do="signal", n=1, where="any"}',
            '{do="signal", n=2, where="any", same_sector=true}',
            '{do="signal", n=1, where="mars"}',
            '{do="signal", n=1, where="own-probe"}',
            '{do="signal", n=3, where="own-probe-and-neighbors"}',
            '{do="signal", n=1, where="any", no_data=true}',
        ),
        of_species=('{do="signal", n=1, where="oumuamua"}', '{do="signal", n=1, where="next-anomaly"}'),
    ),
    Verb(
        "SIGNAL_ROW",
        2,
        (whole("n", 1, 6),),
        "discard {n:card} from the row to mark {n:|its signal|their signals}",
        ("signal",),
        brings=NOTHING,
        examples=('{do="signal-row", n=1}',),
    ),
    Verb(
        "SIGNAL_HAND",
        3,
        (whole("n", 1, 6), flag("optional")),
        causes=("signal",),
        brings=NOTHING,
        examples=('{do="signal-hand", n=1}', '{do="signal-hand", n=3, optional=true}'),
    ),
    Verb(
        "SIGNAL_DECK",
        2,
        (whole("n", 1, 6),),
        "discard the top card of the deck to mark its signal{n:||, # times}",
        ("signal",),
        brings=NOTHING,
        examples=('{do="signal-deck", n=2}',),
    ),
    Verb(
        "SIGNAL_PROBES",
        2,
        (whole("n", 1, 6),),
        "{n:|you may mark a signal in the sector of any probe, whoever owns it"
        "|mark a signal in the sector of each of up to # probes, whoever owns them}",
        ("signal",),
        brings=NOTHING,
        examples=('{do="signal-probes", n=2}',),
    ),
    Verb(
        "TRACE",
        3,
        (
            word("kind", TRACE),
            word(
                "where",
                {
                    "own-species": " for a species of which you have such a trace already",
                    "that-species": " for that species",
                },
                optional=True,
            ),
        ),
        "mark {kind}{where}",
        ("trace",),
        brings=NOTHING,
        examples=(
            '{do="trace", kind="lander"}',
            '{do="trace", kind="any"}',
            '{do="trace", kind="signal", where="own-species"}',
        ),
        of_species=('{do="trace", kind="signal", where="own-species"}',),
    ),
    Verb(
        "IF",
        3,
        (Key("cond", "condition"), effects()),
        "if {cond}, {then}",
        brings=NOTHING,
        inner=2,
        examples=('{do="if", cond={publicity=8}, then=[{do="gain", vp=3}]}',),
    ),
    # What it multiplies is told by its words, not by an address; so is whether it moves.
    Verb(
        "PER",
        5,
        (Key("count", "count"), effects()),
        "{then} {count}",
        brings=(*RESOURCES, "card"),
        examples=('{do="per", count={wins=1}, then=[{do="gain", vp=1}]}',),
    ),
    Verb(
        "CHOOSE",
        2,
        (Key("of", "branches"),),
        brings=NOTHING,
        examples=('{do="choose", of=[[{do="gain", credits=1}], [{do="gain", energy=1}]]}',),
    ),
    Verb("MAY", 2, (effects(),), brings=NOTHING, inner=1, examples=('{do="may", then=[{do="rotate"}]}',)),
    Verb(
        "THIS_TURN",
        2,
        (Key("on", "event"), flag("once"), flag("distinct"), effects()),
        brings=NOTHING,
        where=PLAY,
        examples=(
            '{do="this-turn", on={event="visit", body="planet"}, then=[{do="gain", vp=1}]}',
            '{do="this-turn", on={event="visit", body="planet"}, distinct=true, then=[{do="gain", data=1}]}',
            '{do="this-turn", on={event="visit", body="mars"}, once=true, then=[{do="gain", vp=4}]}',
        ),
    ),
    Verb(
        "CHOOSE_PROBE",
        2,
        (effects(),),
        brings=NOTHING,
        inner=1,
        where=PLAY,
        examples=('{do="choose-probe", then=[{do="per", count={adjacent=1, body="asteroids"}, then=[{do="gain", data=1}]}]}',),
    ),
    Verb(
        "REMOVE",
        4,
        (word("piece", PIECES), flag("moons"), effects()),
        "remove one of your {piece}s from a planet{moons: or moon} to {then}",
        brings=NOTHING,
        inner=3,
        examples=(
            '{do="remove", piece="orbiter", then=[{do="gain", vp=4}]}',
            '{do="remove", piece="lander", moons=true, then=[{do="gain", vp=4}]}',
        ),
    ),
    Verb(
        "ROW_CORNERS",
        2,
        (whole("n", 1, 6),),
        None,
        ("move",),
        brings=OF_CORNER,
        where=PLAY,
        examples=('{do="row-corners", n=3}',),
    ),
    Verb(
        "DRAWN_CORNER",
        1,
        (),
        "gain the corner of the card just drawn, keeping the card",
        ("move",),
        brings=OF_CORNER,
        where=PLAY,
        examples=('{do="draw", n=1, from="deck"} + {do="drawn-corner"}',),
    ),
    Verb(
        "VISIT_MOVE_INSTEAD",
        1,
        (),
        "this turn, each time you visit a planet, you may gain 1 movement instead of its publicity",
        brings=NOTHING,
        where=PLAY,
        examples=('{do="visit-move-instead"}',),
    ),
    Verb(
        "IGNORE_ASTEROIDS",
        1,
        (),
        "this turn, leaving asteroids costs no extra movement",
        brings=NOTHING,
        where=PLAY,
        examples=('{do="ignore-asteroids"}',),
    ),
    # A message is the card's own, which waits for it (CEN-06).
    Verb(
        "TUCK_THIS",
        1,
        (),
        "you may increase your income with this card",
        brings=INCOMES,
        where=(*PLAY, "message"),
        examples=('{do="tuck-this"}',),
    ),
    Verb("RETURN_THIS", 1, (), "return this card to your hand", brings=NOTHING, where=PLAY, examples=('{do="return-this"}',)),
    Verb("DRAW_SPECIES", 3, brings=("card",), in_data=False),  # `draw` from "species"
    Verb(
        "PAY",
        3,
        brings=NOTHING,
        exactly_one=RESOURCE_KEYS,
        of_species=('{do="may", then=[{do="pay", energy=1}, {do="gain", vp=3}]}',),
    ),
    Verb(
        "REPEAT",
        2,
        (effects(),),
        "as often as you like, {then}",
        brings=NOTHING,
        inner=1,
        of_species=('{do="repeat", then=[{do="pay", exofossil=1}, {do="gain", vp=3}]}',),
    ),
    Verb(
        "PICK_SAMPLE",
        1,
        (),
        "look at the samples at that planet and take one of them as a capsule",
        brings=NOTHING,
        where=PLAY,
        of_species=('{do="land"} + {do="pick-sample"}',),
    ),
    Verb(
        "SAMPLE_REWARD",
        2,
        (word("where", {"own-probe": "a planet with one of your probes", "jupiter-or-saturn": "Jupiter or Saturn"}),),
        "look at the samples at {where} and gain the reward of one of them",
        ("sample",),
        brings=OF_CAUSE,
        of_species=('{do="sample-reward", where="own-probe"}', '{do="sample-reward", where="jupiter-or-saturn"}'),
    ),
    Verb(
        "DELIVER",
        3,
        (whole("times", 1, 5),),
        "deliver it for its sample's reward{times:|| twice| # times}",
        ("sample",),
        brings=OF_CAUSE,
        of_species=('{do="deliver", times=1}',),
    ),
    Verb(
        "ANOMALY_REWARD",
        1,
        (word("which", ("next",)),),
        "gain the reward of the next anomaly",
        ("anomaly",),
        brings=OF_CAUSE,
        of_species=('{do="anomaly-reward", which="next"}',),
    ),
    Verb(
        "DISCARD_DRAWN",
        2,
        (word("for", {"corner": "to gain its corner", "income": "to gain its income once"}),),
        "discard one of the cards just drawn {for}",
        brings=(*INCOMES, "vp"),
        where=PLAY,
        of_species=(
            '{do="draw", n=2, from="deck"} + {do="discard-drawn", for="corner"}',
            '{do="draw", n=2, from="deck"} + {do="discard-drawn", for="income"}',
        ),
    ),
    Verb(
        "NO_MOVE_PUBLICITY",
        1,
        (),
        "this turn, your moves bring no publicity",
        brings=NOTHING,
        where=PLAY,
        of_species=('{do="no-move-publicity"}',),
    ),
    Verb("PROGRESS", 2, brings=NOTHING, in_data=False),  # the rival's alone (rules/solo.py)
)

# ---------------------------------------------------------------------- conditions and counts


@dataclass(frozen=True)
class Term:
    """A condition or a count: a table that is told by its keys, the first of which is its word on the page.

    `played`: only the card being played can ask it. `after`: the effect that comes before it in an example, so that it
    has something to ask. `name` is empty where it is made of other terms and has no number.
    """

    name: str
    keys: tuple[Key, ...]
    examples: tuple[str, ...] = ()
    of_species: tuple[str, ...] = ()
    played: bool = False
    after: str = ""

    @property
    def word(self) -> str:
        return self.keys[0].name


ANY_TECH = (*TECH_KINDS, "any")
ANY_TRACE = (*TRACE_KINDS, "any")
AT, AT_MOONS = word("at", PLANETS, optional=True), flag("moons")
ONE_PLANET, ONE_SECTOR, TILE = (word("at", (place,)) for place in ("one-planet", "one-sector", "oumuamua"))
KIND = word("kind", ANY_TRACE, optional=True)
COLOR = word("color", COLORS, optional=True)

CONDITIONS = (
    Term(
        "CRAFT",
        (whole("craft", 1, 30), AT, AT_MOONS),
        ('{craft=1, at="venus"}', '{craft=1, at="mars", moons=true}', "{craft=3}"),
    ),
    Term("ORBITERS", (whole("orbiters", 1, 30),), ("{orbiters=2}",)),
    Term("LANDERS", (whole("landers", 1, 30), AT_MOONS), ("{landers=3}",)),
    Term(
        "ONE_PLANET",
        (whole("orbiters", 1, 30), whole("landers", 1, 30), ONE_PLANET, AT_MOONS),
        ('{orbiters=1, landers=1, at="one-planet"}',),
    ),
    Term("WINS", (whole("wins", 1, 20), COLOR), ("{wins=2}", '{wins=1, color="red"}')),
    Term("WINS_ONE_SECTOR", (whole("wins", 1, 20), ONE_SECTOR), ('{wins=2, at="one-sector"}',)),
    Term("TRACES", (whole("traces", 1, 30), KIND), ('{traces=3, kind="signal"}',)),
    Term(
        "TRACES_EACH_SPECIES",
        (whole("traces", 1, 20), KIND, word("species", ("each",))),
        ('{traces=1, kind="any", species="each"}',),
    ),
    Term(
        "TRACES_OF_EACH_KIND",
        (whole("traces_each", 1, 10), word("species", ("single",))),
        ('{traces_each=1, species="single"}',),
    ),
    Term("TECHS", (whole("techs", 1, 12), word("tech", ANY_TECH)), ('{techs=3, tech="telescope"}',)),
    Term("PUBLICITY", (whole("publicity", 1, 100),), ("{publicity=8}",)),
    Term("VP", (whole("vp", 1, 500),), ("{vp=50}",)),
    Term("HAND", (whole("hand", 0, 100),), ("{hand=0}",)),
    Term("SIGNAL_SECTORS", (whole("signal_sectors", 1, 8),), ("{signal_sectors=4}",)),
    Term("PROBE_ON", (word("probe_on", CELLS[1:]),), ('{probe_on="comet"}',)),
    Term(
        "PROBE_ON_NEXT_TO",
        (word("probe_on", CELLS[1:]), word("next_to", PLANETS[:8])),
        ('{probe_on="asteroids", next_to="earth"}',),
    ),
    Term("PROBE_DISTANCE", (whole("probe_distance", 1, 10),), ("{probe_distance=5}",)),
    Term(
        "TRACES_SPECIES",
        (whole("traces", 1, 20), KIND, word("species", ("this", "other"))),
        of_species=('{traces=2, kind="any", species="this"}', '{traces=2, kind="lander", species="other"}'),
    ),
    Term("TRACES_SAME", (whole("traces", 1, 30), word("kind", ("same",))), of_species=('{traces=3, kind="same"}',)),
    Term(
        "EACH_KIND_SPECIES",
        (whole("traces_each", 1, 10), word("species", ("this",))),
        of_species=('{traces_each=1, species="this"}',),
    ),
    Term(
        "PAID_TRACES",
        (whole("paid_traces", 1, 20), word("species", ("this",))),
        of_species=('{paid_traces=1, species="this"}',),
    ),
    Term("EXOFOSSIL", (whole("exofossil", 1, 100),), of_species=("{exofossil=3}",)),
    Term(
        "LANDERS_AT",
        (whole("landers", 1, 30), word("at", PLANETS), AT_MOONS),
        of_species=('{landers=1, at="oumuamua"}',),
    ),
    Term(
        "CRAFT_ONE_PLANET",
        (whole("craft", 1, 30), ONE_PLANET, AT_MOONS),
        of_species=('{craft=3, at="one-planet", moons=true}',),
    ),
    Term("SIGNALS_ON_TILE", (whole("signals", 1, 20), TILE), of_species=('{signals=2, at="oumuamua"}',)),
    Term("MISSIONS", (whole("missions", 1, 100),), of_species=("{missions=4}",)),
    Term("TUCKED", (whole("tucked", 1, 100),), of_species=("{tucked=5}",)),
    Term("DELIVER", (word("deliver", PLANETS[:8]),), of_species=('{deliver="earth"}',)),
    # From here on what only the effects of the card being played can ask; the engine tells them by their numbers.
    Term(
        "LANDED_ON",
        (Key("landed_on", "several", words=(*PLANETS, "any-moon")),),
        ('{landed_on=["mars", "any-moon"]}',),
        played=True,
        after='{do="land"}',
    ),
    Term(
        "TOOK_TECH_KNOWN",
        (word("took_tech", ("known-to-others",)),),
        ('{took_tech="known-to-others"}',),
        played=True,
        after='{do="research", tech="any"}',
    ),
    Term(
        "SIGNALS_THERE",
        (whole("signals_there", 0, 20),),
        ("{signals_there=1}",),
        played=True,
        after='{do="signal", n=1, where="any"}',
    ),
    Term(
        "MARKED_ON_TILE",
        (word("marked_on", ("oumuamua",)), whole("n", 1, 20)),
        of_species=('{marked_on="oumuamua", n=1}',),
        played=True,
        after='{do="signal", n=1, where="oumuamua"}',
    ),
    Term(
        "LAUNCHED_AT_ANOMALY",
        (word("launched_in", ("anomaly-sector",)),),
        of_species=('{launched_in="anomaly-sector"}',),
        played=True,
        after='{do="launch"}',
    ),
    Term("", (Key("all", "terms"),), ("{all=[{publicity=8}, {hand=0}]}",)),
)


def per(name: str) -> Key:
    """For how many of them one counts."""
    return whole(name, 1, 20)


COUNTED = (
    Term(
        "MARKED",
        (per("marked"), word("color", COLORS)),
        ('{marked=1, color="red"}',),
        (),
        True,
        '{do="signal", n=2, color="red"}',
    ),
    Term("MARKED_SECTORS", (per("marked_sectors"),), ("{marked_sectors=1}",), (), True, '{do="signal", n=2, where="any"}'),
    Term("TECHS", (per("techs"), word("tech", ANY_TECH)), ('{techs=2, tech="any"}',)),
    Term(
        "TECHS_TAKEN",
        (per("techs"), word("tech", ("taken",))),
        ('{techs=1, tech="taken"}',),
        (),
        True,
        '{do="research", tech="any"}',
    ),
    Term("TRACES", (per("traces"), word("kind", ANY_TRACE)), ('{traces=1, kind="lander"}',)),
    Term(
        "TRACES_MARKED",
        (per("traces"), word("kind", ("marked",))),
        ('{traces=1, kind="marked"}',),
        (),
        True,
        '{do="trace", kind="any"}',
    ),
    Term("PUBLICITY", (per("publicity"),), ("{publicity=1}",)),
    Term("INCOME", (per("income"), word("kind", INCOMES)), ('{income=1, kind="credits"}',)),
    Term("SHOWN_INCOME", (per("shown"), word("income", INCOMES)), ('{shown=1, income="energy"}',), (), True),
    Term("SHOWN_CORNER", (per("shown"), word("corner", CORNERS)), ('{shown=1, corner="move"}',), (), True),
    Term("ADJACENT", (per("adjacent"), word("body", CELLS[1:])), (), (), True),  # shown inside `choose-probe`
    Term("EARTH_SECTOR", (per("earth_sector"),), ("{earth_sector=1}",), (), True),
    Term("WINS", (per("wins"), COLOR), ("{wins=1}", '{wins=1, color="red"}')),
    Term("CRAFT", (per("craft"), AT, AT_MOONS), ('{craft=1, at="jupiter", moons=true}', "{craft=1}")),
    Term("SIGNAL_SECTORS", (per("signal_sectors"),), ("{signal_sectors=1}",)),
    Term("MISSIONS", (per("missions"),), ("{missions=1}",)),
    Term("MISSIONS_OR_ENDGAME", (per("missions_or_endgame"),), ("{missions_or_endgame=2}",)),
    Term("MIN_OF", (Key("min_of", "terms"),), ('{min_of=[{traces=1, kind="signal"}, {traces=1, kind="lander"}]}',)),
    Term("MAX_OF", (Key("max_of", "terms"),), ('{max_of=[{income=1, kind="credits"}, {income=1, kind="energy"}]}',)),
    Term(
        "TRACES_SPECIES",
        (per("traces"), word("kind", ANY_TRACE), word("species", ("this", "other"))),
        of_species=('{traces=1, kind="any", species="this"}', '{traces=1, kind="any", species="other"}'),
    ),
    Term(
        "MARKED_ON_TILE",
        (word("marked_on", ("oumuamua",)),),
        of_species=('{marked_on="oumuamua"}',),
        played=True,
        after='{do="signal", n=1, where="oumuamua"}',
    ),
    Term("SIGNALS_AT_ANOMALIES", (word("signals", ("anomaly-sectors",)),), (), ('{signals="anomaly-sectors"}',), True),
)

# ---------------------------------------------------------------------- events


@dataclass(frozen=True)
class Event:
    """What a triggered mission, `this-turn` or an objective of solo play waits for.

    `english` follows "when you", `objective` stands in a list of tasks, both with the keys in braces. `of` are the events
    that a word without a number of its own stands for.
    """

    name: str
    english: str
    objective: str
    keys: tuple[Key, ...] = ()
    examples: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


TECH_OF = word("tech", TECH)
TRACE_OF = word("kind", TRACE | {"any": "a trace"})

HAPPENINGS = (
    Event(
        "visit",
        "visit {body}{own_turn: in your turn}",
        "visit {body}",
        (
            Key(
                "body",
                "place",
                words=("planet", "any-planet", *CELLS[1:]),
                english={"planet": "a planet other than Earth", "any-planet": "a planet"},
            ),
            flag("own_turn"),
        ),
        (
            '{event="visit", body="jupiter"}',
            '{event="visit", body="planet"}',
            '{event="visit", body="any-planet"}',
            '{event="visit", body="asteroids", own_turn=true}',
        ),
    ),
    Event(
        "move",
        "move a probe{same_ring: within its ring}",
        "move a probe within its ring",
        (flag("same_ring"),),
        ('{event="move", same_ring=true}',),
    ),
    Event("complete-sector", "complete a sector", "complete a sector", (), ('{event="complete-sector"}',)),
    Event("launch", "launch a probe", "launch", (), ('{event="launch"}',)),
    Event("orbit", "orbit", "orbit", (), ('{event="orbit"}',)),
    Event("land", "land", "land", (), ('{event="land"}',)),
    Event("scan", "scan", "scan", (), ('{event="scan"}',)),
    Event("research", "research {tech}", "research a {tech} tech", (TECH_OF,), ('{event="research", tech="any"}',)),
    Event("trace", "mark {kind}", "mark a trace of {kind}", (TRACE_OF,), ('{event="trace", kind="signal"}',)),
    Event(
        "signal",
        "mark a signal in a {color} sector",
        "mark a signal in a {color} sector",
        (word("color", COLORS),),
        ('{event="signal", color="blue"}',),
    ),
    Event(
        "corner",
        "discard a card for its {corner} corner",
        "discard a card for its {corner} corner",
        (word("corner", {"move": "movement", "publicity": "publicity", "data": "data"}),),
        ('{event="corner", corner="move"}',),
    ),
    Event(
        "play",
        "play a card for {cost:credit}",
        "play a card of {cost} credits",
        (whole("cost", 0, 14),),
        ('{event="play", cost=2}',),
    ),
    Event("orbit-or-land", "orbit or land", "orbit or land at {at}", (), ('{event="orbit-or-land"}',), ("orbit", "land")),
)

# ---------------------------------------------------------------------- numbers: a name's place in its group

OPS = tuple(verb.op for verb in VERBS)
OP_LENGTH = {verb.op: verb.length for verb in VERBS}
CONDS = ("END", *(term.name for term in CONDITIONS if term.name))
COUNTS = ("END", *(term.name for term in COUNTED))
EVENTS = tuple(event.name for event in HAPPENINGS if not event.of)
WORDS = {verb.name: verb for verb in VERBS if verb.in_data}
"""What `do` can be."""
EVENT_WORDS = {event.name: event for event in HAPPENINGS}
