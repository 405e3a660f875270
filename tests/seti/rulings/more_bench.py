"""Words for the later rulings: the last pass of a game, piles of cards, whole positions compared.

- `finale(P1=dict(…))`: the bench in round 5, everybody but P1 having passed.
- `last_pass(g)`: P1 passes, the game is over; returns the totals by seat.
- `deck(g)`, `discard(g)`, `row(g)`, `end_of_round(g)`: the main deck's cards.
- `unchanged(before, g, "P2")`: asserts that nothing of a seat's table was touched.
- `computer({"1": "computer-3"}, top=3)`: a seat's keys for its computer.
- `tile(tech, bonus)`: the position table of one tech's stack with a bonus on top.
- `owned(g)`, `gains(before, g)`: all techs of a seat; its changes without their number.
- `end_scan(g)`: says `done` and `go` until something else is asked.
- `step_through(g)`: plays `go` one at a time and yields every decision met on the way.
"""

from .bench import SEATS, bench, changes, do, legal, seat

#: Every score that calls for a milestone. A seat that lists them all resolves none any more.
ALL_MILESTONES = [20, 25, 30, 50, 70]
BONUSES = ("vp", "energy", "publicity", "draw")
TECHS = [f"{kind}-{number}" for kind in ("probe", "telescope", "computer") for number in (1, 2, 3, 4)]
#: Where the four computer techs may lie, in the order of their columns.
COLUMNS = ("1", "3", "5", "6")


def computer(tiles, techs=(), **spaces):
    """The keys of a seat with computer techs in their places: `**computer({"1": "computer-3"}, top=3, lower=[1])`.

    `techs` are the seat's techs of the other kinds: a position lists those of all kinds there.
    """
    return {"techs": [*techs, *tiles.values()], "computer": {"tiles": tiles, **spaces}}


def finale(players=2, **position):
    """The bench in round 5 with P1 to move and everybody else passed, so that P1's pass ends the game."""
    others = list(SEATS[1:players])
    return bench(players=players, round=5, turn="P1", main="before", passed=others, **position)


def last_pass(g):
    """P1 passes as the last of the game; asserts that this ends it and returns {"P1": total, …}."""
    do(g, "pass")
    assert g.is_over and g.to_move is None
    return {name: table["total"] for name, table in g.scores().items()}


def deck(g):
    """The deck, top first."""
    return list(g.to_json()["deck"])


def discard(g):
    """The discard pile, sorted."""
    return sorted(g.to_json()["discard"])


def row(g):
    """The row, sorted: no rule looks at the order of its cards, nor at the places left empty."""
    return sorted(card for card in g.to_json()["row"] if card)


def end_of_round(g, number):
    """The end-of-round stack of a round 1 to 4, sorted."""
    return sorted(g.to_json()["end_of_round"][number - 1])


def unchanged(before, g, *names):
    """Asserts that the tables of these seats are exactly as they were, but for their count of decisions made."""
    for name in names:
        assert {**seat(g, name), "decisions": 0} == {**seat(before, name), "decisions": 0}


def tile(tech, bonus, two_points=True):
    """A `techs` table in which `bonus` lies on top of this tech's stack."""
    rest = [other for other in BONUSES if other != bonus]
    return {tech: {"two_points": two_points, "tiles": [bonus, *rest]}}


def tops(bonus):
    """A `techs` table in which this bonus lies on top of all twelve stacks."""
    return {tech: tile(tech, bonus)[tech] for tech in TECHS}


def step_through(g):
    """Plays `go` as often as it is offered; yields the legal lines of every decision, the last one included."""
    while True:
        lines = legal(g)
        yield lines
        if "go" not in lines:
            return
        do(g, "go")


def mission_spaces(g, card, name="P1"):
    """The covered spaces of a mission in play, as booleans; [] for a conditional mission."""
    return list(seat(g, name)["missions"][card])


def in_play(g, name="P1"):
    """Missions in play and not completed, sorted."""
    return sorted(seat(g, name)["missions"])


def gold_markers(g, tile_name):
    """Who marked a gold tile, in order."""
    return list(g.to_json()["gold"][tile_name]["markers"])


def neutral_left(g):
    """The neutral markers left, as {score: number} with scores as numbers."""
    left = {20: 0, 30: 0}
    left.update({int(score): n for score, n in g.to_json()["neutral"].items()})
    return left


def owned(g, name="P1"):
    """A seat's techs of all three kinds."""
    table = seat(g, name)
    return set(table.get("techs", ())) | set(table.get("computer", {}).get("tiles", {}).values())


def gains(before, g, name="P1"):
    """`changes` without the number of techs; `owned` says which techs a seat has."""
    found = changes(before, g, name)
    found.pop("techs", None)
    return found


def discovered(g, slot):
    """Whether a slot's species is turned up."""
    return g.to_json()["species"][slot]["discovered"]


def end_scan(g):
    """Ends a scan whose wanted steps have been done, and lets effects happen until something else is asked."""
    while not legal(g).isdisjoint({"done", "go"}):
        do(g, "done" if "done" in legal(g) else "go")
    return g
