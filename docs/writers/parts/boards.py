"""What the species' boards are worth: players that use them against players that do not."""

from parts.stories import of_run, run_at
from seti_sim.report.common import policy
from seti_sim.seti.pages.species import with_policies

PLACE = 35
TITLE = "What the boards of species are worth"
COMMANDS = ("seti-sim experiment species-boards --out RUNS/species-boards",)


def told(runs):
    run = run_at(runs / "species-boards")
    return run and of_run(run, [policy, with_policies])
