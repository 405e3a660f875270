"""One game of a run, played again by its number: the same game that the run stored."""

from __future__ import annotations

from typing import Any

from seti_sim.core import registry as kinds
from seti_sim.core.errors import RunError
from seti_sim.core.registry import GameKind
from seti_sim.simulate.plan import Plan, prepare


def play_again(plan: Plan, game: int):
    """Game `game` of a plan: (the game before its first action, the same game played to its end, policies by seat).

    Raises what the game's `endless` says for a game without end, which a variant can bring about.
    """
    start = plan.kind.new_game(plan, game)
    whole, seated = play_on(plan.kind, start, [plan.policies[i] for i in plan.assign(game, 1)[0]])
    if not whole.is_over:
        raise plan.kind.endless(plan, game)
    return start, whole, seated


def play_on(kind: GameKind, start: Any, policies: list[Any]) -> tuple[Any, list[str]]:
    """A `Game` played on by the policies of the seats that they play: (the game at its end, or after as many decisions as a game
    may have, policies by seat)."""
    seated, whole = kind.deciders(policies, start), start.clone()
    for _ in range(kind.max_decisions):
        if whole.is_over:
            break
        whole.apply(seated[whole.to_move].choose(whole))
    return whole, [kind.automaton if policy is None else policy.name for policy in seated.values()]


def plan_of(config: dict) -> Plan | None:
    """The plan of a run from its run.json; None where rules, players or engine of today are not those of the run.

    None, too, for a player in Python: its module is code, and a name in a file is nobody's order to run it.
    """
    if not {name.partition("[")[0] for name in config["seats"]} <= set(kinds.get(config["game"]).policies()):
        return None
    try:
        plan = prepare(
            game=config["game"], players=len(config["seats"]), games=range(config["first"], config["first"] + config["games"]), policies=config["seats"],
            seed=config["seed"], seating=config["seating"], variant=config["rules"]["variant"], tables=config.get("tables", ()),
            **options_of(config),
        )  # fmt: skip
    except (RunError, ValueError):
        return None
    return plan if plan.identity == config["identity"] else None


def options_of(config: dict) -> dict[str, str]:
    """The options of its game that a run was made with, from its run.json."""
    return {option.name: config[option.name] for option in kinds.get(config["game"]).options if option.name in config}
