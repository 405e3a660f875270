"""What the species bring to the table: samples, capsules, anomalies, messages, secret cards, markers and exofossils.

Nothing of it is lost or made, and it lies where it can.
"""

from collections import Counter

from .walks import every, over_games, rules, walk, where

SPECIES = rules().tree["species"]
KINDS = ("signal", "lander", "analysis")
FK_PROGRAM = 3
"""Kind of a frame that works off a list of effects; its `d` is the sample being delivered and one more."""


def slot_of(position, species):
    """The table of the discovered species' slot, or None."""
    found = [slot for slot in position["species"].values() if slot["discovered"] and slot["id"] == species]
    return found[0] if found else None


def delivered(position):
    """The sample that is being delivered: its token is shown and not laid yet (MAS-12)."""
    names = list(SPECIES["mascamites"]["samples"])
    frames = position.get("pending", {}).get("frames", [])
    return [names[frame["d"] - 1] for frame in frames if frame["kind"] == FK_PROGRAM and frame["d"]]


def look_at_samples(position, game):
    """MAS-01, MAS-05, MAS-08, MAS-12, MAS-13: each sample lies at its planet, on the board, or is one capsule of
    somebody; tokens on the board lie in the spaces for them, delivered ones from the bottom up."""
    spaces = SPECIES["mascamites"]["board"]["analysis"]
    capsules = {sample: at for seat in position["seats"].values() for sample, at in seat.get("capsules", {}).items()}
    assert all(1 <= ring <= 4 and 0 <= sector <= 7 for ring, sector in capsules.values())
    slot = slot_of(position, "mascamites")
    if not slot:
        assert not capsules
        return
    column = slot["tokens"].get("analysis", [None] * len(spaces))
    lying = [*filter(None, column), *capsules, *delivered(position), *sum(slot["samples"].values(), [])]
    assert sorted(lying) == sorted(SPECIES["mascamites"]["samples"])
    for planet, samples in slot["samples"].items():
        assert len(samples) <= SPECIES["mascamites"]["samples_at"][planet]
    filled = [bool(token) for space, token in zip(spaces, column, strict=True) if space.get("token") == "delivered"]
    assert filled == sorted(filled, reverse=True)
    for holder, token, space in zip(slot["board"]["analysis"], column, spaces, strict=True):
        assert not token or "token" in space
        assert not holder or token or "token" not in space  # it is marked only while a sample lies there


def look_at_anomalies(position, game):
    """ANO-01: three tokens in sectors 0, 3 and 5 counter-clockwise of one that was Earth's."""
    slot = slot_of(position, "anomalies")
    if slot:
        names = sorted(token.split("/")[0] for token in slot["anomalies"].values())
        assert names == sorted(SPECIES["anomalies"]["anomalies"])
        places = [{(first - n) % 8 for n in SPECIES["anomalies"]["anomalies_at"]} for first in range(8)]
        assert {int(sector) for sector in slot["anomalies"]} in places


def look_at_messages(position, game):
    """CEN-01, CEN-02, CEN-05: every seat has its tile on the track or on one reward, no reward two; a message has one
    marker, and its card lies in front of who sent it."""
    slot = slot_of(position, "centaurians")
    tiles = {name: seat.get("message_tile") for name, seat in position["seats"].items()}
    if not slot:
        assert not any(tiles.values())
        return
    covering = Counter(slot["rewards"].values())
    for name, tile in tiles.items():
        # Between the tile's leaving the track and its lying on a reward nothing else is decided.
        assert covering[name] + (tile is not None) == 1 or (game.decision == "reward" and not covering[name]), name
    cards = [card for card, _, _ in slot["messages"]]
    assert len(set(cards)) == len(cards) and all("message" in rules().tree["cards"][card] for card in cards)


def look_at_secrets(position, game):
    """EXE-01, EXE-02, EXE-04: three a seat and one more a marker on a discovery space, held or played; the rest is out
    of the game; the milestones lie 20 points apart."""
    table, slot = SPECIES["exertians"], slot_of(position, "exertians")
    seats = position["seats"].items()
    held = {name: [*seat.get("secrets", ()), *seat.get("secrets_played", ())] for name, seat in seats}
    if not slot:
        assert not any(held.values())
        return
    markers_on = Counter(slot["spaces"].values())
    for name, cards in held.items():
        dealt = table["cards_per_player"] + markers_on[name] * table["cards_per_discovery_marker"]
        assert len(cards) == dealt, name
    assert not slot["deck"] and slot["face_up"] is None
    low, high = slot["milestones"]
    assert high - low == 20


@over_games(15)
def test_tokens_and_cards_of_species(players, seed, style):
    """All of these, at every third decision; anomalies stay as they were laid."""
    laid = None
    for game in every(walk(players, seed, style), 3):
        position = game.to_json()
        for look in (look_at_samples, look_at_anomalies, look_at_messages, look_at_secrets):
            try:
                look(position, game)
            except AssertionError as error:
                raise AssertionError(f"{look.__name__}: {where(game)}") from error
        slot = slot_of(position, "anomalies")
        assert laid is None or slot["anomalies"] == laid, where(game)
        laid = slot["anomalies"] if slot else None


def markers(position, name):
    """Traces of a seat at both slots: discovery spaces, overflow areas, boards."""
    total = 0
    for slot in position["species"].values():
        total += list(slot["spaces"].values()).count(name)
        total += sum(counts.get(name, 0) for counts in slot["overflow"].values())
        for column in slot.get("board", {}).values():
            total += sum(holders.count(name) if isinstance(holders, list) else holders == name for holders in column)
    return total


def costs_of(position, action):
    """Exofossils that an action may take from who does it: the cost of a board's space, or an effect that pays."""
    words = action.split()
    if words[0] == "trace" and words[-1].isdigit():
        board = SPECIES[position["species"][words[1]]["id"]]["board"]
        return [board[words[2]][int(words[3]) - 1].get("cost", {}).get("exofossil", 0)]
    return {"yes": [0, 1], "mission": [0, 2]}.get(words[0], [0])


@over_games(8)
def test_markers_and_exofossils(players, seed, style):
    """SPG-03, SPG-04, SPG-07: a trace is one marker and stays one; where there is one place for it only it is marked
    unasked. SPG-09: neutral markers lie on discovery spaces only. OUM-03, OUM-14: nobody has exofossils before
    'Oumuamua is found; they are spent on spaces of its board and on what cards offer, by nobody but who acts."""
    last = mover = None
    for game in walk(players, seed, style):
        position = game.to_json()
        if last:
            action, at = str(game.action(game.history[-1])), where(game)
            for name, seat in position["seats"].items():
                grown = markers(position, name) - markers(last, name)
                marks = action.startswith("trace ") and name == mover
                assert grown == 1 if marks else 0 <= grown <= 1, (name, action, at)
                change = seat["exofossils"] - last["seats"][name]["exofossils"]
                costs = costs_of(last, action) if name == mover else [0]
                # A landing brings two, and a completed tile, a visit and a trigger of the same action one each.
                assert -max(costs) <= change <= 5 and seat["exofossils"] >= 0, (name, action, change, at)
                assert not seat["exofossils"] or slot_of(position, "oumuamua"), (name, at)
            for slot in position["species"].values():
                held = [holder for column in slot.get("board", {}).values() for holder in column if holder]
                held = sum((holder if isinstance(holder, list) else [holder] for holder in held), [])
                held += [name for counts in slot["overflow"].values() for name in counts]
                assert set(held) <= set(position["seats"]), at
        last, mover = position, game.to_move
