"""What all charts share: inks, the dot with its interval, labels beside and above."""

from __future__ import annotations

import numpy as np

from seti_sim.core.amounts import percent
from seti_sim.core.language import tr

INK, SOFT, PALE, FAINT = "#1b1b1b", "#5f6368", "#c9ccd1", "#eceef0"
ACCENT = "#12507b"  # dark enough to print as near-black
TEXT = 9.5
SMALL = TEXT - 1
"""The smallest letters: on an A4 page they are 8 points (`@media print` of the page)."""
CLEAR = {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.6}}
"""Of a label that lies on other things."""
DASHED = {"color": SOFT, "linewidth": 1.2, "linestyle": (0, (4, 3)), "zorder": 2}
MARKS = ((ACCENT, ACCENT, "o"), (INK, "white", "o"), ("#4f86ab", "#4f86ab", "s"), (INK, "white", "D"), (SOFT, SOFT, "^"))
"""Edge, face and shape of the marks of up to five groups: told apart by shape and fill, not by colour alone."""
SEATS = ((ACCENT, "#fff"), ("#e69f00", INK), ("#009e73", INK), ("#cc79a7", INK))
"""Colour of the pieces of a seat, and of the number that stands in each: hues of Okabe and Ito, which people who see
colours otherwise tell apart. No picture goes by them alone."""


def bare(axes, *, x: bool = True, grid: bool = True):
    """Take away what carries no data: the frame, tick marks; a faint grid for reading across."""
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_visible(x)
    axes.spines["bottom"].set_color(PALE)
    axes.tick_params(length=0, labelsize=TEXT, labelcolor=INK)
    if grid:
        axes.grid(axis="x", color=FAINT, linewidth=1)
        axes.set_axisbelow(True)
    return axes


def dots(axes, positions, frame, *, scale: float = 1, inks=None):
    """Dots with intervals (`estimate, low, high`) at heights `positions`; `inks` one colour a dot."""
    estimate, low, high = (frame[name].to_numpy() * scale for name in ("estimate", "low", "high"))
    inks = inks or [ACCENT] * len(estimate)
    axes.hlines(positions, low, high, colors=inks, linewidth=2.2, zorder=3)
    axes.scatter(estimate, positions, s=34, c=inks, zorder=4)


def reach(estimate: float, high: float) -> float:
    """Where a dot or bar ends: at the upper end of its interval, where that is known."""
    return high if np.isfinite(high) else estimate


def above(axes, x: float, y: float, text: str, **options):
    """A small label above a point; `xycoords` as of `Axes.annotate`."""
    options = {"fontsize": SMALL, "color": INK, "va": "bottom", "ha": "center"} | options
    offset = options.pop("offset", (0, 2))
    return axes.annotate(text, (x, y), xytext=offset, textcoords="offset points", **options)


def beside(axes, x: float, y: float, text: str, **options):
    """A small label to the right of a point."""
    options = {"fontsize": SMALL, "color": INK, "va": "center", "ha": "left"} | options
    offset = options.pop("offset", (6, 0))
    made = axes.annotate(text, (x, y), xytext=offset, textcoords="offset points", annotation_clip=False, **options)
    made.set_in_layout(False)  # `room_right` makes the room; the layout would take it from the axes
    return made


def room_right(axes, texts, pad: float = 0.02):
    """Widen the x axis to the right until all of `texts` lie inside it."""
    rooms_right(axes.figure, [(axes, texts)], pad)


def rooms_right(fig, panels, pad: float = 0.02):
    """`room_right` for several axes of a figure at once: `panels` are pairs of axes and texts."""
    for _ in range(3):  # a wider axis moves the labels a little again
        fig.draw_without_rendering()
        renderer = fig.canvas.get_renderer() if hasattr(fig.canvas, "get_renderer") else fig._get_renderer()
        widened = False
        for axes, texts in panels:
            left, right = axes.get_xlim()
            box = axes.get_window_extent(renderer)
            ends = [text.get_window_extent(renderer).x1 for text in texts]
            over = max(ends, default=box.x1) - box.x1 + pad * box.width
            if over > 0:
                axes.set_xlim(left, right + (right - left) * over / (box.width - min(over, box.width * 0.8)))
                widened = True
        if not widened:
            return


def fair_share(players: int) -> str:
    """`fair share 25 %`, `fair share 33.3 %`."""
    return tr("fair share {share}", share=percent(1 / players, 0 if 100 % players == 0 else 1))


def signed(value: float, _=None) -> str:
    """A tick of differences: `+5`, `−5`, `0`."""
    return f"{value:+g}".replace("-", "\u2212") if value else "0"
