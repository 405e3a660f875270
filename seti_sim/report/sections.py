"""The questions of the report: each asks the run, words an answer, and hands over figures and tables.

A sentence says no more than its estimate: what is observational is described, never given as a cause.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import polars as pl

from seti_sim import charts
from seti_sim.analysis import actions, cards, checks, gold, pacing, points, seats, techs
from seti_sim.tables.schema import SOURCE_WORDS
from seti_sim.report.cells import NOBREAK, Cell, Column, Table, column, number, p_text, percent, span


@dataclass
class Figure:
    """A chart: its SVG, what it shows for those who cannot see it, how to read it."""

    svg: str
    alt: str
    reading: str


@dataclass
class Section:
    """One question: its anchor, the short answer, then checks, figures, tables and notes in order."""

    anchor: str
    question: str
    answer: str
    blocks: list = field(default_factory=list)


@dataclass
class Checks:
    """Lines that hold or do not: (what, holds, detail)."""

    lines: list[tuple[str, bool, str]]


def sections(run) -> list[Section]:
    """All sections of the report, the mirror check first."""
    found = [mirror(run), seat(run)]
    if not run.is_mirror:
        found.append(policy(run))
    return found + [point_sources(run), action_rounds(run), card_strength(run), tech_and_gold(run), pace(run)]


def _figure(figure, name: str, alt: str, reading: str) -> Figure:
    return Figure(charts.svg(figure, name), alt, reading)


def who(run) -> str:
    """`greedy in every seat`, or `greedy, random and random, rotated through the seats`."""
    names = run.config["seats"]
    if run.is_mirror:
        return f"{names[0]} in every seat"
    rotated = ", rotated through the seats" if run.config["seating"] == "rotate" else ", seat 1 first"
    return ", ".join(names[:-1]) + f" and {names[-1]}" + rotated


def _both(row: dict, form) -> str:
    """`25.6 % (24.9 to 26.3)`."""
    return f"{form(row['estimate'])} ({span(row['low'], row['high'], form)})"


# ---------------------------------------------------------------------- the questions


def mirror(run) -> Section:
    """Does the run hold together, and do equal players fare equally?"""
    found = checks.integrity(run)
    tests = {row["outcome"]: row for row in checks.mirror(run).iter_rows(named=True)}
    lines = list(found.iter_rows())
    failed = [line for line in lines if not line[1]]
    sound = "All checks of the run hold." if not failed else f"Not all checks of the run hold: {failed[0][0].lower()}, {failed[0][2]}."
    if run.is_mirror:
        p = tests["win_share"]["p"]
        alike = (
            "The seats cannot be told apart by who wins" if p >= 0.05 else "The seats do not win equally often, so the game itself favours some"
        )
        answer = f"{sound} One policy plays every seat. {alike} (sum test of equal win shares, {p_text(p)}; of equal scores, {p_text(tests['score']['p'])})."
        notes = ["One policy in every seat is the control for everything below: a difference between seats here is the game's own."]
    else:
        answer = f"{sound} This is not a mirror run: the policies differ between seats."
        command = f"seti-sim run --players {run.players} --games {run.config['games']} --policy {run.policies[0]} --seed {run.config['seed']} --out …"
        notes = [f"For the control, play one policy in every seat: {command}"]
    return Section("mirror", "Do equal players fare equally?", answer, [Checks(lines), *notes])


def seat(run) -> Section:
    """Does the seat matter?"""
    frame = seats.by_seat(run)
    share = frame.filter(pl.col("measure") == "win_share")
    p = checks.mirror(run).row(0, named=True)["p"]
    fair = 1 / run.players
    best, worst = (share.sort("estimate", descending=d).row(0, named=True) for d in (True, False))
    off = share.filter((pl.col("low") > fair) | (pl.col("high") < fair))
    half = float((share["high"] - share["low"]).max() or 0) / 2
    if p < 0.05 and off.height:
        answer = (
            f"Yes. Seat {best['seat']} wins {_both(best, percent)} of the games, seat {worst['seat']} {_both(worst, percent)}; "
            f"a fair share is {percent(fair)}."
        )
    elif p < 0.05:
        answer = (
            f"Perhaps a little: the shares differ more than chance would have it ({p_text(p)}), yet no seat alone is clearly "
            f"off the fair share of {percent(fair)}."
        )
    else:
        answer = (
            f"Not that {run.n_games:,} games could tell: no seat is clearly off the fair share of {percent(fair)} ({p_text(p)}). "
            f"A seat's share is known to ±{NOBREAK}{number(100 * half)} percentage points."
        )
    if seats.seat_kind(run) == "observational":
        answer += " Each policy kept its seat, so seat and policy cannot be told apart."
    counts, quantiles = seats.score_counts(run), seats.score_quantiles(run)
    q = {row["quantile"]: row["score"] for row in _pooled_quantiles(counts).iter_rows(named=True)}
    labels = [f"Seat {s}" for s in share["seat"]]
    table = Table(
        labels,
        [
            column(share, "win share", percent),
            column(frame.filter(pl.col("measure") == "score"), "mean score"),
            column(frame.filter(pl.col("measure") == "lead"), "score above the mean of the game", lambda v: number(v, 1, True)),
        ],
        caption="Intervals hold for all seats at once with 95 %; n counts games.",
    )
    blocks = [
        _figure(
            charts.seat_win_share(frame),
            "seat",
            "Win share of each seat with its interval and the fair share",
            "Each dot is a seat's share of all wins; a shared win counts as its part. The bars hold for all seats at once "
            "with 95 %. A seat is favoured if its whole bar lies to the right of the dashed line.",
        ),
        table,
        _figure(
            charts.score_by_seat(counts, quantiles),
            "scores",
            "Distribution of final scores, one strip for each seat",
            f"How often each seat ends with each score. Over all seats half of the scores lie between {q[0.25]} and {q[0.75]}, "
            f"nine tenths between {q[0.05]} and {q[0.95]}. The upright line is the median.",
        ),
    ]
    return Section("seat", "Does the seat matter?", answer, blocks)


def _pooled_quantiles(counts: pl.DataFrame) -> pl.DataFrame:
    pooled = counts.group_by("score").agg(pl.col("count").sum()).sort("score")
    below = pooled["count"].cum_sum() / pooled["count"].sum()
    wanted = (0.05, 0.25, 0.75, 0.95)
    return pl.DataFrame({"quantile": wanted, "score": [pooled["score"][int((below < q - 1e-12).sum())] for q in wanted]})


def policy(run) -> Section:
    """Which policy wins?"""
    frame = seats.by_policy(run)
    share = frame.filter(pl.col("measure") == "win_share").sort("estimate", descending=True)
    best = share.row(0, named=True)
    fair = 1 / run.players
    clear = best["low"] > fair
    answer = (
        f"{best['policy']} wins {_both(best, percent)} of its games where a fair share is {percent(fair)}."
        if clear
        else f"None clearly: the best, {best['policy']}, wins {_both(best, percent)} where a fair share is {percent(fair)}."
    )
    order = share["policy"].cast(pl.String).to_list()
    score = frame.filter(pl.col("measure") == "score")
    score = pl.concat([score.filter(pl.col("policy") == name) for name in order])
    table = Table(order, [column(share, "win share of a seat", percent), column(score, "mean score")], caption="n counts the seats that the policy played.")
    return Section("policy", "Which policy wins?", answer, [table])


def point_sources(run) -> Section:
    """Where do points come from?"""
    whole = points.by_source(run)
    total = whole["estimate"].sum()
    top = whole.sort("estimate", descending=True)
    words = [f"{SOURCE_WORDS[s]} ({percent(e / total, 0)})" for s, e in top.head(3).select("source", "estimate").iter_rows()]
    answer = f"Most from {words[0]}, then {words[1]} and {words[2]} of a mean score of {number(total)}."
    won = points.by_source(run, "winner")
    parts = {name: won.filter(pl.col("winner") == name) for name in ("winners", "others")}
    groups = {"all seats": whole}
    if run.is_mirror:
        groups |= parts
    else:
        by_policy = points.by_source(run, "policy")
        groups |= {name: by_policy.filter(pl.col("policy") == name) for name in run.policies}
    order = top["source"].to_list()
    sort = {source: i for i, source in enumerate(order)}

    def ordered(frame):
        return frame.sort(pl.col("source").replace_strict(sort, return_dtype=pl.Int64))

    gap = ordered(parts["winners"])["estimate"] - ordered(parts["others"])["estimate"]
    widest = int(gap.arg_max())
    reading = (
        "A bar is the mean score of a seat, cut by where the points came from, the largest source at the left. "
        f"Between winners and the others {SOURCE_WORDS[order[widest]]} differ most, by {number(gap[widest])} points. That describes "
        "who won; it does not say that more of it would win."
    )
    table = Table(
        [SOURCE_WORDS[s] for s in order],
        [column(ordered(whole), "all seats"), column(ordered(parts["winners"]), "winners"), column(ordered(parts["others"]), "others")],
        caption="Mean points of a seat; n counts seats. A shared win counts in part for winners, in part for others.",
    )
    chart = charts.points_by_source(groups)
    return Section(
        "points", "Where do points come from?", answer, [_figure(chart, "points", "Mean points of a seat by source", reading), table]
    )


def action_rounds(run) -> Section:
    """What do players do, round by round?"""
    frame, whole = actions.by_round(run), actions.per_game(run)
    main = whole.filter("main", pl.col("action") != "pass").sort("estimate", descending=True)
    turns = whole.filter("main")["estimate"].sum()
    words = [f"{name} ({number(e)})" for name, e in main.head(3).select("action", "estimate").iter_rows()]
    answer = f"A seat takes {number(turns)} turns a game, mostly {words[0]}, {words[1]} and {words[2]}."
    peaks = []
    for name in main.head(3)["action"]:
        rows = frame.filter(pl.col("action") == name)
        peaks.append(f"{name} most in round {rows['round'][int(rows['estimate'].arg_max())]}")
    reading = (
        "One panel an action, one bar a round, all on one scale: how often a seat does it in the round, those that do not "
        f"included. Of the commonest, {', '.join(peaks)}. Everybody passes once a round. This is what these policies do, not what the rules advise."
    )
    labels = whole["action"].to_list()
    columns = [column(whole, "times a game", lambda v: number(v, 2))]
    for round_ in range(1, run.config["rounds"] + 1):
        columns.append(column(frame.filter(pl.col("round") == round_), f"round {round_}", lambda v: number(v, 2)))
    free = [("free action" if not m else "main action") for m in whole["main"]]
    table = Table(labels, columns, small=free, caption="Mean times a seat does it; effects of cards that do the same are not counted. n counts the seats of all games.")
    chart = charts.actions_by_round(frame)
    return Section(
        "actions", "What do players do, round by round?", answer, [_figure(chart, "actions", "Main actions by round", reading), table]
    )


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
            f"Of {ranked.height} cards {found} clearly when dealt, {dealt}. The {word} is {most['name']}: a seat dealt it scores "
            f"{number(abs(most['estimate']))} points {way} ({span(*size, number)}) than a seat without it."
        )
    else:
        width = number(float((ranked["high"] - ranked["low"]).median()) / 2)
        answer = f"No card stands out yet, {dealt}: the effect of being dealt one is known to about ±{NOBREAK}{width} points only."
    reading = (
        "The five cards dealt at setup are random, so this difference is the card's own effect, whatever is done with it: played, tucked "
        "or thrown away. Thick bars hold for one card with 95 %, thin ones for all cards at once. Filled dots stay when at most one "
        "finding in twenty may be false. Cards are in the order of their shrunk values, which allow for luck."
    )
    figure = _figure(charts.card_effects(frame), "cards", "Effect on the score of being dealt each card, the fifteen best and worst", reading)
    notes = [
        "Cards flagged here should be confirmed on games of another seed. The table has every card; click a heading to sort by it. "
        "Only its first group of columns tells causes; q is the share of false findings to expect among cards flagged up to this one. "
        "Rates and win shares by what was done with a card are observational: who is ahead draws and plays more."
    ]
    return Section("cards", "Which cards are strong?", answer, [figure, *notes, card_table(run)])


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
    when = {"in_hand": "it was in hand", "played": "it was played", "tucked": "it was tucked", "corner": "its corner was used"}
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


def tech_and_gold(run) -> Section:
    """Which techs and gold tiles are taken?"""
    tech, tile, place = techs.by_tech(run), gold.by_tile(run), gold.by_place(run)
    taken = tech.filter(pl.col("measure") == "taken").sort("estimate", descending=True)
    marked = tile.filter(pl.col("measure") == "marked").sort("estimate", descending=True)
    blocks, said = [], []
    if taken.height:
        most, least = taken.row(0, named=True), taken.row(-1, named=True)
        said.append(f"The tech {most['tech_id']} is taken most, by {percent(most['estimate'], 0)} of the seats, {least['tech_id']} least, by {percent(least['estimate'], 0)}.")
        blocks.append(
            _figure(
                charts.techs(tech),
                "techs",
                "Share of seats that take each tech, and the mean round",
                "Left: how many of the seats take the tech at all. Right: when, on average. Bars of 95 % are often shorter than the dot is wide.",
            )
        )
        blocks.append(_by_measure(tech, "tech_id", {"taken": ("taken by", percent), "round": ("mean round", number), "first": ("first taker", percent),
                                                  "win_share": ("win share of takers", percent), "first_win_share": ("of first takers", percent)}))  # fmt: skip
    if marked.height:
        most = marked.row(0, named=True)
        said.append(f"Of the gold tiles {most['tile']} is marked most, by {percent(most['estimate'], 0)} of the seats.")
        blocks.append(
            _figure(
                charts.gold(tile, place),
                "gold",
                "Share of seats that mark each gold tile, and points of a mark by its place",
                "Left: how many of the seats mark the tile. Right: what a mark is worth at the end, by whether it was the first, "
                "second or a later one on its tile. Both sides of a tile are counted together.",
            )
        )
        blocks.append(_by_measure(tile, "tile", {"marked": ("marked by", percent), "points": ("points of a mark", number), "win_share": ("win share of who marks", percent)}))
    answer = " ".join(said) or "No tech and no gold tile was taken in this run."
    return Section("techs", "Which techs and gold tiles are taken?", answer, blocks)


def _by_measure(frame: pl.DataFrame, key: str, measures: dict) -> Table:
    """Rows of `key`, one column a measure; what was never measured is a dash."""
    keys = frame.select(pl.col(key).cast(pl.String)).unique(maintain_order=True)
    columns = []
    for measure, (title, form) in measures.items():
        part = frame.filter(pl.col("measure") == measure).with_columns(pl.col(key).cast(pl.String))
        columns.append(column(keys.join(part, on=key, how="left", maintain_order="left").with_columns(pl.col("kind").fill_null("observational")), title, form))
    return Table(keys[key].to_list(), columns, caption="n counts seats of all games in the first column, takings or marks in the others.")


def pace(run) -> Section:
    """How long is a game, and how close?"""
    frame = pacing.per_game(run)
    value = {row["measure"]: row for row in frame.iter_rows(named=True)}
    answer = (
        f"A game has {_both(value['turns'], number)} turns and {_both(value['decisions'], lambda v: number(v, 0))} decisions of all seats together; "
        f"the winner leads by {_both(value['margin'], number)} points, and {percent(value['shared_win']['estimate'])} of the games end in a shared win."
    )
    words = {
        "turns": ("turns", number), "decisions": ("decisions", number), "best_score": ("best score", number),
        "margin": ("lead of the best over the second", number), "reshuffles": ("reshuffles of the deck", lambda v: number(v, 2)),
        "shared_win": ("games with a shared win", percent), "discovered_left": ("games with the left species discovered", percent),
        "discovered_right": ("games with the right species discovered", percent),
    }  # fmt: skip
    cells = Column("per game", "observational", f"{run.n_games:,}")
    for measure, (_, form) in words.items():
        row = value[measure]
        cells.cells.append(Cell(form(row["estimate"]), span(row["low"], row["high"], form), "", row["estimate"]))
    reading = (
        "Left: turns of a seat in each round, its pass included. Then: in which round each of the two species is discovered, as a share of all games."
    )
    chart = charts.pacing(pacing.turns_by_round(run), pacing.discovery_round(run))
    table = Table([title for title, _ in words.values()], [cells], caption="n counts games.")
    return Section("pace", "How long is a game, and how close?", answer, [_figure(chart, "pace", "Turns by round and rounds of discovery", reading), table])
