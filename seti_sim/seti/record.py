"""Records of games of SETI (`seti_sim.core.record`)."""

from __future__ import annotations

from seti_sim.core import record
from seti_sim.core.errors import PositionError
from seti_sim.core.notation import NotationError
from seti_sim.core.record import RecordError

from .kind import SETI

__all__ = ["FORM", "RecordError"]


def _drawn(game) -> list[str]:
    lines = [f"solo {game.level}"] if game.level else [f"players {game.players}"]
    lines += [f"seed {game.seed}", f"game {game.game}"]
    return lines + ([f"species {','.join(game.species)}"] if game.species else [])


def _start(cls, rules, head: dict[str, str]):
    species = tuple(head["species"].split(",")) if "species" in head else None
    seed, game = (record.whole(name, head[name]) for name in ("seed", "game"))
    if "solo" in head:
        return cls.new(rules, None, seed, game, species, solo=True, level=record.whole("solo", head["solo"]))
    return cls.new(rules, record.whole("players", head["players"]), seed, game, species)


FORM = record.Form(
    first=SETI.record_line, names=("players", "solo", "seed", "game", "species"), needs="players (or solo), seed and game",
    drawn=_drawn, start=_start, told=lambda game, code: str(game.action(code)),
    do=lambda game, text: game.apply(text), wrong=NotationError, impossible=PositionError,
    hint=" (--variant names those of a variant)",
)  # fmt: skip
