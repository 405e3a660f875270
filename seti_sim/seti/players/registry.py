"""Policies by name. A policy is a kind of compiled player, what it is barred from, and the weights it plays with.

A name may have options in brackets: `greedy[without=scan,without=computer-1]`, `greedy[weights=mine.toml]`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

import numpy as np

from seti_sim.core.errors import PlayerError
from seti_sim.core.names import did_you_mean, in_short, middle_out
from seti_sim.seti.vocabulary_actions import BARRED

from .weights import N_WEIGHTS, load, load_net, padded

KINDS = {"random": 0, "greedy": 1, "lookahead": 2, "mcts": 3, "learned": 4, "search": 5}  # POLICY_… of ext/seti/players.pxi
PERSONAS = {
    "explorer": "probes, orbits, landings, moons",
    "observer": "scans, sectors",
    "analyst": "computer, blue traces",
    "engineer": "techs",
    "missionary": "cards, missions",
}
"""`greedy` with weights of their own, and premiums for what they lean to."""
BUDGETS = {"lookahead": (600, 1, 0, 14, 0), "mcts": (0, 0, 100, 10, 0), "search": (0, 0, 12, 6, 1)}
"""Of the players that search, by BUDGET_WORDS (ext/seti/policy.pxi)."""
BUDGET_WORDS = ("nodes", "deals", "playouts", "width", "turns")
MOST_BUDGET = {"width": 48, "turns": 20}
WEIGHTS = {
    "greedy": "greedy.toml",
    "learned": "learned.npz",
    "search": "learned.npz",
    "lookahead": "lookahead.toml",
    "mcts": "lookahead.toml",
} | {name: f"{name}.toml" for name in PERSONAS}
"""The shipped file of each."""


@dataclass(frozen=True)
class Player:
    """A compiled policy, the same in every process.

    name: as on the command line. kind: which compiled player. weights: tuple of ints in the engine's order, premiums
    included, which `premiums` tells again by name. barred: (actions, techs, kinds of trace, species) as bit masks.
    key: 12 hex digits of kind, bars and weights, for a run's identity.
    """

    name: str
    kind: str
    weights: tuple[int, ...] = field(default=(), repr=False)
    barred: tuple[int, ...] = (0, 0, 0, 0)
    values: tuple[int, ...] = field(default=(), repr=False)
    budget: tuple[int, ...] = (0, 0, 0, 0, 0)
    premiums: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False, hash=False)
    net: bytes = field(default=b"", repr=False)

    @property
    def key(self) -> str:
        """12 hex digits of all that decides its choices: two players of one key play the same."""
        text = f"{self.kind}:{self.weights}"
        for more in (self.barred, self.values, self.budget):
            text += f":{more}" if any(more) else ""
        return hashlib.sha256(text.encode() + self.net).hexdigest()[:12]

    def engine_weights(self) -> np.ndarray:
        """Kind, bars, budget, weights, values and network as the engine takes them, int32."""
        weights = [*self.weights, *[0] * (N_WEIGHTS - len(self.weights))]
        numbers = padded([KINDS[self.kind], *self.barred, *self.budget, *weights, *self.values])
        if not self.net:
            return numbers
        from .policynet import with_average_cards  # takes SciPy, and only these players need it

        return np.concatenate([numbers, with_average_cards(self.net)])

    def choose(self, game):
        """The player's action at the decision of a `Game`, for the seat that is to move."""
        from seti_sim.seti.engine import _engine

        return game.action(_engine.choose_action(game.core, self.engine_weights()))


def names() -> tuple[str, ...]:
    """Names of all policies."""
    return (*KINDS, *PERSONAS)


def get(name, clock: bool = False, rules=None) -> Player:
    """The policy of that name, options in brackets obeyed; PlayerError with the nearest names otherwise.

    A callable in place of a name is a player in Python (`seti_sim.seti.players.python`).
    clock: may it play by the clock, `mcts[seconds=2]`, so that nobody can repeat its games? rules: whose techs and species
    `without=` may name, the printed ones for None.
    """
    from .clock import TimedPlayer, seconds_of
    from .python import PythonPlayer, targets

    if not isinstance(name, str):
        return PythonPlayer.of(name)
    base, options = _split(name)
    known = names()
    if base not in known and (":" in base or base in targets()):
        if options:
            raise PlayerError(
                f"policy {in_short(name)}: option {middle_out(', '.join(options))}: a player in Python takes none"
            )
        return PythonPlayer(name, base if ":" in base else targets()[base])
    if base not in known:
        raise PlayerError(f"policy {in_short(name)}: expected one of {', '.join(known)}{did_you_mean(base, known, 1)}")
    kind = "greedy" if base in PERSONAS else base
    weights, values, premiums, net = (), (), {}, b""
    if base in ("learned", "search"):
        weights, net = load(WEIGHTS["greedy"], "greedy").weights, load_net(options.pop("weights", [WEIGHTS[base]])[-1]).net
    elif base != "random":
        weights, values, premiums = load(options.pop("weights", [WEIGHTS[base]])[-1], kind)
    without = options.pop("without", [])
    budget = list(BUDGETS.get(kind, (0,) * len(BUDGET_WORDS)))
    for number, word in enumerate(BUDGET_WORDS):
        if budget[number] and word in options:
            text = options.pop(word)[-1]
            most = MOST_BUDGET.get(word, 1_000_000)
            if not text.isdecimal() or not 1 <= int(text) <= most:
                raise PlayerError(
                    f"policy {in_short(name)}: {word}={middle_out(text)}: expected a whole number from 1 to {most}"
                )
            budget[number] = int(text)
    seconds = options.pop("seconds", [None])[-1] if kind == "mcts" else None
    if seconds is not None and not clock:
        raise PlayerError(
            f"policy {in_short(name)}: seconds={middle_out(seconds)}: such games cannot be repeated, only `play` and `ladder` have them; expected "
            "playouts=…"
        )
    if options:
        known = ["without=…", *(["weights=…"] if base != "random" else [])]
        known += [f"{word}=…" for number, word in enumerate(BUDGET_WORDS) if budget[number]]
        raise PlayerError(f"policy {in_short(name)}: option {middle_out(', '.join(options))}: expected {' or '.join(known)}")
    barred = bars(name, without, rules) if without else (0, 0, 0, 0)
    player = Player(name, kind, weights, barred, values, tuple(budget), premiums, net)
    return player if seconds is None else TimedPlayer(name, player, seconds_of(name, seconds))


def _split(name: str) -> tuple[str, dict[str, list[str]]]:
    """Base and options of a name: {option: its values}."""
    match = re.fullmatch(r"([^\[\]]*)(?:\[([^\[\]]*)\])?", name)
    if match is None:
        raise PlayerError(
            f"policy {in_short(name)}: expected a name, or a name with options in brackets as in greedy[without=scan]"
        )
    options: dict[str, list[str]] = {}
    for part in (match[2] or "").split(","):
        key, sign, value = part.strip().partition("=")
        if match[2] is not None and not (sign and key and value):
            raise PlayerError(f"policy {in_short(name)}: {in_short(part)}: expected option=value")
        if sign:
            options.setdefault(key.strip(), []).append(value.strip())
    return match[1], options


TRACES = ("signal", "lander", "analysis")


def bars(name: str, without, rules=None) -> tuple[int, ...]:
    """Masks of the actions, techs, traces and species that the words of `without` name, of the printed rules or those given.

    `species` are all of them: the bits of the printed ones stand for every one that a variant adds, too.
    """
    from seti_sim.seti.rules import RuleSet

    printed = RuleSet.load()
    rules = printed if rules is None else rules
    techs, species = list(rules.compiled.tech_ids), list(rules.species_ids)
    kinds = {tech: rules.tree["techs"][tech]["kind"] for tech in techs}
    masks = [0, 0, 0, 0]
    for word in without:
        if word in BARRED:
            masks[0] |= 1 << BARRED[word]
        elif word in techs:
            masks[1] |= 1 << techs.index(word)
        elif word in ("probe", "telescope", "computer"):
            masks[1] |= sum(1 << i for i, tech in enumerate(techs) if kinds[tech] == word)
        elif word.removesuffix("-trace") in TRACES and word.endswith("-trace"):
            masks[2] |= 1 << TRACES.index(word.removesuffix("-trace"))
        elif word == "species":
            masks[3] |= (1 << len(printed.species_ids)) - 1
        elif word in species:
            masks[3] |= 1 << species.index(word)
        else:
            known = [*BARRED, *techs, "probe", "telescope", "computer", *(f"{t}-trace" for t in TRACES), "species", *species]
            hint = did_you_mean(word, known, 1)
            raise PlayerError(f"policy {in_short(name)}: without={middle_out(word)}: expected one of {', '.join(known)}{hint}")
    return tuple(masks)
