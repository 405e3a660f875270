"""What is a fact, a clue, a conference, a target or a unit of time worth to the seat that alone is given it?

Game k is played as it is dealt, and once more for each thing that is tried, with one seat that has it from the first turn on and
nobody else knowing; seats take turns. Sky, clues and all other luck stay what they are, so a game is compared with itself. What
is not there in every game (a kind of rule among the topics) is tried where it is. Which sector a fact is about and
which topic is told is drawn by lot from the game's number.

The points for first theories are taken from the seat after the end, from the scores of the game as it was: players who know
that there are none would submit otherwise, which `seti-sim compare` with `score.first_theory = 0` plays.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.planetx.batch import EV_CONFERENCE, EV_RESEARCH, TOPICS
from seti_sim.planetx.engine import struct_dtype
from seti_sim.planetx.rules import LETTERS, THEORIES
from seti_sim.planetx.tables import OBJECTS
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

from .again import Again, asked_of, shares

OUTCOMES = ("win_share", "score")
GAMES = 2000
PART = 25
FIRST = "its first theories"
_EVENT = struct_dtype("Event")


def facts(
    *,
    players=None,
    policies=None,
    seed=1,
    games=GAMES,
    seating="rotate",
    variant=None,
    jobs=1,
    out=None,
    stream=None,
    **options,
) -> Study:
    """What each thing is worth to the seat that alone has it, see the module.

    players, policies, seed, variant, options: as of `prepare`; all policies compiled, who sits where as the plan says. games: that
    are played as they are dealt.

    Frame `worth`: `group, name, outcome, estimate, low, high, n, kind, se, without, sim_low, sim_high, changed`: what the seat has
    more with the thing than without it, of win share and of points; n = games, paired; `without` is what it has without,
    `sim_*` hold for all things at once (Bonferroni), `changed` is the share of games in which its result is another.
    """
    plan = prepare(
        players=players, games=games, policies=policies, seed=seed, seating=seating, variant=variant, game="planetx", **options
    )
    if plan.players < 2:
        raise StudyError("players 1: expected 2 to 4, since what is given is compared with who has it not")
    Again(plan)  # says what cannot be played before a folder is made
    folder = claim(out or Path("runs") / f"facts-{plan.identity[:8]}", "facts", plan.identity_parts)
    things = things_of(plan)
    parts = Parts(_play, plan, folder / "parts", plan.identity_parts | {"kind": "facts"}, PART, 1 + len(things))
    rows = parts.upto(games, jobs=jobs, stream=stream)
    asked = asked_of(plan, ",".join(plan.seat_names))
    told = {"weights": weights_of(plan.policies), "rules": plan.rules.fingerprint}
    study = Study("facts", asked, {"worth": table(rows, things)}, told, folder)
    study.save()
    return study


def things_of(plan) -> list[tuple[str, str]]:
    """(group, name) of all that is tried."""
    rules = plan.rules
    least = min(int(n) for n in plan.options["levels"].split(","))
    more = sorted({facts for facts in rules.levels.values() if facts > least})
    families = list(dict.fromkeys(clue[0] for clue in rules.clues[: rules.n_research]))
    return [
        *(("starting facts", f"{facts} facts instead of {least}") for facts in more),
        *(("one fact more", f"a sector without {_name(letter)}") for letter in THEORIES if rules.counts[LETTERS.index(letter)]),
        ("a rule told", "a topic by lot"),
        *(("a rule told", f"a topic: {family}") for family in families),
        *(("a rule told", f"conference {name}") for name in rules.conferences),
        ("turns", "one target more"), ("turns", "one target less"), ("turns", "one unit of time less to spend"),
        ("points", FIRST),
    ]  # fmt: skip


def _name(letter: str) -> str:
    return f"a {OBJECTS[LETTERS.index(letter)].replace('-', ' ')}".replace("a a", "an a")


def _play(plan, numbers: range) -> dict[str, np.ndarray]:
    """`win_share`, `score` [games, 1 + things] of the seat, first as dealt; NaN where a thing is not to be had in a game."""
    things, again = things_of(plan), Again(plan)
    found = {name: np.full((len(numbers), 1 + len(things)), np.nan) for name in OUTCOMES}
    setups, assign = plan.setups(numbers.start, len(numbers)), plan.assign(numbers.start, len(numbers))
    for g, number in enumerate(numbers):
        seat = number % plan.players
        state, log = again.deal(number, setups[g])
        base = again.play(state, log, assign[g])
        results = [(base["win_share"][seat], base["score"][seat])]
        luck = np.random.default_rng([plan.seed, number])
        topic = int(luck.integers(TOPICS))
        for group, name in things:
            if name == FIRST:  # as it is, less what it would be without them
                results.append((
                    2 * base["win_share"][seat] - shares(base, plan.players, seat)[seat], base["score"][seat] + base["points_first"][seat],
                ))  # fmt: skip
                continue
            changed = given(plan, again, number, setups[g], seat, (group, name), topic, luck)
            if changed is None:
                results.append((np.nan, np.nan))
                continue
            state, log = changed
            got = again.play(state, log, assign[g])
            results.append((got["win_share"][seat], got["score"][seat]))
        for column, name in enumerate(OUTCOMES):
            found[name][g] = [row[column] for row in results]
    return found


def given(plan, again: Again, number: int, levels, seat: int, thing, topic: int, luck):
    """The deal with a thing given to a seat, (state, log); None where it is not to be had. topic: the number of the one by lot."""
    rules, (group, name) = plan.rules, thing
    if group == "starting facts":
        levels = np.array(levels)
        if levels[seat] != int(name.split()[-1]):
            return None
        levels[seat] = int(name.split()[0])
        return again.deal(number, levels)
    state, log = again.deal(number, levels)
    mine = state["seat"][seat]
    if group == "one fact more":
        letter = next(letter for letter in THEORIES if name == f"a sector without {_name(letter)}")
        sector = _free_sector(rules, state, mine, LETTERS.index(letter), luck)
        n = int(mine["n_facts"])
        if sector is None or 2 * n + 2 > len(mine["facts"]):
            return None
        mine["facts"][2 * n : 2 * n + 2] = sector, LETTERS.index(letter)
        mine["n_facts"] += 1
    elif name.startswith("a topic"):
        clue = int(state["clue"][topic])
        if name != "a topic by lot" and rules.clues[clue][0] != name.removeprefix("a topic: "):
            return None
        mine["topics"] |= 1 << topic
        log += told(seat, EV_RESEARCH, topic, clue)
    elif name.startswith("conference"):
        k = rules.conferences.index(name.removeprefix("conference "))
        log += told(seat, EV_CONFERENCE, k, int(state["clue"][TOPICS + k]))
    elif name == "one unit of time less to spend":
        mine["time"] += 1
    else:
        left = int(mine["targets"]) + (1 if name == "one target more" else -1)
        if not 0 <= left <= 200:
            return None
        mine["targets"] = left
    return state, log


def told(seat: int, kind: int, a: int, d: int) -> bytes:
    """A row of the log that tells a seat something before the first turn, for nothing."""
    row = np.zeros(1, _EVENT)
    row["seat"], row["kind"], row["a"], row["d"] = seat, kind, a, d
    return row.tobytes()


def _free_sector(rules, state, mine, letter: int, luck) -> int | None:
    """A sector, drawn by lot, that does not hold the object, of which the seat does not know it; None where there is none."""
    n = int(mine["n_facts"])
    known = {(int(mine["facts"][2 * i]), int(mine["facts"][2 * i + 1])) for i in range(n)}
    allowed = rules.tables["comet_mask"] if LETTERS[letter] == "C" else (1 << rules.sectors) - 1
    free = [
        s for s in range(rules.sectors)
        if state["object"][s] != letter and (s, letter) not in known and allowed >> s & 1
    ]  # fmt: skip
    return int(luck.choice(free)) if free else None


def table(rows, things) -> pl.DataFrame:
    """The frame `worth` of rows as played."""
    pieces = []
    for outcome in OUTCOMES:
        values = rows[outcome].astype(float)
        mean = estimates.mean_change if outcome == "win_share" else estimates.mean
        for at, (group, name) in enumerate(things, 1):
            there = np.isfinite(values[:, at])
            gain, before = (values[:, at] - values[:, 0])[there], values[there, 0]
            if len(gain) < 2:
                continue
            got, wide = (mean(gain, "paired", comparisons=compared) for compared in (1, len(things)))
            columns = {key: value if key == "kind" else float(value) for key, value in got.columns().items()}
            pieces.append({
                "group": group, "name": name, "outcome": outcome, **columns, "without": float(before.mean()),
                "sim_low": float(wide.low), "sim_high": float(wide.high), "changed": float((gain != 0).mean()),
            })  # fmt: skip
    return pl.DataFrame(pieces, infer_schema_length=None).with_columns(pl.col("n").cast(pl.Float64))
