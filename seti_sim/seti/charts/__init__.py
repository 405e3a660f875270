"""Charts of SETI beside those of any game: one function a chart, a frame of estimates in, a matplotlib Figure out."""

from seti_sim.charts import (
    NARROW,
    comparison,
    first_player,
    half_widths,
    headed,
    komi,
    narrow,
    narrowing,
    odds,
    points_by_source,
    save,
    scores,
    seat_win_share,
    svg,
    sweep,
)
from seti_sim.seti.charts.cards import card_again, card_effects, card_overview, card_rates, card_rounds
from seti_sim.seti.charts.play import actions_by_round, gold, pacing, places, techs
from seti_sim.seti.charts.species import species_leaders, species_measures, species_seats
from seti_sim.seti.charts.timing import openings, win_share_by_round

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
