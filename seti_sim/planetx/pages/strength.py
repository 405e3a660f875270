"""One player against another in all other seats, and how players alone play beside the real scripts of the app."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, two
from seti_sim.core.language import tr
from seti_sim.planetx import analysis
from seti_sim.planetx.rules import measured
from seti_sim.report.blocks import Section, basis
from seti_sim.report.cells import Cell, Column, Table, cell, column, pick, row


def strength(runs) -> Section:
    """Who wins? runs: of the same two policies, the first in one seat, in turn, and the second in all others."""
    one, other = runs[0].policies
    frames = [analysis.by_player(run) for run in runs]
    labels = [tr("{mode}, {players} players", mode=run.config["mode"], players=run.players) for run in runs]

    def told(name, measure, title, form=number):
        rows = [pick(frame.filter(pl.col("policy") == name), measure) for frame in frames]
        return column(pl.concat(rows), title, form, fewest=0)

    wins = told(one, "win_share", tr("{one_} wins", one_=one), percent)
    fair = Column(tr("fair share"), cells=[Cell(percent(1 / run.players), "") for run in runs])
    columns = [wins, fair]
    for measure, title, form in (
        ("score", tr("mean score"), number), ("finder", tr("locates Planet X first"), percent),
        ("theories_right", tr("right theories"), two), ("theories_wrong", tr("wrong theories"), two),
    ):  # fmt: skip
        columns += [told(one, measure, f"{one}: {title}", form), told(other, measure, f"{other}: {title}", form)]
    shares = [row(frame.filter(pl.col("policy") == one), "win_share") for frame in frames]
    words = (
        tr("{share} in {label} (fair: {x})", share=both(share, percent), label=label, x=percent(1 / run.players))
        for share, label, run in zip(shares, labels, runs, strict=True)
    )
    answer = tr("One {one_}, with {other} in all other seats, wins ", one_=one, other=other) + "; ".join(words) + "."
    caption = tr(
        "Wins are shares of all games, ties split. One seat is {one_}'s, each in turn, all others are {other}'s.",
        one_=one,
        other=other,
    )
    games = sum(run.n_games for run in runs)
    table = Table(labels, columns, counts=tr("seats"), caption=caption)
    return Section("strength", tr("How strong is {one_}?", one_=one), answer, basis(games, tr("games"), "randomised"), [table])


def beside_scripts(runs) -> Section:
    """How does a player alone play beside the real scripts? runs: of one player each, of both modes or of one."""
    labels = ["surveys", "targets", "researches", tr("locate starts: first quarter"), "median", tr("third quarter"), "theories"]
    measures = ("surveys", "targets", "researches", "q1", "median", "q3", "theories")
    columns = []
    for mode in dict.fromkeys(run.config["mode"] for run in runs):
        for run in (run for run in runs if run.config["mode"] == mode):
            frame = analysis.alone(run)
            cells = [cell(row(frame, measure), two) for measure in measures]
            columns.append(Column(f"{run.policies[0]}, {mode}", cells=cells))
        real = measured()["bot"][mode]
        figures = [*real["turns"].values(), *real["locate_starts"].values(), real["theories"]]
        columns.append(Column(tr("real scripts, {mode}", mode=mode), cells=[Cell(two(figure), "") for figure in figures]))
    told = []
    for run in runs:
        frame, real = analysis.alone(run), measured()["bot"][run.config["mode"]]
        told.append(
            tr(
                "{policies} in {mode} surveys {row} times (scripts: {survey}), reads {row2} topics ({research}) and "
                "begins its locate at a median time of {row3} ({median})",
                policies=run.policies[0],
                mode=run.config["mode"],
                row=both(row(frame, "surveys"), two),
                survey=two(real["turns"]["survey"]),
                row2=both(row(frame, "researches"), two),
                research=two(real["turns"]["research"]),
                row3=both(row(frame, "median"), number),
                median=number(real["locate_starts"]["median"]),
            )
        )
    answer = tr(
        "Alone, {told}. Theories of a script are all that are settled at its end; a player submits one (expert: "
        "two) a phase at most.",
        told="; ".join(told),
    )
    caption = tr("Of players: games that they end themselves, so that turns are counted up to the locate, as in a script.")
    games = sum(run.n_games for run in runs)
    rests = basis(games, tr("games"), "observational")
    return Section(
        "scripts", tr("How do they play beside the real scripts?"), answer, rests, [Table(labels, columns, caption=caption)]
    )
