"""Runs of The Search for Planet X: who has which facts where, tables against games told line by line, what the page
says.
"""

import re
from collections import Counter
from itertools import permutations

import numpy as np
import polars as pl
import pytest

from seti_sim.analysis.seats import by_policy
from seti_sim.cli import main
from seti_sim.planetx import analysis, notation
from seti_sim.planetx.tables import FATES, OBJECTS, PLACES, clue_names
from seti_sim.report import render
from seti_sim.simulate import prepare, run
from seti_sim.simulate.again import play_again
from seti_sim.tables import open_run

LETTERS = dict(zip("ACDGE", OBJECTS, strict=False))


def made(folder, **asked):
    """A run of few games, opened, with its plan."""
    import io

    plan = prepare(game="planetx", **asked)
    run(plan, folder, chunk=64, stream=io.StringIO())
    return open_run(folder), plan


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """96 standard games of three players with 0, 4 and 12 facts and two policies."""
    folder = tmp_path_factory.mktemp("levels") / "run"
    return made(folder, players=3, games=96, levels="0,4,12", policies="infogain,racer,infogain", seed=5)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return made(tmp_path_factory.mktemp("alone") / "run", players=1, games=60, policies="infogain", seed=5)


# ------------------------------------------------------------------------------------------ plans
def test_every_order_of_the_levels_meets_every_rotation_of_the_policies():
    plan = prepare(game="planetx", players=4, games=1, levels="0,4,8,12", policies="infogain,racer,random,survey-first")
    assert plan.block == 24 * 4 and plan.block_words == "rotations and orders of the levels"
    seated, facts = plan.assign(0, 192), plan.setups(0, 192)
    met = Counter(map(tuple, np.hstack([seated, facts])[:96].tolist()))
    assert set(met.values()) == {1} and {row[4:] for row in met} == set(permutations((0, 4, 8, 12)))
    assert np.array_equal(facts[50:130], plan.setups(50, 80))
    two = prepare(game="planetx", players=4, games=1, levels="8,0,0,0")
    assert two.block == 4 and two.options["levels"] == "8,0,0,0"
    fixed = prepare(game="planetx", players=2, games=1, levels="12,0", seating="fixed")
    assert fixed.setups(3, 2).tolist() == [[12, 0]] * 2


def test_identity_of_a_run():
    def identity(**asked):
        return prepare(game="planetx", **({"players": 2, "games": 1} | asked)).identity

    same = identity()
    assert same == identity(mode="standard", levels="genius", arrangements="app", games=9) == identity(levels="0, 0")
    assert identity(levels="youth,0") == identity(levels="12,genius")
    others = [
        identity(mode="expert"),
        identity(levels="4"),
        identity(levels="0,4"),
        identity(arrangements="uniform"),
        identity(players=3),
        identity(seed=2),
        identity(policies="racer"),
    ]
    assert len({same, *others}) == 8


def test_rows_do_not_depend_on_the_parts(levels, tmp_path):
    there, plan = levels
    again, _ = made(tmp_path / "run", players=3, games=40, levels="0,4,12", policies="infogain,racer,infogain", seed=5)
    for name in there.kind.tables:
        few = getattr(there, name).filter(pl.col("game_id") < 40).collect()
        assert few.equals(getattr(again, name).collect()), name


# ------------------------------------------------------------------------------------------ tables
@pytest.mark.parametrize("which", ["levels", "alone"])
def test_tables_say_what_was_played(which, request):
    """Games played again, action by action: facts, actions with their answers, theories, rules told and points."""
    opened, plan = request.getfixturevalue(which)
    frames = {name: getattr(opened, name).collect() for name in opened.kind.tables}
    clues = list(clue_names(plan.rules))
    for number in range(0, opened.n_games, 7):
        start, whole, names = play_again(plan, number)
        rows = {name: frame.filter(pl.col("game_id") == number) for name, frame in frames.items()}
        game = rows["games"].row(0, named=True)
        assert game["arrangement"] == whole.system and whole.system[game["x_sector"] - 1] == "X"
        scores = whole.scores()
        for seat, row in zip(scores, rows["seats"].iter_rows(named=True), strict=True):
            points = scores[seat]
            assert (row["score"], row["points_locate"], row["points_first"]) == (
                points["total"],
                points["locate"],
                points["first"],
            )
            assert [row[f"points_{name}"] for name in ("asteroid", "comet", "dwarf", "gas")] == list(
                points["theories"].values()
            )
            assert row["win_share"] == pytest.approx(points["win_share"])
            assert (row["policy"] or "bot") == names[row["seat"] - 1]
            if row["policy"]:
                assert row["level"] == start.levels[row["seat"] - 1]
        assert game["best_score"] == max(s["total"] for s in scores.values())
        _compare_lines(start, whole, rows, clues)


def _compare_lines(start, whole, rows, clues):
    """The four actions of the players, in order, with what the app said."""
    told, again = [], start.clone()
    for code in whole.history:
        word, a, b, c = notation.parts(code)
        seat, answer = again.seat_number(again.to_move) + 1, again.core.answer(code) if 0 < code >> 24 < 5 else None
        if word == "survey":
            size = (c - b) % again.rules.sectors + 1
            told.append((seat, word, OBJECTS[a], b + 1, size, None, answer, None))
        elif word == "target":
            told.append((seat, word, None, a + 1, None, None, None, OBJECTS[answer]))
        elif word == "research":
            told.append((seat, word, None, None, None, PLACES[a], None, None))
        elif word == "locate":
            told.append((seat, word, None, a + 1, None, None, answer, None))
        again.apply(code)
    people = rows["actions"].filter(pl.col("policy").is_not_null())
    columns = ("seat", "kind", "object", "sector", "size", "topic", "found", "seen")
    assert people.select(columns).rows() == told
    read = rows["research"].filter(pl.col("policy").is_not_null() & ~pl.col("place").cast(pl.String).str.starts_with("X"))
    assert read["place"].to_list() == [row[5] for row in told if row[1] == "research"]
    offered = dict(rows["clues"].select("place", "clue").iter_rows())
    assert all(offered[place] == clue for place, clue in rows["research"].select("place", "clue").iter_rows())
    assert set(offered.values()) <= set(clues)
    hidden = whole.system
    for seat, sector, what, fate, right in rows["theories"].select("seat", "sector", "object", "fate", "right").iter_rows():
        assert right == (LETTERS.get(hidden[sector - 1]) == what) and fate in FATES
        assert right == (fate in ("confirmed", "right-at-end")), (seat, sector)


def test_tables_hold_together(levels, alone):
    for opened, _ in (levels, alone):
        seats, theories = opened.seats.collect(), opened.theories.collect()
        points = seats.select(pl.sum_horizontal(pl.selectors.starts_with("points_")))[:, 0]
        assert (points == seats["score"]).all()
        per = theories.group_by("game_id", "seat").agg(points=pl.col("points").sum(), right=pl.col("right").sum(), n=pl.len())
        joined = seats.join(per, on=["game_id", "seat"], how="left").fill_null(0)
        assert (joined["points"] + joined["points_locate"] == joined["score"]).all()
        assert (joined["right"] == joined["theories_right"]).all() and (joined["n"] == joined["theories"]).all()
        acts = (
            opened.actions.collect()
            .group_by("game_id", "seat")
            .agg(*(pl.col("kind").eq(name).sum().alias(f"n_{name}") for name in ("survey", "target", "research", "locate")))
        )
        joined = seats.join(acts, on=["game_id", "seat"], how="left").fill_null(0)
        for name, column in (
            ("survey", "surveys"),
            ("target", "targets"),
            ("research", "researches"),
            ("locate", "locates"),
        ):
            assert (joined[f"n_{name}"] == joined[column]).all(), name
        assert (opened.actions.filter(pl.col("after") > pl.col("before")).collect().height) == 0
    bot = alone[0].seats.filter(pl.col("seat") == 2).collect()
    assert bot["policy"].is_null().all() and bot["possible"].is_null().all()


# ------------------------------------------------------------------------------------------ estimators
def test_the_worth_of_a_fact_is_the_slope_within_games(levels):
    opened, _ = levels
    seats = opened.seats.collect()
    score, level = (seats[name].to_numpy().reshape(-1, 3).astype(float) for name in ("score", "level"))
    game = np.repeat(np.arange(len(score)), 3)
    design = np.column_stack([level.ravel(), game[:, None] == np.arange(len(score))[None, :]])
    slope = np.linalg.lstsq(design, score.ravel(), rcond=None)[0][0]
    worth = analysis.fact_worth(opened).filter(pl.col("measure") == "score")
    assert worth["step"].to_list() == ["all", "0 to 4", "4 to 12"]
    assert worth["estimate"][0] == pytest.approx(slope) and worth["low"][0] < slope < worth["high"][0]
    by = [score[level == facts].mean() for facts in (0, 4, 12)]
    assert worth["estimate"][2] == pytest.approx((by[2] - by[1]) / 8)
    means = analysis.by_level(opened).filter(pl.col("measure") == "score")
    assert means["estimate"].to_list() == pytest.approx(by) and set(means["kind"]) == {"randomised"}
    lead = score.mean(axis=0) - score.mean()
    assert analysis.seats_in_facts(opened)["estimate"].to_list() == pytest.approx((-lead / slope).tolist())


@pytest.mark.parametrize("which", ["levels", "alone"])
def test_waiting_is_counted_from_who_has_each_turn(which, request):
    """The bot's turns are waited for, and it waits for nobody; all turns of a game are there, each once."""
    opened, _ = request.getfixturevalue(which)
    rows = opened.actions.filter(pl.col("cost") > 0).sort("game_id", "turn").collect()
    waits = []
    for (game,), part in rows.group_by("game_id"):
        order = part["seat"].to_list()
        assert len(order) == opened.games.filter(pl.col("game_id") == game).collect()["turns"][0]
        for seat in {row["seat"] for row in part.iter_rows(named=True) if row["policy"] is not None}:
            mine = [i for i, one in enumerate(order) if one == seat]
            waits += [b - a - 1 for a, b in zip(mine, mine[1:])]
    found = {row["measure"]: row for row in analysis.waiting(opened).iter_rows(named=True)}
    assert found["wait"]["estimate"] == pytest.approx(np.mean(waits)) and found["wait"]["n"] == len(waits)
    assert found["again"]["estimate"] == pytest.approx(np.mean([wait == 0 for wait in waits]))


def test_what_the_rules_fix_is_a_constant(levels, alone, tmp_path):
    """One policy or level at all seats wins one game a game and locates first once a game; a player alone can do otherwise,
    but shares no win with the bot."""
    same, _ = made(tmp_path / "run", players=2, games=64, policies="infogain", seed=5)

    def constants(frame):
        rows = frame.filter(pl.col("kind") == "constant")
        assert rows["low"].is_nan().all() and rows["high"].is_nan().all() and (rows["se"] == 0).all()
        return dict(rows.select("measure", "estimate").iter_rows())

    assert constants(analysis.by_level(same)) == {"win_share": 0.5, "finder": 0.5}
    assert constants(by_policy(same)) == {"win_share": 0.5} and constants(analysis.pace(same)) == {}
    for opened in (levels[0], alone[0]):
        assert constants(analysis.by_level(opened)) == constants(by_policy(opened)) == {}
    assert constants(analysis.pace(alone[0])) == {"shared_win": 0}
    share = by_policy(alone[0]).filter(pl.col("measure") == "win_share")
    assert (share["low"] < share["estimate"]).all() and (share["estimate"] < share["high"]).all()


def test_facts_that_make_up_for_a_seat_have_no_bounds_where_a_fact_may_be_worth_nothing():
    """Intervals of chosen games alone would hold less often than they say, so there is one always, with open ends."""
    got = analysis.in_facts(np.array([0.5, 0.5, np.nan]), np.array([0.2, 0.2, np.nan]), np.array([1.0, 0.3, 1.0]), 0.2, 200)
    assert np.isfinite([got.low[0], got.high[0]]).all() and got.low[0] < -0.5 < got.high[0]
    assert (got.low[1], got.high[1]) == (-np.inf, np.inf) and np.isnan([got.low[2], got.high[2]]).all()


def test_bits_and_reading(levels):
    opened, _ = levels
    rows = opened.research.collect()
    topics = rows.filter(~pl.col("place").cast(pl.String).str.starts_with("X"))
    bits = np.log2(topics["before"].to_numpy() / topics["after"].to_numpy())
    told = analysis.bits_of_rules(opened, "place").filter(pl.col("measure") == "bits")
    for place, estimate, n in told.select("place", "estimate", "n").iter_rows():
        mine = bits[(topics["place"] == place).to_numpy()]
        assert estimate == pytest.approx(mine.mean()) and n == len(mine)
    assert set(analysis.bits_of_rules(opened, "place", conferences=True)["place"]) == {"X1"}
    parts = dict(analysis.parts_of(opened).select("clue", "family").iter_rows())
    assert {re.sub(r"(conference-)?([a-z]+-[a-z]+(-[a-z]+)?).*", r"\2", clue) for clue in parts} == set(parts.values())
    share = analysis.read_share(opened, "title")
    offers = opened.clues.filter(pl.col("place") != "X1").collect().height * 3
    assert share["n"].sum() == offers
    assert float((share["estimate"] * share["n"]).sum()) == pytest.approx(topics.unique(["game_id", "seat", "place"]).height)


def test_information_is_counted_by_time(levels):
    opened, _ = levels
    acts = opened.actions.filter(pl.col("kind") == "target", pl.col("cost") > 0).collect()
    bits = np.log2(acts["before"].to_numpy() / acts["after"].to_numpy())
    found = analysis.information(opened).filter(pl.col("action") == "target")
    got = dict(found.select("measure", "estimate").iter_rows())
    assert got["bits"] == pytest.approx(bits.mean()) and got["rate"] == pytest.approx(bits.sum() / acts["cost"].sum())


def test_alone_the_player_and_the_bot_share_the_games(alone):
    frame = analysis.against_bot(alone[0])
    for measure in ("win_share", "finder"):
        assert frame.filter(pl.col("measure") == measure)["estimate"].sum() == pytest.approx(1)
    seats = alone[0].seats.collect()
    assert frame.filter(pl.col("measure") == "score")["estimate"].to_list() == pytest.approx(
        [seats.filter(pl.col("seat") == seat)["score"].mean() for seat in (2, 1)]
    )


# ------------------------------------------------------------------------------------------ pages
@pytest.mark.usefixtures("undrawn")
def test_pages(levels, alone, tmp_path):
    expert, _ = made(tmp_path / "expert", players=2, games=6, mode="expert", policies="survey-first")
    text = render([levels[0], alone[0], expert])
    assert "162 games of The Search for Planet X" in text
    for question in (
        "What is a starting fact worth?",
        "How good are theories?",
        "What is a research topic worth?",
        "What is a conference worth?",
        "Who wins, the player or the bot?",
        "Which policy wins?",
        "What do mode, number of players and policy change?",
        "What does a game look like?",
    ):
        assert question in text, question
    assert "nan" not in re.sub(r"<svg.*?</svg>|<script.*?</script>", "", text, flags=re.S).lower().replace("finance", "")
    assert "P1 survey" in text and render([levels[0], alone[0], expert]) == text


def side_by_side(runs):
    """The section, its table's labels and columns {title: texts}, and what is said below its chart."""
    section = runs[0].kind.together(runs)[0]
    figure, table = section.blocks
    return table.labels, {column.title: [cell.value for cell in column.cells] for column in table.columns}, figure.reading


def test_f08_wins_are_told_of_solo_runs_only(tmp_path, alone):
    """F08: players of several share one win in every game, so their mean share is no finding; the seats are, side by side."""
    runs = [made(tmp_path / str(n), players=n, games=24, policies="infogain", seed=5)[0] for n in (2, 3, 4)]
    _, columns, _ = side_by_side(runs)
    assert "mean score of a player" in columns and not any("win" in title and "winner" not in title for title in columns)
    sections = runs[0].kind.together(runs)
    assert [section.anchor for section in sections] == ["side-by-side", "first-player"]
    seats = sections[1].blocks[1]
    assert seats.labels == [f"Seat {seat} of {n}" for n in (2, 3, 4) for seat in range(1, n + 1)]
    _, columns, _ = side_by_side([*runs, alone[0]])
    wins = alone[0].seats.filter(pl.col("seat") == 1).collect()["win_share"].mean()
    assert columns["wins against the bot"] == ["–"] * 3 + [f"{100 * wins:.1f}\u00a0%"]
    assert len(alone[0].kind.together([alone[0], runs[0]])) == 1, "the seats of one run are no comparison"


def test_f09_what_runs_have_in_common_is_said_where_it_is_so(tmp_path):
    """F09: the same skies only of one mode, seed, way of drawing and rules; the variant of a run is named."""
    asked = {"players": 2, "games": 6, "policies": "infogain"}
    cheap = tmp_path / "cheap.toml"
    cheap.write_text("[actions]\ntarget_cost = 3\n", encoding="utf-8")
    app, uniform, other, varied, racer = (
        made(tmp_path / name, **(asked | more))[0] for name, more in (
            ("app", {}), ("uniform", {"arrangements": "uniform"}), ("seed", {"seed": 2}),
            ("varied", {"variant": str(cheap)}), ("racer", {"policies": "racer"}),
        )
    )  # fmt: skip
    same = "the same skies, rules told and facts, game by game"
    for runs, said in (([app, uniform], False), ([app, other], False), ([app, varied], False), ([app, racer], True)):
        assert (same in side_by_side(runs)[2].lower()) == said
    games = [run.games.collect()["arrangement"].to_list() for run in (app, racer, uniform)]
    assert games[0] == games[1] != games[2]
    labels, _, reading = side_by_side([app, varied, racer])
    everywhere = "in every seat"
    assert labels == [f"printed rules, infogain {everywhere}", f"variant cheap.toml, infogain {everywhere}",
                      f"printed rules, racer {everywhere}"]  # fmt: skip
    assert reading.endswith(f"The same skies, rules told and facts, game by game: {labels[0]}; {labels[2]}.")


def test_commands(tmp_path, capsys):
    out = tmp_path / "runs"
    assert main(["run", "--game", "planetx", "--players", "1,2", "--games", "6", "--jobs", "1", "--out", str(out)]) == 0
    assert sorted(folder.name for folder in out.iterdir()) == ["1-players", "2-players"]
    assert main(["info", str(out)]) == 0 and "arrangements" in capsys.readouterr().out
    command = open_run(out / "1-players").config["command"]
    assert "--game planetx --players 1" in command and "--mode" not in command
    assert (
        main(
            [
                "bench",
                "--game",
                "planetx",
                "--policy",
                "infogain",
                "--players",
                "2",
                "--seconds",
                "0.05",
                "--repetitions",
                "1",
            ]
        )
        == 0
    )
    assert re.search(r"infogain +2 ", capsys.readouterr().out)


def test_the_page_about_tables_is_that_of_the_schema():
    from pathlib import Path

    from seti_sim.tables.page import markdown

    page = Path(__file__).resolve().parents[2] / "docs" / "planetx-tables.md"
    made_by = "not current: run `python -m seti_sim.tables.page planetx > docs/planetx-tables.md`"
    assert page.read_text(encoding="utf-8") == markdown("planetx"), made_by
