"""A game in Python told line by line: its author's words for actions and boards, or what they are written as."""

from __future__ import annotations

from typing import Any

from seti_sim.core.telling import Narrator


class PythonNarrator(Narrator):
    """Tells each action in the words of `PythonGame.tell`; with `state` the board of `PythonGame.show` before every turn."""

    def apply(self, action: Any) -> None:
        state, who = self.game.state, self.game.to_move
        text, turns = self.game.ask(state.tell, action), self.game.turns
        if self.state and state.seat != self.game.last:
            self.board()
        self.game.apply(action)
        self.done += 1
        self.paragraph(str(self.done), f"{who}  {text}" if self.game.turns > turns else f"    {text}")

    def board(self) -> None:
        """Say where the game is."""
        for line in str(self.game.ask(self.game.state.show)).splitlines():
            if self.say is not None:
                self.say(f"       {line}")

    def result(self, policies: Any, say: Any) -> None:
        if self.state:
            self.board()
        super().result(policies, say)

    def sources(self, score: dict[str, Any]) -> str:
        words = self.game.kind.points
        return ", ".join(f"{words[source]} {score[source]}" for source in words if score[source]) if len(words) > 1 else ""
