"""The command line as a fixture, and the stand-in engine's run folders, for the tests of this folder."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "simulate")]

from command_line import cli  # noqa: E402, F401
from fake_run import fake_batch, mirror_run, mixed_run  # noqa: E402, F401
