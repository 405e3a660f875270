"""What players make of new and changed components at first sight: some games, what became of each in them, what it was worth
to the player by round, and what nobody did with it.

Three things are looked at. *Games* of four as they are played: what became of each component. *Turns* of a few of these games:
what a player would give for a card if it were in its hand, a tech, a marker on a gold tile (`worths` of the engine). *Trials*: a
card is put into the hand of whoever's turn it is, with its price, and played; a mission, triggers or end-of-game points are put
before a seat early in a game. What never comes about there hardly ever will.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from seti_sim.seti import players
from seti_sim.seti.batch import (
    LOG_ARRIVE,
    LOG_DISCOVER,
    LOG_GOLD,
    LOG_LAND,
    LOG_LEAVE,
    LOG_OBJECTIVE,
    LOG_ORBIT,
    LOG_RIVAL_LINE,
    LOG_TECH,
    LOG_TRACE,
    OBJECTIVE_STEPS,
    Batch,
    play_games,
)  # fmt: skip
from seti_sim.seti.engine import _engine, read_state
from seti_sim.seti.game import Game
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.vocabulary_tables import FATES

from .trials import Trials, Turn, with_species

WORDS = {
    "played": "play it", "tucked": "tuck it for income", "corner": "use its corner", "signal": "use its signal",
    "exchanged": "exchange it", "discarded": "discard it on passing",
}  # fmt: skip
LOOKED = 8
"""Games whose turns are looked at."""
EVERY = 2
"""Of these every so many turns."""


def first_look(rules, looked: Iterable[tuple[str, Sequence[str]]], *, games: int = 300, policy: str = "greedy", seed: int = 1):
    """{(table, id): lines} about components, (table, ids of all copies, one of them alone but for cards); objectives and the
    rival's cards in solo games.

    Raises EndlessGame where a game of these rules has no end.
    """
    looked = list(looked)
    player = players.get(policy)
    batch = play_games(rules, players=4, seed=seed, first=0, count=games, policies=[player])
    look = _Look(rules, player, batch, seed, sum(table == "cards" for table, _ in looked))
    said = {
        "cards": look.card, "techs": look.tech, "gold_tiles": look.gold_tile, "species": look.species, "planets": look.planet,
        "moons": look.moon, "objectives": look.objective, "rival_cards": look.rival_card,
    }  # fmt: skip
    return {(table, copies[0]): said[table](copies) for table, copies in looked}


class _Look:
    def __init__(self, rules, player, batch: Batch, seed: int, cards: int) -> None:
        self.rules, self.player, self.batch = rules, player, batch
        self.games = len(batch.games["game_id"])
        self.weights = player.engine_weights()
        self.rounds = rules.tree["setup"]["rounds"]
        self.turns = self._turns(seed)
        self.trials = Trials(rules, self.weights, self.turns, cards)
        self.tables = rules.compiled.tables

    def _turns(self, seed: int) -> list[Turn]:
        """The beginnings of some turns of a few games of four."""
        found = []
        for number in range(LOOKED):
            core, last, n = Game.new(self.rules, players=4, seed=seed, game=number).core, None, 0
            while not core.over:
                if core.decision == "turn" and (core.round, core.turn) != last:
                    last, n = (core.round, core.turn), n + 1
                    if n % EVERY == 0:
                        worth = [np.array(values) / 1000 for values in _engine.worths(core, self.weights)]
                        found.append(Turn(core.copy(), read_state(core), core.round, *worth))
                core.apply(_engine.choose_action(core, self.weights))
        return found

    # ------------------------------------------------------------------ cards
    def card(self, copies: Sequence[str]) -> list[str]:
        if self.in_box(copies[0]):
            return ["It stays in the box"]
        index = [self.rules.card_ids.index(card) for card in copies]
        first, name = index[0], copies[0]
        mine = self.batch.log[np.isin(self.batch.log["item"], index)]
        came = int((mine["kind"] == LOG_ARRIVE).sum())
        gone = mine[mine["kind"] == LOG_LEAVE]
        by = {fate: gone[gone["a"] == i] for i, fate in enumerate(FATES)}
        lines = [f"In {self.games} games of {self.player.name} it came to {came} hands: " + self._ways(by)]
        never = [WORDS[fate] for fate in FATES if came and not len(by[fate])]
        lines += [f"Nobody did: {', '.join(never)}"] if never else []
        if "secret" not in self.rules.tree["cards"][name]:
            lines += self._worth_of_card(first) + self.trials.of_card(name, first)
        return lines

    def in_box(self, card: str) -> bool:
        """Whether the card, or its species, stays there."""
        out = self.rules.tree["setup"]["without"]
        return card in out or self.rules.tree["cards"][card].get("species") in out

    def _ways(self, by) -> str:
        ways = []
        for fate, rows in by.items():
            if len(rows):
                ways.append(f"{fate} {len(rows)}" + (f" (by round {self._by_round(rows)})" if fate == "played" else ""))
        return ", ".join(ways) or "nothing became of it"

    def _by_round(self, rows) -> str:
        return "/".join(str(int((rows["round"] == n).sum())) for n in range(1, self.rounds + 1))

    def _worth_of_card(self, card: int) -> list[str]:
        """What a player would give for playing it, beside a middling card of its deck."""
        species = np.array(self.tables["card_species"])
        turns = with_species(self.turns, int(species[card]))
        deck = np.flatnonzero((species == species[card]) & (np.array(self.tables["left_out"]) == 0))
        return self._worth("Playing it is worth to {}, in credits over its price by round:", turns, lambda turn: turn.cards[card], lambda turn: np.median(turn.cards[deck]),
                           "a middling card of its deck")  # fmt: skip

    def _worth(self, what: str, turns: Sequence[Turn], worth, other=None, others: str = "") -> list[str]:
        """What it is worth, round by round; nothing where there is no such turn."""
        by_round = [[turn for turn in turns if turn.round == n] for n in range(1, self.rounds + 1)]
        if not turns:
            return []

        def told(of) -> str:
            return " / ".join(f"{np.mean([of(turn) for turn in some]):.1f}" if some else "–" for some in by_round)

        beside = f"; {others} {told(other)}" if other else ""
        return [f"{what.format(self.player.name)} {told(worth)}{beside}"]

    def _beside(self, what: str, turns: Sequence[Turn], kind: str, at: int, others: str) -> list[str]:
        """What one of `Turn`'s techs or gold tiles is worth, beside the middle of the others."""

        def rest(turn: Turn) -> float:
            return np.median(np.delete(getattr(turn, kind), at))

        return self._worth(what, turns, lambda turn: getattr(turn, kind)[at], rest, others)

    # ------------------------------------------------------------------ techs, gold tiles, species
    def tech(self, names: Sequence[str]) -> list[str]:
        tech = self.rules.tech_ids.index(names[0])
        taken = self.batch.log[(self.batch.log["kind"] == LOG_TECH) & (self.batch.log["item"] == tech)]
        lines = [
            f"In {self.games} games of {self.player.name} it was taken {len(taken)} times (by round {self._by_round(taken)})"
        ]
        turns = [turn for turn in self.turns if not int(turn.seat["techs"]) >> tech & 1]
        lines += self._beside("Taking it is worth to {}, in credits by round:", turns, "techs", tech, "a middling tech")
        return lines if len(taken) else [*lines, "Nobody did: take it"]

    def gold_tile(self, names: Sequence[str]) -> list[str]:
        entry = self.rules.tree["gold_tiles"][names[0]]
        tile, way = self.rules.gold_tile_names.index(entry["tile"]), "ab".index(entry["side"])
        there = (np.asarray(self.batch.games["gold_sides"]) >> tile & 1) == way
        marks = self.batch.log[(self.batch.log["kind"] == LOG_GOLD) & (self.batch.log["item"] == tile)]
        marks = marks[there[marks["game"] - self.batch.games["game_id"][0]]]
        lines = [
            f"In {int(there.sum())} games of {self.player.name} with this side up it was marked {len(marks)} times (by round {self._by_round(marks)})"
        ]
        turns = [turn for turn in self.turns if turn.state["gold_side"][tile] == way]
        lines += self._beside("A marker on it is worth to {}, in credits by round:", turns, "gold", tile, "a middling tile")
        return lines if len(marks) else [*lines, "Nobody did: mark it"]

    def species(self, names: Sequence[str]) -> list[str]:
        if names[0] not in self.rules.species_played:
            return ["It stays in the box"]
        species = self.rules.species_ids.index(names[0])
        games, log = self.batch.games, self.batch.log
        slots = np.array([games["species_left"], games["species_right"]])
        there = (slots == species).any(axis=0)
        number = log["game"] - games["game_id"][0]
        mine = lambda rows, slot: slots[slot, number[rows]] == species  # noqa: E731
        found = np.flatnonzero(log["kind"] == LOG_DISCOVER)
        found = found[mine(found, log["item"][found])]
        traces = np.flatnonzero((log["kind"] == LOG_TRACE) & (log["a"] >= 2))
        traces = traces[mine(traces, log["item"][traces] // len(oc.TRACE_KINDS))]
        lines = [
            f"In {int(there.sum())} games of {self.player.name} with it: discovered {len(found)} times "
            f"(by round {self._by_round(log[found])}), {len(traces)} markers on its board"
        ]
        never = [] if len(found) else ["discover it"]
        board = self.rules.tree["species"][names[0]]["board"]
        for kind, column in board.items():
            rows = traces[log["item"][traces] % len(oc.TRACE_KINDS) == oc.TRACE_KINDS.index(kind)]
            counts = [int((log["a"][rows] == 2 + space).sum()) for space in range(len(column))]
            lines.append(f"{kind} markers by space: {', '.join(map(str, counts))}")
            never += [
                f"mark {kind} space {i + 1}"
                for i, (n, space) in enumerate(zip(counts, column, strict=True))
                if not n and "token" not in space
            ]
        return lines + ([f"Nobody did: {', '.join(never)}"] if never else [])

    # ------------------------------------------------------------------ planets, moons, what solo games have
    def planet(self, names: Sequence[str]) -> list[str]:
        at = self.batch.log["item"] == self.rules.compiled.planet_ids.index(names[0])
        orbits, lands = (at & (self.batch.log["kind"] == kind) for kind in (LOG_ORBIT, LOG_LAND))
        told = [f"{way} {rows.sum()} times (by round {self._by_round(self.batch.log[rows])})"
                for way, rows in (("orbited", orbits), ("landed on", lands & (self.batch.log["b"] == 0)))]  # fmt: skip
        return [f"In {self.games} games of {self.player.name} it was {', '.join(told)}"]

    def moon(self, names: Sequence[str]) -> list[str]:
        log = self.batch.log
        rows = log[(log["kind"] == LOG_LAND) & (log["b"] == 1 + self.rules.compiled.moon_ids.index(names[0]))]
        lines = [
            f"In {self.games} games of {self.player.name} it was landed on {len(rows)} times (by round {self._by_round(rows)})"
        ]
        return lines if len(rows) else [*lines, "Nobody did: land on it"]

    @cached_property
    def solo(self) -> np.ndarray:
        """The log of solo games at the first level."""
        return play_games(self.rules, players=1, seed=0, first=0, count=self.games, policies=[self.player], solo=1).log

    def objective(self, names: Sequence[str]) -> list[str]:
        rows = self.solo[
            (self.solo["kind"] == LOG_OBJECTIVE) & (self.solo["item"] == self.rules.compiled.solo["objectives"].index(names[0]))
        ]
        open_, _, done, given_up = (int((rows["a"] == step).sum()) for step in range(len(OBJECTIVE_STEPS)))
        lines = [
            f"In {self.games} solo games of {self.player.name} it lay open {open_} times: done {done}, given up {given_up}"
        ]
        return [*lines, "Nobody did: complete it"] if open_ and not done else lines

    def rival_card(self, names: Sequence[str]) -> list[str]:
        card = self.rules.compiled.solo["rival_cards"].index(names[0])
        rows = self.solo[(self.solo["kind"] == LOG_RIVAL_LINE) & (self.solo["item"] == card)]
        actions = self.rules.tree["solo"]["cards"][names[0]]["actions"]
        counts = [int((rows["a"] == line).sum()) for line in range(len(actions))]
        return [f"In {self.games} solo games the rival did its lines so often: {', '.join(map(str, counts))}"]
