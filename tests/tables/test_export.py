"""Tables for other tools hold what the run holds, with what each column means; what cannot be written is refused whole."""

import json
import sys

import polars as pl
import pytest

from seti_sim import open_run
from seti_sim.cli import main
from seti_sim.cli.export import FORMATS as TOLD
from seti_sim.simulate import prepare, run
from seti_sim.tables import TablesError, export
from seti_sim.tables.formats import FORMATS


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "run"
    run(prepare(players=2, games=30, policies="greedy,random", seed=3), folder, chunk=20)
    return open_run(folder)


def plain(frame):
    """Without categories: texts, numbers."""
    return frame.with_columns(pl.col(pl.Enum).cast(pl.String))


@pytest.mark.parametrize("game", ["seti", "planetx"])
def test_pandas_has_every_table_value_by_value(played, game, tmp_path):
    if game == "planetx":
        run(prepare(game="planetx", players=2, games=10, policies="random"), tmp_path / "px")
        played = open_run(tmp_path / "px")
    for name in played.kind.tables_for(played.config["categories"]):
        frame, other = getattr(played, name).collect(), played.to_pandas(name)
        assert list(other.columns) == frame.columns and len(other) == frame.height
        for column in frame.columns:
            mine = plain(frame.select(column)).to_series().to_list()
            theirs = [None if value is None or value != value else value for value in other[column].astype(object).where(
                other[column].notna(), None)]  # fmt: skip
            assert theirs == [None if value is None or value != value else value for value in mine], (name, column)
            if isinstance(frame[column].dtype, pl.Enum):
                assert other[column].cat.categories.to_list() == frame[column].dtype.categories.to_list()
            elif frame[column].dtype.is_integer():
                assert str(other[column].dtype).lower() == str(frame[column].dtype).lower()


def test_csv(played, tmp_path):
    rows = export(played, tmp_path / "csv", "csv", ["games", "seats"])
    assert sorted(file.name for file in (tmp_path / "csv").iterdir()) == ["columns.csv", "games.csv", "seats.csv"]
    back = pl.read_csv(tmp_path / "csv/seats.csv")
    assert rows == [("games", 30), ("seats", 60)] and back.height == 60
    assert back["score"].to_list() == played.seats.collect()["score"].to_list()
    meanings = pl.read_csv(tmp_path / "csv/columns.csv")
    assert meanings.filter(table="seats")["column"].to_list() == back.columns and meanings["meaning"].null_count() == 0


def test_xlsx(played, tmp_path):
    import zipfile

    export(played, tmp_path / "a.xlsx", "xlsx", ["games"])
    with zipfile.ZipFile(tmp_path / "a.xlsx") as book:
        names = book.read("xl/workbook.xml").decode()
        sheet = book.read("xl/worksheets/sheet2.xml").decode()
    assert 'name="columns"' in names and 'name="games"' in names
    assert sheet.count("<row ") == 31


def test_a_sheet_that_cannot_hold_a_table_is_refused(played, tmp_path, monkeypatch):
    from seti_sim.tables import export as module

    monkeypatch.setattr(sys.modules["seti_sim.tables.formats"], "EXCEL_ROWS", 40)
    with pytest.raises(TablesError, match="table seats: 60 rows, and a sheet has 40; expected fewer games"):
        module(played, tmp_path / "a.xlsx", "xlsx", ["games", "seats"])
    assert not list(tmp_path.iterdir())


def test_duckdb(played, tmp_path):
    import duckdb

    export(played, tmp_path / "a.duckdb", "duckdb")
    with duckdb.connect(str(tmp_path / "a.duckdb"), read_only=True) as base:

        def one(query):
            return base.execute(query).fetchone()[0]

        for name in played.kind.tables_for(played.config["categories"]):
            assert one(f'select count(*) from "{name}"') == getattr(played, name).collect().height
        mean = one("select avg(score) from seats where policy = 'greedy'")
        assert mean == pytest.approx(played.seats.filter(policy="greedy").collect()["score"].mean())
        assert one("select comment from duckdb_columns() where table_name = 'seats' and column_name = 'score'")
        assert one('select count(*) from "columns"') > 100


def test_every_part_says_what_its_columns_mean(played):
    for file in played.path.glob("*/*.parquet"):
        told = json.loads(pl.read_parquet_metadata(file)["seti_sim.columns"])
        assert list(told["columns"]) == pl.read_parquet_schema(file).names() and told["row"]
        assert all(column["meaning"] for column in told["columns"].values())


@pytest.mark.parametrize(
    "words, line",
    [
        (["--to", "parquet"], "format 'parquet': expected one of csv, xlsx, duckdb"),
        (["--to", "csv", "--table", "seat"], "table 'seat': expected some of games, .*did you mean seats"),
        (["--to", "csv", "--out", "there"], "there: is there already, expected a new folder"),
        (["--to", "xlsx", "--out", "there/no/a.xlsx"], "a.xlsx: cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_line(played, tmp_path, monkeypatch, capsys, words, line):
    import re

    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert main(["export", str(played.path), *words]) == 2
    err = capsys.readouterr().err
    assert re.search(line, err) and err.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


@pytest.mark.parametrize("package, words", [("duckdb", ["--to", "duckdb"]), ("xlsxwriter", ["--to", "xlsx"])])
def test_a_package_that_is_missing_is_told_with_the_command_that_helps(played, tmp_path, monkeypatch, capsys, package, words):
    monkeypatch.setattr(sys.modules["seti_sim.core.extras"], "find_spec", lambda name: None)
    assert main(["export", str(played.path), *words, "--out", str(tmp_path / "x")]) == 2
    assert f"the package {package} is missing" in capsys.readouterr().err and not (tmp_path / "x").exists()


def test_the_command_tells_every_format():
    assert tuple(FORMATS) == TOLD
