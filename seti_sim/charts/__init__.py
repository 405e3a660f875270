"""Charts that any game can have, one function a chart: a frame of estimates in, a matplotlib Figure out.

Figures are made without pyplot, so nothing global changes and nothing has to be closed. They are drawn to be
read in print and in grey: dark ink on white, values beside what they label, no colour that has to be told from
another one. `svg(figure)` gives the text of an SVG, the same for the same figure;
`narrow(figure)` draws the same chart again for a page as wide as a phone's, with letters of the same size;
`save(figure, folder, name, title, metadata)` writes PNG and SVG.
"""

from seti_sim.charts.causes import fix, luck
from seti_sim.charts.figures import NARROW, headed, narrow, save, svg
from seti_sim.charts.ladder import ladder
from seti_sim.charts.leader import leader
from seti_sim.charts.measures import measures
from seti_sim.charts.scores import odds, points_by_source, scores, seat_win_share
from seti_sim.charts.small import beside_limits, limit_ratios
from seti_sim.charts.strategies import strategy_matrix
from seti_sim.charts.studies import comparison, first_player, half_widths, komi, narrowing, sweep

__all__ = [
    "NARROW",
    "beside_limits",
    "comparison",
    "first_player",
    "fix",
    "half_widths",
    "headed",
    "komi",
    "ladder",
    "leader",
    "limit_ratios",
    "luck",
    "measures",
    "narrow",
    "narrowing",
    "odds",
    "points_by_source",
    "save",
    "scores",
    "seat_win_share",
    "strategy_matrix",
    "svg",
    "sweep",
]
