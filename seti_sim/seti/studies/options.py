"""What is an option worth? The win share that a player loses who never takes it, alone among players who may.

Game k is played once with nobody restricted and once for each option with one seat barred from it, on the same luck. Seats
take turns. The policy knows nothing better to do without the option than what it would do with its other weights, so the
loss is what the option is worth *to this policy*; a player that was made for playing without it would lose less.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.core.errors import RunError
from seti_sim.seti.batch import play_games
from seti_sim.seti.kind import PLAYERS, SETI
from seti_sim.seti.players import registry
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.vocabulary_actions import FREE, MAIN
from seti_sim.simulate import Plan, prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

KINDS = {
    "main action": tuple(action.word for action in MAIN if action.barred),
    "free action": tuple(action.word for action in FREE if action.barred and action.asked),
    "techs": ("probe", "telescope", "computer"),
    "trace": tuple(f"{trace}-trace" for trace in registry.TRACES),
}
OUTCOMES = ("win_share", "score")
PART = 100


def all_options(rules: RuleSet | None = None) -> dict[str, str]:
    """Every option that can be barred, with its kind: main and free actions, techs, traces, species' boards. rules: whose techs and
    species these are, the printed ones for None."""
    rules = rules or RuleSet.load()
    found = {word: kind for kind, words in KINDS.items() for word in words}
    found |= dict.fromkeys(rules.compiled.tech_ids, "tech")
    found["species"] = "species' boards"
    return found | dict.fromkeys(rules.species_ids, "species' board")


def option_values(
    options=(), *, players=PLAYERS, policies=None, seed=1, games=4000, variant=None, jobs=1, out=None, stream=None
) -> Study:
    """What each option is worth in each number of players, see the module.

    options: words that `without=` of a policy takes (all of them where none is given). players: one number or several.
    policies: one name, without brackets. games: of each option and number of players.

    Frame `options`: `players, option, kind_of, outcome, estimate, low, high, n, kind, se, without, sim_low, sim_high, q,
    correlation, changed`, the loss (with less without) of the barred seat; n = games, paired. `without` is what the
    seat reaches then, `sim_*` hold for all options of a number of players at once (Bonferroni), `changed` is the share of
    games that went another way.
    """
    known = all_options(None if variant is None else RuleSet.load(variant))
    options = list(options or known)
    counts = [players] if isinstance(players, int) else list(players)
    policies = SETI.policy if policies is None else policies
    if len(set(options)) < len(options) or len(set(counts)) < len(counts):
        raise StudyError("options and players: expected different ones")
    if "[" in policies or "," in policies:
        raise StudyError(f"policy {policies!r}: expected one name without brackets")
    barred = [f"{policies}[without={option}]" for option in options]
    plans = [prepare(players=n, games=games, policies=policies, seed=seed, variant=variant) for n in counts]
    for name in barred:
        try:
            registry.get(name, rules=plans[0].rules)
        except ValueError as error:
            raise RunError(str(error)) from None
    mine = {key: value for key, value in plans[0].identity_parts.items() if key != "players"} | {"options": options}
    folder = claim(out or Path("runs") / f"options-{plans[0].identity[:8]}", "options", mine)
    frames = []
    for plan in plans:
        identity = plan.identity_parts | {"kind": "options", "options": options}
        parts = Parts(_play, (plan, barred), folder / f"{plan.players}-players", identity, PART, 1 + len(options))
        rows = parts.upto(games, jobs=jobs, stream=stream, label=f"{plan.players} players: ")
        frames.append(table(rows, options, known).select(pl.lit(plan.players).alias("players"), pl.all()))
    asked = {"players": counts, "policies": policies, "seed": seed, "games": games, "options": options}
    facts = {"weights": weights_of(plans[0].policies), "rules": plans[0].rules.fingerprint}
    study = Study("options", asked, {"options": pl.concat(frames)}, facts, folder)
    study.save()
    return study


def _play(context, numbers: range) -> dict[str, np.ndarray]:
    """Outcomes of the seat: `win_share`, `score` [games, 1 + options], and `changed` [games, options]."""
    plan: Plan
    plan, barred = context
    free = plan.policies[0]
    count, players = len(numbers), plan.players
    seat = np.arange(numbers.start, numbers.stop) % players
    found = {"win_share": [], "score": [], "decisions": []}
    for name in (None, *barred):
        assign = np.zeros((count, players), np.uint8)
        policies = [free]
        if name is not None:
            policies.append(registry.get(name, rules=plan.rules))
            assign[np.arange(count), seat] = 1
        batch = play_games(
            plan.rules, players=players, seed=plan.seed, first=numbers.start, count=count, policies=policies, assign=assign,
            log=False,
        )  # fmt: skip
        at = np.arange(count) * players + seat
        found["win_share"].append(batch.seats["win_share"][at])
        found["score"].append(batch.seats["score"][at])
        found["decisions"].append(np.column_stack([batch.games["decisions"], batch.seats["score"].reshape(count, players)]))
    whole = np.stack(found["decisions"], axis=1)
    return {
        "win_share": np.stack(found["win_share"], axis=1),
        "score": np.stack(found["score"], axis=1),
        "changed": (whole[:, 1:] != whole[:, :1]).any(axis=2),
    }


def table(rows, options, kinds) -> pl.DataFrame:
    """The frame `options` without `players`, of rows as played."""
    pieces = []
    for outcome in OUTCOMES:
        values = rows[outcome].astype(float)
        loss = values[:, :1] - values[:, 1:]
        mean = estimates.mean_change if outcome == "win_share" else estimates.mean
        got, wide = (mean(loss, "paired", comparisons=compared) for compared in (1, len(options)))
        p = estimates.p_value(got.estimate, got.se, got.n)
        with np.errstate(invalid="ignore", divide="ignore"):
            together = [float(np.corrcoef(values[:, 0], one)[0, 1]) if len(values) > 1 else np.nan for one in values[:, 1:].T]
        pieces.append(pl.DataFrame({
            "option": options, "kind_of": [kinds.get(option, "") for option in options], "outcome": outcome,
            **got.columns(), "without": values[:, 1:].mean(axis=0), "sim_low": wide.low, "sim_high": wide.high,
            "q": estimates.benjamini_hochberg(p), "correlation": together, "changed": rows["changed"].mean(axis=0),
        }))  # fmt: skip
    return pl.concat(pieces)
