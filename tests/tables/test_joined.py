"""Several runs as one: each table is theirs below one another, with columns that tell them apart."""

import polars as pl
import pytest

from seti_sim import open_run, open_runs
from seti_sim.simulate import prepare, run
from seti_sim.tables import TablesError


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    folder = tmp_path_factory.mktemp("joined")
    asked = {
        "a": {"players": 2, "policies": "greedy,random", "seed": 1},
        "b": {"players": 3, "policies": "random", "seed": 2, "variant": "cheap-scan"},
        "c/a": {"players": 2, "policies": "random", "seed": 1},
    }
    for name, options in asked.items():
        run(prepare(games=12, **options), folder / name)
    run(prepare(game="planetx", players=2, games=4, policies="random"), folder / "px")
    return folder


def test_every_table_is_theirs_below_one_another(folders):
    runs = open_runs({"one": folders / "a", "two": folders / "b"})
    assert runs.n_games == 24 and set(runs.tables) >= {"games", "seats", "cards", "techs"}
    for name in runs.tables:
        frame = getattr(runs, name).collect()
        for label, folder in (("one", "a"), ("two", "b")):
            mine = frame.filter(run=label)
            alone = getattr(open_run(folders / folder), name).collect()
            assert mine.height == alone.height
            for column in alone.columns:  # with the categories of all, the values are those of the run
                left, right = mine[column], alone[column]
                if isinstance(right.dtype, pl.Enum):
                    left, right = left.cast(pl.String), right.cast(pl.String)
                assert left.equals(right, null_equal=True), (name, column)
    keys = runs.seats.select("run", "players", "seed", "variant", "policies").unique().sort("run").collect().rows()
    assert keys == [("one", 2, 1, "printed", "greedy,random"), ("two", 3, 2, "cheap-scan.toml", "random")]
    assert runs.seats.collect_schema()["policy"].categories.to_list() == ["greedy", "random"]


def test_folders_are_named_by_as_much_of_their_paths_as_tells_them_apart(folders):
    assert list(open_runs([folders / "a", folders / "b"]).runs) == ["a", "b"]
    assert list(open_runs([folders / "a", folders / "c/a"]).runs) == [f"{folders.name}/a", "c/a"]


@pytest.mark.parametrize(
    "given, words",
    [
        (lambda f: [], "at least one"),
        (lambda f: str(f / "a"), "expected a list of run folders"),
        (lambda f: [f / "a", f / "a"], "given twice"),
        (lambda f: [f / "a", f / "nowhere"], "no such run folder"),
        (lambda f: [f / "a", f / "px"], "planetx and seti: expected runs of one game"),
    ],
)
def test_what_cannot_be_joined_is_told_in_a_line(folders, given, words):
    with pytest.raises(TablesError, match=words):
        open_runs(given(folders))
