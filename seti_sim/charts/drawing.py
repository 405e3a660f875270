"""Drawing boards as SVG text: shapes with short numbers, text that is escaped and cut to its room, panels side by side.

Without matplotlib's figures, since a board has shapes and no axes. The text of a drawing depends on what is drawn alone:
no dates, no ids, no style that a page's policy would have to allow.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from seti_sim.charts.style import INK, SOFT
from seti_sim.core.names import printable

FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_NARROW = frozenset("iljtfrI.,:;'’|!()[]{} -·")
_BROAD = frozenset("mwMW@%—…")


def number(value: float) -> str:
    """A coordinate: one digit after the point at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def length(text: str, size: float) -> float:
    """Width that a text takes at a font size, by rough widths of signs: fonts differ, so leave some room."""
    total = 0.0
    for sign in text:
        if sign in _NARROW:
            total += 0.37
        elif sign in _BROAD:
            total += 0.95
        elif ord(sign) > 0x2E7F:  # of scripts whose signs are as wide as high
            total += 1.05
        else:
            total += 0.74 if sign.isupper() else 0.63
    return total * size


def cut(text: str, room: float, size: float) -> str:
    """The text, or as much of it as the room has place for with `…` behind."""
    if length(text, size) <= room:
        return text
    while text and length(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def lines(text: str, room: float, size: float) -> list[str]:
    """The text broken between words into lines of the room's width; a word that is longer is cut."""
    found: list[str] = []
    for word in text.split():
        if found and length(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(cut(word, room, size))
    return found


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point at so many degrees clockwise from the top of a circle."""
    turn = math.radians(degrees)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def wedge(x: float, y: float, inner: float, outer: float, start: float, end: float) -> str:
    """The path of a part of a ring, from `start` to `end` degrees clockwise from the top."""
    (a, b), (c, d) = around(x, y, outer, start), around(x, y, outer, end)
    (e, f), (g, h) = around(x, y, inner, end), around(x, y, inner, start)
    n = number
    return f"M{n(a)} {n(b)}A{n(outer)} {n(outer)} 0 0 1 {n(c)} {n(d)}L{n(e)} {n(f)}A{n(inner)} {n(inner)} 0 0 0 {n(g)} {n(h)}Z"


def arc(x: float, y: float, radius: float, start: float, end: float) -> str:
    """The path of an arc; counter-clockwise where `end` is below `start`."""
    (a, b), (c, d) = around(x, y, radius, start), around(x, y, radius, end)
    n = number
    return f"M{n(a)} {n(b)}A{n(radius)} {n(radius)} 0 {int(abs(end - start) > 180)} {int(end > start)} {n(c)} {n(d)}"


_INHERITED = {
    "fill": INK,
    "stroke": "none",
    "stroke_width": 1,
    "text_anchor": "start",
    "font_weight": "normal",
    "font_size": None,
}
"""What elements have of the group around them, with what the whole picture has."""


class Drawing:
    """A drawing in the making. Attributes are SVG's, with `_` for `-` and behind words of Python (`class_`).

    What an element would inherit anyway is not written again, so that a page with many boards stays small.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._around: dict[str, object] = dict(_INHERITED)

    def __str__(self) -> str:
        return "".join(self._parts)

    def add(self, tag: str, inside: str = "", /, **attributes: Any) -> None:
        """An element; `inside` is text of the drawing, not escaped."""
        head = f"<{tag}{_written(self._fresh(attributes))}"
        self._parts.append(f"{head}>{inside}</{tag}>" if inside else f"{head}/>")

    @contextmanager
    def group(self, title: str = "", /, **attributes: Any) -> Iterator[None]:
        """What is drawn inside belongs together; screen readers hear the title, and a pointer shows it."""
        role = {"role": "img"} if title else {}
        self._parts.append(f"<g{_written(role | self._fresh(attributes))}>{_title(title)}")
        around = self._around
        self._around = around | {name: value for name, value in attributes.items() if name in _INHERITED}
        yield
        self._around = around
        self._parts.append("</g>")

    def _fresh(self, attributes: dict[str, object]) -> dict[str, object]:
        """Those that are not inherited as they are."""
        return {name: value for name, value in attributes.items() if name not in _INHERITED or self._around[name] != value}

    def path(self, d: str, **attributes: Any) -> None:
        self.add("path", d=d, **attributes)

    def circle(self, x: float, y: float, r: float, **attributes: Any) -> None:
        self.add("circle", cx=x or None, cy=y or None, r=r, **attributes)

    def rect(self, x: float, y: float, width: float, height: float, **attributes: Any) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: Any) -> None:
        self.path(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", **attributes)

    def text(self, x: float, y: float, text: object, size: float = 9, room: float = 0, **attributes: Any) -> None:
        """A line of text with its foot at `y`, cut where a room is given; `anchor` is start, middle or end."""
        shown = printable(str(text))
        if room:
            shown = cut(shown, room, size)
        place = {"x": x or None, "y": y, "font_size": size, "text_anchor": attributes.pop("anchor", "start")}
        self.add("text", escape(shown), **place | {"font_weight": "normal"} | attributes)


@dataclass(frozen=True)
class Panel:
    """A finished part of a picture with its own measures; `content` is SVG from (0, 0) on, `title` says what it shows."""

    name: str
    title: str
    width: float
    height: float
    content: str

    def svg(self) -> str:
        """The panel as an SVG of its own, as wide as there is room."""
        return _svg(self.width, self.height, self.title, self.content, f"panel {self.name}")

    def at(self, x: float, y: float, width: float) -> str:
        """The panel inside another SVG, scaled to a width."""
        inner = f'<g role="group" class="panel {self.name}"{_written({"transform": _place(x, y, width / self.width)})}>'
        return f"{inner}{_title(self.title)}{self.content}</g>"


def picture(panels: Sequence[tuple[Panel, float, float, float]], width: float, height: float, title: str) -> str:
    """An SVG of panels, each with its place and its width: (panel, x, y, width)."""
    ground = f'<path fill="#fff" d="M0 0H{number(width)}V{number(height)}H0Z"/>'
    return _svg(width, height, title, ground + "".join(panel.at(x, y, wide) for panel, x, y, wide in panels), "board")


def _svg(width: float, height: float, title: str, content: str, name: str) -> str:
    whole = {
        "class_": name, "viewBox": f"0 0 {number(width)} {number(height)}", "width": width, "height": height,
        "role": "group", "aria_label": title, "font_family": FONT, "fill": INK,
    }  # fmt: skip
    return f'<svg xmlns="http://www.w3.org/2000/svg"{_written(whole)}>{_title(title)}{content}</svg>'


def heading(drawing: Drawing, text: str, y: float = 11, x: float = 0) -> None:
    """The name of a panel over it."""
    drawing.text(x, y, text, 10.5, font_weight="bold", fill=SOFT)


def _place(x: float, y: float, scale: float) -> str:
    place = f"translate({number(x)} {number(y)})"
    return place if scale == 1 else f"{place} scale({scale:.4g})"


def _title(text: str) -> str:
    return f"<title>{escape(printable(text))}</title>" if text else ""


def _written(attributes: dict[str, object]) -> str:
    found = []
    for name, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, int | float) else printable(str(value))
        found.append(f" {name if name == 'viewBox' else name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(found)
