"""What comes about when a card is put into somebody's hand and played, or lies before a seat: trials from the turns of some games.

In half of them the player at hand decides, in the others one that takes whatever comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from seti_sim.core.node import Node
from seti_sim.seti import players
from seti_sim.seti.engine import _engine, read_state, write_state
from seti_sim.seti.game import Game
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.species import DECK, NONE
from seti_sim.seti.rules.wording import Wording

FEWEST, MOST = 8, 40
"""So often each card is tried; less often the more there are."""
ALL = 1200
"""As many trials of all cards together, where that is enough."""
LONGEST = 1000
"""Actions of a turn that are waited for."""


class Turn(NamedTuple):
    """The beginning of somebody's turn: the game there, its state, its round from 1, what the player would give for each card,
    tech and marker on a gold tile, in credits."""

    core: Any
    state: Any
    round: int
    cards: np.ndarray
    techs: np.ndarray
    gold: np.ndarray

    @property
    def seat(self) -> Any:
        return self.state["seat"][self.core.turn]


def with_species(turns: Sequence[Turn], species: int) -> list[Turn]:
    """Those in which a card of that species can be in a hand: once it is discovered; all for a card of none."""
    slots = [(turn, slot) for turn in turns for slot in range(2)]
    if species == NONE:
        return list(turns)
    return [turn for turn, slot in slots if turn.state["species"][slot] == species and turn.state["discovered"][slot]]


class Trials:
    """Trials of so many cards from the beginnings of turns, with the numbers of a player (`engine_weights`)."""

    def __init__(self, rules, weights: np.ndarray, turns: Sequence[Turn], cards: int) -> None:
        self.rules, self.turns, self.tables = rules, turns, rules.compiled.tables
        self.players = weights, players.get("random").engine_weights()
        self.count = int(np.clip(ALL // max(cards, 1), FEWEST, MOST))

    def of_card(self, name: str, card: int) -> list[str]:
        """What did not come about when it was played and when it lay in play, in words."""
        entry, species = self.rules.tree["cards"][name], int(self.tables["card_species"][card])
        known = with_species(self.turns, species)
        turns = [turn for turn in known if _take(read_state(turn.core), card)]
        if not turns:
            return []
        cost = {"credits": self.tables["card_cost"][card], "energy": self.tables["card_energy"][card]}
        price = {oc.RESOURCES.index(name): n for name, n in cost.items()}
        poor = not any(all(turn.seat["res"][i] >= n for i, n in price.items()) for turn in known)
        lines, never = [f"Nobody could pay for it in any of {len(known)} turns"] if poor else [], []
        idle: list[str] = []
        seen = np.bitwise_or.reduce([self._play(turn, card, price, i) for i, turn in enumerate(self._some(turns))])
        if {"mission", "triggers", "endgame"} & entry.keys():
            ends = [self._lie(turn, card, entry, i) for i, turn in enumerate(self._some(turns[: len(turns) // 4 + 1]))]
            seen |= np.bitwise_or.reduce([marks for marks, _ in ends])
            came = np.bitwise_or.reduce([done for _, done in ends])
            if "mission" in entry and not came:
                never.append("completed its mission")
                idle.append("mission")
            if "endgame" in entry and not came:
                never.append("had points of it at the end")
            for i, space in enumerate(entry.get("triggers", ())):
                if not came >> i & 1:
                    idle.append(f"triggers[{i}]")
                    never.append(f"covered space {i + 1} ({Wording(Node(self.rules.tree)).event(Node(space).table('on'))})")
        never += self._effects_never(f"cards.{name}.", seen, idle)
        return lines + ([f"In {self.count} trials nobody {', '.join(never)}"] if never else [])

    def _some(self, turns: Sequence[Turn]) -> list[Turn]:
        """As many as there are trials, from the first to the last."""
        return [turns[i] for i in np.linspace(0, len(turns) - 1, self.count).astype(int)]

    def _play(self, turn: Turn, card: int, price, number: int) -> np.ndarray:
        """Which effects did something until the turn was over, when it was played with its price at hand."""
        core, state = turn.core.copy(), read_state(turn.core)
        _take(state, card)
        seat = state["seat"][core.turn]
        seat["hand"][card // 64] |= np.uint64(1) << np.uint64(card % 64)
        seat["n_hand"] += 1
        for i, n in price.items():
            seat["res"][i] = max(int(seat["res"][i]), n)
        write_state(core, state)
        core.see()
        core.apply(Game(self.rules, core, 0, 0).parse(f"play {self.rules.card_ids[card]}").code)
        last, weights = (core.round, core.turn), self._by(number)
        for _ in range(LONGEST):
            if core.over or (core.round, core.turn) != last:
                break
            core.apply(_engine.choose_action(core, weights))
        if "message" in self.rules.tree["cards"][self.rules.card_ids[card]]:
            _engine.play_to_end(core, weights[None], np.zeros(core.players, np.uint8))
        return np.frombuffer(core.seen(), np.uint8)

    def _by(self, number: int) -> np.ndarray:
        """Whose choices a trial has: the player's and any others in turn."""
        return self.players[number % 2]

    def _lie(self, turn: Turn, card: int, entry, number: int) -> tuple[np.ndarray, int]:
        """(which effects did something to the end, whether the mission was completed, points scored or which spaces covered)
        when it lay before the seat from that turn on."""
        core, state = turn.core.copy(), read_state(turn.core)
        _take(state, card)
        who = core.turn
        state["seat"][who]["endgame" if "endgame" in entry else "missions"][card // 64] |= np.uint64(1) << np.uint64(card % 64)
        write_state(core, state)
        core.see()
        _engine.play_to_end(core, self._by(number)[None], np.zeros(core.players, np.uint8))
        after = read_state(core)
        if "endgame" in entry:
            came = int(core.score_now(who)[1][card] > 0)
        elif "mission" in entry:
            came = int(after["seat"][who]["completed"][card // 64] >> np.uint64(card % 64)) & 1
        else:
            came = int(after["covered"][card])
            if int(after["seat"][who]["completed"][card // 64] >> np.uint64(card % 64)) & 1:
                came = 255
        return np.frombuffer(core.seen(), np.uint8), came

    def _effects_never(self, card: str, seen: np.ndarray, idle: Sequence[str]) -> list[str]:
        """Effects of the card at that address which did nothing in any trial. What stands inside another of them, or below the keys
        `idle`, follows from what is said of these."""
        found: list[str] = []
        words = Wording(Node(self.rules.tree))
        above = [card + key for key in idle]
        effects = [(address, pc) for address, pc in self.rules.compiled.effects.items() if address.startswith(card)]
        for address, pc in sorted(effects, key=lambda effect: len(effect[0])):
            if not seen[pc] and not any(address.startswith(outer) for outer in above):
                above.append(address)
                found.append(f"had anything of “{words.effect(_at(self.rules.tree, address))}”")
        return found


def _take(state, card: int) -> bool:
    """Take the card out of the deck that it lies in; False where it lies anywhere else."""
    decks: list[tuple[Any, str, int | None]] = [(state["deck"], "deck_n", None)]
    decks += [(state["alien_deck"][DECK * slot : DECK * (slot + 1)], "alien_n", slot) for slot in range(2)]
    for cards, count, slot in decks:
        n = int(state[count] if slot is None else state[count][slot])
        at = np.flatnonzero(cards[:n] == card)
        if len(at):
            cards[at[0] : n - 1] = cards[at[0] + 1 : n].copy()
            cards[n - 1] = 0
            if slot is None:
                state[count] = n - 1
            else:
                state[count][slot] = n - 1
            return True
    return False


def _at(tree: Any, address: str) -> Node:
    """The table at an address of the tree, as `cards.my-laser.play[1].then[0]`."""
    found = tree
    for part in address.replace("[", ".[").split("."):
        found = found[int(part[1:-1])] if part.startswith("[") else found[part]
    return Node(found, address)
