"""Tests of Can't Stop: positions made by hand, known probabilities, and what every game has to keep."""

from itertools import combinations, product

import pytest
from cant_stop_game import CANT_STOP, CantStop, by_the_odds, chance_to_go_on, rule_of_28

from seti_sim.python import Luck, check_game
from seti_sim.simulate import prepare


def game(dice=(1, 1, 1, 1), runners=None, camps=None, owner=None, players=2):
    """A position after a roll of seat 1: its runners and camps, {column: steps}, and the owners of columns."""
    made = CantStop(CANT_STOP.rules().values, players, Luck(1, 0))
    made.dice, made.runners, made.owner = list(dice), dict(runners or {}), dict(owner or {})
    made.camps[0].update(camps or {})
    made.choices = made.pairings()
    return made


def test_it_is_a_game_that_the_commands_can_use():
    check_game(CANT_STOP, games=1)


@pytest.mark.parametrize(
    "position, choices",
    [
        (dict(dice=(1, 2, 3, 4)), ["3 and 7", "4 and 6", "5 and 5"]),
        (dict(dice=(3, 3, 4, 4)), ["6 and 8", "7 and 7"]),
        (dict(dice=(2, 2, 2, 2)), ["4 and 4"]),
        # All runners are out: only their columns.
        (dict(dice=(1, 2, 3, 4), runners={3: 1, 4: 1, 12: 1}), ["3", "4"]),
        # One runner is left for two columns: either.
        (dict(dice=(1, 1, 6, 6), runners={4: 1, 5: 1}), ["2", "12", "7 and 7"]),
        # One runner is left, and the other sum has one.
        (dict(dice=(1, 1, 6, 6), runners={2: 1, 5: 1}), ["2 and 12", "7 and 7"]),
        # Claimed columns, and one step to the top where the pair shows it twice.
        (dict(dice=(1, 1, 1, 1), owner={2: 1}), []),
        (dict(dice=(1, 1, 1, 1), camps={2: 2}), ["2"]),
        (dict(dice=(1, 1, 1, 1), runners={2: 3}), []),
    ],
)
def test_what_dice_allow(position, choices):
    assert list(game(**position).choices) == choices


def test_stopping_keeps_what_was_climbed():
    made = game(dice=(1, 1, 6, 6), camps={2: 1}, runners={2: 1})
    made.act("2 and 12")
    assert made.actions() == ["roll", "stop"] and made.runners == {2: 2, 12: 1}
    made.act("stop")
    assert made.camps[0][2] == 2 and made.camps[0][12] == 1 and made.seat == 1 and made.runners == {}
    assert made.turns[0]["steps"] == 2 and not made.owner


def test_a_bust_loses_it_and_the_others_go_on():
    made = game(dice=(3, 3, 4, 4), runners={2: 1, 3: 1, 12: 1})
    assert made.choices == {}
    made.end_turn(busted=True)
    assert not any(made.camps[0].values()) and made.seat == 1 and made.turns[0]["busted"]


def test_the_third_column_wins():
    made = game(dice=(1, 1, 1, 1), camps={2: 1}, owner={3: 0, 12: 0, 7: 1})
    made.act("2 and 2")
    made.act("stop")
    assert made.over and made.owner[2] == 0
    assert made.points() == [{"middle": 0, "slope": 0, "edge": 3}, {"middle": 1, "slope": 0, "edge": 0}]


def test_known_chances():
    """Counted once more, by which pairs of dice sum to what; 6, 7 and 8 are the best three, with 92 %; 2, 3 and 12 have 44 %."""

    def counted(columns):
        rolls = list(product(range(1, 7), repeat=4))
        return sum(any(sum(pair) in columns for pair in combinations(roll, 2)) for roll in rolls) / len(rolls)

    assert chance_to_go_on(frozenset({6, 7, 8})) == pytest.approx(0.920, abs=5e-4)
    assert chance_to_go_on(frozenset({2, 3, 12})) == pytest.approx(0.438, abs=5e-4)
    for three in ((6, 7, 8), (2, 3, 12), (4, 6, 8), (2, 7, 12)):
        assert chance_to_go_on(frozenset(three)) == pytest.approx(counted(three))


def test_players_by_hand():
    made = game(runners={6: 3, 7: 3, 8: 2})
    made.choices = {}
    assert rule_of_28(made, made.actions(), None) == "roll"  # 2 * 4 + 1 * 4 + 2 * 3 = 18, less nothing
    made.runners = {6: 5, 7: 5, 8: 5}
    assert rule_of_28(made, made.actions(), None) == "stop"  # 12 + 6 + 12
    assert (
        by_the_odds(made, made.actions(), None, {"steps": 1.4}) == "roll"
    )  # one roll in twelve is lost, and it has little more to win
    made.runners = {2: 2, 3: 3, 12: 2}
    assert by_the_odds(made, made.actions(), None, {"steps": 1.4}) == "stop"
    made.owner, made.runners = {3: 0, 4: 0}, {2: 3}
    assert rule_of_28(made, made.actions(), None) == "stop"  # which wins


def test_better_players_win():
    """by-the-odds before rule-of-28 before three-rolls, as docs/your-own-game.md says."""
    for pair, least in (("rule-of-28,three-rolls", 0.54), ("by-the-odds,rule-of-28", 0.54)):
        plan = prepare(game=CANT_STOP, players=2, games=200, policies=pair)
        seats = CANT_STOP.frames(plan, CANT_STOP.play(plan, 0, 200))["seats"]
        assert seats.filter(seats["policy"].cast(str) == pair.split(",")[0])["win_share"].mean() > least


@pytest.mark.parametrize("variant, message", [({"lengths": [3, 5]}, "those of 11 columns"), ({"columns_to_win": 4}, "1 to 3")])
def test_variants_that_cannot_be(variant, message):
    with pytest.raises(ValueError, match=message):
        CANT_STOP.rules(variant)
