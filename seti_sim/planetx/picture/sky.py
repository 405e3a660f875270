"""The sky as a ring of sectors: what they hold, which are visible, theories on their cells, pawns and symbols on the time track."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, arc, around, number, wedge
from seti_sim.charts.style import INK, PALE, SEATS, SOFT

from .scene import Scene, Token

SIZE = 700.0
_MIDDLE = SIZE / 2
_EARTH, _OBJECT, _LAST, _FIRST, _PAWNS, _EDGE = 62.0, 116.0, 166.0, 266.0, 312.0, 336.0
"""Radii: of the Earth, of the middle of the objects, of the inner edge of the last cell and the outer edge of the first, of the
outer edge of the track, of the numbers."""
DAY, NIGHT = "#fff6d8", "#e3e7f0"
FACES = {"A": "#8a7a6b", "C": "#3f8fc4", "D": "#a9672f", "G": "#8d6fb0", "X": "#0b1f3a", "E": "#fff"}
RIGHT = "#1d7a3a"


def panel(scene: Scene) -> Panel:
    """The ring, with the arrow in its middle."""
    drawing = Drawing()
    step = 360 / scene.sectors
    for sector in range(scene.sectors):
        _sector(drawing, scene, sector, step)
    for sector, names in scene.symbols.items():
        _symbols(drawing, scene, (sector + 1) * step - step / 2, step, names)
    for sector, seats in scene.pawns.items():
        _pawns(drawing, scene, sector * step, step, seats)
    _earth(drawing, scene, step)
    shown = ", ".join(f"{i + 1} {letter or '?'}" for i, letter in enumerate(scene.objects))
    return Panel("sky", f"The sky: {shown}", SIZE, SIZE, str(drawing))


def _sector(drawing: Drawing, scene: Scene, sector: int, step: float) -> None:
    """One sector, its middle at `sector * step` degrees from the top."""
    at, visible = sector * step, (sector - scene.arrow) % scene.sectors < scene.visible
    letter, known = scene.objects[sector], scene.open_[sector]
    with drawing.group(
        f"sector {sector + 1}{', visible' if visible else ''}", class_=f"sector {'day' if visible else 'night'}"
    ):
        ground = wedge(_MIDDLE, _MIDDLE, _EARTH + 14, _PAWNS, at - step / 2, at + step / 2)
        drawing.path(ground, fill=DAY if visible else NIGHT, stroke="#fff", stroke_width=2)
        for cell in range(1, scene.cells):
            radius = _FIRST - cell * (_FIRST - _LAST) / scene.cells
            drawing.path(
                arc(_MIDDLE, _MIDDLE, radius, at - step / 2 + 1, at + step / 2 - 1),
                fill="none",
                stroke="#fff",
                stroke_width=1.4,
            )
        for radius in (_LAST, _FIRST):
            drawing.path(
                arc(_MIDDLE, _MIDDLE, radius, at - step / 2 + 1, at + step / 2 - 1), fill="none", stroke=PALE, stroke_width=1.2
            )
        if known and letter and letter not in "EX":
            ring = wedge(_MIDDLE, _MIDDLE, _EARTH + 17, _LAST - 3, at - step / 2 + 1.2, at + step / 2 - 1.2)
            drawing.path(ring, fill="none", stroke=RIGHT, stroke_width=2.2)
        x, y = around(_MIDDLE, _MIDDLE, _EDGE, at)
        drawing.text(x, y + 5, sector + 1, 15, anchor="middle", font_weight="bold")
        x, y = around(_MIDDLE, _MIDDLE, _OBJECT, at)
        body(drawing, letter, known, x, y, 15 if scene.sectors > 12 else 18)
        if scene.ruled_out[sector]:
            x, y = around(_MIDDLE, _MIDDLE, _LAST - 9, at)
            drawing.text(x, y + 3, f"no {' '.join(scene.ruled_out[sector])}", 9, anchor="middle", fill="#a3260f")
    _tokens(drawing, scene, at, step, scene.tokens[sector])


def body(drawing: Drawing, letter: str, known: bool, x: float, y: float, r: float) -> None:
    """An object with its letter; pale with a dashed edge where not all know it, a question mark where nobody does who looks."""
    if not letter:
        drawing.text(x, y + 5, "?", 14, anchor="middle", fill=SOFT)
        return
    n = number
    style = {"fill": FACES[letter] if known else "#fff", "stroke": INK if known else SOFT, "stroke_width": 1.2}
    style |= {} if known and letter != "E" else {"stroke_dasharray": "3 2.5"}
    with drawing.group(class_=f"object {letter}", transform=f"translate({n(x)} {n(y)})", **style):
        if letter == "A":
            points = [(0, -1), (0.75, -0.72), (1, 0.1), (0.62, 0.85), (-0.2, 1), (-0.95, 0.55), (-0.9, -0.45)]
            drawing.path("M" + "L".join(f"{n(a * r)} {n(b * r)}" for a, b in points) + "Z")
        elif letter == "C":
            drawing.path(f"M{n(-0.5 * r)} {n(-0.5 * r)}L{n(1.15 * r)} {n(-1.15 * r)}L{n(0.5 * r)} {n(0.5 * r)}Z")
            drawing.circle(-0.12 * r, 0.12 * r, 0.78 * r)
        elif letter == "G":
            parts = "".join(f"A{n(s * r)} {n(s * r)} 0 0 1 {n(a * r)} {n(b * r)}" for s, a, b in _CLOUD)
            drawing.path(f"M{n(-0.95 * r)} {n(0.55 * r)}{parts}Z")
        else:
            drawing.circle(0, 0, r * (1.1 if letter == "X" else 0.85 if letter == "E" else 0.95))
        ink = "#fff" if known and letter != "E" else INK
        down = 0.12 * r if letter == "C" else 0
        drawing.text(
            -down, down + r * 0.37, letter, round(r * 1.05, 1), anchor="middle", font_weight="bold", fill=ink, stroke="none"
        )


_CLOUD = ((0.6, -0.7, -0.4), (0.7, 0.55, -0.6), (0.65, 0.95, 0.55))
"""Arcs of a gas cloud from its left foot: radius and end."""


def _tokens(drawing: Drawing, scene: Scene, at: float, step: float, tokens: tuple[Token, ...]) -> None:
    """Theories on their cells, those of one cell side by side."""
    deep = (_FIRST - _LAST) / scene.cells
    by_cell: dict[int, list[Token]] = {}
    for token in tokens:
        by_cell.setdefault(token.cell, []).append(token)
    for cell, here in by_cell.items():
        radius = _FIRST - (cell - 0.5) * deep
        room = step * 0.86
        r = min(deep * 0.44, radius * room * 3.1416 / 180 / (2.1 * len(here)))
        wide = 2.15 * r / radius * 180 / 3.1416
        for i, token in enumerate(here):
            x, y = around(_MIDDLE, _MIDDLE, radius, at + (i - (len(here) - 1) / 2) * wide)
            piece(drawing, scene, token, x, y, r)


def piece(drawing: Drawing, scene: Scene, token: Token, x: float, y: float, r: float) -> None:
    """A theory: a ring in the colour of its seat while it lies face down, filled once it is right; seat and letter inside."""
    face, ink = SEATS[token.seat]
    said = f"{sign(scene, token.seat)}{token.letter}"
    with drawing.group(class_=f"theory {scene.rows[token.seat].name} {'right' if token.right else 'down'}"):
        drawing.circle(x, y, r, fill=face if token.right else "#fff", stroke=face, stroke_width=2)
        size = round(min(r * 1.02, 11), 1)
        drawing.text(x, y + size * 0.36, said, size, anchor="middle", font_weight="bold", fill=ink if token.right else INK)


def sign(scene: Scene, seat: int) -> str:
    """What stands in the pieces of a seat: its number, b of the bot."""
    name = scene.rows[seat].name
    return "b" if name == "bot" else name[1:]


def _pawns(drawing: Drawing, scene: Scene, at: float, step: float, seats: list[int]) -> None:
    """Pawns on the time track; the hindmost, who plays first, counter-clockwise of the others."""
    radius, r = (_FIRST + _PAWNS) / 2 + 4, 12.0
    wide = min(2.2 * r / radius * 180 / 3.1416, step * 0.8 / max(len(seats), 1))
    for i, seat in enumerate(seats):
        x, y = around(_MIDDLE, _MIDDLE, radius, at + (i - (len(seats) - 1) / 2) * wide)
        pawn(drawing, scene, seat, x, y, r)


def pawn(drawing: Drawing, scene: Scene, seat: int, x: float, y: float, r: float) -> None:
    """A pawn: a figure in the colour of its seat, with its number."""
    face, ink = SEATS[seat]
    n = number
    with drawing.group(class_=f"pawn {scene.rows[seat].name}", transform=f"translate({n(x)} {n(y)})", fill=face, stroke="#fff"):
        drawing.path(f"M{n(-0.8 * r)} {n(r)}L0 {n(-1.15 * r)}L{n(0.8 * r)} {n(r)}Z")
        drawing.text(
            0, 0.78 * r, sign(scene, seat), round(r * 1.05, 1), anchor="middle", font_weight="bold", fill=ink, stroke="none"
        )


def _symbols(drawing: Drawing, scene: Scene, at: float, step: float, names: list[str]) -> None:
    """What is held when the arrow leaves a sector, on the line to the next one (`at` degrees)."""
    for i, name in enumerate(names):
        x, y = around(_MIDDLE, _MIDDLE, _PAWNS + 8 - 20 * i, at)
        if name == "theories":
            drawing.path(
                f"M{number(x)} {number(y - 9)}l9 9-9 9-9-9Z",
                fill="#fff",
                stroke=INK,
                stroke_width=1.2,
                class_="symbol theories",
            )
            drawing.text(x, y + 3.6, "T", 11, anchor="middle", font_weight="bold")
        else:
            drawing.circle(x, y, 11, fill=INK, class_=f"symbol {name}")
            drawing.text(x, y + 3.6, name, 11, anchor="middle", font_weight="bold", fill="#fff")


def _earth(drawing: Drawing, scene: Scene, step: float) -> None:
    """The Earth with its arrow, and an arc over what is visible."""
    at = scene.arrow * step
    drawing.circle(_MIDDLE, _MIDDLE, _EARTH - 8, fill="#2f7fb5", stroke=INK, stroke_width=1)
    start, end = at - step / 2 + 1, at + (scene.visible - 0.5) * step - 1
    drawing.path(arc(_MIDDLE, _MIDDLE, _EARTH + 6, start, end), fill="none", stroke="#c98f10", stroke_width=5)
    with drawing.group(
        f"the arrow points at sector {scene.arrow + 1}",
        class_="arrow",
        transform=f"rotate({number(at)} {number(_MIDDLE)} {number(_MIDDLE)})",
    ):
        top = _MIDDLE - _EARTH - 10
        drawing.path(f"M{number(_MIDDLE)} {number(top)}l11 18h-6v15h-10v-15h-6Z", fill="#fff", stroke=INK, stroke_width=1.2)
    drawing.text(_MIDDLE, _MIDDLE + 4, f"sector {scene.arrow + 1}", 12, anchor="middle", font_weight="bold", fill="#fff")
