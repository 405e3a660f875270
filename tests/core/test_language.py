"""Languages: catalogues that lack nothing they should have, words of components, numbers and plural forms, what falls back."""

import re
import runpy
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font

from seti_sim.cli import main
from seti_sim.core.amounts import number, percent, pp, span
from seti_sim.core.errors import RunError
from seti_sim.core.language import DOMAIN, FOLDER, component, language, languages, tr, trn, using
from seti_sim.planetx import components as planetx
from seti_sim.seti import components as seti

OTHERS = languages()[1:]
MISSING = 0
"""Texts without a translation, at most, in each language; the number only falls."""
WRITER = Path(__file__).parents[2] / "docs" / "writers" / "make_languages.py"


def catalogue(name):
    with (FOLDER / name / "LC_MESSAGES" / f"{DOMAIN}.po").open(encoding="utf-8") as file:
        return [message for message in read_po(file, name) if message.id]


def forms(text):
    return text if isinstance(text, tuple) else (text,)


def test_languages_that_there_are():
    assert languages() == ("en", "cs", "de", "pl", "ru") and language() == "en"


def test_catalogues_have_the_texts_of_the_package():
    keys = {(m.context, m.id) for m in runpy.run_path(str(WRITER))["template"]() if m.id}
    for name in OTHERS:
        changed = keys ^ {(m.context, m.id) for m in catalogue(name)}
        assert not changed, (
            f"{name}: run `python docs/writers/make_languages.py`, then translate what is new; new or gone: {changed}"
        )


@pytest.mark.parametrize("name", OTHERS)
def test_missing_translations_only_become_fewer(name):
    missing = [m.id for m in catalogue(name) if not all(forms(m.string))]
    assert len(missing) <= MISSING, f"translate in seti_sim/locale/{name}/LC_MESSAGES/seti_sim.po: {missing}"


@pytest.mark.parametrize("name", OTHERS)
def test_every_component_has_a_word(name):
    there = {(m.context, m.id): m.string for m in catalogue(name)}
    for game in (seti, planetx):
        for kind, named in game.components().items():
            for one, english in named.items():
                assert there[kind, one], f"{name}: {kind} {one} ({english})"


@pytest.mark.parametrize("name", OTHERS)
def test_what_stands_in_braces_stays(name):
    for m in catalogue(name):
        asked = {frozenset(re.findall(r"\{.*?\}", text)) for text in forms(m.id)}
        for text in filter(None, forms(m.string)):
            assert frozenset(re.findall(r"\{.*?\}", text)) in asked, f"{name}: {m.id!r}: {text!r}"
            assert text.count("\n") == 0 or "\n" in forms(m.id)[0]


@pytest.mark.parametrize("name", OTHERS)
def test_charts_have_every_sign(name):
    """The font that charts are drawn in, which comes with matplotlib."""
    signs = FT2Font(font_manager.findfont("DejaVu Sans")).get_charmap()
    used = {sign for m in catalogue(name) for text in forms(m.string) for sign in text} - {"\n"}
    assert {sign for sign in used if ord(sign) not in signs} == set()


def test_plural_forms():
    told = {}
    for name in languages():
        with using(name):
            told[name] = [trn("{n} player", "{n} players", n) for n in (1, 2, 5, 21)]
    assert told["en"] == ["1 player", "2 players", "5 players", "21 players"]
    assert told["ru"] == ["1 игрок", "2 игрока", "5 игроков", "21 игрок"]
    assert told["pl"] == ["1 gracz", "2 graczy", "5 graczy", "21 graczy"]
    assert told["cs"] == ["1 hráč", "2 hráči", "5 hráčů", "21 hráčů"]


def test_numbers():
    told = {}
    for name in languages():
        with using(name):
            told[name] = number(-12345.6), percent(0.256), pp(0.01), span(0.1, 0.25, percent)
    space = "\u00a0"
    assert told["en"] == ("−12,345.6", f"25.6{space}%", f"1.0{space}pp", "10.0 to 25.0")
    assert told["de"] == ("−12.345,6", f"25,6{space}%", f"1,0{space}PP", "10,0 bis 25,0")
    assert told["pl"] == (f"−12{space}345,6", "25,6%", f"1,0{space}p.p.", "10,0 do 25,0")
    assert told["cs"] == (f"−12{space}345,6", f"25,6{space}%", f"1,0{space}p. b.", "10,0 až 25,0")
    assert told["ru"] == (f"−12{space}345,6", f"25,6{space}%", f"1,0{space}п.{space}п.", "от 10,0 до 25,0")


def test_what_has_no_word_is_told_in_english():
    with using("de"):
        assert tr("nobody wrote {this}", this="that") == "nobody wrote that"
        assert component("tech", "sail-1") == "sail-1" and component("card", "base-1", "Solar Sail") == "Solar Sail"
    with pytest.raises(RunError, match=r"^lang xx: expected one of en, cs, de, pl, ru$"), using("xx"):
        pass
    assert language() == "en"


@pytest.mark.parametrize("words", [["play", "--players", "2"], ["report", "nowhere"], ["show", "mars"], ["replay", "nowhere"]])
def test_a_wrong_language_is_one_line(words, capsys):
    assert main([*words, "--lang", "xx"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "'xx' is not one of 'en', 'cs', 'de', 'pl', 'ru'" in err


def test_the_environment_says_which(capsys, monkeypatch):
    monkeypatch.setenv("SETI_SIM_LANG", "ru")
    assert main(["play", "--players", "2", "--policy", "random", "--quiet"]) == 0
    assert "Результат" in capsys.readouterr().out and language() == "en"


ENGLISH = {"probe", "telescope", "trace", "species", "publicity", "credits", "energy", "sector", "signal", "Mercury", "Saturn", "round",
           "asteroid", "comet", "cloud", "dwarf", "sectors", "theory", "wins"}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("game", [["--state", "--species", "mascamites,oumuamua"], ["--game", "planetx", "--state"]])
def test_a_game_is_told_without_english_components(name, game, capsys):
    """But for titles of cards, which stand before their number or in a hand."""
    assert main(["play", "--players", "2", "--policy", "random", *game, "--lang", name]) == 0
    out = capsys.readouterr().out
    held = re.compile("|".join(re.escape(title) for title in sorted(seti.titles(), key=len, reverse=True)))
    own = {word for m in catalogue(name) for text in forms(m.string) for word in re.findall(r"\w+", text)}
    assert (ENGLISH - own) & set(re.findall(r"\w+", held.sub("", " ".join(out.split())))) == set()
