"""How a game goes: who leads after each round and wins in the end, lead changes, comebacks, margins, length.

A leader has the most points; where several have, none leads alone. After the last round means before the final scoring
(end-of-game cards, gold tiles, species), so what lies between that row and 100 per cent is decided there. All of it
describes; that a leader wins more often is no effect of leading.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.seti.batch import play_games
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, claim

PART = 200
STEP, STEPS = 5, 7
"""Width in points of the classes of how far behind a seat is, and how many there are but for those who lead."""


def course(
    *, players=4, policies=None, seed=1, games=20_000, seating="rotate", variant=None, jobs=1, out=None, stream=None
) -> Study:
    """How games go, see the module; n = games but where it says otherwise.

    Frames: `leaders` (`round, measure, estimate, low, high, n, kind, se`: `alone`, share of games in which a seat leads alone
    after the round; `wins`, win share of that seat, n = those games; `lead`, its points ahead of the second),
    `comebacks` (`round, behind, from, to` and an estimate: win share of a seat that is so many points behind the best
    other seat, 0 for seats that are not behind; n = seats), `games` (`measure` and an estimate: lead_changes, margin, turns,
    decisions, turns_each and decisions_each a seat, come_from_behind: share of the win of seats that do not lead
    after the last but one round), `margins` (`quantile, margin`: final best less second, in points).
    """
    plan = prepare(players=players, games=games, policies=policies, seed=seed, seating=seating, variant=variant)
    folder = claim(out or Path("runs") / f"course-{plan.identity[:8]}", "course", plan.identity_parts)
    parts = Parts(_play, plan, folder / "parts", plan.identity_parts | {"kind": "course"}, PART, 1)
    rows = parts.upto(games, jobs=jobs, stream=stream)
    asked = {"players": players, "policies": ",".join(plan.seat_names), "seed": seed, "games": games, "seating": seating}
    study = Study(
        "course", asked, tables(rows), {"weights": weights_of(plan.policies), "rules": plan.rules.fingerprint}, folder
    )
    study.save()
    return study


def _play(plan, numbers: range) -> dict[str, np.ndarray]:
    """A row a game: `course` [rounds, seats] points, `final` and `win_share` [seats], lead_changes, turns, decisions."""
    first, count = numbers.start, len(numbers)
    batch = play_games(
        plan.rules, players=plan.players, seed=plan.seed, first=first, count=count, policies=list(plan.policies),
        assign=plan.assign(first, count), log=False, course=True,
    )  # fmt: skip
    by_seat = {name: batch.seats[name].reshape(count, -1) for name in ("score", "win_share")}
    return {
        "course": batch.course, "final": by_seat["score"], "win_share": by_seat["win_share"],
        "lead_changes": batch.lead_changes, "turns": batch.games["turns"], "decisions": batch.games["decisions"],
    }  # fmt: skip


def tables(rows) -> dict[str, pl.DataFrame]:
    """The frames of rows as played."""
    points, won = rows["course"].astype(float), rows["win_share"].astype(float)
    games, rounds, players = points.shape
    ordered = np.sort(points, axis=2)
    lead = ordered[:, :, -1] - ordered[:, :, -2]
    leader = points.argmax(axis=2)
    leaders, comebacks = [], []
    others = np.stack([np.delete(points, s, axis=2).max(axis=2) for s in range(players)], axis=2)
    behind = np.maximum(others - points, 0)
    edges = [0, *(1 + STEP * i for i in range(STEPS)), np.inf]
    for r in range(rounds):
        alone = lead[:, r] > 0
        wins = won[np.arange(games), leader[:, r]]
        for measure, got in (
            ("alone", estimates.mean(alone, share=True)), ("wins", estimates.mean(wins[alone], share=True)),
            ("lead", estimates.mean(lead[alone, r])),
        ):  # fmt: skip
            leaders.append({"round": r + 1, "measure": measure} | got.columns())
        for low, high in zip(edges[:-1], edges[1:]):
            mine = (behind[:, r] >= low) & (behind[:, r] < high)
            x, y = mine.sum(axis=1).astype(float), (won * mine).sum(axis=1)
            got = estimates.ratio_of_sums(
                y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum(), float((x > 0).sum()), kind="observational",
                share=True,
            )  # fmt: skip
            last = high - 1 if np.isfinite(high) else None
            words = "not behind" if low == 0 else f"{low}–{last:.0f}" if last else f"{low} or more"
            comebacks.append({"round": r + 1, "behind": words, "from": low, "to": last} | _floats(got))
    final = np.sort(rows["final"].astype(float), axis=1)
    margin = final[:, -1] - final[:, -2]
    before = points[:, -2] if rounds > 1 else points[:, -1]
    leading = before == before.max(axis=1, keepdims=True)
    measures = {
        "lead_changes": rows["lead_changes"], "margin": margin, "turns": rows["turns"], "turns_each": rows["turns"] / players,
        "decisions": rows["decisions"], "decisions_each": rows["decisions"] / players,
        "come_from_behind": (won * ~leading).sum(axis=1),
    }  # fmt: skip
    of_games = [
        {"measure": name} | estimates.mean(values, share=name == "come_from_behind").columns()
        for name, values in measures.items()
    ]
    quantiles = (0.05, 0.25, 0.5, 0.75, 0.95)
    margins = pl.DataFrame({"quantile": quantiles, "margin": np.quantile(margin, quantiles), "n": [games] * len(quantiles)})
    return {
        "leaders": _frame(leaders), "comebacks": _frame(comebacks), "games": _frame(of_games), "margins": margins,
    }  # fmt: skip


def _floats(got) -> dict:
    return {name: value if name == "kind" else float(value) for name, value in got.columns().items()}


def _frame(rows) -> pl.DataFrame:
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(
        pl.col("estimate", "low", "high", "n", "se").cast(pl.Float64)
    )
