"""What a picture shows of a position: all of it, or what a seat knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seti_sim.planetx.notation import describe
from seti_sim.planetx.rules import LETTERS, THEORIES, TOPICS
from seti_sim.planetx.telling.board import AT_END, DOWN, UP, pawns, symbols
from seti_sim.planetx.telling.knowledge import Knowledge, knowledge


@dataclass(frozen=True)
class Token:
    """A theory on the board: whose (number of the seat from 0), its letter ("?" where it is not seen), its cell from the outer one,
    whether it is known to be right."""

    seat: int
    letter: str
    cell: int
    right: bool


@dataclass(frozen=True)
class Row:
    """A seat as the table has it. knows is None where it is not seen, or of the bot; points before the end None."""

    name: str
    time: int
    knows: Knowledge | None
    left: str
    targets: int
    topics: str
    points: int | None
    wins: bool


@dataclass(frozen=True)
class Scene:
    """A position to be drawn. Lists go by sector, from 0; objects: letters, "" where nothing is known; open_: whether all know it."""

    title: str
    when: str
    arrow: int
    visible: int
    objects: tuple[str, ...]
    open_: tuple[bool, ...]
    ruled_out: tuple[str, ...]
    symbols: dict[int, list[str]]
    pawns: dict[int, list[int]]
    tokens: tuple[tuple[Token, ...], ...]
    cells: int
    rows: tuple[Row, ...]
    clues: tuple[str, ...]
    enters: bool
    seen_by: str | None

    @property
    def sectors(self) -> int:
        return len(self.objects)


def scene(game: Any, seen_by: str | None = None) -> Scene:
    """What is drawn of a `Game`; `seen_by` names a seat, of which ValueError says where there is none."""
    state, rules, over = game.state, game.rules, game.is_over
    me = None if seen_by is None else game.seat_number(seen_by)
    hides = me is not None and not over
    seats = state["seat"][: game.core.seats]
    names = [game.seat_name(p) for p in range(len(seats))]
    knows = {p: knowledge(game, names[p]) for p in range(game.players) if not hides or p == me}
    confirmed = [bool(int(state["confirmed"]) >> s & 1) for s in range(rules.sectors)]
    settled = knows[me].settled if hides and me in knows else {}
    system = game.system
    objects = [letter if confirmed[s] or not hides else settled.get(s + 1, "") for s, letter in enumerate(system)]
    scores = game.scores() if over else {}
    rows = tuple(
        Row(
            names[p], int(seat["time"]), knows.get(p), _left(seat, not hides or p == me),
            int(seat["targets"]), " ".join(topic for i, topic in enumerate(TOPICS) if int(seat["topics"]) >> i & 1),
            scores[names[p]]["total"] if over else None, over and scores[names[p]]["win_share"] > 0,
        )
        for p, seat in enumerate(seats)
    )  # fmt: skip
    held = [
        f"{name}: {describe(rules.clues[state['clue'][len(TOPICS) + i]])}"
        for i, name in enumerate(rules.conferences)
        if int(state["held"]) >> i & 1
    ]
    return Scene(
        title=f"The Search for Planet X, {rules.mode}, {_who(game)}, seed {game.seed}, game {game.game}",
        when=_when(game, state),
        arrow=int(state["arrow"]) % rules.sectors,
        visible=rules.tables["visible"],
        objects=tuple(objects),
        open_=tuple(over or known for known in confirmed),
        ruled_out=tuple(
            "".join(x for i, x in enumerate(THEORIES) if int(out) >> i & 1) for out in state["ruled_out"][: rules.sectors]
        ),
        symbols=symbols(rules),
        pawns={sector: [names.index(name) for name in here] for sector, here in pawns(game).items()},
        tokens=tuple(_tokens(seats, s, me if hides else None) for s in range(rules.sectors)),
        cells=rules.tables["track_cells"],
        rows=rows,
        clues=tuple(held),
        enters=bool(rules.tables["enter"]),
        seen_by=seen_by,
    )


def _left(seat, seen: bool) -> str:
    """Theory tokens that a seat has not put down; which of them is open only to those who see it."""
    if not seen:
        return f"{int(seat['left'].sum())} in all"
    return " ".join(f"{letter}{int(n)}" for letter, n in zip(THEORIES, seat["left"], strict=True))


def _tokens(seats, sector: int, me: int | None) -> tuple[Token, ...]:
    found = []
    for p, seat in enumerate(seats):
        for token in seat["token"][: int(seat["n_tokens"])]:
            if token["sector"] == sector and token["fate"] in (DOWN, UP, AT_END):
                right = token["fate"] != DOWN
                seen = me is None or right or p == me
                found.append(Token(p, LETTERS[token["object"]] if seen else "?", int(token["cell"]), right))
    return tuple(sorted(found, key=lambda token: (token.cell, token.seat)))


def _who(game) -> str:
    return "solo against the bot" if game.players == 1 else f"{game.players} players"


def _when(game, state) -> str:
    if game.is_over:
        return f"over after {len(game.history)} actions, found by {game.seat_name(int(state['finder']))}"
    phases = int(state["phase"])
    doing = {"turn": "a turn", "submit": "choosing theories", "place": "placing a theory", "last": "the last chance"}[
        game.decision
    ]
    return f"time {int(state['arrow'])}, theory phases so far {phases}; {game.to_move} decides ({doing})"
