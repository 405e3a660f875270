"""The keys of solar system, sectors and stars, each changed: what spaces show, what steps cost, what a star has."""

import pytest
from rulings.bench import bench, changes, do, legal, offers, probes, seat, settle_down, snap, star, turns, wins

from seti_sim.seti.rules import opcodes as oc

from .keys import TREE, alter, printed, shows
from .vocabulary import played, varied

LAYERS = {"disc-1": 1, "disc-2": 2, "disc-3": 3, "base": 4}
ROWS = [(layer, ring) for layer, rings in LAYERS.items() for ring in range(1, rings + 1)]
POINT = [{"do": "gain", "vp": 7}]


def in_sight(layer, ring, cell):
    """(turns of the discs, sector) with which the cell of the layer's ring can be seen, None if never."""
    names = list(LAYERS)
    level = names.index(layer)
    for number in range(512):
        turned = (number >> 6, (number >> 3) & 7, number & 7)
        sector = (cell - (*turned, 0)[level]) % 8
        above = [(names[k], turned[k]) for k in range(level) if ring <= LAYERS[names[k]]]
        if all(printed(f"solar.layers.{name}.ring{ring}")[(sector + t) % 8] == "hole" for name, t in above):
            return list(turned), sector
    return None


@shows(*(f"solar.layers.{layer}.icon{ring}" for layer, ring in ROWS))
@pytest.mark.parametrize("layer, ring", ROWS)
def test_publicity_of_a_space(layer, ring):
    """Each cell of the ring with 3 more publicity than printed: a step into it brings so much."""
    cells, icons = printed(f"solar.layers.{layer}.ring{ring}"), printed(f"solar.layers.{layer}.icon{ring}")
    more = [0 if word == "hole" else icon + 3 for word, icon in zip(cells, icons, strict=True)]
    rules = varied(alter(f"solar.layers.{layer}.icon{ring}", more))
    tried = 0
    for cell, word in enumerate(cells):
        seen = None if word == "hole" else in_sight(layer, ring, cell)
        if seen is None:
            continue
        discs, sector = seen
        start = [ring, (sector + 1) % 8]
        g = bench(rules, P1=dict(probes=[start], publicity=0), discs={"turns": discs, "next": "disc-1"})
        before = snap(g)
        do(g, f"move {start[0]}.{start[1]}-{ring}.{sector}")
        assert changes(before, g)["publicity"] == icons[cell] + 3, cell
        tried += 1
    assert tried == 8 - cells.count("hole") or (layer, ring) == ("base", 1)


@shows(*(f"solar.layers.{layer}.ring{ring}" for layer, ring in ROWS))
@pytest.mark.parametrize("layer, ring", ROWS)
def test_what_a_space_shows(layer, ring):
    """Empty cells become asteroids, and asteroids empty: leaving the space costs 2 energy, or 1."""
    key = f"solar.layers.{layer}.ring{ring}"
    cells = printed(key)
    swap = {"empty": "asteroids", "asteroids": "empty", "comet": "asteroids"}
    rules = varied(alter(key, [swap.get(word, word) for word in cells]))
    tried = 0
    for cell, word in enumerate(cells):
        seen = in_sight(layer, ring, cell) if word in swap else None
        if seen is None:
            continue
        discs, sector = seen
        goal = f"{ring}.{(sector + 1) % 8}"
        g = bench(rules, P1=dict(probes=[[ring, sector]]), discs={"turns": discs, "next": "disc-1"})
        do(g, f"move {ring}.{sector}-{goal}")
        assert seat(g, "P1")["energy"] == 5 - (1 if swap[word] == "empty" else 2), cell
        tried += 1
    assert tried or (layer, ring) == ("disc-1", 1) or not set(cells) & set(swap)


def test_a_planet_in_another_cell():
    cells = printed("solar.layers.disc-1.ring1")
    cells[5], cells[6] = cells[6], cells[5]
    g = bench(varied(alter("solar.layers.disc-1.ring1", cells)))
    do(g, "launch")
    assert probes(g) == [[1, 6]]  # Earth is there now


@shows("solar.move_cost")
def test_cost_of_a_step():
    g = bench(varied(alter("solar.move_cost", 2)), P1=dict(probes=[[3, 5]]))
    do(g, "move 3.5-3.4")
    assert seat(g, "P1")["energy"] == 3
    rules = alter("solar.move_cost", 2)
    before, g = played({"do": "move", "n": 3}, lines=["step 3.5-3.4"], rules=rules, P1=dict(probes=[[3, 5]], energy=0))
    assert probes(g) == [[3, 4]] and "end" in legal(g)  # the third point is not enough


@shows("solar.leave_asteroids_extra")
@pytest.mark.parametrize("extra", [0, 2, 4])
def test_leaving_asteroids(extra):
    g = bench(varied(alter("solar.leave_asteroids_extra", extra)), P1=dict(probes=[[2, 4]]))
    do(g, "move 2.4-2.5")
    assert seat(g, "P1")["energy"] == 5 - 1 - extra


@shows("solar.rotation_order")
def test_order_of_rotation():
    g = bench(varied(alter("solar.rotation_order", ["disc-3", "disc-1"])), discs={"turns": [0, 0, 0], "next": "disc-3"})
    do(g, "pass")
    assert turns(g) == ([1, 1, 1], "disc-1")
    g = bench(varied(alter("solar.rotation_order", ["disc-2"])), discs={"turns": [0, 0, 0], "next": "disc-2"})
    do(g, "pass")
    assert turns(g) == ([1, 1, 0], "disc-2")


# ---------------------------------------------------------------- sectors and stars


@shows("sectors.places")
def test_sectors_of_the_places():
    """Every board one sector further: Earth is in the sector of another star."""
    before, g = played({"do": "signal", "n": 1, "where": "earth"})
    assert star(g, "61-virginis").startswith("P1")
    rules = alter("sectors.places", [[0, 1], [2, 3], [4, 5], [6, 7]])
    before, g = played({"do": "signal", "n": 1, "where": "earth"}, rules=rules)
    assert star(g, "proxima-centauri").startswith("P1")


@shows("sector_boards.*.stars")
@pytest.mark.parametrize("board", TREE["sector_boards"])
def test_stars_of_a_board(board):
    """The two stars of the board change places: a signal in the first one's sector goes to the other one."""
    first, second = printed(f"sector_boards.{board}.stars")
    place = list(TREE["sector_boards"]).index(board)
    sector = TREE["sectors"]["places"][place][0]
    effect = {"do": "signal", "n": 1, "where": "own-probe"}
    where = dict(probes=[[4, sector]])
    before, g = played(effect, P1=where)
    assert star(g, first).startswith("P1")
    before, g = played(effect, rules=alter(f"sector_boards.{board}.stars", [second, first]), P1=where)
    assert star(g, second).startswith("P1")


def completed(name, rules=None, first=True, others=1):
    """P1 wins the star, with so many markers of P2; returns (before, after) of the settling."""
    size = (rules or {}).get("stars", {}).get(name, {}).get("data", TREE["stars"][name]["data"])
    slot = " ".join(["P2"] * others + ["P1"] * (size - 1 - others) + ["."])
    stars = {name: {"slot": slot, "wins": [] if first else ["P2"]}}
    effect = {"do": "signal", "n": 1, "star": name}
    before, g = played(effect, settle=False, rules=rules, P1=dict(publicity=0), P2=dict(publicity=0), stars=stars)
    settle_down(g)
    return before, g


@shows("stars.*.win_first", "stars.*.win_later")
@pytest.mark.parametrize("key, first", [("win_first", True), ("win_later", False)])
@pytest.mark.parametrize("name", TREE["stars"])
def test_reward_of_a_win(name, key, first):
    n = 11 + list(TREE["stars"]).index(name)
    before, g = completed(name, alter(f"stars.{name}.{key}", [{"do": "gain", "vp": n}]), first)
    assert wins(g, name) == sorted(["P1"] + ([] if first else ["P2"]))
    assert changes(before, g)["vp"] == n


@shows("stars.*.data")
@pytest.mark.parametrize("name", TREE["stars"])
@pytest.mark.parametrize("size", [2, 3, 8])
def test_spaces_for_data(name, size):
    rules = {"stars": {name: {"data": size, "win_first": [], "win_later": []}}}
    g = bench(varied(rules))
    assert star(g, name) == " ".join(["."] * size)
    before, g = completed(name, rules, others=1)
    assert wins(g, name) == ["P1"]
    assert star(g, name) == " ".join(["P2"] + ["."] * (size - 1))  # the second keeps a marker


@shows("stars.*.color")
@pytest.mark.parametrize("name", TREE["stars"])
@pytest.mark.parametrize("color", oc.COLORS)
def test_color_of_a_star(name, color):
    rules = alter(f"stars.{name}.color", color)
    for shade in oc.COLORS:
        others = {n for n, table in TREE["stars"].items() if table["color"] == shade and n != name}
        g = played({"do": "signal", "n": 1, "color": shade}, rules=rules, settle=False)[1]
        if "go" in legal(g):  # a free action could come before the signal
            do(g, "go")
        found = offers(g, "signal") or {n for n in TREE["stars"] if star(g, n).startswith("P1")}
        assert found == others | ({name} if shade == color else set()), shade


@shows("sectors.contributor")
def test_reward_of_contributors():
    before, g = completed("procyon", {"sectors": {"contributor": [{"do": "gain", "publicity": 3}]}})
    assert (seat(g, "P1")["publicity"], seat(g, "P2")["publicity"]) == (3, 3)


@shows("sectors.bonus_space", "sectors.second_space")
@pytest.mark.parametrize("space", [1, 2, 3, 5, 6])
def test_the_space_with_points(space):
    rules = {"sectors": {"bonus_space": space, "second_space": POINT}}
    for taken in range(4):
        stars = {"procyon": {"slot": " ".join(["P2"] * taken + ["."] * (5 - taken))}}
        before, g = played({"do": "signal", "n": 1, "star": "procyon"}, rules=rules, stars=stars)
        assert changes(before, g).get("vp", 0) == (7 if taken + 1 == space else 0)
