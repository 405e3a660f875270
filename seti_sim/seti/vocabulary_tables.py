"""The words of what a game writes down: rows of its log, what becomes of cards, where points come from, a seat's results.

The engine's numbers and the tables of a run are made from them: a word's place in its group is its number. Nothing is
imported here, for `setup.py` reads the numbers before there is a package.
"""

from __future__ import annotations

# Rows of the log (LOG_…): what `item`, `a` and `b` hold, besides seat, round and turn.
LOG_ROWS = {
    "none": "",
    "arrive": "item: card, a: where it comes from (ARRIVAL_), b: cards of its deck",
    "leave": "item: card, a: FATE_",
    "refill": "item: card, b: cards of the deck",
    "stack": "item: card, a: stack, b: cards of the deck",
    "tile": "item: tech, a: bonus, b: tiles left",
    "tech": "item: tech, a: bonus, b: whether with two points",
    "gold": "item: tile, a: marks before, b: score of the milestone",
    "discover": "item: slot",
    "gold-score": "item: tile, a: how many, b: points",
    "reshuffle": "b: cards of the deck",
    "reveal": "item: card, b: cards of the deck",
    "trace": "item: slot * N_TRK + kind, a: 0 discovery space, 1 overflow, 2 and on board",
    "species-score": "item: slot, a: what for, b: points",
    "turn-up": "item: card, a: slot, b: cards of its deck",
    "rival-line": "item: card, a: line done, b: RVL_ + 256 planet flown to",
    "rival-skip": "item: card, a: line not possible, b: WHY_ + 256 number",
    "rival-pass": "",
    "progress": "item: space, b: steps",
    "reinforce": "item: card of the rival, NONE: the reserve is empty",
    "objective": "item: objective, a: OBJ_, b: task",
    "orbit": "item: planet, a: whether its first orbiter",
    "land": "item: planet, a: space for first landers covered, from 1, b: moon, from 1",
}
ARRIVALS = ("dealt", "deck", "row", "stack", "returned", "species")
"""Where a card comes from that a seat gets."""
FATES = ("played", "tucked", "corner", "signal", "exchanged", "discarded")
"""What becomes of a card that leaves a hand; one that is still there at the end is held."""

# Where points come from, for the breakdown of a score: a few words for charts, and what falls under it.
POINTS = {
    "start": ("start", "printed starting points of the seat"),
    "orbit": ("orbits", "orbiting a planet, the first place included"),
    "land": ("landings", "landing on a planet"),
    "moon": ("moons", "landing on a moon"),
    "signal": ("signals", "second spaces of sectors"),
    "sector": ("sectors won", "rewards for winning sectors"),
    "trace": ("traces", "marking traces, the discovery spaces and overflow included"),
    "tech": ("techs", "2-point tiles and points printed on tech tiles"),
    "computer": ("computer", "spaces of the computer"),
    "card": ("played cards", "effects of played cards"),
    "mission": ("missions", "missions completed, triggered ones included"),
    "endgame": ("end-of-game cards", "end-of-game cards"),
    "gold": ("gold tiles", "gold scoring tiles"),
    "species_left": ("left species", "the board, tokens and cards of the species in the left slot"),
    "species_right": ("right species", "the same of the species in the right slot"),
    "other": ("other", "anything else"),
}

# What a batch of games holds of a seat at the end.
RESULTS = (
    "score",
    *(f"points_{source}" for source in POINTS),
    "credits",
    "energy",
    "publicity",
    "data",
    "hand",
    "techs_probe",
    "techs_telescope",
    "techs_computer",
    "traces_signal",
    "traces_lander",
    "traces_analysis",
    "wins",
    "orbiters",
    "landers",
    "missions",
    "endgame_cards",
    "income_credits",
    "income_energy",
    "income_card",
    "income_data",
    "income_publicity",
    "delivered",
)
