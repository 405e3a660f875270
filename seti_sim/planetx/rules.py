"""The rules of The Search for Planet X: TOML files and a variant, checked and turned into the engine's numbers.

What the keys mean is said in `seti_sim/planetx/data/`. Anything the engine does not obey is refused in one line.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

import numpy as np

from seti_sim.core.names import in_short
from seti_sim.core.node import REQUIRED, Files, Node, blame
from seti_sim.core.tree import Shape, Variant, copied, differences, fingerprint, overlay, read_toml

from . import engine
from .engine import _engine

MODES = ("standard", "expert")
LETTERS = "ACDGEX"
KINDS = "ACDGE"
THEORIES = "ACDG"
TOPICS = ("A", "B", "C", "D", "E", "F")
FAMILIES = _engine.FAMILIES
NUMBERED = ("every-within", "none-within", "band-at-most", "run-of")
ALONE = ("band-at-most", "all-consecutive", "run-of")
SLACKS = ("band-at-most", "every-within", "none-within", "conference-every-within", "conference-none-within")
PLACES = ("comet", "other", "any")
FINALS = ("locate-if-last", "theories", "nothing")
CONFERENCES = ("X1", "X2")
GENERATIONS = ("uniform", "app")
SHAPE = Shape(components=frozenset(), emptied=frozenset({"only", "next_to_some", "next_to_no", "band", "beside_x"}))
NOTHING = 255
MOST_WEIGHT = 1_000_000

_skies: dict[str, _engine.Sky] = {}  # by what they are made of


class PlanetXRules:
    """A checked set of rules for one mode. Make one with `load`.

    mode: "standard" or "expert". sectors. fingerprint: 16 hex digits of all that the files and the variant say, with the
    mode. clues: the rules that can be dealt, as (family, x, y or "", n or 0), research first; `n_research` of them are
    research. levels: {name: starting facts}. conferences: their names. sky, engine: what the engine reads. has_app: whether
    arrangements can be drawn as the app's are, whose weights hold for the placement that they were measured with.
    """

    def __init__(self, tree: dict, files: Files, mode: str, variant: str | None, description: str):
        self.tree, self.files, self.mode, self.variant, self.description = tree, files, mode, variant, description
        self.fingerprint = fingerprint({"mode": mode, "rules": tree})
        reader = _Reader(Node(tree, "", files), mode)
        self.tables = reader.tables()
        self.has_app = reader.has_app
        self.sectors = self.tables["sectors"]
        self.levels = reader.levels
        self.conferences = reader.conferences
        self.clues = reader.clues
        self.n_research = self.tables["n_research"]
        self.counts = reader.counts
        self.placement = reader.placement
        self.factors = reader.factors
        self.beside_x = reader.beside_x
        self._engine = None

    @classmethod
    def load(cls, mode: str = "standard", variant=None) -> PlanetXRules:
        """Rules of a mode, with a variant (path of a TOML file or a dict of that shape) laid over what is printed.

        Raises `RuleError` naming file, key, value and what was expected; ValueError for another mode.
        """
        if mode not in MODES:
            raise ValueError(f"mode {mode!r}: expected one of {', '.join(MODES)}")
        if variant is None:
            return _printed_rules(mode)
        tree, tables = printed_tree(), printed_files()
        read = Variant(variant, game="planetx")
        touched = overlay(tree, read.overlay, read.label, SHAPE)
        return cls(tree, Files(tables, read.label, touched), mode, read.name, read.description)

    def changes(self) -> list[tuple]:
        """What the variant changes of the printed game: list of (address, printed, here), empty without a variant."""
        return list(differences(printed_tree(), self.tree))

    def draws(self, generation: str) -> dict[str, object]:
        """What decides each thing that is drawn before the first turn, by its name; with equal values equal seeds draw the same
        skies, clues and starting facts."""
        sky = [self.sectors, self.placement, (self.factors, self.beside_x) if generation == "app" else None]
        tables = self.tables
        names = ("clue_weight", "slack", "singles", "naming_most", "same_rule_most", "n_research", "n_conferences")
        groups = [
            tables[name]
            for name in ("visible", "comet_mask", "n_groups", "group_place", "group_n", "group_kinds", "group_weight")
        ]
        return {"skies": sky, "clues": [self.clues, *(tables[name] for name in names)], "starting facts": groups}

    def generation(self, asked=None, name: str = "generation") -> str:
        """How arrangements are drawn: as asked for; else "app" where the placement is the printed one, "uniform" elsewhere.

        ValueError, in one line, for a way that does not exist, or not under these rules; `name` is what it is called where
        it was asked for.
        """
        generation = asked if asked is not None else "app" if self.has_app else "uniform"
        if generation not in GENERATIONS:
            raise ValueError(f"{name} {in_short(generation)}: expected {' or '.join(GENERATIONS)}")
        if generation == "app" and not self.has_app:
            raise ValueError(
                f"{name} 'app': its weights are those of the printed placement, which {self.variant} changes; expected "
                f"uniform, or all of sky.{self.mode}.factor in the variant"
            )
        return generation

    @property
    def sky(self) -> _engine.Sky:
        """All valid arrangements; made once a process for equal placement rules and clues (0.6 s in expert mode)."""
        return self.engine.sky

    @property
    def engine(self) -> _engine.Rules:
        """The engine's numbers."""
        if self._engine is None:
            self._engine = _engine.Rules(self._make_sky(), self.tables, engine.fields("Rules_"))
        return self._engine

    def _make_sky(self) -> _engine.Sky:
        clues = [_clue_numbers(clue) for clue in self.clues]
        parts = (self.sectors, *self.placement, clues)
        weights = (self.factors, self.beside_x) if self.has_app else None
        key = fingerprint({"parts": repr(parts), "weights": repr(weights)})
        if key not in _skies:
            try:
                sky = _engine.Sky(*parts)
            except _engine.SkyError as error:
                node = Node(self.tree, "", self.files).table("mode").table(self.mode)
                node.fail("placement", f"rules that 1 to 2097152 arrangements obey, with `objects`; there are {error}")
            if self.has_app:
                weights = app_weights(sky, self.factors, self.beside_x)
                if not weights.any():
                    node = Node(self.tree, "", self.files).table("sky").table(self.mode)
                    node.fail("factor", "weights that are not 0 for every arrangement")
                sky.set_weights(weights)
            _skies[key] = sky
        return _skies[key]

    def __eq__(self, other):
        return isinstance(other, PlanetXRules) and self.fingerprint == other.fingerprint

    def __hash__(self):
        return hash(self.fingerprint)

    def __repr__(self):
        return f"PlanetXRules({self.mode}, {self.variant or 'printed'}, {self.fingerprint})"

    def __reduce__(self):
        return PlanetXRules, (self.tree, self.files, self.mode, self.variant, self.description)


def game_files():
    """The files that say what The Search for Planet X is made of, as readable resources in the order of merging."""
    return [_data() / name for name in ("modes.toml", "sky.toml", "clues.toml")]


def measured_file():
    """The file of what was measured on real games."""
    return _data() / "measured.toml"


def _data():
    return resources.files("seti_sim.planetx") / "data"


@lru_cache(maxsize=1)
def _printed():
    tree, files = {}, {}
    for path in game_files():
        for key, table in read_toml(path, f"planetx/{path.name}").items():
            tree[key], files[key] = table, f"planetx/{path.name}"
    return tree, files


def printed_tree() -> dict:
    """The printed game as a tree of its own: changing it changes nothing else."""
    return copied(_printed()[0])


def printed_files() -> dict[str, str]:
    """The file that each table of the printed tree comes from."""
    return _printed()[1]


@cache
def _printed_rules(mode):
    return PlanetXRules(printed_tree(), Files(printed_files()), mode, None, "")


def forget_printed() -> None:
    """After the files were written anew."""
    _printed.cache_clear()
    _printed_rules.cache_clear()


def measured() -> dict:
    """What was measured on real games (`seti_sim/planetx/data/measured.toml`)."""
    return read_toml(measured_file())


def objects_of(sky) -> np.ndarray:
    """uint8 [arrangements, sectors]: object numbers (indexes of `LETTERS`)."""
    return np.frombuffer(sky.objects(), np.uint8).reshape(len(sky), sky.sectors)


def app_weights(sky, factors: dict[str, list[int]], beside_x: dict[str, int]) -> np.ndarray:
    """uint32 [arrangements]: weights of the `app` draw, their mean about 2^14; all 0 if nothing has any weight.

    An arrangement's weight is the product of the factors (ten-thousandths) of its objects in their sectors and of the
    pair of objects beside Planet X. Products in a fixed order, so the same on every machine.
    """
    objects = objects_of(sky)
    weights = np.ones(len(sky))
    table = np.array([factors[letter] for letter in LETTERS], float) / 10_000
    for sector in range(sky.sectors):
        weights *= table[objects[:, sector], sector]
    if beside_x:
        pair = pair_beside_x(objects)
        for name, factor in beside_x.items():
            weights[pair == pair_number(name)] *= factor / 10_000
    if not weights.any():
        return np.zeros(len(sky), np.uint32)
    weights /= weights.mean()
    # Where little has nearly all the weight the mean is less, so that the greatest weight still fits.
    return np.rint(weights * min(2**14, (2**32 - 1) / weights.max())).astype(np.uint32)


def pair_number(pair: str) -> int:
    """Number of an unordered pair of objects."""
    low, high = sorted(LETTERS.index(letter) for letter in pair)
    return 6 * low + high


def pair_beside_x(objects: np.ndarray) -> np.ndarray:
    """`pair_number` of the objects beside Planet X, for each arrangement of `objects_of`."""
    x = (objects == 5).argmax(axis=1)
    row = np.arange(len(objects))
    sides = np.stack([objects[row, x - 1], objects[row, (x + 1) % objects.shape[1]]]).astype(int)
    return 6 * sides.min(axis=0) + sides.max(axis=0)


def _clue_numbers(clue):
    family, x, y, n = clue
    return FAMILIES.index(family), LETTERS.index(x), LETTERS.index(y) if y else NOTHING, n


def _title(clue) -> int:
    """Bit set of the objects that a title names: never truly empty sectors (PX-15)."""
    return sum(1 << LETTERS.index(letter) for letter in {clue[1], clue[2]} if letter and letter != "E")


class _Reader:
    """Reads one mode out of the tree, key by key, into the fields of the engine's `Rules_`."""

    def __init__(self, root: Node, mode: str):
        self.root, self.mode = root, mode

    def tables(self) -> dict:
        root, out = self.root, {"mode": MODES.index(self.mode)}
        modes = root.table("mode")
        for mode in MODES:
            read = self._mode(modes.table(mode))
            if mode == self.mode:
                mine, self.placement, self.counts, self.conferences = read
        modes.done()
        out |= mine
        actions, end = root.table("actions"), root.table("end")
        out |= self._actions(actions)
        out |= self._theories(root.table("theories"))
        out |= self._end(end, root.table("score"), actions, out["locate_cost"])
        starting = root.table("starting")
        out |= self._starting(starting)
        out |= self._solo(root.table("solo"), starting, out["n_groups"])
        out |= self._clues(root.table("clues"))
        self._sky(root.table("sky"), modes)
        root.done()
        return out

    def _mode(self, node: Node):
        sectors = node.int("sectors", 6, 18)
        if sectors % 2:
            node.fail("sectors", "an even number, so that every sector has one opposite")
        visible = node.int("visible", 1, min(9, sectors - 1))
        count = node.table("objects")
        counts = [count.int(letter, 1 if letter in "EX" else 0, 7) for letter in LETTERS]
        count.done()
        if sum(counts) != sectors or counts[5] != 1 or counts[4] + 1 > 7:
            node.fail("objects", f"{sectors} objects in all, one for each sector, one of them X and at most 6 E")
        placement, comets = self._placement(node.table("placement"), sectors, counts)
        topics = node.strs("topics", TOPICS)
        if tuple(topics) != TOPICS:
            node.fail("topics", "the six topics A to F")
        tokens = node.table("theory_tokens")
        points = node.table("theory_points")
        track = node.table("track")
        conference = track.table("conference")
        names = sorted(conference.keys())
        if names not in (list(CONFERENCES[:1]), list(CONFERENCES)):
            track.fail("conference", "one or two conferences with their sectors, X1 or X1 and X2")
        out = {
            "sectors": sectors,
            "visible": visible,
            "comet_mask": comets,
            "theories_per_phase": node.int("theories_per_phase", 0, 2),
            "tokens": [tokens.int(letter, 0, 7) for letter in THEORIES],
            "targets": node.int("target_tokens", 0, 200),
            "points": [points.int(letter, 0, 100) for letter in THEORIES],
            "theory_mask": _bits(track.ints("theory", 1, sectors)),
            "n_conferences": len(names),
            "conference": [conference.int(name, 1, sectors) - 1 for name in names],
            "enter": int(track.str("trigger", ("leave", "enter")) == "enter"),
        }
        if sum(out["tokens"]) > 12:
            node.fail("theory_tokens", "at most 12 tokens in all")
        for table in (tokens, points, conference, track, node):
            table.done()
        return out, placement, counts, tuple(names)

    @staticmethod
    def _placement(node: Node, sectors: int, counts):
        """Counts, sectors allowed, objects that must and must not be beside, bands; and the possible comet sectors."""
        everywhere = (1 << sectors) - 1
        tables = only, some, no, band = [node.table(key) for key in ("only", "next_to_some", "next_to_no", "band")]
        beside = (*LETTERS, "")  # "" and a band of 0 take the rule of one object away
        near = [some.str(k, beside, default="") for k in LETTERS]
        far = [no.str(k, beside, default="") for k in LETTERS]
        out = (
            counts,
            [_bits(only.ints(k, 1, sectors, default=[])) or everywhere for k in LETTERS],
            [LETTERS.index(k) if k else -1 for k in near],
            [1 << LETTERS.index(k) if k else 0 for k in far],
            [band.int(k, 0, sectors, default=0) for k in LETTERS],
        )
        for table in (*tables, node):
            table.done()
        return out, out[1][1]

    @staticmethod
    def _actions(node: Node):
        costs = node.ints("survey_cost", 0, 20)
        if len(costs) != 9 or min(costs) < 1:
            node.fail("survey_cost", "nine whole numbers from 1 to 20, one for each size of survey")
        out = {
            "survey_cost": costs,
            "comet_ends": int(node.bool("comet_survey_ends_on_comet_sectors", REQUIRED)),
            "target_cost": node.int("target_cost", 1, 20),
            "research_cost": node.int("research_cost", 1, 20),
            "research_twice": int(node.bool("research_twice_running", REQUIRED)),
            "locate_cost": node.int("locate_cost", 1, 20),
        }
        node.done()
        return out

    @staticmethod
    def _theories(node: Node):
        out = {
            "track_cells": node.int("track_cells", 2, 9),
            "wrong_penalty": node.int("wrong_penalty", 0, 20),
            "penalties_together": int(node.bool("penalties_together", REQUIRED)),
            "same_twice": int(node.bool("same_object_same_sector_twice", REQUIRED)),
            "two_in_one": int(node.bool("two_in_one_sector_same_phase", REQUIRED)),
            "hand_binds": int(node.bool("hand_binds", REQUIRED)),
        }
        node.done()
        return out

    @staticmethod
    def _end(node: Node, score: Node, actions: Node, cost: int):
        theories, points = node.ints("last_chance_theories", 0, 2), node.ints("last_chance_locate_points", 0, 100)
        most = "six" if cost == 5 else cost + 1
        for key, values in (("last_chance_theories", theories), ("last_chance_locate_points", points)):
            if len(values) <= cost:
                what = f"{most} whole numbers in {key}, for 0 to {cost} sectors behind the finder: locate_cost is {cost}"
                blame([(node, key), (actions, "locate_cost")], what)
            if len(values) > 21:
                node.fail(key, "at most 21 whole numbers, for 0 to 20 sectors behind the finder")
        out = {
            "last_theories": theories,
            "last_points": points,
            "locate_first": score.int("locate_first", 0, 100),
            "first_theory": score.int("first_theory", 0, 100),
        }
        node.done()
        score.done()
        return out

    def _starting(self, node: Node):
        levels = node.table("levels")
        self.levels = {name: levels.int(name, 0, 12) for name in levels.keys()}
        groups = node.tables("group")
        for name, facts in self.levels.items():
            if facts % 4 or facts > 4 * len(groups):
                what = f"0 or whole groups of four facts, at most {4 * len(groups)}: starting.levels.{name} is {facts}"
                blame([(levels, name), (node, "group")], what)
        levels.done()
        if not self.levels:
            node.fail("levels", "one level or more, with its starting facts")
        if len(groups) > 3:
            node.fail("group", "at most three groups")
        out = {"n_groups": len(groups), "group_place": [], "group_n": [], "group_kinds": [0] * 48, "group_weight": [0] * 12}
        for g, group in enumerate(groups):
            out["group_place"].append(PLACES.index(group.str("sectors", PLACES)))
            for mode in MODES:
                deals = group.table(mode)
                for name in deals.keys():
                    if len(name) != 4 or set(name) - set(THEORIES):
                        deals.fail(name, "four letters of A, C, D, G: what the facts of the group deny")
                weights = {name: deals.int(name, 1, MOST_WEIGHT) for name in deals.keys()}
                if not 1 <= len(weights) <= 4:
                    group.fail(mode, "one to four deals with their weights")
                if mode == self.mode:
                    out["group_n"].append(len(weights))
                    # In one order however they are written: equal fingerprints deal equal facts.
                    for k, name in enumerate(sorted(weights, key=lambda name: (-weights[name], name))):
                        out["group_weight"][4 * g + k] = weights[name]
                        for i, letter in enumerate(name):
                            out["group_kinds"][16 * g + 4 * k + i] = LETTERS.index(letter)
            group.done()
        node.done()
        return out

    def _solo(self, node: Node, starting: Node, groups: int):
        facts = node.table("facts")
        out = {"solo_final": FINALS.index(node.str("final", FINALS))}
        for mode in MODES:
            n, table = facts.int(mode, 0, 12), node.table(mode)
            if n % 4:
                facts.fail(mode, "0, 4, 8 or 12")
            if n > 4 * groups:
                blame(
                    [(facts, mode), (starting, "group")], f"a group of starting facts for every four of solo.facts.{mode} = {n}"
                )
            rates, research = table.ints("rates", 1, 1000), table.int("research", 0, 1000)
            starts = table.ints("locate_starts", 0, 200)
            if len(starts) != 5:
                table.fail("locate_starts", "five whole numbers from 0 to 200")
            scripts, open_ = table.int("scripts", 1, 50), table.int("locates_with", 1, 100)
            tries = table.int("tries", 0, 1000)
            if len(rates) != 9:
                table.fail("rates", "nine whole numbers from 1 to 1000")
            table.done()
            if mode == self.mode:
                out |= {"solo_facts": n, "solo_rate": rates, "solo_research": research}
                out |= {"solo_scripts": scripts, "solo_open": open_, "solo_tries": tries, "solo_starts": starts}
        facts.done()
        node.done()
        return out

    def _clues(self, node: Node):
        slack = node.table("slack")
        numbers = [0] * 64
        for i, name in enumerate(SLACKS):
            values = self._one_of_modes(slack.table(name), "weights of 0, 1, 2, 3 and more off the sharpest")
            family = FAMILIES.index(name.removeprefix("conference-"))
            place = family + (len(FAMILIES) - FAMILIES.index("every-within") if i > 2 else 0)
            numbers[4 * place : 4 * place + 4] = values
        slack.done()
        singles = self._one_of_modes(node.table("single_object_titles"), "weights of games with 0, 1, 2 and 3 such titles")
        research = self._clue_rows(node, "research")
        conference = self._clue_rows(node, "conference")
        rows = research + conference
        if len(rows) > 256:
            node.fail(None, "at most 256 rules")
        self.clues = [row[:4] for row in rows]
        code = [_clue_numbers(clue) for clue in self.clues]
        first = {}
        out = {
            "n_clues": len(rows),
            "n_research": len(research),
            "slack": numbers,
            "singles": singles,
            "clue_weight": [row[4 + MODES.index(self.mode)] for row in rows],
            "clue_title": [_title(clue) for clue in self.clues],
            "clue_group": [first.setdefault(clue[:3], i) for i, clue in enumerate(self.clues)],
            "naming_most": node.int("topics_naming_an_object_at_most", 1, 6),
            "same_rule_most": node.int("same_rule_at_most", 1, 6),
        }
        for i, name in enumerate(("clue_family", "clue_x", "clue_y", "clue_n")):
            out[name] = [row[i] for row in code]
        node.done()
        return out

    def _one_of_modes(self, table: Node, what: str) -> list[int]:
        """Four weights, those of this mode."""
        for mode in MODES:
            values = table.ints(mode, 0, MOST_WEIGHT)
            if len(values) != 4 or not sum(values):
                table.fail(mode, f"four whole numbers, not all 0: {what}")
            if mode == self.mode:
                mine = values
        table.done()
        return mine

    @staticmethod
    def _clue_rows(node: Node, key: str):
        rows = node.raw(key)
        shape = "[rule, x, y, n, standard, expert]"
        if not isinstance(rows, list) or not rows:
            node.fail(key, f"a list of {shape}")
        seen = set()
        for row in rows:
            if not isinstance(row, list) or len(row) != 6:
                node.fail(key, f"rows of {shape}, not {row!r}")
            family, x, y, n, *weights = row
            whole = all(type(number) is int for number in (n, *weights))
            fits = (
                family in FAMILIES
                and x in tuple(LETTERS)
                and (y == "" if family in ALONE else y in tuple(LETTERS))
                and whole
                and (1 <= n <= 9 if family in NUMBERED else n == 0)
                and all(0 <= weight <= MOST_WEIGHT for weight in weights)
            )
            if not fits or (key == "conference") != (x == "X"):
                node.fail(key, f"rows of {shape} with a known rule, not {row!r}")
            if tuple(row[:4]) in seen:
                node.fail(key, f"every rule once; {row[:4]!r} comes twice")
            seen.add(tuple(row[:4]))
        return [tuple(row) for row in rows]

    def _sky(self, node: Node, modes: Node):
        for mode in MODES:
            table, sectors = node.table(mode), modes.table(mode).int("sectors", 6, 18)
            factor = table.table("factor")
            own = all(factor.varied(letter) for letter in LETTERS)
            mine, printed = modes.table(mode).value, _printed()[0]["mode"][mode]
            as_measured = own or all(mine[key] == printed[key] for key in ("sectors", "objects", "placement"))
            factors = {}
            for letter in LETTERS:
                factors[letter] = factor.ints(letter, 0, 10_000_000)
                if len(factors[letter]) != sectors and (as_measured or factor.varied(letter)):
                    factor.fail(letter, f"{sectors} whole numbers, one a sector")
            beside = table.table("beside_x")
            pairs = {}
            for pair in beside.keys():
                if len(pair) != 2 or set(pair) - set(KINDS) or KINDS.index(pair[0]) > KINDS.index(pair[1]):
                    beside.fail(pair, f"two letters of {', '.join(KINDS)}, in this order")
                pairs[pair] = beside.int(pair, 0, 10_000_000)
            for part in (factor, beside, table):
                part.done()
            if mode == self.mode:
                self.factors, self.beside_x, self.has_app = factors, pairs, as_measured
        node.done()


def _bits(sectors) -> int:
    return sum(1 << (sector - 1) for sector in set(sectors))
