"""The bench of the rulings and the words in which their tests are written.

A test reads: set up a position with `bench`, remember it with `snap`, play with `do`, compare with `changes`.

- `bench(P1=dict(hand=["base-044"]), stars={"vega": {"slot": "P2 . . ."}})`: the bench position with overrides.
- `legal(g)`, `choices(g)`, `offers(g, "signal")`, `main_actions(g)`: what may be done now.
- `do(g, "play base-044", "end")`: plays lines; says `go` by itself where the wanted line comes later.
- `go_on(g)`, `settle_down(g)`, `finish_turn(g)`: let the rest of a turn happen.
- `illegal(g, "launch")`: asserts that the line is refused and changes nothing.
- `snap(g)`, `changes(before, g, "P1")`: the difference that was made to a seat, without what is unchanged.
- `seat`, `hand`, `probes`, `row`, `discard`, `star`, `wins`, `signals`, `orbiters`, `landers`, `moon`, `space`,
  `overflow`, `traces`, `turns`, `where`: looking things up.
"""

import re

import pytest

from seti_sim.seti import Game, IllegalAction
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.vocabulary_actions import FREE_WORDS, MAIN_WORDS

SEATS = ("P1", "P2", "P3", "P4")
KINDS = ("signal", "lander", "analysis")
SLOTS = ("left", "right")
BENCH_ROW = ["base-110", "base-130", "base-105"]
#: Cards that lie at the bottom of decks and in end-of-round stacks where a test does not name them.
ALL_CARDS = [f"base-{number:03d}" for number in range(1, 139)]
#: Ring, layer (0 = the base, which never turns) and cell of every planet, as printed.
PRINTED = {
    "mercury": (1, 1, 1),
    "venus": (1, 1, 3),
    "earth": (1, 1, 5),
    "mars": (2, 2, 2),
    "jupiter": (3, 3, 3),
    "saturn": (3, 3, 7),
    "uranus": (4, 0, 0),
    "neptune": (4, 0, 3),
}
#: What a played card and its owner's deeds can change of a seat. Lists are counted.
NUMBERS = ("vp", "credits", "energy", "publicity", "data", "exofossils")
COUNTED = ("hand", "probes", "techs", "tucked", "missions", "completed", "endgame")

_printed_game = None


def printed_rules():
    """The printed game, loaded once for all tests."""
    global _printed_game
    if _printed_game is None:
        _printed_game = RuleSet.load()
    return _printed_game


# ---------------------------------------------------------------- setting up


def _named_cards(thing):
    """Every card id that a position mentions, as a value or as a key."""
    if isinstance(thing, str):
        return set(re.findall(r"^base-\d{3}$", thing))
    if isinstance(thing, dict):
        return _named_cards(list(thing)) | _named_cards(list(thing.values()))
    if isinstance(thing, (list, tuple)):
        return set().union(*(_named_cards(part) for part in thing)) if thing else set()
    return set()


def bench(rules=None, seats=None, top=None, **position):
    """The bench with overrides: `bench(P1=dict(probes=[[1, 5]]), row=[…], round=5)`.

    Keywords `P1` … `P4` are tables of the JSON position's `seats`, all others its top-level keys. `top` puts
    the cards that it lists on top of the deck, with every card that lies nowhere else below them in ascending
    order; `deck` is the exact deck. With either, the end-of-round stacks are laid out of other cards, so that
    nothing is dealt from that deck. A card of the bench's row that a test needs elsewhere asks for a `row`.
    """
    table = {"from": "bench", "seats": dict(seats or {})}
    for name, value in position.items():
        if name in SEATS:
            table["seats"][name] = value
        else:
            table[name] = value
    if top is not None or "deck" in table:
        named = _named_cards(table) | set(top or ())
        if "row" not in table:
            named |= set(BENCH_ROW)
        spare = [card for card in ALL_CARDS if card not in named]
        if "end_of_round" not in table:
            size = table.get("players", 2) + 1
            first = table.get("round", 2) - 1  # the stacks of earlier rounds are used up
            table["end_of_round"] = [[] if stack < first else [spare.pop() for _ in range(size)] for stack in range(4)]
        if top is not None:
            table["deck"] = list(top) + spare
    return Game.from_json(rules or printed_rules(), table)


# ---------------------------------------------------------------- looking


def legal(g):
    """All legal actions as a set of notation lines."""
    return {str(action) for action in g.legal_actions()}


def offers(g, word):
    """What may follow a word, as a set: `offers(g, "signal")` -> {"vega", "beta-pictoris"}.

    A line that is the word alone gives "".
    """
    return {line[len(word) :].strip() for line in legal(g) if line == word or line.startswith(word + " ")}


def choices(g):
    """The legal actions without the free ones."""
    return {line for line in legal(g) if line.split()[0] not in FREE_WORDS}


def free_actions(g):
    """The legal free actions."""
    return legal(g) - choices(g)


def main_actions(g):
    """The legal main actions; empty unless the turn's main action is still to be chosen."""
    lines = legal(g)
    return {line for line in lines if line.split()[0] in MAIN_WORDS} if "pass" in lines else set()


def snap(g):
    """The position as it is now, to be compared with later."""
    return g.to_json()


def _position(game_or_snap):
    return game_or_snap if isinstance(game_or_snap, dict) else game_or_snap.to_json()


def seat(g, name):
    """What a seat has: the position's table of it."""
    return _position(g)["seats"][name]


def hand(g, name="P1"):
    """A seat's hand, sorted."""
    return sorted(seat(g, name)["hand"])


def probes(g, name="P1"):
    """A seat's probes, sorted, as [ring, sector] lists."""
    return sorted(list(space) for space in seat(g, name)["probes"])


def _numbers(table):
    numbers = {key: table.get(key, 0) for key in NUMBERS}
    numbers.update({key: len(table.get(key, ())) for key in COUNTED})
    computer = table.get("computer", {})
    numbers["top"] = computer.get("top", 0)
    numbers["lower"] = len(computer.get("lower", ()))
    return numbers


def changes(before, g, name="P1"):
    """How a seat's numbers differ from those of `before`; equal ones are left out.

    Keys: vp, credits, energy, publicity, data, exofossils; the lengths of hand, probes, techs, tucked,
    missions (in play, not completed), completed, endgame; top and lower (filled spaces of the computer).
    """
    old, new = _numbers(seat(before, name)), _numbers(seat(g, name))
    return {key: new[key] - old[key] for key in new if new[key] != old[key]}


def star(g, name):
    """A star's slot, such as "P2 P1 . ."."""
    return " ".join(_position(g)["stars"][name]["slot"].split())


def wins(g, name):
    """The seats that have won a star, once for each win, sorted: nothing asks in which order they won."""
    return sorted(_position(g)["stars"][name].get("wins", []))


def row(g):
    """The cards that lie in the row, sorted; a place that waits for its card counts for nothing."""
    return sorted(card for card in _position(g)["row"] if card)


def discard(g):
    """The discard pile, sorted: it is shuffled before anything is drawn from it."""
    return sorted(_position(g)["discard"])


def signals(g, name="P1"):
    """Where a seat has signals, with their number: {"vega": 2}. Excess markers count."""
    found = {star_id: table["slot"].replace("|", " ").split().count(name) for star_id, table in _position(g)["stars"].items()}
    return {star_id: n for star_id, n in found.items() if n}


def _planet(g, name):
    return _position(g).get("planets", {}).get(name, {})


def orbiters(g, planet, name="P1"):
    """The number of a seat's orbiters at a planet."""
    return _planet(g, planet).get("orbiters", {}).get(name, 0)


def first_orbit(g, planet):
    """Who holds the first place in a planet's orbit, or None."""
    return _planet(g, planet).get("first_orbit")


def landers(g, planet, name="P1"):
    """The number of a seat's landers on the planet itself."""
    return _planet(g, planet).get("landers", {}).get(name, 0)


def covered(g, planet):
    """Who covers each data space of a planet, as a list of lists."""
    return [list(holders) for holders in _planet(g, planet).get("data", [])]


def moon(g, name):
    """The seats with a lander on a moon."""
    return list(_position(g).get("moons", {}).get(name) or [])


def space(g, slot, kind):
    """Who marked a discovery space: a seat, "neutral" or None."""
    return _position(g)["species"][slot].get("spaces", {}).get(kind)


def overflow(g, slot, kind, name="P1"):
    """The number of a seat's markers in an overflow area."""
    return (_position(g)["species"][slot].get("overflow", {}).get(kind) or {}).get(name, 0)


def traces(g, name="P1"):
    """A seat's traces on discovery spaces and in overflow, by kind; kinds without any are left out."""
    found = {kind: sum((space(g, slot, kind) == name) + overflow(g, slot, kind, name) for slot in SLOTS) for kind in KINDS}
    return {kind: n for kind, n in found.items() if n}


def where(g, body):
    """The space [ring, sector] in which a planet lies with the discs as they are."""
    ring, layer, cell = PRINTED[body]
    turns = [0, *_position(g)["discs"]["turns"]]
    return [ring, (cell - turns[layer]) % 8]


def turns(g):
    """The turns of the three discs and the disc that turns next."""
    discs = _position(g)["discs"]
    return list(discs["turns"]), discs["next"]


def untouched(before, g, *keys):
    """Asserts that these top-level tables of the position are as they were."""
    old, new = _position(before), _position(g)
    for key in keys:
        assert new[key] == old[key], f"{key} changed: {old[key]} became {new[key]}"


# ---------------------------------------------------------------- playing


def _plain(line):
    return " ".join(line.lower().split())


def do(g, *lines):
    """Plays the lines in order; fails with the list of legal actions where one is not legal.

    Where a line is not legal yet and the decision is an open point, `go` lets the next effect happen. Nothing
    else is ever chosen.
    """
    for line in lines:
        while True:
            now = {_plain(option) for option in legal(g)}
            if _plain(line) in now or "go" not in now:
                break
            g.apply("go")
        assert _plain(line) in now, f"{line!r} is not legal for {g.to_move}; legal: {sorted(legal(g))}"
        g.apply(line)
    return g


def go_on(g):
    """Lets effects happen until a decision is reached that asks for something."""
    while "go" in legal(g):
        g.apply("go")
    return g


def settle_down(g):
    """Lets effects happen until the turn could be ended or a choice is due.

    Says `go`, settles a sector if it is the only one waiting, and says `done` where a scan offers nothing else.
    """
    while not g.is_over:
        lines = legal(g)
        if "end" in lines:
            break
        settling = [line for line in lines if line.startswith("settle ")]
        if "go" in lines:
            g.apply("go")
        elif len(settling) == 1:
            g.apply(settling[0])
        elif choices(g) == {"done"}:
            g.apply("done")
        else:
            break
    return g


def finish_turn(g):
    """Lets everything still due happen, then ends the turn."""
    settle_down(g)
    return do(g, "end")


def illegal(g, *lines):
    """Asserts that each line is not among the legal actions and is refused without changing the game."""
    now = {_plain(option) for option in legal(g)}
    for line in lines:
        assert _plain(line) not in now, f"{line!r} is legal for {g.to_move}"
        before = g.clone()
        with pytest.raises(IllegalAction):
            g.apply(line)
        assert g == before, f"{line!r} was refused but changed the game"


def branch(g, *lines):
    """A copy of the game in which the lines have been played; the game itself stays as it is."""
    return do(g.clone(), *lines)
