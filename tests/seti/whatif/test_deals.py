"""Values of dealt cards: what is exchanged, that all else stays, the fit of a toy game, and going on."""

import io

import numpy as np
import polars as pl
import pytest

from seti_sim.seti import _engine
from seti_sim.seti.batch import LOG_ARRIVE, LOG_REFILL, LOG_STACK, LOG_TURN_UP, NO_SPECIES, play_games
from seti_sim.seti.engine import engine_rules
from seti_sim.seti.players import get
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import deal_values, deals, exchange
from seti_sim.simulate import prepare, run
from seti_sim.studies import StudyError, load

RULES = RuleSet.load()
GREEDY = get("greedy")


def played(exchanges, numbers, **options):
    options = {"players": 3, "seed": 4, "policies": [GREEDY], "numbers": numbers, "exchanges": exchanges} | options
    return play_games(RULES, **options)


def setup_rows(batch, game):
    log = batch.log[(batch.log["game"] == game) & (batch.log["round"] == 0)]
    return log[np.isin(log["kind"], (LOG_ARRIVE, LOG_REFILL, LOG_STACK))]


def test_a_game_without_exchange_and_by_number_is_the_game():
    plain = play_games(RULES, players=3, seed=4, first=5, count=3, policies=[GREEDY])
    same = played([[7, 7]] * 3, [7, 5, 6])
    for name, values in plain.seats.items():
        assert (same.seats[name].reshape(3, 3)[[1, 2, 0]] == values.reshape(3, 3)).all(), name
    assert same.games["game_id"].tolist() == [7, 5, 6]


def test_an_exchange_moves_two_cards_and_no_other():
    plain = played([[0, 0]], [2])
    rows = setup_rows(plain, 2)
    dealt = int(rows[(rows["kind"] == LOG_ARRIVE) & (rows["seat"] == 2)]["item"][3])
    free = np.flatnonzero(plain.card_species == NO_SPECIES)
    other = int(np.setdiff1d(free, rows["item"])[10])
    changed = setup_rows(played([[dealt, other]], [2]), 2)
    assert (changed["item"] == np.where(rows["item"] == dealt, other, rows["item"])).all() and len(rows) == len(changed)
    back = played([[other, dealt]], [2])  # the order of the two does not matter
    assert (setup_rows(back, 2) == changed).all()
    # A card of another deck is in no place of this one.
    alien = int(np.flatnonzero(plain.card_species != NO_SPECIES)[0])
    assert (played([[dealt, alien]], [2]).log == plain.log).all()


def test_a_core_starts_with_the_same_exchange():
    core = _engine.Core(engine_rules(RULES))
    core.start(3, 4, 2, swap=(10, 90))
    weights = np.array([GREEDY.engine_weights()], np.int32)
    scores = _engine.play_to_end(core.copy(), weights, np.zeros(3, np.uint8))
    assert scores == played([[10, 90]], [2], log=False).seats["score"].tolist()
    with pytest.raises(ValueError, match="one of them for each seat"):
        _engine.play_to_end(core, weights, np.ones(3, np.uint8))


def test_a_search_knows_nothing_of_the_exchange():
    """Choices in an exchanged game are those in the same position of a game that was never exchanged."""
    core, other = (_engine.Core(engine_rules(RULES)) for _ in range(2))
    core.start(3, 4, 2, swap=(10, 90))
    greedy, deep = (np.array(get(name).engine_weights(), np.int32) for name in ("greedy", "lookahead[nodes=200]"))
    looked = 0
    while not core.over:
        action = _engine.choose_action(core, greedy)
        if core.decision == "turn" and core.turn == 1 and core.round in (1, 3):
            other.from_bytes(core.to_bytes())
            assert _engine.choose_action(core, deep) == _engine.choose_action(other, deep)
            looked += 1
        core.apply(action)
    assert looked > 20


@pytest.mark.parametrize("bad", [[[0, 999]], [[0, -1]], [[1, 2], [3, 4]]])
def test_exchanges_of_no_card_are_refused(bad):
    with pytest.raises(ValueError, match="exchanges: expected 1 x 2 cards"):
        played(bad, [0])


def test_species_cards_change_nothing_before_the_draw():
    """The game is the same up to the draw, event by event; there the other card comes."""
    whole = play_games(RULES, players=3, seed=4, first=0, count=12, policies=[GREEDY])
    seen = 0
    for game in range(12):
        log = whole.log[whole.log["game"] == game]
        for deck, card, others, _ in exchange._chances(RULES, whole.card_species, log, 2, np.random.default_rng(0)):
            if deck == 0:
                continue
            again = played([[card, int(others[0])]], [game]).log
            at = int(np.flatnonzero((log["kind"] == LOG_ARRIVE) & (log["item"] == card))[0])
            assert (log[:at] == again[:at]).all() and again[at]["item"] == others[0] and again[at]["seat"] == log[at]["seat"]
            up = log[np.isin(log["kind"], (LOG_ARRIVE, LOG_TURN_UP))]["item"]
            assert len(set(others)) == log[at]["b"] - 1 and card in up and card not in others
            seen += 1
    assert seen > 5


def test_only_cards_of_the_undealt_deck_are_tried():
    plan = prepare(players=4, games=100, policies="greedy", seed=9)
    rows = exchange.play_exchanges(plan, range(20, 24))
    assert set(rows["base"]) == set(range(20, 24)) and (np.bincount(rows["base"] - 20) >= 1 + exchange.EACH).all()
    whole = play_games(RULES, players=4, seed=9, first=20, count=4, policies=[GREEDY])
    for game in range(20, 24):
        mine = rows["card"][(rows["base"] == game) & (rows["deck"] == 0)]
        taken = setup_rows(whole, game)["item"]
        as_dealt = rows["diverged"][(rows["base"] == game) & (rows["deck"] == 0)] < 0
        assert len(set(mine)) == 1 + exchange.EACH and as_dealt.sum() == 1
        assert mine[as_dealt][0] in taken and not set(mine[~as_dealt]) & set(taken)
    again = exchange.play_exchanges(plan, range(21, 23))  # parts do not matter
    at = (rows["base"] >= 21) & (rows["base"] < 23)
    order = np.lexsort((rows["card"][at], rows["deck"][at], rows["base"][at]))
    other = np.lexsort((again["card"], again["deck"], again["base"]))
    assert all((rows[name][at][order] == again[name][other]).all() for name in rows)


def toy(plan, numbers):
    """A game in which card c is worth c % 5 points, the level of a game is luck, and the rest is small."""
    rng = np.random.default_rng((plan.seed, numbers.start))
    base, card, score = [], [], []
    for game in numbers:
        held = rng.permutation(20)[:6]
        level = rng.normal(100, 30)
        base += [game] * 6
        card += held.tolist()
        score += (level + held % 5 + rng.normal(0, 1, 6)).round(3).tolist()
    n = len(base)
    diverged = np.tile(np.array([-1, 1, 1, 1, 0, 1], np.int8), len(numbers))
    return {"base": np.array(base), "deck": np.zeros(n, np.int8), "card": np.array(card, np.uint8), "score": np.array(score),
            "win_share": np.array(score) / 1000, "diverged": diverged}  # fmt: skip


def quiet(**options):
    return deal_values(stream=io.StringIO(), **options)


def test_values_of_a_toy_game_are_found_and_it_stops_when_precise(monkeypatch, tmp_path):
    monkeypatch.setattr(deals, "play_exchanges", toy)
    widths = []
    study = quiet(games=100_000, precision="0.12vp", seed=2, out=tmp_path / "a", looked=widths.append)
    cards = study.frames["cards"].filter(pl.col("outcome") == "score").sort("card_id")
    assert study.facts["why"] == "precise" and widths[-1] <= 0.12 < widths[0] and len(widths) > 1
    assert study.facts["bases"] == 1000 * len(widths) < 5000
    order = {card: i for i, card in enumerate(RULES.card_ids)}
    truth = np.array([order[card] % 5 - 2.0 for card in cards["card_id"]])
    assert cards["estimate"].to_numpy() == pytest.approx(truth, abs=0.25)
    assert (cards["sim_low"].to_numpy() <= truth).all() and (truth <= cards["sim_high"].to_numpy()).all()
    tiers = dict(zip(truth, cards["tier"]))
    assert [tiers[v] for v in (2, 1, 0, -1, -2)] == [1, 2, 3, 4, 5]
    decks = study.frames["decks"].row(0, named=True)
    assert decks["correlation"] > 0.99 and decks["diverged"] == pytest.approx(0.8) and decks["tiers"] == 5
    again = load(tmp_path / "a")
    assert again.facts == study.facts and again.frames["cards"].height == study.frames["cards"].height


def test_a_study_goes_on_from_what_is_there_and_refuses_another(monkeypatch, tmp_path):
    monkeypatch.setattr(deals, "PART", 10)
    whole = quiet(games=400, players=2, out=tmp_path / "whole", seed=3)
    quiet(games=200, players=2, out=tmp_path / "parts", seed=3)
    calls = []
    monkeypatch.setattr(
        deals, "play_exchanges", lambda plan, numbers, play=deals.play_exchanges: calls.append(numbers) or play(plan, numbers)
    )
    parts = quiet(games=400, players=2, out=tmp_path / "parts", seed=3)
    assert calls == [range(10, 20)]
    assert all(parts.frames[name].equals(frame, null_equal=True) for name, frame in whole.frames.items())
    with pytest.raises(StudyError, match=r"holds another study \(seed 3 there, 4 asked\); choose another folder"):
        quiet(games=200, players=2, out=tmp_path / "parts", seed=4)
    next((tmp_path / "whole/parts").glob("part-*.npz")).write_bytes(b"damaged")
    with pytest.raises(StudyError, match="part-.*cannot be read.*delete it"):
        quiet(games=400, players=2, out=tmp_path / "whole", seed=3)


def test_values_are_set_beside_those_of_blind_draws(tmp_path):
    """The same truth with independent noise agrees; a card that differs is found; a run that does not fit is refused."""
    rng = np.random.default_rng(5)
    ids = [card for card in RULES.card_ids if card.startswith("base-")]
    truth = rng.normal(0, 3, len(ids))
    here, drawn = truth + rng.normal(0, 0.5, len(ids)), truth + rng.normal(0, 1, len(ids))
    drawn[3] += 8
    base = {"outcome": "score", "card_id": ids, "name": ids}
    cards = pl.DataFrame(base | {"deck": "base", "estimate": here, "low": here - 1, "high": here + 1, "se": 0.5})
    blind = pl.concat([
        pl.DataFrame(base | {"when": when, "estimate": size * drawn, "low": drawn - 2, "high": drawn + 2, "se": 1.0})
        for when, size in (("setup", 1.0), ("round 4", 0.2))
    ])  # fmt: skip
    found, agreement = deals.compared(cards, blind)
    assert found.filter(pl.col("q") < 0.05)["card_id"].to_list() == [ids[3]]
    setup, late = agreement.iter_rows(named=True)
    assert setup["true_correlation"] == pytest.approx(1, abs=0.08) and setup["slope"] == pytest.approx(1, abs=0.1)
    assert late["slope"] == pytest.approx(0.2, abs=0.05) and setup["differ"] == 1
    run(prepare(players=2, games=20, policies="greedy", seed=3), tmp_path / "run", stream=io.StringIO())
    for options, words in (({"seed": 3}, "seed 3, too"), ({"seed": 4, "players": 3}, "other players than here")):
        with pytest.raises(StudyError, match=words):
            quiet(
                **{"games": 2000, "players": 2, "policies": "greedy", "against": tmp_path / "run", "out": tmp_path / "x"}
                | options
            )
    assert not (tmp_path / "x").exists()
