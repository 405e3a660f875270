"""What a ladder found: as a `Study` of kind `ladder`, which a report can take in, and as Markdown."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from seti_sim.core.amounts import both, number, percent, rounded
from seti_sim.seti.analysis.shape import of_sums
from seti_sim.seti.batch import ACTION_KINDS
from seti_sim.seti.players import PERSONAS
from seti_sim.seti.tables.schema import POINT_SOURCES
from seti_sim.simulate.progress import pace
from seti_sim.stats.estimates import mean
from seti_sim.stats.rating import ratings, share
from seti_sim.studies.store import Study


def as_study(ladder, folder: Path | None = None) -> Study:
    """The ladder in frames.

    players: one row a player, in the order of the ladder: name, rating (estimate, low, high; -inf or inf where the games
    bound it on one side only; n, games against others; kind, constant for the base, which is 0 by definition), score (mean points of a
    seat, four of it, with ends), winner (mean of the best seat, with ends), tables, speed (games a second of a
    core), first (win share of seat 1 in its mirror, with ends), mirror (games). pairings: name, against, games, and the win
    share of name over against. points, actions: player, source or action, and the mean of a seat a game. shape: player, and
    what the games of four of it look like, as `seti_sim.seti.analysis.shape.shape`.
    """
    names, rows = ladder.names, ratings(ladder, seed=ladder.asked["seed"])
    pairings, points, actions, shapes = [], [], [], []
    for i, row in enumerate(rows):
        seats, acts, sums = ladder.tables[i]
        scores = seats["score"].reshape(-1, 4)
        score, best = mean(scores.mean(axis=1), "randomised"), mean(scores.max(axis=1))
        first = share(ladder.duels[(i, i)])
        shapes.append(of_sums(sums).select(pl.lit(row["name"]).alias("player"), pl.all()))
        row |= {
            "n": sum(scores.size // 2 for who, scores in ladder.duels.items() if i in who and who[0] != who[1]),
            "kind": "constant" if row["low"] == row["high"] else "randomised",
            "score": score.estimate,
            "score_low": score.low,
            "score_high": score.high,
            "tables": len(scores),
            "winner": best.estimate,
            "winner_low": best.low,
            "winner_high": best.high,
            "speed": ladder.speed[i],
            "first": first.estimate,
            "first_low": first.low,
            "first_high": first.high,
            "mirror": int(first.n),
        }
        for source in POINT_SOURCES:
            found = mean(seats[f"points_{source}"].reshape(-1, 4).mean(axis=1))
            points.append({"player": row["name"], "source": source, **found.columns()})
        for kind, name in enumerate(ACTION_KINDS):
            actions.append({"player": row["name"], "action": name, **mean(acts[:, kind]).columns()})
        for j in range(i):
            scores = ladder.duels[(j, i)][..., ::-1]
            pairings.append({"name": names[i], "against": names[j], "games": scores.size // 2, **share(scores).columns()})
    frames = {
        name: pl.DataFrame(table)
        for name, table in (("players", rows), ("pairings", pairings), ("points", points), ("actions", actions))
    }
    frames["shape"] = pl.concat(shapes)
    return Study("ladder", ladder.asked, frames, {"rules": ladder.rules}, folder)


def steps(study) -> pl.DataFrame:
    """The pairings of each player with the one before it in the ladder, and of `greedy` with its personas.

    A persona is another way to play, no further rung: it stands beside the ladder where `greedy` is in it.
    """
    names = study.asked["policies"]
    aside = [name for name in names if "greedy" in names and name.split("[")[0] in PERSONAS]
    rungs = [name for name in names if name not in aside]
    pairs = list(zip(rungs[1:], rungs[:-1], strict=True))
    pairs += [tuple(sorted((name, "greedy"), key=names.index, reverse=True)) for name in aside]
    neighbours = pl.DataFrame(pairs, schema={"name": pl.String, "against": pl.String}, orient="row")
    return neighbours.join(study.frames["pairings"], on=["name", "against"], maintain_order="left")


def to_markdown(study) -> str:
    """The ladder as Markdown tables: players, steps, points by source, actions, the shape of play."""
    from seti_sim.report import markdown
    from seti_sim.seti.pages import shape  # the report imports this module, too

    names = study.asked["policies"]
    out = [
        "| player | rating (95 %) | points a seat, four of it (95 %) | winner (95 %) | games | games/s a core | seat 1 in its mirror (95 %) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in study.frames["players"].iter_rows(named=True):
        out.append(
            f"| {row['name']} | {both(rating(row), rounded)} | {_of(row, 'score', number)} | {_of(row, 'winner', rounded)} "
            f"| {row['tables']:,} | {pace(row['speed'])} | {_of(row, 'first', percent)} |"
        )
    out += ["", "| step | win share, two players (95 %) | games |", "| --- | --- | --- |"]
    for row in steps(study).iter_rows(named=True):
        out.append(f"| {row['name']} against {row['against']} | {both(row, percent)} | {row['games']:,} |")
    for title, frame, key in (("points from", "points", "source"), ("actions a game", "actions", "action")):
        out += ["", f"| {title} | " + " | ".join(names) + " |", "| --- " * (len(names) + 1) + "|"]
        for (what,), rows in study.frames[frame].group_by(key, maintain_order=True):
            if rows["estimate"].max() > 0.05:
                out.append(f"| {what.replace('_', ' ')} | " + " | ".join(f"{v:.1f}" for v in rows["estimate"]) + " |")
    out += ["", *markdown.table(shape.table(study.frames["shape"], names))]
    return "\n".join(out) + "\n"


def rating(row: dict) -> dict:
    """The rating of a row of `players`; that of the base, which is 0 by definition, has no interval."""
    return row | {"low": None, "high": None} if row["low"] == row["high"] else row


def _of(row: dict, name: str, form) -> str:
    """An estimate of a player with its interval, by the name of its column."""
    return both(row | {"estimate": row[name]}, form, (f"{name}_low", f"{name}_high"))
