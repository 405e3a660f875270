"""What notebooks show: where runs and studies find the module that draws them, and a bar for long work.

Runs and studies lie below the pages that tell about them, and import none of it: here stands by name who shows them, as
`core.registry` names the games.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

_SHOWS = "seti_sim.report.notebook"


def shown(what: str, *things: Any) -> Any:
    """What the function of that name in `report.notebook` makes of a run or a study."""
    return getattr(import_module(_SHOWS), what)(*things)


def in_notebook() -> bool:
    """Whether this process answers to a notebook, which shows more than text; without importing anything for it."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


class NotebookBar:
    """A bar with a line of text in the output of a cell; it goes once the work is done, as that on a terminal does."""

    def __init__(self, total: int) -> None:
        from IPython.display import display

        self._total = total
        self._cell = display(self._drawn(0, ""), display_id=True)

    def update(self, done: int, text: str) -> None:
        """Show how far the work is."""
        self._cell.update(self._drawn(done, text))

    def close(self) -> None:
        """Leave nothing behind."""
        from IPython.display import HTML

        self._cell.update(HTML(""))

    def _drawn(self, done: int, text: str) -> Any:
        from html import escape

        from IPython.display import HTML

        bar = f'<progress style="width:20em;vertical-align:middle" value="{done}" max="{max(self._total, 1)}"></progress>'
        return HTML(f'<div role="status">{bar} {escape(text)}</div>')
