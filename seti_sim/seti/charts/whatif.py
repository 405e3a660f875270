"""Charts of what-if questions: cards dealt, uses of a card, options barred, ways to play, the course of games, luck, fixes,
blind spots."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl

from seti_sim.charts.figures import chart, figure, is_narrow, key, lines
from seti_sim.charts.rows import BOTH, VALUE, Panel, lay_rows, mark_in_key
from seti_sim.charts.scatter import against
from seti_sim.charts.style import DASHED, FAINT, MARKS, SOFT, TEXT, bare, fair_share
from seti_sim.core.amounts import both, number, percent, signed
from seti_sim.seti.charts.cards import OUTCOMES

_USE = {"income": "tucked", "play": "played", "corner": "corner"}


@chart
def dealt_and_drawn(blind: pl.DataFrame, named: int = 5):
    """Values of cards by exchange against effects of drawing them at setup: a dot a card with both intervals, in points.

    `blind` is that frame of a study of `deal_values`. On the dashed line both say the same; filled: differs after control of
    the false discovery rate at 5 %; the `named` cards farthest from the line have names at the right.
    """
    return against(
        blind.with_columns(differs=pl.col("q") < 0.05), ("here", "drawn"), "differs", named, 1,
        ("value by exchange of a dealt card, in points", "effect of drawing it at setup, in points"),
    )  # fmt: skip


@chart
def card_uses(uses: pl.DataFrame, outcome: str = "score"):
    """What one use of a card brings more than another, by round: a panel a comparison, a row a round.

    `uses` is that frame of a study of `card_uses`; rounds with fewer than 30 positions are left out.
    """
    unit, form = OUTCOMES[outcome]
    rows = uses.filter(pl.col("outcome") == outcome, pl.col("by") == "round", pl.col("n") >= 30).with_columns(
        row="group", label=pl.when(pl.col("group") == "0").then(pl.lit("setup")).otherwise(pl.format("round {}", "group")),
        group=pl.lit(""),
    ).sort("row")  # fmt: skip
    pairs = [
        pair for pair in combinations(_USE, 2) if rows.filter(pl.col("better") == pair[0], pl.col("than") == pair[1]).height
    ]
    panels = []
    for better, than in pairs:
        part = rows.filter(pl.col("better") == better, pl.col("than") == than)
        panels.append(Panel(part, form=form, tell=VALUE, title=f"{_USE[better]}\nless {_USE[than]}", line=0.0))
    counts = pl.format("{} ({})", "label", pl.col("n").map_elements(lambda n: f"{n:,.0f}", pl.String))
    order = rows.group_by("row").agg(pl.col("label").first(), pl.col("n").max()).sort("row").select("row", label=counts)
    return lay_rows(panels or [Panel(rows)], order=order, columns=3, words=f"{unit} more; in brackets the positions of a round")


@chart
def option_values(options: pl.DataFrame, outcome: str = "win_share"):
    """What a player loses that is barred from an option: a panel a number of players, a row an option, the greatest first.

    `options` is that frame of a study of `option_values`. Thick: 95 % for the option alone; thin: for all of a panel at once.
    """
    unit, form = OUTCOMES[outcome]
    rows = options.filter(pl.col("outcome") == outcome).with_columns(label="option", outer_low="sim_low", outer_high="sim_high")
    order = rows.group_by("label").agg(pl.col("estimate").mean()).sort("estimate", "label", descending=[True, False])
    panels = [
        Panel(rows.filter(pl.col("players") == players), form=form, tell=VALUE, title=f"{players} players", line=0.0)
        for players in sorted(rows["players"].unique())
    ]
    words = f"{unit} lost without it; n = {rows['n'].max():,.0f} pairs of games each"
    return lay_rows(panels, order=order.select("label"), words=words)


@chart
def leaders(leaders: pl.DataFrame, players: int):
    """How often the seat that leads alone after a round wins, with the fair share dashed.

    `leaders` is that frame of a study of `course`.
    """
    ahead = leaders.filter(pl.col("measure") == "lead").select("round", points="estimate")
    part = leaders.filter(pl.col("measure") == "wins").join(ahead, on="round", how="left").sort("round")
    last = part["round"].max()
    text = [f"{both(row, percent)}, {number(row['points'])} points ahead" for row in part.iter_rows(named=True)]
    label = pl.when(pl.col("round") == last).then(pl.format("after round {}, before the final scoring", "round"))
    rows = part.with_columns(label=label.otherwise(pl.format("after round {}", "round")), text=pl.Series(text, dtype=pl.String))
    panel = Panel(
        rows, f"win share of the seat that leads; n up to {part['n'].max():,.0f} games", percent, line=1 / players,
        line_words=fair_share(players),
    )  # fmt: skip
    return lay_rows([panel])


@chart
def comebacks(comebacks: pl.DataFrame, players: int):
    """Win share of a seat against how many points it is behind the best other one: a line a round, named at its end.

    `comebacks` is that frame of a study of `course`; classes of fewer than 30 seats are left out.
    """
    fig = figure(3.6)
    axes = bare(fig.add_subplot(), grid=False)
    axes.grid(axis="y", color=FAINT, linewidth=1)
    classes = comebacks.sort("from")["behind"].unique(maintain_order=True).to_list()
    rounds = sorted(comebacks["round"].unique())
    step = 0.5 / max(len(rounds), 1)
    for i, r in enumerate(rounds):
        part = comebacks.filter(pl.col("round") == r, pl.col("n") >= 30)
        edge, face, shape = MARKS[i % len(MARKS)]
        x = np.array([classes.index(one) for one in part["behind"]]) + (i - (len(rounds) - 1) / 2) * step
        axes.vlines(x, 100 * part["low"], 100 * part["high"], color=edge, linewidth=1.5, zorder=3)
        axes.scatter(x, 100 * part["estimate"], s=24, marker=shape, facecolors=face, edgecolors=edge, zorder=4)
    axes.axhline(100 / players, **DASHED)
    axes.set_xticks(range(len(classes)), [lines(one, 0.6) if is_narrow() else one for one in classes])
    axes.set_ylim(-1.5, min(axes.get_ylim()[1], 100))
    axes.set_ylabel("win share, per cent", fontsize=TEXT, color=SOFT)
    axes.set_xlabel("points behind the best other seat, the fair share dashed", fontsize=TEXT, color=SOFT)
    marks = [mark_in_key(MARKS[i % len(MARKS)]) for i in range(len(rounds))]
    if marks:
        key(fig, marks, [f"round {r}" for r in rounds])
    return fig


def use_words(row: dict) -> str:
    """A cell of a study of `blind_spots` in words: `play Mars Survey, round 3`, `tuck (together), round 3` of cards that had too
    few deviations each."""
    words = {"setup": "setup", "rest": "rounds together"}
    thing = {"": "", "rest": " (together)"}.get(row["object"], f" {row['name']}")
    return f"{row['use']}{thing}, {words.get(row['when'], 'round ' + row['when'])}"


@chart
def blind_spots(cells: pl.DataFrame, most: int = 25):
    """What a player should do and does not, a row a use: points on fresh games, the greatest first.

    `cells` are confirmed rows of that frame of a study of `blind_spots`; at most `most` are drawn.
    """
    rows = cells.sort("again", descending=True).head(most)
    labels = [f"{use_words(row)} ({number(row['chances'], 2)})" for row in rows.iter_rows(named=True)]
    rows = rows.with_columns(
        pl.Series("label", labels, dtype=pl.String), estimate="again", low="again_low", high="again_high", row=pl.int_range(pl.len()),
        group=pl.lit(""),
    )  # fmt: skip
    words = "points gained in fresh games; in brackets chances a game"
    return lay_rows([Panel(rows, form=signed, tell=BOTH, line=0.0)], words=words)


@chart
def uses_forced(uses: pl.DataFrame):
    """What each use gains where the player did not choose it, over all rounds, the greatest first.

    `uses` are rows of that frame of a study of `blind_spots`, one a use.
    """
    counts = pl.format("{} ({})", "use", pl.col("n").map_elements(lambda n: f"{n:,.0f}", pl.String))
    rows = uses.sort("estimate", descending=True).with_columns(label=counts, group=pl.lit(""))
    return lay_rows([Panel(rows, form=signed, tell=BOTH, line=0.0)], words="points gained; in brackets the deviations")
