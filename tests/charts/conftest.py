"""The stand-in engine and its run folders, for the tests of this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "simulate"))

from fake_run import fake_batch, mirror_run, mixed_run  # noqa: E402, F401
