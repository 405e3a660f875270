"""Runs and studies as a notebook shows them: what it is, the answer, a small table, a chart; and the charts by name."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from seti_sim.report import blocks, studies
from seti_sim.report.blocks import Figure, Section
from seti_sim.report.cells import Table
from seti_sim.report.common import policy, seat
from seti_sim.studies.store import telling
from seti_sim.tables.folder import reading

_ROWS = 12
"""Rows of a table that are shown; all are in the page."""
_LINE = "padding:.2em .7em;text-align:right;vertical-align:top;white-space:nowrap"


def run_told(run) -> str:
    """A run in a line: `1,200 games of SETI, 4 players, learned in every seat, seed 1`."""
    words = [blocks.at_table(run), *run.kind.head_words(run.config), blocks.who(run), f"seed {run.config['seed']}"]
    unfinished = "" if run.finished else f" of {run.config['games']:,}"
    return ", ".join([f"{run.n_games:,}{unfinished} games of {run.kind.title}", *words])


def run_html(run) -> str:
    """Who played, and how seats fared, or policies where several played: a sentence, a table, a chart."""
    with reading([run]):
        return _html(run_told(run), _first(run))


def _first(run) -> Section:
    """What is asked first of a run. A table with rules in a seat asks something of its own."""
    if len(run.config["seats"]) == 1:
        return next(section for section in run.kind.sections(run) if any(isinstance(b, Table) for b in section.blocks))
    return (None if run.is_mirror else policy(run)) or seat(run)


def run_charts(run) -> dict[str, Any]:
    """Every chart of the report about a run: {name: matplotlib Figure}."""
    with reading([run]):
        return _charts(run.kind.sections(run))


def run_report(run, out: str | Path) -> Path | None:
    """Write the page about a run."""
    from seti_sim.report.page import write

    return write(run, out)


def study_told(study) -> str:
    """What a study asked and found, in two lines."""
    with telling(study):
        answer, basis = studies.in_short(study)
        return f"{studies.heading(study)}\n{answer} {basis}"


def study_html(study) -> str:
    """What a study asked and found: a sentence, a table, a chart."""
    with telling(study):
        return _html(studies.heading(study), studies.sections(study)[0])


def study_charts(study) -> dict[str, Any]:
    """Every chart of the page about a study: {name: matplotlib Figure}."""
    with telling(study):
        return _charts(studies.sections(study))


def study_report(study, out: str | Path) -> Path | None:
    """Write the page about a study."""
    from seti_sim.report.page import write

    return write([], out, studies=[study])


def _charts(sections: list[Section]) -> dict[str, Any]:
    return {drawn.name: drawn.figure for section in sections for drawn in section.figures}


def _html(heading: str, section: Section) -> str:
    """A heading, the answer of a section, its first table and its first chart."""
    table = next((block for block in section.blocks if isinstance(block, Table)), None)
    figure = next((block for block in section.blocks if isinstance(block, Figure)), None)
    told = f"<p>{escape(section.answer)} <small>{escape(section.basis)}</small></p>"
    shown = f"<p><b>{escape(heading)}</b></p>{told}{_table(table) if table else ''}{_drawn(figure) if figure else ''}"
    return f'<div style="max-width:50em">{shown}</div>'


def _drawn(figure: Figure) -> str:
    chart = figure.svg.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
    return f'<div role="img" aria-label="{escape(figure.alt)}" style="background:#fff">{chart}</div>'


def _table(table: Table) -> str:
    """A table with a value and its interval in each cell, the first rows of a long one."""
    head = "".join(f'<th scope="col" style="{_LINE}">{escape(column.title)}</th>' for column in table.columns)
    rows = [f"<thead><tr><td></td>{head}</tr></thead><tbody>"]
    for i, label in enumerate(table.labels[:_ROWS]):
        cells = [column.cells[i] for column in table.columns]
        values = "".join(f'<td style="{_LINE}">{escape(cell.value)}{_under(cell.interval)}</td>' for cell in cells)
        rows.append(f'<tr><th scope="row" style="{_LINE}">{escape(label)}</th>{values}</tr>')
    left = len(table.labels) - _ROWS
    more = f" {left} more row{'s' if left > 1 else ''} in the page." if left > 0 else ""
    return f"<table>{''.join(rows)}</tbody></table><p><small>{escape(table.foot)}{more}</small></p>"


def _under(interval: str) -> str:
    return f"<br/><small>{escape(interval)}</small>" if interval else ""
