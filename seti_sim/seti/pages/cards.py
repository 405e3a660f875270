"""The questions of the report about cards."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from seti_sim.core.amounts import both as both_ends
from seti_sim.core.amounts import number, pair, percent, rounded, signed, signed_pp, two, two_pp, unsigned
from seti_sim.core.language import digits, marked, tr, trn
from seti_sim.report.blocks import Finding, Section, chart, who
from seti_sim.report.cells import FEWEST, Cell, Column, Table, column, enough
from seti_sim.seti import charts
from seti_sim.seti.analysis import cards, draws, rates
from seti_sim.seti.analysis.decks import MAIN, deck_names

_EACH = 10
_NAMED = 4
_AT_ONCE = ("sim_low", "sim_high")


def card_sections(run) -> list[Section]:
    """Which cards are strong, and where the win rates of cards mislead."""
    drawn = draws.drawn_effect(run, by_round=("score",))
    seen = rates.by_card(run)
    return [card_strength(run, drawn, seen), *misleading(run, drawn, seen)]


def card_strength(run, drawn, seen) -> Section:
    """Which cards are strong?"""
    whole = drawn.whole.filter(pl.col("outcome") == "score", pl.col("low").is_finite())
    ranked = enough(whole).filter(pl.col("deck") == MAIN).sort("shrunk", "estimate", descending=True)
    blocks = []
    if ranked.height > 30:
        blocks.append(
            chart(
                run,
                charts.card_overview(ranked),
                "all-cards",
                tr("Effect on the score of drawing each card, all cards from best to worst"),
                tr(
                    "All {height} cards of the deck, the best at the left. The grey fields hold the fifteen best and worst, "
                    "which the next chart names.",
                    height=ranked.height,
                ),
            )
        )
    if ranked.height:
        reading = tr(
            "When a card comes unseen from the deck, dealt or drawn, each card still there was as likely. So seats "
            "that drew this one are compared with those that drew another while it was still in the deck, at all "
            "draws together: what differs is the card's own doing, whatever was done with it. Thick bars hold for one "
            "card with 95 %, thin ones for all cards at once. Filled dots stay when at most one finding in twenty may "
            "be false. Cards are in the order of their shrunk values, which allow for luck."
        )
        alt = tr("Effect on the score of drawing each card, the fifteen best and worst")
        blocks.append(chart(run, charts.card_effects(ranked), "cards", alt, reading))
    others = enough(whole).filter(pl.col("deck") != MAIN).sort("shrunk", "estimate", descending=True)
    if others.height:
        reading = tr(
            "The {EACH} best and {EACH} worst cards of species, each against the other cards of the same species; "
            "thin bars hold for all cards of a species at once.",
            EACH=_EACH,
        )
        alt = tr("Effect on the score of drawing each card of a species, the best and worst")
        figure = charts.card_effects(others, n=_EACH, decks=True)
        blocks.append(chart(run, figure, "species-cards", alt, reading))
    everybodys = [card for card, deck in zip(run.config["categories"]["card"], deck_names(run), strict=True) if deck == MAIN]
    rounds = drawn.effects.filter(pl.col("outcome") == "score", pl.col("card_id").is_in(everybodys))
    if ranked.height >= 2 * _EACH:
        picked = pl.concat([ranked.head(5), ranked.tail(5)])
        reading = tr(
            "The five best and the five worst cards, by when they were drawn: dealt at setup, then in each round. "
            "Bars of 95 %; where few were drawn they are long."
        )
        alt = tr("Effect on the score of drawing a card, by round")
        blocks.append(chart(run, charts.card_rounds(picked, rounds), "cards-by-round", alt, reading))
    notes = [_method(drawn)]
    n = whole.filter(pl.col("deck") == MAIN)["n"].median() or 0
    rests_on = tr("n = {n} draws of the median card in {n_games} games, randomised", n=rounded(n), n_games=rounded(run.n_games))
    table = card_table(run, drawn, seen)
    blocks += [*notes, table]
    return Section("cards", tr("Which cards are strong?"), _answer(run, ranked), rests_on, blocks, _next_step(run, ranked),
                   _out_of_line(drawn))  # fmt: skip


def _out_of_line(drawn) -> list[Finding]:
    """The card whose draw changes the win share most, with an interval that holds for all cards of its deck at once."""
    share = enough(drawn.whole.filter(pl.col("outcome") == "win_share", pl.col("sim_low").is_finite()))
    if not share.height:
        return [Finding("components.card", None, signed_pp, tr("Too few draws of any card."))]
    ordered = share.sort(pl.col("estimate").abs(), descending=True).with_columns(low="sim_low", high="sim_high")
    far = ordered.row(0, named=True)
    rows = ordered.head(_NAMED).select(pl.col("name").alias("label"), "estimate", "low", "high")
    what = tr(
        "of wins is what drawing {name} brings instead of another card, the most of {height} cards (the interval "
        "holds for all at once).",
        name=far["name"],
        height=share.height,
    )
    dearer, cheaper = (
        tr("Make {name} ({card_id}) dearer by a credit and compare.", name=far["name"], card_id=far["card_id"]),
        tr("Make {name} ({card_id}) cheaper by a credit and compare.", name=far["name"], card_id=far["card_id"]),
    )
    step = dearer if far["estimate"] > 0 else cheaper
    return [Finding("components.card", far, signed_pp, what, "", 0.0, rows, tr("win share by drawing the card, pp"), step)]  # fmt: skip


def _next_step(run, ranked: pl.DataFrame) -> str:
    """What to try with the cards that stand out."""
    sure = ranked.filter(pl.col("q") < 0.05)
    if not sure.height:
        return ""
    names = []
    for row, side in ((ranked.row(0, named=True), "dearer"), (ranked.row(-1, named=True), "cheaper")):
        if row["q"] < 0.05 and (row["estimate"] > 0) == (side == "dearer"):
            names.append(f"{row['name']} ({row['card_id']}) {side}")
    what = (
        tr(
            "Make {names} by a credit in a variant, and compare it with the printed game: seti-sim compare. ",
            names=tr(" and ").join(names),
        )
        if names
        else ""
    )
    return tr(
        "{what}Confirm the {height} cards that stand out on fresh games, and let a player follow the table: "
        "python reports/card_strength.py.",
        what=what,
        height=sure.height,
    )


def _answer(run, ranked: pl.DataFrame) -> str:
    dealt = tr("for {who}", who=who(run))
    if not ranked.height:
        return tr("{n_games} games are too few to say anything about cards.", n_games=rounded(run.n_games))
    flagged = ranked.filter(pl.col("q") < 0.05)
    if not flagged.height:
        width = number(float((ranked["high"] - ranked["low"]).median()) / 2)
        known = tr("the effect of drawing one is known to about ±\u00a0{width} points only", width=width)
        return tr("No card stands out yet, {dealt}: {known}.", dealt=dealt, known=known)
    good, bad = flagged.filter(pl.col("estimate") > 0).height, flagged.filter(pl.col("estimate") < 0).height
    found = tr(" and ").join(_counted(count, word) for count, word in ((good, "help"), (bad, "hurt")) if count)
    word, most, way = ("strongest", ranked.row(0, named=True), "more") if good else (
        "weakest", ranked.row(-1, named=True), "fewer")  # fmt: skip
    value, interval = pair(*unsigned(most, _AT_ONCE).values())
    answer = tr(
        "Of {height} cards {found} clearly when drawn instead of another, {dealt} (at most 1 in 20 of these to be "
        "false). The {word} is {name}: a seat that draws it scores {value} points {way} ({interval}, for all "
        "cards at once).",
        height=ranked.height,
        found=found,
        dealt=dealt,
        word=word,
        name=most["name"],
        value=value,
        way=way,
        interval=interval,
    )
    if good and most["rank_high"] > most["rank_low"]:
        answer += tr(" It is surely among the best {rank_high}.", rank_high=digits(f"{most['rank_high']:.0f}"))
    if good and bad:
        worst = ranked.row(-1, named=True)
        answer += tr(" The weakest, {name}, costs {worst}.", name=worst["name"], worst=both_ends(unsigned(worst, _AT_ONCE)))
    return answer


def _method(drawn) -> str:
    gain = drawn.gain.get("score", float("nan"))
    left = (
        tr(" Draws after a reshuffle, {left_out} of all, are left out.", left_out=percent(drawn.left_out, 2))
        if drawn.left_out > 0
        else ""
    )
    return tr(
        "Cards flagged here should be confirmed on games of another seed. The table has every card; click a "
        "heading to sort by it. Only its first two groups of columns tell causes; q is the share of false "
        "findings to expect among cards flagged up to this one, ranks and tiers hold for all cards of a deck at "
        "once. Rates and win shares by what was done with a card are observational: who is ahead draws and plays "
        "more. A guess at each score from what was known before the draw, made on other games, leaves {x} of the "
        "variance to chance.{left}",
        x=percent(1 / gain if gain > 0 else float("nan"), 0),
        left=left,
    )


def _counted(count: int, verb: str) -> str:
    return f"{count} {verb}{'s' if count == 1 else ''}"


def misleading(run, drawn, seen) -> list[Section]:
    """Where do the win rates of cards mislead? Nothing where few cards have both."""
    effects = drawn.whole.filter(pl.col("outcome") == "win_share", pl.col("sim_low").is_finite())
    both = rates.misleads(seen, effects).filter(pl.col("beyond_low").is_finite())
    agree = rates.agreement(seen, effects, MAIN)
    if both.height < _EACH or not agree.height:
        return []
    level = both.group_by("deck").agg(pl.col("rate").mean(), pl.len()).sort("rate", descending=True)
    order = {row["measure"]: row for row in agree.iter_rows(named=True)}
    words = [f"{tr(_RATE_WORDS[name])}, {both_ends(order[name], two)}" for name in ("improvement", "played") if name in order]
    answer = tr(
        "They order cards as the draws do, where 1 is the same order and 0 none, by {words} (rank correlations "
        "over {n} cards). ",
        words=tr(" and by ").join(words),
        n=rounded(order["improvement"]["n"]),
    )
    if level.height > 1:
        top = level.row(0, named=True)
        rest = both.filter(pl.col("deck") == MAIN)["rate"].mean()
        answer += tr(
            "Across decks they say nothing: having a card of the {deck} deck goes with {signed_pp} of win share on "
            "average, having one of the main deck with {signed_pp2}, and who gets cards of species may be ahead "
            "already. ",
            deck=top["deck"],
            signed_pp=signed_pp(top["rate"]),
            signed_pp2=signed_pp(rest),
        )
    wrong = both.filter("wrong")
    if wrong.height:
        row = wrong.sort(pl.col("effect").abs(), descending=True).row(0, named=True)
        way = ("above", "costs") if row["effect"] < 0 else ("below", "brings")
        effect, beyond = (
            both_ends(unsigned(row | {"estimate": row[name]}, (f"{name}_low", f"{name}_high")), two_pp)
            for name in ("effect", "beyond")
        )
        answer += tr(
            "For {count_of} the improvement surely has the wrong sign: that of {name} is {beyond} {way} the mean of "
            "its deck, yet drawing it {way2} {effect} of win share.",
            count_of=_count_of(wrong.height),
            name=row["name"],
            beyond=beyond,
            way=way[0],
            way2=way[1],
            effect=effect,
        )
    else:
        answer += tr("The improvement of no card surely has the wrong sign.")
    reading = tr(
        "Each dot is a card. Across: what it does to the win share when drawn instead of another card of its "
        "deck. Up: the win share of seats that had it at any time less that of seats that never did (the "
        "improvement when drawn of card-game sites), against the mean of its deck. If the rates told the truth, "
        "dots would lie on the line. Filled dots surely have the wrong sign."
    )
    alt = tr("Improvement when drawn against the effect of a draw, a dot a card")
    rests_on = tr(
        "n = {height} cards in {n_games} games, observational", height=rounded(both.height), n_games=rounded(run.n_games)
    )
    block = chart(run, charts.card_rates(both), "card-rates", alt, reading)
    table = Table(
        [tr(_RATE_WORDS[name]) for name in agree["measure"]],
        [
            column(agree, tr("rank correlation with the effect of a draw"), two),
            Column(tr("wrong sign"), "observational", cells=[Cell(str(n), order=n) for n in agree["wrong"]]),
        ],
        small=[rates.RATES[name] for name in agree["measure"]],
        caption=tr(
            "Win shares of seats where the line says so. A wrong sign is one that both intervals are sure of. Both "
            "sides come from the same games and share their luck, so in few games they agree too well."
        ),
        counts=tr("cards of the main deck"),
    )
    note = tr(
        "Having a card at any time is no accident: cards are taken from the row and the stacks on purpose, and a "
        "seat that does well draws more. Playing one is less of an accident still. So these rates describe, and "
        "the table of effects is the one to balance by."
    )
    return [Section("card-rates", tr("Where do the win rates of cards mislead?"), answer, rests_on, [block, table, note])]


_RATE_WORDS = {
    "opening": marked("opening hand"), "drawn": marked("drawn"), "in_hand": marked("in hand"), "not_seen": marked("not seen"), "played": marked("played"),
    "tucked": marked("tucked"), "corner": marked("corner used"), "improvement": marked("improvement when drawn"),
}  # fmt: skip


def _count_of(count: int) -> str:
    return trn("{n} card", "{n} cards", count)


def card_table(run, drawn, seen) -> Table:
    """Every card: effects of drawing it and of being dealt it, who wins with it, what becomes of it."""
    table = cards.card_table(run, drawn=drawn, seen=seen)
    told = pl.when(pl.col("score_n") >= FEWEST).then(pl.col("score_effect"))
    table = table.sort(told, descending=True, nulls_last=True, maintain_order=True)

    def part(names: tuple[str, str, str, str], kind: str) -> pl.DataFrame:
        picked = table.select(**dict(zip(("estimate", "low", "high", "n"), (pl.col(c) for c in names))))
        return picked.with_columns(kind=pl.lit(kind))

    def four(stem: str, name: str = "") -> tuple[str, str, str, str]:
        return (name or stem, f"{stem}_low", f"{stem}_high", f"{stem}_n")

    share = replace(percent, digits=0)
    columns = [
        column(part(four("score", "score_effect"), "randomised"), tr("points"), signed),
        column(part(four("win", "win_effect"), "randomised"), tr("win share"), signed_pp),
        Column(tr("q"), "randomised", cells=[_q_cell(q) for q in table["score_q"]],
               note=tr("false discovery rate of the effect in points")),
        Column(tr("rank"), "randomised", cells=[_rank_cell(*ends) for ends in table.select("rank_low", "rank_high").rows()],
               note=tr("ranks in its deck by points that hold for all its cards at once")),
        Column(tr("tier"), "randomised", cells=[_tier_cell(tier) for tier in table["tier"]],
               note=tr("a tier begins with the first card that is surely worse than the first of the tier before")),
        column(part(four("dealt", "dealt_effect"), "randomised"), tr("dealt"), signed),
        column(part(four("in_hand_win"), "observational"), tr("had it"), share),
        column(part(four("played_win"), "observational"), tr("played it"), share),
        column(part(four("improvement_win"), "observational"), tr("had it, less never"), signed_pp),
    ]  # fmt: skip
    for name in ("played", "tucked", "corner"):
        columns.append(
            column(
                part((name, f"{name}_low", f"{name}_high", "arrivals"), "observational"),
                name,
                share,
            )
        )
    held = ("rounds_in_hand", "rounds_in_hand_low", "rounds_in_hand_high", "arrivals")
    columns.append(column(part(held, "observational"), tr("rounds held"), number))
    rounds = [Cell(number(r), order=r) if r is not None else Cell("–") for r in table["round_played"]]
    columns.append(Column(tr("round"), "observational", cells=rounds, note=tr("mean round in which it is played")))
    return Table(
        table["name"].to_list(),
        columns,
        corner=tr("card"),
        small=table["card_id"].cast(pl.String).to_list(),
        groups=[
            (tr("drawn instead of another"), 5, "randomised"),
            (tr("dealt, in points"), 1, "randomised"),
            (tr("win share of seats that"), 3, "observational"),
            (tr("what becomes of its arrivals"), 4, "observational"),
            (tr("played in"), 1, "observational"),
        ],
        sortable=True,
        sorted_by=0,
        what=tr("card"),
        deck_of=[card.rpartition("-")[0] for card in table["card_id"].cast(pl.String)],
    )


def _q_cell(q: float | None) -> Cell:
    if q is None:
        return Cell("–")
    return Cell("<0.001" if q < 0.001 else number(q, 3), order=q)


def _tier_cell(tier: float | None) -> Cell:
    return Cell("–") if tier is None or tier != tier else Cell(f"{tier:.0f}", order=tier)


def _rank_cell(low: float | None, high: float | None) -> Cell:
    if low is None or high is None:
        return Cell("–")
    return Cell(f"{low:.0f}" if low == high else f"{low:.0f}–{high:.0f}", order=(low + high) / 2)
