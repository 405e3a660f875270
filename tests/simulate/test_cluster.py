"""Games played by a cluster: the rows of one process, whatever dies meanwhile; what cannot be is one line.

Those with a real Dask or Ray cluster need the extra `dask` or `ray` and are skipped without.
"""

import importlib
import os
import random
import signal
import subprocess
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import one_line, words_of_run
from fake_run import make_plan, play
from polars.testing import assert_frame_equal
from soak import share

from seti_sim.core import cluster as module
from seti_sim.core import pool
from seti_sim.core.cluster import Call, Cluster, Lost, cluster
from seti_sim.core.errors import RunError, RunStopped
from seti_sim.seti.tables.schema import TABLES
from seti_sim.simulate import sitting
from seti_sim.tables import open_run

ROOT = Path(__file__).parents[2]


class Here(Cluster):
    """A cluster whose workers are this process: the calls of `dying` lose their worker so many times, and each takes a while."""

    backend, address = "here", "nowhere"

    def __init__(self, dying=None, slots=2):
        self.dying, self.most, self.n, self.cancelled, self.under_way = dict(dying or {}), 0, slots, [], []

    def slots(self):
        return self.n

    def submit(self, call):
        handle = object()
        self.under_way.append((handle, call))
        self.most = max(self.most, len(self.under_way))
        return handle

    def wait(self, flying, seconds):
        assert {handle for handle, _ in self.under_way} == set(flying)
        return [self.under_way[-1][0]]  # the last first

    def result(self, handle):
        at = next(i for i, (one, _) in enumerate(self.under_way) if one is handle)
        _, call = self.under_way.pop(at)
        number = call.parts[1][0]
        if self.dying.get(number, 0):
            self.dying[number] -= 1
            raise Lost
        return call()

    def cancel(self, handles):
        self.cancelled += handles

    def close(self):
        pass


@contextmanager
def playing(found):
    token = module._current.set(found)
    try:
        yield found
    finally:
        module._current.reset(token)


def calls(count):
    return [(abs, (number,), {}) for number in range(count)]


def test_results_come_as_they_end_or_in_order():
    with playing(Here()):
        assert sorted(pool.in_parallel(calls(20), 2)) == list(range(20))
        assert list(pool.in_parallel(calls(20), 2, ordered=True)) == list(range(20))


def test_who_leaves_early_cancels_the_rest():
    with playing(Here()) as found:
        with closing(pool.in_parallel(calls(20), 2)) as results:
            assert next(results) == 3  # twice as many as slots are under way, and here the last ends first
        assert len(found.cancelled) == 3


def test_fewer_jobs_than_slots_are_a_limit():
    with playing(Here(slots=8)) as found:
        assert sorted(pool.in_parallel(calls(30), 3)) == list(range(30)) and found.most == 3
    with playing(Here(slots=8)) as found:
        assert sorted(pool.in_parallel(calls(30), 8)) == list(range(30)) and found.most == 16


def test_a_call_whose_worker_dies_is_carried_out_again():
    with playing(Here({3: 2, 7: module.TRIES - 1})):
        assert list(pool.in_parallel(calls(10), 2, ordered=True)) == list(range(10))
    with playing(Here({3: module.TRIES})) as found:
        with pytest.raises(RunStopped, match=f"lost a worker {module.TRIES} times over the same games"):
            list(pool.in_parallel(calls(10), 2))
        assert len(found.cancelled) == 3  # what was under way


def test_a_cluster_without_workers_is_waited_for_and_then_told(monkeypatch):
    monkeypatch.setattr(module, "NO_WORKER", 0.2)
    with playing(Here(slots=0)) as found:
        found.wait = lambda flying, seconds: time.sleep(0.05) or []
        with pytest.raises(RunStopped, match="the here cluster at nowhere has had no worker for 0 s"):
            list(pool.in_parallel(calls(10), 2))
        assert len(found.cancelled) == 2


def test_what_a_call_raises_arrives_and_the_rest_is_cancelled():
    with playing(Here()) as found:
        with pytest.raises(TypeError):
            list(pool.in_parallel([*calls(2), (abs, ("x",), {}), *calls(5)], 2))
        assert len(found.cancelled) == 2


class Asked(Here):
    """A cluster whose workers say what they are, an answer each; None is one that dies before it has said it."""

    def __init__(self, *answers):
        super().__init__()
        self.answers = list(answers)

    def result(self, handle):
        self.under_way.clear()
        if (answer := self.answers.pop(0)) is None:
            raise Lost
        return answer


def test_a_worker_is_asked_what_it_is():
    version, python, box = module._version()
    Asked((version, python, "elsewhere")).check_workers()
    Asked(*[None] * (module.TRIES - 1), (version, python, box)).check_workers()
    for answers, expected in (
        ([("0.0.1", python, "box")], f"the worker on box has seti_sim 0.0.1, and here is {version}"),
        ([(version, "2.7", "box")], f"the worker on box has Python 2.7, and here is {python}"),
        ([None] * module.TRIES, f"the here cluster at nowhere: {module.TRIES} workers that were asked died"),
    ):
        with pytest.raises(RunError, match=expected):
            Asked(*answers).check_workers()
    silent = Asked()
    silent.wait = lambda handles, seconds: []
    with pytest.raises(RunError, match="the here cluster at nowhere: no worker answers within 60 s; start workers first"):
        silent.check_workers()
    assert len(silent.cancelled) == 1


def test_what_a_worker_cannot_import_is_one_line():
    def missing(number):
        importlib.import_module("nowhere_at_all")

    with (
        playing(Here()),
        pytest.raises(RunError, match="a worker cannot import what is played .No module named 'nowhere_at_all'.;"),
    ):
        list(pool.in_parallel([(missing, (1,), {})], 2))


def test_an_interruption_is_not_lost_in_a_cluster(monkeypatch):
    with playing(Here()):
        found = pool.in_parallel(calls(10), 2)
        next(found)
        monkeypatch.setattr(pool, "_interrupted", True)
        with pytest.raises(KeyboardInterrupt):
            next(found)


def test_a_run_on_a_cluster_has_the_rows_of_one_process(tmp_path):
    play(make_plan(300), tmp_path / "here", chunk=50)
    with playing(Here()) as found:
        run = play(make_plan(300), tmp_path / "there", chunk=50, jobs=2)
        assert "--backend here --address nowhere --chunk" in run.config["command"] and "--jobs" not in run.config["command"]
        assert found.most == 4
    for name in TABLES:
        assert_frame_equal(getattr(open_run(tmp_path / "here"), name).collect(), getattr(run, name).collect())
    assert not list((tmp_path / "there").glob(".[ps]*"))


def test_a_worker_ends_with_its_run(tmp_path, monkeypatch):
    monkeypatch.setattr(sitting, "BEAT", 0.01)
    monkeypatch.setattr(sitting, "SILENCE", 0.2)
    monkeypatch.setattr(sitting.time, "sleep", lambda seconds: None)
    with pytest.raises(RunError, match=f"{tmp_path}: the worker on .* does not find the run there; expected a folder that all"):
        sitting.Watch(tmp_path, ".sitting-other")
    with sitting.Sitting(tmp_path) as there:
        watch = sitting.Watch(tmp_path, there.file.name)
        until = time.monotonic() + 0.5
        while time.monotonic() < until:  # longer than may be silent
            watch.check()
        assert watch.seen not in ("0", "1")
    with pytest.raises(RunStopped, match="the run was ended"):
        watch.check(now=True)
    (tmp_path / ".sitting-dead").write_text("1")
    watch = sitting.Watch(tmp_path, ".sitting-dead")
    watch.check()
    watch.since -= 1
    with pytest.raises(RunStopped, match="no sign of whoever plays this run for"):
        watch.check(now=True)


def test_a_file_of_a_killed_process_goes_when_the_run_goes_on(tmp_path):
    play(make_plan(20), tmp_path)
    (tmp_path / ".sitting-dead").write_text("1")
    play(make_plan(30), tmp_path)
    assert not list(tmp_path.glob(".sitting*"))


def test_a_call_begins_with_the_games_of_files(monkeypatch):
    import pickle

    begun = []
    text = pickle.dumps(Call(abs, (-3,), {}))
    monkeypatch.setattr(module, "_begin", begun.append)
    assert pickle.loads(text)() == 3 and begun == [()]


@pytest.mark.parametrize(
    "words, expected",
    [
        ("--address tcp://127.0.0.1:9", "--address tcp://127.0.0.1:9: expected --backend, too, one of dask, ray"),
        ("--backend spark", "backend 'spark': expected dask or ray"),
        ("--backend dask", "--backend dask: --address is missing: expected that of a scheduler, as tcp://10.0.0.1:8786"),
    ],
)
def test_a_wrong_backend_is_one_line(cli, tmp_path, words, expected):
    code, out, err = cli(
        "run", "--players", "2", "--policy", "random", "--games", "8", "--out", str(tmp_path / "a"), *words.split()
    )
    assert (code, out, err) == (2, "", f"seti-sim: {expected}\n") and not (tmp_path / "a").exists()


@pytest.mark.parametrize("backend", module.PACKAGES)
@pytest.mark.parametrize(
    "address, expected",
    [("tcp://127.0.0.1:9", "nothing answers there"), ("tcp://nowhere", "expected one like"), ("x:y", "Port could not be cast")],
)
def test_an_address_that_is_none_is_one_line(cli, tmp_path, backend, address, expected):
    pytest.importorskip(module.PACKAGES[backend])
    words = f"run --players 2 --policy random --games 8 --out {tmp_path / 'a'} --backend {backend} --address {address}"
    code, out, err = cli(*words.split())
    assert code == 2 and out == "" and one_line(err) and expected in err and not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    "status, client, expected",
    [
        ("lost", "running", Lost),
        ("cancelled", "running", Lost),
        ("cancelled", "connecting", RunStopped),
        ("lost", "closed", RunStopped),
    ],
)
def test_a_result_that_died_with_its_worker_is_not_the_end(status, client, expected):
    """Dask calls a result lost whose worker died after it had ended and before the result was here."""
    pytest.importorskip("distributed")
    found = module.Dask.__new__(module.Dask)
    found.client, found.address = SimpleNamespace(status=client), "tcp://somewhere"
    with pytest.raises(expected):
        found.result(SimpleNamespace(status=status))


# ------------------------------------------------------------------ real clusters


@contextmanager
def dask_cluster(workers=2):
    """A Dask cluster of processes, whose nannies start a worker again that dies: (address, function that gives process ids)."""
    import logging

    from distributed import LocalCluster, Status

    for name in ("distributed.nanny", "distributed.scheduler", "distributed.worker"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as found:

        def pids():
            """Of those that have started: one that is killed before that is given up, and another takes its place."""
            found.scale(workers)
            return [nanny.pid for nanny in found.workers.values() if nanny.process and nanny.process.status == Status.running]

        yield found.scheduler_address, pids


@contextmanager
def ray_cluster(workers=2):
    """A Ray cluster of this machine: (address, function that gives process ids of what carries out calls)."""
    import ray

    os.environ |= {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0"}  # else on a busy machine they hardly play
    found = ray.init(address="local", num_cpus=workers, include_dashboard=False, log_to_driver=False)

    def pids():
        lines = {file.parent: file.read_bytes() for file in Path("/proc").glob("[0-9]*/cmdline") if file.exists()}
        return [int(place.name) for place, words in lines.items() if words.startswith(b"ray::_carry_out")]

    try:
        yield found.address_info["gcs_address"], pids
    finally:
        ray.shutdown()


@contextmanager
def killing(pids, every, luck, kills, most):
    """Kill a worker at random now and then, at most so many: fills the list `kills` with the process ids."""
    stop = threading.Event()

    def kill():
        while len(kills) < most and not stop.wait(luck.uniform(*every)):
            if there := pids():
                victim = luck.choice(there)
                try:
                    os.kill(victim, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                kills.append(victim)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def same_rows(one, other):
    for name in TABLES:
        assert_frame_equal(getattr(open_run(one), name).collect(), getattr(open_run(other), name).collect())


def clusters(backend):
    pytest.importorskip(module.PACKAGES[backend])
    return {"dask": dask_cluster, "ray": ray_cluster}[backend]()


def command(folder, games, *more):
    return words_of_run(folder, games, 250, *more)


def carried_out(*words):
    done = subprocess.run(
        command(*words), env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    return done


def test_dask_plays_the_same_rows(tmp_path):
    """Short: two workers, of which one is killed."""
    with clusters("dask") as (address, pids):
        kills, plan = [], make_plan(400)
        with killing(pids, (1.0, 1.0), random.Random(1), kills, 1), cluster("dask", address):
            play(plan, tmp_path / "there", chunk=20, jobs=2)
    play(plan, tmp_path / "here")
    same_rows(tmp_path / "here", tmp_path / "there")


@pytest.mark.soak
@pytest.mark.parametrize("backend", module.PACKAGES)
def test_workers_die_at_random(tmp_path, backend, record_property):
    games = share(40_000)
    carried_out(tmp_path / "here", games, "--jobs", "1")
    with clusters(backend) as (address, pids):
        kills = []
        with killing(pids, (2.0, 8.0), random.Random(5), kills, 20):
            begun = time.monotonic()
            carried_out(tmp_path / "there", games, "--backend", backend, "--address", address)
            took = time.monotonic() - begun
    record_property("told", f"{backend}: {games:,} games in {took:.0f} s, {len(kills)} workers killed")
    assert kills
    same_rows(tmp_path / "here", tmp_path / "there")
    assert not list((tmp_path / "there").glob(".[ps]*"))


@pytest.mark.soak
@pytest.mark.parametrize("backend", module.PACKAGES)
def test_who_plays_is_killed_and_starts_again(tmp_path, backend):
    games, luck = share(20_000), random.Random(3)
    carried_out(tmp_path / "here", games, "--jobs", "1")
    with clusters(backend) as (address, _):
        words = "--backend", backend, "--address", address
        for _ in range(4):
            process = subprocess.Popen(command(tmp_path / "there", games, *words), env=os.environ | {"PYTHONPATH": str(ROOT)})
            time.sleep(luck.uniform(4.0, 10.0))
            process.kill()
            process.wait()
        carried_out(tmp_path / "there", games, *words)
    same_rows(tmp_path / "here", tmp_path / "there")
    assert not list((tmp_path / "there").glob(".[ps]*"))
