"""Every leaf, key and table of Planet X's data, changed: obeyed, or refused in one line."""

import pytest
from soak import SHARE, share

from seti_sim.core.node import Files, RuleError
from seti_sim.planetx.rules import MODES, PlanetXRules, printed_files, printed_tree

from . import leaves

PARTS = 4
IDS = ("starting.levels", "sky.standard.factor", "sky.expert.factor", "sky.standard.beside_x")


def read(rules):
    """(fingerprints, what is compiled) of the rules of both modes; arrangements are made of what is compiled."""
    compiled = [
        (one.tables, one.placement, one.factors, one.beside_x, one.has_app, one.levels, one.conferences, one.clues)
        for one in rules
    ]
    return [one.fingerprint for one in rules], compiled


def load(variant):
    return read([PlanetXRules.load(mode, variant) for mode in MODES])


def load_tree(tree):
    return read([PlanetXRules(tree, Files(printed_files()), mode, None, "") for mode in MODES])


PLANETX = leaves.Data(printed_tree(), load, load_tree, IDS, name="Planet X")


def test_a_place_of_every_kind_changed_is_obeyed_or_refused():
    """F04, F33 and their kind: nothing that a variant says is silently left out."""
    found, faults = leaves.faults(PLANETX, leaves.sample(PLANETX))
    assert faults == []
    assert found["refused"] > 30 and found["obeyed"] > 10


def test_groups_that_levels_need_are_told_where_the_variant_changes_them():
    with pytest.raises(RuleError, match=r"starting.group = \[\]: expected .*: starting.levels.experienced is 4"):
        load({"starting": {"group": []}})


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_place_changed_is_obeyed_or_refused(part):
    found, faults = leaves.faults(PLANETX, leaves.every(PLANETX, part, round(PARTS / SHARE)))
    assert faults == []
    assert found["refused"] > share(1000) and found["obeyed"] > share(200)
