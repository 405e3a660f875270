"""A position of The Search for Planet X as a picture: the sky with its objects, theories and pawns beside a table of the seats.

`picture` makes one SVG for a screen or a page. It shows all that is hidden, too, or what one seat knows. Equal positions have equal
pictures.
"""

from __future__ import annotations

from typing import Any

from seti_sim.charts.drawing import Panel
from seti_sim.charts.drawing import picture as composed

from .scene import Scene, scene
from .seats import panel as seats
from .sky import panel as sky

WIDE, NARROW, _GAP, _SKY = 1100, 400, 16, 700
PARTS = 5
"""Of a game told in pictures: a picture after each."""


def picture(game: Any, seen_by: str | None = None) -> str:
    """The position of a `Game` as one SVG, 1100 units wide; `seen_by`: with what that seat knows and no more."""
    shown = scene(game, seen_by)
    heaven, beside = sky(shown), seats(shown, WIDE - _SKY - 3 * _GAP)
    placed = [(heaven, _GAP, _GAP, _SKY), (beside, _SKY + 2 * _GAP, _GAP, beside.width)]
    height = max(heaven.height * _SKY / heaven.width, beside.height) + 2 * _GAP
    return composed(placed, WIDE, height, caption(shown))


def panels(game: Any, seen_by: str | None = None, width: float = NARROW) -> list[Panel]:
    """The same in two parts, the sky and the seats, for pages on which they flow."""
    shown = scene(game, seen_by)
    return [sky(shown), seats(shown, width)]


def moments(start: Any, whole: Any) -> list[tuple[str, list[Panel]]]:
    """(which moment, its panels) of a game from its beginning `start` to its end `whole`, about equally far from one another;
    neither is changed."""
    game, found, actions = start.clone(), [], len(whole.history)
    stops = {round(actions * part / PARTS) for part in range(PARTS)}
    for done, code in enumerate(whole.history):
        if done in stops:
            found.append((f"After {done} of {actions} actions" if done else "Before the first action", panels(game)))
        game.apply(code)
    return [*found, (f"The end, after {actions} actions", panels(game))]


def caption(shown: Scene) -> str:
    """Which game and which moment, in a few words."""
    return f"{shown.title}; {shown.when}"


__all__ = ["caption", "moments", "panels", "picture"]
