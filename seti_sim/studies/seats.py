"""Who starts, along the ladder: mirror runs of every policy for every number of players, on one seed."""

from __future__ import annotations

from seti_sim.analysis import starts
from seti_sim.core.names import in_short
from seti_sim.core.registry import DEFAULT
from seti_sim.simulate import prepare, run, split_policies
from seti_sim.studies.sides import folder_of, identity_of, name_of_file
from seti_sim.studies.store import Study, StudyError, claim

POLICIES = "random,greedy,lookahead"
GAMES = (20_000, 20_000, 2_000)


def seats(
    *, policies=POLICIES, players=(2, 3, 4), seed=1, games=GAMES, variant=None, jobs=1, out=None, stream=None, game=DEFAULT,
    **options,
) -> Study:  # fmt: skip
    """Does the seat matter, whoever plays and however many?

    policies: names with commas between, from the weakest to the strongest; each plays all seats of its games. players:
    numbers of players. games: of each run, one number or one a policy. game: its name; `options`: its own, as of `prepare`. Runs go below the folder as POLICY/N-players.

    Frames: `by_seat` (of `starts.over_runs`), `inequality` (of `starts.inequalities`), `changes` and `alike` (both of
    `starts.along`: does the effect hold from policy to policy?). Facts: `runs`, of each its
    policy, key of its weights, players, games.
    """
    names = split_policies(policies)
    counts = [games] * len(names) if isinstance(games, int) else list(games)
    if len(counts) != len(names):
        raise StudyError(f"games {in_short(counts)}: expected one number, or one for each of {', '.join(names)}")
    if len(set(names)) < len(names) or len(set(players)) < len(players):
        raise StudyError("policies and numbers of players: expected different ones")
    plans = {
        (name, n): prepare(players=n, games=count, policies=name, seed=seed, variant=variant, game=game, **options)
        for name, count in zip(names, counts)
        for n in players
    }
    identity = identity_of(plans.values()) | {"players": list(players)}
    folder = claim(out or folder_of("seats", plans.values()), "seats", identity)
    opened = []
    for (name, n), plan in plans.items():
        there = folder / name_of_file(name) / f"{n}-players"
        opened.append(run(plan, there, jobs=jobs, stream=stream, label=f"{name}, {n} players: "))
    asked = {"game": game, **options, "policies": ",".join(names), "players": list(players), "seed": seed, "games": counts}
    facts = {
        "rules": opened[0].config["rules"]["fingerprint"],
        "runs": [
            {"policy": name, "key": done.config["policies"][0]["key"], "players": n, "games": done.n_games}
            for (name, n), done in zip(plans, opened, strict=True)
        ],
    }  # fmt: skip
    changes, alike = starts.along(opened)
    frames = {
        "by_seat": starts.over_runs(opened), "inequality": starts.inequalities(opened), "changes": changes, "alike": alike,
    }  # fmt: skip
    study = Study("seats", asked, frames, facts, folder)
    study.save()
    return study
