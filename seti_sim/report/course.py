"""How games go and are won, for any game: ways to win, leaders, how close games are."""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim import charts
from seti_sim.analysis import leader as leaders
from seti_sim.analysis import ways as of_winners
from seti_sim.core.amounts import both, number, percent, signed_pp
from seti_sim.core.language import marked, tr, trn
from seti_sim.report.blocks import Finding, Section, basis, chart, shell
from seti_sim.report.cells import FEWEST, Table, column, pick
from seti_sim.simulate.again import plan_of
from seti_sim.stats.grouped import means, quantiles

_SECONDS = 12
"""Of one core, that playing games again may take at most."""
_MOST = 4000
_SHOWN = 4
_USUAL = 0.05
_PARTS = {0.25: marked("¼ of games below"), 0.5: marked("½ of games below"), 0.75: marked("¾ of games below")}
_ENDS = ("estimate", "low", "high")
LEADER = marked("Does a leader run away, and do the last come back?")


def ways(run) -> Section | None:
    """Is there one way to win? None where nobody has any points."""
    frame = of_winners.by_way(run)
    won = pick(frame, "won")
    if not won.height:
        return None
    words = run.kind.points
    top = won.row(0, named=True)
    order = won.filter(pl.col("estimate") > 0)["way"].to_list()
    second = (
        tr("; next comes {words}, {row}", words=words[order[1]], row=both(won.row(1, named=True), percent))
        if len(order) > 1
        else ""
    )
    usual = won.filter(pl.col("estimate") >= _USUAL).height
    answer = tr(
        "{top} of the wins go to seats that stand out most by points from {words}{second}. ",
        top=both(top, percent),
        words=words[top["way"]],
        second=second,
    ) + trn("{n} way has a twentieth of the wins or more.", "{n} ways have a twentieth of the wins or more.", usual)
    shown = won.head(_SHOWN)
    rows = shown.select(pl.col("way").replace_strict(words).alias("label"), "estimate", "low", "high")
    finding = Finding(
        "ways", top, percent, tr("of the wins go to seats that stand out by {words}, the commonest way to win: the source from which a "
"seat has most points beyond the mean seat.", words=words[top['way']]),
        chart=rows, words=tr("share of the wins by way, per cent"),
    )  # fmt: skip
    lined = {name: _in_order(pick(frame, name), order) for name in ("won", "taken", "win_share")}
    table = Table(
        [words[name] for name in order],
        [
            column(lined["won"], tr("of the wins"), percent),
            column(lined["taken"], tr("of all seats"), percent),
            column(lined["win_share"], tr("win share of these seats"), percent),
        ],
        caption=tr(
            "The way of a seat is the source from which it has most points beyond the mean of all seats. A source "
            "that varies much is often the one: this describes winners and does not say what wins."
        ),
        counts=tr("wins, seats, and seats of the way"),
    )
    return Section("ways", tr("Is there one way to win?"), answer, basis(top["n"], tr("wins"), "observational"), [table],
                   findings=[finding])  # fmt: skip


def _in_order(frame: pl.DataFrame, order: list[str]) -> pl.DataFrame:
    place = {name: i for i, name in enumerate(order)}
    return frame.filter(pl.col("way").is_in(order)).sort(pl.col("way").replace_strict(place, return_dtype=pl.Int64))


def leader(run) -> Section | None:
    """Does a leader run away? None where a game has no points before its end, or cannot be played again by this version."""
    found = played_again(run)
    if found is None:
        return None
    points, score, won = found
    games, rounds, players = points.shape
    frame = leaders.by_round(points, score, won)
    at = leaders.middle(rounds)
    mid = {row["measure"]: row for row in frame.filter(pl.col("round") == at).iter_rows(named=True)}
    later = pick(frame, "leader_wins").row(-1, named=True)
    few = games < FEWEST
    answer = tr(
        "The seat that leads after round {at} of {rounds} wins {leader_wins} of the games; were the players equal "
        "and a lead worth its points alone, it would win {leader_equal}: a difference of {leader_beyond}. After "
        "the last round, before the final scoring, the leader wins {later}. The seat that is last after round "
        "{at} wins {last_wins}.",
        at=at,
        rounds=rounds,
        leader_wins=both(mid["leader_wins"], percent),
        leader_equal=both(mid["leader_equal"], percent),
        leader_beyond=both(mid["leader_beyond"], signed_pp),
        later=both(later, percent),
        last_wins=both(mid["last_wins"], percent),
    )
    beyond = pick(frame, "leader_beyond")
    finding = Finding(
        "leader", None if few else mid["leader_beyond"], signed_pp,
        tr("of wins has the leader after round {at} of {rounds} beyond what its points alone would bring; it wins "
"{estimate} of the games.", at=at, rounds=rounds, estimate=percent(mid['leader_wins']['estimate'])),
        tr("The seat that is last then wins {estimate}.", estimate=percent(mid['last_wins']['estimate'])),
        chart=beyond.select(pl.format(tr("round {}"), "round").alias("label"), "estimate", "low", "high"),
        words=tr("wins beyond the points, pp"),
    )  # fmt: skip
    reading = tr(
        "How often the seat with most points after a round wins, and the seat with fewest. The hollow marks are "
        "what equal players would show whose lead is worth its points alone: in each game what the seats still "
        "gained was dealt to them in all orders. Where the full mark of a leader lies to the right, leading "
        "brings more than its points."
    )
    figure = chart(
        run, charts.leader(frame, players), "leader", tr("Win share of the leading and the last seat by round"), reading, games
    )
    words = (
        ("leads", tr("points ahead of the next"), number), ("leader_wins", tr("leader wins"), percent),
        ("leader_equal", tr("of equal players"), percent), ("leader_beyond", "beyond", signed_pp),
        ("last_wins", tr("last wins"), percent), ("last_equal", tr("of equal players"), percent), ("last_beyond", "beyond", signed_pp),
    )  # fmt: skip
    table = Table(
        [tr("after round {r}", r=r) for r in range(1, rounds + 1)],
        [column(pick(frame, name).sort("round"), title, form) for name, title, form in words],
        counts=tr("games"),
        caption=tr("Seats that are equal count each its part. After the last round means before the final scoring."),
    )
    note = tr("More games, and who comes back from how far: {more}", more=_more(run))
    parts = [figure, table, _comebacks(leaders.comebacks(points, score, won), rounds, at), note]
    return Section("leader", LEADER, answer, basis(games, tr("games played again"), "observational"), parts, findings=[finding])


def _comebacks(frame: pl.DataFrame, rounds: int, at: int) -> Table:
    """Win share by points behind the leader: after each round, and after round `at` against equal players."""
    of = {
        (r, name): pick(frame.filter(pl.col("round") == r), name)
        for r in range(1, rounds + 1)
        for name in ("wins", "equal", "beyond")
    }
    columns = [column(of[r, "wins"], tr("after round {r}", r=r), percent) for r in range(1, rounds + 1)]
    columns += [column(of[at, "equal"], tr("of equal players"), percent), column(of[at, "beyond"], "beyond", signed_pp)]
    return Table(
        of[at, "wins"]["behind"].to_list(), columns, corner=tr("points behind"), counts=tr("seats"),
        caption=tr(
            "Comebacks: how often a seat wins that is so many points behind the leader after a round. The last two columns are "
            "about round {at}.",
            at=at,
        ),
    )  # fmt: skip


def _more(run) -> str:
    config = run.config
    policies = config["seats"][0] if run.is_mirror else ",".join(config["seats"])
    return shell("seti-sim", "whatif", "course", "--players", run.players, "--policy", policies, "--seed", config["seed"])


def played_again(run) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Points after each round, final scores and win shares of the first games of a run, played again; None where that cannot
    be, or where it would take too long for even a few games."""
    if run.players < 2 or len(run.config["seats"]) < 2:
        return None
    config = run.config
    speed = config["games_timed"] / config["core_seconds"] if config["core_seconds"] else float("inf")
    first, count = run.ranges[0]
    games = int(min(_MOST, count, speed * _SECONDS)) if first == 0 else 0
    plan = plan_of(config) if games else None
    found = run.kind.course(plan, games) if plan is not None else None
    if found is None:
        return None
    stored = run.seats.filter(pl.col("game_id") < games).select("score").collect()["score"].to_numpy()
    if not np.array_equal(stored.reshape(games, -1), found["score"]):
        return None  # played by an engine that plays otherwise: no number of this one belongs on the page
    return found["points"], found["score"], found["win_share"]


def close(run, length: str) -> Finding:
    """How close games are: the lead of the best over the second in parts of the best score, a mean over the games in which
    anybody has points. length: how long games are, in a sentence."""
    best = pl.col("best_score").cast(pl.Float64)
    games = run.games.filter(best > 0).with_columns(all=pl.lit("games"), part=(pl.col("margin") / best).round(4))
    frame = means(run, games, {"part": pl.col("part")})
    row = frame.row(0, named=True)
    what = tr("of the winner's score is its mean lead over the second.")
    if not row["n"]:
        return Finding("close", None, percent, what, length)
    parts = quantiles(run, games, "part", list(_PARTS), by=["all"])
    rows = pl.concat([frame.select(pl.lit(tr("mean")).alias("label"), *_ENDS),
                      parts.select(pl.Series("label", [tr(words) for words in _PARTS.values()]), *_ENDS)])  # fmt: skip
    return Finding("close", row, percent, what, length, chart=rows, words=tr("lead, per cent of the winner's score"))
