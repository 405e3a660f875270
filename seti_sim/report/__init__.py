"""One self-contained HTML page about a run: `write(run, "report.html")`.

`sections` asks the questions and words the answers, `cells` lays estimates out in tables, `page` fills the
template with them. The page needs nothing from anywhere: style, script and figures are inside.
"""

from seti_sim.report.page import render, write

__all__ = ["render", "write"]
