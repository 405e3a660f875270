"""`seti-sim play`: one game, told turn by turn."""

from pathlib import Path

import click
from click.core import ParameterSource

from seti_sim.cli.options import (
    game_options,
    lang_option,
    note_unchanged_plan,
    policy_option,
    svg_option,
    time_budget_option,
    variant_option,
)  # fmt: skip
from seti_sim.core import registry


@click.command()
@click.option("--players", type=int, help="Players of the game.  [default: as many as can be]")
@policy_option(games=registry.names())
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the run that the game belongs to.")
@click.option("--number", type=int, default=0, show_default=True, help="Its number in that run.")
@game_options(default=registry.DEFAULT)
@variant_option
@time_budget_option
@click.option("--quiet", is_flag=True, help="Tell the result only.")
@click.option("--state", is_flag=True, help="Show the board again and again, too.")
@click.option(
    "--position", type=click.Path(), metavar="FILE", help="Go on from this position, as `Game.to_json` writes it, or deal."
)
@click.option("--record", type=click.Path(), help="Write the game to this file, for `seti-sim replay`.")
@svg_option
@lang_option
def play(players, policy, seed, number, game, variant, time_budget, quiet, state, position, record, svg, **given):
    """Play one game and tell it turn by turn, the same that a run of this seed plays.

    \b
    seti-sim play --players 2 --seed 7
    seti-sim play --game planetx --players 2 --levels 0,8 --seed 7
    """
    from seti_sim.core.errors import RunError
    from seti_sim.core.files import write_whole, writing
    from seti_sim.core.language import tr
    from seti_sim.simulate import split_policies

    kind = registry.get(game)
    if record and not kind.record_line:
        raise RunError(f"--record {record}: games of {kind.title} are not recorded; the same seed and number play it again")
    names = kind.with_time(split_policies(policy or kind.policy), time_budget)
    if position:
        rules, played, whole, seated = _go_on(kind, position, names, variant)
        which = tr("from {file}", file=position)
    else:
        rules, played, whole, seated = _begin(kind, players, number, names, seed, variant, given)
        which = tr("seed {seed}, game {number}", seed=seed, number=number)
    narrator = kind.narrator(played, None if quiet else click.echo, state)
    picture = kind.picture(whole) if svg else ""
    if record:  # before a word is told, since it may not be possible
        with writing(Path(record)):
            Path(record).write_text(whole.record(), encoding="utf-8")
    if svg:
        write_whole(Path(svg), picture.encode())
    rules_words = tr("rules {fingerprint}", fingerprint=rules.fingerprint)
    click.echo(f"{tr(kind.title)}, {kind.table_words(played)}, {which}, {rules_words}")
    if any(map(kind.is_timed, names)):
        click.echo(tr("mcts plays by the clock here: this game cannot be played again, only replayed from a record."))
    if not quiet:
        click.echo(tr("Numbers at the left count the actions of the game, as `seti-sim replay --to` does."))
    for code in whole.history:
        narrator.apply(played.action(code))
    narrator.result(seated, click.echo)
    for file in filter(None, (record, svg)):
        click.echo(tr("{file}: written", file=file))


def _begin(kind, players, number, names, seed, variant, options):
    """Game `number` of a run: (rules, it before its first action, at its end, policies by seat)."""
    from seti_sim.core.errors import RunError
    from seti_sim.simulate import prepare
    from seti_sim.simulate.again import play_again

    if number < 0:
        raise RunError(f"number {number}: expected 0 or more")
    plan = prepare(
        players=players, games=number + 1, policies=names, seed=seed, variant=variant, game=kind.name, clock=True, **options
    )
    note_unchanged_plan(plan)
    return plan.rules, *play_again(plan, number)


def _go_on(kind, file, names, variant):
    """The game that goes on from a position: the same four."""
    from seti_sim.core.errors import RunError
    from seti_sim.simulate.again import play_on

    context = click.get_current_context()
    for name in ("players", "seed", "number", *registry.options()):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise RunError(f"--{name} beside --position: expected one of them, for a position says all about the game")
    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RunError(f"{file}: is no text file, expected a position as JSON") from None
    start = kind.read_position(text, variant)
    n = sum(who is not None for who in kind.deciders([""] * start.players, start).values())
    if len(names) not in (1, n):
        raise RunError(f"{len(names)} policies for {n} seats: expected one name, or one a seat")
    policies = [kind.policy_of(name, start.rules, clock=True) for name in names]
    whole, seated = play_on(kind, start, policies * n if len(policies) == 1 else policies)
    if not whole.is_over:
        raise RunError(f"{file}: no end within {kind.max_decisions:,} decisions")
    return start.rules, start, whole, seated
