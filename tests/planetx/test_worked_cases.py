"""The worked cases PXC-1 to PXC-12. Two players are P1 (A in the cases, hindmost at first) and P2 (B)."""

import pytest

from .bench import arrow, decline, fates, play, stand, table, time_of, token, tokens


def test_pxc1():
    game = play(table(), "P1 survey A 1-5")
    assert (time_of(game, "P1"), game.to_move, game.decision, arrow(game)) == (3, "P2", "turn", 1)
    play(game, "P2 research A")
    assert (time_of(game, "P2"), game.to_move, arrow(game)) == (1, "P2", 2)
    assert not any(action.kind == "research" for action in game.legal_actions())
    play(game, "P2 target 3")
    assert time_of(game, "P2") == 5 and arrow(game) == 3 and game.decision == "submit"
    decline(game)
    assert (arrow(game), game.to_move, game.decision) == (4, "P1", "turn")


def test_pxc2():
    """A pawn that stands in a sector with a symbol plays before the phase."""
    game = stand(table(), [(2, 2), (1, 3)])
    assert (game.to_move, game.decision, arrow(game)) == ("P2", "turn", 3)
    play(game, "P2 survey A 3-6")
    assert game.decision == "submit"
    assert decline(game).to_move == "P1" and arrow(game) == 4


def test_pxc3():
    game = stand(table(), [(1, 4), (2, 4)])
    play(game, "P1 research A")
    assert time_of(game, "P1") == 5 and game.to_move == "P2"
    play(game, "P2 research A")
    assert time_of(game, "P2") == 5 and game.to_move == "P1" and game.view("P1")["turn_order"] == ["P1", "P2"]


def test_pxc4():
    game = stand(table(), [(1, 11), (2, 12)], arrow=8)
    assert game.decision == "submit" and arrow(game) == 9 and game.view("P1")["phase"] == 1
    assert "rule" not in game.view("P1")["conferences"]["X1"]
    decline(game)
    assert (game.to_move, game.decision, arrow(game)) == ("P1", "turn", 12)
    assert "rule" in game.view("P1")["conferences"]["X1"] and game.view("P1")["phase"] == 1
    play(game, "P1 survey A 12-5")
    assert game.decision == "submit" and arrow(game) == 12


def penalties(pawns, seats, **more):
    """Both tokens reach the last cell in the phase of sector 6."""
    game = stand(table(), pawns, arrow=5, phase=2, seat=seats, **more)
    assert game.decision == "submit"
    return decline(game)


def test_pxc5():
    game = penalties([(1, 6), (2, 7)], [tokens(token(3, "A", 3)), tokens(token(3, "A", 3))])
    assert (time_of(game, "P1"), time_of(game, "P2")) == (7, 8)
    assert game.to_move == "P1" and game.view("P1")["turn_order"] == ["P1", "P2"]
    assert [row["seat"] for row in game.log if row["kind"] == 9] == [0, 1]


def test_pxc6():
    game = penalties([(1, 6), (2, 7)], [tokens(token(3, "A", 3)), {}])
    assert (time_of(game, "P1"), time_of(game, "P2")) == (7, 7)
    assert game.to_move == "P2" and game.view("P1")["turn_order"] == ["P2", "P1"]


def three(p1, p2, p3):
    """Three players; their first tokens reach the last cell."""
    game = stand(table(players=3), [(1, 6), (2, 6), (3, 6)], arrow=5, phase=2, seat=[tokens(*p1), tokens(*p2), tokens(*p3)])
    return decline(game)


def test_pxc7():
    game = three([token(5, "C", 3, 1)], [token(5, "A", 3, 1)], [token(5, "C", 2, 2)])
    assert [fates(game, seat)[0]["fate"] for seat in ("P1", "P2", "P3")] == ["confirmed", "wrong", "confirmed"]
    assert [time_of(game, seat) for seat in ("P1", "P2", "P3")] == [6, 7, 6]
    assert game.view("P3")["confirmed"] == {5: "C"}
    scores = finish(game).scores()
    assert scores["P1"]["theories"]["C"] == 3 and scores["P1"]["first"] == 1
    assert scores["P3"]["theories"]["C"] == 3 and scores["P3"]["first"] == 0
    assert scores["P1"]["locate"] == 10 and scores["P2"]["total"] == 0


def test_pxc8():
    game = three([token(5, "G", 3, 1)], [token(5, "A", 3, 1)], [token(5, "C", 2, 2)])
    assert [fates(game, seat)[0]["fate"] for seat in ("P1", "P2", "P3")] == ["wrong", "wrong", "down"]
    assert game.view("P1")["confirmed"] == {} and game.view("P1")["ruled_out"] == {5: "AG"}
    assert game.view("P1")["seats"]["P3"]["theories"][0]["object"] is None
    scores = finish(game).scores()
    assert scores["P3"]["theories"]["C"] == 3 and scores["P3"]["first"] == 1


def finish(game):
    """The active player locates Planet X, the others do nothing more."""
    game.apply("locate 1 A C")
    while not game.is_over:
        game.apply("pass")
    return game


def test_pxc9():
    """Finder ends at 20; B at 19, C at 16, D at 20 in front of it."""
    game = stand(table(players=4), [(1, 15), (3, 16), (2, 19), (4, 20)])
    play(game, "P1 locate 1 A C")
    assert (game.to_move, game.decision) == ("P3", "last")
    offered = {str(action) for action in game.legal_actions()}
    assert {"pass", "submit A", "submit A A", "submit C G", "locate 1 A C"} <= offered and "submit D D" not in offered
    two = play(game.clone(), "P3 locate 1 A C")
    assert (two.to_move, two.decision) == ("P2", "last")
    offered = {str(action) for action in two.legal_actions()}
    assert {"pass", "submit A", "locate 1 A C"} <= offered and not any(a.startswith("submit A ") for a in offered)
    play(two, "P2 locate 1 A C")
    assert two.is_over
    assert [two.scores()[seat]["locate"] for seat in ("P1", "P2", "P3", "P4")] == [10, 2, 8, 0]


def test_pxc10():
    game = stand(table(players=3), [(1, 10), (2, 12), (3, 13)])
    play(game, "P1 locate 1 A C", "P2 submit C", "P2 place C 5", "P3 submit C", "P3 place C 5")
    assert game.is_over
    for seat in ("P2", "P3"):
        assert game.scores()[seat] | {"win_share": 0.0} == {
            "total": 4,
            "win_share": 0.0,
            "locate": 0,
            "first": 1,
            "theories": {"A": 0, "C": 3, "D": 0, "G": 0},
        }


def test_pxc11():
    """Planet X in 1, truly empty in 12, a comet in 2, no object of the survey in 11."""
    game = stand(table("XCAAAACDGEGE"), [(1, 10), (2, 10)])
    play(game, "P1 survey E 11-1", "P2 target 1")
    for seat, answer in (("P1", "2"), ("P2", "E")):
        said = [event for event in game.view(seat)["events"] if event.get("seat") == seat and "action" in event]
        assert [event["answer"] for event in said] == [answer]
    locate = next(action for action in stand(game, [(1, 14), (2, 15)]).legal_actions() if str(action) == "locate 1 E C")
    assert game.core.answer(int(locate)) == 1


@pytest.mark.parametrize("time, ranges", [(7, {"11"}), (8, {"11", "2", "11-2"})])
def test_pxc12(time, ranges):
    game = stand(table(), [(1, time), (2, time)])
    assert {str(a).split()[2] for a in game.legal_actions() if str(a).startswith("survey C")} == ranges
