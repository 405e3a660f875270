"""The rules of a game: TOML files and variants, merged, checked and compiled to what the engine reads.

`tree` reads and merges files and gives checked access with errors that name file, address, value and expectation;
`compile` turns the tree into the engine's tables; `describe` and `wording` put a component into English.
"""

from .ruleset import RuleSet
from .tree import Node, RuleError

__all__ = ["Node", "RuleError", "RuleSet"]
