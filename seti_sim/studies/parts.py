"""Playing what a question needs in parts that stay: as a run does, but each part is a few arrays of its own.

What is played is numbered from 0; a part is a stretch of `PART` numbers, written whole or not at all, and depends on its
numbers alone. So what comes out is the same whatever the number of processes, and the same command goes on from what
is there.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.core.pool import in_parallel
from seti_sim.simulate.plan import differences
from seti_sim.simulate.progress import Progress
from seti_sim.studies.store import StudyError

ASKED = "parts.json"


class PartFolder:
    """A folder of parts: arrays by name, a file each, written whole or not at all, by one process at a time.

    identity: plain values that all parts depend on. Within `with`, StudyError where the folder holds what was asked otherwise,
    or another process writes it.
    """

    def __init__(self, folder: Path, identity: dict):
        self.folder, self.identity = folder, identity

    def __enter__(self) -> PartFolder:
        import filelock

        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = filelock.FileLock(str(self.folder / ".lock"), timeout=0)
        try:
            self._lock.acquire()
        except filelock.Timeout:
            raise StudyError(f"{self.folder}: another process is writing this") from None
        try:
            self._check()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(self, *_) -> None:
        self._lock.release()

    def _check(self) -> None:
        """StudyError where the folder holds what was asked otherwise; else says what is asked."""
        file, text = self.folder / ASKED, json.dumps(self.identity, indent=1, sort_keys=True)
        if file.exists():
            there = file.read_text(encoding="utf-8")
            if there != text:
                differs = _differs(there, self.identity)
                raise StudyError(f"{self.folder}: holds another study ({differs}); choose another folder")
            return
        if any(self.folder.glob("part-*.npz")):
            raise StudyError(f"{self.folder}: holds parts but no {ASKED}; choose an empty folder")
        write_whole(file, text.encode(), GOES_ON)

    def _file(self, name: str) -> Path:
        return self.folder / f"part-{name}.npz"

    def has(self, name: str) -> bool:
        return self._file(name).is_file()

    def read(self, name: str) -> dict[str, np.ndarray]:
        """The arrays of a part; StudyError where its file is damaged."""
        try:
            with np.load(self._file(name)) as stored:
                return dict(stored)
        except (OSError, ValueError, EOFError) as error:
            raise StudyError(
                f"{self._file(name)}: cannot be read ({error}); delete it and run the same command again"
            ) from None

    def write(self, name: str, arrays: dict[str, Any]) -> None:
        content = io.BytesIO()
        np.savez_compressed(content, **arrays)
        write_whole(self._file(name), content.getbuffer(), GOES_ON)


@dataclass(frozen=True)
class Parts:
    """What is played for a question: `play(context, numbers)` gives arrays by name, one row or several a number.

    context: what `play` needs, the same for all parts, and can be sent to another process. folder: where parts go.
    identity: plain values that all rows depend on. size: numbers a part. weight: games that a number costs, for the
    progress line.
    """

    play: object
    context: object
    folder: Path
    identity: dict
    size: int
    weight: float = 1.0

    def upto(self, count: int, *, jobs: int = 1, stream=None, label: str = "", first: int = 0) -> dict[str, np.ndarray]:
        """The arrays of the numbers first … count - 1, those that are missing played before. StudyError as `PartFolder`."""
        if jobs < 1:
            raise StudyError(f"jobs {jobs}: expected at least 1")
        tasks = [range(at, min(at + self.size, count)) for at in range(first, count, self.size)]
        pieces = [(_name(task), len(task) * self.weight, self.play, (self.context, task)) for task in tasks]
        with PartFolder(self.folder, self.identity) as kept:
            found = play_pieces(pieces, kept, jobs=jobs, stream=stream, label=label, before=first * self.weight)
        return join(found)


def play_pieces(
    pieces, kept: PartFolder | None, *, jobs: int, stream=None, label: str = "", before: float = 0
) -> list[dict[str, np.ndarray]]:
    """The arrays of each piece of work, in the order of the pieces; those that are not kept are played now, and kept.

    pieces: (name of its file, games that it costs, function, its arguments); the function gives arrays by name and can be sent to
    another process. before: games that were there before the first piece, for the progress line.
    """
    from joblib import delayed

    found = {at: kept.read(name) for at, (name, *_) in enumerate(pieces) if kept and kept.has(name)}
    missing = [at for at in range(len(pieces)) if at not in found]
    if missing:
        games = [cost for _, cost, *_ in pieces]
        total = before + sum(games)
        done = [total - sum(games[at] for at in missing)]
        with Progress(lambda: round(done[0]), round(total), round(done[0]), stream, label):
            for at, arrays in in_parallel((delayed(_one)(at, *pieces[at][2:]) for at in missing), jobs):
                if kept:
                    kept.write(pieces[at][0], arrays)
                found[at] = arrays
                done[0] += games[at]
    return [found[at] for at in range(len(pieces))]


def join(parts: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays of parts, one after the other, by name."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _name(task: range) -> str:
    return f"{task.start:09d}-{len(task)}"


def weights_of(policies) -> dict[str, str]:
    """What a study says of who played: the keys of their weights by name, since weights are tuned anew now and then."""
    return {policy.name: str(policy.key) for policy in policies}


def _one(at: int, play, arguments):
    return at, play(*arguments)


def _differs(there: str, asked: dict) -> str:
    try:
        known = json.loads(there)
        words = differences(known, asked)
    except (json.JSONDecodeError, AttributeError):
        words = ""
    return words or f"{ASKED} says otherwise"
