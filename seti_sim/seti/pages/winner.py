"""The question of the report about what is settled before the first turn: the winner by seat, policy, species and deal."""

from __future__ import annotations

import polars as pl

from seti_sim.analysis import seats
from seti_sim.core.amounts import both, percent, times
from seti_sim.core.language import marked, tr
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import Table, column
from seti_sim.seti import charts
from seti_sim.seti.analysis import opening

QUESTION = marked("How much of who wins is settled before the first turn?")
_MOST = 200_000
"""Games that the model is fitted to at most: it would take minutes for a million, and tell no more."""
_EACH = 5


def setup_and_winner(run) -> Section:
    """How much of who wins is settled before the first turn?"""
    try:
        guessed = opening.favourites(run)
        frame = opening.winner(run, most=_MOST)
    except ArithmeticError:
        answer = tr(
            "No model of the winner can be fitted: some card, seat or policy of these games always or never won. More "
            "games would do, or players more alike."
        )
        return Section("winner", QUESTION, answer, basis(run.n_games, tr("games"), "observational"))
    known = {row["known"]: row for row in guessed.iter_rows(named=True)}
    cards = frame.filter(pl.col("term") == "card", pl.col("low").is_finite()).sort("estimate", descending=True)
    setup = tr("seat and species") if run.is_mirror else tr("seat, policy and species")
    answer = tr(
        "Who looks best by {setup} wins {table} of the games, who looks best when the five dealt are known, too, "
        "{hand}; guessing would find {x}.",
        setup=setup,
        table=both(known["table"], percent),
        hand=both(known["hand"], percent),
        x=percent(1 / run.players),
    )
    clear = cards.filter((pl.col("low").fill_nan(None) > 0) | (pl.col("high") < 0))
    if clear.height:
        best = clear.sort(pl.col("estimate").abs(), descending=True).row(0, named=True)
        answer += tr(
            " Being dealt {name} makes a win {best} times as likely as for an otherwise equal rival.",
            name=best["name"],
            best=both(best, times),
        )
    else:
        answer += tr(" No card that is dealt clearly makes a win more or less likely.")
    rest = frame.filter(pl.col("term") != "card")
    others = rest.filter(pl.col("term") != "species")
    picked = cards if cards.height <= 2 * _EACH else pl.concat([cards.head(_EACH), cards.tail(_EACH)])
    shown = pl.concat([others, picked])
    gaps = sorted({others.filter(pl.col("term") == "seat").height - 1, others.height - 1} - {-1, shown.height - 1})
    reading = tr(
        "How many times as likely a win is, all else of the setup being equal: of a seat against seat 1, of a "
        "policy against {policies}, of being dealt a card against the mean other card (the {EACH} best and "
        "worst). The bars of one kind hold at once with 95 %.",
        policies=run.policies[0],
        EACH=_EACH,
    )
    alt = tr("How many times as likely each seat, policy and card dealt makes a win")
    fitted = rest.filter(pl.col("term") == "seat")["n"].max()
    labels = [_label(run, row) for row in shown.iter_rows(named=True)]
    labelled = shown.with_columns(label=pl.Series(labels, dtype=pl.String))
    figure = chart(run, charts.odds(labelled, [labels[gap] for gap in gaps]), "winner", alt, reading, fitted)
    rows = pl.concat([rest, picked])
    odds = Table(
        [_label(run, row) for row in rows.iter_rows(named=True)],
        [column(rows, tr("times as likely to win"), times)],
        caption=tr("Of the cards dealt the {EACH} best and worst; what each of them does to the win share is in the table "
"of all cards. A seat with a species is against the mean of seats and species. Intervals of seats, of "
"policies, of species and of cards hold for all of their kind at once with 95 % (Bonferroni).", EACH=_EACH),
        counts=tr("games, of a card the seats that were dealt it"),
    )  # fmt: skip
    favourite = Table(
        [tr("{setup} known", setup=setup), tr("the five dealt known, too")],
        [column(guessed, tr("win share of the favourite"), percent)],
        caption=tr("The favourite is named by a model that was fitted to other games: one half names those of the other half."),
        counts=tr("games"),
    )
    chance = tr("Seats, species and deals come") if seats.seat_kind(run) == "randomised" else tr("Species and deals come")
    note = tr(
        "The model is the conditional logit of the winner. {chance} by chance, so their effects are causes, for "
        "these players; the favourite only says how much of the outcome the setup tells beforehand, and how it is "
        "played from there is all in what it leaves open.",
        chance=chance,
    )
    return Section(
        "winner", QUESTION, answer, basis(known["hand"]["n"], tr("games"), "observational"), [figure, favourite, odds, note],
        findings=[_settled(run, guessed, known)] if run.is_mirror else [],
    )  # fmt: skip


def _settled(run, guessed: pl.DataFrame, known: dict) -> Finding:
    """How often the favourite by seat, species and deal wins, where one policy plays all seats."""
    fair = 1 / run.players
    words = {"table": tr("seat, species"), "hand": tr("and five dealt")}
    rows = guessed.select(pl.col("known").replace_strict(words).alias("label"), "estimate", "low", "high")
    told = tr(
        "A guess finds {fair}; the rest is left to play and to later luck. One policy plays all seats, so skill "
        "itself is not in this run: seti-sim ladder measures it.",
        fair=percent(fair),
    )
    return Finding("skill.deal", known["hand"], percent, tr("of the games are won by the seat that looks best before the first turn, by seat, species and the five "
"dealt."), told,
                   fair, rows, tr("wins of the favourite, per cent"))  # fmt: skip


def _label(run, row: dict) -> str:
    if row["term"] == "seat":
        return tr("Seat {level} against seat 1", level=row["level"])
    if row["term"] == "policy":
        return tr("{level} against {policies}", level=row["level"], policies=run.policies[0])
    if row["term"] == "species":
        seat, name = row["level"].split(" ", 1)
        return tr("Seat {seat} with {species_names}", seat=seat, species_names=run.species_names[name])
    return row["name"]
