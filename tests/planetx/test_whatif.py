"""What things are worth by exchange, the handicap, and questions of any game asked of Planet X, on truths that are known."""

import io
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from command_line import document

from seti_sim.cli import main
from seti_sim.planetx import play_games
from seti_sim.planetx.batch import EV_TARGET, TOPICS
from seti_sim.planetx.pages.whatif import Facts, _known
from seti_sim.planetx.studies import facts, handicap
from seti_sim.planetx.studies.again import Again, clues_anew
from seti_sim.planetx.studies.facts import given, things_of, told
from seti_sim.planetx.studies.handicap import reached
from seti_sim.planetx.studies.topics import is_true, others
from seti_sim.planetx.studies.topics import table as kinds_table
from seti_sim.report import render
from seti_sim.simulate import prepare
from seti_sim.studies import StudyError, luck, strategies

QUIET = {"stream": io.StringIO()}


def plan_of(**asked):
    return prepare(**({"game": "planetx", "players": 2, "games": 30, "seed": 4} | asked))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return facts(players=2, games=30, seed=4, out=tmp_path_factory.mktemp("facts") / "a", **QUIET)


def test_without_anything_given_it_is_the_game_that_the_run_plays(study):
    plan = plan_of()
    batch = play_games(
        plan.rules, players=2, seed=4, first=0, count=30, policies=list(plan.policies), assign=plan.assign(0, 30), levels=0
    )
    at = np.arange(30) * 2 + np.arange(30) % 2
    worth = study.frames["worth"].filter(pl.col("name") == "a topic by lot")
    for outcome in ("win_share", "score"):
        row = worth.filter(pl.col("outcome") == outcome).row(0, named=True)
        assert row["without"] == pytest.approx(batch.seats[outcome][at].mean()) and row["n"] == 30
    first = study.frames["worth"].filter(pl.col("name") == "its first theories", pl.col("outcome") == "score")
    assert first["estimate"][0] == pytest.approx(batch.seats["points_first"][at].mean())


def test_what_a_seat_knows_already_is_worth_nothing_and_changes_nothing():
    plan = plan_of(levels="4")
    again = Again(plan)
    for number in range(8):
        state, log = again.deal(number, [4, 4])
        base = again.play(state, log, [0, 0])
        doubled = state.copy()
        mine = doubled["seat"][0]
        mine["facts"][8:10] = mine["facts"][0:2]
        mine["n_facts"] = 5
        got = again.play(doubled, log, [0, 0])
        assert got["score"].tolist() == base["score"].tolist() and got["turns"] == base["turns"]


def test_who_is_told_the_whole_sky_wins():
    """The truth at the other end: 12 sectors told, so that there is nothing left but to locate."""
    plan = plan_of(policies="survey-first")
    again, won = Again(plan), []
    for number in range(30):
        state, log = again.deal(number, [0, 0])
        seat = number % 2
        looks = np.where(state["object"][:12] == 5, 4, state["object"][:12])
        sky = b"".join(told(seat, EV_TARGET, sector, int(looks[sector])) for sector in range(12))
        won.append(again.play(state, log + sky, [0, 0])["win_share"][seat])
    assert np.mean(won) > 0.75 and np.mean(won) > 0.5 + 4 * np.sqrt(0.25 / 30) - 0.15


def test_more_facts_are_worth_more_and_time_costs(study):
    rows = {
        row["name"]: row["estimate"]
        for row in study.frames["worth"].filter(pl.col("outcome") == "win_share").iter_rows(named=True)
    }
    assert rows["12 facts instead of 0"] > 0.15 and rows["12 facts instead of 0"] > rows["4 facts instead of 0"] - 0.1
    assert rows["one unit of time less to spend"] <= 0.05
    assert rows["one target less"] <= rows["one target more"] + 0.1


def test_a_fact_more_is_true_and_new():
    plan, luck_of = plan_of(levels="8"), np.random.default_rng(1)
    again = Again(plan)
    for thing in (thing for thing in things_of(plan) if thing[0] == "one fact more"):
        for number in range(6):
            state, _ = given(plan, again, number, np.array([8, 8]), 1, thing, 0, luck_of)
            mine = state["seat"][1]
            known = [tuple(int(v) for v in mine["facts"][2 * i : 2 * i + 2]) for i in range(9)]
            assert mine["n_facts"] == 9 and len(set(known)) == 9
            assert all(state["object"][sector] != letter for sector, letter in known)


def test_topics_that_take_a_place_are_true_and_could_be_dealt():
    plan = plan_of(mode="standard")
    rules, again, luck_of = plan.rules, Again(plan), np.random.default_rng(2)
    found = set()
    for number in range(12):
        state, _ = again.deal(number, [0, 0])
        for place in (number % TOPICS, TOPICS):
            dealt = int(state["clue"][place])
            for clue in others(rules, state, place, luck_of):
                assert is_true(rules, int(state["system"]), clue) and rules.clues[clue][0] != rules.clues[dealt][0]
                assert (clue < rules.n_research) == (place < TOPICS) and rules.tables["clue_weight"][clue]
                titles = [rules.tables["clue_title"][int(state["clue"][k])] for k in range(TOPICS) if k != place]
                assert place >= TOPICS or rules.tables["clue_title"][clue] not in titles
                found.add(rules.clues[clue][0])
        assert is_true(rules, int(state["system"]), int(state["clue"][0]))
    assert len(found) > 6


def test_the_value_of_a_kind_is_found_again():
    """Results made up of the level of a game and of a kind: what was put in comes out, less the mean of the kinds."""
    rules, rng = plan_of().rules, np.random.default_rng(3)
    families = [clue[0] for clue in rules.clues[: rules.n_research]]
    kinds = list(dict.fromkeys(families))
    first = [families.index(kind) for kind in kinds]
    truth = dict(zip(kinds, np.linspace(-2, 2, len(kinds))))
    game = np.repeat(np.arange(200), len(kinds))
    clue = np.tile(first, 200)
    value = np.repeat(rng.normal(20, 9, 200), len(kinds)) + np.tile(list(truth.values()), 200) + rng.normal(0, 0.1, len(game))
    rows = {"game": game, "place": game * 0, "clue": clue, "turns": value, "end_time": value, "score": value}
    got = kinds_table(rows, rules).filter(pl.col("outcome") == "turns", pl.col("group") == "topic")
    for row in got.iter_rows(named=True):
        assert row["low"] - 0.05 < truth[row["name"]] < row["high"] + 0.05 and row["estimate"] == pytest.approx(
            truth[row["name"]], abs=0.05
        )


def test_equal_players_are_equal_without_a_handicap(tmp_path):
    found = handicap(["infogain[spread=0]", "infogain[spread=0]"], games=60, seed=2, out=tmp_path / "a", **QUIET)
    wins = found.frames["levels"].filter(pl.col("outcome") == "win_share")
    assert wins["facts"].to_list() == [0, 4, 8, 12] and wins["low"][0] < 0.5 < wins["high"][0] and wins["estimate"][3] > 0.5
    with pytest.raises(StudyError, match="expected two policies"):
        handicap(["infogain"], out=tmp_path / "b")
    with pytest.raises(StudyError, match="one level of those who are stronger"):
        handicap(["racer", "infogain"], levels="0,4", out=tmp_path / "b")


@pytest.mark.parametrize("shares, wanted", [
    ([0.1, 0.3, 0.5, 0.6], 8.0), ([0.1, 0.3, 0.7, 0.8], 6.0), ([0.6, 0.7, 0.8, 0.9], -np.inf), ([0.1, 0.2, 0.3, 0.4], np.inf),
    ([0.5, 0.6, 0.7, 0.8], 0.0),
])  # fmt: skip
def test_where_the_share_is_fair(shares, wanted):
    assert reached([0, 4, 8, 12], shares, 0.5) == pytest.approx(wanted)


def test_a_player_in_python_is_refused(tmp_path):
    plan = plan_of()
    with pytest.raises(StudyError, match="a player in Python"):
        Again(type("Plan", (), {"policies": [type("P", (), {"name": "mine"})()], "rules": plan.rules})())


def test_luck_and_ways_of_planet_x(tmp_path):
    found = luck(["survey-first", "racer"], games=80, game="planetx", out=tmp_path / "luck", **QUIET)
    assert found.asked["mode"] == "standard" and found.facts["deals"] == 20
    told = set(found.frames["apart"]["component"])
    assert told == {"sky", "clues", "sky x seat", "sky x skill"} and "the same sky and other clues" in render(
        [], studies=[found]
    )
    again = luck(["survey-first", "racer"], games=80, game="planetx", jobs=2, out=tmp_path / "two", **QUIET)
    assert all(again.frames[name].equals(found.frames[name]) for name in ("shares", "apart"))
    ways = strategies(["survey-first", "racer"], among=3, games=20, game="planetx", out=tmp_path / "ways", **QUIET)
    duel = ways.frames["duels"].row(0, named=True)
    plan = plan_of(seed=1, policies="survey-first,racer")
    seats = [
        play_games(plan.rules, players=2, seed=1, first=0, count=20, policies=list(plan.policies), assign=[order] * 20, levels=0)
        .seats["win_share"].reshape(20, 2)[:, order.index(0)] for order in ([0, 1], [1, 0])
    ]  # fmt: skip
    assert duel["estimate"] == pytest.approx(np.mean(seats)) and ways.frames["species"].height == 0


def test_clues_drawn_anew_are_true_of_the_same_sky():
    """They are others, and what is played with them is the game of the deal with nothing else changed."""
    plan = plan_of(policies="infogain,survey-first", players=2)
    assign = np.tile([0, 1], (12, 1))
    first, anew = plan.kind.results(plan, 0, 12, assign), plan.kind.redrawn(plan, 0, 12, assign)
    assert (first["score"] != anew["score"]).any() and np.allclose(anew["win_share"].sum(axis=1), 1)
    assert all(np.array_equal(anew[name], plan.kind.redrawn(plan, 0, 12, assign)[name]) for name in anew)
    again, setups = Again(plan), plan.setups(0, 12)
    for number in range(12):
        state, log = again.deal(number, setups[number])
        got = again.play(state, log, [0, 1])
        assert got["score"].tolist() == first["score"][number].tolist()
        changed = state.copy()
        changed["clue"] = clues_anew(plan, number, state)
        assert not np.array_equal(changed["clue"], state["clue"])
        assert all(is_true(plan.rules, int(state["system"]), int(clue)) for clue in changed["clue"] if clue != 255)
        assert again.play(changed, log, [0, 1])["score"].tolist() == anew["score"][number].tolist()


COMMANDS = {
    "facts": ["facts"],
    "topics": ["topics"],
    "handicap": ["handicap", "random", "infogain"],
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_commands_write_a_page_and_setis_are_told(words, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    common = ["--games", "12", "--players", "2", "--jobs", "1", "--out", "o"]
    assert main(["whatif", *words, "--game", "planetx", *common, "--report", "a.html"]) == 0
    out = capsys.readouterr().out
    assert "a.html: written" in out and "(n = " in out and "?" in (tmp_path / "a.html").read_text()
    assert main(["whatif", *words, "--game", "planetx", *common, "--json"]) == 0
    assert document(capsys.readouterr().out)["command"] == f"whatif {words[0]}"
    assert main(["whatif", *words, "--out", "p"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"seti-sim: whatif {words[0]}: SETI has no ") and err.count("\n") == 1


def test_f44_what_rests_on_few_games_stands_not_beside_what_rests_on_more():
    """F44: a topic that few skies allow has no row, no dot and no word; in a study of few games all things have their rows."""
    worth = pl.DataFrame({
        "outcome": ["win_share", "score"] * 3, "name": ["a"] * 2 + ["b"] * 2 + ["c"] * 2, "group": ["topic"] * 6,
        "estimate": [0.1, 1.0, 0.9, 9.0, 0.2, 2.0], "n": [100.0, 100.0, 4.0, 4.0, 90.0, 90.0], "kind": ["paired"] * 6,
        "changed": [0.2] * 6, "se": [0.01] * 6,
    }).with_columns(low=pl.col("estimate") - 0.05, high=pl.col("estimate") + 0.05, sim_low=pl.col("estimate") - 0.06,
                    sim_high=pl.col("estimate") + 0.06)  # fmt: skip
    few = worth.with_columns(n=pl.lit(12.0))
    for frame, names in ((worth, ["a", "c"]), (few, ["a", "b", "c"])):
        study = SimpleNamespace(frames={"worth": frame}, asked={"games": 100})
        (table,), (told, _) = Facts.tables(study), Facts.finding(study)
        assert table.labels == names and ("b +90.0" in told) == ("b" in names)
        assert set(_known(frame)["name"]) == set(names)
