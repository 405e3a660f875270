"""What a verb brings stands in its row: the checks for loops without end go by it (`AMOUNTS` of rules/bounds.py).

The examples of every verb are played on the bench: who has more of something afterwards has it from a verb that says so.
"""

import random
from functools import partial

import pytest
from rulings.bench import choices, do, go_on, legal, snap
from rulings.species_bench import alien, anomalies, mascamites
from verb_cards import rules_with_verb_cards, verb_cards

from seti_sim.seti.rules import RuleError, RuleSet, bounds
from seti_sim.seti.vocabulary import RESOURCES, VERBS, WORDS

SEAT = dict(credits=2, energy=1, publicity=1, data=2, exofossils=1, probes=[[1, 3]], milestones=[20, 25, 30, 50, 70])
SETTINGS = (mascamites, anomalies, partial(alien, "oumuamua"))
COUNTED = ("credits", "energy", "publicity")


def more_of(card, setting, seed):
    """What P1 has more of after playing the card, choices being drawn and nothing declined that can be done."""
    g = setting(rules=rules_with_verb_cards(), P1={**SEAT, "hand": [card, "base-001", "base-002"]})
    before, rng = snap(g)["seats"]["P1"], random.Random(seed)
    do(g, f"play {card}")
    for _ in range(60):
        if "end" in legal(go_on(g)):
            break
        lines = sorted(choices(g))
        do(g, rng.choice([line for line in lines if line not in ("skip", "done")] or lines))
    after = g.to_json()["seats"]["P1"]
    paid = {"credits": 1}
    found = {word for word in COUNTED if after[word] > before[word] - paid.get(word, 0)}
    return found | ({"card"} if len(after["hand"]) > len(before["hand"]) - 1 else set())


def verbs_in(effects):
    """The verbs of a list of effects, those inside others with them."""
    for value in effects.values() if isinstance(effects, dict) else effects:
        if isinstance(value, (dict, list)):
            yield from verbs_in(value)
    if isinstance(effects, dict) and "do" in effects:
        yield WORDS[effects["do"]]


@pytest.mark.parametrize("card", verb_cards())
def test_what_a_verb_brings_stands_in_its_row(card):
    verb, face = verb_cards()[card]
    found = {verb, *verbs_in(face["play"])}
    if verb.name == "return-this" or any(each.causes for each in found):
        return  # the card itself comes back; or what its causes bring is looked up in their lists
    settings = SETTINGS[:1] if "copy_of" in face else SETTINGS
    more = set().union(*(more_of(card, setting, seed) for seed, setting in enumerate(settings)))
    said = {word for each in found for word in each.brings}
    assert more <= said, f"vocabulary.py, {verb.op}: brings {', '.join(sorted(more - said))}, which its row does not say"


def test_more_is_seen():
    """A card of `gain`, `draw` and `income` each brings something, so that the test above can fail."""
    assert more_of("try-gain-0", mascamites, 1) == {"credits", "energy", "publicity"}
    assert more_of("try-draw-0", mascamites, 1) == {"card"} and more_of("try-tuck-this-0", mascamites, 1)


def test_what_verbs_bring_is_counted():
    for verb in VERBS:
        assert set(verb.brings) <= {*RESOURCES, "card", "reward"}, verb.op
        assert bool(verb.brings) == (verb.op in bounds.AMOUNTS), f"{verb.op}: AMOUNTS in seti_sim/seti/rules/bounds.py"


def with_play(*effects):
    return {"cards": {"oumuamua-05": {"play": list(effects)}}}


def test_a_verb_that_is_not_counted_is_refused(monkeypatch):
    """Wherever it stands, with its name and where it has to be counted."""
    monkeypatch.setitem(bounds.BRINGS, "IGNORE_ASTEROIDS", ("energy",))
    wrong = r"cards..*.play.*: expected verbs of which AMOUNTS in .*bounds.py says .* not ignore-asteroids \(energy\)"
    with pytest.raises(RuleError, match=wrong):
        RuleSet.load(with_play({"do": "may", "then": [{"do": "ignore-asteroids"}]}))


def test_a_new_verb_that_gains_is_in_no_loop(monkeypatch):
    """Counted once, it is known to a repeat, to a purchase and to a card that returns."""
    new = {"do": "ignore-asteroids"}
    RuleSet.load(with_play({"do": "repeat", "then": [{"do": "pay", "energy": 1}, new]}))
    monkeypatch.setitem(bounds.BRINGS, "IGNORE_ASTEROIDS", ("energy", "publicity"))
    monkeypatch.setitem(bounds.AMOUNTS, "IGNORE_ASTEROIDS", lambda words: {"energy": 2, "publicity": 3})
    with pytest.raises(RuleError, match="a repeat that neither gains what it pays"):
        RuleSet.load(with_play({"do": "repeat", "then": [{"do": "pay", "energy": 3}, new]}))
    with pytest.raises(RuleError, match="a card that costs more than it brings"):
        RuleSet.load({"cards": {"base-137": {"cost": 1, "play": [new, {"do": "return-this"}]}}})


@pytest.mark.parametrize(
    "then",
    [
        [{"do": "draw", "n": 1, "from": "deck"}, {"do": "may", "then": [{"do": "rotate"}, {"do": "gain", "publicity": 3}]}],
        [{"do": "choose", "of": [[{"do": "gain", "publicity": 3}], [{"do": "gain", "vp": 1}]]}],
        [{"do": "per", "count": {"techs": 1, "tech": "any"}, "then": [{"do": "gain", "publicity": 1}]}],
    ],
)
def test_a_purchase_that_pays_for_the_next_one_inside_another_effect(then):
    with pytest.raises(RuleError, match="a purchase that does not pay for the next one"):
        RuleSet.load({"free_actions": {"buy": {"then": then}}})
