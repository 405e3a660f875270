"""Every public chart on made-up frames in which no two values are the same, and what stands on each of its rows."""

import math
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from seti_sim import charts as shared
from seti_sim.core.amounts import both, number, pair, percent, pp, rounded, signed, signed_pp, signed_two, times
from seti_sim.planetx import charts as planetx
from seti_sim.seti import charts
from seti_sim.seti.charts import whatif


@dataclass
class Example:
    """A chart with frames for it.

    draw: frames by name → figure. rows: frames → for each axis the rows it must hold, as (label, estimate, low, high, text) in
    units of the axis; None for a chart without rows. told: frames, figure → asserts that what a chart without rows says in
    words belongs to what it shows.
    """

    draw: object
    frames: dict = field(default_factory=dict)
    rows: object = None
    told: object = None


def estimates(keys: dict, scale=1.0, middle=0.0, seed=1, digits=4):
    """A frame of keys with distinct estimates and intervals around `middle`."""
    rng = np.random.default_rng(seed)
    n = len(next(iter(keys.values())))
    value = np.round(middle + scale * (rng.permutation(n) - (n - 1) / 2 + rng.uniform(-0.3, 0.3, n)) / max(n, 2), digits)
    half = np.round(scale * rng.uniform(0.05, 0.2, n), digits)
    return pl.DataFrame(keys).with_columns(
        estimate=pl.Series(value),
        low=pl.Series(value - half),
        high=pl.Series(value + half),
        n=4000.0,
        kind=pl.lit("randomised"),
    )


def crossed(**keys) -> dict:
    """All combinations of the keys' values as columns."""
    frame = pl.DataFrame({})
    for name, values in keys.items():
        other = pl.DataFrame({name: values})
        frame = other if frame.is_empty() else frame.join(other, how="cross")
    return frame.to_dict(as_series=False)


def lines(frame, label, form, tell, *, bounds=(-math.inf, math.inf), text=None):
    """The rows that a frame asks for, whatever its order."""
    found = []
    for row in frame.iter_rows(named=True):
        values = [None if row[end] is None else form.scale * min(max(row[end], bounds[0]), bounds[1]) for end in
                  ("estimate", "low", "high")]  # fmt: skip
        told = text(row) if text else both(row, form) if tell == "both" else tell and pair(
            row["estimate"], row["low"], row["high"], form)[0]  # fmt: skip
        found.append((label(row), *values, told))
    return found


def at(frame, **values):
    return frame.filter(*(pl.col(name) == value for name, value in values.items()))


def at_all(frame, key, values):
    return frame.filter(pl.col(key).is_in(list(values)))


OBJECTS = {"C": "comets", "A": "asteroids", "D": "dwarf planets"}
SEATS = estimates({"seat": [1, 2, 3, 4], "measure": ["win_share"] * 4}, 0.06, 0.25)
SOURCES = ["card", "orbit", "land", "scan", "mission"]
SCORES = pl.DataFrame(crossed(seat=[1, 2], score=list(range(90, 150)))).with_columns(
    count=(200 * (-(((pl.col("score") - 115 - 5 * pl.col("seat")) / 9) ** 2)).exp()).round().cast(pl.Int64) + 1
)
QUANTILES = pl.DataFrame(
    {"seat": [1, 1, 1, 2, 2, 2], "quantile": [0.25, 0.5, 0.75] * 2, "estimate": [112, 120, 126, 118, 125, 131]}
)
TECHS = ["computer-1", "computer-2", "probe-1", "probe-2", "telescope-1"]
PLACES = ["orbiter at Venus", "orbiter at Mars", "lander on Venus", "lander on Mars"]
CARDS = [f"Card number {i}" for i in range(40)]
ACTIONS = ["launch", "orbit", "land", "scan", "analyze", "play", "research", "pass"]
SPECIES = ["anomalies", "centaurians", "exertians", "mascamites", "oumuamua"]
PAIRS = [f"{a} + {b}" for i, a in enumerate(SPECIES) for b in SPECIES[i + 1 :]]
METRICS = {"score": "points", "margin": "points", "turns": "turns", "win_share@seat=1": "share", "discoveries": "species"}
NAMED = {metric: metric.replace("@seat=", ", seat ") for metric in METRICS}


def measured(keys, measures, seed=1):
    """A measure a key, of share, rounds and others as `measures` says: name → (scale, middle)."""
    parts = [estimates(keys | {"measure": [name] * len(next(iter(keys.values())))}, *size, seed=seed + i)
             for i, (name, size) in enumerate(measures.items())]  # fmt: skip
    return pl.concat(parts)


def cards(seed=1, n=40):
    frame = estimates({"card_id": [f"base-{i:03}" for i in range(n)], "name": CARDS[:n]}, 9, 0, seed)
    return frame.with_columns(
        deck=pl.lit("base"), shrunk=pl.col("estimate") * 0.9, sim_low=pl.col("low") - 1, sim_high=pl.col("high") + 1,
        q=pl.when(pl.col("estimate").abs() > 2).then(0.01).otherwise(0.5),
    )  # fmt: skip


def best_and_worst(frame, n=15, by="shrunk"):
    ranked = frame.sort(by, descending=True)
    return pl.concat([ranked.head(n), ranked.tail(n)])


def two_measures(x, y, seed=5):
    rng = np.random.default_rng(seed)
    n = len(CARDS)
    a = rng.normal(0, 3, n)
    b = a + rng.normal(0, 1.5, n)
    return pl.DataFrame({
        "card_id": [f"base-{i:03}" for i in range(n)], "name": CARDS, x: a, f"{x}_low": a - 1, f"{x}_high": a + 1, y: b,
        f"{y}_low": b - 1, f"{y}_high": b + 1, "q": np.where(np.abs(a - b) > 2, 0.01, 0.5), "wrong": np.abs(a - b) > 2.5,
    })  # fmt: skip


def per_unit(differences):
    order = [unit for unit in ("points", "turns", "share", "species") if unit in differences["unit"]]
    several = differences["variant"].n_unique() > 1
    return [
        lines(at(differences, unit=unit), lambda row: f"{row['words']} {row['variant']}" if several else row["words"],
              signed_pp if unit == "share" else signed, "both") for unit in order
    ]  # fmt: skip


def differences(variants=("1", "3"), seed=1):
    keys = crossed(metric=list(METRICS), variant=list(variants))
    keys |= {"unit": [METRICS[metric] for metric in keys["metric"]], "words": [NAMED[metric] for metric in keys["metric"]]}
    frame = estimates(keys, 1, 0.4, seed)
    scale = pl.when(pl.col("unit") == "share").then(0.02).otherwise(4.0)
    return frame.with_columns(pl.col("estimate", "low", "high") * scale)


LEVELS = estimates(crossed(metric=list(METRICS), position=[1.0, 2.0, 3.0]), 5, 10).with_columns(
    unit=pl.col("metric").replace_strict(METRICS), words=pl.col("metric").replace_strict(NAMED),
    label=pl.col("position").cast(pl.Int64).cast(pl.String), printed=pl.col("position") == 2,
)  # fmt: skip
LEVELS = LEVELS.with_columns(pl.col("estimate", "low", "high") * pl.when(pl.col("unit") == "share").then(0.02).otherwise(1))
KOMI = estimates(crossed(rules=["printed", "komi"], seat=[1, 2, 3]), 0.1, 0.33).with_columns(
    measure=pl.lit("win_share"), start_vp=pl.col("seat") * 3 + (pl.col("rules") == "komi").cast(pl.Int64)
)
STARTS = estimates(crossed(players=[2, 3], policy=["greedy", "random"], seat=[1, 2, 3]), 0.06, 0.35).filter(
    pl.col("seat") <= pl.col("players")
).with_columns(measure=pl.lit("win_share"))  # fmt: skip
OPTIONS = estimates(crossed(players=[2, 3, 4], option=["scan", "orbit", "land", "analyze"]), 0.2, 0.1).with_columns(
    outcome=pl.lit("win_share"), sim_low=pl.col("low") - 0.01, sim_high=pl.col("high") + 0.01
)
WORTH = pl.concat([
    estimates({"name": ["one fact more", "a topic", "one target more"], "outcome": [outcome] * 3}, scale, 0).with_columns(
        group=pl.lit("given"), sim_low=pl.col("low") - 0.01, sim_high=pl.col("high") + 0.01)
    for outcome, scale in (("win_share", 0.2), ("score", 4.0))
])  # fmt: skip
KINDS_OF_CLUES = estimates({"group": ["topic", "topic", "conference"], "name": ["run-of", "none-within", "none-within"],
                            "outcome": ["end_time"] * 3}, 3.0, 0).with_columns(
    sim_low=pl.col("low") - 0.01, sim_high=pl.col("high") + 0.01)  # fmt: skip
HANDICAP = estimates({"facts": [0, 4, 8, 12], "outcome": ["win_share"] * 4}, 0.3, 0.45).with_columns(
    sim_low=pl.col("low") - 0.01, sim_high=pl.col("high") + 0.01
)
PAIRED = pl.DataFrame({"better": ["income", "income", "play"], "than": ["play", "corner", "corner"]})
USES = PAIRED.join(pl.DataFrame({"group": ["0", "1", "2"]}), how="cross")
USES = estimates(USES.to_dict(as_series=False), 8, 1).with_columns(outcome=pl.lit("score"), by=pl.lit("round"))
ROUNDS = [1, 2, 3, 4, 5]
LEADERS = pl.concat([
    estimates({"round": ROUNDS, "measure": ["wins"] * 5}, 0.4, 0.5), estimates({"round": ROUNDS, "measure": ["lead"] * 5}, 9, 12, 3),
])  # fmt: skip
LUCK = estimates(crossed(outcome=["score", "win_share"], component=["deal", "seat", "deal x seat", "players"]), 0.5, 0.3)
CANDIDATES = estimates({"changes": [f"setup.hand_limit = {i}" for i in range(5)]}, 0.03, 0.02).select(
    "changes", distance="estimate", reached=pl.col("estimate") < 0.02
)
FRESH = estimates(
    crossed(rules=["as it is", "fixed"], metric=["win_share@seat=1", "win_share@seat=2"]), 0.1, 0.27
).with_columns(unit=pl.lit("share"))
WAYS = ["greedy", "lookahead", "random"]
DUELS = estimates(crossed(way=WAYS, other=WAYS), 0.5, 0.5).filter(pl.col("way") != pl.col("other"))
MIX = estimates({"way": WAYS}, 0.5, 0.35).rename({"estimate": "weight"})
BEHIND = estimates(crossed(round=ROUNDS, start=[0, 1, 6, 11]), 0.3, 0.25).with_columns(
    behind=pl.col("start").replace_strict({0: "not behind", 1: "1–5", 6: "6–10", 11: "11 or more"}, return_dtype=pl.String)
).rename({"start": "from"})  # fmt: skip
CURVE = pl.DataFrame(crossed(words=["win share, seat 1", "mean score", "margin"], games=[100.0, 1e3, 1e4, 1e5])).with_columns(
    unit=pl.when(pl.col("words").str.contains("share")).then(pl.lit("share")).otherwise(pl.lit("points")),
    half=pl.when(pl.col("words") == "mean score").then(40.0).when(pl.col("words") == "margin").then(25.0).otherwise(0.5)
    / pl.col("games").sqrt(),
)  # fmt: skip
OPENED = [f"{a} – {b}" for a in ("launch", "scan", "play") for b in ("launch", "research", "play")]
OPENINGS = measured({"opening": OPENED}, {"win_share": (0.3, 0.25), "share": (0.2, 0.11)})
FOUND = estimates(crossed(slot=["left", "right"], round=ROUNDS), 0.1, 0.16)
TURNS = estimates({"round": ROUNDS}, 2, 6)
ENDS = pl.DataFrame({"end_time": list(range(10, 40))}).with_columns(
    count=(100 * (-(((pl.col("end_time") - 24) / 6) ** 2)).exp()).round().cast(pl.Int64) + 1
)
END_QUANTILES = pl.DataFrame({"quantile": [0.25, 0.5, 0.75], "estimate": [20.0, 24.0, 28.0]})


def words_of(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def strips(frames, figure):
    for axes, seat in zip(figure.axes, (1, 2)):
        q = {row["quantile"]: row["estimate"] for row in at(frames["quantiles"], seat=seat).iter_rows(named=True)}
        assert axes.get_ylabel() == f"Seat {seat}"
        assert [text.get_text() for text in axes.texts] == [f"median {q[0.5]}\nmiddle half {q[0.25]} to {q[0.75]}"]


def bars_are_told(frames, figure):
    """The number over each bar is its height, and each panel's bars are those of its title."""
    for axes in figure.axes:
        title = axes.get_title(loc="left")
        if not title:
            continue
        heights = {round(bar.get_x() + bar.get_width() / 2, 3): bar.get_height() for bar in axes.patches}
        for text in axes.texts:
            value = heights[round(text.xy[0], 3)]
            assert text.get_text() in (number(value), number(value, 2), percent(value, 0))
        if "by_round" in frames:
            wanted = at(frames["by_round"], action=title)
        elif title == "turns of a seat":
            wanted = frames["turns"]
        else:
            wanted = at(frames["found"], slot=title.split()[0])
        for row in wanted.iter_rows(named=True):
            assert heights[row["round"]] == row["estimate"]


def ranked(frames, figure):
    dots = figure.axes[0].collections[-1].get_offsets()[:, 1]
    assert np.allclose(dots, frames["effects"].sort("shrunk", descending=True)["estimate"])


def names_are_tied(x, y, scale):
    def check(frames, figure):
        frame = next(iter(frames.values()))
        place = {row["name"]: (scale * row[x], scale * row[y]) for row in frame.iter_rows(named=True)}
        texts = figure.axes[0].texts
        assert len(texts) in (8, 10)
        for name, line in zip(texts[::2], texts[1::2]):
            assert np.allclose(line.xy, place[" ".join(name.get_text().split())]) and line.xyann[1] == name.xy[1]

    return check


def series(frames, figure):
    """Every mark of a panel is one of its title's metric, and has the shape that the key gives its variant."""
    frame = frames["looks"]
    key = {
        text.get_text(): line.get_marker() for text, line in zip(figure.legends[0].get_texts(), figure.legends[0].get_lines())
    }
    assert (
        set(key) == {"1", "3"}
        and len(set(key.values())) + len({line.get_markerfacecolor() for line in figure.legends[0].get_lines()}) > 2
    )
    for axes, metric in zip(figure.axes, METRICS):
        assert axes.get_title(loc="left").split(",")[0] == NAMED[metric].split(",")[0]
        scale = 100 if METRICS[metric] == "share" else 1
        shown = [np.asarray(dots.get_offsets())[:, 1] for dots in axes.collections if len(dots.get_offsets()) > 1]
        for variant, values in zip(key, shown):
            assert np.allclose(values, at(frame, metric=metric, variant=variant).sort("n")["estimate"] * scale)


def lines_end_at_their_words(frames, figure):
    for axes, unit in zip(figure.axes, ("share", "points")):
        last = at(frames["curve"], unit=unit, games=1e5).sort("half")["words"].to_list()
        told = sorted((text for text in axes.texts if text.get_text() != "this run"), key=lambda text: text.xy[1])
        assert [" ".join(text.get_text().split()) for text in told] == last


def cells(frames, figure):
    axes = figure.axes[0]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == [text.get_text() for text in axes.get_xticklabels()] and set(labels) == set(WAYS)
    for text in axes.texts:
        k, i = round(text.get_position()[0]), math.floor(text.get_position()[1] + 0.01)
        row = at(frames["duels"], way=labels[i], other=labels[k]).row(0, named=True)
        assert text.get_text() in (f"{100 * row['estimate']:.1f}", f"{100 * row['low']:.0f} to {100 * row['high']:.0f}")
    bars = {labels[round(bar.get_y() + bar.get_height() / 2)]: bar.get_width() for bar in figure.axes[1].patches}
    assert bars == {row["way"]: 100 * row["weight"] for row in frames["mix"].iter_rows(named=True)}


def classes(frames, figure):
    axes = figure.axes[0]
    assert [" ".join(label.get_text().split()) for label in axes.get_xticklabels()] == [
        "not behind",
        "1–5",
        "6–10",
        "11 or more",
    ]
    dots = [np.asarray(one.get_offsets()) for one in axes.collections if len(one.get_offsets()) > 1]
    for r, found in zip(ROUNDS, dots, strict=True):
        part = at(frames["behind"], round=r)
        wanted = {name: 100 * value for name, value in part.select("behind", "estimate").iter_rows()}
        shown = {["not behind", "1–5", "6–10", "11 or more"][round(x)]: y for x, y in found}
        assert shown.keys() == wanted.keys() and all(np.isclose(shown[name], wanted[name]) for name in wanted)


def shares_of_games(frames, figure):
    counts = dict(frames["counts"].iter_rows())
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in figure.axes[0].patches}
    assert bars.keys() == counts.keys() and all(np.isclose(bars[t], 100 * n / sum(counts.values())) for t, n in counts.items())
    assert words_of(figure) == ["median 24"]


def species_name(row):
    return row["species"].title()


RUNS_OF_SPECIES = {"score": (20, 120), "best_score": (20, 140), "turns": (8, 100), "share": (0.1, 0.15)}
BLIND = estimates({
    "use": ["play", "play", "launch", "tuck", "tech"], "object": ["base-001", "rest", "", "base-002", "probe-1"],
    "name": ["Io Probe", "rest", "", "Moon Base", "probe-1"], "when": ["1", "3", "2", "setup", "rest"],
}, 9, 4).with_columns(
    again=pl.col("estimate") - 0.5, again_low=pl.col("low") - 1.5, again_high=pl.col("high") + 1.25, chances=pl.Series([0.5, 20.25, 3.0, 0.04, 7.0]),
)  # fmt: skip
EXAMPLES = {
    "seat_win_share": Example(
        lambda f: charts.seat_win_share(f["seats"]), {"seats": SEATS},
        lambda f: [lines(f["seats"], lambda row: f"Seat {row['seat']}", percent, "both")],
    ),
    "beside_limits": Example(
        lambda f: shared.beside_limits(f["rows"], percent, (0.02, 0.05), 0.25, "win share, per cent"),
        {"rows": estimates({"label": ["seat 1", "seat 2", "a card of a rather long name"]}, 0.1, 0.25)},
        lambda f: [lines(f["rows"], lambda row: row["label"], percent, "")],
    ),
    "limit_ratios": Example(
        lambda f: shared.limit_ratios(f["rows"]),
        {"rows": estimates({"label": ["seats", "cards", "leader"], "watch": [0.4, 0.5, 0.33]}, 0.4, 0.6)},
        lambda f: [lines(f["rows"], lambda row: row["label"], number, "")],
    ),
    "leader": Example(
        lambda f: shared.leader(f["rounds"], 4),
        {"rounds": estimates(crossed(measure=["leader_wins", "leader_equal", "last_wins", "last_equal"], round=ROUNDS), 0.3, 0.4)},
        lambda f: [
            lines(at_all(f["rounds"], "measure", [f"{who}_wins", f"{who}_equal"]), lambda row: f"round {row['round']}", percent, "",
                  text=lambda row: both(row, percent) if row["measure"].endswith("wins") else "")
            for who in ("leader", "last")
        ],
    ),
    "scores": Example(lambda f: charts.scores(f["counts"], f["quantiles"]), {"counts": SCORES, "quantiles": QUANTILES}, told=strips),
    "points_by_source": Example(
        lambda f: charts.points_by_source(f["whole"], {"winners": f["winners"], "others": f["others"]}, {"card": "played cards"}),
        {name: estimates({"source": SOURCES}, 30, 25, seed) for seed, name in enumerate(("whole", "winners", "others"))},
        lambda f: [[
            (row["source"].replace("card", "played cards"), row["estimate"], *ends(row), number(row["estimate"]) if name == "whole" else "")
            for name in ("whole", "winners", "others") for row in f[name].iter_rows(named=True)
            for ends in [lambda row, name=name: (None, None) if name == "whole" else (row["low"], row["high"])]
        ]],
    ),
    "odds": Example(
        lambda f: charts.odds(f["odds"], ["seat 2"]), {"odds": estimates({"label": ["seat 2", "seat 3", "Lightsail", "NIAC"]}, 0.8)},
        lambda f: [lines(f["odds"], lambda row: row["label"], times, "both")],
    ),
    "actions_by_round": Example(
        lambda f: charts.actions_by_round(f["by_round"]), {"by_round": estimates(crossed(action=ACTIONS, round=ROUNDS), 1.5, 1)},
        told=bars_are_told,
    ),
    "pacing": Example(lambda f: charts.pacing(f["turns"], f["found"]), {"turns": TURNS, "found": FOUND}, told=bars_are_told),
    "techs": Example(
        lambda f: charts.techs(f["techs"]), {"techs": measured({"tech_id": TECHS}, {"taken": (0.5, 0.5), "round": (3, 3)})},
        lambda f: [lines(at(f["techs"], measure=m), lambda row: row["tech_id"], form, "value", bounds=bounds)
                   for m, form, bounds in (("taken", percent, (0, 1)), ("round", number, (1, 5)))],
    ),
    "places": Example(
        lambda f: charts.places(f["places"]), {"places": measured({"place": PLACES}, {"reached": (0.5, 0.5), "round": (3, 3)})},
        lambda f: [lines(at(f["places"], measure=m), lambda row: row["place"], form, "value", bounds=bounds)
                   for m, form, bounds in (("reached", percent, (0, 1)), ("round", number, (1, 5)))],
    ),
    "gold": Example(
        lambda f: charts.gold(f["sides"], f["worth"]),
        {"sides": estimates(crossed(tile=[1, 2], side=["A", "B"], measure=["marked"]), 0.4, 0.5),
         "worth": estimates(crossed(tile=[1, 2], side=["A", "B"], place=[1, 2, 3]), 8, 9)},
        lambda f: [lines(f["sides"], gold_side, percent, "value"), lines(f["worth"], gold_side, number, "value")],
    ),
    "card_overview": Example(lambda f: charts.card_overview(f["effects"]), {"effects": cards()}, told=ranked),
    "card_effects": Example(
        lambda f: charts.card_effects(f["effects"]), {"effects": cards()},
        lambda f: [lines(best_and_worst(f["effects"]), lambda row: row["name"], signed, "value")],
    ),
    "card_rounds": Example(
        lambda f: charts.card_rounds(f["picked"], f["effects"]),
        {"picked": cards().select("card_id", "name").head(6),
         "effects": estimates(crossed(card_id=[f"base-{i:03}" for i in range(8)], when=["all", "setup", "round 1", "round 2"]), 9)},
        lambda f: [lines(at(f["effects"], when=when).join(f["picked"], on="card_id"), lambda row: row["name"], signed, "")
                   for when in ("setup", "round 1", "round 2")],
    ),
    "card_rates": Example(
        lambda f: charts.card_rates(f["both"]), {"both": two_measures("effect", "beyond")}, told=names_are_tied("effect", "beyond", 100)
    ),
    "card_again": Example(
        lambda f: charts.card_again(f["cards"]),
        {"cards": cards().select("card_id", "name", "estimate", again="shrunk", again_low="low", again_high="high")},
        lambda f: [[
            line for row in best_and_worst(f["cards"], 10, "estimate").iter_rows(named=True)
            for line in ((row["name"], row["estimate"], None, None, ""),
                         (row["name"], row["again"], row["again_low"], row["again_high"],
                          pair(row["again"], row["again_low"], row["again_high"], signed)[0]))
        ]],
    ),
    "ladder": Example(
        lambda f: shared.ladder(f["players"]),
        {"players": estimates({"name": ["random", "greedy", "lookahead", "mcts"]}, 900, -300).with_columns(
            score=pl.Series([31.0, 95.0, 120.0, 126.0]))},
        lambda f: [lines(f["players"], lambda row: row["name"], rounded, "",
                         text=lambda row: f"{both(row, rounded)}, {rounded(row['score'])} points a seat")],
    ),
    "species_measures": Example(
        lambda f: charts.species_measures(f["species"], {name: name.title() for name in SPECIES}),
        {"species": measured({"species": SPECIES}, RUNS_OF_SPECIES)},
        lambda f: [lines(at(f["species"], measure=m), species_name, percent if m == "share" else number, "value")
                   for m in RUNS_OF_SPECIES],
    ),
    "species_seats": Example(
        lambda f: charts.species_seats(f["seats"]), {"seats": estimates(crossed(pair=PAIRS, seat=[1, 2, 3, 4]), 0.2, 0.25)},
        lambda f: [lines(f["seats"], lambda row: row["pair"], percent, "")],
    ),
    "species_leaders": Example(
        lambda f: charts.species_leaders(f["most"], f["gain"], 4, {name: name.title() for name in SPECIES}),
        {"most": estimates({"species": SPECIES}, 0.2, 0.3), "gain": measured({"species": SPECIES}, {"lead": (9, 2), "score": (9, 99)})},
        lambda f: [lines(f["most"], species_name, percent, "value"), lines(at(f["gain"], measure="lead"), species_name, signed, "value")],
    ),
    "win_share_by_round": Example(
        lambda f: charts.win_share_by_round(f["won"], "tech_id", 0.25),
        {"won": estimates(crossed(tech_id=TECHS, round=ROUNDS), 0.3, 0.3)},
        lambda f: [lines(at(f["won"], round=r), lambda row: row["tech_id"], percent, "") for r in ROUNDS],
    ),
    "openings": Example(
        lambda f: charts.openings(f["openings"], 0.25), {"openings": OPENINGS},
        lambda f: [lines(at(f["openings"], measure="win_share"), lambda row: row["opening"], percent, "", text=lambda row: percent(
            at(f["openings"], measure="share", opening=row["opening"])["estimate"][0]) + " of seats")],
    ),
    "comparison": Example(lambda f: charts.comparison(f["differences"]), {"differences": differences()}, None),
    "comparison of one": Example(lambda f: charts.comparison(f["differences"]), {"differences": differences(("scan",))}, None),
    "narrowing": Example(
        lambda f: charts.narrowing(f["looks"], METRICS, NAMED),
        {"looks": pl.concat([differences(seed=i).with_columns(n=pl.lit(1000 * i)) for i in range(1, 6)])}, told=series,
    ),
    "sweep": Example(
        lambda f: charts.sweep(f["levels"], "actions.scan.cost.energy"), {"levels": LEVELS},
        lambda f: [lines(at(f["levels"], metric=m), lambda row: row["label"], percent if METRICS[m] == "share" else number, "value")
                   for m in sorted(METRICS)],
    ),
    "komi": Example(
        lambda f: charts.komi(f["seats"]), {"seats": KOMI},
        lambda f: [lines(f["seats"], lambda row: f"Seat {row['seat']}", percent, "",
                         text=lambda row: f"{both(row, percent)} from {row['start_vp']}")],
    ),
    "first_player": Example(
        lambda f: charts.first_player(f["starts"]), {"starts": STARTS},
        lambda f: [lines(at(f["starts"], players=p).with_columns(pl.col("estimate", "low", "high") - 1 / p),
                         lambda row: f"Seat {row['seat']}", signed_pp, "") for p in (2, 3)],
    ),
    "half_widths": Example(
        lambda f: charts.half_widths(f["curve"], 20_000, (0.005, "share")), {"curve": CURVE}, told=lines_end_at_their_words
    ),
    "dealt_and_drawn": Example(
        lambda f: whatif.dealt_and_drawn(f["blind"]), {"blind": two_measures("here", "drawn")}, told=names_are_tied("here", "drawn", 1)
    ),
    "card_uses": Example(
        lambda f: whatif.card_uses(f["uses"]), {"uses": USES},
        lambda f: [lines(at(f["uses"], better=a, than=b),
                         lambda row: f"{'setup' if row['group'] == '0' else 'round ' + row['group']} (4,000)", signed, "value")
                   for a, b in PAIRED.iter_rows()],
    ),
    "option_values": Example(
        lambda f: whatif.option_values(f["options"]), {"options": OPTIONS},
        lambda f: [[(label, *values, text.replace("\u00a0pp", "")) for label, *values, text in
                    lines(at(f["options"], players=p), lambda row: row["option"], signed_pp, "value")] for p in (2, 3, 4)],
    ),
    "strategy_matrix": Example(lambda f: shared.strategy_matrix(f["duels"], f["mix"]), {"duels": DUELS, "mix": MIX}, told=cells),
    "leaders": Example(
        lambda f: whatif.leaders(f["leaders"], 4), {"leaders": LEADERS},
        lambda f: [lines(at(f["leaders"], measure="wins"),
                         lambda row: f"after round {row['round']}" + (", before the final scoring" if row["round"] == 5 else ""), percent, "",
                         text=lambda row: both(row, percent) + ", " + number(
                             at(f["leaders"], measure="lead", round=row["round"])["estimate"][0]) + " points ahead")],
    ),
    "comebacks": Example(lambda f: whatif.comebacks(f["behind"], 4), {"behind": BEHIND}, told=classes),
    "worth": Example(
        lambda f: planetx.worth(f["worth"]), {"worth": WORTH},
        lambda f: [lines(at(f["worth"], outcome=o), lambda row: row["name"], form, "value") for o, form in
                   (("win_share", signed_pp), ("score", signed))],
    ),
    "kinds_of_clues": Example(
        lambda f: planetx.kinds_of_clues(f["kinds"]), {"kinds": KINDS_OF_CLUES},
        lambda f: [lines(f["kinds"], lambda row: f"{row['group']}: {row['name']}", signed_two, "value")],
    ),
    "handicap": Example(
        lambda f: planetx.handicap(f["levels"], 0.5), {"levels": HANDICAP},
        lambda f: [lines(f["levels"], lambda row: f"{row['facts']} facts", percent, "value", bounds=(0, 1))],
    ),
    "luck": Example(
        lambda f: shared.luck(f["shares"]), {"shares": LUCK},
        lambda f: [lines(at(f["shares"], outcome=o), lambda row: row["component"], percent, "value", bounds=(0, 1))
                   for o in ("win_share", "score")],
    ),
    "blind_spots": Example(
        lambda f: whatif.blind_spots(f["cells"]), {"cells": BLIND},
        lambda f: [lines(f["cells"].select("use", "object", "name", "when", "chances", estimate="again", low="again_low", high="again_high"),
                         lambda row: f"{whatif.use_words(row)} ({number(row['chances'], 2)})", signed, "both")],
    ),
    "uses_forced": Example(
        lambda f: whatif.uses_forced(f["uses"]), {"uses": estimates({"use": ["play", "launch", "pass", "scan-step"]}, 20, -3)},
        lambda f: [lines(f["uses"], lambda row: f"{row['use']} (4,000)", signed, "both")],
    ),
    "fix": Example(
        lambda f: shared.fix(f["candidates"], f["fresh"], 0.25, 0.02), {"candidates": CANDIDATES, "fresh": FRESH},
        lambda f: [[(row["changes"], 100 * row["distance"], None, None, pp(row["distance"])) for row in
                    f["candidates"].iter_rows(named=True)],
                   lines(f["fresh"], lambda row: row["metric"].replace("win_share@seat=", "seat "), percent, "both")],
    ),
    "measures": Example(
        lambda f: planetx.measures("object", OBJECTS, [("right", f["right"], percent), ("points a theory", f["worth"], number)], 0.5),
        {"right": estimates({"object": ["A", "C", "D"]}, 0.4, 0.7), "worth": estimates({"object": ["A", "C", "D", "X"]}, 3, 3, 2)},
        lambda f: [lines(at_all(f[name], "object", OBJECTS), lambda row: OBJECTS[row["object"]], form, "value", bounds=bounds)
                   for name, form, bounds in (("right", percent, (0, 1)), ("worth", number, (-9, 9)))],
    ),
    "times": Example(
        lambda f: planetx.times(f["counts"], f["quantiles"]), {"counts": ENDS, "quantiles": END_QUANTILES}, told=shares_of_games
    ),
}  # fmt: skip
for _name in ("comparison", "comparison of one"):
    EXAMPLES[_name].rows = lambda f: per_unit(f["differences"])


def gold_side(row):
    from seti_sim.seti.tables.schema import GOLD_SIDE

    return GOLD_SIDE.format(row["tile"], row["side"])
