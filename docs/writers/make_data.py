"""Writes docs/data.md: every address and every word of the data files, each with an example that the rules compiler
has read, in the English that `seti-sim show` makes of it.

    python docs/writers/make_data.py > docs/data.md

The words and their examples are those of `seti_sim/seti/vocabulary.py`. The tests compare the page with what this script says.
"""

from __future__ import annotations

import re
import tomllib

from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.describe import describe
from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.vocabulary import CONDITIONS, COUNTED, HAPPENINGS, VERBS

CARD = "base-137"  # costs nothing: the examples stand on it in turn
SPECIES_CARD = "anomaly-01"  # the same for what only a species' card can say

ADDRESSES = {
    "solar.move_cost": "movement that a step costs",
    "solar.leave_asteroids_extra": "movement that leaving asteroids costs besides",
    "solar.rotation_order": "which disc turns next, over and over",
    "solar.layers.*.ringN": "what a layer shows in ring N, sectors 0 to 7 in reference position",
    "solar.layers.*.iconN": "publicity printed in those spaces",
    "sectors.places": "sectors of the four places of boards, clockwise",
    "sectors.contributor": "for each player with a marker in a completed sector",
    "sectors.bonus_space": "which space of a sector has the bonus",
    "sectors.second_space": "that bonus",
    "sector_boards.*.stars": "the two stars of a board, clockwise",
    "stars.*.name": "name, for people",
    "stars.*.color": "colour: yellow, red, blue or black",
    "stars.*.data": "spaces for data",
    "stars.*.win_first": "for the first win of the star in a game",
    "stars.*.win_later": "for every later one",
    "planet_rules.orbit_first": "for the first orbiter of a planet",
    "planets.*.name": "name, for people",
    "planets.*.orbit": "for orbiting it",
    "planets.*.land": "for landing on it",
    "planets.*.land_first": "for each of its data spaces, which the first landers cover",
    "planets.*.moons": "its moons",
    "moons.*.planet": "whose moon it is",
    "moons.*.land": "for landing on it",
    "discovery.left": "discovery spaces of the left species",
    "discovery.right": "discovery spaces of the right species",
    "discovery.overflow": "a trace in an overflow area",
    "computer.top_rewards": "spaces of the computer's top row, left to right",
    "computer.slot_columns": "columns that can take a computer tech",
    "computer.analyze": "for analyzing data",
    "scan.earth": "first step of a scan",
    "scan.row": "second step of a scan",
    "tech_rules.first_taker": "the tile for the first who takes a tech",
    "tech_rules.bonuses.*": "what the bonuses of tech tiles are",
    "techs.*.kind": "probe, telescope or computer",
    "techs.*.extra": "printed gains of all its tiles, before the bonus",
    "techs.*.effect.probe_limit": "probes in space at a time",
    "techs.*.effect.visit_asteroids.publicity": "publicity for visiting asteroids",
    "techs.*.effect.leave_asteroids_extra": "instead of solar.leave_asteroids_extra",
    "techs.*.effect.land_discount.energy": "what landing costs less",
    "techs.*.effect.land_on_moons": "landing on moons allowed",
    "techs.*.effect.scan": "step of a scan that the tech changes or adds",
    "techs.*.effect.cost.publicity": "what that step costs",
    "techs.*.effect.then": "what that step does",
    "techs.*.effect.choose": "choices of that step, each with `cost` and `then`",
    "techs.*.effect.upper": "data on the space of the top row above the tech",
    "techs.*.effect.lower": "data on the space below it",
    "actions.*.cost.*": "cost of a main action: credits, energy or publicity",
    "actions.land.cost_with_orbiter.energy": "cost of landing where any orbiter is",
    "free_actions.move.cost.energy": "cost of a movement point",
    "free_actions.buy.cost.publicity": "cost of a card",
    "free_actions.buy.then": "what buying gives",
    "free_actions.exchange.give": "so many of one kind for",
    "free_actions.exchange.get": "so many of another",
    "setup.rounds": "rounds of the game",
    "setup.start_vp": "points at the start, by seat",
    "setup.start.*": "what every seat begins with; `cards` are dealt, one of them becomes income; `data` and `techs`, not printed, may stand here, too",
    "setup.income.*": "printed income of a round",
    "setup.card_row": "cards in the row",
    "setup.species": "species in play",
    "setup.end_of_round_extra": "cards of an end-of-round stack beyond one a player",
    "setup.hand_limit_on_pass": "cards kept on passing",
    "setup.without": "cards that stay in the box",
    "limits.publicity": "end of the publicity track",
    "limits.data_pool": "room for data in a pool",
    "limits.probes_in_space": "probes in space at a time, without techs",
    "milestones.gold": "scores at which a gold tile is marked",
    "milestones.neutral": "scores at which a neutral marker is placed",
    "milestones.neutral_markers.*": "neutral markers at each of those scores, by number of players",
    "gold_tiles.*.tile": "which tile it is a side of",
    "gold_tiles.*.side": "a or b",
    "gold_tiles.*.values": "points for the first marker, the second, every later one",
    "gold_tiles.*.count": "what each of them is multiplied by: a count, below",
    "cards.*.name": "name, for people",
    "cards.*.cost": "credits to play it",
    "cards.*.corner": "its free-action corner: `move`, `publicity` or `data`",
    "cards.*.sector": "colour of its signal",
    "cards.*.income": "income it gives when tucked: credits, energy or card",
    "cards.*.play": "effects of playing it, in order",
    "cards.*.mission": "`when`, a condition, and `reward`, effects",
    "cards.*.triggers": "triggered mission, a table a circle: `on`, an event, and `reward`",
    "cards.*.endgame": "points at the end: `vp` and `per`, a count, or `when`, a condition",
    "cards.*.species": "whose card it is; without it one of the deck of all",
    "cards.*.message": "what happens once the marker is reached that was put ahead of the score as it was played",
    "cards.*.secret": "a card played face down: points at the end, when, and its danger",
    "species.*.name": "name, for people",
    "species.*.cards_per_discovery_marker": "its cards for each marker on its discovery spaces",
    "species.*.face_up_cards": "1 where the deck's top card lies face up beside it",
    "species.*.board.*": "spaces for traces of that kind, from the bottom to the top: `reward`, `cost` (exofossil or "
    "data), `danger`, `token`, and `capacity` of an open-ended space",
    "species.*.samples.*.reward": "a sample's reward",
    "species.*.samples_at": "samples that lie face down at planets",
    "species.*.anomalies.*": "an anomaly: the kind of trace that it looks at, and the rewards of its sides",
    "species.*.anomalies_at": "sectors with an anomaly, counter-clockwise of Earth's",
    "species.*.tile": "a tile on a disc: where, publicity of a visit, data and points of its markers, what completing "
    "it and having been under it brings",
    "species.*.body": "the tile as a planet: orbit, orbit_first, land, land_first",
    "species.*.message_tile_ahead": "points ahead of the own score at which everybody's tile is put",
    "species.*.message_ahead": "points ahead of the score at which a played card's message is put",
    "species.*.message_rewards.*.reward": "what a tile that is reached may cover",
    "species.*.cards_per_player": "secret cards for everybody",
    "species.*.plays_per_discovery_marker": "secret cards that may be played at once for each marker on its discovery spaces",
    "species.*.milestones.*": "at which secret cards may be played: points ahead of the leader, and the cost",
    "species.*.most_danger_loses": "whoever has most danger loses one in so many of all points",
    "solo.progress_per_discovery_marker": "solo: steps of the rival instead of a species' cards",
    "solo.message_tiles": "the rival's message tiles, with the one put on the track at the discovery",
    "solo.moon_order": "moons from left to right, for the rival's arrow",
    "solo.conversion.*": "steps of the rival instead of one of these",
    "solo.computer.spaces": "benefits of the spaces of the rival's computer",
    "solo.computer.analysis": "what each of its analyses brings",
    "solo.techs.analysis": "what a computer tech brings that it gives up in an analysis",
    "solo.techs.extra": "whether it gains the printed gains of all tiles of a stack",
    "solo.objective_rules.open": "objectives that lie open",
    "solo.objective_rules.given_up": "objectives that the player gives up after each round",
    "solo.objective_rules.missing_progress": "steps of the rival for each one missing",
    "solo.objective_rules.uncompleted_vp": "points of the rival for each one uncompleted at the end",
    "solo.readings.*": "what no source decides, or sources decide differently: docs/solo.md",
    "solo.levels.*.board": "the rival's board",
    "solo.levels.*.advanced": "advanced cards dealt into its deck",
    "solo.levels.*.objectives": "objectives of the levels I, II and III",
    "solo.boards.*.track": "stacks of techs that its marker names, space by space",
    "solo.boards.*.start": "space on which the marker begins, from 1",
    "solo.boards.*.reinforce_after": "the step out of this space brings a card",
    "solo.cards.*.name": "name, for people",
    "solo.cards.*.group": "basic, advanced or species",
    "solo.cards.*.species": "whose card it is",
    "solo.cards.*.arrow": 'left or right, where a rule says "by the arrow"',
    "solo.cards.*.actions": "lines, of which the first that is possible is done",
    "solo.objectives.*.level": "1 to 3",
    "solo.objectives.*.tasks": "tasks, each a list of alternatives",
}


def examples(rows, field: str = "examples", played: bool | None = None) -> dict[str, list[str]]:
    """{word: its examples} of rows of the vocabulary, those of conditions and counts that only a played card asks apart."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if played is None or row.played == played:
            found.setdefault(getattr(row, "word", row.name), []).extend(getattr(row, field, ()))
    return {word: written for word, written in found.items() if written}


def before(rows, example: str) -> str:
    """The effect that comes before an example which looks back on it, with a comma; nothing where there is none."""
    after = next(row.after for row in rows if example in (*row.examples, *row.of_species))
    return after and after + ", "


def on_card(field: str) -> str:
    """What the example card says with one field changed: `show`'s lines but the first two."""
    card = {"play": [], "mission": {}, "triggers": [], "endgame": {}, **tomllib.loads(field)}
    name = SPECIES_CARD if re.search('"species"|"this"|"other"', field) else CARD
    return " ".join(describe(RuleSet.load({"cards": {name: card}}), name).splitlines()[2:])


def effect(example: str) -> str:
    if "deliver" in example:
        return on_card(f'mission = {{when = {{deliver = "earth"}}, reward = [{example}]}}')
    return on_card(f"play = [{example.replace(' + ', ', ')}]")


def condition(example: str) -> str:
    text = on_card(f'mission = {{when = {example}, reward = [{{do="gain", vp=5}}]}}')
    return text.removeprefix("Mission: ").rpartition(": ")[0]


def play_condition(example: str) -> str:
    asked = f'{{do="if", cond={example}, then=[{{do="gain", vp=5}}]}}'
    return on_card(f"play = [{before(CONDITIONS, example)}{asked}]")


def event(example: str) -> str:
    text = on_card(f'triggers = [{{on = {example}, reward = [{{do="gain", vp=5}}]}}]')
    return text.removeprefix("Trigger: ").rpartition(": ")[0]


def count(example: str) -> str:
    return on_card(f"endgame = {{vp = 2, per = {example}}}").removeprefix("End of game: ")


def play_count(example: str) -> str:
    per = f'{{do="per", count={example}, then=[{{do="gain", vp=1}}]}}'
    return on_card(f"play = [{before(COUNTED, example)}{per}]")


SPECIES = "of_species"
VOCABULARY = (
    ("Effects", "`do` says what happens. An effect that cannot be done is skipped.", examples(VERBS), effect),
    (
        "Conditions",
        "Of missions, of `if`, and of end-of-game cards. A number means at least so many, but in `hand` and "
        "`signals_there`, where it is exact.",
        examples(CONDITIONS, played=False),
        condition,
    ),
    ("Conditions of the card being played", "Only in `if` within `play`.", examples(CONDITIONS, played=True), play_condition),
    ("Events", "Of triggered missions (`on`) and of `this-turn`.", examples(HAPPENINGS), event),
    (
        "Counts",
        "Of `per`, of end-of-game cards and of gold tiles. The number is for how many of them one counts.",
        examples(COUNTED, played=False),
        count,
    ),
    (
        "Counts of the card being played",
        "Only in `per` within `play`; `adjacent` only within `choose-probe`.",
        examples(COUNTED, played=True),
        play_count,
    ),
    ("Effects of species", "With `species` or `this` on species' boards and cards only.", examples(VERBS, SPECIES), effect),
    ("Conditions about species", "As above.", examples(CONDITIONS, SPECIES, False), condition),
    ("Conditions about species of the card being played", "Only in `if`.", examples(CONDITIONS, SPECIES, True), play_condition),
    ("Counts about species", "As above.", examples(COUNTED, SPECIES, False), count),
    ("Counts about species of the card being played", "Only in `per`.", examples(COUNTED, SPECIES, True), play_count),
)


def patterns() -> dict[str, str]:
    """{address pattern: an example as TOML} of all that is printed, in the order of the files."""
    found: dict[str, str] = {}

    def walk(value, address: tuple[str, ...]) -> None:
        text = ".".join(address)
        known = next((p for p in ADDRESSES if re.fullmatch(_expression(p), text)), None)
        if known is None and isinstance(value, dict):
            for key, item in value.items():
                walk(item, (*address, key))
        else:
            found.setdefault(known or text, f"{text} = {_toml(value)}")

    walk(printed_tree(), ())
    return found


def _expression(pattern: str) -> str:
    return re.escape(pattern).replace(r"\*", r"[^.]+").replace("N", r"\d")


def _toml(value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def page() -> str:
    """The text of docs/data.md."""
    lines = [
        "# The words of the data",
        "",
        "<!-- written by `python docs/writers/make_data.py > docs/data.md`; do not edit by hand -->",
        "",
        "What is printed on the components is in `seti_sim/seti/data/`, and a variant changes it at the same addresses",
        "(docs/writing-a-variant.md). Comments in those files say where each value was read. Whatever is not on this page",
        "is refused when the rules are loaded, with a line that says where it stands and what was expected.",
        "",
        "## Addresses",
        "",
        "`*` is the id of a component, or one of several keys. Lists are replaced as a whole, tables are merged. Below",
        "`new.cards`, with an id of its own, stands a card that is not printed: the keys of `cards.*`, `copy_of` and `count`",
        "(docs/writing-a-variant.md).",
        "",
        "| address | what it is | for example |",
        "| --- | --- | --- |",
    ]
    lines += [f"| `{address}` | {ADDRESSES[address]} | `{example}` |" for address, example in patterns().items()]
    for title, text, words, english in VOCABULARY:
        lines += ["", f"## {title}", "", text, "", "| word | written | in English |", "| --- | --- | --- |"]
        for word, written in words.items():
            for i, example in enumerate(written):
                lines.append(f"| {f'`{word}`' if i == 0 else ''} | `{example}` | {english(example)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
