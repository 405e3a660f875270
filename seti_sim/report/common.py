"""Questions that a report asks of any game: each asks the run, words an answer, and hands over figures and tables.

A sentence says no more than its estimate: what is observational is described, never given as a cause.
"""

from __future__ import annotations

import polars as pl

from seti_sim import charts
from seti_sim.analysis import checks, points, seats
from seti_sim.core.amounts import both, percent, pp, rounded, signed, two
from seti_sim.core.language import tr
from seti_sim.report.blocks import Checks, Finding, Section, basis, chart, command
from seti_sim.report.cells import Table, column, p_text, pick


def integrity_lines(run) -> list[tuple[str, bool, str]]:
    """What must be so in every run, as lines of a page: (what, whether it holds, detail)."""
    return list(checks.integrity(run).iter_rows())


def soundness(lines) -> str:
    """Whether all lines of checks hold, and the first that does not, in a sentence."""
    failed = [line for line in lines if not line[1]]
    if not failed:
        return tr("All checks of the run hold.")
    return tr("Not all checks of the run hold: {failed}, {failed2}.", failed=failed[0][0].lower(), failed2=failed[0][2])


def mirror(run) -> Section:
    """Does the run hold together, and do equal players fare equally?"""
    tests = {row["outcome"]: row for row in checks.mirror(run).iter_rows(named=True)}
    lines = integrity_lines(run)
    sound = soundness(lines)
    if run.is_mirror:
        p = tests["win_share"]["p"]
        alike = (
            tr("The seats cannot be told apart by who wins")
            if p >= 0.05
            else tr("The seats do not win equally often, so the game itself favours some")
        )
        tested = tr(
            "sum test of equal win shares, {p_text}; of equal scores, {p_text2}",
            p_text=p_text(p),
            p_text2=p_text(tests["score"]["p"]),
        )
        answer = tr("{sound} One policy plays every seat. {alike} ({tested}).", sound=sound, alike=alike, tested=tested)
        notes = [
            tr(
                "One policy in every seat is the control for everything below: a difference between seats here is the "
                "game's own."
            )
        ]
    else:
        answer = tr("{sound} This is not a mirror run: the policies differ between seats.", sound=sound)
        notes = [tr("For the control, play one policy in every seat: {command}", command=command(run, run.policies[0]))]
    rests_on = basis(run.n_games, tr("games"), seats.seat_kind(run))
    return Section("mirror", tr("Do equal players fare equally?"), answer, rests_on, [Checks(lines), *notes])


def seat(run) -> Section:
    """Does the seat matter?"""
    frame = seats.by_seat(run)
    share = pick(frame, "win_share")
    p = checks.mirror(run).row(0, named=True)["p"]
    fair = 1 / run.players
    best, worst = (share.sort("estimate", descending=d).row(0, named=True) for d in (True, False))
    off = share.filter((pl.col("low").fill_nan(None) > fair) | (pl.col("high") < fair))
    half = float((share["high"] - share["low"]).max() or 0) / 2
    if p < 0.05 and off.height:
        answer = tr(
            "Yes. Seat {seat} wins {best} of the games, seat {seat2} wins {worst}; a fair share is {fair}.",
            seat=best["seat"],
            best=both(best, percent),
            seat2=worst["seat"],
            worst=both(worst, percent),
            fair=percent(fair),
        )
    elif p < 0.05:
        answer = tr(
            "Perhaps a little: the shares differ more than chance would have it ({p_text}), yet no seat alone is "
            "clearly off the fair share of {fair}.",
            p_text=p_text(p),
            fair=percent(fair),
        )
    else:
        answer = tr(
            "Not that {n_games} games could tell: no seat is clearly off the fair share of {fair} ({p_text}). A "
            "seat's share is known to ±\u00a0{half}.",
            n_games=rounded(run.n_games),
            fair=percent(fair),
            p_text=p_text(p),
            half=pp(half),
        )
    if seats.seat_kind(run) == "observational":
        answer += tr(" Each policy kept its seat, so seat and policy cannot be told apart.")
    labels = [tr("Seat {s}", s=s) for s in share["seat"]]
    table = Table(
        labels,
        [
            column(share, tr("win share"), percent),
            column(pick(frame, "score"), tr("mean score")),
            column(
                pick(frame, "lead"),
                tr("score above the mean of the game"),
                signed,
            ),
        ],
        caption=tr("Intervals hold for all seats at once with 95 %."),
        counts=tr("games"),
    )
    blocks = [
        chart(
            run,
            charts.seat_win_share(frame),
            "seat",
            tr("Win share of each seat with its interval and the fair share"),
            tr(
                "Each dot is a seat's share of all wins; a shared win counts as its part. The bars hold for all seats at "
                "once with 95 %. A seat is favoured if its whole bar lies to the right of the dashed line."
            ),
        ),
        table,
    ]
    if run.is_mirror:
        blocks += _spread(run, "seat")
    rests_on = basis(run.n_games, tr("games"), seats.seat_kind(run))
    komi = ""
    if run.is_mirror and p < 0.05:
        komi = run.kind.even_seats(run)
    return Section("seat", tr("Does the seat matter?"), answer, rests_on, blocks, komi, _fair(run, share, fair))


def _fair(run, share: pl.DataFrame, fair: float) -> list[Finding]:
    """The seat farthest from its fair share; nothing where a seat and its policy cannot be told apart."""
    if seats.seat_kind(run) == "observational":
        return []
    far = share.sort((pl.col("estimate") - fair).abs(), descending=True).row(0, named=True)
    rows = share.select(pl.format(tr("seat {}"), "seat").alias("label"), "estimate", "low", "high")
    what = tr(
        "of the games are won by seat {seat}, of {players} seats the farthest from its fair share, {fair}.",
        seat=far["seat"],
        players=run.players,
        fair=percent(fair),
    )
    return [Finding("seat", far, percent, what, "", fair, rows, tr("win share, per cent"))]


def _spread(run, by: str) -> list:
    """Chart and table of the scores of each seat or policy."""
    counts, quantiles = seats.score_counts(run, by), seats.score_quantiles(run, by)
    groups = quantiles[by].unique().sort()
    figure = chart(
        run,
        charts.scores(counts, quantiles),
        "scores",
        tr("Distribution of final scores, one strip for each {by}", by=by),
        tr(
            "How often each {by} ends with each score. The darker field holds the middle half of its scores, the "
            "upright line is the median.",
            by=by,
        ),
    )
    names = {
        0.05: tr("5 % of scores below"),
        0.25: tr("a quarter below"),
        0.5: "median",
        0.75: tr("a quarter above"),
        0.95: tr("5 % above"),
    }
    columns = [
        column(quantiles.filter((pl.col("quantile") - q).abs() < 1e-9).sort(by), title, rounded) for q, title in names.items()
    ]
    labels = [tr("Seat {group}", group=group) if by == "seat" else str(group) for group in groups]
    return [
        figure,
        Table(
            labels, columns, caption=tr("Final scores."), counts="games" if by == "seat" else tr("seats that the policy played")
        ),
    ]


def policy(run) -> Section | None:
    """Which policy wins? Nothing to ask where one plays every seat."""
    if run.is_mirror:
        return None
    frame = seats.by_policy(run)
    share = pick(frame, "win_share").sort("estimate", descending=True)
    best = share.row(0, named=True)
    fair = 1 / run.players
    clear = best["low"] > fair
    answer = (
        tr(
            "{policy} wins {best} of its games where a fair share is {fair}.",
            policy=best["policy"],
            best=both(best, percent),
            fair=percent(fair),
        )
        if clear
        else tr(
            "None clearly: {policy}, the best, wins {best}; a fair share is {fair}.",
            policy=best["policy"],
            best=both(best, percent),
            fair=percent(fair),
        )
    )
    order = share["policy"].cast(pl.String).to_list()
    score = pick(frame, "score")
    score = pl.concat([score.filter(pl.col("policy") == name) for name in order])
    times_fair = share.with_columns(pl.col("estimate", "low", "high") / fair)
    better = Finding(
        run.kind.skill_key, times_fair.row(0, named=True), two,
        tr("times its fair share is what {policy} wins, the best of {order} players here.", policy=best['policy'], order=len(order)),
        tr("How much skill can win hangs on how far apart in strength they are."),
        chart=times_fair.select(pl.col("policy").cast(pl.String).alias("label"), "estimate", "low", "high"),
        words=tr("wins of a seat, times its fair share"),
    )  # fmt: skip
    table = Table(
        order,
        [column(share, tr("win share of a seat"), percent), column(score, tr("mean score"))],
        counts=tr("seats that the policy played"),
    )
    return Section(
        "policy",
        tr("Which policy wins?"),
        answer,
        basis(run.n_games, tr("games"), best["kind"]),
        [table, *_spread(run, "policy")],
        findings=[better] if seats.seat_kind(run) == "randomised" else [],
    )


def point_sources(run) -> Section:
    """Where do points come from?"""
    words_of = run.kind.points
    whole = points.by_source(run)
    top = whole.sort("estimate", descending=True)
    words = [f"{words_of[row['source']]}, {both(row)}" for row in top.head(3).iter_rows(named=True)]
    score = seats.mean_score(run).row(0, named=True)
    links = ["", *[""] * (len(words) - 2), *["and "] * (len(words) > 1)]
    told = "; ".join(link + word for link, word in zip(links, words))
    answer = tr("A seat has a mean score of {score} points. The largest sources are {told}.", score=both(score), told=told)
    won = points.by_source(run, "winner")
    parts = {name: won.filter(pl.col("winner") == name) for name in ("winners", "others")}
    groups = shown = {tr("winners"): parts["winners"], tr("others"): parts["others"]}
    if not run.is_mirror:
        by_policy = points.by_source(run, "policy")
        groups = {name: by_policy.filter(pl.col("policy") == name) for name in run.policies}
    order = top.filter(pl.col("estimate") != 0)["source"].to_list()
    sort = {source: i for i, source in enumerate(order)}

    def ordered(frame):
        used = frame.filter(pl.col("source").is_in(order))
        return used.sort(pl.col("source").replace_strict(sort, return_dtype=pl.Int64))

    gap = ordered(parts["winners"])["estimate"] - ordered(parts["others"])["estimate"]
    widest = int(gap.arg_max())
    ahead = [ordered(parts[name]).row(widest, named=True) for name in ("winners", "others")]
    reading = tr(
        "Bars are for all seats, marks for {groups}, each with its interval, which is often shorter than the mark "
        "is wide. Between winners and the others {words_of} differ most: {ahead} points against {ahead2}. That "
        "describes who won; it does not say that more of it would win.",
        groups=tr(" and ").join(groups),
        words_of=words_of[order[widest]],
        ahead=both(ahead[0]),
        ahead2=both(ahead[1]),
    )
    none = [words_of[s] for s in top.filter(pl.col("estimate") == 0)["source"]]
    table = Table(
        [words_of[s] for s in order],
        [column(ordered(frame), title) for title, frame in ({"all seats": whole} | groups | shown).items()],
        counts=tr("seats"),
        caption=tr("Mean points of a seat. A shared win counts in part for winners, in part for others.")
        + (tr(" No seat had points from: {none}.", none=", ".join(none)) if none else ""),
    )
    figure = chart(
        run, charts.points_by_source(whole, groups, words_of), "points", tr("Mean points of a seat by source"), reading
    )
    rests_on = basis(score["n"], tr("seats"), "observational")
    return Section("points", tr("Where do points come from?"), answer, rests_on, [figure, table])
