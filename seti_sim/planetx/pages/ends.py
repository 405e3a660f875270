"""How a page ends: a game to read, what to test next, what the numbers cannot tell; and several runs side by side."""

from __future__ import annotations

from collections import defaultdict

import polars as pl

from seti_sim.core.amounts import both, number, percent
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
        f"Game {game:,} of the run is of mean length: {best} wins with {scores[best]['total']} points. It is drawn below with "
        "all that is hidden, and its record is there, an action a line with what the app said after the equals sign; the sky was "
        + whole.system
        + "."
    )
    lines = [line for line in whole.record().splitlines() if line.partition(" ")[0] in scores]
    return Section(
        "game",
        "What does a game look like?",
        answer,
        basis(run.n_games, "games", "observational"),
        [boards, Story(f"Game {game:,}, action by action", [*lines, "", *result])],
    )


def _points(score: dict) -> str:
    """`17 points: Planet X 10, asteroids 2, first theories 5`."""
    by_source = {"Planet X": score["locate"]} | {analysis.WORDS[x]: n for x, n in score["theories"].items()}
    by_source["first theories"] = score["first"]
    return f"{score['total']} points: " + (", ".join(f"{name} {n}" for name, n in by_source.items() if n) or "none")


def ending(run, found: list[Section]) -> Section:
    """What should be tested next, and what can this not tell?"""
    others = [name for name in run.kind.policies() if name not in run.policies and name != "random"]
    nexts = next_steps(found, command(run, others[0] if others else "random"))
    limits = [
        f"The players are programs ({who(run)}) that know exactly which arrangements are still possible. People make "
        "mistakes with the same notes, and take longer.",
        observational(found),
        f"Arrangements are drawn by “{run.config['arrangements']}”. The app's own ways are imitated from what was "
        "measured on its games, which docs/planetx.md compares; what was not measured is not imitated.",
        "Whether a game is tense at the table is in none of these numbers.",
    ]
    answer = (
        f"{len(nexts)} thing{'s' if len(nexts) > 1 else ''} to test below. What it cannot tell: whether people would "
        f"find the same, since all games are of {who(run)}."
    )
    return last_section(run, answer, nexts, limits)


def _rules(run) -> str:
    """`printed rules`, `variant cheap.toml`."""
    rules = run.config["rules"]
    return f"variant {rules.get('file') or 'given in code'}" if rules.get("variant") else "printed rules"


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
        return ["All have the same skies, rules told and facts, game by game."]
    return [
        f"The same skies, rules told and facts, game by game: {'; '.join(same)}." for same in by_luck.values() if len(same) > 1
    ]


def together(runs) -> list[Section]:
    """What mode, number of players, levels and policy do, the runs side by side; and whether the seat matters."""
    seats = first_player([run for run in runs if run.players > 1])
    return [_side_by_side(runs), *([seats] if seats else [])]


def _side_by_side(runs) -> Section:
    frame = analysis.side_by_side(runs)
    labels = _what_differs(runs)
    words = {
        "end_time": ("time at which Planet X is located", number),
        "turns": ("turns of all seats", number),
        "score": ("mean score of a player", number),
        "best_score": ("best score", number),
        "margin": ("lead of the winner", number),
        "located": ("players that locate it", percent),
        "wins": ("wins against the bot", percent),
        "right": ("theories of players that are right", percent),
    }
    times = pick(frame, "end_time")
    early, late = (times.sort("estimate", descending=d).row(0, named=True) for d in (False, True))
    scores = pick(frame, "score")
    answer = (
        f"Planet X is located earliest with {labels[early['run']]}, at time {both(early)}, and latest with "
        f"{labels[late['run']]}, at {both(late)}. A player has between {number(scores['estimate'].min())} and "
        f"{number(scores['estimate'].max())} points on average."
    )
    found = {name: _every_run(pick(frame, name), len(runs)) for name in words}
    columns = [
        column(found[name], title, form, fewest=0) for name, (title, form) in words.items() if found[name]["estimate"].count()
    ]
    table = Table(labels, columns, counts="games, seats or theories of the run")
    figure = charts.measures(
        "run",
        dict(enumerate(labels)),
        [
            ("time of locating", times, number),
            ("score of a player", scores, number),
            ("right theories", pick(frame, "right"), percent),
        ],
    )
    mark = "-".join(run.config["identity"][:4] for run in runs)
    reading = " ".join(["Each run by itself.", *_alike(runs, labels)])
    shown = drawn(figure, mark, "side-by-side", "Time to locate, score and accuracy by run", reading)
    question = "What do mode, number of players and policy change?"
    n = sum(run.n_games for run in runs)
    return Section("side-by-side", question, answer, basis(n, "games", "observational"), [shown, table])


def _every_run(frame: pl.DataFrame, n: int) -> pl.DataFrame:
    """A row a run, without an estimate where a run has none."""
    every = pl.DataFrame({"run": range(n)}, schema={"run": frame.schema["run"]})
    joined = every.join(frame, on="run", how="left", maintain_order="left")
    return joined.with_columns(pl.col("kind").fill_null("observational"))
