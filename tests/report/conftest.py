"""What files of this folder share: sections of the stand-in's runs, found once."""

import pytest

from seti_sim.seti.pages.sections import sections
from seti_sim.tables import open_run


@pytest.fixture(scope="session")
def mirror_sections(mirror_run):
    return sections(open_run(mirror_run))


@pytest.fixture(scope="session")
def mixed_sections(mixed_run):
    return sections(open_run(mixed_run))
