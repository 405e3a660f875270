"""The picture of a position: well-formed, everything on the board in it, and to a seat no more than it knows."""

import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import pytest
from command_line import cli  # noqa: F401

from seti_sim.planetx import Game, players

from .bench import rules, stand, table, token, tokens

SVG = "{http://www.w3.org/2000/svg}"
TABLES = (("standard", 4), ("standard", 1), ("standard", 2), ("expert", 3))


@cache
def positions(which, count):
    """Positions of a game, from its beginning to its end."""
    game, player, found = Game.new(rules(which), count, 3, 1, levels=4), players.get("racer"), []
    while not game.is_over:
        if len(game.history) >= 12 * len(found):
            found.append(game.clone())
        game.apply(player.choose(game))
    return [*(found if which == "standard" else found[-1:]), game]  # in expert mode the first take long


def tree(game, seen_by=None):
    return ElementTree.fromstring(game.picture(seen_by))


def by_class(root):
    return Counter(element.get("class") for element in root.iter() if element.get("class"))


def texts(root):
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def sky(root):
    return next(element for element in root.iter() if element.get("class") == "panel sky")


@pytest.mark.parametrize("which, count", TABLES)
def test_everything_on_the_board_is_drawn(which, count):
    for game in positions(which, count):
        root, state = tree(game), game.state
        found = by_class(sky(root))
        sectors = game.rules.sectors
        assert found["sector day"] == sectors // 2 == found["sector night"]
        for name in game.seats:
            seat = state["seat"][game.seat_number(name)]
            fates = [int(one["fate"]) for one in seat["token"][: int(seat["n_tokens"])]]
            assert found[f"pawn {name}"] == 1
            assert found[f"theory {name} down"] == fates.count(1) and found[f"theory {name} right"] == fates.count(
                2
            ) + fates.count(4)
        assert Counter({letter: found[f"object {letter}"] for letter in "ACDGEX"}) == Counter(game.system)
        assert found["symbol theories"] == bin(game.rules.tables["theory_mask"]).count("1")
        assert all(found[f"symbol {name}"] == 1 for name in game.rules.conferences)
        said = texts(root)
        assert [f"sector {int(state['arrow']) % sectors + 1}"] == [text for text in said if re.fullmatch(r"sector \d+", text)]
        for name in game.seats[: game.players]:
            assert any(text.startswith(f"{game.n_possible(name):,} arrangements left") for text in said)
        if game.is_over:
            for name, score in game.scores().items():
                assert any(text.startswith(f"{name}: {score['total']} point") for text in said)


def test_only_what_all_know_is_filled():
    for game in positions("standard", 4)[:-1]:
        groups = [element for element in sky(tree(game)).iter() if (element.get("class") or "").startswith("object ")]
        confirmed = game.view("P1")["confirmed"]
        filled = [element.get("class")[-1] for element in groups if element.get("stroke-dasharray") is None]
        assert Counter(filled) == Counter(confirmed.values())


@pytest.mark.parametrize("which, count", TABLES[:3])
def test_a_seat_sees_what_it_knows(which, count):
    """Its picture is the same in any game that it cannot tell from this one: nothing in it comes from what is hidden."""
    for game in positions(which, count)[:-1]:
        seat = "P1"
        root = tree(game, seat)
        found = by_class(sky(root))
        known = game.view(seat)["confirmed"]
        rows = [game.rules.sky.letters(int(i)) for i in game.possible(seat)]
        settled = {s + 1: rows[0][s] for s in range(game.rules.sectors) if len({row[s] for row in rows}) == 1}
        assert sum(n for name, n in found.items() if name.startswith("object ")) == len(settled | known)
        laid = game.view(seat)["seats"]
        hidden = sum(one["object"] is None for other in laid.values() for one in other["theories"])
        assert sum(bool(re.fullmatch(r".\?", text)) for text in texts(sky(root))) == hidden
        assert sum("arrangements left" in text for text in texts(root)) == 1
    with pytest.raises(ValueError, match="seat 'P7': expected one of P1"):
        positions(which, count)[0].picture("P7")


def test_what_reviews_ruled_out():
    game = stand(table(), [(1, 6), (2, 7)], arrow=5, phase=2, seat=[tokens(token(3, "A", 3))])
    while game.decision == "submit":
        game.apply("submit none")
    assert texts(sky(tree(game))).count("no A") == 1


def test_equal_positions_have_equal_pictures():
    game = positions("standard", 2)[2]
    again = Game.from_json(game.rules, game.to_json())
    assert again.picture() == game.picture() and "<script" not in game.picture()
    assert game._repr_html_().startswith('<svg style="max-width:100%;height:auto" ')


def test_the_commands_write_it(cli, tmp_path):  # noqa: F811
    command = ("play", "--game", "planetx", "--players", 2, "--seed", 2, "--quiet")
    code, out, err = cli(*command, "--record", "game.txt", "--svg", "end.svg")
    assert (code, err) == (0, "") and out.endswith("game.txt: written\nend.svg: written\n")
    end = (tmp_path / "end.svg").read_text(encoding="utf-8")
    assert (
        ElementTree.fromstring(end)
        .get("aria-label")
        .startswith("The Search for Planet X, standard, 2 players, seed 2, game 0; over")
    )
    assert cli("replay", "game.txt", "--to", 5, "--quiet", "--svg", "five.svg")[0] == 0
    assert "over" not in ElementTree.fromstring((tmp_path / "five.svg").read_text()).get("aria-label")
    code, out, err = cli(*command, "--svg", "nowhere/end.svg")
    assert code == 2 and out == "" and "nowhere/end.svg: cannot be written" in err
