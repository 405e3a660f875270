"""The solar system with its discs as they are turned, what stands in it, and the sectors around it."""

from __future__ import annotations

from collections.abc import Iterator

from seti_sim.charts.drawing import Drawing, Panel, arc, around, length, number, wedge
from seti_sim.charts.style import INK, PALE, SOFT
from seti_sim.seti import geometry

from .pieces import COLORS, GOLD, LETTERS, WARM, Scene, asteroids, body, comet, data, fame, piece, row

SIDE, HIGH = 400, 424
_MIDDLE = SIDE / 2
_RINGS = (15, 54, 84, 114, 144)
"""Where rings begin and end, from the middle."""
_INNER, _OUTER = 146, 198
_DISCS, _BASE = {"disc-1": "#b4c7dd", "disc-2": "#cad8e8", "disc-3": "#dfe8f1"}, "#f3f6f9"
_DEGREES = 180 / 3.14159


def sky(scene: Scene) -> Panel:
    """The solar system and the sectors, 400 units wide."""
    drawing = Drawing()
    turns, tile = scene.position["discs"]["turns"], scene.tile is not None
    cells, icons = geometry.visible(scene.rules, turns, tile), geometry.publicity(scene.rules, turns, tile)
    _ground(drawing, geometry.layers(scene.rules, turns, tile))
    boards = (wedge(_MIDDLE, _MIDDLE, _INNER, _OUTER, 45 * sector + 0.5, 45 * sector + 44.5) for sector in range(8))
    drawing.path("".join(boards), fill="#fff", stroke=PALE, stroke_width=0.8)
    with drawing.group(**LETTERS):
        for sector in range(8):
            for ring in range(1, 5):
                _space(drawing, scene, ring, sector, cells[ring - 1][sector], icons[ring - 1][sector])
        for sector, star in enumerate(star_of_sector(scene)):
            _star(drawing, scene, sector, star)
    _next_turn(drawing, scene.position["discs"]["next"])
    if scene.tile:
        _tile(drawing, scene, scene.tile)
    _anomalies(drawing, scene)
    _key(drawing)
    return Panel("sky", _told(scene, cells), SIDE, HIGH, str(drawing))


def star_of_sector(scene: Scene) -> list[str]:
    """The star of each sector, by the places of the sector boards (GEO-60)."""
    found = [""] * 8
    for place, board in zip(scene.rules.tree["sectors"]["places"], scene.position["sectors"], strict=True):
        for sector, star in zip(place, scene.rules.tree["sector_boards"][board]["stars"], strict=True):
            found[sector] = star
    return found


def _is_body(cell: str) -> bool:
    return cell not in ("empty", "hole", "asteroids", "comet")


def _told(scene: Scene, cells) -> str:
    at = [(scene.name("planets", cell), ring, sector) for ring, line in enumerate(cells, 1) for sector, cell in enumerate(line)
          if _is_body(cell)]  # fmt: skip
    bodies = ", ".join(f"{name} {ring}.{sector}" for name, ring, sector in at)
    return f"Solar system: {bodies}; next to turn is {scene.position['discs']['next']}"


def _ground(drawing: Drawing, layers) -> None:
    """The spaces in the shade of the layer that they show, outlines of discs, and the numbers of rings and sectors."""
    drawing.circle(_MIDDLE, _MIDDLE, _RINGS[4], fill=_BASE)
    for layer, shade in _DISCS.items():
        d = "".join(
            wedge(_MIDDLE, _MIDDLE, _RINGS[ring], _RINGS[ring + 1], 45 * first, 45 * (last + 1))
            for ring in range(3)
            for first, last in _stretches(layers[ring], layer)
        )
        drawing.path(d, fill=shade)
    drawing.circle(_MIDDLE, _MIDDLE, _RINGS[0], fill="#fff")
    with drawing.group(fill="none", stroke="#bcc6d0", stroke_width=0.5):
        for radius in _RINGS:
            drawing.circle(_MIDDLE, _MIDDLE, radius)
        ends = [around(_MIDDLE, _MIDDLE, r, 45 * turn) for turn in range(8) for r in (_RINGS[0], _RINGS[4])]
        drawing.path("".join(f"{'L' if i % 2 else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(ends)))
    drawing.path(_edges(layers), fill="none", stroke="#51718f", stroke_width=1.4, stroke_linecap="round")
    drawing.circle(_MIDDLE, _MIDDLE, 11.5, fill="#f6c445", stroke=GOLD)
    with drawing.group(fill=SOFT, text_anchor="middle", font_size=7):
        for sector in range(8):
            x, y = around(_MIDDLE, _MIDDLE, _RINGS[4] - 7, 45 * sector + 3.5)
            drawing.text(x, y + 2.5, sector, 7, anchor="middle")
        for ring in range(2, 5):
            drawing.text(_MIDDLE + 4.5, _MIDDLE - _RINGS[ring - 1] - 4, ring, 7, anchor="middle")


def _stretches(line: list[str], layer: str) -> list[tuple[int, int]]:
    """(first, last) sector of each stretch of a ring that shows a layer, at most four sectors long."""
    found: list[tuple[int, int]] = []
    for sector in (sector for sector in range(8) if line[sector] == layer):
        if found and found[-1][1] == sector - 1 and sector - found[-1][0] < 4:
            found[-1] = (found[-1][0], sector)
        else:
            found.append((sector, sector))
    return found


def _edges(layers) -> str:
    """A line wherever one layer ends and another is seen."""
    d = []
    for ring in range(4):
        for sector in range(8):
            here = layers[ring][sector]
            if here != layers[ring][(sector + 1) % 8]:
                (a, b), (e, f) = (around(_MIDDLE, _MIDDLE, r, 45 * (sector + 1)) for r in _RINGS[ring : ring + 2])
                d.append(f"M{number(a)} {number(b)}L{number(e)} {number(f)}")
            if ring < 3 and here != layers[ring + 1][sector]:
                d.append(arc(_MIDDLE, _MIDDLE, _RINGS[ring + 1], 45 * sector, 45 * sector + 45))
    return "".join(d)


def _pieces_at(scene: Scene, ring: int, sector: int) -> list[tuple[str, str]]:
    """(kind, seat) of what stands in a space."""
    found = []
    for seat, have in scene.position["seats"].items():
        capsules = have.get("capsules", {})
        spaces = capsules.values() if isinstance(capsules, dict) else capsules  # a list where samples are hidden
        for kind, places in (("probe", have["probes"]), ("capsule", spaces)):
            found += [(kind, seat) for space in places if list(space) == [ring, sector]]
    return found


def _space(drawing: Drawing, scene: Scene, ring: int, sector: int, cell: str, icon: int) -> None:
    standing = _pieces_at(scene, ring, sector)
    if not standing and not icon and cell in ("empty", "hole"):
        return
    inner, outer = _RINGS[ring - 1 : ring + 1]
    middle, high = 45 * sector + 22.5, outer - inner
    what = scene.name("planets", cell) if _is_body(cell) else cell
    said = f"{ring}.{sector}: {what}" + "".join(f", {kind} of {seat}" for kind, seat in standing)
    with drawing.group(said, class_="space"):
        x, y = around(_MIDDLE, _MIDDLE, inner + high * (0.68 if standing or ring == 1 else 0.5), middle)
        if cell == "asteroids":
            asteroids(drawing, x, y)
        elif cell == "comet":
            comet(drawing, x, y)
        elif _is_body(cell):
            body(drawing, cell, what, x, y, 8.8)
        if icon:
            fame(drawing, *around(_MIDDLE, _MIDDLE, outer - 5, middle - 15.5 if ring == 4 else middle + 16.5))
        bare = cell in ("empty", "hole")
        if ring == 1:  # too narrow for more than two pieces side by side
            _stand(drawing, scene, standing[:2], 41 if bare else 29, middle)
            _stand(drawing, scene, standing[2:], 29 if bare else 19.5, middle)
        else:
            _stand(drawing, scene, standing, inner + high * (0.5 if bare else 0.26), middle)


def _stand(drawing: Drawing, scene: Scene, standing, radius: float, middle: float) -> None:
    """Pieces of a space along an arc: nearer to each other the more there are."""
    r = 5.4
    room = 41 * radius / _DEGREES
    step = min(2.3 * r, (room - 2 * r) / max(len(standing) - 1, 1))
    for i, (kind, seat) in enumerate(standing):
        turn = (i - (len(standing) - 1) / 2) * step / radius * _DEGREES
        piece(drawing, scene, kind, seat, *around(_MIDDLE, _MIDDLE, radius, middle + turn), r)


def _star(drawing: Drawing, scene: Scene, sector: int, star: str) -> None:
    """A sector of its board: name, the slot with data and markers from left to right, and who won it."""
    entry, have = scene.rules.tree["stars"][star], scene.position["stars"][star]
    name, color = scene.name("stars", star), str(entry["color"])
    middle = 45 * sector + 22.5
    lower = 90 < middle < 270  # where letters would stand on their heads
    said = f"Sector {sector}: {name}, {color}; slot {have['slot']}; won by {', '.join(have['wins']) or 'nobody'}"
    with drawing.group(said, class_="sector"):
        drawing.path(wedge(_MIDDLE, _MIDDLE, _INNER, _INNER + 5, middle - 22, middle + 22), fill=COLORS.get(color, SOFT))
        label, size = f"{name}, {color}", 8.2
        drawing.text(
            _MIDDLE, _MIDDLE + (_OUTER - 5 if lower else 13 - _OUTER), label, min(size, size * 138 / length(label, size)),
            anchor="middle", font_weight="bold", transform=f"rotate({number(middle + 180 * lower)} {_MIDDLE:.0f} {_MIDDLE:.0f})",
        )  # fmt: skip
        _slot(drawing, scene, have["slot"].split(), int(entry["data"]), middle, lower)
        for seat, (x, y) in zip(have["wins"], _along(158, middle, lower, len(have["wins"]), 11.5, 98), strict=True):
            piece(drawing, scene, "win", seat, x, y, 4.9)


def _along(radius: float, middle: float, lower: bool, n: int, step: float, room: float) -> Iterator[tuple[float, float]]:
    """Places of n things along an arc, from left to right as the name is read."""
    step = min(step, room / max(n - 1, 1))
    for i in range(n):
        turn = (i - (n - 1) / 2) * step / radius * _DEGREES
        yield around(_MIDDLE, _MIDDLE, radius, middle + (-turn if lower else turn))


def _slot(drawing: Drawing, scene: Scene, words: list[str], size: int, middle: float, lower: bool) -> None:
    bonus = int(scene.rules.tree["sectors"]["bonus_space"])
    shown = [word for word in words if word != "|"]
    places = list(_along(173.5, middle, lower, len(shown), 16, 112))
    for i, (word, (x, y)) in enumerate(zip(shown, places, strict=True)):
        if i == bonus - 1:
            drawing.circle(x, y, 8.6, fill="none", stroke=GOLD, stroke_width=1.6)
        if word != ".":
            piece(drawing, scene, "marker", word, x, y, 6.6)
    data(drawing, (place for word, place in zip(shown, places) if word == "."), 6)
    if len(shown) > size:  # markers beyond the data
        (a, b), (c, d) = places[size - 1], places[size]
        drawing.circle((a + c) / 2, (b + d) / 2, 1.4, fill=INK)


def _next_turn(drawing: Drawing, disc: str) -> None:
    """An arrow along the disc that the next rotation turns, and its name."""
    reach = {"disc-1": 1, "disc-2": 2}.get(disc.partition("/")[0], 3)
    radius = _RINGS[reach]
    turn = 16 * _RINGS[3] / radius
    drawing.path(arc(_MIDDLE, _MIDDLE, radius, 270, 270 - turn), fill="none", stroke=WARM, stroke_width=2.2)
    x, y = around(_MIDDLE, _MIDDLE, radius, 270 - turn)
    drawing.path("M-3-4L4 0-3 4Z", fill=WARM, transform=f"translate({number(x)} {number(y)}) rotate({number(90 - turn)})")
    drawing.text(2, 386, "next to turn", 8.5, fill=WARM)
    drawing.text(2, 397, disc.replace("-", " ", 1), 9.5, fill=WARM, font_weight="bold")


def _tile(drawing: Drawing, scene: Scene, tile: str) -> None:
    """The tile of a species as a sector of its own, in the upper right corner."""
    have, name = scene.position["stars"][tile], scene.name("species", tile)
    words = [word for word in have["slot"].split() if word != "|"]
    said = f"Tile of {name}: slot {have['slot']}; won by {', '.join(have['wins']) or 'nobody'}"
    with drawing.group(said, class_="sector"):
        drawing.text(SIDE, 9, name, 9, anchor="end", room=80, font_weight="bold")
        r = min(6.2, 25 / max(len(words), 1))
        places = [(SIDE - r - 1 - (len(words) - 1 - i) * 2.3 * r, 20.0) for i in range(len(words))]
        for word, (x, y) in zip(words, places):
            if word != ".":
                piece(drawing, scene, "marker", word, x, y, r)
        data(drawing, (place for word, place in zip(words, places) if word == "."), r)
        wins = have["wins"]
        row(drawing, scene, "win", wins, SIDE - min(11 * len(wins), 34), 33, 4.6, 34)


def _anomalies(drawing: Drawing, scene: Scene) -> None:
    """Signs at the sectors that wait for Earth."""
    for slot in scene.position["species"].values():
        for sector, token in slot.get("anomalies", {}).items():
            kind, _, side = token.partition("/")
            x, y = around(_MIDDLE, _MIDDLE, _RINGS[4] - 9, 45 * int(sector) + 35)
            with drawing.group(f"Sector {sector}: {kind}, side {side}", class_="anomaly"):
                drawing.rect(x - 7, y - 6, 14, 12, rx=2, fill="#efe3f6", stroke="#7b4b9a")
                drawing.text(x, y + 3, kind.removeprefix("anomaly-")[:1].upper() + side, 8, anchor="middle", fill="#5d2f7c")


def _key(drawing: Drawing) -> None:
    """What the signs mean."""
    y = HIGH - 8
    with drawing.group(fill=SOFT):
        asteroids(drawing, 11, y - 3)
        comet(drawing, 68, y - 3)
        fame(drawing, 112, y - 3, 3.4)
        data(drawing, [(168, y - 3)], 4.5)
        drawing.circle(205, y - 3, 4.6, fill="none", stroke=GOLD, stroke_width=1.4)
        drawing.path(
            "M0-1.35L.95-.4V1.05H-.95V-.4Z",
            transform=f"translate(273 {y - 3}) scale(4)",
            fill="#fff",
            stroke=INK,
            stroke_width=0.2,
        )
        drawing.circle(313, y - 3, 4.4, fill="#fff", stroke=INK, stroke_width=0.7)
        words = ("asteroids", 22), ("comet", 78), ("1 publicity", 118), ("data", 175), ("bonus space", 213), ("probe", 280)
        for text, x in (*words, ("marker, win", 321)):
            drawing.text(x, y, text, 8)
