"""Writes docs/output.schema.json: a JSON Schema of what commands print with `--json`.

    python docs/writers/make_output_schema.py > docs/output.schema.json

What studies hold it has from where their files are checked (`seti_sim.studies.shapes`, `store`), which commands there are from the
command line. The tests compare the file with what this script says, and validate by it what every command prints.
"""

from __future__ import annotations

import json

import click

from seti_sim.cli import cli
from seti_sim.report.documents import ESTIMATE, FORMAT
from seti_sim.stats.estimates import KINDS
from seti_sim.studies import shapes
from seti_sim.studies.store import HOLDS

TEXT, WHOLE, TRUTH, NOTHING = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "null"}
OPEN = {"type": ["number", "null"]}
TEXTS = {"type": "array", "items": TEXT}
_PLAIN = {shapes.WHOLE: WHOLE, shapes.NUMBER: {"type": "number"}, shapes.TEXT: TEXT, shapes.TRUTH: TRUTH, "nothing": NOTHING}
_COLUMNS = {"whole": {"type": ["integer", "null"]}, "number": {"$ref": "#/$defs/number"}, "text": {"type": ["string", "null"]},
            "truth": {"type": ["boolean", "null"]}}  # fmt: skip


def listed(schema: dict) -> dict:
    return {"type": "array", "items": schema}


def table(optional: dict | None = None, **needed: dict) -> dict:
    """An object with these names; others may stand beside them."""
    return {"type": "object", "properties": needed | (optional or {}), "required": list(needed)}


def of_shape(shape) -> dict:
    """The schema of a shape of `shapes.VALUES`."""
    if isinstance(shape, tuple):
        return {"anyOf": [of_shape(one) for one in shape]}
    if isinstance(shape, list):
        return listed(of_shape(shape[0]))
    if not isinstance(shape, dict):
        return _PLAIN[shape]
    if shapes.TEXT in shape:
        return {"type": "object", "additionalProperties": of_shape(shape[shapes.TEXT])}
    return table(**{name: of_shape(one) for name, one in shape.items()})


def row() -> dict:
    """A row of a study: names mean the same in all of them."""
    intervals = {name.removesuffix("_low") for name in shapes.COLUMNS if name.endswith("_low")}
    known = {name: [_COLUMNS[word] for word in words] for name, words in shapes.COLUMNS.items()}
    known = {name: of for name, of in known.items() if not name.endswith(("_low", "_high", "_n")) or name in intervals}
    for name in sorted(intervals | set(shapes.SHARES_OF_MIX.values())):
        known.setdefault(name, []).append({"$ref": "#/$defs/estimate"})
    properties = {name: of[0] if len(of) == 1 else {"anyOf": of} for name, of in sorted(known.items())}
    whole = {name: [other for other in ESTIMATE if other != name] for name in ("low", "high")}
    of_kind = {"if": {"required": ["low"]}, "then": {"properties": {"kind": {"enum": list(KINDS)}}}}
    return {"type": "object", "properties": properties, "dependentRequired": whole, **of_kind}


def study(kind: str) -> dict:
    """What a document of a kind of study must hold."""
    asked, facts, frames = HOLDS[kind]
    return {"properties": {
        "asked": {"required": list(asked)}, "facts": {"required": list(facts)}, "frames": {"required": list(frames)},
    }}  # fmt: skip


def documents() -> dict[str, dict]:
    """What stands below the head of a document, by the commands that are no study."""
    run = table(
        folder=TEXT, game=TEXT, players=WHOLE, policies=listed(table(name=TEXT, key=TEXT)), seats=TEXTS, seating=TEXT, seed=WHOLE,
        rules=table(fingerprint=TEXT, variant={"type": ["object", "null"]}), rows={"type": "object", "additionalProperties": WHOLE},
        versions={"type": "object", "additionalProperties": TEXT}, seconds={"type": "number"}, started=TEXT, command=TEXT,
        options={"type": "object", "additionalProperties": TEXT}, games=WHOLE, finished_games=WHOLE, finished=TRUTH, bytes=WHOLE,
    )  # fmt: skip
    needed = table(estimate=TEXT, words=TEXT, unit={"enum": ["share", "points"]}, half=OPEN, games={"type": ["integer", "null"]},
                   needed=WHOLE)  # fmt: skip
    return {
        "info": table(runs=listed(run)),
        "check": table(game=TEXT, variant={"type": ["string", "null"]}, description={"type": ["string", "null"]}, fingerprint=TEXT,
                       changes=listed(table(address=TEXT, printed={}, here={})), sound={"const": True}, lines=TEXTS),
        "show": table(game=TEXT, what=TEXT, lines=TEXTS, data={"type": "object"}),
        "precision": table(half={"type": "number"}, unit={"enum": ["share", "points"]}, needed=listed(needed)),
    }  # fmt: skip


def with_json(command: click.Command, words: tuple[str, ...] = ()) -> list[str]:
    """The commands that have `--json`, as a document names them."""
    if isinstance(command, click.Group):
        return [name for word, each in command.commands.items() for name in with_json(each, (*words, word))]
    return [" ".join(words)] if any(option.name == "json" for option in command.params) else []


def schema() -> dict:
    """The whole schema."""
    others = documents()
    commands = with_json(cli)
    number = {"anyOf": [OPEN, {"enum": ["inf", "-inf"]}]}
    estimate = table(estimate={"$ref": "#/$defs/number"}, low={"$ref": "#/$defs/number"}, high={"$ref": "#/$defs/number"},
                     n={"type": ["number", "null"], "minimum": 0}, kind={"enum": list(KINDS)})  # fmt: skip
    found = table(
        study={"enum": sorted(HOLDS)}, heading=TEXT, answer=TEXT, basis=TEXT, folder={"type": ["string", "null"]}, written=TEXTS,
        asked=table(optional={name: of_shape(shape) for name, shape in shapes.VALUES.items()}),
        facts=table(optional={name: of_shape(shape) for name, shape in shapes.VALUES.items()}),
        frames={"type": "object", "additionalProperties": listed({"$ref": "#/$defs/row"})},
    )  # fmt: skip
    found["allOf"] = [_where("study", kind, study(kind)) for kind in sorted(HOLDS)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What commands of seti-sim print with --json",
        "description": "Made by docs/writers/make_output_schema.py. `null` stands for a number that there is not, the texts `inf` "
        "and `-inf` for an end that nothing bounds.",
        **table(format={"const": FORMAT}, version=TEXT, command={"enum": commands}),
        "allOf": [
            *(_where("command", name, {"$ref": f"#/$defs/{name}"}) for name in others),
            {"if": {"properties": {"command": {"not": {"enum": list(others)}}}}, "then": {"$ref": "#/$defs/study"}},
        ],
        "$defs": {"number": number, "estimate": estimate, "row": row(), "study": found, **others},
    }  # fmt: skip


def _where(name: str, value: str, then: dict) -> dict:
    return {"if": {"properties": {name: {"const": value}}}, "then": then}


def page() -> str:
    """The text of the file."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    print(page(), end="")
