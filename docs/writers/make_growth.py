"""How run and report grow with the games: writes the table below `## Growth` of `docs/performance.md`.

    python docs/writers/make_growth.py 10000 100000 1000000

plays so many games of `random` with four players in one process, with all tables and with `--tables seats`, and makes the report of
each. Processor time is what counts, since it hardly depends on what else the machine does. Linux and macOS.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "performance.md"
BEGIN, END = "<!-- growth: written by docs/writers/make_growth.py -->\n", "<!-- end of growth -->\n"
HEAD = """| games | tables | play, processor s | games a processor s | MiB | bytes a game | report, processor s | MiB |
| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""
KEPT = {"all": [], "seats": ["--tables", "seats"]}
RUN = ["run", "--players", "4", "--policy", "random", "--seed", "1", "--jobs", "1", "--yes"]


def measured(words: list[str]) -> tuple[float, float]:
    """Processor seconds of a command of seti-sim, and the most memory that it held in MiB. SystemExit if it fails."""
    with subprocess.Popen(
        [sys.executable, "-m", "seti_sim", *words], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"seti-sim {' '.join(words)}: exit code {process.returncode}")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return used.ru_utime + used.ru_stime, used.ru_maxrss / unit


def row(games: int, kept: str, folder: Path) -> str:
    """A row of the table: that many games played and reported."""
    out = folder / f"{games}-{kept}"
    play, memory = measured([*RUN, "--games", str(games), *KEPT[kept], "--out", str(out)])
    size = sum(file.stat().st_size for file in out.rglob("*.parquet"))
    report, most = measured(["report", str(out), "--out", str(folder / "page.html")])
    return (
        f"| {games:,} | {kept} | {play:,.1f} | {games / play:,.0f} | {memory:,.0f} | {size / games:,.0f} | {report:,.1f} | "
        f"{most:,.0f} |\n"
    )


def placed(page: str, rows: list[str]) -> str:
    """The page with the rows in place of those that it has."""
    found = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    if not found.search(page):
        raise SystemExit(f"{PAGE}: no place for the table, expected the line {BEGIN.strip()}")
    return found.sub(lambda _: BEGIN + HEAD + "".join(rows) + END, page)


def main() -> None:
    rows = []
    for games in map(int, sys.argv[1:]):
        for kept in KEPT:
            with tempfile.TemporaryDirectory() as folder:
                rows.append(row(games, kept, Path(folder)))
            print(rows[-1], end="", flush=True)
    if rows:
        PAGE.write_text(placed(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main()
