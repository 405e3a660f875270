"""`seti-sim ladder`: how strong players are against each other."""

from pathlib import Path

import click

from seti_sim.cli.options import (
    game_option,
    json_option,
    note_unchanged,
    policy_option,
    tell,
    time_budget_option,
    typed,
    variant_option,
    yes_option,
)


@click.command()
@game_option()
@policy_option("random,greedy,lookahead", "Players from the weakest to the strongest, with commas between")
@click.option("--games", default=400, show_default=True, help="Two-player games of each pairing, in blocks of 40.")
@click.option("--tables", default=400, show_default=True, help="Four-player games of each player with itself.")
@click.option(
    "--games-of",
    multiple=True,
    metavar="NAME=GAMES",
    help="At most so many games of each pairing and table of a slow player, as mcts=40; several times for several.",
)
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
def ladder(game, policy, games, tables, games_of, time_budget, seed, jobs, out, variant, yes):
    """Rate players in a round robin: every pairing from every seat, each player with itself, too.

    \b
    seti-sim ladder --policy random,greedy,lookahead,mcts --games-of mcts=40 --out ladder
    """
    from seti_sim.cli.studies import kind_of

    kind_of({"game": game}).question("ladder")  # or a line that says what the game has instead
    from seti_sim.charts.figures import svg
    from seti_sim.charts.ladder import ladder as chart
    from seti_sim.cli.options import cores
    from seti_sim.cli.run import agree_on, endings
    from seti_sim.core.errors import PlayerError
    from seti_sim.core.files import writing
    from seti_sim.core.names import escaped
    from seti_sim.report.documents import of_study
    from seti_sim.seti.players.clock import is_timed, with_time
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.studies import as_study, play_ladder, to_markdown
    from seti_sim.seti.studies.ladder import cost_of
    from seti_sim.simulate import split_policies
    from seti_sim.studies.store import claim

    names = with_time(split_policies(policy), time_budget)
    if games < 1 or tables < 2 or (jobs is not None and jobs < 1):
        raise PlayerError(f"games {games}, tables {tables}, jobs {jobs}: expected at least 1, 2 and 1")
    fewer = dict(_games_of(text, names) for text in games_of)
    rules, jobs = RuleSet.load(variant), jobs or cores()
    note_unchanged(rules, RuleSet.load())
    agree_on(cost_of(rules, names, games=games, tables=tables, fewer=fewer, jobs=min(jobs, cores())), out or ".", yes)
    if out:  # before hours of play, since it may not be possible
        claim(out, "ladder", {"rules": rules.fingerprint, "policies": names, "seed": seed})
    then = "what was finished stays, and this goes on from there" if out else "nothing is kept without --out, and this plays it"
    parts = Path(out) / "parts" if out else None
    with endings(then, typed(())):
        found = play_ladder(rules, names, games=games, tables=tables, fewer=fewer, seed=seed, jobs=jobs, folder=parts)
    study = as_study(found, Path(out) if out else None)
    study.facts["command"] = typed()
    text = to_markdown(study)
    clock = (
        f"\n{name} plays by the clock: the same command does not give the same games.\n" for name in filter(is_timed, names)
    )
    tell(lambda: "".join([text, *clock]), lambda: of_study(study), newline=False)
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
