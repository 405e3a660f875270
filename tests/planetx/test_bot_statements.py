"""Statements PX-91 to PX-99: the rival of a solo game, on scripts of the official app and on scripts that are made."""

import numpy as np
import pytest

from seti_sim.planetx import Game
from seti_sim.planetx.batch import win_shares
from seti_sim.planetx.fitting import bot_facts, located_open
from seti_sim.planetx.rules import measured

from . import reference
from .bench import decline, rules, time_of
from .test_real_games import BOTS, GAMES, as_deal

SCRIPT = next(game for game in BOTS if game["mode"] == "standard")


def solo(**bot):
    """The first solo code of the app in standard mode, its script changed where `bot` says."""
    script = {"turns": SCRIPT["bot"]["turns"], "theories": SCRIPT["bot"]["theories"]} | bot
    return Game.from_json(rules(), as_deal(SCRIPT, 0, 1) | {"bot": script})


def dawdle(game):
    """One decision of a player who learns nothing and submits nothing: cheap surveys, no theory."""
    if game.decision == "turn":
        visible = game.view("P1")["visible"]
        game.apply(f"survey A {visible[0]}-{visible[5]}")
    elif game.decision == "last":
        game.apply("pass")
    decline(game)


def laid(game, seat="bot"):
    """(sector, object, phase) of the theories of a seat, in the order in which they were submitted."""
    row = game.state["seat"][game.seat_number(seat)]
    return [(int(one["sector"]) + 1, "ACDG"[one["object"]], int(one["phase"])) for one in row["token"][: row["n_tokens"]]]


def test_px91_the_bot_stands_ahead_and_the_player_starts():
    game = solo()
    assert game.seats == ("P1", "bot") and game.to_move == "P1"
    assert game.view("P1")["turn_order"] == ["P1", "bot"]
    assert time_of(game, "P1") == time_of(game, "bot") == 0


def test_px93_one_settled_theory_a_phase_earliest_first_then_the_lowest_sector():
    """Standard allows one theory a phase. Sectors 9 to 12 are settled at 3, sector 5 at 13: that is their order."""
    game = solo()
    while not game.is_over:
        before, time = len(laid(game)), time_of(game, "bot")
        dawdle(game)
        learned = {one["sector"]: one["learned_at"] for one in SCRIPT["bot"]["theories"]}
        for sector, kind, _ in laid(game)[before:]:
            assert kind == SCRIPT["system"][sector - 1], "all right"
            assert learned[sector] < max(time, time_of(game, "bot")), "its turn is completed"
    assert [sector for sector, *_ in laid(game)][:5] == [9, 10, 11, 12, 5]
    phases = [phase for *_, phase in laid(game)[:5]]
    assert phases == sorted(set(phases)), "one in a phase"


def test_px94_hidden_until_reviewed_and_never_a_penalty():
    """The player sees sector and owner, the object only once the token is turned up, which confirms it for both."""
    game, hidden, confirmed = solo(), 0, 0
    while not game.is_over:
        dawdle(game)
        view = game.view("P1")
        for one, (sector, kind, _) in zip(view["seats"]["bot"]["theories"], laid(game), strict=True):
            if str(sector) in view["confirmed"] or sector in view["confirmed"]:
                confirmed += 1
                assert (view["confirmed"].get(sector) or view["confirmed"][str(sector)]) == kind
            elif not game.is_over:
                hidden += 1
                assert kind not in [value for value in one.values() if isinstance(value, str)]
    assert hidden and confirmed
    assert game.state["seat"][1]["penalty"] == 0


def test_px95_only_the_locate_left_so_the_bot_locates():
    """The player finds Planet X at 0 and goes to 5; the bot, at 0, has only its locate left: 2 points for each of the 5
    sectors behind."""
    game = solo(turns=[{"at": 0, "do": "locate"}], theories=[])
    game.apply("locate 1 A C")
    while not game.is_over:
        decline(game)
    assert game.scores()["P1"]["locate"] == 10 and game.scores()["bot"]["locate"] == 10


@pytest.mark.parametrize("after, behind, submitted", [("locate", 5, 2), ("research A", 3, 1)])
def test_px95_otherwise_it_submits_what_is_settled(after, behind, submitted):
    """Turns are left beside the locate, so the bot submits theories and does not locate: two where it is 5 behind, one
    where it is 3 behind (PX-82)."""
    game = solo()
    while time_of(game, "bot") < 6 or game.decision != "turn":
        dawdle(game)
    assert time_of(game, "P1") == time_of(game, "bot") == 6 and len(laid(game)) == 1
    if after != "locate":
        game.apply(after)
        while game.to_move != "P1" or game.decision != "turn":
            decline(game)
    before, bot = len(laid(game)), time_of(game, "bot")
    game.apply("locate 1 A C")
    assert time_of(game, "P1") - bot == behind
    while not game.is_over:
        decline(game)
    assert len(laid(game)) - before == submitted and game.scores()["bot"]["locate"] == 0


@pytest.mark.parametrize("totals, shares", [((10, 9), (1.0, 0.0)), ((9, 10), (0.0, 1.0)), ((10, 10), (0.0, 1.0))], ids=str)
def test_px97_more_points_than_the_bot_win(totals, shares):
    """An equal score is no win for the player."""
    total, rest = np.array([totals], dtype=float), np.zeros((1, 2))
    assert tuple(win_shares(total, rest, rest, solo=True)[0]) == shares


def test_px98_which_real_scripts_locate_while_something_is_open():
    """By what the bot was told, over all arrangements: 4 of these 10, as 44 of all 135."""
    open_ = []
    for real in BOTS:
        facts = [fact for group in real["starting"].get("bot", [])[: real["bot"]["starting_groups"]] for fact in group]
        game_rules = rules(real["mode"])
        bot = {"turns": real["bot"]["turns"], "theories": real["bot"]["theories"]}
        game = Game.from_json(game_rules, as_deal(real, 0, 1) | {"bot": bot})
        open_.append(located_open(game_rules, game.deal(), facts))
    assert sum(open_) == 4


@pytest.mark.parametrize("mode, made", [("standard", 150), ("expert", 50)])
def test_f06_px99_as_many_made_scripts_as_real_ones_locate_while_something_is_open(mode, made):
    """F06: the shares of made and real scripts agree within their error, and so do the starts of the locate."""
    real = measured()["bot"][mode]
    share = real["located_open"]["scripts"] / real["located_open"]["of"]
    games = [Game.new(rules(mode), 1, 77, number) for number in range(made)]
    found = sum(located_open(game.rules, game.deal(), bot_facts(game)) for game in games) / made
    error = (share * (1 - share) * (1 / made + 1 / real["located_open"]["of"])) ** 0.5
    assert abs(found - share) < 2 * error
    starts = [game.deal()["bot"]["turns"][-1]["at"] for game in games]
    assert abs(np.median(starts) - real["locate_starts"]["median"]) <= 1


@pytest.mark.parametrize("mode", ["standard", "expert"])
def test_conferences_of_solo_games_settle_planet_x(mode):
    """All 40 real games have it: with the objects known, the conferences leave one sector that appears empty."""
    reals = [(game["system"], list(game["conferences"].values())) for game in GAMES if game["mode"] == mode]
    deals = [Game.new(rules(mode), 1, 5, number).deal() for number in range(30)]
    mades = [(deal["system"], list(deal["conferences"].values())) for deal in deals]
    assert all(places(mode, *real) == 1 for real in reals)
    assert sum(places(mode, *made) == 1 for made in mades) >= 28


def places(mode, letters, clues):
    """Of the sectors that appear empty, how many can hold Planet X by placement rules and clues?"""
    found = 0
    for i, letter in enumerate(letters):
        other = letters.replace("X", "E")
        other = other[:i] + "X" + other[i + 1 :]
        clues_hold = (reference.holds(other, clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0)) for clue in clues)
        found += letter in "EX" and reference.valid(other, mode) and all(clues_hold)
    return found
