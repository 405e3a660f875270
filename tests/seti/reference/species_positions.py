"""Random species for `random_play.rich_position`: discovered ones with a lot on the table and in the players' hands."""

from . import solar
from .position import KINDS
from .species_table import TILE

GOLD = (25, 50, 70)  # where milestones of others may lie, too: which one first is then a choice


def pair_of(tree, rng, cards):
    """Two species for the slots, those of the wanted cards rather than others."""
    wanted = sorted({tree["cards"][card]["species"] for card in cards if "species" in tree["cards"][card]})
    rng.shuffle(wanted)
    others = [species for species in sorted(tree["species"]) if species not in wanted]
    rng.shuffle(others)
    pair = (wanted + others)[:2]
    rng.shuffle(pair)
    return pair


def lay_species(tree, rng, table, cards):
    """Both slots of a position that has everything else; players have `cards` rather than others."""
    names = list(table["seats"])
    table["gone"] = []
    for slot in table["species"].values():
        found = rng.random() < 0.6
        for kind in KINDS:
            slot["spaces"][kind] = rng.choice(["neutral", *names] if found else [None, None, "neutral", *names])
            slot["overflow"][kind] = {name: rng.randint(1, 2) for name in names if rng.random() < 0.2}
        slot["discovered"] = all(slot["spaces"].values())
        if slot["discovered"]:
            _lay(tree, rng, table, slot, cards)


def _lay(tree, rng, table, slot, cards):
    """What a discovered species has on the table."""
    printed, seats = tree["species"][slot["id"]], table["seats"]
    names = list(seats)
    deck = [card for card, entry in tree["cards"].items() if entry.get("species") == slot["id"]]
    rng.shuffle(deck)
    deck.sort(key=lambda card: card in cards)  # from its end the players' cards are dealt
    slot["board"] = {}
    for kind in KINDS:
        column = slot["board"][kind] = []
        for space in printed["board"][kind]:
            if "capacity" in space:
                column.append([rng.choice(names) for _ in range(rng.choice((0, 0, 1, 2)))])
            else:
                column.append(rng.choice(names) if "token" not in space and rng.random() < 0.3 else None)
    if "samples" in printed:
        _lay_samples(rng, slot, printed, seats)
        _place_figures(tree, rng, table, printed)
    if "anomalies" in printed:
        start, tokens = rng.randrange(8), rng.sample(sorted(printed["anomalies"]), len(printed["anomalies"]))
        places = zip(printed["anomalies_at"], tokens)
        slot["anomalies"] = {str((start - offset) % 8): f"{token}/{rng.randint(1, 2)}" for offset, token in places}
    if "tile" in printed:
        _lay_tile(rng, table, printed)
    if "milestones" in printed:
        _deal_secrets(rng, table, slot, printed, deck)
        return
    for seat in seats.values():
        seat["hand"] += [deck.pop() for _ in range(min(len(deck), rng.choice((0, 1, 1, 2))))]
    for seat in seats.values():
        for _ in range(rng.choice((0, 0, 1))):
            if deck:
                _had_card(tree, rng, table, seat, deck.pop(), cards)
    if "message_rewards" in printed:
        _send_messages(rng, slot, printed, seats, deck)
    slot["face_up"] = deck.pop() if deck and printed["face_up_cards"] else None
    slot["deck"] = deck


def _had_card(tree, rng, table, seat, card, cards):
    """A card that a player has played or tucked."""
    entry = tree["cards"][card]
    if rng.random() < 0.3 and card not in cards:
        seat["tucked"].append(card)
    elif "endgame" in entry:
        seat["endgame"].append(card)
    elif "mission" in entry and (card in cards or rng.random() < 0.7):
        seat["missions"][card] = []
    elif "mission" in entry:
        seat["completed"].append(card)
    elif "triggers" in entry:
        seat["missions"][card] = [False for _ in entry["triggers"]]
    else:
        table["gone"].append(card)


def _lay_samples(rng, slot, printed, seats):
    """At planets, with players as capsules, delivered (MAS-01, MAS-05, MAS-12)."""
    samples = rng.sample(sorted(printed["samples"]), len(printed["samples"]))
    slot["samples"] = {planet: [samples.pop() for _ in range(n)] for planet, n in printed["samples_at"].items()}
    slot["tokens"] = {}
    for kind, spaces in printed["board"].items():
        column = [samples.pop() if space.get("token") == "setup" else None for space in spaces]
        free = [i for i, space in enumerate(spaces) if space.get("token") == "delivered"]
        if any("token" in space for space in spaces):
            slot["tokens"][kind] = column
        for lying in slot["samples"].values():
            for sample in list(lying):
                fate = rng.random()
                if fate < 0.3 and free:
                    lying.remove(sample)
                    column[free.pop(0)] = sample
                elif fate < 0.5:
                    lying.remove(sample)
                    seat = rng.choice(list(seats.values()))
                    seat.setdefault("capsules", {})[sample] = [rng.randint(1, 4), rng.randrange(8)]
    for kind, column in slot["tokens"].items():
        for i, sample in enumerate(column):
            if sample and rng.random() < 0.3:
                slot["board"][kind][i] = rng.choice(list(seats))


def _place_figures(tree, rng, table, printed):
    """Some probes where there are samples, some capsules on Earth."""
    turns = table["discs"]["turns"]
    for seat in table["seats"].values():
        if seat["probes"] and rng.random() < 0.5:
            seat["probes"][0] = list(solar.space_of(tree, turns, rng.choice(sorted(printed["samples_at"]))))
        for sample in seat.get("capsules", ()):
            if rng.random() < 0.3:
                seat["capsules"][sample] = list(solar.space_of(tree, turns, "earth"))


def _lay_tile(rng, table, printed):
    """With signals, orbiters and landers (OUM-03, OUM-06)."""
    names, data = list(table["seats"]), printed["tile"]["data"]
    turns = table["discs"]["turns"][solar.DISCS.index(printed["tile"]["disc"])]
    space = [printed["tile"]["ring"], (printed["tile"]["cell"] - turns) % 8]
    filled = rng.randrange(data)
    slot = [rng.choice(names) for _ in range(filled)] + ["."] * (data - filled)
    table["stars"][TILE] = {"slot": " ".join(slot), "wins": []}
    planet = {"first_orbit": None, "orbiters": {}, "landers": {}, "data": [[] for _ in printed["body"]["land_first"]]}
    table["planets"][TILE] = planet
    for name, seat in table["seats"].items():
        if seat["probes"] and rng.random() < 0.5:
            seat["probes"][-1] = list(space)
        seat["exofossils"] = rng.choice((0, 0, 1, 3, 5))
        if rng.random() < 0.3:
            planet["orbiters"][name] = rng.randint(1, 2)
            planet["first_orbit"] = planet["first_orbit"] or name
        if rng.random() < 0.3:
            planet["landers"][name] = 1
            free = [space for space in planet["data"] if not space]
            if free:
                rng.choice(free).append(name)


def _ahead(rng, vp, most):
    """A score up to so many points ahead, one where there is a gold milestone rather often."""
    gold = [score for score in GOLD if vp < score <= vp + most]
    return rng.choice(gold) if gold and rng.random() < 0.6 else vp + rng.randint(1, most)


def _send_messages(rng, slot, printed, seats, deck):
    """Message tiles still ahead, rewards covered by those that are not, messages on their way (CEN-01 to CEN-05)."""
    rewards, slot["rewards"], slot["messages"] = list(printed["message_rewards"]), {}, []
    rng.shuffle(rewards)
    for name, seat in seats.items():
        if rng.random() < 0.6:
            seat["message_tile"] = _ahead(rng, seat["vp"], printed["message_tile_ahead"])
        else:
            slot["rewards"][rewards.pop()] = name
        sent = [deck.pop() for _ in range(min(len(deck), rng.choice((0, 1, 2))))]
        scores = sorted(_ahead(rng, seat["vp"], printed["message_ahead"]) for _ in sent)
        slot["messages"] += [[card, name, score] for card, score in zip(sent, scores)]


def _deal_secrets(rng, table, slot, printed, deck):
    """EXE-01 to EXE-06."""
    ahead = [entry["ahead_of_leader"] for entry in printed["milestones"].values()]
    best = rng.choice([score - n for score in GOLD for n in ahead] + [rng.randrange(60)])
    slot["milestones"] = [max(0, best) + n for n in ahead]
    for name, seat in table["seats"].items():
        dealt = printed["cards_per_player"] + list(slot["spaces"].values()).count(name)
        held = [deck.pop() for _ in range(dealt)]
        seat["secrets_played"] = [held.pop() for _ in range(rng.randrange(3))]
        seat["secrets"] = held
        reached = [mark for mark, score in zip(printed["milestones"], slot["milestones"]) if score <= seat["vp"]]
        seat["secret_milestones"] = [mark for mark in reached if rng.random() < 0.8]
    table["gone"] += deck
    slot["deck"], slot["face_up"] = [], None
