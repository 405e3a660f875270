"""One function a chart: a frame of `seti_sim.analysis` in, a matplotlib Figure out.

Figures are made without pyplot, so nothing global changes and nothing has to be closed. They are drawn to be
read in print and in grey: dark ink on white, values beside what they label, no colour that has to be told from
another one. `svg(figure)` gives the text of an SVG, the same for the same figure.
"""

from seti_sim.charts.cards import card_effects, card_overview
from seti_sim.charts.play import actions_by_round, gold, pacing, techs
from seti_sim.charts.scores import points_by_source, scores, seat_win_share
from seti_sim.charts.species import species_leaders, species_measures, species_seats
from seti_sim.charts.style import svg

__all__ = [
    "actions_by_round",
    "card_effects",
    "card_overview",
    "gold",
    "pacing",
    "points_by_source",
    "scores",
    "seat_win_share",
    "species_leaders",
    "species_measures",
    "species_seats",
    "svg",
    "techs",
]
