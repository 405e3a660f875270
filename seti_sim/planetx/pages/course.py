"""The course of a game: how long it takes to locate Planet X, how good theories are, how long and close games are."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, portion, two
from seti_sim.planetx import analysis, charts
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column, listed, pick, row
from seti_sim.report.course import close

OBJECT_WORDS = {
    "asteroid": "asteroids",
    "comet": "comets",
    "dwarf-planet": "dwarf planets",
    "gas-cloud": "gas clouds",
}


def time_to_locate(run) -> Section:
    """How long does it take to locate Planet X?"""
    frame = analysis.locating(run)
    counts, quantiles = analysis.end_times(run)
    middle = [quantiles.row(i, named=True)["estimate"] for i in (1, 2, 3)]
    inside = counts.filter(pl.col("end_time").is_between(middle[0], middle[2]))["count"].sum()
    between = {"estimate": inside / counts["count"].sum()}  # whole times: more than the half that lies between quartiles
    sectors = run.config["sectors"]
    located, late = row(frame, "located"), row(frame, "late")
    players = "A player" if len(run.config["seats"]) > 1 else "The player"
    answer = (
        f"The finder's locate begins at time {both(row(frame, 'end_time'))} on average, after "
        f"{number(row(frame, 'end_time')['estimate'] / sectors, 2)} rounds of the sky and {both(row(frame, 'turns'))} "
        f"turns of all seats; {portion(between)} of the games lie between {middle[0]:.0f} and {middle[2]:.0f}. {players} locates it "
        f"in {both(located, percent)} of the games, in {both(late, percent)} only in the last chance."
    )
    reading = f"A round of the sky is {sectors} sectors. The dark bars hold the middle half of the games."
    figure = chart(
        run, charts.times(counts, quantiles), "times", "Time at which Planet X is located, by share of games", reading
    )
    words = {
        "end_time": ("time at which the finder's locate begins", number),
        "turns": ("turns of all seats", number),
        "phases": ("theory phases", two),
        "located": ("seats of players that locate it", percent),
        "late": ("of these, in the last chance (share of all seats)", percent),
        "attempts": ("attempts of a seat", two),
    }
    table = listed(frame, words)
    return Section(
        "locate",
        "How long does it take to locate Planet X?",
        answer,
        basis(run.n_games, "games", "observational"),
        [figure, table],
        findings=[] if len(run.config["seats"]) == 1 else [_decides(run)],
    )


def _decides(run) -> Finding:
    """How often the seat wins that locates Planet X first."""
    won = row(analysis.finder_wins(run), "win_share")
    rows = analysis.finder_wins(run).select(pl.lit("the finder").alias("label"), "estimate", "low", "high")
    told = f"A seat alone in luck would win {percent(1 / run.players)}."
    return Finding("finder", won, percent, "of the games does the seat win that locates Planet X first.", told, chart=rows,
                   words="wins of the finder, per cent")  # fmt: skip


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
    answer = (
        f"A player submits {number(whole, 2)} theories a game. Those about {OBJECT_WORDS[low['object']]} are right "
        f"least often, {both(low, percent)}; one about {OBJECT_WORDS[top['object']]} brings most, {both(top, two)} "
        "points."
    )
    labels = [OBJECT_WORDS[name] for name in right["object"]]
    figure = charts.measures(
        "object",
        dict(zip(right["object"], labels)),
        [
            ("right", right, percent),
            ("first with it", first, percent),
            ("points a theory", worth, two),
        ],
    )
    often = right.select("object").join(often, on="object", how="left", maintain_order="left")
    tables = [
        Table(
            labels,
            [
                column(often, "theories a seat", two),
                column(right, "right", percent),
                column(refuted, "refuted by a review", percent),
                column(first, "first with it", percent),
                column(worth, "points a theory", two),
            ],
            caption="First: nobody had the right object there in an earlier phase; it brings 1 point.",
            counts="theories, or seats where a column is of seats",
        )
    ]
    for by, title in (("policy", "{}"), ("level", "{} facts")):
        if (by == "policy" and not run.is_mirror) or (by == "level" and len(analysis.levels(run)) > 1):
            other = analysis.theories(run, by)
            one = pick(other, "right")
            columns = [
                column(pick(other, name), text, form)
                for name, text, form in (
                    ("right", "right", percent),
                    ("first", "first with it", percent),
                    ("points", "points a theory", two),
                )
            ]
            tables.append(Table([title.format(name) for name in one[by]], columns, counts="theories"))
    reading = (
        "How sure players must be before they submit is an option of theirs. "
        "One that a review refutes costs a sector of time. Wrong ones that lie face down at the end cost nothing, so "
        "in the last chance players take what promises most points."
    )
    n = float(right["n"].sum())
    return Section(
        "theories",
        "How good are theories?",
        answer,
        basis(n, "theories", "observational"),
        [chart(run, figure, "theories", "Right and first theories and their points, by object", reading), *tables],
    )


def pace(run) -> Section:
    """How long is a game, and how close?"""
    frame = analysis.pace(run)
    answer = (
        f"A game has {both(row(frame, 'turns'))} turns and {both(row(frame, 'decisions'))} decisions; the winner leads "
        f"by {both(row(frame, 'margin'))} points, and {both(row(frame, 'shared_win'), percent)} of the games end in a "
        "shared win."
    )
    words = {
        "turns": ("turns", number),
        "decisions": ("decisions of the players", number),
        "phases": ("theory phases", two),
        "confirmed": ("sectors confirmed by reviews", two),
        "best_score": ("best score", number),
        "margin": ("lead of the best over the second", number),
        "shared_win": ("games with a shared win", percent),
    }
    return Section(
        "pace",
        "How long is a game, and how close?",
        answer,
        basis(run.n_games, "games", "observational"),
        [listed(frame, words)],
        findings=[] if run.players == 1 else [close(run, _length(frame))],
    )


def _length(frame: pl.DataFrame) -> str:
    """How long a game is, for the first sheet."""
    turns, decisions, phases = (number(row(frame, name)["estimate"]) for name in ("turns", "decisions", "phases"))
    return f"A game has {turns} turns of all seats, {decisions} decisions and {phases} theory phases."
