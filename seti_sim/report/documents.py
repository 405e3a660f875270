"""What commands say as JSON: one document, in which every estimate with an interval has the same five names.

docs/output.schema.json describes the documents; docs/writers/make_output_schema.py makes it from here and from
`seti_sim.studies.shapes`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from seti_sim import __version__
from seti_sim.report import studies
from seti_sim.studies.shapes import KINDS_OF, N_OF, SHARES_OF_MIX
from seti_sim.studies.store import Study, as_json, telling

FORMAT = 1
"""Of the documents: it grows where a name goes or means something else, and not where one is added."""
ESTIMATE = ("estimate", "low", "high", "n", "kind")
"""Of every estimate with an interval."""


def as_text(command: str, found: Mapping[str, Any]) -> str:
    """The document of a command as text: what it found, under what every document begins with."""
    head = {"format": FORMAT, "version": __version__, "command": command}
    return json.dumps(plain(head | dict(found)), indent=1, ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """A value of which JSON has no number as `as_json` writes it, however deep it lies; what is no value of JSON as text."""
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return as_json(value) if isinstance(value, (bool, int, float, str, type(None))) else str(value)


def of_study(study: Study, written: Iterable[str] = ()) -> dict[str, Any]:
    """The document of a study: what was asked and found, in a sentence and in rows; `written`: its page and charts.

    Rows are those of its frames. An interval in columns `NAME, NAME_low, NAME_high` is one object `NAME` with the names of
    `ESTIMATE`; that in `estimate, low, high, n, kind` stays in the row, which is then such an object itself.
    """
    with telling(study):
        answer, basis = studies.in_short(study)
        heading = studies.heading(study)
    return {
        "study": study.kind,
        "heading": heading,
        "answer": answer,
        "basis": basis,
        "folder": study.folder and str(study.folder),
        "written": list(written),
        "asked": study.asked,
        "facts": study.facts,
        "frames": {name: rows(name, frame, study.asked) for name, frame in study.frames.items()},
    }


def rows(name: str, frame: pl.DataFrame, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a frame of a study with that name, as `of_study` says."""
    columns = frame.columns
    stems = [column.removesuffix("_low") for column in columns if column.endswith("_low")]
    share = (SHARES_OF_MIX[name], asked["games"]) if name in SHARES_OF_MIX else None
    return [_row(name, row, stems, share) for row in frame.iter_rows(named=True)]


def _row(name: str, row: dict[str, Any], stems: list[str], share: tuple[str, Any] | None) -> dict[str, Any]:
    told = dict(row)
    kind = row.get("kind", KINDS_OF.get(name))
    if share:  # its columns `low` and `high` are of another name than `estimate`
        told[share[0]] = _estimate(row[share[0]], told.pop("low"), told.pop("high"), share[1], kind)
    elif "low" in row:
        told |= _estimate(row["estimate"], row["low"], row["high"], row.get("n"), kind)
    for stem in stems:
        # Where there is no column of its own, of the estimate: the interval that holds for all rows at once. Ranks have none.
        value = row.get(stem, row.get("estimate") if stem == "sim" else None)
        ends = told.pop(f"{stem}_low"), told.pop(f"{stem}_high")
        told[stem] = _estimate(
            value, *ends, told.pop(f"{stem}_n", row.get(N_OF.get(stem, "n"), row.get("n"))), KINDS_OF.get(stem, kind)
        )
    return told


def _estimate(value: Any, low: Any, high: Any, n: Any, kind: str | None) -> dict[str, Any]:
    whole = int(n) if isinstance(n, float) and n.is_integer() else n
    return dict(zip(ESTIMATE, (value, low, high, whole, kind), strict=True))
