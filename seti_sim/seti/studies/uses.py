"""Play a card, use its corner, or tuck it for income? All three from the same position.

A card can be tucked only where an effect or the setup asks for a card to tuck, and played only at the start of a turn. So the
position is a decision which card to tuck, one a game drawn by lot, and a card c of the hand drawn by lot; d is the card
that the policy would tuck if it did not hold c. From there the game is played on, with the same luck, four ways:

- income: c is tucked, d stays in the hand;
- play, corner: d is tucked, and at the start of its next turn the seat plays c, or uses its corner before anything else;
- kept: d is tucked and c stays in the hand, for the policy to do with as it likes.

All else is as the policy plays it. Where at that next turn c can be neither played nor discarded for its corner (most often
because it costs too much) the position does not count: the answers are about cards that one can afford to play.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.seti.engine import _engine, engine_rules, read_state, write_state
from seti_sim.seti.notation import KINDS
from seti_sim.seti.players.weights import stacked
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.stats.shares import win_shares
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

WAYS = ("income", "play", "corner", "kept")
PAIRS = (("income", "play"), ("income", "corner"), ("play", "corner"), ("income", "kept"))
OUTCOMES = ("score", "win_share")
INCOMES = ("credits", "energy", "card", "data", "publicity")
PART = 100
_PLAY, _CORNER, _TUCK = (KINDS.index(word) for word in ("play", "corner", "tuck"))


def card_uses(*, players=4, policies=None, seed=1, games=20_000, variant=None, jobs=1, out=None, stream=None) -> Study:
    """What the uses of a card are worth against each other, see the module.

    games: positions looked for, one a game; each costs up to five games. Frames: `uses` (`outcome, by, group, better, than,
    estimate, low, high, n, kind, se`: what the way `better` brings more than `than`; by = `round` (0: setup), `income` or
    `cost`; paired, n = positions), `cards` (the same for each card, outcome score, with `card_id, name, p, q, shrunk`: income
    against play and against the corner). Facts: `positions` looked at, `counted`.
    """
    plan = prepare(players=players, games=games, policies=policies, seed=seed, variant=variant)
    if any(policy.kind == "python" for policy in plan.policies):
        raise StudyError("uses: players in Python cannot play positions on, expected compiled ones")
    folder = claim(out or Path("runs") / f"uses-{plan.identity[:8]}", "uses", plan.identity_parts)
    parts = Parts(_play, plan, folder / "parts", plan.identity_parts | {"kind": "uses"}, PART, 1)
    rows = parts.upto(games, jobs=jobs, stream=stream)
    frames = dict(zip(("uses", "cards"), tables(rows, plan.rules)))
    asked = {"players": players, "policies": ",".join(plan.seat_names), "seed": seed, "games": games}
    facts = {"positions": games, "counted": len(rows["card"]), "weights": weights_of(plan.policies)}
    facts["rules"] = plan.rules.fingerprint
    study = Study("uses", asked, frames, facts, folder)
    study.save()
    return study


def _play(plan, numbers: range) -> dict[str, np.ndarray]:
    """One row a position that counts: `game, round, card, score` and `win_share` [4 ways] of the seat."""
    weights = stacked(plan.policies)
    seating = plan.assign(numbers.start, len(numbers))
    found = [_position(plan, weights, row, game) for row, game in zip(seating, numbers)]
    found = [row for row in found if row is not None]
    return {
        "game": np.array([row[0] for row in found], np.int64),
        "round": np.array([row[1] for row in found], np.int8),
        "card": np.array([row[2] for row in found], np.uint8),
        "score": np.array([row[3] for row in found], np.int16).reshape(-1, len(WAYS)),
        "win_share": np.array([row[4] for row in found], np.float32).reshape(-1, len(WAYS)),
    }


def _position(plan, weights, seated, game: int):
    rng = np.random.default_rng((plan.seed, game))
    core = _engine.Core(engine_rules(plan.rules))
    pair = plan.setups(game, 1)
    core.start(plan.players, plan.seed, game, -1 if pair is None else int(pair[0, 0] + 256 * pair[0, 1]))
    policy_of = [weights[i] for i in seated]
    chosen, seen = None, 0
    while not core.over:
        action = _engine.choose_action(core, policy_of[core.to_move])
        if action >> 24 == _TUCK and len(_tucks(core)) > 1:
            seen += 1
            if rng.integers(seen) == 0:  # each is kept with the same probability in the end
                chosen = core.copy()
        core.apply(action)
    if chosen is None:
        return None
    seat, tucks = chosen.to_move, _tucks(chosen)
    card = int(rng.choice(tucks))
    other = _without(chosen, seat, card, policy_of[seat])
    turn = chosen.copy()
    turn.apply(_TUCK << 24 | other << 16)
    kept = turn.copy()
    while not turn.over and not (turn.to_move == seat and _begins(turn)):
        turn.apply(_engine.choose_action(turn, policy_of[turn.to_move]))
    legal = [] if turn.over else [int(code) for code in turn.legal()]
    uses = [
        next((code for code in legal if code >> 24 == kind and code >> 16 & 255 == card), None) for kind in (_PLAY, _CORNER)
    ]
    if None in uses:
        return None
    ways = [chosen.copy(), turn.copy(), turn.copy(), kept]
    for core, code in zip(ways, (_TUCK << 24 | card << 16, *uses)):
        core.apply(code)
    seats = np.ascontiguousarray(seated, np.uint8)
    points = np.array([_engine.play_to_end(core, weights, seats) for core in ways])
    return game, chosen.round, card, points[:, seat], win_shares(points)[:, seat]


def _tucks(core) -> list[int]:
    """Cards that can be tucked at this decision."""
    return [code >> 16 & 255 for code in core.legal() if code >> 24 == _TUCK]


def _begins(core) -> bool:
    """Whether the seat to move is to choose its main action."""
    return core.decision == "turn" and any(code >> 24 == KINDS.index("pass") for code in core.legal())


def _without(core, seat: int, card: int, policy) -> int:
    """The card that the policy would tuck if it did not hold this one."""
    thought = core.copy()
    state = read_state(thought)
    state["seat"][seat]["hand"][card >> 6] &= ~np.uint64(1 << (card & 63))
    state["seat"][seat]["n_hand"] -= 1
    write_state(thought, state)
    action = _engine.choose_action(thought, policy)
    if action >> 24 == _TUCK:
        return action >> 16 & 255
    return next(other for other in _tucks(core) if other != card)  # it would rather not tuck at all


def tables(rows, rules) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The frames `uses` and `cards` of rows as played."""
    table = rules.compiled.tables
    ids, card = np.array(rules.card_ids), rows["card"].astype(int)
    groups = {
        "round": rows["round"].astype(str),
        "income": np.array(INCOMES)[np.array(table["card_income"])[card]] if len(card) else np.array([], str),
        "cost": np.array(table["card_cost"])[card].astype(str),
    }
    uses, cards = [], []
    for outcome in OUTCOMES:
        for by, labels in groups.items():
            for group in np.unique(labels):
                mine = labels == group
                for better, than in PAIRS:
                    mean = estimates.mean_change if outcome == "win_share" else estimates.mean
                    got = mean(_gain(rows[outcome][mine], better, than), "paired")
                    uses.append(
                        {"outcome": outcome, "by": by, "group": str(group), "better": better, "than": than} | got.columns()
                    )
    there, at = np.unique(card, return_inverse=True)
    if len(card) - len(there) < 2:
        raise StudyError(f"uses: {len(card)} positions counted; expected more games")
    words = rules.card_names
    names = [words[card] for card in ids[there]]
    for better, than in PAIRS[:2]:
        got = _by_card(_gain(rows["score"], better, than), at)
        p = estimates.p_value(got.estimate, got.se, len(card) - len(there) + 1)
        cards.append(pl.DataFrame({
            "card_id": ids[there], "name": names, "better": better, "than": than, **got.columns(), "p": p,
            "q": estimates.benjamini_hochberg(p), "shrunk": estimates.shrink(got.estimate, got.se).estimate,
        }))  # fmt: skip
    return pl.DataFrame(uses), pl.concat(cards)


def _by_card(gain, at):
    """Mean gain of each card with the spread common to all: a card has too few positions to tell its own.

    No interval where it has less than gains of such skewness need (`estimates.least_games`).
    """
    n = np.bincount(at)
    mean = np.bincount(at, gain) / n
    freedom = len(gain) - len(n)
    left = estimates.left_over(gain, mean[at])
    spread = np.sqrt((left**2).sum() / freedom)
    known = n >= estimates.least_games(estimates.skewness(left))
    return estimates.t_estimate(mean, np.where(known, spread / np.sqrt(n), np.nan), n.astype(float), freedom + 1, kind="paired")


def _gain(values, better: str, than: str):
    values = values.astype(float)
    return values[:, WAYS.index(better)] - values[:, WAYS.index(than)]
