"""What personas do more of than `greedy`, and what it costs them: each alone among three `greedy`, from every seat.

    python experiments/personas.py [GAMES of each, default 4000] [SEED]

Win share has a 95 % interval over games (25 % is even); the other columns are means of a seat, of the persona and of the
`greedy` ones at its tables.
"""

import sys

import numpy as np

from seti_sim.seti.batch import ACTION_KINDS, play_games
from seti_sim.seti.players import PERSONAS, get
from seti_sim.seti.players.lessons import pairs_of
from seti_sim.seti.rules import RuleSet
from seti_sim.stats.estimates import mean
from seti_sim.studies.tune import seating

LEANS = {
    "explorer": ("launch", "orbit", "land", "points_orbit", "points_land", "points_moon"),
    "observer": ("scan", "points_signal", "techs_telescope"),
    "analyst": ("analyze", "place", "traces_analysis", "points_computer"),
    "engineer": ("research", "techs", "points_tech"),
    "missionary": ("play", "missions", "points_mission"),
}
"""What each leans to: actions, and columns of `Batch.seats`."""


def one_among(name: str, others: str, games: int, seed: int = 77):
    """One player among three others: (win share with its interval, {measure: mean} of it, the same of the others)."""
    rules, assign = RuleSet.load(), seating(4, 1, 20, 0, games)
    batch = play_games(
        rules,
        players=4,
        seed=seed,
        first=0,
        count=games,
        policies=[get(name), get(others)],
        assign=assign,
        pairs=pairs_of(rules, 0, games),
        log=False,
    )
    own = (assign == 0).reshape(-1)
    acts = batch.actions.sum(axis=2).reshape(-1, len(ACTION_KINDS))
    measures = {kind: acts[:, i] for i, kind in enumerate(ACTION_KINDS)} | batch.seats
    measures["techs"] = np.sum([batch.seats[f"techs_{kind}"] for kind in ("probe", "telescope", "computer")], axis=0)
    mine, theirs = ({key: float(values[rows].mean()) for key, values in measures.items()} for rows in (own, ~own))
    return mean(batch.seats["win_share"][own], "randomised"), mine, theirs


def table(games: int, seed: int) -> list[str]:
    """Lines of a Markdown table, one a persona."""
    lines = [
        "| persona | leans to | win share among three `greedy` (95 %) | points | what it does, and `greedy` |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, lean in PERSONAS.items():
        share, mine, theirs = one_among(name, "greedy", games, seed)
        does = ", ".join(f"{what.replace('_', ' ')} {mine[what]:.2f} ({theirs[what]:.2f})" for what in LEANS[name])
        lines.append(
            f"| {name} | {lean} | {100 * share.estimate:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f}) "
            f"| {mine['score']:.0f} ({theirs['score']:.0f}) | {does} |"
        )
    return lines


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    print("\n".join(table(*numbers, *(4000, 77)[len(numbers) :])))
