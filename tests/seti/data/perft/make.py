"""Counts of action sequences from recorded positions: how the files of this folder are made.

    python tests/seti/data/perft/make.py               counts anew from the recorded positions, and says what has changed
    python tests/seti/data/perft/make.py --positions   looks for the positions of which there is no file, too

A count may change only where the rules, or the protocol of decisions (docs/protocol.md), are meant to have changed.

A file: `about`; how the position is made, `new` (players, seed) or `position` (the JSON of docs/protocol.md); `line`,
the actions that lead from there into the position; `counts`, the number of different sequences of 1, 2, 3 … actions.
A sequence that comes to the end of the game counts as long as it is, and is not gone on with. Everything is in the
words of the data and the notation, so that a file outlives changes of the engine that change no rule.
"""

import argparse
import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
MOST = 400_000
"""Counts go to the first one above this."""
KINDS = (
    "go",
    "effect",
    "move",
    "scan",
    "trigger",
    "star",
    "settle",
    "gold",
    "pass-discard",
    "pass-take",
    "exchange",
    "joint",
    "column",
    "visit",
    "push",
    "row-corner",
    "sample",
    "reward",
    "secret",
    "milestone",
)
"""Kinds of decisions in the middle of something (`Game.decision`); each gets a position."""


def start(rules, entry):
    """The `Game` of a file's position, `line` not yet played."""
    from seti_sim.seti import Game

    if "new" in entry:
        return Game.new(rules, **entry["new"])
    return Game.from_json(rules, entry["position"])


def reached(rules, entry):
    """The `Game` of a file's position."""
    game = start(rules, entry)
    for action in entry["line"]:
        game.apply(action)
    return game


def count(core, depth):
    """Number of different sequences of `depth` actions from the state of a core."""
    actions = core.legal()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = core.copy()
        after.apply(action)
        total += count(after, depth - 1)
    return total


def counts(core, most=MOST):
    """Counts by depth, up to the first above `most`; fewer where the game is over by then."""
    numbers = []
    while not numbers or 0 < numbers[-1] <= most:
        numbers.append(count(core, len(numbers) + 1))
    return numbers


# ---------------------------------------------------------------------- looking for positions
def walks(rules):
    """Decisions of random games, new ones and ones from positions in which much can happen: (players, seed, position at
    the start of the turn, line since then, game)."""
    sys.path.insert(0, str(HERE.parents[1]))
    from reference.random_play import pick, rich_position

    from seti_sim.seti import Game

    for seed in range(1000):
        rng, players = random.Random(seed), 2 + seed % 3
        if seed // 3 % 2:
            game = Game.from_json(rules, rich_position(rules.tree, rng, players) | {"seed": seed})
        else:
            game = Game.new(rules, players, seed)
        position, line = None, []
        while not game.is_over:
            if game.decision == "turn" and "pending" not in (now := game.to_json()):
                position, line = now, []
            if position:
                yield players, seed, position, line, game
            line = [*line, pick(rng, {str(action) for action in game.legal_actions()})]
            game.apply(line[-1])


def species_in_hand(rules, position):
    """The species whose cards the player whose turn it is holds, secret ones too."""
    seat = position["seats"][position["turn"]]
    return {rules.tree["cards"][card].get("species") for card in seat["hand"] + seat.get("secrets", [])} - {None}


def positions(rules, known):
    """(name, file without counts) of new games, turns of every round for every number of players, turns with each
    species, and of every kind of decision in the middle of something; those not among the names `known`."""
    for players in (2, 3, 4):
        if f"setup-{players}" not in known:
            yield (
                f"setup-{players}",
                {
                    "about": f"a new game of {players}",
                    "new": {"players": players, "seed": players},
                    "line": [],
                },
            )
    wanted = {f"turn-{players}-round-{r}" for players in (2, 3, 4) for r in (1, 3, 5)}
    wanted |= {f"{kind}-{n}" for kind in KINDS for n in (1, 2)}
    wanted |= {f"turn-{species}-{n}" for species in rules.tree["species"] for n in (1, 2)}
    wanted -= known
    seeds = set()
    for players, seed, position, line, game in walks(rules):
        if not wanted:
            return
        if game.decision == "turn":
            names = [f"turn-{players}-round-{game.round}"]
            names += [f"turn-{species}-{n}" for species in sorted(species_in_hand(rules, position)) for n in (1, 2)]
            name = next((name for name in names if name in wanted), None)
            if len(game.legal_actions()) < 12 or line:
                continue
        else:
            name = next((f"{game.decision}-{n}" for n in (1, 2) if f"{game.decision}-{n}" in wanted), None)
            if len(game.legal_actions()) < 2 or not line:
                continue
        # One position a game, so that they differ; with a deck that no count uses up; and what is written down leads
        # to it.
        if name not in wanted or seed in seeds or min(len(p["deck"]) for p in (position, game.to_json())) < 15:
            continue
        assert reached(rules, {"position": position, "line": line}) == game
        seeds.add(seed)
        wanted.discard(name)
        what = "the start of a turn" if not line else f"{game.to_move} decides: {game.decision}"
        yield name, {"about": f"{players} players, round {game.round}, {what}", "position": position, "line": line}
    raise SystemExit(f"no position found for {', '.join(sorted(wanted))}")


# ---------------------------------------------------------------------- writing
def write(path, entry):
    """One line a key, and a position's keys one line each, so that a change can be read."""

    def lines(table, indent):
        rows = []
        for key, value in table.items():
            text = lines(value, indent + 1) if key in ("position", "seats") else json.dumps(value)
            rows.append(f"{' ' * indent}{json.dumps(key)}: {text}")
        return "{\n" + ",\n".join(rows) + "\n" + " " * (indent - 1) + "}"

    path.write_text(lines(entry, 1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", action="store_true", help="look for the missing positions")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from seti_sim.seti.rules import RuleSet

    rules = RuleSet.load()
    found = {path.stem: json.loads(path.read_text()) for path in sorted(HERE.glob("*.json"))}
    if options.positions:
        found |= dict(positions(rules, set(found)))
    for name, entry in found.items():
        before = entry.get("counts")
        entry["counts"] = counts(reached(rules, entry).core)
        write(HERE / f"{name}.json", entry)
        changed = "" if before in (None, entry["counts"]) else f", was {before}"
        print(f"{name}: {entry['counts']}{changed}", flush=True)


if __name__ == "__main__":
    main()
