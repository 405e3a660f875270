"""docs/variant.schema.json: current, true of all that is printed and of every example, and a refusal of what is wrong."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from seti_sim.core.registry import example_variants
from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.vocabulary import CONDITIONS, COUNTED, HAPPENINGS, VERBS

from .test_docs import ROOT, check_made, script

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/variant.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def faults(variant):
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(variant)]


def on_card(**fields):
    return {"cards": {"base-137": fields}}


def test_the_schema_is_current_and_a_schema():
    made = script(ROOT / "docs/writers/make_schema.py").page()
    check_made("docs/variant.schema.json", made, "python docs/writers/make_schema.py")
    Draft202012Validator.check_schema(SCHEMA)


def test_what_is_printed_fits():
    assert faults(printed_tree()) == []


@pytest.mark.parametrize("name", example_variants("seti"))
def test_the_example_variants_fit(name):
    assert faults(tomllib.loads(example_variants("seti")[name].read_text(encoding="utf-8"))) == []


def examples(rows):
    written = [example for row in rows for example in (*row.examples, *getattr(row, "of_species", ()))]
    return [tomllib.loads(f"x = [{example.replace(' + ', ', ')}]")["x"] for example in written]


def test_the_examples_of_the_vocabulary_fit():
    for effects in examples(VERBS):
        assert faults(on_card(play=effects)) == []
    for (when,) in examples(CONDITIONS):
        assert faults(on_card(mission={"when": when, "reward": []})) == []
    for (count,) in examples(COUNTED):
        assert faults(on_card(endgame={"vp": 1, "per": count})) == []
    for (event,) in examples(HAPPENINGS):
        assert faults(on_card(triggers=[{"on": event, "reward": []}])) == []


@pytest.mark.parametrize(
    ("variant", "place"),
    [
        ({"crads": {}}, "$"),
        (on_card(colour="red"), "$.cards['base-137']"),
        (on_card(play=[{"do": "dance"}]), "$.cards['base-137'].play[0].do"),
        (on_card(play=[{"do": "move", "n": 13}]), "$.cards['base-137'].play[0].n"),
        (on_card(play=[{"do": "move"}]), "$.cards['base-137'].play[0]"),
        (on_card(play=[{"do": "scan", "n": 1}]), "$.cards['base-137'].play[0]"),
        (on_card(play=[{"do": "gain", "vp": 1, "data": 1}]), "$.cards['base-137'].play[0]"),
        (on_card(play=[{"do": "may", "then": [{"do": "pay", "luck": 1}]}]), "$.cards['base-137'].play[0].then[0]"),
        (on_card(mission={"when": {"luck": 1}, "reward": []}), "$.cards['base-137'].mission.when"),
        (
            on_card(triggers=[{"on": {"event": "visit", "body": "moon"}, "reward": []}]),
            "$.cards['base-137'].triggers[0].on.body",
        ),
        ({"planets": {"mars": {"orbit": [{"do": "draw", "n": 1}]}}}, "$.planets.mars.orbit[0]"),
    ],
)
def test_what_is_wrong_is_refused_at_its_place(variant, place):
    found = faults(variant)
    assert found and all(fault.startswith(f"{place}: ") for fault in found)
