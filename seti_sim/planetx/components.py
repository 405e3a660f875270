"""What The Search for Planet X has words for in every language: its components by kind and id, and texts that stand in tables of
the package."""

from __future__ import annotations

from collections.abc import Iterator


def components() -> dict[str, dict[str, str]]:
    """{kind: {id: English}} of the printed components, as `core.language.component` is asked for them."""
    from seti_sim.planetx.notation import NAMES
    from seti_sim.planetx.tables import ACTION_NAMES, OBJECTS

    return {
        "object": dict(zip(OBJECTS, NAMES.values(), strict=True)),
        "planetx action": {name: name for name in ACTION_NAMES},
    }


def texts() -> Iterator[str]:
    """English texts of tables, which are told by `core.language.tr`."""
    from seti_sim.planetx.kind import MODES, PLANETX
    from seti_sim.planetx.notation import CLUES, NAMES, WORDS
    from seti_sim.planetx.tables import SOURCE_WORDS
    from seti_sim.planetx.telling.phrases import SEVERAL, SINGLE
    from seti_sim.report.verdicts import texts as of_verdicts

    yield from NAMES.values()
    yield from SINGLE.values()
    yield from CLUES.values()
    yield from SEVERAL.values()
    yield from SOURCE_WORDS.values()
    yield from filter(None, WORDS)
    yield from MODES
    yield from ("last", "turn", PLANETX.title)
    yield from (option.name.capitalize() for option in PLANETX.options)
    yield from of_verdicts(PLANETX)
