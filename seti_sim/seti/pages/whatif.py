"""What the report says about the what-if questions of SETI: one module a group of kinds, here who answers what."""

from __future__ import annotations

from seti_sim.report.answers import Answers
from seti_sim.seti.pages import whatif_blindspots, whatif_cards, whatif_course, whatif_judge, whatif_play

ANSWERS = Answers(
    whatif_cards.ANSWERS | whatif_play.ANSWERS | whatif_course.ANSWERS | whatif_blindspots.ANSWERS | whatif_judge.ANSWERS
)
KINDS = tuple(ANSWERS.by_kind)
