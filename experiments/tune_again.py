"""Where the weights of a player come from, again at small scale.

    python experiments/tune_again.py PLAYER OUT [GENERATIONS, default 6] [POPULATION, 12] [GAMES a candidate, 160]

- `greedy` begins with weights that are the same in all rounds (the mean of the shipped ones) and is tuned by CMA-ES
  for its win share among the shipped `greedy`.
- A persona begins with the shipped `greedy`'s weights under its own premiums, which stay, and is tuned like that among
  `greedy` and the personas.
- `lookahead` plays GENERATIONS times GAMES games against itself with 2 % of its choices drawn at random, and what its
  positions are worth is learned anew, in one pass of what the shipped weights had several of.

OUT/weights.toml holds the weights with their record, OUT/start.toml what a tuning began with; an interrupted one goes on
with the same command. The shipped files say in their records how large theirs were.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from seti_sim.seti.players import PERSONAS, get
from seti_sim.seti.players.fit import positions, refit
from seti_sim.seti.players.weights import weight_rows, write_weights
from seti_sim.seti.rules import RuleSet
from seti_sim.stats.estimates import mean
from seti_sim.studies.tune import MEASURE, Search, Tuning, plan_of, play

SEED = 1


def tuned(name: str, out: Path, generations: int, population: int, games: int) -> str:
    """Tune and measure; a line that says the gain over the start."""
    greedy, player = get("greedy"), get(name)
    if name == "greedy":
        flat = np.rint(np.reshape(greedy.weights, (-1, 5)).mean(axis=1)).astype(int)
        start, pool = replace(greedy, weights=tuple(np.repeat(flat, 5).tolist())), ("greedy",)
    else:
        extra = np.zeros((len(greedy.weights) // 5, 5), int)
        for premium, numbers in player.premiums.items():
            extra[weight_rows("greedy").index(premium)] = numbers
        weights = (np.reshape(greedy.weights, (-1, 5)) + extra).reshape(-1)
        start, pool = replace(player, weights=tuple(weights.tolist())), ("greedy", *PERSONAS)
    out.mkdir(parents=True, exist_ok=True)
    write_weights(out / "start.toml", start, {"made": "experiments/tune_again.py"})
    asked = Tuning(f"{name}[weights={out / 'start.toml'}]", pool, games=games, population=population, spread=0.3, seed=SEED)
    search = Search(asked, out / "search")
    while len(search.history) < generations:
        search.step()
    found = search.measure(10 * games)
    search.write(out / "weights.toml", found)
    return (
        f"{name}: win share {100 * found['win_share']:.1f} % among {', '.join(pool)}, gain over the start "
        f"{100 * found['gain']:+.1f} points of it ({100 * found['gain_low']:+.1f} to {100 * found['gain_high']:+.1f})"
    )


def fitted(out: Path, games: int, measured: int) -> str:
    """Fit `lookahead`'s values anew; a line that says how it does against the shipped one."""
    rules, shipped = RuleSet.load(), get("lookahead")
    part = positions(rules, shipped, games=games, seed=SEED)
    player, explained = refit(shipped, [part], SEED)
    two = replace(plan_of(Tuning("lookahead", ("lookahead",), players=2)), policies=(player, shipped))
    share = mean(play(two, SEED + MEASURE, 0, measured)["win_share"], "randomised")
    out.mkdir(parents=True, exist_ok=True)
    write_weights(out / "weights.toml", player, {
        "parent": shipped.name, "parent_key": shipped.key, "method": "Adam on TD(lambda) of the player's own games", "seed": SEED,
        "games": games, "rows": len(part[0]), "explained": explained.tolist(), "rules": rules.fingerprint,
        "measured_games": measured, "measured_seed": SEED + MEASURE, "win_share": float(share.estimate),
        "win_share_low": float(share.low), "win_share_high": float(share.high),
    })  # fmt: skip
    return (
        f"lookahead: {len(part[0]):,} positions of {games:,} games; explained on games kept out, by round: "
        f"{', '.join(f'{100 * value:.0f} %' for value in explained)}; win share against the shipped one "
        f"{100 * share.estimate:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"
    )


def main(name: str, out: str, generations: int = 6, population: int = 12, games: int = 160) -> str:
    """The line that is printed."""
    if name == "lookahead":
        return fitted(Path(out), generations * games, -(-games // 40) * 40)
    return tuned(name, Path(out), generations, population, games)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print(main(*sys.argv[1:3], *map(int, sys.argv[3:6])))
