"""The question of the report about what is settled before the first turn: the winner by seat, policy, species and deal."""

from __future__ import annotations

import polars as pl

from seti_sim.analysis import seats
from seti_sim.core.amounts import both, percent, times
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column
from seti_sim.seti import charts
from seti_sim.seti.analysis import opening

QUESTION = "How much of who wins is settled before the first turn?"
_MOST = 200_000
"""Games that the model is fitted to at most: it would take minutes for a million, and tell no more."""
_EACH = 5


def setup_and_winner(run) -> Section:
    """How much of who wins is settled before the first turn?"""
    try:
        guessed = opening.favourites(run)
        frame = opening.winner(run, most=_MOST)
    except ArithmeticError:
        answer = (
            "No model of the winner can be fitted: some card, seat or policy of these games always or never won. More games "
            "would do, or players more alike."
        )
        return Section("winner", QUESTION, answer, basis(run.n_games, "games", "observational"))
    known = {row["known"]: row for row in guessed.iter_rows(named=True)}
    cards = frame.filter(pl.col("term") == "card", pl.col("low").is_finite()).sort("estimate", descending=True)
    setup = "seat and species" if run.is_mirror else "seat, policy and species"
    answer = (
        f"Who looks best by {setup} wins {both(known['table'], percent)} of the games, who looks best when the five dealt are "
        f"known, too, {both(known['hand'], percent)}; guessing would find {percent(1 / run.players)}."
    )
    clear = cards.filter((pl.col("low").fill_nan(None) > 0) | (pl.col("high") < 0))
    if clear.height:
        best = clear.sort(pl.col("estimate").abs(), descending=True).row(0, named=True)
        answer += (
            f" Being dealt {best['name']} makes a win {both(best, times)} times as likely as for an otherwise equal rival."
        )
    else:
        answer += " No card that is dealt clearly makes a win more or less likely."
    rest = frame.filter(pl.col("term") != "card")
    others = rest.filter(pl.col("term") != "species")
    picked = cards if cards.height <= 2 * _EACH else pl.concat([cards.head(_EACH), cards.tail(_EACH)])
    shown = pl.concat([others, picked])
    gaps = sorted({others.filter(pl.col("term") == "seat").height - 1, others.height - 1} - {-1, shown.height - 1})
    reading = (
        "How many times as likely a win is, all else of the setup being equal: of a seat against seat 1, of a policy against "
        f"{run.policies[0]}, of being dealt a card against the mean other card (the {_EACH} best and worst). The bars of one "
        "kind hold at once with 95 %."
    )
    alt = "How many times as likely each seat, policy and card dealt makes a win"
    fitted = rest.filter(pl.col("term") == "seat")["n"].max()
    labels = [_label(run, row) for row in shown.iter_rows(named=True)]
    labelled = shown.with_columns(label=pl.Series(labels, dtype=pl.String))
    figure = chart(run, charts.odds(labelled, [labels[gap] for gap in gaps]), "winner", alt, reading, fitted)
    rows = pl.concat([rest, picked])
    odds = Table(
        [_label(run, row) for row in rows.iter_rows(named=True)],
        [column(rows, "times as likely to win", times)],
        caption=f"Of the cards dealt the {_EACH} best and worst; what each of them does to the win share is in the table of "
        "all cards. A seat with a species is against the mean of seats and species. Intervals of seats, of policies, of species "
        "and of cards hold for all of their kind at once with 95 % (Bonferroni).",
        counts="games, of a card the seats that were dealt it",
    )  # fmt: skip
    favourite = Table(
        [f"{setup} known", "the five dealt known, too"],
        [column(guessed, "win share of the favourite", percent)],
        caption="The favourite is named by a model that was fitted to other games: one half names those of the other half.",
        counts="games",
    )
    chance = "Seats, species and deals come" if seats.seat_kind(run) == "randomised" else "Species and deals come"
    note = (
        f"The model is the conditional logit of the winner. {chance} by chance, so their effects are "
        "causes, for these players; the favourite only says how much of the outcome the setup tells beforehand, and how it is "
        "played from there is all in what it leaves open."
    )
    return Section(
        "winner", QUESTION, answer, basis(known["hand"]["n"], "games", "observational"), [figure, favourite, odds, note],
        findings=[_settled(run, guessed, known)] if run.is_mirror else [],
    )  # fmt: skip


def _settled(run, guessed: pl.DataFrame, known: dict) -> Finding:
    """How often the favourite by seat, species and deal wins, where one policy plays all seats."""
    fair = 1 / run.players
    words = {"table": "seat, species", "hand": "and five dealt"}
    rows = guessed.select(pl.col("known").replace_strict(words).alias("label"), "estimate", "low", "high")
    told = (
        f"A guess finds {percent(fair)}; the rest is left to play and to later luck. One policy plays all seats, so skill itself "
        "is not in this run: seti-sim ladder measures it."
    )
    return Finding("skill.deal", known["hand"], percent, "of the games are won by the seat that looks best before the first turn, by seat, species and the five dealt.", told,
                   fair, rows, "wins of the favourite, per cent")  # fmt: skip


def _label(run, row: dict) -> str:
    if row["term"] == "seat":
        return f"Seat {row['level']} against seat 1"
    if row["term"] == "policy":
        return f"{row['level']} against {run.policies[0]}"
    if row["term"] == "species":
        seat, name = row["level"].split(" ", 1)
        return f"Seat {seat} with {run.species_names[name]}"
    return row["name"]
