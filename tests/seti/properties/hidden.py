"""Everything a seat cannot see (R20.2), dealt anew, and the one check that a player chooses the same whatever lies there.

Hidden are the order of decks, other hands, the end-of-round stacks (but the one that is chosen from), species not
discovered, samples face down, others' secret cards, the bonuses below the top of tech stacks, and all luck still to
come.
"""

from seti_sim.seti import Game

from .walks import rules, where


def own_stack(game, seat):
    """Number of the end-of-round stack that the seat is looking at, None without."""
    return game.round - 1 if game.decision == "pass-take" and game.to_move == seat else None


def hidden_piles(game, position, seat):
    """The lists of cards in the position of the game that the seat cannot look into, those of species too."""
    stacks = [stack for number, stack in enumerate(position["end_of_round"]) if number != own_stack(game, seat)]
    hands = [table["hand"] for name, table in position["seats"].items() if name != seat]
    decks = [slot["deck"] for slot in position["species"].values() if slot["discovered"]]
    return [position["deck"], *stacks, *hands, *decks, *secret_piles(game, position, seat)]


def secret_piles(game, position, seat):
    """Others' Exertian cards, those played until the game is over, and those that left the game unseen (EXE-07)."""
    keys = ("secrets",) if game.is_over else ("secrets", "secrets_played")
    held = [table[key] for name, table in position["seats"].items() if name != seat for key in keys if key in table]
    return [*held, *([position["gone"]] if "exertians" in discovered(position) and "gone" in position else [])]


def discovered(position):
    return {slot["id"] for slot in position["species"].values() if slot["discovered"]}


def kind_of(card):
    """Whose card it is: its back tells."""
    return rules().tree["cards"][card].get("species", "")


def can_be_dealt_anew(game, position, seat):
    """The hidden piles without the cards of another seat that is choosing one of them, may pay with one, or whose card
    is being played."""
    busy = {game.to_move, game.turn} if game.decision != "turn" else set()
    others = [position["seats"][name] for name in busy - {None, seat}]
    out = [table.get(key) for table in others for key in ("hand", "secrets", "secrets_played")]
    return [pile for pile in hidden_piles(game, position, seat) if not any(pile is other for other in out)]


def hidden_samples(game, position, seat):
    """Samples face down at planets and in others' capsules: (table, key or place in a list) of each (SPG-31)."""
    found = [slot["samples"] for slot in position["species"].values() if "samples" in slot]
    lying = [(samples, i) for table in found for samples in table.values() for i in range(len(samples))]
    capsules = [(table["capsules"], sample) for name, table in position["seats"].items() if name != seat
                for sample in table.get("capsules", ())]  # fmt: skip
    return lying, capsules


def deal_samples_anew(game, position, seat, rng):
    """Nobody's samples while somebody looks at some."""
    if game.decision == "sample":
        return
    lying, capsules = hidden_samples(game, position, seat)
    names = [*(table[i] for table, i in lying), *(sample for _, sample in capsules)]
    rng.shuffle(names)
    for table, i in lying:
        table[i] = names.pop()
    spaces = [(table, table.pop(sample)) for table, sample in capsules]
    for table, space in spaces:
        table[names.pop()] = space


def deal_cards_anew(piles, rng):
    """The cards of all piles change places, each with one of the same back."""
    places = [(pile, i) for pile in piles for i in range(len(pile)) if pile[i] is not None]
    for back in sorted({kind_of(pile[i]) for pile, i in places}):
        mine = [(pile, i) for pile, i in places if kind_of(pile[i]) == back]
        cards = [pile[i] for pile, i in mine]
        rng.shuffle(cards)
        for pile, i in mine:
            pile[i] = cards.pop()


def otherwise(game, seat, rng, luck=True):
    """A position that looks the same to the seat: all that it cannot see is dealt anew, with `luck` the seed too."""
    position = game.to_json()
    piles = can_be_dealt_anew(game, position, seat)
    # What another species' cards left of the game openly stays.
    open_gone = [card for card in position.get("gone", ()) if kind_of(card) != "exertians"]
    for pile in piles:
        if pile is position.get("gone"):
            pile[:] = [card for card in pile if card not in open_gone]
    deal_cards_anew(piles, rng)
    if open_gone and "gone" in position:
        position["gone"] = sorted({*position["gone"], *open_gone}, key=rules().card_ids.index)
    deal_samples_anew(game, position, seat, rng)
    for stack in position["techs"].values():
        below = stack["tiles"][1:]
        rng.shuffle(below)
        stack["tiles"][1:] = below
    covered = [slot for slot in position["species"].values() if not slot["discovered"]]
    known = {slot["id"] for slot in position["species"].values() if slot["discovered"]}
    for slot, species in zip(covered, rng.sample(sorted(set(rules().species_ids) - known), len(covered))):
        slot["id"] = species
    if luck:
        position["seed"], position["game"] = rng.randrange(2**63), rng.randrange(2**40)
    return Game.from_json(rules(), position)


def caught(players, game, rng, luck=True):
    """Names of those players that choose otherwise when what the seat to move cannot see is dealt anew.

    players: {name: whatever has `choose(game)`}. The decision, its offers and, without `luck`, the seat's own luck are the
    same in both games. Honest players and, to prove that it can fail, peeking ones go through this check.
    """
    other = otherwise(game, game.to_move, rng, luck)
    assert other.legal_actions() == game.legal_actions() and other.to_move == game.to_move, where(game)
    return [name for name, player in players.items() if str(player.choose(other)) != str(player.choose(game))]
