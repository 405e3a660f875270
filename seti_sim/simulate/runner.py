"""Playing a plan into a run folder: what is missing, who plays it, what run.json says.

One process at a time writes a run folder (a file lock says so). A range of games is there once its `games`
part is; whatever an earlier process left half written is cleared away first. Workers are loky processes,
since forked ones deadlock in Polars.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import time
import warnings
from datetime import datetime, timezone
from importlib import metadata
from pathlib import Path

from seti_sim.simulate.plan import Plan, RunError
from seti_sim.simulate.progress import Progress
from seti_sim.simulate.worker import counter_name, play_part, sync_folder

PART_GAMES = 10_000
LIBRARIES = ("numpy", "polars", "scipy", "joblib")


def run(plan: Plan, out, *, jobs: int = 1, chunk: int = PART_GAMES, command: str | None = None, stream=None, play=None) -> dict:
    """Play what is missing of a plan in the folder `out` and return the final run.json as a dict.

    `jobs` worker processes, `chunk` games a part. Progress goes to `stream` (stderr). A folder that holds a
    different run, or is being written by another process, is refused with RunError. KeyboardInterrupt
    passes through after run.json has been brought up to date.
    """
    if jobs < 1:
        raise RunError(f"jobs {jobs}: expected at least 1")
    if chunk < 1:
        raise RunError(f"chunk {chunk}: expected at least 1")
    folder = Path(out)
    _check_writable(folder)
    existing = _existing(plan, folder)
    folder.mkdir(parents=True, exist_ok=True)
    import filelock

    try:
        with filelock.FileLock(str(folder / ".lock"), timeout=0):
            existing = _existing(plan, folder)  # again, now that nobody else writes
            return _Session(plan, folder, existing, jobs, chunk, command, stream, play).run()
    except filelock.Timeout:
        raise RunError(f"{folder}: another process is writing this run") from None


def resume_command(plan: Plan, out, jobs: int, chunk: int, variant=None) -> str:
    """The command line that continues a run."""
    names = [plan.policies[i].name for i in plan.seats]
    policy = names[0] if len(set(names)) == 1 else ",".join(names)
    words = ["seti-sim", "run", "--players", plan.players, "--games", plan.games, "--policy", policy, "--seed", plan.seed]
    words += ["--seating", plan.seating] if plan.seating != "rotate" else []
    words += ["--variant", variant] if variant else []
    words += ["--jobs", jobs] + (["--chunk", chunk] if chunk != PART_GAMES else []) + ["--out", out]
    return shlex.join(str(word) for word in words)


def _check_writable(folder: Path) -> None:
    """RunError where the folder could not be made or written, before anything is."""
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        raise RunError(f"{folder}: {nearest} is a file, expected a folder")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise RunError(f"{folder}: {nearest} cannot be written")


def _existing(plan: Plan, folder: Path) -> dict | None:
    """run.json of a folder that already holds this run; None where there is nothing; RunError where it is another."""
    from seti_sim.tables.folder import RUN_FILE, read_config

    if not (folder / RUN_FILE).exists():
        if folder.is_dir() and any(file.name != ".lock" for file in folder.iterdir()):
            raise RunError(f"{folder}: is not empty and holds no {RUN_FILE}; choose another folder")
        return None
    config = read_config(folder)
    there, here = config.get("identity_parts", {}), plan.identity_parts
    if config.get("identity") != plan.identity:
        differs = [f"{key} {_short(there.get(key))} there, {_short(here[key])} asked" for key in here if there.get(key) != here[key]]
        raise RunError(f"{folder}: holds a different run ({'; '.join(differs)}); choose another folder")
    return config


def _short(value) -> str:
    if isinstance(value, list):
        return ",".join(f"{name}({key})" for name, key in value)
    return str(value)


class _Session:
    """One stretch of playing, under the lock of the folder."""

    def __init__(self, plan, folder, existing, jobs, chunk, command, stream, play):
        self.plan, self.folder, self.jobs, self.chunk, self.stream, self.play = plan, folder, jobs, chunk, stream, play
        self.config = existing or self._new_config()
        self.config["command"] = command or resume_command(plan, folder, jobs, chunk, plan.variant_name)
        self.tasks = []
        self.finished_parts = {}

    def run(self) -> dict:
        from seti_sim.tables.folder import finished_ranges

        self._clear_leftovers()
        there = finished_ranges(self.folder)
        before = sum(count for _, count in there)
        self.config["games"] = max(self.plan.games, before)
        self.tasks = _missing(there, self.plan.games, self.chunk)
        self._write(before)
        if not self.tasks:
            return self._finish()
        started = time.monotonic()
        seconds, core_seconds = self.config["seconds"], self.config["core_seconds"]
        total = before + sum(count for _, count in self.tasks)
        try:
            with Progress(lambda: before + self._done(), total, before, self.stream):
                for part in self._play():
                    self.finished_parts[part["first"]] = part["count"]
                    core_seconds += part["seconds"]
                    self.config |= {"seconds": seconds + time.monotonic() - started, "core_seconds": core_seconds}
                    self._write(before + sum(self.finished_parts.values()))
        except BaseException:
            self.config["seconds"] = seconds + time.monotonic() - started
            self._clear_leftovers()
            self._write(sum(count for _, count in finished_ranges(self.folder)))
            raise
        return self._finish()

    def _play(self):
        from joblib import Parallel, delayed
        from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

        workers = min(self.jobs, len(self.tasks))
        calls = (delayed(play_part)(self.plan, first, count, str(self.folder), self.play, workers > 1) for first, count in self.tasks)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="A worker stopped while some jobs")
            try:
                yield from Parallel(n_jobs=workers, backend="loky", return_as="generator_unordered")(calls)
            except TerminatedWorkerError:
                raise RunError(
                    "a worker process was ended from outside, most often for lack of memory; "
                    "fewer --jobs or a smaller --chunk need less"
                ) from None
            except BrokenProcessPool as error:
                cause = str(error.__cause__ or error).strip().splitlines()[-1]
                raise RunError(f"worker processes could not start: {cause}") from None

    def _done(self) -> int:
        """Games of this session played so far, those of unfinished parts included."""
        done = 0
        for first, count in self.tasks:
            if first in self.finished_parts:
                done += count
            else:
                try:
                    done += (self.folder / counter_name(first)).stat().st_size
                except OSError:
                    pass
        return done

    def _clear_leftovers(self) -> None:
        """Remove temporary files, and parts of ranges whose `games` part was never written."""
        from seti_sim.tables.folder import finished_ranges, part_name
        from seti_sim.tables.schema import TABLES

        whole = {part_name(*part) for part in finished_ranges(self.folder)}
        for table in TABLES:
            for file in (self.folder / table).glob("*"):
                if file.name.startswith(".tmp-") or (file.suffix == ".parquet" and file.name not in whole):
                    file.unlink(missing_ok=True)
        for file in self.folder.glob(".progress-*"):
            file.unlink(missing_ok=True)

    def _finish(self) -> dict:
        import polars as pl

        from seti_sim.tables.folder import finished_ranges, part_name
        from seti_sim.tables.schema import TABLES

        there = finished_ranges(self.folder)
        rows = {}
        for table in TABLES:
            files = [self.folder / table / part_name(*part) for part in there]
            rows[table] = pl.scan_parquet(files).select(pl.len()).collect().item()
        self.config["rows"] = rows
        self._write(sum(count for _, count in there))
        return self.config

    def _new_config(self) -> dict:
        plan = self.plan
        return {
            "format": _format(),
            "game": "seti",
            "identity": plan.identity,
            "identity_parts": plan.identity_parts,
            "finished": False,
            "games": plan.games,
            "games_done": 0,
            "players": plan.players,
            "rounds": plan.rules.tree["setup"]["rounds"],
            "seed": plan.seed,
            "seating": plan.seating,
            "seats": [plan.policies[i].name for i in plan.seats],
            "block": plan.block,
            "policies": [{"name": policy.name, "key": str(policy.key)} for policy in plan.policies],
            "rules": {"fingerprint": plan.rules.fingerprint, "variant": plan.variant, "file": plan.variant_name},
            "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "seconds": 0.0,
            "core_seconds": 0.0,
            "rows": {},
            "versions": {"engine": plan.identity_parts["engine"], "python": platform.python_version()}
            | {name: metadata.version(name) for name in LIBRARIES},
            "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
            "categories": plan.categories,
            "names": {"card": {card: _name(plan.rules, card) for card in plan.rules.card_ids}},
        }

    def _write(self, done: int) -> None:
        """Write run.json whole or not at all."""
        from seti_sim.tables.folder import RUN_FILE

        self.config |= {"games_done": done, "finished": done >= self.config["games"], "jobs": self.jobs, "chunk": self.chunk}
        self.config["updated"] = datetime.now(timezone.utc).isoformat(timespec="seconds")
        temporary = self.folder / f".tmp-{os.getpid()}-{RUN_FILE}"
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(self.config, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.folder / RUN_FILE)
        sync_folder(self.folder)


def _format() -> int:
    from seti_sim.tables.folder import FORMAT

    return FORMAT


def _name(rules, card: str) -> str:
    return str(rules.tree["cards"].get(card, {}).get("name", card))


def _missing(there: list[tuple[int, int]], games: int, chunk: int) -> list[tuple[int, int]]:
    """Ranges (first, count) to play: the gaps of `there` below `games`, cut at multiples of `chunk`."""
    tasks, at = [], 0
    for first, count in [*there, (games, 0)]:
        while at < min(first, games):
            end = min(first, games, (at // chunk + 1) * chunk)
            tasks.append((at, end - at))
            at = end
        at = max(at, first + count)
    return tasks
