"""What a seat has: resources and income, computer, techs, cards in hand and on the table."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, lines
from seti_sim.charts.style import FAINT, INK, PALE, SEATS, SOFT

from .pieces import WARM, Scene, box, count, data, empty, piece

_RESOURCES = ("credits", "energy", "publicity", "data", "exofossils")


def seat(scene: Scene, name: str, width: float) -> Panel:
    """The panel of one seat."""
    drawing, have = Drawing(), scene.position["seats"][name]
    inside = Drawing()
    y = _head(inside, scene, name, width)
    if name == scene.rival:
        y = _numbers(inside, [(key, have[key]) for key in ("publicity", "exofossils")], y, width)
        y = _rivals_computer(inside, scene, have, y + 4)
    else:
        shown = [(key, have[key]) for key in _RESOURCES if have[key] or key != "exofossils"]
        y = _numbers(inside, [*shown, ("hand", count(have["hand"]))], y, width)
        inside.text(8, y + 10, f"income {_income(scene, have)}", 8.5, room=width - 16, fill=SOFT)
        y = _computer(inside, scene, have, y + 14, width)
    for text in _held(scene, have):
        for k, line in enumerate(lines(text, width - 16, 8.5)):
            inside.text(8 + (8 if k else 0), y + 9, line, 8.5)
            y += 11
    high = y + 5
    edge = (
        {"stroke": SEATS[int(name[1:]) - 1][0], "stroke_width": 2} if name == scene.position["turn"] and not scene.over else {}
    )
    box(drawing, 1, 1, width - 2, high - 2, fill="#fff", **edge)
    numbers = ", ".join(f"{have.get(key, 0)} {key}" for key in ("vp", *_RESOURCES)).replace("vp", "points")
    return Panel("seat", f"{name}: {numbers}, {count(have['hand'])} cards", width, high, str(drawing) + str(inside))


def _head(drawing: Drawing, scene: Scene, name: str, width: float) -> float:
    position = scene.position
    piece(drawing, scene, "seat-of", name, 16, 16, 9)
    drawing.text(31, 20.5, "rival" if name == scene.rival else name, 12.5, font_weight="bold")
    flags = ["passed"] if name in position["passed"] else ["to move"] if name == position["turn"] and not scene.over else []
    flags += ["first player"] if name == position["first"] else []
    drawing.text(68 if name == scene.rival else 54, 20, ", ".join(flags), 8.5, fill=WARM)
    points = position["seats"][name]["vp"]
    drawing.text(width - 8, 21, f"{points} point{'' if points == 1 else 's'}", 13, anchor="end", font_weight="bold")
    return 28


def _numbers(drawing: Drawing, shown: list[tuple[str, int]], y: float, width: float) -> float:
    """Resources and cards in hand, each a number over its word."""
    step = (width - 12) / len(shown)
    for i, (key, n) in enumerate(shown):
        x = 6 + step * (i + 0.5)
        drawing.text(x, y + 13, n, 12.5, anchor="middle", font_weight="bold")
        drawing.text(x, y + 23, key, 7.8, anchor="middle", fill=SOFT, room=step)
    return y + 26


def _income(scene: Scene, have) -> str:
    """The income of the next rounds: what is printed and what tucked cards add."""
    total = {key.replace("cards", "card"): n for key, n in scene.rules.tree["setup"]["income"].items()}
    for card in have["tucked"]:
        kind = scene.rules.tree["cards"][card].get("income")
        if kind:
            total[kind] = total.get(kind, 0) + 1
    return ", ".join(f"{n} {key}{'s' if key == 'card' and n != 1 else ''}" for key, n in total.items() if n)


def _computer(drawing: Drawing, scene: Scene, have, y: float, width: float) -> float:
    """The computer: spaces above, filled from the left; tiles of techs below their columns with a space each. Techs beside."""
    computer, tree = have["computer"], scene.rules.tree["computer"]
    spaces, columns = len(tree["top_rewards"]), tree["slot_columns"]
    step = min(25.0, (width * 0.56 - 12) / spaces)
    with drawing.group(
        f"Computer: {computer['top']} data on top, below in columns {_listed(computer['lower'])}", class_="computer"
    ):
        drawing.rect(6, y, step * spaces + 4, 45, rx=3, fill="#eef3f8")
        filled = []
        for i in range(spaces):
            x = 8 + step * (i + 0.5)
            empty(drawing, x, y + 10, 6.5)
            if i < computer["top"]:
                filled.append((x, y + 10))
            if i + 1 in columns:
                tile = computer["tiles"].get(str(i + 1))
                drawing.rect(
                    x - step / 2 + 1.5,
                    y + 20,
                    step - 3,
                    22,
                    rx=2,
                    fill="#fff" if tile else "none",
                    stroke=SOFT if tile else PALE,
                )
                if tile:
                    drawing.text(x, y + 28, tile.rpartition("-")[2], 7.5, anchor="middle", fill=SOFT)
                    drawing.circle(x, y + 35.5, 5, fill="#fff", stroke=SOFT, stroke_width=0.7)
                    if i + 1 in computer["lower"]:
                        filled.append((x, y + 35.5))
        data(drawing, filled, 4.6)
    _techs(drawing, scene, have, 6 + step * spaces + 12, y, width)
    return y + 48


def _techs(drawing: Drawing, scene: Scene, have, x: float, y: float, width: float) -> None:
    """A line a kind of tech, a square a tech, dark where the seat has it."""
    table = scene.rules.tree["techs"]
    for k, kind in enumerate(dict.fromkeys(tech["kind"] for tech in table.values())):
        own = [tech for tech in table if table[tech]["kind"] == kind]
        drawing.text(x, y + 10 + 16 * k, kind, 7.8, fill=SOFT)
        side = min(15.0, (width - x - 48) / max(len(own), 1))
        for i, tech in enumerate(own):
            has = tech in have["techs"]
            left = x + 44 + side * i
            with drawing.group(class_="owned" if has else "not-owned"):
                drawing.rect(left, y + 1 + 16 * k, side - 2, 13, rx=2, fill=INK if has else FAINT)
                ink = "#fff" if has else SOFT
                drawing.text(
                    left + side / 2 - 1, y + 11 + 16 * k, tech.rpartition("-")[2], 8.5, anchor="middle", fill=ink, room=side
                )


def _rivals_computer(drawing: Drawing, scene: Scene, have, y: float) -> float:
    spaces = len(scene.rules.tree["computer"]["top_rewards"])
    top = have["computer"]["top"]
    with drawing.group(f"The rival's computer: {top} data", class_="computer"):
        drawing.rect(6, y, 24 * max(spaces, top) + 4, 20, rx=3, fill="#eef3f8")
        for i in range(max(spaces, top)):
            empty(drawing, 20 + 24 * i, y + 10, 6.5)
        data(drawing, [(20 + 24 * i, y + 10) for i in range(top)], 4.6)
    return y + 24


def _held(scene: Scene, have) -> list[str]:
    """Lines about cards and probes, those without anything to say left out."""
    missions = have["missions"]
    open_missions = [f"{scene.card(card)}{_circles(covered)}" for card, covered in missions.items()]
    probes = [f"{ring}.{sector}" for ring, sector in have["probes"]]
    capsules = have.get("capsules", {})
    found = [
        ("hand", scene.cards(have["hand"])),
        ("missions", open_missions),
        ("at the end", scene.cards(have["endgame"])),
        ("probes", probes),
        (
            "capsules",
            [f"{name} {ring}.{sector}" for name, (ring, sector) in capsules.items()] if isinstance(capsules, dict) else [],
        ),
        ("secret", scene.cards(have.get("secrets", []))),
        ("secret, played", scene.cards(have.get("secrets_played", []))),
    ]
    told = [f"{what}: {_listed(names)}" for what, names in found if names]
    numbers = [("missions completed", count(have["completed"])), ("cards tucked", count(have["tucked"]))]
    told.append(", ".join(f"{what} {n}" for what, n in numbers) + f", milestones {_listed(have['milestones'])}")
    return told


def _circles(covered) -> str:
    """` ●○` for a mission with two spaces, the first of them covered."""
    return "" if not covered else " " + "".join("●" if done else "○" for done in covered)


def _listed(things) -> str:
    return ", ".join(map(str, things)) or "none"
