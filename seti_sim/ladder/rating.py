"""Ratings and steps of a ladder.

Ratings are Plackett-Luce strengths (for two players Bradley and Terry's), fitted by `choix`; equal scores are split at
random from a seed; intervals come from a bootstrap over blocks (the same game with seats exchanged), within pairings.
A rating is shown as 400 log10 of the strength, so that 100 more means winning about 64 % of games, with the first player
of the ladder at 0. Steps are plain win shares between neighbours, equal scores counting a half.
"""

from __future__ import annotations

import numpy as np

from seti_sim.analysis.stats import mean, ratio_of_sums

SCALE = 400 / np.log(10)
SOURCES = (
    "orbit", "land", "moon", "signal", "sector", "trace", "tech", "computer", "card", "mission", "endgame", "gold",
    "species_left", "species_right", "other", "start",
)


def _fit(n: int, wins: np.ndarray) -> np.ndarray:
    """Strengths (log, mean 0) from wins [n, n]; a little regularised, so that a player who never lost has one, too."""
    import choix

    pairs = [(i, j) for i in range(n) for j in range(n) for _ in range(int(wins[i, j])) if i != j]
    return choix.ilsr_pairwise(n, pairs, alpha=0.01)


def _wins(n: int, duels: dict, rng) -> np.ndarray:
    wins = np.zeros((n, n))
    for (i, j), scores in duels.items():
        if i == j:
            continue
        flat = scores.reshape(-1, 2)
        first = flat[:, 0] + rng.uniform(0, 0.5, len(flat)) > flat[:, 1] + rng.uniform(0, 0.5, len(flat))
        wins[i, j] += first.sum()
        wins[j, i] += len(flat) - first.sum()
    return wins


def ratings(ladder, *, seed: int = 1, rounds: int = 200, level: float = 0.95) -> list[dict]:
    """One row a player: name, rating, low, high, in the order of the ladder's names."""
    rng = np.random.default_rng(seed)
    n = len(ladder.names)
    fitted = SCALE * _fit(n, _wins(n, ladder.duels, rng))
    draws = np.empty((rounds, n))
    for k in range(rounds):
        again = {who: scores[rng.integers(0, len(scores), len(scores))] for who, scores in ladder.duels.items()}
        draws[k] = SCALE * _fit(n, _wins(n, again, rng))
    draws -= draws[:, :1]
    fitted = fitted - fitted[0]
    ends = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return [
        {"name": name, "rating": float(fitted[i]), "low": float(ends[0, i]), "high": float(ends[1, i])}
        for i, name in enumerate(ladder.names)
    ]


def share(scores: np.ndarray, kind: str = "randomised"):
    """Win share of the first of a pairing, the block of two games being the unit."""
    first, second = scores[..., 0], scores[..., 1]
    values = ((first > second) + 0.5 * (first == second)).mean(axis=1)
    n, total = len(values), values.sum()
    return ratio_of_sums(total, n, (values**2).sum(), total, n, n, kind=kind, share=True)


def steps(ladder) -> list[dict]:
    """Each player against the one before it in the ladder: win share in two-player games with its interval."""
    rows = []
    for i in range(1, len(ladder.names)):
        scores = ladder.duels[(i - 1, i)][..., ::-1]
        found = share(scores)
        rows.append({
            "name": ladder.names[i], "against": ladder.names[i - 1], "win_share": found.estimate, "low": found.low,
            "high": found.high, "games": 2 * len(scores),
        })
    return rows


def table(ladder, **options) -> list[dict]:
    """One row a player: rating, four-player score with its interval, points by source, speed, mirror's first seat."""
    rows = ratings(ladder, **options)
    for i, row in enumerate(rows):
        seats = ladder.tables[i]
        games = seats["score"].reshape(-1, 4).mean(axis=1)
        found = mean(games, kind="randomised")
        row |= {"score": found.estimate, "score_low": found.low, "score_high": found.high, "tables": len(games)}
        row["winner"] = float(seats["score"].reshape(-1, 4).max(axis=1).mean())
        row["sources"] = {name: float(seats[f"points_{name}"].mean()) for name in SOURCES}
        row["speed"] = ladder.speed[i]
        mirror = ladder.duels[(i, i)]
        # In the first game of a block the first one sits at seat 1, in the second at seat 2.
        at_first = np.stack([mirror[:, 0], mirror[:, 1, ::-1]], axis=1)
        found = share(at_first)
        row |= {"first_seat": found.estimate, "first_low": found.low, "first_high": found.high}
    return rows


def to_markdown(ladder, rows: list[dict] | None = None) -> str:
    """The ladder as three Markdown tables: players, steps, points by source."""
    rows = rows or table(ladder)
    out = ["| player | rating (95 %) | points a seat, four of it (95 %) | winner | games/s a core | seat 1 in its mirror (95 %) |",
           "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        out.append(
            f"| {row['name']} | {row['rating']:.0f} ({row['low']:.0f} to {row['high']:.0f}) "
            f"| {row['score']:.1f} ({row['score_low']:.1f} to {row['score_high']:.1f}) | {row['winner']:.0f} "
            f"| {row['speed']:,.3g} | {100 * row['first_seat']:.1f} % "
            f"({100 * row['first_low']:.1f} to {100 * row['first_high']:.1f}) |"
        )
    out += ["", "| step | win share, two players (95 %) | games |", "| --- | --- | --- |"]
    for row in steps(ladder):
        out.append(
            f"| {row['name']} against {row['against']} | {100 * row['win_share']:.1f} % "
            f"({100 * row['low']:.1f} to {100 * row['high']:.1f}) | {row['games']:,} |"
        )
    names = [name for name in SOURCES if any(row["sources"][name] > 0.05 for row in rows)]
    out += ["", "| points from | " + " | ".join(row["name"] for row in rows) + " |", "| --- " * (len(rows) + 1) + "|"]
    for name in names:
        out.append(f"| {name.replace('_', ' ')} | " + " | ".join(f"{row['sources'][name]:.1f}" for row in rows) + " |")
    return "\n".join(out) + "\n"
