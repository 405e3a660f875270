"""Fixtures of several folders: run folders of a stand-in engine (tests/simulate/fake_run.py), the command line, checked
builds of the engines (tests/builds.py)."""

from builds import addresses, checked  # noqa: F401
from command_line import cli  # noqa: F401
from fake_run import fake_batch, mirror_run, mixed_run  # noqa: F401
