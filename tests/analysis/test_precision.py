"""How many games: half-widths against the intervals of runs, games needed, reading a precision."""

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from seti_sim.analysis import precision, seats
from seti_sim.tables import open_run


@pytest.mark.parametrize("text, value", [("0.5pp", (0.005, "share")), (" 2 vp", (2.0, "points")), (".25pp", (0.0025, "share"))])
def test_parse(text, value):
    assert precision.parse(text) == value


@pytest.mark.parametrize("text", ["", "0.5", "0pp", "-1pp", "0.5%", "pp", "1e3pp", "0.5 pp pp", "nanpp"])
def test_what_is_no_precision(text):
    with pytest.raises(precision.PrecisionError, match="expected a half-width like 0.5pp"):
        precision.parse(text)


def test_games_for_share_give_that_half_width():
    games = precision.games_for_share(0.005, 4)
    z = scipy_stats.norm.isf(0.025)
    assert z * np.sqrt(0.25 * 0.75 / games) <= 0.005 < z * np.sqrt(0.25 * 0.75 / (games - 1))
    assert precision.games_for_share(0.0025, 4) == pytest.approx(4 * games, rel=1e-4)
    hits = scipy_stats.binom(games, 0.25)
    assert hits.cdf(games * 0.255) - hits.cdf(games * 0.245) == pytest.approx(0.95, abs=0.002)


def test_half_widths_are_those_of_the_run_and_fall_with_the_root(mirror_run):
    run = open_run(mirror_run)
    main = precision.main_estimates(run)
    assert main["estimate"].to_list() == ["seat", "lead", "score", "card"]
    half = main.filter(pl.col("estimate") == "score")["half"][0]
    got = seats.mean_score(run)
    assert 2 * half == pytest.approx((got["high"] - got["low"])[0], rel=0.01)
    need = precision.needed(main, half / 3, "points").filter(pl.col("estimate") == "score")["needed"][0]
    assert need == pytest.approx(9 * run.n_games, abs=1)
    curve = precision.curve(main, [run.n_games, 4 * run.n_games])
    widths = curve.filter(pl.col("estimate") == "score")["half"].to_list()
    assert widths == pytest.approx([half, half / 2])


def test_policies_are_told_where_there_are_several(mixed_run):
    assert "policy" in precision.main_estimates(open_run(mixed_run))["estimate"].to_list()
