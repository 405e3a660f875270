"""Does `greedy` understand the species? It plays against itself without their boards (overflow and discovery spaces only).

    python experiments/species_or_overflow.py [GAMES a species, default 4000] [SEED]

In every four-player game two seats have the boards and two do not, all six ways to seat them equally often, species
pairs balanced. Each species is judged on the games that it is in: win share of the two seats with the boards (a half is
even) and their lead in points, with 95 % intervals over games.
"""

import itertools
import sys

import numpy as np

from seti_sim.analysis.stats import mean
from seti_sim.players import get
from seti_sim.rules import RuleSet
from seti_sim.seti.batch import play_games


def table(games: int, seed: int) -> list[str]:
    """Lines of a Markdown table, one a species."""
    rules = RuleSet.load()
    pairs = list(itertools.permutations(range(len(rules.species_ids)), 2))
    seatings = [row for row in itertools.product((0, 1), repeat=4) if sum(row) == 2]
    cells = [(pair, row) for pair in pairs for row in seatings]
    count = -(-games * len(pairs) // (8 * len(cells))) * len(cells)
    chosen = [cells[k % len(cells)] for k in range(count)]
    batch = play_games(
        rules, players=4, seed=seed, first=0, count=count, policies=[get("greedy"), get("greedy[without=species]")],
        assign=np.array([row for _, row in chosen], np.uint8), pairs=[pair for pair, _ in chosen], log=False,
    )
    has_boards = batch.seats["policy"].reshape(count, 4) == 0
    won = (batch.seats["win_share"].reshape(count, 4) * has_boards).sum(axis=1)
    score = batch.seats["score"].reshape(count, 4)
    lead = (np.where(has_boards, score, 0).sum(axis=1) - np.where(has_boards, 0, score).sum(axis=1)) / 2
    lines = ["| species | games | win share with the boards (95 %) | lead in points (95 %) |", "| --- | --- | --- | --- |"]
    for number, name in enumerate(rules.species_ids):
        there = np.array([number in pair for pair, _ in chosen])
        share, points = mean(won[there], kind="randomised"), mean(lead[there], kind="randomised")
        lines.append(
            f"| {name} | {there.sum():,} | {100 * share.estimate:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f}) "
            f"| {points.estimate:+.1f} ({points.low:+.1f} to {points.high:+.1f}) |"
        )
    return lines


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    print("\n".join(table(*numbers, *(4000, 1)[len(numbers):])))
