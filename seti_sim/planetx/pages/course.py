"""The course of a game: how long it takes to locate Planet X, how good theories are, how long and close games are."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, portion, two
from seti_sim.core.language import digits, marked, tr
from seti_sim.planetx import analysis, charts
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column, listed, pick, row
from seti_sim.report.course import close

OBJECT_WORDS = {
    "asteroid": marked("asteroids"),
    "comet": marked("comets"),
    "dwarf-planet": marked("dwarf planets"),
    "gas-cloud": marked("gas clouds"),
}


def time_to_locate(run) -> Section:
    """How long does it take to locate Planet X?"""
    frame = pl.concat([analysis.locating(run), analysis.waiting(run)])
    counts, quantiles = analysis.end_times(run)
    middle = [quantiles.row(i, named=True)["estimate"] for i in (1, 2, 3)]
    inside = counts.filter(pl.col("end_time").is_between(middle[0], middle[2]))["count"].sum()
    between = {"estimate": inside / counts["count"].sum()}  # whole times: more than the half that lies between quartiles
    sectors = run.config["sectors"]
    located, late = row(frame, "located"), row(frame, "late")
    players = tr("A player") if len(run.config["seats"]) > 1 else tr("The player")
    answer = tr(
        "The finder's locate begins at time {row} on average, after {estimate} rounds of the sky and {row2} turns "
        "of all seats; {between} of the games lie between {middle} and {middle2}. {players} locates it in "
        "{located} of the games, in {late} only in the last chance.",
        row=both(row(frame, "end_time")),
        estimate=number(row(frame, "end_time")["estimate"] / sectors, 2),
        row2=both(row(frame, "turns")),
        between=portion(between),
        middle=digits(f"{middle[0]:.0f}"),
        middle2=digits(f"{middle[2]:.0f}"),
        players=players,
        located=both(located, percent),
        late=both(late, percent),
    )
    reading = tr("A round of the sky is {sectors} sectors. The dark bars hold the middle half of the games.", sectors=sectors)
    figure = chart(
        run, charts.times(counts, quantiles), "times", tr("Time at which Planet X is located, by share of games"), reading
    )
    words = {
        "end_time": (tr("time at which the finder's locate begins"), number),
        "turns": (tr("turns of all seats"), number),
        "phases": (tr("theory phases"), two),
        "located": (tr("seats of players that locate it"), percent),
        "late": (tr("of these, in the last chance (share of all seats)"), percent),
        "attempts": (tr("attempts of a seat"), two),
        "wait": (tr("turns of others between two own turns"), two),
        "again": (tr("of these waits, none: the seat has the next turn, too"), percent),
    }
    table = listed(frame, words)
    return Section(
        "locate",
        tr("How long does it take to locate Planet X?"),
        answer,
        basis(run.n_games, tr("games"), "observational"),
        [figure, table],
        findings=[] if len(run.config["seats"]) == 1 else [_decides(run)],
    )


def _decides(run) -> Finding:
    """How often the seat wins that locates Planet X first."""
    won = row(analysis.finder_wins(run), "win_share")
    rows = analysis.finder_wins(run).select(pl.lit(tr("the finder")).alias("label"), "estimate", "low", "high")
    told = tr("A seat alone in luck would win {x}.", x=percent(1 / run.players))
    return Finding("finder", won, percent, tr("of the games does the seat win that locates Planet X first."), told, chart=rows,
                   words=tr("wins of the finder, per cent"))  # fmt: skip


def theory_accuracy(run) -> Section | None:
    """How good are theories? None where nobody submitted any."""
    frame, often = analysis.theories(run), analysis.theories_per_seat(run)
    refuted = pick(frame, "refuted")
    if not frame.height:
        return None
    right, first, worth = (pick(frame, name) for name in ("right", "first", "points"))
    low = right.sort("estimate").row(0, named=True)
    top = worth.sort("estimate", descending=True).row(0, named=True)
    whole = float(often["estimate"].sum())
    answer = tr(
        "A player submits {whole} theories a game. Those about {worst} are right least often, {low}; one "
        "about {best} brings most, {top} points.",
        whole=number(whole, 2),
        worst=tr(OBJECT_WORDS[low["object"]]),
        low=both(low, percent),
        best=tr(OBJECT_WORDS[top["object"]]),
        top=both(top, two),
    )
    labels = [tr(OBJECT_WORDS[name]) for name in right["object"]]
    figure = charts.measures(
        "object",
        dict(zip(right["object"], labels)),
        [
            ("right", right, percent),
            (tr("first with it"), first, percent),
            (tr("points a theory"), worth, two),
        ],
    )
    often = right.select("object").join(often, on="object", how="left", maintain_order="left")
    tables = [
        Table(
            labels,
            [
                column(often, tr("theories a seat"), two),
                column(right, tr("right"), percent),
                column(refuted, tr("refuted by a review"), percent),
                column(first, tr("first with it"), percent),
                column(worth, tr("points a theory"), two),
            ],
            caption=tr("First: nobody had the right object there in an earlier phase; it brings 1 point."),
            counts=tr("theories, or seats where a column is of seats"),
        )
    ]
    for by, title in (("policy", "{}"), ("level", tr("{} facts"))):
        if (by == "policy" and not run.is_mirror) or (by == "level" and len(analysis.levels(run)) > 1):
            other = analysis.theories(run, by)
            one = pick(other, "right")
            columns = [
                column(pick(other, name), text, form)
                for name, text, form in (
                    ("right", "right", percent),
                    ("first", tr("first with it"), percent),
                    ("points", tr("points a theory"), two),
                )
            ]
            tables.append(Table([title.format(name) for name in one[by]], columns, counts=tr("theories")))
    reading = tr(
        "How sure players must be before they submit is an option of theirs. One that a review refutes costs a "
        "sector of time. Wrong ones that lie face down at the end cost nothing, so in the last chance players "
        "take what promises most points."
    )
    n = float(right["n"].sum())
    return Section(
        "theories",
        tr("How good are theories?"),
        answer,
        basis(n, tr("theories"), "observational"),
        [chart(run, figure, "theories", tr("Right and first theories and their points, by object"), reading), *tables],
    )


def pace(run) -> Section:
    """How long is a game, and how close?"""
    frame = analysis.pace(run)
    answer = tr(
        "A game has {row} turns and {row2} decisions; the winner leads by {row3} points, and {row4} of the games "
        "end in a shared win.",
        row=both(row(frame, "turns")),
        row2=both(row(frame, "decisions")),
        row3=both(row(frame, "margin")),
        row4=both(row(frame, "shared_win"), percent),
    )
    words = {
        "turns": ("turns", number),
        "decisions": (tr("decisions of the players"), number),
        "phases": (tr("theory phases"), two),
        "confirmed": (tr("sectors confirmed by reviews"), two),
        "best_score": (tr("best score"), number),
        "margin": (tr("lead of the best over the second"), number),
        "shared_win": (tr("games with a shared win"), percent),
    }
    return Section(
        "pace",
        tr("How long is a game, and how close?"),
        answer,
        basis(run.n_games, tr("games"), "observational"),
        [listed(frame, words)],
        findings=[] if run.players == 1 else [close(run, _length(frame))],
    )


def _length(frame: pl.DataFrame) -> str:
    """How long a game is, for the first sheet."""
    turns, decisions, phases = (number(row(frame, name)["estimate"]) for name in ("turns", "decisions", "phases"))
    return tr(
        "A game has {turns} turns of all seats, {decisions} decisions and {phases} theory phases.",
        turns=turns,
        decisions=decisions,
        phases=phases,
    )
