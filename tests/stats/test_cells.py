"""Sums by group and game against Polars: few and many groups, games with holes, no groups, unknown keys, nothing at all."""

import numpy as np
import polars as pl
import pytest

from seti_sim.stats import cells
from seti_sim.stats.cells import Cells

RNG = np.random.default_rng(3)


def rows(n, games, groups):
    return pl.DataFrame({
        "game_id": np.sort(RNG.choice(games, n)), "v": RNG.normal(size=n),
        "number": RNG.integers(0, groups, n), "word": RNG.choice(["a", "b", "c"], n), "flag": RNG.random(n) < 0.3,
        "big": RNG.choice([3, 10**12, -5], n), "gap": pl.Series(RNG.integers(0, 3, n)).replace(2, None),
    }).with_columns(kind=pl.col("word").cast(pl.Enum(["c", "unused", "b", "a"])))  # fmt: skip


def plain(frame, by):
    """Sums over games of x, y, x², xy and y², x being rows of a group in a game, y the sum of their values."""
    x, y = pl.col("x"), pl.col("y")
    games = frame.group_by([*by, "game_id"]).agg(x=pl.len().cast(pl.Float64), y=pl.col("v").sum())
    sums = {"x": x.sum(), "y": y.sum(), "xx": (x * x).sum(), "xy": (x * y).sum(), "yy": (y * y).sum()}
    return games.group_by(by).agg(**sums) if by else games.select(**sums)


def counted(frame, by):
    made = Cells(frame, by)
    x, y = made.sums(), made.sums(frame["v"].to_numpy())
    sums = {"x": (x,), "y": (y,), "xx": (x, x), "xy": (x, y), "yy": (y, y)}
    totals = {name: made.totals(*pair) for name, pair in sums.items()}
    return made.keys.with_columns(**totals) if by else pl.DataFrame(totals)


FRAMES = {
    "few groups": rows(2000, np.arange(100, 150), 5),
    "many groups": rows(300, np.arange(200), 5000),
    "games with holes": rows(300, [1, 2, 900_000, 900_001, 10**9], 4),
    "one row": rows(1, [7], 3),
}
KEYS = [["number"], ["kind"], ["word", "flag"], ["big"], ["gap", "kind"], []]


@pytest.mark.parametrize("by", KEYS, ids=lambda by: "+".join(by) or "none")
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_sums_are_those_of_polars(frame, by):
    expected, found = plain(frame, by), counted(frame, by)
    if by:
        assert found.schema == expected.schema
        expected, found = expected.sort(by), found.sort(by)
    from polars.testing import assert_frame_equal

    assert_frame_equal(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def test_few_and_many_cells_say_the_same(monkeypatch):
    frame = FRAMES["few groups"]
    before = counted(frame, ["number", "word"]).sort("number", "word")
    monkeypatch.setattr(cells, "_ROOM", 0)
    after = counted(frame, ["number", "word"]).sort("number", "word")
    assert before.select(pl.exclude("number", "word")).to_numpy() == pytest.approx(
        after.select(pl.exclude("number", "word")).to_numpy()
    )


@pytest.mark.parametrize("by", [["number"], []])
def test_no_rows(by):
    made = Cells(FRAMES["one row"].clear(), by)
    assert made.totals(made.sums()).sum() == 0 and made.keys.height == 0


def test_what_all_rows_of_a_cell_share():
    frame = pl.DataFrame({"game_id": [1, 1, 2], "k": ["a", "a", "b"]})
    made = Cells(frame, ["k"])
    assert sorted(made.totals(made.same([5.0, 5.0, 7.0]))) == [5.0, 7.0]
