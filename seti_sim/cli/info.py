"""`seti-sim info`: what a run folder holds."""

import click

from seti_sim.cli.options import own_game_option


@click.command()
@click.argument("folder", type=click.Path())
@own_game_option
def info(folder):
    """Say what the run in FOLDER is (each one, where it holds several), how far it has come and how to continue it."""
    from seti_sim.tables.folder import runs_in

    for i, run in enumerate(runs_in(folder)):
        if i:
            click.echo("")
        for name, value in lines(run).items():
            click.echo(f"{name:<9} {value}")


def lines(run) -> dict[str, str]:
    """What there is to say about the run in a folder, by a word each."""
    from seti_sim.core import registry
    from seti_sim.simulate.again import options_of
    from seti_sim.simulate.progress import words
    from seti_sim.tables.folder import finished_ranges, read_config

    config = read_config(run)
    kind = registry.get(config["game"])
    there = sum(count for _, count in finished_ranges(run))
    variant = config["rules"].get("variant") and f"variant {config['rules'].get('file') or 'given in code'}"
    rules, state = config["rules"], "finished" if there >= config["games"] else "unfinished"
    size = sum(file.stat().st_size for file in run.rglob("*.parquet"))
    return {
        "run": run,
        "game": kind.title,
        "games": f"{there:,} of {config['games']:,}, {state}",
        "players": config["players"],
        "policies": ", ".join(f"{p['name']} ({p['key']})" for p in config["policies"]),
        "seats": f"{', '.join(config['seats'])}, seating {config['seating']}",
        **{name: kind.option_text(name, value) for name, value in options_of(config).items()},
        "seed": config["seed"],
        "rules": f"{rules['fingerprint']}, {variant or 'printed'}",
        "rows": ", ".join(f"{table} {rows:,}" for table, rows in config["rows"].items()) or "not counted yet",
        "size": f"{size / 1e6:,.1f} MB" + (f", {size / there / 1e3:,.2f} kB a game" if there else ""),
        "versions": ", ".join(f"{name} {version}" for name, version in config["versions"].items()),
        "time": words(config["seconds"]),
        "started": config["started"],
        "command": config["command"],
    }
