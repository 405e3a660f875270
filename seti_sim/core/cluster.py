"""Workers on other machines: a Dask or Ray cluster that plays what `pool.in_parallel` is given, instead of processes of this one.

joblib has backends of these names. Neither does what a run needs. With Dask's, joblib 1.6 waits for ever when a task is lost,
since it is told of errors by the task alone; Ray's gives no result before the last, and one dead worker ends it all. So calls are
handed to the cluster's own client here, as many at a time as there is work for, and a call whose worker died is handed in again.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from .errors import RunError, RunStopped
from .extras import need

TRIES = 10
"""Times that one call may lose its worker. A part that is too large for the memory of any worker shall not be tried for ever."""
CONNECT = 10.0
FIRST_WORKER = 60.0
NO_WORKER = 600.0
"""Seconds to wait for the scheduler, for the first worker that answers, and for another where all have gone."""
PACKAGES = {"dask": "distributed", "ray": "ray"}
"""The backends, and what each needs."""

_current: ContextVar[Cluster | None] = ContextVar("cluster", default=None)


class Lost(Exception):
    """A call's worker died."""


def current() -> Cluster | None:
    """The cluster that plays, or None where processes of this machine do."""
    return _current.get()


@contextmanager
def cluster(backend: str | None, address: str | None = None) -> Iterator[Cluster | None]:
    """Inside, games are played by the workers of a cluster.

    backend: `dask` or `ray`, or None for processes of this machine. address: of the scheduler, as `tcp://10.0.0.1:8786`; for
    Ray of its head, as `10.0.0.1:6379`, or None for the cluster that this machine belongs to, or a new one on this machine alone.
    RunError, in one line, for other names, a missing package, an address where nothing answers, and workers that have another
    version of this package.
    """
    if backend is None:
        if address is not None:
            raise RunError(f"--address {address}: expected --backend, too, one of {', '.join(PACKAGES)}")
        yield None
        return
    found = connect(backend, address)
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)
        found.close()


def connect(backend: str, address: str | None) -> Cluster:
    """A cluster, as `cluster` says, that somebody else closes."""
    if backend not in PACKAGES:
        raise RunError(f"backend {backend!r}: expected {' or '.join(PACKAGES)}")
    if backend == "dask" and address is None:
        raise RunError("--backend dask: --address is missing: expected that of a scheduler, as tcp://10.0.0.1:8786")
    need(PACKAGES[backend], f"--backend {backend}")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        found = Dask(address) if backend == "dask" and address else Ray(address)
    finally:
        if threading.current_thread() is threading.main_thread():
            for number, handler in handlers.items():  # Ray takes SIGTERM for itself
                signal.signal(number, handler)
    try:
        found.check_workers()
    except BaseException:
        found.close()
        raise
    return found


def _check_reachable(told: str, host: str | None, port: int | None, like: str) -> None:
    """RunError where nothing answers. The clients would try for half a minute, and say it in twenty lines."""
    if not host or port is None:
        raise RunError(f"address {told!r}: expected one like {like}")
    try:
        socket.create_connection((host, port), timeout=CONNECT).close()
    except OSError as error:
        raise RunError(
            f"address {told}: nothing answers there ({error.strerror or error}); expected that of a running cluster, as {like}"
        ) from None


def _host_and_port(told: str, text: str) -> tuple[str | None, int | None]:
    try:
        parts = urlsplit(text)
        return parts.hostname, parts.port
    except ValueError as error:
        raise RunError(f"address {told!r}: {error}") from None


# ---------------------------------------------------------------------------------------------- on the worker


def _begin(games: tuple[Any, ...]) -> None:
    """What a worker does before it reads a call: one core for each library, as workers are one a core; the games of files that
    the call may be about, whose objects cannot be read without them."""
    for name in ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    if games:
        from .registry import load_places

        load_places(games)


class _Beginning:
    """Is `_begin` where it is unpickled."""

    def __init__(self, games: tuple[Any, ...]) -> None:
        self.games = games

    def __reduce__(self) -> tuple[Any, ...]:
        return _begin, (self.games,)


class Call:
    """A function with its arguments, on its way to a worker, which begins as `_begin` says before it reads them."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.parts = function, arguments, named
        self.tries = 0

    def __reduce__(self) -> tuple[Any, ...]:
        from .registry import places

        return _arrived, (_Beginning(places()), *self.parts)

    def __call__(self) -> Any:
        function, arguments, named = self.parts
        return function(*arguments, **named)


def _arrived(begun: None, *parts: Any) -> Call:
    return Call(*parts)


def _carry_out(call: Call) -> Any:
    return call()


def _version() -> tuple[str, str, str]:
    """What a worker says of itself: version of this package, of Python, and its machine."""
    from seti_sim import __version__

    return __version__, ".".join(map(str, sys.version_info[:2])), socket.gethostname()


# ---------------------------------------------------------------------------------------------- here


class Cluster(ABC):
    """Where calls are handed in. `address`: what it is called in messages."""

    backend: str
    address: str

    @abstractmethod
    def slots(self) -> int:
        """Calls that its workers carry out at once, now."""

    @abstractmethod
    def submit(self, call: Call) -> Any:
        """Hand in a call: what stands for its result."""

    @abstractmethod
    def wait(self, flying: Iterable[Any], seconds: float) -> list[Any]:
        """Those that have ended; at most so long, and none then."""

    @abstractmethod
    def result(self, handle: Any) -> Any:
        """The result of one that has ended, or what it raised. Lost where its worker died."""

    @abstractmethod
    def cancel(self, handles: list[Any]) -> None:
        """Do not begin those that have not begun."""

    @abstractmethod
    def close(self) -> None:
        """Go; the cluster stays, if it was there before."""

    @property
    def told(self) -> str:
        return f"the {self.backend} cluster" + (f" at {self.address}" if self.address else "")

    @property
    def words(self) -> list[str]:
        """The options of the command line that stand for it."""
        return ["--backend", self.backend, *(["--address", self.address] if self.address else [])]

    def check_workers(self) -> None:
        """RunError unless a worker answers, and has the versions that stand here."""
        for _ in range(TRIES):
            handle = self.submit(Call(_version, (), {}))
            if not self.wait([handle], FIRST_WORKER):
                self.cancel([handle])
                raise RunError(f"{self.told}: no worker answers within {FIRST_WORKER:.0f} s; start workers first")
            try:
                there = self.result(handle)
                break
            except Lost:
                continue
            except ImportError as error:
                raise RunError(
                    f"{self.told}: a worker cannot import seti_sim ({error}); install it where workers run"
                ) from None
        else:
            raise RunError(f"{self.told}: {TRIES} workers that were asked died")
        here = _version()
        for what, one, other in zip(("seti_sim", "Python"), there, here):
            if one != other:
                raise RunError(f"{self.told}: the worker on {there[2]} has {what} {one}, and here is {other}")

    def results(
        self, calls: Iterable[Any], jobs: int, ordered: bool, interrupted: Callable[[], bool]
    ) -> Generator[Any, None, None]:
        """As `pool.in_parallel`. With fewer jobs than slots no more calls are under way at once; else workers have work waiting,
        also workers that come later."""
        limit = jobs if jobs < self.slots() else None
        waiting = enumerate(Call(*parts) for parts in calls)
        flying: dict[Any, tuple[int, Call]] = {}
        ended: dict[int, Any] = {}
        due, slots, alive, looked = 0, 0, time.monotonic(), -1.0
        try:
            while True:
                if time.monotonic() - looked > 1.0:  # whoever counts them may be far away
                    slots, looked = self.slots(), time.monotonic()
                room = (limit or 2 * max(slots, 1)) - len(flying)
                for number, call in islice(waiting, max(room, 0)):
                    flying[self.submit(call)] = number, call
                if not flying:
                    return
                if slots:
                    alive = time.monotonic()
                elif time.monotonic() - alive > NO_WORKER:
                    raise RunStopped(f"{self.told} has had no worker for {NO_WORKER:.0f} s")
                for handle in self.wait(flying, 0.5):
                    number, call = flying.pop(handle)
                    try:
                        result = self.result(handle)
                    except Lost:
                        call.tries += 1
                        if call.tries >= TRIES:
                            raise RunStopped(
                                f"{self.told} lost a worker {TRIES} times over the same games, most often for lack of memory; "
                                "a smaller --chunk needs less"
                            ) from None
                        flying[self.submit(call)] = number, call
                        continue
                    except ImportError as error:
                        raise RunError(
                            f"{self.told}: a worker cannot import what is played ({error}); install it where workers run"
                        ) from None
                    ended[number] = result
                for number in [n for n in ended if not ordered] or list(_run_of(ended, due)):
                    if interrupted():
                        raise KeyboardInterrupt
                    due = number + 1
                    yield ended.pop(number)
                if interrupted():
                    raise KeyboardInterrupt
        finally:
            with suppress(Exception):  # the cluster may be gone, which was said already
                self.cancel(list(flying))


def _run_of(ended: dict[int, Any], due: int) -> Iterator[int]:
    """The numbers from `due` on that have ended, up to the first that has not."""
    while due in ended:
        yield due
        due += 1


class Dask(Cluster):
    """A Dask cluster, by the address of its scheduler."""

    backend = "dask"

    def __init__(self, address: str) -> None:
        import logging
        from queue import SimpleQueue

        from distributed import Client

        self.address = address
        scheme, _, rest = address.partition("://")
        _check_reachable(address, *_host_and_port(address, address if rest else f"tcp://{address}"), "tcp://10.0.0.1:8786")
        for name in ("distributed", "distributed.client", "distributed.core"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters of it is said by us
        try:
            self.client = Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise RunError(f"address {address}: no Dask scheduler answers there ({_first_line(error)})") from None
        self.ended: SimpleQueue[Any] = SimpleQueue()

    def slots(self) -> int:
        return sum(self.client.nthreads().values()) if self.client.status == "running" else 0

    def submit(self, call: Call) -> Any:
        if self.client.status not in ("running", "connecting"):
            raise self._gone()
        future = self.client.submit(_carry_out, call, pure=False)
        future.add_done_callback(self.ended.put)
        return future

    def wait(self, flying: Iterable[Any], seconds: float) -> list[Any]:
        from queue import Empty

        found: dict[Any, None] = {}
        with suppress(Empty):
            found[self.ended.get(timeout=seconds)] = None
            while True:
                found[self.ended.get_nowait()] = None
        known = set(flying)
        return [future for future in found if future in known]  # those of a generator that was left do not count

    def result(self, handle: Any) -> Any:
        import asyncio
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            if handle.status == "finished":
                return handle.result()
            error = handle.exception() if handle.status == "error" else None
        except (asyncio.CancelledError, CancelledError):
            error = None
        if error is not None and not isinstance(error, KilledWorker):
            raise error
        if self.client.status != "running":
            raise self._gone()
        raise Lost  # also where a result was there and died with its worker before it came here

    def cancel(self, handles: list[Any]) -> None:
        self.client.cancel(handles)

    def close(self) -> None:
        with suppress(Exception):
            self.client.close(timeout=5)

    def _gone(self) -> RunStopped:
        return RunStopped(f"{self.told} went away")


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


class Ray(Cluster):
    """A Ray cluster, by the address of its head; without one that of this machine, or a new one."""

    backend = "ray"

    def __init__(self, address: str | None) -> None:
        import logging

        import ray

        self.ray, self.address = ray, address or ""
        if address and address not in ("auto", "local"):
            full = address if "://" in address else f"ray://{address}"
            _check_reachable(address, *_host_and_port(address, full), "10.0.0.1:6379")
        # It writes to stdout of what goes wrong far below, which we say ourselves.
        os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"} | os.environ
        self.owned = not ray.is_initialized()
        if self.owned:
            try:
                ray.init(address=address, logging_level=logging.CRITICAL, log_to_driver=False, configure_logging=True)
            except (OSError, ValueError, RuntimeError) as error:
                raise RunError(f"--backend ray: {_first_line(error)}") from None
        # We count the tries ourselves, of both backends alike.
        self.carry_out = ray.remote(num_cpus=1, max_retries=0)(_carry_out)

    def slots(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def submit(self, call: Call) -> Any:
        return self.carry_out.remote(call)

    def wait(self, flying: Iterable[Any], seconds: float) -> list[Any]:
        every = list(flying)
        ready, _ = self.ray.wait(every, num_returns=1, timeout=seconds)
        if ready and len(every) > 1:
            ready, _ = self.ray.wait(every, num_returns=len(every), timeout=0)
        return list(ready)

    def result(self, handle: Any) -> Any:
        from ray.exceptions import RayError, RayTaskError

        try:
            return self.ray.get(handle)
        except RayTaskError as error:
            raise error.cause from None
        except RayError:
            raise Lost from None

    def cancel(self, handles: list[Any]) -> None:
        for handle in handles:
            self.ray.cancel(handle)

    def close(self) -> None:
        if self.owned:
            self.ray.shutdown()
