"""One game of a run, played again by its number: the same game that the run stored."""

from __future__ import annotations

from seti_sim.simulate.plan import DRAWN, RIVAL, Plan, RunError, prepare


def play_again(plan: Plan, game: int):
    """Game `game` of a plan: (the game before its first action, the same game played to its end, policies by seat).

    Raises EndlessGame for a game without end, which a variant can bring about.
    """
    from seti_sim.seti import EndlessGame, Game
    from seti_sim.seti.core import MAX_DECISIONS

    seated = [plan.policies[i] for i in plan.assign(game, 1)[0]]
    pair = plan.species_pairs(game, 1)
    pair = None if pair is None else [plan.rules.species_ids[i] for i in pair[0]]
    if plan.solo:
        start = Game.new(plan.rules, seed=plan.seed, game=game, species=pair, solo=True, level=plan.solo)
        seated = seated * 2  # the rival is never asked
    else:
        start = Game.new(plan.rules, players=plan.players, seed=plan.seed, game=game, species=pair)
    whole = start.clone()
    while not whole.is_over:
        if len(whole.history) == MAX_DECISIONS:
            raise EndlessGame(plan.players, plan.seed, game)
        whole.apply(seated[int(whole.to_move[1:]) - 1].choose(whole))
    names = [RIVAL if f"P{i + 1}" == start.rival else policy.name for i, policy in enumerate(seated)]
    return start, whole, names


def plan_of(config: dict) -> Plan | None:
    """The plan of a run from its run.json; None where rules, players or engine of today are not those of the run."""
    parts = config["identity_parts"]
    try:
        plan = prepare(
            players=None if config.get("solo") else config["players"], games=config["games"],
            policies=[name for name in config["seats"] if name != RIVAL], seed=config["seed"], solo=config.get("solo"),
            seating=config["seating"], variant=config["rules"]["variant"], species=parts.get("species", DRAWN),
        )  # fmt: skip
    except (RunError, ValueError):
        return None
    return plan if plan.identity == config["identity"] else None
