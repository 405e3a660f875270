"""Words for the rulings of solo play: the bench with a rival, its turn, what it has.

- `solo("rival-02", level=1, P2=…, own=dict(progress=4), …)`: the bench as a solo game. P1 is the player, who has done
  the main action, P2 the rival, on top of whose deck the named cards lie; `own` are more keys of the position's `solo`.
- `rival_turn(g)`: P1 ends the turn, the rival has its own; says what the player is asked only where one answer is left.
- `table(g)`: the position's `solo`; `progress(g)`: the marker's space; `steps(before, g)`: how far it has gone.
- `objectives(*open, stack=…, marked=…)`: the table of objectives for `own`; `opened(g)`, `marked(g, tile)`, `done(g)`.
- `log_of(level, …)`: a batch of solo games, with `rows(batch, kind)`.
- `TRACK`: the stacks of the first rival board by space; `BASIC`: the cards of the deck at the start.
"""

from seti_sim.seti import Game, players
from seti_sim.seti import batch as engine

from .bench import bench, do, printed_rules

BASIC = ["rival-01", "rival-02", "rival-03", "rival-04"]
ADVANCED = [f"rival-{number:02d}" for number in range(5, 15)]
SPECIES = {
    "mascamites": "rival-15",
    "anomalies": "rival-16",
    "oumuamua": "rival-17",
    "centaurians": "rival-18",
    "exertians": "rival-19",
}
TRACK = [f"{kind}-{number}" for kind in ("computer", "telescope", "probe") for number in range(1, 5)]
#: Milestones that are not to interfere.
NONE_DUE = [20, 25, 30, 50, 70]


def solo(*deck, level=1, own=None, P1=None, P2=None, main="after", rules=None, **position):
    """The bench as a solo game, the player about to end a turn."""
    mine = {"milestones": NONE_DUE, **(P1 or {})}
    rival = {"milestones": NONE_DUE, **(P2 or {})}
    table = {"level": level, "rival": "P2", **({"deck": list(deck)} if deck else {}), **(own or {})}
    return bench(rules, seats={"P1": mine, "P2": rival}, main=main, solo=table, **position)


def rival_turn(g):
    """The player ends the turn; then it is the player's turn again, or the player is asked something."""
    return do(g, "end")


def turn_of(*deck, **position):
    """(position before, game after) the rival's turn with these cards on top of its deck."""
    g = solo(*deck, **position)
    before = g.to_json()
    return before, rival_turn(g)


def table(g):
    """The position's `solo`."""
    return (g if isinstance(g, dict) else g.to_json())["solo"]


def progress(g):
    return table(g)["progress"]


def steps(before, g, around=0):
    """Steps that the marker has made, `around` whole rounds not counted."""
    return (progress(g) - progress(before)) % 12 + 12 * around


def techs(g):
    """The rival's techs by stack."""
    return table(g)["techs"]


def full(pool=0):
    """A full computer and so many data in the pool."""
    return {"computer": {"top": 6}, "data": pool}


def top(g, name="P2"):
    """Data in a seat's computer."""
    return g.to_json()["seats"][name]["computer"]["top"] if not isinstance(g, dict) else g["seats"][name]["computer"]["top"]


# ---------------------------------------------------------------- objectives


def objectives(*shown, stack=(), marked=None, completed=(), given_up=()):
    return {
        "objectives": {
            "open": list(shown),
            "stack": list(stack),
            "marked": dict(marked or {}),
            "completed": list(completed),
            "given_up": list(given_up),
        }
    }


def opened(g):
    return [tile for tile in table(g)["objectives"]["open"] if tile]


def marked(g, tile):
    """The marks on a tile that lies open."""
    return table(g)["objectives"]["marked"].get(tile, [])


def done(g):
    """Completed tiles in the player's pile."""
    return table(g)["objectives"]["completed"]


# ---------------------------------------------------------------- whole games


def fresh(level=1, seed=0, game=0, **more):
    return Game.new(printed_rules(), None, seed, game, solo=True, level=level, **more)


def games(level, count=50, policy="random", **more):
    return engine.play_games(
        printed_rules(), players=1, seed=7, first=0, count=count, policies=[players.get(policy)], solo=level, **more
    )


def rows(batch, kind):
    """Rows of the log of one kind, a LOG_ name without its prefix."""
    return batch.log[batch.log["kind"] == getattr(engine, f"LOG_{kind}")]
