"""Variants that nobody thought of: well-formed effects, conditions and counts drawn at random, anywhere in the data.

`variant(seed, …)` gives one. What it says need not be possible: the compiler may refuse it, in one line. As a program:
`python -m rules.made_up CASE_FILE FIRST LAST CARDS REWARDS [POLICY …]`.
"""

import random
import sys
import tomllib
from typing import NamedTuple

from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.coder import Coder
from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.vocabulary import ANYWHERE, WORDS

from .judging import judge_all

TREE = printed_tree()
STARS = tuple(TREE["stars"])
BODIES = oc.PLANETS[:8]
ANY_KIND = (*oc.TRACE_KINDS, "any")
ANY_TECH = (*oc.TECH_KINDS, "any")
ONLY_PLAYED = tuple(name for name, verb in WORDS.items() if verb.where != ANYWHERE)
NESTED = ("if", "choose", "may", "this-turn", "choose-probe", "remove", "repeat")


class At(NamedTuple):
    """Where an effect stands: so deep inside others, on a card being played, on a species' card or board, in the reward
    of a delivery."""

    depth: int = 0
    play: bool = False
    own: bool = False
    deliver: bool = False

    def inside(self, play):
        return self._replace(depth=self.depth + 1, play=self.play and play)


def effects(rng, at=At()):
    return [effect(rng, at) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]


def effect(rng, at):
    """One effect; most often one that its place allows."""
    no = (*(() if at.play else ONLY_PLAYED), *(() if at.deliver else ("deliver",)))
    verb = rng.choice(Coder.verbs() if rng.random() < 0.005 else [verb for verb in Coder.verbs() if verb not in no])
    if at.depth > 2 and verb in NESTED:
        verb = "gain"
    table = {"do": verb}
    inner = {}
    if verb in NESTED and verb != "choose":
        inner["then"] = effects(rng, at.inside(verb != "this-turn"))
    if verb in ("gain", "pay"):
        table[rng.choice(oc.RESOURCES)] = rng.randint(1, 4)
    elif verb == "repeat":
        table["then"] = [{"do": "pay", rng.choice(oc.RESOURCES): rng.randint(1, 3)}, *effects(rng, at.inside(True))]
        if rng.random() < 0.7:
            table["then"][1:] = [{"do": "gain", "vp": 1}]
    elif verb == "deliver":
        table["times"] = rng.randint(1, 3)
    elif verb == "sample-reward":
        table["where"] = rng.choice(("own-probe", "jupiter-or-saturn"))
    elif verb == "anomaly-reward":
        table["which"] = "next"
    elif verb == "discard-drawn":
        table["for"] = rng.choice(("corner", "income"))
    elif verb == "draw":
        table |= {"n": rng.randint(1, 3), "from": rng.choice((*oc.DRAW_FROM, *(("species",) if at.own else ())))}
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
            {"where": rng.choice(("any", "own-probe", "own-probe-and-neighbors", "next-anomaly", *oc.PLANETS))},
        ))  # fmt: skip
        table["n"] = 3 if table.get("where") == "own-probe-and-neighbors" else rng.choice((1, 1, 2))
        table |= {"same_sector": "where" not in table and rng.random() < 0.3, "no_data": rng.random() < 0.2}
    elif verb == "trace":
        table |= {"kind": rng.choice(ANY_KIND), **({"where": "own-species"} if rng.random() < 0.3 else {})}
    elif verb == "if":
        table |= {"cond": condition(rng, at.play, at.own), **inner}
    elif verb == "per":
        gain = rng.choice(({"do": "gain", "vp": 1}, {"do": "gain", "data": 1}, {"do": "move", "n": 1},
                           {"do": "draw", "n": 1, "from": "deck"}))  # fmt: skip
        table |= {"count": count(rng, at.play, at.own), "then": [gain]}
    elif verb == "choose":
        table["of"] = [effects(rng, at.inside(True)) for _ in range(rng.randint(2, 3))]
    elif verb == "this-turn":
        table |= {"on": event(rng), "once": rng.random() < 0.5, "distinct": rng.random() < 0.3, **inner}
    elif verb in ("may", "choose-probe"):
        table |= inner
        if verb == "choose-probe" and rng.random() < 0.7:
            beside = {"adjacent": 1, "body": rng.choice(oc.CELLS[1:])}
            table["then"] = [{"do": "per", "count": beside, "then": [{"do": "gain", "data": 1}]}]
    elif verb == "remove":
        table |= {"piece": rng.choice(oc.PIECES), "moons": rng.random() < 0.5, **inner}
    elif WORDS[verb].keys:  # as its row writes it
        table = tomllib.loads(f"x = [{rng.choice(WORDS[verb].examples or WORDS[verb].of_species).replace(' + ', ', ')}]")["x"][
            -1
        ]
    return table


def condition(rng, play=False, own=False):
    place = {"at": rng.choice(oc.PLANETS)} if rng.random() < 0.5 else {}
    played = ({"landed_on": ["any-moon", "mars"]}, {"took_tech": "known-to-others"}, {"signals_there": 1},
              {"marked_on": "oumuamua", "n": rng.randint(1, 2)}, {"launched_in": "anomaly-sector"})  # fmt: skip
    of_species = {"traces": rng.randint(1, 3), "kind": rng.choice(ANY_KIND), "species": rng.choice(("this", "other"))}
    owned = of_species, {"traces_each": 1, "species": "this"}, {"paid_traces": 1, "species": "this"}
    return rng.choice((
        {"craft": rng.randint(1, 3), **place}, {"orbiters": 1}, {"landers": 1, "moons": rng.random() < 0.5},
        {"orbiters": 1, "landers": 1, "at": "one-planet"}, {"wins": 1}, {"wins": 1, "color": rng.choice(oc.COLORS)},
        {"traces": 2, "kind": rng.choice(ANY_KIND)}, {"traces": 1, "species": "each"},
        {"techs": 2, "tech": rng.choice(ANY_TECH)}, {"publicity": rng.randint(1, 8)}, {"vp": rng.randint(1, 40)},
        {"hand": rng.randint(0, 4)}, {"signal_sectors": 2}, {"probe_on": rng.choice(oc.CELLS[1:])},
        {"probe_on": "asteroids", "next_to": rng.choice(BODIES)}, {"probe_distance": rng.randint(1, 5)},
        {"traces": 2, "kind": "same"}, {"exofossil": rng.randint(1, 3)}, {"craft": 2, "at": "one-planet"},
        {"landers": 1, "at": rng.choice(oc.PLANETS), "moons": rng.random() < 0.5}, {"missions": rng.randint(1, 3)},
        {"signals": 1, "at": "oumuamua"}, {"tucked": rng.randint(1, 4)}, {"deliver": rng.choice(BODIES)},
        *(played if play else ()), *(owned if own else ()),
    ))  # fmt: skip


def count(rng, play=False, own=False, effect=True):
    played = ({"marked": 1, "color": rng.choice(oc.COLORS)}, {"marked_sectors": 1}, {"techs": 1, "tech": "taken"},
              {"traces": 1, "kind": "marked"}, {"marked_on": "oumuamua"})  # fmt: skip
    asked = ({"shown": 1, "income": rng.choice(oc.INCOMES)}, {"shown": 1, "corner": rng.choice(oc.CORNERS)},
             {"earth_sector": 1}, {"signals": "anomaly-sectors"})  # fmt: skip
    owned = ({"traces": 1, "kind": rng.choice(ANY_KIND), "species": rng.choice(("this", "other"))},)
    return rng.choice((
        *(played if play else ()), *(asked if effect else ()), *(owned if own else ()),
        {"techs": 1, "tech": rng.choice(ANY_TECH)},
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


def card(rng, name):
    """A card of another make: cheap, so that it is played."""
    printed = TREE["cards"][name]
    own = "species" in printed
    if "secret" in printed:
        return {"secret": {"danger": rng.randint(0, 4), "vp": rng.randint(0, 9), "when": condition(rng, own=True)}}
    cost = rng.randint(0, 2)
    table = {
        "cost": {"energy": cost} if rng.random() < 0.2 else cost,
        "play": effects(rng, At(play=True, own=own)),
        "corner": {corner: rng.randint(1, 3) for corner in rng.sample(oc.CORNERS, rng.choice((1, 1, 2)))},
        "income": rng.choice(oc.INCOMES),
    }
    if "message" in printed:
        return {**table, "message": effects(rng, At(own=True))}
    kind = rng.choice(("", "mission", "triggers", "endgame"))
    if kind == "mission":
        when = condition(rng, own=own)
        table["mission"] = {"when": when, "reward": effects(rng, At(own=own, deliver="deliver" in when))}
        if "deliver" in when:
            table["mission"]["reward"].append({"do": "deliver", "times": rng.randint(1, 2)})
    elif kind == "triggers":
        table["triggers"] = [{"on": event(rng), "reward": effects(rng, At(own=own))} for _ in range(rng.randint(1, 3))]
    elif kind == "endgame":
        table["endgame"] = {"vp": rng.randint(1, 5), "per": count(rng, own=own, effect=False)}
    for other in {"mission", "triggers", "endgame"} - {kind}:
        table[other] = [] if other == "triggers" else {}
    return table


def column(rng, species, kind):
    """A column of a species' board: some spaces that cost something or carry danger, perhaps an open-ended one."""
    spaces = [{"reward": effects(rng, At(own=True))} for _ in range(rng.randint(1, 5))]
    for space in spaces:
        if rng.random() < 0.3:
            space["cost"] = {rng.choice(("exofossil", "data")): rng.randint(1, 3)}
        if species == "exertians":
            space["danger"] = rng.randint(0, 3)
    if rng.random() < 0.5:
        spaces[-1]["capacity"] = "any"
    if species == "mascamites" and kind == "analysis":
        spaces[:] = [*spaces[:2], {"token": "setup"}, *[{"token": "delivered"}] * 6]
        spaces[0].pop("capacity", None)
        spaces[1:2] = [{"reward": []}]
    return spaces


def species(rng, name):
    """A table of a species with another column, another reward or other numbers."""
    table, kind = {}, rng.choice(oc.TRACE_KINDS)
    if rng.random() < 0.6:
        table["board"] = {kind: column(rng, name, kind)}
    made = {
        "mascamites": lambda: {
            "samples": {rng.choice(list(TREE["species"]["mascamites"]["samples"])): {"reward": effects(rng, At(own=True))}}
        },
        "anomalies": lambda: {
            "anomalies": {f"anomaly-{kind}": {"sides": [effects(rng), effects(rng)]}},
            "anomalies_at": rng.sample(range(8), 3),
        },
        "oumuamua": lambda: {"tile": {"data": 2, "marker_vp": [1, rng.randint(0, 3)], "completed": effects(rng)}},
        "centaurians": lambda: {"message_tile_ahead": rng.randint(1, 30), "message_ahead": rng.randint(1, 30)},
        "exertians": lambda: {"most_danger_loses": rng.randint(1, 20), "cards_per_player": rng.randint(0, 3)},
    }[name]
    return {**table, **(made() if rng.random() < 0.6 else {})}


#: Where lists of effects stand besides on cards: address of the table, its key.
REWARDS = (
    *((f"stars.{star}", key) for star in STARS for key in ("win_first", "win_later")),
    *((f"planets.{planet}", key) for planet in TREE["planets"] for key in ("orbit", "land")),
    *((f"moons.{moon}", "land") for moon in TREE["moons"]), *((f"techs.{tech}", "extra") for tech in TREE["techs"]),
    *(("discovery", side) for side in ("left", "right", "overflow")), ("sectors", "contributor"),
    ("sectors", "second_space"), ("planet_rules", "orbit_first"), ("computer", "analyze"), ("scan", "earth"),
    ("scan", "row"), ("tech_rules", "first_taker"), ("free_actions.buy", "then"),
    *(("tech_rules.bonuses", bonus) for bonus in oc.TILE_BONUSES),
    *((f"species.mascamites.samples.{sample}", "reward") for sample in TREE["species"]["mascamites"]["samples"]),
    *((f"species.centaurians.message_rewards.{name}", "reward")
      for name in TREE["species"]["centaurians"]["message_rewards"]),
    *(("species.oumuamua.body", key) for key in ("orbit", "orbit_first", "land")),
    *(("species.oumuamua.tile", key) for key in ("under_tile", "completed")),
)  # fmt: skip


def variant(seed, cards, rewards):
    """At most so many cards of another make and so many rewards of another kind; sometimes a species' board besides."""
    rng = random.Random(seed)
    overlay = {"cards": {name: card(rng, name) for name in rng.sample(list(TREE["cards"]), rng.randint(0, cards))}}
    if rng.random() < 0.3:
        name = rng.choice(list(TREE["species"]))
        overlay["species"] = {name: species(rng, name)}
    for address, key in rng.sample(REWARDS, rng.randint(0, rewards)):
        table = overlay
        for part in address.split("."):
            table = table.setdefault(part, {})
        table[key] = effects(rng, At(own=address.startswith("species.")))
    return overlay


def main(case_file, first, last, cards, rewards, *policies):
    seeds = range(int(first), int(last))
    judge_all(case_file, ((f"seed {n}", variant(n, int(cards), int(rewards))) for n in seeds), policies, games=3)


if __name__ == "__main__":
    main(*sys.argv[1:])
