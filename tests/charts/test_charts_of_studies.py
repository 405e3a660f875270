"""Charts of studies on made-up frames: labels readable whatever the numbers, files written, what is marked is marked."""

import io
import warnings

import numpy as np
import polars as pl
import pytest
from geometry import assert_readable, faces
from PIL import Image
from test_charts import words

from seti_sim.analysis import precision, starts
from seti_sim.report.page import write
from seti_sim.seti import charts
from seti_sim.studies import compare
from seti_sim.tables import open_run

METRICS = {"score": "points", "margin": "points", "turns": "turns", "win_share@seat=1": "share", "discoveries": "species"}


def differences(variants=("cheap-scan",), metrics=METRICS, spread=1.0, shift=0.0, seed=1):
    rng = np.random.default_rng(seed)
    rows = []
    for variant in variants:
        for metric, unit in metrics.items():
            scale = spread * (0.01 if unit == "share" else 1)
            middle = (rng.normal() * 3 + shift) * scale
            rows.append(
                (variant, metric, unit, metric.replace("@seat=", ", seat "), middle, middle - scale, middle + scale, 4000)
            )
    names = ["variant", "metric", "unit", "words", "estimate", "low", "high", "n"]
    return pl.DataFrame(rows, schema=names, orient="row")


@pytest.mark.parametrize("variants", [("cheap-scan",), ("1", "3"), ("cheap-scan", "flat-start", "publicity-limit")])
@pytest.mark.parametrize("spread, shift", [(1.0, 0.0), (0.001, 0.0), (300.0, 0.0), (0.01, 50_000.0)])
def test_comparisons_are_readable(variants, spread, shift):
    assert_readable(charts.comparison(differences(variants, spread=spread, shift=shift), "printed"))


def test_a_comparison_without_intervals_or_differences_is_drawn():
    nan = float("nan")
    unknown = differences().with_columns(low=pl.lit(nan), high=pl.lit(nan))
    assert_readable(charts.comparison(unknown, "printed"))
    nothing = differences().with_columns(estimate=pl.lit(0.0), low=pl.lit(0.0), high=pl.lit(0.0))
    figure = charts.comparison(nothing, "printed")
    assert_readable(figure)
    assert not any("\u22120.0" in word or "+0.0" in word for word in words(figure))


def test_a_comparison_tells_base_unit_and_n():
    text = " ".join(words(charts.comparison(differences(), "printed")))
    assert "difference from printed, percentage points; n = 4,000 pairs of games" in text


@pytest.mark.parametrize("variants", [("cheap-scan",), ("1", "3", "4")])
def test_narrowing_is_readable(variants):
    looks = pl.concat(
        [differences(variants, spread=1 / np.sqrt(n)).with_columns(n=pl.lit(4000 * n, pl.Int64)) for n in range(1, 8)]
    )
    labels = {metric: metric for metric in METRICS}
    assert_readable(charts.narrowing(looks.select("variant", "metric", "estimate", "low", "high", "n"), METRICS, labels))


def levels(labels, positions, printed):
    rows = [
        (metric, unit, metric, position, label, label == printed, 10 + i * 3.0, 9 + i * 3.0, 11 + i * 3.0, 4000)
        for metric, unit in METRICS.items()
        for i, (label, position) in enumerate(zip(labels, positions))
    ]
    names = ["metric", "unit", "words", "position", "label", "printed", "estimate", "low", "high", "n"]
    return pl.DataFrame(rows, schema=names, orient="row")


@pytest.mark.parametrize(
    "labels, positions",
    [(("1", "2", "3", "4"), (1.0, 2.0, 3.0, 4.0)), (("2",), (2.0,)), (("[1, 1, 1, 1]", "[1, 2, 3, 4]"), (0.0, 1.0))],
)
def test_sweeps_are_readable(labels, positions):
    figure = charts.sweep(levels(labels, positions, labels[-1]), "actions.scan.cost.energy")
    assert_readable(figure)
    for axes in figure.axes:
        filled = faces(axes)
        assert len(filled) in (0, len(labels))
        assert all((face == 1).all() == (label == labels[-1]) for face, label in zip(filled, labels))  # a ring


@pytest.mark.parametrize("players", [2, 4])
def test_komi_is_readable(players):
    rows = [
        (
            rules,
            seat,
            seat * 9,
            "win_share",
            1 / players + 0.01 * sign * (seat - 2),
            1 / players - 0.03,
            1 / players + 0.03,
            4000.0,
        )
        for rules, sign in (("printed", 1), ("komi", 0))
        for seat in range(1, players + 1)
    ]
    names = ["rules", "seat", "start_vp", "measure", "estimate", "low", "high", "n"]
    assert_readable(charts.komi(pl.DataFrame(rows, schema=names, orient="row")))


def test_first_player_and_half_widths_are_readable(mirror_run, mixed_run):
    runs = [open_run(mirror_run), open_run(mixed_run)]
    figure = charts.first_player(starts.over_runs(runs))
    assert_readable(figure)
    assert {"greedy", "greedy,random"} <= set(words(figure))
    for run in runs:
        main = precision.main_estimates(run)
        curve = precision.curve(main, np.geomspace(1000, 1e6, 20))
        figure = charts.half_widths(curve, run.n_games, (0.005, "share"))
        assert_readable(figure)
        assert set(main["words"]) <= {" ".join(word.split()) for word in words(figure)}


def test_a_chart_is_saved_as_picture_and_drawing(tmp_path):
    figure = charts.comparison(differences(), "printed")
    files = charts.save(figure, tmp_path / "new", "compared")
    assert [file.name for file in files] == ["compared.png", "compared.svg"]
    with Image.open(files[0]) as picture:
        width, height = figure.get_size_inches() * 192
        assert np.allclose(picture.size, (width, height), atol=1)
    assert files[1].read_text().startswith("<svg")
    before = [file.read_bytes() for file in files]
    charts.save(charts.comparison(differences(), "printed"), tmp_path / "new", "compared")
    assert [file.read_bytes() for file in files] == before


def test_two_games_make_a_chart_of_what_is_known(tmp_path):
    """Intervals without an end, and of two games those alone: axes that can be drawn, and words that say so."""
    study = compare([None, {"setup": {"start_vp": [9, 9, 9, 9]}}], policies="random", games=2, block=2, out=tmp_path / "a",
                    stream=io.StringIO())  # fmt: skip
    assert not study.frames["differences"].filter(pl.col("unit") == "points")["high"].is_finite().any()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write([], tmp_path / "a.html", studies=[study], charts=tmp_path / "c")
    assert "no interval" in (tmp_path / "a.html").read_text() and list((tmp_path / "c").glob("*.png"))
