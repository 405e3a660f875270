"""What records and positions of any game may hold that no game can have: one short line, and no other error."""

import pytest

from seti_sim import planetx, seti
from seti_sim.core.record import RecordError
from seti_sim.planetx import PlanetXRules
from seti_sim.seti.rules import RuleSet

GAMES = {"seti": (seti, RuleSet.load), "planetx": (planetx, PlanetXRules.load)}
LONG = "[" * 3000
DEEP = []
for _ in range(5000):
    DEEP = [DEEP]
NO_NUMBERS = ("x\u202e", "9" * 500, "9" * 5000, LONG, "-1", str(2**64), "1_0", "٣", "1.0", "007", "")
NO_VALUES = {
    "digits": 10**5000, "deep": DEEP, "long": "x" * 5000, "no print": "\u202e", "lists": [[]] * 5000, "key": {"\u202e\n": 1},
    "long key": {"x" * 5000: 1}, "number as key": {1: 2}, "bytes": b"x", "object": object(),
}  # fmt: skip
NO_ACTIONS = (
    LONG, "\u202e", "", "survey A 1-" + "9" * 5000, "survey A ٣", "place " + "9" * 5000, "land " + LONG, "play base-001",
    "locate 1 A A",
)  # fmt: skip


@pytest.fixture(params=GAMES)
def game(request):
    """(the game's package, a game of two after a few actions)"""
    package, rules = GAMES[request.param]
    begun = package.Game.new(rules(), 2, 1)
    for _ in range(3):
        begun.apply(begun.legal_actions()[0])
    return package, begun


def refused(error, call, *arguments):
    with pytest.raises(error) as caught:
        call(*arguments)
    text = str(caught.value)
    assert text.isprintable() and len(text) < 900 and "expected" in text, text[:2000]
    return text


def test_numbers_of_a_head_are_digits_and_no_more(game):
    """What Python reads as a number besides is refused, and what the engine would cut to its bits."""
    package, begun = game
    lines = begun.record().splitlines()
    for at in (at for at, line in enumerate(lines) if line.split()[0] in ("players", "seed", "game", "levels")):
        name = lines[at].split()[0]
        for word in NO_NUMBERS:
            changed = [*lines[:at], f"{name} {word}", *lines[at + 1 :]]
            assert name in refused(RecordError, package.Game.replay, begun.rules, "\n".join(changed))


@pytest.mark.parametrize("word", NO_ACTIONS, ids=lambda word: ascii(word[:20]))
def test_an_action_that_is_none_is_told_in_short(game, word):
    package, begun = game
    record = f"{begun.record()}{begun.to_move} {word}\n"
    line = len(record.splitlines())
    assert refused(RecordError, package.Game.replay, begun.rules, record).startswith(f"record, line {line}: ")
    refused(package.Game.form.wrong, begun.parse, word)


@pytest.mark.parametrize("what", NO_VALUES)
def test_any_value_in_any_place_of_a_position(game, what):
    package, begun = game
    position = begun.to_json()
    for key in (*position, "\u202e\n", "x" * 5000, 7):
        if key != "code":  # where a program says what it wants
            spoilt = position | {key: NO_VALUES[what]}
            told = refused(package.Game.form.impossible, package.Game.from_json, begun.rules, spoilt)
            assert told.startswith("position: "), told


@pytest.mark.parametrize("number", (-1, 2**64, 10**5000, True, 1.0, "1", None), ids=lambda number: str(type(number).__name__))
@pytest.mark.parametrize("name", ("seed", "game"))
def test_a_seed_that_is_another_ones(game, name, number):
    """Numbers beyond 64 bits would be those of another seed, cut without a word; what is accepted is written again."""
    package, begun = game
    assert refused(ValueError, lambda: package.Game.new(begun.rules, 2, **{name: number})).startswith(f"{name} = ")
    most = package.Game.new(begun.rules, 2, **{name: 2**64 - 1})
    assert package.Game.replay(begun.rules, most.record()) == most
    assert package.Game.from_json(begun.rules, most.to_json()) == most
