"""The solar system: spaces, layers, steps, rotations (GEO-01 to GEO-64).

A space is a pair (ring, sector), ring 1 to 4, sector 0 to 7. `turns` is the list of the counter-clockwise turns of
disc-1, disc-2, disc-3 from the reference position. `tree` is the rules' data as plain dicts.
"""

DISCS = ("disc-1", "disc-2", "disc-3")
LAYERS = DISCS + ("base",)  # from the top down, GEO-03
RINGS = (1, 2, 3, 4)
SECTORS = range(8)
SPACES = [(ring, sector) for ring in RINGS for sector in SECTORS]
PLANETS = ("mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "oumuamua")


def cell_of(layer, turns, sector):
    """The number of the cell that a layer has over or in a sector (GEO-05); the base never turns."""
    turned = 0 if layer == "base" else turns[DISCS.index(layer)]
    return (sector + turned) % 8


def layer_shown(tree, turns, space):
    """The topmost layer that is neither cut out nor too small there (GEO-04)."""
    ring, sector = space
    for layer in LAYERS:
        cells = tree["solar"]["layers"][layer].get(f"ring{ring}")
        if cells is not None and cells[cell_of(layer, turns, sector)] != "hole":
            return layer
    raise AssertionError(f"no layer shows at {space}")


def shown(tree, turns, space):
    """What a space shows: "empty", "asteroids", "comet" or a planet (GEO-06)."""
    ring, sector = space
    layer = layer_shown(tree, turns, space)
    return tree["solar"]["layers"][layer][f"ring{ring}"][cell_of(layer, turns, sector)]


def icon(tree, turns, space):
    """The publicity printed in a space as it shows (GEO-06)."""
    ring, sector = space
    layer = layer_shown(tree, turns, space)
    return tree["solar"]["layers"][layer][f"icon{ring}"][cell_of(layer, turns, sector)]


def visible(tree, turns):
    """What all spaces show: four lists, ring 1 to 4, of eight cells each, sector 0 to 7."""
    return [[shown(tree, turns, (ring, sector)) for sector in SECTORS] for ring in RINGS]


def layers(tree, turns):
    """Which layer shows in each space, in the form of `visible`."""
    return [[layer_shown(tree, turns, (ring, sector)) for sector in SECTORS] for ring in RINGS]


def publicity(tree, turns):
    """The printed publicity of all spaces, in the form of `visible`."""
    return [[icon(tree, turns, (ring, sector)) for sector in SECTORS] for ring in RINGS]


def space_of(tree, turns, body):
    """The space in which a planet lies now; every planet is always shown (GEO-07)."""
    for space in SPACES:
        if shown(tree, turns, space) == body:
            return space
    raise AssertionError(f"{body} is not shown at turns {turns}")


def neighbours(space):
    """The adjacent spaces (GEO-20); the Sun is none (GEO-21)."""
    ring, sector = space
    found = [(ring, (sector - 1) % 8), (ring, (sector + 1) % 8)]
    if ring > 1:
        found.append((ring - 1, sector))
    if ring < 4:
        found.append((ring + 1, sector))
    return found


def steps_between(a, b):
    """The number of steps of the shortest way, asteroids costing nothing extra (R6.18): breadth first."""
    reached, steps = {a}, 0
    while b not in reached:
        reached |= {there for here in reached for there in neighbours(here)}
        steps += 1
    return steps


def step_cost(tree, turns, space, asteroids_free):
    """Movement for one step out of a space (GEO-22); `asteroids_free`: the extra cost has fallen away."""
    extra = tree["solar"]["leave_asteroids_extra"]
    on_asteroids = shown(tree, turns, space) == "asteroids"
    return tree["solar"]["move_cost"] + (extra if on_asteroids and not asteroids_free else 0)


def costs_from(tree, turns, start, probe_2=False):
    """The movement that the cheapest way from `start` to each space takes, with or without the tech probe-2."""
    leaving = {space: step_cost(tree, turns, space, probe_2) for space in SPACES}
    cost, changed = {tuple(start): 0}, {tuple(start)}
    while changed:  # the cheapest known costs, improved until nothing changes any more
        better = set()
        for here in changed:
            for there in neighbours(here):
                if cost[here] + leaving[here] < cost.get(there, 1000):
                    cost[there] = cost[here] + leaving[here]
                    better.add(there)
        changed = better
    return cost


def distance(tree, turns, a, b, probe_2=False):
    """The movement that the cheapest way from `a` to `b` takes, with or without the tech probe-2."""
    return costs_from(tree, turns, a, probe_2)[tuple(b)]


def carried_discs(disc):
    """The discs that turn when this one does: itself and those above it (GEO-42)."""
    return DISCS[: DISCS.index(disc) + 1]


def turned(turns, disc):
    """The turns after one rotation of this disc (GEO-40, GEO-42)."""
    moving = carried_discs(disc)
    return [(turns[i] + (DISCS[i] in moving)) % 8 for i in range(3)]


def next_disc(tree, disc):
    """The disc whose turn comes after this one (GEO-41)."""
    order = tree["solar"]["rotation_order"]
    return order[(order.index(disc) + 1) % len(order)]


def fate_of_piece(tree, turns, disc, space):
    """Where a piece is after a rotation of `disc` from `turns`, and how: (space, "carried" | "pushed" | "stays").

    GEO-44 to GEO-46: it stands on the layer that its space shows; it rides on a layer that turns; it is pushed if it
    stands on one that does not turn and one of the turning discs covers its space afterwards.
    """
    ring, sector = space
    moving = carried_discs(disc)
    after = turned(turns, disc)
    beside = (ring, (sector - 1) % 8)  # one sector counter-clockwise
    if layer_shown(tree, turns, space) in moving:
        return beside, "carried"
    if layer_shown(tree, after, space) in moving:
        return beside, "pushed"
    return (ring, sector), "stays"


def rotate_piece(tree, turns, disc, piece):
    """One rotation and one piece: (turns after, [ring, sector] after, "carried" | "pushed" | "stays")."""
    space, how = fate_of_piece(tree, turns, disc, tuple(piece))
    return turned(turns, disc), list(space), how


def star_of_sector(tree, places, sector):
    """The star of a sector, the sector boards lying in the four places in the order `places` (GEO-60)."""
    for board, sectors in zip(places, tree["sectors"]["places"]):
        if sector in sectors:
            return tree["sector_boards"][board]["stars"][sectors.index(sector)]
    raise AssertionError(f"sector {sector} has no place")


def write_space(space):
    """A space in notation: "1.5"."""
    return f"{space[0]}.{space[1]}"


def read_space(text):
    """The space of its notation: "1.5" is (1, 5)."""
    ring, sector = text.split(".")
    return int(ring), int(sector)
