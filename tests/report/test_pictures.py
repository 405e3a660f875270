"""F48: pictures for a slide say question, answer and where they come from; inside the page the page does."""

import re

from PIL import Image

from seti_sim.report import page
from seti_sim.seti.pages import sections
from seti_sim.tables import open_run


def test_f48_pictures_say_question_answer_seed_rules_and_identity(mirror_run, tmp_path):
    run = open_run(mirror_run)
    section = sections.seat(run)
    identity, fingerprint = run.config["identity"], run.config["rules"]["fingerprint"]
    part = page.Part("", "", [], [section], list(page._made(run)), identity=identity)
    png, svg, *_ = page.save_charts([run], [part], tmp_path / "charts")
    drawn = next(block for block in section.blocks if hasattr(block, "svg"))
    with Image.open(png) as picture:
        told, size = dict(picture.text), picture.size
    assert told["Title"] == section.question and told["Description"].startswith(section.answer)
    assert told["Identifier"] == identity
    assert f"Seed: {run.config['seed']};" in told["Source"] and f"fingerprint {fingerprint}" in told["Source"]
    assert size[1] > drawn.figure.get_figheight() * 192 + 100  # the title is above the chart
    text = svg.read_text()
    assert f"<dc:title>{section.question}</dc:title>" in text and fingerprint in text and identity in text
    assert len(re.findall("<path", text)) > 0 and "<dc:title>" not in drawn.svg  # the page's own has its heading in the page


def test_f48_a_picture_of_several_runs_names_all_of_them(mirror_run, mixed_run, tmp_path):
    runs = [open_run(mirror_run), open_run(mixed_run)]
    identities = [run.config["identity"] for run in runs]
    part = page.Part("", "all-", [], [sections.seat(runs[0])], [], identity=" ".join(identities))
    png, *_ = page.save_charts(runs, [part], tmp_path / "charts")
    with Image.open(png) as picture:
        for run in runs:
            assert run.config["identity"] in picture.text["Identifier"]
            assert (
                f"{run.config['identity']}: " in picture.text["Source"]
                and run.config["rules"]["fingerprint"] in picture.text["Source"]
            )
