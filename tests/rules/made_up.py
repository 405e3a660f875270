"""Variants that nobody thought of: well-formed effects, conditions and counts drawn at random, anywhere in the data.

`variant(seed, …)` gives one. What it says need not be possible: the compiler may refuse it, in one line. As a program:
`python -m rules.made_up CASE_FILE FIRST LAST CARDS REWARDS [POLICY …]`.
"""

import random
import sys

from seti_sim.rules import opcodes as oc
from seti_sim.rules.coder import Coder
from seti_sim.rules.tree import printed_tree

from .judging import judge_all

TREE = printed_tree()
STARS = tuple(TREE["stars"])
BODIES = oc.PLANETS[:8]
ANY_KIND = (*oc.TRACE_KINDS, "any")
ANY_TECH = (*oc.TECH_KINDS, "any")
ONLY_PLAYED = ("this-turn", "choose-probe", "row-corners", "drawn-corner", "visit-move-instead", "ignore-asteroids",
               "tuck-this", "return-this")  # fmt: skip

NESTED = ("if", "choose", "may", "this-turn", "choose-probe", "remove")


def effects(rng, depth=0, play=False):
    return [effect(rng, depth, play) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]


def effect(rng, depth, play):
    """One effect; most often one that its place allows."""
    known = [verb for verb in Coder.verbs() if play or verb not in ONLY_PLAYED]
    verb = rng.choice(Coder.verbs() if rng.random() < 0.005 else known)
    if depth > 2 and verb in NESTED:
        verb = "gain"
    table = {"do": verb}
    inner = {}
    if verb in NESTED and verb != "choose":
        inner["then"] = effects(rng, depth + 1, play and verb != "this-turn")
    if verb == "gain":
        table[rng.choice(oc.RESOURCES)] = rng.randint(1, 4)
    elif verb == "draw":
        table |= {"n": rng.randint(1, 3), "from": rng.choice(oc.DRAW_FROM)}
    elif verb in ("move", "row-corners"):
        table["n"] = rng.randint(1, 3)
    elif verb in ("signal-row", "signal-deck", "signal-probes"):
        table["n"] = rng.choice((1, 1, 2))
    elif verb == "signal-hand":
        table |= {"n": rng.choice((1, 1, 2)), "optional": rng.random() < 0.5}
    elif verb == "launch":
        table["ignore_limit"] = rng.random() < 0.2
    elif verb in ("land", "orbit-or-land"):
        table |= {"moons": rng.random() < 0.5, "occupied": rng.random() < 0.5}
    elif verb == "research":
        table |= {"tech": rng.choice(ANY_TECH), "known_to_others": rng.random() < 0.2, "no_bonus": rng.random() < 0.2}
    elif verb == "signal":
        table |= rng.choice((
            {"star": rng.choice(STARS)}, {"color": rng.choice(oc.COLORS)},
            {"where": rng.choice(("any", "own-probe", "own-probe-and-neighbors", *BODIES))},
        ))  # fmt: skip
        table["n"] = 3 if table.get("where") == "own-probe-and-neighbors" else rng.choice((1, 1, 2))
        table |= {"same_sector": "where" not in table and rng.random() < 0.3, "no_data": rng.random() < 0.2}
    elif verb == "trace":
        table |= {"kind": rng.choice(ANY_KIND), **({"where": "own-species"} if rng.random() < 0.3 else {})}
    elif verb == "if":
        table |= {"cond": condition(rng, play), **inner}
    elif verb == "per":
        gain = rng.choice(({"do": "gain", "vp": 1}, {"do": "gain", "data": 1}, {"do": "move", "n": 1},
                           {"do": "draw", "n": 1, "from": "deck"}))  # fmt: skip
        table |= {"count": count(rng, play), "then": [gain]}
    elif verb == "choose":
        table["of"] = [effects(rng, depth + 1, play) for _ in range(rng.randint(2, 3))]
    elif verb == "this-turn":
        table |= {"on": event(rng), "once": rng.random() < 0.5, "distinct": rng.random() < 0.3, **inner}
    elif verb in ("may", "choose-probe"):
        table |= inner
        if verb == "choose-probe" and rng.random() < 0.7:
            beside = {"adjacent": 1, "body": rng.choice(oc.CELLS[1:])}
            table["then"] = [{"do": "per", "count": beside, "then": [{"do": "gain", "data": 1}]}]
    elif verb == "remove":
        table |= {"piece": rng.choice(oc.PIECES), "moons": rng.random() < 0.5, **inner}
    return table


def condition(rng, play=False):
    place = {"at": rng.choice(BODIES)} if rng.random() < 0.5 else {}
    played = {"landed_on": ["any-moon", "mars"]}, {"took_tech": "known-to-others"}, {"signals_there": 1}
    return rng.choice((
        {"craft": rng.randint(1, 3), **place}, {"orbiters": 1}, {"landers": 1, "moons": rng.random() < 0.5},
        {"orbiters": 1, "landers": 1, "at": "one-planet"}, {"wins": 1}, {"wins": 1, "color": rng.choice(oc.COLORS)},
        {"traces": 2, "kind": rng.choice(ANY_KIND)}, {"traces": 1, "species": "each"},
        {"techs": 2, "tech": rng.choice(ANY_TECH)}, {"publicity": rng.randint(1, 8)}, {"vp": rng.randint(1, 40)},
        {"hand": rng.randint(0, 4)}, {"signal_sectors": 2}, {"probe_on": rng.choice(oc.CELLS[1:])},
        {"probe_on": "asteroids", "next_to": rng.choice(BODIES)}, {"probe_distance": rng.randint(1, 5)},
        *(played if play else ()),
    ))  # fmt: skip


def count(rng, play=False, effect=True):
    played = ({"marked": 1, "color": rng.choice(oc.COLORS)}, {"marked_sectors": 1}, {"techs": 1, "tech": "taken"},
              {"traces": 1, "kind": "marked"})  # fmt: skip
    asked = ({"shown": 1, "income": rng.choice(oc.INCOMES)}, {"shown": 1, "corner": rng.choice(oc.CORNERS)},
             {"earth_sector": 1})  # fmt: skip
    return rng.choice((
        *(played if play else ()), *(asked if effect else ()), {"techs": 1, "tech": rng.choice(ANY_TECH)},
        {"traces": 2, "kind": rng.choice(ANY_KIND)}, {"publicity": 3},
        {"income": 1, "kind": rng.choice(oc.INCOMES)}, {"wins": 1}, {"craft": 2}, {"signal_sectors": 1},
        {"missions": 1}, {"missions_or_endgame": 1}, {"min_of": [{"craft": 1}, {"wins": 1}]},
        {"max_of": [{"craft": 1}, {"wins": 1}]},
    ))  # fmt: skip


def event(rng):
    name = rng.choice((*oc.EVENTS, "orbit-or-land"))
    words = {
        "visit": {"body": rng.choice(("planet", "any-planet", *oc.CELLS[1:]))}, "move": {"same_ring": True},
        "research": {"tech": rng.choice(ANY_TECH)}, "trace": {"kind": rng.choice(ANY_KIND)},
        "signal": {"color": rng.choice(oc.COLORS)}, "corner": {"corner": rng.choice(oc.CORNERS[:3])},
        "play": {"cost": rng.randint(0, 4)},
    }  # fmt: skip
    return {"event": name, **words.get(name, {})}


def card(rng):
    """A card of another make: cheap, so that it is played."""
    table = {
        "cost": rng.randint(0, 2),
        "play": effects(rng, 0, True),
        "corner": {rng.choice(oc.CORNERS): rng.randint(1, 3)},
    }
    kind = rng.choice(("", "mission", "triggers", "endgame"))
    if kind == "mission":
        table["mission"] = {"when": condition(rng), "reward": effects(rng)}
    elif kind == "triggers":
        table["triggers"] = [{"on": event(rng), "reward": effects(rng)} for _ in range(rng.randint(1, 3))]
    elif kind == "endgame":
        table["endgame"] = {"vp": rng.randint(1, 5), "per": count(rng, effect=False)}
    for other in {"mission", "triggers", "endgame"} - {kind}:
        table[other] = [] if other == "triggers" else {}
    return table


#: Where lists of effects stand besides on cards: address of the table, its key.
REWARDS = (
    *((f"stars.{star}", key) for star in STARS for key in ("win_first", "win_later")),
    *((f"planets.{planet}", key) for planet in TREE["planets"] for key in ("orbit", "land")),
    *((f"moons.{moon}", "land") for moon in TREE["moons"]), *((f"techs.{tech}", "extra") for tech in TREE["techs"]),
    *(("discovery", side) for side in ("left", "right", "overflow")), ("sectors", "contributor"),
    ("sectors", "second_space"), ("planet_rules", "orbit_first"), ("computer", "analyze"), ("scan", "earth"),
    ("scan", "row"), ("tech_rules", "first_taker"), ("free_actions.buy", "then"),
    *(("tech_rules.bonuses", bonus) for bonus in oc.TILE_BONUSES),
)  # fmt: skip


def variant(seed, cards, rewards):
    """At most so many cards of another make and so many rewards of another kind."""
    rng = random.Random(seed)
    overlay = {"cards": {name: card(rng) for name in rng.sample(list(TREE["cards"]), rng.randint(0, cards))}}
    for address, key in rng.sample(REWARDS, rng.randint(0, rewards)):
        table = overlay
        for part in address.split("."):
            table = table.setdefault(part, {})
        table[key] = effects(rng)
    return overlay


def main(case_file, first, last, cards, rewards, *policies):
    seeds = range(int(first), int(last))
    judge_all(case_file, ((f"seed {n}", variant(n, int(cards), int(rewards))) for n in seeds), policies, games=3)


if __name__ == "__main__":
    main(*sys.argv[1:])
