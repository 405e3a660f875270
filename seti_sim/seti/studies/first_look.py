"""What players make of new cards at first sight: a few hundred games, and what became of each card in them."""

from __future__ import annotations

import numpy as np

from seti_sim.seti import players
from seti_sim.seti.batch import LOG_ARRIVE, LOG_LEAVE, play_games
from seti_sim.seti.vocabulary_tables import FATES

WORDS = {
    "played": "play it", "tucked": "tuck it for income", "corner": "use its corner", "signal": "use its signal",
    "exchanged": "exchange it", "discarded": "discard it on passing",
}  # fmt: skip


def first_look(rules, cards, *, games: int = 300, policy: str = "greedy", seed: int = 1) -> list[list[str]]:
    """Lines about each group of copies (ids): what became of them in games of four, by round, and what nobody did.

    Raises EndlessGame where a game of these rules has no end.
    """
    batch = play_games(rules, players=4, seed=seed, first=0, count=games, policies=[players.get(policy)])
    rounds = rules.tree["setup"]["rounds"]
    number = {card: i for i, card in enumerate(rules.card_ids)}
    told = []
    for copies in cards:
        mine = batch.log[np.isin(batch.log["item"], [number[card] for card in copies])]
        came = int((mine["kind"] == LOG_ARRIVE).sum())
        gone = mine[mine["kind"] == LOG_LEAVE]
        by = {fate: gone[gone["a"] == i] for i, fate in enumerate(FATES)}
        lines = [f"In {games} games of {policy} it came to {came} hands: " + _ways(by, rounds)]
        never = [WORDS[fate] for fate in FATES if came and not len(by[fate])]
        if never:
            lines.append(f"Nobody did: {', '.join(never)}")
        told.append(lines)
    return told


def _ways(by, rounds: int) -> str:
    ways = []
    for fate, rows in by.items():
        if len(rows):
            when = "/".join(str(int((rows["round"] == n).sum())) for n in range(1, rounds + 1))
            ways.append(f"{fate} {len(rows)}" + (f" (by round {when})" if fate == "played" else ""))
    return ", ".join(ways) or "nothing became of it"
