"""What one worker does: play a range of games, write its parts, return file names and counts.

Polars is imported inside, after its number of threads has been set.
"""

from __future__ import annotations

import io
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from seti_sim.core.errors import RunError
from seti_sim.core.files import GOES_ON, write_whole, writing
from seti_sim.core.places import is_url, place
from seti_sim.simulate.sitting import Watch

ROW_GROUP = 100_000
STEP_SECONDS = 0.5
COUNTER = ".progress-"


def play_part(plan, first: int, count: int, folder: str, play=None, sitting: str | None = None) -> dict:
    """Play the games first … first + count - 1 and write one part a table into `folder`.

    Returns {"first", "count", "seconds", "rows": {table: rows}}. The `games` part is written last: a range
    counts as done once it is there. `play` stands in for the engine in tests. `sitting` is for workers that do not end with their
    parent: the name of the file that shows whether the run goes on (`sitting.Watch`).
    """
    import filelock

    where = place(folder)
    watch = Watch(where, sitting) if sitting else None
    if is_url(where):  # no locks there
        return _play_part(plan, first, count, where, play, watch)

    # Tells whoever resumes the run after its parent was killed that this part is still being written.
    lock = Path(folder) / lock_name(first)
    with filelock.FileLock(str(lock)):
        try:
            return _play_part(plan, first, count, where, play, watch)
        finally:
            with suppress(OSError):  # some systems cannot remove what is open; resuming does it then
                lock.unlink(missing_ok=True)


def _play_part(plan, first: int, count: int, folder: Any, play, watch: Watch | None) -> dict:
    import polars as pl

    started = time.perf_counter()
    if (here := plan.kind.engine(plan.rules)) != plan.identity_parts["engine"]:
        raise RunError(
            f"the engine was built anew while the run went on ({plan.identity_parts['engine']}, now {here}); start it again"
        )
    counter = folder / counter_name(first)
    pieces = {name: [] for name in plan.kept_tables}
    done, step = 0, min(20, count)
    while done < count:
        if watch:
            watch.check()
        step = min(step, count - done)
        begun = time.perf_counter()
        batch = plan.kind.play(plan, first + done, step, play)
        for name, frame in plan.kind.frames(plan, batch).items():
            if name in pieces:
                pieces[name].append(frame)
        if not is_url(counter):  # there no file grows
            with (
                writing(counter, then=GOES_ON),
                open(counter, "ab") as file,
            ):  # a byte a game: its size is the progress of this part
                file.write(b"." * step)
        done += step
        # Steps of about half a second keep the progress alive and the raw batches small.
        pace = STEP_SECONDS / max(time.perf_counter() - begun, 1e-6)
        step = max(1, min(int(step * min(pace, 8.0)), 5000))
    rows = {}
    if watch:
        watch.check(now=True)  # whoever plays now may have cut the games into other parts
    for name in [*(name for name in pieces if name != "games"), "games"]:
        frame = pl.concat(pieces.pop(name), rechunk=True)
        write_part(frame, folder / name, first, count, plan)
        rows[name] = frame.height
    if not is_url(counter):
        counter.unlink(missing_ok=True)
    return {"first": first, "count": count, "seconds": time.perf_counter() - started, "rows": rows}


def counter_name(first: int) -> str:
    """Name of the file whose size is the number of games a worker has played of the part that starts at `first`."""
    return f"{COUNTER}{first:09d}"


def lock_name(first: int) -> str:
    """Name of the file that a worker holds locked while it plays the part that starts at `first`."""
    return f".playing-{first:09d}"


def write_part(frame, folder: Any, first: int, count: int, plan) -> None:
    """Write a frame as one part, whole or not at all."""
    from seti_sim.tables.folder import COLUMNS_KEY, IDENTITY_KEY, PART_KEY, part_name

    final = folder / part_name(first, count)
    if not is_url(final):  # there are no folders there but in names
        with writing(final, then=GOES_ON):
            folder.mkdir(exist_ok=True)
    # Written by Python: Polars' own errors for a path that cannot be written, or a full disk, are not OSErrors.
    content = io.BytesIO()
    marks = {IDENTITY_KEY: plan.identity, PART_KEY: final.name, "seti_sim.fingerprint": plan.rules.fingerprint}
    marks[COLUMNS_KEY] = plan.kept_tables[folder.name].described
    frame.write_parquet(content, row_group_size=ROW_GROUP, metadata=marks)
    write_whole(final, content.getbuffer(), GOES_ON)
