"""Solo play as the engine's tables: the rival's boards, levels and cards, the objectives.

What the engine does not obey is refused here. What the rival's actions mean is in `ext/seti/rival_actions.pxi`; the
statements of the rules that the keys stand for are named in the tests (`tests/seti/rulings/test_solo_*.py`).
"""

from __future__ import annotations

from seti_sim.core.node import REQUIRED, Node, blame

from . import opcodes as oc
from .coder import Coder, Place
from .terms import ANY_MASK, bit_of, mask_of

NONE = 255
CARDS = 32
LINES = 4  # actions of one card
TARGETS = 6  # bodies of one flight
SIGNALS = 6  # of one scan
LEVELS = 8
TRACK = 24
SPACES = 8  # of the rival's computer
OBJECTIVES = 32
TASKS = 3
ALTERNATIVES = 3
ROUNDS = 9
PREFERRED = (["orbit", "land"], ["land", "orbit"], ["land"], ["orbit"])
GROUPS = ("basic", "advanced", "species")
STATES = ("vp", "publicity", "data")


def compile_solo(root: Node, coder: Coder, techs: tuple[str, ...], moons: tuple[str, ...], out: dict) -> dict:
    """Fill the tables of solo play; returns {what: ids in engine order} for cards, objectives and levels."""
    solo = root.table("solo")
    out["rival_marker_progress"] = solo.int("progress_per_discovery_marker", 0, 20)
    out["rival_message_tiles"] = solo.int("message_tiles", 0, 4)
    table = solo.table("conversion")
    out["rival_convert"] = [table.int(key, 0, 20) for key in ("credits", "energy", "card", "income")]
    table.done()
    _computer(solo, coder, out)
    table = solo.table("techs")
    out["rival_tech_reward"] = _reward(table, "analysis", coder)
    out["rival_tile_extra"] = int(table.bool("extra", REQUIRED))
    table.done()
    _moons(solo, moons, out)
    _readings(solo, out)
    cards = _cards(solo, coder, out)
    objectives = _objectives(solo, coder, out)
    levels = _levels(solo, techs, out)
    solo.done()
    return {"rival_cards": cards, "objectives": objectives, "levels": levels}


def _reward(node: Node, key: str, coder: Coder) -> int:
    """Program of what one of the rival's actions or spaces brings it, the empty one where the key is missing."""
    words: list[int] = []
    for effect in node.tables(key, []):
        verb = effect.str("do", ("gain", "progress", "trace"))
        if verb == "progress":
            words += coder.op("PROGRESS", effect.int("n", 1, 20))
        else:
            words += coder.do_gain(effect) if verb == "gain" else coder.do_trace(effect)
        effect.done()
    return _placed(node, key, words, coder)


def _placed(node: Node, key: str, words: list[int], coder: Coder) -> int:
    """The words as a program that `bounds` looks at, too."""
    program = coder.put([*words, oc.OPS.index("END")])
    coder.places.append(Place("rival", node, key, program))
    return program


def _computer(solo: Node, coder: Coder, out: dict) -> None:
    computer = solo.table("computer")
    spaces = computer.lists("spaces")
    if not 1 <= len(spaces) <= SPACES:
        computer.fail("spaces", f"one to {SPACES} spaces")
    out["rival_spaces"] = len(spaces)
    for what in ("vp", "publicity", "progress"):
        out[f"rival_space_{what}"] = [0] * SPACES
    for i, space in enumerate(spaces):
        for effect in space:
            if effect.str("do", ("gain", "progress")) == "progress":
                out["rival_space_progress"][i] += effect.int("n", 1, 20)
            else:
                named = [key for key in effect.keys() if key in ("vp", "publicity")]
                if len(named) != 1:
                    effect.fail("do", "gain of exactly one of vp, publicity")
                out[f"rival_space_{named[0]}"][i] += effect.int(named[0], 1, 20)
            effect.done()
    out["rival_analysis"] = _reward(computer, "analysis", coder)
    computer.done()


def _moons(solo: Node, moons: tuple[str, ...], out: dict) -> None:
    """Rank of each moon from left to right."""
    order = solo.strs("moon_order", moons)
    if sorted(order) != sorted(moons):
        solo.fail("moon_order", "every moon once: " + ", ".join(moons))
    out["rival_moon_rank"] = [order.index(moon) for moon in moons]


def _readings(solo: Node, out: dict) -> None:
    table = solo.table("readings")
    for key, words in (
        ("replaced_by", ("discovery", "slot")),
        ("data_space", ("most-data", "arrow")),
        ("arrow_elsewhere", ("last", "left")),
    ):
        out[f"rival_{key}"] = words.index(table.str(key, words))
    for key in ("route_returns", "full_sector", "orbit_signal_on_tile", "middle_column_lower", "objectives_in_rivals_turn"):
        out[f"rival_{key}"] = int(table.bool(key, REQUIRED))
    out["rival_reserve_empty_vp"] = table.int("reserve_empty_vp", 0, 100)
    table.done()


# ---------------------------------------------------------------------------------------------- cards


def _cards(solo: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    table = solo.table("cards")
    names = tuple(table.keys())
    if not 1 <= len(names) <= CARDS:
        solo.fail("cards", f"1 to {CARDS} cards of the rival")
    size = CARDS * LINES
    out["n_rival_cards"] = len(names)
    for what in ("arrow", "group", "species", "lines"):
        out[f"rival_{what}"] = [0] * CARDS
    for what in ("do", "arg", "cost", "reward", "program", "extra", "prefer"):
        out[f"rival_{what}"] = [0] * size
    out["rival_body"], out["rival_moves"] = [NONE] * (size * TARGETS), [0] * (size * TARGETS)
    nodes = [table.table(name) for name in names]
    for i, card in enumerate(nodes):
        card.name("name")
        out["rival_arrow"][i] = ("left", "right").index(card.str("arrow", ("left", "right")))
        out["rival_group"][i] = GROUPS.index(card.str("group", GROUPS))
        out["rival_species"][i] = NONE
        if card.has("species") != (card.str("group") == "species"):
            blame([(card, "group"), (card, "species")], 'a species together with group = "species"')
        if card.has("species"):
            out["rival_species"][i] = coder.species.index(card.str("species", coder.species))
            twins = [(nodes[k], "species") for k in range(i + 1) if out["rival_species"][k] == out["rival_species"][i]]
            if len(twins) > 1:
                blame(list(reversed(twins)), "one card for each species")
        actions = card.tables("actions")
        if not 1 <= len(actions) <= LINES:
            card.fail("actions", f"one to {LINES} actions")
        out["rival_lines"][i] = len(actions)
        for k, action in enumerate(actions):
            _action(action, LINES * i + k, coder, out)
        card.done()
    table.done()
    if GROUPS.index("basic") not in out["rival_group"][: len(names)]:
        solo.fail("cards", 'at least one card with group = "basic"')
    return names


def _action(action: Node, at: int, coder: Coder, out: dict) -> None:
    """One line of a card."""
    what = action.str("do", oc.RIVAL_DOES)
    out["rival_do"][at] = oc.RIVAL_DOES.index(what)
    if what in ("analyze", "launch", "research", "anomaly-trace", "message"):
        out["rival_reward"][at] = _reward(action, "reward", coder)
    if what == "research" and action.has("cost"):
        cost = action.table("cost")
        out["rival_cost"][at] = cost.int("publicity", 0, 100)
        cost.done()
    elif what == "fly":
        _flight(action, at, out)
    elif what == "scan":
        signals = action.strs("signals", SIGNAL_WORDS)
        if not 1 <= len(signals) <= SIGNALS:
            action.fail("signals", f"one to {SIGNALS} signals")
        out["rival_program"][at] = _signals(action, "signals", signals, coder)
        if action.has("telescope"):
            word = action.str("telescope", SIGNAL_WORDS)
            out["rival_extra"][at] = _signals(action, "telescope", [word], coder)
    elif what == "replace":
        out["rival_arg"][at] = action.int("species", 1, 2)
    elif what == "message":
        out["rival_arg"][at] = action.int("ahead", 1, 200)
    elif what == "secret-card":
        out["rival_arg"][at] = action.int("below", 1, 50)
    action.done()


SIGNAL_WORDS = ("row", *oc.COLORS, *oc.PLANETS)


def _signals(action: Node, key: str, words: list[str], coder: Coder) -> int:
    """Program that marks the signals one after the other."""
    code: list[int] = []
    for word in words:
        if word == "row":
            code += coder.op("SIGNAL_ROW", 1)
        elif word in oc.COLORS:
            code += coder.op("SIGNAL", oc.SIGNAL_WHERE.index("color"), oc.COLORS.index(word), 1, 0)
        else:
            code += coder.op("SIGNAL", oc.SIGNAL_WHERE.index("body"), oc.CELLS.index(word), 1, 0)
    return _placed(action, key, code, coder)


def _flight(action: Node, at: int, out: dict) -> None:
    targets = action.tables("targets")
    if not 1 <= len(targets) <= TARGETS:
        action.fail("targets", f"one to {TARGETS} bodies")
    bodies = [planet for planet in oc.PLANETS if planet != "earth"]
    for k, target in enumerate(targets):
        out["rival_body"][at * TARGETS + k] = oc.PLANETS.index(target.str("body", bodies))
        out["rival_moves"][at * TARGETS + k] = target.int("moves", 1, 8)
        target.done()
    prefer = action.strs("prefer", ("orbit", "land"))
    if prefer not in PREFERRED:
        action.fail("prefer", "orbit, land or both, each once")
    out["rival_prefer"][at] = PREFERRED.index(prefer)
    out["rival_arg"][at] = int(action.bool("moons")) + 2 * int(bool(action.str("after", ("sample-to-board",), "")))


# ---------------------------------------------------------------------------------------------- objectives


def _objectives(solo: Node, coder: Coder, out: dict) -> tuple[str, ...]:
    table = solo.table("objectives")
    names = tuple(table.keys())
    if not 1 <= len(names) <= OBJECTIVES:
        solo.fail("objectives", f"1 to {OBJECTIVES} objectives")
    out["n_objectives"] = len(names)
    size = OBJECTIVES * TASKS * ALTERNATIVES
    out["objective_level"], out["objective_tasks"] = [0] * OBJECTIVES, [0] * OBJECTIVES
    for what in ("events", "mask", "state", "need"):
        out[f"task_{what}"] = [0] * size
    for i, name in enumerate(names):
        tile = table.table(name)
        out["objective_level"][i] = tile.int("level", 1, 3) - 1
        tasks = tile.lists("tasks")
        if not 1 <= len(tasks) <= TASKS:
            tile.fail("tasks", f"one to {TASKS} tasks")
        out["objective_tasks"][i] = len(tasks)
        for k, alternatives in enumerate(tasks):
            if not 1 <= len(alternatives) <= ALTERNATIVES:
                tile.fail("tasks", f"one to {ALTERNATIVES} alternatives in each task")
            for j, task in enumerate(alternatives):
                _task(task, (i * TASKS + k) * ALTERNATIVES + j, coder, out)
        tile.done()
    table.done()
    rules = solo.table("objective_rules")
    out["objective_open"] = rules.int("open", 1, 4)
    given = rules.ints("given_up", 0, 30)
    if len(given) > ROUNDS:
        rules.fail("given_up", f"at most {ROUNDS} numbers, one a round")
    out["objective_given_up"] = given
    out["objective_missing"] = rules.int("missing_progress", 0, 30)
    out["objective_vp"] = rules.int("uncompleted_vp", 0, 100)
    rules.done()
    return names


def _task(task: Node, at: int, coder: Coder, out: dict) -> None:
    """One of the alternatives of a task: a threshold or an event."""
    if task.has("state"):
        out["task_state"][at] = 1 + oc.RESOURCES.index(task.str("state", STATES))
        out["task_need"][at] = task.int("n", 1, 500)
        task.done()
        return
    name = task.str("event", (*oc.EVENTS, "orbit-or-land", *oc.OBJECTIVE_EVENTS))
    if name in oc.OBJECTIVE_EVENTS:
        mask = mask_of(oc.COLORS, task.str("color", (*oc.COLORS, "any"))) if name == "win" else 1
        events = 1 << len(oc.EVENTS) + oc.OBJECTIVE_EVENTS.index(name)
    elif name == "orbit-or-land":
        bodies = [planet for planet in oc.PLANETS if planet != "earth"]
        mask = bit_of(oc.CELLS, task.str("at", bodies)) if task.has("at") else ANY_MASK
        events = sum(bit_of(oc.EVENTS, n) for n in ("orbit", "land"))
    else:
        events, mask, own_turn = coder.event(task)
        if own_turn:
            task.fail("own_turn", "no own_turn: objectives are for any turn")
    task.done()
    out["task_events"][at], out["task_mask"][at] = events, mask


# ---------------------------------------------------------------------------------------------- levels


def _levels(solo: Node, techs: tuple[str, ...], out: dict) -> tuple[str, ...]:
    boards = {}
    table = solo.table("boards")
    for name in table.keys():
        board = table.table(name)
        track = board.strs("track", techs)
        if not 1 <= len(track) <= TRACK:
            board.fail("track", f"1 to {TRACK} spaces")
        start, mark = (board.int(key, 1, TRACK) for key in ("start", "reinforce_after"))
        for key, space in (("start", start), ("reinforce_after", mark)):
            if space > len(track):
                blame([(board, key), (board, "track")], f"one of the {len(track)} spaces of the track")
        boards[name] = ([techs.index(tech) for tech in track], start - 1, mark - 1)
        board.done()
    table.done()
    table = solo.table("levels")
    names = tuple(table.keys())
    if not 1 <= len(names) <= LEVELS:
        solo.fail("levels", f"1 to {LEVELS} levels")
    out["n_levels"] = len(names)
    tiles = [out["objective_level"][: out["n_objectives"]].count(i) for i in range(3)]
    advanced = out["rival_group"][: out["n_rival_cards"]].count(GROUPS.index("advanced"))
    for what in ("start", "reinforce", "track_n", "advanced"):
        out[f"level_{what}"] = [0] * LEVELS
    out["level_track"], out["level_objectives"] = [NONE] * (LEVELS * TRACK), [0] * (LEVELS * 3)
    for i, name in enumerate(names):
        level = table.table(name)
        track, out["level_start"][i], out["level_reinforce"][i] = boards[level.str("board", tuple(boards))]
        out["level_track_n"][i] = len(track)
        out["level_track"][i * TRACK : i * TRACK + len(track)] = track
        out["level_advanced"][i] = level.int("advanced", 0, advanced)
        numbers = level.ints("objectives", 0, OBJECTIVES)
        if len(numbers) != 3 or any(n > have for n, have in zip(numbers, tiles, strict=True)):
            level.fail("objectives", "a number for each of the three levels of tiles, at most " + ", ".join(map(str, tiles)))
        out["level_objectives"][3 * i : 3 * i + 3] = numbers
        level.done()
    table.done()
    return names
