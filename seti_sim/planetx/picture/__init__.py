"""A position of The Search for Planet X as a picture: the sky with its objects, theories and pawns beside a table of the seats.

`picture` makes one SVG for a screen or a page. It shows all that is hidden, too, or what one seat knows. Equal positions have equal
pictures.
"""

from __future__ import annotations

from typing import Any

from seti_sim.charts.drawing import picture as composed

from .scene import Scene, scene
from .seats import panel as seats
from .sky import panel as sky

WIDE, _GAP, _SKY = 1100, 16, 700


def picture(game: Any, seen_by: str | None = None) -> str:
    """The position of a `Game` as one SVG, 1100 units wide; `seen_by`: with what that seat knows and no more."""
    shown = scene(game, seen_by)
    heaven, beside = sky(shown), seats(shown, WIDE - _SKY - 3 * _GAP)
    placed = [(heaven, _GAP, _GAP, _SKY), (beside, _SKY + 2 * _GAP, _GAP, beside.width)]
    height = max(heaven.height * _SKY / heaven.width, beside.height) + 2 * _GAP
    return composed(placed, WIDE, height, caption(shown))


def caption(shown: Scene) -> str:
    """Which game and which moment, in a few words."""
    return f"{shown.title}; {shown.when}"


__all__ = ["caption", "picture"]
