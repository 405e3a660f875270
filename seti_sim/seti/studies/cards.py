"""Card strength, from finding to proof: effects of drawing each card in one run, those that stand out again in games of
another seed, and a player that takes cards by the table against the same player without it, in games of a third."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.seti.analysis.draws import Drawn, drawn_effect
from seti_sim.seti.studies.follow import follow
from seti_sim.simulate import prepare, run
from seti_sim.stats.many import max_t
from seti_sim.studies.store import Study, StudyError, claim
from seti_sim.tables import open_run

FLAG = 0.05
OUTCOME = "score"
MAIN = "base"
FOLLOWED, SHUFFLED = "the table", "the same values, shuffled among the cards"


def card_strength(
    *, players=4, policies=None, seed=1, games=50_000, confirm_games=None, confirm_seed=None, follow_games=None,
    follow_seed=None, variant=None, jobs=1, out=None, stream=None,
) -> Study:  # fmt: skip
    """Find, confirm and prove card strength; every seed is used for one thing only.

    games, seed: the run in which cards are looked for. confirm_games (as many), confirm_seed (seed + 1): the fresh run
    for the cards flagged there. follow_games (a tenth), follow_seed (seed + 2): the games in which the table is
    followed; the policy of the first seat plays them. The study has the frames `cards` (one row a card: `card_id, name, deck`,
    `estimate, low, high, n, q, sim_low, sim_high, rank_low, rank_high, shrunk` of the finding, `again, again_low,
    again_high, confirmed` of the flagged ones; points) and `proof` (of `follow`).
    """
    confirm_games = games if confirm_games is None else confirm_games
    follow_games = max(games // 10, 1) if follow_games is None else follow_games
    confirm_seed = seed + 1 if confirm_seed is None else confirm_seed
    follow_seed = seed + 2 if follow_seed is None else follow_seed
    if len({seed, confirm_seed, follow_seed}) < 3:
        raise StudyError("seeds of finding, confirming and following: expected three different ones")
    plans = [
        prepare(players=players, games=n, policies=policies, seed=s, variant=variant)
        for n, s in ((games, seed), (confirm_games, confirm_seed))
    ]
    identity = plans[0].identity_parts | {"confirm_seed": confirm_seed}
    folder = claim(out or Path("runs") / f"cards-{plans[0].identity[:8]}", "card_strength", identity)
    drawn = []
    for plan, name in zip(plans, ("find", "confirm")):
        run(plan, folder / name, jobs=jobs, stream=stream, label=f"{name}: ")
        drawn.append(drawn_effect(open_run(folder / name), (OUTCOME,), by_round=False))
    cards = confirmed(*drawn)
    values = dict(cards.filter(pl.col("deck") == MAIN, pl.col("shrunk").is_finite()).select("card_id", "shrunk").rows())
    mixed = dict(zip(values, np.random.default_rng(follow_seed).permutation(list(values.values()))))
    first = plans[0].policies[plans[0].seats[0]].name
    proof = follow(
        {FOLLOWED: values, SHUFFLED: mixed}, games=follow_games, seed=follow_seed, policy=first, players=players,
        variant=variant, jobs=jobs,
    )  # fmt: skip
    flagged = cards.filter(pl.col("q") < FLAG)
    asked = {
        "players": players, "policies": policies or first, "seed": seed, "games": games, "confirm_seed": confirm_seed,
        "confirm_games": confirm_games, "follow_seed": follow_seed, "follow_games": follow_games,
    }  # fmt: skip
    facts = {"flagged": flagged.height, "confirmed": int(flagged["confirmed"].sum()), "policy": first}
    facts["rules"] = plans[0].rules.fingerprint
    study = Study("card_strength", asked, {"cards": cards, "proof": proof}, facts, folder)
    study.save()
    return study


def confirmed(found: Drawn, fresh: Drawn) -> pl.DataFrame:
    """The cards of `found`, and for those flagged (false discovery rate `FLAG`) what a fresh run says of them.

    Intervals `again_low, again_high` hold for all flagged cards together (95 %, max-t). `confirmed`: the interval lies
    on the side of 0 on which the card was found; false for cards that were not flagged.
    """
    cards = found.whole.filter(pl.col("outcome") == OUTCOME).drop("outcome", "when", "kind", "se", "p")
    rows = fresh.whole.filter(pl.col("outcome") == OUTCOME).with_row_index("row")
    flagged = cards.filter(pl.col("q") < FLAG)["card_id"].to_list()
    there = rows.filter(pl.col("card_id").is_in(flagged))
    at = there["row"].to_numpy()
    family = max_t(there["estimate"], fresh.covariance[OUTCOME][np.ix_(at, at)], there["n"])
    part = there.select("card_id", again="estimate").with_columns(
        again_low=pl.Series(family.low, dtype=pl.Float64), again_high=pl.Series(family.high, dtype=pl.Float64)
    )
    both = cards.join(part, on="card_id", how="left", maintain_order="left")
    up = (pl.col("estimate") > 0) & (pl.col("again_low").fill_nan(None) > 0)
    down = (pl.col("estimate") < 0) & (pl.col("again_high") < 0)
    ends = ("again", "again_low", "again_high")
    return both.with_columns(pl.col(ends).fill_null(float("nan")), confirmed=(up | down).fill_null(False)).with_columns(
        confirmed=pl.col("confirmed") & pl.col("again_low").is_finite()
    )
