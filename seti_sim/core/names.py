"""Names that users write: which one is meant, and which may have been."""

from __future__ import annotations

import inspect
import os
import sysconfig
import traceback
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any


def escaped(text: str) -> str:
    r"""The text with what no UTF-8 has, such as bytes of a file name that are no text, as `\udce9`."""
    return text.encode("utf-8", "backslashreplace").decode()


def printable(text: str) -> str:
    r"""The text on one line, with what cannot be printed as `\x1b`: a message must not hold what a terminal would obey."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in " ".join(text.split()))


def in_short(value: object) -> str:
    """How Python writes a value, its middle left out where that is long, for a message of one line."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested without end; a number of more digits than Python writes
        return type(value).__name__
    return middle_out(text if text.isprintable() else ascii(value))


def middle_out(text: str) -> str:
    """A text as it stands, its middle left out where it is long."""
    return text if len(text) <= _MOST else f"{text[: _MOST // 2]}…{text[-_MOST // 2 :]}"


_MOST = 120
_STDLIB, _INSTALLED = (sysconfig.get_path(name) for name in ("stdlib", "purelib"))
_MOST_WORDS = 400


def words_of(value: object, text: Callable[[Any], str] = str) -> str:
    """What somebody else's object says of itself, in a line that a terminal can show, whatever its methods do."""
    try:
        words = text(value)[:_MOST_WORDS]
    except KeyboardInterrupt:
        raise
    except BaseException:  # its own __str__ or __repr__; a number that is too long to be written
        return f"{'an' if type(value).__name__[:1] in 'aeiou' else 'a'} {type(value).__name__}"
    return printable(words)


def told(error: BaseException, ours: str) -> str:
    """An error of somebody else's code in a line: its kind, its words (of several paragraphs the first) and where in that code.

    `ours`: the file, or folder, whose lines are not that code.
    """
    words = words_of(error, lambda error: str(error).strip().partition("\n\n")[0])
    where = "" if isinstance(error, SyntaxError) else line_of(error, ours)  # its words tell
    return type(error).__name__ + (f": {words}" if words else "") + where


def line_of(error: BaseException, ours: str) -> str:
    """` (FILE, line N)`: the last line of somebody else's code that an error came through, as `told`; a library that this code
    called, and Python's own, are passed over. Nothing where there is no such line."""
    frames = [
        f for f in traceback.extract_tb(error.__traceback__) if not (f.filename.startswith(ours) or _is_pythons(f.filename))
    ]
    theirs = [f for f in frames if Path(f.filename).parent == Path(frames[0].filename).parent]
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""


def _is_pythons(file: str) -> bool:
    return file.startswith("<frozen ") or file.startswith(_STDLIB) and not file.startswith(_INSTALLED)


def place_of(function: Any) -> str:
    """` (FILE, line N)`: where a function or method in Python begins; nothing for what has no such place."""
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


def is_unicode(text: str) -> bool:
    """Whether text can be written in UTF-8, whatever the locale."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_text(path: Any) -> bool:
    """Whether a path is text that files can be called by here: in UTF-8, and in what this locale says of file names."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return is_unicode(str(path))


TEXT = "expected a name that is text in UTF-8; where it is, a locale of UTF-8, as LC_ALL=C.UTF-8"
"""What is said of a folder that is not; Polars reads no other."""


def find(text: str, titles: Mapping[str, str]) -> str | None:
    """The id in `titles`, {id: title}, that the text is, or whose title it is, case and blanks aside.

    None where there is none, or where several have that title.
    """
    if text in titles:
        return text
    sought = _plain(text)
    found = [name for name, title in titles.items() if sought in (_plain(name), _plain(title))]
    return found[0] if len(found) == 1 else None


def titles_of(table: Mapping) -> dict[str, str]:
    """{id: title} of a table of components; an id is its own title where a component has no name."""
    named = lambda entry: isinstance(entry, dict) and isinstance(entry.get("name"), str)  # noqa: E731
    return {key: entry["name"] if named(entry) else key for key, entry in table.items()}


def did_you_mean(word: object, known: Iterable[str], most: int = 3) -> str:
    """A suggestion such as ` (did you mean scan or scam?)`; nothing where no known name is close to the word."""
    names = {_plain(name)[:80]: name for name in reversed(list(dict.fromkeys(known)))}
    plain = _plain(str(word)[:80])
    close = get_close_matches(plain, list(reversed(names)), n=most, cutoff=0.6)
    if not close:  # a word of it, as arecibo of Arecibo Observatory
        words = {part: name for name in names for part in name.split() if len(part) > 3}
        close = [words[part] for part in get_close_matches(plain, words, n=1, cutoff=0.75)]
    return f" (did you mean {' or '.join(names[name] for name in close)}?)" if close else ""


@lru_cache(4096)
def _plain(text: str) -> str:
    return " ".join(text.split()).lower()
