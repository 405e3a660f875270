"""Figures as charts draw them: of a page's or a phone's width, under a heading or a title, written as SVG and PNG."""

from __future__ import annotations

import hashlib
import io
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from seti_sim.charts.style import INK, SOFT, TEXT

WIDTH = 8.2  # inches; the report shows an inch as 96 pixels
NARROW = 4.0  # inches, of a page on a phone
PNG_DPI = 192
POINT = 1 / 72  # inches
_width = ContextVar("width of a chart in inches", default=WIDTH)
_written = TextToPath()


def chart(function):
    """Of every public chart: its figure knows how it was drawn (`figure.again`), so that `narrow` can draw it again."""

    @wraps(function)
    def draw(*frames, **options):
        made = function(*frames, **options)
        if is_narrow():
            _break_words(made)
        made.again = lambda: draw(*frames, **options)
        return made

    draw.is_chart = True
    return draw


def _break_words(made: Figure):
    """Break words under and over axes into lines, where a line would be longer than a narrow figure has room for."""
    for axes in made.axes:
        share = 0.6 / axes.get_gridspec().ncols if axes.get_subplotspec() else 0.6
        for text in (axes.xaxis.label, axes.title, axes._left_title):
            text.set_text(lines(text.get_text(), share * made.get_figwidth(), text.get_fontsize()))
    if made.get_supxlabel():
        made.supxlabel(lines(made.get_supxlabel(), 0.95 * made.get_figwidth()), fontsize=TEXT, color=SOFT)


def narrow(drawn: Figure, width: float = NARROW) -> Figure:
    """The same chart drawn for a page of `width` inches, as on a phone, with letters as large as in the wide one.

    Labels and headings are broken into lines, panels that stand side by side stand one below the other. The given figure
    stays as it is. For a figure that a public chart function made.
    """
    token = _width.set(width)
    try:
        made = drawn.again()
        return headed(made, drawn.heading) if hasattr(drawn, "heading") else made
    finally:
        _width.reset(token)


def width() -> float:
    """Inches that a chart has now."""
    return _width.get()


def is_narrow() -> bool:
    """Whether a chart has too little width for panels side by side."""
    return width() < 0.75 * WIDTH


def figure(height: float, **options) -> Figure:
    """An empty figure of the width that charts have now; `height` in inches."""
    made = Figure(figsize=(width(), height), layout="constrained", **options)
    made.get_layout_engine().set(w_pad=0.05, h_pad=0.05)
    return made


def length(text: str, size: float = TEXT, weight: str = "normal") -> float:
    """Inches that a line of text takes at a font size in points."""
    return _written.get_text_width_height_descent(text, FontProperties(size=size, weight=weight), False)[0] * POINT


def lines(text: str, inches: float, size: float = TEXT, weight: str = "normal") -> str:
    """The text broken between words into lines of at most so many inches; longer words stay whole."""
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and length(longer, size, weight) <= inches:
            found[-1] = longer
        else:
            found.append(word)
    return "\n".join(found)


def headed(made: Figure, text: str) -> Figure:
    """The figure with a small line over it, at the right: which games it is about."""
    made.heading = text
    size = TEXT - 1
    _band(made, [(lines(text, made.get_figwidth() - 0.1, size), {"fontsize": size, "color": SOFT, "ha": "right"})])
    return made


def _band(made: Figure, texts):
    """Make the figure higher by texts over all that is in it: pairs of words and options, from the top."""
    wide, high = made.get_size_inches()
    body = high * made.get_layout_engine().get()["rect"][3]
    heights = [(text.count("\n") + 1) * options["fontsize"] * 1.25 * POINT + 0.04 for text, options in texts]
    band = high - body + sum(heights)
    made.set_size_inches(wide, body + band)
    for above in made.texts:  # what an earlier band holds stays below
        above.set_y(above.get_position()[1] * high / (body + band))
    share = body / (body + band)
    made.get_layout_engine().set(rect=(0, 0, 1, share))
    for legend in made.legends:
        legend.set_bbox_to_anchor((0, 0, 1, share), made.transFigure)
    y = body + band
    for (text, options), height in zip(texts, heights):
        x = 0.06 if options.get("ha") != "right" else wide - 0.06
        put = made.text(x / wide, (y - 0.04) / (body + band), text, va="top", linespacing=1.2, **options)
        put.set_in_layout(False)
        y -= height


@contextmanager
def titled(made: Figure, title):
    """The figure with a title over it while it is written: a question and its answer, or None."""
    if not title:
        yield made
        return
    question, answer = title
    size, rect = made.get_size_inches().copy(), made.get_layout_engine().get()["rect"]
    places = [text.get_position() for text in made.texts]
    old, inches = list(made.texts), size[0] - 0.12
    asked = {"fontsize": TEXT + 2.5, "color": INK, "fontweight": "bold"}
    told = {"fontsize": TEXT + 0.5, "color": INK}
    texts = [(lines(question, inches, asked["fontsize"], "bold"), asked)]
    if answer:
        texts.append((lines(answer, inches, told["fontsize"]), told))
    _band(made, texts)
    try:
        yield made
    finally:
        for text in [text for text in made.texts if text not in old]:
            text.remove()
        for text, place in zip(old, places):
            text.set_position(place)
        made.set_size_inches(size)
        made.get_layout_engine().set(rect=rect)
        for legend in made.legends:
            legend.set_bbox_to_anchor((0, 0, 1, rect[3]), made.transFigure)


def svg(fig: Figure, title: str = "", metadata: dict | None = None) -> str:
    """The figure as SVG text without XML header: text as shapes, no date, ids that depend on the title alone.

    metadata: Dublin Core's names (Title, Description, Source, Identifier) with their texts.

    Matplotlib names clips and markers by hashes of coordinates in full precision, in which sums made by several threads
    differ; they are numbered here instead, after a hash of the title.
    """
    known = dict.fromkeys(("Date", "Creator", "Format", "Type")) | (metadata or {})
    with matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": title or "seti_sim"}):
        buffer = io.StringIO()
        FigureCanvasSVG(fig).print_svg(buffer, metadata=known)
    text = buffer.getvalue()
    own, number = hashlib.sha256(title.encode()).hexdigest()[:8], {}
    hashed = re.compile(r'(?<=id=")[A-Za-z][0-9a-f]{10}(?=")|(?<=#)[A-Za-z][0-9a-f]{10}(?=[")])')
    text = hashed.sub(lambda found: f"c{own}-{number.setdefault(found[0], len(number) + 1)}", text)
    return text[text.index("<svg") :]


def save(fig: Figure, folder, name: str, title=None, metadata: dict | None = None) -> list[Path]:
    """Write `NAME.png` (twice the report's size, for print and slides) and `NAME.svg` into a folder, which is made.

    title: a question and its answer, which then stand over the chart. metadata: as of `svg`, for both files. The figure
    itself stays as it is.
    """
    folder = Path(folder)
    picture = io.BytesIO()
    with titled(fig, title):
        FigureCanvasAgg(fig)
        fig.savefig(picture, format="png", dpi=PNG_DPI, metadata={"Software": None} | (metadata or {}))
        drawing = svg(fig, name, metadata)
    files = {folder / f"{name}.png": picture.getvalue(), folder / f"{name}.svg": drawing.encode()}
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        file.write_bytes(content)
    return list(files)
