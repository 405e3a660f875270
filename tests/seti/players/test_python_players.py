"""Players in Python: by module:attribute, mixed with compiled ones, in several processes, and what goes wrong."""

import io
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import one_line
from joblib import Parallel, delayed

from seti_sim.cli import main
from seti_sim.core import modules
from seti_sim.core.errors import PlayerError, RunError
from seti_sim.seti import Game
from seti_sim.seti.batch import play_games
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.simulate import prepare, run
from seti_sim.tables import open_run

EXAMPLE = "seti_sim.seti.players.example:Cautious"


@pytest.fixture(scope="module")
def rules():
    return RuleSet.load()


def play(rules, first, count, names):
    return play_games(rules, players=len(names), seed=4, first=first, count=count, policies=[get(n) for n in names])


def test_the_example_in_several_processes(rules):
    """Games of the documentation's player among compiled ones: equal however they are cut and wherever they are played."""
    names = (EXAMPLE, "greedy", EXAMPLE)
    whole = play(rules, 0, 4, names)
    parts = Parallel(n_jobs=2)(delayed(play)(rules, first, 2, names) for first in (0, 2))
    for key in whole.seats:
        assert np.array_equal(whole.seats[key], np.concatenate([part.seats[key] for part in parts])), key
    scores = whole.seats["score"].reshape(-1, 3)
    assert (scores[:, 1] > scores[:, 0]).all() and len(set(scores[:, 0])) > 1


def test_bulk_and_by_hand_are_the_same(rules):
    """`Player.choose` on a `Game` gives the game that the bulk gives."""
    game, player = Game.new(rules, players=2, seed=4, game=1), get(EXAMPLE)
    while not game.is_over:
        game.apply(player.choose(game))
    batch = play_games(rules, players=2, seed=4, first=1, count=1, policies=[player])
    assert [row["total"] for row in game.scores().values()] == batch.seats["score"].tolist()


def tells(view, legal):
    """Draws by its luck, and sees nothing hidden."""
    assert view["seat"] == view["to_move"] and len(legal) > 0 and isinstance(view["deck"], int)
    others = [table for name, table in view["seats"].items() if name != view["seat"]]
    assert all(isinstance(table["hand"], int) for table in others)
    return random.Random(view["luck"]).randrange(len(legal))


def too_far(view, legal):
    return len(legal)


def backwards(view, legal):
    return -1


def nothing(view, legal):
    pass


def a_word(view, legal):
    return str(legal[0])


def a_fraction(view, legal):
    return 0.0


def a_truth(view, legal):
    return True


def breaks(view, legal):
    raise KeyError("no idea")


def leaves(view, legal):
    raise SystemExit(3)


def one_argument(view):
    return 0


class Unready:
    def __init__(self):
        raise RuntimeError("no model\nto load")

    def __call__(self, view, legal):
        return 0


class Later:
    """Fails in the middle of a game only."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view, legal):
        self.asked += 1
        return 0 if self.asked < 30 else None


class Silent:
    pass


def here(name):
    return f"{__name__}:{name}"


def test_a_function(rules):
    once, again = (play(rules, 0, 2, (here("tells"), here("tells"))) for _ in range(2))
    assert np.array_equal(once.log, again.log) and once.seats["score"].sum() != 0


PLACE = r"game 0 of seed 4, P2, decision 1 of the game \(setup\)"
FAILURES = {
    "too_far": PLACE + ": 5",
    "backwards": PLACE + ": -1",
    "nothing": PLACE + ": None",
    "a_word": PLACE + ": '",
    "a_fraction": PLACE + r": 0\.0",
    "a_truth": PLACE + ": True",
    "one_argument": PLACE + ": TypeError: one_argument",
    "breaks": PLACE + rf": KeyError: 'no idea' \({Path(__file__).name}, line \d+\)",
    "leaves": PLACE + r": SystemExit: 3 \(",
    "Unready": PLACE + ": RuntimeError: no model to load ",
    "Later": r"game 0 of seed 4, P2, decision \d\d of the game \([\w-]+ in round \d\): None",
}


@pytest.mark.parametrize("name, words", FAILURES.items(), ids=FAILURES)
def test_a_player_that_fails(rules, name, words):
    """One line: which game, seat and decision, what went wrong there, what was expected."""
    with pytest.raises(PlayerError, match=words) as caught:
        play(rules, 0, 1, ("greedy", here(name)))
    text = str(caught.value)
    assert text.startswith(f"policy '{here(name)}', game") and "\n" not in text
    assert re.search(r"; expected an index \(a whole number\) below \d+$", text)
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), PlayerError)


def test_a_failure_ends_a_parallel_run_in_one_line(tmp_path, capsys):
    command = ["run", "--policy", f"greedy,{here('breaks')}", "--players", "2", "--games", "8", "--chunk", "4"]
    assert main([*command, "--jobs", "2", "--out", str(tmp_path / "run")]) == 2
    last = capsys.readouterr().err.strip().splitlines()[-1]
    assert re.match(r"seti-sim: policy '.*:breaks', game \d+ of seed 1, P\d, decision \d+ of the game", last)


def test_the_example_as_the_documentation_runs_it(tmp_path, capsys):
    command = ["run", "--policy", f"{EXAMPLE},greedy", "--players", "2", "--games", "6", "--chunk", "3"]
    for jobs in ("1", "2"):
        assert main([*command, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    one, two = (open_run(tmp_path / jobs).seats.collect() for jobs in ("1", "2"))
    assert one.equals(two) and one.height == 12 and one["policy"].n_unique() == 2


@pytest.mark.parametrize(
    "name, words",
    {
        "no.such.module:thing": "No module named",
        "seti_sim.seti.players.example:Nobody": "has no attribute 'Nobody'",
        "seti_sim.seti.players.example:": "has no attribute ''",
        ":thing": "Empty module name",
        "seti_sim.seti.players.example:LIKES": "expected a callable",
        f"{EXAMPLE}[without=scan]": "option without: a player in Python takes none",
        here("Silent"): "class Silent without __call__: expected a callable",
    }.items(),
)
def test_a_player_that_is_not_there(name, words):
    with pytest.raises(PlayerError) as caught:
        get(name)
    assert words in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text, words",
    [
        ("def f(:", "SyntaxError: invalid syntax"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("import does_not_exist", "No module named 'does_not_exist'"),
        ("raise SystemExit(4)", "SystemExit: 4"),
    ],
)
def test_a_module_that_cannot_be_imported(tmp_path, monkeypatch, text, words):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "badly.py").write_text(text)
    with pytest.raises(PlayerError) as caught:
        get("badly:f")
    assert words in str(caught.value) and "\n" not in str(caught.value)
    assert str(caught.value).endswith("expected module:attribute of a player in Python")


def test_it_travels():
    player = get(EXAMPLE)
    again = pickle.loads(pickle.dumps(player))
    assert again == player and again.key == player.key != get(here("tells")).key and len(player.key) == 12


# ------------------------------------------------------------------------------------------ callables, and whose sources
def first_legal(view, legal):
    return 0


class Counting:
    """An instance of it is a player that remembers more than its source says."""

    def __init__(self, at=0):
        self.at = at

    def __call__(self, view, legal):
        return self.at


def seats_of(plan, folder, jobs):
    run(plan, folder, jobs=jobs, chunk=1, stream=io.StringIO())
    return open_run(folder).seats.collect()


@pytest.mark.parametrize(
    "given", [first_legal, [first_legal], (first_legal, first_legal), lambda view, legal: 0, Counting(), Counting]
)
def test_f24_a_player_is_a_callable(given, tmp_path):
    """F24: alone, in a list, one a seat; a function, a lambda, an instance, a class; in one process and in two."""
    plan = prepare(players=2, games=2, policies=given, seed=4)
    named = prepare(players=2, games=2, policies=here("first_legal"), seed=4)
    one, two, other = (seats_of(p, tmp_path / f, j) for p, f, j in ((plan, "1", 1), (plan, "2", 2), (named, "3", 1)))
    assert one.equals(two) and one.drop("policy").equals(other.drop("policy")) and one["policy"].n_unique() == 1


def test_f24_callables_among_names_and_which_are_the_same():
    """A function is the player of its module and name; what remembers something is another one each time it is given."""
    plan = prepare(players=2, games=1, policies=[first_legal, "greedy"])
    assert plan.seat_names == [here("first_legal"), "greedy"]
    assert (
        plan.policies[0].key
        == get(here("first_legal")).key
        == prepare(players=2, games=1, policies=first_legal).policies[0].key
    )
    assert get(Counting()).key != get(Counting()).key and get(Counting).key == get(here("Counting")).key
    with pytest.raises(RunError, match="Counting': two players of that name, expected different names"):
        prepare(players=2, games=1, policies=[Counting(0), Counting(1)])


@pytest.mark.parametrize("given, words", [
    (5, "policy 5: int: expected a callable"), ([None, "greedy"], "policy None: NoneType: expected a callable"),
    (Silent, "class Silent without __call__"), ({"greedy": 1}, "dict: expected a callable"),
])  # fmt: skip
def test_f24_what_is_neither_name_nor_callable(given, words):
    for game in ("seti", "planetx"):
        policies = ["random" if one == "greedy" else one for one in given] if isinstance(given, list) else given
        with pytest.raises(RunError, match=words):
            prepare(game=game, players=2, games=1, policies=policies)


FILES = {
    "mypol.py": "import json\nfrom helper import choose\n\ndef first(view, legal):\n    return choose(legal)\n",
    "helper.py": "import kit.deep as deep\n\ndef choose(legal):\n    from late import number\n    return number(legal)\n",
    "late.py": "def number(legal):\n    return 0\n",
    "kit/__init__.py": "from . import more\n",
    "kit/deep.py": "from .more import x\nfrom . import *\n",
    "kit/more.py": "x = 1\n",
}


@pytest.mark.parametrize("changed", FILES)
def test_f22_the_key_covers_the_modules_beside_a_player(changed, tmp_path, monkeypatch):
    """F22: whatever is imported from the same folder, directly or not, at the top or inside; nothing else that lies there."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "stranger.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("mypol", "helper", "late", "kit", "kit.deep", "kit.more"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    before = get("mypol:first").key
    (tmp_path / "stranger.py").write_text("x = 2\n")
    assert get("mypol:first").key == before
    file = tmp_path / changed
    file.write_text(file.read_text() + "# another\n")
    assert get("mypol:first").key != before


def test_f22_a_run_does_not_go_on_with_another_helper(tmp_path):
    """F22, the case itself, in processes of their own."""
    (tmp_path / "mypol.py").write_text("from helper import choose\n\ndef first(view, legal):\n    return choose(legal)\n")
    (tmp_path / "helper.py").write_text("def choose(legal):\n    return 0\n")
    words = [
        sys.executable,
        "-m",
        "seti_sim",
        "run",
        "--players",
        "2",
        "--policy",
        "mypol:first",
        "--jobs",
        "1",
        "--out",
        "r",
    ]
    assert subprocess.run([*words, "--games", "2"], cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "helper.py").write_text("def choose(legal):\n    return len(legal) - 1\n")
    done = subprocess.run([*words, "--games", "4"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and one_line(done.stderr) and "holds a different run (policies mypol:first(" in done.stderr


def test_f22_the_folder_of_packages_is_no_players_own():
    """Of a module among installed packages only its own package counts."""
    import choix
    import jinja2

    files = modules.files_of(choix)
    assert len(files) > 5 and all("choix" in file.parts for file in files)
    assert not set(files) & set(modules.files_of(jinja2))
