"""Words of the data that only species' boards, tokens and cards use."""

from .decisions import SKIP, Context
from .species_table import TILE


class SpeciesEffects:
    """The part of `Effects` that species have."""

    def slot_of(self, ctx):
        """The slot of the species whose board, token or card does an effect: that is where its points go, too."""
        if ctx.source.startswith("species-"):
            return ctx.source.removeprefix("species-")
        return self.p.slot_of_tile()  # its orbit, whose points are an orbit's

    def table_with(self, what):
        slot = self.slot_with(what)
        return None if slot is None else self.p.species[slot].table

    def table_with_tile(self):
        return self.p.species[self.p.slot_of_tile()].table

    def source_of_card(self, card, usual):
        """Points of a species' card are booked under its slot."""
        species = self.tree["cards"][card].get("species")
        slots = [slot for slot, below in self.p.species.items() if species and below.id == species]
        return f"species-{slots[0]}" if slots else usual

    def discard(self, card):
        """To the discard pile; a species' card leaves the game (SPG-17)."""
        (self.p.gone if "species" in self.tree["cards"][card] else self.p.discard).append(card)

    # ------------------------------------------------------------------ cards

    def take_species_card(self, ctx, gap):
        """The face-up card or the top of the deck (SPG-16)."""
        board = self.p.species[self.slot_of(ctx)].table

        def options():
            lines = {f"take {board.face_up}": board.face_up} if board.face_up else {}
            return lines | ({"take deck": "deck"} if board.deck else {})

        card = yield from self.choose(ctx, gap, options)
        if card is None:
            return
        if card == "deck":
            card = board.deck.pop(0)
        else:
            board.face_up = board.deck.pop(0) if board.deck else None
        self.seat(ctx.owner).hand.append(card)
        ctx.record.drawn = card
        ctx.record.all_drawn.append(card)

    def do_discard_drawn(self, effect, ctx, gap):
        """ANO-14."""

        def options():
            return {f"discard {card}": card for card in ctx.record.all_drawn if card in self.seat(ctx.owner).hand}

        card = yield from self.choose(ctx, gap, options)
        if card is None:
            return
        self.drop(ctx.owner, card)
        if effect["for"] == "income":
            self.income_of_card(ctx.owner, card, ctx.source)
        else:
            yield from self.use_corner(ctx, card)

    # ------------------------------------------------------------------ paying

    def payable(self, name, program):
        """A list that begins with what cannot be paid is not offered."""
        first = program[0] if program else {"do": ""}
        cost = {word: n for word, n in first.items() if word != "do"}
        return first["do"] != "pay" or self.can_pay(name, as_seat(cost))

    def do_pay(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        cost = as_seat({word: n for word, n in effect.items() if word != "do"})
        if self.can_pay(ctx.owner, cost):
            self.pay(ctx.owner, cost)

    def do_repeat(self, effect, ctx, gap):
        def options():
            return {"yes": True, SKIP: None} if self.payable(ctx.owner, effect["then"]) else {}

        while (yield from self.choose(ctx, gap, options)):
            yield from self.run(effect["then"], ctx)
            gap = True

    # ------------------------------------------------------------------ samples

    def do_pick_sample(self, effect, ctx, gap):
        """MAS-03 to MAS-05."""
        yield from self.pause(ctx, gap)
        board, there = self.table_with("samples"), ctx.record.landed_on or ctx.record.orbited
        planet = self.planet_of(there) if there else None
        lying = board.samples.get(planet) if board else None
        if not lying:
            return
        lines = {f"sample {sample}": sample for sample in lying}
        sample = yield from self.choose(ctx, False, lambda: lines)
        lying.remove(sample)
        self.seat(ctx.owner).capsules[sample] = self.p.space_of(planet)
        self.p.saw("a capsule")

    def do_sample_reward(self, effect, ctx, gap):
        """MAS-15, MAS-16."""
        board = self.table_with("samples")

        def options():
            planets = [planet for planet, lying in (board.samples if board else {}).items() if lying]
            if effect["where"] == "own-probe":
                planets = [planet for planet in planets if self.p.space_of(planet) in self.seat(ctx.owner).figures]
            return {f"look {planet}": planet for planet in planets}

        planet = yield from self.choose(ctx, gap, options)
        if planet is None:
            return
        lines = {f"sample {sample}": sample for sample in board.samples[planet]}
        sample = yield from self.choose(ctx, False, lambda: lines)
        yield from self.run(board.printed["samples"][sample]["reward"], ctx)

    def capsules_at(self, name, planet):
        space = self.p.space_of(planet)
        return [sample for sample, there in self.seat(name).capsules.items() if there == space]

    def do_deliver(self, effect, ctx, gap):
        """MAS-12; the token waits until the mission's reward is over."""
        planet = ctx.record.deliver_to
        sample = yield from self.choose(
            ctx, gap, lambda: {f"sample {sample}": sample for sample in self.capsules_at(ctx.owner, planet)}
        )
        if sample is None:
            return
        del self.seat(ctx.owner).capsules[sample]
        ctx.record.delivered = sample
        self.p.saw("a delivery")
        for _ in range(effect["times"]):
            yield from self.run(self.table_with("samples").printed["samples"][sample]["reward"], ctx)

    def lay_delivered(self, sample):
        """On the next space for delivered samples (MAS-12)."""
        board = self.table_with("samples")
        for kind, spaces in board.printed["board"].items():
            for i, space in enumerate(spaces):
                if space.get("token") == "delivered" and not board.token(kind, i):
                    column = board.tokens.setdefault(kind, [])
                    column += [None] * (len(spaces) - len(column))
                    column[i] = sample
                    return

    # ------------------------------------------------------------------ anomalies

    def do_anomaly_reward(self, effect, ctx, gap):
        """ANO-09."""
        yield from self.pause(ctx, gap)
        board = self.table_with("anomalies")
        sector = board.next_anomaly(self.p.space_of("earth")[1]) if board else None
        if sector is not None:
            yield from self.run(board.anomaly_reward(sector)[1], ctx)

    def trigger_anomaly(self, ctx):
        """After a rotation (ANO-03, ANO-06, ANO-07)."""
        slot = self.slot_with("anomalies")
        if slot is None:
            return
        board = self.p.species[slot].table
        found = board.anomaly_reward(self.p.space_of("earth")[1])
        owner = found and board.highest(found[0])
        if owner:
            self.p.saw("an anomaly triggered")
            yield from self.run(found[1], ctx.for_reward(owner, f"species-{slot}"))

    # ------------------------------------------------------------------ the rest

    def do_no_move_publicity(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        self.no_move_publicity = True

    def with_tile(self, stars):
        """The tile joins the stars where its sector is among theirs (OUM-08)."""
        stars = [star for star in stars if star != TILE]
        if TILE in self.p.stars and self.star_beside(TILE) in stars:
            stars.append(TILE)
        return stars

    def star_beside(self, star):
        """The star of the sector in which the tile lies now; any star itself."""
        return self.p.star_of_space(self.p.space_of(TILE)) if star == TILE else star

    def settle_tile(self, star):
        """OUM-12."""
        slot = self.p.slot_of_tile()
        marked, star.markers = set(star.markers), []
        for name in self.p.in_order_from(self.p.turn):
            if name in marked:
                completed = self.table_with_tile().printed["tile"]["completed"]
                yield from self.run(completed, Context(name, False, source=f"species-{slot}"))
        self.p.saw("the tile settled")


def as_seat(cost):
    """Resources as attributes of a seat are called."""
    return {"exofossils" if word == "exofossil" else word: n for word, n in cost.items()}
