"""What one worker does: play a range of games, write its parts, return file names and counts.

Polars is imported inside, after its number of threads has been set: a worker is one core.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

ROW_GROUP = 100_000
STEP_SECONDS = 0.5


def play_part(plan, first: int, count: int, folder: str, play=None, own_process: bool = True) -> dict:
    """Play the games first … first + count - 1 and write one part a table into `folder`.

    Returns {"first", "count", "seconds", "rows": {table: rows}}. The `games` part is written last: a range
    counts as done once it is there. `play` stands in for `seti_sim.seti.batch.play_games` in tests.
    """
    if own_process:
        import signal

        # Ctrl-C reaches the whole process group; the parent alone answers it and ends its workers.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.environ.setdefault("POLARS_MAX_THREADS", "1")

    import polars as pl

    from seti_sim.tables.build import build
    from seti_sim.tables.schema import TABLES

    if play is None:
        from seti_sim.seti.batch import play_games as play

    started = time.perf_counter()
    folder = Path(folder)
    counter = folder / counter_name(first)
    pieces = {name: [] for name in TABLES}
    done, step = 0, min(20, count)
    while done < count:
        step = min(step, count - done)
        begun = time.perf_counter()
        batch = play(
            plan.rules,
            players=plan.players,
            seed=plan.seed,
            first=first + done,
            count=step,
            policies=list(plan.policies),
            assign=plan.assign(first + done, step),
        )
        for name, frame in build(batch, plan.players, plan.categories).items():
            pieces[name].append(frame)
        with open(counter, "ab") as file:  # a byte a game: its size is the progress of this part
            file.write(b"." * step)
        done += step
        # Steps of about half a second keep the progress alive and the raw batches small.
        pace = STEP_SECONDS / max(time.perf_counter() - begun, 1e-6)
        step = max(1, min(int(step * min(pace, 8.0)), 5000))
    rows = {}
    for name in [*(name for name in TABLES if name != "games"), "games"]:
        frame = pl.concat(pieces.pop(name), rechunk=True)
        write_part(frame, folder / name, first, count, plan)
        rows[name] = frame.height
    counter.unlink(missing_ok=True)
    return {"first": first, "count": count, "seconds": time.perf_counter() - started, "rows": rows}


def counter_name(first: int) -> str:
    """Name of the file whose size is the number of games a worker has played of the part that starts at `first`."""
    return f".progress-{first:09d}"


def write_part(frame, folder: Path, first: int, count: int, plan) -> None:
    """Write a frame as one part, whole or not at all: temporary name, fsync, os.replace."""
    from seti_sim.tables.folder import IDENTITY_KEY, part_name

    folder.mkdir(exist_ok=True)
    final = folder / part_name(first, count)
    temporary = folder / f".tmp-{os.getpid()}-{final.name}"
    marks = {IDENTITY_KEY: plan.identity, "seti_sim.fingerprint": plan.rules.fingerprint}
    try:
        # Opened here: Polars' own errors for a path that cannot be written are not OSErrors.
        with open(temporary, "wb") as file:
            frame.write_parquet(file, row_group_size=ROW_GROUP, metadata=marks)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, final)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder durable, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
