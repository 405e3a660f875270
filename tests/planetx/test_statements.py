"""Statements PX-11 to PX-90 of the rules that no worked case covers, and the keys of the readings taken."""

import numpy as np
import pytest

from seti_sim.planetx import Game
from seti_sim.planetx.batch import win_shares
from seti_sim.planetx.notation import IllegalAction

from .bench import (
    EXPERT,
    arrow,
    deal,
    decline,
    fates,
    play,
    rng,
    rules,
    stand,
    table,
    time_of,
    token,
    tokens,
    walk,
)


def offered(game, kind):
    return [str(action) for action in game.legal_actions() if action.kind == kind]


def test_px11_seats_are_in_turn_order():
    game = table(players=4)
    assert arrow(game) == 1 and game.view("P3")["turn_order"] == ["P1", "P2", "P3", "P4"] and game.to_move == "P1"


@pytest.mark.parametrize("mode, dwarfs", [("standard", 1), ("expert", 4)])
def test_px12_tokens(mode, dwarfs):
    own = Game.new(rules(mode), 2, 1).view("P1")["seats"]["P1"]
    assert own["targets"] == 2 and own["tokens"] == {"A": 4, "C": 2, "D": dwarfs, "G": 2}


@pytest.mark.parametrize("mode", ["standard", "expert"])
def test_px13_px14_starting_facts(mode):
    """Four, eight or twelve true facts, in groups with the right objects in the right sectors; others do not see them."""
    game_rules = rules(mode)
    comets = {2, 3, 5, 7, 11} | ({13, 17} if mode == "expert" else set())
    kinds = {
        "standard": [{"ADDG", "ADGG"}, {"ADGG", "AADG"}, {"ACDG"}],
        "expert": [{"ADGG"}, {"AADG"}, {"ACDG"}],
    }[mode]
    assert game_rules.levels == {"genius": 0, "experienced": 4, "beginner": 8, "youth": 12}
    for number in range(60):
        game = Game.new(game_rules, 4, 3, number, levels=(0, 4, 8, 12))
        for seat, n in zip(game.seats, (0, 4, 8, 12), strict=True):
            facts = [(int(fact[:-1]), fact[-1]) for fact in game.view(seat)["starting"]]
            assert len(facts) == n == len(set(facts))
            assert all(game.system[sector - 1] != letter for sector, letter in facts)
            assert all(sector in comets for sector, letter in facts if letter == "C")
            for group in range(n // 4):
                part = facts[4 * group : 4 * group + 4]
                assert "".join(sorted(letter for _, letter in part)) in kinds[group]
                sectors = {sector for sector, _ in part}
                assert len(sectors) == 4
                assert group == 2 or (sectors <= comets if group == 0 else not sectors & comets)
        assert game.n_possible("P1") == len(game_rules.sky) > game.n_possible("P2") > game.n_possible("P3")


@pytest.mark.parametrize("mode", ["standard", "expert"])
def test_px15_px64_topics(mode):
    """Titles are open, contents are not; they are true, different, and name no object too often."""
    for number in range(60):
        game = Game.new(rules(mode), 2, 4, number)
        view, hidden = game.view("P1"), game.deal()
        titles = [frozenset(topic["about"]) for topic in view["topics"].values()]
        assert len(titles) == 6 == len(set(titles)) and not any("E" in title for title in titles)
        assert all(set(topic) == {"about"} for topic in [*view["topics"].values(), *view["conferences"].values()])
        assert max(sum(letter in title for title in titles) for letter in "ACDGX") <= 3
        assert not any("X" in title for title in titles)
        conferences = [(clue["rule"], clue["x"], clue.get("y")) for clue in hidden["conferences"].values()]
        assert len(conferences) == len(set(conferences)) == (1 if mode == "standard" else 2)
        assert all(clue["x"] == "X" for clue in hidden["conferences"].values())


def test_px21_laps_are_not_forgotten():
    game = stand(table(), [(1, 11), (2, 23)])
    play(game, "P1 research A")
    assert time_of(game, "P1") == 12 and decline(game).to_move == "P1"
    assert arrow(game) == 1 and game.view("P1")["time"] == 12


def test_px25_the_hindmost_plays_again():
    game = stand(table(), [(1, 3), (2, 9)])
    play(game, "P1 research A")
    assert game.to_move == "P1" and game.decision == "turn"


@pytest.mark.parametrize("mode, n, half", [("standard", 12, 6), ("expert", 18, 9)])
def test_px31_visible_sky(mode, n, half):
    letters = EXPERT if mode == "expert" else None
    game = stand(table(*([letters] if letters else []), mode=mode), [(1, 10), (2, 14)])
    visible = {(10 + i) % n + 1 for i in range(half)}
    assert {int(text.split()[1]) for text in offered(game, "target")} == visible == set(game.view("P1")["visible"])
    sizes = set()
    for text in offered(game, "survey"):
        first, _, last = text.split()[2].partition("-")
        size = (int(last or first) - int(first)) % n + 1
        assert {(int(first) - 1 + i) % n + 1 for i in range(size)} <= visible
        sizes.add(size)
    assert sizes == set(range(1, half + 1))


def test_px42_theory_symbols_work_on_every_lap():
    game = stand(table(), [(1, 26), (2, 27)])
    play(game, "P1 survey A 3-8")
    assert game.decision == "submit" and arrow(game) == 3


def test_px43_a_conference_is_held_once():
    game = stand(table(), [(1, 21), (2, 23)], held=1)
    play(game, "P1 survey A 10-3")
    assert arrow(game) == 12 and [row for row in game.log if row["kind"] == 5] == []
    other = stand(table(), [(1, 21), (2, 23)])
    play(other, "P1 survey A 10-3")
    assert len([row for row in other.log if row["kind"] == 5]) == 2


def test_px41_trigger_enter():
    """The other reading: a phase is held as soon as the arrow points at the sector, before turns there."""
    game_rules = rules(mode={"standard": {"track": {"trigger": "enter"}}})
    game = stand(table(rules_=game_rules), [(1, 1), (2, 2)])
    play(game, "P1 research A")
    assert arrow(game) == 3 and game.decision == "submit"
    assert decline(game).to_move == "P2" and arrow(game) == 3 and game.view("P1")["phase"] == 1
    play(game, "P2 survey A 3-8", "P1 survey A 3-8")
    assert (game.decision, game.to_move, arrow(game)) == ("submit", "P2", 6)


def test_px44_a_penalty_in_a_phase_changes_where_the_arrow_stops():
    game = stand(table(), [(1, 6), (2, 6)], arrow=5, phase=2, seat=[tokens(token(3, "A", 3)), {}])
    decline(game)
    assert game.to_move == "P2" and arrow(game) == 7 and time_of(game, "P1") == 7


@pytest.mark.parametrize("size, cost", [(1, 4), (2, 4), (3, 4), (4, 3), (5, 3), (6, 3), (7, 2), (8, 2), (9, 2)])
def test_px54_cost_of_surveys(size, cost):
    game = stand(table(EXPERT, mode="expert"), [(1, 0), (2, 1)])
    play(game, f"P1 survey A 1-{size}")
    assert time_of(game, "P1") == cost


def test_px55_px56_px57_what_others_see():
    game = stand(table(), [(1, 0), (2, 1)])
    play(game, "P1 survey A 1-4")
    game = stand(game, [(1, 4), (2, 9)])
    play(game, "P1 research B")
    for seat, own in (("P1", True), ("P2", False)):
        actions = [event for event in game.view(seat)["events"] if "action" in event]
        assert [event["action"] for event in actions][-1:] == ["research B"]
        assert all(("answer" in event) == own for event in actions)
    assert "rule" in game.view("P1")["topics"]["B"] and "rule" not in game.view("P2")["topics"]["B"]


def test_px56_target_tokens_run_out():
    game = stand(table(), [(1, 0), (2, 30)])
    for _ in range(2):
        decline(game)
        game.apply(offered(game, "target")[0])
    assert not offered(decline(game), "target") and game.view("P1")["seats"]["P1"]["targets"] == 0


def test_px58_research_twice_running():
    game = stand(table(), [(1, 0), (2, 0)])
    play(game, "P1 research A", "P2 survey A 1-4")
    assert game.to_move == "P1" and not offered(game, "research")
    play(game, "P1 survey A 2-5")
    decline(game)
    again = stand(game, [(1, 4), (2, 5)])
    assert len(offered(again, "research")) == 6
    free = stand(table(rules_=rules(actions={"research_twice_running": True})), [(1, 0), (2, 5)])
    assert len(offered(play(free, "P1 research A"), "research")) == 6


def test_px57_the_same_topic_gives_the_same_rule():
    game = stand(table(), [(1, 0), (2, 0)])
    play(game, "P1 research C", "P2 research C")
    said = {game.view(seat)["events"][-2 if seat == "P1" else -1]["answer"] for seat in ("P1", "P2")}
    assert len(said) == 1


def test_px59_px60_locate():
    """A failure costs 5 as well; success stops the arrow and begins the end; what was named stays hidden."""
    game = stand(table(), [(1, 0), (2, 1)])
    play(game, "P1 locate 4 A C")
    assert time_of(game, "P1") == 5 and game.decision == "turn" and game.to_move == "P2"
    seen = [event for event in game.view("P2")["events"] if "action" in event]
    assert seen == [{"event": "locate", "turn": 1, "time": 0, "seat": "P1", "action": "locate", "answer": "no"}]
    assert game.n_possible("P1") < game.n_possible("P2") == 4446
    play(game, "P2 locate 1 A C")
    assert arrow(game) == 2 and time_of(game, "P2") == 6 and (game.to_move, game.decision) == ("P1", "last")


def test_px66_how_many_theories():
    standard = stand(table(), [(1, 3), (2, 4)], arrow=2)
    assert offered(standard, "submit") == ["submit none", "submit A", "submit C", "submit D", "submit G"]
    expert = stand(table(EXPERT, mode="expert"), [(1, 3), (2, 4)], arrow=2)
    texts = offered(expert, "submit")
    assert len(texts) == 15 and "submit A A" in texts and "submit D G" in texts


def test_px67_the_object_is_chosen_before_the_sector():
    game = stand(table(players=3), [(3, 3), (1, 4), (2, 5)], arrow=2)
    play(game, "P3 submit A")
    assert not [event for event in game.view("P1")["events"] if event["event"] == "submit"]
    play(game, "P1 submit C", "P2 submit none")
    assert (game.to_move, game.decision) == ("P3", "place")
    play(game, "P3 place A 9")
    seen = game.view("P1")["seats"]["P3"]["theories"]
    assert seen == [{"sector": 9, "object": None, "cell": 1, "phase": 1, "fate": "down"}]
    play(game, "P1 place C 5")
    assert [fates(game, seat)[0]["cell"] for seat in ("P1", "P3")] == [2, 2]


def test_px68_px69_where_theories_go():
    laid = [token(5, "C", 2, 1), token(9, "A", 3, 1)]
    game = stand(table(), [(1, 6), (2, 7)], arrow=5, phase=1, confirmed=1 << 9, seat=[tokens(*laid), tokens(token(2, "C"))])
    play(game, "P1 submit C", "P2 submit C")
    sectors = {int(text.split()[2]) for text in offered(game, "place")}
    assert sectors == set(range(1, 13)) - {5, 10}  # 9 holds another object of its own, 2 another player's
    with pytest.raises(IllegalAction):
        game.apply("place C 10")


def test_px69_not_two_in_one_sector_in_a_phase():
    game = stand(table(EXPERT, mode="expert"), [(1, 3), (2, 9)], arrow=2)
    play(game, "P1 submit A G", "P2 submit none", "P1 place A 10")
    assert "place G 10" not in offered(game, "place") and "place G 11" in offered(game, "place")
    free = table(EXPERT, mode="expert", rules_=rules("expert", theories={"two_in_one_sector_same_phase": True}))
    free = play(stand(free, [(1, 3), (2, 9)], arrow=2), "P1 submit A G", "P2 submit none", "P1 place A 10")
    assert "place G 10" in offered(free, "place")


def test_px70_a_token_without_a_sector_goes_back():
    game = stand(table(), [(1, 6), (2, 7)], arrow=5, confirmed=(1 << 12) - 1 - (1 << 11))
    play(game, "P1 submit A", "P2 submit none", "P1 place A 12")
    full = stand(table(), [(1, 6), (2, 7)], arrow=5, confirmed=(1 << 12) - 1)
    play(full, "P1 submit A", "P2 submit none")
    own = full.view("P1")["seats"]["P1"]
    assert full.decision == "turn" and own["tokens"]["A"] == 4 and own["hand"] == []


def test_px70_hand_binds_key():
    free = table(rules_=rules(theories={"hand_binds": False}))
    game = play(stand(free, [(1, 3), (2, 4)], arrow=2), "P1 submit A", "P2 submit none", "P1 keep A")
    assert game.decision == "turn" and game.view("P1")["seats"]["P1"]["tokens"]["A"] == 4
    assert not offered(play(stand(table(), [(1, 3), (2, 4)], arrow=2), "P1 submit A", "P2 submit none"), "keep")


def test_px71_reviewed_in_the_third_phase():
    game = stand(table(), [(1, 3), (2, 30)], arrow=2)
    play(game, "P1 submit C", "P2 submit none", "P1 place C 5")
    cells = [fates(game, "P1")[0]["cell"]]
    while fates(game, "P1")[0]["fate"] == "down":
        cells.append(fates(game, "P1")[0]["cell"])
        game.apply("survey A " + offered(game, "survey")[-1].split()[2]) if game.decision == "turn" else decline(game)
    assert sorted(set(cells)) == [2, 3] and game.view("P1")["phase"] == 3 and game.view("P2")["confirmed"] == {5: "C"}


def test_px75_px77_two_wrong_tokens_of_a_player():
    """In expert mode two wrong tokens of one check move the pawn by two, in one move; the key makes it two moves."""
    for together, order in ((True, ["P2", "P1"]), (False, ["P1", "P2"])):
        free = rules("expert", theories={"penalties_together": together, "same_object_same_sector_twice": True})
        both = [token(1, "A", 3), token(1, "A", 3)]
        game = stand(
            table(EXPERT, mode="expert", rules_=free),
            [(1, 6), (2, 6)],
            arrow=5,
            phase=2,
            seat=[tokens(*both, mode="expert"), tokens(*both, mode="expert")],
        )
        decline(game)
        assert (time_of(game, "P1"), time_of(game, "P2")) == (8, 8)
        assert game.view("P1")["turn_order"] == ["P1", "P2"]
        steps = [int(row["a"]) for row in game.log if row["kind"] == 9]
        assert steps == ([2, 2] if together else [1, 1, 1, 1]), order


def test_px73_sectors_in_order_and_px78_penalty_before_the_next():
    game = stand(
        table(players=3),
        [(1, 6), (2, 6), (3, 6)],
        arrow=5,
        phase=2,
        seat=[tokens(token(7, "A", 3)), tokens(token(3, "A", 3)), tokens(token(10, "A", 3))],
    )
    decline(game)
    rows = [(int(row["kind"]), int(row["a"])) for row in game.log if row["kind"] in (8, 9)]
    assert rows == [(8, 2), (9, 1), (8, 6), (9, 1), (8, 9)]
    assert game.view("P1")["turn_order"] == ["P3", "P2", "P1"]


def test_px76_checked_in_turn_order_of_their_owners():
    game = stand(table(), [(2, 6), (1, 6)], arrow=5, phase=2, seat=[tokens(token(3, "A", 3)), tokens(token(3, "G", 3))])
    decline(game)
    assert ["ACDG"[row["b"]] for row in game.log if row["kind"] == 8] == ["G", "A"]


def test_px82_last_chance_theories():
    game = stand(table(players=3), [(1, 10), (2, 11), (3, 13)])
    play(game, "P1 locate 1 A C", "P2 submit A C", "P2 place A 9", "P2 place C 2")
    assert game.to_move == "P3" and not any(len(text) > 8 for text in offered(game, "submit"))
    seen = game.view("P3")["seats"]["P2"]["theories"]
    assert [(one["sector"], one["object"]) for one in seen] == [(9, None), (2, None)]
    play(game, "P3 submit G", "P3 place G 4")
    assert game.is_over and [time_of(game, seat) for seat in game.seats] == [15, 11, 13]
    assert game.scores()["P2"]["total"] == 2 + 3 + 2 and game.scores()["P3"]["total"] == 4 + 1


def test_px83_key_of_the_last_chance_at_the_finders_time():
    free = rules(end={"last_chance_locate_points": [1, 2, 4, 6, 8, 10]})
    game = play(stand(table(rules_=free), [(1, 10), (2, 15)]), "P1 locate 1 A C")
    assert (game.to_move, game.decision) == ("P2", "last") and not offered(game, "submit")
    assert play(stand(table(), [(1, 10), (2, 15)]), "P1 locate 1 A C").is_over


def test_px85_a_success_in_the_last_chance_is_announced_and_changes_nothing():
    game = play(stand(table(players=3), [(1, 10), (2, 11), (3, 12)]), "P1 locate 1 A C", "P2 locate 1 A C")
    assert game.to_move == "P3" and "locate 1 A C" in offered(game, "locate")
    assert game.view("P3")["events"][-2]["answer"] == "yes" and game.view("P3")["events"][-2]["action"] == "locate"


def test_px86_wrong_tokens_at_the_end_cost_nothing():
    laid = [tokens(token(3, "A", 1)), tokens(token(9, "A", 3), token(5, "C", 1, 2))]
    game = play(stand(table(), [(1, 10), (2, 30)], phase=2, seat=laid), "P1 locate 1 A C")
    assert game.is_over and time_of(game, "P1") == 15
    assert [one["fate"] for one in fates(game, "P1")] == ["wrong-at-end"]
    assert [one["fate"] for one in fates(game, "P2")] == ["right-at-end"] * 2


@pytest.mark.parametrize("mode, dwarf", [("standard", 4), ("expert", 2)])
def test_px87_points(mode, dwarf):
    letters = EXPERT if mode == "expert" else "XCEGCDEGAAAA"
    places = {kind: letters.index(kind) + 1 for kind in "ACDG"}
    laid = tokens(*(token(sector, kind) for kind, sector in places.items()), mode=mode)
    game = stand(table(letters, mode=mode), [(1, 10), (2, 40)], seat=[laid, {}])
    x = letters.index("X")
    game.apply(f"locate {x + 1} {letters[x - 1]} {letters[(x + 1) % len(letters)]}")
    score = game.scores()["P1"]
    assert score["theories"] == {"A": 2, "C": 3, "D": dwarf, "G": 4} and score["first"] == 4 and score["locate"] == 10


def test_px88_the_earliest_phase_counts():
    laid = [tokens(token(9, "A", 1, 3)), tokens(token(9, "A", 2, 2)), tokens(token(9, "G", 3, 1), token(10, "A", 2, 2))]
    game = stand(table(players=3), [(1, 10), (2, 40), (3, 40)], phase=3, seat=laid)
    play(game, "P1 locate 1 A C")
    assert [game.scores()[seat]["first"] for seat in game.seats] == [0, 1, 1]


def test_px90_ties():
    score = np.array([[20, 20, 5], [20, 20, 5], [20, 20, 20]])
    located = np.array([[10, 8, 0], [0, 0, 0], [0, 0, 0]])
    first = np.array([[1, 5, 0], [2, 3, 9], [4, 4, 4]])
    shares = win_shares(score, located, first)
    assert shares[0].tolist() == [1, 0, 0] and shares[1].tolist() == [0, 1, 0]
    assert shares[2] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("mode", ["standard", "expert"])
def test_invariants_on_walks(mode):
    """What must hold does, after every action drawn at random; in expert mode on fewer games."""
    for seed in range(12 if mode == "standard" else 2):
        game = Game.new(rules(mode), 1 + seed % 4, seed, levels=4)
        for before in walk(game, rng(seed)):
            before.core.invariants()


def test_deals_can_be_written_down_and_read():
    game = Game.new(rules("expert"), 1, 5, levels=12)
    assert Game.from_json(rules("expert"), game.deal()).deal() == game.deal()
    assert Game.from_json(rules(), deal(rules(), "XCEGCDEGAAAA")).system == "XCEGCDEGAAAA"
