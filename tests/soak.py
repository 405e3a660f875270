"""How much of the long tests is run: `SETI_SIM_SOAK_SHARE=0.1 pytest -m soak` runs a tenth of each; nothing said, all of it."""

import os

SHARE = float(os.environ.get("SETI_SIM_SOAK_SHARE", "1"))


def share(count):
    """So many of `count` games or inputs, at least one."""
    return max(round(count * SHARE), 1)
