"""The shape of play: every measure against counts over a few games, row by row; games in memory as those of a folder."""

from collections import Counter

import numpy as np
import polars as pl
import pytest

from seti_sim.report import markdown
from seti_sim.seti import Game
from seti_sim.seti.analysis import shape as shapes
from seti_sim.seti.analysis.shape import measures, shape
from seti_sim.seti.batch import play_games
from seti_sim.seti.engine import read_state
from seti_sim.seti.pages import shape as told
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.opcodes import PLANETS
from seti_sim.seti.tables.memory import Played, frames_of
from seti_sim.simulate import prepare
from seti_sim.simulate import run as play
from seti_sim.tables import open_run

GAMES, SEED = 40, 3
MAIN = ("launch", "orbit", "land", "scan", "analyze", "play", "research")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shape") / "run"
    play(prepare(players=3, games=GAMES, policies="greedy,random,greedy", seed=SEED), folder)
    return open_run(folder)


def counted(run, policy):
    """The estimates of all measures, counted in plain Python over the rows of the tables."""
    rows = {name: getattr(run, name).collect().to_dicts() for name in ("seats", "actions", "cards", "techs", "craft")}
    mine = {name: [row for row in table if policy in (None, row["policy"])] for name, table in rows.items()}
    seats = mine["seats"]
    n, points, won = len(seats), sum(row["score"] for row in seats), sum(row["win_share"] for row in seats)
    main = Counter()
    for row in mine["actions"]:
        main[row["round"]] += row["n"] * (row["kind"] in MAIN)
    passes = sum(row["n"] for row in mine["actions"] if row["kind"] == "pass")
    tucked = [row["round_left"] for row in mine["cards"] if row["fate"] == "tucked" and row["round_left"] >= 1]
    orbits = [row for row in mine["craft"] if row["craft"] == "orbiter"]
    landings = [row for row in mine["craft"] if row["craft"] == "lander" and row["body"] in PLANETS]
    guided = [
        one for one in landings
        if any((o["game_id"], o["body"], o["craft"]) == (one["game_id"], one["body"], "orbiter") and o["turn"] < one["turn"]
               for o in rows["craft"])
    ]  # fmt: skip
    found = {f"main_{r}": main[r] / n for r in range(1, 6)}
    for kind in ("computer", "telescope", "probe"):
        taken = [row["round"] for row in mine["techs"] if row["tech_id"].startswith(kind)]
        found[f"{kind}_round"] = np.mean(taken)
    kinds = ("traces_signal", "traces_lander", "traces_analysis")
    return found | {
        "growth": main[5] / main[1], "turns": (sum(main.values()) + passes) / (5 * n), "tucked": len(tucked) / n,
        "tucked_early": np.mean([r <= 2 for r in tucked]), "craft": len(mine["craft"]) / n, "orbits": len(orbits) / n,
        "landings": len(landings) / n, "guided": len(guided) / len(landings),
        "moons": (len(mine["craft"]) - len(orbits) - len(landings)) / n, "techs": len(mine["techs"]) / n,
        "traces": sum(row[kind] for row in seats for kind in kinds) / n,
        "all_kinds": np.mean([all(row[kind] for kind in kinds) for row in seats]),
        "missions": sum(row["missions"] for row in seats) / n, "endgame": sum(row["endgame_cards"] for row in seats) / n,
        "gold": sum(row["points_gold"] for row in seats) / points, "score": points / n,
        "winner": sum(row["score"] * row["win_share"] for row in seats) / won if won else np.nan,
    }  # fmt: skip


@pytest.mark.parametrize("policy", [None, "greedy", "random"])
def test_every_measure_against_counts(run, policy):
    frame = shape(run, policy)
    found = dict(frame.select("measure", "estimate").iter_rows())
    assert found == pytest.approx(counted(run, policy), nan_ok=True) and set(frame["kind"]) == {"observational"}
    assert ((frame["low"] <= frame["estimate"]) & (frame["estimate"] <= frame["high"])).drop_nans().all()


def test_a_run_read_in_stretches_gives_the_same(run, monkeypatch):
    whole = shape(run)
    monkeypatch.setattr(run, "stretches", lambda: [(0, 9), (10, 33), (34, GAMES - 1)])
    assert shape(run).equals(whole) or np.allclose(shape(run).select(pl.col(pl.Float64)), whole.select(pl.col(pl.Float64)))


@pytest.fixture(scope="module")
def with_capsules():
    """Batch of games with Mascamites in either slot in most of them, and who the species were."""
    rules = RuleSet.load()
    own = rules.species_ids.index("mascamites")
    others = [i for i in range(len(rules.species_ids)) if i != own]
    pairs = np.array([(own, other) if other % 2 else (other, own) for other in others * 30] + [others[:2]] * 4)
    batch = play_games(rules, players=4, seed=1, count=len(pairs), policies=[get("greedy")], pairs=pairs)
    return rules, batch, pairs


def test_capsules_delivered(with_capsules):
    """A seat has delivered as often as its capsules became fewer, game by game."""
    rules, batch, pairs = with_capsules
    delivered = batch.seats["delivered"].reshape(-1, 4)
    some = np.flatnonzero(delivered.any(axis=1))
    assert len(some) >= 3
    greedy = get("greedy")
    for number in [some[0], 0]:
        species = [rules.species_ids[i] for i in pairs[number]]
        game = Game.new(rules, players=4, seed=1, game=int(number), species=species)
        carried, fewer = Counter(), Counter()
        while not game.is_over:
            game.apply(greedy.choose(game))
            owners = read_state(game.core)["capsule_owner"].tolist()
            for seat in range(1, 5):
                fewer[seat] += max(carried[seat] - owners.count(seat), 0)
                carried[seat] = owners.count(seat)
        assert list(fewer.values()) == delivered[number].tolist(), number
    run = Played(rules, frames_of(rules, batch, 4, ["greedy"]), ["greedy"] * 4)
    row = shape(run).row(by_predicate=pl.col("measure") == "delivered", named=True)
    assert row["n"] == 120 and row["estimate"] == pytest.approx(delivered.sum() / (120 * 4)) and row["low"] < row["estimate"]


def test_games_in_memory_are_those_of_a_run(run):
    """The same games played without a folder: the same shape, and capsules besides."""
    rules = RuleSet.load()
    names = ["greedy", "random", "greedy"]
    plan = prepare(players=3, games=GAMES, policies="greedy,random,greedy", seed=SEED)
    frames = plan.kind.frames(plan, plan.kind.play(plan, 0, GAMES, None))
    for policy in (None, "greedy"):
        assert shape(Played(rules, frames, names), policy).equals(shape(run, policy))


def test_what_was_never_seen_may_still_happen(run):
    by_game = shapes.sums_by_game(run).with_columns(missions=pl.lit(0))
    row = shapes.of_sums(by_game).row(by_predicate=pl.col("measure") == "missions", named=True)
    assert (row["estimate"], row["low"]) == (0, 0) and row["high"] == pytest.approx(3.69 / (3 * GAMES), rel=1e-3)


def test_the_table_has_every_measure_and_what_good_players_say(run):
    names = ("greedy", "random")
    frame = pl.concat([shape(run, name).with_columns(player=pl.lit(name)) for name in names])
    table = told.table(frame, names)
    assert table.labels == [m.words for m in measures() if m.name != "delivered"] and len(table.columns) == 3
    assert [cell.value for cell in table.columns[-1].cells if cell.value][:2] == ["about 2", "mainly here"]
    assert all(c.value == "–" or c.interval for part in table.columns[:-1] for c in part.cells)
    lines = markdown.table(table)
    assert lines[0].startswith("|  | greedy, observational, n = 40 | random") and lines[0].endswith("| good players |")
    line = next(line for line in lines if line.startswith("| share of the points from gold tiles |"))
    assert line.count("%") == 3 and line.endswith("| about 25 % |")


def test_beside_what_good_players_say():
    """Below and above only where the whole interval is; what is too vague is left out."""
    rows = {
        "main_1": (3, 2, 4),
        "craft": (3, 2.5, 3.9),
        "techs": (9.9, 9.5, 10.1),
        "gold": (0.35, 0.31, 0.4),
        "probe_round": (3, 2, 4),
    }
    frame = pl.DataFrame([{"measure": name, "estimate": e, "low": low, "high": high} for name, (e, low, high) in rows.items()])
    found = {where: [m.name for m in some] for where, some in shapes.beside(frame).items()}
    assert found == {"below": ["craft"], "within": ["techs"], "above": ["gold"]}
    assert all(m.said for m in measures() if m.between)
