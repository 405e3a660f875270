"""`python -m seti_sim`: the command line, where its script is not on the path."""

import sys

from seti_sim.cli import main

sys.exit(main())
