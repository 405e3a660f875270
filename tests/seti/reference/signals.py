"""Signals: where they may be marked, and marking them (R10, R11.3)."""

from . import solar
from .decisions import SKIP
from .movement import Movement
from .species_table import TILE


class Signals(Movement):
    """The words of the data that mark signals. `happened` and `run` are those of `Effects`."""

    def signal_lines(self, stars):
        """Each star, and the tile that lies in its sector (OUM-08)."""
        return {f"signal {star}": star for star in self.with_tile(stars)}

    def do_signal(self, effect, ctx, gap):
        if effect.get("where") == "own-probe-and-neighbors":
            yield from self.signal_three_sectors(effect, ctx, gap)
            return
        # all into one sector where the card says so or names a star or a body (R10.8), else each anew (R10.7)
        anew = "color" in effect or effect.get("where") in ("any", "own-probe")
        stars = None
        for i in range(effect["n"]):

            def lines(stars=stars):
                return self.signal_lines(stars or self.stars_for(effect, ctx))

            star = yield from self.choose(ctx, gap or i > 0, lines)
            if star is None:
                return  # no own probe in space: nothing is marked
            if effect.get("same_sector") or not anew:
                stars = [self.star_beside(star)]
            yield from self.mark_signal(ctx, star, effect.get("no_data", False))

    def stars_for(self, effect, ctx):
        """The stars that a `signal` may go to as things stand (R10.1, R10.7, R7.8)."""
        if "star" in effect:
            return [effect["star"]]
        if "color" in effect:
            return self.p.stars_of_color(effect["color"])
        where = effect["where"]
        if where == "any":
            return [star for star in self.p.stars if star != TILE]
        if where == "own-probe":
            return sorted({self.p.star_of_space(space) for space in self.seat(ctx.owner).figures})
        if where == "next-anomaly":  # ANO-08
            board, earth = self.table_with("anomalies"), self.p.space_of("earth")[1]
            sector = board.next_anomaly(earth) if board else None
            return [] if sector is None else [self.p.star_in_sector(sector)]
        if where == TILE and self.p.slot_of_tile() is None:
            return []  # a variant's card, where the tile does not lie
        return [self.p.star_of_space(self.p.space_of(where))]

    def signal_three_sectors(self, effect, ctx, gap):
        """base-029: the sector of an own probe, the one before it, the one after it."""

        def middles():
            sectors = {space[1] for space in self.seat(ctx.owner).figures}
            stars = {self.p.star_in_sector(sector): sector for sector in sectors}
            return {f"signal {star}": (star, stars[self.star_beside(star)]) for star in self.with_tile(list(stars))}

        middle = yield from self.choose(ctx, gap, middles)
        if middle is not None:
            yield from self.mark_signal(ctx, middle[0], effect.get("no_data", False))
            for beside in (-1, +1):
                there = [self.p.star_in_sector(middle[1] + beside)]
                star = yield from self.choose(ctx, True, lambda there=there: self.signal_lines(there))
                yield from self.mark_signal(ctx, star, effect.get("no_data", False))

    def signal_of_card(self, ctx, card):
        """The signal of a card that was discarded for it: either star of its colour."""
        stars = self.p.stars_of_color(self.tree["cards"][card]["sector"])
        star = yield from self.choose(ctx, False, lambda: self.signal_lines(stars))
        yield from self.mark_signal(ctx, star)

    def do_signal_row(self, effect, ctx, gap, refill=True):
        """R10.9; within a scan the row is refilled when the scan is over (R11.7)."""
        for i in range(effect["n"]):
            card = yield from self.choose(ctx, gap or i > 0, lambda: {f"discard {card}": card for card in self.p.row})
            if card is None:
                break
            self.p.row.remove(card)
            self.p.discard.append(card)
            yield from self.signal_of_card(ctx, card)
        if refill:
            self.fill_whole_row()

    def do_signal_hand(self, effect, ctx, gap):
        """R10.10; `optional`: from none to n cards."""

        def options():
            lines = {f"discard {card}": card for card in sorted(self.seat(ctx.owner).hand)}
            return lines | {SKIP: None} if effect.get("optional") else lines

        for i in range(effect["n"]):
            card = yield from self.choose(ctx, gap or i > 0, options)
            if card is None:
                return
            self.drop(ctx.owner, card)
            yield from self.signal_of_card(ctx, card)

    def do_signal_deck(self, effect, ctx, gap):
        """R10.11."""
        for i in range(effect["n"]):
            yield from self.pause(ctx, gap or i > 0)
            card = self.top_card()
            if card is None:
                return
            self.p.discard.append(card)
            yield from self.signal_of_card(ctx, card)

    def do_signal_probes(self, effect, ctx, gap):
        """base-030: up to n different probes of anybody are chosen, then the signals are marked in the same order.

        All are chosen before the first signal: what moves between two signals, by a free action or a reward, could
        not be told from a probe not chosen yet. They are chosen in ascending order of seat and space.
        """
        standing = sorted((name, space) for name in self.p.names for space in self.seat(name).figures)
        chosen = []

        def options():
            standing[:] = sorted((name, space) for name in self.p.names for space in self.seat(name).figures)
            lines = {}
            for i, (name, space) in enumerate(standing):
                if not chosen or i > chosen[-1]:
                    lines.setdefault(f"probe {name} {solar.write_space(space)}", (i,))
            return lines | {SKIP: None}

        while len(chosen) < effect["n"]:
            picked = yield from self.choose(ctx, gap and not chosen, options)
            if picked is None:
                break
            chosen += picked
        spaces = [standing[i][1] for i in chosen]
        for i, space in enumerate(spaces):
            there = [self.p.star_of_space(space)]
            star = yield from self.choose(ctx, i > 0, lambda there=there: self.signal_lines(there))
            yield from self.mark_signal(ctx, star)

    def mark_signal(self, ctx, star, no_data=False):
        """R10.2 to R10.6, R10.12: data to the pool, the marker in its place, 2 points on a second space; the event."""
        slot = self.p.stars[star]
        in_slot = slot.data_left > 0
        if in_slot and not no_data:
            self.gain(ctx.owner, {"data": 1})
        slot.markers.append(ctx.owner)
        ctx.record.marked.append(star)
        if in_slot and slot.completed:
            slot.filled_by = ctx.owner
            self.waiting.append(star)
        if star == TILE:  # OUM-10
            points = self.table_with_tile().printed["tile"]["marker_vp"][len(slot.markers) - 1] if in_slot else 0
            self.gain(ctx.owner, {"vp": points}, f"species-{self.p.slot_of_tile()}")
        elif in_slot and len(slot.markers) == self.tree["sectors"]["bonus_space"]:
            yield from self.run(self.tree["sectors"]["second_space"], ctx.of("signal"))
        yield from self.happened(ctx, ctx.owner, event="signal", color=self.tree["stars"][star]["color"])
