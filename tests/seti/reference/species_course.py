"""Discoveries, what they lay out, the milestones that species put on the track, and what they score at the end."""

from . import conditions
from .decisions import SKIP, Context
from .position import KINDS, SLOTS
from .species_table import Board

GOLD, TILE, MESSAGE = "gold", "message-tile", "message"


class SpeciesCourse:
    """The part of `Game` that species have. `laid_out(slot)` tells what chance lays out: see `Reference`."""

    # ------------------------------------------------------------------ discovery

    def discover(self):
        """A slot whose three discovery spaces are full is turned up, left first (SPG-10 to SPG-13). True if one was."""
        for slot in SLOTS:
            below = self.p.species[slot]
            if not below.discovered and all(below.spaces.values()):
                below.discovered = True
                self.p.saw(f"discovery {slot}")
                if any(marker == "neutral" for marker in below.spaces.values()):
                    self.p.saw("discovery with a neutral marker")
                yield from self.set_up_species(slot)
                return True
        return False

    def set_up_species(self, slot):
        """Deck, deal, face-up card, tokens (SPG-15, and the setup of each species)."""
        below = self.p.species[slot]
        printed = self.tree["species"][below.id]
        laid = self.laid_out(slot)
        below.table = board = Board(printed, {"deck": laid["deck"]})
        self.p.saw("species discovered", printed)
        order = self.p.in_order_from(self.p.turn)
        secret = "cards_per_player" in printed
        for name in order:  # EXE-01
            self.deal(board, name, printed.get("cards_per_player", 0), secret)
        owners = [below.spaces[kind] for kind in KINDS if below.spaces[kind] in self.p.seats]
        for name in owners:
            self.deal(board, name, printed["cards_per_discovery_marker"], secret)
        if printed["face_up_cards"] and board.deck:
            board.face_up = board.deck.pop(0)
        if "samples" in printed:  # MAS-01
            board.samples, board.tokens = laid["samples"], laid["tokens"]
        if "anomalies" in printed:  # ANO-01: places are counted from Earth's sector of now
            earth = self.p.space_of("earth")[1]
            board.anomalies = {str((earth - offset) % 8): token for offset, token in laid["anomalies"].items()}
        if "tile" in printed:
            yield from self.lay_tile(slot, printed)
        if "message_tile_ahead" in printed:  # CEN-01
            board.rewards, board.messages = {}, []
            for name in self.p.names:
                self.seat(name).message_tile = self.seat(name).vp + printed["message_tile_ahead"]
        if secret:
            yield from self.start_secrets(slot, board, printed, owners)

    def deal(self, board, name, n, secret):
        for _ in range(n):
            if board.deck:
                (self.seat(name).secrets if secret else self.seat(name).hand).append(board.deck.pop(0))

    def lay_tile(self, slot, printed):
        """OUM-01 to OUM-03."""
        self.p.lay_tile(printed)
        space = self.p.space_of("oumuamua")
        for name in self.p.in_order_from(self.p.turn):
            for _ in range(self.seat(name).figures.count(space)):
                yield from self.run(printed["tile"]["under_tile"], Context(name, False, source=f"species-{slot}"))

    def start_secrets(self, slot, board, printed, owners):
        """EXE-02 to EXE-04."""
        self.p.gone += board.deck
        board.deck = []
        best = max(seat.vp for seat in self.p.seats.values())
        board.milestones = [best + entry["ahead_of_leader"] for entry in printed["milestones"].values()]
        for name in self.p.in_order_from(self.p.turn):
            plays = owners.count(name) * printed["plays_per_discovery_marker"]
            yield from self.play_secrets(name, plays, {})

    def play_secrets(self, name, plays, cost):
        """Up to so many cards face down, in ascending order (EXE-02, EXE-06)."""
        seat, last = self.seat(name), None
        while plays and self.can_pay(name, cost):

            def options(last=last):
                lines = {f"secret {card}": card for card in self.above(last, seat.secrets)}
                return lines | {SKIP: None}

            card = yield from self.choose(Context(name, False), False, options)
            if card is None:
                return
            self.pay(name, cost)
            seat.secrets.remove(card)
            seat.secrets_played.append(card)
            self.p.saw("played face down", self.tree["cards"][card])
            plays, last = plays - 1, card

    # ------------------------------------------------------------------ milestones

    def due(self, name):
        """Milestones that a player has reached and not resolved: (score, what, which), gold ones first in line each."""
        seat = self.seat(name)
        found = [(score, GOLD, score) for score in self.reached(name, self.tree["milestones"]["gold"])[:1]]
        if seat.message_tile is not None and seat.message_tile <= seat.vp:
            found.append((seat.message_tile, TILE, None))
        for slot in SLOTS:
            board = self.p.species[slot].table
            if board and board.messages:
                sent = [m for m in board.messages if m[1] == name and m[2] <= seat.vp]
                # Of one player's the first to have been sent has the lowest score, or an equal one (CEN-05).
                found += [(message[2], MESSAGE, message) for message in sent[:1]]
            if board and board.milestones:
                names = self.tree["species"][self.p.species[slot].id]["milestones"]
                found += [
                    (score, mark, mark)
                    for score, mark in zip(board.milestones, names)
                    if score <= seat.vp and mark not in seat.secret_milestones
                ]
        return found

    def resolve_one_milestone(self):
        """The next one that is due: first those of the player whose turn it is, by score (SPG-28, SPG-29). True if
        there was one."""
        for name in self.p.in_order_from(self.p.turn):
            due = self.due(name)
            if not due:
                continue
            lowest = min(score for score, _, _ in due)
            equal = {what: which for score, what, which in due if score == lowest}
            if len(equal) > 1:
                self.p.saw("equal milestones")
            lines = {f"milestone {what}": what for what in equal}
            what = yield from self.choose(Context(name, False), False, lambda: lines)
            if what == GOLD:
                yield from self.mark_gold_tile(name)
                self.seat(name).milestones.add(equal[what])
            elif what == TILE:
                yield from self.reach_message_tile(name)
            elif what == MESSAGE:
                yield from self.answer_message(name, equal[what])
            else:
                self.seat(name).secret_milestones.append(what)
                cost = self.tree["species"][self.p.species[self.slot_with("milestones")].id]["milestones"][what]["cost"]
                yield from self.play_secrets(name, 1, cost)
            return True
        return False

    def slot_with(self, what):
        """The slot of the discovered species that has such a thing on the table, None without."""
        for slot in SLOTS:
            board = self.p.species[slot].table
            if board and getattr(board, what) is not None:
                return slot
        return None

    def reach_message_tile(self, name):
        """CEN-02."""
        slot = self.slot_with("rewards")
        board = self.p.species[slot].table
        self.seat(name).message_tile = None
        rewards = board.printed["message_rewards"]
        lines = {f"message {reward}": reward for reward in rewards if reward not in board.rewards}
        reward = yield from self.choose(Context(name, False), False, lambda: lines)
        board.rewards[reward] = name
        self.p.saw("covered a message reward", rewards[reward])
        yield from self.run(rewards[reward]["reward"], Context(name, False, source=f"species-{slot}"))

    def answer_message(self, name, message):
        """CEN-05, CEN-06."""
        slot = self.slot_with("messages")
        self.p.species[slot].table.messages.remove(message)
        ctx = Context(name, False, source=f"species-{slot}")
        card = ctx.record.card = message[0]
        self.p.saw("answered", self.tree["cards"][card])
        yield from self.run(self.tree["cards"][card]["message"], ctx)
        if not ctx.record.tucked:
            self.p.gone.append(card)

    # ------------------------------------------------------------------ the end

    def score_secrets(self):
        """EXE-09 to EXE-14: played cards, then the loss for danger, of everything."""
        tables = {slot: self.p.species[slot].table for slot in SLOTS if self.p.species[slot].table}
        slot = next((slot for slot, table in tables.items() if "most_danger_loses" in table.printed), None)
        if slot is None:
            return
        board, danger = tables[slot], {}
        for name in self.p.names:
            seat = self.seat(name)
            cards = [self.tree["cards"][card]["secret"] for card in seat.secrets_played]
            this = self.p.species[slot].id
            points = sum(card["vp"] for card in cards if conditions.holds(self.p, name, card["when"], species=this))
            self.gain(name, {"vp": points}, f"species-{slot}")
            on_board = sum(space.get("danger", 0) for space in board.on_spaces(name))
            danger[name] = sum(card["danger"] for card in cards) + on_board
        most = max(danger.values())
        for name in self.p.names:
            if danger[name] == most > 0:
                self.p.saw("most danger")
                self.gain(name, {"vp": -(self.seat(name).vp // board.printed["most_danger_loses"])}, f"species-{slot}")
