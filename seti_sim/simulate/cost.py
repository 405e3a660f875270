"""What a run will take, before it is played: time and disk, from its own folder or from a few games tried out."""

from __future__ import annotations

import math
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from seti_sim.core.errors import RunError, TablesError
from seti_sim.core.places import is_url, place, size_of
from seti_sim.simulate.plan import Plan
from seti_sim.simulate.progress import words

DAY = 86_400.0
"""Seconds of a run that is not begun unasked."""
FEW = 1_000
"""Below so many games nothing is tried out: the trial would be felt more than the run."""
TRIAL = 0.3
"""Seconds that a trial may take, unless its first game takes longer."""
PACKED = 6
"""Bytes of a frame in memory for one of it in Parquet: 6.7 to 7.6 with a thousand games of either game."""


@dataclass(frozen=True)
class Cost:
    """Games still to play, seconds of all processes together by the clock, bytes on the disk."""

    games: int
    seconds: float
    size: float

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.games + other.games, self.seconds + other.seconds, self.size + other.size)

    def said(self, free: float) -> str:
        """In words, with the free bytes of the disk."""
        left = f" of disk ({amount(free)} free)" if free < math.inf else ""
        disk = f" and {amount(self.size)}{left}" if self.size else ""
        return f"{self.games:,} games take about {words(self.seconds)}{disk}"


def cost_of(plan: Plan, folder, jobs: int) -> Cost:
    """What is missing of a plan in a folder; nothing where that is few games."""
    from seti_sim.simulate.runner import missing
    from seti_sim.tables.folder import finished_ranges, read_config

    folder, ranges, pace = place(folder), [], None
    try:
        config = read_config(folder)
        if config["identity"] == plan.identity:
            ranges = finished_ranges(folder)
            there = sum(count for _, count in ranges)
            if there and config["games_timed"] > 0:
                pace = config["core_seconds"] / config["games_timed"], size_of(folder) / there
    except (TablesError, OSError):
        pass  # not there yet, or told when it is opened to be played
    games = sum(count for _, count in missing(ranges, plan.first, plan.end, plan.games))
    if games < FEW:
        return Cost(games, 0.0, 0.0)
    seconds, size = pace or _trial(plan)
    return Cost(games, games * seconds / jobs, games * size)


def _trial(plan: Plan) -> tuple[float, float]:
    """Seconds of one core and bytes on the disk that a game takes, from the first games of the plan."""
    seconds, count, frames = seconds_of(lambda count: plan.kind.frames(plan, plan.kind.play(plan, 0, count)))
    return seconds, sum(frame.estimated_size() for frame in frames.values()) / count / PACKED


def seconds_of(play) -> tuple:
    """Seconds of one core that a game of `play(count)` takes, how many were played for that at last, and what they gave.

    The very first one is not timed: it waits for libraries and tables that are loaded once.
    """
    play(1)
    count, begun = 1, time.perf_counter()
    while True:
        started = time.perf_counter()
        found = play(count)
        now = time.perf_counter()
        if now - begun > TRIAL or count >= FEW:
            return (now - started) / count, count, found
        count *= 4


def free_space(folder) -> float:
    """Free bytes of the disk that a folder is on, or would be; at a URL there is no end of them."""
    if is_url(place(folder)):
        return math.inf
    nearest = Path(folder).absolute()
    while not nearest.exists():
        nearest = nearest.parent
    return shutil.disk_usage(nearest).free


def amount(size: float) -> str:
    """Bytes for people: `1.3 GB`."""
    units = ["kB", "MB", "GB", "TB", "PB"]
    size /= 1000
    while size >= 1000 and len(units) > 1:
        size /= 1000
        units.pop(0)
    return f"{size:,.{1 if size < 10 else 0}f} {units[0]}"


MOST_GAMES = 10**9
"""Game numbers have nine digits in the names of parts."""
MOST_PARTS = 10**6


def check_parts(games: int, chunk: int) -> None:
    """RunError for more games, or more parts, than one folder has names for."""
    if games > MOST_GAMES:
        raise RunError(f"games {games}: expected at most {MOST_GAMES:,} in one folder")
    if games > MOST_PARTS * chunk:
        raise RunError(f"chunk {chunk}: expected at least {-(-games // MOST_PARTS):,} for {games:,} games")
