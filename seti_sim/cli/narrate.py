"""A game told to a person: a line a turn, the scores beside it, and the result."""

from __future__ import annotations

import re

from seti_sim.tables.schema import SOURCE_WORDS


class Narrator:
    """Tells a `Game` as its actions are applied; `say` takes a line of text (None: only the result is told).

    One line is one turn: what was decided, in the notation, decisions of other seats with their name before them,
    and below it the points of those whose points changed. With `state` the seats are laid out at the start of every round.
    """

    def __init__(self, game, say, state: bool = False):
        self.game, self.say, self.state = game, say, state
        cards = game.rules.tree["cards"]
        self.names = {card: data.get("name", "") for card, data in cards.items()}
        self.pattern = re.compile(r"\b(" + "|".join(map(re.escape, sorted(cards, key=len, reverse=True))) + r")\b")
        self.line: list[str] = []
        self.turn = self.round = None
        self.ended = False
        self.points = {seat: score["total"] for seat, score in game.scores().items()}

    def apply(self, action) -> None:
        """Do an action and tell it."""
        game, text = self.game, str(action)
        fresh = (game.turn, game.round) != (self.turn, self.round) or (self.ended and game.decision == "turn")
        if fresh:
            self.flush()
            if game.round != self.round:
                self._heading(game.round)
            self.turn, self.round, self.ended = game.turn, game.round, False
        mover = "" if game.round and game.to_move == game.turn else f"{game.to_move}: "
        self.ended = self.ended or text == "end"
        if text not in ("end", "go"):
            self.line.append(mover + self.named(text))
        game.apply(action)

    def named(self, text: str) -> str:
        """An action with the names of its cards."""
        return self.pattern.sub(lambda m: f"{m[1]} “{self.names[m[1]]}”" if self.names[m[1]] else m[1], text)

    def flush(self) -> None:
        """Tell the turn that has come to its end."""
        if self.line and self.say:
            for line in self.line if self.round == 0 else [f"{self.turn}  {'; '.join(self.line)}"]:
                self.say(f"  {line}")
            points = {seat: score["total"] for seat, score in self.game.scores().items()}
            if points != self.points and self.round:
                changed = (
                    f"{seat} {now} ({now - self.points[seat]:+d})"
                    for seat, now in points.items()
                    if now != self.points[seat]
                )
                self.say("        points: " + ", ".join(changed))
            self.points = points
        self.line = []

    def _heading(self, round_: int) -> None:
        if not self.say:
            return
        self.say("")
        self.say("Setup" if round_ == 0 else f"Round {round_}")
        if self.state and round_:
            for line in self.layout():
                self.say(f"  {line}")

    def layout(self):
        """The seats and the row, a line each."""
        position = self.game.to_json()
        for seat, have in position["seats"].items():
            yield (
                f"{seat}  points {have['vp']}, credits {have['credits']}, energy {have['energy']}, publicity {have['publicity']}, "
                f"data {have['data']}, cards {len(have['hand'])}, probes {' '.join(f'{r}.{s}' for r, s in have['probes']) or 'none'}, "
                f"techs {' '.join(have['techs']) or 'none'}"
            )
        yield "row  " + ", ".join(self.named(card) for card in position["row"])

    def result(self, policies: list[str], say) -> None:
        """Tell the end: scores, win shares, where the points came from."""
        self.flush()
        say("")
        say("Result" if self.game.is_over else f"Not over: {self.game.to_move} to move in round {self.game.round}")
        for (seat, score), policy in zip(self.game.scores().items(), policies):
            sources = sorted(score["by_source"].items(), key=lambda item: -item[1])
            parts = ", ".join(f"{SOURCE_WORDS.get(name, name)} {points}" for name, points in sources if points)
            won = (
                "wins"
                if score["win_share"] == 1
                else f"shares the win ({score['win_share']:.2f})"
                if score["win_share"]
                else ""
            )
            player = f" {policy}" if policy else ""
            say(
                f"  {seat}{player}  {_points(score['total'])}{'  ' + won if won and self.game.is_over else ''}  ({parts})"
            )


def _points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"
