"""`seti-sim ladder`: how strong players are against each other."""

import json
from pathlib import Path

import click

from seti_sim.cli.options import variant_option


@click.command()
@click.option("--policy", default="random,greedy,lookahead", show_default=True,
              help="Players from the weakest to the strongest, with commas between.")
@click.option("--games", default=400, show_default=True, help="Two-player games of each pairing, in blocks of 40.")
@click.option("--tables", default=400, show_default=True, help="Four-player games of each player with itself.")
@click.option("--seed", default=1, show_default=True, help="Seed of all games.")
@click.option("--jobs", type=int, help="Processes.  [default: all cores]")
@click.option("--out", type=click.Path(file_okay=False), help="Folder for ladder.md, ladder.svg and ladder.json.")
@variant_option
def ladder(policy, games, tables, seed, jobs, out, variant):
    """Rate players in a round robin: every pairing from every seat, each player with itself, too."""
    from seti_sim.charts.ladder import ladder as chart
    from seti_sim.cli.run import cores
    from seti_sim.ladder import play_ladder, steps, table, to_markdown
    from seti_sim.players import PlayerError
    from seti_sim.rules import RuleSet
    from seti_sim.simulate import split_policies

    names = split_policies(policy)
    if len(names) < 2 or len(set(names)) < len(names):
        raise PlayerError(f"ladder {policy}: expected at least two different players")
    if games < 1 or tables < 2 or (jobs is not None and jobs < 1):
        raise PlayerError(f"games {games}, tables {tables}, jobs {jobs}: expected at least 1, 2 and 1")
    rules = RuleSet.load(variant)
    found = play_ladder(rules, names, games=games, tables=tables, seed=seed, jobs=jobs or cores())
    rows = table(found, seed=seed)
    text = to_markdown(found, rows)
    click.echo(text, nl=False)
    if out:
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
        folder.joinpath("ladder.md").write_text(text, encoding="utf-8")
        chart(rows).savefig(folder / "ladder.svg")
        record = {"seed": seed, "rules": rules.fingerprint, "games": games, "players": rows, "steps": steps(found)}
        folder.joinpath("ladder.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
