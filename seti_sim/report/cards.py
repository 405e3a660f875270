"""The question of the report about cards."""

from __future__ import annotations

import polars as pl

from seti_sim import charts
from seti_sim.analysis import cards
from seti_sim.report.blocks import Section, chart, who
from seti_sim.report.cells import NOBREAK, Cell, Column, Table, column, number, percent, span


def card_strength(run) -> Section:
    """Which cards are strong?"""
    frame = cards.dealt_effect(run, "score")
    ranked = frame.filter(pl.col("low").is_finite()).sort("shrunk", "estimate", descending=True)
    flagged = ranked.filter(pl.col("q") < 0.05)
    dealt = f"for {who(run)}"
    if not ranked.height:
        answer = f"{run.n_games:,} games are too few to say anything about cards."
    elif flagged.height:
        best = ranked.row(0, named=True)
        good, bad = flagged.filter(pl.col("estimate") > 0).height, flagged.filter(pl.col("estimate") < 0).height
        found = " and ".join(_counted(count, word) for count, word in ((good, "help"), (bad, "hurt")) if count)
        word, most, way = ("strongest", best, "more") if good else ("weakest", ranked.row(-1, named=True), "fewer")
        size = sorted(abs(most[end]) for end in ("low", "high"))
        answer = (
            f"Of {ranked.height} cards {found} clearly when dealt, {dealt}. The {word} is {most['name']}: a seat "
            "dealt it scores "
            f"{number(abs(most['estimate']))} points {way} ({span(*size, number)}) than a seat without it."
        )
    else:
        width = number(float((ranked["high"] - ranked["low"]).median()) / 2)
        known = f"the effect of being dealt one is known to about ±{NOBREAK}{width} points only"
        answer = f"No card stands out yet, {dealt}: {known}."
    reading = (
        "The five cards dealt at setup are random, so this difference is the card's own effect, whatever is done "
        "with it: played, tucked "
        "or thrown away. Thick bars hold for one card with 95 %, thin ones for all cards at once. Filled dots stay "
        "when at most one "
        "finding in twenty may be false. Cards are in the order of their shrunk values, which allow for luck."
    )
    blocks = []
    if ranked.height > 30:
        blocks.append(
            chart(
                run,
                charts.card_overview(frame),
                "all-cards",
                "Effect on the score of being dealt each card, all cards from best to worst",
                f"All {ranked.height} cards, the best at the left. The grey fields hold the fifteen best and worst, "
                "which the next chart names.",
            )
        )
    if ranked.height:
        alt = "Effect on the score of being dealt each card, the fifteen best and worst"
        blocks.append(chart(run, charts.card_effects(frame), "cards", alt, reading))
    notes = [
        "Cards flagged here should be confirmed on games of another seed. The table has every card; click a heading "
        "to sort by it. "
        "Only its first group of columns tells causes; q is the share of false findings to expect among cards "
        "flagged up to this one. "
        "Rates and win shares by what was done with a card are observational: who is ahead draws and plays more."
    ]
    rests_on = f"n = {frame['n'].median() or 0:,.0f} deals of the median card in {run.n_games:,} games, randomised"
    return Section("cards", "Which cards are strong?", answer, rests_on, [*blocks, *notes, card_table(run)])


def _counted(count: int, verb: str) -> str:
    return f"{count} {verb}{'s' if count == 1 else ''}"


def card_table(run) -> Table:
    """Every card: effects of being dealt it, what becomes of it, and who wins with it."""
    table = cards.card_table(run).sort("score_effect", descending=True, nulls_last=True, maintain_order=True)

    def part(names: tuple[str, str, str, str], kind: str) -> pl.DataFrame:
        picked = table.select(**dict(zip(("estimate", "low", "high", "n"), (pl.col(c) for c in names))))
        return picked.with_columns(kind=pl.lit(kind))

    signed = lambda v: number(v, 1, True)  # noqa: E731
    signed_share = lambda v: percent(v, 1, True)  # noqa: E731
    share = lambda v: percent(v, 0)  # noqa: E731
    columns = [
        column(part(("score_effect", "score_low", "score_high", "dealt_n"), "randomised"), "points", signed),
        column(part(("win_effect", "win_low", "win_high", "dealt_n"), "randomised"), "win share", signed_share),
        Column("q", "randomised", cells=[_q_cell(q) for q in table["score_q"]]),
    ]
    for name in ("played", "tucked", "corner"):
        columns.append(column(part((name, f"{name}_low", f"{name}_high", "arrivals"), "observational"), name, share))
    when = {
        "in_hand": "it was in hand",
        "played": "it was played",
        "tucked": "it was tucked",
        "corner": "its corner was used",
    }
    for name, title in when.items():
        names = (f"{name}_win", f"{name}_win_low", f"{name}_win_high", f"{name}_n")
        columns.append(column(part(names, "observational"), title, share))
    rounds = [Cell(number(r), order=r) if r is not None else Cell("–") for r in table["round_played"]]
    columns.append(Column("round", "observational", cells=rounds))
    columns[-1].note = "mean round in which it is played"
    columns[2].note = "false discovery rate of the effect in points"
    return Table(
        table["name"].to_list(),
        columns,
        corner="card",
        small=table["card_id"].cast(pl.String).to_list(),
        groups=[
            ("effect of being dealt it", 3, "randomised"),
            ("what becomes of its arrivals", 3, "observational"),
            ("win share of seats where", 4, "observational"),
            ("played in", 1, "observational"),
        ],
        sortable=True,
        sorted_by=0,
    )


def _q_cell(q: float | None) -> Cell:
    if q is None:
        return Cell("–")
    return Cell("<0.001" if q < 0.001 else number(q, 3), order=q)
