"""Figures as charts draw them: of a page's or a phone's width, under a heading or a title, written as SVG and PNG."""

from __future__ import annotations

import hashlib
import io
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from unicodedata import category

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.textpath import TextToPath
from matplotlib.ticker import FixedFormatter, Formatter

from seti_sim.charts.style import INK, SOFT, TEXT
from seti_sim.core.language import SOURCE, language, numbers

WIDTH = 8.2  # inches; the report shows an inch as 96 pixels
NARROW = 4.0  # inches, of a page on a phone
PNG_DPI = 192
POINT = 1 / 72  # inches
NAMES_AS_THEY_STAND = {"text.parse_math": False}  # a name may hold dollars, between which formulas would be read
_width = ContextVar("width of a chart in inches", default=WIDTH)
_written = TextToPath()


def chart(function):
    """Of every public chart: its figure knows how it was drawn (`figure.again`), so that `narrow` can draw it again."""

    @wraps(function)
    def draw(*frames, **options):
        with matplotlib.rc_context(NAMES_AS_THEY_STAND):
            made = function(*frames, **options)
            if language() != SOURCE:
                for axis in (axis for axes in made.axes for axis in (axes.xaxis, axes.yaxis)):
                    if not isinstance(axis.get_major_formatter(), FixedFormatter):  # which has names
                        axis.set_major_formatter(_Told(axis.get_major_formatter()))
            for text in made.findobj(Text):
                if (shown := signs(text.get_text())) != text.get_text():
                    text.set_text(shown)
            if is_narrow():
                _break_words(made)
        made.again = lambda: draw(*frames, **options)
        return made

    draw.is_chart = True
    return draw


class _Told(Formatter):
    """Numbers of an axis as the language that holds writes them."""

    def __init__(self, written: Formatter):
        self.written = written

    def set_axis(self, axis):
        super().set_axis(axis)
        self.written.set_axis(axis)

    def set_locs(self, locs):
        self.written.set_locs(locs)

    def __call__(self, value, position=None):
        return numbers(self.written(value, position))


def _break_words(made: Figure):
    """Break words under and over axes into lines, where a line would be longer than a narrow figure has room for."""
    for axes in made.axes:
        share = 0.6 / axes.get_gridspec().ncols if axes.get_subplotspec() else 0.6
        label = axes.xaxis.label
        if any(length(line, label.get_fontsize()) > share * made.get_figwidth() for line in label.get_text().split("\n")):
            label.set_text(label.get_text().replace("\n", " "))  # lines broken again would leave single words between
        for text in (label, axes.title, axes._left_title):
            text.set_text(lines(text.get_text(), share * made.get_figwidth(), text.get_fontsize()))
    if made.get_supxlabel():
        made.supxlabel(lines(made.get_supxlabel(), 0.95 * made.get_figwidth()), fontsize=TEXT, color=SOFT)


def narrow(drawn: Figure, width: float = NARROW) -> Figure:
    """The same chart drawn for a page of `width` inches, as on a phone, with letters as large as in the wide one.

    Labels and headings are broken into lines, panels that stand side by side stand one below the other. The given figure
    stays as it is. For a figure that a public chart function made.
    """
    with as_wide_as(width):
        made = drawn.again()
        return headed(made, drawn.heading) if hasattr(drawn, "heading") else made


@contextmanager
def as_wide_as(inches: float):
    """Around what makes figures: they have that width."""
    token = _width.set(inches)
    try:
        yield
    finally:
        _width.reset(token)


def width() -> float:
    """Inches that a chart has now."""
    return _width.get()


def is_narrow() -> bool:
    """Whether a chart has too little width for panels side by side."""
    return width() < 0.75 * WIDTH


def figure(height: float, *, pads: tuple[float, float] = (0.05, 0.05), **options) -> Figure:
    """An empty figure of the width that charts have now; `height` in inches, and `pads` beside and above what is in it."""
    made = Figure(figsize=(width(), height), layout="constrained", **options)
    made.get_layout_engine().set(w_pad=pads[0], h_pad=pads[1])
    return made


@lru_cache(20_000)
def length(text: str, size: float = TEXT, weight: str = "normal") -> float:
    """Inches that a line of text takes at a font size in points."""
    return _written.get_text_width_height_descent(text, FontProperties(size=size, weight=weight), False)[0] * POINT


def lines(text: str, inches: float, size: float = TEXT, weight: str = "normal") -> str:
    """The text broken between words into lines of at most so many inches; longer words stay whole, and so do breaks."""
    if "\n" in text:
        return "\n".join(lines(part, inches, size, weight) for part in text.split("\n"))
    found: list[str] = []
    for word in filter(None, text.split(" ")):  # what a no-break space holds together stays so
        longer = f"{found[-1]} {word}" if found else word
        if found and length(longer, size, weight) <= 0.97 * inches:  # a picture's letters are set on whole pixels
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


def key(made: Figure, handles, labels):
    """The figure with a key over it, at the left, in as many columns as there is room for."""
    columns = max(int((made.get_figwidth() - 0.1) / (max(map(length, labels)) + 0.5)), 1)
    columns = min(columns, len(labels))
    if sum(map(length, labels)) + 0.5 * len(labels) < made.get_figwidth() - 0.1:
        columns = len(labels)
    y = _raise(made, 0.21 * -(-len(labels) // columns) + 0.03)
    put = made.legend(handles, labels, loc="upper left", ncols=columns, frameon=False, fontsize=TEXT, handletextpad=0.4,
                      borderpad=0.1, borderaxespad=0, labelspacing=0.3, columnspacing=1.4, labelcolor=INK)  # fmt: skip
    _keep(made, put, 0.06, y)


def _band(made: Figure, texts):
    """Make the figure higher by texts over all that is in it: pairs of words and options, from the top."""
    heights = [(text.count("\n") + 1) * options["fontsize"] * 1.25 * POINT + 0.04 for text, options in texts]
    y = _raise(made, sum(heights))
    for (text, options), height in zip(texts, heights):
        text, options = signs(text), options | {"parse_math": False}
        x = 0.06 if options.get("ha") != "right" else made.get_figwidth() - 0.06
        _keep(made, made.text(0, 0, text, va="top", linespacing=1.2, **options), x, y - 0.04)
        y -= height


def _raise(made: Figure, inches: float) -> float:
    """Make the figure higher; what is in it stays where it is, from below. The new height."""
    wide, high = made.get_size_inches()
    body = high * made.get_layout_engine().get()["rect"][3]
    made.set_size_inches(wide, high + inches)
    made.get_layout_engine().set(rect=(0, 0, 1, body / (high + inches)))
    for artist, x, y in _kept(made):
        _put(made, artist, x, y)
    return high + inches


def _kept(made: Figure) -> list:
    """What stands over the layout: artists with their places in inches from the lower left."""
    if not hasattr(made, "kept"):
        made.kept = []
    return made.kept


def _keep(made: Figure, artist, x: float, y: float):
    artist.set_in_layout(False)
    _kept(made).append((artist, x, y))
    _put(made, artist, x, y)


def _put(made: Figure, artist, x: float, y: float):
    place = (x / made.get_figwidth(), y / made.get_figheight())
    if isinstance(artist, Legend):
        artist.set_bbox_to_anchor(place, made.transFigure)
    else:
        artist.set_position(place)


@contextmanager
def titled(made: Figure, title):
    """The figure with a title over it while it is written: a question, and what stands below it; or None."""
    if not title:
        yield made
        return
    question, *below = title
    before, high = list(_kept(made)), made.get_figheight()
    inches = made.get_figwidth() - 0.12
    asked = {"fontsize": TEXT + 2.5, "color": INK, "fontweight": "bold"}
    told = {"fontsize": TEXT + 0.5, "color": INK}
    texts = [(lines(question, inches, asked["fontsize"], "bold"), asked)]
    texts += [(lines(text, inches, told["fontsize"]), told) for text in below if text]
    _band(made, texts)
    try:
        yield made
    finally:
        for artist, _, _ in made.kept[len(before) :]:
            artist.remove()
        made.kept = before
        _raise(made, high - made.get_figheight())


def svg(fig: Figure, title: str = "", metadata: dict | None = None) -> str:
    """The figure as SVG text without XML header: text as shapes, no date, ids that depend on the title alone.

    metadata: Dublin Core's names (Title, Description, Source, Identifier) with their texts.

    Matplotlib names clips and markers by hashes of coordinates in full precision, in which sums made by several threads
    differ; they are numbered here instead, after a hash of the title.
    """
    known = dict.fromkeys(("Date", "Creator", "Format", "Type")) | _written_out(metadata)
    with matplotlib.rc_context(NAMES_AS_THEY_STAND | {"svg.fonttype": "path", "svg.hashsalt": title or "seti_sim"}):
        buffer = io.StringIO()
        FigureCanvasSVG(fig).print_svg(buffer, metadata=known)
    text = buffer.getvalue()
    own, number = hashlib.sha256(title.encode()).hexdigest()[:8], {}
    hashed = re.compile(r'(?<=id=")[A-Za-z][0-9a-f]{10}(?=")|(?<=#)[A-Za-z][0-9a-f]{10}(?=[")])')
    text = hashed.sub(lambda found: f"c{own}-{number.setdefault(found[0], len(number) + 1)}", text)
    return _without_styles(text[text.index("<svg") :])


def _without_styles(text: str) -> str:
    """The SVG with styles as attributes, which mean the same: a page whose policy allows no inline style shows it, too.

    What a style sheet says of all elements, those of the root are that inherit it, unless they have an own one."""
    sheet = re.compile(r"\s*<style[^>]*>\*\{([^}]*)\}</style>")
    whole = sheet.search(text)
    text = sheet.sub("", text)
    if whole:
        text = text.replace("<svg ", f"<svg {_attributes(whole[1])} ", 1)
    return re.sub(r'style="([^"]*)"', lambda found: _attributes(found[1]), text)


def _attributes(style: str) -> str:
    """`fill: none; stroke: #1b1b1b` → `fill="none" stroke="#1b1b1b"`."""
    pairs = (part.partition(":") for part in style.split(";") if part.strip())
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, _, value in pairs)


def signs(text: str) -> str:
    r"""The text in signs that fonts and XML have, others as `\x1b`: names come from users and their files."""
    kept = (sign.isprintable() or sign == "\n" or category(sign) == "Zs" for sign in text)
    return "".join(sign if keep else ascii(sign)[1:-1] for sign, keep in zip(text, kept))


def _written_out(metadata: dict | None) -> dict[str, str]:
    return {name: signs(text) for name, text in (metadata or {}).items()}


def save(fig: Figure, folder, name: str, title=None, metadata: dict | None = None) -> list[Path]:
    """Write `NAME.png` (twice the report's size, for print and slides) and `NAME.svg` into a folder, which is made.

    title: a question and what stands below it (its answer), which are then over the chart. metadata: as of `svg`, for both
    files. The figure itself stays as it is.
    """
    folder = Path(folder)
    picture = io.BytesIO()
    with matplotlib.rc_context(NAMES_AS_THEY_STAND), titled(fig, title):
        FigureCanvasAgg(fig)
        fig.savefig(picture, format="png", dpi=PNG_DPI, metadata={"Software": None} | _written_out(metadata))
        drawing = svg(fig, name, metadata)
    files = {folder / f"{name}.png": picture.getvalue(), folder / f"{name}.svg": drawing.encode()}
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files.items():
        file.write_bytes(content)
    return list(files)
