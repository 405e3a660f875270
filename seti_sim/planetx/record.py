"""Records: a game as text that replays to the same end.

A head of `name value` lines, then one line an action: `P1 survey A 1-5 = 2`. What stands after `=` is what the app said;
it may be left out, and is compared when the record is read.
"""

from __future__ import annotations

import json

from seti_sim.seti.notation import NotationError
from seti_sim.seti.position import PositionError
from seti_sim.seti.record import RecordError

from . import notation

FORMAT = "seti_sim planetx record 1"
HEAD = ("mode", "rules", "players", "seed", "game", "levels", "generation", "position")


def write(game) -> str:
    """The record of a `Game` so far."""
    lines = [FORMAT, f"mode {game.rules.mode}", f"rules {game.rules.fingerprint}"]
    if game.start is None:
        levels = ",".join(map(str, game.levels))
        lines += [f"players {game.players}", f"seed {game.seed}", f"game {game.game}", f"levels {levels}"]
        lines.append(f"generation {game.generation}")
    else:
        lines.append("position " + json.dumps(game.start, separators=(",", ":")))
    again = _start(type(game), game.rules, dict(line.split(" ", 1) for line in lines[1:]))
    for code in game.history:
        lines.append(f"{again.to_move} {notation.text(code)}{_said(again, code)}")
        again.apply(code)
    return "\n".join(lines) + "\n"


def _said(game, code) -> str:
    said = notation.answer_text(code, game.core.answer(code), game.rules.clues) if 0 < code >> 24 < 5 else ""
    return f" = {said}" if said else ""


def _start(cls, rules, head: dict[str, str]):
    if "position" in head:
        return cls.from_json(rules, head["position"])
    levels = [int(level) for level in head["levels"].split(",")]
    return cls.new(rules, int(head["players"]), int(head["seed"]), int(head["game"]), levels, head["generation"])


def replay(cls, rules, text: str, to: int | None = None):
    """The game of a record, after `to` actions. Errors name the line, what it says and what was expected."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise RecordError(f"record, line 1: {(lines or [''])[0][:40]!r}: expected {FORMAT!r}")
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].split(" ", 1)[0] in HEAD:
        name, _, value = lines[at].partition(" ")
        head[name] = value.strip()
        at += 1
    if head.get("rules") != rules.fingerprint:
        raise RecordError(
            f"record: rules {head.get('rules', '(missing)')}: expected {rules.fingerprint}, the rules it is replayed with"
        )
    try:
        game = _start(cls, rules, head)
    except KeyError as error:
        raise RecordError(
            f"record: {error.args[0]} is missing: expected players, seed, game, levels and generation, or a position"
        ) from None
    except (PositionError, ValueError) as error:
        raise RecordError(f"record, head: {error}") from None
    done = 0
    for number, line in enumerate(lines[at:], at + 1):
        if not line.strip() or line.startswith("#"):
            continue
        if to is not None and done == to:
            break
        seat, _, rest = line.strip().partition(" ")
        if seat != game.to_move:
            raise RecordError(
                f"record, line {number}: {line!r}: expected an action of {game.to_move or 'nobody: the game is over'}"
            )
        _do(game, number, rest)
        done += 1
    if to is not None and done < to:
        raise RecordError(f"record: {done} actions: expected at least {to}")
    return game


def _do(game, number: int, rest: str) -> None:
    """One action of a record, with what the app is said to have said."""
    words, _, said = (part.strip() for part in rest.partition("="))
    try:
        code = int(game.parse(words))
    except NotationError as error:
        raise RecordError(f"record, line {number}: {error}") from None
    answer = _said(game, code).removeprefix(" = ")
    if said and said != answer:
        raise RecordError(f"record, line {number}: {said!r}: expected {answer!r}, what the app says")
    game.apply(code)
