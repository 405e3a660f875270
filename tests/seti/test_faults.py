"""What a fault of the engine says: which word, in which function, and the last actions in words."""

import pytest
from rulings.bench import bench, do

from seti_sim.core.errors import EngineFault
from seti_sim.seti.batch import play_games
from seti_sim.seti.deviations import SHAPE, play_deviations
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules import opcodes as oc

WORD = "a word of the rules that a part of the engine does not know: OP_PROGRESS in effect_options"


@pytest.fixture(scope="module")
def rules():
    """Research begins with an operation that only the rival's programs have, as after a branch that was forgotten."""
    rules = RuleSet.load({"actions": {"research": {"cost": {"publicity": 5}}}})
    tables = rules.compiled.tables
    tables["code"][tables["research_program"]] = oc.OPS.index("PROGRESS")
    return rules


def test_an_unknown_word_is_named_with_the_function(rules):
    with pytest.raises(EngineFault, match=f"^{WORD}$"):
        do(bench(rules, P1=dict(publicity=6)), "research", "go")


def test_a_batch_names_the_word_and_the_last_actions(rules):
    with pytest.raises(
        EngineFault, match=rf"{WORD} after \d+ actions; the last ones are \w[-\w .>/]*(, \w[-\w .>/]*)+$"
    ) as caught:
        play_games(rules, players=2, seed=1, count=3, policies=[get("greedy")])
    assert "research" in str(caught.value) and "0x" not in str(caught.value)


def test_deviations_say_the_same(rules):
    import numpy as np

    with pytest.raises(EngineFault, match=f"{WORD} after .*research"):
        play_deviations(
            rules, players=2, seed=1, first=0, count=3, policies=[get("greedy")], assign=np.zeros((3, 2)), rates=np.zeros(SHAPE)
        )
