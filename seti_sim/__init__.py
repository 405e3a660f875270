"""Monte Carlo simulation and balance analytics for board games.

The public face: `RuleSet` (what is printed, with a variant), `Game` (one game of SETI, action by action), `prepare` and `run`
(many games into a folder, which is a run), `compare` (variants game by game), `open_run` (its tables), `open_runs` (those of several), `load_study` (a study that was kept), `SetiSimError` (above all errors that
what was given can cause). They are imported when they are first asked for, so that the command line starts at once.
"""

from typing import TYPE_CHECKING

from seti_sim.core.lazy import later

if TYPE_CHECKING:
    from seti_sim.core.errors import SetiSimError
    from seti_sim.seti.game import Game
    from seti_sim.seti.rules import RuleSet
    from seti_sim.simulate import prepare, run
    from seti_sim.studies import load as load_study
    from seti_sim.studies.compare import compare
    from seti_sim.tables import open_run, open_runs

__version__ = "0.2.0"
__all__ = ["Game", "RuleSet", "SetiSimError", "__version__", "compare", "load_study", "open_run", "open_runs", "prepare", "run"]
__getattr__ = later(
    __name__,
    {
        "Game": "seti_sim.seti.game:Game",
        "RuleSet": "seti_sim.seti.rules:RuleSet",
        "SetiSimError": "seti_sim.core.errors:SetiSimError",
        "compare": "seti_sim.studies:compare",
        "load_study": "seti_sim.studies:load",
        "open_run": "seti_sim.tables:open_run",
        "open_runs": "seti_sim.tables:open_runs",
        "prepare": "seti_sim.simulate:prepare",
        "run": "seti_sim.simulate:run",
    },
)
