"""Questions that need games of their own: `compare` and `sweep` play variants on common seeds, `komi` looks for
starting points that make the seats equal, `seats` has every policy play itself, `luck` splits what results are due to, `strategies`
sets ways to play against each other, `cheapest_fix` looks for the smallest change that mends a metric. Questions that only one game has are in
its own folder.

Each plays run folders, asks them through `seti_sim.analysis`, and gives a `Study`: frames of estimates and what was
asked. A study is kept as `study.json` beside its runs, from where a report can take it in (`seti-sim report RUN --with
DIR`); the same command again continues it.
"""

from seti_sim.studies.compare import compare
from seti_sim.studies.fix import cheapest_fix
from seti_sim.studies.komi import komi
from seti_sim.studies.luck import luck
from seti_sim.studies.seats import seats
from seti_sim.studies.store import Study, StudyError, load
from seti_sim.studies.strategies import strategies
from seti_sim.studies.sweep import sweep

__all__ = ["Study", "StudyError", "cheapest_fix", "compare", "komi", "load", "luck", "seats", "strategies", "sweep"]
