"""Memory and size of a long run: writes `docs/memory.md` and its curve `docs/memory.png`.

    python docs/writers/make_memory.py --games 1000000

plays the games into a folder of its own with `seti-sim run` and asks the kernel every few seconds how much memory the run
and all its workers hold together: as resident sets, where what processes share counts once in each, and as proportional
sets, where it counts once. Linux only.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from seti_sim.charts.figures import figure
from seti_sim.charts.style import ACCENT, INK, PALE, bare

DOCS = Path(__file__).resolve().parents[1]
SUMS = ("Rss", "Pss")
MIB = 1024  # KiB


def family(process: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has just ended
            continue
        children.setdefault(parent, []).append(int(status.parent.name))
    found = [process]
    for member in found:
        found += children.get(member, [])
    return found


def memory(process: int) -> list[int]:
    """[resident, proportional] set of a process and its descendants in MiB."""
    sums = dict.fromkeys(SUMS, 0)
    for member in family(process):
        try:
            lines = Path(f"/proc/{member}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        for line in lines:
            name, _, rest = line.partition(":")
            if name in sums:
                sums[name] += int(rest.split()[0])
    return [sums[name] // MIB for name in SUMS]


def watch(command: list[str], every: float) -> list[tuple[float, int, int]]:
    """Run the command; (seconds since its start, resident, proportional MiB) from time to time. Raises if it fails."""
    start, rows = time.monotonic(), []
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            rows.append((time.monotonic() - start, *memory(process.pid)))
            time.sleep(every)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return rows


def curve(rows):
    """The chart: both sums over the time of the run, with the bound of 1 GiB."""
    made = figure(3)
    axes = bare(made.subplots(), grid=False)
    minutes = [row[0] / 60 for row in rows]
    for column, ink, name in ((1, PALE, "resident"), (2, ACCENT, "proportional")):
        axes.plot(minutes, [row[column] for row in rows], color=ink, linewidth=2)
        axes.annotate(name, (minutes[-1], rows[-1][column]), xytext=(4, 0), textcoords="offset points", color=INK)
    axes.axhline(1024, color=INK, linewidth=0.8, linestyle=":")
    axes.annotate("1 GiB", (0, 1024), xytext=(0, 3), textcoords="offset points", color=INK)
    axes.set_ylim(0, 1150)
    axes.set_xlabel("minutes")
    axes.set_ylabel("MiB, all processes")
    return made


def size(folder: Path) -> int:
    """Bytes of the files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--every", type=float, default=2, help="seconds between two looks")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        options = f"--games {asked.games} --policy {asked.policy} --players 4 --seed 1"
        rows = watch([sys.executable, "-m", "seti_sim", "run", *options.split(), "--out", str(run)], asked.every)
        tables = sorted(path for path in run.iterdir() if path.is_dir())
        # Bytes a game are megabytes a million games.
        each = "\n".join(f"| `{table.name}` | {size(table) / asked.games:,.0f} |" for table in tables)
        total = size(run) / asked.games
    curve(rows).savefig(DOCS / "memory.png", dpi=110)
    quarters = [rows[len(rows) * part // 4 : len(rows) * (part + 1) // 4] for part in range(4)]
    middle = " | ".join(f"{sorted(row[2] for row in quarter)[len(quarter) // 2]:,}" for quarter in quarters)
    (DOCS / "memory.md").write_text(
        f"""# Memory and size of a long run
Written by `python docs/writers/make_memory.py --games {asked.games}`, which runs `seti-sim run {options}` and looks at all its
processes every {asked.every:g} seconds.

{asked.games:,} games took {rows[-1][0] / 60:.1f} minutes. All processes together held at most {max(row[1] for row in rows):,} MiB
resident (memory that processes share counted in each of them) and {max(row[2] for row in rows):,} MiB proportional (counted
once). Memory does not grow with the number of games:

| quarter of the run | first | second | third | fourth |
| --- | ---: | ---: | ---: | ---: |
| median of the proportional sum, MiB | {middle} |

![Memory of all processes over the minutes of the run](memory.png)

A million games take {total:,.0f} MB on disk:

| table | MB a million games |
| --- | ---: |
{each}
""",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
