"""Cards, data, figures, markers and tiles: none is lost, none is made; limits hold; what only grows does so.

What the species bring (samples, capsules, messages, exofossils, their cards) is in `test_species_are_whole`, too.
"""

from collections import Counter

from .walks import every, over_games, rules, walk, where

BONUSES = ["draw", "energy", "publicity", "vp"]
KINDS = ("signal", "lander", "analysis")
TILE = rules().tree["species"]["oumuamua"]["tile"]


def places_of_cards(position):
    """Every card as often as it lies somewhere on the table; places of the row that wait for a card left out."""
    places = Counter(card for card in position["row"] if card)
    for pile in (position["deck"], position["discard"], *position["end_of_round"]):
        places.update(pile)
    for seat in position["seats"].values():
        for place in ("hand", "tucked", "missions", "completed", "endgame", "secrets", "secrets_played"):
            places.update(list(seat.get(place, ())))
    for slot in position["species"].values():
        if slot["discovered"]:
            places.update([*slot["deck"], *filter(None, [slot["face_up"]])])
            places.update(message[0] for message in slot.get("messages", ()))
    places.update(position.get("gone", ()))
    return places


def cards_of_the_game(position):
    """All cards but those of species that are still hidden or take no part."""
    found = {slot["id"] for slot in position["species"].values() if slot["discovered"]}
    table = rules().tree["cards"]
    return [card for card in rules().card_ids if table[card].get("species") in {None, *found}]


def card_in_play(position):
    """The card whose effects are being done: it lies nowhere (R13.3), unless it has just been tucked (R13.12)."""
    fields = position.get("pending", {}).get("fields", {})
    number = fields.get("card", 255)
    card = None if number == 255 or fields.get("tucked") else rules().card_ids[number]
    # A message that is being sent has its marker on the track already (CEN-04).
    sent = [message[0] for slot in position["species"].values() for message in slot.get("messages", ())]
    return None if card in sent else card


@over_games(6)
def test_every_card_lies_in_one_place(players, seed, style):
    """R13.1 to R13.3, R13.9, SPG-15. The hidden stacks have a card more than players, and one less for each who passed;
    species' cards lie somewhere from the discovery on."""
    for game in every(walk(players, seed, style), 3):
        position = game.to_json()
        places = places_of_cards(position)
        playing = card_in_play(position)
        places.update([playing] if playing else [])
        assert places == Counter(cards_of_the_game(position)), where(game)
        assert len(position["row"]) == 3 and position["main"] == "running" or None not in position["row"], where(game)
        for number, stack in enumerate(position["end_of_round"], 1):
            gone = len(position["passed"]) if number == position["round"] else 0
            if number < position["round"]:
                assert not stack, where(game)
            elif number > position["round"] or game.decision == "turn":
                assert len(stack) == players + 1 - gone, where(game)


@over_games(6)
def test_data_and_markers_of_a_star(players, seed, style):
    """R10.2, R10.6, R10.19: each space of a slot holds a data or a marker, markers first; excess only without data."""
    for game in every(walk(players, seed, style), 3):
        position = game.to_json()
        for star, entry in position["stars"].items():
            words = entry["slot"].split()
            size = rules().tree["stars"][star]["data"] if star != "oumuamua" else TILE["data"]
            slot, excess = words[:size], words[size:]
            markers = sum(word != "." for word in slot)
            assert len(slot) == size and slot[markers:] == ["."] * (size - markers), (star, where(game))
            assert set(slot[:markers]) <= set(position["seats"]), (star, where(game))
            if excess:
                assert markers == size and excess[0] == "|" and "." not in excess[1:] and len(excess) > 1, where(game)
            # A completed sector is settled before the next main action (R10.14).
            if game.decision == "turn":
                assert markers < size, (star, where(game))


@over_games(6)
def test_tiles_and_markers(players, seed, style):
    """R2.5, R2.7, R15.3, R15.6, R18.3 to R18.6: tech tiles, 2-point tiles, gold markers, neutral markers."""
    tree = rules().tree
    neutral = tree["milestones"]["neutral_markers"][str(players)]
    for game in every(walk(players, seed, style), 3):
        position = game.to_json()
        seats = position["seats"]
        for tech, stack in position["techs"].items():
            owners = sum(tech in seat["techs"] for seat in seats.values())
            assert len(stack["taken"]) == owners, (tech, where(game))
            assert sorted(stack["taken"] + stack["tiles"]) == BONUSES, (tech, where(game))
            assert stack["two_points"] == (owners == 0), (tech, where(game))
        marked = Counter(name for tile in position["gold"].values() for name in tile["markers"])
        for tile in position["gold"].values():
            assert len(set(tile["markers"])) == len(tile["markers"]), where(game)
        for name, seat in seats.items():
            golden = [score for score in seat["milestones"] if score in tree["milestones"]["gold"]]
            assert marked[name] == len(golden), (name, where(game))
            assert all(score <= seat["vp"] for score in seat["milestones"]), (name, where(game))
        left = sum(position["neutral"].values())
        spaces = [slot["spaces"][kind] for slot in position["species"].values() for kind in KINDS]
        assert left + spaces.count("neutral") == neutral * len(tree["milestones"]["neutral"]), where(game)
        for slot in position["species"].values():
            assert not slot["discovered"] or all(slot["spaces"].values()), where(game)


@over_games(6)
def test_limits(players, seed, style):
    """R1.2, R1.3, R6.2, R12.2 to R12.4, and that nothing is ever owed."""
    for game in every(walk(players, seed, style), 3):
        position = game.to_json()
        for name, seat in position["seats"].items():
            at = (name, where(game))
            assert 0 <= seat["publicity"] <= 10 and 0 <= seat["data"] <= 6, at
            assert min(seat["credits"], seat["energy"], seat["vp"], seat["exofossils"]) >= 0, at
            computer = seat["computer"]
            assert 0 <= computer["top"] <= 6 and set(computer["tiles"]) <= {"1", "3", "5", "6"}, at
            assert all(str(k) in computer["tiles"] and k <= computer["top"] for k in computer["lower"]), at
            placed = sorted(computer["tiles"].values())
            owned = sorted(tech for tech in seat["techs"] if tech.startswith("computer"))
            assert placed == owned or (len(placed) == len(owned) - 1 and game.to_move == name), at
            # base-009 launches two whatever the limit; the limit of two and two of these is the most.
            assert len(seat["probes"]) <= 4, at
            assert all(1 <= ring <= 4 and 0 <= sector <= 7 for ring, sector in seat["probes"]), at
        for planet, entry in position["planets"].items():
            at = (planet, where(game))
            assert entry["first_orbit"] is None or entry["orbiters"][entry["first_orbit"]] > 0, at
            assert sum(map(len, entry["data"])) <= sum(entry["landers"].values()) or "base-016" in _seen(position), at


def _seen(position):
    """Cards that were used for anything: base-016 alone lets a lander cover a data space that is covered."""
    seen = set(position["discard"])
    return seen.union(*(seat[place] for seat in position["seats"].values() for place in ("tucked", "missions")))


def growing(position):
    """What never becomes less: counts by name."""
    counts = {
        "round": position["round"],
        "turns": position["turns"],
        "decisions": position["decisions"],
        "reshuffles": position["reshuffles"],
    }
    for star, entry in position["stars"].items():
        counts |= {f"wins of {star} by {name}": n for name, n in Counter(entry["wins"]).items()}
    for label, slot in position["species"].items():
        counts[f"{label} discovered"] = int(slot["discovered"])
        for kind in KINDS:
            holder = slot["spaces"][kind]
            counts |= {f"{label} {kind} by {holder}": 1} if holder else {}
            counts |= {f"{label} {kind} overflow of {name}": n for name, n in slot["overflow"].get(kind, {}).items()}
        for kind, column in slot.get("board", {}).items():
            for i, holders in enumerate(column):
                for name, n in Counter(holders if isinstance(holders, list) else filter(None, [holders])).items():
                    counts[f"{label} {kind} {i} on the board by {name}"] = n
        counts |= {f"{label} {reward} covered by {name}": 1 for reward, name in slot.get("rewards", {}).items()}
        for kind, column in slot.get("tokens", {}).items():
            counts |= {f"{label} {kind} {i} holds {token}": 1 for i, token in enumerate(column) if token}
    for tile, entry in position["gold"].items():
        counts |= {f"{tile} marker {i} of {name}": 1 for i, name in enumerate(entry["markers"])}
    for name, seat in position["seats"].items():
        counts |= {f"vp of {name}": seat["vp"], f"decisions of {name}": seat["decisions"]}
        counts |= {f"{source} points of {name}": n for source, n in seat["points"].items()}
        for place in ("tucked", "completed", "endgame", "techs", "milestones", "secrets_played", "secret_milestones"):
            counts |= {f"{item} {place} by {name}": 1 for item in seat.get(place, ())}
        counts |= {f"{column} of {name} holds {tech}": 1 for column, tech in seat["computer"]["tiles"].items()}
    return counts


def less_at_the_end(position):
    """{what: by how much it may fall in the end}: who has most danger loses a tenth of all points (EXE-12, EXE-13)."""
    slots = [label for label, slot in position["species"].items() if slot["id"] == "exertians" and slot["discovered"]]
    return {
        what: seat["vp"] // 9
        for name, seat in position["seats"].items()
        for label in slots
        for what in (f"vp of {name}", f"species-{label} points of {name}")
    }


@over_games(4)
def test_what_only_grows(players, seed, style):
    """Points, wins, traces, techs, tucked cards, completed missions, gold markers stay for the game, all but the loss
    that danger brings."""
    before = {}
    for game in every(walk(players, seed, style), 2):
        now = growing(game.to_json())
        less = less_at_the_end(game.to_json()) if game.is_over else {}
        lost = {name: (n, now.get(name, 0)) for name, n in before.items() if now.get(name, 0) < n - less.get(name, 0)}
        assert not lost, where(game)
        before = now


@over_games(7)
def test_points_add_up(players, seed, style):
    """The points of all sources are the total, and the shares of a win are one together (R19.9)."""
    for game in every(walk(players, seed, style), 11):
        scores = game.scores()
        for name, seat in game.to_json()["seats"].items():
            assert scores[name]["total"] == seat["vp"] == sum(scores[name]["by_source"].values()), where(game)
            assert scores[name]["by_source"] == seat["points"], where(game)
        best = max(score["total"] for score in scores.values())
        winners = [name for name, score in scores.items() if score["total"] == best]
        for name, score in scores.items():
            assert score["win_share"] == (1 / len(winners) if name in winners else 0), where(game)


def verbs(program):
    """The verbs of a program and of all programs in it."""
    if isinstance(program, dict):
        own = {program["do"]} if "do" in program else set()
        return own.union(*map(verbs, program.values()))
    return set().union(*map(verbs, program)) if isinstance(program, list) else set()


def removing(card):
    return card is not None and "remove" in verbs(rules().tree["cards"][card]["play"])


def figures(position):
    """Of each seat: probes in space, and orbiters and landers (those on moons too)."""
    craft = {name: 0 for name in position["seats"]}
    for planet in position["planets"].values():
        for name in craft:
            craft[name] += planet["orbiters"].get(name, 0) + planet["landers"].get(name, 0)
    for holders in position["moons"].values():
        for name in holders:
            craft[name] += 1
    return {name: (len(seat["probes"]), craft[name]) for name, seat in position["seats"].items()}


def data_cost(position, action):
    """Data that marking a space of a species' board takes from the pool (CEN-10)."""
    words = action.split()
    if words[0] != "trace" or not words[-1].isdigit():
        return 0
    board = rules().tree["species"][position["species"][words[1]]["id"]]["board"]
    return board[words[2]][int(words[3]) - 1].get("cost", {}).get("data", 0)


@over_games(4)
def test_figures_and_data_of_a_seat(players, seed, style):
    """R6.1, R7.1, R8.1: only orbits and landings take probes out of space, one each, and only a card takes a craft away
    again. R12.2 to R12.5, CEN-10: data leave the pool only one at a time onto the computer, and the computer all at
    once, or to pay for a space of a species' board."""
    then = last = mover = playing = None
    for game in walk(players, seed, style):
        position = game.to_json()
        now = figures(position)
        if then:
            action, at = str(game.action(game.history[-1])), where(game)
            card = action.split()[1] if action.startswith("play ") else playing
            for name, seat in position["seats"].items():
                (probes, craft), (probes_then, craft_then) = now[name], then[name]
                lost = probes_then + craft_then - probes - craft
                assert lost <= (1 if removing(card) else 0), (name, action, at)
                assert craft >= craft_then or removing(card), (name, action, at)
                # A program launches two at most before somebody can act, or orbits or lands at most once.
                assert lost >= -2 and craft - craft_then <= 1, (name, action, at)
                computer, before = seat["computer"], last["seats"][name]["computer"]
                placed = computer["top"] + len(computer["lower"]) - before["top"] - len(before["lower"])
                if placed > 0:
                    assert placed == 1 and action.split()[0] == "place" and name == mover, (name, action, at)
                elif placed < 0:
                    assert not computer["top"] and not computer["lower"] and before["top"] == 6, (name, action, at)
                paid = data_cost(last, action) if name == mover else 0
                assert seat["data"] >= last["seats"][name]["data"] - max(placed, 0) - paid, (name, action, at)
        then, last, mover, playing = now, position, game.to_move, card_in_play(position)
