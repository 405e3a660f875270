"""The language that people are told something in: words from gettext's catalogues, numbers as Babel's data of locales have them.

English is the source and needs no catalogue. The others are the folders of `seti_sim/locale`, each with one file of text
(`LC_MESSAGES/seti_sim.po`) that is read when it is first asked for; what it lacks stays English. Which language holds is said
by `using`, around whatever makes text: the commands do so for `--lang`. docs/languages.md says how to add a word.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seti_sim.core.errors import RunError

if TYPE_CHECKING:
    from babel import Locale

SOURCE = "en"
FOLDER = Path(__file__).parent.parent / "locale"
DOMAIN = "seti_sim"
_held: ContextVar[str] = ContextVar("language", default=SOURCE)
_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.,])\d+(?:\.\d+)?(?![\w])")


def languages() -> tuple[str, ...]:
    """The languages that there are, English first."""
    return SOURCE, *sorted(file.parts[-3] for file in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def language() -> str:
    """The language that holds here, as `de`."""
    return _held.get()


@contextmanager
def using(name: str) -> Iterator[None]:
    """Around what makes text: it is in that language. RunError for a language that there is not."""
    if name not in languages():
        raise RunError(f"lang {name}: expected one of {', '.join(languages())}")
    token = _held.set(name)
    try:
        yield
    finally:
        _held.reset(token)


def tr(text: str, /, **values: Any) -> str:
    """The text in the language that holds, with values for what stands in braces."""
    held = _held.get()
    found = text if held == SOURCE else _catalogue(held).gettext(text)
    return found.format(**values) if values else found


def trn(one: str, many: str, n: float, /, **values: Any) -> str:
    """The text that goes with a number, which stands for `{n}`: `trn("{n} point", "{n} points", 3)`."""
    held = _held.get()
    if held == SOURCE:
        found = one if n == 1 else many
    else:
        found = _catalogue(held).ngettext(one, many, int(n))
    return found.format(**({"n": digits(f"{n:,}")} | values))


def component(kind: str, name: str, english: str | None = None) -> str:
    """What a component of a game is called, by its kind and id (`component("body", "mars", "Mars")`): in English, and where a
    catalogue has no word for it, as a variant's new components, `english` or the id."""
    held = _held.get()
    plain = name if english is None else english
    if held == SOURCE:
        return plain
    found = _catalogue(held).pgettext(kind, name)
    return plain if found == name else found


def marked(text: str) -> str:
    """The text as it is. For texts that are written down before it is known in which language they will be told: so their words
    are found for the catalogues, and `tr` is asked where they are told."""
    return text


def inside(text: str) -> str:
    """A text that begins with a capital letter as it stands inside a sentence. In other languages than English it stays as it is:
    a noun or a name may be the first word."""
    return text[:1].lower() + text[1:] if _held.get() == SOURCE else text


def digits(text: str) -> str:
    """A number as Python writes it (`1,234.5`) as it is written in the language that holds (`1.234,5`)."""
    held = _held.get()
    if held == SOURCE:
        return text
    group, point = _signs(held)
    return text.translate({ord(","): group, ord("."): point})


def numbers(text: str) -> str:
    """A text of numbers and signs with its numbers so written; one with other words in it stays as it is."""
    return text if _held.get() == SOURCE else _NUMBER.sub(lambda found: digits(found[0]), text)


def percent_space(space: str) -> str:
    """What stands between a number and its sign for per cent: the given space, or nothing where the language has none."""
    held = _held.get()
    if held == SOURCE:
        return space
    pattern = str(_locale(held).percent_formats[None].pattern)
    return space if pattern[-2].isspace() else ""


@lru_cache
def _locale(name: str) -> Locale:
    from babel import Locale

    return Locale.parse(name)


@lru_cache
def _signs(name: str) -> tuple[str, str]:
    """What stands between thousands, and before the parts of one."""
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return get_group_symbol(_locale(name)), get_decimal_symbol(_locale(name))


@lru_cache
def _catalogue(name: str) -> gettext.GNUTranslations:
    import io

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (FOLDER / name / "LC_MESSAGES" / f"{DOMAIN}.po").open(encoding="utf-8") as file:
        catalogue = read_po(file, name, DOMAIN)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
