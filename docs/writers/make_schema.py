"""Writes docs/variant.schema.json: a JSON Schema of variants, made from the vocabulary, for editors that complete and check.

    python docs/writers/make_schema.py > docs/variant.schema.json

It knows the tables, the keys of cards, and every verb, condition, count and event with its keys, words and bounds. What
depends on more than one place, and what lies in `solo`, only `seti-sim check` knows. The tests compare the file with what this
script says, and validate by it what is printed, the examples of the vocabulary, and wrong ones.
"""

from __future__ import annotations

import json

from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.vocabulary import COLORS, CONDITIONS, CORNERS, COUNTED, EVENT_WORDS, WORDS, Key, Term


def ref(name: str) -> dict:
    return {"$ref": f"#/$defs/{name}"}


def listed(schema: dict) -> dict:
    return {"type": "array", "items": schema}


def value(key: Key, terms: str) -> dict:
    """What may stand at a key; `terms` are the tables that a list of terms has."""
    return {
        "whole": {"type": "integer", "minimum": key.lo, "maximum": key.hi},
        "flag": {"type": "boolean"},
        "word": {"enum": list(key.words)},
        "place": {"enum": list(key.words)},
        "several": listed({"enum": list(key.words)}),
        "star": {"type": "string"},
        "effects": ref("effects"),
        "branches": listed(ref("effects")),
        "condition": ref("condition"),
        "count": ref("count"),
        "event": ref("event"),
        "terms": listed(ref(terms)),
    }[key.kind]


def table(keys: tuple[Key, ...], terms: str = "", **more: dict) -> dict:
    """A table with these keys and no others."""
    return {
        "type": "object",
        "properties": {**more, **{key.name: value(key, terms) for key in keys}},
        "required": [*more, *(key.name for key in keys if not key.optional)],
        "additionalProperties": False,
    }


def by_word(rows: dict, word: str) -> dict:
    """A table whose key `word` says which of the rows it is, so that an editor's message is about that row alone."""
    ways = []
    for name, row in rows.items():
        alone = getattr(row, "exactly_one", ())
        way = table(row.keys, **{word: {"const": name}})
        if alone:
            way["properties"] |= {key.name: value(key, "") for key in alone}
            way["oneOf"] = [{"required": [key.name]} for key in alone]
        ways.append({"if": {"properties": {word: {"const": name}}, "required": [word]}, "then": way})
    return {"type": "object", "required": [word], "properties": {word: {"enum": list(rows)}}, "allOf": ways}


def any_of(rows: tuple[Term, ...], name: str) -> dict:
    return {"anyOf": [table(row.keys, name) for row in rows]}


def card(**more: dict) -> dict:
    """A card's keys, none of them required: a variant changes some, and a copy is whole without."""
    mission = {"when": ref("condition"), "reward": ref("effects")}
    endgame = {"vp": {"type": "integer"}, "per": ref("count"), "when": ref("condition")}
    words = ("name", "sector", "income", "species")
    known = {
        **{key: {"type": "string"} for key in words},
        "sector": {"enum": list(COLORS)},
        "cost": {"type": ["integer", "object"]},
        "corner": {"type": "object", "propertyNames": {"enum": list(CORNERS)}, "additionalProperties": {"type": "integer"}},
        "play": ref("effects"),
        "message": ref("effects"),
        "mission": {"type": "object", "properties": mission, "additionalProperties": False},
        "triggers": listed({"type": "object", "properties": {"on": ref("event"), "reward": ref("effects")}}),
        "endgame": {"type": "object", "properties": endgame},
        "secret": {"type": "object"},
        **more,
    }
    return {"type": "object", "properties": known, "additionalProperties": False}


def new() -> dict:
    """Tables of components that are not printed."""
    of = {"copy_of": {"type": "string"}}
    loose = {"type": "object", **ref("anything")}
    others = dict.fromkeys(("species", "techs", "objectives", "rival_cards"), {"type": "object", "additionalProperties": loose})
    own = of | {"count": {"type": "integer", "minimum": 1}}
    values = listed({"type": "integer", "minimum": 0, "maximum": 50}) | {"minItems": 3, "maxItems": 3}
    side = {"type": "object", "properties": {"values": values, "count": ref("count")}, "additionalProperties": False}
    places = {"in_place_of": {"type": "string"}}
    tile = {
        "type": "object",
        "properties": of | places | {"a": side, "b": side},
        "required": [*places],
        "additionalProperties": False,
    }
    return {
        "cards": {"type": "object", "additionalProperties": card(**own)},
        "gold_tiles": {"type": "object", "additionalProperties": tile},
        **others,
    }


def schema() -> dict:
    anything = {
        "if": {"type": "object", "required": ["do"]},
        "then": ref("effect"),
        "else": {"items": ref("anything"), "additionalProperties": ref("anything")},
    }
    top = {name: {"type": "object", **ref("anything")} for name in printed_tree()}
    named = {"name": {"type": "string"}, "description": {"type": "string"}, "take_away": listed({"type": "string"})}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A variant of SETI",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            **top,
            "variant": {"type": "object", "properties": named},
            "cards": {"type": "object", "additionalProperties": card()},
            "solo": {"type": "object"},
            "new": {"type": "object", "properties": new(), "additionalProperties": False},
        },
        "$defs": {
            "anything": anything,
            "effects": listed(ref("effect")),
            "effect": by_word(WORDS, "do"),
            "event": by_word(EVENT_WORDS, "event"),
            "condition": any_of(CONDITIONS, "condition"),
            "count": any_of(COUNTED, "count"),
        },
    }


def page() -> str:
    """The text of docs/variant.schema.json."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    print(page(), end="")
