"""The keys of costs, exchanges, setup, limits and rounds, each changed and played."""

import pytest
from rulings.bench import (
    bench,
    changes,
    choices,
    do,
    go_on,
    hand,
    illegal,
    legal,
    offers,
    probes,
    row,
    seat,
    settle_down,
    snap,
)
from rulings.more_bench import end_of_round

from seti_sim.seti import Game
from seti_sim.seti.rules import RuleError, RuleSet

from .keys import TREE, alter, shows
from .vocabulary import varied

NONE_DUE = [20, 25, 30, 50, 70]
COSTS = [{"credits": 3}, {"energy": 2}, {"publicity": 5}, {"credits": 1, "energy": 1, "publicity": 1}]
#: A position in which the action can be done, and the line that does it.
ACTIONS = {
    "launch": ({}, "launch"),
    "orbit": ({"probes": [[1, 3]]}, "orbit venus"), "land": ({"probes": [[1, 3]]}, "land venus"),
    "scan": ({}, "scan"), "analyze": ({"computer": {"top": 6}}, "analyze"), "research": ({}, "research"),
}  # fmt: skip


def only(cost):
    """A variant's cost: what it does not name costs nothing."""
    return {"credits": 0, "energy": 0, "publicity": 0, **cost}


@shows("actions.*.cost.*")
@pytest.mark.parametrize("cost", COSTS, ids=str)
@pytest.mark.parametrize("action", ACTIONS)
def test_cost_of_an_action(action, cost):
    position, line = ACTIONS[action]
    rules = varied({"actions": {action: {"cost": only(cost)}}})
    g = bench(rules, P1={**position, **only(cost)})
    before = snap(g)
    do(g, line)
    assert {key: n for key, n in changes(before, g).items() if key in cost} == {key: -n for key, n in cost.items()}
    for key, n in cost.items():
        illegal(bench(rules, P1={**position, **only(cost), key: n - 1}), line)


@shows("actions.land.cost_with_orbiter.*")
@pytest.mark.parametrize("cost", [*COSTS, {}], ids=str)
def test_cost_of_landing_with_an_orbiter_there(cost):
    rules = varied({"actions": {"land": {"cost_with_orbiter": only(cost)}}})
    planets = {"venus": {"orbiters": {"P2": 1}}}
    g = bench(rules, P1={"probes": [[1, 3]], **only(cost)}, planets=planets)
    before = snap(g)
    do(g, "land venus")
    assert {key: n for key, n in changes(before, g).items() if key in cost} == {key: -n for key, n in cost.items()}
    assert ("land venus" in legal(bench(rules, P1={"probes": [[1, 3]], **only({})}, planets=planets))) == (not cost)


def test_an_empty_cost_is_none():
    g = bench(varied({"actions": {"orbit": {"cost": {}}}}), P1=dict(credits=0, energy=0, probes=[[1, 3]]))
    assert "orbit venus" in legal(g)


@shows("free_actions.move.cost.energy")
@pytest.mark.parametrize("n", [1, 2, 5])
def test_cost_of_a_step(n):
    rules = varied(alter("free_actions.move.cost.energy", n))
    g = bench(rules, P1=dict(energy=n, probes=[[3, 5]]))
    do(g, "move 3.5-3.4")
    assert seat(g, "P1")["energy"] == 0
    assert not offers(bench(rules, P1=dict(energy=n - 1, probes=[[3, 5]])), "move")
    assert not offers(bench(rules, P1=dict(energy=2 * n - 1, probes=[[2, 4]])), "move")  # off asteroids it is two


@shows("free_actions.buy.cost.*", "free_actions.buy.then")
@pytest.mark.parametrize("cost", COSTS, ids=str)
def test_buying(cost):
    then = [{"do": "draw", "n": 1, "from": "deck"}, {"do": "gain", "vp": 2}]
    rules = varied({"free_actions": {"buy": {"cost": only(cost), "then": then}}})
    g = bench(rules, P1={**only(cost), "milestones": NONE_DUE})
    before = snap(g)
    settle_down(do(g, "buy"))
    assert changes(before, g) == {"hand": 1, "vp": 2, **{key: -n for key, n in cost.items()}}
    for key, n in cost.items():
        illegal(bench(rules, P1={**only(cost), key: n - 1}), "buy")


@shows("free_actions.exchange.give", "free_actions.exchange.get")
@pytest.mark.parametrize("give, get", [(2, 1), (3, 1), (3, 2), (5, 4)])
def test_exchange(give, get):
    rules = varied(alter("free_actions.exchange", {"give": give, "get": get}))
    cards = [f"base-{n:03}" for n in range(1, give + 1)]
    position = dict(credits=give, energy=0, hand=cards)
    illegal(bench(rules, P1=dict(position, credits=give - 1)), "exchange credits>energy")
    illegal(bench(rules, P1=dict(position, hand=cards[1:])), "exchange cards>energy")
    g = bench(rules, P1=position)
    before = snap(g)
    do(g, "exchange credits>energy")
    assert changes(before, g) == {"credits": -give, "energy": get}
    g = bench(rules, P1=position)
    do(g, "exchange cards>energy")  # all of them: which is not asked
    assert changes(before, g) == {"hand": -give, "energy": get}
    g = bench(rules, P1=position)
    do(g, "exchange credits>card", *["take deck"] * get)
    assert changes(before, g) == {"credits": -give, "hand": get}


# ---------------------------------------------------------------- setup


def fresh(rules, players=4, seed=3):
    return Game.new(varied(rules), players=players, seed=seed)


@shows("setup.start_vp")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_to_start_with(players):
    g = fresh(alter("setup.start_vp", [7, 0, 5, 9]), players)
    assert [seat(g, f"P{k + 1}")["vp"] for k in range(players)] == [7, 0, 5, 9][:players]


@shows("setup.start.credits", "setup.start.energy", "setup.start.publicity", "setup.start.cards")
@pytest.mark.parametrize(
    "start", [{"credits": 9, "energy": 0, "publicity": 10, "cards": 3}, {"cards": 1}, {"cards": 12, "credits": 0}]
)
def test_what_one_starts_with(start):
    g = fresh(alter("setup.start", start))
    due = {**TREE["setup"]["start"], **start}
    for name in ("P1", "P2", "P3", "P4"):
        table = seat(g, name)
        assert {key: table[key] for key in ("credits", "energy", "publicity")} == {k: n for k, n in due.items() if k != "cards"}
        assert len(table["hand"]) == due["cards"]


@shows("setup.income.*")
@pytest.mark.parametrize("income", [{"credits": 7, "energy": 0, "cards": 3}, {"credits": 0, "energy": 5, "cards": 0}])
def test_income_of_a_round(income):
    g = bench(varied(alter("setup.income", income)), passed=["P2"], P1=dict(credits=0, energy=0))
    do(g, "pass", min(legal(do(g.clone(), "pass"))))
    assert g.round == 3
    for name, stack in (("P1", 1), ("P2", 0)):  # P2 had taken its card of the stack before
        table = seat(g, name)
        more = 0 if name == "P1" else 5
        assert (table["credits"], table["energy"]) == (income["credits"] + more, income["energy"] + more)
        assert len(table["hand"]) == income["cards"] + stack


@shows("setup.card_row")
@pytest.mark.parametrize("n", [1, 2, 4, 6])
def test_cards_in_the_row(n):
    g = fresh(alter("setup.card_row", n))
    assert len(row(g)) == n
    while g.decision == "setup":
        g.apply(g.legal_actions()[0])
    g.apply("buy")
    assert len(offers(g, "take")) == n + 1
    g.apply(sorted(legal(g))[0])
    assert len(row(g)) == n


@shows("setup.rounds")
@pytest.mark.parametrize("rounds", [1, 2, 4, 7, 9])
def test_rounds(rounds):
    g = fresh(alter("setup.rounds", rounds), players=2)
    assert len(g.to_json()["end_of_round"]) == rounds - 1
    seen = set()
    while not g.is_over:
        seen.add(g.round)
        lines = legal(g)
        g.apply("pass" if "pass" in lines else "end" if "end" in lines else sorted(lines)[0])
    assert seen == {0, *range(1, rounds + 1)}


@shows("setup.end_of_round_extra")
@pytest.mark.parametrize("extra", [1, 2, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_of_the_end_of_round_stacks(players, extra):
    g = fresh(alter("setup.end_of_round_extra", extra), players)
    assert [len(end_of_round(g, n)) for n in range(1, 5)] == [players + extra] * 4
    g = bench(varied(alter("setup.end_of_round_extra", extra)), players=players)
    do(g, "pass")
    assert len(choices(g)) == players + extra


@shows("setup.hand_limit_on_pass")
@pytest.mark.parametrize("limit", [0, 1, 3, 5])
def test_hand_limit(limit):
    rules = varied(alter("setup.hand_limit_on_pass", limit))
    g = bench(rules, P1=dict(hand=[f"base-{n:03}" for n in range(1, 6)]))
    do(g, "pass")
    while choices(g) <= {f"discard {card}" for card in hand(g)}:
        g.apply(sorted(choices(g))[0])
    assert len(hand(g)) == min(limit, 5) and all(line.startswith("take") for line in legal(g))


@shows("setup.without")
def test_cards_left_out():
    out = [f"base-{n:03}" for n in range(1, 61)]
    g = fresh(alter("setup.without", out))
    table = g.to_json()
    there = [
        *table["deck"],
        *table["row"],
        *sum(table["end_of_round"], []),
        *sum((s["hand"] for s in table["seats"].values()), []),
    ]
    ordinary = {name for name, card in TREE["cards"].items() if "species" not in card}
    assert sorted(there) == sorted(ordinary - set(out))


@shows("setup.species")
@pytest.mark.parametrize("n", [0, 1, 3])
def test_two_species_and_no_other_number(n):
    """The game has two places for species; the key says so and cannot say anything else."""
    with pytest.raises(RuleError, match=f"variant: setup.species = {n}: expected the whole number 2"):
        RuleSet.load(alter("setup.species", n))
    assert len(fresh({}).to_json()["species"]) == 2


# ---------------------------------------------------------------- limits


@shows("limits.publicity")
@pytest.mark.parametrize("limit", [4, 7, 12])
def test_limit_of_publicity(limit):
    g = bench(varied(alter("limits.publicity", limit)), P1=dict(hand=["base-110"], publicity=limit - 1), row=["base-130"])
    go_on(do(g, "play base-110"))
    assert seat(g, "P1")["publicity"] == limit


@shows("limits.data_pool")
@pytest.mark.parametrize("limit", [1, 3, 9])
def test_limit_of_data(limit):
    g = bench(varied(alter("limits.data_pool", limit)), P1=dict(hand=["base-137"], data=limit - 1))
    go_on(do(g, "play base-137"))
    assert seat(g, "P1")["data"] == limit


@shows("limits.probes_in_space")
@pytest.mark.parametrize("limit", [1, 2, 5, 8])
def test_limit_of_probes_in_space(limit):
    rules = varied(alter("limits.probes_in_space", limit))
    g = bench(rules, P1=dict(probes=[[4, 1]] * (limit - 1)))
    go_on(do(g, "launch"))
    assert len(probes(g)) == limit
    illegal(bench(rules, P1=dict(probes=[[4, 1]] * limit)), "launch")
