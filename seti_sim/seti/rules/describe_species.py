"""The species in plain English: cards, tokens, milestones, board, end of the game. Part of `describe`."""

from itertools import groupby

from .words import amount, amounts, listed

KINDS = ("signal", "lander", "analysis")
TENTHS = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 10: "a tenth"}
LAID = {
    "setup": "the reward of the sample laid there at the discovery",
    "delivered": "the reward of the sample delivered there; closed until one is",
}


class SpeciesText:
    """The part of `describe._Describer` that tells what a species brings, mechanism by mechanism."""

    def species(self, name):
        species = self.component("species", name)
        lines = [f"{name}  {species.str('name')}", *self.deck(name, species)]
        for key, tell in (
            ("samples", self.samples),
            ("anomalies", self.anomalies),
            ("tile", self.tile),
            ("message_tile_ahead", self.messages),
            ("cards_per_player", self.secrets),
        ):
            if species.has(key):
                lines += tell(species)
        lines += self.board(species.table("board"))
        species.done()
        return "\n".join(lines)

    def deck(self, name, species):
        cards = [i for i, card in self.root.value["cards"].items() if card.get("species") == name]
        per_player = species.int("cards_per_player", 0, 9999, 0)
        per_marker = species.int("cards_per_discovery_marker", 0, 9999)
        deals = [f"{amount(per_player, 'card')} to every player"] if per_player else []
        if per_marker:
            deals.append(f"{amount(per_marker, 'card')} to the owner of each marker on its discovery spaces")
        text = f"Cards: {len(cards)}" + (f", {cards[0]} to {cards[-1]}" if len(cards) > 1 else "")
        if species.int("face_up_cards", 0, 1):
            text += "; the deck's top card lies face up beside it"
        elif species.has("cards_per_player"):
            text += "; those not dealt leave the game"
        return [text, f"At the discovery: {listed(deals) or 'no cards'}"]

    # ------------------------------------------------------------------ mechanisms

    def samples(self, species):
        samples, at = species.table("samples"), species.table("samples_at")
        there = [f"{n} at {self.words.body(planet)}" for planet in at.keys() if (n := at.int(planet, 0, 9999))]
        at.done()
        spaces = [space for column in species.value["board"].values() for space in column]
        on_board = sum(space.get("token") == "setup" for space in spaces)
        laid = [f"face down {listed(there)}"] if there else []
        laid += [f"{on_board} face up on the board"] if on_board else []
        lines = [
            "; ".join([f"Samples: {len(samples.keys())}", *laid]),
            "Rewards of the samples: " + "; ".join(self.named_rewards(samples)),
            "Capsule: a sample that a card took; it moves and counts as a probe outside the limit, without orbiting or "
            "landing; once delivered it is a space of the board",
        ]
        samples.done()
        return lines

    def named_rewards(self, table):
        for key in table.keys():
            node = table.table(key)
            yield self.words.reward(node.tables("reward"))
            node.done()

    def anomalies(self, species):
        anomalies, at = species.table("anomalies"), species.ints("anomalies_at", 0, 7)
        away = [str(n) for n in at if n]
        places = ["in Earth's sector"] if 0 in at else []
        if away:
            sectors = "sector" if away == ["1"] else "sectors"
            places.append(f"{listed(away)} {sectors} counter-clockwise of {'it' if 0 in at else 'the sector of Earth'}")
        lines = [f"Anomalies: {len(anomalies.keys())}, laid at random {listed(places)}, either side up"]
        for key in anomalies.keys():
            node = anomalies.table(key)
            sides = [self.words.reward(side) for side in node.lists("sides")]
            lines.append(f"Anomaly for {node.str('kind')} traces: {' on one side, '.join(sides)} on the other")
            node.done()
        anomalies.done()
        lines.append(
            "When a rotation brings Earth to an anomaly, the owner of the board's highest marker of that kind gains "
            "its reward; the next anomaly is the nearest one counter-clockwise of Earth's sector"
        )
        return lines

    def tile(self, species):
        words, tile, body = self.words, species.table("tile"), species.table("body")
        tile.int("cell", 0, 7)
        where = f"ring {tile.int('ring', 1, 4)} of {tile.str('disc')}"
        points = ", ".join(map(str, tile.ints("marker_vp", 0, 9999)))
        lines = [
            f"Tile: fills a gap in {where}; it is a planet, and beside the star a place for signals in its sector",
            f"Each visit: {amount(tile.int('publicity', 0, 9999), 'publicity')}; "
            f"each probe in that gap at the discovery: {words.reward(tile.tables('under_tile'))}",
            f"Spaces for data: {tile.int('data', 1, 9999)}; points of the markers in order: {points}",
            f"Once the last data is taken, everybody with a marker there: {words.reward(tile.tables('completed'))}; "
            "it is no sector win",
        ]
        tile.done()
        lines += self.orbit_and_land(body, words.reward(body.tables("orbit_first")))
        body.done()
        return lines

    def messages(self, species):
        rewards = species.table("message_rewards")
        tile = amount(species.int("message_tile_ahead", 1, 9999), "point")
        card = amount(species.int("message_ahead", 1, 9999), "point")
        lines = [
            f"Message tile: at the discovery each player's is put {tile} ahead of the own score; when that is reached "
            "it covers one of the rewards still free, which is gained",
            "Rewards of message tiles: " + "; ".join(self.named_rewards(rewards)),
            f"Message: as such a card is played its marker is put {card} ahead of the player's score; when that is "
            "reached the message happens",
        ]
        rewards.done()
        return lines

    def secrets(self, species):
        milestones, plays = species.table("milestones"), species.int("plays_per_discovery_marker", 0, 9999)
        early = f"{amount(plays, 'card')} for each own marker on its discovery spaces" if plays else "none"
        lines = [f"The cards never are in a hand; they are played face down, at the discovery at most {early}"]
        for key in milestones.keys():
            node = milestones.table(key)
            ahead, cost = amount(node.int("ahead_of_leader", 1, 9999), "point"), self.words.cost(node, "cost")
            price = "" if cost == "nothing" else f" for {cost}"
            place = f"{ahead} ahead of the highest score at the discovery"
            lines.append(f"Milestone {place}: each player may play 1 card{price}")
            node.done()
        milestones.done()
        share = species.int("most_danger_loses", 1, 9999)
        lines.append(
            "End of game: each played card scores if its condition holds; then whoever has most danger, from played "
            f"cards and markers on the board, loses {TENTHS.get(share, f'1 in {share}')} of all points, rounded down"
        )
        return lines

    # ------------------------------------------------------------------ the board

    def board(self, board):
        """Each column from the bottom to the top, numbered as actions write its spaces; equal columns once."""
        columns = [(kind, [self.space(space) for space in board.tables(kind)]) for kind in KINDS]
        board.done()
        lines = []
        for texts in dict.fromkeys(tuple(texts) for _, texts in columns):
            kinds = [kind for kind, column in columns if tuple(column) == texts]
            each = " each" if len(kinds) > 1 else ""
            start = f"Spaces for {listed(kinds)} traces{each}, from the bottom"
            lines.append(start + (":" if texts else ": none"))
            number = 1
            for text, group in groupby(texts):
                last = number + len(list(group)) - 1
                lines.append(f"  {number}  {text}" if last == number else f"  {number} to {last}  {text}")
                number = last + 1
        return lines

    def space(self, space):
        cost = space.table("cost", {})
        paid = amounts(cost)
        cost.done()
        token = space.str("token", tuple(LAID), "")
        text = LAID[token] if token else self.words.reward(space.tables("reward"))
        text = f"pay {paid}: {text}" if paid else text
        danger = space.int("danger", 0, 9999, 0)
        text += f"; danger {danger}" if danger else ""
        return text + ("; any number of markers" if space.str("capacity", ("any",), "") else "")
