"""`without=`: a policy that is barred from something does not do it, and otherwise plays whole games."""

import itertools

import numpy as np
import pytest

from seti_sim.players import PlayerError, get
from seti_sim.rules import RuleSet
from seti_sim.seti.batch import ACTION_KINDS, LOG_TECH, LOG_TRACE, play_games

NAMES = ("random", "greedy", "lookahead")


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def games(rules, name, count=60):
    pairs = list(itertools.permutations(range(len(rules.species_ids)), 2))
    count = count if not name.startswith("lookahead") else 4
    return play_games(rules, players=3, seed=8, first=0, count=count, policies=[get(name)],
                      pairs=[pairs[i % len(pairs)] for i in range(count)])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("action", ("launch", "scan", "analyze", "research", "exchange", "mission", "play"))
def test_barred_from_an_action(rules, name, action):
    plain = 0 if name == "lookahead" else games(rules, name).actions[..., ACTION_KINDS.index(action)].sum()
    barred = games(rules, f"{name}[without={action}]").actions[..., ACTION_KINDS.index(action)].sum()
    assert barred == 0 and (plain > 0 or name == "lookahead")


def test_barred_from_a_tech(rules):
    """It is taken only where an effect leaves no other: far below what the player takes otherwise."""
    tech = rules.compiled.tech_ids.index("telescope-2")

    def taken(policy):
        log = games(rules, policy).log
        return (log[log["kind"] == LOG_TECH]["item"] == tech).sum()

    assert taken("greedy[without=telescope-2]") < taken("greedy") / 10


@pytest.mark.parametrize("name", NAMES)
def test_barred_from_boards(rules, name):
    """No marker on a species' board; with one species barred those of the others are still used."""
    def on_boards(policy):
        batch = games(rules, policy)
        rows = batch.log[batch.log["kind"] == LOG_TRACE]
        return rows[rows["a"] >= 2]

    assert len(on_boards(f"{name}[without=species]")) == 0
    batch = games(rules, f"{name}[without=mascamites]")
    rows = batch.log[(batch.log["kind"] == LOG_TRACE) & (batch.log["a"] >= 2)]
    if name == "greedy":
        left, right = batch.games["species_left"][rows["game"]], batch.games["species_right"][rows["game"]]
        species = np.where(rows["item"] // 3 == 0, left, right)
        assert len(species) and rules.species_ids.index("mascamites") not in set(species.tolist())


@pytest.mark.parametrize("name, words", {
    "greedy[without=scna]": "without=scna: expected one of",
    "greedy[with=scan]": "option with: expected without=… or weights=…",
    "greedy[without]": "'without': expected option=value",
    "greedy[without=scan": "expected a name, or a name with options in brackets",
    "greedy[weights=no.toml]": "no.toml: No such file or directory",
}.items())
def test_a_wrong_option(name, words):
    with pytest.raises(PlayerError) as caught:
        get(name)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_keys_tell_restricted_ones_apart():
    names = ("greedy", "greedy[without=scan]", "greedy[without=species]", "greedy[without=scan,without=species]")
    assert len({get(name).key for name in names}) == len(names)
    assert get("greedy[without=scan,without=species]").key == get("greedy[without=species,without=scan]").key
