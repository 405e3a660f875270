"""Forty games of the official app: their arrangements, clues, facts and the bot's scripts obey the rules as they are here."""

import json
from pathlib import Path

import pytest

from seti_sim.planetx import Game, players

from . import reference
from .bench import decline, rules

GAMES = json.loads((Path(__file__).parent / "data/real_games.json").read_text(encoding="utf-8"))["games"]
BOTS = [game for game in GAMES if "bot" in game]
VIEWS = ("spring", "summer", "autumn", "winter")


def codes(games):
    return pytest.mark.parametrize("real", games, ids=[game["code"] for game in games])


def as_deal(real, n_facts=12, n_players=4):
    """A game of the app in the form of `Game.from_json`."""
    starting = {
        f"P{i + 1}": [fact for group in real["starting"][view][: n_facts // 4] for fact in group]
        for i, view in enumerate(VIEWS[:n_players])
        if view in real.get("starting", {})
    }
    clues = {
        part: {name: {k: v for k, v in clue.items() if k != "about"} for name, clue in real[part].items()}
        for part in ("topics", "conferences")
    }
    return {"mode": real["mode"], "players": n_players, "system": real["system"], **clues, "starting": starting}


@codes(GAMES)
def test_px08_px61_everything_said_is_true(real):
    assert reference.valid(real["system"], real["mode"])
    for part in ("topics", "conferences"):
        for clue in real[part].values():
            assert reference.holds(real["system"], clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0))
    for view in real["starting"].values():
        for fact in (fact for group in view for fact in group):
            assert real["system"][int(fact[:-1]) - 1] != fact[-1]


@codes(GAMES)
def test_px15_they_can_be_played(real):
    """Titles come out as the app shows them; a game is played to its end, and the truth stays possible."""
    game = Game.from_json(rules(real["mode"]), as_deal(real))
    view = game.view("P1")
    for part in ("topics", "conferences"):
        for name, clue in real[part].items():
            assert set(view[part][name]["about"]) == set(clue["about"]), (name, clue)
    policy = players.get("infogain")
    truth = game.rules.sky.find(real["system"])
    while not game.is_over:
        game.apply(policy.choose(game))
        game.core.invariants()
    assert all(truth in game.possible(seat) for seat in game.seats)


@codes(BOTS)
def test_px92_scripts_are_legal_and_run(real):
    """The bot's turns start when the script says, each is legal there, and its locate ends the game (PX-96)."""
    turns, theories = real["bot"]["turns"], real["bot"]["theories"]
    bot = {"turns": turns, "theories": theories}
    game_rules = rules(real["mode"])
    game = Game.from_json(game_rules, as_deal(real, 0, 1) | {"bot": bot})
    assert game.seats == ("P1", "bot")
    deal = game.deal()["bot"]
    assert [turn["at"] for turn in deal["turns"]] == [turn["at"] for turn in turns]
    n = game_rules.sectors
    for turn, following in zip(deal["turns"], deal["turns"][1:], strict=False):
        words = turn["do"].split()
        visible = [(turn["at"] + i) % n + 1 for i in range(game_rules.tables["visible"])]
        if words[0] == "survey":
            first, _, last = words[2].partition("-")
            size = visible.index(int(last or first)) - visible.index(int(first)) + 1
            cost = game_rules.tables["survey_cost"][size - 1]
            if words[1] == "C":
                assert {int(first), int(last or first)} <= reference.COMETS[real["mode"]]
        else:
            cost = {"target": 4, "research": 1}[words[0]]
            assert words[0] == "research" or int(words[1]) in visible
        assert following["at"] == turn["at"] + cost and size > 0
    while not game.is_over:
        # The player keeps behind the bot as long as it can, doing nothing of use.
        if game.decision == "turn":
            game.apply("survey A {}-{}".format(*[game.view("P1")["visible"][i] for i in (0, 5)]))
        elif game.decision == "last":
            game.apply("pass")
        decline(game)
        game.core.invariants()
    row = game.state["seat"][1]
    score = game.scores()["bot"]
    assert score["locate"] == 10 and game.state["finder"] == 1 and row["located_at"] == turns[-1]["at"]
    assert row["time"] == turns[-1]["at"] + 5 and row["penalty"] == 0
    laid = {(int(token["sector"]) + 1, "ACDG"[token["object"]]) for token in row["token"][: row["n_tokens"]]}
    assert laid <= {(theory["sector"], theory["object"]) for theory in theories} and laid


@codes([game for game in BOTS if game["mode"] == "standard"])
def test_px98_scripts_are_those_of_a_perfect_reasoner(real):
    """Sectors are settled when the script says, by the plain rules; the few exceptions of PX-98 come later.
    Standard mode: over all arrangements of the expert mode this takes minutes in plain Python."""
    mode, letters = real["mode"], real["system"]
    sky = rules(mode).sky
    facts = [fact for group in real["starting"].get("bot", [])[: real["bot"]["starting_groups"]] for fact in group]
    view = {"seat": "bot", "starting": facts, "topics": {}, "conferences": {}, "events": []}
    left = [sky.letters(i) for i in range(len(sky)) if reference.agrees(sky.letters(i), view)]
    known, exact = {}, 0
    for turn in real["bot"]["turns"][:-1]:
        left = [one for one in left if _fits(one, letters, turn, real)]
        for sector in range(1, len(letters) + 1):
            if letters[sector - 1] in "ACDG" and sector not in known and len({one[sector - 1] for one in left}) == 1:
                known[sector] = turn["at"]
    for theory in real["bot"]["theories"]:
        assert known.get(theory["sector"], 99) >= theory["learned_at"]
        exact += known.get(theory["sector"]) == theory["learned_at"]
    assert exact >= len(real["bot"]["theories"]) - 2


def _fits(one, letters, turn, real):
    """Does an arrangement agree with what the bot was told by this turn, the conference before it included?"""
    if turn["at"] >= 10:
        clue = real["conferences"]["X1"]
        if not reference.holds(one, clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0)):
            return False
    if turn["do"] == "survey":
        part = turn["object"], turn["from"], turn["to"]
        return reference.survey(one, *part) == reference.survey(letters, *part)
    if turn["do"] == "target":
        return reference.target(one, turn["sector"]) == reference.target(letters, turn["sector"])
    clue = real["topics"][turn["topic"]]
    return reference.holds(one, clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0))
