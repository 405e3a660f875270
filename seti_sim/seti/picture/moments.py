"""A whole game in a few pictures, for a page: the board as each round begins and at the end."""

from __future__ import annotations

from typing import Any

from seti_sim.charts.drawing import Drawing, Panel
from seti_sim.charts.style import PALE, SOFT

from .pieces import Scene, count, piece
from .shared import when
from .sky import sky

WIDTH, _WORDS = 260, 92
_ROWS = (
    "points", "credits", "energy", "publicity", "data", "cards in hand", "techs", "orbits, landings", "traces", "sectors won",
)  # fmt: skip


def moments(start: Any, whole: Any) -> list[tuple[str, list[Panel]]]:
    """(which moment, its panels) of a game, from its beginning `start` to its end `whole`; neither is changed."""
    game, found, round_ = start.clone(), [], 0
    for code in whole.history:
        if game.round > round_ and game.decision == "turn":
            round_ = game.round
            found.append(_moment(game))
        game.apply(code)
    return [*found, _moment(game)]


def _moment(game: Any) -> tuple[str, list[Panel]]:
    scene = Scene(game.rules, game.to_json())
    told = when(scene) if game.is_over else f"Round {game.round} begins"
    return told, [sky(scene), table(scene)]


def table(scene: Scene) -> Panel:
    """What the seats have, a column each."""
    drawing = Drawing()
    seats = scene.position["seats"]
    numbers = {seat: _numbers(scene, seat, have) for seat, have in seats.items()}
    step = (WIDTH - _WORDS) / len(seats)
    for i, word in enumerate(_ROWS):
        drawing.line(0, 23 + 19 * i, WIDTH, 23 + 19 * i, stroke=PALE)
        drawing.text(2, 36.5 + 19 * i, word, 10.5, fill=SOFT)
    for k, seat in enumerate(seats):
        x = _WORDS + step * (k + 0.5)
        with drawing.group(text_anchor="middle", font_size=12):
            piece(drawing, scene, "seat-of", seat, x, 11, 8)
            for i, n in enumerate(numbers[seat]):
                drawing.text(x, 37 + 19 * i, n, 12, anchor="middle")
    told = "; ".join(f"{seat}: " + ", ".join(f"{word} {n}" for word, n in zip(_ROWS, numbers[seat])) for seat in seats)
    return Panel("table", told, WIDTH, 25 + 19 * len(_ROWS), str(drawing))


def _numbers(scene: Scene, seat: str, have) -> list[int]:
    """The numbers of a seat, in the order of `_ROWS`."""
    position = scene.position
    planets = position["planets"].values()
    craft = sum(planet[key].get(seat, 0) for planet in planets for key in ("orbiters", "landers"))
    craft += sum(seats.count(seat) for seats in position["moons"].values())
    traces = sum(_traces(slot, seat) for slot in position["species"].values())
    sectors = sum(star["wins"].count(seat) for star in position["stars"].values())
    techs = sum(position["solo"]["techs"].values()) if seat == scene.rival else len(have["techs"])
    resources = [have[key] for key in ("vp", "credits", "energy", "publicity", "data")]
    return [*resources, count(have["hand"]), techs, craft, traces, sectors]


def _traces(slot, seat: str) -> int:
    board = [held for column in slot.get("board", {}).values() for held in column]
    marks = [mark for held in board for mark in (held if isinstance(held, list) else [held])]
    return [*marks, *slot["spaces"].values()].count(seat) + sum(kind.get(seat, 0) for kind in slot["overflow"].values())
