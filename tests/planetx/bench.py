"""Positions for tests: deals with a given arrangement, pawns put anywhere, tokens laid down."""

from __future__ import annotations

import itertools
import random

from seti_sim.planetx import Game, PlanetXRules

from . import reference

STANDARD = "XCEGCDEGAAAA"  # 1 Planet X, 2 and 5 comets, 6 the dwarf planet, 4 and 8 gas clouds, 9 to 12 asteroids
EXPERT = "DDEDCGEXAAGECEAADE"
OBJECTS = "ACDGEX"


def rules(which="standard", **changes):
    """Printed rules of a mode, or with changes given as tables."""
    return PlanetXRules.load(which, changes or None)


def deal(rules_, letters, **more):
    """A deal with the first rules of the list that are true of the arrangement as clues."""
    clues, n = rules_.clues, rules_.n_research

    def true_ones(part):
        for family, x, y, number in part:
            if reference.holds(letters, family, x, y, number):
                yield {"rule": family, "x": x} | ({"y": y} if y else {}) | ({"n": number} if number else {})

    names = rules_.conferences
    return {
        "players": 2,
        "system": letters,
        "topics": dict(zip("ABCDEF", true_ones(clues[:n]), strict=False)),
        "conferences": dict(zip(names, itertools.islice(true_ones(clues[n:]), len(names)), strict=True)),
    } | more


def table(letters=STANDARD, players=2, mode="standard", rules_=None, **more):
    """A fresh game with that arrangement."""
    rules_ = rules_ or rules(mode)
    return Game.from_json(rules_, deal(rules_, letters, players=players, **more))


def stand(game, pawns, arrow=None, **fields):
    """The game with its pawns at these times, given hindmost first: [(seat number from 1, time), …], the arrow at the
    hindmost one (or at `arrow`, its symbol not handled), and other fields of the state."""
    seats = [{} for _ in range(game.core.seats)]
    for i, (seat, time) in enumerate(pawns):
        seats[seat - 1] |= {"time": time, "arrived": i + 1}
    for seat, extra in zip(seats, fields.pop("seat", []), strict=False):
        seat |= extra
    state = {"arrow": pawns[0][1] if arrow is None else arrow, "handled": 0, "stamp": 50, "seat": seats} | fields
    return Game.from_json(game.rules, game.deal() | {"state": state})


def token(sector, object_, cell=1, phase=1, fate=1):
    return {"sector": sector - 1, "object": OBJECTS.index(object_), "cell": cell, "phase": phase, "fate": fate}


def tokens(*laid, mode="standard"):
    """Fields of a seat with these tokens on the board."""
    left = {"standard": [4, 2, 1, 2], "expert": [4, 2, 4, 2]}[mode]
    for one in laid:
        left[one["object"]] -= 1
    return {"token": list(laid), "n_tokens": len(laid), "left": left}


def play(game, *lines):
    """Do actions written `P1 survey A 1-5`."""
    for line in lines:
        seat, _, action = line.partition(" ")
        assert game.to_move == seat, f"{line}: {game.to_move} is to move ({game.decision})"
        game.apply(action)
    return game


def decline(game):
    """Pass over all submissions that are being asked for."""
    while game.decision == "submit":
        game.apply("submit none")
    return game


def time_of(game, seat):
    return int(game.state["seat"][game.seat_number(seat)]["time"])


def arrow(game):
    """Sector that the arrow points at."""
    return int(game.state["arrow"]) % game.rules.sectors + 1


def fates(game, seat):
    return game.view(seat)["seats"][seat]["theories"]


def walk(game, rng, locate=0.02, stop=400):
    """Play on by legal actions drawn at random, locating rarely; yields before every action."""
    while not game.is_over and len(game.history) < stop:
        yield game
        legal = game.legal_actions()
        kinds = sorted({action.kind for action in legal})
        if len(kinds) > 1 and "locate" in kinds and rng.random() > locate:
            kinds.remove("locate")
        kind = rng.choice(kinds)
        game.apply(rng.choice([action for action in legal if action.kind == kind]))


def rng(seed):
    return random.Random(seed)
