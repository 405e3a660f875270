"""How many games: what this run's games tell, and how many more would tell it finer."""

from __future__ import annotations

import numpy as np

from seti_sim import charts
from seti_sim.analysis import precision
from seti_sim.core.amounts import number, rounded
from seti_sim.core.language import tr
from seti_sim.report.blocks import Section, basis, chart
from seti_sim.report.cells import Cell, Column, Table

USUAL = {"share": (0.005, 0.0025, 0.001), "points": (0.5, 0.25, 0.1)}
UNITS = {"share": ("pp", 100), "points": ("points", 1)}


def how_many_games(run, wanted: tuple[float, str] | None = None) -> Section | None:
    """How many games does it take? None where the run is too small for any half-width.

    `wanted` is a half-width and its unit as `precision.parse` gives them; without it half a percentage point.
    """
    main = precision.main_estimates(run)
    if not main.height:
        return None
    half, unit = wanted or (USUAL["share"][0], "share")
    mark, scale = UNITS[unit]
    asked = precision.needed(main, half, unit)
    needs = [
        tr("{words}, {needed} games", words=tr(row["words"]), needed=rounded(row["needed"]))
        for row in asked.iter_rows(named=True)
    ]
    answer = (
        tr("After {n_games} games these are known to: ", n_games=rounded(run.n_games))
        + "; ".join(f"{tr(row['words'])} ±\u00a0{_half(row)}" for row in main.iter_rows(named=True))
        + tr(
            ". For ±\u00a0{scale} {mark} it takes: {x}.",
            scale=number(scale * half, 2),
            mark=mark,
            x="; ".join(needs) or tr("no estimate of this unit"),
        )
    )
    columns = [
        Column(tr("half-width of this run"), "", f"{run.n_games:,}", [Cell(_half(row)) for row in main.iter_rows(named=True)])
    ]
    steps = {name: tuple(dict.fromkeys(((half,) if name == unit else ()) + USUAL[name]))[:3] for name in USUAL}
    for i in range(3):
        title = tr(" or ").join(f"{number(UNITS[u][1] * steps[u][i], 2)} {UNITS[u][0]}" for u in UNITS)
        need = {r["estimate"]: r for u in UNITS for r in precision.needed(main, steps[u][i], u).iter_rows(named=True)}
        columns.append(
            Column(tr("games for ± {title}", title=title), "", "", [Cell(f"{need[e]['needed']:,}") for e in main["estimate"]])
        )
    table = Table(
        [tr(words) for words in main["words"]], columns,
        caption=tr("Half-widths at 95 %, each estimate by itself; of seats and cards the middle one. Four times the games, "
"half the width."),
    )  # fmt: skip
    top = max(1e6, 10.0 ** np.ceil(np.log10(run.n_games)))
    grid = np.geomspace(min(1000, run.n_games), top, 40).astype(int)
    figure = charts.half_widths(precision.curve(main, grid), run.n_games, (half, unit))
    reading = tr(
        "How the half-widths of the main estimates fall with the games, both in powers of ten. The dotted line is "
        "the {scale} {mark} asked for; the games needed are where it is met.",
        scale=number(scale * half, 2),
        mark=mark,
    )
    alt = tr("Half-widths of the main estimates against games")
    blocks = [chart(run, figure, "precision", alt, reading), table]
    return Section(
        "precision", tr("How many games does it take?"), answer, basis(run.n_games, tr("games"), "randomised"), blocks
    )


def _half(row) -> str:
    mark, scale = UNITS[row["unit"]]
    return f"{number(scale * row['half'], 2)} {mark}"
