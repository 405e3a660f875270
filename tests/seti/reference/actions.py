"""The main actions and the free actions (R5, R6.1, R8, R9, R11, R12, R13.2, R15.1)."""

from . import conditions
from .decisions import Context
from .effects import Effects


class Actions(Effects):
    """What a player can do in a turn, and the effects that name main actions."""

    # ------------------------------------------------------------------ which main actions are legal

    def main_actions(self, name):
        """All legal main actions (R3.2, R3.5)."""
        lines = ["pass"]  # always (R3.3)
        cost = {action: entry["cost"] for action, entry in self.tree["actions"].items()}
        if self.can_pay(name, cost["launch"]) and self.may_launch(name):
            lines.append("launch")
        if self.can_pay(name, cost["orbit"]):
            lines += self.places_to_orbit(name)
        lines += self.places_to_land(name, free=False)
        if self.can_pay(name, cost["scan"]):
            lines.append("scan")
        if self.can_pay(name, cost["analyze"]) and self.may_analyze(name):
            lines.append("analyze")
        lines += [f"play {card}" for card in self.seat(name).hand if self.can_pay(name, self.price_of_card(card))]
        if self.can_pay(name, cost["research"]) and self.techs_to_take(name, {"tech": "any"}):  # R15.8
            lines.append("research")
        return lines

    def do_main_action(self, ctx, line):
        """Every main action but passing."""
        word, _, what = line.partition(" ")
        if word == "play":
            yield from self.play(ctx, what)
            return
        if word == "land":
            self.pay(ctx.owner, self.price_of_landing(ctx.owner, self.planet_of(what)))
        else:
            self.pay(ctx.owner, self.tree["actions"][word]["cost"])
        if word == "launch":
            yield from self.launch(ctx)
        elif word == "orbit":
            yield from self.orbit(ctx, self.places_to_orbit(ctx.owner)[line])
        elif word == "land":
            yield from self.land(ctx, *self.places_to_land(ctx.owner, free=True)[line])
        elif word == "scan":
            yield from self.scan(ctx, True)
        elif word == "analyze":
            yield from self.analyze(ctx)
        elif word == "research":  # R15.1, R15.2
            yield from self.run([{"do": "rotate"}, {"do": "research", "tech": "any"}], ctx.of("tech"), True)

    # ------------------------------------------------------------------ playing a card

    def price_of_card(self, card):
        """In credits, or in energy (CEN-03)."""
        cost = self.tree["cards"][card]["cost"]
        return dict(cost) if isinstance(cost, dict) else {"credits": cost}

    def send_message(self, name, card):
        """CEN-04: the marker goes ahead of the score of this moment."""
        board = self.table_with("messages")
        board.messages.append([card, name, self.seat(name).vp + board.printed["message_ahead"]])

    def play(self, ctx, card):
        """R13.2, R13.3, R14.1: pay, the card leaves the hand, its program, the event, then it goes to its place."""
        entry, seat = self.tree["cards"][card], self.seat(ctx.owner)
        self.pay(ctx.owner, self.price_of_card(card))
        seat.hand.remove(card)
        ctx.record.card = card
        if "message" in entry:
            self.send_message(ctx.owner, card)
        yield from self.run(entry["play"], ctx.of(self.source_of_card(card, "card")), True)
        cost = self.price_of_card(card).get("credits")  # one paid with energy has no cost in credits to watch for
        played = {"event": "play", "card": card, "cost": cost}
        if not entry["play"] and len(self.spaces_to_cover(ctx.owner, played)) > 1:  # more than `skip`
            yield from self.pause(ctx, True)
        yield from self.happened(ctx, ctx.owner, **played)
        if ctx.record.tucked:  # R13.12
            return
        if ctx.record.returns:  # base-120
            seat.hand.append(card)
        elif "mission" in entry:
            seat.missions[card] = []
        elif "triggers" in entry:
            seat.missions[card] = [False for _ in entry["triggers"]]
        elif "endgame" in entry:
            seat.endgame.append(card)
        elif "message" not in entry:  # those stay in front of the player until they are answered
            self.discard(card)

    # ------------------------------------------------------------------ orbit and land

    def planets_with_probe(self, name):
        """Planets but Earth on which an own probe stands (R8.1, R9.1)."""
        return [planet for planet in self.p.planets if self.p.space_of(planet) in self.seat(name).probes]

    def probe_leaves(self, name, planet):
        self.seat(name).probes.remove(self.p.space_of(planet))

    def places_to_orbit(self, name):
        return {f"orbit {planet}": planet for planet in self.planets_with_probe(name)}

    def do_orbit(self, effect, ctx, gap):
        planet = yield from self.choose(ctx, gap, lambda: self.places_to_orbit(ctx.owner))
        if planet:
            yield from self.orbit(ctx, planet)

    def orbit(self, ctx, planet):
        """R8.2: 3 points on the first place in the orbit, then the orbit reward, all one program; the event."""
        place = self.p.planets[planet]
        self.probe_leaves(ctx.owner, planet)
        place.orbiters[ctx.owner] = place.orbiters.get(ctx.owner, 0) + 1
        program = self.tree["planets"][planet]["orbit"]
        ctx.record.orbited = planet
        if place.first_orbit is None:
            place.first_orbit = ctx.owner
            first = self.tree["planets"][planet].get("orbit_first", self.tree["planet_rules"]["orbit_first"])
            program = first + program
        yield from self.run(program, ctx.of("orbit"), True)
        yield from self.happened(ctx, ctx.owner, event="orbit", at=planet)

    def planet_of(self, place):
        """The planet of "mars", "mars/2" or "europa"."""
        place = place.split("/")[0]
        return self.tree["moons"][place]["planet"] if place in self.tree["moons"] else place

    def price_of_landing(self, name, planet):
        """R9.1, R9.2: cheaper with anybody's orbiter there, and with probe-3."""
        action = self.tree["actions"]["land"]
        cost = dict(action["cost_with_orbiter"] if any(self.p.planets[planet].orbiters.values()) else action["cost"])
        for tech in self.seat(name).techs:
            for resource, less in self.tree["techs"][tech]["effect"].get("land_discount", {}).items():
                cost[resource] = max(0, cost.get(resource, 0) - less)
        return cost

    def places_to_land(self, name, free, moons=False, occupied=False):
        """Landings, line -> (place, number of the data space or None).

        `free`: at no cost. `moons`: also on moons without the tech. `occupied`: taken moons and covered data spaces
        may be had again (base-016); a covered data space is written with its number and never forced.
        """
        lines = {}
        for planet in self.planets_with_probe(name):
            if not free and not self.can_pay(name, self.price_of_landing(name, planet)):
                continue
            covered = self.p.planets[planet].data
            open_spaces = [k for k, seats in enumerate(covered, 1) if not seats]
            covered_spaces = [k for k, seats in enumerate(covered, 1) if seats] if occupied else []
            if not open_spaces:
                lines[f"land {planet}"] = (planet, None)
            elif len(open_spaces) == 1 and not covered_spaces:
                lines[f"land {planet}"] = (planet, open_spaces[0])
            else:
                lines |= {f"land {planet}/{k}": (planet, k) for k in open_spaces}
            lines |= {f"land {planet}/{k}": (planet, k) for k in covered_spaces}
            if moons or self.p.has_ability(name, "land_on_moons"):  # R9.6
                for moon in self.tree["planets"][planet]["moons"]:
                    if occupied or not self.p.moons[moon]:
                        lines[f"land {moon}"] = (moon, None)
        return lines

    def do_land(self, effect, ctx, gap):
        def options():
            moons, occupied = effect.get("moons", False), effect.get("occupied", False)
            return self.places_to_land(ctx.owner, True, moons, occupied)

        landing = yield from self.choose(ctx, gap, options)
        if landing:
            yield from self.land(ctx, *landing)

    def land(self, ctx, place, data_space):
        """R9.4, R9.7: the data space if one is covered, then the reward, all one program; the event."""
        self.probe_leaves(ctx.owner, self.planet_of(place))
        if self.p.moons.get(place) or data_space and self.p.planets[place].data[data_space - 1]:
            self.p.saw("a landing on a space already taken")
        ctx.record.landed_on = place
        if place in self.p.moons:
            self.p.moons[place].append(ctx.owner)
            yield from self.run(self.tree["moons"][place]["land"], ctx.of("moon"), True)
        else:
            planet = self.p.planets[place]
            planet.landers[ctx.owner] = planet.landers.get(ctx.owner, 0) + 1
            program = self.tree["planets"][place]["land"]
            if data_space:
                planet.data[data_space - 1].append(ctx.owner)
                program = self.tree["planets"][place]["land_first"][data_space - 1] + program
            yield from self.run(program, ctx.of("land"), True)
        yield from self.happened(ctx, ctx.owner, event="land", at=place)

    def do_orbit_or_land(self, effect, ctx, gap):
        def options():
            landings = self.places_to_land(ctx.owner, True, effect.get("moons", False), effect.get("occupied", False))
            return self.places_to_orbit(ctx.owner) | landings

        place = yield from self.choose(ctx, gap, options)
        if isinstance(place, tuple):
            yield from self.land(ctx, *place)
        elif place:
            yield from self.orbit(ctx, place)

    # ------------------------------------------------------------------ scan

    def do_scan(self, effect, ctx, gap):
        yield from self.scan(ctx, gap)

    def scan(self, ctx, gap):
        """R11: the steps in any order, then the row is refilled, then the event."""
        todo = {"earth", "row"}
        todo |= {tech for tech in self.seat(ctx.owner).techs if self.extra_step(tech)}
        while True:
            step = yield from self.choose(ctx, gap, lambda: self.scan_steps(ctx, todo), named=True)
            if step is None or step == "done":
                break
            todo.discard(step.split("/")[0])
            yield from self.scan_step(ctx, step)
            gap = True
        self.fill_whole_row()
        yield from self.happened(ctx, ctx.owner, event="scan")

    def extra_step(self, tech):
        return self.tree["techs"][tech]["effect"].get("scan") == "extra"

    def scan_steps(self, ctx, todo):
        """The steps that can be done now; `done` once no mandatory one is left (R4.4, R11.2)."""
        steps = ["earth"] if "earth" in todo else []
        if "row" in todo and self.p.row:  # R11.10
            steps.append("row")
        mandatory = bool(steps)
        for tech in sorted(todo - {"earth", "row"}):
            effect = self.tree["techs"][tech]["effect"]
            if "choose" in effect:
                ways = enumerate(effect["choose"], 1)
                steps += [f"{tech}/{i}" for i, way in ways if self.way_possible(ctx.owner, way)]
            elif self.way_possible(ctx.owner, effect):
                steps.append(tech)
        lines = {f"step {step}": step for step in steps}
        return lines if mandatory else lines | {"done": "done"}

    def way_possible(self, name, way):
        """An optional step is offered if it can be paid and does something."""
        if not self.can_pay(name, way.get("cost", {})):
            return False
        effect = way["then"][0]
        if effect["do"] == "launch":
            return self.may_launch(name)
        if effect["do"] == "move":
            return bool(self.payable_steps(name, effect["n"]))
        if effect["do"] == "signal-hand":
            return bool(self.seat(name).hand)
        return True

    def scan_step(self, ctx, step):
        if step == "earth":
            yield from self.earth_step(ctx)
        elif step == "row":
            for effect in self.tree["scan"]["row"]:
                self.p.saw("done", effect)
                yield from self.do_signal_row(effect, ctx, False, refill=False)
        else:
            tech, _, number = step.partition("/")
            way = self.tree["techs"][tech]["effect"]
            if number:
                way = way["choose"][int(number) - 1]
            cost = way.get("cost", {})
            self.pay(ctx.owner, cost)
            yield from self.run(way["then"], ctx.of("signal"), any(cost.values()))

    def earth_step(self, ctx):
        """With telescope-1 one sector to either side of Earth's instead (R11.3, GEO-64)."""
        abilities = [self.tree["techs"][tech]["effect"].get("scan") for tech in self.seat(ctx.owner).techs]
        if "earth-or-neighbour" not in abilities:
            yield from self.run(self.tree["scan"]["earth"], ctx.of("signal"))
            return
        sector = self.p.space_of("earth")[1]
        stars = [self.p.star_in_sector(beside) for beside in (sector, sector - 1, sector + 1)]
        star = yield from self.choose(ctx, False, lambda: self.signal_lines(stars))
        yield from self.mark_signal(ctx, star)

    # ------------------------------------------------------------------ computer

    def may_analyze(self, name):
        """All top spaces filled (R12.5)."""
        return self.seat(name).top == len(self.tree["computer"]["top_rewards"])

    def do_analyze(self, effect, ctx, gap):
        yield from self.pause(ctx, gap)
        if self.may_analyze(ctx.owner):
            yield from self.analyze(ctx)

    def analyze(self, ctx):
        """Remove the data from the computer, not from the pool; an analysis trace (R12.5)."""
        seat = self.seat(ctx.owner)
        seat.top, seat.lower = 0, set()
        yield from self.run(self.tree["computer"]["analyze"], ctx.of("trace"), True)

    def places_for_data(self, name):
        """The leftmost empty top space, and empty lower spaces below filled top spaces (R12.3)."""
        seat = self.seat(name)
        if not seat.data:
            return []
        lines = ["place"] if not self.may_analyze(name) else []
        return lines + [f"place {column}" for column in seat.tiles if column <= seat.top and column not in seat.lower]

    def place_data(self, ctx, column):
        """The reward is resolved at once (R12.1 to R12.3); a tile's points are for data placed on it later (R12.7)."""
        seat = self.seat(ctx.owner)
        seat.data -= 1
        if column:
            seat.lower.add(int(column))
            reward = self.tree["techs"][seat.tiles[int(column)]]["effect"]["lower"]
        else:
            seat.top += 1
            tile = seat.tiles.get(seat.top)
            printed = self.tree["computer"]["top_rewards"][seat.top - 1]
            reward = self.tree["techs"][tile]["effect"]["upper"] if tile else printed
        yield from self.run(reward, ctx.of("computer"))

    # ------------------------------------------------------------------ free actions

    def free_actions(self, name):
        """All legal free actions of the player whose turn it is (R5.1)."""
        seat = self.seat(name)
        lines = self.moves_for_energy(name)
        lines += self.places_for_data(name)
        lines += [f"corner {card}" for card in seat.hand]
        lines += [f"mission {card}" for card in seat.missions if self.may_complete(name, card)]
        card_to_have = bool(self.p.row) or self.card_left_to_draw()
        if self.can_pay(name, self.tree["free_actions"]["buy"]["cost"]) and card_to_have:
            lines.append("buy")
        give = self.tree["free_actions"]["exchange"]["give"]
        owned = {"credits": seat.credits, "energy": seat.energy, "cards": len(seat.hand)}
        for have, n in owned.items():
            for want in ("credits", "energy", "card"):
                if n >= give and have != want and (want != "card" or card_to_have or have == "cards"):
                    lines.append(f"exchange {have}>{want}")
        return lines

    def may_complete(self, name, card):
        """R14.3."""
        mission = self.tree["cards"][card].get("mission")
        species = self.tree["cards"][card].get("species")
        return mission is not None and conditions.holds(self.p, name, mission["when"], species=species)

    def do_free_action(self, name, line):
        """One free action to its end: nothing can come in between (R5.4)."""
        ctx = Context(name, False)
        word, _, what = line.partition(" ")
        if word == "move":
            yield from self.move_for_energy(ctx, what)
        elif word == "place":
            yield from self.place_data(ctx, what)
        elif word == "corner":
            self.drop(name, what)
            yield from self.use_corner(ctx, what)
        elif word == "mission":
            yield from self.complete_mission(ctx, what)
        elif word == "buy":
            self.pay(name, self.tree["free_actions"]["buy"]["cost"])
            yield from self.run(self.tree["free_actions"]["buy"]["then"], ctx)
        elif word == "exchange":
            yield from self.exchange(ctx, *what.split(">"))

    def complete_mission(self, ctx, card):
        """Gain the reward, turn the card face down (R14.3)."""
        seat = self.seat(ctx.owner)
        mission = self.tree["cards"][card]["mission"]
        if "traces_each" in mission["when"]:
            ctx.record.species = conditions.species_with_each(self.p, ctx.owner, mission["when"]["traces_each"])
        ctx.record.deliver_to = mission["when"].get("deliver")
        del seat.missions[card]
        seat.completed.append(card)
        self.p.saw("completed", mission)
        yield from self.run(mission["reward"], ctx.of(self.source_of_card(card, "mission")))
        if ctx.record.delivered:
            self.lay_delivered(ctx.record.delivered)

    def exchange(self, ctx, have, want):
        """R5.7: the payment goes first."""
        rule = self.tree["free_actions"]["exchange"]
        if have == "cards":
            yield from self.give_cards(ctx, rule["give"])
        else:
            self.pay(ctx.owner, {have: rule["give"]})
        if want == "card":
            for _ in range(rule["get"]):
                yield from self.take_card(ctx, False)
        else:
            self.gain(ctx.owner, {want: rule["get"]})
