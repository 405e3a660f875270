"""Records of games as text that replays to the same end, for any game whose `Game` has `start`, `history`, `to_move`.

A head of `name value` lines, then one line an action. What stands in the head, and how an action is read, says a
`Form`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from seti_sim.core.errors import SetiSimError
from seti_sim.core.names import in_short


class RecordError(SetiSimError, ValueError):
    """A record that cannot be read or does not replay; the message names the line."""


@dataclass(frozen=True)
class Form:
    """What is a game's own about records.

    first: the first line. names: names of the lines of the head. needs: what a head needs, in words. drawn: the lines
    of the head of a game that was drawn, without rules. start: (class, rules, head) → the game before its first action.
    told: (game, code) → the line of an action, without the seat. do: (game, text) → does the action of a line. wrong:
    errors of `do`, impossible: of `start` with a position. hint: what may help where the rules are others.
    """

    first: str
    names: tuple[str, ...]
    needs: str
    drawn: Callable[[Any], list[str]]
    start: Callable[[Any, Any, dict[str, str]], Any]
    told: Callable[[Any, int], str]
    do: Callable[[Any, str], None]
    wrong: type[ValueError]
    impossible: type[ValueError]
    hint: str = ""


def whole(name: str, text: str) -> int:
    """A number of the head as it is written; ValueError for what is none, as `1_0`, which Python reads too."""
    if not re.fullmatch("0|[1-9][0-9]{0,19}", text):
        raise ValueError(f"{name} {in_short(text)}: expected a whole number")
    return int(text)


def write(form: Form, game: Any) -> str:
    """The record of a game so far."""
    lines = [form.first, f"rules {game.rules.fingerprint}"]
    lines += form.drawn(game) if game.start is None else ["position " + json.dumps(game.start, separators=(",", ":"))]
    again = _begun(form, type(game), game.rules, dict(line.split(" ", 1) for line in lines[1:]))
    for code in game.history:
        lines.append(f"{again.to_move} {form.told(again, code)}")
        again.apply(code)
    return "\n".join(lines) + "\n"


def _begun(form: Form, cls: Any, rules: Any, head: dict[str, str]) -> Any:
    return cls.from_json(rules, head["position"]) if "position" in head else form.start(cls, rules, head)


def read_head(form: Form, text: str) -> tuple[dict[str, str], int]:
    """The head of a record, {name: value}, and how many lines it has, the first one included. RecordError that names the line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != form.first:
        raise RecordError(f"record, line 1: {(lines or [''])[0][:40]!r}: expected {form.first!r}")
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].split(" ", 1)[0] in ("rules", "position", *form.names):
        name, _, value = lines[at].partition(" ")
        if name in head:
            raise RecordError(f"record, line {at + 1}: {name!r} again: expected one line of it")
        head[name] = value.strip()
        at += 1
    return head, at


def replay(form: Form, cls: Any, rules: Any, text: str, to: int | None = None) -> Any:
    """The game of a record, after `to` actions. Errors name the line, what it says and what was expected."""
    lines = text.splitlines()
    head, at = read_head(form, text)
    more = [name for name in head if name not in ("rules", "position")]
    if "position" in head and more:
        raise RecordError(f"record: {more[0]} {head[more[0]][:40]!r}: expected nothing but a position, which says it all")
    if head.get("rules") != rules.fingerprint:
        given = ascii(head["rules"][:40])[1:-1] if "rules" in head else "(missing)"
        raise RecordError(f"record: rules {given}: expected {rules.fingerprint}, the rules it is replayed with{form.hint}")
    try:
        game = _begun(form, cls, rules, head)
    except KeyError as error:
        raise RecordError(f"record: {error.args[0]} is missing: expected {form.needs}, or a position") from None
    except form.impossible as error:
        raise RecordError(f"record: {error}") from None
    except ValueError as error:
        why = "" if "expected" in str(error) else ": expected a game that can be dealt"
        raise RecordError(f"record, head: {error}{why}") from None
    done = 0
    for number, line in enumerate(lines[at:], at + 1):
        if not line.strip() or line.startswith("#"):
            continue
        if to is not None and done == to:
            break
        seat, _, action = line.strip().partition(" ")
        if seat != game.to_move:
            who = game.to_move or "nobody: the game is over"
            raise RecordError(f"record, line {number}: {line[:80]!r}: expected an action of {who}")
        try:
            form.do(game, action)
        except (form.wrong, RecordError) as error:
            raise RecordError(f"record, line {number}: {error}") from None
        done += 1
    if to is not None and done < to:
        raise RecordError(f"record: --to {to}: expected at most {done}, the actions of the record")
    return game
