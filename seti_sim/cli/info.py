"""`seti-sim info`: what a run folder holds."""

from typing import Any

import click

from seti_sim.cli.options import json_option, own_game_option, tell


@click.command()
@click.argument("folder", type=click.Path())
@own_game_option
@json_option
def info(folder):
    """Say what the run in FOLDER is (each one, where it holds several), how far it has come and how to continue it."""
    from seti_sim.tables.folder import runs_in

    found = [facts(run) for run in runs_in(folder)]
    text = lambda: "\n\n".join("\n".join(f"{name:<9} {value}" for name, value in lines(run).items()) for run in found)  # noqa: E731
    tell(text, lambda: {"runs": found})


def facts(run) -> dict[str, Any]:
    """What there is to say about the run in a folder, as values by name."""
    from seti_sim.core.places import size_of
    from seti_sim.simulate.again import options_of
    from seti_sim.tables.folder import finished_ranges, read_config

    config = read_config(run)
    there = sum(count for _, count in finished_ranges(run))
    kept = (
        "game",
        "players",
        "policies",
        "seats",
        "seating",
        "seed",
        "rules",
        "rows",
        "versions",
        "seconds",
        "started",
        "command",
    )
    return {
        "folder": str(run),
        **{name: config[name] for name in kept},
        "options": options_of(config),
        "games": config["games"],
        "finished_games": there,
        "finished": there >= config["games"],
        "bytes": size_of(run),
    }


def lines(run: dict[str, Any]) -> dict[str, Any]:
    """The `facts` of a run as text, by a word each."""
    from seti_sim.core import registry
    from seti_sim.simulate.progress import words

    kind, rules, there = registry.get(run["game"]), run["rules"], run["finished_games"]
    variant = rules.get("variant") and f"variant {rules.get('file') or 'given in code'}"
    return {
        "run": run["folder"],
        "game": kind.title,
        "games": f"{there:,} of {run['games']:,}, {'finished' if run['finished'] else 'unfinished'}",
        "players": run["players"],
        "policies": ", ".join(f"{p['name']} ({p['key']})" for p in run["policies"]),
        "seats": f"{', '.join(run['seats'])}, seating {run['seating']}",
        **{name: kind.option_text(name, value) for name, value in run["options"].items()},
        "seed": run["seed"],
        "rules": f"{rules['fingerprint']}, {variant or 'printed'}",
        "rows": ", ".join(f"{table} {rows:,}" for table, rows in run["rows"].items()) or "not counted yet",
        "size": f"{run['bytes'] / 1e6:,.1f} MB" + (f", {run['bytes'] / there / 1e3:,.2f} kB a game" if there else ""),
        "versions": ", ".join(f"{name} {version}" for name, version in run["versions"].items()),
        "time": words(run["seconds"]),
        "started": run["started"],
        "command": run["command"],
    }
