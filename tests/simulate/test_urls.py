"""Runs at a URL: the same rows as on a disk; what cannot be there is one line. `memory://` stands for a store in this process."""

import importlib
import json
import sys

import pytest
from command_line import one_line
from fake_run import make_plan, play
from polars.testing import assert_frame_equal

from seti_sim.core.errors import RunError, TablesError
from seti_sim.core.places import check_no_url, is_url, place
from seti_sim.seti.tables.schema import TABLES
from seti_sim.simulate import sitting
from seti_sim.tables import open_run, open_runs

URL = "memory://bucket/run"


@pytest.fixture(autouse=True)
def store():
    """An empty store."""
    pytest.importorskip("upath")
    from fsspec.implementations.memory import MemoryFileSystem

    clear = MemoryFileSystem.store.clear, MemoryFileSystem.pseudo_dirs.clear
    for one in clear:
        one()
    yield MemoryFileSystem.store
    for one in clear:
        one()


def same_rows(one, other):
    for name in TABLES:
        assert_frame_equal(getattr(one, name).collect(), getattr(other, name).collect())


@pytest.fixture
def there(tmp_path):
    """A run at a URL, and the same on the disk."""
    return play(make_plan(120), URL, chunk=50), play(make_plan(120), tmp_path / "run", chunk=50)


def test_rows_are_those_of_a_run_on_a_disk(there, store):
    same_rows(*there)
    assert there[0].ranges == [(0, 50), (50, 50), (100, 20)] and f"--out {URL}" in there[0].config["command"]
    assert {name.rpartition("/")[2] for name in store if not name.endswith(".parquet")} == {"run.json"}


def test_it_goes_on(there, tmp_path):
    longer = play(make_plan(170), URL, chunk=50)
    assert longer.ranges[:3] == [(0, 50), (50, 50), (100, 20)] and longer.finished and longer.n_games == 170
    same_rows(longer, play(make_plan(170), tmp_path / "run"))


def test_what_is_half_there_is_played_again(there, store):
    del store["/bucket/run/cards/000000050-000000099.parquet"]
    store["/bucket/run/.sitting-dead"] = store["/bucket/run/run.json"]
    sitting.BEAT, before = 0.01, sitting.BEAT
    try:
        same_rows(play(make_plan(120), URL), there[1])
    finally:
        sitting.BEAT = before
    assert "/bucket/run/.sitting-dead" not in store


def test_two_do_not_write_at_once(monkeypatch):
    monkeypatch.setattr(sitting, "BEAT", 0.02)
    with sitting.Sitting(place(URL)), pytest.raises(RunError, match=f"{URL}: another process is writing this run"):
        play(make_plan(20), URL)
    play(make_plan(20), URL)


def test_another_run_is_refused(there):
    with pytest.raises(RunError, match=f"{URL}: holds a different run .seed 1 there, 2 asked.; choose another folder"):
        play(make_plan(20, seed=2), URL)


@pytest.mark.parametrize("damage", [b"", b"nothing", None])
def test_a_damaged_or_missing_part_is_named(there, store, damage):
    name = "/bucket/run/seats/000000050-000000099.parquet"
    if damage is None:
        del store[name]
    else:
        place(f"memory:/{name}").write_bytes(damage)
    with pytest.raises(TablesError, match=f"memory:/{name}: (damaged|missing)"):
        open_run(URL)


def test_runs_at_urls_and_on_disks_are_joined(there, tmp_path):
    seats = open_runs({"a": URL, "b": tmp_path / "run"}).seats.collect()
    assert seats.height == 2 * 480 and seats["run"].unique().len() == 2


@pytest.mark.usefixtures("unmade")
def test_commands_read_it(cli, there, tmp_path):
    code, out, err = cli("info", URL)
    assert code == 0 and URL in out and "120 of 120, finished" in out and "kB a game" in out, err
    code, out, err = cli("report", URL, "--out", str(tmp_path / "page.html"))
    assert code == 0 and (tmp_path / "page.html").stat().st_size > 10_000, err


def test_several_runs_below_one_url(cli):
    code, out, err = cli("run", "--players", "2,3", "--policy", "random", "--games", "8", "--jobs", "1", "--out", URL)
    assert code == 0, err
    code, out, err = cli("info", URL)
    assert code == 0 and out.count("8 of 8, finished") == 2 and f"{URL}/3-players" in out
    assert [word for word in json.loads(place(URL + "/2-players/run.json").read_text())["command"].split() if "://" in word]


@pytest.mark.parametrize(
    "words, expected",
    [
        ("run --games 8 --out memory://a/b --jobs 2", "memory://a/b: is known to this process alone, expected jobs 1"),
        ("run --games 8 --out what://a/b", "what://a/b: Unsupported filesystem: 'what'; expected a folder, or a URL"),
        ("run --games 8 --out s3://", "s3://: expected a bucket after s3://"),
        ("info memory://none/there", "memory://none/there/run.json: missing, so memory://none/there is no run folder"),
        (
            "merge memory://a/b memory://a/c --out d",
            "memory://a/b: expected a path on a disk; URLs are for the folder of a run",
        ),
        ("merge a b --out memory://d", "memory://d: expected a path on a disk; URLs are for the folder of a run"),
        ("report memory://a/b --out memory://a/c.html", "memory://a/b/run.json: missing"),
        ("experiment seats --games 8 --out memory://a/b", "--out memory://a/b: expected --report, too, a file on a disk"),
        (
            "experiment seats --games 8 --out memory://a/b --report memory://a/c.html",
            "memory://a/c.html: expected a path on a disk",
        ),
        ("compare cheap-scan --games 8 --out memory://a/b", "expected a path on a disk; URLs are for the folder of a run"),
    ],
)
def test_what_cannot_be_at_a_url_is_one_line(cli, tmp_path, monkeypatch, words, expected):
    if "s3:" in words:
        pytest.importorskip("s3fs")
    monkeypatch.chdir(tmp_path)
    policy = ["--policy", "random"] if words.startswith(("run", "compare")) else []
    code, out, err = cli(*words.split(), *policy)
    assert code == 2 and out == "" and one_line(err) and expected in err, err
    assert not list(tmp_path.iterdir())


def test_export_takes_runs_on_disks(cli, there, tmp_path):
    code, out, err = cli("export", URL, "--to", "csv", "--out", str(tmp_path / "csv"))
    assert code == 2 and one_line(err) and f"{URL}: expected a path on a disk" in err and not (tmp_path / "csv").exists()


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(
        RunError, match=r"memory://a: the package universal_pathlib is missing, which URLs need: pip install -e"
    ):
        place("memory://a")
    if importlib.util.find_spec("gcsfs") is None:
        monkeypatch.undo()
        with pytest.raises(RunError, match="gs://a/b: the package gcsfs is missing: pip install gcsfs"):
            place("gs://a/b")


def test_what_is_a_url(tmp_path):
    assert place(f"file://{tmp_path}/a%20b") == tmp_path / "a b" and place("a/b").parts == ("a", "b")
    assert is_url(place(URL)) and not is_url(tmp_path)
    for path in ("C:/a", "a:b", tmp_path):
        check_no_url(path)


# ------------------------------------------------------------------ a server that speaks as S3 does


@pytest.mark.soak
def test_a_store_that_speaks_s3(tmp_path, monkeypatch):
    """Worker processes write to it, Polars reads from it."""
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        settings = {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "DEFAULT_REGION": "us-east-1", "ALLOW_HTTP": "true"}
        for name, value in (settings | {"ENDPOINT_URL": f"http://{host}:{port}"}).items():
            monkeypatch.setenv(f"AWS_{name}", value)
        place("s3://bucket/run").fs.mkdir("bucket")
        same_rows(play(make_plan(200), "s3://bucket/run", chunk=50, jobs=2), play(make_plan(200), tmp_path / "run", chunk=50))
        with pytest.raises(RunError, match="s3://other/run"):
            play(make_plan(20), "s3://other/run")
    finally:
        server.stop()
