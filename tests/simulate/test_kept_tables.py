"""Runs that keep some of the tables: the same rows, less on the disk, and a page that leaves out what needs the others."""

import json

import pytest

from seti_sim.core.errors import NotKept, TablesError
from seti_sim.report import render
from seti_sim.simulate import RunError, prepare, run
from seti_sim.simulate.merge import merge
from seti_sim.simulate.plan import split_tables
from seti_sim.tables import open_run, open_runs


def played(folder, tables=(), games=24, **asked):
    plan = prepare(players=2, games=games, policies="greedy", seed=5, tables=tables, **asked)
    run(plan, folder, stream=open("/dev/null", "w"))  # noqa: SIM115
    return open_run(folder)


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kept")
    return played(folder / "all"), played(folder / "some", ("cards",))


def test_kept_tables_have_the_same_rows_and_the_others_are_not_there(both):
    whole, some = both
    assert some.config["tables"] == ["games", "seats", "cards"] and "tables" not in whole.config
    assert sorted(file.name for file in some.path.iterdir() if file.is_dir()) == ["cards", "games", "seats"]
    for name in ("games", "seats", "cards"):
        assert getattr(whole, name).collect().equals(getattr(some, name).collect())
    assert set(some.config["rows"]) == {"games", "seats", "cards"}
    with pytest.raises(NotKept, match="table draws was not kept, only games, seats, cards"):
        _ = some.draws
    with pytest.raises(AttributeError, match="a run of SETI has no tables_of"):
        _ = some.tables_of


def test_the_page_leaves_out_what_needs_the_others(both):
    _, some = both
    page = render(some)
    assert "Of this run only the tables games, seats, cards were kept." in page
    for anchor, kept in (
        ("seat", True),
        ("points", True),
        ("techs", False),
        ("actions", False),
        ("gold", False),
        ("next", True),
    ):
        assert (f'id="{anchor}"' in page) is kept, anchor


def test_all_tables_by_name_are_a_run_as_ever(both):
    whole, _ = both
    plan = prepare(players=2, games=24, policies="greedy", seed=5, tables=list(whole.kept_tables))
    assert plan.tables == () and plan.identity == whole.config["identity"]


def test_it_goes_on_with_the_same_tables_only(both, tmp_path):
    played(tmp_path / "a", ("seats",), games=8)
    longer = played(tmp_path / "a", ("games",), games=16)  # games and seats are kept always
    assert longer.n_games == 16 and "--tables games,seats" in longer.config["command"]
    with pytest.raises(RunError, match="holds a different run .*tables"):
        played(tmp_path / "a", ("cards",), games=16)
    with pytest.raises(RunError, match="holds a different run .*tables"):
        merge([tmp_path / "a", both[0].path], tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_ranges_with_some_tables_are_merged(tmp_path):
    for k in range(2):
        played(tmp_path / str(k), ("techs",), games=range(8 * k, 8 * k + 8))
    merge([tmp_path / "0", tmp_path / "1"], tmp_path / "whole")
    assert open_run(tmp_path / "whole").techs.collect().equals(played(tmp_path / "one", ("techs",), games=16).techs.collect())
    assert open_runs([tmp_path / "whole", tmp_path / "one"]).tables == ("games", "seats", "techs")


def test_wrong_names(tmp_path, cli, both):
    assert split_tables(None) == () and split_tables(" seats , cards") == ("seats", "cards")
    for text in ("", "seats,,cards"):
        with pytest.raises(RunError, match="expected names of tables with commas between"):
            split_tables(text)
    code, _, err = cli("run", "--tables", "card", "--games", "8", "--out", str(tmp_path / "a"))
    assert code == 2 and "table 'card': expected some of games, seats" in err and "did you mean cards" in err
    assert not (tmp_path / "a").exists()
    (tmp_path / "run.toml").write_text('tables = ["techs"]\ngames = 8\nplayers = 2\npolicy = "random"\n')
    assert cli("run", str(tmp_path / "run.toml"), "--out", str(tmp_path / "b"), "--jobs", "1")[0] == 0
    assert open_run(tmp_path / "b").config["tables"] == ["games", "seats", "techs"]
    file = tmp_path / "b" / "run.json"
    for wrong in ("techs", ["techs"], ["games", "seats", "stars"], {}):
        file.write_text(json.dumps(json.loads(file.read_text()) | {"tables": wrong}))
        with pytest.raises(TablesError, match="tables = .*expected games, seats and other tables of the game"):
            open_run(tmp_path / "b")
