"""How a page ends: a game to read, what to test next, what the numbers cannot tell; and several runs side by side."""

from __future__ import annotations

from collections import defaultdict

import polars as pl

from seti_sim.core.amounts import both, number, percent, rounded
from seti_sim.core.language import tr, trn
from seti_sim.planetx import analysis, charts
from seti_sim.planetx.picture import moments
from seti_sim.report.blocks import Boards, Section, Story, at_table, basis, command, drawn, who
from seti_sim.report.cells import Table, column, pick
from seti_sim.report.closing import last_section, mean_game, next_steps, observational
from seti_sim.report.starts import first_player
from seti_sim.simulate.again import plan_of, play_again


def one_game(run) -> Section | None:
    """What does a game look like? None where this version cannot play the game of the run again."""
    plan = plan_of(run.config)
    if plan is None:
        return None
    game = mean_game(run, "end_time")
    start, whole, policies = play_again(plan, game)
    boards = Boards([(when, [panel.svg() for panel in panels]) for when, panels in moments(start, whole)])
    scores = whole.scores()
    result = [f"{seat} ({policy}): {_points(scores[seat])}" for seat, policy in zip(scores, policies, strict=True)]
    best = max(scores, key=lambda seat: (scores[seat]["win_share"], scores[seat]["total"]))
    answer = (
        tr(
            "Game {game} of the run is of mean length: {best} wins with {total} points. It is drawn below with all "
            "that is hidden, and its record is there, an action a line with what the app said after the equals sign; "
            "the sky was ",
            game=rounded(game),
            best=best,
            total=scores[best]["total"],
        )
        + whole.system
        + "."
    )
    lines = [line for line in whole.record().splitlines() if line.partition(" ")[0] in scores]
    return Section(
        "game",
        tr("What does a game look like?"),
        answer,
        basis(run.n_games, tr("games"), "observational"),
        [boards, Story(tr("Game {game}, action by action", game=rounded(game)), [*lines, "", *result])],
    )


def _points(score: dict) -> str:
    """`17 points: Planet X 10, asteroids 2, first theories 5`."""
    by_source = {tr("Planet X"): score["locate"]} | {tr(analysis.WORDS[x]): n for x, n in score["theories"].items()}
    by_source["first theories"] = score["first"]
    return tr("{total} points: ", total=score["total"]) + (
        ", ".join(f"{name} {n}" for name, n in by_source.items() if n) or "none"
    )


def ending(run, found: list[Section]) -> Section:
    """What should be tested next, and what can this not tell?"""
    others = [name for name in run.kind.policies() if name not in run.policies and name != "random"]
    nexts = next_steps(found, command(run, others[0] if others else "random"))
    limits = [
        tr(
            "The players are programs ({who}) that know exactly which arrangements are still possible. People make "
            "mistakes with the same notes, and take longer.",
            who=who(run),
        ),
        observational(found),
        tr(
            "Arrangements are drawn by “{arrangements}”. The app's own ways are imitated from what was measured on "
            "its games, which docs/planetx.md compares; what was not measured is not imitated.",
            arrangements=run.config["arrangements"],
        ),
        tr("Whether a game is tense at the table is in none of these numbers."),
    ]
    answer = trn(
        "{n} thing to test below. What it cannot tell: whether people would find the same, since all games are of {who}.",
        "{n} things to test below. What it cannot tell: whether people would find the same, since all games are of {who}.",
        len(nexts),
        who=who(run),
    )
    return last_section(run, answer, nexts, limits)


def _rules(run) -> str:
    """`printed rules`, `variant cheap.toml`."""
    rules = run.config["rules"]
    return tr("variant {name}", name=rules.get("file") or tr("given in code")) if rules.get("variant") else tr("printed rules")


def _what_differs(runs) -> list[str]:
    """What tells the runs apart: players, options, rules and policies, without what all have in common; else their folders,
    with the rules where these differ."""
    told = [[at_table(run), *run.kind.head_words(run.config), _rules(run), who(run)] for run in runs]
    words = [", ".join(word for word in mine if any(word not in other for other in told)) for mine in told]
    if len(set(words)) == len(runs) and all(words):
        return words
    differ = len({run.config["rules"]["fingerprint"] for run in runs}) > 1
    return [f"{run.path.name}, {_rules(run)}" if differ else run.path.name for run in runs]


def _alike(runs, labels: list[str]) -> list[str]:
    """A sentence for each set of runs whose games have the same skies: of one mode, rules, seed and way of drawing them."""
    by_luck = defaultdict(list)
    for run, label in zip(runs, labels, strict=True):
        config = run.config
        by_luck[config["rules"]["fingerprint"], config["seed"], config["arrangements"]].append(label)
    if len(by_luck) == 1:
        return [tr("All have the same skies, rules told and facts, game by game.")]
    return [
        tr("The same skies, rules told and facts, game by game: {same}.", same="; ".join(same))
        for same in by_luck.values()
        if len(same) > 1
    ]


def together(runs) -> list[Section]:
    """What mode, number of players, levels and policy do, the runs side by side; and whether the seat matters."""
    seats = first_player([run for run in runs if run.players > 1])
    return [_side_by_side(runs), *([seats] if seats else [])]


def _side_by_side(runs) -> Section:
    frame = analysis.side_by_side(runs)
    labels = _what_differs(runs)
    words = {
        "end_time": (tr("time at which Planet X is located"), number),
        "turns": (tr("turns of all seats"), number),
        "score": (tr("mean score of a player"), number),
        "best_score": (tr("best score"), number),
        "margin": (tr("lead of the winner"), number),
        "located": (tr("players that locate it"), percent),
        "wins": (tr("wins against the bot"), percent),
        "right": (tr("theories of players that are right"), percent),
    }
    times = pick(frame, "end_time")
    early, late = (times.sort("estimate", descending=d).row(0, named=True) for d in (False, True))
    scores = pick(frame, "score")
    answer = tr(
        "Planet X is located earliest with {labels}, at time {early}, and latest with {labels2}, at {late}. A "
        "player has between {estimate} and {estimate2} points on average.",
        labels=labels[early["run"]],
        early=both(early),
        labels2=labels[late["run"]],
        late=both(late),
        estimate=number(scores["estimate"].min()),
        estimate2=number(scores["estimate"].max()),
    )
    found = {name: _every_run(pick(frame, name), len(runs)) for name in words}
    columns = [
        column(found[name], title, form, fewest=0) for name, (title, form) in words.items() if found[name]["estimate"].count()
    ]
    table = Table(labels, columns, counts=tr("games, seats or theories of the run"))
    figure = charts.measures(
        "run",
        dict(enumerate(labels)),
        [
            (tr("time of locating"), times, number),
            (tr("score of a player"), scores, number),
            (tr("right theories"), pick(frame, "right"), percent),
        ],
    )
    mark = "-".join(run.config["identity"][:4] for run in runs)
    reading = " ".join([tr("Each run by itself."), *_alike(runs, labels)])
    shown = drawn(figure, mark, "side-by-side", tr("Time to locate, score and accuracy by run"), reading)
    question = tr("What do mode, number of players and policy change?")
    n = sum(run.n_games for run in runs)
    return Section("side-by-side", question, answer, basis(n, tr("games"), "observational"), [shown, table])


def _every_run(frame: pl.DataFrame, n: int) -> pl.DataFrame:
    """A row a run, without an estimate where a run has none."""
    every = pl.DataFrame({"run": range(n)}, schema={"run": frame.schema["run"]})
    joined = every.join(frame, on="run", how="left", maintain_order="left")
    return joined.with_columns(pl.col("kind").fill_null("observational"))
