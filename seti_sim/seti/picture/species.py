"""The two species: spaces for traces before the discovery and after it, and what else a species brings."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, heading, length
from seti_sim.charts.style import FAINT, SOFT
from seti_sim.seti.rules.opcodes import TRACE_KINDS

from .pieces import Scene, box, count, empty, piece, row
from .words import cost_in_short, in_short

_SPACE = 14.5


def species(scene: Scene, width: float) -> Panel:
    """Both slots side by side."""
    drawing = Drawing()
    heading(drawing, "Species and traces")
    wide = (width - 8) / 2
    slots = scene.position["species"]
    high = max(_high(scene, slot) for slot in slots.values())
    for i, (name, slot) in enumerate(slots.items()):
        _slot(drawing, scene, name, slot, i * (wide + 8), 17, wide, high)
    told = "; ".join(f"{name}: {_called(scene, slot)}" for name, slot in slots.items())
    return Panel("species", f"Species, {told}", width, 17 + high, str(drawing))


def _called(scene: Scene, slot) -> str:
    name = scene.name("species", slot["id"]) if slot["id"] else ""
    return name if slot["discovered"] else f"not discovered{f' ({name})' if name else ''}"


def _extras(scene: Scene, slot) -> list[str]:
    """What else there is to say of a discovered species, a line each."""
    if not slot["discovered"]:
        return []
    found = []
    if count(slot.get("deck", [])) or slot.get("face_up"):
        up = f", face up {scene.card(slot['face_up'])}" if slot.get("face_up") else ""
        found.append(f"deck {count(slot['deck'])}{up}")
    if slot.get("milestones"):
        found.append(f"milestones {', '.join(map(str, slot['milestones']))}")
    if "rewards" in slot:
        taken = ", ".join(f"{name.removeprefix('message-')} {seat}" for name, seat in slot["rewards"].items())
        found.append(f"message rewards taken: {taken or 'none'}")
    if slot.get("messages"):
        found.append("messages " + ", ".join(f"{seat} at {score}" for _, seat, score in slot["messages"]))
    return found


def _columns(scene: Scene, slot) -> dict[str, list]:
    """The printed spaces of a discovered species by kind, from the bottom."""
    board = scene.rules.tree["species"][slot["id"]]["board"] if slot["discovered"] else {}
    return {kind: list(board.get(kind, ())) for kind in TRACE_KINDS}


def _high(scene: Scene, slot) -> float:
    most = max(len(column) for column in _columns(scene, slot).values())
    return 17 + 12 + (_SPACE * most + 3 if most else 0) + 36 + 10.5 * len(_extras(scene, slot)) + 3


def _slot(drawing: Drawing, scene: Scene, name: str, slot, x: float, y: float, wide: float, high: float) -> None:
    box(drawing, x, y, wide, high)
    round_ = f", round {int(slot['discovered'])}" if slot["discovered"] else ""
    drawing.text(x + 5, y + 12, _called(scene, slot), 9.5, room=wide - 75 if round_ else wide - 30, font_weight="bold")
    drawing.text(x + wide - 5, y + 12, f"{name}{round_}", 8, anchor="end", fill=SOFT)
    third = (wide - 6) / 3
    columns = _columns(scene, slot)
    most = max(len(column) for column in columns.values())
    foot = y + 17 + 12 + (_SPACE * most + 3 if most else 0)
    for i, kind in enumerate(TRACE_KINDS):
        left = x + 3 + i * third
        said = _traces_told(slot, kind)
        with drawing.group(f"{kind.capitalize()} traces: {said}", class_="traces"):
            if i:
                drawing.line(left, y + 18, left, foot + 34, stroke=FAINT)
            drawing.text(left + third / 2, y + 25, kind, 8, anchor="middle", fill=SOFT)
            for k, printed in enumerate(columns[kind]):
                _space(drawing, scene, slot, kind, k, printed, left, foot - 3 - _SPACE * (k + 0.5), third)
            _discovery(drawing, scene, name, slot, kind, left, foot, third)
    for k, text in enumerate(_extras(scene, slot)):
        drawing.text(x + 5, foot + 45 + 10.5 * k, text, 8, room=wide - 10)


def _traces_told(slot, kind: str) -> str:
    over = [f"{seat} x{n}" for seat, n in slot["overflow"].get(kind, {}).items()]
    held = [seat for entry in slot.get("board", {}).get(kind, ()) for seat in _seats(entry)]
    parts = [f"discovery space {slot['spaces'][kind] or 'free'}"]
    parts += [f"overflow {', '.join(over)}"] if over else []
    return "; ".join(parts + ([f"board, from the bottom, {', '.join(held)}"] if held else []))


def _seats(entry) -> list[str]:
    """Who holds a space: one seat, nobody, or of an open-ended space all in order."""
    return entry if isinstance(entry, list) else [entry] if entry else []


def _space(drawing: Drawing, scene: Scene, slot, kind: str, k: int, printed, x: float, y: float, third: float) -> None:
    """A space of the board: its marker, or room for one, and what it brings."""
    held = slot["board"][kind][k] if k < len(slot["board"].get(kind, ())) else None
    tokens = slot.get("tokens", {}).get(kind, ())
    token = tokens[k] if k < len(tokens) else None
    if "token" in printed:
        rewards = scene.rules.tree["species"][slot["id"]]["samples"]
        text = in_short(rewards[token]["reward"]) if token else ""
    else:
        text = in_short(printed.get("reward", ()))
    cost = cost_in_short(printed.get("cost"))
    seats = _seats(held)
    if seats:
        end = row(drawing, scene, "trace", seats, x + 3, y, 5.8, third - 8)
    elif "token" in printed and not token:
        drawing.rect(x + 3.2, y - 5, 10, 10, rx=2, fill="#eef0f3")
        end = x + 15
    else:
        empty(drawing, x + 8.8, y, 5.6)
        end = x + 15
    room = x + third - end - 4
    if room > 12:
        words = f"{text} {cost}".strip() if length(f"{text} {cost}", 7.2) <= room or not cost else f"{text} −{cost[4:]}"
        drawing.text(end + 2.5, y + 2.6, words, 7.2, room=room, fill=SOFT)


def _discovery(drawing: Drawing, scene: Scene, name: str, slot, kind: str, x: float, y: float, third: float) -> None:
    """The discovery space and the overflow area below it, which hold markers before and after the discovery."""
    drawing.rect(x + 2, y, third - 4, 33, rx=2, fill="#eef3f8")
    holder = slot["spaces"][kind]
    if holder:
        piece(drawing, scene, "trace", holder, x + 10, y + 8.5, 6)
    else:
        empty(drawing, x + 10, y + 8.5, 6)
    reward = in_short(scene.rules.tree["discovery"][name])
    drawing.text(x + 19, y + 11, reward, 7.2, room=third - 23, fill=SOFT)
    over = [seat for seat, n in slot["overflow"].get(kind, {}).items() for _ in range(n)]
    if len(over) * 11.7 <= third - 8:
        row(drawing, scene, "trace", over, x + 4, y + 25, 5.2, third - 8)
    else:  # two lines of smaller ones
        half = -(-len(over) // 2)
        row(drawing, scene, "trace", over[:half], x + 4, y + 20, 3.9, third - 8)
        row(drawing, scene, "trace", over[half:], x + 4, y + 28.5, 3.9, third - 8)
    if not over:
        drawing.text(x + 5, y + 27, f"then {in_short(scene.rules.tree['discovery']['overflow'])}", 7.2, fill=SOFT)
