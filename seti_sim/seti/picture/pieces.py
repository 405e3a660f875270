"""Pieces, tokens and bodies of SETI as shapes. A piece has the shape of its kind, the colour and the number of its seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seti_sim.charts.drawing import Drawing, number
from seti_sim.charts.style import ACCENT, INK, PALE, SEATS, SOFT

SHAPES = {
    "probe": "M0-1.35L.95-.4V1.05H-.95V-.4Z",
    "capsule": "M0-1.3L1.3 0 0 1.3-1.3 0Z",
    "lander": "M-.6-1H.6L1.15 1H-1.15Z",
}
"""Kinds of pieces that are no discs."""
LETTERS = {"text_anchor": "middle", "font_weight": "bold"}
"""Of a group of pieces, so that each need not say it."""
WARM = "#a3260f"
GOLD = "#c98f10"
NEUTRAL = ("#fff", INK)
BODIES = {
    "earth": "#2f7fb5",
    "mercury": "#9a8f86",
    "venus": "#d8ad5a",
    "mars": "#c0563a",
    "jupiter": "#c99a6b",
    "saturn": "#d9bf86",
    "uranus": "#7fbfc4",
    "neptune": "#4666b0",
}
COLORS = {"blue": "#2a6fb0", "black": "#1b1b1b", "red": "#b8321e", "yellow": "#e0b400"}
_LIGHT = ("venus", "saturn", "uranus", "jupiter", "mercury")


@dataclass(frozen=True)
class Scene:
    """What is drawn: rules and a position as `Game.to_json` or `Game.view` writes it."""

    rules: Any
    position: dict[str, Any]

    @property
    def seats(self) -> list[str]:
        return list(self.position["seats"])

    @property
    def rival(self) -> str | None:
        return self.position.get("solo", {}).get("rival")

    @property
    def over(self) -> bool:
        """Whether nobody has a turn any more."""
        return len(self.position["passed"]) == len(self.seats) or self.position["round"] > self.rules.tree["setup"]["rounds"]

    @cached_property
    def tile(self) -> str | None:
        """The species whose tile is in play."""
        names = [name for name, species in self.rules.tree["species"].items() if "tile" in species]
        return next((name for name in names if name in self.position["stars"]), None)

    def name(self, table: str, name: str) -> str:
        """What is printed on a component; its id in words where nothing is."""
        entry = self.rules.tree[table].get(name) or self.rules.tree["species"].get(name) or {}
        return str(entry.get("name") or title(name))

    def card(self, card: str) -> str:
        return str(self.rules.card_names.get(card, card))

    def cards(self, cards: list[str] | int) -> list[str]:
        """Names of cards; of those that are hidden nothing is known but how many there are."""
        return [self.card(card) for card in cards] if isinstance(cards, list) else []


def count(cards: list | int) -> int:
    """How many there are, of what is listed or only counted."""
    return len(cards) if isinstance(cards, list) else cards


def title(name: str) -> str:
    """`phobos-deimos` → `Phobos-Deimos`."""
    return name.title()


def sign(scene: Scene, seat: str) -> str:
    """What stands in the pieces of a seat: its number, R of the rival of a solo game, n of the neutral ones."""
    return "n" if seat == "neutral" else "R" if seat == scene.rival else seat[1:]


def piece(drawing: Drawing, scene: Scene, kind: str, seat: str, x: float, y: float, r: float) -> None:
    """A piece of a seat (or `neutral`), its middle at (x, y); its class names say kind and seat."""
    face, ink = NEUTRAL if seat == "neutral" else SEATS[int(seat[1:]) - 1]
    with drawing.group(class_=f"{kind} {seat}", transform=f"translate({number(x)} {number(y)})", fill=face):
        if kind == "orbiter":  # its way behind it
            drawing.add("ellipse", rx=r * 1.5, ry=r * 0.5, fill="none", stroke=INK, stroke_width=0.8, transform="rotate(-24)")
        if shape := SHAPES.get(kind):
            drawing.path(shape, transform=f"scale({number(r)})", stroke="#fff", stroke_width=0.1)
        else:
            drawing.circle(0, 0, r, **{"stroke": SOFT} if seat == "neutral" else {})
        drop = r * (0.75 if kind == "lander" else 0.62 if kind == "probe" else 0.5)
        drawing.text(0, drop, sign(scene, seat), round(1.4 * r, 1), anchor="middle", font_weight="bold", fill=ink)


def row(drawing, scene, kind: str, seats, x: float, y: float, r: float, room: float) -> float:
    """Pieces of one kind side by side from x on, nearer to each other where there is no room; where they end."""
    step = 2.25 * r if kind != "orbiter" else 3.1 * r
    step = min(step, (room - 2 * r) / max(len(seats) - 1, 1))
    if seats:
        with drawing.group(**LETTERS):
            for i, seat in enumerate(seats):
                piece(drawing, scene, kind, seat, x + r + i * step, y, r)
    return x + 2 * r + max(len(seats) - 1, 0) * step if seats else x


def data(drawing: Drawing, places: Iterable[tuple[float, float]], r: float) -> None:
    """Tokens of data at these places."""
    n = number
    shape = f"l{n(r)} {n(r)}-{n(r)} {n(r)}-{n(r)}-{n(r)}Z"
    with drawing.group(fill="#7db7dc", stroke=ACCENT, stroke_width=0.8):
        for x, y in places:
            drawing.path(f"M{n(x)} {n(y - r)}{shape}", class_="data")


def empty(drawing: Drawing, x: float, y: float, r: float, label: str = "", edge: str = SOFT) -> None:
    """A space where something can lie, with what it brings: inside, or beside it where that is too long."""
    drawing.circle(x, y, r, fill="#fff", stroke=edge, stroke_width=0.9)
    if len(label) > 2:
        drawing.text(x + r + 2, y + 2.6, label, 7.5, fill=SOFT)
    elif label:
        drawing.text(x, y + r * 0.47, label, round(1.3 * r, 1), anchor="middle", fill=SOFT)


def body(drawing: Drawing, name: str, shown: str, x: float, y: float, r: float) -> None:
    """A planet, or the tile of a species, with the first letters of its name."""
    face = BODIES.get(name, "#8d6fb0")
    if name == "saturn":
        drawing.add("ellipse", rx=r * 1.5, ry=r * 0.42, fill="none", stroke="#8a7440", stroke_width=r * 0.16,
                    transform=f"translate({number(x)} {number(y)}) rotate(-18)")  # fmt: skip
    drawing.circle(x, y, r, fill=face, stroke=INK, stroke_width=0.5)
    if name == "jupiter":
        for at, thick in ((-0.55, 0.2), (0.6, 0.2)):
            half = r * (1 - at * at) ** 0.5 * 0.96
            drawing.line(x - half, y + at * r, x + half, y + at * r, stroke="#96633a", stroke_width=thick * r)
    ink = INK if name in _LIGHT else "#fff"
    initials = "".join(sign for sign in shown if sign.isalnum())[:2] or shown[:2]
    drawing.text(x, y + r * 0.36, initials, round(0.98 * r, 1), anchor="middle", font_weight="bold", fill=ink)


def asteroids(drawing: Drawing, x: float, y: float) -> None:
    """A space of asteroids: some stones."""
    stones = "M-9 1l3-2 2.5 3-3.5 2ZM-3-4l3-1 1 3-3 1ZM0 3l3-3 3.5 3-4 3ZM5-3l3 0 0 3-3-1Z"
    drawing.path(stones, class_="asteroids", fill="#8a8076", transform=f"translate({number(x)} {number(y)})")


def comet(drawing: Drawing, x: float, y: float) -> None:
    """A comet with its tail."""
    with drawing.group(class_="comet", transform=f"translate({number(x)} {number(y)})"):
        drawing.path("M-2.5-2L8-5.5 1 3Z", fill="#9cc7dc")
        drawing.circle(-1.5, 1, 3, fill="#4b8fb3")


def fame(drawing: Drawing, x: float, y: float, r: float = 3) -> None:
    """The sign of 1 publicity that a space prints."""
    d = f"M{number(x)} {number(y - r)}l{number(r * 0.9)} {number(r * 1.5)}h{number(-r * 1.8)}Z"
    drawing.path(d, class_="publicity", fill=WARM)


def box(drawing: Drawing, x: float, y: float, width: float, height: float, **attributes: Any) -> None:
    """The ground of a component."""
    drawing.rect(x, y, width, height, **{"rx": 3, "fill": "#fafbfc", "stroke": PALE, "stroke_width": 0.8} | attributes)
