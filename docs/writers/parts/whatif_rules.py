"""How games go, how much is luck, and the smallest change that makes seats more equal."""

from parts.stories import of_studies

PLACE = 72
TITLE = "Pace, luck, and the smallest change"
COMMANDS = (
    "seti-sim whatif course --games 20000 --seed 712 --out RUNS/course",
    "seti-sim whatif luck learned greedy --games 1200 --seed 713 --out RUNS/luck-2",
    "seti-sim whatif luck explorer observer analyst engineer --games 14400 --seed 714 --out RUNS/luck-4",
    'seti-sim whatif fix seats --within 2pp --games 12000 --confirm-games 40000 --seed 717 --out RUNS/fix --change "setup.start_vp='
    '[3,2,3,4],[4,2,3,4],[5,2,3,4],[6,2,3,4]" --change setup.end_of_round_extra=2 --change setup.hand_limit_on_pass=5',
)


def told(runs):
    return of_studies(runs / "course", runs / "luck-2", runs / "luck-4", runs / "fix")
