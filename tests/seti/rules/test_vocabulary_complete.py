"""No word without a test: what the tests of the vocabulary cover is exactly what the compiler accepts."""

import tomllib

import pytest

from seti_sim.seti.rules import Node, RuleError, RuleSet
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.coder import Coder
from seti_sim.seti.rules.terms import ONLY_IN_PLAY
from seti_sim.seti.vocabulary import ANYWHERE, EVENT_WORDS, WORDS

from . import (  # noqa: F401
    test_vocabulary_conditions,
    test_vocabulary_counts,
    test_vocabulary_events,
    test_vocabulary_gains,
    test_vocabulary_signals,
    test_vocabulary_species,
    test_vocabulary_structure,
)
from .vocabulary import CARD, TESTED

GAIN = [{"do": "gain", "vp": 1}]
STARS = tuple(RuleSet.load().star_ids)


def ways(row):
    """The examples of a row of the vocabulary, as the tables that they are."""
    written = [part for example in (*row.examples, *getattr(row, "of_species", ())) for part in example.split(" + ")]
    return [tomllib.loads(f"x = {example}")["x"] for example in written]


#: Conditions and counts that only the card being played asks; the others come from the cases of their tests.
PLAYED = {
    "condition": [{"landed_on": ["mars"]}, {"took_tech": "known-to-others"}, {"signals_there": 1},
                  {"marked_on": "oumuamua", "n": 1}, {"launched_in": "anomaly-sector"}],
    "count": [{"marked": 1, "color": "red"}, {"marked_sectors": 1}, {"techs": 1, "tech": "taken"},
              {"traces": 1, "kind": "marked"}, {"shown": 1, "income": "card"}, {"shown": 1, "corner": "data"},
              {"adjacent": 1, "body": "mars"}, {"earth_sector": 1}, {"marked_on": "oumuamua"},
              {"signals": "anomaly-sectors"}, *test_vocabulary_species.COUNTS],
}  # fmt: skip


def asked(table, read):
    """The keys that a reader of a table knows, whether they are there or not, without the word itself."""
    coder = Coder(STARS)
    coder.inside = "probe" if "adjacent" in table else "play"
    coder.own_species, coder.deliver_to = 0, oc.CELLS.index("earth")  # as on a species' card with a delivery
    node = Node(dict(table))
    read(coder, node)
    return set(node._asked) - {"do", "event"}


def noted(kind):
    return {word: keys for (other, word), keys in TESTED.items() if other == kind}


def term(kind, table):
    """(name of the term that a condition or count compiles to, keys that the compiler asked it for)."""
    names, read = (oc.CONDS, Coder.terms) if kind == "condition" else (oc.COUNTS, Coder.count_words)
    words = []
    keys = asked(table, lambda coder, node: words.extend(read(coder, node, True)))
    return names[words[0]], keys


def test_every_verb_and_its_keys():
    """What is tested, what the row says, and what the compiler asks for are the same keys."""
    keys = {}
    for name, verb in WORDS.items():
        # `pay` stands inside others in its examples.
        written = [way for way in ways(verb) if way["do"] == name] or [{"do": name, key.name: 1} for key in verb.exactly_one]
        keys[name] = set().union(*(asked(way, Coder.effect) for way in written))
        assert keys[name] == {key.name for key in (*verb.keys, *verb.exactly_one)}, name
    assert noted("verb") == keys


def test_every_event_and_its_keys():
    keys = {name: set().union(*(asked(way, Coder.event) for way in ways(event))) for name, event in EVENT_WORDS.items()}
    assert keys == {name: {key.name for key in event.keys} for name, event in EVENT_WORDS.items()}
    assert noted("event") == keys


@pytest.mark.parametrize("kind", ["condition", "count"])
def test_every_condition_and_every_count_with_its_keys(kind):
    tested = noted(kind)
    if kind == "condition":
        assert set(tested) == {*oc.CONDS, "all"} - {"END"}
        cases = [when for when, _, _ in test_vocabulary_conditions.MISSIONS if "all" not in when]
        cases += [when for _, _, _, when, _, _ in test_vocabulary_species.MISSIONS]
        last = {"tucked": 1}
    else:
        assert set(tested) == set(oc.COUNTS) - {"END"}
        cases = [count for count, _, _ in test_vocabulary_counts.ANYWHERE]
        last = {"missions_or_endgame": 1}
    # What the compiler asks for before it comes to the last of them are the words that a table can begin with.
    words = term(kind, last)[1]
    known, written = {}, {}
    for table in [*cases, *PLAYED[kind]]:
        name, keys = term(kind, table)
        known.setdefault(name, set()).update(keys - words)
        written.setdefault(name, set()).update(table)
    assert written == {name: keys for name, keys in tested.items() if name != "all"}
    for name, keys in known.items():
        # Terms that begin with the same word are told apart by asking for each other's keys.
        kin = set().union(*(others for others in tested.values() if others & tested[name]))
        assert keys <= kin, name
    assert set().union(*tested.values()) == (words - {"all"}).union(*known.values())


# ---------------------------------------------------------------- words outside their place

REWARDS = {
    "mission": lambda effects: {"cards": {CARD: {"mission": {"when": {"vp": 1}, "reward": effects}}}},
    "trigger": lambda effects: {"cards": {CARD: {"triggers": [{"on": {"event": "scan"}, "reward": effects}]}}},
    "orbit": lambda effects: {"planets": {"mars": {"orbit": effects}}},
    "tech": lambda effects: {"techs": {"probe-2": {"extra": effects}}},
    "buy": lambda effects: {"free_actions": {"buy": {"then": effects}}},
    "board": lambda effects: {"species": {"anomalies": {"board": {"signal": [{"reward": effects}]}}}},
    "sample": lambda effects: {"species": {"mascamites": {"samples": {"sample-vp": {"reward": effects}}}}},
    "message tile": lambda effects: {"species": {"centaurians": {"message_rewards": {"message-vp": {"reward": effects}}}}},
    "message": lambda effects: {"cards": {"centaurian-01": {"message": effects}}},
    "computer": lambda effects: {"computer": {"top_rewards": [effects, [], [], [], [], []]}},
}
ONLY_PLAYED = [
    next(way for way in ways(verb) if way["do"] == name) for name, verb in WORDS.items() if verb.where != ANYWHERE
] + [
    *({"do": "if", "cond": cond, "then": GAIN}
      for cond in ({"landed_on": ["mars"]}, {"took_tech": "known-to-others"}, {"signals_there": 1},
                   {"marked_on": "oumuamua", "n": 1}, {"launched_in": "anomaly-sector"})),
    *({"do": "per", "count": count, "then": GAIN}
      for count in ({"marked": 1, "color": "red"}, {"marked_sectors": 1}, {"techs": 1, "tech": "taken"},
                    {"traces": 1, "kind": "marked"}, {"marked_on": "oumuamua"})),
]  # fmt: skip


ELSEWHERE = [
    (where, effect) for where in sorted(REWARDS) for effect in ONLY_PLAYED if (where, effect["do"]) != ("message", "tuck-this")
]  # a message may tuck its own card


@pytest.mark.parametrize("where, effect", ELSEWHERE, ids=lambda part: str(part)[:60])
def test_what_speaks_of_the_card_being_played_stands_on_a_card(where, effect):
    with pytest.raises(RuleError, match="only in what a card does when it is played") as caught:
        RuleSet.load(REWARDS[where]([effect]))
    assert ONLY_IN_PLAY in str(caught.value) and str(caught.value).startswith("variant: ")


@pytest.mark.parametrize("effect", ONLY_PLAYED, ids=lambda part: str(part)[:60])
def test_a_card_that_is_played_may_speak_of_itself(effect):
    RuleSet.load({"cards": {CARD: {"play": [effect]}}})


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ([{"do": "per", "count": {"adjacent": 1, "body": "mars"}, "then": GAIN}], "only inside choose-probe"),
        ([{"do": "choose-probe", "then": GAIN}, {"do": "if", "cond": {"probe_on": "mars"}, "then": GAIN}],
         "inside choose-probe"),
        ([{"do": "choose-probe", "then": GAIN}] * 2, "one choose-probe a card"),
        ([{"do": "tuck-this"}, {"do": "return-this"}], "at most one of tuck-this and return-this"),
        ([{"do": "tuck-this"}] * 2, "at most one of tuck-this and return-this"),
        ([{"do": "this-turn", "on": {"event": "scan"}, "then": [{"do": "tuck-this"}]}], ONLY_IN_PLAY),
        ([{"do": "this-turn", "on": {"event": "visit", "body": "mars", "own_turn": True}, "then": GAIN}],
         "no own_turn"),
        ([{"do": "per", "count": {"missions": 1}, "then": [{"do": "scan"}]}], "one of gain, move, draw"),
        ([{"do": "per", "count": {"missions": 1}, "then": GAIN * 2}], "one effect"),
        ([{"do": "per", "count": {"missions": 1}, "then": [{"do": "draw", "n": 1, "from": "row"}]}], "one of deck"),
        ([{"do": "choose", "of": [GAIN]}], "two to six branches"),
        ([{"do": "signal", "n": 1, "star": "vega", "color": "red"}], "exactly one of star, color, where"),
        ([{"do": "signal", "n": 2, "where": "own-probe-and-neighbors"}], "3, one for each"),
        ([{"do": "signal", "n": 3, "where": "own-probe-and-neighbors", "same_sector": True}], "no same_sector"),
        ([{"do": "gain", "vp": 1, "data": 1}], "gain of exactly one of"),
        ([{"do": "trace", "kind": "any", "where": "that-species"}], "only in the reward of a mission"),
        ([{"do": "orbit_or_land"}], "a verb that the engine does"),
        ([{"do": "research"}], "one of probe, telescope, computer, any"),
        ([{"do": "if", "cond": {}, "then": GAIN}], "a condition that the engine knows"),
        ([{"do": "if", "cond": {"all": []}, "then": GAIN}], "at least one condition"),
        ([{"do": "if", "cond": {"luck": 1}, "then": GAIN}], "a condition that the engine knows"),
        ([{"do": "per", "count": {"luck": 1}, "then": GAIN}], "a count that the engine knows"),
        ([{"do": "repeat", "then": GAIN}], "a list that begins with pay, so that it has an end"),
        ([{"do": "deliver", "times": 1}], "deliver only in the reward of a mission whose `when` is deliver"),
        ([{"do": "draw", "n": 1, "from": "species"}], "no species here: only on species' boards and cards"),
        ([{"do": "per", "count": {"traces": 1, "kind": "any", "species": "this"}, "then": GAIN}], "no species here"),
        ([{"do": "if", "cond": {"paid_traces": 1, "species": "this"}, "then": GAIN}], "no species here"),
        (GAIN * 17, "at most 16 effects in a list"),
    ],
)  # fmt: skip
def test_what_a_card_cannot_do(play, expected):
    with pytest.raises(RuleError) as caught:
        RuleSet.load({"cards": {CARD: {"play": play}}})
    assert expected in str(caught.value) and str(caught.value).startswith(f"variant: cards.{CARD}.play")


def test_tuck_or_return_in_two_branches():
    RuleSet.load({"cards": {CARD: {"play": [{"do": "choose", "of": [[{"do": "tuck-this"}], [{"do": "return-this"}]]}]}}})
