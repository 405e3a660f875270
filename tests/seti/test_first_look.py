"""What `check` says that players make of components: worth by round, what became of them, what never comes about."""

import numpy as np
import pytest

from seti_sim.seti import Game, players
from seti_sim.seti.checking import check
from seti_sim.seti.engine import _engine, read_state
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies.first_look import first_look

CARD = {"cost": 1, "corner": {"data": 1}, "sector": "red", "income": "energy"}
SANE = {**CARD, "play": [{"do": "signal", "n": 1, "where": "any"}, {"do": "choose", "of": [[{"do": "draw", "n": 1, "from": "deck"}],
        [{"do": "gain", "data": 1}]]}]}  # fmt: skip
IDLE = {
    "dear": {**CARD, "cost": 14, "play": []},
    "iffy": {**CARD, "play": [{"do": "if", "cond": {"craft": 10}, "then": [{"do": "gain", "vp": 7}]}]},
    "counting": {**CARD, "play": [{"do": "per", "count": {"missions": 20}, "then": [{"do": "gain", "vp": 1}]}]},
    "quest": {**CARD, "play": [], "mission": {"when": {"craft": 10}, "reward": [{"do": "gain", "vp": 5}]}},
    "goal": {**CARD, "play": [], "endgame": {"vp": 3, "per": {"missions": 20}}},
    "watch": {**CARD, "play": [], "triggers": [{"on": {"event": "play", "cost": 13}, "reward": [{"do": "gain", "vp": 4}]},
              {"on": {"event": "scan"}, "reward": [{"do": "gain", "vp": 4}]}]},
}  # fmt: skip
NEVER = {
    "dear": "Nobody could pay for it in any of ",
    "iffy": "trials nobody had anything of “if you have 10 orbiters or landers, gain 7 points”",
    "counting": "trials nobody had anything of “gain 1 point for every 20 completed missions”",
    "quest": "trials nobody completed its mission",
    "goal": "trials nobody had points of it at the end",
    "watch": "trials nobody covered space 1 (when you play a card for 13 credits)",
}


@pytest.fixture(scope="module")
def looks():
    cards = {"sane": SANE, "free": {**SANE, "cost": 0}, **IDLE}
    rules = RuleSet.load({"new": {"cards": cards}})
    return first_look(rules, [("cards", [name]) for name in cards], games=20)


def test_of_a_card_all_of_which_comes_about_nothing_is_missed(looks):
    assert not any("trials" in line or "pay" in line for line in looks["cards", "sane"])
    assert looks["cards", "sane"][0].startswith("In 20 games of greedy it came to ")


@pytest.mark.parametrize("name", IDLE)
def test_what_never_comes_about_is_said(looks, name):
    said = [line for line in looks["cards", name] if "trials" in line or "pay" in line]
    assert len(said) == 1 and NEVER[name] in said[0], said
    assert name == "dear" or said[0].endswith(NEVER[name]), said


def test_a_credit_less_is_worth_a_credit_more(looks):
    def worth(name):
        line = next(line for line in looks["cards", name] if line.startswith("Playing it is worth to greedy"))
        return np.array([float(word) for word in line.partition("round: ")[2].partition(";")[0].split(" / ")])

    assert (
        len(worth("free")) == 5 and (worth("free") - worth("sane") > 0.2).all() and (worth("free") - worth("sane") < 1.8).all()
    )


def test_worths_are_what_the_player_chooses_by():
    """In positions in which `greedy` plays a card, no other card that it can pay for is worth more, its corner aside."""
    rules, greedy, found = RuleSet.load(), players.get("greedy"), 0
    for seed in range(3):
        game = Game.new(rules, players=2, seed=seed)
        while not game.is_over:
            action = greedy.choose(game)
            if game.decision == "turn" and action.kind == "play":
                cards = _engine.worths(game.core, greedy.engine_weights())[0]
                plays = {str(option).split()[1]: cards[rules.card_ids.index(str(option).split()[1])]
                         for option in game.legal_actions() if option.kind == "play"}  # fmt: skip
                assert plays[str(action).split()[1]] > max(plays.values()) - 2500
                found += 1
            game.apply(action)
    assert found > 20


def test_effects_that_do_something_are_seen_and_the_game_is_the_same():
    rules, greedy = RuleSet.load(), players.get("greedy")
    game, other = (Game.new(rules, players=2, seed=4) for _ in range(2))
    game.core.see()
    while not game.is_over:
        action = greedy.choose(game)
        game.apply(action)
        other.apply(int(action))
    assert game == other
    seen, at = np.frombuffer(game.core.seen(), np.uint8), rules.compiled.effects
    assert sum(seen[pc] for address, pc in at.items() if address.startswith("stars.")) > 0
    assert not any(np.frombuffer(game.core.seen(), np.uint8))


def test_changed_components_are_looked_at_too():
    variant = {
        "variant": {"take_away": ["techs.probe-2.effect.leave_asteroids_extra"]}, "techs": {"probe-1": {"extra": [{"do": "gain", "vp": 3}]}}, "gold_tiles": {"tech-a": {"values": [6, 4, 3]}},
        "planets": {"mars": {"land": [{"do": "gain", "vp": 3}]}}, "cards": {"base-055": {"cost": 2}, "base-001": {"name": "Other"}},
        "species": {"anomalies": {"board": {"lander": [{"reward": [], "cost": {"data": 6}}, {"reward": [], "capacity": "any"}]}}},
        "solo": {"cards": {"rival-01": {"arrow": "right"}}}, "setup": {"without": ["base-002"]},
    }  # fmt: skip
    lines = list(check(RuleSet.load(variant), games=8))
    headed = [line.removeprefix("  changed: ") for line in lines if line.startswith("  changed: ")]
    assert [line.split("  ")[0] for line in headed] == [
        "Mars", "probe-1", "probe-2", "tech-a", "base-055", "anomalies", "rival-01",
    ]  # fmt: skip
    assert sum(line.startswith("    In ") for line in lines) == 7 and "    Side a: 6/4/3 points for each set of " in "\n".join(
        lines
    )
    assert any("Nobody did: " in line and "mark lander space 1" in line for line in lines)
    assert not any("base-001" in line and "->" not in line for line in lines)


def test_trials_leave_the_turns_as_they_are():
    from seti_sim.seti.studies.trials import Trials, Turn

    rules, greedy = RuleSet.load(), players.get("greedy")
    game = Game.new(rules, players=4, seed=1)
    while game.decision != "turn":
        game.apply(greedy.choose(game))
    before = game.core.to_bytes()
    turn = Turn(
        game.core, read_state(game.core), 1, *(np.array(part) for part in _engine.worths(game.core, greedy.engine_weights()))
    )
    for name in ("base-005", "base-001", "base-038"):
        Trials(rules, greedy.engine_weights(), [turn], 100).of_card(name, rules.card_ids.index(name))
    assert game.core.to_bytes() == before
