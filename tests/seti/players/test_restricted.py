"""`without=`: a policy that is barred from something does not do it where it has a choice, and plays whole games."""

import itertools
import random
from functools import cache

import numpy as np
import polars as pl
import pytest

from seti_sim.cli import main
from seti_sim.core.errors import PlayerError
from seti_sim.seti import Game
from seti_sim.seti.batch import ACTION_KINDS, LOG_TECH, LOG_TRACE, play_games
from seti_sim.seti.players import get, names
from seti_sim.seti.players.registry import TRACES
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies.options import all_options
from seti_sim.seti.vocabulary_actions import BARRED, FREE_WORDS
from seti_sim.simulate import prepare

SEARCH = {
    "lookahead": "lookahead[nodes=60,without=",
    "mcts": "mcts[playouts=2,width=4,without=",
    "search": "search[playouts=2,width=2,without=",
}
"""Searching players with budgets that many positions can pay for."""
QUICK = tuple(name for name in names() if name not in SEARCH)
TECHS = ("probe", "telescope", "computer")


@cache
def rules():
    return RuleSet.load()


@cache
def barred_from(name, word):
    return get(f"{SEARCH.get(name, f'{name}[without=')}{word}]")


def words():
    """Everything that `without=` names, by kind."""
    return {
        "action": list(BARRED),
        "tech": [*rules().compiled.tech_ids, *TECHS],
        "trace": [f"{t}-trace" for t in TRACES],
        "species": ["species", *rules().species_ids],
    }


def names_it(word, action, species):
    """Does the action do what the word names? species: {slot: id}, None while it is hidden."""
    kind, *rest = str(action).split()
    if word in BARRED:
        return kind == word and action.code >> 24 == BARRED[word]
    if kind == "tech":
        return word in (rest[0], rest[0].rpartition("-")[0])
    if kind == "trace" and word.endswith("-trace"):
        return rest[1] == word.removesuffix("-trace")
    return kind == "trace" and len(rest) == 3 and rest[2] != "overflow" and word in ("species", species[rest[0]])


def choices_at(game):
    """The actions between which a policy has to choose: inside an effect free actions only put the choice off."""
    legal = game.legal_actions()
    if game.decision in ("turn", "go"):
        return legal
    return [a for a in legal if str(a).split()[0] not in FREE_WORDS or (a.code >> 24) not in BARRED.values()]


def positions(games=40):
    """Games of several species pairs, decision by decision: greedy with choices at random between."""
    pairs = list(itertools.permutations(rules().species_ids, 2))
    for seed in range(games):
        game = Game.new(rules(), players=2 + seed % 3, seed=seed, species=pairs[7 * seed % len(pairs)])
        rng = random.Random(seed)
        while not game.is_over:
            yield game
            game.apply(rng.choice(game.legal_actions()) if rng.random() < 0.2 else get_greedy().choose(game))


@cache
def get_greedy():
    return get("greedy")


def test_no_policy_does_what_it_is_barred_from():
    """Every policy at decisions where some choices are barred and others are not, for every word there is."""
    asked = {(kind, word): {name: 0 for name in names()} for kind, found in words().items() for word in found}
    rng = random.Random(1)
    for number, game in enumerate(positions()):
        if number % 25 == 0 and min(min(counts.values()) for counts in asked.values()) >= 1:
            break
        of_effect = game.decision not in ("turn", "go")
        if not (of_effect or number % 16 == 0):
            continue
        choices = choices_at(game)
        kinds = {str(action).split()[0] for action in choices}
        if of_effect and not kinds & {"tech", "trace", *BARRED}:
            continue
        species = {slot: table.get("id") for slot, table in game.view(game.to_move)["species"].items()}
        for (kind, word), counts in asked.items():
            barred = [action for action in choices if names_it(word, action, species)]
            if not barred or len(barred) == len(choices):
                continue
            players = [name for name in QUICK if counts[name] < 6]
            players += [name for name in SEARCH if counts[name] < 1 and rng.random() < 0.8]
            for name in players:
                choice = barred_from(name, word).choose(game)
                assert not names_it(word, choice, species), (name, word, game.decision, len(game.history))
                counts[name] += 1
    for (kind, word), counts in asked.items():
        assert min(counts.values()) >= 1, (kind, word, counts)


# ---------------------------------------------------------------------- whole games
PLAYED = ("random", "greedy", "explorer", "learned", "lookahead")


@cache
def games(name, count=60):
    pairs = list(itertools.permutations(range(len(rules().species_ids)), 2))
    count = count if not name.startswith("lookahead") else 4
    return play_games(
        rules(),
        players=3,
        seed=8,
        first=0,
        count=count,
        policies=[get(name)],
        pairs=[pairs[i % len(pairs)] for i in range(count)],
    )


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("action", ("launch", "scan", "analyze", "research", "exchange", "mission", "play"))
def test_barred_from_an_action(name, action):
    plain = 0 if name == "lookahead" else games(name).actions[..., ACTION_KINDS.index(action)].sum()
    barred = games(f"{name}[without={action}]").actions[..., ACTION_KINDS.index(action)].sum()
    assert barred == 0 and (plain > 0 or name == "lookahead")


def test_barred_from_a_tech():
    """It is taken only where an effect leaves no other: far below what the player takes otherwise."""
    tech = rules().compiled.tech_ids.index("telescope-2")

    def taken(policy):
        log = games(policy).log
        return (log[log["kind"] == LOG_TECH]["item"] == tech).sum()

    assert taken("greedy[without=telescope-2]") < taken("greedy") / 10


@pytest.mark.parametrize("name", PLAYED)
def test_barred_from_boards(name):
    """No marker on a species' board; with one species barred those of the others are still used."""

    def on_boards(policy):
        batch = games(policy)
        rows = batch.log[batch.log["kind"] == LOG_TRACE]
        return rows[rows["a"] >= 2]

    assert len(on_boards(f"{name}[without=species]")) == 0
    batch = games(f"{name}[without=mascamites]")
    rows = batch.log[(batch.log["kind"] == LOG_TRACE) & (batch.log["a"] >= 2)]
    if name == "greedy":
        left, right = batch.games["species_left"][rows["game"]], batch.games["species_right"][rows["game"]]
        species = np.where(rows["item"] // 3 == 0, left, right)
        assert len(species) and rules().species_ids.index("mascamites") not in set(species.tolist())


@pytest.mark.parametrize(
    "name, words",
    {
        "greedy[without=scna]": "without=scna: expected one of",
        "greedy[with=scan]": "option with: expected without=… or weights=…",
        "greedy[without]": "'without': expected option=value",
        "greedy[without=scan": "expected a name, or a name with options in brackets",
        "greedy[weights=no.toml]": "no.toml: No such file or directory",
    }.items(),
)
def test_a_wrong_option(name, words):
    with pytest.raises(PlayerError) as caught:
        get(name)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_keys_tell_restricted_ones_apart():
    some = ("greedy", "greedy[without=scan]", "greedy[without=species]", "greedy[without=scan,without=species]")
    assert len({get(name).key for name in some}) == len(some)
    assert get("greedy[without=scan,without=species]").key == get("greedy[without=species,without=scan]").key


@pytest.mark.parametrize(
    "variant, word, done",
    [
        ("invented-tech", "landing-crew", ("techs", pl.col("tech_id") == "landing-crew")),
        ("sleepers", "sleepers", ("species", (pl.col("species") == "sleepers") & (pl.col("traces_board") > 0))),
        ("sleepers", "species", ("species", pl.col("traces_board") > 0)),
    ],
)
def test_what_a_variant_adds_can_be_barred(variant, word, done):
    """By its id, in games by that variant: the barred seat leaves it alone, the other one does not."""
    policies = ("greedy", f"greedy[without={word}]")
    plan = prepare(players=2, games=40, policies=policies, seed=5, variant=variant, seating="fixed")
    frames = plan.kind.frames(plan, plan.kind.play(plan, 0, 40))
    table, did = done
    found = frames[table].with_columns(pl.col(pl.Enum).cast(pl.String)).filter(did)["seat"].value_counts().sort("seat")
    assert found["seat"].to_list() == [1] and found["count"][0] > 10


def test_what_only_a_variant_has_is_refused_elsewhere(capsys):
    assert main(["run", "--policy", "greedy[without=landing-crew]", "--games", "1", "--out", "nowhere"]) == 2
    assert "without=landing-crew: expected one of launch" in capsys.readouterr().err
    with pytest.raises(PlayerError, match="without=probe-3: expected one of"):  # which that variant replaces
        get("greedy[without=probe-3]", rules=prepare(players=2, games=1, variant="invented-tech").rules)


def test_kinds_of_techs_are_those_of_the_rules():
    """A kind is what the rules say and not how an id begins: the new tech is of the probes."""
    new = prepare(players=2, games=1, variant="invented-tech").rules
    assert get("greedy[without=probe]", rules=new).barred == get("greedy[without=probe]").barred == (0, 15, 0, 0)
    assert "landing-crew" in all_options(new) and "landing-crew" not in all_options()
