"""Records: a game as text that replays to the same end. A head of `name value` lines, then one line an action."""

from __future__ import annotations

import json

from .notation import NotationError
from .position import PositionError

FORMAT = "seti_sim record 1"


class RecordError(ValueError):
    """A record that cannot be read or does not replay; the message names the line."""


def write(game) -> str:
    """The record of a `Game` so far."""
    lines = [FORMAT, f"rules {game.rules.fingerprint}"]
    if game.start is None:
        lines += [f"solo {game.level}"] if game.level else [f"players {game.players}"]
        lines += [f"seed {game.seed}", f"game {game.game}"]
        if game.species:
            lines.append(f"species {','.join(game.species)}")
    else:
        lines.append("position " + json.dumps(game.start, separators=(",", ":")))
    again = _start(type(game), game.rules, dict(line.split(" ", 1) for line in lines[1:]))
    for code in game.history:
        lines.append(f"{again.to_move} {again.action(code)}")
        again.apply(code)
    return "\n".join(lines) + "\n"


def _start(cls, rules, head: dict[str, str]):
    if "position" in head:
        return cls.from_json(rules, head["position"])
    species = tuple(head["species"].split(",")) if "species" in head else None
    seed, game = int(head["seed"]), int(head["game"])
    if "solo" in head:
        return cls.new(rules, None, seed, game, species, solo=True, level=int(head["solo"]))
    return cls.new(rules, int(head["players"]), seed, game, species)


def replay(cls, rules, text: str, to: int | None = None):
    """The game of a record, after `to` actions. Errors name the line, what it says and what was expected."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise RecordError(f"record, line 1: {(lines or [''])[0][:40]!r}: expected {FORMAT!r}")
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) and lines[at].split(" ", 1)[0] in ("rules", "players", "solo", "seed", "game", "species", "position"):
        name, _, value = lines[at].partition(" ")
        head[name] = value.strip()
        at += 1
    if head.get("rules") != rules.fingerprint:
        raise RecordError(
            f"record: rules {head.get('rules', '(missing)')}: expected {rules.fingerprint}, the rules it is replayed with "
            "(--variant names those of a variant)"
        )
    try:
        game = _start(cls, rules, head)
    except KeyError as error:
        raise RecordError(f"record: {error.args[0]} is missing: expected players (or solo), seed and game, or a position") from None
    except PositionError as error:
        raise RecordError(f"record: {error}") from None
    except ValueError as error:
        why = "" if "expected" in str(error) else ": expected whole numbers"
        raise RecordError(f"record, head: {error}{why}") from None
    done = 0
    for number, line in enumerate(lines[at:], at + 1):
        if not line.strip() or line.startswith("#"):
            continue
        if to is not None and done == to:
            break
        seat, _, action = line.strip().partition(" ")
        if seat != game.to_move:
            raise RecordError(f"record, line {number}: {line!r}: expected an action of {game.to_move or 'nobody: the game is over'}")
        try:
            game.apply(action)
        except NotationError as error:
            raise RecordError(f"record, line {number}: {error}") from None
        done += 1
    if to is not None and done < to:
        raise RecordError(f"record: --to {to}: expected at most {done}, the actions of the record")
    return game
