"""How a run tells how far it is: a bar on a terminal and in a notebook, a line now and then elsewhere, or nothing."""

from __future__ import annotations

import sys
import threading
import time

from seti_sim.core.notebook import NotebookBar, in_notebook

LINE_EVERY = 30.0
POLL = 0.5
YEAR = 31_557_600


def words(seconds: float) -> str:
    """A duration for people: `42 s`, `3 min 20 s`, `2 h 5 min`, `5 days`, `40 years`."""
    seconds = int(round(seconds))
    if seconds >= 3 * YEAR:
        return f"{seconds // YEAR:,} years"
    if seconds >= 3 * 86_400:
        return f"{seconds // 86_400:,} days"
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60} min"


def pace(speed: float) -> str:
    """Games a second in digits that tell slow players apart: 18,230 or 0.14."""
    return f"{speed:,.{0 if speed >= 10 else 2}f}"


class Progress:
    """Shows games done, games a second and time left, polling `done()`; a context manager.

    `before` games were there when the run started and do not count for the speed; `label` stands before every text.
    """

    def __init__(self, done, total: int, before: int = 0, stream=None, label: str = ""):
        self.done, self.total, self.before, self.label = done, total, before, label
        self.in_cell = stream is None and in_notebook()
        self.stream = stream or sys.stderr
        self.started = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._bar = None
        self._cell: NotebookBar | None = None

    def __enter__(self):
        if self.in_cell:
            self._cell = NotebookBar(self.total)
            self._cell.update(self.before, self.text(self.before))
        elif self.stream.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.fields[text]}"),
                BarColumn(bar_width=30),
                console=Console(file=self.stream),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task("", total=self.total, completed=self.before, text=self.text(self.before))
        self._thread.start()
        return self

    def __exit__(self, *exc):
        self._stop.set()
        self._thread.join()
        if self._bar:
            self._bar.stop()
        if self._cell:
            self._cell.close()

    def text(self, done: int) -> str:
        """One line: games done, games a second, time left."""
        spent = time.monotonic() - self.started
        line = f"{self.label}{done:,} of {self.total:,} games"
        fresh = done - self.before
        if fresh <= 0 or spent <= 0:
            return line
        speed = fresh / spent
        return f"{line}, {pace(speed)} games/s, {words((self.total - done) / speed)} left"

    def _watch(self):
        shown = self.started
        while not self._stop.wait(POLL):
            done = self.done()
            if self._bar:
                self._bar.update(self._task, completed=done, text=self.text(done))
            elif self._cell:
                self._cell.update(done, self.text(done))
            elif time.monotonic() - shown >= LINE_EVERY:
                shown = time.monotonic()
                print(self.text(done), file=self.stream, flush=True)
