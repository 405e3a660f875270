"""The course of the game: setup, turns, passing, the end of a turn, of a round and of the game; and `Reference`."""

from . import conditions
from .actions import Actions
from .decisions import Context, Decision
from .position import KINDS, NEUTRAL, SLOTS, Position
from .species_course import SpeciesCourse
from .species_table import TILE, lay_out


class Game(SpeciesCourse, Actions):
    """A game as one long generator of decisions, `course`."""

    def __init__(self, position, reshuffle, laid_out):
        super().__init__(position, reshuffle)
        self.laid_out = laid_out

    def course(self, setup_due):
        if setup_due:
            yield from self.setup()
        while True:
            yield from self.turn()
            yield from self.end_of_turn()
            if len(self.p.passed) < self.p.players:
                self.p.turn = self.next_player()
            elif self.p.round < self.tree["setup"]["rounds"]:
                self.end_of_round()
            else:
                self.final_scoring()
                return
            self.p.main = "before"

    def setup(self):
        """In seat order each player tucks one of the cards, which cannot be declined (R2.12, R2.13)."""
        for name in self.p.names:
            yield from self.tuck_from_hand(Context(name, False), False, may_decline=False)
        self.p.round = 1

    # ------------------------------------------------------------------ a turn

    def turn(self):
        """R3.2 to R3.6: free actions, one main action, what it completed, free actions, the end."""
        name = self.p.turn
        while self.p.main == "before":
            main, free = self.main_actions(name), self.free_actions(name)
            line = yield Decision(name, main + free)
            if line in free:
                yield from self.free_action_outside(name, line)
                continue
            self.p.main = "running"
            if line == "pass":
                yield from self.passing(name)
                self.p.main = "after"
                return
            yield from self.do_main_action(Context(name, True), line)
            self.p.main = "after"
            yield from self.settle_all(name, open=True)
        while True:
            free = self.free_actions(name)
            line = yield Decision(name, ["end"] + free)
            if line == "end":
                return
            yield from self.free_action_outside(name, line)

    def free_action_outside(self, name, line):
        """A free action before or after the main action; sectors that it completes are settled at once (R10.14)."""
        yield from self.do_free_action(name, line)
        yield from self.settle_all(name, open=False)

    def passing(self, name):
        """R17.2 to R17.4: discard down to the limit, the first passer's rotation, one card of the stack."""
        ctx = Context(name, False)
        first = not self.p.passed
        over = len(self.seat(name).hand) - self.tree["setup"]["hand_limit_on_pass"]
        if over > 0:
            yield from self.give_cards(ctx, over)
        self.p.passed.append(name)
        if first:
            yield from self.rotation(ctx)
        if self.p.round < self.tree["setup"]["rounds"]:
            stack = self.p.end_of_round[self.p.round - 1]
            card = yield from self.choose(ctx, False, lambda: {f"take {card}": card for card in stack})
            if card:
                stack.remove(card)
                self.seat(name).hand.append(card)

    def next_player(self):
        """Clockwise, skipping who has passed (R3.1, R3.7)."""
        order = self.p.in_order_from(self.p.turn)
        return next(name for name in order[1:] + order[:1] if name not in self.p.passed)

    # ------------------------------------------------------------------ completed sectors

    def settle_all(self, name, open):
        """Completed sectors one by one, in the order that the player whose turn it is likes (R10.15, R10.23)."""
        while self.waiting:
            free = self.free_actions(name) if open else []
            if len(self.waiting) > 1 or free:
                line = yield Decision(name, [f"settle {star}" for star in self.waiting] + free)
                if line in free:
                    yield from self.do_free_action(name, line)
                    continue
                star = line.removeprefix("settle ")
            else:
                star = self.waiting[0]
            self.waiting.remove(star)
            yield from self.settle(star)

    def settle(self, star_id):
        """R10.16 to R10.20."""
        star = self.p.stars[star_id]
        if star_id == TILE:
            yield from self.settle_tile(star)
            return
        ranking = self.ranking(star.markers)
        for name in self.p.in_order_from(self.p.turn):
            if name in ranking:
                yield from self.run(self.tree["sectors"]["contributor"], Context(name, False, source="sector"))
        winner, others = ranking[0], ranking[1:]
        self.p.saw("a sector with excess" if len(star.markers) > star.data_spaces else "a sector without excess")
        self.p.saw("a sector with a second" if others else "a sector without a second")
        if others and star.markers.count(winner) == star.markers.count(others[0]):
            self.p.saw("a sector with a tie")
        reward = "win_later" if star.wins else "win_first"  # by anybody (R10.18)
        self.p.saw(reward)
        if winner != self.p.turn:
            self.p.saw("a sector won in another's turn")
        star.wins.append(winner)
        yield from self.run(self.tree["stars"][star_id][reward], Context(winner, False, source="sector"))
        star.markers = others[:1]  # the second keeps one marker on the first space
        filled_by, star.filled_by = star.filled_by, None
        if filled_by:
            yield from self.happened(Context(filled_by, False), filled_by, event="complete-sector")

    def ranking(self, markers):
        """Most markers first; among equals whoever's latest marker was placed last (R10.17)."""

        def strength(name):
            return markers.count(name), max(i for i, marker in enumerate(markers) if marker == name)

        return sorted(set(markers), key=strength, reverse=True)

    # ------------------------------------------------------------------ the end of a turn

    def end_of_turn(self):
        """R3.6, R18.9: settlements still waiting, milestones, discoveries, until nothing is due."""
        while True:
            yield from self.settle_all(self.p.turn, open=False)
            if (yield from self.resolve_one_milestone()):
                continue
            neutral = self.resolve_neutral_milestones()
            if not (yield from self.discover()) and not neutral and not self.waiting:
                break
        self.forget_turn()

    def reached(self, name, scores):
        seat = self.seat(name)
        return [score for score in sorted(scores) if seat.vp >= score and score not in seat.milestones]

    def resolve_neutral_milestones(self):
        """After all the others (R18.2). True if there were any."""
        found = False
        for name in self.p.in_order_from(self.p.turn):
            for score in self.reached(name, self.tree["milestones"]["neutral"]):
                self.seat(name).milestones.add(score)
                self.place_neutral_marker(score)
                found = True
        return found

    def mark_gold_tile(self, name):
        """A tile without an own marker, mandatory (R18.4)."""

        def options():
            return {f"gold {tile}": tile for tile, entry in self.p.gold.items() if name not in entry["markers"]}

        tile = yield from self.choose(Context(name, False), False, options)
        if tile:
            self.p.gold[tile]["markers"].append(name)

    def place_neutral_marker(self, score):
        """To the leftmost free discovery space, left slot first; it gains nothing (R18.5, R18.6)."""
        if not self.p.neutral[score]:
            self.p.saw(f"no neutral marker left, {self.p.players} players")
            return
        for slot in SLOTS:
            for kind in KINDS:
                if self.p.species[slot].spaces[kind] is None:
                    self.p.saw(f"neutral marker {score}, {self.p.players} players")
                    self.p.species[slot].spaces[kind] = NEUTRAL
                    self.p.neutral[score] -= 1
                    return
        self.p.saw("no space for a neutral marker")

    # ------------------------------------------------------------------ rounds and the end

    def end_of_round(self):
        """R17.7 to R17.10: the card left over, income in turn order, the next first player."""
        stack = self.p.end_of_round[self.p.round - 1]
        self.p.discard += stack
        stack.clear()
        income = self.tree["setup"]["income"]
        for name in self.p.in_order_from(self.p.first):
            due = {key: value[int(name[1:]) - 1] if isinstance(value, list) else value for key, value in income.items()}
            self.gain(name, {"credits": due["credits"], "energy": due["energy"]})
            for kind in ("credits", "energy", "data", "publicity"):  # the last two: CEN-11
                self.gain(name, {kind: conditions.tucked(self.p, name, kind)})
            self.draw_unseen(name, due["cards"] + conditions.tucked(self.p, name, "card"))
        self.p.round += 1
        self.p.passed = []
        self.p.turn = self.p.first = self.p.in_order_from(self.p.first)[1]  # whoever passed first (R17.10)

    def final_scoring(self):
        """R19.1; nobody reaches a milestone by it (R18.10). The position then says round 6."""
        points = {name: self.final_points(name) for name in self.p.names}
        for name in self.p.names:
            for source, n in points[name].items():
                self.gain(name, {"vp": n}, source)
        self.score_secrets()
        self.p.round += 1

    def final_points(self, name):
        """What final scoring gives a player, by source (R19.1 to R19.8)."""
        found = {"endgame": 0, "gold": 0}
        for card in self.seat(name).endgame:
            source = self.source_of_card(card, "endgame")
            found[source] = found.get(source, 0) + self.points_of_endgame_card(name, card)
        for tile, entry in self.p.gold.items():
            if name in entry["markers"]:
                printed = self.tree["gold_tiles"][f"{tile}-{entry['side']}"]
                place = min(entry["markers"].index(name), len(printed["values"]) - 1)
                times = conditions.count(self.p, name, printed["count"])
                found["gold"] += printed["values"][place] * times
                if times:
                    self.p.saw(f"gold value {place + 1}", printed)
        return found

    def points_of_endgame_card(self, name, card):
        endgame = self.tree["cards"][card]["endgame"]
        self.p.saw("scored", endgame)
        if "gold_tile" in endgame:  # base-113, R19.7: the best of the unmarked tiles, at its last value
            tiles = [
                self.tree["gold_tiles"][f"{tile}-{entry['side']}"]
                for tile, entry in self.p.gold.items()
                if name not in entry["markers"]
            ]
            return max((t["values"][-1] * conditions.count(self.p, name, t["count"]) for t in tiles), default=0)
        species = self.tree["cards"][card].get("species")
        if "per" in endgame:
            return endgame["vp"] * conditions.count(self.p, name, endgame["per"], species=species)
        return endgame["vp"] if conditions.holds(self.p, name, endgame["when"], species=species) else 0


class Reference:
    """A game from a JSON position, driven line by line like the engine's `Game`."""

    def __init__(self, tree, position, reshuffle=None, laid_out=None):
        """`position`: a full JSON position, the deck in order. `reshuffle(cards, k)`: the new deck, top first, made
        of the discard pile, the k-th time (0, 1, …) that this happens; without it the pile is taken as it is sorted.
        `laid_out(slot)`: what chance lays out at a discovery, as a dict: `deck`, all cards of the species, top first;
        where it has them `samples` and `tokens` as in a position, `anomalies` {sectors counter-clockwise of Earth:
        token}; without it everything comes as it is sorted."""
        table = Position(tree, position)
        as_sorted = laid_out or (lambda slot: lay_out(tree, table.species[slot].id))
        self.game = Game(table, reshuffle or (lambda cards, k: list(cards)), as_sorted)
        self._course = self.game.course(setup_due=position["round"] == 0)
        self._decision = None
        self._advance(None)

    @classmethod
    def from_json(cls, tree, position, reshuffle=None, laid_out=None):
        return cls(tree, position, reshuffle, laid_out)

    def _advance(self, line):
        try:
            self._decision = self._course.send(line)
        except StopIteration:
            self._decision = None

    @property
    def is_over(self):
        return self._decision is None

    @property
    def to_move(self):
        return self._decision.owner if self._decision else None

    def legal(self):
        """The notation of all legal actions."""
        return set(self._decision.options) if self._decision else set()

    def apply(self, text):
        """Play one line; case and extra blanks do not matter."""
        plain = " ".join(text.lower().split())
        matching = [line for line in self.legal() if line.lower() == plain]
        if len(matching) != 1:
            raise ValueError(f"{text!r} is not legal for {self.to_move}: {sorted(self.legal())}")
        self._advance(matching[0])

    def position(self):
        return self.game.p.as_json()

    def scores(self):
        """{seat: points}; final scoring included once the game is over."""
        return {name: seat.vp for name, seat in self.game.p.seats.items()}

    def points_by_source(self):
        """{seat: {source: points}}, sources without points left out."""
        return {name: {s: n for s, n in seat.points.items() if n} for name, seat in self.game.p.seats.items()}

    @property
    def seen(self):
        """What has occurred so far (`coverage`)."""
        return self.game.p.seen
