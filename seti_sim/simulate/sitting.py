"""How workers on other machines know whether their run still goes on: a file in the run's folder that changes while it does.

A worker of this machine ends with its parent. On another it cannot see the parent; it sees the folder, which both write. The file's
name is new each time, so that one of an earlier time, or of a folder that only looks the same, is not taken for it.
"""

from __future__ import annotations

import socket
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from seti_sim.core.errors import RunError, RunStopped
from seti_sim.core.files import GOES_ON, writing

NAME = ".sitting-"
BEAT = 5.0
"""Seconds between two changes of the file."""
SILENCE = 120.0
"""Seconds without one after which whoever plays is taken for dead. File systems of several machines may show changes late."""


class Sitting:
    """Around the playing, where the run is written: the file is there, and changes every `BEAT` seconds."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{NAME}{uuid.uuid4().hex}"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Sitting:
        with writing(self.file, then=GOES_ON):
            self.file.write_text("0")
        self._thread.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        with suppress(OSError):
            self.file.unlink(missing_ok=True)

    def _beat(self) -> None:
        beats = 0
        while not self._stop.wait(BEAT):
            beats += 1
            with suppress(OSError):  # told by what is written next
                self.file.write_text(str(beats))


class Watch:
    """On a worker: `check` now and then. `name` is that of the file."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / name
        self.seen, self.since = self._read(), time.monotonic()
        for _ in range(3):  # file systems of several machines may show a new file late
            if self.seen is not None:
                return
            time.sleep(1.0)
            self.seen = self._read()
        raise RunError(
            f"{folder}: the worker on {socket.gethostname()} does not find the run there; expected a folder that all workers and "
            "this machine share under one path"
        )

    def _read(self) -> str | None:
        try:
            return self.file.read_text()
        except OSError:
            return None

    def check(self) -> None:
        """RunStopped where the run has ended, or has given no sign for too long."""
        said = self._read()
        if said is None:
            raise RunStopped(f"{self.file.parent}: the run was ended")
        if said != self.seen:
            self.seen, self.since = said, time.monotonic()
        elif time.monotonic() - self.since > SILENCE:
            raise RunStopped(f"{self.file.parent}: no sign of whoever plays this run for {SILENCE:.0f} s")
