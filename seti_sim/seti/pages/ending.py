"""How a report about SETI ends: a game to read, what to test next, what the numbers cannot tell."""

from __future__ import annotations

from seti_sim.core.amounts import both, rounded, two_pp
from seti_sim.core.language import tr
from seti_sim.core.tree import files_of
from seti_sim.report.blocks import Boards, Section, Story, basis, shell, who
from seti_sim.report.closing import last_section, mean_game, next_steps, observational
from seti_sim.seti.analysis import pacing
from seti_sim.seti.picture.moments import moments
from seti_sim.seti.telling.narrate import Narrator
from seti_sim.simulate.again import plan_of, play_again


def one_game(run) -> Section | None:
    """What does a game look like? Nothing where this version cannot play the game of the run again."""
    plan = plan_of(run.config)
    if plan is None:
        return None
    number_ = mean_game(run)
    start, whole, policies = play_again(plan, number_)
    boards = Boards([(when, [panel.svg() for panel in panels]) for when, panels in moments(start, whole)])
    lines: list[str] = []
    narrator = Narrator(start, lines.append)
    for code in whole.history:
        narrator.apply(start.action(code))
    narrator.result(policies, lines.append)
    length = {row["measure"]: row for row in pacing.per_game(run).iter_rows(named=True)}["turns"]
    scores = whole.scores()
    best = max(score["total"] for score in scores.values())
    names = [seat for seat, score in scores.items() if score["win_share"]]
    answer = tr(
        "Game {number} of the run is of mean length ({length} turns): {who} with {best} points. It is drawn and told below.",
        number=rounded(number_),
        length=both(length),
        who=tr("{seat} wins", seat=names[0]) if len(names) == 1 else tr("{seats} share the win", seats=tr(" and ").join(names)),
        best=best,
    )
    note = tr(
        "{play} tells it again, and with --svg FILE draws its whole board. Numbers at the left count the actions.",
        play=_play(run, number_),
    )
    return Section("game", tr("What does a game look like?"), answer, basis(length["n"], tr("games"), "observational"),
                   [boards, Story(tr("Game {number_}, turn by turn", number_=rounded(number_)), lines), note])  # fmt: skip


def _play(run, game: int) -> str:
    """The command that tells a game of the run."""
    config = run.config
    seats = config["seats"][0] if run.is_mirror else ",".join(config["seats"])
    species = config["identity_parts"].get("species", "drawn")
    words = [*_table(run), "--policy", seats, "--seed", config["seed"], "--number", game]
    words += ["--species", species] if species != "drawn" else []
    file = config["rules"]["file"]
    words += [word for one in files_of(config["rules"]["variant"] and file) for word in ("--variant", one)]
    unnamed = tr(" --variant …") if config["rules"]["variant"] and not file else ""
    return shell("seti-sim", "play", *words) + unnamed


def _table(run) -> list:
    """Who sits at the table, as words of the command line."""
    return ["--solo", "--level", run.config["solo"]] if "solo" in run.config else ["--players", run.players]


def ending(run, found: list[Section]) -> Section:
    """What should be tested next, and what can this not tell?"""
    config = run.config
    other = "random" if "random" not in run.policies else "greedy"
    nexts = next_steps(
        found,
        shell("seti-sim", "run", *_table(run), "--games", run.n_games, "--policy", other, "--seed", config["seed"])
        + tr(" --out … and then this report about that run."),
    )
    limits = [
        tr(
            "The players are heuristics ({who}). They do not plan as people do, and what holds for them holds for "
            "people only where stronger and weaker players show the same.",
            who=who(run),
        ),
        tr(
            "{observational} A tech, an opening or a card played with wins may be the mark of a seat that was ahead already.",
            observational=observational(found),
        ),
        tr(
            "Effects of cards are against the other cards of their deck, for hands that are played on as these "
            "players play them; a change to one card changes what the others are worth."
        ),
        tr("Whether a game is tense, clear or long at the table is in none of these numbers."),
    ]
    half = 0.98 / run.n_games**0.5
    answer = tr(
        "{things} to test below. What it cannot tell: whether people would find the same, since all games are of "
        "{who}; and small differences, since a win share is known to about ±{two_pp} from {n_games} games.",
        things=_things(len(nexts)),
        who=who(run),
        two_pp=two_pp(half),
        n_games=rounded(run.n_games),
    )
    return last_section(run, answer, nexts, limits)


def _things(count: int) -> str:
    return tr("One thing is") if count == 1 else tr("{count} things are", count=count)
