"""The English of every component and every word of the vocabulary."""

import re

import pytest

from seti_sim.core.node import Node, RuleError
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.describe import describe
from seti_sim.seti.rules.wording import Wording
from seti_sim.seti.rules.words import amount, listed
from seti_sim.seti.vocabulary import WORDS


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


@pytest.fixture(scope="module")
def words(rules):
    return Wording(Node(rules.tree))


def every_component(tree):
    for kind, table in [("card", "cards"), ("tech", "techs"), ("star", "stars"), ("planet", "planets"),
                        ("moon", "moons"), ("species", "species")]:  # fmt: skip
        for name in tree[table]:
            yield kind, name
    for name in ("tech", "mission", "income", "other"):
        yield "gold", name


def test_every_component_has_a_text_without_gaps(rules):
    seen = set()
    for kind, name in every_component(rules.tree):
        text = describe(rules, f"{kind} {name}")
        assert text not in seen
        seen.add(text)
        for line in text.split("\n"):
            # Only the numbered spaces of a species' board are indented, and only their heading ends with a colon.
            assert re.match(r"  [1-9]( to [1-9])?  \S" if line.startswith(" ") else r"\S", line), line
            assert line == line.rstrip() and line.endswith(":") == line.endswith("from the bottom:"), line
            assert not re.search(r"None|[{}\[\]]|\.\.| ,|::|;;|, ,", line), line
            many = "points|credits|cards|signals|techs|traces|exofossils|samples|landers"
            assert not re.search(rf"\b1 ({many})\b", line), line
            assert not re.search(r"\b(\w+) \1\b", line), line
    assert len(seen) == 138 + 55 + 12 + 8 + 7 + 9 + 5 + 4


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        (
            "base-037",
            [
                "base-037  Proxima Centauri Observation",
                "Cost 2; corner 1 movement; yellow sector; income 1 credit",
                "Mark 2 signals at Proxima Centauri.",
                "Mission: 2 red sector wins: 4 points, 1 publicity",
            ],
        ),
        (
            "base-001",
            [
                "base-001  Pioneer 11 Mission",
                "Cost 0; corner 1 movement; yellow sector; income 1 energy",
                "Trigger: when you visit Jupiter: 1 data",
                "Trigger: when you visit Saturn: 4 points",
            ],
        ),
        (
            "base-015",
            [
                "base-015  Atmospheric Entry",
                "Cost 1; corner 1 movement; blue sector; income 1 credit",
                "Remove one of your orbiters from a planet to gain 3 points and 1 data, then draw 1 card from the row "
                "or the deck.",
            ],
        ),
        (
            "base-017",
            [
                "base-017  OSIRIS-REx",
                "Cost 1; corner 1 movement; yellow sector; income 1 energy",
                "Choose one of your probes in space: if it is on asteroids, gain 2 data; gain 1 data for each space "
                "with asteroids adjacent to it.",
            ],
        ),
        (
            "base-127",
            [
                "base-127  NEAR Shoemaker",
                "Cost 1; corner 1 data; yellow sector; income 1 credit",
                "Gain 2 publicity.",
                "End of game: 13 points if you have a probe on asteroids",
            ],
        ),
        (
            "vega",
            [
                "Vega  black sector, on one board with Procyon",
                "Spaces for data: 4; on space 2: 2 points",
                "First win: 2 points, mark a signal trace",
                "Later wins: 5 points",
                "Every contributor: 1 publicity",
            ],
        ),
        (
            "planet saturn",
            [
                "Saturn",
                "Orbit for 1 credit and 1 energy: 2 publicity, mark a signal in Saturn's sector, increase your income "
                "with a card from your hand",
                "First orbiter: 3 points",
                "Land for 3 energy, or 2 energy with an orbiter there: 8 points, mark a lander trace",
                "First lander: 2 data",
                "Moon: Enceladus, at Saturn. Land: 12 points, mark a signal in a red sector, mark a signal in a blue "
                "sector, mark a signal in a yellow sector",
                "Moon: Titan, at Saturn. Land: 7 points, mark a trace of any kind (2 times)",
            ],
        ),
        ("moon europa", ["Europa, at Jupiter. Land: 7 points, mark a lander trace (2 times)"]),
        (
            "tech telescope-4",
            [
                "telescope-4  telescope tech",
                "On taking it: 3 points, 1 energy, 1 publicity or draw 1 card from the row or the deck by the tile; "
                "first to take it: 2 points",
                "Scan: besides, you may spend 1 energy to launch a probe, or gain 1 movement",
            ],
        ),
        (
            "gold income",
            [
                "Gold tile: income",
                "Side a: 11/8/5 points for each set of 1 card tucked for credit income, 1 card tucked for energy "
                "income and 1 card tucked for card income",
                "Side b: 5/4/3 points for each card tucked for credit income or for each card tucked for energy "
                "income, whichever are more",
            ],
        ),
    ],
)
def test_some_components_word_for_word(rules, what, lines):
    assert describe(rules, what).split("\n") == lines


@pytest.mark.parametrize(
    ("what", "same"),
    [
        ("Proxima  centauri OBSERVATION", "base-037"),
        ("card base-037", "base-037"),
        ("Card Vega Observation", "base-044"),
        ("VEGA", "star vega"),
        ("star barnard's star", "star barnards-star"),
        ("mars", "planet mars"),
        ("probe-1", "tech probe-1"),
        ("techs probe-1", "tech probe-1"),
        ("'oumuamua", "species oumuamua"),
    ],
)
def test_case_blanks_and_the_kind_may_differ(rules, what, same):
    assert describe(rules, what) == describe(rules, same)


@pytest.mark.parametrize(("what", "n"), [("tech", 12), ("stars", 8), ("planets", 7), ("moons", 9), ("gold", 4), ("species", 5)])
def test_a_kind_alone_gives_all_of_them(rules, what, n):
    assert len(describe(rules, what).split("\n\n")) == n


def test_cards_alone_lists_their_names(rules):
    lines = describe(rules, "cards").split("\n")
    assert len(lines) == 138 + 55 and lines[0] == "base-001  Pioneer 11 Mission"
    assert lines[138] == "mascamite-01  First Contact" and lines[-1] == "exertian-15  Stratoelevator"


@pytest.mark.parametrize(
    ("what", "near"),
    [
        ("vgea", "vega"),
        ("base-1O9", "base-109"),
        ("arecibo", "arecibo observatory"),
        ("tech probe-9", "probe-4"),
        ("star sirus", "sirius a"),
        ("plante", "planet"),
        ("moon mars", "planet mars"),
        ("planet oumuamua", "species oumuamua"),
        ("mascamite", "mascamite-01"),
    ],
)
def test_an_unknown_component_gets_the_nearest(rules, what, near):
    with pytest.raises(RuleError) as caught:
        describe(rules, what)
    assert f'component = "{what}": expected the id or name of a component' in str(caught.value)
    hint = str(caught.value).partition("(did you mean ")[2].lower()
    assert near in hint.removesuffix("?)").split(" or ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("what", ["", "star xyzzy", "moon mars", "none such"])
def test_nothing_near_is_an_error_too(rules, what):
    with pytest.raises(RuleError, match="expected the id or name of a component"):
        describe(rules, what)


def test_a_variant_is_described_as_it_is():
    rules = RuleSet.load(
        {
            "cards": {"base-110": {"cost": 2, "corner": {"move": 2}, "play": [{"do": "gain", "energy": 3}]}},
            "stars": {"vega": {"data": 3}},
        }
    )
    assert describe(rules, "base-110").split("\n")[1:] == [
        "Cost 2; corner 2 movement; red sector; income 1 credit",
        "Gain 3 energy.",
    ]
    assert "Spaces for data: 3;" in describe(rules, "vega")


def test_lists_without_effects_bring_nothing():
    nothing = {"win_first": [], "win_later": []}
    mars = {"orbit": [], "land": [], "land_first": [[]]}
    rules = RuleSet.load({"stars": {"vega": nothing}, "planets": {"mars": mars}})
    assert "First win: nothing\nLater wins: nothing" in describe(rules, "vega")
    assert "Orbit for 1 credit and 1 energy: nothing" in describe(rules, "mars")
    assert "First lander: nothing" in describe(rules, "mars")


# ---------------------------------------------------------------------------------------------- the vocabulary


@pytest.mark.parametrize("verb", WORDS)
def test_every_verb_of_the_engine_has_an_english_wording(verb):
    """A sentence in its row, or a method; not both, of which one would be idle."""
    assert (WORDS[verb].english is None) == hasattr(Wording, "do_" + verb.replace("-", "_"))


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ({"do": "gain", "exofossil": 1}, "gain 1 exofossil"),
        ({"do": "draw", "n": 2, "from": "row"}, "draw 2 cards from the row"),
        ({"do": "orbit"}, "orbit a planet"),
        ({"do": "orbit-or-land", "moons": True}, "orbit or land, also on a moon without the tech for it"),
        ({"do": "analyze"}, "analyze data"),
        ({"do": "research", "tech": "any"}, "research a tech"),
        ({"do": "signal", "n": 2, "color": "red"}, "mark 2 signals in red sectors"),
        ({"do": "signal", "n": 2, "color": "red", "same_sector": True}, "mark 2 signals in a red sector"),
        ({"do": "signal", "n": 3, "where": "any"}, "mark 3 signals in any sectors"),
        ({"do": "signal", "n": 2, "where": "own-probe"}, "mark 2 signals in sectors with your probes"),
        ({"do": "signal-hand", "n": 2}, "discard 2 cards from your hand to mark their signals"),
        ({"do": "signal-deck", "n": 1}, "discard the top card of the deck to mark its signal"),
        ({"do": "trace", "kind": "analysis"}, "mark an analysis trace"),
        ({"do": "may", "then": [{"do": "scan"}]}, "you may scan"),
        (
            {"do": "may", "then": [{"do": "signal-hand", "n": 1, "optional": True}]},
            "you may discard 1 card from your hand to mark its signal",
        ),
        ({"do": "may", "then": []}, "you may do nothing"),
        ({"do": "remove", "piece": "orbiter", "then": []}, "remove one of your orbiters from a planet to do nothing"),
        ({"do": "signal-probes", "n": 1}, "you may mark a signal in the sector of any probe, whoever owns it"),
        ({"do": "row-corners", "n": 1}, "discard the first card of the row and gain its corner"),
        ({"do": "row-corners", "n": 2}, "discard the first 2 cards of the row and gain their corners in any order"),
        ({"do": "row-corners", "n": 3}, "discard the 3 cards of the row and gain their corners in any order"),
        (
            {"do": "this-turn", "on": {"event": "launch"}, "then": [{"do": "gain", "vp": 1}]},
            "this turn, each time you launch a probe: gain 1 point",
        ),
        (
            {"do": "if", "cond": {"wins": 2}, "then": [{"do": "gain", "vp": 1}, {"do": "gain", "vp": 2}]},
            "if you have 2 sector wins, gain 1 point and 2 points",
        ),
    ],
)
def test_effects_that_no_card_of_the_box_has(words, effect, text):
    assert words.effect(Node(effect)) == text


@pytest.mark.parametrize(
    ("cond", "text"),
    [
        ({"craft": 2}, "2 orbiters or landers"),
        ({"craft": 2, "moons": False}, "2 orbiters or landers on planets, not on moons"),
        (
            {"orbiters": 1, "landers": 2, "at": "one-planet", "moons": True},
            "1 orbiter and 2 landers at one planet, its moons included",
        ),
        ({"craft": 1, "at": "mercury", "moons": True}, "1 orbiter or lander at Mercury"),
        ({"landers": 1}, "1 lander"),
        ({"traces": 2}, "2 traces"),
        ({"techs": 4, "tech": "any"}, "4 techs"),
        ({"hand": 2}, "exactly 2 cards in hand"),
        ({"probe_on": "mars"}, "a probe on Mars"),
        ({"probe_distance": 1}, "a probe at least 1 step from Earth"),
        ({"vp": 1}, "at least 1 point"),
        ({"all": [{"vp": 50}, {"wins": 1, "color": "blue"}]}, "at least 50 points and 1 blue sector win"),
    ],
)
def test_conditions(words, cond, text):
    assert words.condition(Node(cond)) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"event": "visit", "body": "any-planet"}, "when you visit a planet"),
        ({"event": "move", "same_ring": True}, "when you move a probe within its ring"),
        ({"event": "research", "tech": "any"}, "when you research a tech"),
        ({"event": "trace", "kind": "any"}, "when you mark a trace"),
        ({"event": "play", "cost": 0}, "when you play a card for no credits"),
        *(({"event": name}, f"when you {name}") for name in ("orbit", "land", "scan")),
    ],
)
def test_events(words, event, text):
    assert words.event(Node(event)) == text


def test_every_event_of_the_engine_has_a_wording(words):
    fields = {"body": "mars", "same_ring": True, "tech": "probe", "kind": "signal", "color": "red", "cost": 1}
    used = {"visit": ["body"], "move": ["same_ring"], "research": ["tech"], "trace": ["kind"], "signal": ["color"],
            "play": ["cost"]}  # fmt: skip
    texts = set()
    for name in oc.EVENTS:
        event = {"event": name, **{key: fields[key] for key in used.get(name, [])}}
        if name == "corner":
            event["corner"] = "data"
        texts.add(words.event(Node(event)))
    assert len(texts) == len(oc.EVENTS)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ({"techs": 1, "tech": "taken"}, "for each tech you have of the kind just taken"),
        ({"traces": 2, "kind": "marked"}, "for every 2 traces you have of the kind just marked"),
        ({"traces": 1, "kind": "any"}, "for each trace"),
        ({"publicity": 2}, "for every 2 publicity you have"),
        ({"shown": 1, "income": "card"}, "for each card you show from your hand with card income"),
        ({"shown": 1, "corner": "data"}, "for each card you show from your hand with a data corner"),
        ({"adjacent": 1, "body": "comet"}, "for each space with a comet adjacent to your probe"),
        ({"earth_sector": 1}, "for each other planet or comet in Earth's sector"),
        ({"craft": 2, "at": "mars", "moons": True}, "for every 2 orbiters or landers at Mars or its moons"),
        ({"signal_sectors": 1}, "for each sector with one of your signals"),
        ({"missions": 3}, "for every 3 completed missions"),
        ({"marked": 1, "color": "red"}, "for each red signal marked by this card"),
        ({"marked_sectors": 1}, "for each sector in which this card marked a signal"),
        ({"income": 1, "kind": "energy"}, "for each card tucked for energy income"),
        (
            {"min_of": [{"wins": 2, "color": "red"}, {"missions": 1}]},
            "for each set of 2 red sector wins and 1 completed mission",
        ),
    ],
)
def test_counts(words, count, text):
    assert words.per(Node(count)) == text


@pytest.mark.parametrize(
    ("method", "table", "text"),
    [
        ("effect", {"do": "dance"}, 'rules: x.do = "dance": expected a verb'),
        ("effect", {"do": "scan", "twice": True}, "rules: x.twice = true: expected"),
        (
            "effect",
            {"do": "trace", "kind": "signal", "where": "here"},
            'rules: x.where = "here": expected one of own-species, that-species',
        ),
        ("condition", {"luck": 7}, "rules: x = { luck = 7 }: expected a condition"),
        ("condition", {"wins": 1, "colour": "red"}, 'rules: x.colour = "red": expected one of the keys'),
        ("event", {"event": "dance"}, 'rules: x.event = "dance": expected an event'),
        ("event", {"event": "scan", "color": "red"}, 'rules: x.color = "red": expected one of the keys'),
        ("per", {"luck": 7}, "rules: x = { luck = 7 }: expected a count"),
        ("tech_effect", {"wings": 2}, "rules: x.wings = 2: expected one of the keys"),
        ("tech_effect", {"scan": "twice"}, 'rules: x.scan = "twice": expected a change of the scan'),
        ("endgame", {"vp": 1, "per": {"missions": 1}, "or": 1}, "rules: x.or = 1: expected"),
    ],
)
def test_an_unknown_word_is_refused(words, method, table, text):
    with pytest.raises(RuleError) as caught:
        getattr(words, method)(Node(table, "x"))
    assert str(caught.value).startswith(text)


def test_small_words():
    assert [amount(n, "point") for n in (0, 1, 2)] == ["no points", "1 point", "2 points"]
    assert [amount(n, "energy") for n in (0, 1, 2)] == ["no energy", "1 energy", "2 energy"]
    assert amount(2, "orbiter or lander", "orbiters or landers") == "2 orbiters or landers"
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b", "c"], "then") == "a, b, then c"


def test_actions_limits_and_setup_say_what_the_data_say(rules):
    costs = {"launch": "2 credits", "orbit": "1 credit and 1 energy", "land": "3 energy, or for 2 energy", "buy": "3 publicity"}
    assert all(costs[name] in describe(rules, f"action {name}") for name in costs)
    assert len(describe(rules, "actions").splitlines()) == len(rules.tree["actions"]) + 2 + 6  # play, pass; free ones
    assert describe(rules, "limit publicity").endswith("ends at 10; what goes over it is lost.")
    assert "1, 2, 3 and 4 points" in describe(rules, "setup") and "none with 4 players" in describe(rules, "setup")
    changed = {"actions": {"scan": {"cost": {"energy": 1}}}, "limits": {"data_pool": 9}, "setup": {"rounds": 3}}
    varied = RuleSet.load(changed)
    assert "for 1 credit and 1 energy" in describe(varied, "action scan")
    assert "room for 9 data" in describe(varied, "limits") and "3 rounds" in describe(varied, "limit rounds")
