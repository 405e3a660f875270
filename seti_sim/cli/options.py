"""Options that several commands have."""

import os
import shlex
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource


def cores() -> int:
    """Cores that may be used: those of the cluster that plays, or those that this process may use."""
    from seti_sim.core.cluster import current

    if (cluster := current()) is not None:
        return max(cluster.slots(), 1)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def typed(without=("jobs", "report", "charts", "json")) -> str:
    """The command that is being carried out, as a shell takes it: what was typed, but for options that change no row."""
    context = click.get_current_context()
    words = context.command_path.split()
    for parameter in context.command.params:
        if parameter.name in without or context.get_parameter_source(parameter.name) is not ParameterSource.COMMANDLINE:
            continue
        known = f"typed.{parameter.name}"
        value = context.meta[known] if known in context.meta else context.params[parameter.name]
        several = parameter.multiple or parameter.nargs != 1
        for each in value if several else [value]:
            flag = getattr(parameter, "is_flag", False)
            words += [] if isinstance(parameter, click.Argument) else [max(parameter.opts, key=len)]
            words += [] if flag else [str(each)]
    return shlex.join(words)


def json_option(command):
    """The option `--json`: `tell` then prints one JSON document instead of text."""
    text = "Print one JSON document, docs/output.schema.json describes it, instead of text."
    return click.option("--json", is_flag=True, expose_value=False, callback=_note_json, help=text)(command)


def _note_json(context, parameter, value):
    context.meta[f"typed.{parameter.name}"] = context.meta[_JSON] = value


_JSON = "seti_sim.json"


def wants_json() -> bool:
    """Whether the command that is being carried out was given `--json`."""
    return click.get_current_context().meta.get(_JSON, False)


def tell(text, document, newline=True) -> None:
    """Print what a command found: what `text()` gives, or with `--json` the names and values of `document()` under those that
    every document has."""
    if not wants_json():
        click.echo(text(), nl=newline)
        return
    from seti_sim.report.documents import as_text

    click.echo(as_text(click.get_current_context().command_path.partition(" ")[2], document()))


LEAST_MEMORY = 1.5e9
"""Bytes of addresses that the libraries take with two cores; with 1.0e9 they abort while they write tables."""
MORE_MEMORY = 0.15e9
"""And for each further core, since they start a thread for it."""


def check_memory() -> None:
    """RunError where processes may have less memory than the libraries take: they would abort in the middle."""
    from seti_sim.core.errors import RunError

    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    need = LEAST_MEMORY + MORE_MEMORY * max(cores() - 2, 0)
    if limit != resource.RLIM_INFINITY and limit < need:
        raise RunError(f"memory limit {limit / 1e6:,.0f} MB (ulimit -v): expected at least {need / 1e6:,.0f} MB a process")


class Variant(click.ParamType):
    """A variant of the rules: a TOML file, or the name of an example variant, of the game that `--game` names where the
    command has that option and it is given or has a default. Gives the path of the file as text."""

    name = "variant"

    def convert(self, value, param, ctx):
        from seti_sim.simulate.config import find_variant

        return str(find_variant(value, game=ctx.params.get("game")))

    def shell_complete(self, ctx, param, incomplete):
        """Example variants of the game that was typed, and files."""
        from click.shell_completion import CompletionItem

        from seti_sim.core.registry import example_variants

        found = [name for name in example_variants(ctx.params.get("game")) if name.startswith(incomplete)]
        return [*map(CompletionItem, found), CompletionItem(incomplete, type="file")]


def one_variant(context, parameter, files):
    """One variant of the files that were named: nothing, the file, or what several say together."""
    from seti_sim.core.tree import stacked

    context.meta[f"typed.{parameter.name}"] = files
    return stacked(files) if len(files) > 1 else files[0] if files else None


def variant_option(command):
    """The option `--variant`."""
    text = "Changes to the rules: a TOML file, or the name of an example variant; several times for several together."
    return click.option("--variant", type=Variant(), multiple=True, callback=one_variant, metavar="FILE", help=text)(command)


def variant_argument(required=True):
    """The argument VARIANT, one or several files together."""
    return click.argument("variant", nargs=-1, required=required, type=Variant(), callback=one_variant, metavar="VARIANT...")


def note_unchanged(rules, printed, kind=None) -> None:
    """Say so on stderr where `rules` are of a variant and yet the `printed` ones.

    kind: the game, where it has modes; what plays is then that of the printed mode though another mode has changed.
    """
    variant = getattr(rules, "variant", None)  # rules of a game need have a fingerprint only
    if variant is None:
        return
    mode = getattr(rules, "mode", None)
    if rules == printed:
        words = "the printed game"
    elif mode and kind.engine(rules) == kind.engine(printed):
        words = f"the printed game in {mode} mode"
    else:
        return
    click.echo(f"seti-sim: note: variant {variant} changes nothing of {words}", err=True)


def note_unchanged_plan(plan) -> None:
    """`note_unchanged` of the rules of a plan, beside the printed ones with its options."""
    from contextlib import suppress

    from seti_sim.core.errors import RunError

    if plan.variant is None:
        return
    with suppress(RunError):  # an option that only the variant allows, which then changes something
        note_unchanged(plan.rules, plan.kind.load(plan.options, plan.players, None)[0], plan.kind)


def policy_option(
    default: str | None = None, text: str = "One for all seats, or one a seat with commas between", games: tuple[str, ...] = (),
    usual: Callable[[Any], str] = lambda kind: kind.policy,
):  # fmt: skip
    """The option `--policy`, with the names that there are in some games (none: in the usual one); without a default those of a game
    play that `usual` says."""
    from seti_sim.core import registry

    kinds = [registry.get(name) for name in games or (registry.DEFAULT,)]
    told = []
    for kind in kinds:
        whose = f"{kind.title}: " if len(kinds) > 1 else ""
        told.append(f"{whose}{kind.player_words}.  [default: {default or usual(kind)}]")
    return click.option("--policy", default=default, metavar="NAME[,NAME]", help=f"{text}: {' '.join(told)}")


def time_budget_option(command):
    """The option `--time-budget`."""
    text = "Seconds of real time that mcts has for a choice, instead of a number of playouts; not reproducible."
    return click.option("--time-budget", type=float, metavar="SECONDS", help=text)(command)


def svg_option(command):
    """The option `--svg`."""
    text = "Write a picture of the board where the game ends or stops into this file."
    return click.option("--svg", type=click.Path(), metavar="FILE", help=text)(command)


def lang_option(command):
    """The option `--lang`: what the command tells is in that language until it has ended."""
    from seti_sim.core.language import SOURCE, languages, using

    hold = lambda context, parameter, value: context.with_resource(using(value))  # noqa: E731
    return click.option(
        "--lang", type=click.Choice(languages()), default=SOURCE, show_default=True, envvar="SETI_SIM_LANG", show_envvar=True,
        expose_value=False, is_eager=True, callback=hold, help="Language of what is told.",
    )(command)  # fmt: skip


def game_option(default: str | None = None):
    """The option `--game`; it is read before all others, since the examples of variants are those of the game.

    Without a default a command takes `registry.DEFAULT` itself where nothing else says which game it is.
    """
    from seti_sim.core import registry

    text = f"Which game: {' or '.join(registry.names())}, or the file of one of your own.  [default: {registry.DEFAULT}]"
    return click.option("--game", type=Game(), is_eager=True, default=default, metavar="NAME|FILE.py", help=text)


class Game(click.ParamType):
    """The name of a game, or the file of one, which is run here and nowhere else and stands for its game from then on.

    A number is told what it may have been meant for: in `play` it was that of a game in its run.
    """

    name = "game"

    def convert(self, value, param, ctx):
        from seti_sim.core import registry
        from seti_sim.core.errors import RunError

        if value.lstrip("-").isdecimal() and any(other.name == "number" for other in ctx.command.params):
            raise RunError(
                f"game {value!r}: expected a game, {' or '.join(registry.names())}; its number in the run is --number"
            )
        ctx.meta[f"typed.{param.name}"] = value  # as it has to be typed again
        return registry.named(value).name

    def shell_complete(self, ctx, param, incomplete):
        from click.shell_completion import CompletionItem

        from seti_sim.core import registry

        return [CompletionItem(name) for name in registry.names() if name.startswith(incomplete)]


def game_options(command=None, default: str | None = None, of_rules: bool = False, studied: bool = False, even: bool = False):
    """The option `--game`, and those that single games have of their own; with `of_rules` those that decide the rules only, with
    `studied` those that studies take; with `even` they are such that every setup comes equally often where nothing is said."""
    from seti_sim.core.kind import FLAG

    if command is None:
        return lambda command: game_options(command, default, of_rules, studied, even)

    for name, of in reversed(_own(of_rules, studied).items()):
        usual = lambda kind, option: _default(option, kind.even_setups.get(option.name, "") if even else "")  # noqa: E731
        text = " ".join(f"{kind.title}: {option.help}{usual(kind, option)}" for kind, option in of)
        how = {"is_flag": True, "flag_value": FLAG, "default": None} if of[0][1].flag else {"metavar": of[0][1].metavar}
        command = click.option(f"--{name}", help=text, **how)(command)
    return game_option(default)(command)


def _own(of_rules: bool, studied: bool) -> dict:
    from seti_sim.core import registry

    fits = lambda option: (option.of_rules or not of_rules) and (option.studied or not studied)  # noqa: E731
    return {name: of for name, of in registry.options().items() if any(fits(option) for _, option in of)}


def own_game_option(command):
    """The option `--game` of commands that read runs, which say themselves what they are of."""
    text = "The file of a game of your own that a run is of, where it is not installed."
    return click.option("--game", type=Game(), is_eager=True, expose_value=False, metavar="FILE.py", help=text)(command)


def _default(option, other: str = "") -> str:
    shown = other or option.shown or option.default
    return f"  [default: {shown}]" if shown else ""


def study_options(games: str, without=(), own=True):
    """The options that all studies have, but for those named; `games` says what --games is of. own: whether it takes what games
    have of their own, too; else `--game` alone."""
    from seti_sim.core import registry

    usual = registry.get(registry.DEFAULT)
    most = f"Players of a game.  [default: as many as can be; {usual.title}: {usual.players[0]} to {usual.players[-1]}]"
    asked = {
        "players": click.option("--players", type=int, help=most),
        "policy": policy_option(games=registry.names()),
    }

    def add(command):
        options = (
            *(option for name, option in asked.items() if name not in without),
            game_options(studied=True) if own else game_option(),
            click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same games."),
            click.option("--games", type=int, help=games),
            click.option("--jobs", type=int, help="Worker processes.  [default: all cores]"),
            click.option("--out", type=click.Path(), help="Folder of the runs and the result; one that holds part of "
                         "this study is continued.  [default: a folder in runs/ with a name of its own]"),
            click.option("--report", type=click.Path(), help="Write a page about it into this file."),
            yes_option,
            charts_option,
            json_option,
        )  # fmt: skip
        for option in reversed(options):
            command = option(command)
        return command

    return add


def yes_option(command):
    """The option `--yes`."""
    text = "Play even what takes more than a day or the free disk."
    return click.option("--yes", is_flag=True, help=text)(command)


def backend_options(command):
    """The options `--backend` and `--address`."""
    options = (
        click.option("--backend", metavar="NAME", help="Play on a cluster: dask or ray. --out is a folder that all its machines share, or a URL."),
        click.option("--address", metavar="URL", help="That of the cluster: Dask's scheduler, as tcp://10.0.0.1:8786, or Ray's head, as "
                     "10.0.0.1:6379.  [default: with ray the cluster of this machine, or a new one]"),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def charts_option(command):
    """The option `--charts`."""
    text = "Write the charts into this folder as PNG and SVG, too."
    return click.option("--charts", type=click.Path(), metavar="DIR", help=text)(command)


def compare_options(command):
    """The options that `compare` and `sweep` share."""
    options = (
        click.option("--metric", "metrics", multiple=True, metavar="NAME",
                     help="What to compare, several times for several: score, win_share@seat=1, times.scan, turns, …  "
                     "[default: score, margin, turns and the win shares]"),
        click.option("--precision", multiple=True, metavar="WIDTH", help="Stop as soon as the half-widths are below "
                     "this: 0.5pp for all shares, 0.5vp for all points, NAME=0.5 for one metric."),
        click.option("--variant-policy", "variant_policies", metavar="NAME[,NAME]",
                     help="Who plays the variants, where that is not who plays the base."),
        click.option("--block", type=int, help="Games between two looks.  [default: 4000]"),
        click.option("--seating", default="rotate", show_default=True, metavar="HOW",
                     help="rotate: every rotation of the policies equally often; fixed: as given."),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command
