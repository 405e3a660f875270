"""The data against sums and counts taken from the components, and the example variants. Species: test_data_species.py.

The numbers here were added up from a list of the printed components kept apart from the data files, so that a slip
in one of them shows.
"""

import datetime
import pickle
import re
from collections import Counter

import pytest

from seti_sim.core.node import RuleError
from seti_sim.core.registry import example_variants
from seti_sim.core.tree import fingerprint
from seti_sim.seti.rules import RuleSet, ruleset
from seti_sim.seti.rules.compile import compile_rules
from seti_sim.seti.rules.tree import build_tree, game_files, printed_tree

from .totals import dicts, gains, verbs

TREE = printed_tree()
CARDS = {name: card for name, card in TREE["cards"].items() if "species" not in card}


# ---------------------------------------------------------------------------------------------- cards


def test_there_are_138_cards_in_order_of_their_number():
    assert list(CARDS) == [f"base-{number:03}" for number in range(1, 139)]
    assert len({card["name"] for card in TREE["cards"].values()}) == 138 + 55


def test_cost_corner_sector_and_income_of_the_cards():
    assert Counter(card["cost"] for card in CARDS.values()) == {0: 6, 1: 47, 2: 47, 3: 35, 4: 3}
    assert Counter(card["sector"] for card in CARDS.values()) == {"yellow": 41, "red": 41, "blue": 41, "black": 15}
    assert Counter(card["income"] for card in CARDS.values()) == {"credits": 47, "energy": 47, "card": 44}
    corners = [card["corner"] for card in CARDS.values()]
    assert Counter(kind for corner in corners for kind in corner) == {"publicity": 62, "move": 43, "data": 33}
    assert all(list(corner.values()) == [1] for corner in corners)


def test_missions_triggers_and_endgame_cards():
    kinds = [[key for key in ("mission", "triggers", "endgame") if key in card] for card in CARDS.values()]
    assert Counter(map(tuple, kinds)) == {("mission",): 37, ("triggers",): 20, ("endgame",): 13, (): 68}
    assert sum(len(card.get("triggers", [])) for card in CARDS.values()) == 52


def test_effects_of_the_cards():
    assert verbs(CARDS) == {
        "gain": 139, "signal": 33, "move": 29, "research": 27, "rotate": 26, "draw": 20, "launch": 17, "per": 14,
        "this-turn": 12, "trace": 10, "scan": 7, "if": 6, "signal-row": 6, "land": 3, "tuck-this": 3, "remove": 2,
        "signal-hand": 2, "choose": 1, "choose-probe": 1, "drawn-corner": 1, "ignore-asteroids": 1, "income": 1,
        "return-this": 1, "row-corners": 1, "signal-deck": 1, "signal-probes": 1, "visit-move-instead": 1,
    }  # fmt: skip
    assert gains(CARDS) == {"vp": 179, "publicity": 62, "data": 41, "energy": 11, "credits": 4}


def test_every_star_is_named_by_one_card_and_every_event_by_its_word():
    stars = Counter(table["star"] for table in dicts(CARDS) if "star" in table)
    assert stars == dict.fromkeys(TREE["stars"], 1)
    events = Counter(table["event"] for table in dicts(CARDS) if "event" in table)
    assert events == {
        "visit": 22, "launch": 6, "research": 7, "scan": 7, "trace": 5, "signal": 3, "corner": 3, "play": 3,
        "complete-sector": 3, "orbit-or-land": 2, "orbit": 1, "land": 1, "move": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("base-009", {"cost": 3, "income": "credits", "sector": "yellow"}),
        ("base-063", {"income": "credits", "endgame": {"vp": 2, "per": {"traces": 1, "kind": "lander"}}}),
        ("base-083", {"name": "Wow! Signal", "cost": 2}),
        ("base-113", {"endgame": {"gold_tile": "unmarked", "value": "last"}}),
        ("base-127", {"endgame": {"vp": 13, "when": {"probe_on": "asteroids"}}}),
    ],
)
def test_some_cards_word_for_word(card, expected):
    assert {key: CARDS[card][key] for key in expected} == expected


# ---------------------------------------------------------------------------------------------- board


def test_stars_and_their_boards():
    stars = TREE["stars"]
    assert len(stars) == 8
    assert Counter(star["color"] for star in stars.values()) == {"yellow": 2, "red": 2, "blue": 2, "black": 2}
    assert [star["data"] for star in stars.values()] == [5, 4, 6, 5, 5, 6, 6, 5]
    assert gains(stars) == {"vp": 19}
    assert sorted(star for board in TREE["sector_boards"].values() for star in board["stars"]) == sorted(stars)
    assert sorted(sum(TREE["sectors"]["places"], [])) == list(range(8))


def test_planets_and_moons():
    planets, moons = TREE["planets"], TREE["moons"]
    assert list(planets) == ["mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune"]
    assert [planet["land"][0]["vp"] for planet in planets.values()] == [12, 5, 6, 7, 8, 9, 10]
    assert all(planet["land"][1:] == [{"do": "trace", "kind": "lander"}] for planet in planets.values())
    assert gains([planet["land_first"] for planet in planets.values()]) == {"data": 18}
    assert gains(planets) == {"vp": 78, "data": 23, "publicity": 2}
    assert len(moons) == 9
    assert {moon: table["planet"] for moon, table in moons.items()} == {
        moon: name for name, planet in planets.items() for moon in planet["moons"]
    }
    assert gains(moons) == {"vp": 120, "publicity": 5, "energy": 4, "data": 4}


def test_the_solar_system():
    layers = TREE["solar"]["layers"]
    assert list(layers) == ["disc-1", "disc-2", "disc-3", "base"]
    cells, publicity = Counter(), 0
    for rings, layer in enumerate(layers.values(), 1):
        assert sorted(layer) == sorted(f"{word}{ring}" for word in ("ring", "icon") for ring in range(1, rings + 1))
        for ring in range(1, rings + 1):
            names, icons = layer[f"ring{ring}"], layer[f"icon{ring}"]
            assert len(names) == len(icons) == 8
            cells.update(names)
            publicity += sum(icons)
            # Publicity is printed on planets and comets, never on Earth.
            assert [name in TREE["planets"] or name == "comet" for name in names] == [icon == 1 for icon in icons]
    planets = dict.fromkeys(["earth", *TREE["planets"]], 1)
    assert cells == {"empty": 25, "hole": 20, "asteroids": 17, "comet": 10, **planets}
    assert publicity == 17
    assert layers["disc-1"]["ring1"].index("earth") == 5
    assert layers["disc-2"]["ring2"].index("mars") == 2
    assert layers["disc-3"]["ring3"].index("saturn") == 7
    assert "hole" not in sum((layers["base"][f"ring{ring}"] for ring in range(1, 5)), [])


def test_techs():
    techs = TREE["techs"]
    assert list(techs) == [f"{kind}-{n}" for kind in ("probe", "telescope", "computer") for n in range(1, 5)]
    assert all(tech["kind"] == name.split("-")[0] for name, tech in techs.items())
    assert {name: tech["extra"] for name, tech in techs.items() if tech["extra"]} == {
        "probe-1": [{"do": "launch"}],
        "telescope-1": [{"do": "gain", "data": 2}],
    }
    assert list(TREE["tech_rules"]["bonuses"]) == ["vp", "energy", "publicity", "draw"]
    assert gains(TREE["tech_rules"]) == {"vp": 5, "energy": 1, "publicity": 1}
    computers = [techs[f"computer-{n}"]["effect"] for n in range(1, 5)]
    assert gains(computers) == {"vp": 8, "credits": 1, "energy": 1, "publicity": 2}


def test_gold_tiles():
    tiles = TREE["gold_tiles"]
    assert list(tiles) == [f"{tile}-{side}" for tile in ("tech", "mission", "income", "other") for side in "ab"]
    assert all(name == f"{tile['tile']}-{tile['side']}" for name, tile in tiles.items())
    assert [tile["values"] for tile in tiles.values()] == [
        [11, 8, 5], [7, 5, 3], [4, 3, 2], [8, 6, 4], [11, 8, 5], [5, 4, 3], [8, 6, 4], [8, 6, 4],
    ]  # fmt: skip


def test_costs_setup_and_limits():
    assert {name: action["cost"] for name, action in TREE["actions"].items()} == {
        "launch": {"credits": 2},
        "orbit": {"credits": 1, "energy": 1},
        "land": {"energy": 3},
        "scan": {"credits": 1, "energy": 2},
        "analyze": {"energy": 1},
        "research": {"publicity": 6},
    }
    assert TREE["actions"]["land"]["cost_with_orbiter"] == {"energy": 2}
    assert TREE["free_actions"]["move"] == {"cost": {"energy": 1}}
    assert TREE["free_actions"]["buy"]["cost"] == {"publicity": 3}
    assert TREE["free_actions"]["exchange"] == {"give": 2, "get": 1}
    assert TREE["setup"]["start"] == {"publicity": 4, "credits": 4, "energy": 3, "cards": 5}
    assert TREE["setup"]["income"] == {"credits": 3, "energy": 2, "cards": 1}
    assert TREE["setup"]["start_vp"] == [1, 2, 3, 4]
    assert TREE["limits"] == {"publicity": 10, "data_pool": 6, "probes_in_space": 1}
    assert TREE["milestones"] == {
        "gold": [25, 50, 70],
        "neutral": [20, 30],
        "neutral_markers": {"2": 2, "3": 1, "4": 0},
    }


def test_discovery_computer_and_scan():
    assert gains(TREE["discovery"]["left"]) == {"vp": 5, "publicity": 1}
    assert gains(TREE["discovery"]["right"]) == {"vp": 3, "publicity": 1}
    assert gains(TREE["discovery"]["overflow"]) == {"vp": 3}
    assert [len(reward) for reward in TREE["computer"]["top_rewards"]] == [0, 1, 0, 1, 0, 0]
    assert TREE["computer"]["slot_columns"] == [1, 3, 5, 6]
    assert TREE["scan"]["earth"] == [{"do": "signal", "n": 1, "where": "earth"}]
    assert TREE["scan"]["row"] == [{"do": "signal-row", "n": 1}]


# ---------------------------------------------------------------------------------------------- form


def test_no_value_is_prose():
    """Outside names every text is one word of the vocabulary or an id."""

    def texts(value, address):
        if isinstance(value, dict):
            for key, item in value.items():
                yield from texts(item, f"{address}.{key}")
        elif isinstance(value, list):
            for item in value:
                yield from texts(item, address)
        else:
            yield address, value

    for address, value in texts(TREE, ""):
        assert not isinstance(value, (float, datetime.date)), address
        if isinstance(value, str) and not address.endswith(".name"):
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value), f"{address} = {value!r}"


def test_the_files_are_in_utf_8_without_tabs_and_end_with_a_line():
    for path in [*game_files(), *example_variants("seti").values()]:
        text = path.read_text(encoding="utf-8")
        assert text.endswith("\n") and not text.endswith("\n\n"), path.name
        assert "\t" not in text and "\r" not in text, path.name


# ---------------------------------------------------------------------------------------------- variants


def test_every_example_variant_says_what_it_asks_and_changes_something():
    variants = example_variants("seti")
    assert {"cheap-scan", "cheaper-card", "flat-start", "publicity-limit", "reworked-card"} <= set(variants)
    marks = {fingerprint(TREE)}
    for name, path in variants.items():
        assert path.read_text(encoding="utf-8").startswith("# "), name
        tree, _, variant = build_tree(path)
        assert variant.name == name
        assert variant.description
        marks.add(fingerprint(tree))
    assert len(marks) == 1 + len(variants)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("cheaper-card", [("cards.base-109.cost", 3, 2)]),
        ("cheap-scan", [("actions.scan.cost.energy", 2, 1)]),
        ("flat-start", [("setup.start_vp", [1, 2, 3, 4], [1, 1, 1, 1])]),
        ("neutral-markers", [("milestones.neutral_markers.4", 0, 1)]),
        ("publicity-limit", [("limits.publicity", 10, 15)]),
    ],
)
def test_a_variant_changes_what_it_says_and_nothing_else(name, changes):
    rules = RuleSet.load(example_variants("seti")[name])
    printed = RuleSet.load()
    assert rules.variant == name
    assert rules.changes() == changes == rules.difference(printed)
    assert printed.difference(rules) == [(address, here, there) for address, there, here in changes]
    assert rules.fingerprint != printed.fingerprint
    assert rules != printed and rules.card_ids == printed.card_ids == tuple(TREE["cards"])


def test_what_a_variant_takes_away_is_in_the_changes():
    changes = RuleSet.load(example_variants("seti")["reworked-card"]).changes()
    assert {address: (old, new) for address, old, new in changes} == {
        "cards.base-089.corner.publicity": (1, None),
        "cards.base-089.corner.move": (None, 1),
        "cards.base-089.play": (
            [{"do": "draw", "n": 3, "from": "deck"}],
            [{"do": "draw", "n": 2, "from": "row-or-deck"}],
        ),
        "cards.base-089.mission": (CARDS["base-089"]["mission"], None),
    }


def test_a_rule_set_survives_pickling():
    rules = RuleSet.load(example_variants("seti")["cheap-scan"])
    written = pickle.dumps(rules)
    ruleset._compiled.clear()  # as in another process
    again = pickle.loads(written)
    assert again == rules and hash(again) == hash(rules)
    assert (again.variant, again.description, again.tree) == (rules.variant, rules.description, rules.tree)
    assert again.compiled == rules.compiled
    assert RuleSet.load() != rules and RuleSet.load().changes() == []


def test_equal_rules_are_compiled_once(monkeypatch):
    """Whatever they are called; no more than a few are kept, and what is refused is refused again."""
    compiled = []
    monkeypatch.setattr(ruleset, "compile_rules", lambda root: compiled.append(root) or compile_rules(root))
    monkeypatch.setattr(ruleset, "_compiled", {})
    cheap = {"actions": {"scan": {"cost": {"energy": 1}}}}
    first, again = RuleSet.load(cheap), RuleSet.load({"variant": {"name": "other"}, **cheap})
    assert first.compiled is again.compiled and again.variant == "other" and len(compiled) == 1
    assert RuleSet.load().compiled != first.compiled and RuleSet.load() and len(compiled) == 2
    for number in range(ruleset._MOST_KEPT + 3):
        RuleSet.load({"setup": {"start_vp": [number, 1, 2, 3]}})
    assert len(ruleset._compiled) == ruleset._MOST_KEPT
    for _ in range(2):
        with pytest.raises(RuleError):
            RuleSet.load({"setup": {"rounds": 99}})


def test_the_names_in_the_engines_order():
    rules = RuleSet.load()
    assert rules.variant is None
    assert rules.star_ids == tuple(TREE["stars"])
    assert rules.tech_ids == tuple(TREE["techs"])
    assert rules.species_ids == tuple(TREE["species"])
    assert rules.gold_tile_names == ("tech", "mission", "income", "other")
    assert rules.fingerprint == fingerprint(TREE)


@pytest.mark.parametrize(
    ("overlay", "text"),
    [
        ({"actions": {"scam": {"cost": {}}}}, "variant: actions.scam = { cost = {} }: expected one of the keys "),
        ({"card": {"base-109": {"cost": 2}}}, "variant: card = { base-109 = { cost = 2 } }: expected one of the keys "),
        ({"cards": {"base-109": {"cots": 2}}}, "variant: cards.base-109.cots = 2: expected one of the keys "),
        ({"cards": {"base-109": {"cost": "2"}}}, 'variant: cards.base-109.cost = "2": expected a whole number from 0 '),
        ({"cards": 3}, "variant: cards = 3: expected a table"),
        ({"setup": {"rounds": True}}, "variant: setup.rounds = true: expected a whole number from 1 "),
        ({"cards": {"base-110": {"play": [{"do": "gian", "vp": 1}]}}}, 'variant: cards.base-110.play[0].do = "gian": '),
    ],
)
def test_a_variant_that_cannot_be_obeyed_is_refused_in_one_line(overlay, text):
    with pytest.raises(RuleError) as caught:
        RuleSet.load(overlay)
    assert str(caught.value).startswith(text)
    assert "\n" not in str(caught.value)
