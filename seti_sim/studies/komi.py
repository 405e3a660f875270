"""Komi: whole starting points by seat that make the seats win equally often, seat 1 kept at its printed value.

Three stages. A shift of the stored scores of the printed game is the first guess; it leaves out that more points bring
milestones earlier and change what players do. So neighbouring values, one seat one point more or less, are played on
the same seeds, and the best of them is moved to until no neighbour is better. What was found is then played, and the
printed game beside it, on a seed that was not used for finding it: only those figures are the result.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import polars as pl

from seti_sim.analysis import starts
from seti_sim.core import registry
from seti_sim.core.names import did_you_mean, middle_out
from seti_sim.core.node import RuleError
from seti_sim.stats import estimates
from seti_sim.stats.grouped import with_estimate
from seti_sim.studies.compare import LEVEL
from seti_sim.studies.sides import Side, folder_of, make_plan
from seti_sim.studies.store import Study, StudyError, claim

GAMES = 20_000
MOVES = 8
"""Most moves of the search; each is a point for one seat."""
OF = {
    "points": "setup.start_vp",
    **{name: f"setup.start.{name}" for name in ("credits", "energy", "publicity", "data", "cards")},
    **{f"income-{name}": f"setup.income.{name}" for name in ("credits", "energy", "cards")},
}
"""What seats can be given, and where the rules say what each begins with."""


def komi(
    *, players=4, policies=None, seed=1, confirm_seed=None, species="drawn", variant=None, games=GAMES,
    confirm_games=None, of="points", seats=(), give=None, jobs=1, out=None, stream=None, looked=None,
) -> Study:  # fmt: skip
    """Find starting points that make the seats win equally often, and what inequality remains.

    of: what is given instead of points, one of `OF`; the search then begins with the printed values. seats: to whom, all but
    the first seat where none is named. give: nothing is looked for, each of `seats` gets so much more of it (less where it is
    below 0), and what that does is told.

    games: of every candidate. confirm_games: of the found and the printed points on `confirm_seed` (by default twice
    as many, and seed + 1). variant: rules to start from, as of `RuleSet.load`. `looked(points, distance)` is called for
    every candidate played.

    Frames: `seats` (`rules, seat, start_vp, measure, estimate, low, high, n, kind, se`, rules being printed or komi, on
    the fresh seed), `inequality` (`rules, estimate, low, high, n, kind, se, p`: root mean square distance of the win
    shares from equal, on the fresh seed), `candidates` (`start_vp, distance, estimate, low, high, n, kind, se`: of each
    one played while solving, the distance, and how much larger its sum of squared distances is than that of the one
    chosen), and with `give` `given` (`seat, measure, estimate, low, high, n, kind, se`: what each seat wins and scores more with
    what is given than as printed, paired on the fresh seed). Facts: `printed`, `guess`, `komi` (points by seat), `tied` (candidates that cannot be told from it),
    `better` (whether the confirmation shows that komi is more equal than printed: yes, no, unclear, or same where they are).
    """
    confirm_seed = seed + 1 if confirm_seed is None else confirm_seed
    if confirm_seed == seed:
        raise StudyError(f"confirm seed {confirm_seed}: expected another one than that used for solving")
    confirm_games = 2 * games if confirm_games is None else confirm_games
    asked = {"players": players, "policies": policies, "seating": "rotate", "species": species}
    rules = registry.get(registry.DEFAULT).rules(variant)
    if of not in OF:
        raise StudyError(f"of {of!r}: expected one of {', '.join(OF)}{did_you_mean(of, OF, 1)}")
    if not set(seats) <= set(range(1, players + 1)) or len(set(seats)) < len(seats):
        raise StudyError(f"seats {middle_out(', '.join(map(str, seats)))}: expected different ones of 1 to {players}")
    if give is not None and (not seats or not give):
        raise StudyError(f"give {give}: expected how much more than printed, and to which seats")
    named = list(seats)
    given = tuple(named) or tuple(range(2, players + 1))
    printed = _printed(rules.tree, OF[of])
    base = make_plan(variant, games, asked | {"seed": seed})
    folder = claim(out or folder_of("komi", [base]), "komi", base.identity_parts | {"confirm_seed": confirm_seed}
                   | ({} if of == "points" else {"of": of}) | ({"seats": named} if named else {})
                   | ({} if give is None else {"give": give}))  # fmt: skip
    changed = base.variant or {}

    def play(points, seed, games):
        name = "-".join(map(str, points[:players]))
        plan = make_plan(with_start(changed, points, OF[of]) if points != printed else variant, games, asked | {"seed": seed})
        side = Side(name, plan, folder / f"seed-{seed}" / name)
        return side.play(games, jobs=jobs, stream=stream)

    def possible(candidates):
        """Those that the rules allow: no more than the limit, no less than nothing."""
        for points in candidates:
            with suppress(RuleError):
                base.kind.rules(with_start(changed, points, OF[of]))
                yield points

    shares = {}

    def played(points):
        if points not in shares:
            shares[points] = starts.seat_shares(play(points, seed, games), games)  # the run may hold more
            if looked:
                looked(points[:players], np.sqrt(starts.unequal_by(shares[points]) / players))
        return shares[points]

    scores = starts.seat_matrix(play(printed, seed, games), "score", 0, games - 1)
    played(printed)
    guess = at = printed
    if give is not None:
        at = tuple(value + give * (seat in named) for seat, value in enumerate(printed, 1))
        played(at)
    elif of == "points" and not named:
        shift = starts.best_shift(scores, -np.array(printed[:players]))
        guess = at = tuple(int(v) for v in np.add(printed[:players], shift)) + printed[players:]
    for _ in range(MOVES if give is None else 0):
        best = min([at, *possible(neighbours(at, players, given))], key=lambda points: starts.unequal_by(played(points)))
        if best == at:
            break
        at = best
    candidates = []
    for points, share in shares.items():
        got = starts.unequal_difference(share, shares[at])
        distance = float(np.sqrt(starts.unequal_by(share) / players))
        candidates.append((_text(points[:players]), distance, *got.columns().values()))
    names = ["start_vp", "distance", "estimate", "low", "high", "n", "kind", "se"]
    candidates = pl.DataFrame(candidates, schema=names, orient="row").sort("distance")
    confirmed = {"printed": play(printed, confirm_seed, confirm_games)}
    confirmed["komi"] = play(at, confirm_seed, confirm_games) if at != printed else confirmed["printed"]
    fresh = {name: starts.seat_shares(run, confirm_games) for name, run in confirmed.items()}
    seats, rows = [], []
    for name, run in confirmed.items():
        points = pl.DataFrame({"seat": range(1, players + 1), "start_vp": (printed if name == "printed" else at)[:players]})
        frame = starts.seat_table(run, confirm_games).join(points, on="seat", maintain_order="left")
        seats.append(frame.select(pl.lit(name).alias("rules"), "seat", "start_vp", pl.exclude("seat", "start_vp")))
        got, p = starts.inequality(fresh[name], level=LEVEL)
        rows.append((name, *got.columns().values(), p))
    names = ["rules", "estimate", "low", "high", "n", "kind", "se", "p"]
    better = starts.unequal_difference(fresh["komi"], fresh["printed"])
    tied = candidates.filter((pl.col("low").fill_nan(0) <= 0) & (pl.col("start_vp") != _text(at[:players])))
    facts = {
        "printed": list(printed[:players]), "guess": list(guess[:players]), "komi": list(at[:players]),
        "rules": base.rules.fingerprint, "tied": tied["start_vp"].to_list(), "seed": seed, "confirm_seed": confirm_seed, "candidates": len(shares),
        "better": "same" if at == printed else "yes" if better.high < 0 else "no" if better.low > 0 else "unclear",
    }  # fmt: skip
    frames = {"seats": pl.concat(seats), "inequality": pl.DataFrame(rows, schema=names, orient="row"), "candidates": candidates}
    if give is not None:
        frames["given"] = _given(confirmed["komi"], confirmed["printed"], confirm_games)
    asked |= {"of": of, "seats": named} | ({} if give is None else {"give": give})
    asked |= {"policies": ",".join(base.seat_names), "games": games, "confirm_games": confirm_games}
    study = Study("komi", asked, frames, facts, folder)
    study.save()
    return study


def _given(after, before, games: int) -> pl.DataFrame:
    """What each seat wins and scores more in one run than in another on the same seed."""
    rows = []
    for measure in ("win_share", "score"):
        more = starts.seat_matrix(after, measure, 0, games - 1) - starts.seat_matrix(before, measure, 0, games - 1)
        seats = pl.DataFrame({"seat": range(1, after.players + 1), "measure": [measure] * after.players})
        rows.append(with_estimate(seats, estimates.mean(more, "paired", comparisons=after.players)))
    return pl.concat(rows).sort("seat", maintain_order=True)


def neighbours(points, players: int, seats=()) -> list[tuple[int, ...]]:
    """Starting points that give one of the seats (all but the first) one point more or less, none below 0."""
    found = []
    for seat in (number - 1 for number in seats or range(2, players + 1)):
        for step in (-1, 1):
            if points[seat] + step >= 0:
                found.append((*points[:seat], points[seat] + step, *points[seat + 1 :]))
    return found


def with_start(variant: dict, points, address: str = OF["points"]) -> dict:
    """A variant with these starting points, or with these values at another address."""
    first, *path, key = address.split(".")
    made = dict(variant)
    made[first] = table = dict(variant.get(first, {}))
    for word in path:
        table[word] = table = dict(table.get(word, {}))
    table[key] = list(points)
    return made


def _printed(tree: dict, address: str) -> tuple[int, ...]:
    """What the four seats have at an address; nothing where it does not stand there."""
    for key in address.split("."):
        tree = tree.get(key, 0)
    return tuple(tree) if isinstance(tree, list) else (tree,) * 4


def _text(points) -> str:
    return ", ".join(map(str, points))
