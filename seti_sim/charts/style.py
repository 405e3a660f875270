"""What all charts share: sizes, inks, the dot with its interval, words for ids, writing SVG."""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

WIDTH = 8.2  # inches; the report shows an inch as 96 pixels
INK, SOFT, PALE, FAINT = "#1b1b1b", "#5f6368", "#c9ccd1", "#eceef0"
ACCENT = "#12507b"  # dark enough to print as near-black
TEXT = 9.5
PNG_DPI = 192
CLEAR = {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.6}}
"""Of a label that lies on other things."""


def figure(height: float, **options) -> Figure:
    """An empty figure of the common width."""
    made = Figure(figsize=(WIDTH, height), layout="constrained", **options)
    made.get_layout_engine().set(w_pad=0.05, h_pad=0.05)
    return made


def headed(made: Figure, text: str) -> Figure:
    """The figure with a small line over it, at the right: which games it is about."""
    made.suptitle(text, x=0.995, ha="right", fontsize=TEXT - 1, color=SOFT)
    return made


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
    options = {"fontsize": TEXT - 1, "color": INK, "va": "bottom", "ha": "center"} | options
    offset = options.pop("offset", (0, 2))
    return axes.annotate(text, (x, y), xytext=offset, textcoords="offset points", **options)


def beside(axes, x: float, y: float, text: str, **options):
    """A small label to the right of a point."""
    options = {"fontsize": TEXT - 1, "color": INK, "va": "center", "ha": "left"} | options
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


def percent(value: float, digits: int = 1) -> str:
    """`0.256` → `25.6 %` (with a no-break space)."""
    return f"{100 * value:.{digits}f}\u00a0%"


def svg(fig: Figure, title: str = "") -> str:
    """The figure as SVG text without XML header: text as shapes, no date, ids that depend on the title alone.

    Matplotlib names clips and markers by hashes of coordinates in full precision, in which sums made by several threads
    differ; they are numbered here instead, after a hash of the title.
    """
    with matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": title or "seti_sim"}):
        buffer = io.StringIO()
        FigureCanvasSVG(fig).print_svg(buffer, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = buffer.getvalue()
    own, number = hashlib.sha256(title.encode()).hexdigest()[:8], {}
    hashed = re.compile(r'(?<=id=")[A-Za-z][0-9a-f]{10}(?=")|(?<=#)[A-Za-z][0-9a-f]{10}(?=[")])')
    text = hashed.sub(lambda found: f"c{own}-{number.setdefault(found[0], len(number) + 1)}", text)
    return text[text.index("<svg") :]


def save(fig: Figure, folder, name: str) -> list[Path]:
    """Write `NAME.png` (twice the report's size, for print and slides) and `NAME.svg` into a folder, which is made."""
    folder = Path(folder)
    picture = io.BytesIO()
    FigureCanvasAgg(fig)
    fig.savefig(picture, format="png", dpi=PNG_DPI, metadata={"Software": None})
    files = {folder / f"{name}.png": picture.getvalue(), folder / f"{name}.svg": svg(fig, name).encode()}
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        file.write_bytes(content)
    return list(files)
