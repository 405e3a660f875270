"""The solar system by itself: what spaces show, how pieces fare in a rotation, how far apart spaces are.

A space is (ring 1-4, sector 0-7); turns are the counter-clockwise turns of the three discs from the reference position
(solar system rules GEO-01 to GEO-47). These are the tables that the engine plays with.
"""

from __future__ import annotations

import heapq

from seti_sim.seti.rules import opcodes as oc

from .engine import engine_rules

LAYERS = ("disc-1", "disc-2", "disc-3", "base")


WITH_TILE = 512  # as in ext/seti/structs.toml


def _position(turns, tile: bool = False) -> int:
    t1, t2, t3 = turns
    return 64 * t1 + 8 * t2 + t3 + WITH_TILE * tile


def _rings(values) -> list[list]:
    return [values[8 * ring : 8 * ring + 8] for ring in range(4)]


def visible(rules, turns, tile: bool = False) -> list[list[str]]:
    """What each space shows, one list of eight sectors a ring; with `tile` once the tile of a species lies on its disc."""
    return _rings([oc.CELLS[cell] for cell in engine_rules(rules).shown(_position(turns, tile))])


def layers(rules, turns, tile: bool = False) -> list[list[str]]:
    """Which layer each space shows."""
    return _rings([LAYERS[layer] for layer in engine_rules(rules).layers(_position(turns, tile))])


def publicity(rules, turns, tile: bool = False) -> list[list[int]]:
    """Publicity printed in each space as shown."""
    return _rings(engine_rules(rules).publicity(_position(turns, tile)))


def rotate_piece(rules, turns, disc: str, piece) -> tuple[list[int], list[int], str]:
    """(turns after, the piece's space after, "stays" | "carried" | "pushed") when `disc` turns once."""
    ring, sector = piece
    after, space, how = engine_rules(rules).fare(_position(turns), LAYERS.index(disc), 8 * (ring - 1) + sector)
    return [after >> 6, (after >> 3) & 7, after & 7], [space // 8 + 1, space % 8], how


def neighbours(space) -> list[tuple[int, int]]:
    """Adjacent spaces (GEO-20)."""
    ring, sector = space
    near = [(ring, (sector + 7) % 8), (ring, (sector + 1) % 8)]
    return near + [(r, sector) for r in (ring - 1, ring + 1) if 1 <= r <= 4]


def distance(rules, turns, start, goal, probe_2: bool = False) -> int:
    """Least movement from one space to another (GEO-22); with `probe_2` asteroids cost nothing extra."""
    cells = visible(rules, turns)
    move = rules.tree["solar"]["move_cost"]
    extra = 0 if probe_2 else rules.tree["solar"]["leave_asteroids_extra"]
    best = {tuple(start): 0}
    queue = [(0, tuple(start))]
    while queue:
        cost, space = heapq.heappop(queue)
        if space == tuple(goal):
            return cost
        if cost > best[space]:
            continue
        leave = move + (extra if cells[space[0] - 1][space[1]] == "asteroids" else 0)
        for near in neighbours(space):
            if cost + leave < best.get(near, 1 << 30):
                best[near] = cost + leave
                heapq.heappush(queue, (cost + leave, near))
    raise AssertionError("every space can be reached from every other")
