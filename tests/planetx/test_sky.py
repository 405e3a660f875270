"""The arrangements, logic rules and answers against known counts and vectors (PX-01 to PX-09, PX-51 to PX-64)."""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from seti_sim.planetx import Game, PlanetXRules, notation
from seti_sim.planetx.notation import UnreadableAction
from seti_sim.planetx.rules import FAMILIES, LETTERS, MODES, objects_of, pair_beside_x, pair_number

from . import reference

COUNTS = json.loads((Path(__file__).parent / "data/counts.json").read_text(encoding="utf-8"))
RULES = {mode: PlanetXRules.load(mode) for mode in MODES}


def numbers(rule):
    y = LETTERS.index(rule["y"]) if rule.get("y") else 255
    return FAMILIES.index(rule["rule"]), LETTERS.index(rule["x"]), y, rule.get("n", 0)


@pytest.mark.parametrize("mode", MODES)
def test_px08_all_arrangements(mode):
    """Their number, the first and last, and how many have each object in each sector."""
    known, sky = COUNTS[mode], RULES[mode].sky
    assert len(sky) == known["systems"] and sky.sectors == known["sectors"]
    assert (sky.letters(0), sky.letters(len(sky) - 1)) == (known["first"], known["last"])
    objects = objects_of(sky)
    for i, letter in enumerate(LETTERS):
        assert (objects == i).sum(axis=0).tolist() == known["marginals"][letter], letter
    pair = pair_beside_x(objects)
    for name, n in known["neighbours_of_x"].items():
        assert (pair == pair_number(name)).sum() == n, name


def test_px02_to_px07_standard_is_what_a_plain_search_finds():
    """Every permutation that the plain rules allow, found without the engine, in alphabetical order."""
    found = []

    def grow(start, left):
        if not left:
            if reference.valid(start, "standard"):
                found.append(start)
            return
        for letter in sorted(set(left)):
            if letter == "C" and len(start) + 1 not in reference.COMETS["standard"]:
                continue
            if len(start) > 1 and start[-1] == "A" and "A" not in (start[-2], letter) and len(start) > 2:
                continue
            grow(start + letter, left.replace(letter, "", 1))

    grow("", "AAAACCDEEGGX")
    sky = RULES["standard"].sky
    assert found == [sky.letters(i) for i in range(len(sky))]


def test_px02_to_px07_expert_sample():
    sky, rng = RULES["expert"].sky, random.Random(1)
    for system in rng.sample(range(len(sky)), 3000):
        letters = sky.letters(system)
        assert reference.valid(letters, "expert") and sky.find(letters) == system


@pytest.mark.parametrize("letters", ["AAAACCDEEGGX", "AAAA", "ZZZZZZZZZZZZ", ""])
def test_what_is_no_arrangement(letters):
    with pytest.raises(ValueError, match="expected a valid arrangement of 12 sectors"):
        RULES["standard"].sky.find(letters)


@pytest.mark.parametrize("mode", MODES)
def test_px61_logic_rules_by_count(mode):
    sky = RULES[mode].sky
    for rule in COUNTS[mode]["rules"]:
        assert sky.true_of(*numbers(rule)) == rule["systems"], rule


@pytest.mark.parametrize("mode", MODES)
def test_px61_logic_rules_in_plain_python(mode):
    """Every rule that can be dealt, by both ways in which the engine keeps it, on arrangements drawn at random."""
    rules, rng = RULES[mode], random.Random(2)
    n = len(rules.clues)
    table = np.frombuffer(rules.sky.clue_table(n), np.uint8).reshape(-1, n) if mode == "standard" else None
    for system in rng.sample(range(len(rules.sky)), 150):
        letters = rules.sky.letters(system)
        for i, (family, x, y, number) in enumerate(rules.clues):
            code = numbers({"rule": family, "x": x, "y": y, "n": number})
            expected = reference.holds(letters, family, x, y, number)
            assert rules.sky.rule_is_true(system, *code) == expected, (letters, rules.clues[i])
            assert table is None or table[system, i] == expected


def game_of(mode, letters):
    clues = RULES[mode].clues
    n = RULES[mode].n_research

    def true_ones(part):
        for family, x, y, number in part:
            if reference.holds(letters, family, x, y, number):
                yield {"rule": family, "x": x} | ({"y": y} if y else {}) | ({"n": number} if number else {})

    topics = dict(zip("ABCDEF", true_ones(clues[:n]), strict=False))
    names = RULES[mode].conferences
    conferences = dict(zip(names, itertools.islice(true_ones(clues[n:]), len(names)), strict=True))
    return Game.from_json(RULES[mode], {"players": 2, "system": letters, "topics": topics, "conferences": conferences})


@pytest.mark.parametrize("case", COUNTS["answers"], ids=lambda case: f"{case['system']}-{case['action']['do']}")
def test_px51_to_px59_answer_vectors(case):
    """What the app says: surveys, targets, rules, locates, reviews."""
    letters, action, answer = case["system"], case["action"], case["answer"]
    mode, do = case["mode"], action["do"]
    if do == "rule":
        sky = RULES[mode].sky
        assert sky.rule_is_true(sky.find(letters), *numbers(action)) == answer
        assert reference.holds(letters, action["rule"], action["x"], action.get("y", ""), action.get("n", 0)) == answer
    elif do == "review":
        assert (letters[action["sector"] - 1] == action["object"]) == answer
    else:
        text = {
            "survey": lambda: f"survey {action['object']} {action['from']}-{action['to']}",
            "target": lambda: f"target {action['sector']}",
            "locate": lambda: f"locate {action['sector']} {action['left']} {action['right']}",
        }[do]()
        if do == "locate" and "X" in (action["left"], action["right"]):
            # Planet X beside Planet X is no action here; the app would say no.
            assert not answer and not reference.locate(letters, action["sector"], action["left"], action["right"])
            with pytest.raises(UnreadableAction):
                notation.read(text)
            return
        code = notation.read(text)
        said = game_of(mode, letters).core.answer(code)
        assert (LETTERS[said] if do == "target" else said) == answer


@pytest.mark.parametrize("mode", MODES)
def test_systems_left_after_each_answer(mode):
    """What a seat may still think after every line of answers, as lists and as bits (`after` of the known counts)."""
    rules = RULES[mode]
    for line in COUNTS[mode]["after"]:
        log = []
        for step in line["steps"]:
            action = step["action"]
            if action["do"] == "survey":
                size = (action["to"] - action["from"]) % rules.sectors + 1
                assert rules.tables["survey_cost"][size - 1] == step["cost"]
                what = {"a": LETTERS.index(action["object"]), "b": action["from"] - 1, "c": action["to"] - 1}
                log.append({"kind": "survey", **what, "d": step["answer"]})
            else:
                clue = (action["rule"], action["x"], action.get("y", ""), action.get("n", 0))
                if clue not in rules.clues or not step["answer"]:
                    break
                log.append({"kind": "research", "d": rules.clues.index(clue)})
            game = Game.from_json(rules, {"players": 2, "log": log})
            assert game.n_possible("P1") == step["systems_left"] == len(game.possible("P1")), step
            assert game.n_possible("P2") == len(rules.sky)
        assert len(log) > 2
