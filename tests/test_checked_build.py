"""The checked build: the engine with bounds and undefined-behaviour checks, and all invariants after every action.

It is made once, in a temporary folder of its own beside the normal build, and used in processes of its own, since a
check that fails stops the process. `pytest -m soak` plays thousands of games on it.
"""

import json
import os
import subprocess
import sys

import pytest
from builds import environment
from fuzz import counts
from soak import share

from seti_sim.core import registry

BEGIN = """
from seti_sim.seti.rules import RuleSet
from seti_sim.seti import EngineFault, Game
rules = RuleSet.load()


def few(name, games):
    # A player that searches does in one decision what others do in a game.
    return max(games // 40, 1) if name == "lookahead" else games
"""
PLAY = (
    BEGIN
    + """
import random
import sys
from seti_sim.seti import players as registry
from seti_sim.seti.batch import play_games

bulk, walks = int(sys.argv[1]), int(sys.argv[2])
for players in (2, 3, 4):
    for name in ("random", "greedy", "learned"):
        count = few(name, bulk)
        batch = play_games(rules, players=players, seed=1, first=0, count=count, policies=[registry.get(name)])
        assert len(batch.games["game_id"]) == count and (batch.games["turns"] > 0).all()
    # Every legal action equally likely: into corners where no policy goes.
    for seed in range(walks):
        rng, game = random.Random(seed), Game.new(rules, players, seed)
        while not game.is_over:
            game.core.apply(rng.choice(game.core.legal()))
    print(players, bulk, walks)
"""
)


def run(folder, *arguments):
    """A process with the checked engine."""
    return subprocess.run([sys.executable, *arguments], cwd=folder, env=environment(folder), capture_output=True, text=True)


def passed(process):
    assert process.returncode == 0, (process.stdout + process.stderr)[-6000:]
    return process.stdout


def count_passed(folder, *arguments):
    """How many tests pass with the checked engine; none may fail."""
    out = passed(run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments))
    return int(out.rpartition(" passed")[0].split()[-1])


def test_random_games(checked):
    """Every policy and uniform choices, 2 to 4 players: no invariant is broken, nothing undefined is done."""
    out = passed(run(checked, "-c", PLAY, "60", "6"))
    assert out.splitlines() == [f"{players} 60 6" for players in (2, 3, 4)]


PAIRS = (
    BEGIN
    + """
import itertools
import random
import sys
import numpy as np
from seti_sim.seti import players as registry
from seti_sim.seti.batch import play_games

bulk, walks = int(sys.argv[1]), int(sys.argv[2])
greedy = registry.get("greedy")
for left, right in itertools.permutations(range(len(rules.species_ids)), 2):
    found = 0
    for players in (2, 3, 4):
        for name in ("random", "greedy"):
            count = few(name, bulk)
            pairs = np.tile(np.array([left, right], np.int32), (count, 1))
            batch = play_games(
                rules, players=players, seed=3, first=0, count=count, policies=[registry.get(name)], pairs=pairs
            )
            assert (batch.games["species_left"] == left).all() and (batch.games["species_right"] == right).all()
            found += (batch.games["discovered_left"] > 0).any() and (batch.games["discovered_right"] > 0).any()
        # Greedy gets far, and every third choice is any legal one.
        for seed in range(walks):
            ids = rules.species_ids[left], rules.species_ids[right]
            rng, game = random.Random(seed), Game.new(rules, players, seed, species=ids)
            while not game.is_over:
                game.apply(rng.choice(game.core.legal()) if rng.random() < 0.35 else greedy.choose(game))
    print(rules.species_ids[left], rules.species_ids[right], found > 0)
"""
)


def test_all_pairs_of_species(checked):
    """Every pair of species in both orders, 2 to 4 players: every species is discovered, no invariant is broken."""
    lines = passed(run(checked, "-c", PAIRS, "8", "1")).splitlines()
    assert len(lines) == 20 and all(line.endswith(" True") for line in lines), lines


PLANETX_PAGES = "tests/planetx/test_runs.py"  # about tables and pages, which the build has no part in


def test_planetx_in_short(checked):
    """The other game: games and worked cases hold on the checked build, which looks at its invariants, too."""
    files = [f"tests/planetx/test_{name}.py" for name in ("statements", "worked_cases")]
    assert count_passed(checked, "-n", "0", *files) >= 30


@pytest.mark.soak
def test_planetx(checked):
    """Everything about it holds on the checked build."""
    assert count_passed(checked, "tests/planetx", "--ignore", PLANETX_PAGES) > 400


PLANETX_BROKEN = {
    "an arrow ahead of a pawn": "state['arrow'] = 9",
    "a token from nowhere": "state['seat'][0]['left'][0] = 5",
    "an object in two places": "state['object'][:12] = 0",
    "what is true ruled out": "state['ruled_out'][:12] = 63",
}
PLANETX_BREAK = """
import numpy as np
from seti_sim.planetx import EngineFault, Game, PlanetXRules
from seti_sim.planetx.engine import struct_dtype
game = Game.new(PlanetXRules.load("standard"), 2, seed=1)
state = np.frombuffer(bytearray(game.core.to_bytes()), struct_dtype("State"))[0]  # no position says such things
{}
game.core.from_bytes(state.tobytes())
try:
    game.apply(game.legal_actions()[0])
except EngineFault as fault:
    print(str(fault).partition(":")[0])
"""


@pytest.mark.parametrize("what", PLANETX_BROKEN)
def test_a_broken_invariant_of_planetx_is_found(checked, what):
    assert passed(run(checked, "-c", PLANETX_BREAK.format(PLANETX_BROKEN[what]))).strip() == "an impossible state"


SOLO = (
    BEGIN
    + """
import itertools
import random
import sys
import numpy as np
from seti_sim.seti import players as registry
from seti_sim.seti import batch as engine

bulk, walks = int(sys.argv[1]), int(sys.argv[2])
every = np.array(list(itertools.permutations(range(len(rules.species_ids)), 2)), np.int32)
for level in range(1, 6):
    for name in ("random", "greedy"):
        pairs = np.tile(every, (bulk // len(every), 1))
        batch = engine.play_games(
            rules, players=1, solo=level, seed=level, first=0, count=len(pairs), policies=[registry.get(name)], pairs=pairs
        )
        # The rival always has a line that it can do: every line above it was skipped for a reason, and it did one.
        lines, skips = (batch.log[batch.log["kind"] == kind] for kind in (engine.LOG_RIVAL_LINE, engine.LOG_RIVAL_SKIP))
        assert {*zip(skips["game"], skips["turn"])} <= {*zip(lines["game"], lines["turn"])}
    for seed in range(walks):
        rng, game = random.Random(seed), Game.new(rules, seed=seed, solo=True, level=level)
        while not game.is_over:
            game.core.apply(rng.choice(game.core.legal()))
    print(level, len(pairs))
"""
)


def test_solo_games(checked):
    """Every level with every pair of species: no invariant is broken, nothing undefined is done."""
    assert passed(run(checked, "-c", SOLO, "100", "20")).splitlines() == [f"{level} 100" for level in range(1, 6)]


@pytest.mark.soak
def test_many_solo_games(checked):
    assert passed(run(checked, "-c", SOLO, "10000", "500")).splitlines() == [f"{level} 10000" for level in range(1, 6)]


INVENTED = (
    BEGIN
    + """
import random
import sys
import numpy as np
from seti_sim.core.tree import stacked
from seti_sim.seti import players as registry
from seti_sim.seti.batch import play_games

# Seven cards, a tech, a gold tile and a species with its board and eight cards, all in one game.
rules = RuleSet.load(stacked(["invented-cards", "invented-tech", "invented-gold-tile", "sleepers"]))
cards = range(rules.card_ids.index("blank-page"), len(rules.card_ids))
bulk, walks = int(sys.argv[1]), int(sys.argv[2])
SLOW = {"lookahead": 40, "mcts": 200, "search": 40}
for players in (2, 3, 4):
    played = set()
    for name in sys.argv[3:] or registry.names():
        count = max(bulk // SLOW.get(name, 1), 1)
        pairs = np.array([(5, 0), (2, 5), (4, 1)], np.int32)[np.arange(count) % 3]
        batch = play_games(rules, players=players, seed=1, first=0, count=count, policies=[registry.get(name)], pairs=pairs)
        assert len(batch.games["game_id"]) == count and (batch.games["turns"] > 0).all()
        played |= {*batch.log["item"][batch.log["kind"] == 1].tolist()} & {*cards}
    for seed in range(walks):
        rng, game = random.Random(seed), Game.new(rules, players, seed, species=("anomalies", "sleepers"))
        while not game.is_over:
            game.core.apply(rng.choice(game.core.legal()))
    print(players, bulk, walks, len(played) > len(cards) // 2)
for level in (1, 5):
    for name in ("random", "greedy"):
        play_games(rules, players=1, solo=level, seed=level, first=0, count=bulk, policies=[registry.get(name)])
"""
)


def test_invented_components(checked):
    """Ten invented components in the deck: no invariant is broken, nothing undefined is done."""
    out = passed(run(checked, "-c", INVENTED, "8", "0", "random", "greedy"))
    assert out.splitlines() == [f"{players} 8 0 True" for players in (2, 3, 4)]


@pytest.mark.soak
def test_invented_components_for_long(checked):
    """The same with every player and uniform choices."""
    out = passed(run(checked, "-c", INVENTED, "4000", "400"))
    assert out.splitlines() == [f"{players} 4000 400 True" for players in (2, 3, 4)]


@pytest.mark.soak
def test_what_check_tries_is_possible(checked):
    """Cards that `check` puts into hands and into play leave no state that cannot be."""
    names = ("invented-cards", "invented-tech", "invented-gold-tile", "sleepers")
    out = passed(run(checked, "-m", "seti_sim", "check", *names))
    assert out.endswith("; sound\n") and "Not looked at" not in out


@pytest.mark.soak
@pytest.mark.parametrize("policy", ["random", "greedy", "learned"])
def test_decks_of_random_cards(checked, tmp_path, policy):
    """Two hundred random cards in place of the printed deck: what they do stays within the engine's limits."""
    command = [sys.executable, "-m", "rules.new_cards", str(tmp_path / "case"), "0", str(share(100)), "decks", policy]
    env = environment(checked) | {"PYTHONPATH": os.pathsep.join(map(str, (checked, checked / "tests/seti")))}
    out = passed(subprocess.run(command, cwd=checked, env=env, capture_output=True, text=True))
    assert not json.loads(out)["faults"], out


DEVIATIONS = (
    BEGIN
    + """
import sys
import numpy as np
from seti_sim.seti.deviations import SHAPE, play_deviations
from seti_sim.seti.players import get

for players in (2, 3, 4):
    for name in ("random", "greedy"):
        got = play_deviations(
            rules, players=players, seed=5, first=0, count=int(sys.argv[1]), policies=[get(name)],
            assign=np.zeros((int(sys.argv[1]), players), np.uint8), rates=np.full(SHAPE, float(sys.argv[2])),
        )
        assert len(got.rows) > 50 and (got.rows["points"] > 0).all()
    print(players)
"""
)


def test_deviations(checked):
    """What no player would do is done, and played on to the end: no invariant is broken, nothing undefined is done."""
    assert passed(run(checked, "-c", DEVIATIONS, "6", "0.02")).split() == ["2", "3", "4"]


@pytest.mark.soak
def test_many_deviations(checked):
    assert passed(run(checked, "-c", DEVIATIONS, "200", "0.1")).split() == ["2", "3", "4"]


def test_some_rulings(checked):
    """Rulings of actions, cards, species and solo hold on it, too."""
    files = [
        f"tests/seti/rulings/test_{name}.py" for name in ("q001_q029", "r21_cards_001_050", "species_together", "solo_actions")
    ]
    assert count_passed(checked, "-n", "0", *files) >= 100


@pytest.mark.soak
def test_rulings(checked):
    """All rulings hold on it, too."""
    assert count_passed(checked, "tests/seti/rulings") > 800


WEIGHTS = (
    BEGIN
    + """
import random
from seti_sim.seti.players import Player
from seti_sim.seti.players.weights import MOST
from seti_sim.seti import _engine
from seti_sim.seti.batch import play_games

rng, n = random.Random(1), 5 * len(_engine.WEIGHT_NAMES)
sets = [[MOST] * n, [-MOST] * n, *([rng.choice((-MOST, 0, MOST)) for _ in range(n)] for _ in range(20))]
for weights in sets:
    play_games(rules, players=4, seed=1, first=0, count=20, policies=[Player("x", "greedy", tuple(weights))])
"""
)


def test_weights_at_their_limits(checked):
    """The greatest weights that a file may have do not go beyond 32 bits when they are multiplied."""
    passed(run(checked, "-c", WEIGHTS))


BROKEN = {
    "a card that lies in two places": "state['discard'] = state['seat'][0]['hand']",
    "a card that is lost": "state['deck_n'] -= 1",
    "points from nowhere": "state['seat'][1]['res'][4] += 1",
    "more publicity than there is": "state['seat'][0]['res'][2] = 11",
    "a debt": "state['seat'][0]['res'][0] = -1",
    "a marker without its data": "state['data'][3] -= 1",
    "a lander that is nowhere": "state['data_space'][0] = 1",
    "a tech without its tile": "state['seat'][0]['techs'] = 1",
}
BREAK = (
    BEGIN
    + """
from seti_sim.seti.engine import read_state, write_state
game = Game.new(rules, 3, 7)
for _ in range(3):
    game.apply(game.legal_actions()[0])
state = read_state(game.core)
game.core.check()
{}
write_state(game.core, state)
try:
    game.core.check()
except EngineFault as fault:
    print(fault)
"""
)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_invariant_is_found(checked, what):
    """The checks can fail: each of these faults is one."""
    assert passed(run(checked, "-c", BREAK.format(BROKEN[what]))).strip() == "an impossible state"


def test_the_sanitiser_stops_the_process(checked):
    """An index out of range is not survived."""
    out_of_range = BREAK.format("state['seat'][0]['n_probes'] = 40\nwrite_state(game.core, state)\ngame.core.legal()")
    process = run(checked, "-c", out_of_range)
    assert process.returncode != 0 and "out of bounds" in process.stderr, process.stderr


@pytest.mark.soak
def test_many_random_games(checked):
    passed(run(checked, "-c", PLAY, "20000", "4000"))


@pytest.mark.soak
def test_many_games_of_all_pairs_of_species(checked):
    lines = passed(run(checked, "-c", PAIRS, "1000", "40")).splitlines()
    assert len(lines) == 20 and all(line.endswith(" True") for line in lines), lines


@pytest.fixture(scope="session")
def counted(tmp_path_factory):
    """(file to which the fuzzers add their counts, those of them that went through)."""
    path = tmp_path_factory.mktemp("fuzz") / "counts"
    path.touch()
    return path, set()


FUZZERS = (
    "planetx/test_wrong_positions.py", "fuzz/test_positions_and_records.py", "fuzz/test_configurations.py",
    "fuzz/test_planetx.py", "fuzz/test_python_players.py", "fuzz/test_run_folders.py", "fuzz/test_seti.py",
    "fuzz/test_studies.py",
)  # fmt: skip
KINDS = {
    "variants of SETI", "variants of Planet X", "positions of SETI", "positions of SETI with `pending`", "records of SETI",
    "deals of Planet X", "positions of Planet X", "records of Planet X", "configurations", "players in Python", "run folders",
    "studies",
}  # fmt: skip
INPUTS = 20_000
"""So many inputs the fuzzers try together at least."""


@pytest.mark.soak
@pytest.mark.parametrize("tests", ["properties", "reference", "test_perft.py", "test_lockstep.py", "test_streams.py"])
def test_other_tests(checked, tests):
    """The standard runs of these on the checked build."""
    passed(run(checked, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/seti/{tests}"))


@pytest.mark.soak
@pytest.mark.parametrize("file", FUZZERS)
def test_spoilt_inputs(checked, file, counted):
    """The long forms of the fuzzers, which by themselves run on the build that everybody has."""
    path, through = counted
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "soak", f"tests/{file}"]
    env = environment(checked, **{counts.FILE: str(path)})
    passed(subprocess.run(command, cwd=checked, env=env, capture_output=True, text=True))
    through.add(file)


@pytest.mark.soak
def test_enough_spoilt_inputs_of_every_kind(counted, record_property):
    """What was tried on the checked build; the table stands below the results of the tests (tests/conftest.py)."""
    path, through = counted
    if through != set(FUZZERS):
        pytest.skip("not all fuzzers went through")
    found = counts.told(path)
    record_property("told", "Spoilt inputs on the checked build:\n" + counts.table(found))
    assert set(found) == KINDS
    assert sum(map(sum, found.values())) >= share(INPUTS)


@pytest.mark.soak
@pytest.mark.parametrize("module, kind, count", [
    ("fuzz.play", "position", 12000), ("fuzz.play", "record", 1000),
    ("planetx.position_fuzz", "position", 2000), ("planetx.position_fuzz", "record", 1000),
])  # fmt: skip
def test_spoilt_inputs_with_addresses(addresses, tmp_path, module, kind, count):
    """On the build with AddressSanitizer, which sees reads and writes beyond any memory."""
    folder, preloaded = addresses
    first, count = str(2 * 10**6), str(share(count))
    told = [kind, first, count, str(tmp_path / "input")] if module == "fuzz.play" else [first, count, kind]
    command = [sys.executable, "-X", "faulthandler", "-m", f"tests.{module}", *told]
    process = subprocess.run(command, cwd=folder, env=environment(folder, **preloaded), capture_output=True, text=True)
    assert process.returncode == 0, f"{tmp_path}: {(process.stdout + process.stderr)[-6000:]}"


@pytest.mark.soak
@pytest.mark.parametrize("tests", [
    ["seti/rulings"], ["seti/properties"], ["seti/test_perft.py"], ["planetx", "--ignore", PLANETX_PAGES],
    ["fuzz/test_seti.py", "-m", "soak", "-n", "0"], ["fuzz/test_planetx.py", "-m", "soak", "-n", "0"],
])  # fmt: skip
def test_with_addresses(addresses, tests):
    """No read or write beyond any memory in the rulings, random games and what is made of them, nor in spoilt variants."""
    folder, preloaded = addresses
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{tests[0]}", *tests[1:]]
    passed(subprocess.run(command, cwd=folder, env=environment(folder, **preloaded), capture_output=True, text=True))


VARIANTS = (
    BEGIN
    + """
import sys
from seti_sim.core.registry import example_variants
from seti_sim.seti import players as registry
from seti_sim.seti.batch import play_games

count = int(sys.argv[1])
for variant in [None, *sorted(example_variants("seti"))]:
    rules = RuleSet.load(variant)
    for name in ("random", "greedy"):
        for how in ({"players": 2}, {"players": 3}, {"players": 4}, {"players": 1, "solo": 1}, {"players": 1, "solo": 5}):
            batch = play_games(rules, seed=5, first=0, count=count, policies=[registry.get(name)], **how)
            assert len(batch.games["game_id"]) == count and (batch.games["turns"] > 0).all()
    print(variant)
"""
)
PLANETX = """
import sys
from seti_sim.planetx import PlanetXRules, play_games
from seti_sim.planetx import players as registry

count = int(sys.argv[1])
for mode in ("standard", "expert"):
    rules = PlanetXRules.load(mode)
    for players in (1, 2, 3, 4):
        for levels in (0, 12):
            for name in registry.names():
                policies = [registry.get(name)] * players
                games = play_games(rules, players=players, seed=5, first=0, count=count, policies=policies, levels=levels)
                assert len(games.games["turns"]) == count
    print(mode)
"""
WHOLE_GAMES = {
    "players and uniform choices": ([PLAY, "2000", "200"], 3),
    "pairs of species": ([PAIRS, "200", "8"], 20),
    "solo": ([SOLO, "1000", "50"], 5),
    "weights at their limits": ([WEIGHTS], 0),
    "variants": ([VARIANTS, "200"], 1 + len(registry.example_variants("seti"))),
    "invented components": ([INVENTED, "400", "40"], 3),
    "The Search for Planet X": ([PLANETX, "40"], 2),
}


@pytest.mark.soak
@pytest.mark.parametrize("what", WHOLE_GAMES)
def test_whole_games_with_addresses(addresses, what):
    """No read or write beyond any memory in games of all kinds, from the deal to the scores."""
    folder, preloaded = addresses
    (code, *counts), lines = WHOLE_GAMES[what]
    command = [sys.executable, "-c", code, *(str(max(share(int(count)), least)) for count, least in zip(counts, (20, 1)))]
    out = passed(subprocess.run(command, cwd=folder, env=environment(folder, **preloaded), capture_output=True, text=True))
    assert len(out.splitlines()) == lines, out


@pytest.mark.soak
def test_address_sanitiser_stops_the_process(addresses):
    """It is there and sees what bounds checks do not: a write through a pointer beyond its memory."""
    folder, preloaded = addresses
    code = "import ctypes; from seti_sim.seti import _engine; b = ctypes.create_string_buffer(64); ctypes.memset(b, 0, 4096)"
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment(folder, **preloaded), capture_output=True, text=True
    )
    assert process.returncode != 0 and "heap-buffer-overflow" in process.stderr, process.stderr
