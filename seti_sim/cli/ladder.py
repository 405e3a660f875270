"""`seti-sim ladder`: how strong players are against each other."""

from pathlib import Path

import click

from seti_sim.cli.options import (
    game_options,
    json_option,
    note_unchanged_plan,
    policy_option,
    tell,
    time_budget_option,
    typed,
    variant_option,
    yes_option,
)
from seti_sim.core import registry


@click.command()
@policy_option(
    text="Players from the weakest to the strongest, with commas between",
    games=registry.names(),
    usual=lambda kind: ",".join(kind.ladder) or "all",
)
@click.option("--games", default=400, show_default=True, help="Two-player games of each pairing; both seatings of every setup "
              "equally often, of SETI in blocks of 40.")  # fmt: skip
@click.option("--tables", default=400, show_default=True, help="Games of as many as can play, a player with itself.")
@click.option(
    "--games-of",
    multiple=True,
    metavar="NAME=GAMES",
    help="At most so many games of each pairing and table of a slow player, as mcts=40; several times for several.",
)
@game_options(studied=True, even=True)
@time_budget_option
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Seed of all games.")
@click.option("--jobs", type=int, help="Processes.  [default: all cores]")
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    help="Folder for the games as they are played, ladder.md, ladder.svg and study.json, from which `report --with` tells it.",
)
@variant_option
@yes_option
@json_option
def ladder(policy, games, tables, games_of, time_budget, seed, jobs, out, variant, yes, **given):
    """Rate players in a round robin: every pairing from every seat, each player with itself, too.

    \b
    seti-sim ladder --policy random,greedy,lookahead,mcts --games-of mcts=40 --out ladder
    seti-sim ladder --game planetx --mode expert --games-of planner=40
    """
    import choix  # noqa: F401  # rates them at the end; what is missing is told before the games

    from seti_sim.charts import ladder as chart
    from seti_sim.charts.figures import svg
    from seti_sim.cli.options import cores
    from seti_sim.cli.run import agree_on, endings
    from seti_sim.cli.studies import kind_of
    from seti_sim.core.errors import PlayerError
    from seti_sim.core.files import writing
    from seti_sim.core.names import escaped
    from seti_sim.report.documents import of_study
    from seti_sim.report.ladder import to_markdown, warnings
    from seti_sim.simulate import split_policies
    from seti_sim.studies.ladder import as_study, cost_of, play_ladder, prepare_ladder
    from seti_sim.studies.store import claim

    kind = kind_of(given)
    names = kind.with_time(split_policies(policy) if policy else kind.ladder or kind.policies(), time_budget)
    if jobs is not None and jobs < 1:
        raise PlayerError(f"jobs {jobs}: expected at least 1")
    fewer, jobs = dict(_games_of(text, names) for text in games_of), jobs or cores()
    asked = prepare_ladder(
        names, games=games, tables=tables, fewer=fewer, seed=seed, variant=variant, **given | {"game": kind.name}
    )
    note_unchanged_plan(asked.two)
    agree_on(cost_of(asked, min(jobs, cores())), out or ".", yes)
    if out:  # before hours of play, since it may not be possible
        own = {"rules": asked.two.rules.fingerprint, "policies": list(asked.names), "seed": seed}
        claim(out, "ladder", own | ({} if kind.name == registry.DEFAULT else {"game": kind.name}))
    then = "what was finished stays, and this goes on from there" if out else "nothing is kept without --out, and this plays it"
    parts = Path(out) / "parts" if out else None
    with endings(then, typed(())):
        found = play_ladder(asked, jobs=jobs, folder=parts)
    study = as_study(found, Path(out) if out else None)
    study.facts["command"] = typed()
    text = to_markdown(study)
    tell(lambda: "\n".join([text, *(f"{warning}\n" for warning in warnings(study))]), lambda: of_study(study), newline=False)
    if out:
        with writing(Path(out)):
            study.folder.joinpath("ladder.md").write_text(escaped(text), encoding="utf-8")
            study.folder.joinpath("ladder.svg").write_text(svg(chart(study.frames["players"]), "ladder"), encoding="utf-8")
        study.save()


def _games_of(text: str, names) -> tuple[str, int]:
    """Player and games of a `--games-of`."""
    from seti_sim.core.errors import PlayerError

    name, _, number = text.rpartition("=")
    found = [known for known in names if name in (known, known.partition("[")[0])]
    if len(found) != 1 or not number.isdecimal() or int(number) < 2:
        raise PlayerError(f"games-of {text}: expected NAME=GAMES, one of {', '.join(names)} and at least 2 games")
    return found[0], int(number)
