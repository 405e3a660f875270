"""Questions about SETI that need games played on purpose, other than those of any game, which are `seti_sim.studies`.

What a dealt card is worth (`deal_values`), how to use one (`card_uses`), what an option is worth (`option_values`), how games go
(`course`), how strong an invented card is (`judge`), and what a player fails to do (`blind_spots`). Each plays
what it needs in parts that stay (`parts`), so the same command goes on, and
gives a `Study` that a report takes in (`seti-sim report RUN --with DIR`).
"""

from seti_sim.seti.studies.blindspots import blind_spots
from seti_sim.seti.studies.cards import card_strength
from seti_sim.seti.studies.course import course
from seti_sim.seti.studies.deals import deal_values
from seti_sim.seti.studies.options import option_values
from seti_sim.seti.studies.uses import card_uses
from seti_sim.seti.studies.verdicts import judge

__all__ = [
    "blind_spots", "card_strength", "card_uses", "course", "deal_values", "judge", "option_values",
]  # fmt: skip
