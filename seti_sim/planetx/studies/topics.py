"""What does a topic or a conference of some kind do to the game that it lies in, in place of another?

In every game one of the six topics and one conference are drawn by lot. The game is played again with each other kind of
rule in that place which is true of its sky and could have been dealt there, the rule of a kind drawn by the weights that deal
it; all else stays what it is, luck too. Result = level of the game + value of the kind + rest; both are fitted at once, so that the sky,
in which most of the luck is, drops out. Values are against the mean kind. A topic lies open to all seats, so what it changes is
how long games are and how much is known in them, and hardly who wins.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.planetx.batch import TOPICS
from seti_sim.simulate import prepare
from seti_sim.stats.crossed import crossed_effects, effect_estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, claim

from .again import Again, asked_of

OUTCOMES = {"turns": "turns", "end_time": "sectors", "score": "points"}
"""What is measured of a game, and its unit: turns of all seats, time when the finder's locate began, mean score of the seats."""
GAMES = 2000
PART = 25
_NOTHING = 255


def topics(
    *, players=None, policies=None, seed=1, games=GAMES, variant=None, jobs=1, out=None, stream=None, **options
) -> Study:
    """What each kind of topic and conference does to a game, see the module.

    players, policies, seed, variant, options: as of `prepare`; all policies compiled. games: that are played as they are dealt.

    Frame `kinds`: `group, name, outcome, unit, estimate, low, high, n, kind, se, sim_low, sim_high`: the value of the kind of rule
    (`name`) at a place (`group`, topic or conference), less that of the mean kind; n = games in which it was played, paired; `sim_*`
    hold for all kinds of a place at once (Bonferroni).
    """
    plan = prepare(players=players, games=games, policies=policies, seed=seed, variant=variant, game="planetx", **options)
    Again(plan)  # says what cannot be played before a folder is made
    folder = claim(out or Path("runs") / f"topics-{plan.identity[:8]}", "topics", plan.identity_parts)
    parts = Parts(_play, plan, folder / "parts", plan.identity_parts | {"kind": "topics"}, PART, 12)
    rows = parts.upto(games, jobs=jobs, stream=stream)
    asked = asked_of(plan, ",".join(plan.seat_names))
    told = {"weights": weights_of(plan.policies), "rules": plan.rules.fingerprint, "played": len(rows["game"])}
    study = Study("topics", asked, {"kinds": table(rows, plan.rules)}, told, folder)
    study.save()
    return study


def _play(plan, numbers: range) -> dict[str, np.ndarray]:
    """A row a game and rule tried: `game`, `place` (0 a topic, 1 a conference), `clue` (number of the rule), and `OUTCOMES`."""
    again = Again(plan)
    found: dict[str, list] = {name: [] for name in ("game", "place", "clue", *OUTCOMES)}
    setups, assign = plan.setups(numbers.start, len(numbers)), plan.assign(numbers.start, len(numbers))
    for g, number in enumerate(numbers):
        state, log = again.deal(number, setups[g])
        luck = np.random.default_rng([plan.seed, number, 1])
        places = int(luck.integers(TOPICS)), TOPICS + int(luck.integers(len(plan.rules.conferences)))
        base = None
        for at, place in enumerate(places):
            for clue in [int(state["clue"][place]), *others(plan.rules, state, place, luck)]:
                dealt = clue == int(state["clue"][place])
                if not dealt or base is None:
                    changed = state.copy()
                    changed["clue"][place] = clue
                    got = again.play(changed, log, assign[g])
                    base = got if dealt else base
                else:
                    got = base
                row = (number, at, clue, got["turns"], got["end_time"], got["score"].mean())
                for name, value in zip(found, row):
                    found[name].append(value)
    return {name: np.array(values, float if name in OUTCOMES else np.int64) for name, values in found.items()}


def others(rules, state, place: int, luck) -> list[int]:
    """A rule of every other kind that is true of the sky and could lie at a place, drawn by the weights of the rules."""
    tables, of_topics = rules.tables, place < TOPICS
    there = [int(clue) for i, clue in enumerate(state["clue"]) if i != place and clue != _NOTHING and (i < TOPICS) == of_topics]
    numbers = range(rules.n_research) if of_topics else range(rules.n_research, len(rules.clues))
    by_kind: dict[str, list[int]] = {}
    for clue in numbers:
        family = rules.clues[clue][0]
        if not tables["clue_weight"][clue] or family == rules.clues[int(state["clue"][place])][0]:
            continue
        title = tables["clue_title"][clue]
        alike = sum(rules.clues[other][0] == family for other in there)
        if of_topics:
            naming = [sum(tables["clue_title"][other] >> o & 1 for other in there) for o in range(6)]
            full = any(title >> o & 1 and naming[o] >= tables["naming_most"] for o in range(6))
            if alike >= tables["same_rule_most"] or full or title in [tables["clue_title"][other] for other in there]:
                continue
        elif any(tables["clue_group"][other] == tables["clue_group"][clue] for other in there):
            continue
        if is_true(rules, int(state["system"]), clue):
            by_kind.setdefault(family, []).append(clue)
    found = []
    for clues in by_kind.values():
        weights = np.array([tables["clue_weight"][clue] for clue in clues], float)
        found.append(int(luck.choice(clues, p=weights / weights.sum())))
    return found


def is_true(rules, system: int, clue: int) -> bool:
    """Whether a rule that can be dealt is true of an arrangement."""
    return rules.sky.rule_is_true(system, *rules.tables["clue_family"][clue : clue + 1], *(
        rules.tables[name][clue] for name in ("clue_x", "clue_y", "clue_n")
    ))  # fmt: skip


def table(rows, rules) -> pl.DataFrame:
    """The frame `kinds` of rows as played."""
    pieces = []
    for at, group in enumerate(("topic", "conference")):
        mine = rows["place"] == at
        kinds = list(dict.fromkeys(clue[0] for clue in (rules.clues[: rules.n_research], rules.clues[rules.n_research :])[at]))
        kind = np.array([kinds.index(rules.clues[clue][0]) for clue in rows["clue"][mine]], np.int64)
        for outcome, unit in OUTCOMES.items():
            fit = crossed_effects(rows["game"][mine], kind, rows[outcome][mine], len(kinds))
            one, wide = (effect_estimates(fit, outcome, comparisons) for comparisons in (1, len(kinds)))
            names = {
                "group": [group] * len(kinds),
                "name": kinds,
                "outcome": [outcome] * len(kinds),
                "unit": [unit] * len(kinds),
            }
            ends = {"sim_low": wide.low, "sim_high": wide.high}
            pieces.append(pl.DataFrame(names | one.columns() | ends).filter(pl.col("estimate").is_finite()))
    return pl.concat(pieces).with_columns(pl.col("n").cast(pl.Float64))
