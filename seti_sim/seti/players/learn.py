"""Making the weights of `learned` and `search` from nothing, or learning on from a file.

    python -m seti_sim.seti.players.learn --out learning --jobs 2

First the network learns to choose as a teacher does: for decisions of the teacher's games, a softmax over what the options are
worth to it. Then it plays against itself, drawing its choices by their probability, and makes more likely what turned out
better than the network itself had expected (proximal policy optimisation, Schulman et al. 2017, with generalised advantage
estimation); what it expects is learned beside it from the same games. What counts is a seat's points less half the mean of the
others'. Every round has games of two, three and four players and solo games at all levels; species pairs are balanced.

The folder gets `round-N.npz` every ten rounds, `learned.npz` at the end, and `curve.csv`, a line a round. The same command
gives the same weights, whatever the number of processes. How strong they are is measured by play (`seti-sim ladder`).
"""

from __future__ import annotations

import time
from pathlib import Path

import click
import numpy as np
from joblib import delayed

from seti_sim.core.errors import PlayerError

from .lessons import Decisions, advantages, decisions, standings
from .policynet import SHARE, Batch, Network
from .registry import Player, get
from .weights import load_net, write_net

TABLES = {4: 0.35, 2: 0.4, 3: 0.15, 1: 0.1}
"""Players of the games of a round, and their share of it by seats; 1: solo games, at every level in turn."""
SOFT = 0.7
"""Points that the teacher's estimate must be lower by for an option to be 1/e as likely."""
EXPLORE = 25
"""Thousandths of the teacher's choices that are drawn from all options, so that it comes where it would not go."""
LESSON = 1024
"""Decisions a step of imitation."""
STEP = 2048
"""Decisions a step of self-play."""
PART = 50
"""Games that one process plays at a time."""
RATE = 2e-3
SELF_RATE = 6e-4
CLIP = 0.2
"""How far the ratio of new to old probability counts (Schulman et al. 2017)."""
FADE = 0.95
"""Lambda of generalised advantage estimation, a decision that is kept."""
VALUE_FADE = 0.99
"""The same for what the worth of a position is learned from: noisier, and nearer to what really came."""
CURIOSITY = 0.002
"""Weight of the entropy of the choices."""
KEEP = 500
"""Thousandths of the decisions of self-play that are learned from."""


def play(
    rules, policies, *, players: int, games: int, seed: int, first: int, level: int = 0, jobs: int = 1, **how
) -> Decisions:  # fmt: skip
    """`decisions` in several processes, in the order of the games."""
    from seti_sim.core.pool import in_parallel

    calls = [
        delayed(decisions)(
            rules, policies, players=players, games=min(PART, first + games - at), seed=seed, first=at, level=level, **how
        )
        for at in range(first, first + games, PART)
    ]
    return Decisions.joined(list(in_parallel(calls, jobs, ordered=True)))


def imitate(net: Network, found: Decisions, *, epochs: float, seed: int, say=lambda line: None) -> float:
    """Learn the teacher's choices and how its games end. Returns the share of the decisions kept out (of one game in 25, or of the last one)
    in which the network's best option is the teacher's best."""
    luck = np.random.default_rng(seed)
    game = found.about[:, 0]
    kept_out = game % 25 == 24 if (game % 25 == 24).any() else game == game[-1]
    rows, test = np.flatnonzero(~kept_out), np.flatnonzero(kept_out)[:20_000]
    now, end = standings(found, SHARE)
    steps = max(1, int(epochs * len(rows) / LESSON))
    order, at = luck.permutation(rows), 0
    for k in range(steps):
        if at + LESSON > len(order):
            order, at = luck.permutation(rows), 0
        batch = Batch(net, found, order[at : at + LESSON])
        at += LESSON
        rate = RATE * (1 - k / steps) + 5e-5
        wanted = batch.shares(_told(found, batch) / SOFT)
        net.learn_scores(batch, (batch.shares(net.scores(batch)) - wanted) / len(batch.start), rate)
        pick = order[at - LESSON : at]
        error = net.learn_values(batch, (end - now)[pick], rate)
        if k % 500 == 499:
            say(f"step {k + 1} of {steps}: agrees in {100 * agreement(net, found, test):.1f} %, off by {error**0.5:.1f} points")
    return agreement(net, found, test)


def _told(found: Decisions, batch: Batch) -> np.ndarray:
    value = found.value[batch.at]
    return np.where(np.isnan(value), -1e6, value)


def agreement(net: Network, found: Decisions, test: np.ndarray) -> float:
    """Share of these decisions in which the network's best option is the teacher's best."""
    batch = Batch(net, found, test)
    scores, told = net.scores(batch), _told(found, batch)
    best = scores == np.maximum.reduceat(scores, batch.start)[batch.of]
    right = told == np.maximum.reduceat(told, batch.start)[batch.of]
    return float(np.mean(batch.sums((best & right).astype(int)) > 0))


def improve(net: Network, found: Decisions, *, rate: float, seed: int) -> dict[str, float]:
    """Learn once from games of its own in which it drew its choices. Returns how far the probabilities moved (mean
    Kullback-Leibler divergence), the entropy of the choices in nats, and the error of the expected points."""
    luck = np.random.default_rng(seed)
    expected = found.about[:, 11] / 1000 - standings(found, SHARE)[0]
    gain, _ = advantages(found, expected, share=SHARE, fade=FADE)
    _, target = advantages(found, expected, share=SHARE, fade=VALUE_FADE)
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    order, seen = luck.permutation(len(found)), []
    size = min(STEP, len(order))
    for at in range(0, len(order) - size + 1, size):
        pick = order[at : at + size]
        batch = Batch(net, found, pick)
        old, new = batch.shares(found.value[batch.at]), batch.shares(net.scores(batch))
        ratio = new[batch.chosen] / np.maximum(old[batch.chosen], 1e-8)
        counts = np.where(gain[pick] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        by = np.where(counts, ratio * gain[pick], 0.0)
        logs = np.log(new + 1e-9)
        entropy = -batch.sums(new * logs)
        slope = new * by[batch.of] + CURIOSITY * new * (logs + entropy[batch.of])
        slope[batch.chosen] -= by
        net.learn_scores(batch, slope / size, rate)
        error = net.learn_values(batch, target[pick], 2 * rate)
        seen.append((batch.sums(old * (np.log(old + 1e-9) - logs)).mean(), entropy.mean(), error))
    moved, entropy, error = np.mean(seen, axis=0)
    return {"moved": float(moved), "entropy": float(entropy), "error": float(error) ** 0.5}


def learner(net: Network) -> Player:
    """The player that a network is."""
    greedy = get("greedy")
    return Player("learned", "learned", greedy.weights, net=net.numbers().tobytes())


def score_of(found: Decisions) -> float:
    """Mean points of the seats of the games."""
    seats = np.unique(found.about[:, [0, 1, 5]], axis=0)
    return float(seats[:, 2].mean())


@click.command()
@click.option("--teacher", default="lookahead", show_default=True, help="Player to imitate first, one that weighs its options.")
@click.option("--lessons", type=click.IntRange(50), default=3600, show_default=True, help="Games of the teacher.")
@click.option("--start", "file", type=click.Path(path_type=Path), help="Learn on from this file instead of a teacher.")
@click.option("--rounds", type=click.IntRange(0), default=250, show_default=True, help="Of self-play.")
@click.option("--games", type=click.IntRange(20), default=600, show_default=True, help="A round, if all were of four players.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of games and weights.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for weights and curve.")
def main(teacher, lessons, file, rounds, games, seed, jobs, out):
    """Make the weights of a learned player, and write them to OUT."""
    from seti_sim.seti.rules import RuleSet

    rules, begun = RuleSet.load(), time.perf_counter()
    out.mkdir(parents=True, exist_ok=True)
    record = {"rules": rules.fingerprint, "share": SHARE, "seed": seed}
    try:
        if file is not None:
            parent = load_net(file)
            net = Network.of(np.frombuffer(parent.net, np.int32))
            record |= {"parent": parent.record}
        else:
            found = get(teacher)
            if found.kind != "lookahead":
                raise PlayerError(f"teacher {teacher!r}: expected lookahead, the player that says what its options are worth")
            net = Network(seed)
            first_lessons(net, rules, found, lessons=lessons, seed=seed, jobs=jobs)
            record |= {"teacher": found.name, "teacher_key": found.key, "lessons": lessons}
    except PlayerError as error:
        raise click.UsageError(str(error)) from None
    curve = ["round,minutes,points,points_of_two,moved,entropy,error"]
    first, levels = 0, len(rules.tree["solo"]["levels"])
    for number in range(1, rounds + 1):
        parts = {}
        for players, part in TABLES.items():
            many = max(20, int(games * 4 * part / max(players, 1)) // 20 * 20)
            level = 1 + number % levels if players == 1 else 0
            parts[players] = play(
                rules, [learner(net)], players=players, games=many, seed=seed + 1, first=first, level=level, jobs=jobs, heat=1.0, keep=KEEP,
            )  # fmt: skip
            first += many
        rate = SELF_RATE * max(0.1, 1 - number / rounds)
        seen = improve(net, Decisions.joined(list(parts.values())), rate=rate, seed=seed + number)
        points, two = score_of(parts[4]), score_of(parts[2])
        minutes = (time.perf_counter() - begun) / 60
        curve.append(f"{number},{minutes:.1f},{points:.2f},{two:.2f}," + ",".join(f"{v:.4f}" for v in seen.values()))
        click.echo(f"round {number} of {rounds}: {points:.1f} points, {two:.1f} of two, {minutes:.0f} min")
        (out / "curve.csv").write_text("\n".join(curve) + "\n", encoding="utf-8")
        if number % 10 == 0:
            write_net(out / f"round-{number}.npz", net.numbers(), record | {"rounds": number, "games": first})
    write_net(out / "learned.npz", net.numbers(), record | {"rounds": rounds, "games": first})
    click.echo(f"{out / 'learned.npz'}: play it with --policy learned[weights={out / 'learned.npz'}]")


def first_lessons(net: Network, rules, teacher: Player, *, lessons: int, seed: int, jobs: int) -> None:
    """Imitate the teacher in games of four, three and two players."""
    parts, first = [], 0
    for players, share in ((4, 0.6), (3, 0.2), (2, 0.2)):
        many = max(PART, int(lessons * share) // PART * PART)
        click.echo(f"{many:,} games of {teacher.name}, {players} players")
        parts.append(
            play(rules, [teacher], players=players, games=many, seed=seed, first=first, jobs=jobs, teacher=0, explore=EXPLORE)
        )
        first += many
    found = Decisions.joined(parts)
    net.scale_by(found.x[:: max(1, len(found) // 100_000)])
    right = imitate(net, found, epochs=2, seed=seed, say=click.echo)
    click.echo(f"chooses as {teacher.name} in {100 * right:.1f} % of {len(found):,} decisions")


if __name__ == "__main__":
    main()
