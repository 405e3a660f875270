"""Files to start from that `seti-sim new` writes: a card, a species, any variant of SETI."""

from __future__ import annotations

from seti_sim.core.errors import RunError
from seti_sim.core.names import did_you_mean, find

from .rules import RuleSet

_HEAD = """# {title}, a variant of SETI. docs/writing-a-variant.md says how a file is read, docs/data.md has all words of effects.
#   seti-sim check {file}        is it sound, and what do players make of it?
#   seti-sim play --variant {file}
#   seti-sim judge {file}        how strong is it?

[variant]
name = "{id}"
description = "{what}"
"""

_CARD = """
[new.cards.{id}]
name = "{title}"
cost = 2                      # credits, 0 to 14; {{ energy = 1 }} for a cost in energy
corner = {{ move = 1 }}         # its free action: move, publicity or data
sector = "red"                # colour of its signal: yellow, red, blue or black
income = "credits"            # what it gives each round once it is tucked: credits, energy or card
play = [                      # effects of playing it, in order
  {{do="signal", n=1, where="any"}},
  {{do="gain", publicity=1}},
]
# count = 2                   # copies in the deck
# One of these at most:
# mission = {{ when = {{craft=1, at="venus"}}, reward = [ {{do="gain", vp=7}} ] }}
# triggers = [ {{ on = {{event="visit", body="jupiter"}}, reward = [ {{do="gain", data=1}} ] }} ]
# endgame = {{ vp = 2, per = {{wins=1, color="red"}} }}
"""

_COPY = """
[new.cards.{id}]
name = "{title}"
copy_of = "{copy}"          # {printed}
# What is different, for example:
# cost = 1
# count = 2                   # copies in the deck
"""

_SPECIES = """
[new.species.{id}]
name = "{title}"
cards_per_discovery_marker = 1  # cards of its deck for each marker on its discovery spaces
face_up_cards = 1               # 1: the top card of its deck lies open beside it

# Spaces for traces of each kind, from the bottom to the top; one with capacity = "any" takes any number of markers.
[new.species.{id}.board]
signal = [
  {{ reward = [ {{do="gain", vp=4}}, {{do="draw", n=1, from="species"}} ] }},
  {{ reward = [ {{do="gain", vp=3}} ], capacity = "any" }},
]
lander = [
  {{ reward = [ {{do="gain", vp=5}}, {{do="draw", n=1, from="species"}} ] }},
  {{ reward = [ {{do="gain", vp=3}} ], capacity = "any" }},
]
analysis = [
  {{ reward = [ {{do="gain", vp=4}}, {{do="gain", energy=1}} ] }},
  {{ reward = [ {{do="gain", vp=3}} ], capacity = "any" }},
]

# Its deck, at most 16 cards. Two cards of four copies; give every other card an id of its own.
[new.cards.{id}-call]
name = "{title}: Call"
species = "{id}"
cost = 1
corner = {{ publicity = 1 }}
sector = "blue"
income = "energy"
play = [ {{do="trace", kind="any"}} ]
count = 4

[new.cards.{id}-visit]
name = "{title}: Visit"
species = "{id}"
cost = 2
corner = {{ move = 1 }}
sector = "yellow"
income = "card"
play = [ {{do="launch"}}, {{do="move", n=2}} ]
count = 4
"""

_VARIANT = """
# What is not named here stays as printed. Remove what you do not need.
[setup]
# without = ["base-121", "exertians"]   # cards and species that stay in the box

[setup.start]
credits = 5                             # [4, 4, 5, 5] says it seat by seat

# [actions.scan.cost]
# energy = 1

# [cards.base-055]
# cost = 2
"""


def begin(what: str, name: str, copy: str | None = None) -> str:
    """The text of a file to start a `card`, `species` or `variant` called `name` from; `copy`: the printed card that a new one
    begins with, by id or title. RunError in one line."""
    words = {
        "id": name,
        "title": name.replace("-", " ").capitalize(),
        "file": f"{name}.toml",
        "what": f"a {what} of one's own" if what != "variant" else "what it asks",
    }
    body = {"card": _CARD, "species": _SPECIES, "variant": _VARIANT}[what]
    if copy:
        words["copy"], words["printed"] = _card(copy)
        body = _COPY
    return (_HEAD + body).format(**words)


def _card(text: str) -> tuple[str, str]:
    """Id and name of the card that is called so."""
    names = RuleSet.load().card_names
    if (found := find(text, names)) is None:
        hint = did_you_mean(text, [*names, *names.values()], 1)
        raise RunError(f"--copy-of {text}: expected the id or title of a card{hint}")
    return found, names[found]
