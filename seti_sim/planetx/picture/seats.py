"""Beside the sky: which game and moment, a table of the seats, conferences that were held, and what the signs mean."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, heading, lines
from seti_sim.charts.style import INK, PALE, SOFT
from seti_sim.planetx.notation import NAMES
from seti_sim.planetx.rules import LETTERS

from .scene import Row, Scene, Token
from .sky import RIGHT, body, pawn, piece


def panel(scene: Scene, width: float) -> Panel:
    """All of it, from the top."""
    drawing, y = Drawing(), 14.0
    for text in lines(scene.title, 0.9 * width, 13):  # bold is wider
        drawing.text(0, y, text, 13, font_weight="bold")
        y += 17
    for text in lines(scene.when + (f"; as {scene.seen_by} sees it" if scene.seen_by else ""), width, 11):
        drawing.text(0, y, text, 11)
        y += 14
    y += 14
    heading(drawing, "Seats", y)
    y += 10
    for seat, row in enumerate(scene.rows):
        y = _seat(drawing, scene, seat, row, y, width)
    if scene.clues:
        y += 18
        heading(drawing, "Conferences", y)
        y += 6
        for clue in scene.clues:
            for text in lines(clue, width, 10.5):
                y += 14
                drawing.text(0, y, text, 10.5)
    y = _legend(drawing, scene, y + 26, width)
    return Panel("seats", scene.title, width, y, str(drawing))


def _seat(drawing: Drawing, scene: Scene, seat: int, row: Row, y: float, width: float) -> float:
    """A seat in four lines or three."""
    drawing.line(0, y, width, y, stroke=PALE)
    pawn(drawing, scene, seat, 14, y + 26, 12)
    won = ", wins" if row.wins else ""
    points = f"{row.points} point{'' if row.points == 1 else 's'}{won}; " if row.points is not None else ""
    head = f"{row.name}: {points}time {row.time}, sector {row.time % scene.sectors + 1}"
    told = [
        f"tokens left {row.left}; targets left {row.targets}",
        f"topics read {row.topics}" if row.topics else "no topic read",
    ]
    if row.knows is not None:
        places = row.knows.planet_x
        where = f"in {len(places)} sectors" if len(places) > 3 else f"in {' or '.join(map(str, places))}"
        told.insert(0, f"{row.knows.left:,} arrangements left, Planet X {where}")
        told[2] += f"; {len(row.knows.settled)} sector{'' if len(row.knows.settled) == 1 else 's'} settled"
    elif row.name == "bot":
        told = ["goes by its script", told[0]]
    drawing.text(34, y + 18, head, 11.5, width - 34, font_weight="bold")
    for i, text in enumerate(told):
        drawing.text(34, y + 33 + 14 * i, text, 10.5, width - 34)
    return y + 42 + 14 * (len(told) - 1)


def _legend(drawing: Drawing, scene: Scene, y: float, width: float) -> float:
    """What the signs mean."""
    heading(drawing, "Signs", y)
    y += 24
    for i, letter in enumerate(LETTERS):
        x = 12 + (i % 2) * width / 2
        body(drawing, letter, True, x, y, 10)
        drawing.text(x + 18, y + 4, NAMES[letter], 10.5, width / 2 - 20)
        y += 26 * (i % 2)
    hidden = "settled for this seat" if scene.seen_by else "hidden from the seats"
    body(drawing, "A", False, 12, y, 10)
    drawing.text(30, y + 4, f"white with a dashed edge: {hidden}", 10.5, width - 30)
    y += 26
    drawing.rect(2, y - 9, 20, 18, fill="none", stroke=RIGHT, stroke_width=2.2)
    drawing.text(30, y + 4, "confirmed by a review, or known at the end", 10.5, width - 30)
    for right, words in ((False, "theory of P1, face down: an asteroid"), (True, "theory that is known to be right")):
        y += 26
        piece(drawing, scene, Token(0, "A", 1, right), 12, y, 10)
        drawing.text(30, y + 4, f"{words}{'; it moves inwards' if not right else ''}", 10.5, width - 30)
    y += 26
    drawing.path(f"M12 {y - 9:.1f}l9 9-9 9-9-9Z", fill="#fff", stroke=INK, stroke_width=1.2)
    drawing.text(12, y + 3.6, "T", 10, anchor="middle", font_weight="bold")
    held = "comes to it" if scene.enters else "leaves it"
    drawing.text(30, y + 4, f"T theory phase, X1 conference: when the arrow {held}", 10.5, width - 30)
    y += 22
    drawing.text(0, y, "Yellow: the visible sky, from the arrow on.", 10.5, width, fill=SOFT)
    return y + 8
