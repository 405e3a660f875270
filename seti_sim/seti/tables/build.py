"""The engine's raw batch of games → the tables of `schema`, as Polars frames.

Everything is vectorised over the games of the batch. What the log of the engine and the tables
of the game must agree on is checked on the way: a card cannot leave a hand it never came to.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from seti_sim.core.columns import frame
from seti_sim.core.errors import TablesError
from seti_sim.seti import batch as engine
from seti_sim.seti.rules.opcodes import PLANETS
from seti_sim.seti.tables import build_solo, schema

_SEAT_STRIDE = 8  # seats are 1 to 4
_CARD_STRIDE = 256  # card numbers fit a byte
_ARRIVAL_STRIDE = 256


def build(batch, players: int, categories: dict[str, list[str]], solo: bool = False) -> dict[str, pl.DataFrame]:
    """Tables of one batch: a dict of frames by table name, each exactly as its schema says.

    `batch` is what `seti_sim.seti.batch.play_games` gives for consecutive games; `categories` are the
    Enum categories of the run, `policy` among them in the order that `batch.seats["policy"]` indexes.
    solo: whether the games are solo games, which have tables of their own. Raises TablesError naming the game where the log
    contradicts itself.
    """
    made = _Builder(batch, players, categories, solo)
    return {name: getattr(made, name)() for name in made.schemas}


class _Rows(dict):
    """Columns of log rows, taken out of the engine's structs once: column by column is several times as fast."""

    def __len__(self):
        return len(self["game"])

    def take(self, at) -> _Rows:
        """The rows at some indexes, or where a mask is true."""
        return _Rows({name: values[at] for name, values in self.items()})


class _Builder:
    def __init__(self, batch, players, categories, solo):
        tables = schema.tables_for(solo)
        self.games_raw, self.seats_raw = batch.games, batch.seats
        self.actions_raw, self.card_species = batch.actions, batch.card_species
        # Seat of the rival of each game, what its cards' lines do; None but in solo games.
        self.rival_seat = self.games_raw["rival"] if solo else None
        self.rival_lines = batch.rival_lines if solo else None
        self.log = _Rows({name: np.ascontiguousarray(batch.log[name]) for name in batch.log.dtype.names})
        self.by_kind = np.argsort(self.log["kind"], kind="stable")
        self.kinds = self.log["kind"][self.by_kind]
        self.players = players
        self.categories = schema.enum_names(categories)
        self.schemas = {name: schema.polars_schema(table, categories) for name, table in tables.items()}
        self.game_id = np.asarray(self.games_raw["game_id"], dtype=np.int64)
        self.count = len(self.game_id)
        self.first = int(self.game_id[0]) if self.count else 0
        game = self.log["game"]
        if len(game) and (game.min() < self.first or game.max() >= self.first + self.count):
            raise TablesError("the log of a batch names a game outside the batch")

    # ------------------------------------------------------------------ helpers
    def _frame(self, table: str, columns: dict) -> pl.DataFrame:
        """A frame with the types of the schema; see `columns.frame`."""
        return frame(table, self.schemas[table], columns)

    def _of_kind(self, kind: int) -> _Rows:
        low, high = np.searchsorted(self.kinds, [kind, kind + 1])
        return self.log.take(self.by_kind[low:high])

    def _outcome(self, rows: _Rows) -> dict:
        """Policy, score and win share of the seats of log rows."""
        at = (rows["game"] - self.first) * self.players + rows["seat"].astype(np.int64) - 1
        return {name: np.asarray(self.seats_raw[name])[at] for name in ("policy", "score", "win_share")}

    @staticmethod
    def _place(rows: _Rows) -> dict:
        return {"game_id": rows["game"], "seat": rows["seat"], "round": rows["round"], "turn": rows["turn"]}

    # ------------------------------------------------------------------ tables
    def games(self) -> pl.DataFrame:
        raw = self.games_raw
        score = np.asarray(self.seats_raw["score"]).reshape(self.count, self.players)
        share = np.asarray(self.seats_raw["win_share"]).reshape(self.count, self.players)
        winners = (share > 0).sum(axis=1)
        ordered = np.sort(score, axis=1)
        second = ordered[:, -2] if self.players > 1 else ordered[:, -1]
        columns = {name: raw[name] for name in ("game_id", "species_left", "species_right", "turns", "decisions")}
        tiles = range(len(self.categories["gold"]))
        words = np.array(["".join(schema.SIDES[n >> i & 1] for i in tiles) for n in range(1 << len(tiles))])
        columns["gold_sides"] = words[raw["gold_sides"]]
        columns |= {"best_score": ordered[:, -1], "winners": winners, "margin": ordered[:, -1] - second}
        discoveries = self._of_kind(engine.LOG_DISCOVER)
        for slot, side in enumerate(("left", "right")):
            round_ = np.asarray(raw[f"discovered_{side}"])
            columns[f"discovered_{side}"] = (round_, round_ > 0)
            seat = np.zeros(self.count, np.uint8)
            rows = discoveries.take(discoveries["item"] == slot)
            seat[rows["game"] - self.first] = rows["seat"]
            columns[f"discoverer_{side}"] = (seat, seat > 0)
            turn = np.zeros(self.count, np.uint16)
            turn[rows["game"] - self.first] = rows["turn"]
            columns[f"discovery_turn_{side}"] = (turn, round_ > 0)
        shuffles = self._of_kind(engine.LOG_RESHUFFLE)["game"] - self.first
        columns["reshuffles"] = np.bincount(shuffles, minlength=self.count)
        return self._frame("games", columns)

    def seats(self) -> pl.DataFrame:
        columns = dict(self.seats_raw)
        if self.rival_seat is not None:
            columns["is_rival"] = columns["seat"] == self.rival_seat.repeat(self.players)
        return self._frame("seats", columns)

    def cards(self) -> pl.DataFrame:
        came, left = self._of_kind(engine.LOG_ARRIVE), self._of_kind(engine.LOG_LEAVE)
        came_key, came_order = self._nth_key(came)
        left_key, left_order = self._nth_key(left)
        came, came_key = came.take(came_order), came_key[came_order]
        left, left_key = left.take(left_order), left_key[left_order]
        # The n-th leaving of a card belongs to its n-th arrival at that hand.
        at = np.searchsorted(came_key, left_key)
        known = at < len(came_key)
        known[known] = came_key[at[known]] == left_key[known]
        if not known.all():
            row = {name: int(values[0]) for name, values in left.take(~known).items()}
            card = dict(enumerate(self.categories["card"])).get(row["item"], f"card number {row['item']}")
            raise TablesError(f"game {row['game']}: {card} leaves the hand of seat {row['seat']} that it never came to")
        fate = np.full(len(came), schema.FATES.index("held"), np.uint8)
        round_left, turn_left = np.zeros(len(came), np.uint8), np.zeros(len(came), np.uint16)
        fate[at], round_left[at], turn_left[at] = left["a"], left["round"], left["turn"]
        gone = np.zeros(len(came), bool)
        gone[at] = True
        dealt = came["a"] == schema.SOURCES.index("dealt")
        blind = dealt | (came["a"] == schema.SOURCES.index("deck"))
        columns = self._place(came) | self._outcome(came)
        columns |= {"card_id": came["item"], "arrival": came_key % _ARRIVAL_STRIDE + 1, "source": came["a"]}
        columns |= {"deck_size": (came["b"], blind), "opening": dealt, "fate": fate}
        columns |= {"round_left": (round_left, gone), "turn_left": (turn_left, gone)}
        return self._frame("cards", columns)

    def _nth_key(self, rows: _Rows) -> tuple[np.ndarray, np.ndarray]:
        """A number naming (game, seat, card, n-th time), and the order of the rows by it; `rows` are in time order."""
        card = ((rows["game"] - self.first) * _SEAT_STRIDE + rows["seat"]) * _CARD_STRIDE + rows["item"]
        order = np.argsort(card, kind="stable")
        ordered = card[order]
        start = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ordered) else np.zeros(0, np.int64)
        nth = np.arange(len(ordered)) - np.repeat(start, np.diff(np.r_[start, len(ordered)]))
        key = np.empty_like(card)
        key[order] = ordered * _ARRIVAL_STRIDE + nth
        return key, order

    def draws(self) -> pl.DataFrame:
        log, names = self.log, schema.CHANCES
        # By kind of row and, for arrivals, by source; 255 is no chance event.
        code = np.full((256, 256), 255, np.uint8)
        for source in ("dealt", "deck"):
            code[engine.LOG_ARRIVE, schema.SOURCES.index(source)] = names.index(source)
        kinds = {
            engine.LOG_REFILL: "refill",
            engine.LOG_STACK: "stack",
            engine.LOG_REVEAL: "revealed",
            engine.LOG_TILE: "tile",
            engine.LOG_TURN_UP: "turned-up",
        }
        for kind, name in kinds.items():
            code[kind] = names.index(name)
        chance = code[log["kind"], log["a"]]
        # A species' card comes unseen from its deck; the one face up beside it, which has no deck size, is no chance.
        unseen = (log["kind"] == engine.LOG_ARRIVE) & (log["a"] == schema.SOURCES.index("species")) & (log["b"] > 0)
        chance[unseen] = names.index("species")
        at = np.flatnonzero(chance != 255)
        at = at[np.argsort(log["game"][at], kind="stable")]
        rows, chance = log.take(at), chance[at]
        start = np.searchsorted(rows["game"], self.game_id)
        event = np.arange(len(rows)) - start[rows["game"] - self.first]
        tile, stack = chance == names.index("tile"), chance == names.index("stack")
        owned = np.isin(chance, [names.index(name) for name in ("dealt", "deck", "revealed", "species")])
        columns = self._place(rows) | {
            "event": event,
            "chance": chance,
            "pool": rows["b"],
            "seat": (rows["seat"], owned),
        }
        columns |= {"card_id": (rows["item"], ~tile), "tech_id": (rows["item"], tile), "bonus": (rows["a"], tile)}
        columns |= {"stack": (rows["a"].astype(np.uint16) + 1, stack)}
        return self._frame("draws", columns)

    def actions(self) -> pl.DataFrame:
        # The engine's order of kinds need not be the schema's.
        kinds = np.array([self.categories["action"].index(kind) for kind in engine.ACTION_KINDS], np.uint8)
        counts = np.asarray(self.actions_raw)
        game, seat, round_, kind = np.nonzero(counts)
        policy = np.asarray(self.seats_raw["policy"])[game * self.players + seat]
        columns = {"game_id": self.game_id[game], "seat": seat + 1, "round": round_ + 1, "kind": kinds[kind]}
        return self._frame("actions", columns | {"n": counts[game, seat, round_, kind], "policy": policy})

    def techs(self) -> pl.DataFrame:
        rows = self._of_kind(engine.LOG_TECH)
        number, order = self._number_of_seat(rows)
        rows = rows.take(order)
        columns = self._place(rows) | self._outcome(rows)
        columns |= {"tech_id": rows["item"], "number": number, "bonus": rows["a"], "two_points": rows["b"] == 1}
        return self._frame("techs", columns)

    def craft(self) -> pl.DataFrame:
        rows = self.log.take(np.flatnonzero(np.isin(self.log["kind"], [engine.LOG_ORBIT, engine.LOG_LAND])))
        number, order = self._number_of_seat(rows)
        rows = rows.take(order)
        landed, moon = rows["kind"] == engine.LOG_LAND, rows["b"].astype(np.int64)
        planets = len(PLANETS)
        columns = self._place(rows) | self._outcome(rows)
        columns |= {"number": number, "craft": landed, "body": np.where(moon > 0, planets + moon - 1, rows["item"])}
        return self._frame("craft", columns | {"first": rows["a"] > 0})

    def _number_of_seat(self, rows: _Rows) -> tuple[np.ndarray, np.ndarray]:
        """Which of its seat every row is, from 1, and the order of the rows by game and seat that this is in."""
        seat = (rows["game"] - self.first) * _SEAT_STRIDE + rows["seat"]
        order = np.argsort(seat, kind="stable")
        ordered = seat[order]
        return np.arange(len(rows)) - np.searchsorted(ordered, ordered) + 1, order

    def gold(self) -> pl.DataFrame:
        rows, scored = self._of_kind(engine.LOG_GOLD), self._of_kind(engine.LOG_GOLD_SCORE)
        key, scored_key = (
            ((r["game"] - self.first) * _SEAT_STRIDE + r["seat"]) * _CARD_STRIDE + r["item"] for r in (rows, scored)
        )
        order, scored_order = np.argsort(key, kind="stable"), np.argsort(scored_key, kind="stable")
        rows, scored = rows.take(order), scored.take(scored_order)
        # A seat marks a tile at most once, so marks and scores pair one to one.
        if len(rows) != len(scored) or (key[order] != scored_key[scored_order]).any():
            raise TablesError("a batch scores gold tiles that were not marked, or marks some that were not scored")
        columns = self._place(rows) | self._outcome(rows)
        sides = np.asarray(self.games_raw["gold_sides"])[rows["game"] - self.first] >> rows["item"] & 1
        columns |= {"tile": rows["item"], "side": sides, "milestone": rows["b"], "place": np.minimum(rows["a"], 2) + 1}
        return self._frame("gold", columns | {"count": scored["a"], "points": scored["b"]})

    def species(self) -> pl.DataFrame:
        """Rows by game, slot and seat: what the log and the seats say of each, counted at the number of the row."""
        players, slots = self.players, len(schema.SLOTS)
        size = self.count * slots * players
        species = np.stack([np.asarray(self.games_raw[f"species_{side}"]) for side in schema.SLOTS], axis=1)
        discovered = np.stack([np.asarray(self.games_raw[f"discovered_{side}"]) for side in schema.SLOTS], axis=1)
        seat = np.tile(np.arange(1, players + 1, dtype=np.uint8), self.count * slots)

        def counted(rows, slot, at=None, weights=None):
            """How many of the rows, or the sum of their weights, at each row of the table."""
            at = np.ones(len(rows), bool) if at is None else at
            row = ((rows["game"] - self.first) * slots + slot) * players + rows["seat"].astype(np.int64) - 1
            return np.bincount(row[at], None if weights is None else weights[at], size).astype(np.int64)

        marks = self._of_kind(engine.LOG_TRACE)
        slot, kind = np.divmod(marks["item"].astype(np.int64), len(schema.TRACES))
        place = np.minimum(marks["a"], len(schema.TRACE_PLACES) - 1)
        columns = {f"traces_{name}": counted(marks, slot, kind == i) for i, name in enumerate(schema.TRACES)}
        columns |= {f"traces_{name}": counted(marks, slot, place == i) for i, name in enumerate(schema.TRACE_PLACES)}
        traces = counted(marks, slot)
        most = traces.reshape(-1, players).max(axis=1).repeat(players)
        columns |= {"traces": traces, "most_traces": (traces == most) & (traces > 0)}
        for name, kind, fate in (("gained", engine.LOG_ARRIVE, "species"), ("played", engine.LOG_LEAVE, "played")):
            rows = self._of_kind(kind)
            code = (schema.SOURCES if name == "gained" else schema.FATES).index(fate)
            rows = rows.take((rows["a"] == code) & (self.card_species[rows["item"]] != engine.NO_SPECIES))
            own = self.card_species[rows["item"]][:, None] == species[rows["game"] - self.first]
            in_slot = own.argmax(axis=1)
            columns[f"cards_{name}"] = counted(rows, in_slot)
        scored = self._of_kind(engine.LOG_SPECIES_SCORE)
        lost = counted(scored, scored["item"], scored["a"] == 1, scored["b"])
        end = counted(scored, scored["item"], scored["a"] != 1, scored["b"]) - lost
        both = [np.asarray(self.seats_raw[f"points_species_{side}"]).reshape(-1, 1, players) for side in schema.SLOTS]
        all_points = np.concatenate(both, axis=1).reshape(-1)
        columns |= {"points_during": all_points - end, "points_end": end, "danger_loss": lost}
        makers = self._of_kind(engine.LOG_DISCOVER)
        makers = makers.take(makers["seat"] > 0)
        found = discovered.reshape(-1).repeat(players)
        columns |= {"discoverer": counted(makers, makers["item"]) > 0, "discovered": (found, found > 0)}
        columns |= {"game_id": self.game_id.repeat(slots * players), "seat": seat}
        columns |= {"slot": np.tile(np.arange(slots).repeat(players), self.count)}
        columns |= {"species": species.reshape(-1).repeat(players)}
        for name in ("policy", "score", "win_share"):
            values = np.asarray(self.seats_raw[name]).reshape(self.count, 1, players)
            columns[name] = np.broadcast_to(values, (self.count, slots, players)).reshape(-1)
        return self._frame("species", columns)

    # ------------------------------------------------------------------ solo games
    def rival(self) -> pl.DataFrame:
        rounds = self.actions_raw.shape[2]
        return self._frame("rival", build_solo.rival(self._of_kind, self.first, self.count, rounds, self.rival_lines))

    def objectives(self) -> pl.DataFrame:
        columns, game = build_solo.objectives(self._of_kind, self.first, len(self.categories["objective"]))
        at = game * self.players + 2 - self.rival_seat[game].astype(np.int64)
        outcome = {name: np.asarray(self.seats_raw[name])[at] for name in ("policy", "score", "win_share")}
        return self._frame("objectives", columns | outcome)
