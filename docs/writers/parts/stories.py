"""What sections of the findings share: results in a folder, told as the report tells them."""

from pathlib import Path

from seti_sim.report import markdown
from seti_sim.report import studies as words
from seti_sim.report.blocks import at_table, who
from seti_sim.simulate.again import options_of
from seti_sim.studies import load
from seti_sim.studies.store import FILE
from seti_sim.tables import open_run
from seti_sim.tables.folder import RUN_FILE, reading


def run_at(folder: Path):
    """The run in a folder, or None."""
    return open_run(folder) if (folder / RUN_FILE).is_file() else None


def of_run(run, questions) -> list[str]:
    """The answers to some questions (functions of a run, as of `seti_sim.seti.pages.sections.SECTIONS`), as lines."""
    found = [f"*{about(run)}*", ""]
    with reading([run]):
        for ask in questions:
            answered = ask(run)
            for section in answered if isinstance(answered, list) else [answered]:
                found += markdown.lines(section) if section is not None else []
    return found


def of_study(folder: Path) -> list[str] | None:
    """What a study found, as lines; None where the folder has none."""
    if not (folder / FILE).is_file():
        return None
    study = load(folder)
    made = "; ".join(f"{what.lower()} {text}" for what, text in words.origin(study) if what not in ("Folder", "Command"))
    return [
        line for section in words.sections(study) for line in [*markdown.lines(section), f"*From {markdown.plain(made)}.*", ""]
    ]


def of_studies(*folders: Path) -> list[str] | None:
    """What several studies found, those that are there; None without any."""
    found = [lines for folder in folders if (lines := of_study(folder)) is not None]
    return [line for lines in found for line in lines] or None


def about(run) -> str:
    """Which games: `From 1,000,000 games of 4 players, greedy in every seat, seed 1, species balanced, rules ab12.`"""
    config = run.config
    weights = ", ".join(f"{policy['name']} {policy['key']}" for policy in config["policies"])
    own = "".join(f", {name} {value}" for name, value in options_of(config).items())
    asked = "" if run.finished else f" (of {config['games']:,} that the command asks for)"
    return (
        f"From {run.n_games:,} games{asked} of {at_table(run)}, {who(run)} (weights {weights}), seed {config['seed']}{own}, rules "
        f"{config['rules']['fingerprint']}."
    )
