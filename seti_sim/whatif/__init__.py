"""What if: questions that need games played on purpose, other than variants of the rules (those are `seti_sim.studies`).

What a dealt card is worth (`deal_values`), how to use one (`card_uses`), what an option is worth (`option_values`), which way
to play beats which (`strategies`), how games go (`course`), how much of the result is luck (`luck`), and the smallest change
that mends a metric (`cheapest_fix`). Each plays what it needs in parts that stay (`parts`), so the same command goes on, and
gives a `Study` that a report takes in (`seti-sim report RUN --with DIR`).
"""

from seti_sim.whatif.course import course
from seti_sim.whatif.deals import deal_values
from seti_sim.whatif.fix import cheapest_fix
from seti_sim.whatif.luck import luck
from seti_sim.whatif.options import option_values
from seti_sim.whatif.strategies import strategies
from seti_sim.whatif.uses import card_uses

__all__ = ["card_uses", "cheapest_fix", "course", "deal_values", "luck", "option_values", "strategies"]
