"""Programs of effects, in the words of the data: gains, traces, techs and the rest; events.

`run` does a program from left to right (R4.1). For every word `do = "…"` there is one method `do_…`; `gap` says that
the point before the effect lies between two effects of a program. What cannot be done is skipped (R4.5).
"""

from . import conditions, solar
from .decisions import SKIP, Context
from .position import KINDS, SLOTS
from .signals import Signals
from .species_effects import SpeciesEffects, as_seat


def corner_program(corner):
    """A card's corner as a program: `{ move = 1 }` is a movement, anything else a gain."""
    gains = [{"do": "gain", word: n} for word, n in corner.items() if word != "move"]
    return gains + ([{"do": "move", "n": corner["move"]}] if "move" in corner else [])


class Effects(SpeciesEffects, Signals):
    """Everything that effects do to the table, except for the main actions that they may name."""

    def run(self, program, ctx, gap=False):
        """All effects of a program; `gap`: free actions may come before the first one, too, since something was done
        just before it: a cost was paid (R5.3), a piece was put or taken away."""
        for effect in program:
            self.p.saw("done", effect)
            yield from getattr(self, "do_" + effect["do"].replace("-", "_"))(effect, ctx, gap)
            gap = True

    # ------------------------------------------------------------------ gains and cards

    def do_gain(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        self.gain(ctx.owner, {word: n for word, n in effect.items() if word != "do"}, ctx.source)

    def do_draw(self, effect, ctx, gap):
        if effect["from"] == "deck":
            yield from self.pause(ctx, gap)
            for _ in range(effect["n"]):
                ctx.record.drawn = self.draw_unseen(ctx.owner, 1)
                ctx.record.all_drawn.append(ctx.record.drawn)
        elif effect["from"] == "species":
            for i in range(effect["n"]):
                yield from self.take_species_card(ctx, gap or i > 0)
        elif effect["from"] == "row":
            yield from self.take_from_row(effect["n"], ctx, gap)
        else:
            for i in range(effect["n"]):
                yield from self.take_card(ctx, gap or i > 0)

    def take_from_row(self, n, ctx, gap):
        """All at once where there are no more than n; the row is filled after the last (ANO-15)."""
        while n > 0:
            if len(self.p.row) <= n:
                yield from self.pause(ctx, gap)
                taken = list(self.p.row)
            else:
                taken = [(yield from self.choose(ctx, gap, lambda: {f"take {card}": card for card in self.p.row}))]
            self.p.row = [card for card in self.p.row if card not in taken]
            self.seat(ctx.owner).hand += taken
            ctx.record.all_drawn += taken
            n, gap = n - len(taken) if taken else 0, True
        self.fill_whole_row()

    def do_drawn_corner(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        if ctx.record.drawn:
            yield from self.run(corner_program(self.tree["cards"][ctx.record.drawn]["corner"]), ctx)

    def use_corner(self, ctx, card):
        """Both gains of the corner of a card just discarded for it, and the event (SPG-20)."""
        corner = self.tree["cards"][card]["corner"]
        yield from self.run(corner_program(corner), ctx)
        yield from self.happened(ctx, ctx.owner, event="corner", corner=corner)

    def do_row_corners(self, effect, ctx, gap):
        """base-073: the row goes to the discard pile at once, its corners are gained one at a time."""
        yield from self.pause(ctx, gap)
        left, self.p.row = list(self.p.row), []
        self.p.discard += left
        while left:
            card = yield from self.choose(ctx, False, lambda: {f"discard {card}": card for card in left})
            left.remove(card)
            yield from self.run(corner_program(self.tree["cards"][card]["corner"]), ctx)
        self.fill_whole_row()

    def do_income(self, effect, ctx, gap):
        yield from self.tuck_from_hand(ctx, gap, may_decline=True)

    def do_tuck_this(self, effect, ctx, gap):
        """R13.12."""
        card = ctx.record.card
        if (yield from self.choose(ctx, gap, lambda: {f"tuck {card}": True, SKIP: None})):
            ctx.record.tucked = True
            self.seat(ctx.owner).tucked.append(card)
            self.income_of_card(ctx.owner, card)

    def do_return_this(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        ctx.record.returns = True

    # ------------------------------------------------------------------ traces

    def do_trace(self, effect, ctx, gap):
        """R16.2, R16.5: a free discovery space or an overflow area of either slot, as the player likes."""

        def options():
            lines = {}
            for kind in KINDS if effect["kind"] == "any" else [effect["kind"]]:
                for slot in SLOTS:
                    if not self.trace_allowed(effect, ctx, slot, kind):
                        continue
                    if self.p.species[slot].spaces[kind] is None:
                        lines[f"trace {slot} {kind}"] = (slot, kind, "space")
                    lines[f"trace {slot} {kind} overflow"] = (slot, kind, "overflow")
                    board = self.p.species[slot].table
                    for i in board.open_spaces(kind) if board else ():
                        if self.can_pay(ctx.owner, as_seat(board.printed["board"][kind][i].get("cost", {}))):  # SPG-06
                            lines[f"trace {slot} {kind} {i + 1}"] = (slot, kind, i)
            return lines

        place = yield from self.choose(ctx, gap, options)
        if place is None:
            return
        slot, kind, where = place
        ctx.record.trace_kind = kind
        below = self.p.species[slot]
        if where == "space":
            below.spaces[kind] = ctx.owner
            yield from self.run(self.tree["discovery"][slot], ctx.of("trace"), True)
        elif where != "overflow":
            yield from self.mark_board(ctx, slot, kind, where)
        else:
            below.overflow[kind][ctx.owner] = below.overflow[kind].get(ctx.owner, 0) + 1
            yield from self.run(self.tree["discovery"]["overflow"], ctx.of("trace"), True)
        yield from self.happened(ctx, ctx.owner, event="trace", kind=kind)

    def mark_board(self, ctx, slot, kind, i):
        """Pay, mark, gain (SPG-06)."""
        board = self.p.species[slot].table
        space = board.printed["board"][kind][i]
        self.pay(ctx.owner, as_seat(space.get("cost", {})))
        if isinstance(board.board[kind][i], list):
            board.board[kind][i].append(ctx.owner)
        else:
            board.board[kind][i] = ctx.owner
        self.p.saw("marked on the board", space)
        yield from self.run(board.reward(kind, i), ctx.of(f"species-{slot}"), True)

    def species_of(self, ctx):
        """Which species `this` is for an effect: that of the card being played, or of the board."""
        card = ctx.record.card
        if card:
            return self.tree["cards"][card].get("species")
        return self.p.species[ctx.source.removeprefix("species-")].id if ctx.source.startswith("species-") else None

    def trace_allowed(self, effect, ctx, slot, kind):
        if effect.get("where") == "own-species":  # R16.8; a board's markers count (SPG-08)
            return self.p.species[slot].traces(ctx.owner, kind) > 0
        if effect.get("where") == "that-species":  # base-102
            return slot in ctx.record.species
        return True

    # ------------------------------------------------------------------ techs

    def do_research(self, effect, ctx, gap):
        """R15.3, R15.5 to R15.7; the rotation is an effect of its own before this one."""

        def options():
            return {f"tech {tech}": tech for tech in self.techs_to_take(ctx.owner, effect)}

        tech = yield from self.choose(ctx, gap, options)
        if tech is None:
            return
        stack, seat = self.p.techs[tech], self.seat(ctx.owner)
        ctx.record.taken = tech
        ctx.record.taken_known = self.known_to_others(ctx.owner, tech)
        bonus = stack["tiles"].pop(0)
        seat.techs.append(tech)  # its ability holds already for the gains on the tile (R15.4)
        program = self.tree["tech_rules"]["first_taker"] if stack["two_points"] else []
        stack["two_points"] = False
        program = program + self.tree["techs"][tech]["extra"]
        if not effect.get("no_bonus"):
            program = program + self.tree["tech_rules"]["bonuses"][bonus]
        yield from self.run(program, ctx.of("tech"), True)
        if self.tree["techs"][tech]["kind"] == "computer":
            places = self.p.columns_open(ctx.owner)
            column = yield from self.choose(ctx, False, lambda: {f"column {c}": c for c in places})
            seat.tiles[column] = tech
        yield from self.happened(ctx, ctx.owner, event="research", kind=self.tree["techs"][tech]["kind"])

    def techs_to_take(self, name, effect):
        kinds = (effect["tech"], "any")
        return [
            tech
            for tech, entry in self.tree["techs"].items()
            if tech not in self.seat(name).techs
            and (effect["tech"] == "any" or entry["kind"] in kinds)
            and (not effect.get("known_to_others") or self.known_to_others(name, tech))
        ]

    def known_to_others(self, name, tech):
        return any(tech in seat.techs for other, seat in self.p.seats.items() if other != name)

    # ------------------------------------------------------------------ the rest of single cards

    def do_choose_probe(self, effect, ctx, gap):
        """base-017. What follows speaks of the space in which the probe stood when it was chosen."""

        def options():
            spaces = sorted(set(self.seat(ctx.owner).figures))
            return {f"probe {ctx.owner} {solar.write_space(space)}": space for space in spaces}

        space = yield from self.choose(ctx, gap, options)
        if space is not None:
            ctx.record.probe = space
            yield from self.run(effect["then"], ctx)

    def do_remove(self, effect, ctx, gap):
        """base-015, base-084: an own piece goes back to the supply; its space can be had again (R8.4, R9.10)."""
        piece = yield from self.choose(ctx, gap, lambda: self.pieces_to_remove(ctx.owner, effect))
        if piece is None:
            return
        place, special = piece
        if place in self.p.moons:
            self.p.moons[place].remove(ctx.owner)
        elif effect["piece"] == "orbiter":
            self.p.planets[place].orbiters[ctx.owner] -= 1
            if special:
                self.p.planets[place].first_orbit = None
        else:
            self.p.planets[place].landers[ctx.owner] -= 1
            if special:
                self.p.planets[place].data[special - 1].remove(ctx.owner)
        yield from self.run(effect["then"], ctx, True)

    def pieces_to_remove(self, name, effect):
        lines = {}
        for planet_id, planet in self.p.planets.items():
            if effect["piece"] == "orbiter":
                special = {1} if planet.first_orbit == name else set()
                plain = planet.orbiters.get(name, 0) - len(special)
            else:
                on_data = [k for k, seats in enumerate(planet.data, 1) for seat in seats if seat == name]
                special, plain = set(on_data), planet.landers.get(name, 0) - len(on_data)
            if plain > 0:
                lines[f"remove {planet_id}"] = (planet_id, None)
            for k in sorted(special):
                lines[f"remove {planet_id}/{k}"] = (planet_id, k)
        if effect.get("moons"):
            for moon, seats in self.p.moons.items():
                if name in seats:
                    lines[f"remove {moon}"] = (moon, None)
        return lines

    # ------------------------------------------------------------------ effects made of effects

    def do_if(self, effect, ctx, gap):
        """Judged when it is reached (R4.12)."""
        yield from self.pause(ctx, gap)
        if conditions.holds(self.p, ctx.owner, effect["cond"], ctx.record, self.species_of(ctx)):
            yield from self.run(effect["then"], ctx)

    def do_per(self, effect, ctx, gap):
        """As often as the count is full; what is a movement or a gain adds up to one."""
        wanted, program = effect["count"], effect["then"]
        one = program[0]["do"] if len(program) == 1 else None
        if "shown" in wanted:
            times = yield from self.choose(ctx, gap, lambda: self.cards_to_show(ctx.owner, wanted))
            if times:
                self.p.saw("counted", wanted)
            gap = gap and one == "move" and times > 0  # between showing and moving there is a point, too
        else:
            if one != "move":  # a movement asks for its steps, so that its open point is one decision with them
                yield from self.pause(ctx, gap)
                gap = False
            times = conditions.count(self.p, ctx.owner, wanted, ctx.record, self.species_of(ctx))
        if not times:
            yield from self.pause(ctx, gap)
        elif one in ("gain", "move"):
            self.p.saw("done", program[0])
            yield from self.run([{word: n if word == "do" else n * times for word, n in program[0].items()}], ctx, gap)
        else:
            yield from self.run(program * times, ctx, gap)

    def cards_to_show(self, name, wanted):
        """R13.14: any number of the cards with that income or corner."""
        cards = [self.tree["cards"][card] for card in self.seat(name).hand]
        if "income" in wanted:
            able = sum(card["income"] == wanted["income"] for card in cards)
        else:
            able = sum(wanted["corner"] in card["corner"] for card in cards)
        return {f"show {n}": n for n in range(able + 1)}

    def do_choose(self, effect, ctx, gap):
        def options():
            ways = enumerate(effect["of"], 1)
            return {f"choose {i}": branch for i, branch in ways if self.payable(ctx.owner, branch)}

        branch = yield from self.choose(ctx, gap, options)
        yield from self.run(branch or [], ctx)

    def do_may(self, effect, ctx, gap):
        def options():
            return {"yes": True, SKIP: None} if self.payable(ctx.owner, effect["then"]) else {}

        if (yield from self.choose(ctx, gap, options)):
            yield from self.run(effect["then"], ctx)

    # ------------------------------------------------------------------ until the end of the turn

    def do_this_turn(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        self.watches.append({"owner": ctx.owner, "effect": effect, "seen": set(), "times": 0})

    def do_visit_move_instead(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        self.move_instead = True

    def do_ignore_asteroids(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        self.ignore_asteroids = True

    # ------------------------------------------------------------------ events

    def happened(self, ctx, owner, **event):
        """An event, right after the effect that it is (R14.9): `this-turn` effects, then one triggered mission."""
        for watch in list(self.watches):
            if watch["owner"] != owner or not conditions.fits(self.p, watch["effect"]["on"], event):
                continue
            if watch["effect"].get("once") and watch["times"]:
                continue
            if watch["effect"].get("distinct") and event["body"] in watch["seen"]:
                continue
            watch["times"] += 1
            watch["seen"].add(event.get("body"))
            yield from self.run(watch["effect"]["then"], ctx.for_reward(owner, "card"))
        space = yield from self.choose(Context(owner, False), False, lambda: self.spaces_to_cover(owner, event))
        if space is not None:
            yield from self.cover(ctx, owner, *space)

    def spaces_to_cover(self, owner, event):
        """Free spaces of triggered missions that fit, of equal ones on a card the first (R14.5 to R14.7)."""
        lines = {}
        for card, covered in sorted(self.seat(owner).missions.items()):
            seen = []
            for k, trigger in enumerate(self.tree["cards"][card].get("triggers", [])):
                if not covered[k] and trigger not in seen and conditions.fits(self.p, trigger["on"], event):
                    seen.append(trigger)
                    lines[f"cover {card}/{k + 1}"] = (card, k)
        return lines | {SKIP: None}

    def cover(self, ctx, owner, card, k):
        """With its last space covered the mission is completed by itself (R14.12)."""
        seat = self.seat(owner)
        seat.missions[card][k] = True
        self.p.saw("covered", self.tree["cards"][card]["triggers"][k])
        if owner != self.p.turn:
            self.p.saw("a space covered in another's turn")
        if all(seat.missions[card]):
            del seat.missions[card]
            seat.completed.append(card)
        source = self.source_of_card(card, "mission")
        yield from self.run(self.tree["cards"][card]["triggers"][k]["reward"], ctx.for_reward(owner, source))
