"""What all figures share: a narrow one with the same letters, headings and titles in a band of their own, files that say
where they come from."""

from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from geometry import assert_readable, texts
from PIL import Image

from seti_sim.charts.figures import length, lines
from seti_sim.core.names import escaped
from seti_sim.seti import charts

SEATS = pl.DataFrame({"seat": [1, 2, 3, 4], "estimate": [0.27, 0.26, 0.24, 0.23], "low": 0.2, "high": 0.3})
HEADING = "n = 1,000 games of 4 players, greedy in 1 seat and random in 3 seats, rotated"


def test_f40_a_narrow_chart_has_letters_as_large():
    wide = charts.headed(charts.seat_win_share(SEATS), HEADING)
    before = charts.svg(wide, "seats")
    made = charts.narrow(wide)
    assert_readable(made)
    assert made.get_figwidth() == charts.NARROW and wide.get_figwidth() == 8.2
    assert charts.svg(wide, "seats") == before  # the wide one stays
    sizes = [
        {text.get_fontsize() for text in figure.findobj(type(figure.texts[0])) if text.get_text()} for figure in (wide, made)
    ]
    assert sizes[0] == sizes[1]
    assert " ".join(made.heading.split()) == HEADING and any("\n" in word for word, _, _ in texts(made))
    assert charts.narrow(wide, 3).get_figwidth() == 3
    assert charts.seat_win_share(SEATS).get_figwidth() == 8.2  # nothing is left of it


def test_lines_are_as_long_as_asked():
    text = "How strong is the first seat against all the others"
    broken = lines(text, 1.5, 10)
    assert broken.replace("\n", " ") == text and all(length(line, 10) <= 1.5 for line in broken.split("\n"))
    assert lines("wins 25\u00a0% of them", 0.1, 10) == "wins\n25\u00a0%\nof\nthem"
    assert lines("tucked\nless played", 9) == "tucked\nless played"
    assert lines("Incomprehensibilities", 0.1) == "Incomprehensibilities"


def test_f48_a_saved_picture_says_question_answer_and_where_it_comes_from(tmp_path):
    figure = charts.headed(charts.seat_win_share(SEATS), HEADING)
    before = charts.svg(figure, "seats")
    title = ("Does it matter who starts?", "Seat 1 wins 27.0 % of its games, which is more than its fair share of 25 %.")
    told = {"Title": title[0], "Description": title[1], "Source": "seed 9, rules 0123456789ab", "Identifier": "abc"}
    png, svg = charts.save(figure, tmp_path, "seats", title, told)
    with Image.open(png) as picture:
        assert {key: picture.text[key] for key in told} == told
        assert picture.size[1] > figure.get_figheight() * 192 + 50  # the title has room of its own
    assert all(f">{text}<" in svg.read_text() for text in told.values())
    assert charts.svg(figure, "seats") == before
    png, svg = charts.save(figure, tmp_path, "seats")
    with Image.open(png) as picture:
        assert abs(picture.size[1] - figure.get_figheight() * 192) <= 1 and not picture.text


@pytest.mark.parametrize("shrink", [charts.narrow, lambda figure: figure])
def test_a_title_lies_on_nothing(shrink):
    from seti_sim.charts.figures import titled

    frame = pl.DataFrame({"source": ["card", "orbit"], "estimate": [60.0, 30.0], "low": [58.0, 29.0], "high": [62.0, 31.0]})
    figure = shrink(charts.headed(charts.points_by_source(frame, {"winners": frame}, {}), HEADING))
    with titled(figure, ("Where do points come from?", "Most come from cards, 0.52 (0.48 to 0.56) of all. " * 9)):
        assert_readable(figure)
        assert np.isclose(max(box.y1 for _, box, _ in texts(figure)), figure.get_figheight() * figure.dpi, atol=12)


def test_f40_words_under_a_narrow_axis_are_broken_once():
    """Words in two lines for a wide chart are not broken line by line, which left "numbers" alone between two lines."""
    whole = pl.DataFrame({"source": ["card", "orbit"], "estimate": [60.0, 30.0], "low": [58.0, 29.0], "high": [62.0, 31.0]})
    made = charts.narrow(charts.points_by_source(whole, {"greedy": whole}, {}))
    words = made.axes[0].get_xlabel()
    parts = words.split("\n")
    assert " ".join(parts) == "mean points of a seat; the numbers are those of all seats" and len(parts) > 1
    room = 0.6 * made.get_figwidth()
    assert all(length(part) <= room < length(f"{part} {after.split()[0]}") / 0.95 for part, after in zip(parts, parts[1:]))
    assert_readable(made)


ODD = {
    "quotes": "a\"b'c", "html": "<b>&</b>]]>--", "newline": "a\nb", "control": "a\x1b[31m\x00b", "bytes": "a\udce9",
    "dollars": r"5$ to \foo$ {", "long": "x" * 2000,
}  # fmt: skip


@pytest.mark.parametrize("name", ODD.values(), ids=ODD)
def test_f21_pictures_of_names_of_any_kind_can_be_read(tmp_path, name):
    """F21: in metadata, as a label and over the chart; what XML has no sign for is written out, and no dollar begins a
    formula."""
    figure = charts.headed(
        charts.seat_win_share(SEATS[:2], {1: escaped(name[:100])}), name
    )  # no frame holds what UTF-8 has not
    title = ("Which?", name) if len(name) < 100 else None
    png, svg = charts.save(figure, tmp_path, "seats", title, {"Title": name, "Source": f"variant {name}"})
    found = ElementTree.parse(svg).find(".//{http://purl.org/dc/elements/1.1/}title").text
    with Image.open(png) as picture:
        told = picture.text["Title"]
    assert (
        told == found == {"control": "a\\x1b[31m\\x00b", "bytes": "a\\udce9"}.get(next(k for k in ODD if ODD[k] == name), name)
    )
    assert charts.svg(charts.narrow(figure), "seats").encode()
