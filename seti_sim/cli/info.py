"""`seti-sim info`: what a run folder holds."""

import click


@click.command()
@click.argument("folder", type=click.Path())
def info(folder):
    """Say what the run in FOLDER is, how far it has come and how to continue it."""
    from seti_sim.simulate.progress import words
    from seti_sim.tables.folder import finished_ranges, read_config

    config = read_config(folder)
    there = sum(count for _, count in finished_ranges(folder))
    rules, state = config["rules"], "finished" if there >= config["games"] else "unfinished"
    lines = {
        "games": f"{there:,} of {config['games']:,}, {state}",
        "players": config["players"],
        "policies": ", ".join(f"{p['name']} ({p['key']})" for p in config["policies"]),
        "seats": f"{', '.join(config['seats'])}, seating {config['seating']}",
        "seed": config["seed"],
        "rules": f"{rules['fingerprint']}, {'variant ' + str(rules['file'] or 'given in code') if rules['variant'] else 'printed'}",
        "rows": ", ".join(f"{table} {rows:,}" for table, rows in config["rows"].items()) or "not counted yet",
        "versions": ", ".join(f"{name} {version}" for name, version in config["versions"].items()),
        "time": words(config["seconds"]),
        "started": config["started"],
        "command": config["command"],
    }
    for name, value in lines.items():
        click.echo(f"{name:<9} {value}")
