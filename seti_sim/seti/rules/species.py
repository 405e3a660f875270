"""The species of the data as the engine's tables: boards, decks, and the mechanisms that each species brings.

Which mechanisms a species has is told by its keys, never by its name. A mechanism belongs to one species at most: the
engine keeps one set of tokens of each kind. How a new one is added is in docs/species.md.
"""

from __future__ import annotations

from typing import Any

from seti_sim.core.names import titles_of
from seti_sim.core.node import Node, blame

from . import opcodes as oc
from .coder import Coder

MAX_SPECIES = 8
SPACES = 9  # of one column
DECK = 16
NONE = 255
# The key that tells that a species has a mechanism, and the engine's field for that species.
MECHANISMS = {
    "samples": "sample_species",
    "anomalies": "anomaly_species",
    "tile": "tile_species",
    "message_tile_ahead": "message_species",
    "cards_per_player": "secret_species",
}


def compile_species(root: Node, coder: Coder, cards: tuple[str, ...], out: dict) -> tuple[Node, int, int, int, int] | None:
    """Fill the tables of species; returns the tile that fills a gap of a disc: (node, layer, ring, cell, publicity)."""
    table = root.table("species")
    names = table.keys()
    if not 2 <= len(names) <= MAX_SPECIES:
        root.fail("species", f"two to {MAX_SPECIES} species")
    columns = 3 * MAX_SPECIES
    out.update(
        n_species=len(names),
        species_n_cards=[0] * MAX_SPECIES,
        species_card=[0] * (DECK * MAX_SPECIES),
        species_per_marker=[0] * MAX_SPECIES,
        species_face_up=[0] * MAX_SPECIES,
        species_per_player=[0] * MAX_SPECIES,
        species_plays=[0] * MAX_SPECIES,
        board_n=[0] * columns,
        **{f"board_{what}": [0] * (columns * SPACES) for what in ("reward", "resource", "cost", "any", "danger", "token")},
        n_samples=0,
        n_anomalies=0,
        n_message_rewards=0,
        n_secret_milestones=0,
        danger_share=0,
    )
    out["tokens"] = {"samples": (), "anomalies": (), "message_rewards": (), "milestones": ()}
    nodes = [table.table(name) for name in names]
    printed = [root.table("cards").table(card) for card in cards]
    setup, tile = root.table("setup"), None
    without = left_in_box(root)
    out["species_out"] = [int(name in without) for name in names]
    if sum(out["species_out"]) > len(names) - 2:
        setup.fail("without", "two species that are played with")
    _mechanisms(nodes, out)
    _card_classes(printed, out)
    for i, node in enumerate(nodes):
        node.str("name")
        if out["species_out"][i]:
            continue  # what it brings, another species may bring in its place
        coder.own_species = i
        own = [c for c, species in enumerate(out["card_species"]) if species == i]
        if len(own) > DECK:
            blame([(printed[c], "species") for c in own], f"at most {DECK} cards of one species")
        out["species_n_cards"][i] = len(own)
        out["species_card"][DECK * i : DECK * i + len(own)] = own
        out["species_per_marker"][i] = node.int("cards_per_discovery_marker", 0, 3)
        out["species_face_up"][i] = node.int("face_up_cards", 0, 1)
        if out["species_face_up"][i] and node.has("cards_per_player"):
            node.fail("face_up_cards", "0, for secret cards never lie open")
        _board(node, coder, i, out)
        if node.has("samples"):
            _samples(node, coder, i, out)
        if node.has("anomalies"):
            _anomalies(node, coder, out)
        if node.has("tile"):
            tile = _tile(node, coder, out)
        if node.has("message_tile_ahead"):
            _messages(node, coder, out)
        if node.has("cards_per_player"):
            _secrets(node, setup, i, sum(cards[c] not in without for c in own), out)
        node.done()
    table.done()
    coder.own_species = NONE
    return tile


def left_in_box(root: Node) -> list[str]:
    """Ids of cards and species that stay in the box."""
    known: dict[str, Any] = titles_of(root.value["cards"]) | titles_of(root.value["species"])
    return root.table("setup").strs("without", known)


def _mechanisms(nodes: list[Node], out: dict) -> None:
    """Which species brings which mechanism."""
    for key, field in MECHANISMS.items():
        having = [i for i, node in enumerate(nodes) if node.has(key) and not out["species_out"][i]]
        if len(having) > 1:
            blame([(nodes[i], key) for i in reversed(having)], f"{key} in one species only")
        out[field] = having[0] if having else NONE


def _card_classes(cards: list[Node], out: dict) -> None:
    """Message cards only where messages are, secret ones where secrets are, and no others there."""
    for card, found, species in zip(cards, out["card_class"], out["card_species"], strict=True):
        if species != NONE and out["species_out"][species]:
            continue
        for what, key in (("message", "message_species"), ("secret", "secret_species")):
            if oc.CARD_CLASSES[found] == what and species != out[key]:
                blame([(card, "species"), (card, what)], f"the species that has {what} cards")
        if species != NONE and species == out["secret_species"] and oc.CARD_CLASSES[found] != "secret":
            blame([(card, "species")], "a species whose cards are not secret, or a card with secret")


def _some(node: Node, key: str, most: int) -> dict[str, Node]:
    table = node.table(key)
    found = {name: table.table(name) for name in table.keys()}
    if not 1 <= len(found) <= most:
        node.fail(key, f"one to {most} of them")
    return found


def _board(node: Node, coder: Coder, i: int, out: dict) -> None:
    """Spaces of the three columns, from the bottom to the top."""
    board = node.table("board")
    for kind, word in enumerate(oc.TRACE_KINDS):
        spaces = board.tables(word)
        column = 3 * i + kind
        if len(spaces) > SPACES:
            board.fail(word, f"at most {SPACES} spaces")
        out["board_n"][column] = len(spaces)
        for k, space in enumerate(spaces):
            at = column * SPACES + k
            if space.has("capacity"):
                space.str("capacity", ("any",))
                if k != len(spaces) - 1:
                    space.fail("capacity", "no open-ended space but the top one of a column")
                out["board_any"][at] = 1
            cost = space.table("cost", {})
            named = [r for r in cost.keys() if r in ("exofossil", "data")]
            if cost.keys() and len(named) != 1:
                space.fail("cost", "exactly one of exofossil, data")
            if named:
                out["board_resource"][at] = oc.RESOURCES.index(named[0])
                out["board_cost"][at] = cost.int(named[0], 1, 20)
            cost.done()
            out["board_danger"][at] = space.int("danger", 0, 20, 0)
            if out["board_danger"][at] and not node.has("cards_per_player"):
                space.fail("danger", "no danger: this species has no secret cards")
            if space.has("token"):
                if not node.has("samples"):
                    space.fail("token", "no token: this species has no samples")
                out["board_token"][at] = oc.BOARD_TOKENS.index(space.str("token", oc.BOARD_TOKENS[1:]))
                if out["board_any"][at]:
                    space.fail("token", "no token on an open-ended space")
            else:
                out["board_reward"][at] = coder.listed(space, "reward", "trace")
            space.done()
    board.done()


def _samples(node: Node, coder: Coder, i: int, out: dict) -> None:
    """Tokens face down at planets and on the board (MAS-01)."""
    samples = _some(node, "samples", 8)
    out["n_samples"] = len(samples)
    out["sample_reward"] = []
    for sample in samples.values():
        out["sample_reward"].append(coder.listed(sample, "reward", "sample"))
        sample.done()
    laid = node.table("samples_at")
    out["sample_count"] = [laid.int(p, 0, 8, 0) if p != "earth" else 0 for p in oc.PLANETS[:8]]
    laid.done()
    on_board = out["board_token"][27 * i : 27 * i + 27]
    setup = on_board.count(oc.BOARD_TOKENS.index("setup"))
    if sum(out["sample_count"]) + setup != len(samples):
        places = [(node, "samples_at"), (node, "board")]
        lies = 'at planets or on the board\'s spaces with token = "setup"'
        blame(places, f"places for all {len(samples)} samples, {lies}")
    if on_board.count(oc.BOARD_TOKENS.index("delivered")) < sum(out["sample_count"]):
        places = [(node, "board"), (node, "samples_at")]
        blame(places, 'a space of the board with token = "delivered" for every sample at planets')
    out["tokens"]["samples"] = tuple(samples)


def _anomalies(node: Node, coder: Coder, out: dict) -> None:
    """Tokens of two sides that a rotation triggers (ANO-01, ANO-03)."""
    found = _some(node, "anomalies", 4)
    out["n_anomalies"] = len(found)
    out["anomaly_kind"], out["anomaly_reward"] = [], []
    for anomaly in found.values():
        out["anomaly_kind"].append(oc.TRACE_KINDS.index(anomaly.str("kind", oc.TRACE_KINDS)))
        sides = coder.each_listed(anomaly, "sides", "anomaly")
        if len(sides) != 2:
            anomaly.fail("sides", "two sides")
        out["anomaly_reward"] += sides
        anomaly.done()
    out["anomaly_offset"] = node.ints("anomalies_at", 0, 7)
    if len(set(out["anomaly_offset"])) != len(found) or len(out["anomaly_offset"]) != len(found):
        node.fail("anomalies_at", f"{len(found)} different sectors")
    out["tokens"]["anomalies"] = tuple(found)


def _tile(node: Node, coder: Coder, out: dict) -> tuple[Node, int, int, int, int]:
    """A planet and sector that fills a gap of a disc (OUM-01 to OUM-12)."""
    tile = node.table("tile")
    discs = ("disc-1", "disc-2", "disc-3")
    layer = discs.index(tile.str("disc", discs))
    place = (tile, layer, tile.int("ring", 1, layer + 1), tile.int("cell", 0, 7), tile.int("publicity", 0, 5))
    out["tile_under"] = coder.listed(tile, "under_tile", "discovery")
    data = tile.int("data", 1, 10)
    out["star_data"] = [*out["star_data"], data]
    points = tile.ints("marker_vp", 0, 50)
    if len(points) != data:
        blame([(tile, "marker_vp"), (tile, "data")], f"{data} numbers, points for each of the data places")
    out["tile_vp"] = points
    out["tile_completed"] = coder.listed(tile, "completed", "tile")
    tile.done()
    body = node.table("body")
    planet = oc.PLANETS.index("oumuamua")
    out["orbit_first"][planet] = coder.listed(body, "orbit_first", "orbit")
    out["orbit_reward"][planet] = coder.listed(body, "orbit", "orbit")
    out["land_reward"][planet] = coder.listed(body, "land", "land")
    spaces = coder.each_listed(body, "land_first", "land")
    if len(spaces) > 3:
        body.fail("land_first", "at most three spaces")
    out["n_data_spaces"][planet] = len(spaces)
    out["data_space"][3 * planet : 3 * planet + len(spaces)] = spaces
    body.done()
    return place


def _messages(node: Node, coder: Coder, out: dict) -> None:
    """Milestones of one player: the tile of everybody, and the markers of cards with a message (CEN-01 to CEN-05)."""
    out["message_tile_ahead"] = node.int("message_tile_ahead", 1, 200)
    out["message_ahead"] = node.int("message_ahead", 1, 200)
    rewards = _some(node, "message_rewards", 8)
    if len(rewards) < 4:
        node.fail("message_rewards", "at least four, one for each player")
    out["n_message_rewards"] = len(rewards)
    out["message_reward"] = []
    for reward in rewards.values():
        out["message_reward"].append(coder.listed(reward, "reward", "message-tile"))
        reward.done()
    out["tokens"]["message_rewards"] = tuple(rewards)


def _secrets(node: Node, setup: Node, i: int, cards: int, out: dict) -> None:
    """Cards played face down at the discovery and at milestones for everybody (EXE-01 to EXE-14); so many there are."""
    out["species_per_player"][i] = node.int("cards_per_player", 0, 4)
    out["species_plays"][i] = node.int("plays_per_discovery_marker", 0, 3)
    if 4 * out["species_per_player"][i] + 3 * out["species_per_marker"][i] > cards:
        places = [(node, "cards_per_player"), (node, "cards_per_discovery_marker"), (setup, "without")]
        blame(places, f"a deal for four players and three markers that the {cards} cards allow")
    out["danger_share"] = node.int("most_danger_loses", 1, 1000)
    marks = _some(node, "milestones", 4)
    out["n_secret_milestones"] = len(marks)
    out["secret_ahead"], out["secret_cost"] = [], []
    for mark in marks.values():
        out["secret_ahead"].append(mark.int("ahead_of_leader", 1, 200))
        cost = mark.table("cost")
        out["secret_cost"] += [cost.int(r, 0, 20, 0) if r in ("credits", "energy", "publicity") else 0 for r in oc.RESOURCES]
        cost.done()
        mark.done()
    out["tokens"]["milestones"] = tuple(marks)
