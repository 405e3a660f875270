"""The page of a tiny run in every other language: it is made, says which language it is in, and names no component in English."""

import re

import pytest
from matplotlib.text import Text

from seti_sim.cli import main
from seti_sim.core.language import languages, using
from seti_sim.report import blocks
from seti_sim.report.page import render
from seti_sim.tables import open_run

ENGLISH = ("Exertians", "telescope-1", "gold tiles", "free action", "Does the seat matter?", "dwarf planets", "Who played")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    out = tmp_path_factory.mktemp("languages") / "planetx"
    assert main(["run", "--game", "planetx", "--players", "2", "--games", "40", "--jobs", "1", "--out", str(out)]) == 0
    return out


@pytest.mark.parametrize("name", languages()[1:])
def test_page_in_another_language(name, played, monkeypatch):
    drawn = lambda figure: " | ".join(text.get_text() for text in figure.figure.findobj(Text))  # noqa: E731
    monkeypatch.setattr(blocks.Figure, "svg", property(drawn))
    monkeypatch.setattr(blocks.Figure, "narrow", property(drawn))
    with using(name):
        page = render(open_run(played))
    assert f'<html lang="{name}">' in page
    text = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.S)
    assert [word for word in ENGLISH if word in text] == []
