"""Which cards are strong? Effects of drawing each, confirmed on fresh games, and a player that proves them.

    python reports/card_strength.py [GAMES] [FOLDER]

Plays GAMES games (50,000) to find and as many to confirm, and a tenth of that to follow the table; the report,
`card_strength.html`, shows the first run whole and the study after it. What FOLDER (`runs/card-strength`) holds of an
earlier call is used again.
"""

import os
import sys

from seti_sim.report import write
from seti_sim.report.card_study import told
from seti_sim.studies import card_strength
from seti_sim.tables import open_run


def report(games: str = "50000", folder: str = "runs/card-strength", out: str = "card_strength.html") -> None:
    """Make the study and its page; says in a few lines what was found."""
    study = card_strength(
        games=int(games), follow_games=max(int(games) // 10, 1), seed=601, jobs=os.cpu_count() or 1, out=folder
    )
    answer, basis = told(study)
    print(answer)
    print(f"({basis}; {study.folder})")
    print(f"{write(open_run(study.folder / 'find'), out, studies=[study])}: written")


if __name__ == "__main__":
    report(*sys.argv[1:4])
