"""Refitting what a position is worth from games of the player itself, round after round.

    python -m seti_sim.seti.players.fit --player lookahead --rounds 3 --games 200 --out fitting

Each round plays games with a small share of its choices drawn at random, learns from the positions of all rounds so far
(`net`) and goes on with what it has learned. Positions are those at the end of each turn, seen by the seat that had it,
and at the beginning of each round, seen by every seat. The same command gives the same weights. They say what goes
together with points in such games; what they are worth is measured by play (`seti-sim ladder`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from seti_sim.core.errors import PlayerError

from .lessons import pairs_of
from .net import learn, returns
from .registry import Player, get
from .weights import MOST_VALUE, stacked, write_weights

EXPLORE = 20
"""Thousandths of the choices that are drawn at random from those worth a look."""
FADE = 0.9
"""Lambda of TD(lambda)."""
EPOCHS = 5
BLOCK = 250
"""Games sampled at a time, for the sake of memory."""


def sample(
    rules, policies, *, players: int, games: int, seed: int, first: int = 0, explore: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(features, about) of positions in the order of play; about: game, seat, column, points, final points.

    policies sit in turn over seats and games. explore: thousandths of their choices that are drawn at random.
    """
    from seti_sim.seti.engine import _engine, engine_rules

    assign = (np.arange(first, first + games)[:, None] + np.arange(players)) % len(policies)
    weights = stacked(policies)
    pairs = pairs_of(rules, first, games)
    x = np.zeros((games * players * 80, len(_engine.VALUE_NAMES)), np.int32)
    about = np.zeros((len(x), 5), np.int32)
    n = _engine.sample_values(
        engine_rules(rules),
        players,
        seed,
        first,
        weights,
        np.ascontiguousarray(assign, np.uint8),
        np.ascontiguousarray(pairs[:, 0] + 256 * pairs[:, 1], np.int32),
        x,
        about,
        explore,
    )
    return x[:n], about[:n]


def positions(rules, player: Player, *, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """`sample` of four-player games of one player, features in 16 bits."""
    parts = [
        sample(rules, [player], players=4, games=min(BLOCK, games - first), seed=seed, first=first, explore=EXPLORE)
        for first in range(0, games, BLOCK)
    ]
    x = np.concatenate([np.clip(x, -30_000, 30_000).astype(np.int16) for x, _ in parts])
    return x, np.concatenate([about for _, about in parts])


def refit(player: Player, parts, seed: int) -> tuple[Player, np.ndarray]:
    """(the player with weights learned from these samples, share of variance explained by round [5])."""
    from seti_sim.seti.engine import _engine

    x, offset, abouts = np.concatenate([x for x, _ in parts]), 0, []
    for _, about in parts:
        abouts.append(about + np.array([offset, 0, 0, 0, 0], np.int32))
        offset = int(abouts[-1][:, 0].max()) + 1
    about = np.concatenate(abouts)
    game, column, y = about[:, 0], about[:, 2], (about[:, 4] - about[:, 3]).astype(np.float32)
    options = {"units": _engine.HIDDEN_UNITS, "epochs": EPOCHS, "seed": seed}
    net, _ = learn(x, column, y, game, **options)
    net, explained = learn(x, column, returns(net, x, about, FADE), game, **options)
    values = np.clip(net.whole(_engine.UNIT), -MOST_VALUE, MOST_VALUE)
    return replace(player, values=tuple(int(v) for v in values)), explained


@click.command()
@click.option("--player", default="lookahead", show_default=True, help="Player to begin with, one with worths of positions.")
@click.option("--rounds", type=click.IntRange(1), default=10, show_default=True, help="Of playing and fitting.")
@click.option("--games", type=click.IntRange(20), default=600, show_default=True, help="Of four players, a round.")
@click.option("--keep", type=click.IntRange(1), default=14, show_default=True, help="Rounds whose games are learned from.")
@click.option("--seed", default=1000, show_default=True, help="Of games and fit.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for the weights.")
def main(player, rounds, games, keep, seed, out):
    """Refit what positions are worth to a player, and write the weights of each round to OUT."""
    from seti_sim.seti.rules import RuleSet

    try:
        found = get(player)
    except PlayerError as error:
        raise click.UsageError(str(error)) from None
    if not getattr(found, "values", ()):
        raise click.UsageError(f"player {player!r}: expected one with worths of positions, as lookahead")
    rules, parts = RuleSet.load(), []
    out.mkdir(parents=True, exist_ok=True)
    for number in range(1, rounds + 1):
        parts = [*parts, positions(rules, found, games=games, seed=seed + number)][-keep:]
        score = parts[-1][1][:, 4].mean()
        found, explained = refit(found, parts, seed + number)
        path = out / f"round-{number}.toml"
        write_weights(
            path,
            found,
            {
                "parent": player,
                "method": "Adam on TD(lambda) of the player's own games",
                "round": number,
                "games": games,
                "keep": keep,
                "explore": EXPLORE / 1000,
                "fade": FADE,
                "seed": seed,
                "rules": rules.fingerprint,
                "explained": [float(share) for share in explained],
            },
        )
        click.echo(f"{path}: from games with {score:.1f} points, explains " + " ".join(f"{100 * s:.0f} %" for s in explained))


if __name__ == "__main__":
    main()
