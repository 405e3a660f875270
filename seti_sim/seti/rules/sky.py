"""The solar system: what each of the 32 spaces shows in all 512 positions of the discs (GEO-04, GEO-05)."""

from functools import lru_cache

from seti_sim.core.node import blame

from . import opcodes as oc

DISCS = ("disc-1", "disc-2", "disc-3")
LAYERS = ((DISCS[0], 1), (DISCS[1], 2), (DISCS[2], 3), ("base", 4))  # name and number of rings, from the top down
FIRST_ROW = (0, 1, 3, 6)  # row of a layer's ring 1 in the list of all rings


def compile_sky(root, tile, out):
    """Fill in the tables of the solar system: `shown`, `layer_of`, `space_publicity`, `planet_space` and the steps.

    Where there is a `tile` (node, layer, ring, cell, publicity) that fills a gap of a disc, the positions with it on
    its disc follow the 512 without it (OUM-01).
    """
    solar = root.table("solar")
    # A free step would have no end; leaving asteroids may well cost nothing extra.
    out["move_cost"] = solar.int("move_cost", 1, 5)
    out["leave_asteroids_extra"] = solar.int("leave_asteroids_extra", 0, 5)
    order = solar.strs("rotation_order", DISCS)
    if not 1 <= len(order) <= 8:
        solar.fail("rotation_order", "one to eight discs")
    out["rotation_order"] = [DISCS.index(d) for d in order]
    out["n_rotation_order"] = len(order)
    layers = solar.table("layers")
    cells, icons, places = [], [], []
    for name, rings in LAYERS:
        layer = layers.table(name)
        for ring in range(1, rings + 1):
            words = layer.strs(f"ring{ring}", ("hole", *oc.CELLS[:-1]))
            bits = layer.ints(f"icon{ring}", 0, 5)
            for key, row in ((f"ring{ring}", words), (f"icon{ring}", bits)):
                if len(row) != 8:
                    layer.fail(key, "eight, one for each sector")
            if name == "base" and "hole" in words:
                layer.fail(f"ring{ring}", "no hole: nothing lies below the base")
            if any(word == "hole" and icon for word, icon in zip(words, bits, strict=True)):
                blame([(layer, f"icon{ring}"), (layer, f"ring{ring}")], "no icon in a hole")
            cells.append(tuple(None if w == "hole" else oc.CELLS.index(w) for w in words))
            icons.append(tuple(bits))
            places.append((layer, f"ring{ring}"))
        layer.done()
    layers.done()
    solar.done()
    fault, tables = _positions(tuple(cells), tuple(icons))
    if fault:
        blame(places, fault)
    out.update({name: list(numbers) for name, numbers in tables.items()})
    if tile is None:
        return
    node, level, ring, cell, icon = tile
    row = FIRST_ROW[level] + ring - 1
    if cells[row][cell] is not None:
        node.fail("cell", f"a hole in ring {ring} of {LAYERS[level][0]}, which the tile fills")
    cells[row] = (*cells[row][:cell], oc.CELLS.index("oumuamua"), *cells[row][cell + 1 :])
    icons[row] = (*icons[row][:cell], icon, *icons[row][cell + 1 :])
    fault, tables = _positions(tuple(cells), tuple(icons), tile=True)
    if fault:
        node.fail("cell", f"a cell with {fault}")
    for name, numbers in tables.items():
        out[name] += numbers


@lru_cache(maxsize=4)
def _positions(cells, icons, tile=False):
    """(what is wrong or None, tables) of layers: eight cells and icons a ring, `None` a hole, rows as in `LAYERS`.

    tile: the tile that is a planet is among them and has to stay in sight as well."""
    stacks = [[level for level in range(4) if ring <= LAYERS[level][1]] for ring in range(1, 5)]
    shown, layer_of, publicity, place = [], [], [], []
    for index in range(512):
        turns = (index >> 6, (index >> 3) & 7, index & 7, 0)
        at = [255] * len(oc.PLANETS)
        for ring in range(4):
            for sector in range(8):
                for level in stacks[ring]:
                    row, column = FIRST_ROW[level] + ring, (sector + turns[level]) % 8
                    cell = cells[row][column]
                    if cell is not None:
                        break
                shown.append(cell)
                layer_of.append(level)
                publicity.append(icons[row][column])
                if cell >= 3:
                    if at[cell - 3] != 255:
                        return f"one {oc.CELLS[cell]} in every position of the discs", {}
                    at[cell - 3] = ring * 8 + sector
        if 255 in at[: 9 if tile else 8]:
            return f"{oc.PLANETS[at.index(255)]} in sight in every position of the discs", {}
        place += at
    return None, {"shown": shown, "layer_of": layer_of, "space_publicity": publicity, "planet_space": place}
