"""Words for the species' rulings: a bench with a discovered species, the eve of a discovery, the species' things.

- `alien("oumuamua", P1=dict(…), slot=dict(board=…))`: the bench with that species discovered in the left slot, its
  discovery spaces marked by neutral markers, and the Mascamites hidden in the right one.
- `found("exertians", holders="P1 P2 P2", board=…)`: the table of a discovered slot; `other=found(…)` for two at once.
- `eve("centaurians", holders="P1 P2", …)`: only the analysis space is free and P1 has a full computer;
  `discover(g)` analyses, marks it and ends the turn.
- `mascamites(P1=dict(capsules={…}), jupiter=[…])`, `anomalies({"5": "anomaly-signal/1", …})`: these two discovered with
  their tokens in known places; `lying(g, "jupiter")`, `tokens(g)`, `capsules(g)`.
- `alien_cards("oumuamua")`, `alien_deck(g)`, `face_up(g)`, `board(g, "signal")`, `marks(g, "signal")`: cards, spaces.
- `tile_space(g)`: where the 'Oumuamua tile lies; `on_tile(g)`: its slot.
- `pending(g)`, `message_tile(g)`, `rewards(g)`: messages. `secrets(g)`, `played(g)`: Exertian cards.
- `cost_in_credits`, `corner_gain`, `sector_stars`, `income_gain`: what a card in the hand is good for.
- `added(…)`: gains together; `taking(g)`: takes the deck's top card wherever a card is chosen.
"""

from .bench import KINDS, SEATS, SLOTS, bench, changes, do, legal, offers, printed_rules, seat, settle_down, snap, star

PREFIX = {
    "mascamites": "mascamite-",
    "anomalies": "anomaly-",
    "oumuamua": "oumuamua-",
    "centaurians": "centaurian-",
    "exertians": "exertian-",
}
#: Where samples lie unless a test says otherwise.
LAID = {
    "jupiter": ["sample-credits", "sample-energy", "sample-publicity"],
    "saturn": ["sample-data", "sample-cards", "sample-vp-card"],
    "board": ["sample-vp"],
}
#: What each sample gives; the cards of two come from the deck.
SAMPLE = {
    "sample-credits": {"credits": 2},
    "sample-energy": {"energy": 2},
    "sample-publicity": {"publicity": 3},
    "sample-data": {"data": 2},
    "sample-cards": {"hand": 2},
    "sample-vp-card": {"vp": 3, "hand": 1},
    "sample-vp": {"vp": 7},
}
#: The planet of each delivery, how often the sample's reward is gained, what the mission gives besides.
DELIVERY = {
    "mascamite-01": ([1, 5], 1, {"data": 2}),
    "mascamite-02": ([1, 5], 1, {"vp": 3, "data": 3}),
    "mascamite-03": ([1, 5], 1, {"vp": 3, "credits": 1}),
    "mascamite-04": ([2, 2], 1, {"vp": 2, "hand": 1}),
    "mascamite-06": ([1, 5], 1, {"vp": 6, "publicity": 2}),
    "mascamite-07": ([1, 5], 2, {}),
}
#: Where anomalies lie unless a test says otherwise. On the bench Earth is in sector 5.
AT = {"5": "anomaly-signal/1", "2": "anomaly-lander/1", "0": "anomaly-analysis/1"}
#: The species whose cards go to the hand.
DEALT = ("mascamites", "anomalies", "oumuamua", "centaurians")
#: The stars of each colour on the bench, clockwise from sector 0.
STARS = {
    "yellow": {"kepler-22", "61-virginis"},
    "red": {"barnards-star", "proxima-centauri"},
    "blue": {"sirius-a", "procyon"},
    "black": {"vega", "beta-pictoris"},
}


def alien_cards(species):
    """The ids of a species' cards, ascending."""
    return [card for card in printed_rules().card_ids if card.startswith(PREFIX[species])]


# ---------------------------------------------------------------- setting up


def spaces_of(holders):
    """`"P1 neutral"` -> {"signal": "P1", "lander": "neutral", "analysis": None}."""
    names = holders.split()
    return {kind: names[i] if i < len(names) else None for i, kind in enumerate(KINDS)}


def found(species, holders="neutral neutral neutral", **keys):
    """The position's table of a discovered slot."""
    return {"id": species, "discovered": True, "spaces": spaces_of(holders), **keys}


def hidden(species, holders="", **keys):
    """The position's table of a slot that is not discovered."""
    return {"id": species, "spaces": spaces_of(holders), **keys}


def _mentioned(thing, prefix):
    if isinstance(thing, str):
        return {thing} if thing.startswith(prefix) else set()
    parts = [*thing, *thing.values()] if isinstance(thing, dict) else thing if isinstance(thing, (list, tuple)) else ()
    return set().union(*(_mentioned(part, prefix) for part in parts))


def _beside(species, other):
    """The table of the other slot."""
    if isinstance(other, dict):
        return other
    return hidden(other or ("anomalies" if species == "mascamites" else "mascamites"))


def alien(species, side="left", holders="neutral neutral neutral", slot=None, cards=None, up=None, other=None, **position):
    """The bench with a discovered species. `slot` are more keys of its table, `other` the table or the id of the
    other slot (without it the Mascamites lie there hidden, beside these the Anomalies), `cards` what lies on top of
    the species' deck and `up` its face-up card; all other cards of the species then lie below these, ascending, but
    for those that the position names.
    """
    other = _beside(species, other)
    mine = found(species, holders, **(slot or {}))
    if cards is not None or up is not None:
        named = _mentioned([position, mine, other], PREFIX[species]) | {up} | set(cards or ())
        mine["deck"] = [*(cards or ()), *(card for card in alien_cards(species) if card not in named)]
        mine["face_up"] = up
    return bench(species={side: mine, SLOTS[1 - SLOTS.index(side)]: other}, **position)


def mascamites(jupiter=LAID["jupiter"], saturn=LAID["saturn"], board=LAID["board"], slot=None, **position):
    """The bench with the Mascamites: samples that are no capsules lie at the planets and, from the lowest blue space
    for one upwards, on the board.
    """
    taken = set().union(*(table.get("capsules", ()) for name, table in position.items() if name in SEATS))
    at_planets = {
        planet: [sample for sample in lies if sample not in taken]
        for planet, lies in (("jupiter", jupiter), ("saturn", saturn))
    }
    on_board = [sample for sample in board if sample not in taken]
    return alien(
        "mascamites", **position, slot=dict(samples=at_planets, tokens={"analysis": [None, None, *on_board]}, **(slot or {}))
    )


def anomalies(at=AT, slot=None, **position):
    """The bench with the Anomalies lying in these sectors with these sides up."""
    return alien("anomalies", slot=dict(anomalies=dict(at), **(slot or {})), **position)


def eve(species, side="left", holders="P1 P2", slot=None, other=None, P1=None, **position):
    """The bench before a discovery: `holders` have the signal and the lander space, P1 is about to analyse."""
    other = _beside(species, other)
    mine = hidden(species, holders, **(slot or {}))
    return bench(
        P1={"computer": {"top": 6}, **(P1 or {})}, species={side: mine, SLOTS[1 - SLOTS.index(side)]: other}, **position
    )


def discover(g, side="left"):
    """P1 analyses, marks the slot's analysis space, and ends the turn."""
    return do(g, "analyze", f"trace {side} analysis", "end")


# ---------------------------------------------------------------- looking


def _slot(g, side):
    return (g if isinstance(g, dict) else g.to_json())["species"][side]


def board(g, kind, side="left"):
    """Who holds the spaces of a board's column, from the bottom; of an open-ended space the list of its seats."""
    return _slot(g, side)["board"][kind]


def marks(g, side="left", name="P1"):
    """How many markers a seat has on the spaces of a board, discovery spaces and overflow apart."""
    return sum(str(holder).count(name) for kind in KINDS for holder in board(g, kind, side))


def alien_deck(g, side="left"):
    """The species' deck, top first."""
    return list(_slot(g, side)["deck"])


def face_up(g, side="left"):
    """The species' face-up card, or None."""
    return _slot(g, side)["face_up"]


def gone(g):
    """Species' cards out of the game."""
    return sorted(g.to_json().get("gone", []))


def lying(g, planet, side="left"):
    """The samples that lie face down at a planet."""
    return list(_slot(g, side)["samples"][planet])


def tokens(g, side="left"):
    """The samples on the board's blue spaces, from the lowest space for one upwards."""
    return [sample for sample in _slot(g, side)["tokens"].get("analysis", [])[2:] if sample]


def capsules(g, name="P1"):
    """A seat's capsules and their spaces: {"sample-vp": [3, 3]}."""
    return {sample: list(at) for sample, at in seat(g, name).get("capsules", {}).items()}


def tile_space(g):
    """The space of the 'Oumuamua tile, in cell 5 of disc 3."""
    return [3, (5 - g.to_json()["discs"]["turns"][2]) % 8]


def on_tile(g):
    """The tile's slot, such as "P1 . ."."""
    return star(g, "oumuamua")


def pending(g, side="left"):
    """The messages that were sent and not reached: [card, seat, score] in the order of sending."""
    return [list(message) for message in _slot(g, side)["messages"]]


def rewards(g, side="left"):
    """Who covers which message reward."""
    return dict(_slot(g, side)["rewards"])


def message_tile(g, name="P1"):
    """The score at which a seat's message tile lies, or None."""
    return seat(g, name).get("message_tile")


def secrets(g, name="P1"):
    """The Exertian cards that a seat holds."""
    return list(seat(g, name).get("secrets", []))


def played(g, name="P1"):
    """The Exertian cards that a seat has played face down."""
    return list(seat(g, name).get("secrets_played", []))


# ---------------------------------------------------------------- a card in the hand


def corner_gain(species, card):
    """What the free action `corner` of a card gives P1, who has a probe in an empty space, and where the card goes."""
    g = alien(species, P1=dict(hand=[card], probes=[[2, 5]]))
    before = snap(g)
    do(g, f"corner {card}")
    moves = offers(g, "step")
    if moves:
        assert moves == {"2.5-1.5", "2.5-2.4", "2.5-2.6", "2.5-3.5"}
        do(g, "step 2.5-2.6")
    assert "pass" in legal(g) and card in gone(g)
    found_gain = changes(before, g)
    assert found_gain.pop("hand") == -1
    return {**found_gain, **({"move": 1} if moves else {})}


def sector_stars(species, card):
    """The stars that a card discarded from the hand for its signal may mark, the tile included."""
    g = alien(species, P1=dict(hand=["base-114", card]))
    do(g, "play base-114", "take base-130", f"discard {card}")
    stars = offers(g, "signal")
    before = snap(g)
    do(g, f"signal {min(stars)}")
    assert changes(before, g) == {"data": 1} and card in gone(g)
    return stars


def income_gain(species, card):
    """What a card gives when it is tucked: at once, and when a round ends besides the printed 3 credits, 2 energy and
    1 card; the card of the round's stack comes on top.
    """
    g = alien(species, P1=dict(hand=[card], probes=[[1, 3]]), planets={"venus": {"first_orbit": "P2", "orbiters": {"P2": 1}}})
    before = snap(g)
    settle_down(do(g, "orbit venus", f"tuck {card}"))
    assert "end" in legal(g) and seat(g, "P1")["tucked"] == [card]
    at_once = _less(changes(before, g), vp=6, tucked=1, probes=-1, credits=-1, energy=-1, hand=-1)
    g = alien(species, P1=dict(tucked=[card]), passed=["P2"])
    before = snap(g)
    do(g, "pass")
    do(g, min(line for line in legal(g) if line.startswith("take ")))
    assert g.to_json()["round"] == 3
    return at_once, _less(changes(before, g), credits=3, energy=2, hand=2)


def cost_in_credits(species, card):
    """The fewest credits, with no energy, for which a card can be played; nothing is left of them then."""
    for credits in range(6):
        g = alien(species, P1=dict(hand=[card], credits=credits, energy=0))
        if f"play {card}" in legal(g):
            do(g, f"play {card}")
            assert seat(g, "P1")["credits"] == 0
            return credits
    return None


def _less(numbers, **expected):
    """The numbers without what was expected anyway."""
    rest = {key: numbers.get(key, 0) - expected.get(key, 0) for key in {*numbers, *expected}}
    return {key: n for key, n in rest.items() if n}


def added(*gains):
    """Gains together."""
    return {key: n for key in {key for gain in gains for key in gain} if (n := sum(gain.get(key, 0) for gain in gains))}


def taking(g):
    """Takes the deck's top card wherever a card is chosen, until something else is asked."""
    while offers(g, "take"):
        do(g, "take deck")
    return g
