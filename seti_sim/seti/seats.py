"""How many can play: four, and what a fifth seat would have to have."""

FIFTH = (
    "a fifth seat is not in the game: it would need its own setup.start_vp, setup.start and setup.income, "
    'milestones.neutral_markers."5", a fifth tile with its bonus of each tech, a fifth of species.centaurians.message_rewards, '
    "secret cards for five (species.exertians.cards_per_player), and an engine and players that know five seats "
    "(docs/writing-a-variant.md, Five players)"
)
"""Follows the line that refuses five players, and five of what each seat has."""
