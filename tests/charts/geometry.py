"""Where the words and marks of a figure stand, in pixels, and which lie over one another."""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.text import Text
from matplotlib.transforms import Bbox


def drawn(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return canvas.get_renderer()


def texts(figure):
    """Words of a figure that can be seen, with their boxes in pixels and their rotation."""
    renderer = drawn(figure)
    not_drawn = set()  # labels of ticks beyond the ends of an axis
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for ticks, shown in ((axis.get_major_ticks(), True), (axis.get_minor_ticks(), False)):
            not_drawn |= {
                id(t.label1) for t in ticks
                if not (shown and axis.axes.axison and axis.axes.get_visible() and low <= t.get_loc() <= high)
            }  # fmt: skip
    found = []
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip() and id(text) not in not_drawn:
            box = Text.get_window_extent(text, renderer)  # of the words, without an arrow
            found.append((text.get_text(), box, text.get_rotation()))
    return found


def faces(axes):
    """Colours that the dots of an axis are filled with, from the top."""
    dots = [
        (y, face) for one in axes.collections if isinstance(one, PathCollection)
        for (_, y), face in zip(one.get_offsets(), np.resize(one.get_facecolors(), (len(one.get_offsets()), 4)))
    ]  # fmt: skip
    return [face for _, face in sorted(dots, key=lambda dot: -dot[0])]


def marks(axes):
    """Boxes of dots and ends of lines of an axis: [(what, test of a box)]; bars and fields, on which words may stand, are
    not."""
    found = []
    for one in axes.collections:
        if isinstance(one, PathCollection):
            for (x, y), size in zip(
                one.get_offset_transform().transform(one.get_offsets()), np.resize(one.get_sizes(), len(one.get_offsets()))
            ):
                radius = np.sqrt(size) / 2 * axes.figure.dpi / 72
                box = Bbox.from_extents(x - radius, y - radius, x + radius, y + radius)
                found.append(("dot", box.overlaps))
        elif isinstance(one, LineCollection):
            for path in one.get_paths():
                shape = one.get_transform().transform_path(path)
                if np.isfinite(shape.vertices).all():
                    found.append(("interval", lambda box, shape=shape: shape.intersects_bbox(box, filled=False)))
    for line in axes.lines:
        shape = line.get_transform().transform_path(line.get_path())
        if line.get_linestyle() == "None":
            x, y = shape.vertices[0]
            found.append(("arrow", Bbox.from_extents(x - 4, y - 4, x + 4, y + 4).overlaps))
        else:
            found.append(("line", lambda box, shape=shape: shape.intersects_bbox(box, filled=False)))
    return found


def collisions(figure, found):
    """Sentences about `found` words of a figure (as `texts` gives them) that are cut off, or that lie over other words, a dot,
    an interval or a line."""
    width, height = figure.get_size_inches() * figure.dpi
    for i, (word, box, _) in enumerate(found):
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1:
            yield f"{word!r} is cut off"
        for other, its_box, _ in found[i + 1 :]:
            if box.padded(-1).overlaps(its_box.padded(-1)):
                yield f"{word!r} lies over {other!r}"
    for axes in figure.axes:
        for what, over in marks(axes) if axes.get_visible() else ():
            for word, box, _ in found:
                if over(box.padded(-1)):
                    yield f"{word!r} lies over a {what}"


def assert_readable(figure, least=4):
    words = texts(figure)
    found = list(collisions(figure, words))
    assert not found, "; ".join(found[:5])
    assert len(words) > least
