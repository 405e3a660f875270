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
from types import TracebackType
from typing import Any

from seti_sim.core.errors import RunError, RunStopped
from seti_sim.core.files import GOES_ON, writing
from seti_sim.core.places import reaching

NAME = ".sitting-"
BEAT = 5.0
"""Seconds between two changes of the file."""
SILENCE = 120.0
"""Seconds without one after which whoever plays is taken for dead. File systems of several machines may show changes late."""


class Sitting:
    """Around the playing, where the run is written: the file is there, and changes every `BEAT` seconds."""

    def __init__(self, folder: Any) -> None:
        self.file = folder / f"{NAME}{uuid.uuid4().hex}"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Sitting:
        with writing(self.file, then=GOES_ON), reaching(self.file):
            self.file.write_text("0")
        self._thread.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        with suppress(Exception):  # what ended us may keep this from working, too
            self.file.unlink(missing_ok=True)

    def _beat(self) -> None:
        beats = 0
        while not self._stop.wait(BEAT):
            beats += 1
            with suppress(Exception):  # told by what is written next
                self.file.write_text(str(beats))


def said(file: Any) -> str | None:
    """What the file of a sitting says, None where it is not there."""
    with reaching(file):
        try:
            return str(file.read_text())
        except FileNotFoundError:
            return None


def check_alone(folder: Any) -> None:
    """RunError where another process writes the run, by its file; for places that have no locks. Takes a while only where a file
    is there, which a killed process may have left."""
    with reaching(folder):
        before = {file.name: said(file) for file in folder.glob(f"{NAME}*")}
    if before:
        time.sleep(3 * BEAT)
        if any(text is not None and text != before[name] for name, text in ((name, said(folder / name)) for name in before)):
            raise RunError(f"{folder}: another process is writing this run")


class Watch:
    """On a worker: `check` now and then. `name` is that of the file."""

    def __init__(self, folder: Any, name: str) -> None:
        self.file = folder / name
        self.seen, self.since = said(self.file), time.monotonic()
        self.looked = self.since
        for _ in range(3):  # file systems of several machines may show a new file late
            if self.seen is not None:
                return
            time.sleep(1.0)
            self.seen = said(self.file)
        raise RunError(
            f"{folder}: the worker on {socket.gethostname()} does not find the run there; expected a folder that all workers and "
            "this machine share under one path"
        )

    def check(self, now: bool = False) -> None:
        """RunStopped where the run has ended, or has given no sign for too long. Without `now` it looks every `BEAT` seconds."""
        if not now and time.monotonic() - self.looked < BEAT:
            return
        self.looked = time.monotonic()
        text = self.seen
        with suppress(OSError, RunError):  # that it cannot be read just now is no sign
            text = said(self.file)
        if text is None:
            raise RunStopped(f"{self.file.parent}: the run was ended")
        if text != self.seen:
            self.seen, self.since = text, self.looked
        elif self.looked - self.since > SILENCE:
            raise RunStopped(f"{self.file.parent}: no sign of whoever plays this run for {SILENCE:.0f} s")
