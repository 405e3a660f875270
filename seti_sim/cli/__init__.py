"""The command line, `seti-sim`: one module a command, each thin.

Heavy libraries are imported inside the commands, so that help is instant. `main` turns every error that a user
can cause into one line on stderr and exit code 2; an interrupted command exits with 1.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

import click

# Our matrices are small: several threads of a BLAS wait for one another and take longer. Read when NumPy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from seti_sim import __version__
from seti_sim.cli.bench import bench
from seti_sim.cli.check import check
from seti_sim.cli.experiment import experiment
from seti_sim.cli.export import export
from seti_sim.cli.info import info
from seti_sim.cli.judge import judge
from seti_sim.cli.ladder import ladder
from seti_sim.cli.merge import merge
from seti_sim.cli.new import new
from seti_sim.cli.options import check_memory
from seti_sim.cli.play import play
from seti_sim.cli.precision import precision
from seti_sim.cli.replay import replay
from seti_sim.cli.report import report
from seti_sim.cli.run import run
from seti_sim.cli.show import show
from seti_sim.cli.studies import compare, komi, sweep
from seti_sim.cli.tune import tune
from seti_sim.cli.whatif import whatif
from seti_sim.core.engines import CURE
from seti_sim.core.errors import EngineFault, SetiSimError
from seti_sim.core.names import printable


class Commands(click.Group):
    """The commands, and after them in the help the games that there are, and what is wrong with others."""

    def format_epilog(self, context, formatter):
        from seti_sim.core import registry

        with formatter.section("Games"):
            formatter.write_dl([(name, registry.get(name).title) for name in registry.names()])
        if wrong := registry.broken():
            with formatter.section("Installed games that cannot be used"):
                formatter.write_dl([(name, printable(why)) for name, why in wrong.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="seti-sim", message="%(prog)s %(version)s")
def cli():
    """Play board games by the thousand and see what that says about their balance."""
    check_memory()


for command in (
    run, merge, export, report, compare, sweep, komi, experiment, precision, show, check, play, replay, info, bench, ladder, tune,
    judge, new, whatif,
):  # fmt: skip
    cli.add_command(command)


def main(args: list[str] | None = None) -> int:
    """Run the command line and return the exit code: 0 done, 1 interrupted or engine fault, 2 bad input."""
    gc.set_threshold(100_000, 20, 20)  # a report makes a million objects and leaves few circles: to look for them takes a tenth
    for stream in (sys.stdout, sys.stderr):  # what the terminal's encoding has no sign for is escaped
        with suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")
    try:
        return cli.main(args=args, prog_name="seti-sim", standalone_mode=False) or 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help())
        return 2
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", 1)
    except BrokenPipeError:  # the reader of our output has had enough
        _give_up_stdout()
        return 1
    except OSError as error:
        _give_up_stdout()
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", 2)
    except SetiSimError as error:
        return _complain(str(error), 2)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if not package or package == "seti_sim":
            raise
        return _complain(f"the package {package} is missing, which this command needs: {CURE}", 2)
    except EngineFault as error:
        return _complain(f"fault in the engine: {error}", 1)


def _give_up_stdout() -> None:
    """Let what is still to be printed go nowhere: Python would try again at its end, and complain in its own way."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    click.echo(f"seti-sim: {printable(message)}", err=True)  # it may repeat what files of others say
    return code
