"""The questions of the page about a run of The Search for Planet X: each asks the run, words an answer, shows figures.

What all games have in common (mirror check, seats, policies, points, numbers of games) comes from `seti_sim.report`.
"""

from __future__ import annotations

import polars as pl

from seti_sim.analysis import points
from seti_sim.report.blocks import Checks, Section, Story, at_table, basis, both, chart, command, drawn, who
from seti_sim.report.cells import NOBREAK, Cell, Column, Table, column, number, percent, span
from seti_sim.report.precision import how_many_games
from seti_sim.report.sections import integrity_lines, mirror, point_sources, policy, seat
from seti_sim.simulate.again import plan_of, play_again

from . import analysis, charts

OBJECT_WORDS = {
    "asteroid": "asteroids", "comet": "comets", "dwarf-planet": "dwarf planets", "gas-cloud": "gas clouds",
}  # fmt: skip
MOST_RULES = 30
two = lambda v: number(v, 2)  # noqa: E731
signed = lambda v: number(v, 2, True)  # noqa: E731
points_signed = lambda v: number(100 * v, 2, True) + NOBREAK + "pp"  # noqa: E731


def sections(run, precision=None) -> list[Section]:
    """All sections of the page; a question that a run cannot answer is left out."""
    alone = len(run.config["seats"]) == 1
    asked = SOLO if alone else SECTIONS
    found = [ask(run) for ask in asked]
    found += [] if alone else [how_many_games(run, precision)]
    found += [one_game(run)]
    found = [section for section in found if section is not None]
    return [*found, ending(run, found)]


def pick(frame: pl.DataFrame, measure: str) -> pl.DataFrame:
    """The rows of one measure."""
    return frame.filter(pl.col("measure") == measure)


def row(frame: pl.DataFrame, measure: str) -> dict:
    """The only row of a measure."""
    return pick(frame, measure).row(0, named=True)


# ------------------------------------------------------------------------------------------ starting facts
def starting_facts(run) -> Section | None:
    """What is a starting fact worth? Nothing to ask where all seats have the same."""
    known = analysis.levels(run)
    if len(known) < 2:
        return None
    frame, worth = analysis.by_level(run), analysis.fact_worth(run)
    share, score = (pick(frame, name) for name in ("win_share", "score"))
    overall = {name: row(worth.filter(pl.col("step") == "all"), name) for name in ("win_share", "score")}
    fair = 1 / run.players
    most, least = share.row(-1, named=True), share.row(0, named=True)
    in_facts = analysis.seats_in_facts(run)
    first, last = in_facts.row(0, named=True), in_facts.row(-1, named=True)
    answer = (
        f"{both(overall['score'], two)} points and {both(overall['win_share'], lambda v: number(100 * v, 2))} percentage points "
        f"of win share each, inside a game. A seat with {most['level']} facts wins {both(most, percent)} of its games, one "
        f"with {least['level']} wins {both(least, percent)}; a fair share is {percent(fair)}. The place in the order of play "
        f"is worth little beside that: seat 1 would be even with {both(first, signed)} facts more, seat {last['seat']} with "
        f"{both(last, signed)}."
    )
    labels = [f"{level} facts" for level in share["level"]]
    figure = charts.measures(
        labels,
        [("win share, %", share, 100, "{:.1f}"), ("mean score", score, 1, "{:.1f}"),
         ("locates first, %", pick(frame, "finder"), 100, "{:.1f}")],
        fair,
    )  # fmt: skip
    levels = Table(
        labels,
        [column(share, "win share", percent), column(score, "mean score"),
         column(pick(frame, "finder"), "locates Planet X first", percent),
         column(pick(frame, "located"), "locates it at all", percent),
         column(pick(frame, "theories_right"), "right theories", two)],
        caption="Intervals hold for all levels at once with 95 %.", counts="seats",
    )  # fmt: skip
    steps = Table(
        ["all levels", *(f"from {step}" for step in pick(worth, "score")["step"].to_list()[1:])],
        [column(pick(worth, "score"), "points a fact", two), column(pick(worth, "win_share"), "win share a fact", points_signed)],
        caption="The worth of one fact more, compared between the seats of a game: a handicap of so many facts makes up for "
        "so many points.", counts="games",
    )  # fmt: skip
    komi = Table(
        [f"Seat {s}" for s in in_facts["seat"]], [column(in_facts, "facts that would make it even", signed)],
        caption="Starting facts that would make up for the place in the order of play: its lead in points over the points "
        "that a fact is worth; negative where the seat is ahead.", counts="games",
    )  # fmt: skip
    reading = (
        "Every order of the levels round the table is played equally often, so neither seat nor neighbour is mixed up with "
        "the level. The dashed line is the fair share."
    )
    blocks = [chart(run, figure, "levels", "Win share, score and finder by starting facts", reading), levels, steps, komi]
    next_step = (
        "Find the handicap for a beginner: play a strong policy against a weak one with more facts, "
        f"{command(run, 'infogain,survey-first')} with --levels 0,8 --players 2."
    )
    return Section("levels", "What is a starting fact worth?", answer, basis(run.n_games, "games", share["kind"][0]), blocks,
                   next_step)  # fmt: skip


# ------------------------------------------------------------------------------------------ locating
def time_to_locate(run) -> Section:
    """How long does it take to locate Planet X?"""
    frame = analysis.locating(run)
    counts, quantiles = analysis.end_times(run)
    middle = [quantiles.row(i, named=True)["estimate"] for i in (1, 2, 3)]
    sectors = run.config["sectors"]
    located, late = row(frame, "located"), row(frame, "late")
    players = "A player" if len(run.config["seats"]) > 1 else "The player"
    answer = (
        f"The finder's locate begins at time {both(row(frame, 'end_time'))} on average, after "
        f"{number(row(frame, 'end_time')['estimate'] / sectors, 2)} rounds of the sky and {both(row(frame, 'turns'))} turns of "
        f"all seats; half of the games lie between {middle[0]:.0f} and {middle[2]:.0f}. {players} locates it in "
        f"{both(located, percent)} of the games, in {both(late, percent)} only in the last chance."
    )
    reading = (
        f"A round of the sky is {sectors} sectors. The dark bars hold the middle half of the games. A locate costs 5 more."
    )
    figure = chart(run, charts.times(counts, quantiles), "times", "Time at which Planet X is located, by share of games", reading)
    words = {
        "end_time": ("time at which the finder's locate begins", number), "turns": ("turns of all seats", number),
        "phases": ("theory phases", two), "located": ("seats of players that locate it", percent),
        "late": ("of these, in the last chance (share of all seats)", percent), "attempts": ("attempts of a seat", two),
    }  # fmt: skip
    table = _listed(frame, words)
    return Section("locate", "How long does it take to locate Planet X?", answer,
                   basis(run.n_games, "games", "observational"), [figure, table])  # fmt: skip


def _listed(frame: pl.DataFrame, words: dict) -> Table:
    """A table of one column: a row a measure, each with its n."""
    cells = Column("mean", "observational")
    for measure, (_, form) in words.items():
        found = row(frame, measure)
        interval = span(found["low"], found["high"], form)
        cells.cells.append(Cell(form(found["estimate"]), interval, f"{found['n']:,.0f}", found["estimate"]))
    return Table([title for title, _ in words.values()], [cells], counts="games, or seats where it says so")


# ------------------------------------------------------------------------------------------ theories
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
        f"A player submits {number(whole, 2)} theories a game. Those about {OBJECT_WORDS[low['object']]} are right least "
        f"often, {both(low, percent)}; one about {OBJECT_WORDS[top['object']]} brings most, {both(top, two)} points."
    )
    labels = [OBJECT_WORDS[name] for name in right["object"]]
    figure = charts.measures(
        labels, [("right, %", right, 100, "{:.1f}"), ("first with it, %", first, 100, "{:.1f}"),
                 ("points a theory", worth, 1, "{:.2f}")],
    )  # fmt: skip
    often = right.select("object").join(often, on="object", how="left", maintain_order="left")
    tables = [Table(
        labels, [column(often, "theories a seat", two), column(right, "right", percent),
                 column(refuted, "refuted by a review", percent), column(first, "first with it", percent), column(worth, "points a theory", two)],
        caption="Theories of the players. First: nobody had the right object there in an earlier phase; it brings 1 point.",
        counts="theories, or seats where a column is of seats",
    )]  # fmt: skip
    for by, title in (("policy", "{}"), ("level", "{} facts")):
        if (by == "policy" and not run.is_mirror) or (by == "level" and len(analysis.levels(run)) > 1):
            other = analysis.theories(run, by)
            one = pick(other, "right")
            columns = [column(pick(other, name), text, form) for name, text, form in
                       (("right", "right", percent), ("first", "first with it", percent), ("points", "points a theory", two))]
            tables.append(Table([title.format(name) for name in one[by]], columns, counts="theories"))
    reading = (
        "How sure players must be before they submit is an option of theirs. "
        "One that a review refutes costs a sector of time. Wrong ones that lie face down at the end cost nothing, so in the "
        "last chance players take what promises most points."
    )
    n = float(right["n"].sum())
    return Section("theories", "How good are theories?", answer, basis(n, "theories", "observational"),
                   [chart(run, figure, "theories", "Right and first theories and their points, by object", reading), *tables])


# ------------------------------------------------------------------------------------------ rules told
def topics(run) -> Section | None:
    """What is a research topic worth? None where nobody read one."""
    by_family, by_title = analysis.told(run, "family"), analysis.told(run, "title")
    if not by_family.height:
        return None
    order = pick(by_family, "bits").sort("estimate", descending=True)
    titles = pick(by_title, "bits").sort("estimate", descending=True)
    best, worst = order.row(0, named=True), order.row(-1, named=True)
    top, bottom = titles.row(0, named=True), titles.row(-1, named=True)
    survey = pick(analysis.information(run), "rate").filter(pl.col("action").str.starts_with("survey"))
    best_survey = survey.sort("estimate", descending=True).row(0, named=True) if survey.height else None
    answer = (
        f"It costs one sector of time and tells most as “{_family(best)}”, {both(best, two)} bits, least as "
        f"“{_family(worst)}”, {both(worst, two)}. By title, which is all that a player sees before reading, one about "
        f"{top['title']} tells most ({both(top, two)} bits) and one about {bottom['title']} least ({both(bottom, two)})."
    )
    if best_survey:
        size = best_survey["action"].removeprefix("survey-")
        answer += f" The best surveys, of {size} sectors, tell {both(best_survey, two)} bits for a sector of time."
    figure = charts.measures(
        [_family(one) for one in order.iter_rows(named=True)],
        [("bits when read", order, 1, "{:.2f}"), ("tells nothing new, %", _like(by_family, "none", order), 100, "{:.1f}"),
         ("time at which it is read", _like(by_family, "at", order), 1, "{:.1f}")],
    )  # fmt: skip
    reading = (
        "A bit halves the arrangements that a seat holds possible. What a rule tells depends on when it is read: the players "
        "read first what promises most, so this describes their reading and is no ranking of rules read at one moment."
    )
    read = analysis.read_share(run, "title")
    read = titles.select("title").join(read, on="title", how="left", maintain_order="left")
    by_titles = Table(
        titles["title"].to_list(),
        [column(titles, "bits when read", two), column(_like(by_title, "none", titles), "tells nothing new", percent),
         column(_like(by_title, "at", titles), "time of reading"), column(read, "seats that read it, of those it is on offer to",
                                                                       percent)],
        counts="times read, or seats and topics on offer", caption="By title: the objects that it names.",
    )  # fmt: skip
    single = pick(analysis.told(run, "clue"), "bits").sort("estimate", descending=True)
    single = single.filter(pl.col("n") >= max(100, run.n_games / 200))
    rules = Table(
        [_sentence(run.clue_names[name]) for name in single["clue"][:MOST_RULES]], [column(single[:MOST_RULES], "bits when read", two)],
        caption=f"The {min(MOST_RULES, single.height)} rules that told most, of those read often.", counts="times read",
    )  # fmt: skip
    tables = [by_titles, *([rules] if single.height else [])]
    n = float(order["n"].sum())
    return Section("topics", "What is a research topic worth?", answer, basis(n, "topics read", "observational"),
                   [chart(run, figure, "topics", "Bits by kind of rule", reading), *tables])  # fmt: skip


def _like(frame: pl.DataFrame, measure: str, order: pl.DataFrame) -> pl.DataFrame:
    """The rows of a measure in the order of another frame."""
    key = frame.columns[0]
    return order.select(key).join(pick(frame, measure), on=key, how="left", maintain_order="left")


def _family(rule: dict) -> str:
    """`every opposite`: a kind of rule in words."""
    return rule["family"].replace("-", " ")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def conferences(run) -> Section | None:
    """What is a conference worth? None where none was held."""
    frame = analysis.told(run, "place", conferences=True)
    if not frame.height:
        return None
    bits, none = pick(frame, "bits"), pick(frame, "none")
    told = [f"{one['place']} tells {both(one, two)} bits" for one in bits.iter_rows(named=True)]
    useless = [percent(value) for value in none["estimate"]]
    by_rule = pick(analysis.told(run, "clue", conferences=True), "bits").sort("estimate", descending=True)
    by_rule = by_rule.filter(pl.col("n") >= max(50, run.n_games / 500))
    answer = (
        f"{'; '.join(told)}, for nothing. Nothing new for {' and '.join(useless)} of the seats, who knew it from elsewhere."
    )
    labels = [f"conference {name}" for name in bits["place"]]
    table = Table(labels, [column(bits, "bits", two), column(none, "tells nothing new", percent),
                           column(pick(frame, "at"), "time of the seat's pawn")], counts="seats told")  # fmt: skip
    rules = Table([_sentence(run.clue_names[name]) for name in by_rule["clue"]], [column(by_rule, "bits", two)],
                  counts="seats told", caption="By rule, of those told often.")  # fmt: skip
    figure = charts.measures(
        [_sentence(run.clue_names[name]) for name in by_rule["clue"][:12]], [("bits", by_rule[:12], 1, "{:.2f}")]
    )
    reading = "What a seat learned when the rule was read out, by rule, the most telling first."
    blocks = [chart(run, figure, "conferences", "Bits of conference rules", reading)] if by_rule.height else []
    blocks += [table, rules] if by_rule.height else [table]
    return Section("conferences", "What is a conference worth?", answer,
                   basis(float(bits["n"].sum()), "seats told", "observational"), blocks)  # fmt: skip


# ------------------------------------------------------------------------------------------ actions
def actions(run) -> Section:
    """What do players do, and what does it tell them?"""
    often, found = analysis.actions_per_seat(run), analysis.information(run)
    rate = pick(found, "rate").filter(pl.col("action") != "locate").sort("estimate", descending=True)
    often_told = often.sort("estimate", descending=True)
    most = [f"{_action(one['action'])}, {both(one, two)}" for one in often_told.head(3).iter_rows(named=True)]
    best = rate.row(0, named=True)
    answer = (
        f"Most often: {'; '.join(most)} times a game. For a sector of time {_action(best['action'])} tells most, "
        f"{both(best, two)} bits."
    )
    order = rate["action"].to_list() + [name for name in often["action"] if name not in rate["action"]]
    keys = pl.DataFrame({"action": order})
    lined = [
        keys.join(part, on="action", how="left", maintain_order="left").with_columns(pl.col("kind").fill_null("observational"))
        for part in (often, pick(found, "bits"), pick(found, "rate"))
    ]
    labels = [_sentence(_action(name)) for name in order]
    figure = charts.measures(
        labels[: rate.height],
        [("bits for a sector of time", rate, 1, "{:.2f}"), ("times a game", lined[0][: rate.height], 1, "{:.2f}")],
    )
    table = Table(labels, [column(lined[0], "times a game", two), column(lined[1], "bits each time", two),
                           column(lined[2], "bits for a sector of time", two)],
                  counts="seats, or times done", caption="Attempts to locate in the last chance cost no time and are in the "
                  "first column only.")  # fmt: skip
    reading = "What an action told the seat that took it, when it was taken; players take what promises most at the moment."
    return Section("actions", "What do players do, and what does it tell them?", answer,
                   basis(often["n"][0], "seats", "observational"),
                   [chart(run, figure, "actions", "Information and frequency of actions", reading), table])  # fmt: skip


def _action(name: str) -> str:
    size = name.removeprefix("survey-")
    if size != name:
        return f"a survey of {size} sector{'' if size == '1' else 's'}"
    return {"target": "a target", "research": "research", "locate": "a locate"}[name]


def pace(run) -> Section:
    """How long is a game, and how close?"""
    frame = analysis.pace(run)
    answer = (
        f"A game has {both(row(frame, 'turns'))} turns and {both(row(frame, 'decisions'))} decisions; the winner leads by "
        f"{both(row(frame, 'margin'))} points, and {both(row(frame, 'shared_win'), percent)} of the games end in a shared win."
    )
    words = {
        "turns": ("turns", number), "decisions": ("decisions of the players", number), "phases": ("theory phases", two),
        "confirmed": ("sectors confirmed by reviews", two), "best_score": ("best score", number),
        "margin": ("lead of the best over the second", number), "shared_win": ("games with a shared win", percent),
    }  # fmt: skip
    return Section("pace", "How long is a game, and how close?", answer, basis(run.n_games, "games", "observational"),
                   [_listed(frame, words)])  # fmt: skip


# ------------------------------------------------------------------------------------------ alone
def holds(run) -> Section:
    """Does the run hold together?"""
    lines = integrity_lines(run)
    failed = [line for line in lines if not line[1]]
    answer = f"Not all checks of the run hold: {failed[0][0].lower()}, {failed[0][2]}." if failed else "All checks of the run hold."
    return Section("mirror", "Does the run hold together?", answer, basis(run.n_games, "games", "observational"), [Checks(lines)])


def solo(run) -> Section:
    """Who wins, the player or the bot?"""
    frame = analysis.against_bot(run)
    sides = {side: frame.filter(pl.col("who") == side) for side in ("player", "bot")}
    mine = {side: row(part, "score") for side, part in sides.items()}
    wins = row(sides["player"], "win_share")
    answer = (
        f"{run.policies[0]} wins {both(wins, percent)} of its games against the bot, with {both(mine['player'])} points against "
        f"{both(mine['bot'])}; it locates Planet X first in {both(row(sides['player'], 'finder'), percent)}."
    )
    labels = ["player", "bot"]
    words = (("win_share", "wins", percent), ("score", "mean score", number), ("finder", "locates Planet X first", percent),
             ("theories_right", "right theories", two), ("first", "points for first theories", two))  # fmt: skip
    lined = {name: pl.concat([pick(sides[side], name) for side in labels]) for name, *_ in words}
    figure = charts.measures(labels, [("wins, %", lined["win_share"], 100, "{:.1f}"), ("mean score", lined["score"], 1, "{:.1f}"),
                                      ("locates first, %", lined["finder"], 100, "{:.1f}")], 0.5)  # fmt: skip
    table = Table(labels, [column(lined[name], title, form) for name, title, form in words], counts="games",
                  caption="The player wins with more points than the bot; as many are a loss.")  # fmt: skip
    reading = "The bot follows a script made before the game: it does not react to the player and has only right theories."
    return Section("solo", "Who wins, the player or the bot?", answer, basis(run.n_games, "games", "randomised"),
                   [chart(run, figure, "solo", "Wins, score and finder of the player and the bot", reading), table])  # fmt: skip


def solo_points(run) -> Section:
    """Where do the points of player and bot come from?"""
    mine = points.by_source(run, policy=run.policies[0])
    order = mine.sort("estimate", descending=True)["source"].to_list()
    lined = pl.DataFrame({"source": order}).join(mine, on="source", how="left", maintain_order="left")
    labels = [run.kind.points[name] for name in order]
    first = lined.row(0, named=True)
    answer = f"Most of the player's come from {labels[0]}, {both(first, two)} a game."
    table = Table(labels, [column(lined, "points of the player", two)], counts="games")
    figure = charts.measures(labels, [("points of the player", lined, 1, "{:.2f}")])
    reading = "Mean points of the player a game, by source."
    return Section("points", "Where do points come from?", answer, basis(run.n_games, "games", "observational"),
                   [chart(run, figure, "points", "Points of the player by source", reading), table])  # fmt: skip


# ------------------------------------------------------------------------------------------ ends
def one_game(run) -> Section | None:
    """What does a game look like? None where this version cannot play the game of the run again."""
    plan = plan_of(run.config)
    if plan is None:
        return None
    turns, time = (pl.col(name).cast(pl.Float64) for name in ("turns", "end_time"))
    off = [(value - value.mean()).abs() for value in (turns, time)]
    games = run.games.select("game_id", "turns", "end_time").with_columns(a=off[0], b=off[1])
    game = games.sort("a", "b", "game_id").head(1).collect()["game_id"].item()
    _, whole, policies = play_again(plan, game)
    scores = whole.scores()
    result = [f"{seat} ({policy}): {_points(scores[seat])}" for seat, policy in zip(scores, policies, strict=True)]
    best = max(scores, key=lambda seat: (scores[seat]["win_share"], scores[seat]["total"]))
    answer = (
        f"Game {game:,} of the run is of mean length: {best} wins with {scores[best]['total']} points. Its record is below, an "
        "action a line with what the app said after the equals sign; the sky was " + whole.system + "."
    )
    lines = [line for line in whole.record().splitlines() if line.partition(" ")[0] in scores]
    return Section("game", "What does a game look like?", answer, basis(run.n_games, "games", "observational"),
                   [Story(f"Game {game:,}", [*lines, "", *result])])  # fmt: skip


def _points(score: dict) -> str:
    """`17 points: Planet X 10, asteroids 2, first theories 5`."""
    by_source = {"Planet X": score["locate"]} | {analysis.WORDS[x]: n for x, n in score["theories"].items()}
    by_source["first theories"] = score["first"]
    return f"{score['total']} points: " + (", ".join(f"{name} {n}" for name, n in by_source.items() if n) or "none")


def ending(run, found: list[Section]) -> Section:
    """What should be tested next, and what can this not tell?"""
    others = [name for name in run.kind.policies() if name not in run.policies and name != "random"]
    nexts = [section.next_step for section in found if section.next_step]
    nexts.append(f"See which findings change with the player: {command(run, others[0] if others else 'random')}")
    described = sum(section.basis.endswith("observational") for section in found)
    limits = [
        f"The players are programs ({who(run)}) that know exactly which arrangements are still possible. People make mistakes "
        "with the same notes, and take longer.",
        f"{described} of the {len(found)} answers above are observational: they say what goes together.",
        f"Arrangements are drawn by “{run.config['arrangements']}”. The app's own ways are imitated from what was measured on its "
        "games, which docs/planetx.md compares; what was not measured is not imitated.",
        "Whether a game is tense at the table is in none of these numbers.",
    ]
    answer = (
        f"{len(nexts)} thing{'s' if len(nexts) > 1 else ''} to test below. What it cannot tell: whether people would find the "
        f"same, since all games are of {who(run)}."
    )
    blocks = ["To test next:", Story("", nexts, bullets=True), "What this cannot tell:", Story("", limits, bullets=True)]
    return Section("next", "What should be tested next, and what can this not tell?", answer,
                   basis(run.n_games, "games", "observational"), blocks)  # fmt: skip


# ------------------------------------------------------------------------------------------ several runs
def _what_differs(runs) -> list[str]:
    """What tells the runs apart: players, options and policies, without what all have in common; else their folders."""
    told = [[at_table(run), *run.kind.told(run.config), who(run)] for run in runs]
    words = [", ".join(word for word in mine if any(word not in other for other in told)) for mine in told]
    return words if len(set(words)) == len(runs) and all(words) else [run.path.name for run in runs]


def together(runs) -> list[Section]:
    """What mode, number of players, levels and policy do, the runs side by side."""
    frame = analysis.side_by_side(runs)
    labels = _what_differs(runs)
    words = {
        "end_time": ("time at which Planet X is located", number), "turns": ("turns of all seats", number),
        "score": ("mean score of a player", number), "best_score": ("best score", number), "margin": ("lead of the winner", number),
        "located": ("players that locate it", percent), "wins": ("win share of a player", percent),
        "right": ("theories of players that are right", percent),
    }  # fmt: skip
    times = pick(frame, "end_time")
    early, late = (times.sort("estimate", descending=d).row(0, named=True) for d in (False, True))
    scores = pick(frame, "score")
    answer = (
        f"Planet X is located earliest with {labels[early['run']]}, at time {both(early)}, and latest with "
        f"{labels[late['run']]}, at {both(late)}. A player has between {number(scores['estimate'].min())} and "
        f"{number(scores['estimate'].max())} points on average."
    )
    columns = [column(pick(frame, name), title, form) for name, (title, form) in words.items()]
    table = Table(labels, columns, counts="games, seats or theories of the run")
    figure = charts.measures(labels, [("time of locating", times, 1, "{:.1f}"), ("score of a player", scores, 1, "{:.1f}"),
                                      ("right theories, %", pick(frame, "right"), 100, "{:.1f}")])  # fmt: skip
    mark = "-".join(run.config["identity"][:4] for run in runs)
    reading = "Each run by itself. Runs of one mode and seed have the same skies, rules and facts, game by game."
    shown = drawn(figure, mark, "side-by-side", "Time to locate, score and accuracy by run", reading)
    question = "What do mode, number of players and policy change?"
    n = sum(run.n_games for run in runs)
    return [Section("side-by-side", question, answer, basis(n, "games", "observational"), [shown, table])]


SECTIONS = (mirror, seat, policy, starting_facts, time_to_locate, point_sources, theory_accuracy, topics, conferences, actions,
            pace)  # fmt: skip
SOLO = (holds, solo, time_to_locate, solo_points, theory_accuracy, topics, conferences, actions, pace)
