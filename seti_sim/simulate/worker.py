"""What one worker does: play a range of games, write its parts, return file names and counts.

Polars is imported inside, after its number of threads has been set.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path

from seti_sim.games import RunError

ROW_GROUP = 100_000
STEP_SECONDS = 0.5
GOES_ON = "what was finished stays, and the same command goes on from there"
_interrupted = False  # whether somebody has asked for an end


@contextmanager
def interruptions():
    """Be interrupted by whatever asks for an end (Ctrl-C, a batch system, a closed terminal), unless told to ignore that.

    A bare `except` or a destructor of a library can keep the exception to itself: `in_parallel` raises it again.
    """
    global _interrupted

    def interrupt(*_):
        global _interrupted
        _interrupted = True
        raise KeyboardInterrupt

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
    before = {getattr(signal, name): signal.getsignal(getattr(signal, name)) for name in names}
    before = {number: how for number, how in before.items() if how in (signal.SIG_DFL, signal.default_int_handler)}
    _interrupted = False
    try:
        for number in before:
            signal.signal(number, interrupt)
        yield
    finally:
        for number, how in before.items():
            signal.signal(number, how)


def start_worker(parent: int) -> None:
    """What a worker process does before anything else: one core for Polars, an end with its parent, no Ctrl-C.

    A worker that only waits for work would never notice that its parent (a process id) was killed, so a thread looks.
    """
    # What is typed at a terminal reaches the whole process group; the parent alone answers it and ends its workers.
    for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    _hide_aborts()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

    def watch():
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _hide_aborts() -> None:
    """Keep what libraries say when they abort off the terminal; the parent says it. What Python prints still comes out."""
    with suppress(OSError, ValueError, AttributeError):
        words = os.dup(2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stderr = os.fdopen(words, "w", buffering=1, errors="backslashreplace")


def quiet_tracker() -> None:
    """Start the process that tidies up after workers, so that it survives what ends us and has nothing to say.

    It outlives a killed parent and would then warn of what that left behind, which it removes.
    """
    from joblib.externals.loky.backend import resource_tracker

    names = [name for name in ("SIGQUIT", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []
    before = {name: signal.signal(getattr(signal, name), signal.SIG_IGN) for name in names}
    filters = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        resource_tracker.ensure_running()
    finally:
        if filters is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = filters
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def in_parallel(calls, jobs: int, *, ordered: bool = False):
    """Results of joblib's delayed calls as they come, or in their order, from `jobs` worker processes (1: this process).

    RunStopped where a worker was ended from outside, RunError where none can start.
    """
    from joblib import Parallel
    from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

    from seti_sim.simulate.plan import RunStopped

    own = {"initializer": start_worker, "initargs": (os.getpid(),)} if jobs > 1 else {}
    if jobs > 1:
        quiet_tracker()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs")
        warnings.filterwarnings("ignore", message=r"\d+ tasks (which were still being|have been successfully)")
        try:
            how = "generator" if ordered else "generator_unordered"
            for result in Parallel(n_jobs=jobs, backend="loky", return_as=how, **own)(calls):
                if _interrupted:
                    raise KeyboardInterrupt
                yield result
        except TerminatedWorkerError:
            raise RunStopped(
                "a worker process was ended from outside, most often for lack of memory; "
                "fewer --jobs or a smaller --chunk need less"
            ) from None
        except BrokenProcessPool as error:
            cause = str(error.__cause__ or error).strip().splitlines()[-1]
            raise RunError(f"worker processes could not start: {cause}") from None


def play_part(plan, first: int, count: int, folder: str, play=None) -> dict:
    """Play the games first … first + count - 1 and write one part a table into `folder`.

    Returns {"first", "count", "seconds", "rows": {table: rows}}. The `games` part is written last: a range
    counts as done once it is there. `play` stands in for the engine in tests.
    """
    import filelock

    # Tells whoever resumes the run after its parent was killed that this part is still being written.
    lock = Path(folder) / lock_name(first)
    with filelock.FileLock(str(lock)):
        try:
            return _play_part(plan, first, count, folder, play)
        finally:
            with suppress(OSError):  # some systems cannot remove what is open; resuming does it then
                lock.unlink(missing_ok=True)


def _play_part(plan, first: int, count: int, folder: str, play) -> dict:
    import polars as pl

    started = time.perf_counter()
    folder = Path(folder)
    if (here := plan.kind.engine(plan.rules)) != plan.identity_parts["engine"]:
        raise RunError(f"the engine was built anew while the run went on ({plan.identity_parts['engine']}, now {here}); start it again")
    counter = folder / counter_name(first)
    pieces = {name: [] for name in plan.kind.tables_for(plan.categories)}
    done, step = 0, min(20, count)
    while done < count:
        step = min(step, count - done)
        begun = time.perf_counter()
        batch = plan.kind.play(plan, first + done, step, play)
        for name, frame in plan.kind.frames(plan, batch).items():
            pieces[name].append(frame)
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
    for name in [*(name for name in pieces if name != "games"), "games"]:
        frame = pl.concat(pieces.pop(name), rechunk=True)
        write_part(frame, folder / name, first, count, plan)
        rows[name] = frame.height
    counter.unlink(missing_ok=True)
    return {"first": first, "count": count, "seconds": time.perf_counter() - started, "rows": rows}


def counter_name(first: int) -> str:
    """Name of the file whose size is the number of games a worker has played of the part that starts at `first`."""
    return f".progress-{first:09d}"


def lock_name(first: int) -> str:
    """Name of the file that a worker holds locked while it plays the part that starts at `first`."""
    return f".playing-{first:09d}"


def write_part(frame, folder: Path, first: int, count: int, plan) -> None:
    """Write a frame as one part, whole or not at all."""
    from seti_sim.tables.folder import IDENTITY_KEY, part_name

    final = folder / part_name(first, count)
    with writing(final, then=GOES_ON):
        folder.mkdir(exist_ok=True)
    # Written by Python: Polars' own errors for a path that cannot be written, or a full disk, are not OSErrors.
    content = io.BytesIO()
    marks = {IDENTITY_KEY: plan.identity, "seti_sim.fingerprint": plan.rules.fingerprint}
    frame.write_parquet(content, row_group_size=ROW_GROUP, metadata=marks)
    write_whole(final, content.getbuffer(), GOES_ON)


def write_whole(final: Path, content, then: str = "") -> None:
    """Write bytes as a file, whole or not at all: it gets its name when all of it is on the disk. RunError as `writing`."""
    temporary = final.with_name(f".tmp-{os.getpid()}-{final.name}")
    with writing(final, temporary, then):
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, final)
        _sync_folder(final.parent)


@contextmanager
def writing(final: Path, temporary: Path | None = None, then: str = ""):
    """Around the writing of a file or folder: nothing temporary stays, and an OSError becomes one line that names it.

    `then` says what the reader of that line can do.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise RunError(f"{final}: cannot be written ({reason})" + (f"; {then}" if then else "")) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a rename in a folder durable, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
