"""The report in headless Chromium: it opens offline, without errors, fits the window, sorts, finds, and prints."""

import html
import json
import os
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from seti_sim.report import write
from seti_sim.seti.pages.ending import one_game
from seti_sim.simulate import prepare, run
from seti_sim.studies import compare
from seti_sim.tables import open_run

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

PROBE = """
<script>
const told = { errors: [] };
window.addEventListener("error", (event) => told.errors.push(String(event.message)));
window.addEventListener("load", () => {
  told.closed = [...document.querySelectorAll("details.depth")].every((one) => !one.open);
  document.querySelector(".fold button").click();
  told.opened = [...document.querySelectorAll("details.depth")].every((one) => one.open);
  const table = document.querySelector("table.sortable");
  const rows = () => [...table.tBodies[0].rows];
  const names = () => rows().map((row) => row.cells[0].firstChild.textContent);
  const click = (at) => table.tHead.rows[1].cells[at].querySelector("button").click();
  const numbers = (at) => rows().map((row) => row.cells[at].dataset.order ?? null);
  told.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
  told.width = [document.documentElement.scrollWidth, window.innerWidth];
  told.headings = [...document.querySelectorAll("h1, h2")].map((head) => head.textContent);
  const boxes = [...document.querySelectorAll("figure .broad svg")].map((svg) => svg.getBoundingClientRect());
  told.figures = boxes.map((box) => [box.width, box.height]);
  const targets = [...document.querySelectorAll(".verdicts a")].map((a) => a.getAttribute("href"));
  told.links = targets.map((target) => document.querySelector(target) !== null);
  told.first = numbers(1);
  click(0); told.named = names();
  click(4); told.down = numbers(4);
  click(4); told.up = numbers(4);
  const find = document.querySelector(".find input");
  find.value = "observ"; find.dispatchEvent(new Event("input"));
  told.found = rows().filter((row) => !row.hidden).map((row) => row.cells[0].textContent);
  find.value = ""; find.dispatchEvent(new Event("input"));
  told.all = rows().filter((row) => !row.hidden).length;
  told.count = document.querySelector(".find .count").textContent;
  const out = document.createElement("pre");
  out.id = "told"; out.textContent = JSON.stringify(told); document.body.append(out);
});
</script>
"""


@pytest.fixture(scope="module")
def chromium():
    """Path of a Chromium. Where there is none the tests are skipped, but fail in continuous integration."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        told = f"no browser: none of {', '.join(NAMES)} is on the PATH"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    return found


@pytest.fixture(scope="module")
def pdftotext():
    """Path of poppler's pdftotext; skipped without, but for continuous integration."""
    found = shutil.which("pdftotext")
    if found is None:
        pytest.fail("no pdftotext") if os.environ.get("CI") == "true" else pytest.skip("no pdftotext")
    return found


@pytest.fixture(scope="module")
def browse(chromium, tmp_path_factory):
    """Run headless Chromium, offline, in a fresh profile: stdout."""
    profile = tmp_path_factory.mktemp("profile")

    def run(*args):
        command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        command += ["--host-resolver-rules=MAP * ~NOTFOUND", *args]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    return run


@pytest.fixture(scope="module")
def page(mirror_page, tmp_path_factory):
    """The report as a file, in a folder in which others may lie beside it."""
    return shutil.copy(mirror_page, tmp_path_factory.mktemp("page") / "report.html")


def with_script(page, script):
    """The text of a page with a script more, which its policy would not let run."""
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text(encoding="utf-8"), count=1)
    return text.replace("<head>", "<head>" + script, 1)


@pytest.fixture(scope="module")
def told(browse, page):
    """What the page looks like from inside, at the width of a laptop."""
    probed = page.with_name("probed.html")
    probed.write_text(with_script(page, PROBE), encoding="utf-8")
    dom = browse("--window-size=1280,800", "--dump-dom", probed.as_uri())
    return json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))


def test_opens_whole_and_offline(told):
    assert told["errors"] == [] and told["requests"] == []
    assert (
        told["headings"][:2] == ["1,200 games of SETI", "Is it fair to every seat?"]
        and told["headings"][-1] == "How this was made"
    )
    assert all(told["links"]) and len(told["links"]) == 6 and told["closed"] and told["opened"]


def test_fits_the_window(told, page):
    width, window = told["width"]
    assert width <= window
    assert len(told["figures"]) == page.read_text(encoding="utf-8").count("<figure") >= 12
    assert all(600 < w <= 1280 and 100 < h < 1200 for w, h in told["figures"])


def as_in_a_dictionary(name):
    """Blanks before figures before letters, and punctuation last where all else is equal."""
    return re.sub(r"[^a-z0-9 ]", "", name.casefold()), name


def test_card_table_sorts_and_finds(told):
    assert len(told["first"]) == 138 == told["all"] and told["count"] == "138 of 138"
    assert told["named"] != told["first"] and told["named"] == sorted(told["named"], key=as_in_a_dictionary)
    down = [float(x) for x in told["down"] if x is not None]
    up = [float(x) for x in told["up"] if x is not None]
    assert down == sorted(down, reverse=True) and up == sorted(up) and len(down) == len(up) > 100
    first = [float(x) for x in told["first"]]
    assert first == sorted(first, reverse=True)
    assert told["found"] and all("observ" in name.lower() for name in told["found"]) and len(told["found"]) < 40


def test_fits_a_narrow_window(browse, page):
    probed = page.with_name("probed.html")
    dom = browse("--window-size=820,1000", "--dump-dom", probed.as_uri())
    width, window = json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))["width"]
    assert width <= window


PHONE = """
<script>
window.addEventListener("load", () => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const svgs = [...document.querySelectorAll("figure svg")].filter((svg) => svg.getBoundingClientRect().width > 0);
  const texts = [...document.querySelectorAll(".boards li:not([hidden]) text")];
  const right = (what) => Math.max(0, ...[...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect().right));
  parent.postMessage({
    width: document.scrollingElement.scrollWidth, window: innerWidth, captions: right("caption span, figcaption, figure"),
    charts: svgs.map((svg) => svg.getBoundingClientRect().width / parseFloat(svg.getAttribute("width"))),
    boards: texts.map((text) => {
      const { a, b } = text.getScreenCTM();
      return parseFloat(text.closest("[font-size]").getAttribute("font-size")) * Math.hypot(a, b);
    }),
    cut: texts.filter((text) => text.getBoundingClientRect().right > text.ownerSVGElement.getBoundingClientRect().right + 1
      || text.getBoundingClientRect().left < text.ownerSVGElement.getBoundingClientRect().left - 1).map((text) => text.textContent),
  }, "*");
});
</script>
"""
FRAMES = """
<body><script>
const told = {};
addEventListener("message", (event) => {
  const frame = [...document.querySelectorAll("iframe")].find((f) => f.contentWindow === event.source);
  told[frame.name] = event.data;
  const out = document.createElement("pre");
  out.id = "told"; out.textContent = JSON.stringify(told); document.querySelector("#told")?.remove(); document.body.append(out);
});
</script>
"""


def one_section(played, section, out):
    """A page about a run that has one section only, since all of them take long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(played.kind), "sections", lambda _, run, precision=None: [section(run)])
        return write(played, out)


@pytest.fixture(scope="module")
def game_page(tmp_path_factory):
    """A page about a run of SETI with its example game alone."""
    folder = tmp_path_factory.mktemp("game")
    return one_section(
        run(prepare(players=3, games=6, policies="greedy", seed=4), folder / "run"), one_game, folder / "game.html"
    )


@pytest.fixture(scope="module")
def pages(page, game_page):
    """A report, the page of a study, one of Planet X, and a game of SETI."""
    folder = page.parent
    variant = {"actions": {"scan": {"cost": {"energy": 1}}}}
    study = compare(
        [None, variant], names=["printed", "a-variant-with-a-rather-long-name"], games=8, block=4, out=folder / "study"
    )
    run(prepare(game="planetx", players=3, games=24, policies="infogain", seed=2), folder / "sky", jobs=1)
    return {
        "report": page,
        "study": write([], folder / "study.html", studies=[study]),
        "planetx": write(open_run(folder / "sky"), folder / "sky.html"),
        "game": Path(shutil.copy(game_page, folder / "game.html")),
    }


def test_f40_fits_a_phone(browse, pages):
    """F40: no page is wider than a phone's screen, no caption is cut off, and letters of charts (9.5 points) are 9 px or more.

    A window of headless Chromium cannot be as narrow as a phone; a frame can.
    """
    frames = FRAMES
    for name, file in pages.items():
        shown = file.with_name(f"phone-{file.name}")
        shown.write_text(with_script(file, PHONE), encoding="utf-8")
        for width in (390, 320):
            frames += (
                f'<iframe name="{name}-{width}" src="{shown.name}" width="{width}" height="800" style="border:0"></iframe>'
            )
    outer = pages["report"].with_name("phone.html")
    outer.write_text(frames, encoding="utf-8")
    dom = browse("--window-size=1280,900", "--virtual-time-budget=20000", "--dump-dom", outer.as_uri())
    told = json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))
    assert len(told) == 2 * len(pages)
    for name, seen in told.items():
        assert seen["window"] == int(name.rpartition("-")[2]), name
        assert seen["width"] <= seen["window"] and seen["captions"] <= seen["window"], (name, seen)
        assert bool(seen["charts"]) == (not name.startswith("game")), name
        assert min(seen["charts"], default=1) * 9.5 >= 9, (name, seen)  # an SVG's width is in points
        assert bool(seen["boards"]) == name.startswith(("game", "planetx")), name
        assert not seen["cut"] and (seen["window"] < 390 or min(seen["boards"], default=9) >= 5.5), (name, seen)


def test_f45_prints_as_a_report(browse, page, pdftotext):
    """F45: pages are numbered, no heading stands alone at a page's foot."""
    pdf = page.with_name("page.pdf")
    browse(f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri())
    assert pdf.read_bytes().startswith(b"%PDF")
    text = subprocess.run([pdftotext, "-layout", str(pdf), "-"], capture_output=True, text=True, timeout=60, check=True).stdout
    sheets = [[line.strip() for line in sheet.splitlines() if line.strip()] for sheet in text.split("\f")[:-1]]
    assert 10 <= len(sheets) <= 20
    told = [line for lines in sheets for line in lines]
    assert "What should be changed first?" in " ".join(sheets[0]) and "what would be ideal" in " ".join(sheets[0])
    assert told.count("Appendix: tables") == 1 and "Find a card" not in " ".join(told)
    headings = re.findall(r"<h[12][^>]*>(.*?)</h", page.read_text(encoding="utf-8"))
    for number, lines in enumerate(sheets, 1):
        assert lines[-1] == f"{number} / {len(sheets)}"
        assert not any(lines[-2] in (head, head[-len(lines[-2]) :], head[: len(lines[-2])]) for head in headings), lines[-2]


def test_the_short_form_prints_on_four_sheets(browse, mirror_run, tmp_path, pdftotext):
    page = write(open_run(mirror_run), tmp_path / "short.html", form="short")
    browse(f"--print-to-pdf={tmp_path / 'short.pdf'}", "--no-pdf-header-footer", page.as_uri())
    text = subprocess.run(
        [pdftotext, tmp_path / "short.pdf", "-"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    assert 2 <= text.count("\f") <= 4


AXE = """
<script>window.addEventListener("load", () => {
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  document.querySelectorAll("svg > *, tbody tr:nth-child(n+5)").forEach((one) => one.remove()); // rows are alike
  axe.run(document, { resultTypes: ["violations"] }).then((found) => {
    const out = document.createElement("pre");
    out.id = "told";
    const seen = found.violations.map((one) => [one.id, one.impact, one.nodes.length, one.nodes[0].html.slice(0, 200)]);
    out.textContent = JSON.stringify([found.passes.length, seen]);
    document.body.append(out);
  });
});</script>
"""


def test_axe_finds_no_violation(browse, pages):
    """Contrast, names, roles, order of headings, what can be reached by keyboard: with every section open."""
    axe = (resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
    for name, file in pages.items():
        shown = file.with_name(f"axe-{file.name}")
        shown.write_text(with_script(file, f"<script>{axe}</script>{AXE}"), encoding="utf-8")
        dom = browse("--window-size=1280,800", "--virtual-time-budget=60000", "--dump-dom", shown.as_uri())
        passed, violations = json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))
        assert violations == [] and passed > 15, name


def test_f45_nothing_is_printed_below_8_points():
    """F45: sizes in points as they stand, those in rem of 12 points."""
    css = (resources.files("seti_sim.report") / "templates/page.css").read_text(encoding="utf-8")
    found = re.findall(r"(?:font-size:|font:) *([\d.]+)(pt|rem)", css)
    sizes = [float(number) * (12 if unit == "rem" else 1) for number, unit in found]
    assert len(sizes) > 10 and min(sizes) >= 8


SLIDER = """
<script>window.addEventListener("load", () => {
  document.querySelector("details.depth").open = true;
  const boards = document.querySelector(".boards"), at = boards.querySelector("input"), told = [];
  const look = () => told.push([at.value, at.getAttribute("aria-valuetext"),
    [...boards.querySelectorAll("li")].filter((one) => one.getBoundingClientRect().height > 0).map((one) => one.querySelector("h3").textContent)]);
  look();
  at.value = 3; at.dispatchEvent(new Event("input")); look();
  boards.querySelector("[data-by='1']").click(); look();
  for (let i = 0; i < 9; i++) boards.querySelector("[data-by='1']").click();
  look();
  for (let i = 0; i < 9; i++) boards.querySelector("[data-by='-1']").click();
  look();
  const out = document.createElement("pre");
  out.id = "told"; out.textContent = JSON.stringify(told); document.body.append(out);
});</script>
"""
MOMENTS = [*(f"Round {n} begins" for n in range(1, 6)), "The end, after 5 rounds"]


def test_a_game_has_a_slider_through_its_moments(browse, game_page):
    shown = game_page.with_name("slider.html")
    shown.write_text(with_script(game_page, SLIDER), encoding="utf-8")
    dom = browse("--window-size=1280,800", "--dump-dom", shown.as_uri())
    told = json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))
    assert [seen for *_, seen in told] == [[MOMENTS[i]] for i in (0, 3, 4, 5, 0)]
    assert all(words == seen for _, words, (seen,) in told)


def test_without_a_script_all_its_moments_are_there_and_print_has_the_end(browse, game_page, pdftotext):
    """The page's policy lets the script of the page run, and a browser may run none: then the pictures are a list."""
    text = game_page.read_text(encoding="utf-8")
    assert re.findall(r"<li><h3>(.*?)</h3>", text) == MOMENTS and text.count("<li hidden") == 0
    assert '<p class="slider" hidden>' in text and " style=" not in text
    boards = text[text.index('<div class="boards">') : text.index("turn by turn</summary>")]
    assert 80_000 < len(boards.encode()) <= 150_000
    pdf = game_page.with_name("game.pdf")
    browse(f"--print-to-pdf={pdf}", "--no-pdf-header-footer", game_page.as_uri())
    printed = subprocess.run([pdftotext, pdf, "-"], capture_output=True, text=True, timeout=60, check=True).stdout
    assert printed.count("The end, after") == 1 and "begins" not in printed and "Before" not in printed


def test_boards_of_a_report_are_not_printed(browse, pages, pdftotext):
    """A sheet of verdicts stands before: of the game in pictures nothing is printed."""
    pdf = pages["planetx"].with_name("sky.pdf")
    browse(f"--print-to-pdf={pdf}", "--no-pdf-header-footer", pages["planetx"].as_uri())
    printed = subprocess.run([pdftotext, pdf, "-"], capture_output=True, text=True, timeout=60, check=True).stdout
    assert (
        "What does a game look like?" in printed
        and "Before the first action" not in printed
        and "The end, after" not in printed
    )
