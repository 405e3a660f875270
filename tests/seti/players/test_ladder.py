"""The ladder: everybody from every seat, who is stronger, honestly at the edges; told as Markdown and in the report."""

import io
import itertools
import json
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from command_line import faults

from seti_sim.cli import main
from seti_sim.core.amounts import both, rounded
from seti_sim.core.errors import PlayerError
from seti_sim.report import render
from seti_sim.report.documents import as_text, of_study
from seti_sim.report.ladder import _more, rating
from seti_sim.seti.players import get, names
from seti_sim.seti.players.clock import with_time
from seti_sim.seti.rules import RuleSet
from seti_sim.simulate import prepare
from seti_sim.stats.rating import ratings, share
from seti_sim.studies import load
from seti_sim.studies.ladder import Ladder, play_ladder, prepare_ladder, steps
from seti_sim.studies.store import Study, StudyError

SLOW = "lookahead[nodes=30]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small ladder from the command line: personas, and a slow player with fewer games."""
    out = tmp_path_factory.mktemp("ladder")
    players = f"random,explorer,greedy,{SLOW}"
    command = ["ladder", "--policy", players, "--games", "80", "--tables", "20", "--games-of", "lookahead=2", "--jobs", "1"]
    assert main([*command, "--seed", "5", "--out", str(out)]) == 0
    return out


def test_what_is_told(folder):
    """Ratings, steps with intervals, points by source that add up, speed, and the games that each rests on."""
    study = load(folder)
    told = json.loads(as_text("ladder", of_study(study)))
    (first, *_), n = told["frames"]["players"], {row["name"]: row["n"] for row in told["frames"]["players"]}
    assert not faults(told) and (first["score"]["n"], first["first"]["n"], first["kind"]) == (20, 80, "randomised")
    assert n == {"random": 200, "explorer": 200, "greedy": 200, SLOW: 120}
    players = {row["name"]: row for row in study.frames["players"].iter_rows(named=True)}
    assert list(players) == ["random", "explorer", "greedy", SLOW] and players["greedy"]["estimate"] == 0
    assert players["random"]["high"] < -300 < players["explorer"]["low"] < players["explorer"]["high"]
    assert [row["tables"] for row in players.values()] == [20, 20, 20, 2]
    assert [row["mirror"] for row in players.values()] == [80, 80, 80, 40]
    assert all(row["speed"] > 0 and row["score_low"] < row["score"] < row["score_high"] for row in players.values())
    games = {(row["name"], row["against"]): row["games"] for row in study.frames["pairings"].iter_rows(named=True)}
    assert games == {(b, a): 40 if b == SLOW else 80 for a, b in itertools.combinations(players, 2)}
    for name, row in players.items():
        points = study.frames["points"].filter(player=name)
        assert points["estimate"].sum() == pytest.approx(row["score"], abs=0.01)
        assert (points["low"].fill_nan(None) <= points["estimate"]).all() and study.frames["actions"].filter(
            player=name
        ).height > 10
        played = dict(study.frames["shape"].filter(player=name).select("measure", "estimate").iter_rows())
        done = dict(study.frames["actions"].filter(player=name).select("action", "estimate").iter_rows())
        assert played["score"] == pytest.approx(row["score"]) and played["winner"] == pytest.approx(row["winner"])
        main = sum(done[kind] for kind in ("launch", "orbit", "land", "scan", "analyze", "play", "research"))
        assert sum(played[f"main_{r}"] for r in range(1, 6)) == pytest.approx(main)
        assert played["turns"] == pytest.approx((main + done["pass"]) / 5) and "delivered" in played
        assert row["winner_low"] < row["winner"] < row["winner_high"]
    text = (folder / "ladder.md").read_text()
    assert "| capsules delivered, where Mascamites are in play |" in text and "| good players |" in text
    rungs = [row[:2] for row in steps(study).rows()]
    assert rungs == [("greedy", "random"), (SLOW, "greedy"), ("greedy", "explorer")]  # a persona is no rung
    assert all(f"| {name} against {against} |" in text for name, against in rungs)
    assert "<svg" in (folder / "ladder.svg").read_text()


def test_it_goes_into_the_report(folder):
    text = render([], studies=[load(folder)])
    for words in (
        "How strong is each player?",
        "Ratings with their intervals",
        "against explorer",
        "gold tiles",
        "orbits and landings",
        "good players",
        SLOW,
    ):
        assert words in text, words
    assert f"at most 2 of {SLOW}" in text
    assert "of 3 steps are clear of 50" in text and f"Games of {SLOW} alone agree, as far as these games tell," in text


def test_what_the_strongest_has_more_of(folder):
    """Differences of means of separate games by source, clear of 0 with all sources compared."""
    study = load(folder)
    more = _more(study, "greedy", "random")
    for source, got in more.items():
        rows = study.frames["points"].filter(source=source)
        one, other = (rows.filter(player=name).row(0, named=True) for name in ("greedy", "random"))
        assert got["estimate"] == pytest.approx(one["estimate"] - other["estimate"])
        assert got["se"] == pytest.approx(np.hypot(one["se"], other["se"])) and not got["low"] > got["estimate"]
    assert more["gold"]["low"] > 10 > more["start"]["estimate"] == 0


def alike(one, two):
    """Two ladders played the same games."""
    duels = all(np.array_equal(one.duels[who], two.duels[who]) for who in one.duels | two.duels)
    tables = [(one.tables[i], two.tables[i]) for i in one.tables]
    return duels and all(a.keys() == b.keys() and all(np.array_equal(a[k], b[k]) for k in a) for a, b in tables)


def test_jobs_make_no_difference():
    asked = prepare_ladder(("random", "observer"), games=40, tables=20)
    one, two = (play_ladder(asked, jobs=jobs) for jobs in (1, 2))
    assert alike(one, two) and set(one.tables[0]) > {"score", "points_gold", "actions", "sums turns"}


def test_seats_are_exchanged_with_everything_else_the_same():
    """In a block the second game is the first one with the seats exchanged; a mirror's is played once. All pairs of species
    come equally often."""
    found = play_ladder(prepare_ladder(("random", "greedy"), games=40, tables=2, seed=9))
    assert found.duels[(0, 1)].shape == (20, 2, 2) and found.duels[(1, 1)].shape == (40, 1, 2)
    for turn, order in enumerate((("random", "greedy"), ("greedy", "random"))):
        plan = prepare(players=2, games=20, policies=order, seed=9, seating="fixed", species="balanced")
        batch = plan.kind.play(plan, 0, 20)
        expected = batch.seats["win_share"].reshape(20, 2)[:, :: 1 if turn == 0 else -1]
        assert np.array_equal(found.duels[(0, 1)][:, turn], expected)
        assert len(set(zip(*(batch.games[f"species_{slot}"].tolist() for slot in ("left", "right")), strict=True))) == 20


@pytest.mark.parametrize(
    "options, words",
    [
        (["--policy", "greedy,greedy"], "ladder greedy,greedy: expected at least two different players"),
        (["--policy", "greedy"], "expected at least two different players"),
        (["--games-of", "mcts=40"], "games-of mcts=40: expected NAME=GAMES, one of random, greedy"),
        (["--games-of", "greedy=few"], "games-of greedy=few: expected NAME=GAMES"),
        (["--time-budget", "1"], "time budget 1: expected mcts among the policies, not only random, greedy"),
        (["--games", "0"], "games 0"),
        (["--policy", "greedy,bservr"], "did you mean observer?"),
    ],
)
def test_a_ladder_that_cannot_be(options, words, capsys):
    assert main(["ladder", *(() if "--policy" in options else ("--policy", "random,greedy")), *options]) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1


# ---------------------------------------------------------------------- who never won, or never lost
def played(wins):
    """A ladder of made-up games: wins[i, j] games that i won of j, in blocks of two."""
    n, duels = len(wins), {}
    for i, j in itertools.combinations(range(n), 2):
        first = np.r_[np.ones(wins[i][j], int), np.zeros(wins[j][i], int)]
        first = np.random.default_rng(0).permutation(first).reshape(-1, 2) if len(first) else np.zeros((0, 2), int)
        if len(first):
            duels[i, j] = np.stack([first, 1 - first], axis=2)
    return SimpleNamespace(names=("random", "greedy", "other")[:n], duels=duels)


def by_name(wins):
    return {row["name"]: (row["estimate"], row["low"], row["high"]) for row in ratings(played(wins), rounds=60)}


@pytest.mark.parametrize("games", [40, 200, 400])
def test_f07_who_never_won_has_one_end_of_an_interval(games):
    """F07: no game says how much weaker; the most that agrees with no win is Clopper and Pearson's, blocks the unit."""
    estimate, low, high = by_name([[0, 0], [games, 0]])["random"]
    assert (estimate, low) == (-np.inf, -np.inf)
    share = 1 - 0.025 ** (2 / games)
    assert high == pytest.approx(400 * np.log10(share / (1 - share)))
    estimate, low, high = by_name([[0, games], [0, 0]])["random"]
    assert (estimate, high) == (np.inf, np.inf) and low == pytest.approx(-400 * np.log10(share / (1 - share)))


def test_f07_intervals_of_one_thing_overlap_however_many_games():
    highs = [by_name([[0, 0], [games, 0]])["random"][2] for games in (40, 200, 400, 4000)]
    assert highs == sorted(highs, reverse=True)  # all begin at -inf, so each holds all that the longer ones do


def test_f07_one_win_leaves_the_end_open_and_many_do_not():
    """A bootstrap draw without a win is as far as can be, not left out; with 100 wins there is none."""
    estimate, low, high = by_name([[0, 1], [399, 0]])["random"]
    assert np.isfinite(estimate) and low == -np.inf and estimate < high < -500
    assert all(np.isfinite(by_name([[0, 100], [300, 0]])["random"]))


def test_f07_beyond_others_and_out_of_reach():
    """Who won of nobody but of one who never won is below the rest as well; who met nobody has no rating."""
    got = by_name([[0, 0, 20], [40, 0, 40], [20, 0, 0]])
    assert got["random"][:2] == got["other"][:2] == (-np.inf, -np.inf) and np.isfinite(got["other"][2])
    estimate, low, high = by_name([[0, 10, 0], [30, 0, 0], [0, 0, 0]])["other"]
    assert np.isnan(estimate) and (low, high) == (-np.inf, np.inf)


def test_f07_open_ends_are_kept_in_the_study_and_told_in_words(tmp_path):
    """-inf and inf go through the file; the text says the end that there is."""
    rows = {name: dict(zip(("estimate", "low", "high"), ends, strict=True)) for name, ends in {
        "below": (-np.inf, -np.inf, -631.2), "above": (np.inf, 631.2, np.inf), "rare": (-1040.0, -np.inf, -650.4),
        "known": (-57.4, -90.2, -20.0), "base": (0.0, 0.0, 0.0), "apart": (np.nan, -np.inf, np.inf),
    }.items()}  # fmt: skip
    assert [both(rating(row), rounded) for row in rows.values()] == [
        "at most −631", "at least 631", "−1,040 (at most −650)", "−57 (−90 to −20)", "0 (no interval)", "–"
    ]  # fmt: skip
    frame = pl.DataFrame([{"name": name, **row} for name, row in rows.items()])
    Study(
        "ladder",
        {"policies": [], "games": 1, "tables": 2, "fewer": {}, "seed": 1},
        {"players": frame, "pairings": frame, "points": frame, "actions": frame, "shape": frame},
        {"rules": ""},
        tmp_path,
    ).save()
    assert load(tmp_path).frames["players"].equals(frame)


# ---------------------------------------------------------------------- by the clock
def test_by_the_clock(tmp_path, capsys):
    """Play and ladder have it and say what it is; nobody else does."""
    assert with_time(("greedy", "mcts[width=4]"), 0.5) == ("greedy", "mcts[width=4,seconds=0.5]")
    command = ["--policy", "greedy,mcts[width=2]", "--time-budget", "0.0001"]
    assert main(["play", *command, "--players", "2", "--quiet"]) == 0
    assert "cannot be played again" in capsys.readouterr().out
    with pytest.raises(PlayerError, match="cannot be repeated"):
        get("mcts[seconds=1]")
    assert main(["run", "--policy", "mcts[seconds=1]", "--out", str(tmp_path / "run")]) == 2
    assert "only `play` and `ladder` have them" in capsys.readouterr().err and not (tmp_path / "run").exists()
    assert main(["run", "--policy", "mcts", "--time-budget", "1", "--out", str(tmp_path / "run")]) == 2


def test_a_report_says_what_cannot_be_repeated(folder):
    study = load(folder)
    assert "The same command gives the same rows" in render([], studies=[study])
    study.asked["policies"] = [*study.asked["policies"][:-1], "mcts[seconds=1]"]
    for name, frame in study.frames.items():
        study.frames[name] = frame.with_columns(
            frame[column].replace(SLOW, "mcts[seconds=1]").alias(column)
            for column in ("name", "against", "player")
            if column in frame.columns
        )
    page = render([], studies=[study])
    assert "mcts[seconds=1] plays by the clock" in page and "The same command gives the same rows" not in page


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "soon", "1e9"])
def test_seconds_that_are_none(text):
    with pytest.raises(PlayerError, match="expected seconds a choice, above 0"):
        get(f"mcts[seconds={text}]", clock=True)


def test_more_time_means_more_playouts():
    """A choice by the clock is the choice of `mcts` with some number of playouts, more of them in more time."""
    from seti_sim.seti import Game, _engine
    from seti_sim.seti.players import clock

    game, asked = Game.new(RuleSet.load(), players=2, seed=1), []
    while game.decision != "turn":
        game.apply(get("greedy").choose(game))

    class Watched:
        def choose_action(self, core, numbers):
            asked.append(int(numbers[7]))
            return real(core, numbers)

    real = _engine.choose_action
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_engine, "choose_action", Watched().choose_action)
        get("mcts[seconds=0.000001]", clock=True).choose(game)
        assert asked == [clock.FIRST]
        choice = get("mcts[seconds=0.5]", clock=True).choose(game)
    assert asked[1] == clock.FIRST and max(asked[1:]) > clock.FIRST
    assert choice == get(f"mcts[playouts={asked[-1]}]").choose(game)


# ---------------------------------------------------------------------- ratings
def made_up(share_of_second, blocks=500, seed=0, names=("a", "b")):
    """A ladder of two players where the second wins that share of games."""
    rng = np.random.default_rng(seed)
    wins = rng.random((blocks, 2)) < share_of_second
    duel = np.stack([np.where(wins, 10, 20), np.where(wins, 20, 10)], axis=-1)
    tie = np.full((blocks, 1, 2), 10)
    return Ladder(names, {(0, 0): tie, (0, 1): duel, (1, 1): tie}, {}, {}, {}, "")


@pytest.mark.parametrize("truth, rating", [(0.5, 0), (0.64, 100), (0.76, 200)])
def test_ratings(truth, rating):
    """100 more wins 64 %, by definition of the scale; the interval holds the truth."""
    ladder = made_up(truth)
    row = ratings(ladder)[1]
    assert abs(row["estimate"] - rating) < 40 and row["low"] < rating < row["high"]
    step = share(ladder.duels[(0, 1)][..., ::-1])
    assert step.low < truth < step.high


def test_greedy_is_the_measure():
    first, second = ratings(made_up(0.76, names=("weak", "greedy")))
    assert second["estimate"] == second["low"] == second["high"] == 0 and -240 < first["estimate"] < -160


def test_intervals_hold_as_often_as_they_say():
    """Of 150 ladders with the same truth about 95 % of the intervals hold it, of ratings and of win shares."""
    held = [ratings(made_up(0.64, 60, seed), rounds=60)[1] for seed in range(150)]
    truth = 400 * np.log10(0.64 / 0.36)
    assert 0.87 <= np.mean([row["low"] < truth < row["high"] for row in held]) <= 0.99
    shares = [share(made_up(0.64, 60, seed).duels[(0, 1)][..., ::-1]) for seed in range(150)]
    assert 0.90 <= np.mean([row.low < 0.64 < row.high for row in shares]) <= 0.99


def test_all_ties_are_even():
    ladder = made_up(0.5)
    ladder.duels[(0, 1)] = np.full((500, 2, 2), 10)
    assert abs(ratings(ladder)[1]["estimate"]) < 40 and share(ladder.duels[(0, 1)]).estimate == 0.5
    assert ratings(ladder, seed=3) == ratings(ladder, seed=3) != ratings(ladder, seed=4)


def test_the_help_names_every_player(capsys):
    for command in ("run", "play", "ladder", "compare"):
        main([command, "--help"])
        text = " ".join(capsys.readouterr().out.split())
        assert all(name in text for name in names()), command


def test_a_ladder_goes_on_from_what_was_played(tmp_path, monkeypatch):
    """F03 as a kind: what was played stays, piece by piece, and the whole is as if played at once; with other weights it does
    not go on."""
    asked, quiet = prepare_ladder(["random", "greedy"], games=40, tables=20, seed=3), {"stream": io.StringIO()}
    whole = play_ladder(asked, **quiet)

    def stops(at, play, arguments):
        if at == 3:
            raise KeyboardInterrupt
        return at, play(*arguments)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr("seti_sim.studies.parts._one", stops)
        play_ladder(asked, folder=tmp_path / "parts", **quiet)
    there = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "parts").glob("part-*.npz")}
    assert len(there) == 3
    again = play_ladder(asked, folder=tmp_path / "parts", **quiet)
    assert {name: (tmp_path / "parts" / name).stat().st_mtime_ns for name in there} == there
    assert alike(whole, again)
    with pytest.raises(StudyError, match="holds another study .*seed 3 there, 4 asked"):
        other = prepare_ladder(["random", "greedy"], games=40, tables=20, seed=4)
        play_ladder(other, folder=tmp_path / "parts", **quiet)
