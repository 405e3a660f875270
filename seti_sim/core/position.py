"""What is wrong with a position, in one line that names the place."""

from typing import NoReturn

from .errors import PositionError
from .names import in_short


def fail(path: object, value: object, expected: str) -> NoReturn:
    """Raise PositionError in one line, however long the value is and whatever is in the names of its keys."""
    raise PositionError(f"position: {place(path)} = {in_short(value)}: expected {expected}")


def place(path: object) -> str:
    """A path of keys and numbers for a message: as it is, or as Python writes it where a key is long or no print."""
    text = str(path)
    return text if text.isprintable() and len(text) < 160 else in_short(text)
