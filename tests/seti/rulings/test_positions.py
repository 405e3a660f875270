"""Positions written by hand: what they cannot say, what they say the same way back, and what a seat sees of them.

Rules of species by their ids: EXE-05, EXE-07, SPG-01.
"""

import pytest

from seti_sim.seti import Game, PositionError
from seti_sim.seti.rules import RuleSet

from .bench import bench, do, go_on, legal, offers, row, seat, settle_down
from .more_bench import finale
from .species_bench import alien, found, hidden, mascamites

CLOSED = "a card that can be in a hand; this one is played face down (`secrets`)"
NONE_DUE = [20, 25, 30, 50, 70]


def refused(text, make, *arguments, **position):
    with pytest.raises(PositionError) as caught:
        make(*arguments, **position)
    assert str(caught.value) == f"position: {text}"


@pytest.mark.parametrize("key", ["hand", "tucked"])
def test_EXE_05_no_position_has_a_secret_card_in_a_hand(key):
    path = f"seats.P1.{key}[1] = 'exertian-01'"
    refused(f"{path}: expected {CLOSED}", alien, "exertians", P1={key: ["base-001", "exertian-01"]})


@pytest.mark.parametrize("key", ["deck", "discard", "row"])
def test_EXE_05_nor_where_ordinary_cards_lie(key):
    with pytest.raises(PositionError, match="no species' cards in deck, discard pile, row and stacks"):
        alien("exertians", **{key: ["exertian-01"]})


def test_SPG_01_no_card_of_a_species_that_is_not_discovered():
    text = "expected no card of {}, which are not discovered"
    for card, species in (("anomaly-01", "anomalies"), ("centaurian-02", "centaurians")):
        path = f"seats.P1.hand[0] = '{card}': "
        refused(path + text.format(species), alien, "mascamites", other=hidden("anomalies"), P1={"hand": [card]})
    path = "seats.P1.secrets[0] = 'exertian-01': "
    refused(path + text.format("exertians"), mascamites, P1={"secrets": ["exertian-01"]})


OUT = RuleSet.load({"setup": {"without": ["base-110", "base-001"]}})


def test_cards_that_are_left_out_lie_nowhere():
    """The bench has base-110 in its row; without it another card lies there."""
    game = bench(OUT)
    assert len(row(game)) == 3 and None not in row(game) and "base-110" not in row(game)
    assert "base-110" not in str(game.to_json()) and "base-001" not in game.to_json()["deck"]
    expected = "expected a card that setup.without does not leave out"
    refused(f"seats.P1.hand[0] = 'base-001': {expected}", bench, OUT, P1={"hand": ["base-001"]})
    refused(f"row[0] = 'base-110': {expected}", bench, OUT, row=["base-110"])


TWICE = RuleSet.load({"solar": {"rotation_order": ["disc-2", "disc-1", "disc-2", "disc-3"]}})


@pytest.mark.parametrize("place, name", list(enumerate(["disc-2/1", "disc-1", "disc-2/2", "disc-3"])))
def test_the_next_disc_where_one_turns_twice(place, name):
    """Each place in the order of rotations has a name of its own, and the turns after it follow from there."""
    game = bench(TWICE, discs={"turns": [0, 0, 0], "next": name}, P1=dict(hand=["base-061"], techs=[]))
    assert game.to_json()["discs"]["next"] == name
    assert Game.from_json(TWICE, game.to_json()) == game
    settle_down(do(game, "play base-061"))
    order = ["disc-2/1", "disc-1", "disc-2/2", "disc-3"]
    after = game.to_json()["discs"]
    assert after["next"] == order[(place + 1) % 4] and after["turns"][int(name[5]) - 1] == 1


def test_the_next_disc_without_a_word_is_the_first_of_the_order():
    assert bench(TWICE).to_json()["discs"] == {"turns": [0, 0, 0], "next": "disc-2/1"}
    with pytest.raises(PositionError, match="one of disc-2/1, disc-1, disc-2/2, disc-3"):
        bench(TWICE, discs={"next": "disc-2"})


# ---------------------------------------------------------------- what a seat sees


def test_EXE_07_played_cards_stay_secret_until_the_end():
    """EXE-07: of P1's played card P2 sees the number while the game lasts, and which it was when it is over; P1 always
    sees it. What was never played stays unknown."""
    mine = dict(vp=10, milestones=NONE_DUE, secrets=["exertian-01", "exertian-04"])
    g = finale(P1=mine, P2=dict(milestones=NONE_DUE, secrets=["exertian-05"], secrets_played=["exertian-06"]),
               species={"left": found("exertians", "P1 P2 neutral", milestones=[5, 500]),
                        "right": hidden("mascamites")})  # fmt: skip
    assert g.view("P2")["seats"]["P1"]["secrets"] == 2 and "exertian-04" not in str(g.view("P2"))
    # P1 has reached the first of the milestones and plays a card at the end of this turn, the last of the game.
    do(g, "pass")
    while not g.is_over:
        options = offers(g, "secret")
        if "exertian-04" in options:
            do(g, "secret exertian-04")
            assert g.view("P1")["seats"]["P1"]["secrets_played"] == ["exertian-04"]
            assert g.is_over or g.view("P2")["seats"]["P1"]["secrets_played"] == 1
        else:
            do(g, "skip" if options else min(legal(g)))
    view = g.view("P2")["seats"]
    assert view["P1"]["secrets_played"] == ["exertian-04"] and view["P2"]["secrets_played"] == ["exertian-06"]
    assert view["P1"]["secrets"] == 1 and view["P2"]["secrets"] == ["exertian-05"]


def test_EXE_07_while_the_game_lasts_a_played_card_is_a_number():
    g = alien("exertians", P1=dict(secrets_played=["exertian-04"]), P2=dict(secrets=["exertian-05"]))
    assert g.view("P1")["seats"]["P1"]["secrets_played"] == ["exertian-04"]
    assert g.view("P2")["seats"]["P1"]["secrets_played"] == 1 and "exertian-04" not in str(g.view("P2"))


def test_what_is_being_played_lies_open():
    """The card, the probe chosen for it, the movement left; nothing of it before and after."""
    g = bench(P1=dict(hand=["base-023", "base-024"], probes=[[4, 1]]))
    assert g.view("P2")["playing"] == {}
    do(g, "play base-023")
    go_on(g)
    for name in ("P1", "P2"):
        assert g.view(name)["playing"] == {"card": "base-023", "movement": 2}
    do(g, "step 4.1-4.2")
    assert g.view("P2")["playing"] == {"card": "base-023", "movement": 1}
    settle_down(do(g, "skip"))
    assert g.view("P2")["playing"] == {} and seat(g, "P1")["hand"] == ["base-024"]


def test_the_chosen_probe_lies_open():
    g = bench(P1=dict(hand=["base-017"], probes=[[2, 4], [2, 2]]))
    do(g, "play base-017", "probe P1 2.4")
    assert g.view("P2")["playing"] == {"card": "base-017", "probe": [2, 4]}
