"""Questions about The Search for Planet X that need games played on purpose, other than those of any game (`seti_sim.studies`).

What a fact, a clue, a conference, a target or a unit of time is worth to the seat that alone is given it (`facts`), what a topic or a
conference does that lies in the game in place of another (`topics`), and how many starting facts make one player equal to
another (`handicap`). Each plays what it needs in parts that stay (`seti_sim.studies.parts`), and gives a `Study`.
"""

from seti_sim.planetx.studies.facts import facts
from seti_sim.planetx.studies.handicap import handicap
from seti_sim.planetx.studies.topics import topics

__all__ = ["facts", "handicap", "topics"]
