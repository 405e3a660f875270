"""Runs of solo games: their tables against the same games watched position by position, what is asked for, the report."""

import re

import numpy as np
import polars as pl
import pytest
from command_line import cli, one_line  # noqa: F401

from seti_sim.core.errors import RunError
from seti_sim.report import render
from seti_sim.seti import Game
from seti_sim.seti import players as registry
from seti_sim.seti.analysis import solo
from seti_sim.seti.kind import SETI
from seti_sim.seti.pages import solo as told
from seti_sim.seti.rules.describe_solo import objective_words
from seti_sim.simulate import prepare, run
from seti_sim.simulate.again import plan_of, play_again
from seti_sim.tables import open_run

GAMES, LEVEL, SEED = 60, 4, 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A run of solo games, in three parts."""
    out = tmp_path_factory.mktemp("solo") / "run"
    plan = prepare(players=None, games=GAMES, policies="greedy", seed=SEED, species="balanced", solo=LEVEL)
    run(plan, out, chunk=25)
    return out


@pytest.fixture(scope="module")
def opened(folder):
    return open_run(folder)


@pytest.fixture(scope="module")
def watched(opened):
    """The first games again, as (position before, position after) of each action, the action and the game."""
    plan = plan_of(opened.config)
    found = []
    for number in range(4):
        game, whole, names = play_again(plan, number)
        positions = [game.to_json()]
        for code in whole.history:
            game.apply(code)
            positions.append(game.to_json())
        found.append((positions, whole, names))
    return found


def test_seats(opened, watched):
    seats = opened.seats.collect()
    assert seats.filter("is_rival").height == GAMES == seats.filter(pl.col("policy") == "rival").height
    assert opened.policies == ("greedy", "rival") and opened.config["solo"] == str(LEVEL) and opened.players == 2
    for number, (_, whole, names) in enumerate(watched):
        rows = seats.filter(pl.col("game_id") == number)
        assert rows["is_rival"].to_list() == [f"P{i}" == whole.rival for i in (1, 2)] == [name == "rival" for name in names]
        scores = whole.scores()
        assert rows["score"].to_list() == [scores[seat]["total"] for seat in ("P1", "P2")]
        assert rows["win_share"].to_list() == [scores[seat]["win_share"] for seat in ("P1", "P2")]


def test_equal_scores_are_a_loss():
    """SOL-173."""
    from seti_sim.stats.shares import win_shares

    shares = win_shares(np.array([[50, 50], [50, 50], [60, 50]]), np.array([0, 1, 0]))
    assert shares.tolist() == [[1, 0], [0, 1], [1, 0]]


def test_the_rivals_rounds(opened, watched):
    """Cards turned up, cards added and objectives by round, as the positions have them."""
    table = opened.rival.collect()
    assert table.height == GAMES * 5
    for number, (positions, whole, _) in enumerate(watched):
        rows = table.filter(pl.col("game_id") == number).sort("round")
        ends = [max(i for i, p in enumerate(positions) if p["round"] <= r) for r in range(1, 6)]
        ends[-1] = len(positions) - 1
        # The rival may have had turns of a round before the player's first one, so its cards are counted over the game.
        gone = len(positions[0]["solo"]["reserve"]) - len(positions[-1]["solo"]["reserve"])
        before = 10 - whole.rules.tree["solo"]["levels"][f"level-{LEVEL}"]["advanced"] - len(positions[0]["solo"]["reserve"])
        assert rows["cards_added"].sum() == gone + before
        given = [len(positions[min(end + 1, len(positions) - 1)]["solo"]["objectives"]["given_up"]) for end in ends]
        assert rows["given_up"].to_list() == [after - before for before, after in zip([0, *given], given)]
        # All cards that the rival has in the end came up in the last round, and none is left.
        assert rows["cards"][4] == len(positions[-1]["solo"]["deck"])
        done = rows.select(pl.sum_horizontal(pl.col("^did_.*$") - 0) - pl.col("did_replace")).to_series()
        assert done.to_list() == rows["cards"].to_list()


def test_objectives(opened, watched):
    table = opened.objectives.collect()
    assert not table.select(pl.struct("game_id", "objective").is_duplicated()).to_series().any()
    for number, (positions, whole, _) in enumerate(watched):
        rows = table.filter(pl.col("game_id") == number).with_columns(pl.col("objective").cast(pl.String))
        last = positions[-1]["solo"]["objectives"]
        seen = {name for p in positions for name in p["solo"]["objectives"]["open"] if name}
        assert seen <= set(rows["objective"])
        assert set(rows.filter(pl.col("round_given_up").is_not_null())["objective"]) == set(last["given_up"])
        done = {*last["given_up"], *last["completed"]}
        assert done <= set(rows.filter(pl.col("round_completed").is_not_null())["objective"])
        mine = whole.scores()["P1" if whole.rival == "P2" else "P2"]
        assert set(rows["score"]) == {mine["total"]} and set(rows["policy"].cast(pl.String)) == {"greedy"}
        # SOL-171: 5 points for each that is not completed, those in the stack included.
        rival = whole.scores()[whole.rival]["by_source"]
        total = sum(whole.rules.tree["solo"]["levels"][f"level-{LEVEL}"]["objectives"])
        left = total - rows["round_completed"].is_not_null().sum()
        assert rival.get("other", 0) >= 5 * left


def test_rows_do_not_depend_on_how_the_work_is_cut(opened, tmp_path):
    plan = prepare(players=1, games=40, policies=["greedy"], seed=SEED, species="balanced", solo=str(LEVEL))
    run(plan, tmp_path / "run", chunk=40)
    other = open_run(tmp_path / "run")
    for name in ("games", "seats", "rival", "objectives"):
        first = getattr(opened, name).filter(pl.col("game_id") < 40).collect()
        assert first.equals(getattr(other, name).collect()), name


def test_the_level_is_part_of_what_a_run_is(folder):
    for other in ({"solo": 3}, {}):
        plan = prepare(players=None if other else 2, games=GAMES, policies="greedy", seed=SEED, species="balanced", **other)
        with pytest.raises(RunError, match="holds a different run"):
            run(plan, folder)


def test_other_runs_have_no_such_tables(tmp_path):
    run(prepare(players=2, games=2, policies="random"), tmp_path / "two")
    two = open_run(tmp_path / "two")
    assert "is_rival" not in two.seats.collect_schema().names() and not hasattr(two, "rival")
    assert {file.name for file in (tmp_path / "two").iterdir() if file.is_dir()} == set(
        SETI.tables_for(two.config["categories"])
    )


def test_estimates(opened):
    """The win rate, scores and effects are those that the rows give by hand."""
    seats = opened.seats.collect()
    mine, rival = seats.filter(~pl.col("is_rival")), seats.filter("is_rival")
    margin = (mine["score"] - rival["score"]).to_numpy().astype(float)
    got = {row["measure"]: row for row in solo.outcome(opened).iter_rows(named=True)}
    assert got["win_share"]["estimate"] == pytest.approx((margin > 0).mean()) and got["win_share"]["n"] == GAMES
    assert got["margin"]["estimate"] == pytest.approx(margin.mean())
    assert got["margin"]["low"] < margin.mean() < got["margin"]["high"]
    first = (mine["seat"] == 1).to_numpy()
    assert solo.start_difference(opened)[0]["estimate"] == pytest.approx(margin[first].mean() - margin[~first].mean())
    games = opened.games.collect()
    for row in solo.by_species(opened).iter_rows(named=True):
        there = ((games["species_left"] == row["species"]) | (games["species_right"] == row["species"])).to_numpy()
        assert row["estimate"] == pytest.approx(margin[there].mean() - margin[~there].mean())
        assert row["n"] == there.sum() == GAMES * 2 / 5 and row["kind"] == "randomised"
    came = (
        opened.objectives.collect().group_by("objective").agg(n=pl.len(), share=pl.col("round_completed").is_not_null().mean())
    )
    found = solo.objectives(opened).filter(pl.col("measure") == "completed").sort("objective")
    assert found["n"].to_list() == came.sort("objective")["n"].to_list()
    assert found["estimate"].to_list() == pytest.approx(came.sort("objective")["share"].to_list())


def test_steps_that_are_not_harder():
    frame = pl.DataFrame({"policy": ["a"] * 3 + ["b"] * 2, "level": [1, 2, 3, 1, 2], "measure": ["margin"] * 5,
                          "estimate": [30.0, 10.0, 9.0, 0.0, 5.0], "se": [1.0] * 5})  # fmt: skip
    assert solo.not_harder(frame) == [("a", 2, 3), ("b", 1, 2)]


def test_the_report(opened):
    """Its questions about the rival are answered, and no check fails."""
    found = {section.anchor: section for section in told.sections(opened)}
    assert {"checks", "solo", "solo-start", "solo-species", "solo-objectives", "rival"} <= set(found)
    assert found["checks"].answer == "Yes, all checks hold."
    text = render(opened)
    assert "greedy against the rival of level 4" in text and "seti-sim play --solo --level 4 --policy greedy" in text
    assert "fair share" not in text and f"seti-sim run --players 1 --games {GAMES}" in text


def test_objectives_in_words():
    tasks = [[{"event": "launch"}], [{"state": "publicity", "n": 9}]]
    assert objective_words({"tasks": tasks}) == "launch; reach 9 publicity"
    for entry in prepare(players=None, games=1, solo=1).rules.tree["solo"]["objectives"].values():
        assert re.fullmatch(r"[A-Za-z0-9 ;]+", objective_words(entry))


def test_several_levels_in_one_command(cli, tmp_path):
    code, out, err = cli("run", "--solo", "--level", "1,2", "--policy", "random", "--games", "4", "--out", "a", "--jobs", "1")
    assert code == 0 and "a/level-1: 4 games" in out and "a/level-2: 4 games" in out
    assert [open_run(f"a/level-{n}").config["solo"] for n in (1, 2)] == ["1", "2"]
    assert not open_run("a/level-1").objectives.collect().height and open_run("a/level-2").objectives.collect().height
    assert "How hard is each level?" in render([open_run(f"a/level-{n}") for n in (1, 2)])


@pytest.mark.parametrize("args, words", [
    (("--solo", "--level", "6"), "level 6: expected 1 to 5"), (("--level", "2"), "level 2: expected with solo only"),
    (("--solo", "--players", "3"), "players 3: expected 1 or nothing in solo games"),
    (("--solo", "--level", "1,1"), "expected different ones"), (("--solo", "--level", "1,x"), "level x: expected 1 to 5"),
    (("--solo", "--policy", "greedy,random"), "2 policies for a solo game")])  # fmt: skip
def test_bad_input(cli, args, words):
    code, out, err = cli("run", *args, "--games", "2", "--out", "b")
    assert code == 2 and words in err and one_line(err)


def test_a_solo_game_plays_as_greedy_sees_it():
    """An open objective changes what greedy does: with "orbit" open it orbits where it would not otherwise."""
    rules = prepare(players=None, games=1, solo=2).rules
    greedy = registry.get("greedy")
    changed = 0
    for seed in range(12):
        start = Game.new(rules, seed=seed, solo=True, level=2)
        other = start.to_json()
        other["solo"]["objectives"] |= {"open": ["objective-3-05"], "stack": [], "marked": {}}
        other = Game.from_json(rules, other)
        plain = Game.new(rules, seed=seed, solo=True, level=1)
        for game in (other, plain):
            while not game.is_over:
                game.apply(greedy.choose(game))
        orbits = [sum(str(game.action(code)).startswith("orbit") for code in game.history) for game in (other, plain)]
        changed += (orbits[0] > 0) - (orbits[1] > 0)
    assert changed > 0


def test_an_objective_of_the_final_scoring_is_of_the_last_round():
    """The scoring of a weak player reaches the threshold of 16 points (SOL-141), in the last game of a batch, too."""
    plan = prepare(players=None, games=100, policies="random", seed=21, species="balanced", solo=4)
    batch = SETI.play(plan, 0, 35)
    frames = SETI.frames(plan, batch)
    rival, tiles = frames["rival"], frames["objectives"]
    late = tiles.filter(pl.col("round_completed") == 6)
    assert late["game_id"].to_list() == [8, 14, 34] and rival["round"].max() == 5 and rival.height == 35 * 5
    assert rival["completed"].sum() == tiles["round_completed"].is_not_null().sum()
    assert rival.filter((pl.col("game_id") == 34) & (pl.col("round") == 5))["completed"].item() >= 1
