"""A position as text: the sky by sectors, what lies on planets, species and tiles, and what the seats have."""

from __future__ import annotations

import textwrap

from seti_sim.core.language import component, tr
from seti_sim.core.telling import WIDTH, columns
from seti_sim.seti.telling.phrases import Phrases

GOODS = ("credits", "energy", "publicity", "data")


def board(game) -> list[str]:
    """The whole position of a `Game`, hidden cards too, as lines of text."""
    position = game.to_json()
    words = Phrases(game.rules)
    text = [*_bodies(position), *_shared(game.rules, position, words)]
    return [
        *_sky(game, position),
        "",
        *_wrapped(text),
        "",
        *columns(_seats(position)),
        *_wrapped(_held(position, words)),
    ]


def _wrapped(lines):
    for line in lines:
        yield from textwrap.wrap(line, WIDTH, subsequent_indent="    ")


def _sky(game, position) -> list[str]:
    """A row a sector: its four spaces from the inside out with the probes there, its star, its signals."""
    from seti_sim.seti import geometry
    from seti_sim.seti.engine import read_state

    cells = geometry.visible(game.rules, position["discs"]["turns"])
    star_of = [game.rules.star_ids[i] for i in read_state(game.core)["star_of_sector"]]
    probes = {}
    for seat, have in position["seats"].items():
        for ring, sector in have["probes"]:
            probes.setdefault((ring, sector), []).append(seat)
    rows = [[tr("sector"), *(tr("ring {n}", n=n) for n in range(1, 5)), tr("star"), tr("signals"), tr("won by")]]
    for sector in range(8):
        star = position["stars"][star_of[sector]]
        spaces = []
        for ring in range(1, 5):
            cell = cells[ring - 1][sector]
            here = " ".join(probes.get((ring, sector), []))
            spaces.append(
                " ".join(
                    part for part in ("-" if cell == "empty" else component("body", cell), f"[{here}]" if here else "") if part
                )
            )
        rows.append([str(sector), *spaces, component("star", star_of[sector]), star["slot"], " ".join(star["wins"])])
    return [*columns(rows), tr("next to turn: {next}", next=component("disc", position["discs"]["next"]))]


def _bodies(position):
    """Planets and moons that anybody has reached."""
    for name, planet in position["planets"].items():
        orbit = [f"{seat} x{n}" if n > 1 else seat for seat, n in planet["orbiters"].items()]
        land = [f"{seat} x{n}" if n > 1 else seat for seat, n in planet["landers"].items()]
        parts = [
            tr("orbit {seats}", seats=", ".join(orbit)) if orbit else "",
            tr("landed {seats}", seats=", ".join(land)) if land else "",
        ]
        if orbit or land:
            yield f"{component('body', name)}: " + "; ".join(part for part in parts if part)
    for name, seats in position["moons"].items():
        if seats:
            yield tr("{name}: landed {seats}", name=component("body", name), seats=", ".join(seats))


def _shared(rules, position, words):
    """Species, tech tiles, gold tiles, cards that all can see."""
    for slot, species in position["species"].items():
        known = (
            tr(
                "{species}, discovered in round {round}",
                species=component("species", species["id"]),
                round=species["discovered"],
            )
            if species["discovered"]
            else tr("not discovered")
        )
        traces = [f"{component('trace', kind)} {who or '-'}" for kind, who in species["spaces"].items()]
        over = [
            f"{component('trace', kind)} {seat} x{n}"
            for kind, seats in species["overflow"].items()
            for seat, n in seats.items()
        ]
        yield tr("{slot} species: {known}; {traces}", slot=component("slot", slot), known=known, traces=", ".join(traces)) + (
            tr("; overflow {over}", over=", ".join(over)) if over else ""
        )
    stacks = [
        f"{component('tech', tech)} {len(stack['tiles'])}{'+2' if stack['two_points'] else ''}"
        for tech, stack in position["techs"].items()
    ]
    yield tr("tech tiles left (+2: with the 2-point tile): {stacks}", stacks=", ".join(stacks))
    gold = [
        f"{component('gold', tile)} {side['side']}: {' '.join(side['markers']) or '-'}"
        for tile, side in position["gold"].items()
    ]
    yield tr("gold tiles: {gold}", gold=", ".join(gold))
    row = [words.card(card) for card in position["row"] if card]
    yield tr(
        "row: {row}; deck {deck}, discard pile {discard}",
        row=", ".join(row),
        deck=len(position["deck"]),
        discard=len(position["discard"]),
    )


def _seats(position) -> list[list[str]]:
    """A row a seat: what it has."""
    rows = [[tr("seat"), tr("points"), *(tr(name) for name in GOODS), tr("cards"), tr("probes"), tr("computer"), tr("techs")]]
    for seat, have in position["seats"].items():
        probes = " ".join(f"{ring}.{sector}" for ring, sector in have["probes"]) or "-"
        computer = tr("{top} on top, {lower} below", top=have["computer"]["top"], lower=len(have["computer"]["lower"]))
        numbers = [str(have[key]) for key in ("vp", *GOODS)]
        rows.append(
            [
                seat,
                *numbers,
                str(len(have["hand"])),
                probes,
                computer,
                " ".join(component("tech", tech) for tech in have["techs"]) or "-",
            ]
        )
    return rows


def _held(position, words):
    """Cards in hand and in front of every seat."""
    for seat, have in position["seats"].items():
        lists = {tr("hand"): have["hand"], tr("missions"): list(have["missions"]), tr("end-of-game cards"): have["endgame"]}
        said = [f"{name} {', '.join(words.cards[card] for card in cards)}" for name, cards in lists.items() if cards]
        if said:
            yield f"{seat}: {'; '.join(said)}"
