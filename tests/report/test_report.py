"""The report: self-contained, every question answered, every number with interval, n and kind, true to the analysis."""

import base64
import hashlib
import importlib
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from seti_sim.analysis import seats
from seti_sim.core.amounts import both, percent
from seti_sim.core.errors import RunError
from seti_sim.report import blocks, cells, render, write
from seti_sim.report.blocks import Story
from seti_sim.report.cells import Table
from seti_sim.seti import charts
from seti_sim.seti.analysis import draws
from seti_sim.seti.pages.ending import _play
from seti_sim.seti.pages.sections import sections
from seti_sim.tables import open_run

QUESTIONS = [
    "Do equal players fare equally?",
    "Does the seat matter?",
    "Is there one way to win?",
    "Where do points come from?",
    "What do players do, round by round?",
    "Which cards are strong?",
    "Where do the win rates of cards mislead?",
    "How much of who wins is settled before the first turn?",
    "Which techs are taken?",
    "Which planets and moons are reached?",
    "Which gold tiles are marked?",
    "When do techs and milestones go with wins?",
    "How do seats open, and what do probes go with?",
    "What is left over, and what is hardly ever played?",
    "What does each species do to the game?",
    "Which pairs of species change the game, and for which seats?",
    "Does it pay to lead with a species, or to discover it?",
    "How long is a game, and how close?",
    "How many games does it take?",
    "What should be tested next, and what can this not tell?",
]
SOME = {"Which policy wins?", "Does a leader run away, and do the last come back?"}
"""Questions that not every run can answer: mirror runs, and those that cannot be played again."""
VERDICTS = [
    "Is it fair to every seat?",
    "Does skill beat luck?",
    "Is any card, tech or species out of line?",
    "Is there one way to win?",
    "How long and how close is a game?",
    "What should be changed first?",
]
VOID = {"meta", "input", "path", "use", "br"}


class Page(HTMLParser):
    """Headings, links, images and whether every tag that opens closes."""

    def __init__(self, text):
        super().__init__()
        self.open, self.headings, self.links, self.sources, self.ids, self.text = [], [], [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.links.append(values["href"]) if tag == "a" else None
        self.sources += [values[name] for name in ("src", "xlink:href", "data") if name in values]
        self.sources += [values["href"]] if tag == "link" else []
        self.ids.append(values["id"]) if tag == "section" else None
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.sources += [value for name, value in attributes if name in ("src", "xlink:href", "data")]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if {"h1", "h2"} & set(self.open):
            self.headings.append(data.strip())
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)


@pytest.fixture(scope="module")
def run(mirror_run):
    return open_run(mirror_run)


@pytest.fixture(scope="module")
def page(mirror_page):
    return mirror_page.read_text(encoding="utf-8")


def test_page_is_one_whole_document(mirror_sections, page):
    parsed = Page(page)
    assert parsed.headings == ["1,200 games of SETI", *VERDICTS, *QUESTIONS, "How this was made"]
    assert parsed.ids[0] == "verdicts" and all(link[1:] in parsed.ids for link in parsed.links)
    assert len(parsed.links) == len(VERDICTS) and len(parsed.ids) == len(QUESTIONS) + 2
    drawn = len(figures(mirror_sections))
    assert page.count("<svg") == 2 * drawn + len(VERDICTS) and page.count('role="img"') == drawn + len(VERDICTS) and drawn >= 12


def test_page_needs_nothing_from_anywhere(page):
    assert all(source.startswith("#") for source in Page(page).sources)
    outside = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in page and "url(http" not in page


@pytest.mark.soak
def test_page_is_the_same_for_the_same_run(run, page):
    assert render(open_run(run.path)) == page


def test_words_and_some_charts_are_the_same_for_the_same_run(run, page, mirror_sections, undrawn, monkeypatch):
    """The short form of the test above: the same run told twice, with every sixth of its charts drawn again."""
    drawn = figures(mirror_sections)[::6]
    assert len(drawn) >= 3
    for one in drawn:
        assert charts.svg(one.figure, one.mark) in page
        assert charts.svg(charts.narrow(one.figure), f"{one.mark}-narrow") in page
    monkeypatch.setattr(type(run.kind), "sections", lambda self, run, precision=None: mirror_sections)
    assert render(open_run(run.path)) == re.sub("<svg.*?</svg>\n?", "<svg></svg>", page, flags=re.S)


def tables(found):
    return [(section, block) for section in found for block in section.blocks if isinstance(block, Table)]


def figures(found):
    return [figure for section in found for figure in section.figures]


def test_every_number_has_interval_n_and_kind(mirror_sections, mixed_sections):
    for told in (mirror_sections, mixed_sections):
        found = tables(told)
        assert len(found) >= 7
        for section, table in found:
            if section.anchor == "precision":  # half-widths and numbers of games, which are no estimates
                continue
            for column in table.columns:
                assert column.kind in ("randomised", "paired", "observational"), (section.anchor, column.title)
                assert len(column.cells) == len(table.labels)
                if column.title in ("q", "rank", "tier", "wrong sign", "round"):
                    continue
                for cell in column.cells:
                    assert cell.value == "–" or (cell.interval and (cell.n or column.n)), (
                        section.anchor,
                        column.title,
                        cell,
                    )


def test_numbers_are_those_of_the_analysis(run, page):
    row = seats.by_seat(run).filter(pl.col("seat") == 1, pl.col("measure") == "win_share").row(0, named=True)
    text = " ".join(Page(page).text)
    assert f"Seat 1 wins {both(row, percent)} of the games" in text
    effects = draws.drawn_effect(run, ("score",), by_round=False).whole
    effect = effects.sort("shrunk", descending=True).row(0, named=True)
    assert f"The strongest is {effect['name']}: a seat that draws it scores {effect['estimate']:.1f} points more" in text


def test_card_table_is_whole_and_sortable(run, page):
    body = page[page.index('<table class="sortable">') :]
    body = body[: body.index("</table>")]
    rows = re.findall(r'<tr data-deck="base"><th scope="row">(.*?)<small>(base-\d+)</small></th>\n?(.*?)</tr>', body, re.S)
    assert len(rows) == 138 and len({card for _, card, _ in rows}) == 138
    orders = [[float(x) for x in re.findall(r'data-order="([^"]+)"', row)] for _, _, row in rows]
    first = [row[0] for row in orders]
    assert first == sorted(first, reverse=True) and 'aria-sort="descending"' in body
    assert len(re.findall(r"<button", body)) == 15


def test_how_it_was_made_is_told(run, page):
    text = " ".join(Page(page).text)
    for part in (
        run.config["command"],
        run.config["rules"]["fingerprint"],
        "greedy (weights key-greedy)",
        f"polars {pl.__version__}",
        "printed rules",
    ):
        assert part in text, part
    assert "unfinished" not in text and "games are few" not in text


def test_mixed_runs_say_who_wins_and_that_they_are_no_mirror(mixed_run, undrawn):
    page = render(open_run(mixed_run))
    parsed = Page(page)
    text = " ".join(parsed.text)
    assert "Which policy wins?" in parsed.headings and "This is not a mirror run" in text
    assert "seti-sim run --players 3 --games 600 --policy greedy --seed 5" in text
    assert "greedy in 1 seat and random in 2 seats, rotated" in text and "600 games are few" in text


def test_unfinished_runs_say_so(tmp_path, mirror_run, undrawn):
    copy = tmp_path / "run"
    shutil.copytree(mirror_run, copy)
    for file in copy.rglob("000000500-*.parquet"):
        file.unlink()
    text = " ".join(Page(render(open_run(copy))).text)
    assert (
        "This run is unfinished: 700 of 1,200 games" in text
        and "Not all checks of the run hold: all games are there, 700 of 1,200" in text
    )


def test_names_are_escaped(tmp_path, mirror_run, undrawn):
    copy = tmp_path / "run"
    shutil.copytree(mirror_run, copy)
    config = (copy / "run.json").read_text().replace("Voyager 2 Mission", "<script>alert(1)</script>")
    (copy / "run.json").write_text(config)
    labels = pl.DataFrame({"label": ["<script>alert(1)</script>", "b"], "estimate": [0.0, 0.1], "low": -0.2, "high": 0.2})
    for text in (render(open_run(copy)), charts.svg(charts.odds(labels, ["b"]))):
        assert "<script>alert" not in text and "&lt;script&gt;alert" in text


class Policy(HTMLParser):
    """Scripts and styles of a page, its policy, and attributes that would be code or style."""

    def __init__(self, text):
        super().__init__()
        self.inline, self.policy, self.loose, self.now = {"script": [], "style": []}, "", [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.now = tag if tag in self.inline else ""
        self.loose += [(tag, name) for name in values if name == "style" or name.startswith("on")]
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]

    def handle_data(self, data):
        if self.now:
            self.inline[self.now].append(data)

    def handle_endtag(self, tag):
        self.now = ""


HOSTILE = '</style></script><script>window.broken = 1</script><img src=x onerror=window.broken=1>" onmouseover="window.broken=1'


def test_nothing_but_the_own_style_and_script_counts_whatever_names_hold(tmp_path, mirror_run, page, undrawn):
    """The page as it is drawn, and one whose variant, cards, species and techs have hostile names."""
    copy = tmp_path / "run"
    shutil.copytree(mirror_run, copy)
    config = json.loads((copy / "run.json").read_text())
    config["rules"] |= {"variant": {"variant": {"name": HOSTILE, "description": HOSTILE}}, "file": HOSTILE}
    for kind in ("card", "species", "tech"):
        config["names"][kind] = dict.fromkeys(config["names"][kind], HOSTILE)
    (copy / "run.json").write_text(json.dumps(config))
    hostile = render(open_run(copy))
    for text in (page, hostile):
        told = Policy(text)
        assert told.loose == []
        for kind in ("script", "style"):
            inline = "".join(told.inline[kind])
            digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
            assert f"{kind}-src 'sha256-{digest}'" in told.policy
        assert told.policy.startswith("default-src 'none';") and "unsafe" not in told.policy
    assert "window.broken" in hostile and "<script>window" not in hostile and "<img" not in hostile


def test_the_short_form_has_verdicts_and_answers_alone(run, mirror_sections, undrawn, monkeypatch):
    monkeypatch.setattr(type(run.kind), "sections", lambda self, run, precision=None: mirror_sections)
    short, whole, full = (render(open_run(run.path), form=form) for form in ("short", "", "full"))
    assert Page(short).headings == Page(whole).headings == Page(full).headings
    assert "<details" not in short and "<figure" not in short and short.count("<table") == 1
    assert whole.count('<details class="depth">') == full.count('<details class="depth" open>') == len(mirror_sections)
    text = " ".join(" ".join(Page(short).text).split())
    for section in mirror_sections:
        assert " ".join(section.answer.split()) in text


def test_a_handful_of_games_makes_a_page_too(tmp_path, undrawn):
    import fake_run

    fake_run.play(fake_run.make_plan(2, players=2), tmp_path / "run")
    text = " ".join(Page(render(open_run(tmp_path / "run"))).text)
    assert "2 games are few" in text and "nan" not in text.lower().split()


def test_write_is_whole_or_not_at_all(run, mirror_sections, undrawn, tmp_path, monkeypatch):
    monkeypatch.setattr(type(run.kind), "sections", lambda self, run, precision=None: mirror_sections)
    out = write(run, tmp_path / "page.html")
    assert out.read_text(encoding="utf-8").endswith("</html>")
    with pytest.raises(RunError, match="nowhere/page.html: cannot be written"):
        write(run, tmp_path / "nowhere/page.html")
    assert [f.name for f in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    "p, expected",
    [(0.0312, "p\u00a0=\u00a00.031"), (1e-9, "p\u00a0<\u00a00.001"), (float("nan"), "p unknown")],
)
def test_p_values_as_text(p, expected):
    assert cells.p_text(p) == expected


def test_every_answer_says_what_it_rests_on(mirror_sections, mixed_sections):
    for found in (mirror_sections, mixed_sections):
        for section in found:
            assert re.fullmatch(r"n = [\d,]+ .*, (randomised|observational)", section.basis), section.basis
            numbers = re.findall(r"\d[\d,.]*\u00a0%|\d+\.\d+", section.answer)
            intervals = re.findall(r"\([^()]* to [^()]*\)", section.answer)
            assert section.anchor == "mirror" or not numbers or intervals or "known to" in section.answer, section.answer


def test_several_runs_make_one_page(run, mixed_run, mirror_sections, mixed_sections, undrawn, monkeypatch):
    other = open_run(mixed_run)
    told = {run.path: mirror_sections, other.path: mixed_sections}
    monkeypatch.setattr(type(run.kind), "sections", lambda self, run, precision=None: told[run.path])
    page = render([run, other])
    parsed = Page(page)
    assert parsed.headings[0] == "1,800 games of SETI" and parsed.headings.count("How this was made") == 2
    assert len(set(parsed.ids)) == len(parsed.ids) and all(link[1:] in page for link in parsed.links)
    assert re.findall(r'<h1 class="part" id="[^"]+">([^<]*)</h1>', page) == ["4 players", "3 players"]
    assert page.count('<table class="sortable">') == 2
    for opened in (run, other):
        assert opened.config["command"] in page


def test_a_variant_stands_over_its_report(tmp_path, undrawn):
    from seti_sim.core.registry import example_variants
    from seti_sim.simulate import prepare
    from seti_sim.simulate import run as play

    variant = example_variants()["cheap-scan"]
    play(prepare(players=2, games=4, policies="random", variant=variant), tmp_path / "run")
    parsed = Page(render(open_run(tmp_path / "run"), each=False))
    assert parsed.headings[0] == "4 games of SETI under the variant cheap-scan"
    assert "Scanning costs 1 energy less: actions.scan.cost.energy 2 → 1." in " ".join(parsed.text)


def test_a_game_of_mean_length_is_told(tmp_path, undrawn, monkeypatch):
    """On games of the engine; the stand-in's cannot be played again, and have no such section."""
    from seti_sim.report.closing import mean_game
    from seti_sim.simulate import prepare
    from seti_sim.simulate import run as play

    play(prepare(players=2, games=30, policies="greedy,random", seed=4), tmp_path / "run")
    opened = open_run(tmp_path / "run")
    game = mean_game(opened)
    games = opened.games.collect()
    off = (games["turns"] - games["turns"].mean()).abs()
    assert off[game] == off.min()
    section = next(s for s in sections(opened) if s.anchor == "game")
    stored = opened.seats.filter(pl.col("game_id") == game).sort("seat").collect()
    boards, story, note = section.blocks
    assert len(boards.moments) >= 2
    told = "\n".join(story.lines)
    for seat, policy, score in stored.select("seat", "policy", "score").iter_rows():
        assert f"P{seat} {policy}  {score} point" in told
    assert f"--seed 4 --number {game}" in note
    monkeypatch.setattr(type(opened.kind), "sections", lambda self, run, precision=None: [section])
    assert "<details><summary>Game" in render(opened)


def test_the_end_says_what_to_test_next(mirror_sections, mixed_sections):
    last = mirror_sections[-1]
    steps, limits = (block.lines for block in last.blocks if isinstance(block, Story))
    assert f"{len(steps)} things are to test" in last.answer and any("komi --players 4" in step for step in steps)
    assert any("seti-sim compare" in step for step in steps) and any("--policy random" in step for step in steps)
    assert len(limits) == 4 and "greedy in every seat" in limits[0]
    assert not any("komi" in step for step in mixed_sections[-1].blocks[1].lines)


def test_every_question_is_in_the_docs_with_functions_that_are_there():
    text = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?\?) \| (.*?) \|", text, re.M)
    assert [question for question, _ in rows if question not in SOME] == QUESTIONS
    named = [name for _, names in rows for name in re.findall(r"`(\w+\.\w+)`", names)]
    assert len(named) > 30
    for name in named:
        module, function = name.split(".")
        package = (
            "seti_sim.analysis"
            if module in ("checks", "leader", "points", "precision", "seats", "starts", "ways")
            else "seti_sim.seti.analysis"
        )
        assert callable(getattr(importlib.import_module(f"{package}.{module}"), function)), name


def test_f41_commands_of_a_page_are_quoted_for_a_shell(mixed_run, monkeypatch):
    opened = open_run(mixed_run)
    assert blocks.command(opened, "greedy[without=scan]").startswith(
        "seti-sim run --players 3 --games 600 --policy 'greedy[without=scan]' "
    )
    monkeypatch.setitem(opened.config["rules"], "variant", {"a": 1})
    monkeypatch.setitem(opened.config["rules"], "file", "my game.toml")
    assert _play(opened, 7).endswith(" --number 7 --variant 'my game.toml'")
