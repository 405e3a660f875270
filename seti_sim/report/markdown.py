"""Sections of the report as Markdown: answer, what it rests on, tables with their intervals; figures are left out."""

from __future__ import annotations

from seti_sim.core.amounts import NOBREAK
from seti_sim.report.blocks import Boards, Checks, Figure, Section, Story
from seti_sim.report.cells import Table

MOST = 15
"""Rows shown at either end of a table that the page lets one sort."""


def lines(section: Section, level: int = 3, most: int = MOST) -> list[str]:
    """A section as lines of Markdown under a heading of that level; of a sortable table the first and last `most` rows."""
    found = ["#" * level + f" {section.question}", "", plain(section.answer), "", f"({plain(section.basis)})", ""]
    for block in section.blocks:
        if isinstance(block, Figure | Boards):
            continue
        if isinstance(block, Table):
            found += [*table(block, most), ""]
        elif isinstance(block, Checks):
            found += [f"- {what}: {'holds' if holds else 'FAILS'} ({detail})" for what, holds, detail in block.lines] + [""]
        elif isinstance(block, Story):
            found += ([f"- {plain(line)}" for line in block.lines] if block.bullets else ["```", *block.lines, "```"]) + [""]
        else:
            found += [plain(block), ""]
    return found


def table(block: Table, most: int = MOST) -> list[str]:
    """A table as lines: every cell with its interval; n in the heading where a column shares it, else in the cell."""
    groups = [text for text, width, _ in block.groups for _ in range(width)] or [""] * len(block.columns)
    heads = [_head(block, column, group) for column, group in zip(block.columns, groups, strict=True)]
    found = [_row([block.corner, *heads]), _row(["---"] * (1 + len(heads)))]
    small = block.small or [""] * len(block.labels)
    rows = [
        _row([f"{label} ({less})" if less else label, *(_cell(column.cells[i]) for column in block.columns)])
        for i, (label, less) in enumerate(zip(block.labels, small, strict=True))
    ]
    if block.sortable and len(rows) > 2 * most:
        gap = _row([f"{len(rows) - 2 * most} more", *["…"] * len(heads)])
        rows = [*rows[:most], gap, *rows[-most:]]
    found += rows
    return [*found, "", plain(block.foot)] if block.foot else found


def plain(text: str) -> str:
    """Text with ordinary blanks, and nothing that Markdown would take for its own."""
    return text.replace(NOBREAK, " ").replace("|", "\\|").replace("<", "&lt;")


def _head(block: Table, column, group: str) -> str:
    parts = [f"{group}: {column.title}" if group else column.title]
    if column.kind and not block.shared_kind and not block.groups:
        parts.append(column.kind)
    if column.n and not block.shared_n:
        parts.append(f"n = {column.n}")
    return ", ".join(parts)


def _cell(cell) -> str:
    text = f"{cell.value} ({cell.interval})" if cell.interval and cell.interval != "–" else cell.value
    return f"{text}, n = {cell.n}" if cell.n else text


def _row(cells) -> str:
    return "| " + " | ".join(plain(cell).replace("\n", " ") for cell in cells) + " |"
