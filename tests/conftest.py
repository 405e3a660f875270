"""Fixtures of several folders: run folders of a stand-in engine (tests/simulate/fake_run.py), the command line, checked
builds of the engines (tests/builds.py), pages without drawing."""

import gc
import os
import sys

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy: beside other tests its threads take many times what they save
os.environ.setdefault(
    "POLARS_MAX_THREADS", "1"
)  # before Polars: tables of tests are small, and its threads wait for each other

import pytest
from builds import addresses, checked  # noqa: F401
from command_line import cli  # noqa: F401
from fake_run import fake_batch, mirror_run, mixed_run  # noqa: F401
from order import place

from seti_sim.charts import figures as charts
from seti_sim.core import registry
from seti_sim.report.blocks import Figure

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # tests start many processes, each of which would compile the package again
gc.set_threshold(100_000, 20, 20)  # among ten thousand tests the search for garbage takes nearly half the time


@pytest.fixture(autouse=True)
def games_of_files_end_with_the_test():
    """A game of a file that a test named is none for the tests after it in this process."""
    yield
    if registry.places():
        registry.forget()


@pytest.fixture
def forgotten():
    """Installed games are looked for anew, before the test and after it."""
    registry.forget()
    yield
    registry.forget()


@pytest.fixture
def undrawn(monkeypatch):
    """Pages with empty charts, for tests about their words: to draw them takes longest."""
    for name in ("svg", "narrow"):
        monkeypatch.setattr(Figure, name, "<svg></svg>")


@pytest.fixture
def unmade(undrawn, monkeypatch):
    """Pages whose charts are not even made, for tests of commands: to make them takes a third of what is left."""
    empty = charts.figure(1)
    for module in [module for name, module in sys.modules.items() if name.startswith("seti_sim.")]:
        for name, one in list(vars(module).items()):
            if getattr(one, "is_chart", False):
                monkeypatch.setattr(module, name, lambda *frames, **options: empty)


def pytest_xdist_auto_num_workers(config):
    """One more than there are processors, since some tests wait: for a browser, for processes that they end."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: place(item.path))


def pytest_terminal_summary(terminalreporter):
    """What tests have to tell besides whether they pass: `record_property("told", text)`."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()) if getattr(report, "when", "") == "call" else ():
                if name == "told":
                    terminalreporter.write_line(text)
