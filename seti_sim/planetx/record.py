"""Records of games of The Search for Planet X (`seti_sim.core.record`).

A line of an action is `P1 survey A 1-5 = 2`. What stands after `=` is what the app said; it may be left out, and is
compared when the record is read.
"""

from __future__ import annotations

import json

from seti_sim.core import record
from seti_sim.core.errors import PositionError
from seti_sim.core.names import in_short
from seti_sim.core.notation import NotationError
from seti_sim.core.record import RecordError

from . import notation
from .kind import MODES, PLANETX

__all__ = ["FORM", "RecordError", "mode_of", "mode_of_position"]


def _drawn(game) -> list[str]:
    lines = [f"mode {game.rules.mode}", f"players {game.players}", f"seed {game.seed}", f"game {game.game}"]
    return [*lines, f"levels {','.join(map(str, game.levels))}", f"generation {game.generation}"]


def _start(cls, rules, head: dict[str, str]):
    if head.get("mode", rules.mode) != rules.mode:
        raise ValueError(f"mode {in_short(head['mode'])}: expected {rules.mode}, that of the rules")
    players, seed, game = (record.whole(name, head[name]) for name in ("players", "seed", "game"))
    levels = [record.whole("levels", level) for level in head["levels"].split(",")]
    return cls.new(rules, players, seed, game, levels, head["generation"])


def mode_of(text: str) -> str:
    """The mode of the game of a record, as its head or its position says; the usual one where that cannot be read, which
    `replay` then tells of."""
    head, _ = record.read_head(FORM, text)
    if "position" in head:
        return mode_of_position(head["position"])
    return head["mode"] if head.get("mode") in MODES else MODES[0]


def mode_of_position(text: str) -> str:
    """The mode that the JSON text of a position names; the usual one where it names none, or cannot be read."""
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        return MODES[0]
    mode = position.get("mode") if isinstance(position, dict) else None
    return str(mode) if mode in MODES else MODES[0]


def _said(game, code) -> str:
    return notation.answer_text(code, game.core.answer(code), game.rules.clues) if 0 < code >> 24 < 5 else ""


def _told(game, code) -> str:
    said = _said(game, code)
    return notation.text(code) + (f" = {said}" if said else "")


def _do(game, text: str) -> None:
    """One action of a record, with what the app is said to have said."""
    words, _, said = (part.strip() for part in text.partition("="))
    code = int(game.parse(words))
    answer = _said(game, code)
    if said and said != answer:
        raise RecordError(f"{in_short(said)}: expected {answer!r}, what the app says")
    game.apply(code)


FORM = record.Form(
    first=PLANETX.record_line, names=("mode", "players", "seed", "game", "levels", "generation"),
    needs="players, seed, game, levels and generation", drawn=_drawn, start=_start, told=_told, do=_do,
    wrong=NotationError, impossible=PositionError,
)  # fmt: skip
