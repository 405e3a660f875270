"""The schema, the builder against a slow reading of the log, and run folders that are not what they should be."""

import json
import re
import shutil
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import fake_engine
import numpy as np
import polars as pl
import pytest

from seti_sim import __version__
from seti_sim.core import columns, registry
from seti_sim.core.errors import TablesError
from seti_sim.seti import batch as engine
from seti_sim.seti.tables import schema
from seti_sim.seti.tables.build import build
from seti_sim.seti.vocabulary_tables import LOG_ROWS, RESULTS
from seti_sim.tables import open_run, page
from seti_sim.tables.folder import FORMAT, finished_ranges, part_name

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tables(fake_batch):
    return build(fake_batch, 4, fake_engine.CATEGORIES)


def test_docs_page_is_current():
    made_by = "not current: run `python -m seti_sim.tables.page > docs/tables.md`"
    assert (ROOT / "docs/tables.md").read_text(encoding="utf-8") == page.markdown(), made_by


def test_run_json_is_described_key_by_key(mirror_run):
    config = json.loads((mirror_run / "run.json").read_text())
    described = {key for keys in page.RUN_JSON for key in keys.split(", ")}
    only_with_some = {"tables"}  # a run that keeps all has no such key
    assert described == (set(config) | only_with_some) - {"format", "game"}


NO_COLUMN = {"delivered"}
"""Results of a seat that no table has: `cards` tells deliveries one by one."""


def test_every_result_of_the_engine_is_a_column():
    assert set(RESULTS) - set(schema.SEATS.column_names) == NO_COLUMN, "a Column in SEATS of seti_sim/seti/tables/schema.py"


@pytest.mark.parametrize("game", ["seti", "planetx"])
def test_no_column_is_of_a_later_version(game):
    """A column that runs of before lack has the version that brings it, which is at most this one."""

    def number(version):
        return tuple(map(int, version.split(".")))

    for table in registry.get(game).tables.values():
        for column in table.columns:
            later = column.since and number(column.since) > number(__version__)
            assert not later, (
                f"{table.name}.{column.name}: since {column.since}, and this is {__version__}: CONTRIBUTING.md, Version"
            )


def test_every_column_says_what_it_means():
    for table in schema.TABLES.values():
        assert len(set(table.column_names)) == len(table.columns) and set(table.key) <= set(table.column_names)
        for column in table.columns:
            assert len(column.meaning) > 3, (table.name, column.name)
            if column.unit and column.type in ("Int16", "Float32"):
                assert column.denominator, (table.name, column.name)


def test_rows_of_the_log_have_the_columns_and_numbers_that_python_reads():
    kinds = [f"LOG_{name.upper().replace('-', '_')}" for name in LOG_ROWS]
    assert {name: n for name, n in vars(engine).items() if re.fullmatch("LOG_[A-Z_]+", name) and isinstance(n, int)} == {
        name: n for n, name in enumerate(kinds) if n
    }
    assert set(engine.LOG_DTYPE.names) == {"game", "kind", "seat", "round", "turn", "item", "a", "b"}


def test_frames_have_the_types_and_keys_of_the_schema(tables):
    for name, table in schema.TABLES.items():
        frame = tables[name]
        assert frame.schema == schema.polars_schema(table, fake_engine.CATEGORIES)
        assert not frame.select(pl.struct(table.key).is_duplicated()).to_series().any()
        assert frame.select(table.key).null_count().sum_horizontal().item() == 0
        assert frame.height


def test_an_empty_batch_gives_empty_frames():
    none = fake_engine.play_games(fake_engine.RULES, 4, 1, 0, 0, [fake_engine.FakePolicy()], np.zeros((0, 4), np.uint8))
    for name, frame in build(none, 4, fake_engine.CATEGORIES).items():
        assert frame.height == 0 and frame.schema == schema.polars_schema(schema.TABLES[name], fake_engine.CATEGORIES)


def test_cards_against_a_slow_reading_of_the_log(fake_batch, tables):
    held, rows = {}, []
    arrivals = defaultdict(int)
    columns = (fake_batch.log[name].tolist() for name in ("game", "kind", "seat", "round", "turn", "item", "a", "b"))
    for game, kind, seat, round_, turn, item, a, b in zip(*columns):
        if kind == engine.LOG_ARRIVE:
            arrivals[game, seat, item] += 1
            card = f"base-{item + 1:03d}"
            row = [
                game,
                seat,
                card,
                arrivals[game, seat, item],
                schema.SOURCES[a],
                b if a < 2 else None,
                round_,
                turn,
                "held",
                None,
                None,
            ]
            held[game, seat, item] = row
            rows.append(row)
        elif kind == engine.LOG_LEAVE:
            held.pop((game, seat, item))[8:] = [schema.FATES[a], round_, turn]
    frame = tables["cards"]
    names = [
        "game_id",
        "seat",
        "card_id",
        "arrival",
        "source",
        "deck_size",
        "round",
        "turn",
        "fate",
        "round_left",
        "turn_left",
    ]
    assert sorted(map(tuple, rows), key=lambda r: r[:4]) == sorted(frame.select(names).rows(), key=lambda r: r[:4])
    assert max(r[3] for r in rows) > 1  # some card came back
    assert (frame["opening"] == (frame["source"] == "dealt")).all()
    assert frame.filter(pl.col("opening")).group_by("game_id", "seat").len()["len"].unique().to_list() == [5]


@pytest.mark.parametrize("name", ["cards", "techs", "gold", "actions"])
def test_outcomes_are_those_of_the_seat(tables, name):
    wanted = [c for c in ("policy", "score", "win_share") if c in tables[name].columns]
    joined = tables[name].join(tables["seats"], on=["game_id", "seat"], suffix="_seat")
    assert joined.height == tables[name].height
    for column in wanted:
        assert (joined[column] == joined[f"{column}_seat"]).all()


def test_draws(fake_batch, tables):
    draws = tables["draws"]
    kinds = fake_batch.log["kind"]
    blind = (kinds == engine.LOG_ARRIVE) & (fake_batch.log["a"] <= 1)
    assert draws.height == np.isin(kinds, [engine.LOG_REFILL, engine.LOG_STACK, engine.LOG_TILE]).sum() + blind.sum()
    one = draws.filter(pl.col("game_id") == 41)
    assert one["event"].to_list() == list(range(one.height))
    assert one["chance"].head(24).to_list() == ["refill"] * 3 + ["dealt"] * 20 + ["stack"]
    assert one["pool"].head(24).to_list() == list(range(138, 114, -1))
    assert one["seat"].head(5).to_list() == [None, None, None, 1, 1]
    assert draws.filter(pl.col("chance") == "stack")["stack"].unique().sort().to_list() == [1, 2, 3, 4]
    tile = draws.filter(pl.col("chance") == "tile")
    assert tile["tech_id"].null_count() == 0 == tile["bonus"].null_count() and tile["card_id"].null_count() == tile.height


def test_actions_leave_out_zeros_and_keep_the_rest(fake_batch, tables):
    frame = tables["actions"]
    assert (frame["n"] > 0).all() and frame["n"].sum() == fake_batch.actions.sum()
    scan = frame.filter(pl.col("kind") == "scan", pl.col("round") == 2)["n"].sum()
    assert scan == fake_batch.actions[:, :, 1, engine.ACTION_KINDS.index("scan")].sum()


def test_techs_and_gold(fake_batch, tables):
    techs = tables["techs"]
    assert techs.height == (fake_batch.log["kind"] == engine.LOG_TECH).sum()
    numbers = techs.sort("game_id", "seat", "turn").group_by("game_id", "seat", maintain_order=True).agg("number")["number"]
    assert all(n.to_list() == list(range(1, len(n) + 1)) for n in numbers)
    gold = tables["gold"]
    assert set(gold["place"]) <= {1, 2, 3} and set(gold["milestone"]) <= {25, 50, 70}
    assert (gold["points"] == gold["count"].cast(pl.Int16) * 5).all()


def test_games(fake_batch, tables):
    games = tables["games"]
    score = fake_batch.seats["score"].reshape(-1, 4)
    assert games["best_score"].to_list() == score.max(axis=1).tolist()
    assert games["margin"].to_list() == (np.sort(score, axis=1)[:, 3] - np.sort(score, axis=1)[:, 2]).tolist()
    never = games.filter(pl.col("discovered_left").is_null())
    assert 0 < never.height < games.height and never["discoverer_left"].null_count() == never.height
    assert games["game_id"].to_list() == list(range(40, 160))


def changed(batch, **rows):
    """A copy of a batch with one more log row."""
    copy = fake_engine.FakeBatch(batch.games, batch.seats, batch.actions, batch.log.copy(), batch.card_species)
    extra = np.zeros(1, engine.LOG_DTYPE)
    for name, value in rows.items():
        extra[name] = value
    copy.log = np.concatenate([copy.log, extra])
    return copy


@pytest.mark.parametrize(
    "row, message",
    [
        ({"game": 50, "kind": engine.LOG_LEAVE, "seat": 2, "item": 200}, "card number 200 leaves the hand"),
        ({"game": 5, "kind": engine.LOG_TILE, "b": 4}, "outside the batch"),
        ({"game": 50, "kind": engine.LOG_GOLD_SCORE, "seat": 2, "item": 9}, "gold tiles"),
    ],
)
def test_a_log_that_contradicts_itself_is_refused(fake_batch, row, message):
    with pytest.raises(TablesError, match=message):
        build(changed(fake_batch, **row), 4, fake_engine.CATEGORIES)


def test_a_card_that_leaves_without_coming_is_named(fake_batch):
    dealt = fake_batch.log[(fake_batch.log["game"] == 44) & (fake_batch.log["kind"] == engine.LOG_ARRIVE)]
    item = next(i for i in range(138) if i not in dealt["item"])
    with pytest.raises(TablesError, match=f"game 44: base-{item + 1:03d} leaves the hand of seat 3"):
        build(changed(fake_batch, game=44, kind=engine.LOG_LEAVE, seat=3, item=item), 4, fake_engine.CATEGORIES)


# ---------------------------------------------------------------------- run folders


@pytest.fixture
def folder(tmp_path, mirror_run):
    copy = tmp_path / "run"
    shutil.copytree(mirror_run, copy)
    return copy


def test_open_run(mirror_run):
    run = open_run(mirror_run)
    assert run.n_games == 1200 and run.finished and run.is_mirror and run.players == 4
    assert run.ranges == [(0, 500), (500, 500), (1000, 200)]
    assert run.games.select(pl.col("game_id").n_unique()).collect().item() == 1200
    assert isinstance(run.cards.collect_schema()["card_id"], pl.Enum)
    assert "games=1,200" in repr(run)


def test_a_column_that_came_later_is_null_in_earlier_runs(folder, monkeypatch):
    """Somewhere in the table, and only where the schema says since when."""
    has = schema.SEATS.columns
    for since in ("0.3.0", ""):
        newer = columns.Column("newer", "UInt8", "", "what an earlier version did not write", "seats", since=since)
        table = replace(schema.SEATS, columns=(*has[:5], newer, *has[5:]))
        monkeypatch.setitem(schema.TABLES, "seats", table)
        if since:
            seats = open_run(folder).seats.collect()
            assert seats["newer"].null_count() == seats.height == 4800 and seats.columns == list(table.column_names)
        else:
            with pytest.raises(
                TablesError, match=r"seats/000000000.*other columns than this version writes \(newer\); .*`since`"
            ):
                open_run(folder)


def spoil_truncated(folder):
    file = folder / "cards/000000500-000000999.parquet"
    file.write_bytes(file.read_bytes()[:-40])


def spoil_config(folder, change):
    config = json.loads((folder / "run.json").read_text())
    change(config)
    (folder / "run.json").write_text(json.dumps(config))


SPOILT = {
    "truncated part": (spoil_truncated, r"cards/000000500-000000999.parquet: damaged"),
    "empty part": (
        lambda f: (f / "seats/000000000-000000499.parquet").write_bytes(b""),
        r"seats/000000000-000000499.parquet: damaged",
    ),
    "missing part": (
        lambda f: (f / "gold/000001000-000001199.parquet").unlink(),
        r"gold/000001000-000001199.parquet: missing",
    ),
    "missing run.json": (lambda f: (f / "run.json").unlink(), r"run.json: missing"),
    "broken run.json": (lambda f: (f / "run.json").write_text("{"), r"run.json: cannot be read"),
    "other format": (lambda f: spoil_config(f, lambda c: c.update(format=99)), rf"expected a run of format {FORMAT}"),
    "lacking run.json": (
        lambda f: spoil_config(f, lambda c: c.pop("players")),
        r"run.json: players = None: expected a whole number",
    ),
    **{
        f"{value} seconds": (
            lambda f, value=value: spoil_config(f, lambda c: c.update(core_seconds=value)),
            rf"run.json: core_seconds = {value}: expected a number of seconds",
        )
        for value in (float("nan"), float("inf"), -1)
    },
    "foreign part": (lambda f: spoil_config(f, lambda c: c.update(identity="f" * 16)), r"belongs to another run"),
    "other columns": (
        lambda f: spoil_config(f, lambda c: c["categories"]["species"].append("new")),
        r"other columns .*species_left",
    ),
    "no games": (lambda f: shutil.rmtree(f / "games"), r"holds no games yet"),
    "overlap": (
        lambda f: shutil.copy(f / "games/000000500-000000999.parquet", f / "games/000000400-000000599.parquet"),
        r"two parts hold game 400",
    ),
}


@pytest.mark.parametrize("spoil, message", SPOILT.values(), ids=SPOILT)
def test_spoilt_folders_give_one_clear_line(folder, spoil, message):
    spoil(folder)
    with pytest.raises(TablesError, match=message) as caught:
        open_run(folder)
    assert "\n" not in str(caught.value)


def test_no_such_folder(tmp_path):
    with pytest.raises(TablesError, match="no such run folder"):
        open_run(tmp_path / "nowhere")


def test_ranges_come_from_names(tmp_path):
    (tmp_path / "games").mkdir()
    for first, count in ((20, 5), (0, 20), (1_000_000_000, 7)):
        (tmp_path / "games" / part_name(first, count)).touch()
    (tmp_path / "games/.tmp-1-000000030-000000039.parquet").touch()
    assert finished_ranges(tmp_path) == [(0, 20), (20, 5), (1_000_000_000, 7)]
