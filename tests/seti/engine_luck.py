"""What only the engine knows: the luck that a game has still before it. For tests that play the same game elsewhere."""

from reference import solar

from seti_sim.seti import Game
from seti_sim.seti.engine import read_state, write_state

SLOTS = ("left", "right")


def laid_out(game, slot):
    """What chance lays out when the species of a hidden slot is discovered, in the words of `reference.Reference`.

    Places of anomalies are counted from Earth's sector counter-clockwise, so that they hold at any time.
    """
    core = game.core.copy()
    core.place_species(SLOTS.index(slot))
    state = read_state(core)
    assert not state["discovered"][SLOTS.index(slot)]
    state["discovered"][SLOTS.index(slot)] = 1
    write_state(core, state)
    table = Game(game.rules, core, game.seed, game.game).to_json()
    there = table["species"][slot]
    earth = solar.space_of(game.rules.tree, table["discs"]["turns"], "earth")[1]
    anomalies = {(earth - int(sector)) % 8: token for sector, token in there.get("anomalies", {}).items()}
    deck = ([there["face_up"]] if there["face_up"] else []) + there["deck"]
    return {"deck": deck, "samples": there.get("samples"), "tokens": there.get("tokens"), "anomalies": anomalies}
