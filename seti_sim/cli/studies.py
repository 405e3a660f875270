"""`seti-sim compare`, `sweep` and `komi`: questions that play games of their own, and the table of what they found."""

from inspect import signature
from pathlib import Path

import click

from seti_sim.cli.options import compare_options, cores, note_unchanged_plan, study_options, tell, typed, wants_json
from seti_sim.cli.run import agree, endings

ROWS = 8
"""Rows shown at either end of a long table."""


@click.command()
@click.argument("variants", nargs=-1, required=True, metavar="[BASE] VARIANT...")
@study_options("Most games of each side.  [default: 40000]")
@compare_options
def compare(variants, **given):
    """Compare variants of the rules with a base, game by game on common seeds.

    The first one is the base; of a single variant the printed game is. Each is a TOML file or the name of an example
    variant, `printed` the printed game.

    \b
    seti-sim compare cheap-scan --precision 1vp
    seti-sim compare base.toml variant.toml other.toml --metric score --metric times.scan
    seti-sim compare --game planetx locate-4.toml --levels 4 --metric turns
    """
    from seti_sim.simulate.config import find_variant
    from seti_sim.studies import compare as study
    from seti_sim.studies.sides import PRINTED

    files = [name if name == PRINTED else str(find_variant(name, game=given["game"])) for name in variants]
    for file in files:
        if file != PRINTED:
            note(file, given)
    carry_out(study, files, given)


@click.command()
@click.argument("setting", metavar="ADDRESS=VALUE,VALUE...")
@study_options("Most games of each value.  [default: 40000]")
@compare_options
def sweep(setting, **given):
    """Play one key of the rules at several values, on common seeds, and compare with the printed value.

    ADDRESS is that of a variant, or the name of an option of the game, which is then compared with what is given for it.

    \b
    seti-sim sweep actions.scan.cost.energy=1,2,3
    seti-sim sweep "setup.start_vp=[1,2,3,4],[1,1,1,1]" --metric win_share@seat=1
    seti-sim sweep --game planetx levels=0,4,8,12 --players 2
    """
    from seti_sim.studies import sweep as study

    carry_out(study, setting, given)


@click.command()
@study_options("Games of each candidate.  [default: 20000]")
@click.option("--confirm-games", type=int, help="Fresh games of what is found and of what is printed.  [default: twice]")
@click.option("--confirm-seed", type=int, help="Seed of the fresh games.  [default: seed + 1]")
@click.option(
    "--of",
    metavar="WHAT",
    help="What seats are given: points, credits, energy, publicity, data, cards, income-credits, "
    "income-energy or income-cards.  [default: points]",
)
@click.option(
    "--seat", "seats", multiple=True, type=int, help="To whom, several times for several.  [default: all but the first]"
)
@click.option(
    "--give", type=int, metavar="N", help="Look for nothing: say what N more of it do for each --seat, or fewer below 0."
)
@click.option("--variant", metavar="FILE", help="Rules to start from.  [default: the printed game]")
def komi(variant, **given):
    """Find whole starting points by seat that make the seats win equally often; seat 1 keeps its printed value.

    \b
    seti-sim komi --players 4 --games 20000
    seti-sim komi --of credits --seat 1 --games 20000
    seti-sim komi --of credits --seat 1 --give 1
    """
    from seti_sim.simulate.config import find_variant

    carry_out(
        kind_of(given).question("komi"), None, given | {"variant": variant and str(find_variant(variant, game=given["game"]))}
    )


def kind_of(given):
    """The game that a command was asked about. RunError for none, and for an option that it does not have."""
    from seti_sim.core import registry
    from seti_sim.simulate.plan import own_options

    kind = registry.get(given.get("game") or registry.DEFAULT)
    own_options(kind, {name: given.get(name) for name in registry.options()})
    return kind


def carry_out(study, subject, given) -> None:
    """Make a study, print what it found, write page and charts; interrupted, say how to go on.

    Of more than a day or the free disk as `run`: asked first, or refused without `yes` in `given`.
    """
    from seti_sim.report.documents import of_study
    from seti_sim.report.page import check_places, write

    report, charts, yes = given.pop("report"), given.pop("charts"), given.pop("yes", False)
    if given.get("variant"):
        note(given["variant"], given)
    check_places(report, charts)
    if "policy" in given:
        given["policies"] = given.pop("policy")
    given["jobs"] = cores() if given["jobs"] is None else given["jobs"]
    options = {name: value for name, value in given.items() if value is not None and value != ()}
    _agree(options, len(subject) if isinstance(subject, list) else 1, yes)
    if "game" not in signature(study).parameters:  # a question that only one game has
        options.pop("game", None)
    with endings("what is written stays, and the same command goes on from there"):
        made = study(subject, **options) if subject is not None else study(**options)
    made.facts["command"] = typed()
    made.save()
    if not wants_json():
        click.echo(text(made))  # before the page, which takes a while
    places = [place for place in (report, charts) if place]
    if places:
        write([], report, studies=[made], charts=charts)
    written = [place for place in places if Path(place).exists()]
    told = (f"{place}: written" if place in written else f"{place}: no charts, too few games for any" for place in places)
    tell(lambda: "".join(f"{line}\n" for line in told), lambda: of_study(made, written), newline=False)


def note(variant, given) -> None:
    """`note_unchanged_plan` of what a study plays, of the game, players and options in `given`."""
    from seti_sim.core import registry
    from seti_sim.simulate import prepare

    players, own = given.get("players"), {name: given[name] for name in registry.options() if given.get(name) is not None}
    asked = {"players": max(players) if isinstance(players, list) else players, "game": kind_of(given).name}
    note_unchanged_plan(prepare(games=1, variant=variant, **asked, **own))


def _agree(options: dict, sides: int, yes: bool) -> None:
    """`agree` for the games of a study's sides, played as the printed game is; what else it plays is not counted."""
    from seti_sim.core import registry
    from seti_sim.core.errors import RunError
    from seti_sim.simulate import prepare

    games, players = options.get("games"), options.get("players")
    if options["jobs"] < 1:
        raise RunError(f"jobs {options['jobs']}: expected at least 1")
    if type(games) is not int:
        return
    asked = {name: options[name] for name in ("policies", "seed", "game", *registry.options()) if name in options}
    try:
        plan = prepare(games=games, players=max(players) if isinstance(players, list) else players, **asked)
    except ValueError:  # the study itself says what is wrong
        return
    agree([(plan, options.get("out") or "runs")] * sides, options["jobs"], yes)


def text(study) -> str:
    """What a study found, as lines for the terminal."""
    from seti_sim.report import markdown
    from seti_sim.report import studies as words

    answer, basis = words.in_short(study)
    lines = [answer, f"({basis}; {study.folder})"]
    own = getattr(words.page_of(study.kind), "for_terminal", None)
    if own:
        tables, answer_first = own(study)
        told = [line for table in tables for line in [*markdown.table(table, ROWS), ""]]
        return "\n".join([*lines, "", *told[:-1]] if answer_first else [*told, *lines])
    if "differences" in study.frames:
        lines = [_table(study), "", *lines]
    return "\n".join(lines)


def _table(study) -> str:
    """Metric, base, value, difference with interval, correlation of the pairs, and what the pairs are worth."""
    from seti_sim.core.amounts import form_of, number, pair

    rows = [("", "base", "here", "difference", "interval", "correlation", "gain")]
    for row in study.frames["differences"].iter_rows(named=True):
        level, change = form_of(row["unit"]), form_of(row["unit"], True)
        name = f"{row['variant']}: {row['metric']}"
        base, value = (pair(row[side], row[f"{side}_low"], row[f"{side}_high"], level)[0] for side in ("base", "value"))
        worth = (number(row["correlation"], 2), f"{number(row['gain'], 1)} ×")
        rows.append((name, base, value, *pair(row["estimate"], row["low"], row["high"], change), *worth))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths)))
        for row in rows
    )
