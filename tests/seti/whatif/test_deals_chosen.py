"""F49: values of dealt cards for a few cards of interest only."""

import io

import numpy as np
import polars as pl
import pytest

from seti_sim.cli import main
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.studies import deal_values, deals, exchange
from seti_sim.simulate import prepare
from seti_sim.stats.crossed import effect_estimates, paired_effects
from seti_sim.studies import StudyError, load

RULES = RuleSet.load()
TWO = {"players": 2, "policies": "greedy", "stream": io.StringIO()}


def test_f49_pairs_with_a_card_drawn_by_lot_give_values_against_the_mean_card():
    """A toy deck: card c is worth c; the truth is the value less that of the mean card, the intervals hold it."""
    rng, cards, chosen, truth = np.random.default_rng(3), 12, (0, 7, 11), []
    missed = np.zeros(3)
    for _ in range(200):
        base, card, value, dealt = [], [], [], []
        for game in range(60):
            order, level = rng.permutation(cards), rng.normal(100, 30)
            rest = lambda: rng.normal(0, 2)  # noqa: E731
            base, card, value, dealt = base + [game], card + [order[0]], value + [level + order[0] + rest()], dealt + [True]
            for other in set(chosen) & set(order[4:]):  # three more were dealt
                base, card, value, dealt = base + [game], card + [other], value + [level + other + rest()], dealt + [False]
        there, fit = paired_effects(base, card, value, dealt, cards)
        assert there.tolist() == list(chosen) and fit.correlation > 0.9 and (fit.n > 20).all()
        got = effect_estimates(fit, "score")
        truth.append(fit.effect)
        right = np.array(chosen) - (cards - 1) / 2
        missed += (got.low > right) | (got.high < right)
    assert np.mean(truth, axis=0) == pytest.approx(right, abs=0.15)
    assert (missed / 200 < 0.1).all() and missed.sum() > 5


def test_f49_the_covariance_of_chosen_cards_is_that_of_their_estimates():
    rng, found, said = np.random.default_rng(4), [], []
    for _ in range(400):
        n = 40
        dealt, first, second = rng.normal(0, 5, n), rng.normal(0, 1, n), rng.normal(0, 1, n)
        base = np.tile(np.arange(n), 3)
        card = np.repeat([5, 0, 1], n)
        _, fit = paired_effects(base, card, np.r_[dealt, first, second], card == 5, 8)
        found.append(fit.effect)
        said.append(fit.covariance)
    assert np.mean(said, axis=0) == pytest.approx(np.cov(np.transpose(found)), rel=0.2)


def test_f49_only_the_chosen_cards_are_tried_and_each_where_it_lies_undealt():
    plan = prepare(players=4, games=100, policies="greedy", seed=9)
    all_rows, chosen = exchange.play_exchanges(plan, range(20, 32)), (3, 60, 100)
    rows = exchange.play_exchanges(plan, range(20, 32), chosen)
    tried = rows["diverged"] >= 0
    assert set(rows["card"][tried]) <= set(chosen) and tried.sum() > 20 and (rows["deck"] == 0).all()
    # The same seat and dealt card as in the whole study, and so the same outcome where both tried a card.
    names = ("base", "card", "diverged")
    whole, mine = (
        dict(zip(zip(*(found[name].tolist() for name in names)), found["score"].tolist())) for found in (all_rows, rows)
    )
    both, as_dealt = whole.keys() & mine.keys(), {key for key in mine if key[2] < 0}
    assert as_dealt <= both and len(both) > len(as_dealt) and all(whole[key] == mine[key] for key in both)


def test_f49_a_game_in_which_no_chosen_card_can_come_has_no_rows():
    plan = prepare(players=2, games=10, policies="greedy", seed=9)
    species = tuple(i for i, of in enumerate(RULES.compiled.tables["card_species"]) if of == 0)
    rows = [exchange.play_exchanges(plan, range(game, game + 1), species[:1]) for game in range(6)]
    assert all(len(set(map(len, part.values()))) == 1 for part in rows) and any(len(part["base"]) == 0 for part in rows)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    out = tmp_path_factory.mktemp("chosen") / "a"
    return deal_values(cards=["Gravitational Slingshot", "base-100"], games=240, seed=3, out=out, **TWO), out


def test_f49_titles_and_ids_are_taken_and_kept(study):
    made, out = study
    title = dict(zip(RULES.card_names.values(), RULES.card_ids))["Gravitational Slingshot"]
    assert made.asked["cards"] == sorted([title, "base-100"]) and made.facts["bases"] == 80
    points = made.frames["cards"].filter(pl.col("outcome") == "score")
    assert set(points["card_id"]) == {title, "base-100"} and (points["low"] < points["estimate"]).all()
    assert load(out).frames["cards"].height == made.frames["cards"].height
    with pytest.raises(StudyError, match="holds another study"):
        deal_values(cards=["base-100"], games=240, seed=3, out=out, **TWO)
    with pytest.raises(StudyError, match="holds another study"):
        deal_values(games=240, seed=3, out=out, **TWO)


def test_f49_it_stops_when_the_chosen_cards_are_precise(tmp_path, monkeypatch):
    monkeypatch.setattr(deals, "BLOCK", 40)
    made = deal_values(cards=["base-100"], games=4000, precision="30vp", seed=3, out=tmp_path / "a", **TWO)
    assert made.facts["why"] == "precise" and made.facts["bases"] < 2000


@pytest.mark.parametrize(
    "cards, words",
    [
        (["bass-100"], "card 'bass-100': expected the id of a card, .*did you mean base-100"),
        (["Gravitational Slingshott"], "did you mean Gravitational Slingshot"),
        (["base-100", "base-100"], "expected different ones"),
    ],
)
def test_f49_a_card_that_there_is_not(tmp_path, cards, words):
    with pytest.raises(StudyError, match=words):
        deal_values(cards=cards, games=240, out=tmp_path / "x", **TWO)
    assert not (tmp_path / "x").exists()


def test_f49_from_the_command_line(tmp_path, capsys):
    command = [
        "whatif",
        "cards",
        "--players",
        "2",
        "--games",
        "200",
        "--jobs",
        "1",
        "--card",
        "base-100",
        "--card",
        "gravitational slingshot",
    ]
    page, charts = str(tmp_path / "a.html"), str(tmp_path / "c")
    assert main([*command, "--out", str(tmp_path / "a"), "--report", page, "--charts", charts]) == 0
    said, html = capsys.readouterr().out, (tmp_path / "a.html").read_text()
    assert (
        "Gravitational Slingshot" in said
        and "exchanges in 66 base games" in said
        and "Against the mean card of its deck" in said
    )
    assert (
        "--card base-100 --card &#x27;gravitational slingshot&#x27;" in html.replace("&#39;", "&#x27;")
        and "Values of the chosen cards" in html
    )
    assert [file.stem.rpartition("-")[2] for file in (tmp_path / "c").glob("*.png")] == ["chosen"]


@pytest.mark.soak
def test_f49_the_values_are_those_of_the_whole_study(tmp_path):
    whole = deal_values(games=40_000, seed=5, out=tmp_path / "whole", jobs=2, **TWO)
    some = deal_values(cards=["base-100", "base-013"], games=12_000, seed=6, out=tmp_path / "some", jobs=2, **TWO)
    both = some.frames["cards"].join(whole.frames["cards"], on=["outcome", "card_id"], suffix="_whole")
    error = (both["se"] ** 2 + both["se_whole"] ** 2).sqrt()
    assert both.height == 4 and ((both["estimate"] - both["estimate_whole"]).abs() < 3 * error).all()
