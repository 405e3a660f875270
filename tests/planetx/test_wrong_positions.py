"""What a deal, a script or a position says wrongly is refused in one line; whatever is accepted can be played to its end."""

import copy
import subprocess
import sys
from pathlib import Path

import pytest
from soak import share

from seti_sim.core.errors import PositionError
from seti_sim.planetx import Game

from . import reference
from .bench import STANDARD, deal, rules, stand, table, token, tokens
from .position_fuzz import DOCS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("letters, mode", [(STANDARD, "standard"), ("DDEDCGEXAAGECEAADE", "expert")])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_f05_a_sky_alone_is_a_deal(letters, mode, count):
    """F05: clues and the bot's script are drawn for it, as true as in a game of its own, and the same every time."""
    data = {"mode": mode, "system": letters, "players": count, "seed": 3}
    game = Game.from_json(rules(mode), data)
    assert game.system == letters and Game.from_json(rules(mode), data) == game
    for part in ("topics", "conferences"):
        for clue in game.deal()[part].values():
            assert reference.holds(letters, clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0))
    assert Game.from_json(rules(mode), game.deal() | {"seed": 3}) == game
    assert Game.from_json(rules(mode), data | {"seed": 4}).deal() != game.deal()


def test_f05_nothing_given_is_the_game_of_the_seed():
    assert Game.from_json(rules(), {"players": 3, "seed": 5, "game": 2}) == Game.new(rules(), 3, 5, 2)
    assert Game.from_json(rules(), {"players": 1, "seed": 5, "game": 2}) == Game.new(rules(), 1, 5, 2)


def changed(path, value):
    """The deal of the docs with one thing in it replaced (or taken away: `KeyError`)."""
    data = copy.deepcopy(DOCS)
    *way, last = path
    inner = data
    for key in way:
        inner = inner[key]
    if value is KeyError:
        del inner[last]
    else:
        inner[last] = value
    return data


TURNS = ("bot", "turns")


@pytest.mark.parametrize("path, value, message", [
    ((*TURNS, 0, "at"), KeyError, r"bot.turns\[0\].at is missing"),
    ((*TURNS, 1, "at"), 4, r"bot.turns\[1\].at = 4: expected 3, when the turn before it is over"),
    ((*TURNS, 0, "at"), "0", r"bot.turns\[0\].at = '0': expected a whole number"),
    ((*TURNS, 0, "do"), KeyError, r"bot.turns\[0\].do is missing"),
    ((*TURNS, 0, "do"), 7, r"bot.turns\[0\].do = 7: expected an action as text"),
    ((*TURNS, 0, "do"), "survey A 5-9", r"bot.turns\[0\]: expected sectors that are visible, 1 to 6"),
    ((*TURNS, 0, "do"), "survey C 1-3", r"bot.turns\[0\]: expected a survey that begins and ends in possible comet sectors"),
    ((*TURNS, 0, "do"), "survey", r"bot.turns\[0\].object is missing: expected it with survey"),
    ((*TURNS, 1, "do"), "target 3", r"bot.turns\[1\]: expected at most 2 targets, in sectors that are visible, 4 to 9"),
    ((*TURNS, 1, "do"), "target 13", r"bot.turns\[1\]: expected at most 2 targets, in sectors that are visible, 4 to 9"),
    ((*TURNS, 1, "do"), "research G", r"bot.turns\[1\]: 'research G' cannot be read"),
    ((*TURNS, 1, "do"), "pass", "expected one of the four actions, last a locate"),
    ((*TURNS, 2, "do"), "locate 2 A C", r"bot.turns\[2\]: expected locate 1 A C"),
    ((*TURNS, 2, "do"), "locate 13 A C", r"bot.turns\[2\]: expected locate 1 A C"),
    (TURNS, [{"at": 0, "do": "research A"}, {"at": 1, "do": "research B"}, {"at": 2, "do": "locate"}],
     r"bot.turns\[1\]: expected another action than research after research"),
    (TURNS, [*(
        {"at": 4 * i, "do": f"target {4 * i + 1}"} for i in range(3)), {"at": 12, "do": "locate"}],
     r"bot.turns\[2\]: expected at most 2 targets"),
    (TURNS, [], r"bot.turns = \[\]: expected a list of 1 to 64"),
    (("bot", "turns"), KeyError, "bot.turns is missing"),
    (("bot",), 3, "bot: int: expected a table"),
    (("bot", "theories"), {}, r"bot.theories = \{\}: expected a list"),
    (("bot", "theories", 0, "sector"), 99, r"bot.theories\[0\].sector = 99: expected a whole number from 1 to 12"),
    (("bot", "theories", 0, "sector"), 0, r"bot.theories\[0\].sector = 0: expected a whole number from 1 to 12"),
    (("bot", "theories", 0, "object"), "Q", r"bot.theories\[0\].object = 'Q': expected one of A, C, D, G"),
    (("bot", "theories", 0, "object"), "A", r"bot.theories\[0\] = .*: expected a right theory"),
    (("bot", "theories", 0, "learned_at"), 5, r"learned_at = 5: expected the start of the turn that settles it"),
    (("topics",), [], "topics: list: expected a table"),
    (("topics", "A"), "C", "topics.A: str: expected a table"),
    (("topics", "A", "rule"), KeyError, "topics.A.rule is missing"),
    (("topics", "A", "x"), [], "topics.A = .*: expected one of the rules of clues.toml"),
    (("conferences", "X1", "y"), "E", "conferences.X1 = .*: expected a rule that is true of XCEGCDEGAAAA"),
    (("conferences", "X3"), {}, "conferences.X3: expected one of X1"),
    (("starting", "P1"), "5G", "starting.P1 = '5G': expected a list of 0 to 12"),
    (("starting", "P1", 0), 5, "starting.P1: 5: expected a sector and one of A, C, D, G"),
    (("starting", "P1", 0), "5C", "starting.P1: '5C': expected a fact that is true"),
    (("system",), 12, "system = 12: expected a valid arrangement of 12 sectors"),
    (("seed",), "1", "seed = '1': expected a whole number"),
    (("generation",), [], r"generation \[\]: expected uniform or app"),
    (("code",), 3, "code = 3: expected a text"),
    (("topics", "A", "about"), ["C", "A"], r"topics.A.about = .*: expected the title of this rule, C, G"),
    (("topics", "A", "about"), "CG", r"topics.A.about = 'CG': expected the title of this rule, C, G"),
    (("bot", "starting_groups"), "x", r"bot.starting_groups = 'x': expected a whole number from 0 to 3"),
    ((*TURNS, 0, "sector"), 4, r"bot.turns\[0\].sector: expected one of at, do"),
    (TURNS, [{"at": 0, "do": "locate", "sector": 4}], r"bot.turns\[0\].sector: expected one of at, do"),
])  # fmt: skip
def test_f23_wrong_deals(path, value, message):
    """F23: everything that a deal and its script can say wrongly."""
    with pytest.raises(PositionError, match=message) as error:
        Game.from_json(rules(), changed(path, value))
    assert str(error.value).startswith("position: ") and "\n" not in str(error.value)


@pytest.mark.parametrize("state, message", [
    ({"system": 3}, "state.system = 3: expected what the deal of the position says"),
    ({"arrow": 12}, "state.arrow = 12: expected a time at or before that of the hindmost pawn"),
    ({"ruled_out": [16]}, r"state.ruled_out\[0\] = 16: expected a whole number from 0 to 15"),
    ({"ruled_out": [0, 2]}, r"state.ruled_out\[1\] = 2: expected objects that sector 2 does not hold"),
    ({"confirmed": 1 << 12}, "state.confirmed = 4096: expected a whole number from 0 to 4095"),
    ({"fault": 1}, "state.fault = 1: expected a whole number from 0 to 0"),
    ({"over": 1}, "state.over = 1: expected 0, or the stage"),
    ({"finder": 0}, "expected 1, as the finder is 0"),
    ({"stage": 1, "decision": 2}, "state.decision = 2: expected 1, that of the stage"),
    ({"stage": 1, "decision": 1, "actor": 1}, "state.actor = 1: expected 0, whose decision it is"),
    ({"stage": 2, "decision": 2, "n_order": 2, "order": [0, 0]}, r"state.order = \[0, 0\]: expected every seat once"),
    ({"stage": 3, "decision": 3, "n_order": 1}, "expected the token that is put down"),
    ({"stage": 4, "decision": 4}, "state.stage = 4: expected one that goes with the finder"),
    ({"order": [0] * 5}, "state.order = .*: expected a list of at most 4"),
    ({"seat": [{"time": 2**31}]}, r"state.seat\[0\].time = 2147483648: expected whole numbers that fit"),
    ({"seat": [{"time": 2**31 - 1}]}, r"state.seat\[0\].time = 2147483647: expected a whole number from 0 to 30000"),
    ({"seat": [{"targets": 3}]}, r"state.seat\[0\].targets = 3: expected a whole number from 0 to 2"),
    ({"seat": [{"arrived": 1}, {"arrived": 1}]}, r"expected pawns that arrived one after the other"),
    ({"seat": [{"left": [9]}]}, r"state.seat\[0\].left\[0\] = 9: expected 4 tokens of A"),
    ({"seat": [{"n_tokens": 13}]}, r"n_tokens = 13: expected a whole number from 0 to 12"),
    ({"seat": [{"n_hand": 1}]}, "n_hand = 1: expected tokens that the seat may have chosen"),
    ({"seat": [{"x_points": 10}]}, "x_points = 10: expected 0"),
    ({"seat": [{}, {}, {"time": 3}]}, r"state.seat\[2\]: expected nothing, the game has 2 seats"),
    ({"seat": [tokens(token(13, "A"))]}, r"token\[0\].sector = 12: expected a whole number from 0 to 11"),
    ({"seat": [tokens(token(3, "A", 4))]}, r"token\[0\].cell = 4: expected a whole number from 1 to 3"),
    ({"seat": [tokens(token(3, "A", 2, 1, 2))]}, r"token\[0\].fate = 2: expected what became of such a theory"),
    ({"seat": [tokens(token(3, "A"), token(3, "A", 2))]}, r"token\[1\]: expected another sector or object"),
])  # fmt: skip
def test_f23_wrong_states(state, message):
    with pytest.raises(PositionError, match=message):
        Game.from_json(rules(), deal(rules(), STANDARD) | {"state": state})


@pytest.mark.parametrize("event, message", [
    ({}, r"log\[0\]: expected the kind of the event"),
    ({"kind": "survey", "a": 5}, r"log\[0\].a = 5: expected a whole number from 0 to 4"),
    ({"kind": "survey", "c": 12}, r"log\[0\].c = 12: expected a whole number from 0 to 11"),
    ({"kind": "survey", "seat": 2}, r"log\[0\].seat = 2: expected a whole number from 0 to 1"),
    ({"kind": "target", "a": 12}, r"log\[0\].a = 12: expected a whole number from 0 to 11"),
    ({"kind": "research", "d": 255}, r"log\[0\].d = 255: expected a whole number"),
    ({"kind": "review", "b": 6, "seat": 255}, r"log\[0\].b = 6: expected a whole number from 0 to 5"),
    ({"kind": "survey", "a": -1}, r"log\[0\].a = -1: expected a whole number from 0 to 255"),
    ({"kind": "survey", "day": 1}, r"log\[0\].day: expected one of"),
    ([], r"log\[0\]: list: expected a table"),
])  # fmt: skip
def test_f23_wrong_logs(event, message):
    with pytest.raises(PositionError, match=message):
        Game.from_json(rules(), deal(rules(), STANDARD) | {"log": [event]})


def test_f23_notes_that_contradict_each_other_are_begun_anew():
    """A log need not be true, as a player's notes need not be; nobody is left with nothing that is possible."""
    twice = [{"kind": "survey", "a": 0, "b": 0, "c": 5, "d": d} for d in (0, 4)]
    game = Game.from_json(rules(), deal(rules(), STANDARD) | {"log": twice})
    assert game.n_possible("P1") == game.n_possible("P2") == 4446
    once = Game.from_json(rules(), deal(rules(), STANDARD) | {"log": twice[:1]})
    assert 0 < once.n_possible("P1") < 4446


def test_a_position_with_a_bot_goes_on():
    game = table(players=1, bot=DOCS["bot"])
    with pytest.raises(PositionError, match=r"state.seat\[1\].time = 2: expected 0, the start of the bot's turn 0"):
        stand(game, [(2, 2), (1, 3)])
    later = stand(game, [(2, 3), (1, 5)], at_script=1)
    assert later.to_move == "P1" and later.state["seat"][1]["time"] == 7


def fuzzed(first, count, kind="position"):
    """(refused, played) of inputs of `position_fuzz`, tried in a process of their own."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.planetx.position_fuzz", str(first), str(count), kind],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, (process.stdout + process.stderr)[-3000:]
    return map(int, process.stdout.split())


def test_f23_some_damaged_positions():
    refused, played = fuzzed(0, 160)
    assert refused > 80 and played > 5


def test_some_damaged_records():
    """Records of drawn games and of deals: what is accepted says of itself what the text said."""
    refused, played = fuzzed(4, 30, "record")
    assert refused > 15 and played > 0


def fuzzed_in_parts(parts, kind):
    """(refused, played) of `share(1000)` inputs in each of so many processes; how many are played differs from one to the next."""
    refused, played = zip(*(fuzzed(1000 * (part + 1), share(1000), kind) for part in range(parts)))
    return sum(refused), sum(played)


@pytest.mark.soak
def test_many_damaged_records():
    refused, played = fuzzed_in_parts(4, "record")
    assert refused > share(2000) and played > share(80)


@pytest.mark.soak
def test_f23_many_damaged_positions():
    refused, played = fuzzed_in_parts(10, "position")
    assert refused > share(5000) and played > share(200)
