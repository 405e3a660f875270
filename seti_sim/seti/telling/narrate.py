"""A game told to a person: a paragraph a turn, what it changed below it, and the result."""

from __future__ import annotations

from seti_sim.core import telling
from seti_sim.core.language import component, tr
from seti_sim.seti.tables.schema import SOURCE_WORDS
from seti_sim.seti.telling.board import board
from seti_sim.seti.telling.narrate_solo import SoloWords
from seti_sim.seti.telling.phrases import Phrases

TOLD = {"vp": "points", "credits": "credits", "energy": "energy", "publicity": "publicity", "data": "data"}


class Narrator(telling.Narrator):
    """Tells a `Game` of SETI.

    A turn is told once it is over: the number of its first action, what the seat did (and what others decided in
    between, with their name before it), then whatever changed. With `state` the board is shown at the start of every
    round.
    """

    def __init__(self, game, say, state: bool = False):
        super().__init__(game, say, state)
        self.words = Phrases(game.rules)
        self.solo = SoloWords(game.rules) if game.rival else None
        if self.solo:
            game.listen()
        self.heard = []  # rows of the engine's log of the turn so far
        self.lines: list[tuple[str, list[str]]] = []  # (who, actions) of the turn so far
        self.first = self.done + 1  # number of the turn's first action
        self.turn = self.round = None
        self.ended = False
        self.before = game.to_json()

    def apply(self, action) -> None:
        """Do an action and tell it."""
        game, text = self.game, str(action)
        fresh = (game.turn, game.round) != (self.turn, self.round) or (self.ended and game.decision == "turn")
        if fresh:
            self.flush()
            if game.round != self.round:
                self._heading(game.round)
            self.turn, self.round, self.ended, self.first = game.turn, game.round, False, self.done + 1
        self.ended = self.ended or text == "end"
        if not self.lines or self.lines[-1][0] != game.to_move:
            self.lines.append((game.to_move, []))
        self.lines[-1][1].append(text)
        game.apply(action)
        self.done += 1
        if self.solo:
            self.heard += list(game.new_log())

    def flush(self) -> None:
        """Tell the turn that has come to its end."""
        if self.say and self.lines:
            after = self.game.to_json()
            told = [(who, self.words.told(actions)) for who, actions in self.lines]
            if self.round == 0:
                for who, phrases in told:
                    self.paragraph("", f"{who}  {'; '.join(phrases)}")
            else:
                phrases = [phrase if who == self.turn else f"{who} {phrase}" for who, all_ in told for phrase in all_]
                self.paragraph(str(self.first), f"{self.turn}  {'; '.join(phrases)}")
            if self.solo:
                for phrase in self.solo.turns(self.heard):
                    self.paragraph("", f"{self.game.rival}  {phrase}")
                for line in self.solo.others(self.heard):
                    self.paragraph("", "    " + line)
            if self.round:
                for line in self._changes(self.before, after):
                    self.paragraph("", "    " + line)
            self.before = after
        self.lines, self.heard = [], []

    def _changes(self, before, after):
        """What is different after a turn, a line each: events, then what seats gained and lost."""
        for star, data in after["stars"].items():
            for seat in data["wins"][len(before["stars"].get(star, data)["wins"]) :]:
                yield tr("{seat} wins the sector of {star}", seat=seat, star=self.words.star(star))
        for slot, species in after["species"].items():
            was = before["species"][slot]
            if species["discovered"] and not was["discovered"]:
                name = component("species", species["id"], self.game.rules.tree["species"][species["id"]]["name"])
                yield tr("the {slot} species is discovered: {name}", slot=component("slot", slot), name=name)
            marked = [(k, who) for k, who in species["spaces"].items() if who == "neutral" != was["spaces"][k]]
            for kind, _ in marked:
                yield tr(
                    "a neutral marker covers the {kind} trace of the {slot} species",
                    kind=component("trace", kind),
                    slot=component("slot", slot),
                )
        if after["discs"] != before["discs"]:
            yield tr("the solar system rotates; next to turn is {next}", next=component("disc", after["discs"]["next"]))
        if self.game.is_over:
            yield tr("the game ends; final scoring:")
        for seat, have in after["seats"].items():
            was, parts = before["seats"][seat], []
            for key, word in TOLD.items():
                if have[key] != was[key]:
                    parts.append(f"{tr(word)} {have[key]} ({have[key] - was[key]:+d})")
            if len(have["hand"]) != len(was["hand"]):
                parts.append(f"{tr('cards')} {len(have['hand'])} ({len(have['hand']) - len(was['hand']):+d})")
            if parts:
                yield f"{seat}: {', '.join(parts)}"

    def _heading(self, round_: int) -> None:
        if not self.say:
            return
        self.say("")
        rounds = self.game.rules.tree["setup"]["rounds"]
        if round_ == 0:
            self.say(tr("Setup"))
        elif round_ <= rounds:
            position = self.game.to_json()
            row = ", ".join(self.words.card(card) for card in position["row"] if card)
            self.say(tr("Round {round}: {first} begins; in the row {row}", round=round_, first=position["first"], row=row))
            if self.state:
                for line in board(self.game):
                    self.say(f"  {line}".rstrip())

    def result(self, policies, say) -> None:
        """Tell the end: scores, win shares, where the points came from; with `state` the board where it stops."""
        self.flush()
        if self.state and not self.game.is_over:
            say("")
            for line in board(self.game):
                say(f"  {line}".rstrip())
        super().result(policies, say)

    def where(self) -> str:
        return tr("{seat} to move in round {round}", seat=self.game.to_move, round=self.game.round)

    def sources(self, score) -> str:
        sources = sorted(score["by_source"].items(), key=lambda item: -item[1])
        return ", ".join(f"{tr(SOURCE_WORDS[name.replace('-', '_')])} {points}" for name, points in sources if points)
