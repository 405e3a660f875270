"""Which part of a game's rules somebody asks to be told about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .names import did_you_mean, find
from .node import RuleError


def named(
    what: str, titles: Mapping[str, Mapping[str, str]], plurals: Mapping[str, str] | None = None
) -> tuple[str, str | None]:
    """(kind, id) of a part that is asked for, as `card base-055`, `base-055` or a title; id None: all of that kind.

    titles: {kind: {id: title}} of all parts; plurals: other words for a kind than with an s. Case and blanks do not matter.
    RuleError with the closest names for what is none.
    """
    text = " ".join(what.split()).lower()
    first, _, rest = text.partition(" ")
    kind = first if first in titles else (plurals or {}).get(first, first.removesuffix("s"))
    if kind in titles and not rest:
        return kind, None
    if kind in titles and (name := _find(rest, titles, (kind,))):
        return name
    if name := _find(text, titles, titles):
        return name
    kinds, sought = ([kind], rest) if kind in titles else (list(titles), text)
    known = list(dict.fromkeys(name for k in kinds for names in titles[k].items() for name in names))
    part = [name for name in known if len(sought) > 2 and sought in name.lower()][:3]
    if kind in titles and (elsewhere := _find(sought, titles, titles)):
        part = [" ".join(elsewhere)]
    hint = did_you_mean(part[0], part) if part else did_you_mean(sought, known if rest else [*known, *titles])
    expected = "the id or name of a component, or one of " + ", ".join(titles)
    raise RuleError("rules", "component", what, expected + hint)


def _find(text: str, titles: Mapping[str, Mapping[str, str]], kinds: Iterable[str]) -> tuple[str, str] | None:
    for kind in kinds:
        if text in titles[kind]:
            return kind, text
    for kind in kinds:
        if found := find(text, titles[kind]):
            return kind, found
    return None
