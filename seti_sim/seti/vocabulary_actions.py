"""The vocabulary of actions, one row each: main actions, free actions, and the choices that effects ask for.

A row says how an action is written and said, where its cost stands, and whether players can be barred from it. The
engine's numbers, the notation, the kinds that tables count, `without=`, the options that `whatif` asks about and the
sentences of pages are made from the rows. The place of a row in `ACTIONS` is its number in the engine (`A_…`), its place
among main and free actions the number by which a game counts it (`ACT_…`). What a new action needs besides is in
CONTRIBUTING.md; tests/seti/rules/test_vocabulary_actions.py names what was forgotten.

Nothing is imported here from the package, for `setup.py` reads the numbers before there is one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One kind of action.

    - `op`: name of its number in the engine, `A_…`.
    - `takes`: form of its arguments in the notation (`seti_sim/seti/notation.py`, `FORMS`), empty for none.
    - `holds`: what the three bytes of its code hold.
    - `telling`: what a seat does, with {} for the arguments, in a game told to a person. Empty where what follows tells it
      as well, None where `telling/phrases.py` has a method for it.
    - `written`: its first word in the notation, where that is not its name.

    Of main and free actions:
    - `english`: what it is, in `seti-sim show action`; `doing`: a word for it in the page's sentences, of main actions.
    - `cost`: address of its cost in the data, empty where it has none of its own. That of a main action is
      `actions.NAME.cost`, which is compiled and checked without more.
    - `barred`: whether `without=` may name it; `asked`: whether `whatif options` asks what it is worth.
    """

    op: str
    takes: str = ""
    holds: str = ""
    telling: str | None = ""
    written: str | None = None
    english: str = ""
    doing: str = ""
    cost: str = ""
    barred: bool = True
    asked: bool = True

    @property
    def word(self) -> str:
        """Its first word in the notation; several choices may share one."""
        return self.op.lower() if self.written is None else self.written


MAIN = (
    Action(
        "LAUNCH",
        telling="launches a probe",
        english="Launch a probe from Earth for {cost}.",
        doing="launching",
        cost="actions.launch.cost",
    ),
    Action(
        "ORBIT",
        "planet",
        "planet",
        "orbits {}",
        english="Put a probe that is at a planet into orbit for {cost}.",
        doing="orbiting",
        cost="actions.orbit.cost",
    ),
    Action(
        "LAND",
        "body",
        "planet, moon or NONE, data space (0: not asked)",
        "lands on {}",
        english="Land a probe that is at a planet for {cost}, or for {near} where any orbiter is.",
        doing="landing",
        cost="actions.land.cost",
    ),
    Action(
        "SCAN",
        telling="scans",
        english="Mark a signal in Earth's sector and one in the sector of a card of the row for {cost}; techs change that.",
        doing="scanning",
        cost="actions.scan.cost",
    ),
    Action(
        "ANALYZE",
        telling="analyzes data",
        english="Analyze data for {cost}, once the top row of the computer is full: {analyze}; all data leave the computer.",
        doing="analyzing data",
        cost="actions.analyze.cost",
    ),
    Action(
        "PLAY",
        "card",
        "card",
        "plays {}",
        english="Play a card from the hand for what is printed on it.",
        doing="playing a card",
    ),
    Action(
        "RESEARCH",
        telling="researches",
        english="Research a tech for {cost}: rotate the solar system, take the tech and its bonus.",
        doing="researching",
        cost="actions.research.cost",
    ),
    Action(
        "PASS",
        telling="passes",
        english="Pass for this round for nothing: keep at most {hand} in the hand, in all rounds but the last take a card of "
        "the stack of the round.",
        doing="passing",
        barred=False,
    ),
)
FREE = (
    Action(
        "MOVE",
        "move",
        "from, to, 0: a probe, else the capsule of sample - 1",
        None,
        english="Free action: move a probe a space for {move}.",
        cost="free_actions.move.cost",
        asked=False,
    ),
    Action(
        "PLACE",
        "place",
        "0: top, else the column of a lower space",
        "places a data in column {}",
        english="Free action: place a data on the next space of the computer.",
        asked=False,
    ),
    Action(
        "CORNER",
        "card",
        "card",
        "uses the corner of {}",
        english="Free action: discard a card for what its corner shows.",
    ),
    Action(
        "MISSION",
        "card",
        "card",
        "completes the mission of {}",
        english="Free action: complete a mission whose condition holds.",
    ),
    Action(
        "BUY",
        telling="buys a card",
        english="Free action: for {buy}, {then}.",
        cost="free_actions.buy.cost",
    ),
    Action(
        "EXCHANGE",
        "exchange",
        "give, get: 0 credits, 1 energy, 2 cards",
        None,
        english="Free action: give {give} of one of cards, credits and energy, take {get} of another.",
        cost="free_actions.exchange.give",
    ),
)
CHOICES = (
    Action("GO"),
    Action("SKIP", telling="declines"),
    Action(
        "STEP",
        "step",
        "from, to, what pays the lacking point: 0 nothing lacks, 1 energy, 2 a card; plus 4 (sample + 1)",
        None,
    ),
    Action("DONE"),
    Action("SCAN_STEP", "scan step", "number of the step", None, "step"),
    Action("SIGNAL", "star", "star", "marks a signal at {}"),
    Action("DISCARD", "card", "card", "discards {}"),
    Action("TAKE", "card or deck", "card of the row or stack, NONE: deck", "takes {}"),
    Action("TUCK", "card", "card", None),
    Action("TRACE", "trace", "slot, kind, 0: discovery space, 1: overflow, 2 and on: space of the board", None),
    Action("TECH", "tech", "tech", "takes the tech {}"),
    Action("COLUMN", "column", "number of the slot", "puts it in column {}"),
    Action("COVER", "cover", "card, space", None),
    Action("CHOOSE", "number", "branch", "chooses number {}"),
    Action("YES", telling="accepts"),
    Action("SHOW", "number", "number", "shows {} cards"),
    Action("PROBE", "probe", "seat, space", "picks the probe of {}"),
    Action("REMOVE", "body", "planet, moon or NONE, special space (0: none)", "removes a piece from {}"),
    Action("PUSH", "space", "space", "handles the probe pushed to {}"),
    Action("PUBLICITY", telling="takes the publicity"),
    Action("MOVEMENT", telling="takes the movement instead of publicity"),
    Action("SETTLE", "star", "star", "settles {}"),
    Action("GOLD", "gold", "tile", "marks the gold tile {}"),
    Action("SAMPLE", "sample", "sample", "chooses the sample {}"),
    Action("LOOK", "planet", "planet", "looks at the samples at {}"),
    Action("SECRET", "card", "card", "plays {} face down"),
    Action("MESSAGE", "reward", "reward", "covers the message reward {}"),
    Action("MILESTONE", "milestone", "DUE_", "resolves first the milestone {}"),
    Action("OBJECTIVE", "task", "objective, task", "marks the task {}"),
)
ACTIONS = (Action("NONE", written=""), *MAIN, Action("END"), *FREE, *CHOICES)

# ---------------------------------------------------------------------- numbers: a row's place

NUMBER = {action.op: i for i, action in enumerate(ACTIONS)}
COUNTED = tuple(action.op for action in (*MAIN, *FREE))
MAIN_WORDS = tuple(action.word for action in MAIN)
FREE_WORDS = tuple(action.word for action in FREE)
PAID_ACTIONS = tuple(action.word for action in MAIN if action.cost)
"""Main actions with a cost of their own."""
BARRED = {action.word: NUMBER[action.op] for action in (*MAIN, *FREE) if action.barred}
"""What `without=` may name, with its number."""
