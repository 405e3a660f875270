"""A game told to a person, line by line: what the telling of every game has in common, and games that have none of their own."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from seti_sim.core.language import digits, tr, trn

WIDTH = 110
"""Signs of a line."""


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, each column as wide as its widest cell."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


class Narrator:
    """Tells a `Game` as its actions are applied; `say` takes a line of text (None: only the result is told).

    Here an action is told as it is written. A game that has more to tell has a class of its own, which overrides what it does
    otherwise. `state`: whether to show the board, too, which a game without a class of its own does not have.
    """

    def __init__(self, game: Any, say: Callable[[str], object] | None, state: bool = False) -> None:
        self.game, self.say, self.state = game, say, state
        self.done = len(game.history)  # actions so far

    def apply(self, action: Any) -> None:
        """Do an action and tell it."""
        who = self.game.to_move
        self.game.apply(action)
        self.done += 1
        self.paragraph(str(self.done), f"{who}  {action}")

    def line(self, text: str) -> None:
        """Say a line as it is."""
        if self.say is not None:
            self.say(text)

    def paragraph(self, number: str, text: str) -> None:
        """Say a text, wrapped, with a number at its left."""
        if self.say is None:
            return
        indent = " " * 7 + " " * (len(text) - len(text.lstrip()) + 4)
        for line in textwrap.wrap(text, WIDTH, initial_indent=f"{number:>5}  ", subsequent_indent=indent):
            self.say(line)

    def result(self, policies: Sequence[str], say: Callable[[str], object]) -> None:
        """Tell the end to `say`, or where it stops: scores and win shares, with the policies by seat ("" for unknown)."""
        over = self.game.is_over
        say("")
        say(tr("Result") if over else tr("Not over after {done} actions: {where}", done=self.done, where=self.where()))
        for (seat, score), policy in zip(self.game.scores().items(), policies, strict=True):
            won = ""
            if over and score["win_share"]:
                won = (
                    tr("  wins")
                    if score["win_share"] == 1
                    else tr("  shares the win ({win_share})", win_share=digits(f"{score['win_share']:.2f}"))
                )
            parts = self.sources(score)
            n = score["total"]
            say(
                f"  {seat}{f' {policy}' if policy else ''}  {trn('{n} point', '{n} points', n)}{won}"
                + (f"  ({parts})" if parts else "")
            )

    def where(self) -> str:
        """Where a game is that is not over."""
        return tr("{to_move} to move", to_move=self.game.to_move)

    def sources(self, score: dict[str, Any]) -> str:
        """Where the points of a seat came from, given its entry in `Game.scores()`."""
        return ""
