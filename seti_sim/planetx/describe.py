"""The rules of The Search for Planet X in plain English, made from the data, so that they say what a variant says: what
`seti-sim show` prints, and by which `seti-sim check` tells a change in words."""

from __future__ import annotations

from collections.abc import Iterator

from seti_sim.core.parts import named

from .notation import NAMES
from .notation import describe as clue_words
from .rules import FAMILIES, KINDS, LETTERS, NOTHING, PLACES, THEORIES, PlanetXRules
from .tables import clue_names
from .telling.phrases import listed, many, one

KINDS_OF_PARTS = ("object", "action", "topic", "conference", "clue", "fact", "theory", "end", "bot", "sky", "limit")
_PLURALS = {"theories": "theory", "skies": "sky", "rules": "clue", "phases": "theory", "scoring": "end", "levels": "fact"}
_PLACES = {"comet": "in sectors that may hold comets", "other": "in other sectors", "any": "in any sectors"}


def describe(rules: PlanetXRules, what: str) -> str:
    """The text of a part of the rules: one or more lines.

    `what` is one of `KINDS_OF_PARTS` for all of them, or one and an id (`object comet`, `action survey`, `conference X1`, `clue
    all-consecutive-A`); an id alone will do. RuleError with the closest names for what is none.
    """
    kind, name = named(what, titles(rules), _PLURALS)
    if name is not None:
        return part(rules, kind, name)
    if kind == "clue":
        return "\n".join(f"{clue}  {words}" for clue, words in _dealt(rules).items())
    return "\n\n".join(part(rules, kind, each) for each in titles(rules)[kind])


def titles(rules: PlanetXRules) -> dict[str, dict[str, str]]:
    """{kind: {id: title}} of all parts."""
    return {
        "object": {NAMES[letter]: letter for letter in LETTERS},
        "action": {word: word for word in ("survey", "target", "research", "locate")},
        "topic": {"topics": "research topics"},
        "conference": {name: name for name in rules.conferences},
        "clue": clue_names(rules),
        "fact": {"starting facts": "facts"},
        "theory": {"theories": "theory phases"},
        "end": {"end": "last chance and scoring"},
        "bot": {"bot": "the solo bot"},
        "sky": {"sky": "arrangements"},
        "limit": {"limits": "limits of the engine"},
    }


def part(rules: PlanetXRules, kind: str, name: str) -> str:
    """The text of one part, by kind and id as `titles` has them."""
    lines = _PARTS[kind](rules, name)
    return "\n".join(lines)


def texts(rules: PlanetXRules) -> dict[str, list[str]]:
    """{title: lines} of all parts but single clues, for comparing two sets of rules."""
    found = {}
    for kind, names in titles(rules).items():
        for name in names if kind != "clue" else ():
            first, *lines = _PARTS[kind](rules, name)
            found[first.partition("  ")[0]] = [first.partition("  ")[2], *lines]
    return found


# ------------------------------------------------------------------------------------------ the sky
def _object(rules: PlanetXRules, name: str) -> list[str]:
    letter = titles(rules)["object"][name]
    n = rules.counts[LETTERS.index(letter)]
    lines = [f"{NAMES[letter]}  {letter}, {n} in the sky", *_placement(rules, letter)]
    if letter == "E":
        return [*lines, "A survey for what appears empty counts it, and Planet X; a target cannot tell the two apart."]
    if letter == "X":
        first = rules.tables["locate_first"]
        return [*lines, f"It appears empty to surveys and targets. {first} points for the first who locates it (show end)."]
    i = THEORIES.index(letter)
    points, tokens = rules.tables["points"][i], rules.tables["tokens"][i]
    return [*lines, f"A right theory: {_points(points)}. Theory tokens of each player: {tokens}."]


def _placement(rules: PlanetXRules, letter: str) -> Iterator[str]:
    """The placement rules of an object, a sentence each."""
    _, only, near, far, band = rules.placement
    i, name, every = LETTERS.index(letter), NAMES[letter], (1 << rules.sectors) - 1
    if not rules.counts[i]:
        return
    if only[i] != every:
        sectors = [str(s + 1) for s in range(rules.sectors) if only[i] >> s & 1]
        yield f"Only in sectors {listed(sectors)}."
    if near[i] >= 0:
        other = LETTERS[near[i]]
        yield f"Each touches {'another ' + name if other == letter else one(other)}."
    if far[i]:
        yield f"None touches {listed([one(other) for k, other in enumerate(LETTERS) if far[i] >> k & 1], 'or')}."
    if band[i]:
        yield f"All lie in {band[i]} consecutive sectors, with one in the first and one in the last of them."
    if only[i] == every and near[i] < 0 and not far[i] and not band[i]:
        beside = [NAMES[other] for k, other in enumerate(LETTERS) if far[k] >> i & 1 and rules.counts[k]]
        yield f"Anywhere that leaves room for the others{f', but never beside a {beside[0]}' if beside else ''}."


def _sky(rules: PlanetXRules, name: str) -> list[str]:
    how = "weighted as the app draws them, or all equally likely" if rules.has_app else "drawn all equally likely"
    return [
        f"sky  {rules.sectors} sectors in a ring, numbered clockwise; the last one touches sector 1",
        f"{rules.tables['visible']} of them are visible: that of the arrow and those after it.",
        f"{len(rules.sky):,} arrangements obey the placement rules (show objects); they are {how}.",
    ]


# ------------------------------------------------------------------------------------------ what a turn is
def _action(rules: PlanetXRules, name: str) -> list[str]:
    tables = rules.tables
    if name == "survey":
        comets = " A survey for comets must begin and end in a sector that may hold one." if tables["comet_ends"] else ""
        return [
            f"survey  {_survey_costs(rules)}",
            f"Choose {listed([many(letter) for letter in KINDS], 'or')}, and sectors in a row that are visible. The app says how "
            f"many of them hold it.{comets} Object and sectors are open, the answer is not.",
        ]
    if name == "target":
        return [
            f"target  {tables['target_cost']} time; {_times(tables['targets'])} a game",
            "Choose a visible sector. The app says what it holds; Planet X appears empty.",
        ]
    if name == "research":
        twice = "Also on two turns running." if tables["research_twice"] else "Not on two turns running."
        return [f"research  {tables['research_cost']} time", f"Read the rule of a topic (show topics). {twice}"]
    return [
        f"locate  {tables['locate_cost']} time, right or wrong",
        "Name the sector of Planet X and the objects on both sides of it, visible or not. If all three are right the game comes to "
        "its end (show end); what was named stays hidden.",
    ]


def _survey_costs(rules: PlanetXRules) -> str:
    """`1 to 3 sectors: 4 time; 4 to 6: 3 time`."""
    costs = rules.tables["survey_cost"][: rules.tables["visible"]]
    runs: list[list[int]] = []
    for size, cost in enumerate(costs, 1):
        if runs and runs[-1][2] == cost:
            runs[-1][1] = size
        else:
            runs.append([size, size, cost])
    return "; ".join(f"{a if a == b else f'{a} to {b}'} sector{'' if b == 1 else 's'}: {cost} time" for a, b, cost in runs)


def _topic(rules: PlanetXRules, name: str) -> list[str]:
    tables = rules.tables
    dealt = [clue for clue, weight in zip(rules.clues, tables["clue_weight"], strict=True) if weight]
    research = [clue for clue in dealt if clue[1] != "X"]
    return [
        f"topics  six, A to F, {tables['research_cost']} time each",
        "The title of a topic says which objects its rule is about (never what is truly empty); the rule is read by who "
        "researches it, and is true.",
        f"Titles of a game are all different; an object is in at most {tables['naming_most']} of them, a kind of rule comes at most "
        f"{tables['same_rule_most']} times.",
        f"{len(research)} rules can be dealt (show clues):",
        *_families(research),
    ]


def _families(clues) -> Iterator[str]:
    """A line a kind of rule, with one of it."""
    found: dict[str, list] = {}
    for clue in clues:
        found.setdefault(clue[0], []).append(clue)
    for family, of in found.items():
        yield f"  {family} ({len(of)}), as: {clue_words(of[0])}"


def _conference(rules: PlanetXRules, name: str) -> list[str]:
    at = rules.tables["conference"][rules.conferences.index(name)] + 1
    weights = rules.tables["clue_weight"]
    about = [clue for clue, weight in zip(rules.clues, weights, strict=True) if weight and clue[1] == "X"]
    return [
        f"{name}  in sector {at}, once, {_when(rules)}",
        f"A rule about Planet X is read out to all. {len(about)} rules can be dealt:",
        *_families(about),
    ]


def _when(rules: PlanetXRules) -> str:
    if rules.tables["enter"]:
        return "as soon as the arrow gets there, before the turns that start there"
    return "when the arrow leaves it, after the turns that start there"


def _dealt(rules: PlanetXRules) -> dict[str, str]:
    """{id: what it says} of the clues that this mode deals."""
    weights = rules.tables["clue_weight"]
    return {name: words for (name, words), weight in zip(clue_names(rules).items(), weights, strict=True) if weight}


def _clue(rules: PlanetXRules, name: str) -> list[str]:
    number = list(clue_names(rules)).index(name)
    family, x, y, n = rules.clues[number]
    of = rules.sky.true_of(FAMILIES.index(family), LETTERS.index(x), LETTERS.index(y) if y else NOTHING, n)
    whole = len(rules.sky)
    weight = rules.tables["clue_weight"][number]
    place = "a conference" if number >= rules.n_research else "a topic"
    dealt = f"Dealt as {place}, with weight {weight:,}" if weight else f"Not dealt in {rules.mode} mode"
    return [
        f"{name}  {clue_words(rules.clues[number])}",
        f"True of {of:,} of {whole:,} arrangements ({of / whole:.1%}). {dealt}.",
    ]


# ------------------------------------------------------------------------------------------ facts, theories, the end
def _fact(rules: PlanetXRules, name: str) -> list[str]:
    levels = ", ".join(f"{name} {facts}" for name, facts in sorted(rules.levels.items(), key=lambda item: item[1]))
    lines = [
        f"starting facts  by level: {levels}",
        "A fact says that a sector does not hold an object. A level gets the first groups of four, about so many of each:",
    ]
    tables = rules.tables
    for g in range(tables["n_groups"]):
        deals = []
        total = sum(tables["group_weight"][4 * g : 4 * g + tables["group_n"][g]])
        for k in range(tables["group_n"][g]):
            letters = [LETTERS[o] for o in tables["group_kinds"][16 * g + 4 * k : 16 * g + 4 * k + 4]]
            counts = [f"{NAMES[letter]} {letters.count(letter)}" for letter in dict.fromkeys(letters)]
            share = tables["group_weight"][4 * g + k] / total
            deals.append(listed(counts) + (f" ({share:.0%})" if tables["group_n"][g] > 1 else ""))
        lines.append(f"  {g + 1}, {_PLACES[PLACES[tables['group_place'][g]]]}: {', or '.join(deals)}")
    return lines


def _theory(rules: PlanetXRules, name: str) -> list[str]:
    tables = rules.tables
    sectors = [str(s + 1) for s in range(rules.sectors) if tables["theory_mask"] >> s & 1]
    points = ", ".join(f"{NAMES[letter]} {n}" for letter, n in zip(THEORIES, tables["points"], strict=True))
    tokens = ", ".join(f"{NAMES[letter]} {n}" for letter, n in zip(THEORIES, tables["tokens"], strict=True))
    reviewed = {1: "first", 2: "second", 3: "third"}.get(tables["track_cells"] - 1, f"{tables['track_cells'] - 1}th")
    penalty = tables["wrong_penalty"]
    both = "moves once, by all together" if tables["penalties_together"] else "moves once for each"
    lines = [
        f"theories  in sectors {listed(sectors) if sectors else 'none'}, {_when(rules)}",
        f"In a phase each player puts down at most {_times(tables['theories_per_phase'], 'token')}, chosen at the same time, then put "
        "face down on sectors in turn order.",
        f"Tokens of each player: {tokens}. Points if right: {points}, and {tables['first_theory']} more for all who had it in the "
        "earliest phase.",
        f"A token moves on one of {tables['track_cells']} cells a phase and is reviewed in the {reviewed} phase, its own being the "
        "first. Right: the sector is confirmed for all, and other tokens there are turned up.",
        f"Wrong: the token is out of the game and costs {penalty} time; who has several wrong in one check {both}.",
    ]
    if tables["same_twice"]:
        lines.append("A player may have two tokens of one object in one sector.")
    if tables["two_in_one"]:
        lines.append("A player may put two tokens in one sector in one phase.")
    lines.append("A chosen token has to be put down." if tables["hand_binds"] else "A chosen token may be taken back.")
    return lines


def _end(rules: PlanetXRules, name: str) -> list[str]:
    tables = rules.tables
    lines = [f"end  {tables['locate_first']} points for the finder of Planet X", "A last chance, by sectors behind the finder:"]
    for behind in range(tables["locate_cost"] + 1):
        theories, points = tables["last_theories"][behind], tables["last_points"][behind]
        ways = [f"{_times(theories, 'theory', 'theories')}"] if theories else []
        ways += [f"a locate for {_points(points)}"] if points else []
        lines.append(f"  {behind}: {listed(ways, 'or') if ways else 'nothing'}")
    return [
        *lines,
        "Then all theories are turned up. Most points win; ties go by points for Planet X, then for first theories.",
    ]


def _bot(rules: PlanetXRules, name: str) -> list[str]:
    last = {
        0: "it locates if only that is left of its script, else it submits theories",
        1: "it submits theories",
        2: "it does nothing",
    }[rules.tables["solo_final"]]
    return [
        "bot  the other seat of a solo game; it goes by a script and does not react",
        f"Its turns are those of a perfect reasoner with {rules.tables['solo_facts']} starting facts; its theories are right, and its "
        "last turn finds Planet X.",
        f"If the player finds it first, the bot's last chance: {last}.",
    ]


def _limit(rules: PlanetXRules, name: str) -> list[str]:
    return [
        "limits  what a variant may ask of the engine",
        "6 to 18 sectors, an even number; at most 9 visible; up to 7 of an object, 6 truly empty sectors, one Planet X.",
        "1 to 2,097,152 arrangements. Objects are those that there are: no new ones.",
        "At most 256 rules of clues in all; six topics; one or two conferences, of the eleven kinds of rule that there are.",
        "At most 12 theory tokens a player, 2 a phase; at most 12 starting facts, in groups of four; costs up to 20 time.",
        "1 to 4 players; alone against the bot.",
    ]


_PARTS = {
    "object": _object, "action": _action, "topic": _topic, "conference": _conference, "clue": _clue, "fact": _fact,
    "theory": _theory, "end": _end, "bot": _bot, "sky": _sky, "limit": _limit,
}  # fmt: skip


def _points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


def _times(n: int, what: str = "time", several: str = "") -> str:
    return f"{n} {what if n == 1 else several or what + 's'}"
