"""Components in plain English, in the words of the rulebook: what `seti_sim show` prints.

The text is made from the data, so it says what a variant says. `wording` has the English of effects and conditions,
`describe_species` what the species bring, `describe_table` what belongs to no component.
"""

from seti_sim.core.names import titles_of
from seti_sim.core.node import Node
from seti_sim.core.parts import named

from .describe_solo import objective_words
from .describe_species import SpeciesText
from .describe_table import ACTIONS, LIMITS, SETUP, TableText
from .wording import Wording
from .words import CORNERS, INCOMES, amount, listed, word


def describe(rules, what):
    """The text of a component of `rules` (a `RuleSet`), one or more lines without a line break at the end.

    `what` is a card's id or name, `tech`, `star`, `planet`, `moon`, `gold`, `species`, `action`, `limit` or `setup` for
    all of them, or one of these words and an id (`tech probe-1`, `action scan`); an id alone will do. Case does not matter.
    Raises `RuleError` with the closest names for a component that does not exist.
    """
    return _Describer(rules.tree).describe(what)


def data(rules, what):
    """(address, value) of each component of the rules that `describe` tells for `what`; nothing for actions, limits and setup,
    whose text is made of many places."""
    describer = _Describer(rules.tree)
    kind, name = named(what, describer.titles)
    if kind == "gold":
        return [(f"gold_tiles.{side}", tile) for side, tile in rules.tree["gold_tiles"].items() if name in (None, tile["tile"])]
    table = kind if kind == "species" else f"{kind}s"
    entries = rules.tree[table] if kind not in ("action", "limit", "setup") else {}
    return [(f"{table}.{each}", entry) for each, entry in entries.items() if name in (None, each)]


def describe_new(rules, table, name):
    """The text of a component of one of the tables of `new`, which has objectives, the rival's cards and sides of gold tiles besides
    those of `describe`."""
    if table == "objectives":
        objective = rules.tree["solo"]["objectives"][name]
        return f"{name}  objective of level {objective['level']}\n{objective_words(objective)}"
    if table == "rival_cards":
        card = rules.tree["solo"]["cards"][name]
        of = f" of {rules.tree['species'][card['species']]['name']}" if "species" in card else ""
        lines = [", ".join(f"{key} {value}" for key, value in action.items()) for action in card["actions"]]
        return "\n".join([f"{name}  {card['name']} (card of the rival{of}, {card['group']}, arrow {card['arrow']})", *lines])
    if table == "gold_tiles":
        side = rules.tree[table][name]
        lines = describe(rules, f"gold {side['tile']}").splitlines()
        return f"{name}  gold tile\n{lines[1 + 'ab'.index(side['side'])]}"
    return describe(rules, f"{table.removesuffix('s') if table != 'species' else table} {name}")


class _Describer(SpeciesText, TableText):
    def __init__(self, tree):
        self.root = Node(tree)
        self.ids = {
            "card": list(tree["cards"]),
            "tech": list(tree["techs"]),
            "star": list(tree["stars"]),
            "planet": list(tree["planets"]),
            "moon": list(tree["moons"]),
            "gold": list(dict.fromkeys(tile["tile"] for tile in tree["gold_tiles"].values())),
            "species": list(tree["species"]),
            "action": [*ACTIONS],
            "limit": list(LIMITS),
            "setup": list(SETUP),
        }
        self.titles = {kind: {name: name for name in ids} for kind, ids in self.ids.items()}
        for kind, table in (("card", "cards"), ("star", "stars"), ("planet", "planets"), ("species", "species")):
            self.titles[kind] = titles_of(tree[table])
        self.words = Wording(self.root)

    # ------------------------------------------------------------------ which component
    def describe(self, what):
        kind, name = named(what, self.titles)
        if name is not None:
            return self.one(kind, name)
        if kind == "card":
            return "\n".join(f"{i}  {self.root.value['cards'][i]['name']}" for i in self.ids["card"])
        between = "\n" if kind in ("action", "limit", "setup") else "\n\n"
        return between.join(self.one(kind, i) for i in self.ids[kind])

    def one(self, kind, name):
        return getattr(self, kind)(name)

    def component(self, table, name):
        return Node(self.root.value[table][name], f"{table}.{name}")

    # ------------------------------------------------------------------ the components

    def card(self, name):
        words, card = self.words, self.component("cards", name)
        of = card.str("species", default="")
        lines = [f"{name}  {card.str('name')}" + (f" ({words.body(of)})" if of else "")]
        if card.has("secret"):
            lines += self.secret(card.table("secret"))
        else:
            lines += self.front(card)
        if card.has("copy_of"):
            printed = card.str("copy_of")
            lines.insert(1, f"New, made from {self.root.value['cards'].get(printed, {'name': 'a card'})['name']} ({printed})")
        if card.has("mission"):
            mission = card.table("mission")
            when, reward = words.condition(mission.table("when")), words.reward(mission.tables("reward"))
            lines.append(f"Mission: {when}: {reward}")
            mission.done()
        for space in card.tables("triggers", default=[]):
            lines.append(f"Trigger: {words.event(space.table('on'))}: {words.reward(space.tables('reward'))}")
            space.done()
        if card.has("message"):
            ahead = amount(self.component("species", of).int("message_ahead", 1, 9999), "point")
            lines.append(f"Message, {ahead} later: {words.reward(card.tables('message'))}")
        if card.has("endgame"):
            lines.append("End of game: " + words.endgame(card.table("endgame")))
        card.done()
        return "\n".join(lines)

    def front(self, card):
        """What a card in the hand is good for, and what it does when it is played."""
        if isinstance(card.raw("cost"), dict):
            energy = card.table("cost")
            cost = f"{energy.int('energy', 0, 9999)} energy"
            energy.done()
        else:
            cost = card.int("cost", 0, 9999)
        corner = card.table("corner")
        gains = [amount(corner.int(key, 1, 9999), CORNERS[key]) for key in corner.keys() if key in CORNERS]
        corner.done()
        income = amount(1, word(card, "income", INCOMES))
        lines = [f"Cost {cost}; corner {listed(gains)}; {card.str('sector')} sector; income {income}"]
        play = card.tables("play")
        return [*lines, self.words.sentences(play)] if play else lines

    def secret(self, secret):
        """What a card scores that is played face down."""
        when = self.words.condition(secret.table("when"))
        points = amount(secret.int("vp", 0, 9999), "point")
        danger = secret.int("danger", 0, 9999)
        secret.done()
        return [f"Played face down; danger {danger}", f"End of game: {points} if you have {when}"]

    def tech(self, name):
        words, tech = self.words, self.component("techs", name)
        lines = [f"{name}  {tech.str('kind')} tech"]
        rules = Node(self.root.value["tech_rules"], "tech_rules")
        bonuses = rules.table("bonuses")
        bonus = listed([words.reward(bonuses.tables(key)) for key in bonuses.keys()], "or")
        first = words.reward(rules.tables("first_taker"))
        extra = tech.tables("extra")
        taking = f"{words.reward(extra)}, then {bonus}" if extra else bonus
        lines.append(f"On taking it: {taking} by the tile; first to take it: {first}")
        lines += words.tech_effect(tech.table("effect"))
        tech.done()
        return "\n".join(lines)

    def star(self, name):
        words, star = self.words, self.component("stars", name)
        sectors = Node(self.root.value["sectors"], "sectors")
        pair = next((b["stars"] for b in self.root.value["sector_boards"].values() if name in b["stars"]), [])
        other = [words.star(other) for other in pair if other != name]
        lines = [
            f"{star.str('name')}  {star.str('color')} sector" + (f", on one board with {other[0]}" if other else ""),
            f"Spaces for data: {star.int('data', 1, 9999)}; on space {sectors.int('bonus_space', 1, 9999)}: "
            + words.reward(sectors.tables("second_space")),
            "First win: " + words.reward(star.tables("win_first")),
            "Later wins: " + words.reward(star.tables("win_later")),
            "Every contributor: " + words.reward(sectors.tables("contributor")),
        ]
        star.done()
        return "\n".join(lines)

    def planet(self, name):
        words, planet = self.words, self.component("planets", name)
        planet.str("name", default="")
        first = words.reward(Node(self.root.value["planet_rules"], "planet_rules").tables("orbit_first"))
        lines = [words.body(name), *self.orbit_and_land(planet, first)]
        lines += ["Moon: " + self.moon(moon) for moon in planet.strs("moons")]
        planet.done()
        return "\n".join(lines)

    def orbit_and_land(self, planet, first):
        """What orbiters and landers of a planet gain; `first` is what its first orbiter gains besides."""
        words, actions = self.words, self.root.value["actions"]
        land = Node(actions["land"], "actions.land")
        near = words.cost(land, "cost_with_orbiter")
        lines = [
            f"Orbit for {words.cost(Node(actions['orbit'], 'actions.orbit'), 'cost')}: " + words.reward(planet.tables("orbit")),
            f"First orbiter: {first}",
            f"Land for {words.cost(land, 'cost')}, or {near} with an orbiter there: " + words.reward(planet.tables("land")),
        ]
        spaces = [words.reward(space) for space in planet.lists("land_first")]
        if spaces:
            landers = "lander" if len(spaces) == 1 else f"{len(spaces)} landers"
            lines.append(f"First {landers}: " + "; ".join(spaces))
        return lines

    def moon(self, name):
        moon = self.component("moons", name)
        moon.str("name", default="")
        text = f"{self.words.body(name)}, at {self.words.body(moon.str('planet'))}. Land: "
        text += self.words.reward(moon.tables("land"))
        moon.done()
        return text

    def gold(self, name):
        lines = [f"Gold tile: {name}"]
        for key, tile in self.root.value["gold_tiles"].items():
            if tile["tile"] != name:
                continue
            node = self.component("gold_tiles", key)
            node.str("tile")
            node.str("in_place_of", default="")
            values = "/".join(map(str, node.ints("values", 0, 9999)))
            lines.append(f"Side {node.str('side')}: {values} points {self.words.per(node.table('count'))}")
            node.done()
        return "\n".join(lines)
