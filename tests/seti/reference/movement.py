"""Probes in the solar system: launches, steps, visits, rotations (R6, R7)."""

from . import solar
from .decisions import SKIP, Context, Table
from .solar import write_space


class Movement(Table):
    """What moves. `happened` and `run` are those of `Effects`."""

    # ------------------------------------------------------------------ launching

    def may_launch(self, name):
        """Below the limit (R6.2); above it nobody launches (R6.4)."""
        return len(self.seat(name).probes) < self.p.probe_limit(name)

    def launch(self, ctx):
        """A probe appears in Earth's space: no visit, no publicity (R6.5)."""
        self.seat(ctx.owner).probes.append(self.p.space_of("earth"))
        ctx.record.launched = True
        yield from self.happened(ctx, ctx.owner, event="launch")

    def do_launch(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        if effect.get("ignore_limit") or self.may_launch(ctx.owner):
            yield from self.launch(ctx)

    # ------------------------------------------------------------------ steps

    def asteroids_free(self, name):
        """Leaving asteroids costs this player nothing extra: probe-2, base-026."""
        return self.p.has_ability(name, "leave_asteroids_extra") or (self.ignore_asteroids and name == self.p.turn)

    def steps(self, name):
        """All single steps of a player's probes: (way as text, from, to, capsule or None, movement), ascending (R6.9).

        Capsules move as probes do (MAS-07)."""
        seat = self.seat(name)
        figures = [(here, None) for here in sorted(set(seat.probes))]
        figures += [(here, sample) for sample, here in sorted(seat.capsules.items())]
        return [
            (
                f"{write_space(here)}-{write_space(there)}" + (f" {sample}" if sample else ""),
                here,
                there,
                sample,
                solar.step_cost(self.tree, self.p.disc_turns, here, self.asteroids_free(name)),
            )
            for here, sample in figures
            for there in solar.neighbours(here)
        ]

    def step(self, ctx, here, there, sample):
        """The probe or capsule moves, publicity of the space, the event of the move, the event of the visit.

        Returns the movement gained in place of publicity, which the caller has to have made.
        """
        probes = self.seat(ctx.owner).probes
        if sample:
            self.seat(ctx.owner).capsules[sample] = there
        else:
            probes[probes.index(here)] = there
        gained = 0
        if not (self.no_move_publicity and ctx.owner == self.p.turn):  # ANO-13
            gained = yield from self.visit_publicity(ctx, there)
        yield from self.happened(ctx, ctx.owner, event="move", same_ring=here[0] == there[0])
        yield from self.visit_event(ctx, there)
        return gained

    def visit_publicity(self, ctx, space):
        """R6.13, R6.14. Returns 1 where base-019 is in force and a planet's publicity was given up for movement."""
        body = self.p.shown(space)
        printed = solar.icon(self.tree, self.p.disc_turns, space)
        if body in solar.PLANETS and printed and self.move_instead and ctx.owner == self.p.turn:
            words = {"publicity": "publicity", "movement": "movement"}
            if (yield from self.choose(Context(ctx.owner, False), False, lambda: words)) == "movement":
                return printed
        self.gain(ctx.owner, {"publicity": printed})
        if body == "asteroids":
            for tech in self.seat(ctx.owner).techs:
                self.gain(ctx.owner, self.tree["techs"][tech]["effect"].get("visit_asteroids", {}))
        return 0

    def visit_event(self, ctx, space):
        body = self.p.shown(space)
        if body != "empty":
            own_turn = ctx.owner == self.p.turn
            yield from self.happened(ctx, ctx.owner, event="visit", body=body, own_turn=own_turn)

    # ------------------------------------------------------------------ movement effects

    def do_move(self, effect, ctx, gap):
        yield from self.movement(ctx, gap, effect["n"])

    def movement(self, ctx, gap, points):
        """So many movement points, spread over own probes as the player likes, to be broken off at any time (R6.10)."""
        while points > 0:
            chosen = yield from self.choose(ctx, gap, lambda: self.payable_steps(ctx.owner, points) | {SKIP: None})
            if chosen is None:
                return
            here, there, sample, cost, added = chosen
            corner = None
            if added == "energy":
                self.pay(ctx.owner, {"energy": cost - points})
            elif added == "card":
                cards = self.move_corners(ctx.owner)
                card = yield from self.choose(ctx, False, lambda: {f"discard {card}": card for card in cards})
                self.drop(ctx.owner, card)
                corner = self.tree["cards"][card]["corner"]
                self.gain(ctx.owner, {word: n for word, n in corner.items() if word != "move"})  # SPG-20
            points = max(0, points - cost)
            points += yield from self.step(ctx, here, there, sample)
            if corner:
                yield from self.happened(ctx, ctx.owner, event="corner", corner=corner)
            gap = True

    def move_corners(self, name):
        return sorted(card for card in self.seat(name).hand if "move" in self.tree["cards"][card]["corner"])

    def payable_steps(self, name, points):
        """The steps that so many points pay for; what lacks may come from energy or a move corner (R6.11, D-33)."""
        lines = {}
        for way, here, there, sample, cost in self.steps(name):
            line = f"step {way}"
            if cost <= points:
                lines[line] = (here, there, sample, cost, None)
                continue
            if name != self.p.turn:  # what lacks would be paid by a free action, and those are for the own turn (R5.2)
                continue
            if self.seat(name).energy >= cost - points:
                lines[line + " +energy"] = (here, there, sample, cost, "energy")
            if cost - points == 1 and self.move_corners(name):
                lines[line + " +card"] = (here, there, sample, cost, "card")
        return lines

    def moves_for_energy(self, name):
        """The free action: a step for as much energy as it takes movement (R5.5)."""
        price = self.tree["free_actions"]["move"]["cost"]["energy"]
        return [f"move {way}" for way, *_, cost in self.steps(name) if self.seat(name).energy >= price * cost]

    def move_for_energy(self, ctx, way):
        ways = {text: step for text, *step in self.steps(ctx.owner)}
        here, there, sample, cost = ways[way]
        self.pay(ctx.owner, {"energy": cost * self.tree["free_actions"]["move"]["cost"]["energy"]})
        gained = yield from self.step(ctx, here, there, sample)
        yield from self.movement(ctx, False, gained)

    # ------------------------------------------------------------------ rotation

    def do_rotate(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        yield from self.rotation(ctx)

    def rotation(self, ctx):
        """GEO-49, R7.7: everything turns and moves at once, then each owner has the visits of the pushed probes."""
        disc, before = self.p.next_disc, self.p.disc_turns
        pushed = {name: [] for name in self.p.names}
        for name in self.p.names:
            probes = self.seat(name).probes
            for i, space in enumerate(probes):
                probes[i], how = solar.fate_of_piece(self.tree, before, disc, space)
                if how == "pushed":
                    pushed[name].append(probes[i])
            capsules = self.seat(name).capsules
            for sample, space in capsules.items():
                capsules[sample], how = solar.fate_of_piece(self.tree, before, disc, space)
                if how == "pushed":
                    pushed[name].append(capsules[sample])
        self.p.disc_turns = solar.turned(before, disc)
        self.p.next_disc = solar.next_disc(self.tree, disc)
        for name in self.p.in_order_from(self.p.turn):
            due = pushed[name]
            own = ctx.for_reward(name, "other")
            while due:
                lines = {f"push {write_space(space)}": space for space in sorted(due)}
                space = yield from self.choose(own, False, lambda lines=lines: lines)
                due.remove(space)
                gained = yield from self.visit_publicity(own, space)
                yield from self.visit_event(own, space)
                yield from self.movement(own, False, gained)
        yield from self.trigger_anomaly(ctx)
