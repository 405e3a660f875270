"""Random choices for test games, weighted by the first word of a line so that games get far.

First a word is drawn by its weight, 4 where it has none, then one of its lines, all equally likely. Lines are sorted
before drawing, so that the same generator makes the same choices from the same set of lines.
"""

from .position import bench
from .species_positions import lay_species, pair_of

WEIGHTS = {
    "pass": 0.02, "end": 4, "launch": 4, "orbit": 9, "land": 9, "scan": 4, "analyze": 12, "play": 6, "research": 5,
    "move": 3, "place": 6, "corner": 0.3, "mission": 8, "buy": 0.4, "exchange": 0.3,
    "go": 8, "skip": 0.8, "done": 1.5, "settle": 6, "cover": 6,
}  # fmt: skip


def pick(rng, lines, wanted=frozenset()):
    """One of the lines, by `random.Random` `rng`; half the time one of those `wanted`, where there is one."""
    if wanted & lines and rng.random() < 0.5:
        return rng.choice(sorted(wanted & lines))
    by_word = {}
    for line in sorted(lines):
        by_word.setdefault(line.split()[0], []).append(line)
    words = list(by_word)
    word = rng.choices(words, [WEIGHTS.get(word, 4) for word in words])[0]
    return rng.choice(by_word[word])


def any_of(rng, lines):
    """One of the lines, all equally likely."""
    return rng.choice(sorted(lines))


def lingering(rng, lines):
    """Nearly always a line that does something now, where there is one: free actions as long as they can be paid."""
    doing = lines - {"go", "done", "end", "pass"}
    return rng.choice(sorted(doing if doing and rng.random() < 0.9 else lines))


def new_position(tree, rng, players, cards=frozenset(), pair=None):
    """A freshly set up game before the first tucking (R2), drawn with `rng` by this module's own way of drawing.

    The species are a `pair` or drawn, then those of `cards` rather than others."""
    deck = sorted(card for card, entry in tree["cards"].items() if "species" not in entry)
    rng.shuffle(deck)

    def deal(n):
        return [deck.pop(0) for _ in range(n)]

    setup = tree["setup"]
    row = deal(setup["card_row"])
    stacks = [deal(players + setup["end_of_round_extra"]) for _ in range(4)]
    table = bench(
        tree,
        players,
        round=0,
        row=row,
        end_of_round=stacks,
        deck=[],
        sectors=rng.sample(sorted(tree["sector_boards"]), 4),
        discs={"turns": [rng.randrange(8) for _ in range(3)], "next": "disc-1"},
    )
    for i, seat in enumerate(table["seats"].values()):
        own = {key: value[i] if isinstance(value, list) else value for key, value in setup["start"].items() if key != "techs"}
        in_hand = own.pop("cards")
        techs = setup["start"].get("techs", [])
        seat["techs"] = list(techs if not techs or isinstance(techs[0], str) else techs[i])
        computers = [tech for tech in tree["techs"] if tech in seat["techs"] and tree["techs"][tech]["kind"] == "computer"]
        seat["computer"]["tiles"] = {str(column): tech for column, tech in zip(tree["computer"]["slot_columns"], computers)}
        seat.update(own, vp=setup["start_vp"][i], hand=deal(in_hand))
    for stack in table["techs"].values():
        rng.shuffle(stack["tiles"])
    for seat in table["seats"].values():
        for tech in seat["techs"]:
            table["techs"][tech]["tiles"].pop(0)
    for tile in table["gold"].values():
        tile["side"] = rng.choice("ab")
    for slot, species in zip(table["species"].values(), pair or pair_of(tree, rng, cards)):
        slot["id"] = species
    return table | {"deck": deck}


def rich_position(tree, rng, players, cards=frozenset(), rounds=(2, 3, 4, 5), pair=None):
    """A position in the middle of a game in which a lot can happen: pieces everywhere, techs, cards, resources.

    No game need ever come to it; the rules hold all the same. Players have `cards` rather than others; it is one of
    the `rounds`; the species are a `pair` or drawn.
    """
    table = new_position(tree, rng, players, cards, pair)
    names = list(table["seats"])
    deck = table["deck"]
    table["round"] = rng.choice(rounds)
    for i in range(table["round"] - 1):
        deck += table["end_of_round"][i]
        table["end_of_round"][i] = []
    rng.shuffle(deck)
    deck.sort(key=lambda card: card in cards)  # from its end the players' cards are dealt
    turns = rng.randrange(30)
    table["discs"] = {"turns": [rng.randrange(8) for _ in range(3)], "next": f"disc-{turns % 3 + 1}"}
    table["turn"], table["first"] = rng.choice(names), rng.choice(names)

    def deal_hands():
        for seat in table["seats"].values():
            seat["hand"] += [deck.pop() for _ in range(rng.randrange(6))]

    hands_first = rng.random() < 0.5  # else in front of the players first
    if hands_first:
        deal_hands()
    for name, seat in table["seats"].items():
        seat.update(vp=rng.randrange(90), credits=rng.randrange(12), energy=rng.randrange(12))
        seat.update(publicity=rng.randrange(11), data=rng.randrange(7))
        seat["milestones"] = [score for score in (20, 25, 30, 50, 70) if score <= seat["vp"] and rng.random() < 0.9]
        seat["techs"] = [tech for tech in table["techs"] if rng.random() < 0.4]
        for tech in seat["techs"]:
            table["techs"][tech]["two_points"] = False
            table["techs"][tech]["tiles"].pop()
        columns = rng.sample(tree["computer"]["slot_columns"], 4)
        computers = [tech for tech in seat["techs"] if tech.startswith("computer")]
        top = rng.randrange(7)
        tiles = dict(zip(columns, computers))
        lower = [column for column in tiles if column <= top and rng.random() < 0.5]
        seat["computer"] = {"top": top, "tiles": {str(c): tech for c, tech in tiles.items()}, "lower": sorted(lower)}
        limit = 2 if "probe-1" in seat["techs"] else 1
        for _ in range(rng.randrange(limit + 1)):
            seat["probes"].append([rng.randint(1, 4), rng.randrange(8)])
        seat["tucked"] = [deck.pop() for _ in range(rng.randrange(4))]
        seat["completed"] = []
        for _ in range(rng.randrange(12)):
            card = deck.pop()
            entry = tree["cards"][card]
            if "endgame" in entry:
                seat["endgame"].append(card)
            elif "mission" in entry:
                where = rng.random() < 0.7
                if where:
                    seat["missions"][card] = []
                else:
                    seat["completed"].append(card)
            elif "triggers" in entry:
                covered = [rng.random() < 0.4 for _ in entry["triggers"]]
                seat["missions"][card] = [False] * len(covered) if all(covered) else covered
            else:
                table["discard"].append(card)
        for planet_id, planet in table["planets"].items():
            if rng.random() < 0.25:
                planet["orbiters"][name] = rng.randint(1, 2)
                planet["first_orbit"] = planet["first_orbit"] or name
            if rng.random() < 0.2:
                planet["landers"][name] = 1
                free = [space for space in planet["data"] if not space]
                if free:
                    rng.choice(free).append(name)
        for moon, seats in table["moons"].items():
            if not seats and rng.random() < 0.1:
                seats.append(name)
    if not hands_first:
        deal_hands()
    for star, entry in table["stars"].items():
        spaces = tree["stars"][star]["data"]
        filled = rng.randrange(spaces)
        entry["slot"] = " ".join([rng.choice(names) for _ in range(filled)] + ["."] * (spaces - filled))
        entry["wins"] = [rng.choice(names) for _ in range(rng.randrange(3))]
    lay_species(tree, rng, table, cards)
    if rng.random() < 0.3:  # so that the discard pile is shuffled soon
        keep = rng.randrange(6)
        table["discard"] += deck[keep:]
        del deck[keep:]
    return table
