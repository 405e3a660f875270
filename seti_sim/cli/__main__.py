"""`python -m seti_sim.cli`, where the console script is not installed."""

import sys

from seti_sim.cli import main

sys.exit(main())
