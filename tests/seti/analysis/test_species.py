"""What species do: every estimate against its plain definition on real games, and its size on data of known truth."""

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from seti_sim.seti.analysis import species
from seti_sim.seti.pages.species import along, with_policies
from seti_sim.simulate import prepare, run
from seti_sim.stats import estimates
from seti_sim.tables import open_run

GAMES = 400


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("species") / "run"
    run(prepare(players=3, games=GAMES, policies="greedy", seed=4, species="balanced"), folder)
    return open_run(folder)


@pytest.fixture(scope="module")
def rows(played):
    """The species table as plain rows, Enums as text."""
    return played.species.collect().with_columns(pl.col(pl.Enum).cast(pl.String))


@pytest.fixture(scope="module")
def games(played):
    return played.games.collect().with_columns(pl.col(pl.Enum).cast(pl.String))


def value(frame, measure=None, **where):
    """The estimate of the one row that fits."""
    for name, wanted in (where | ({"measure": measure} if measure else {})).items():
        frame = frame.filter(pl.col(name).cast(pl.String) == str(wanted))
    (row,) = frame.iter_rows(named=True)
    assert row["low"] <= row["estimate"] <= row["high"] or (row["se"] == 0 and np.isnan([row["low"], row["high"]]).all())
    return row


def test_every_pair_in_both_orders_equally_often(games):
    counts = games.group_by("species_left", "species_right").len()
    assert counts["len"].to_list() == [GAMES // 20] * 20


def test_by_species(played, rows, games):
    frame = species.by_species(played)
    for name, part in rows.group_by("species"):
        own = games.filter((pl.col("species_left") == name[0]) | (pl.col("species_right") == name[0]))
        assert value(frame, "score", species=name[0])["estimate"] == pytest.approx(part["score"].mean())
        assert value(frame, "spread", species=name[0])["estimate"] == pytest.approx(part["score"].std(ddof=0))
        points = part["points_during"] + part["points_end"]
        assert value(frame, "points", species=name[0])["estimate"] == pytest.approx(points.mean())
        share = value(frame, "share", species=name[0])
        assert share["estimate"] == pytest.approx(points.sum() / part["score"].sum()) and share["n"] == part.height
        assert value(frame, "turns", species=name[0])["estimate"] == pytest.approx(own["turns"].mean())
        assert value(frame, "best_score", species=name[0])["estimate"] == pytest.approx(own["best_score"].mean())
        assert value(frame, "found", species=name[0])["n"] == own.height == GAMES * 2 / 5
        assert value(frame, "found", species=name[0])["estimate"] == part["discovered"].is_not_null().mean()
        assert value(frame, "round", species=name[0])["estimate"] == pytest.approx(part["discovered"].drop_nulls().mean())
    assert set(frame["kind"]) == {"randomised", "observational"}  # when it is discovered is the players' doing


def test_by_pair_and_seats(played, games):
    frame, by_seat, tests = species.by_pair(played), species.seats_by_pair(played), species.seat_tests(played)
    seats = played.seats.collect().join(games.select("game_id", "species_left", "species_right"), on="game_id")
    order = played.config["categories"]["species"]
    both = {
        f"{a} + {b}": seats.filter(pl.col("species_left").is_in([a, b]) & pl.col("species_right").is_in([a, b]))
        for i, a in enumerate(order) for b in order[i + 1 :]
    }  # fmt: skip
    assert set(frame["pair"]) == set(by_seat["pair"]) == set(tests["pair"]) == set(both)
    for name, part in both.items():
        assert value(frame, "score", pair=name)["estimate"] == pytest.approx(part["score"].mean())
        points = part["points_species_left"] + part["points_species_right"]
        assert value(frame, "points", pair=name)["estimate"] == pytest.approx(points.mean())
        for seat in (1, 2, 3):
            found = value(by_seat, pair=name, seat=seat)
            own = part.filter(pl.col("seat") == seat)
            assert (found["estimate"], found["n"]) == (pytest.approx(own["win_share"].mean()), GAMES / 10)
        wide = part.sort("game_id", "seat")["win_share"].to_numpy().reshape(-1, 3)
        assert value_of(tests, name) == pytest.approx(estimates.equal_seats(wide).p)
    assert tests["q"].to_list() == pytest.approx(estimates.benjamini_hochberg(tests["p"].to_numpy()))


def test_seats_alike_is_the_chi_square_of_pairs_by_winning_seats(played, games):
    """Ties apart it is Pearson's; here against its definition with the ties of the run."""
    wide = played.seats.collect().sort("game_id", "seat")["win_share"].to_numpy().astype(float).reshape(-1, 3)
    pairs = games.select(pl.concat_list(pl.col("^species_.*$")).list.sort().list.join("+")).to_series().to_numpy()
    away = wide - wide.mean(axis=0)
    inverse = np.linalg.inv((away.T @ away / len(away))[:2, :2])  # the third share is what the others leave
    means = [(np.sum(pairs == name), away[pairs == name, :2].mean(axis=0)) for name in np.unique(pairs)]
    test = species.seats_alike(played)
    assert test.statistic == pytest.approx(sum(n * m @ inverse @ m for n, m in means))
    assert (test.freedom, test.n) == (9 * 2, GAMES) and test.p == pytest.approx(scipy_stats.chi2.sf(test.statistic, 18))


def value_of(tests, pair):
    return tests.filter(pl.col("pair") == pair)["p"].item()


def test_differences_are_those_to_the_games_without(played, games):
    means = played.seats.group_by("game_id").agg(pl.col("score").cast(pl.Float64).mean()).collect()
    whole = games.join(means, on="game_id")
    for measure, column in (("score", "score"), ("best_score", "best_score"), ("turns", "turns")):
        frame = species.differences(played, measure)
        assert frame.height == 5 and set(frame["kind"]) == {"randomised"}
        for row in frame.iter_rows(named=True):
            there = (whole["species_left"] == row["species"]) | (whole["species_right"] == row["species"])
            inside, outside = whole.filter(there)[column].to_numpy(), whole.filter(~there)[column].to_numpy()
            test = scipy_stats.ttest_ind(inside, outside, equal_var=False)
            one, other = estimates.mean(inside), estimates.mean(outside)  # limits recovered from those of both
            ends = (
                np.hypot(one.estimate - one.low, other.high - other.estimate),
                np.hypot(one.high - one.estimate, other.estimate - other.low),
            )
            assert row["estimate"] == pytest.approx(inside.mean() - outside.mean()) and row["n"] == len(inside)
            assert (row["low"], row["high"]) == pytest.approx((row["estimate"] - ends[0], row["estimate"] + ends[1]))
            assert row["p"] == pytest.approx(test.pvalue)
        assert frame["q"].to_list() == pytest.approx(estimates.benjamini_hochberg(frame["p"].to_numpy()))


def test_leaders(played, rows):
    most, gain = species.most_traces(played), species.discoverer_gain(played)
    assert set(most["kind"]) == set(gain["kind"]) == {"observational"}
    for (name,), part in rows.group_by("species"):
        leading = part.filter(pl.col("discovered").is_not_null() & pl.col("most_traces"))
        found = value(most, species=name)
        assert (found["estimate"], found["n"]) == (pytest.approx(leading["win_share"].mean()), leading.height)
        leads = []
        for _, game in part.group_by("game_id"):
            who = game.filter("discoverer")
            if who.height:
                leads.append(who["score"].item() - game.filter(~pl.col("discoverer"))["score"].mean())
        found = value(gain, "lead", species=name)
        assert (found["estimate"], found["n"]) == (pytest.approx(np.mean(leads)), len(leads))


def test_use(played, rows):
    frame = species.traces_and_cards(played)
    for (name,), part in rows.filter(pl.col("discovered").is_not_null()).group_by("species"):
        for measure in ("traces", "traces_board", "cards_gained", "cards_played", "points_during", "points_end"):
            assert value(frame, measure, species=name)["estimate"] == pytest.approx(part[measure].mean())


def test_one_fixed_pair_is_not_compared(tmp_path):
    run(prepare(players=2, games=30, policies="greedy", seed=4, species="anomalies,exertians"), tmp_path / "run")
    opened = open_run(tmp_path / "run")
    assert species.species_kind(opened) == "observational"
    frame = species.by_pair(opened)
    assert set(frame["pair"]) == {"anomalies + exertians"} and set(frame["kind"]) == {"observational"}
    assert species.differences(opened)["estimate"].is_nan().all()
    assert np.isnan(species.seats_alike(opened).p)


# ---------------------------------------------------------------- the difference of means on data of known truth


def moments(values):
    return len(values), values.sum(), (values**2).sum()


def test_difference_of_means_covers_the_truth():
    rng = np.random.default_rng(3)
    a, b = rng.normal(5, 3, (4000, 12)), rng.normal(4, 1, (4000, 30))
    sums = [(np.full(4000, x.shape[1]), x.sum(axis=1), (x**2).sum(axis=1)) for x in (a, b)]
    got, p = estimates.difference_of_means(*sums, "randomised")
    inside = ((got.low <= 1) & (1 <= got.high)).mean()
    assert inside == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / 4000))
    ((_, null)) = estimates.difference_of_means(sums[0], [sums[0][0], sums[0][1][::-1], sums[0][2][::-1]], "randomised")
    assert (null < 0.05).mean() == pytest.approx(0.05, abs=3 * np.sqrt(0.95 * 0.05 / 4000))
    assert p.shape == (4000,)


@pytest.mark.parametrize("one, two", [([], [1.0, 2.0]), ([1.0], [1.0, 2.0]), ([1.0, 2.0], [])])
def test_difference_of_means_without_data_is_unknown(one, two):
    got, p = estimates.difference_of_means(*(moments(np.array(v)) for v in (one, two)), "randomised")
    assert np.isnan(p) and np.isnan(got.low) and np.isnan(got.high)
    assert np.isnan(got.estimate) == (not one or not two)


def test_difference_of_means_without_variation():
    got, p = estimates.difference_of_means(moments(np.full(5, 2.0)), moments(np.full(4, 2.0)), "randomised")
    assert got.estimate == 0 and np.isnan([got.low, got.high, p]).all()


# ---------------------------------------------------------------- the test of one mean vector in all groups


def one_winner(counts):
    """Sums, products and games of groups in which column j won `counts[group, j]` games."""
    counts = np.asarray(counts)
    return counts, np.diag(counts.sum(axis=0)), counts.sum(axis=1)


def test_same_in_all_groups_is_pearsons_chi_square():
    counts = np.random.default_rng(1).integers(5, 40, (6, 4))
    test, pearson = estimates.same_in_all_groups(*one_winner(counts)), scipy_stats.chi2_contingency(counts)
    assert (test.statistic, test.p) == (pytest.approx(pearson.statistic), pytest.approx(pearson.pvalue))
    assert (test.freedom, test.n) == (pearson.dof, counts.sum())


def test_same_in_all_groups_keeps_its_level_and_sees_a_difference():
    rng = np.random.default_rng(2)
    unequal = [0.2, 0.25, 0.25, 0.3]  # seats may differ, as long as they do so in all groups
    null = [estimates.same_in_all_groups(*one_winner(rng.multinomial(400, unequal, 10))).p for _ in range(2000)]
    assert np.mean(np.array(null) < 0.05) == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 2000))
    assert estimates.same_in_all_groups(*one_winner([[100, 100, 100, 100], [40, 100, 120, 140]])).p < 1e-6


@pytest.mark.parametrize("counts, p", [([[3, 4]], np.nan), ([[3, 4], [0, 0]], np.nan), ([[3, 0], [5, 0]], 1.0)])
def test_same_in_all_groups_without_data(counts, p):
    assert estimates.same_in_all_groups(*one_winner(counts)).p == pytest.approx(p, nan_ok=True)


def test_policies_with_each_species(tmp_path):
    run(prepare(players=2, games=40, policies="greedy,random", species="balanced", seed=4), tmp_path / "run")
    opened = open_run(tmp_path / "run")
    frame = species.by_policy(opened)
    seats = opened.seats.collect().join(opened.games.select("game_id", "species_left", "species_right").collect(), on="game_id")
    lead = seats.with_columns(lead=pl.col("score") - pl.col("score").cast(pl.Float64).mean().over("game_id"))
    for name in opened.config["categories"]["species"]:
        part = lead.filter((pl.col("species_left") == name) | (pl.col("species_right") == name), pl.col("policy") == "greedy")
        share, ahead = (value(frame, m, species=name, policy="greedy") for m in ("win_share", "lead"))
        assert (share["n"], share["estimate"]) == (part.height, pytest.approx(part["win_share"].mean()))
        assert ahead["estimate"] == pytest.approx(part["lead"].mean()) and ahead["low"] > 0
    section = with_policies(opened)
    assert section.answer.startswith("Most for ") and section.basis == "n = 80 seats, randomised"


def test_seat_gains_are_with_less_without(played, games):
    frame = species.seat_gains(played)
    seats = played.seats.collect().join(games, on="game_id")
    assert frame.height == 5 * 3 and set(frame["kind"]) == {"randomised"}
    for row in frame.iter_rows(named=True):
        own = seats.filter(pl.col("seat") == row["seat"])
        here = (own["species_left"] == row["species"]) | (own["species_right"] == row["species"])
        assert row["estimate"] == pytest.approx(own.filter(here)["win_share"].mean() - own.filter(~here)["win_share"].mean())
        assert row["n"] == GAMES * 2 / 5 and row["low"] < row["estimate"] < row["high"]


def test_interactions_of_the_run_sum_to_nothing_for_each_species(played):
    frame, test = species.interactions(played)
    assert frame.height == 10 and test.freedom == 10 - 5 and test.n == GAMES and set(frame["n"]) == {GAMES / 10}
    for name in played.config["categories"]["species"]:
        mine = frame.filter(pl.col("pair").str.contains(name))["estimate"]
        assert len(mine) == 4 and mine.sum() == pytest.approx(0, abs=1e-9)


PARTS = np.array([[float(k in (i, j)) for k in range(5)] for i in range(5) for j in range(i + 1, 5)])


def groups(rng, means, games, sd=25.0):
    """Sums of the first three powers of normal scores in each group."""
    values = [rng.normal(mean, sd, n) for mean, n in zip(means, games, strict=True)]
    return [np.array([(v**power).sum() for v in values]) for power in (1, 2, 3)]


@pytest.mark.parametrize("trials", [120, pytest.param(2000, marks=pytest.mark.soak)])
def test_what_is_beyond_sums_covers_its_truth_and_holds_its_level(trials):
    rng, games = np.random.default_rng(5), np.array([60, 200, 100, 80, 150, 300, 90, 120, 70, 100])
    plain = PARTS @ [50.0, 60, 40, 55, 45]
    together = np.where(np.arange(10) == 3, 16.0, 0.0)
    fit = np.linalg.lstsq(PARTS * np.sqrt(games)[:, None], together * np.sqrt(games), rcond=None)[0]
    truth, hits, false, found = together - PARTS @ fit, [], [], []
    for _ in range(trials):
        got, test = species.beyond_sums(PARTS, games, *groups(rng, plain, games), "randomised")
        false.append(test.p < 0.05)
        got, test = species.beyond_sums(PARTS, games, *groups(rng, plain + together, games), "randomised")
        found.append(test.p < 0.05)
        hits.append(((got.low <= truth) & (truth <= got.high)).all())
    chance = 3 * np.sqrt(0.05 * 0.95 / trials)
    assert abs(np.mean(false) - 0.05) <= chance and np.mean(found) > 0.9 and np.mean(hits) >= 0.95 - chance


def test_beyond_sums_at_the_edges():
    """Too few pairs to tell parts from pairs, no games, all scores equal, equal in each group but not of a sum."""
    few, test = species.beyond_sums(PARTS[:2], [5, 5], [10.0, 20], [25.0, 90], [70.0, 420], "randomised")
    assert np.isnan(few.estimate).all() and np.isnan(test.p) and test.freedom == 0
    none, test = species.beyond_sums(np.zeros((0, 5)), [], [], [], [], "randomised")
    assert len(none.estimate) == 0 and test.n == 0 and np.isnan(test.p)
    n = np.full(10, 4.0)
    for values, p in ((np.full(10, 7.0), 1.0), (np.arange(10.0) ** 2, np.nan)):
        got, test = species.beyond_sums(PARTS, n, n * values, n * values**2, n * values**3, "randomised")
        assert test.p == pytest.approx(p, nan_ok=True) and test.freedom == 5


def test_runs_are_set_side_by_side(played, tmp_path):
    run(prepare(players=2, games=GAMES, policies="greedy", seed=4, species="balanced"), tmp_path / "two")
    two = open_run(tmp_path / "two")
    section = along([played, two])
    (table,) = section.blocks
    assert [column.title for column in table.columns] == ["greedy, 3 players", "greedy, 2 players"] and len(table.labels) == 5
    sure = [{row["species"]: row["estimate"] for row in species.differences(one).iter_rows(named=True) if row["q"] < 0.05}
            for one in (played, two)]  # fmt: skip
    for name, words in played.species_names.items():
        signs = [part[name] > 0 for part in sure if name in part]
        if signs and len(set(signs)) == 1:
            assert f"with {words} {'higher' if signs[0] else 'lower'} in {len(signs)}" in section.answer
    assert any(sure)
    assert along([played]) is None and along([played, played]) is None
