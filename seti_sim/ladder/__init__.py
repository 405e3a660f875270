"""The ladder: players against each other, how strong each is and how each scores. `match` plays, `rating` estimates."""

from .match import Ladder, play_ladder
from .rating import ratings, steps, table, to_markdown

__all__ = ["Ladder", "play_ladder", "ratings", "steps", "table", "to_markdown"]
