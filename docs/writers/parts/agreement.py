"""Which conclusions hold whoever plays: effects from the runs of `players`, set side by side."""

import polars as pl

from parts import players
from parts.stories import about, run_at
from seti_sim.analysis.agreement import VERDICTS, correlations, verdicts
from seti_sim.analysis.seats import by_seat
from seti_sim.report import markdown
from seti_sim.seti.analysis import draws, gold, species, techs
from seti_sim.tables.folder import reading

PLACE = 38
TITLE = "Which conclusions hold, whoever plays"
COMMANDS = players.COMMANDS
MAIN = "base"
MOST = 12
"""Cards named that turn round."""


def told(runs):
    found = {name: run for name in players.GAMES if (run := run_at(runs / "players" / name))}
    if len(found) < 2:
        return None
    with reading(list(found.values())):
        lines = [
            "An effect holds where every player shows it with the same sign and sizes differ by no more than chance. It holds in "
            "part where some players, often for want of games, show none; it changes where the sizes differ; it turns round where "
            "one player shows it and another the opposite (false discovery rate 5 %, over items and players). ± is half the interval of "
            "95 %, for each number alone.",
            "",
        ]
        for question, what, effects in QUESTIONS:
            tables = {name: effects(run) for name, run in found.items()}
            lines += [f"### {question}", "", what, "", *_lines(verdicts(tables), list(tables)), ""]
            if effects is cards:
                lines += [*_ranks(correlations(tables)), ""]
    return [*lines, *(f"- {markdown.plain(about(run))}" for run in found.values())]


def seats(run) -> pl.DataFrame:
    """Percentage points of win rate above an equal share."""
    return _above_fair(by_seat(run), pl.format("seat {}", "seat"), run)


def of_species(run) -> pl.DataFrame:
    """Points of a seat in games with the species less those in games without."""
    return species.differences(run).select(pl.col("species").cast(pl.String).alias("item"), "estimate", "se")


def cards(run) -> pl.DataFrame:
    """Points that a drawn card makes more than the others of the base deck."""
    rows = draws.drawn_effect(run, ("score",), by_round=False).effects
    rows = rows.filter(pl.col("card_id").cast(pl.String).str.starts_with(f"{MAIN}-"))
    return rows.select(pl.format("{} {}", "card_id", "name").alias("item"), "estimate", "se")


def of_techs(run) -> pl.DataFrame:
    """Percentage points of win rate above an equal share of seats that took the tech."""
    return _above_fair(techs.by_tech(run), pl.col("tech_id").cast(pl.String), run)


def of_gold(run) -> pl.DataFrame:
    """Percentage points of win rate above an equal share of seats that marked the tile."""
    return _above_fair(gold.by_side(run), pl.format("{} {}", "tile", "side"), run)


def _above_fair(rows: pl.DataFrame, item: pl.Expr, run) -> pl.DataFrame:
    above = (pl.col("estimate") - 1 / run.players) * 100
    return rows.filter(measure="win_share").select(item.alias("item"), above.alias("estimate"), pl.col("se") * 100)


QUESTIONS = (
    ("Is a seat favoured?", "Percentage points of win rate above an equal share (randomised).", seats),
    ("Which species make points?", "Points of a seat in games with the species, less those in games without (randomised).", of_species),
    ("Which techs go with wins?", "Percentage points of win rate above an equal share where the tech is taken (observational).", of_techs),
    ("Which gold tiles go with wins?", "Percentage points of win rate above an equal share where the tile is marked (observational).", of_gold),
    ("Which cards are strong?", "Points that the card makes, drawn instead of another of the base deck (randomised).", cards),
)  # fmt: skip


def _lines(found: pl.DataFrame, names: list[str]) -> list[str]:
    """How many effects have each verdict, and the effects: all of a few, of many those that turn round."""
    counts = {verdict: (found["verdict"] == verdict).sum() for verdict in VERDICTS}
    lines = ["; ".join(f"{verdict}: {n}" for verdict, n in counts.items() if n) + f" (of {found.height}).", ""]
    shown = found
    if found.height > 20:
        apart = pl.max_horizontal(names) - pl.min_horizontal(names)
        shown = found.filter(verdict=VERDICTS[3]).sort(apart, descending=True, maintain_order=True)
        if shown.is_empty():
            return lines
        lines += [
            f"Those that turn round, the farthest apart first{f' ({MOST} of {shown.height})' if shown.height > MOST else ''}:",
            "",
        ]
    lines += ["| | " + " | ".join(names) + " | verdict |", "| --- " * (len(names) + 2) + "|"]
    for row in shown.head(MOST if found.height > 20 else found.height).iter_rows(named=True):
        cells = [f"{row[name]:+.2f} ± {1.96 * row[f'{name}_se']:.2f}".replace("-", "−") for name in names]
        lines.append(" | ".join([f"| {markdown.plain(row['item'])}", *cells, f"{row['verdict']} |"]))
    return lines


def _ranks(found: pl.DataFrame) -> list[str]:
    lines = [
        "Rank correlation of the card tables (Spearman; intervals of 95 %, cards as the unit). Reliability is the share of a table's "
        "variance that is no noise; the last column is the correlation with the noise taken out.",
        "",
        "| | rank correlation | reliability | without noise |",
        "| --- | --- | --- | --- |",
    ]
    for row in found.iter_rows(named=True):
        rank = f"{row['estimate']:.2f} ({row['low']:.2f} to {row['high']:.2f})".replace("-", "−")
        true = "noise alone" if row["true_correlation"] != row["true_correlation"] else f"{min(row['true_correlation'], 1):.2f}"
        reliable = f"{row['reliability_one']:.2f}, {row['reliability_other']:.2f}"
        lines.append(f"| {row['one']}, {row['other']} | {rank} | {reliable} | {true} |")
    return lines
