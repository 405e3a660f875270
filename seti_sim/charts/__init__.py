"""One function a chart: a frame of `seti_sim.analysis` in, a matplotlib Figure out.

Figures are made without pyplot, so nothing global changes and nothing has to be closed. They are drawn to be
read in print and in grey: dark ink on white, values beside what they label, no colour that has to be told from
another one. `svg(figure)` gives the text of an SVG, the same for the same figure;
`narrow(figure)` draws the same chart again for a page as wide as a phone's, with letters of the same size;
`save(figure, folder, name, title, metadata)` writes PNG and SVG.
"""

from seti_sim.charts.cards import card_again, card_effects, card_overview, card_rates, card_rounds
from seti_sim.charts.figures import NARROW, headed, narrow, save, svg
from seti_sim.charts.ladder import ladder
from seti_sim.charts.play import actions_by_round, gold, pacing, places, techs
from seti_sim.charts.scores import odds, points_by_source, scores, seat_win_share
from seti_sim.charts.species import species_leaders, species_measures, species_seats
from seti_sim.charts.studies import comparison, first_player, half_widths, komi, narrowing, sweep
from seti_sim.charts.timing import openings, win_share_by_round

__all__ = [
    "NARROW",
    "actions_by_round",
    "card_again",
    "card_effects",
    "card_overview",
    "card_rates",
    "card_rounds",
    "comparison",
    "first_player",
    "gold",
    "half_widths",
    "headed",
    "komi",
    "ladder",
    "narrow",
    "narrowing",
    "odds",
    "openings",
    "pacing",
    "places",
    "points_by_source",
    "save",
    "scores",
    "seat_win_share",
    "species_leaders",
    "species_measures",
    "species_seats",
    "svg",
    "sweep",
    "techs",
    "win_share_by_round",
]
