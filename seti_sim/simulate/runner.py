"""Playing a plan into a run folder: what is missing, who plays it, what run.json says.

One process at a time writes a run folder (a file lock says so). A range of games is there once every table has its
part, the `games` part last; whatever an earlier process left half written is cleared away first, as soon as the last of
its workers has ended. Workers are loky processes, since forked ones deadlock in Polars.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from seti_sim import __version__
from seti_sim.core import registry
from seti_sim.core.cluster import current
from seti_sim.core.errors import RunError
from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.core.names import TEXT, escaped, is_text
from seti_sim.core.places import check_no_url, is_url, listed, place, reaching
from seti_sim.core.pool import in_parallel
from seti_sim.core.tree import files_of
from seti_sim.simulate.cost import check_parts
from seti_sim.simulate.plan import Plan, differences, numbers_text
from seti_sim.simulate.progress import Progress
from seti_sim.simulate.sitting import NAME as SITTING
from seti_sim.simulate.sitting import Sitting, check_alone
from seti_sim.simulate.worker import COUNTER, play_part

if TYPE_CHECKING:
    from seti_sim.tables.folder import Run

MAX_PART = 10_000
MIN_PART = 1_000
LIBRARIES = ("numpy", "polars", "scipy", "joblib")
WORKERS_END = 30.0
"""Seconds that the workers of a killed process may take to notice; they look once a second."""


def run(
    plan: Plan,
    out: str | Path,
    *,
    jobs: int = 1,
    chunk: int | None = None,
    command: str | None = None,
    stream: TextIO | None = None,
    label: str = "",
    play: Callable[..., Any] | None = None,
) -> Run:
    """Play what is missing of a plan in the folder `out` and return the run, opened (`seti_sim.tables.Run`).

    `jobs` worker processes, `chunk` games a part (by default a part lasts half of a worker's games, 1,000 to 10,000).
    Progress goes to `stream` (stderr), with `label` before it. A folder that holds a different run, or is being written
    by another process, is refused with RunError; RunStopped says that a worker was ended from outside.
    KeyboardInterrupt passes through after run.json has been brought up to date.
    """
    if jobs < 1:
        raise RunError(f"jobs {jobs}: expected at least 1")
    if chunk is not None and chunk < 1:
        raise RunError(f"chunk {chunk}: expected at least 1")
    check_parts(plan.end, chunk or MAX_PART)
    folder = place(out)
    check_writable(folder)
    if is_url(folder) and folder.protocol == "memory" and (jobs > 1 or current() is not None):
        raise RunError(f"{folder}: is known to this process alone, expected jobs 1")
    _existing(plan, folder)
    if not is_url(folder):
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    with alone_in(folder):
        existing = _existing(plan, folder)  # again, now that nobody else writes
        _Sitting(plan, folder, existing, jobs, chunk, command, stream, label, play).run()
    from seti_sim.tables.folder import Run

    return Run(folder)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Around the writing of a run folder: RunError where another process writes it."""
    import filelock

    if is_url(folder):
        check_alone(folder)
        yield
        return
    lock = filelock.FileLock(str(folder / ".lock"), timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise RunError(f"{folder}: another process is writing this run") from None
    try:
        yield
    finally:
        lock.release()


def resume_command(
    plan: Plan,
    out: str | Path,
    jobs: int,
    chunk: int | None = None,
    variant: str | None = None,
    players: object = None,
    several: dict[str, str] | None = None,
) -> str:
    """The command line that continues a run; `players` where it is one of several numbers of players, `several` the
    options of its game of which it has one of several values."""
    names = plan.seat_names
    policy = names[0] if len(set(names)) == 1 else ",".join(names)
    words: list[object] = [
        "seti-sim",
        "run",
        *(["--game", registry.typed(plan.kind)] if plan.kind.name != registry.DEFAULT else []),
        "--players",
        players or len(plan.seats),
        "--games",
        numbers_text(plan.first, plan.games),
        "--policy",
        policy,
        "--seed",
        plan.seed,
    ]
    words += ["--seating", plan.seating] if plan.seating != "rotate" else []
    words += plan.kind.words(plan.options | (several or {}))
    for file in files_of(variant):
        words += ["--variant", file]
    words += ["--tables", ",".join(plan.tables)] if plan.tables else []
    if (cluster := current()) is not None:
        words += cluster.words
    if cluster is None or jobs < cluster.slots():
        words += ["--jobs", jobs]
    words += (["--chunk", chunk] if chunk else []) + ["--out", out]
    return shlex.join(str(word) for word in words)


def check_writable(folder: Path) -> None:
    """RunError where the folder could not be made or written, before anything is."""
    if not is_text(str(folder)):
        raise RunError(f"{escaped(str(folder))}: {TEXT}")
    if is_url(folder):
        return  # what may be written there shows when it is
    check_no_url(folder)  # one that became a path
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        raise RunError(f"{folder}: {nearest} is a file, expected a folder")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise RunError(f"{folder}: {nearest} cannot be written")


def _existing(plan: Plan, folder: Path) -> dict[str, Any] | None:
    """run.json of a folder that already holds this run; None where there is none yet; RunError where it is another."""
    from seti_sim.tables.folder import RUN_FILE, read_config

    if not (folder / RUN_FILE).exists():
        # Parts without run.json are welcome if they are this run's, which is looked at before they are used.
        foreign = (
            [name for name in listed(folder) if not name.startswith(".") and name not in plan.kept_tables]
            if is_url(folder) or folder.is_dir()
            else []
        )
        if foreign:
            raise RunError(f"{folder}: holds {foreign[0]} but no {RUN_FILE}; choose an empty folder")
        return None
    config = read_config(folder)
    there, here = config["identity_parts"], plan.identity_parts
    if config["identity"] != plan.identity:
        if there | {"engine": here["engine"]} == here:
            raise RunError(
                f"{folder}: was played by another engine ({there.get('engine')}, and this one is {here['engine']}), whose "
                "games may be others; it can be read and reported, and what is missing goes to another folder"
            )
        raise RunError(f"{folder}: holds a different run ({differences(there, here)}); choose another folder")
    return config


_HISTORY = (
    "games",
    "first",
    "games_done",
    "started",
    "updated",
    "seconds",
    "core_seconds",
    "games_timed",
    "rows",
    "versions",
    "machine",
)
"""Keys of run.json that do not follow from the plan."""


class _Sitting:
    """One stretch of playing, under the lock of the folder."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        existing: dict[str, Any] | None,
        jobs: int,
        chunk: int | None,
        command: str | None,
        stream: TextIO | None,
        label: str,
        play: Callable[..., Any] | None,
    ) -> None:
        self.plan, self.folder, self.jobs, self.stream, self.label, self.play = plan, folder, jobs, stream, label, play
        self.chunk = chunk or min(max(MIN_PART, -(-plan.games // (2 * jobs))), MAX_PART)
        # What follows from the plan is said anew, whatever a damaged run.json says of it; its parts are looked at by the plan, too.
        self.config = self._new_config() | {key: value for key, value in (existing or {}).items() if key in _HISTORY}
        self.config["command"] = command or resume_command(plan, folder, jobs, chunk, plan.variant_name)
        self.tasks: list[tuple[int, int]] = []
        self.finished_parts: dict[int, int] = {}

    def run(self) -> dict[str, Any]:
        from seti_sim.tables.folder import finished_ranges

        with reaching(self.folder):
            for file in self.folder.glob(f"{SITTING}*"):  # of a process that was killed, whose workers may still play elsewhere
                file.unlink(missing_ok=True)
        self._await_workers()
        self._check_parts()
        self._clear_leftovers()
        there = finished_ranges(self.folder)
        before = sum(count for _, count in there)
        self.config |= _reaching(self.config, there, self.plan.first, self.plan.end)
        self.tasks = missing(there, self.plan.first, self.plan.end, self.chunk)
        self._write(before)
        if not self.tasks:
            return self._finish()
        started = time.monotonic()
        seconds = self.config["seconds"]
        total = before + sum(count for _, count in self.tasks)
        try:
            watched = Progress(lambda: before + self._done(), total, before, self.stream, self.label)
            with self._sitting() as sitting, watched, closing(self._play(sitting)) as parts:
                for part in parts:
                    self.finished_parts[part["first"]] = part["count"]
                    self.config["seconds"] = seconds + time.monotonic() - started
                    self.config["core_seconds"] += part["seconds"]
                    self.config["games_timed"] += part["count"]
                    self._write(before + sum(self.finished_parts.values()))
        except BaseException:
            self.config["seconds"] = seconds + time.monotonic() - started
            with suppress(RunError, OSError):  # what stopped us may keep this from working, too
                self._await_workers()
                self._clear_leftovers()
                self._write(sum(count for _, count in finished_ranges(self.folder)))
            raise
        return self._finish()

    def _sitting(self) -> AbstractContextManager[Sitting | None]:
        """What workers on other machines look at, to end with the run; others see their parent."""
        return Sitting(self.folder) if current() is not None or is_url(self.folder) else nullcontext()

    def _play(self, sitting: Sitting | None) -> Generator[Any, None, None]:
        from joblib import delayed

        workers = min(self.jobs, len(self.tasks))
        # Workers live on between runs, and know the folder that they began in only.
        folder = str(self.folder if is_url(self.folder) else self.folder.resolve())
        name = sitting.file.name if sitting and current() else None
        calls = (delayed(play_part)(self.plan, first, count, folder, self.play, name) for first, count in self.tasks)
        return in_parallel(calls, workers)

    def _done(self) -> int:
        """Games of this sitting played so far, those of unfinished parts included."""
        done = sum(list(self.finished_parts.values()))
        if is_url(self.folder):
            return done
        for file in self.folder.glob(f"{COUNTER}*"):  # there are as many as workers, and 100,000 parts
            with suppress(OSError, ValueError):
                if int(file.name.rpartition("-")[2]) not in self.finished_parts:
                    done += file.stat().st_size
        return done

    def _await_workers(self) -> None:
        """Wait until no worker of an earlier process of this run is left: each holds a lock while it plays a part."""
        import filelock

        if is_url(self.folder):
            return
        for file in self.folder.glob(".playing-*"):
            try:
                with filelock.FileLock(str(file), timeout=WORKERS_END):
                    pass
            except filelock.Timeout:
                raise RunError(f"{self.folder}: a worker of an earlier process still writes ({file.name})") from None
            file.unlink(missing_ok=True)

    def _check_parts(self) -> None:
        """TablesError where a part is damaged or of another run, rather than a run that nobody can read in the end."""
        from seti_sim.tables.folder import check_part, finished_ranges, part_name

        parts = finished_ranges(self.folder, self.plan.kept_tables)
        for name, expected in self.plan.kind.schemas(self.plan.categories, self.plan.tables).items():
            for part in parts:
                check_part(self.folder / name / part_name(*part), expected, self.plan.identity)

    def _clear_leftovers(self) -> None:
        """Remove temporary files, and parts of ranges of which not every table has its part."""
        from seti_sim.tables.folder import finished_ranges, part_name

        tables = self.plan.kept_tables
        whole = {part_name(*part) for part in finished_ranges(self.folder, tables)}
        # The games parts first: a range of which one is left must never look finished.
        files = [
            file
            for table in sorted(tables, key=lambda name: name != "games")
            for file in (self.folder / table).glob("*")
            if file.name.startswith(".tmp-") or (file.suffix == ".parquet" and file.name not in whole)
        ]
        files += [*self.folder.glob(f"{COUNTER}*"), *self.folder.glob(".tmp-*")]
        with reaching(self.folder):
            for file in files:  # before anything is removed
                if file.is_dir():
                    raise RunError(f"{file}: is a folder: expected a file; move it away")
            for file in files:
                file.unlink(missing_ok=True)

    def _finish(self) -> dict:
        from seti_sim.tables.folder import count_rows, finished_ranges

        there = finished_ranges(self.folder)
        self.config["rows"] = count_rows(self.folder, self.plan.kept_tables, there)
        self._write(sum(count for _, count in there))
        return self.config

    def _new_config(self) -> dict:
        plan = self.plan
        return {
            "format": _format(),
            "game": plan.kind.name,
            "identity": plan.identity,
            "identity_parts": plan.identity_parts,
            "finished": False,
            "games": plan.games,
            "first": plan.first,
            "games_done": 0,
            "players": plan.players,
            **plan.kind.numbers(plan.rules),
            "seed": plan.seed,
            "seating": plan.seating,
            **plan.options,
            **({"tables": list(plan.tables)} if plan.tables else {}),
            "seats": plan.seat_names,
            "block": plan.block,
            "policies": [{"name": policy.name, "key": str(policy.key)} for policy in plan.policies],
            "rules": {"fingerprint": plan.rules.fingerprint, "variant": plan.variant, "file": plan.variant_name},
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": 0.0,
            "core_seconds": 0.0,
            "games_timed": 0,
            "rows": {},
            "versions": {"seti_sim": __version__, "engine": plan.identity_parts["engine"], "python": platform.python_version()}
            | {name: metadata.version(name) for name in LIBRARIES},
            "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
            "categories": plan.categories,
            "names": plan.kind.names(plan.rules),
        }

    def _write(self, done: int) -> None:
        """Write run.json whole or not at all."""
        from seti_sim.tables.folder import RUN_FILE

        self.config |= {
            "games_done": done,
            "finished": done >= self.config["games"],
            "jobs": self.jobs,
            "chunk": self.chunk,
        }
        self.config["updated"] = datetime.now(UTC).isoformat(timespec="seconds")
        write_whole(self.folder / RUN_FILE, json.dumps(self.config, indent=1).encode(), GOES_ON)


def _format() -> int:
    from seti_sim.tables.folder import FORMAT

    return FORMAT


def _reaching(config: dict[str, Any], there: list[tuple[int, int]], first: int, end: int) -> dict[str, int]:
    """`first` and `games` of run.json, so that they reach over what was asked for before, what is there, and first … end."""
    firsts = [first, config["first"], *(one for one, _ in there)]
    ends = [end, config["first"] + config["games"], *(map(sum, there))]
    return {"first": min(firsts), "games": max(ends) - min(firsts)}


def missing(there: list[tuple[int, int]], start: int, stop: int, chunk: int) -> list[tuple[int, int]]:
    """Ranges (first, count) to play: the gaps of `there` in games start … stop - 1, cut at multiples of `chunk`."""
    tasks, at = [], start
    for first, count in [*there, (stop, 0)]:
        while at < min(first, stop):
            end = min(first, stop, (at // chunk + 1) * chunk)
            tasks.append((at, end - at))
            at = end
        at = max(at, first + count)
    return tasks
