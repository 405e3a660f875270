"""Every leaf, key and table of SETI's data, changed: obeyed, or refused in one line."""

import pytest
from soak import SHARE, share

from seti_sim.core.node import Files
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.tree import COMPONENTS, WORDS, printed_files, printed_tree

from . import leaves

PARTS = 8


def load(variant):
    rules = RuleSet.load(variant)
    return rules.fingerprint, rules.compiled


def load_tree(tree):
    rules = RuleSet(tree, Files(printed_files()))
    return rules.fingerprint, rules.compiled


#: What conditions and actions mean without these keys, too.
SAID = (
    "cards.base-132.mission.when.moons", "cards.exertian-09.secret.when.moons", "cards.exertian-12.secret.when.kind",
    "cards.exertian-13.secret.when.kind", "solo.cards.rival-17.actions[0].moons",
)  # fmt: skip
SETI = leaves.Data(printed_tree(), load, load_tree, COMPONENTS, WORDS, SAID, name="SETI")


def test_a_place_of_every_third_kind_changed_is_obeyed_or_refused():
    found, faults = leaves.faults(SETI, leaves.sample(SETI, step=3))
    assert faults == []
    assert found["refused"] > 60 and found["obeyed"] > 12 and found["words"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_place_changed_is_obeyed_or_refused(part):
    found, faults = leaves.faults(SETI, leaves.every(SETI, part, round(PARTS / SHARE)))
    assert faults == []
    assert found["refused"] > share(4000) and found["obeyed"] > share(800)
