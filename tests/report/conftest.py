"""What files of this folder share: sections of the stand-in's runs, found once, and the page of one, drawn once."""

import pytest
from shared import once

from seti_sim.report import write
from seti_sim.seti.pages.sections import sections
from seti_sim.tables import open_run


@pytest.fixture(scope="session")
def mirror_sections(mirror_run):
    return sections(open_run(mirror_run))


@pytest.fixture(scope="session")
def mixed_sections(mixed_run):
    return sections(open_run(mixed_run))


@pytest.fixture(scope="session")
def mirror_page(request, tmp_path_factory, mirror_run):
    """The report of `mirror_run` as a file."""

    def make(folder):
        write(open_run(mirror_run), folder / "report.html")

    return once(request, tmp_path_factory, "mirror-page", make) / "report.html"
