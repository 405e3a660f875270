"""The pages about tables, from the schemas: `python -m seti_sim.tables.page > docs/tables.md` for SETI, and
`python -m seti_sim.tables.page planetx > docs/planetx-tables.md`.
"""

from __future__ import annotations

import sys

from seti_sim.core import registry
from seti_sim.core.columns import Column

RUN_JSON = {
    "identity, identity_parts": "what the rows depend on, and its hash, which every part carries: rules, seed, players, "
    "policies with their weights, seating, species, the engine (a hash of its sources and of the tables that it plays by)",
    "games, first, games_done, finished": "games asked for, the number of the first, games there, whether that is all",
    "players, rounds, seed, seating, species, seats, block": "the table: seats in the order given, species drawn, "
    "balanced or a pair, games in a block of rotations and pairs of species",
    "policies": "names of the policies and keys of their weights",
    "rules": "fingerprint, and the variant: its content and the name of its file",
    "tables": "names of the tables that are kept, where --tables asked for some only",
    "rows": "rows of every table, once the run is finished",
    "command, jobs, chunk": "the command that makes or continues the run, and how the last one shared the work out",
    "started, updated, seconds": "when it began and was written last; seconds of playing, all commands together",
    "games_timed, core_seconds": "games whose time is known, and the seconds of one core that they took, tables written",
    "versions, machine": "of the package, the engine (as in the identity), Python and the libraries; system, processor, cores",
    "categories, names": "categories of the Enums; names of cards and species, what techs and gold tiles do",
}
"""Keys of run.json and what they mean."""


SEVERAL = """## Some of the tables

`--tables` keeps those that are named, `games` and `seats` always among them. The rows are the same, and so is the time to play; a
million games take less of the disk, and a report leaves out the questions that need other tables:

```console
$ seti-sim run --players 2 --policy greedy --games 40 --tables games,seats --out runs/lean
…
$ seti-sim info runs/lean
…
rows      games …, seats …
…
```

A folder is continued and merged with the same tables only.

## Several runs at once

`open_runs` joins runs of any policies, numbers of players, seeds and variants. Each table has before its own columns `run` (the
name of the folder, or the one that a dict gives it), `players`, `seed`, `variant` and `policies` (those of the seats):

```console
$ seti-sim run --players 2 --policy greedy,random --games 200 --out runs/ga
…
$ seti-sim run --players 2 --policy random --games 200 --out runs/gb
…
```

```python
import polars as pl
from seti_sim import open_runs

seats = open_runs(["runs/ga", "runs/gb"]).seats
print(seats.group_by("run", "policy").agg(pl.len(), pl.col("score").mean()).sort("run", "policy").collect())
```

The key of such a table is `run` with that of the table. A column that a run lacks is null there.

Games of one run that were played apart, on several machines, become one folder, with the same rows as if one had played them all:

```console
$ seti-sim run --players 2 --policy random --games 0..40 --out runs/part-1
…
$ seti-sim run --players 2 --policy random --games 40..100 --out runs/part-2
…
$ seti-sim merge runs/part-1 runs/part-2 --out runs/whole
runs/whole: 100 games of 2 folders
```

"""
"""How tables of several runs are put together."""


def _since(column: Column) -> str:
    return f"; null in runs of versions before {column.since}" if column.since else ""


def markdown(game: str = registry.DEFAULT) -> str:
    """The page about the tables of a game."""
    kind, own = registry.get(game), game != registry.DEFAULT
    command = (
        f"python -m seti_sim.tables.page {game} > docs/{game}-tables.md"
        if own
        else "python -m seti_sim.tables.page > docs/tables.md"
    )
    lines = [
        f"# The tables of a run of {kind.title}" if own else "# The tables of a run",
        "",
        f"<!-- written by `{command}`; do not edit by hand -->",
        "",
        "A run folder holds one Parquet dataset a table, in parts named by their range of games, and `run.json`.",
        '`seti_sim.tables.open_run("runs/a").seats` is a Polars LazyFrame. Each part carries the fingerprint of the',
        "rules and the identity of the run in its metadata. The denominator says over what a mean of the column is a mean.",
        "`enum` columns have fixed categories in a fixed order.",
    ]
    for table in kind.tables.values():
        lines += ["", f"## `{table.name}`", "", f"One row: {table.row}. Key: {', '.join(f'`{k}`' for k in table.key)}."]
        if table.note:
            lines += [table.note]
        lines += ["", "| column | type | unit | meaning | denominator |", "| --- | --- | --- | --- | --- |"]
        lines += [f"| `{c.name}` | {c.type} | {c.unit} | {c.meaning}{_since(c)} | {c.denominator} |" for c in table.columns]
    lines += ["", "## `run.json`", ""]
    if not own:
        lines[-2:-2] = SEVERAL.splitlines()
    if own:
        keys = ", ".join(f"`{key}`" for key in [option.name for option in kind.options] + list(kind.facts))
        lines += [f"As [tables.md](tables.md) says, with {keys} in place of what is SETI's own there."]
    else:
        lines += ["What the run is and how far it has come, whole at any moment.", "", "| key | meaning |", "| --- | --- |"]
        lines += [f"| `{key}` | {meaning} |" for key, meaning in RUN_JSON.items()]
    lines += ["", "## Fixed categories", ""]
    lines += [f"- `{name}`: {', '.join(values)}" for name, values in kind.fixed.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(markdown(*sys.argv[1:]), end="")
