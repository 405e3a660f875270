"""A position of The Search for Planet X as text: the sky by sectors with tokens and pawns, and what the seats have."""

from __future__ import annotations

from seti_sim.core.amounts import rounded
from seti_sim.core.language import tr, trn
from seti_sim.core.telling import columns
from seti_sim.planetx.batch import FATES
from seti_sim.planetx.notation import describe
from seti_sim.planetx.rules import LETTERS, THEORIES, TOPICS

from .knowledge import knowledge
from .phrases import called, facts, listed

DOWN, UP, WRONG, AT_END = (1 + FATES.index(fate) for fate in ("down", "confirmed", "wrong", "right-at-end"))
"""Fates of theories as the engine has them."""


def board(game) -> list[str]:
    """The whole position of a `Game`, hidden things too, as lines of text."""
    return [head(game), "", *columns(_sky(game)), "", *columns(_seats(game)), *_clues(game)]


def head(game) -> str:
    """`time 7: the arrow at sector 8, sectors 8-1 visible`."""
    rules, arrow = game.rules, int(game.state["arrow"])
    first, last = arrow % rules.sectors + 1, (arrow + rules.tables["visible"] - 1) % rules.sectors + 1
    return tr(
        "time {arrow}: the arrow at sector {first}, sectors {first}-{last} visible; theory phases so far {phase}",
        arrow=arrow,
        first=first,
        last=last,
        phase=int(game.state["phase"]),
    )


def facts_line(given: list[str]) -> str:
    """Starting facts of a seat in words."""
    if not given:
        return tr("no starting facts")
    return trn("{n} starting fact: {facts}", "{n} starting facts: {facts}", len(given), facts=facts(given))


def symbols(rules) -> dict[int, list[str]]:
    """{sector from 0: theory phase and conferences that are held there}."""
    found: dict[int, list[str]] = {}
    for sector in range(rules.sectors):
        names = [tr("theories")] if rules.tables["theory_mask"] >> sector & 1 else []
        names += [name for name, at in zip(rules.conferences, rules.tables["conference"], strict=False) if at == sector]
        if names:
            found[sector] = names
    return found


def pawns(game) -> dict[int, list[str]]:
    """{sector from 0: seats whose pawns stand there, the hindmost first}."""
    seats = game.state["seat"][: game.core.seats]
    found: dict[int, list[str]] = {}
    for p in sorted(range(len(seats)), key=lambda p: (seats[p]["time"], seats[p]["arrived"])):
        found.setdefault(int(seats[p]["time"]) % game.rules.sectors, []).append(game.seat_name(p))
    return found


def _sky(game) -> list[list[str]]:
    """A row a sector: what it holds, what is held there, the arrow and pawns, theories on their cells, what all know."""
    rules, state = game.rules, game.state
    arrow, there, held = int(state["arrow"]), pawns(game), symbols(rules)
    titles = (tr("sector"), tr("object"), tr("sky"), tr("symbol"), tr("pawns"), tr("theories (cell)"), tr("known to all"))
    rows = [list(titles)]
    for sector in range(rules.sectors):
        ahead = (sector - arrow) % rules.sectors
        sky = tr("arrow") if ahead == 0 else tr("visible") if ahead < rules.tables["visible"] else "-"
        out = [called(letter) for i, letter in enumerate(THEORIES) if int(state["ruled_out"][sector]) >> i & 1]
        known = (
            tr("confirmed")
            if int(state["confirmed"]) >> sector & 1
            else tr("no {out}", out=listed(out, tr("or")))
            if out
            else "-"
        )
        rows.append(
            [
                str(sector + 1), called(game.system[sector]), sky, ", ".join(held.get(sector, ["-"])),
                " ".join(there.get(sector, ["-"])), _theories(game, state, sector) or "-", known,
            ]
        )  # fmt: skip
    return rows


def _theories(game, state, sector: int) -> str:
    told = []
    for p in range(game.core.seats):
        for token in state["seat"][p]["token"][: int(state["seat"][p]["n_tokens"])]:
            if token["sector"] == sector and token["fate"] in (DOWN, UP, AT_END):
                where = int(token["cell"]) if token["fate"] == DOWN else tr("right")
                told.append(f"{game.seat_name(p)} {called(LETTERS[token['object']])} ({where})")
    return ", ".join(told)


def _seats(game) -> list[list[str]]:
    """A row a seat: where its pawn is, what it knows, what it has left."""
    rows = [
        [
            tr("seat"),
            tr("time"),
            tr("sector"),
            tr("arrangements left"),
            tr("Planet X in"),
            tr("settled"),
            tr("tokens left"),
            tr("targets"),
            tr("topics read"),
        ]
    ]
    for p in range(game.core.seats):
        seat, name = game.state["seat"][p], game.seat_name(p)
        if p < game.players:
            knows = knowledge(game, name)
            known = [rounded(knows.left), _places(knows.planet_x), str(len(knows.settled))]
        else:
            known = ["-", "-", "-"]
        tokens = " ".join(f"{letter}{int(n)}" for letter, n in zip(THEORIES, seat["left"], strict=True))
        topics = " ".join(topic for i, topic in enumerate(TOPICS) if int(seat["topics"]) >> i & 1)
        time = int(seat["time"])
        rows.append(
            [name, str(time), str(time % game.rules.sectors + 1), *known, tokens, str(int(seat["targets"])), topics or "-"]
        )
    return rows


def _places(sectors: tuple[int, ...]) -> str:
    return trn("{n} sector", "{n} sectors", len(sectors)) if len(sectors) > 4 else " ".join(map(str, sectors))


def _clues(game) -> list[str]:
    """Conferences that were held."""
    held, clue = int(game.state["held"]), game.state["clue"]
    return [
        f"{name}: {describe(game.rules.clues[clue[len(TOPICS) + i]])}"
        for i, name in enumerate(game.rules.conferences)
        if held >> i & 1
    ]
