"""Games in plain Python, for whoever has a game of their own: docs/your-own-game.md makes one from nothing to a report.

An author derives a class from `PythonGame`, a game in progress, and makes one object `PythonKind` of it, which is a game like the
others: played, stored, opened, compared and reported by the same commands, at whatever speed Python gives.

>>> from seti_sim.python import Column, Luck, PythonGame, PythonKind, Table, check_game
"""

from seti_sim.core.columns import Column, Table

from .base import PythonGame, Values
from .check import check_game
from .kind import PythonKind
from .luck import Luck

__all__ = ["Column", "Luck", "PythonGame", "PythonKind", "Table", "Values", "check_game"]
