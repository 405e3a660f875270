"""The questions of the page about a run of The Search for Planet X: each asks the run, words an answer, shows figures.

What all games have in common (mirror check, seats, policies, points, numbers of games) comes from `seti_sim.report`.
"""

from __future__ import annotations

from functools import partial

from seti_sim.planetx.pages.alone import holds, solo, solo_points
from seti_sim.planetx.pages.course import pace, theory_accuracy, time_to_locate
from seti_sim.planetx.pages.ends import ending, one_game, together
from seti_sim.planetx.pages.facts import starting_facts
from seti_sim.planetx.pages.research import actions, conferences, topics
from seti_sim.report.blocks import Section, answers
from seti_sim.report.common import mirror, point_sources, policy, seat
from seti_sim.report.course import ways
from seti_sim.report.precision import how_many_games

__all__ = ["SECTIONS", "SOLO", "sections", "together"]
SECTIONS = (
    mirror,
    seat,
    policy,
    ways,
    starting_facts,
    time_to_locate,
    point_sources,
    theory_accuracy,
    topics,
    conferences,
    actions,
    pace,
)
SOLO = (holds, solo, time_to_locate, solo_points, theory_accuracy, topics, conferences, actions, pace)
"""Questions to runs with several players, and to those of one alone."""


def sections(run, precision=None) -> list[Section]:
    """All sections of the page; a question that a run cannot answer is left out."""
    alone = len(run.config["seats"]) == 1
    asked = SOLO if alone else SECTIONS
    last = () if alone else (partial(how_many_games, wanted=precision),)
    found = answers(run, (*asked, *last, one_game))
    return [*found, ending(run, found)]
