"""The rules of a game: TOML files and variants, merged, checked and compiled to what the engine reads.

`tree` reads files and lays variants over them; `node` gives checked access with errors that name file, address, value
and expectation. `compile` turns the tree into the engine's tables, with `boards` and `sky` for what is printed besides
cards, `coder` and `terms` for effects and what they ask for; `bounds` sees to it that effects come to an end.
`describe` and `wording` put a component into English.
"""

from seti_sim.core.node import Node, RuleError

from .ruleset import RuleSet

__all__ = ["Node", "RuleError", "RuleSet"]
