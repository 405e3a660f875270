"""Planets with what is in orbit around them, what has landed, and their moons."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, heading, length
from seti_sim.charts.style import SOFT

from .pieces import GOLD, Scene, body, box, empty, row, title
from .words import points_or_short

_LINE = 15.5
_TOP = 17


def planets(scene: Scene, width: float) -> Panel:
    """The planets, in as many columns as there is room for."""
    drawing = Drawing()
    heading(drawing, "Planets and moons")
    there = scene.position["planets"]
    columns = 2 if width < 560 else 4
    wide = (width - 6 * (columns - 1)) / columns
    names = list(there)
    y = float(_TOP)
    for first in range(0, len(names), columns):
        cells = names[first : first + columns]
        high = max(_high(scene, name, wide) for name in cells)
        for i, name in enumerate(cells):
            _planet(drawing, scene, name, i * (wide + 6), y, wide, high)
        y += high + 6
    reached = [name for name, have in there.items() if have["orbiters"] or have["landers"]]
    told = f"Planets: {', '.join(scene.name('planets', name) for name in reached) or 'none'} reached"
    return Panel("planets", told, width, y - 6, str(drawing))


def _moons(scene: Scene, planet: str) -> list[str]:
    return [moon for moon in scene.position["moons"] if scene.rules.tree["moons"][moon]["planet"] == planet]


def _rows_of_moons(scene: Scene, planet: str, wide: float) -> list[list[str]]:
    """Moons, broken into lines where they have no room beside each other."""
    rows: list[list[str]] = []
    left = 0.0
    for moon in _moons(scene, planet):
        need = _room_of(moon)
        if not rows or need > left:
            rows.append([])
            left = wide - 50
        rows[-1].append(moon)
        left -= need
    return rows


def _room_of(moon: str) -> float:
    return 17 + length(title(moon), 7.5) + 5


def _high(scene: Scene, planet: str, wide: float) -> float:
    samples = 1 if _samples(scene, planet) else 0
    return 17 + _LINE * (2 + len(_rows_of_moons(scene, planet, wide)) + samples)


def _samples(scene: Scene, planet: str) -> int:
    """Samples that lie face down at a planet."""
    lying = [slot["samples"][planet] for slot in scene.position["species"].values() if planet in slot.get("samples", {})]
    return sum(len(found) if isinstance(found, list) else found for found in lying)


def _planet(drawing: Drawing, scene: Scene, planet: str, x: float, y: float, wide: float, high: float) -> None:
    have = scene.position["planets"][planet]
    entry = scene.rules.tree["planets"].get(planet) or scene.rules.tree["species"][planet]["body"]
    name = scene.name("planets", planet)
    orbiters = [seat for seat, n in have["orbiters"].items() for _ in range(n)]
    if have["first_orbit"]:  # the first one first
        orbiters.remove(have["first_orbit"])
        orbiters.insert(0, have["first_orbit"])
    on_spaces = [seat for space in have["data"] for seat in space]
    others = [seat for seat, n in have["landers"].items() for _ in range(n - on_spaces.count(seat))]
    said = f"{name}: in orbit {', '.join(orbiters) or 'nobody'}; landed {', '.join(on_spaces + others) or 'nobody'}"
    with drawing.group(said, class_="planet"):
        box(drawing, x, y, wide, high)
        drawing.add(
            "ellipse",
            cx=x + 22,
            cy=y + high / 2 + 3,
            rx=19,
            ry=19,
            fill="none",
            stroke=SOFT,
            stroke_width=0.7,
            stroke_dasharray="2 2",
        )
        body(drawing, planet, name, x + 22, y + high / 2 + 3, 13)
        drawing.text(x + 46, y + 12, name, 9.5, room=wide - 50, font_weight="bold")
        left, line = x + 46, y + 12 + _LINE
        drawing.text(left, line - 2, "orbit", 7.5, fill=SOFT)
        row(drawing, scene, "orbiter", orbiters, left + 25, line - 4.5, 5, wide - 78)
        if not have["first_orbit"]:
            empty(drawing, left + 30, line - 4.5, 5.5, points_or_short(_first_orbit(scene, planet)), GOLD)
        line += _LINE
        drawing.text(left, line - 2, "land", 7.5, fill=SOFT)
        _landed(drawing, scene, entry, have["data"], others, left + 24, line - 4.5, wide - 74)
        for moons in _rows_of_moons(scene, planet, wide):
            line += _LINE
            _moon_row(drawing, scene, moons, left, line)
        if samples := _samples(scene, planet):
            drawing.text(left, line + _LINE - 2, f"{samples} sample{'s' if samples > 1 else ''} face down", 7.5, fill="#5d2f7c")


def _first_orbit(scene: Scene, planet: str):
    species = scene.rules.tree["species"].get(planet, {})
    return species.get("body", {}).get("orbit_first") or scene.rules.tree["planet_rules"]["orbit_first"]


def _landed(drawing: Drawing, scene: Scene, entry, spaces, others, x: float, y: float, room: float) -> None:
    """Spaces of the first landers with their data, then all the others."""
    for seats, reward in zip(spaces, entry["land_first"], strict=True):
        if seats:
            x = row(drawing, scene, "lander", seats, x, y, 5.4, 30) + 3
        else:
            empty(drawing, x + 6, y, 5.5, points_or_short(reward), GOLD)
            x += 15
            room -= 15
    row(drawing, scene, "lander", others, x, y, 5.4, max(room, 12))


def _moon_row(drawing: Drawing, scene: Scene, moons, x: float, line: float) -> None:
    for moon in moons:
        seats = scene.position["moons"][moon]
        with drawing.group(f"{title(moon)}: {', '.join(seats) or 'nobody'}", class_="moon"):
            if seats:
                row(drawing, scene, "lander", seats, x, line - 4.5, 5.4, 13)
            else:
                drawing.circle(x + 5, line - 4.5, 4.2, fill="#d5d9de", stroke=SOFT, stroke_width=0.6)
            drawing.text(x + 14, line - 2, title(moon), 7.5)
        x += _room_of(moon)
