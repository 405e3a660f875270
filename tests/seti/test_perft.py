"""Counts of action sequences from recorded positions, frozen in `data/perft/*.json`; `make.py` there makes them.

A count changes as soon as anything at all is offered that was not, or is no longer, at any decision within reach: so
these tests say that the rules have not changed by accident. The plain reference, which shares nothing with the engine,
must come to the same counts.
"""

import copy
import json
import sys
from pathlib import Path

import pytest

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleSet

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "data" / "perft")]  # the reference, and the maker of the files

import make  # noqa: E402
from engine_luck import SLOTS, laid_out  # noqa: E402
from reference import Reference  # noqa: E402

FILES = sorted((HERE / "data" / "perft").glob("*.json"))
BY_REFERENCE = 30
"""Most sequences that the reference has to play one by one."""


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def read(path):
    return json.loads(path.read_text())


def over_files(test):
    return pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])(test)


def test_what_is_recorded(rules):
    """New games of 2, 3 and 4, turns of three rounds for each, turns with each species at hand, and every kind of
    decision inside an action."""
    entries = {path.stem: read(path) for path in FILES}
    games = {name: make.reached(rules, entry) for name, entry in entries.items()}
    assert {(game.players, game.round) for game in games.values() if game.decision == "turn"} >= {
        (players, number) for players in (2, 3, 4) for number in (1, 3, 5)
    }
    assert {game.players for game in games.values() if game.decision == "setup"} == {2, 3, 4}
    kinds = {game.decision for game in games.values()}
    assert kinds == {"setup", "turn", *make.KINDS}
    assert all(name.rpartition("-")[0] == games[name].decision for name in entries if name[:-2] in make.KINDS)
    for species in rules.tree["species"]:
        at_hand = [make.species_in_hand(rules, entries[f"turn-{species}-{n}"]["position"]) for n in (1, 2)]
        assert all(species in there for there in at_hand)
    for name, entry in entries.items():
        assert len(entry["counts"]) >= 4 and all(entry["counts"]), name


@over_files
def test_counts(rules, path):
    """As frozen, at every depth but the last, which has more sequences than all before and is counted by the soak."""
    counted(rules, path, slice(None, -1))


@pytest.mark.soak
@over_files
def test_counts_at_the_last_depth(rules, path):
    counted(rules, path, slice(-1, None))


def counted(rules, path, depths):
    entry = read(path)
    core = make.reached(rules, entry).core
    depths = range(len(entry["counts"]))[depths]
    assert depths and [make.count(core, k + 1) for k in depths] == [entry["counts"][k] for k in depths]


@over_files
def test_counts_through_the_python_face(rules, path):
    """The same by the notation and JSON: every line of legal actions is text, every position is written and read."""
    entry = read(path)
    games = [make.reached(rules, entry)]
    for number in entry["counts"]:
        lines = [(game, str(action)) for game in games for action in game.legal_actions()]
        assert len(lines) == number
        if number > 60:
            break
        games = []
        for game, text in lines:
            after = Game.from_json(rules, json.dumps(game.to_json()))
            after.apply(text)
            games.append(after)


def in_reference(rules, position, luck, lines):
    """The reference after these lines; `luck`: what the slots still hidden will lay out.

    No position lies so near the end of its deck that piles are shuffled."""

    def no_reshuffle(cards, k):
        raise AssertionError("the deck of a recorded position is used up")

    reference = Reference.from_json(rules.tree, position, no_reshuffle, lambda slot: copy.deepcopy(luck[slot]))
    for line in lines:
        reference.apply(line)
    return reference


@over_files
def test_counts_by_the_reference(rules, path):
    """The plain reading of the rules offers as much, action for action."""
    entry = read(path)
    game = make.start(rules, entry)
    position = game.to_json()
    luck = {slot: laid_out(game, slot) for slot in SLOTS if not position["species"][slot]["discovered"]}
    sequences = [entry["line"]]
    for number in entry["counts"]:
        offers = [(line, in_reference(rules, position, luck, line).legal()) for line in sequences]
        sequences = [[*line, text] for line, texts in offers for text in sorted(texts)]
        assert len(sequences) == number
        if number > BY_REFERENCE:
            break
