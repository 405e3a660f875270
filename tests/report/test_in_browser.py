"""The report in headless Chromium: it opens offline, without errors, fits the window, sorts, finds, and prints."""

import html
import json
import os
import re
import shutil
import subprocess

import pytest

from seti_sim.report import write
from seti_sim.tables import open_run

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

PROBE = """
<script>
const told = { errors: [] };
window.addEventListener("error", (event) => told.errors.push(String(event.message)));
window.addEventListener("load", () => {
  const table = document.querySelector("table.sortable");
  const rows = () => [...table.tBodies[0].rows];
  const names = () => rows().map((row) => row.cells[0].firstChild.textContent);
  const click = (at) => table.tHead.rows[1].cells[at].querySelector("button").click();
  const numbers = (at) => rows().map((row) => row.cells[at].dataset.order ?? null);
  told.requests = performance.getEntriesByType("resource").map((entry) => entry.name);
  told.width = [document.documentElement.scrollWidth, window.innerWidth];
  told.headings = [...document.querySelectorAll("h1, h2")].map((head) => head.textContent);
  const boxes = [...document.querySelectorAll("figure svg")].map((svg) => svg.getBoundingClientRect());
  told.figures = boxes.map((box) => [box.width, box.height]);
  const targets = [...document.querySelectorAll("nav a")].map((a) => a.getAttribute("href"));
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
def page(mirror_run, tmp_path_factory):
    """The report as a file."""
    return write(open_run(mirror_run), tmp_path_factory.mktemp("page") / "report.html")


@pytest.fixture(scope="module")
def told(browse, page):
    """What the page looks like from inside, at the width of a laptop."""
    probed = page.with_name("probed.html")
    probed.write_text(page.read_text(encoding="utf-8").replace("<head>", "<head>" + PROBE, 1), encoding="utf-8")
    dom = browse("--window-size=1280,800", "--dump-dom", probed.as_uri())
    return json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)[1]))


def test_opens_whole_and_offline(told):
    assert told["errors"] == [] and told["requests"] == []
    assert told["headings"][:2] == ["1,200 games of SETI", "In short"] and told["headings"][-1] == "How this was made"
    assert all(told["links"]) and len(told["links"]) == len(told["headings"]) - 3


def test_fits_the_window(told, page):
    width, window = told["width"]
    assert width <= window
    assert len(told["figures"]) == page.read_text(encoding="utf-8").count("<svg") >= 12
    assert all(600 < w <= 1280 and 100 < h < 1200 for w, h in told["figures"])


def as_in_a_dictionary(name):
    """Blanks before figures before letters, and punctuation last where all else is equal."""
    return re.sub(r"[^a-z0-9 ]", "", name.casefold()), name


def test_card_table_sorts_and_finds(told):
    assert len(told["first"]) == 138 == told["all"]
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


def test_prints(browse, page):
    pdf = page.with_name("page.pdf")
    browse(f"--print-to-pdf={pdf}", "--no-pdf-header-footer", page.as_uri())
    data = pdf.read_bytes()
    assert data.startswith(b"%PDF") and 8 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 44
