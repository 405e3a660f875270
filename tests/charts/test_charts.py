"""Every chart is a Figure made without pyplot, holds what it should, and no two of its labels lie over each other."""

import re
import subprocess
import sys
import warnings
from pathlib import Path

import fake_engine
import numpy as np
import polars as pl
import pytest
from geometry import assert_readable, faces, texts
from matplotlib.figure import Figure

from seti_sim.analysis import points, seats
from seti_sim.seti import charts
from seti_sim.seti.analysis import actions, cards, draws, gold, pacing, rates, species, techs, timing
from seti_sim.seti.tables.schema import SOURCE_WORDS
from seti_sim.tables import open_run


def draw_all(run):
    """All charts of a run, by name."""
    won = points.by_source(run, "winner")
    groups = {g: won.filter(pl.col("winner") == g) for g in ("winners", "others")}
    return {
        "seat_win_share": charts.seat_win_share(seats.by_seat(run)),
        "scores": charts.scores(seats.score_counts(run), seats.score_quantiles(run)),
        "scores_by_policy": charts.scores(seats.score_counts(run, "policy"), seats.score_quantiles(run, "policy")),
        "points_by_source": charts.points_by_source(points.by_source(run), groups, SOURCE_WORDS),
        "actions_by_round": charts.actions_by_round(actions.by_round(run)),
        "card_overview": charts.card_overview(cards.dealt_effect(run)),
        "card_effects": charts.card_effects(cards.dealt_effect(run)),
        "card_rates": card_rates(run),
        "card_rounds": card_rounds(run),
        "techs": charts.techs(techs.by_tech(run)),
        "gold": charts.gold(gold.by_side(run), gold.by_place(run)),
        "openings": charts.openings(timing.openings(run), 1 / run.players),
        "win_share_by_round": charts.win_share_by_round(
            timing.techs(run).filter(pl.col("measure") == "win_share"), "tech_id", 1 / run.players
        ),
        "pacing": charts.pacing(pacing.turns_by_round(run), pacing.discovery_round(run)),
        "species_measures": charts.species_measures(species.by_species(run)),
        "pair_measures": charts.species_measures(species.by_pair(run)),
        "species_seats": charts.species_seats(species.seats_by_pair(run)),
        "species_leaders": charts.species_leaders(species.most_traces(run), species.discoverer_gain(run), run.players),
    }


def card_rates(run):
    effects = draws.drawn_effect(run, ("win_share",), by_round=False).whole
    return charts.card_rates(rates.misleads(rates.by_card(run), effects))


def card_rounds(run):
    found = draws.drawn_effect(run, ("score",))
    return charts.card_rounds(found.whole.sort("estimate").head(10), found.effects)


@pytest.fixture(scope="module")
def drawn(mirror_run):
    return draw_all(open_run(mirror_run))


@pytest.fixture(scope="module")
def drawn_mixed(mixed_run):
    return draw_all(open_run(mixed_run))


NAMES = [
    "seat_win_share",
    "scores",
    "scores_by_policy",
    "points_by_source",
    "actions_by_round",
    "card_overview",
    "card_effects",
    "card_rates",
    "card_rounds",
    "techs",
    "gold",
    "openings",
    "win_share_by_round",
    "pacing",
    "species_measures",
    "pair_measures",
    "species_seats",
    "species_leaders",
]


@pytest.mark.parametrize("name", NAMES)
def test_labels_do_not_overlap(drawn, drawn_mixed, name):
    assert set(NAMES) == set(drawn)
    assert_readable(drawn[name])
    assert_readable(drawn_mixed[name])


def test_nothing_global_is_touched(drawn):
    """No chart needs pyplot; in a process of its own, since the package of tuning brings pyplot along."""
    needed = "import sys, seti_sim.charts, seti_sim.seti.charts.whatif, seti_sim.planetx.charts"
    asked = f"{needed}; print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
    source = Path(charts.__file__).parent
    assert not [file.name for file in source.glob("*.py") if "import pyplot" in file.read_text(encoding="utf-8")]
    assert all(isinstance(figure, Figure) for figure in drawn.values())


def test_svg_is_the_same_for_the_same_figure(mirror_run):
    run = open_run(mirror_run)
    first, second = (charts.svg(charts.seat_win_share(seats.by_seat(run)), "seats") for _ in range(2))
    assert first == second and first.startswith("<svg") and "<dc:date>" not in first


def test_svg_is_the_same_for_sums_in_another_order(mirror_run):
    """Sums of threads differ in their last digits, which the text of an SVG does not show."""
    frame = species.by_pair(open_run(mirror_run))
    nudged = frame.with_columns(pl.col("estimate", "low", "high") * (1 + 4e-16))
    assert not frame.equals(nudged)
    first, second = (charts.svg(charts.species_measures(f), "pairs") for f in (frame, nudged))
    assert first == second
    ids = re.findall(r' id="([^"]+)"', first)
    assert len(ids) == len(set(ids)) and set(re.findall(r"(?:url\(|href=\")#([^)\"]+)", first)) <= set(ids)


def test_ids_of_figures_on_one_page_differ_by_title(mirror_run):
    frame = species.by_pair(open_run(mirror_run))
    clips = [set(re.findall(r"url\(#([^)]+)\)", charts.svg(charts.species_measures(frame), t))) for t in "ab"]
    assert clips[0] and clips[1] and clips[0].isdisjoint(clips[1])


def words(figure):
    return [word for word, _, _ in texts(figure)]


def test_seat_chart_says_the_numbers(mirror_run):
    frame = seats.by_seat(open_run(mirror_run))
    shown = words(charts.seat_win_share(frame, {1: "Seat 1 (starts)"}))
    row = frame.filter(pl.col("seat") == 1, pl.col("measure") == "win_share").row(0, named=True)
    assert "fair share 25\u00a0%" in shown and "Seat 1 (starts)" in shown
    assert any(word.startswith(f"{100 * row['estimate']:.1f}\u00a0%") for word in shown)


@pytest.mark.parametrize("share, low, high", [(1.0, 0.9, 1.0), (0.0, 0.0, 0.1), (0.25, np.nan, np.nan)])
def test_seat_chart_at_the_edges(share, low, high):
    rest = (1 - share) / 3
    frame = pl.DataFrame(
        {
            "seat": [1, 2, 3, 4],
            "estimate": [share, rest, rest, rest],
            "low": [low] + [rest] * 3,
            "high": [high] + [rest] * 3,
        }
    )
    assert_readable(charts.seat_win_share(frame))


def cards_named(shown):
    return {card["name"] for card in fake_engine.RULES.tree["cards"].values()} & set(shown)


def test_card_chart_shows_both_ends_and_counts_the_rest(drawn, mirror_run):
    shown = words(drawn["card_effects"])
    assert "108 cards between" in shown and len(cards_named(shown)) == 30
    effects = cards.dealt_effect(open_run(mirror_run))
    few = words(charts.card_effects(effects.head(20)))
    assert not any("between" in w for w in few) and len(cards_named(few)) == 20
    share = words(charts.card_effects(cards.dealt_effect(open_run(mirror_run), "win_share"), "win_share"))
    assert "effect of the card, in percentage points of win share" in share


def test_cards_of_several_decks_say_which(mirror_run):
    effects = cards.dealt_effect(open_run(mirror_run)).head(12).with_columns(deck=pl.lit("exertian"))
    assert sum(word.endswith("(exertian)") for word in words(charts.card_effects(effects, decks=True))) == 12


def test_cards_found_again_show_both():
    n = 25
    frame = pl.DataFrame({"name": [f"Card {i}" for i in range(n)], "estimate": np.linspace(4, -4, n)}).with_columns(
        again=pl.col("estimate") * 0.9, again_low=pl.col("estimate") - 1, again_high=pl.col("estimate") + 1
    )
    figure = charts.card_again(frame)
    assert_readable(figure)
    shown = words(figure)
    assert "Card 0" in shown and "Card 24" in shown and "Card 12" not in shown
    assert len(faces(figure.axes[0])) == 2 * 20
    assert charts.card_again(frame.head(1)).axes


def test_wrong_rates_are_filled(mirror_run):
    run = open_run(mirror_run)
    effects = draws.drawn_effect(run, ("win_share",), by_round=False).whole
    frame = rates.misleads(rates.by_card(run), effects).with_columns(wrong=pl.int_range(pl.len()) < 3)
    dots = charts.card_rates(frame).axes[0].collections[-1].get_facecolors()
    wrong = frame.sort("name")["wrong"].to_numpy()
    assert (dots[~wrong] == 1).all() and (dots[wrong] != 1).any(axis=1).all()


def test_card_chart_with_long_names(mirror_run):
    effects = cards.dealt_effect(open_run(mirror_run)).with_columns(
        name=pl.lit("Extremely Large Telescope Observation Programme")
    )
    assert_readable(charts.card_effects(effects))


def test_cards_without_intervals_are_left_out(mirror_run):
    effects = cards.dealt_effect(open_run(mirror_run)).with_columns(low=pl.lit(float("nan")))
    assert not cards_named(words(charts.card_effects(effects)))


def test_points_chart_names_every_source_that_gave_points(drawn, mirror_run):
    mean = dict(points.by_source(open_run(mirror_run)).select("source", "estimate").iter_rows())
    shown = words(drawn["points_by_source"])
    assert {"played cards", f"{mean['card']:.1f}", "winners", "others", "all seats"} <= set(shown)
    frame = pl.DataFrame(
        {
            "source": ["card", "orbit", "start"],
            "estimate": [60.0, 30.0, 0.0],
            "low": [58.0, 29.0, 0.0],
            "high": [62.0, 31.0, 0.0],
        }
    )
    found = words(charts.points_by_source(frame, {"winners": frame}, SOURCE_WORDS))
    assert {"played cards", "60.0", "orbits", "30.0"} <= set(found) and not any(w.startswith("start") for w in found)


def test_card_overview_has_every_card(drawn):
    dots = drawn["card_overview"].axes[0].collections[-1].get_offsets()
    assert len(dots) == 138
    assert {"the 15 best", "the 15 worst", "138 cards, best to worst"} <= set(words(drawn["card_overview"]))


def test_action_panels_show_every_kind(drawn):
    assert {"launch", "orbit", "land", "scan", "analyze", "play", "research"} <= set(words(drawn["actions_by_round"]))


def test_charts_of_a_handful_of_games(tmp_path):
    """Few games have intervals as wide as a house, or none; the charts must bear that."""
    import fake_run

    fake_run.play(fake_run.make_plan(3, players=2), tmp_path / "run")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for figure in draw_all(open_run(tmp_path / "run")).values():
            assert_readable(figure)


@pytest.mark.parametrize("ends", [(-0.2, 0.2), (np.nan, np.nan), (-80.0, 80.0)], ids=["usual", "unknown", "endless"])
def test_odds_at_the_edges(ends):
    frame = pl.DataFrame({"label": ["a", "b"], "estimate": [0.0, 0.1], "low": ends[0], "high": ends[1]})
    figure = charts.odds(frame, ["a"])
    assert_readable(figure)
    assert len([line for line in figure.axes[0].lines if line.get_marker() in "<>"]) == (4 if ends[1] > 10 else 0)
