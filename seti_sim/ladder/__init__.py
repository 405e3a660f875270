"""The ladder: players against each other from every seat, their ratings and steps with intervals, what they play like."""

from .match import Ladder, play_ladder
from .rating import ratings, share
from .tell import as_study, to_markdown

__all__ = ["Ladder", "as_study", "play_ladder", "ratings", "share", "to_markdown"]
