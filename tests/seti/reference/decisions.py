"""Decisions, open points, and the small things that every effect is made of.

All that can stop for a decision is a generator: it yields a `Decision` and is sent the line that was chosen. Where
nothing is to be decided a generator yields nothing.
"""

from .conditions import Record

SKIP = "skip"
GO = "go"


class Decision:
    """A player who has to choose, and the lines to choose from."""

    def __init__(self, owner, options):
        self.owner = owner
        self.options = list(options)
        assert self.options and len(set(self.options)) == len(self.options), self.options


class Context:
    """Under what circumstances effects are done.

    `owner` does them. `open` is false below a free action, a settlement, the steps of passing, milestones,
    discoveries, setup and the end of a round: there no free action can come in between (R5.2, R5.4). `source` is
    where points gained come from.
    """

    def __init__(self, owner, open, record=None, source="other"):
        self.owner = owner
        self.open = open
        self.record = record or Record()
        self.source = source

    def of(self, source):
        """The same play, its points coming from elsewhere."""
        return Context(self.owner, self.open, self.record, source)

    def for_reward(self, owner, source):
        """For what follows from an event: another play's deeds are none of its business."""
        return Context(owner, self.open, source=source)


class Table:
    """The position, and what effects need to change in it. `Effects`, `Actions` and `Reference` build on it."""

    def __init__(self, position, reshuffle):
        self.p = position
        self.reshuffle = reshuffle  # (cards of the discard pile, which reshuffle this is) -> the new deck, top first
        self.reshuffles = 0
        self.waiting = [star for star, slot in position.stars.items() if slot.completed]  # to be settled
        self.forget_turn()

    @property
    def tree(self):
        """The rules' data; a species' tile joins them when it comes into play."""
        return self.p.tree

    def forget_turn(self):
        """What holds "this turn" ends with it (R4.11)."""
        self.watches = []  # `this-turn` effects
        self.move_instead = False  # base-019
        self.ignore_asteroids = False  # base-026
        self.no_move_publicity = False  # ANO-13

    def seat(self, name):
        return self.p.seats[name]

    # ------------------------------------------------------------------ choosing

    def choose(self, ctx, gap, options, named=False):
        """Let the owner choose; returns the value of the line chosen, None for `skip` and where nothing is to choose.

        `options` is a function that gives a dict, line -> value, as things stand when it is called. `gap`: the point
        lies between two effects, so that it is open if the circumstances are (docs/protocol.md, open points).
        `named`: the steps of a scan, which are always chosen by their names, be there only one.
        """
        while True:
            lines = options()
            if set(lines) == {SKIP}:  # an optional effect with nothing to choose
                lines = {}
            free = self.free_actions(ctx.owner) if gap and ctx.open and ctx.owner == self.p.turn else []
            asks = len(lines) > 1 or (named and lines and (free or set(lines) != {"done"}))
            if not asks and not free:
                return next(iter(lines.values()), None)
            answer = yield Decision(ctx.owner, list(lines if asks else [GO]) + free)
            if answer in free:
                yield from self.do_free_action(ctx.owner, answer)
            elif answer == GO:
                return next(iter(lines.values()), None)
            else:
                return lines[answer]

    def pause(self, ctx, gap):
        """The open point before an effect that asks for nothing."""
        yield from self.choose(ctx, gap, dict)

    # ------------------------------------------------------------------ gaining and paying

    def gain(self, name, resources, source="other"):
        """Publicity goes to 10 (R1.2), data in the pool to 6 (R1.3), the rest has no cap (R1.1, R1.4)."""
        seat, limits = self.seat(name), self.tree["limits"]
        for resource, n in resources.items():
            if resource == "publicity":
                seat.publicity = min(max(limits["publicity"], seat.publicity), seat.publicity + n)
            elif resource == "data":
                seat.data = min(max(limits["data_pool"], seat.data), seat.data + n)
            elif resource == "vp":
                seat.points[source] += n
            else:
                resource = "exofossils" if resource == "exofossil" else resource
                setattr(seat, resource, getattr(seat, resource) + n)

    def can_pay(self, name, cost):
        return all(getattr(self.seat(name), resource) >= n for resource, n in cost.items())

    def pay(self, name, cost):
        assert self.can_pay(name, cost)
        for resource, n in cost.items():
            setattr(self.seat(name), resource, getattr(self.seat(name), resource) - n)

    # ------------------------------------------------------------------ cards

    def card_left_to_draw(self):
        return bool(self.p.deck or self.p.discard)

    def top_card(self):
        """Take the top card of the deck; None where no card is left. The discard pile makes a new deck (R13.8)."""
        if not self.p.deck and self.p.discard:
            pile, self.p.discard = sorted(self.p.discard), []
            self.p.deck = list(self.reshuffle(list(pile), self.reshuffles))
            assert sorted(self.p.deck) == pile
            self.reshuffles += 1
            self.p.saw("a new deck")
        return self.p.deck.pop(0) if self.p.deck else None

    def draw_unseen(self, name, n):
        """n cards from the deck to the hand, as far as there are any; returns the last one."""
        card = None
        for _ in range(n):
            drawn = self.top_card()
            if drawn:
                card = drawn
                self.seat(name).hand.append(card)
        return card

    def fill_row(self, n):
        """n cards from the deck to the row."""
        for _ in range(n):
            card = self.top_card()
            if card:
                self.p.row.append(card)

    def fill_whole_row(self):
        self.fill_row(self.tree["setup"]["card_row"] - len(self.p.row))

    def drop(self, name, card):
        """A hand card goes to the discard pile."""
        self.seat(name).hand.remove(card)
        self.discard(card)

    def take_card(self, ctx, gap):
        """One card of the row or from the deck, as the player likes (R13.4); a row card is replaced at once (R13.5)."""

        def options():
            lines = {f"take {card}": card for card in self.p.row}
            if self.card_left_to_draw():
                lines["take deck"] = "deck"
            return lines

        card = yield from self.choose(ctx, gap, options)
        if card == "deck":
            card = self.draw_unseen(ctx.owner, 1)
        elif card:
            self.p.row.remove(card)
            self.seat(ctx.owner).hand.append(card)
            self.fill_row(1)
        ctx.record.drawn = card

    def give_cards(self, ctx, n):
        """n hand cards to the discard pile, one at a time in ascending order, cards of the deck before species' ones."""
        last = None
        for still in range(n, 0, -1):

            def options(last=last, still=still):
                higher = self.above(last, self.seat(ctx.owner).hand)
                return {f"discard {card}": card for card in higher[: len(higher) - still + 1]}

            last = yield from self.choose(ctx, False, options)
            self.drop(ctx.owner, last)

    def above(self, last, cards):
        """The cards that come after this one in the order of the data, in that order; all of them after None."""
        order = list(self.tree["cards"])
        higher = [card for card in cards if last is None or order.index(card) > order.index(last)]
        return sorted(higher, key=order.index)

    def income_of_card(self, name, card, source="other"):
        """Gain the income of a card just tucked, once (R13.10)."""
        income = self.tree["cards"][card]["income"]
        if income == "card":
            self.draw_unseen(name, 1)
        else:
            self.gain(name, {income: 1})

    def tuck_from_hand(self, ctx, gap, may_decline):
        """Tuck one hand card (R13.10)."""

        def options():
            lines = {f"tuck {card}": card for card in sorted(self.seat(ctx.owner).hand)}
            return lines | {SKIP: None} if may_decline else lines

        card = yield from self.choose(ctx, gap, options)
        if card:
            self.seat(ctx.owner).hand.remove(card)
            self.seat(ctx.owner).tucked.append(card)
            self.income_of_card(ctx.owner, card)
