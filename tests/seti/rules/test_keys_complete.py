"""No key without a test: every address of the data is shown to be obeyed, or describes only."""

import pytest

from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.tree import WORDS

from . import (  # noqa: F401
    test_keys_actions,
    test_keys_boards,
    test_keys_cards,
    test_keys_missions,
    test_keys_scoring,
    test_keys_sky,
    test_keys_solo,
    test_keys_species,
    test_keys_species_cards,
    test_keys_techs,
)
from .keys import ADDRESSES, SHOWN, alter, fits, printed


def test_every_address_has_its_test():
    missing = [a for a in ADDRESSES if not any(fits(pattern, a) for pattern in (*SHOWN, *WORDS))]
    assert missing == []


def test_every_test_speaks_of_an_address():
    assert [pattern for pattern in (*SHOWN, *WORDS) if not any(fits(pattern, a) for a in ADDRESSES)] == []


def test_what_describes_is_not_played():
    assert not [a for a in ADDRESSES if any(fits(words, a) for words in WORDS) and any(fits(s, a) for s in SHOWN)]


@pytest.mark.parametrize("address", ["cards.base-001.name", "stars.vega.name", "planets.mars.name", "species.anomalies.name"])
def test_another_name_changes_nothing_but_the_name(address):
    rules = RuleSet.load(alter(address, "Nomen Novum"))
    assert rules.compiled == RuleSet.load().compiled
    assert rules.changes() == [(address, printed(address), "Nomen Novum")]
