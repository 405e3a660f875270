"""Blind spots: what is forced and what comes of it, against games played action by action; the estimates on made-up rows."""

import io
import tomllib
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from seti_sim.core.errors import PlayerError
from seti_sim.report.blocks import Section
from seti_sim.report.cells import Table
from seti_sim.report.page import _set_beside
from seti_sim.seti import _engine, deviations
from seti_sim.seti.deviations import NONE, ROW, SHAPE, USES, Words, play_deviations
from seti_sim.seti.engine import engine_rules
from seti_sim.seti.pages.whatif_blindspots import Blindspots
from seti_sim.seti.players import get
from seti_sim.seti.players.python import PythonPlayer
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import blind_spots
from seti_sim.seti.studies import blindspots as study_of
from seti_sim.seti.vocabulary_actions import FREE, FREE_WORDS, NUMBER
from seti_sim.stats import estimates
from seti_sim.studies import StudyError
from seti_sim.studies.store import Study

RULES = RuleSet.load()
FREE_KINDS = [NUMBER[action.op] for action in FREE]
GOLD, TECH, STACK = (USES.index(word) for word in ("gold", "tech", "take from the stack"))


def play(policy="greedy", *, count=2, first=0, players=3, rates=0.0, uses=(), seed=4):
    table = np.full(SHAPE, float(rates))
    table[list(uses)] = 1
    player = get(policy) if isinstance(policy, str) else policy
    return play_deviations(
        RULES, players=players, seed=seed, first=first, count=count, policies=[player], assign=np.zeros((count, players), np.uint8),
        rates=table,
    )  # fmt: skip


def decisions(policy, game, players=3, seed=4):
    """(core, chosen code) of each decision of the game, from the start."""
    core, weights = _engine.Core(engine_rules(RULES)), np.array(get(policy).engine_weights(), np.int32)
    core.start(players, seed, game)
    while not core.over:
        chosen = _engine.choose_action(core, weights)
        yield core, chosen
        core.apply(chosen)


# ------------------------------------------------------------------------------------------------------------- what is forced
@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_rows_are_what_the_same_game_comes_to_with_one_action_changed(policy):
    """All other gold tiles, techs and cards of the stack: in the order of decisions, and with the same luck to the end."""
    got, told = play(policy, uses=(GOLD, TECH, STACK)).rows, []
    weights, seating = np.array([get(policy).engine_weights()], np.int32), np.zeros(3, np.uint8)
    for game in (0, 1):
        ends, first = None, len(told)
        for core, chosen in decisions(policy, game):
            own = _engine.use_of_action(core, chosen)
            for code in core.legal():
                use, thing = _engine.use_of_action(core, code)
                if use in (GOLD, TECH, STACK) and (use, thing) != own:
                    other = core.copy()
                    other.apply(code)
                    points = _engine.play_to_end(other, weights, seating)
                    told.append([game, code, chosen, use, thing, core.to_move, core.round, points])
            ends = core
        ends = [ends.score_now(seat)[0] for seat in range(3)]
        for row in told[first:]:
            row.append(ends)
    names = ("game", "forced", "chosen", "use", "object", "seat", "round")
    assert len(got) == len(told) > 30
    for row, (*keys, points, ends) in zip(got, told):
        assert [int(row[name]) for name in names] == keys
        seat = keys[5]
        assert (int(row["points"]), int(row["base"])) == (points[seat], ends[seat])
        for name, final in (("share", points), ("base_share", ends)):
            assert int(row[name]) == (12 // final.count(max(final)) if final[seat] == max(final) else 0)


def test_every_chance_is_legal_and_not_chosen():
    """Counted once more from the legal actions: before the main action free ones come in any order, so that a main action is
    set against main actions alone."""
    got = play(count=1)
    assert not len(got.rows)
    chances, done = np.zeros(SHAPE, np.int64), np.zeros(SHAPE, np.int64)
    free = {USES.index(word) for word in (*FREE_WORDS, "deliver", "carry a capsule")}
    for core, chosen in decisions("greedy", 0):
        own, when = _engine.use_of_action(core, chosen), core.round
        done[(*own, when)] += 1
        legal = {_engine.use_of_action(core, code) for code in core.legal()} - {own}
        if chosen >> 24 in FREE_KINDS:
            before = core.decision == "turn" and USES.index("pass") in {use for use, _ in legal}
            legal = set() if before else {(use, thing) for use, thing in legal if use not in free}
        for use, thing in legal:
            chances[use, thing, when] += 1
    plain = slice(0, USES.index("leave untucked"))
    assert (got.done == done).all()
    assert (got.chances[plain] == chances[plain]).all() and chances.sum() > 1000


def test_what_is_left_undone():
    """A tuck, a take, a corner or another free action that is not done: something else of the decision is."""
    words = ("leave untucked", "leave lying", "leave in hand", "leave undone")
    got = play(uses=[USES.index(word) for word in words], count=3)
    seen = {word: 0 for word in words}
    for row in got.rows:
        word, wanted, forced = USES[row["use"]], USES[row["did"]], row["forced"] >> 24
        seen[word] += 1
        if word in ("leave in hand", "leave undone"):
            assert forced != row["chosen"] >> 24  # its kind is barred for this choice
            assert word != "leave in hand" or (wanted == "corner" and row["object"] == row["did_object"])
        else:
            assert wanted in ("tuck", "take", "take from the stack") and row["object"] == row["did_object"]
            assert (forced, row["forced"] >> 16 & 255) != (row["chosen"] >> 24, row["did_object"])
    assert all(seen.values())


def test_rows_depend_on_the_game_alone():
    whole = play(count=4, rates=0.01)
    parts = [play(count=1, first=game, rates=0.01) for game in range(4)]
    assert len(whole.rows) > 30 and whole.rows.tolist() == [row for part in parts for row in part.rows.tolist()]
    assert (whole.chances == sum(part.chances for part in parts)).all()
    assert play(count=1, rates=0.01, seed=5).rows.tolist() != parts[0].rows.tolist()


def test_the_lot_is_as_likely_as_it_says():
    some, all_of_them = play(count=6, rates=0.01), play(count=6)
    assert (some.chances == all_of_them.chances).all()
    expected = 0.01 * some.chances[: USES.index("leave untucked")].sum()
    assert abs(len(some.rows) - expected) < 5 * np.sqrt(expected) + 0.01 * some.chances[USES.index("leave untucked") :].sum()


def test_what_is_barred_is_never_forced():
    bars = {"launch": "launch", "computer": "tech", "exchange": "exchange", "mascamites": "trace"}
    name = "greedy[" + ",".join(f"without={word}" for word in bars) + "]"
    free, barred, words = play(rates=0.02), play(name, rates=0.02), Words(RULES)
    kinds = lambda got: {USES[row["use"]] for row in got.rows}  # noqa: E731
    assert {"launch", "exchange"} <= kinds(free) and not {"launch", "exchange"} & kinds(barred)
    techs = {words.object(TECH, thing) for thing in np.flatnonzero(barred.chances[TECH].sum(axis=1))}
    assert techs and not any(tech.startswith("computer") for tech in techs)
    board = {
        words.object(USES.index("trace"), thing) for thing in np.flatnonzero(barred.chances[USES.index("trace")].sum(axis=1))
    }
    assert not any("mascamites" in name for name in board)


class Counting:
    """Remembers how often it was asked, and tucks by that."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view, legal):
        self.asked += 1
        words = [str(action) for action in legal]
        if "pass" in words:
            return words.index("pass")
        return self.asked % len(legal) if view["decision"] in ("setup", "pass-take") else 0


class Failing(Counting):
    """What it remembers cannot be copied."""

    def __deepcopy__(self, memo):
        raise ValueError("no copies of me")


def test_players_in_python_keep_what_they_remember():
    """The game goes on as if nothing had been forced in between."""
    alone = play(PythonPlayer.of(Counting), players=2, count=1)
    forced = play(PythonPlayer.of(Counting), players=2, count=1, uses=(USES.index("tuck"),))
    assert len(forced.rows) >= 5 and (forced.done == alone.done).all() and (forced.chances == alone.chances).all()
    with pytest.raises(PlayerError, match="cannot be copied.*no copies of me"):
        play(PythonPlayer.of(Failing), players=2, count=1, uses=(USES.index("tuck"),))


def test_uses_have_names():
    words = Words(RULES)
    got = play(players=4, count=3)
    for use, thing, _ in np.argwhere(got.chances + got.done):
        name = words.object(use, thing)
        assert isinstance(name, str) and (name or thing == NONE), (USES[use], thing)
    assert words.object(USES.index("exchange"), 1) == "credits for energy"
    assert words.object(USES.index("land"), 9) == RULES.compiled.moon_ids[0]
    assert words.object(USES.index("take"), NONE) == "deck"
    assert words.title("base-001") == RULES.card_names["base-001"] and words.title("probe-1") == "probe-1"
    assert len(set(USES)) == len(USES) == SHAPE[0] and deviations.is_of_cards(USES.index("play"))


# ------------------------------------------------------------------------------------------------------------- estimates
def rows_of(cells, gains, games, n, seed=0, spread=18.0):
    """Made-up rows: `n` deviations of each cell (use, object, round) with that mean gain, in games drawn by lot."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(n * len(cells), ROW)
    rows["use"], rows["object"], rows["round"] = np.repeat(np.array(cells), n, axis=0).T
    rows["game"] = rng.integers(games, size=len(rows))
    level = rng.normal(150, 30, games)[rows["game"]]
    rows["base"] = level
    rows["points"] = np.round(level + np.repeat(gains, n) + rng.normal(0, spread, len(rows)))
    rows["share"], rows["base_share"] = rng.integers(0, 2, (2, len(rows))) * 12
    place = np.unique(study_of._place(rows))
    counts = {"at": place, "chances": np.full(len(place), 5 * games), "done": np.full(len(place), games)}
    return {name: rows[name] for name in study_of._COLUMNS} | counts


def frame_of(rows, rates=None, games=200):
    rates = np.ones(SHAPE) if rates is None else rates
    cells, members = study_of.tested(rows, Words(RULES))
    return study_of.found(rows, cells, members, rates, games), members


PLAY, LAUNCH = USES.index("play"), USES.index("launch")


def test_a_cell_is_the_mean_gain_with_the_game_as_the_unit():
    rows = rows_of([(PLAY, 7, 2), (LAUNCH, NONE, 1)], [4.0, -3.0], 60, 300)
    frame, _ = frame_of(rows)
    for row, use in ((frame.row(0, named=True), LAUNCH), (frame.row(1, named=True), PLAY)):
        mine = rows["use"] == use
        gain = (rows["points"].astype(float) - rows["base"])[mine]
        got = estimates.clustered_mean(gain, rows["game"][mine], kind="paired")
        assert (row["estimate"], row["low"], row["high"]) == pytest.approx((got.estimate, got.low, got.high))
        assert row["n"] == 300 and row["gains"] == pytest.approx((gain > 0).mean())
        assert row["win"] == pytest.approx(((rows["share"].astype(float) - rows["base_share"])[mine] / 12).mean())
        assert (row["chances"], row["taken"]) == (5 * 200 * 60 / 200 / 200, 60 / 200)
    assert frame["name"].to_list() == ["", RULES.card_names[RULES.card_ids[7]]]
    assert frame["flagged"].to_list() == [False, True] and frame["kind"].unique().to_list() == ["paired"]


def test_small_cells_are_joined_upwards_and_weigh_as_many_chances_as_they_stand_for():
    cells = [
        (PLAY, 7, 1),
        (PLAY, 7, 2),
        (PLAY, 7, 3),
        (PLAY, 8, 2),
        (PLAY, 9, 2),
        (PLAY, 10, 4),
        (PLAY, 11, 5),
        (LAUNCH, NONE, 1),
    ]
    n = [100, 60, 50, 60, 60, 60, 60, 30]
    parts = [rows_of([cell], [float(i)], 40, count, seed=i) for i, (cell, count) in enumerate(zip(cells, n))]
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    rates = np.ones(SHAPE)
    rates[cells[3]], rates[cells[4]] = 0.5, 0.1
    frame, members = frame_of(rows, rates)
    first, second = (RULES.card_ids[card] for card in (7, 8))
    assert frame.select("use", "object", "when").rows() == [
        ("play", first, "1"), ("play", first, "rest"), ("play", "rest", "2"), ("play", "rest", "rest"),
    ]  # fmt: skip
    assert frame["n"].to_list() == [100, 110, 120, 120] and members[cells[-1]] == -1  # 30 launches are too few to be tested
    gain = rows["points"].astype(float) - rows["base"]
    mean = [gain[(rows["object"] == card) & (rows["round"] == 2)].mean() for card in (8, 9)]
    assert frame["estimate"][2] == pytest.approx((2 * mean[0] + 10 * mean[1]) / 12)
    assert second not in frame["object"].to_list()


def test_no_more_is_flagged_of_nothing_than_the_error_rate():
    """Of 20 cells that gain nothing and 20 that lose much, one or more is flagged in about one study of twenty."""
    cells = [(PLAY, card, 1) for card in range(40)]
    flagged = sum(frame_of(rows_of(cells, [0.0] * 20 + [-15.0] * 20, 300, 100, seed))[0]["flagged"].any() for seed in range(40))
    assert flagged <= 7  # with 5 % in one of 300 runs


def test_what_is_flagged_is_confirmed_on_fresh_rows_alone():
    cells = [(PLAY, card, 1) for card in range(6)]
    found, fresh = (
        rows_of(cells, gains, 300, 200, seed) for gains, seed in (([9.0, 9, 9, 0, 0, -9], 1), ([9.0, 0, -9, 9, 0, 0], 2))
    )
    frame, members = frame_of(found)
    frame = study_of.confirmed(frame, fresh, members, np.ones(SHAPE))
    assert frame["flagged"].to_list() == [True] * 3 + [False] * 3
    assert frame["confirmed"].to_list() == [True, False, False, False, False, False]
    assert frame["again"][0] == pytest.approx(9, abs=4) and frame["again_n"][0] == 200
    none = study_of.confirmed(frame_of(found)[0], None, members, np.ones(SHAPE))
    assert not none["confirmed"].any() and none["again"].is_nan().all()


def test_rates_make_the_deviations_that_are_wanted():
    chances = np.zeros(SHAPE)
    chances[PLAY, 7, 2], chances[PLAY, 8, 2], chances[LAUNCH, NONE, 1] = 4000, 10, 10_000
    rates = study_of.rates_of(chances, 200)
    assert rates[PLAY, 7, 2] == 0.05 and rates[PLAY, 8, 2] == rates[PLAY, 9, 2] == 1
    assert rates[LAUNCH, NONE, 1] == pytest.approx(study_of.MORE * 200 / 10_000)
    assert study_of.rates_of(chances, 2000)[LAUNCH, NONE, 1] == 0.2 and study_of.rates_of(chances, 900)[LAUNCH, NONE, 1] == 0.1
    chances[USES.index("take")] = 10_000  # from the deck: no card
    rates = study_of.rates_of(chances, 200)[USES.index("take"), :, 3]
    assert rates[NONE] == pytest.approx(study_of.MORE * rates[7])


def test_a_cell_in_which_one_deviation_stands_for_most_is_not_sure():
    """Many games of little weight beside one of great weight: what that one says is chance."""
    rows, rates = rows_of([(PLAY, 7, 2), (PLAY, 8, 2)], [5.0, 5.0], 200, 99), np.ones(SHAPE)
    rows = {name: values[98:] if len(values) == 198 else values for name, values in rows.items()}
    rates[PLAY, 7, 2] = 1e-4
    frame, _ = frame_of(rows, rates)
    assert frame.height == 1 and not frame["p"][0] <= 0.05 and not frame["flagged"][0]
    assert study_of.equal_games(np.array([0, 0, 1, 1, -1]), np.array([1, 2, 1, 1, 4]), np.ones(5), 3)[:2].tolist() == [2, 1]


# ------------------------------------------------------------------------------------------------------------- the study
@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(study_of, "PILOT", 10)
    monkeypatch.setattr(study_of, "PART", 5)


def ask(folder, policy="greedy", **options):
    return blind_spots(
        policy, out=folder, stream=io.StringIO(), **({"players": 2, "games": 10, "each": 1, "seed": 3} | options)
    )


def frames(study):
    return {name: frame.rows() for name, frame in study.frames.items()}


@pytest.mark.usefixtures("quick")
def test_a_study_that_was_stopped_comes_to_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(study_of, "LEAST", 20)
    monkeypatch.setattr(study_of, "rates_of", lambda chances, each: np.full(SHAPE, 0.02))
    whole = ask(tmp_path / "a")
    parts = sorted((tmp_path / "a").rglob("part-*.npz"))
    assert len(parts) >= 4
    kept = [file.read_bytes() for file in parts]
    parts[-1].unlink()
    parts[0].unlink()
    (tmp_path / "a/study.json").unlink()
    again = ask(tmp_path / "a")
    assert [file.read_bytes() for file in parts] == kept and str(frames(again)) == str(frames(whole))
    assert again.facts == whole.facts and whole.facts["tested"] > 3
    with pytest.raises(StudyError, match="holds another study"):
        ask(tmp_path / "a", each=2)


@pytest.mark.usefixtures("quick")
def test_the_finder_names_what_a_player_fails_to_do(tmp_path, monkeypatch):
    """`greedy` that thinks nothing of scanning: to scan is found, again in fresh games, and greedy itself is not so blind."""
    monkeypatch.setattr(study_of, "rates_of", lambda chances, each: _only(USES.index("scan"), 0.5))
    text = tomllib.loads((deviations_folder() / "greedy.toml").read_text(encoding="utf-8"))
    weights = text["weights"] | {"scan": [-20000] * 5}
    lines = "\n".join(f"{name} = {values}" for name, values in weights.items())
    (tmp_path / "blind.toml").write_text(f"[weights]\n{lines}\n")
    blind = ask(tmp_path / "a", f"greedy[weights={tmp_path / 'blind.toml'}]", games=40)
    known = blind.frames["cells"].filter("confirmed")
    assert known.height and known["use"].unique().to_list() == ["scan"] and known["again"].max() > 5


def _only(use, rate):
    rates = np.zeros(SHAPE)
    rates[use] = rate
    return rates


def deviations_folder():
    from importlib import resources

    return resources.files("seti_sim.seti.players")


@pytest.mark.usefixtures("quick")
def test_what_cannot_be_asked(tmp_path):
    for words, options in (
        ("one player", {"policy": "greedy,random"}), ("each 0", {"each": 0}), ("two different ones", {"confirm_seed": 3}),
    ):  # fmt: skip
        with pytest.raises(StudyError, match=words):
            ask(tmp_path / "a", **options)
    assert not (tmp_path / "a").exists()


def test_frames_say_by_what_was_done_instead():
    rows = rows_of([(PLAY, 7, 1), (PLAY, 8, 2)], [2.0, 2.0], 50, 100)
    rows["did"] = np.where(rows["object"] == 7, LAUNCH, PLAY)
    found = study_of.instead(rows, np.ones(SHAPE))
    assert found.select("use", "chosen", "n").rows() == [("play", "launch", 100.0), ("play", "play", 100.0)]
    uses = study_of.by_use(rows, np.ones(SHAPE))
    assert uses.select("use", "when", "n").rows() == [("play", "1", 100.0), ("play", "2", 100.0), ("play", "all", 200.0)]
    assert uses.filter(pl.col("when") == "all")["estimate"][0] == pytest.approx(
        (rows["points"].astype(float) - rows["base"]).mean()
    )


# ------------------------------------------------------------------------------------------------------------- the page
def told(confirmed=True):
    """A study of made-up rows, as it is when it is read."""
    rows = rows_of([(PLAY, 7, 2), (LAUNCH, NONE, 1), (PLAY, 8, 3)], [9.0, 7.0, -4.0], 60, 300)
    frame, members = frame_of(rows)
    fresh = rows_of([(PLAY, 7, 2), (LAUNCH, NONE, 1)], [8.0, 14.0], 60, 300, 1) if confirmed else None
    frame = study_of.confirmed(frame, fresh, members, np.ones(SHAPE))
    found = {"cells": frame, "uses": study_of.by_use(rows, np.ones(SHAPE)), "instead": study_of.instead(rows, np.ones(SHAPE))}
    asked = {"players": 4, "policies": "greedy", "seed": 1, "games": 60, "each": 300, "confirm_seed": 2}
    count = int(frame["confirmed"].sum())
    facts = {
        "deviations": 900,
        "tested": 3,
        "flagged": 2,
        "confirmed": count,
        "least": 100,
        "weights": {"greedy": "k"},
        "rules": "r",
    }
    return Study("blindspots", asked, found, facts)


def test_the_answer_names_the_largest_first():
    answer, rests = Blindspots.finding(told())
    assert "2 blind spots of greedy are known" in answer and "900 deviations in 60 games" in rests
    card = RULES.card_names[RULES.card_ids[7]]
    assert answer.index("launch, round 1: +") < answer.index(f"play {card}, round 2: +")
    assert Blindspots.finding(told(False))[0].startswith("No blind spot of greedy is known")
    tables = Blindspots.tables(told())
    assert tables[0].labels == ["launch, round 1", f"play {card}, round 2"] and tables[0].small == ["", RULES.card_ids[7]]


def test_the_card_table_of_the_same_player_says_how_blind_it_is():
    run = SimpleNamespace(kind=SimpleNamespace(name="seti"), config={"policies": [{"name": "greedy", "key": "k"}]})
    section = Section("cards", "Which cards are strong?", "These.", "n = 1", ["a note", Table([], []), "another"])
    other = Section("techs", "Which techs?", "These.", "n = 1", [])
    study = told()
    _set_beside([section, other], run, [study])
    assert "with 2 known blind spots, the largest worth" in section.blocks[1] and isinstance(section.blocks[2], Table)
    assert other.blocks == [] and "with no known blind spot;" in Blindspots.beside(told(False), run)["cards"]
    run.config["policies"][0]["key"] = "another"  # the same name with other weights
    assert Blindspots.beside(study, run) == {}
