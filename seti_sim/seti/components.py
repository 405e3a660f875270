"""What SETI has words for in every language: its components by kind and id, and texts that stand in tables of the package."""

from __future__ import annotations

from collections.abc import Iterator


def components() -> dict[str, dict[str, str]]:
    """{kind: {id: English}} of the printed components, as `core.language.component` is asked for them. Cards are not among them:
    their titles stay as printed (docs/languages.md)."""
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.tables.schema import GOLD_SIDE, SIDES, SLOTS, TRACES
    from seti_sim.seti.vocabulary_actions import FREE_WORDS, MAIN_WORDS

    tree = RuleSet.load().tree
    cells = {
        cell for layer in tree["solar"]["layers"].values() for ring in layer.values() for cell in ring if isinstance(cell, str)
    }
    tiles = list(dict.fromkeys(data["tile"] for data in tree["gold_tiles"].values()))
    named = {body: body.title() for body in (*tree["planets"], *tree["moons"])}
    samples = {name.partition("-")[2]: name.partition("-")[2] for name in tree["species"]["mascamites"]["samples"]}
    messages = [name.partition("-")[2] for name in tree["species"]["centaurians"]["message_rewards"]]
    return {
        "body": {body: named.get(body, body) for body in sorted(cells - {"hole", "empty"}) + list(tree["moons"])}
        | {"oumuamua": "'Oumuamua"},
        "star": {star: data["name"] for star, data in tree["stars"].items()},
        "color": {data["color"]: data["color"] for data in tree["stars"].values()},
        "disc": {disc: disc for disc in tree["solar"]["rotation_order"]},
        "species": {name: data["name"] for name, data in tree["species"].items()},
        "tech": {tech: tech for tech in tree["techs"]},
        "tech kind": {data["kind"]: data["kind"] for data in tree["techs"].values()},
        "trace": {kind: kind for kind in TRACES},
        "slot": {slot: slot for slot in SLOTS},
        "gold": {tile: tile for tile in tiles},
        "gold side": {GOLD_SIDE.format(tile, side): GOLD_SIDE.format(tile, side) for tile in tiles for side in SIDES},
        "action": {word: word for word in (*MAIN_WORDS, *FREE_WORDS)},
        "sample": samples,
        "message": {name: name for name in messages},
        "deck": {"base": "base"} | {card.rpartition("-")[0]: card.rpartition("-")[0] for card, data in tree["cards"].items() if "species" in data},
    }  # fmt: skip


def texts() -> Iterator[str]:
    """English texts of tables, which are told by `core.language.tr`."""
    from seti_sim.report.verdicts import texts as of_verdicts
    from seti_sim.seti.kind import SETI
    from seti_sim.seti.rules import RuleSet
    from seti_sim.seti.tables.schema import GOLD_SIDE, SOURCE_WORDS
    from seti_sim.seti.telling import narrate, narrate_solo, phrases
    from seti_sim.seti.vocabulary_actions import ACTIONS

    for action in ACTIONS:
        yield from filter(None, (action.telling, action.doing))
    for table in (
        SOURCE_WORDS, narrate.TOLD, narrate_solo.DOES, narrate_solo.LINES, narrate_solo.WHY, narrate_solo.OBJECTIVES, phrases.INCOMES,
        phrases.SPECIAL, phrases.TRACES,
    ):  # fmt: skip
        yield from table.values()
    yield from ("cards", "card", "credits", "credit")  # of exchanges and payments
    yield GOLD_SIDE
    names = SETI.names(RuleSet.load())
    yield from (*names["tech"].values(), *names["gold"].values())  # what each does
    yield from (option.name.capitalize() for option in SETI.options)
    yield from of_verdicts(SETI)


def titles() -> list[str]:
    """Titles of the printed cards, which are the same in all languages."""
    from seti_sim.seti.rules import RuleSet

    return list(RuleSet.load().card_names.values())
