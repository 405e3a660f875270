"""A position of SETI as a picture: `picture` as one SVG for a screen or a page, `panels` as parts that flow.

What is drawn is the position as `Game.to_json` writes it, hidden cards too, or as one seat sees it. Equal positions
have equal pictures.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from seti_sim.charts.drawing import Panel
from seti_sim.charts.drawing import picture as composed
from seti_sim.charts.style import INK

from .bodies import planets
from .pieces import Scene
from .seats import seat
from .shared import cards, gold, solo, techs, top, when
from .sky import sky
from .species import species

WIDE, NARROW, _GAP = 1280, 400, 14


def picture(game: Any, seen_by: str | None = None) -> str:
    """The position of a `Game` as one SVG, 1280 units wide; `seen_by`: without what that seat cannot see."""
    scene = _scene(game, seen_by)
    y, inner = 12.0, WIDE - 2 * _GAP
    placed: list[tuple[Panel, float, float, float]] = []

    def put(panel: Panel, x: float, y: float, width: float) -> float:
        placed.append((panel, x, y, width))
        return y + panel.height * width / panel.width + _GAP

    y = put(top(scene, inner), _GAP, y, inner)
    heaven, right = 640, WIDE - 640 - 3 * _GAP
    under = put(cards(scene, heaven), _GAP, put(sky(scene), _GAP, y, heaven), heaven)
    x, down = heaven + 2 * _GAP, y
    beside = (planets(scene, right), species(scene, right), techs(scene, right), gold(scene, right), solo(scene, right))
    for panel in beside:
        if panel is not None:
            down = put(panel, x, down, right)
    y = max(under, down)
    wide = (inner - _GAP * (len(scene.seats) - 1)) / len(scene.seats)
    ends = [put(seat(scene, name, wide), _GAP + i * (wide + _GAP), y, wide) for i, name in enumerate(scene.seats)]
    return composed(placed, WIDE, max(ends), f"SETI: {when(scene)}")


def panels(game: Any, seen_by: str | None = None, width: float = NARROW) -> list[Panel]:
    """The same in parts, each as wide as a phone's screen, for pages on which they flow."""
    scene = _scene(game, seen_by)
    parts: list[Panel | None] = [
        top(scene, width),
        sky(scene),
        planets(scene, width),
        species(scene, width),
        techs(scene, width),
    ]
    parts += [gold(scene, width), cards(scene, width), solo(scene, width), *(seat(scene, name, width) for name in scene.seats)]
    return [part for part in parts if part is not None]


def html(game: Any, seen_by: str | None = None) -> str:
    """The panels for a notebook: as many columns as there is room for, under a caption."""
    shown = "".join(
        f'<div style="break-inside:avoid;margin:0 0 12px">{_flowing(panel)}</div>' for panel in panels(game, seen_by)
    )
    told = f'<figcaption style="font-weight:600;margin-bottom:8px">{escape(caption(game))}</figcaption>'
    return f'<figure style="margin:0;padding:8px;background:#fff;color:{INK}">{told}<div style="columns:3 360px;column-gap:16px">{shown}</div></figure>'


def _flowing(panel: Panel) -> str:
    return panel.svg().replace("<svg ", '<svg style="width:100%;height:auto;display:block" ', 1)


def caption(game: Any) -> str:
    """Which game and which moment, in a few words."""
    scene = _scene(game, None)
    who = f"solo, level {scene.position['solo']['level']}" if scene.rival else f"{len(scene.seats)} players"
    return f"SETI, {who}, seed {game.seed}, game {game.game}: {when(scene)}, after {scene.position['decisions']} actions"


def _scene(game: Any, seen_by: str | None) -> Scene:
    return Scene(game.rules, game.to_json() if seen_by is None else game.view(seen_by))


__all__ = ["caption", "html", "panels", "picture"]
