"""The questions of analysis/, on the stand-in engine, whose truth is known, and against slow direct sums."""

import json
import shutil

import fake_engine
import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy.stats import binom

from seti_sim.analysis import checks, points, seats
from seti_sim.seti.analysis import actions, cards, draws, gold, opening, pacing, rates, techs, timing
from seti_sim.seti.tables.schema import FATES, FREE_ACTIONS, MAIN_ACTIONS, POINT_SOURCES
from seti_sim.stats import estimates, grouped
from seti_sim.tables import open_run

ESTIMATE = ["estimate", "low", "high", "n", "kind", "se"]
QUESTIONS = [
    seats.by_seat,
    seats.by_policy,
    points.by_source,
    actions.by_round,
    actions.per_game,
    cards.dealt_effect,
    cards.fates,
    cards.round_played,
    rates.by_card,
    rates.exposure,
    techs.by_tech,
    techs.by_number,
    gold.by_side,
    gold.by_place,
    seats.mean_score,
    gold.by_milestone,
    timing.techs,
    timing.milestones,
    timing.probes,
    timing.openings,
    pacing.per_game,
    pacing.discovery_round,
    pacing.turns_by_round,
    pacing.waiting,
]


@pytest.fixture(scope="module")
def run(mirror_run):
    return open_run(mirror_run)


@pytest.fixture(scope="module")
def mixed(mixed_run):
    return open_run(mixed_run)


def pick(frame, **where):
    """The one row of a frame with these values, as a dict."""
    rows = frame.filter(*(pl.col(name).cast(pl.String) == str(value) for name, value in where.items()))
    assert rows.height == 1
    return rows.row(0, named=True)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda f: f"{f.__module__.split('.')[-1]}.{f.__name__}")
def test_every_estimate_has_interval_n_and_kind(run, mixed, question):
    for opened in (run, mixed):
        frame = question(opened)
        assert frame.height and [c for c in frame.columns if c in ESTIMATE] == ESTIMATE
        assert set(frame["kind"]) <= set(estimates.KINDS)
        assert (frame["n"] >= 0).all() and frame["estimate"].is_finite().all()
        known = frame.filter(pl.col("low").is_finite())
        assert (known["low"] <= known["estimate"]).all() and (known["estimate"] <= known["high"]).all()


def test_seats_are_told_apart(run):
    frame = seats.by_seat(run)
    raw = run.seats.collect()
    for seat in range(1, 5):
        of_seat = raw.filter(pl.col("seat") == seat)
        for measure in ("win_share", "score"):
            row = pick(frame, seat=seat, measure=measure)
            assert row["estimate"] == pytest.approx(of_seat[measure].cast(pl.Float64).mean())
            assert (row["n"], row["kind"]) == (1200, "randomised")
    lead = pick(frame, seat=1, measure="lead")
    truth = fake_engine.SEAT_EFFECT * 3 / 4
    assert lead["low"] < truth < lead["high"] and lead["kind"] == "paired"
    tests = {row["outcome"]: row["p"] for row in checks.mirror(run).iter_rows(named=True)}
    assert tests["score"] < 1e-6 and tests["win_share"] < 0.01


def test_mirror_agrees_with_the_test_on_the_matrix(run):
    score = run.seats.sort("game_id", "seat").collect()["score"].to_numpy().reshape(-1, 4)
    direct = estimates.equal_seats(score)
    row = pick(checks.mirror(run), outcome="score")
    assert (row["statistic"], row["p"], row["n"]) == pytest.approx((direct.statistic, direct.p, direct.n))


def test_policies_are_compared_over_their_seats(mixed):
    frame = seats.by_policy(mixed)
    greedy = pick(frame, policy="greedy", measure="win_share")
    random = pick(frame, policy="random", measure="win_share")
    assert greedy["n"] == 600 and random["n"] == 1200
    assert greedy["estimate"] + 2 * random["estimate"] == pytest.approx(1)
    assert greedy["low"] < 1 / 3 < greedy["high"]  # both are the same stand-in
    assert seats.seat_kind(mixed) == "randomised"


def test_score_counts_and_quantiles(run):
    counts = seats.score_counts(run)
    assert counts["count"].sum() == 4800
    got = seats.score_quantiles(run, qs=(0.25, 0.5))
    for row in got.iter_rows(named=True):
        values = run.seats.filter(pl.col("seat") == row["seat"]).collect()["score"].to_numpy()
        assert row["estimate"] == np.quantile(values, row["quantile"], method="inverted_cdf") and row["n"] == 1200
        # One row a game: about the order statistics of the binomial (Conover 1999, ch. 3.2).
        ranks = binom.ppf([0.025, 0.975], 1200, row["quantile"]) / 1200
        assert [row["low"], row["high"]] == pytest.approx(np.quantile(values, ranks, method="inverted_cdf"), abs=1)


def test_quantiles_cover_where_rows_of_a_game_hang_together(mixed):
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(200):
        game = np.repeat(np.arange(600), 2)
        rows = pl.LazyFrame(
            {"g": 1, "game_id": game, "v": np.rint(rng.normal(0, 30, 600)[game] + rng.normal(0, 30, 1200)).astype(int)}
        )
        row = grouped.quantiles(mixed, rows, "v", [0.3], by=["g"]).row(0, named=True)
        hits.append(row["low"] <= -0.5244 * 30 * 2**0.5 <= row["high"])
    assert 0.9 <= np.mean(hits) <= 0.99


def test_quantiles_of_too_few_games_have_no_interval(run):
    rows = run.seats.filter(pl.col("game_id") < 2)
    assert grouped.quantiles(run, rows, "score", [0.05], by=["seat"])["low"].is_nan().all()


def test_points_add_up_to_the_score(run, mixed):
    for group in (None, "seat", "policy", "winner"):
        frame = points.by_source(mixed, group)
        assert set(frame["source"]) == set(POINT_SOURCES)
        if group in (None, "policy"):
            total = frame.group_by(group or pl.lit(1)).agg(pl.col("estimate").sum()).sort(group or "literal")
            rows = mixed.seats.collect()
            means = rows.group_by(group or pl.lit(1)).agg(pl.col("score").mean()).sort(group or "literal")
            assert total["estimate"].to_list() == pytest.approx(means["score"].to_list())
    winners = points.by_source(run, "winner").filter(pl.col("winner") == "winners")
    assert winners["estimate"].sum() > run.seats.select(pl.col("score").mean()).collect().item()
    assert winners["n"].to_list() == pytest.approx([1200.0] * len(POINT_SOURCES))
    only = points.by_source(mixed, policy="greedy")
    assert only["n"].unique().to_list() == [600]


def test_actions_divide_by_all_seats(run):
    frame = actions.by_round(run)
    assert frame.height == 14 * 5 and set(frame.filter("main")["action"]) == set(MAIN_ACTIONS)
    found = (
        run.actions.filter(pl.col("kind").cast(pl.String) == "scan", pl.col("round") == 3)
        .collect()["n"]
        .to_numpy()
        .astype(float)
    )
    row = pick(frame, action="scan", round=3)
    assert row["estimate"] == pytest.approx(found.sum() / 4800) and row["n"] == 4800
    game = np.bincount(
        run.actions.filter(pl.col("kind").cast(pl.String) == "scan", pl.col("round") == 3).collect()["game_id"].to_numpy(),
        found,
        minlength=1200,
    )
    direct = estimates.mean(game / 4)
    assert (row["low"], row["high"]) == pytest.approx((direct.low, direct.high))
    whole = pick(actions.per_game(run), action="scan")
    assert whole["estimate"] == pytest.approx(frame.filter(pl.col("action") == "scan")["estimate"].sum())


def test_actions_never_done_are_zero(tmp_path, mirror_run):
    copy = tmp_path / "run"
    shutil.copytree(mirror_run, copy)
    rewrite(copy, "actions", lambda frame: frame.filter(pl.col("kind").cast(pl.String) != "orbit"))
    row = pick(actions.by_round(open_run(copy)), action="orbit", round=2)
    assert (row["estimate"], row["low"], row["n"], row["kind"]) == (0, 0, 4800, "observational")
    assert np.exp(-4800 * row["high"]) == pytest.approx(0.025)
    assert set(FREE_ACTIONS) < set(actions.per_game(open_run(copy))["action"])


def test_being_dealt_the_strong_card_is_found_and_nothing_else(run):
    frame = cards.dealt_effect(run, "score")
    strong = pick(frame, card_id=f"base-{fake_engine.STRONG + 1:03d}")
    assert strong["low"] < fake_engine.STRONG_EFFECT < strong["high"] and strong["q"] < 1e-6
    assert strong["kind"] == "randomised" and strong["sim_low"] < strong["low"] and 0 < strong["shrunk"] < strong["estimate"]
    others = frame.filter(pl.col("card_id") != strong["card_id"])
    assert others.height == 137 and (others["q"] < 0.05).sum() <= 2
    assert ((others["low"] <= 0) & (0 <= others["high"])).sum() >= 122  # 130 expected
    assert frame["shrunk"].arg_max() == frame["estimate"].arg_max()


@pytest.mark.parametrize("outcome", cards.OUTCOMES)
def test_dealt_effect_is_the_difference_of_means(mixed, outcome):
    frame = cards.dealt_effect(mixed, outcome, policy="random")
    rows = mixed.seats.filter(pl.col("policy") == "random").collect()
    dealt = mixed.cards.filter(pl.col("opening"), pl.col("card_id") == "base-020", pl.col("policy") == "random").collect()
    has = rows.join(dealt.select("game_id", "seat"), on=["game_id", "seat"], how="semi")[outcome].cast(pl.Float64)
    rest = rows.join(dealt.select("game_id", "seat"), on=["game_id", "seat"], how="anti")[outcome].cast(pl.Float64)
    row = pick(frame, card_id="base-020")
    assert row["with_card"] == pytest.approx(has.mean()) and row["without_card"] == pytest.approx(rest.mean())
    assert row["estimate"] == pytest.approx(has.mean() - rest.mean()) and row["n"] == len(has)


def test_fates_sum_to_one_and_count_arrivals(run):
    frame = cards.fates(run)
    assert frame.group_by("card_id").agg(pl.col("estimate").sum())["estimate"].to_list() == pytest.approx([1.0] * 138)
    held = pick(frame, card_id="base-004", fate="held")
    rows = run.cards.filter(pl.col("card_id") == "base-004").collect()
    assert held["n"] == rows.height and held["estimate"] == pytest.approx((rows["fate"] == "held").mean())
    assert set(frame["fate"]) == set(FATES)


def test_card_table_has_one_row_a_card(run):
    table = cards.card_table(run)
    assert table["card_id"].to_list() == sorted(c for c in fake_engine.CATEGORIES["card"] if c.startswith("base"))
    assert (
        table["name"][3] == fake_engine.RULES.tree["cards"]["base-004"]["name"]
        and table.null_count().sum_horizontal().item() == 0
    )
    effect = pick(draws.drawn_effect(run, ("score",)).whole, card_id="base-004")
    seen = pick(rates.by_card(run), card_id="base-004", measure="improvement")
    row = pick(table, card_id="base-004")
    assert (row["score_effect"], row["score_low"], row["score_n"]) == (effect["estimate"], effect["low"], effect["n"])
    assert (row["rank_low"], row["rank_high"]) == (effect["rank_low"], effect["rank_high"])
    assert (row["improvement_win"], row["improvement_win_n"]) == (seen["estimate"], seen["n"])
    dealt = pick(opening.dealt_adjusted(run), card_id="base-004")
    assert (row["dealt_effect"], row["dealt_high"], row["dealt_n"]) == (dealt["estimate"], dealt["high"], dealt["n"])


def test_techs(run):
    frame = techs.by_tech(run)
    rows = run.techs.filter(pl.col("tech_id") == "probe-2").collect()
    taken = pick(frame, tech_id="probe-2", measure="taken")
    assert taken["estimate"] == pytest.approx(rows.height / 4800) and taken["n"] == 4800
    assert pick(frame, tech_id="probe-2", measure="round")["estimate"] == pytest.approx(rows["round"].mean())
    assert pick(frame, tech_id="probe-2", measure="first")["estimate"] == pytest.approx(rows["two_points"].mean())
    assert pick(frame, tech_id="probe-2", measure="first_win_share")["n"] == rows["two_points"].sum()
    assert techs.by_number(run)["estimate"].sum() == pytest.approx(1)


def test_techs_by_round(run):
    rows = run.techs.filter(pl.col("tech_id") == "probe-2", pl.col("round") == 3).collect()
    row = pick(timing.techs(run), tech_id="probe-2", round=3, measure="score")
    assert row["estimate"] == pytest.approx(rows["score"].mean()) and row["n"] == rows.height
    reached = run.gold.filter(pl.col("milestone") == 25, pl.col("round") == 3).collect()
    row = pick(timing.milestones(run), milestone=25, round=3, measure="win_share")
    assert row["estimate"] == pytest.approx(reached["win_share"].cast(pl.Float64).mean())
    two = run.seats.filter(pl.col("landers") == 2).collect()
    assert pick(timing.probes(run), craft="landers", number=2, measure="score")["n"] == two.height


def test_openings_are_what_seats_do_in_round_1(run):
    frame = timing.openings(run, most=10_000)
    share = frame.filter(pl.col("measure") == "share")
    assert share["estimate"].sum() == pytest.approx(1) and share["n"].unique().to_list() == [4800]
    assert share["estimate"].is_sorted(descending=True)
    names = [kind for kind in MAIN_ACTIONS if kind != "pass"]
    rows = run.actions.filter(pl.col("round") == 1, pl.col("kind").cast(pl.String).is_in(names)).collect()
    # One scan and nothing else, counted by hand.
    alone = rows.group_by("game_id", "seat").agg(pl.col("n").sum(), pl.col("kind").first().cast(pl.String))
    alone = alone.filter(pl.col("n") == 1, pl.col("kind") == "scan").join(run.seats.collect(), on=["game_id", "seat"])
    row = pick(frame, opening="scan", measure="score")
    assert row["n"] == alone.height and row["estimate"] == pytest.approx(alone["score"].mean())
    nothing = 4800 - rows.select("game_id", "seat").n_unique()
    assert pick(frame, opening="nothing", measure="win_share")["n"] == nothing
    assert timing.opening_words(0) == "nothing" and timing.openings(run)["opening"].n_unique() == 12


def test_gold(run):
    rows = run.gold.collect()
    income = rows.filter(pl.col("tile") == "income", pl.col("side") == "b")
    row = pick(gold.by_side(run), tile="income", side="b", measure="points")
    assert row["estimate"] == pytest.approx(income["points"].mean()) and row["n"] == income.height
    when = pick(gold.by_side(run), tile="income", side="b", measure="round")
    assert when["estimate"] == pytest.approx(income["round"].mean()) and when["n"] == income.height
    up = run.games.filter(pl.col("gold_sides").str.slice(2, 1) == "b").collect().height
    marked = pick(gold.by_side(run), tile="income", side="b", measure="marked")
    assert marked["n"] == 4 * up and marked["estimate"] == pytest.approx(income.height / (4 * up))
    assert pick(gold.by_place(run), tile="income", side="b", place=1)["n"] == (income["place"] == 1).sum()
    reached = pick(gold.by_milestone(run), milestone=25, measure="reached")
    assert reached["estimate"] == pytest.approx((rows["milestone"] == 25).sum() / 4800)


def test_pacing(run):
    games = run.games.collect()
    frame = pacing.per_game(run)
    assert pick(frame, measure="decisions")["estimate"] == pytest.approx(games["decisions"].mean())
    assert pick(frame, measure="shared_win")["estimate"] == pytest.approx((games["winners"] > 1).mean())
    found = pacing.discovery_round(run)
    discovered = pick(frame, measure="discovered_left")["estimate"]
    assert found.filter(pl.col("slot") == "left")["estimate"].sum() == pytest.approx(discovered)
    assert pacing.turn_counts(run).rows() == [(20, 1200)]
    main = actions.by_round(run).filter("main", pl.col("round") == 2)["estimate"].sum()
    assert pick(pacing.turns_by_round(run), round=2)["estimate"] == pytest.approx(main)


def test_sound_runs_pass_their_checks(run, mixed):
    for opened, n in ((run, 5), (mixed, 6)):
        found = checks.integrity(opened)
        assert found["holds"].all() and found.height == n


def rewrite(folder, table, change):
    """Change the rows of every part of a table, keeping what marks it as this run's."""
    from seti_sim.tables.folder import IDENTITY_KEY

    identity = json.loads((folder / "run.json").read_text())["identity"]
    for file in (folder / table).glob("*.parquet"):
        change(pl.read_parquet(file)).write_parquet(file, metadata={IDENTITY_KEY: identity})


@pytest.mark.parametrize(
    "table, change, check",
    [
        ("seats", lambda f: f.with_columns(pl.col("win_share") / 2), "Win shares sum to 1 in every game"),
        ("seats", lambda f: f.with_columns(pl.col("score") + 1), "Points by source add up to the score of every seat"),
        (
            "seats",
            lambda f: f.with_columns(
                pl.lit(3).cast(c.dtype).alias(c.name)
                for c in f.iter_columns()
                if c.dtype.is_integer() and c.name not in ("game_id", "seat")
            ),
            "No two games are the same",
        ),
        ("seats", lambda f: f.filter(~((pl.col("game_id") == 7) & (pl.col("seat") == 1))), "All games are there"),
        (
            "seats",
            lambda f: f.with_columns(
                policy=pl.when(pl.col("seat") == 1).then(pl.lit("greedy")).otherwise(pl.lit("random")).cast(f["policy"].dtype)
            ),
            "Every policy sat in every seat equally often",
        ),
        (
            "cards",
            lambda f: f.filter(
                ~pl.col("card_id").is_in(["base-001", "base-002", "base-003", "base-004"]) | (pl.col("game_id") % 3 == 0)
            ),
            "Every card of the deck is dealt equally often",
        ),
    ],
    ids=["shares", "points", "copies", "missing", "seating", "deal"],
)
def test_checks_notice(tmp_path, mixed_run, table, change, check):
    copy = tmp_path / "run"
    shutil.copytree(mixed_run, copy)
    rewrite(copy, table, change)
    found = checks.integrity(open_run(copy))
    assert not pick(found, check=check)["holds"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda f: f"{f.__module__.split('.')[-1]}.{f.__name__}")
def test_a_run_read_in_stretches_gives_the_same(mirror_run, question, monkeypatch):
    whole = question(open_run(mirror_run))
    run = open_run(mirror_run)
    assert run.stretches() == [(0, 1199)] and run.stretches(600) == [(0, 499), (500, 999), (1000, 1199)]
    assert run.stretches(1000) == [(0, 999), (1000, 1199)]
    monkeypatch.setattr(run, "stretches", lambda: [(0, 499), (500, 999), (1000, 1199)])
    assert_frame_equal(question(run), whole, abs_tol=1e-9)
