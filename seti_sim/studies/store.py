"""What a study found, as a file beside its runs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from seti_sim.core.errors import SetiSimError
from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.core.names import in_short, printable
from seti_sim.core.notebook import shown
from seti_sim.simulate.plan import differences
from seti_sim.studies.shapes import COLUMNS, VALUES, fits, said

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE = "study.json"
MARK = "plan.json"
"""In the folder of a study from before its first game: which one it is."""
FORMAT = 2


class StudyError(SetiSimError, ValueError):
    """A study that cannot be made as asked, or whose file cannot be read; the message is one line."""


@dataclass(repr=False)
class Study:
    """What was asked and what was found.

    kind: one of `HOLDS`: compare, sweep, komi, seats, card_strength, ladder, or a question that one game has for itself.
    asked: plain values, as given. frames: Polars frames by name. facts: single values. folder: where its runs are. file: what
    it was read from, None where it was made in this process.
    """

    kind: str
    asked: dict[str, Any]
    frames: dict[str, pl.DataFrame]
    facts: dict[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    file: Path | None = None

    def charts(self) -> dict[str, Figure]:
        """Every chart of its page by name, as matplotlib figures."""
        return shown("study_charts", self)

    def report(self, out: str | Path) -> Path:
        """Write the page about it to a file and return its path. RunError where it cannot be written."""
        return shown("study_report", self, out)

    def __repr__(self) -> str:
        rows = ", ".join(f"{name} {frame.height}" for name, frame in self.frames.items())
        return f"Study({self.kind!r}, {str(self.folder)!r}, rows: {rows})"

    def __str__(self) -> str:
        """What was asked and what was found, in two lines."""
        return shown("study_told", self)

    def _repr_html_(self) -> str:
        """In a notebook: what was found, in a sentence, a table and a chart."""
        return shown("study_html", self)

    def save(self) -> Path:
        """Write `study.json` into the folder, whole or not at all."""
        frames = {
            name: {column: [as_json(v) for v in frame[column]] for column in frame.columns}
            for name, frame in self.frames.items()
        }
        types = {name: {c: _type_word(t) for c, t in frame.schema.items()} for name, frame in self.frames.items()}
        content = {
            "format": FORMAT, "kind": self.kind, "asked": self.asked, "facts": self.facts, "types": types,
            "frames": frames,
        }  # fmt: skip
        if self.folder is None:
            raise StudyError(f"study {self.kind}: has no folder, expected one to save it in")
        final = self.folder / FILE
        write_whole(final, json.dumps(content, indent=1).encode())
        return final


def claim(folder: str | Path, kind: str, identity: dict[str, Any]) -> Path:
    """Take a folder for a study before its first game, and return it as a path.

    identity: plain values that everything in the folder depends on, but for how many games there are. A folder that is there
    must be empty or of this study. That its mark says, or a `study.json` where it is older than marks are. StudyError or
    RunError for any other, in which nothing is written.
    """
    folder = Path(folder)
    asked = {"kind": kind} | json.loads(json.dumps(identity))
    marked = (folder / MARK).exists()
    if not check_folder(folder, (MARK, FILE)):
        there = _mark(folder / MARK) if marked else _as_mark(load(folder), asked)
        if words := differences(there, asked):
            raise StudyError(f"{folder}: holds another study ({words}); choose another folder")
    if not marked:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / MARK, json.dumps(asked, indent=1).encode(), GOES_ON)
    return folder


def check_folder(folder: Path, marks: Iterable[str]) -> bool:
    """Whether a folder that shall be written is empty or yet to be made; else it holds one of the files `marks`.

    StudyError where it holds other things only, RunError where it cannot be written.
    """
    from seti_sim.simulate.runner import check_writable
    from seti_sim.tables.folder import RUN_FILE

    check_writable(folder)
    found = sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")) if folder.is_dir() else []
    if found and not set(marks) & set(found):
        what = "a run" if RUN_FILE in found else found[0]
        raise StudyError(f"{folder}: holds {what} and nothing of what is asked; choose an empty folder")
    return not found


def _mark(file: Path) -> dict[str, Any]:
    try:
        there = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        there = None
    if not isinstance(there, dict):
        raise StudyError(f"{file}: cannot be read, expected what says which study this is; choose another folder")
    return there


def _as_mark(study: Study, asked: dict[str, Any]) -> dict[str, Any]:
    """The mark of a study whose folder has none: what it says of itself, and what it does not say as asked."""
    sides = [side["fingerprint"] for side in study.facts.get("sides", ())]
    said = study.facts | study.asked | {"kind": study.kind} | ({"rules": alike(sides)} if sides else {})
    return {key: said.get(key, value) if key not in _OTHERWISE else value for key, value in asked.items()}


_OTHERWISE = ("policies", "species", "engine")
"""What a study says in other words than its plans, or not at all; its runs are looked at for them."""


def alike(values: Iterable[Any]) -> Any:
    """The one value where all are the same, else the list of them."""
    values = list(values)
    return values[0] if all(value == values[0] for value in values) else values


def load(folder: str | Path) -> Study:
    """The study kept in a folder; StudyError where there is none or it cannot be read."""
    folder = Path(folder)
    file = folder / FILE
    if not file.is_file():
        raise StudyError(f"{file}: missing, expected the folder of a study ({', '.join(HOLDS)})")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        json.dumps(content, ensure_ascii=False).encode()  # no page can be written of half a sign
        if content["format"] != FORMAT:
            raise StudyError(f"{file}: expected a study of format {FORMAT}")
        frames = {}
        for name, columns in content["frames"].items():
            types = {c: _TYPES[t] for c, t in content["types"][name].items()}
            floats = [c for c, t in types.items() if t == pl.Float64]
            frame = pl.DataFrame(columns | {c: [_OPEN.get(v, v) for v in columns[c]] for c in floats}, schema=types)
            frames[name] = frame.with_columns(pl.col(floats).fill_null(math.nan))
        study = Study(content["kind"], content["asked"], frames, content["facts"], folder)
        for place, keys in zip((study.asked, study.facts, frames), HOLDS[study.kind], strict=True):
            for key in keys:
                place[key]
    except StudyError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError, OSError, pl.exceptions.PolarsError):
        raise StudyError(f"{file}: cannot be read; {_AGAIN}") from None
    _check(study, file)
    study.file = file
    return study


_AGAIN = "delete it and run the same command again"


def _check(study: Study, file: Path) -> None:
    """StudyError for a value or a column of another kind than `shapes` says."""
    for name, place in (("asked", study.asked), ("facts", study.facts)):
        for key, value in place.items():
            if key in VALUES and not fits(value, VALUES[key]):
                raise StudyError(f"{file}: {name}.{key} = {in_short(value)}: expected {said(VALUES[key])}; {_AGAIN}")
    for name, frame in study.frames.items():
        for column, kind in frame.schema.items():
            if column in COLUMNS and (word := _type_word(kind)) not in COLUMNS[column]:
                raise StudyError(f"{file}: frames.{name}.{column} is {word}: expected {' or '.join(COLUMNS[column])}; {_AGAIN}")


@contextmanager
def telling(study: Study) -> Iterator[None]:
    """Around what tells a study: a file whose values are of the right kinds but fit no study becomes StudyError.

    What was made in this process is left alone, since what goes wrong there is a fault of the program.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, pl.exceptions.PolarsError) as error:
        if study.file is None or isinstance(error, StudyError):
            raise
        what = f"{type(error).__name__}: {printable(str(error))[:80]}"
        raise StudyError(f"{study.file}: what it holds cannot be told ({what}); {_AGAIN}") from error


_PAIRED = (("players", "policies", "seating", "seed"), ("why", "pairs", "looks", "comparisons", "level", "sides"),
           ("differences", "looks"))  # fmt: skip
_PLAYED = ("players", "policies", "seed", "games")
HOLDS = {
    "compare": _PAIRED,
    "sweep": (_PAIRED[0], (*_PAIRED[1], "address", "values", "printed"), _PAIRED[2]),
    "card_strength": (("players", "policies", "games", "seed", "confirm_games", "confirm_seed", "follow_games", "follow_seed"),
              ("flagged", "confirmed", "policy"), ("cards", "proof")),
    "seats": (("policies", "players", "seed", "games"), ("rules", "runs"), ("by_seat", "inequality", "changes", "alike")),
    "komi": (("players", "policies", "seating", "games", "confirm_games"),
             ("printed", "guess", "komi", "tied", "better", "seed", "confirm_seed", "candidates"),
             ("seats", "inequality", "candidates")),
    "deal": (_PLAYED, ("why", "bases", "played", "against", "weights"), ("cards", "decks")),
    "uses": (_PLAYED, ("positions", "counted", "weights"), ("uses", "cards")),
    "options": (_PLAYED, ("weights",), ("options",)),
    "strategies": (("policies", "seed", "games", "among"), ("best", "dominates", "weights"), ("duels", "alone", "mix", "species")),
    "course": ((*_PLAYED, "seating"), ("weights",), ("leaders", "comebacks", "games", "margins")),
    "blindspots": ((*_PLAYED, "each", "confirm_seed"), ("deviations", "tested", "flagged", "confirmed", "least", "weights", "rules"),
                   ("cells", "uses", "instead")),
    "luck": (_PLAYED, ("deals", "orders", "weights"), ("shares", "players")),
    "fix": ((*_PLAYED, "metric", "changes", "confirm_games"), ("fix", "count", "steps", "reached", "confirmed", "value", "within", "unit",
            "confirm_seed", "weights"), ("candidates", "fresh", "gain")),
    "facts": (_PLAYED, ("weights",), ("worth",)),
    "topics": (_PLAYED, ("played", "weights"), ("kinds",)),
    "handicap": (_PLAYED, ("fair", "weights"), ("levels", "needed")),
    "judge": ((*_PLAYED, "cards"), ("why", "bases", "played", "whole", "weights"), ("differences",)),
    "ladder": (("policies", "games", "tables", "fewer", "seed"), ("rules",), ("players", "pairings")),
}  # fmt: skip
"""What a report needs of a study of each kind: asked, facts, frames."""
_TYPES = {"text": pl.String, "whole": pl.Int64, "number": pl.Float64, "truth": pl.Boolean}


def _type_word(kind: pl.DataType) -> str:
    if kind.is_integer():
        return "whole"
    return "number" if kind.is_float() else "truth" if kind == pl.Boolean else "text"


_OPEN = {"inf": math.inf, "-inf": -math.inf}
"""How an end that nothing bounds is written, which JSON has no number for."""


def as_json(value: Any) -> Any:
    """A value as JSON has it: `null` for a number that there is not, a text for an end that nothing bounds."""
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else str(value)
