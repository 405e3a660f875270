"""`seti-sim bench`: how fast games are played on one core."""

import statistics
import time

import click

from seti_sim.cli.options import game_options, note_unchanged_plan, variant_option


@click.command()
@click.option("--policy", help="Policies, with commas between.  [default: all]")
@click.option("--players", help="Numbers of players, with commas between.  [default: all]")
@click.option("--seconds", type=float, default=1.0, show_default=True, help="About how long a repetition takes.")
@click.option("--repetitions", type=int, default=5, show_default=True, help="Each on other games; medians are shown.")
@game_options
@variant_option
def bench(policy, players, seconds, repetitions, game, variant, **own):
    """Measure games and decisions a second on one core, for every policy and number of players."""
    from seti_sim.core import registry
    from seti_sim.core.errors import RunError
    from seti_sim.simulate import prepare, split_policies
    from seti_sim.simulate.config import player_counts

    if seconds <= 0 or repetitions < 1:
        raise RunError(f"seconds {seconds:g}, repetitions {repetitions}: expected more than 0 and at least 1")
    kind = registry.get(game or registry.DEFAULT)
    names = split_policies(policy) if policy else kind.policies()
    counts = player_counts(players, kind) if players else kind.players
    plans = [
        prepare(players=count, games=1, policies=[name], seed=0, variant=variant, game=kind.name, **own)
        for name in names
        for count in counts
    ]
    note_unchanged_plan(plans[0])
    click.echo(f"{'policy':<14} {'players':>7} {'games/s':>9} {'decisions/s':>12} {'decisions/game':>15} {'turns/game':>11}")
    for plan in plans:
        found = measure(plan, seconds, repetitions)
        click.echo(
            f"{plan.policies[0].name:<14} {plan.players:>7} {found['games']:>9,.0f} {found['decisions']:>12,.0f} "
            f"{found['decisions_a_game']:>15,.1f} {found['turns_a_game']:>11,.1f}"
        )
    told = "".join(f"{name} {value}; " for name, value in plan.options.items())
    click.echo(f"one core, medians of {repetitions} repetitions of about {seconds:g} s; {told}rules {plan.rules.fingerprint}")


def measure(plan, seconds: float, repetitions: int) -> dict:
    """Medians over repetitions: `games` and `decisions` a second of one core, `decisions_a_game`, `turns_a_game`.

    `plan` says which games: of its rules, players, policies, options and seed, from number 0 on. The log of the games is
    written as in a run; tables and files are not.
    """
    import numpy as np

    plan.kind.play(plan, 0, 1)  # what is made once a process is no part of a game

    def timed(first: int, count: int):
        begun = time.perf_counter()
        batch = plan.kind.play(plan, first, count)
        spent = max(time.perf_counter() - begun, 1e-9)
        return spent, batch.games["decisions"].sum(dtype=np.int64), batch.games["turns"].sum(dtype=np.int64)

    count = 1
    while (spent := timed(0, count)[0]) < min(0.1, seconds) and count < 1 << 20:
        count *= 4
    count = max(1, round(count * seconds / spent))
    rounds = [timed((i + 1) * count, count) for i in range(repetitions)]
    return {
        "games": statistics.median(count / spent for spent, _, _ in rounds),
        "decisions": statistics.median(decisions / spent for spent, decisions, _ in rounds),
        "decisions_a_game": statistics.median(decisions / count for _, decisions, _ in rounds),
        "turns_a_game": statistics.median(turns / count for _, _, turns in rounds),
    }
