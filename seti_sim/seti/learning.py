"""SETI for learners: an observation made from the view of a seat, field by field (docs/rl.md lists them)."""

from __future__ import annotations

from typing import Any

import numpy as np

from seti_sim.rl.layout import WHO, Field, Spaces, numbered, of_seat, pairs

from .engine import _engine
from .learning_actions import RINGS, SECTORS, SPACES_OF_CARD, SPECIAL, TASKS, blocks
from .position import discs_of
from .position_species import SPACES, secret_cards
from .rules import opcodes as oc

DECISIONS = _engine.DECISIONS
MAIN = ("before", "running", "after")
SLOTS = ("left", "right")
MANY, POINTS, TURNS = 255, 1000, 8
COLUMNS = ("1", "2", "3", "4")  # lower spaces of a computer, from left to right
GONE, PLAYED, OPEN = "gone", "solo.played", "solo.open"


class SetiSpaces(Spaces):
    """Actions and observations of SETI; `seats` are those at the table, the rival's among them in solo games."""

    def __init__(self, rules: Any, seats: int, solo: bool = False) -> None:
        self.rules, self.seats, self.solo = rules, seats, solo
        ids = rules.compiled
        self.spaces = tuple(f"{ring}.{sector}" for ring in range(1, RINGS + 1) for sector in range(SECTORS))
        self.column = {str(column): COLUMNS[i] for i, column in enumerate(ids.tables["slot_column"])}
        self.discs = discs_of(ids)
        self.secrets = tuple(ids.card_ids[card] for card in secret_cards(ids))
        self.stars = (*ids.star_ids, "oumuamua")
        self.milestones = tuple(map(str, sorted({*ids.gold_milestones, *ids.neutral_milestones})))
        super().__init__(blocks(rules), self._fields(ids))

    # ------------------------------------------------------------------ fields
    def _fields(self, ids: Any) -> list[Field]:
        return [*self._table(ids), *self._slots(ids), *self._seats(ids), *(self._alone(ids) if self.solo else [])]

    def _table(self, ids: Any) -> list[Field]:
        who, cards, techs = WHO[: self.seats], ids.card_ids, ids.tech_ids
        discs = numbered(ids.tables["n_rotation_order"])
        return [
            Field("to_move", "1: the seat decides"),
            Field("decision", "what is decided, one of them 1", DECISIONS[2:]),
            Field("seat", "place of the seat in the turn order of round 1, one of them 1", numbered(self.seats, 1)),
            Field("round", "0 in the setup, 1 and on, one more when the game is over", most=ids.tables["rounds"] + 1),
            Field("main", "main action of the turn, one of them 1", MAIN),
            Field("turn", "whose turn it is, one of them 1", who),
            Field("first", "who began the round, one of them 1", who),
            Field("disc", "turns of the three discs, as `disc/turns`, one of each disc 1",
                  tuple(f"{disc}/{turns}" for disc in (1, 2, 3) for turns in range(TURNS))),
            Field("next_disc", "place of the disc that turns next in the printed order, one of them 1", discs),
            Field("board", "board of stars at each place of the rim, as `place/board`, one of each place 1",
                  tuple(f"{place}/{board}" for place in range(4) for board in ids.sector_board_ids)),
            Field("star.data", "data that lie at a star", self.stars, MANY),
            Field("star.latest", "who marked the latest signal at a star, as `star/who`, one of them 1",
                  tuple(f"{star}/{seat}" for star in self.stars for seat in who)),
            Field("row", "cards of the row", cards),
            Field("row.empty", "places of the row without a card", most=ids.tables["card_row"]),
            Field("deck", "cards of the deck", most=MANY),
            Field("discard", "cards of the discard pile", cards),
            Field(GONE, "species' cards that left the game openly", cards),
            Field("stack", "cards of the end-of-round stacks, by round", numbered(ids.tables["rounds"] - 1, 1), MANY),
            Field("stack.choice", "cards of the stack that the seat is choosing from", cards),
            Field("tech.two_points", "the tech's 2 points for the first taker are there", techs),
            Field("tech.left", "tiles left of a tech", techs, 4),
            Field("tech.bonus", "the bonus of the next tile, as `tech/bonus`, one of them 1", pairs(techs, oc.TILE_BONUSES)),
            Field("tech.taken", "bonuses taken, as `tech/bonus`", pairs(techs, oc.TILE_BONUSES), 4),
            Field("gold.b", "side of a gold tile, 1: b", ids.gold_tile_names),
            Field("neutral", "neutral markers left at a milestone", tuple(map(str, ids.neutral_milestones)), 4),
            Field("planet.first", "who has the first orbiter, as `planet/who`, one of them 1", pairs(ids.planet_ids, who)),
            Field("planet.data", "landers on a planet's data spaces, as `planet/space/who`",
                  tuple(f"{planet}/{space}/{seat}" for planet in ids.planet_ids for space in range(1, SPECIAL + 1) for seat in who),
                  MANY),
            Field("playing.card", "the card being played", cards),
            Field("playing.probe", "the space of the probe chosen for it", self.spaces),
            Field("playing.movement", "points of movement that are left", most=MANY),
        ]  # fmt: skip

    def _slots(self, ids: Any) -> list[Field]:
        who, kinds = WHO[: self.seats], oc.TRACE_KINDS
        fields = []
        for slot in SLOTS:
            board = tuple(f"{kind}/{space}/{seat}" for kind in kinds for space in range(1, SPACES + 1) for seat in who)
            fields += [
                Field(f"{slot}.species", "species of the slot once it is discovered, one of them 1", ids.species_ids),
                Field(f"{slot}.discovered", "round of its discovery, 0: not yet", most=ids.tables["rounds"]),
                Field(f"{slot}.space", "markers on the discovery spaces, as `kind/who`", pairs(kinds, (*who, "neutral"))),
                Field(f"{slot}.board", "markers on the species' board, as `kind/space/who`", board, MANY),
                Field(f"{slot}.deck", "cards of the species' deck", most=MANY),
                Field(f"{slot}.face_up", "the species' card that lies face up", ids.card_ids),
            ]
        tokens = ids.tokens
        return fields + [
            Field("samples", "samples face down at a planet", ids.planet_ids, MANY),
            Field("samples.seen", "samples that the seat is looking at", tokens["samples"]),
            Field("samples.board", "samples on the species' board, as `kind/space/sample`",
                  tuple(f"{kind}/{i}/{sample}" for kind in kinds for i in range(1, SPACES + 1) for sample in tokens["samples"])),
            Field("anomaly", "anomalies by sector, as `sector/anomaly/side`",
                  tuple(f"{s}/{anomaly}/{side}" for s in range(SECTORS) for anomaly in tokens["anomalies"] for side in (1, 2))),
            Field("message.reward", "message rewards that are covered, as `reward/who`", pairs(tokens["message_rewards"], who)),
            Field("message.next", "score at which a seat's next message comes back, 0 without", who, POINTS),
            Field("message.sent", "messages under way, by seat", who, MANY),
            Field("secret.milestone", "scores of the milestones of secret cards", tokens["milestones"], POINTS),
        ]  # fmt: skip

    def _seats(self, ids: Any) -> list[Field]:
        fields, cards = [], ids.card_ids
        kinds = tuple(f"{slot}/{kind}" for slot in SLOTS for kind in oc.TRACE_KINDS)
        for i, who in enumerate(WHO[: self.seats]):
            hidden = [
                Field("hand", "cards of the hand", cards),
                Field("capsule.space", "where its capsules are, as `sample/space`", pairs(ids.tokens["samples"], self.spaces)),
                Field("secrets", "secret cards in the hand", self.secrets),
                Field("secrets_played", "secret cards played face down", self.secrets),
            ]  # fmt: skip
            shown = [
                Field("hand.n", "cards of the hand", most=MANY),
                Field("capsule.n", "capsules by space", self.spaces, MANY),
                Field("secrets.n", "secret cards in the hand", most=MANY),
                Field("secrets_played.n", "secret cards played face down", most=MANY),
            ]
            own = [
                Field("vp", "points", most=POINTS),
                *(Field(name, name, most=MANY) for name in ("credits", "energy", "publicity", "data", "exofossils")),
                Field("passed", "1: has passed in this round"),
                Field("top", "data in the top row of the computer", most=MANY),
                Field("tile", "computer techs by column, as `column/tech`", pairs(COLUMNS, ids.tech_ids)),
                Field("lower", "data in the lower spaces of the computer, by column", COLUMNS),
                Field("tech", "techs that the seat has", ids.tech_ids),
                Field("probe", "probes by space", self.spaces, MANY),
                Field("tucked", "cards tucked for income", cards),
                Field("mission", "missions in play", cards),
                Field("mission.covered", "covered spaces of triggered missions", cards, SPACES_OF_CARD),
                Field("completed", "missions completed", cards),
                Field("endgame", "endgame cards played", cards),
                Field("milestone", "milestones resolved", self.milestones),
                Field("gold", "gold tiles marked, 1 or more markers", ids.gold_tile_names, 4),
                Field("signal", "signals at a star", self.stars, MANY),
                Field("win", "sectors won at a star", self.stars, MANY),
                Field("orbiter", "orbiters at a planet", ids.planet_ids, MANY),
                Field("lander", "landers on a planet", ids.planet_ids, MANY),
                Field("moon", "landers on a moon", ids.moon_ids, MANY),
                Field("overflow", "overflow markers, as `slot/kind`", kinds, MANY),
                Field("message_tile", "score at which the message tile stands, 0 without", most=POINTS),
                Field("secret_milestone", "milestones of secret cards resolved", ids.tokens["milestones"]),
                *(hidden if i == 0 else []),
                *shown,
            ]
            fields += of_seat(who, own)
        return fields

    def _alone(self, ids: Any) -> list[Field]:
        solo = ids.solo
        marks = pairs(solo["objectives"], numbered(TASKS, 1))
        return [
            Field("solo.level", "level of the rival, one of them 1", numbered(len(solo["levels"]), 1)),
            Field("solo.progress", "space of the rival's marker on its track", most=MANY),
            Field("solo.arrow", "arrow of the rival's latest card, one of them 1", SLOTS),
            Field("solo.card", "the rival's card being resolved", solo["rival_cards"]),
            Field("solo.deck", "cards of the rival's deck", most=MANY),
            Field("solo.reserve", "cards of the rival's reserve", most=MANY),
            Field(PLAYED, "cards that the rival has played", solo["rival_cards"]),
            Field("solo.out", "the rival's cards that are out of the game", solo["rival_cards"]),
            Field("solo.tech", "techs of the rival", ids.tech_ids, 4),
            Field("solo.message_tiles", "message tiles in reserve", most=MANY),
            Field("solo.found", "slots by their order of discovery, as `order/slot`", pairs(("1", "2"), SLOTS)),
            Field(OPEN, "objectives that lie open", solo["objectives"]),
            Field("solo.marked", "tasks marked, as `objective/task`", marks),
            Field("solo.stack", "objectives in the stack", most=MANY),
            Field("solo.completed", "objectives completed", solo["objectives"]),
            Field("solo.given_up", "objectives given up", solo["objectives"]),
        ]

    # ------------------------------------------------------------------ a position
    def _fill(self, x: np.ndarray, view: dict[str, Any], seat: str, who: dict[str, str]) -> None:
        at, put = self.at, self.where
        x[put["round"]] = view["round"]
        x[at["main"][view["main"]]] = 1
        x[at["turn"][who[view["turn"]]]] = 1
        x[at["first"][who[view["first"]]]] = 1
        self._fill_sky(x, view, who)
        self._fill_cards(x, view)
        self._fill_board(x, view, who)
        for slot in SLOTS:
            self._fill_slot(x, view["species"][slot], slot, who)
        for name in who:
            self._fill_seat(x, view["seats"][name], who[name], own=name == seat)
            x[put[f"{who[name]}.passed"]] = name in view["passed"]
        if self.solo:
            self._fill_solo(x, view["solo"])

    def _fill_sky(self, x: np.ndarray, view: dict[str, Any], who: dict[str, str]) -> None:
        at = self.at
        for disc, turns in enumerate(view["discs"]["turns"], 1):
            x[at["disc"][f"{disc}/{turns % TURNS}"]] = 1
        x[at["next_disc"][str(self.discs.index(view["discs"]["next"]))]] = 1
        for place, board in enumerate(view["sectors"]):
            x[at["board"][f"{place}/{board}"]] = 1
        for star, told in view["stars"].items():
            latest = None
            for word in told["slot"].split():
                if word == ".":
                    x[at["star.data"][star]] += 1
                elif word != "|":
                    x[at[f"{who[word]}.signal"][star]] += 1
                    latest = word
            if latest is not None:
                x[at["star.latest"][f"{star}/{who[latest]}"]] = 1
            for name in told["wins"]:
                x[at[f"{who[name]}.win"][star]] += 1

    def _fill_cards(self, x: np.ndarray, view: dict[str, Any]) -> None:
        at, put = self.at, self.where
        for card in view["row"]:
            if card is None:
                x[put["row.empty"]] += 1
            else:
                x[at["row"][card]] = 1
        x[put["deck"]] = view["deck"]
        _mark(x, at["discard"], view["discard"])
        _mark(x, at[GONE], view.get("gone", ()))
        for i, stack in enumerate(view["end_of_round"], 1):
            if isinstance(stack, int):
                x[at["stack"][str(i)]] = stack
            else:
                x[at["stack"][str(i)]] = len(stack)
                _mark(x, at["stack.choice"], stack)
        playing = view["playing"]
        if "card" in playing:
            x[at["playing.card"][playing["card"]]] = 1
        if "probe" in playing:
            x[at["playing.probe"][_space(playing["probe"])]] = 1
        x[put["playing.movement"]] = playing.get("movement", 0)

    def _fill_board(self, x: np.ndarray, view: dict[str, Any], who: dict[str, str]) -> None:
        at = self.at
        for tech, told in view["techs"].items():
            x[at["tech.two_points"][tech]] = told["two_points"]
            x[at["tech.left"][tech]] = told["left"]
            for bonus in told["tiles"]:
                x[at["tech.bonus"][f"{tech}/{bonus}"]] = 1
            for bonus in told["taken"]:
                x[at["tech.taken"][f"{tech}/{bonus}"]] += 1
        for tile, told in view["gold"].items():
            x[at["gold.b"][tile]] = told["side"] == "b"
            for name in told["markers"]:
                x[at[f"{who[name]}.gold"][tile]] += 1
        for score, n in view["neutral"].items():
            x[at["neutral"][score]] = n
        for planet, told in view["planets"].items():
            if told["first_orbit"] is not None:
                x[at["planet.first"][f"{planet}/{who[told['first_orbit']]}"]] = 1
            for field in ("orbiter", "lander"):
                for name, n in told[f"{field}s"].items():
                    x[at[f"{who[name]}.{field}"][planet]] = n
            for space, holders in enumerate(told["data"], 1):
                for name in holders:
                    x[at["planet.data"][f"{planet}/{space}/{who[name]}"]] += 1
        for moon, holders in view["moons"].items():
            for name in holders:
                x[at[f"{who[name]}.moon"][moon]] += 1

    def _fill_slot(self, x: np.ndarray, told: dict[str, Any], slot: str, who: dict[str, str]) -> None:
        at, put = self.at, self.where
        for kind, holder in told["spaces"].items():
            if holder is not None:
                x[at[f"{slot}.space"][f"{kind}/{who.get(holder, holder)}"]] = 1
        for kind, row in told["overflow"].items():
            for name, n in row.items():
                x[at[f"{who[name]}.overflow"][f"{slot}/{kind}"]] = n
        if not told["discovered"]:
            return
        x[at[f"{slot}.species"][told["id"]]] = 1
        x[put[f"{slot}.discovered"]] = told["discovered"]
        x[put[f"{slot}.deck"]] = told["deck"]
        if told["face_up"] is not None:
            x[at[f"{slot}.face_up"][told["face_up"]]] = 1
        for kind, column in told["board"].items():
            for space, holders in enumerate(column, 1):
                for name in holders if isinstance(holders, list) else [holders] if holders else []:
                    x[at[f"{slot}.board"][f"{kind}/{space}/{who[name]}"]] += 1
        for planet, lying in told.get("samples", {}).items():
            if isinstance(lying, int):
                x[at["samples"][planet]] = lying
            else:
                x[at["samples"][planet]] = len(lying)
                _mark(x, at["samples.seen"], lying)
        for kind, column in told.get("tokens", {}).items():
            for space, sample in enumerate(column, 1):
                if sample is not None:
                    x[at["samples.board"][f"{kind}/{space}/{sample}"]] = 1
        for sector, anomaly in told.get("anomalies", {}).items():
            x[at["anomaly"][f"{sector}/{anomaly}"]] = 1
        for reward, name in told.get("rewards", {}).items():
            x[at["message.reward"][f"{reward}/{who[name]}"]] = 1
        for _, name, score in reversed(told.get("messages", ())):
            x[at["message.next"][who[name]]] = score
            x[at["message.sent"][who[name]]] += 1
        for milestone, score in zip(at["secret.milestone"].values(), told.get("milestones", ()), strict=False):
            x[milestone] = score

    def _fill_seat(self, x: np.ndarray, told: dict[str, Any], who: str, own: bool) -> None:
        at, put = self.at, self.where
        for name in ("vp", "credits", "energy", "publicity", "data", "exofossils"):
            x[put[f"{who}.{name}"]] = told[name]
        computer = told["computer"]
        x[put[f"{who}.top"]] = computer["top"]
        for column, tech in computer["tiles"].items():
            x[at[f"{who}.tile"][f"{self.column[column]}/{tech}"]] = 1
        for column in computer["lower"]:
            x[at[f"{who}.lower"][self.column[str(column)]]] = 1
        _mark(x, at[f"{who}.tech"], told["techs"])
        for space in told["probes"]:
            x[at[f"{who}.probe"][_space(space)]] += 1
        for name in ("tucked", "completed", "endgame"):
            _mark(x, at[f"{who}.{name}"], told[name])
        for card, covered in told["missions"].items():
            x[at[f"{who}.mission"][card]] = 1
            x[at[f"{who}.mission.covered"][card]] = sum(covered)
        _mark(x, at[f"{who}.milestone"], map(str, told["milestones"]))
        x[put[f"{who}.message_tile"]] = told.get("message_tile", 0)
        _mark(x, at[f"{who}.secret_milestone"], told.get("secret_milestones", ()))
        capsules = told.get("capsules", ())
        for space in capsules.values() if isinstance(capsules, dict) else capsules:
            x[at[f"{who}.capsule.n"][_space(space)]] += 1
        for name in ("hand", "secrets", "secrets_played"):
            held = told.get(name, 0)
            x[put[f"{who}.{name}.n"]] = held if isinstance(held, int) else len(held)
            if own and held:
                _mark(x, at[f"own.{name}"], held)
        if own:
            for sample, space in dict(capsules).items():
                x[at["own.capsule.space"][f"{sample}/{_space(space)}"]] = 1

    def _fill_solo(self, x: np.ndarray, told: dict[str, Any]) -> None:
        at, put = self.at, self.where
        x[at["solo.level"][str(told["level"])]] = 1
        x[at["solo.arrow"][told["arrow"]]] = 1
        for name in ("progress", "deck", "reserve", "message_tiles"):
            x[put[f"solo.{name}"]] = told[name]
        if told["card"] is not None:
            x[at["solo.card"][told["card"]]] = 1
        _mark(x, at[PLAYED], told["played"])
        _mark(x, at["solo.out"], told["out"])
        for tech, n in told["techs"].items():
            x[at["solo.tech"][tech]] = n
        for order, slot in enumerate(told["found"], 1):
            x[at["solo.found"][f"{order}/{slot}"]] = 1
        objectives = told["objectives"]
        _mark(x, at[OPEN], (name for name in objectives["open"] if name is not None))
        for name, flags in objectives["marked"].items():
            for task, flag in enumerate(flags, 1):
                x[at["solo.marked"][f"{name}/{task}"]] = flag
        x[put["solo.stack"]] = objectives["stack"]
        for name in ("completed", "given_up"):
            _mark(x, at[f"solo.{name}"], objectives[name])


def _space(space: list[int]) -> str:
    return f"{space[0]}.{space[1]}"


def _mark(x: np.ndarray, entries: dict[str, int], names: Any) -> None:
    for name in names:
        x[entries[name]] = 1
