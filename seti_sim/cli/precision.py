"""`seti-sim precision`: how many games a half-width takes."""

import click

from seti_sim.cli.options import game_option, json_option, tell


@click.command()
@click.argument("width")
@click.argument("folder", required=False, type=click.Path())
@click.option("--players", type=int, help="Players of a game, without a FOLDER.  [default: as many as can be]")
@game_option()
@json_option
def precision(width, folder, players, game):
    """Say how many games it takes to know an estimate to within WIDTH, 0.5pp or 0.5vp.

    Without a FOLDER for the win share of a seat, before anything is played. With the run in FOLDER for its main
    estimates, from how much its games differ.

    \b
    seti-sim precision 0.5pp --players 4
    seti-sim precision 0.5vp runs/a
    """
    from seti_sim.analysis import precision as question
    from seti_sim.core.errors import RunError
    from seti_sim.core.registry import DEFAULT, get

    half, unit = question.parse(width)
    if folder is None:
        kind = get(game or DEFAULT)
        counts = kind.players
        players = counts[-1] if players is None else players
        if players not in counts:
            raise RunError(f"players {players}: expected {counts[0]} to {counts[-1]}")
        if unit != "share":
            raise RunError(f"precision {width}: how far scores spread is known from a run; expected its folder, or pp")
        seats = kind.seats(players)  # an automaton's with them
        games = question.games_for_share(half, seats)
        words = question.WORDS["seat"][0]
        told = {"estimate": "seat", "words": f"{words} of {seats}", "unit": unit, "half": None, "games": None, "needed": games}
        tell(
            lambda: f"{games:,} games give the {words} of {seats} to ± {width} (95 %)",
            lambda: {"half": half, "unit": unit, "needed": [told]},
        )
        return
    from seti_sim.tables import open_run
    from seti_sim.tables.folder import reading

    run = open_run(folder)
    with reading([run]):
        found = question.needed(question.main_estimates(run), half, unit)
    rows = found.to_dicts()
    tell(
        lambda: "".join(f"{row['needed']:>12,} games: {row['words']}\n" for row in rows),
        lambda: {"half": half, "unit": unit, "needed": rows},
        newline=False,
    )
