"""F01: the label, the mark, the interval and the text of a row come from one row of the frame, in whatever order they come."""

import math
import re
from functools import cache
from importlib import import_module, resources
from pkgutil import iter_modules

import numpy as np
import polars as pl
import pytest
from chart_frames import EXAMPLES
from geometry import assert_readable, faces
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.patches import Rectangle
from matplotlib.text import Text

import seti_sim.charts
from seti_sim.charts.rows import Panel, lay_rows
from seti_sim.core import amounts
from seti_sim.seti import charts


def public_charts():
    modules = [
        import_module(f"{package.__name__}.{found.name}")
        for package in (seti_sim.charts, charts) for found in iter_modules(package.__path__)
    ]  # fmt: skip
    modules.append(import_module("seti_sim.planetx.charts"))
    return {name for module in modules for name, one in vars(module).items() if getattr(one, "is_chart", False)}


def test_every_chart_has_an_example():
    assert {name.split(" of ")[0] for name in EXAMPLES} == public_charts()
    assert all((example.rows is None) != (example.told is None) for example in EXAMPLES.values())


@cache
def shown(name):
    """An example as it is drawn for a page and for a phone, under a heading."""
    wide = charts.headed(EXAMPLES[name].draw(EXAMPLES[name].frames), "n = 20,000 games of 4 players, greedy in every seat")
    return wide, charts.narrow(wide)


def read_rows(figure):
    """What stands on each row of each axis: (label, estimate, low, high, text), from the artists alone."""
    found = []
    shown = [axes for axes in figure.axes if axes.get_visible()]
    for axes in shown:
        first = next(one for one in shown if one.get_subplotspec().rowspan == axes.get_subplotspec().rowspan)
        labels = dict(zip(first.get_yticks(), (" ".join(label.get_text().split()) for label in first.get_yticklabels())))
        marks = {}
        for dots in axes.collections:
            if isinstance(dots, PathCollection):
                marks |= {round(y, 6): x for x, y in np.asarray(dots.get_offsets())}
        marks |= {
            round(bar.get_y() + bar.get_height() / 2, 6): bar.get_width() for bar in axes.patches if isinstance(bar, Rectangle)
            and axes.get_ylim()[0] <= bar.get_y() <= 0 and bar.get_height() < 0.9
        }  # fmt: skip
        ends = {
            round(y, 6): (low, high) for lines in axes.collections if isinstance(lines, LineCollection) and lines.zorder == 3
            for (low, y), (high, _) in lines.get_segments()
        }  # fmt: skip
        texts = {round(text.xy[1], 6): " ".join(text.get_text().split()) for text in axes.texts if text.xy[0] == 1}
        rows = []
        for y in {*marks, *ends}:
            label = labels[min(labels, key=lambda at: abs(at - y))]
            rows.append((label, marks.get(y), *ends.get(y, (None, None)), texts.get(y, "")))
        found.append(rows)
    return found


def plain(rows):
    def number(value):
        return None if value is None or math.isnan(value) else round(float(value), 4)

    return sorted((" ".join(label.split()), *map(number, values), " ".join(text.split())) for label, *values, text in rows)


def shuffled(frames, seed):
    return {name: frame.sample(fraction=1, shuffle=True, seed=seed + i) for i, (name, frame) in enumerate(frames.items())}


@pytest.mark.parametrize("name", EXAMPLES)
def test_f01_what_stands_on_a_row_is_that_row_of_the_frame(name):
    example = EXAMPLES[name]
    mixed = shuffled(example.frames, 1)
    for frames, figures in ((example.frames, shown(name)), (mixed, [example.draw(mixed)])):
        for figure in figures:
            if example.rows is None:
                example.told(frames, figure)
                continue
            got, wanted = read_rows(figure), example.rows(example.frames)
            if name.startswith("comparison"):  # its panels stand as the units come
                got, wanted = (sorted(rows, key=str) for rows in (map(plain, got), map(plain, wanted)))
            assert [plain(axis) for axis in got] == [plain(axis) for axis in wanted]


@pytest.mark.parametrize("name", EXAMPLES)
def test_f46_no_word_lies_on_a_word_or_a_mark(name):
    for figure in shown(name):
        assert_readable(figure)


def printed_width():
    """Inches of a chart on an A4 page, as the page's style says."""
    css = (resources.files("seti_sim.report") / "templates/page.css").read_text(encoding="utf-8")
    (margin,) = re.findall(r"size: A4; margin: [\d.]+mm ([\d.]+)mm [\d.]+mm;", css)
    (beyond,) = re.findall(r"figure { margin-left: -([\d.]+)mm; margin-right: -\1mm; }", css)
    return (210 - 2 * float(margin) + 2 * float(beyond)) / 25.4


@pytest.mark.parametrize("name", EXAMPLES)
def test_f45_no_letters_are_printed_below_8_points(name):
    wide = shown(name)[0]
    words = [text for text in wide.findobj(Text) if text.get_visible() and text.get_text().strip()]
    least = min(words, key=lambda text: text.get_fontsize())
    assert least.get_fontsize() * printed_width() / wide.get_figwidth() >= 8, least


def test_f01_a_sweep_has_each_number_beside_its_own_label():
    """The case as it was found: metrics go by variant in the frame, labels by metric on the chart."""
    frame = pl.DataFrame({
        "variant": ["1", "1", "3", "3"], "metric": ["score", "margin"] * 2, "words": ["score", "margin"] * 2, "unit": "points",
        "estimate": [12.5, 4.96, -33.1, 0.5], "low": [12.0, 4.5, -34.0, 0.0], "high": [13.0, 5.5, -32.0, 1.0], "n": 200,
    })  # fmt: skip
    rows = {label: text for label, *_, text in read_rows(charts.comparison(frame))[0]}
    assert rows == {
        "score 1": "+12.5 (+12.0 to +13.0)", "score 3": "−33.1 (−34.0 to −32.0)", "margin 1": "+5.0 (+4.5 to +5.5)",
        "margin 3": "+0.5 (0.0 to +1.0)",
    }  # fmt: skip


def of_rows(estimate, low, high):
    return pl.DataFrame({"label": ["a", "b"], "estimate": [10.0, estimate], "low": [8.0, low], "high": [12.0, high]})


@pytest.mark.parametrize(
    "low, high, arrow, text", [(-math.inf, -20.0, "<", "at most −20"), (30.0, math.inf, ">", "at least 30")]
)
def test_f07_an_interval_without_an_end_goes_on_to_the_edge(low, high, arrow, text):
    estimate = low if math.isinf(low) else high
    figure = lay_rows([Panel(of_rows(estimate, low, high), form=amounts.rounded, tell="value and interval")])
    axes = figure.axes[0]
    ends = next(lines for lines in axes.collections[::-1] if isinstance(lines, LineCollection)).get_segments()[-1][:, 0]
    edge = axes.get_xlim()[0 if arrow == "<" else 1]
    assert sorted(ends) == sorted([edge, high if arrow == "<" else low]) and abs(ends[0] - ends[1]) > 2
    assert [(line.get_marker(), line.get_xdata()[0]) for line in axes.lines] == [(arrow, edge)]
    assert len(faces(axes)) == 1  # no dot for what has no estimate
    assert axes.texts[-1].get_text() == text
    assert_readable(figure)


def test_an_unknown_interval_is_no_bar_and_an_unknown_estimate_no_dot():
    figure = lay_rows([Panel(of_rows(math.nan, math.nan, math.nan), tell="value")])
    ((label, x, low, high, text),) = read_rows(figure)[0]
    assert (label, x, low, high, text) == ("a", 10, 8, 12, "10.0") and figure.axes[0].texts[-1].get_text() == "–"
    (_, *other) = read_rows(lay_rows([Panel(of_rows(11.0, math.nan, math.nan))]))[0]
    assert other == [("b", 11.0, None, None, "")]


@pytest.mark.parametrize("low", [0.2, 0.95, 0.999])
def test_f43_an_axis_of_shares_ends_at_100_per_cent(low):
    rows = pl.DataFrame({"label": ["a"], "estimate": [0.999], "low": [low], "high": [1.2]})
    for bars in ((), ("",)):
        axes = lay_rows([Panel(rows, form=amounts.percent, tell="value", bars=bars)]).axes[0]
        assert axes.get_xlim()[1] == 100 and axes.get_xlim()[0] >= 0
        assert all(tick <= 100 for tick in axes.get_xticks() if axes.get_xlim()[0] <= tick <= axes.get_xlim()[1])
        assert not axes.lines  # a bound is no edge beyond which something goes on


def test_f43_all_shares_of_all_charts_end_at_100_per_cent():
    for name in EXAMPLES:
        for axes in shown(name)[0].axes:
            if any("%" in label.get_text() for label in axes.get_xticklabels()) and axes.get_xticks().max() > 1:
                assert 0 <= axes.get_xlim()[0] and axes.get_xlim()[1] <= 100, name


def test_f42_one_look_is_no_chart():
    frame = EXAMPLES["narrowing"].frames["looks"].filter(pl.col("n") == 1000)
    with pytest.raises(ValueError, match="one look"):
        charts.narrowing(frame, {"turns": "turns"}, {"turns": "turns"})


def test_f42_a_unit_that_is_the_name_is_said_once():
    titles = [axes.get_title(loc="left") for axes in shown("narrowing")[0].axes]
    assert "turns" in titles and "score, points" in titles
