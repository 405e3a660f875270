"""F34: every part of the program that goes through the vocabulary (opcodes.py) knows every word of it.

A chain of conditions that leaves a word out says nothing: a card with the word is worth 0, or cannot be told. So each
chain names all the words of its group, those that it passes over on purpose too, and ends in `unknown`, which is a
fault of the state. Here the text of each is held against the vocabulary; the tables in Python are held against it as
they are.
"""

import re
from pathlib import Path

import pytest

from seti_sim.seti import Game, players
from seti_sim.seti.rules import RuleSet, bounds, describe_solo
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.words import CORNERS, GAINED, INCOMES
from seti_sim.seti.telling import phrases

ENGINE = Path(__file__).resolve().parents[3] / "ext" / "seti"
#: (file, functions, prefix, words that they go through). Verbs, conditions, counts and actions: test_vocabulary_….py.
CHAINS = [
    ("effects.pxi", ["named_stars"], "WHERE", set(oc.SIGNAL_WHERE)),
    ("effects.pxi", ["effect_options"], "FROM", set(oc.DRAW_FROM)),
    ("effects.pxi", ["do_effect"], "FROM", set(oc.DRAW_FROM)),
    ("effects.pxi", ["do_effect"], "PER", set(oc.PER_GIVES)),
    ("effects.pxi", ["trace_allowed"], "TRW", set(oc.TRACE_WHERE)),
    ("rival.pxi", ["rival_effect"], "PER", set(oc.PER_GIVES)),
    ("worth.pxi", ["sum_of_effects"], "PER", set(oc.PER_GIVES)),
    ("rival_actions.pxi", ["why_not"], "RVL", set(oc.RIVAL_DOES)),
    ("rival_actions.pxi", ["run_rival_action"], "RVL", set(oc.RIVAL_DOES)),
    ("worth.pxi", ["each_worth"], "RES", set(oc.RESOURCES)),
    ("worth.pxi", ["income_worth"], "INC", set(oc.INCOMES)),
    ("worth.pxi", ["mission_worth"], "CLASS", set(oc.CARD_CLASSES)),
    ("cards.pxi", ["income_once"], "INC", set(oc.INCOMES)),
    ("scoring.pxi", ["endgame_points"], "EGM", set(oc.ENDGAMES)),
    ("turns.pxi", ["run_card_end"], "CLASS", set(oc.CARD_CLASSES)),
]


def body(file, function):
    """Text of a function of the engine, from its first line to the next line that is not indented."""
    text = (ENGINE / file).read_text()
    found = re.search(rf"^cdef [^\n]*\b{function}\(.*?(?=^\S)", text + "\nEND", re.MULTILINE | re.DOTALL)
    assert found, function
    return found[0]


@pytest.mark.parametrize(
    ("file", "functions", "prefix", "words"), CHAINS, ids=[f"{chain[1][0]}-{chain[2]}" for chain in CHAINS]
)
def test_f34_every_chain_knows_every_word(file, functions, prefix, words):
    text = "".join(body(file, function) for function in functions)
    known = set(re.findall(rf"\b{prefix}_([A-Z_]+)\b", text))
    assert {word.upper().replace("-", "_") for word in words} - known == set()
    assert "unknown(" in text


def test_f34_tables_of_the_bounds():
    assert set(bounds.CAUSES) == set(oc.OPS)
    assert {cause for causes in bounds.CAUSES.values() for cause in causes} <= set(bounds.EVENTS) | set(bounds.IN_WORDS)


def test_f34_every_word_has_its_english():
    assert set(GAINED) == set(oc.RESOURCES)
    assert set(INCOMES) == set(oc.INCOMES) == set(phrases.INCOMES)
    assert set(CORNERS) == set(oc.CORNERS)
    assert set(describe_solo._EVENTS) == {*oc.EVENTS, *oc.OBJECTIVE_EVENTS, "orbit-or-land"}


# ---------------------------------------------------------------------- worths that were left out

BLANK, CARD = "base-136", "base-137"  # equal ones go to the first
NOBODY = {"credits": 0, "energy": 0, "publicity": 0}
ASTEROIDS, BESIDE_COMET = [2, 4], [2, 2]


def played(verb, which, seat, **position):
    """Which of two cards that differ by this one effect alone `greedy` plays on the bench, `which` having the effect."""
    points = {"do": "gain", "vp": 20}  # so that one of them is played
    same = {"cost": 0, "corner": {"vp": 1}, "income": "card", "sector": "red", "play": [points]}
    cards = {BLANK: same, CARD: same} | {which: same | {"play": [points, {"do": verb}]}}
    rules = RuleSet.load({"cards": cards})
    game = Game.from_json(rules, {"from": "bench", "seats": {"P1": {**NOBODY, "hand": [BLANK, CARD], **seat}}, **position})
    return str(players.get("greedy[without=buy,without=move,without=exchange,without=research]").choose(game)).split()


@pytest.mark.parametrize(
    ("verb", "seat", "position"),
    [
        # One rotation of disc 2 pushes the probe from one comet to another (Q024).
        ("rotate", {"probes": [[2, 1]]}, {"discs": {"turns": [1, 0, 0], "next": "disc-2"}}),
        ("ignore-asteroids", {"probes": [ASTEROIDS]}, {}),
        # Publicity is full, so that a movement is better than a visit's.
        ("visit-move-instead", {"probes": [[1, 4]], "publicity": 10}, {}),
    ],
)
def test_f34_what_was_worth_nothing_by_omission(verb, seat, position):
    assert played(verb, CARD, seat, **position) == ["play", CARD]
    # Where there is nothing to gain, in a position without probes, it is a card like the other.
    assert played(verb, CARD, {}, **position) == ["play", BLANK]


def test_f34_moves_without_publicity_cost_what_a_visit_brings():
    assert played("no-move-publicity", BLANK, {"probes": [[1, 4]]}) == ["play", CARD]
    assert played("no-move-publicity", BLANK, {}) == ["play", BLANK]
