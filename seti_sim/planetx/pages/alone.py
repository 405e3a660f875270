"""Alone against the bot."""

from __future__ import annotations

import polars as pl

from seti_sim.analysis import points
from seti_sim.core.amounts import both, number, percent, portion, two
from seti_sim.core.language import tr
from seti_sim.planetx import analysis, charts
from seti_sim.planetx.pages.words import sentence
from seti_sim.report.blocks import Checks, Finding, Section, basis, chart
from seti_sim.report.cells import Table, column, pick, row
from seti_sim.report.common import integrity_lines, soundness


def holds(run) -> Section:
    """Does the run hold together?"""
    lines = integrity_lines(run)
    rests_on = basis(run.n_games, tr("games"), "observational")
    return Section("mirror", tr("Does the run hold together?"), soundness(lines), rests_on, [Checks(lines)])


def solo(run) -> Section:
    """Who wins, the player or the bot?"""
    frame = analysis.against_bot(run)
    sides = {side: frame.filter(pl.col("who") == side) for side in ("player", "bot")}
    mine = {side: row(part, "score") for side, part in sides.items()}
    wins = row(sides["player"], "win_share")
    answer = tr(
        "{policies} wins {wins} of its games against the bot, with {player} points against {bot}; it locates "
        "Planet X first in {row}.",
        policies=run.policies[0],
        wins=both(wins, percent),
        player=both(mine["player"]),
        bot=both(mine["bot"]),
        row=both(row(sides["player"], "finder"), percent),
    )
    labels = ["player", "bot"]
    words = (
        ("win_share", "wins", percent),
        ("score", tr("mean score"), number),
        ("finder", tr("locates Planet X first"), percent),
        ("theories_right", tr("right theories"), two),
        ("first", tr("points for first theories"), two),
    )
    lined = {name: pl.concat([pick(sides[side], name) for side in labels]) for name, *_ in words}
    figure = charts.measures(
        "who",
        {label: label for label in labels},
        [
            ("wins", lined["win_share"], percent),
            (tr("mean score"), lined["score"], number),
            (tr("locates Planet X first"), lined["finder"], percent),
        ],
        0.5,
    )
    table = Table(
        labels,
        [column(lined[name], title, form) for name, title, form in words],
        counts=tr("games"),
        caption=tr("The player wins with more points than the bot; as many are a loss."),
    )
    reading = tr("The bot follows a script made before the game: it does not react to the player and has only right theories.")
    return Section(
        "solo",
        tr("Who wins, the player or the bot?"),
        answer,
        basis(run.n_games, tr("games"), "randomised"),
        [chart(run, figure, "solo", tr("Wins, score and finder of the player and the bot"), reading), table],
        findings=[_match(wins, mine)],
    )


def _match(wins: dict, scores: dict) -> Finding:
    """How often the player beats the bot."""
    rows = pl.DataFrame([{"label": tr("all games")} | {name: wins[name] for name in ("estimate", "low", "high")}])
    told = tr("{player} points against {bot} of the bot.", player=both(scores["player"]), bot=both(scores["bot"]))
    return Finding("match", wins, percent, tr("of the games does the player win; half of them would be an even match."), told, 0.5,
                   rows, tr("games won, per cent"))  # fmt: skip


def solo_points(run) -> Section:
    """Where do the points of player and bot come from?"""
    mine = points.by_source(run, policy=run.policies[0])
    order = mine.sort("estimate", descending=True)["source"].to_list()
    lined = pl.DataFrame({"source": order}).join(mine, on="source", how="left", maintain_order="left")
    labels = [run.kind.points[name] for name in order]
    first = lined.row(0, named=True)
    share = portion({"estimate": first["estimate"] / mine["estimate"].sum()})
    answer = tr(
        "{share} of the player's come from {labels}, {first} a game.",
        share=sentence(share),
        labels=labels[0],
        first=both(first, two),
    )
    table = Table(labels, [column(lined, tr("points of the player"), two)], counts=tr("games"))
    figure = charts.measures("source", dict(zip(order, labels)), [(tr("points of the player"), lined, two)])
    reading = tr("Mean points of the player a game, by source.")
    return Section(
        "points",
        tr("Where do points come from?"),
        answer,
        basis(run.n_games, tr("games"), "observational"),
        [chart(run, figure, "points", tr("Points of the player by source"), reading), table],
    )
