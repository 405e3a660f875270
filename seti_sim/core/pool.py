"""One pool of worker processes: signals, the death of the parent, workers that are ended from outside."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .cluster import current
from .errors import RunError, RunStopped

_interrupted = False  # whether somebody has asked for an end


@contextmanager
def interruptions() -> Iterator[None]:
    """Be interrupted by whatever asks for an end (Ctrl-C, a batch system, a closed terminal), unless told to ignore that.

    A bare `except` or a destructor of a library can keep the exception to itself: `in_parallel` raises it again.
    """
    global _interrupted

    def interrupt(*_: object) -> None:
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


def start_worker(parent: int, games: tuple[Any, ...] = ()) -> None:
    """What a worker process does before anything else: one core for Polars, an end with its parent, no Ctrl-C; then it loads
    the games of files that its parent has been told of (`registry.places`), whose objects it could not read without them.

    A worker that only waits for work would never notice that its parent (a process id) was killed, so a thread looks.
    """
    # What is typed at a terminal reaches the whole process group; the parent alone answers it and ends its workers.
    for name in ("SIGINT", "SIGQUIT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    _hide_aborts()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if games:
        from .registry import load_places

        load_places(games)


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


def in_parallel(calls: Iterable[Any], jobs: int, *, ordered: bool = False) -> Generator[Any, None, None]:
    """Results of joblib's delayed calls as they come, or in their order, from `jobs` worker processes (1: this process), or from
    the cluster that plays (`cluster.current`).

    RunStopped where a worker was ended from outside (of a cluster: time and again over one call), RunError where none can start.
    """
    if (cluster := current()) is not None:
        yield from cluster.results(calls, jobs, ordered, lambda: _interrupted)
        return
    from joblib import Parallel
    from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

    from .registry import places

    own: dict[str, Any] = {"initializer": start_worker, "initargs": (os.getpid(), places())} if jobs > 1 else {}
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
            cause = str(error.__cause__ or error).strip(' \n"').splitlines()[-1]  # of a traceback in quotes, its last line
            raise RunError(f"worker processes could not start: {cause}") from None
