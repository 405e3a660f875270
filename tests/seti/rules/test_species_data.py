"""What a variant cannot say about species: each is refused in one line that names the address and what was expected."""

import pytest

from seti_sim.core.node import Node
from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.seti.rules.tree import printed_tree

from .keys import alter, printed, together

GAIN = [{"do": "gain", "vp": 1}]
SPACE = {"reward": GAIN}
SECRET = {"danger": 1, "vp": 1, "when": {"vp": 1}}


def species(name, **keys):
    return {"species": {name: keys}}


def card(name, **keys):
    return {"cards": {name: keys}}


def column(name, *spaces, kind="signal"):
    return species(name, board={kind: list(spaces)})


def mission(name, when, *reward):
    return card(name, mission={"when": when, "reward": list(reward) or GAIN})


def play(*effects, name="mascamite-01"):
    return card(name, play=list(effects))


def refused(overlay):
    """The message with which a variant is refused, without "variant: "."""
    with pytest.raises(RuleError) as caught:
        RuleSet.load(overlay)
    text = str(caught.value)
    assert "\n" not in text and text.startswith("variant: ")
    return text.removeprefix("variant: ")


def check(overlay, address, expected):
    """`address` with the value as it is shown, `expected` all that was expected."""
    text = refused(overlay)
    assert text.startswith((f"{address}: ", f"{address} = ")), text
    assert text.endswith(f": expected {expected}"), text


CASES = {
    "mechanisms, each in one species": [
        (species("anomalies", samples={"x": SPACE}, samples_at={"mars": 1}),
         "species.anomalies.samples", "samples in one species only"),
        (species("mascamites", anomalies=printed("species.anomalies.anomalies"), anomalies_at=[0, 3, 5]),
         "species.mascamites.anomalies", "anomalies in one species only"),
        (species("mascamites", tile=printed("species.oumuamua.tile"), body=printed("species.oumuamua.body")),
         "species.mascamites.tile", "tile in one species only"),
        (species("exertians", message_tile_ahead=3), "species.exertians.message_tile_ahead",
         "message_tile_ahead in one species only"),
        (species("anomalies", cards_per_player=1), "species.anomalies.cards_per_player",
         "cards_per_player in one species only"),
    ],
    "whose card it is": [
        (card("base-110", species="mascamite"), 'cards.base-110.species = "mascamite"',
         'one of mascamites, anomalies, oumuamua, centaurians, exertians (did you mean mascamites?)'),
        (together(*(card(f"base-{n:03}", species="mascamites") for n in range(1, 8))),
         'cards.base-001.species = "mascamites"', "at most 16 cards of one species"),
        (card("base-110", message=GAIN), "cards.base-110.message", "no message on a card without species"),
        (card("base-110", secret=SECRET), "cards.base-110.secret", "no secret on a card without species"),
        (card("mascamite-05", endgame={}, message=GAIN), "cards.mascamite-05.message",
         "the species that has message cards"),
        (card("centaurian-01", species="anomalies"), 'cards.centaurian-01.species = "anomalies"',
         "the species that has message cards"),
        (card("exertian-01", species="oumuamua"), 'cards.exertian-01.species = "oumuamua"',
         "the species that has secret cards"),
        (card("mascamite-01", species="exertians"), 'cards.mascamite-01.species = "exertians"',
         "a species whose cards are not secret, or a card with secret"),
        (card("centaurian-01", species="exertians"), 'cards.centaurian-01.species = "exertians"',
         "the species that has message cards"),
    ],
    "one class a card": [
        (mission("centaurian-01", {"vp": 1}), "cards.centaurian-01.mission",
         "at most one of mission, triggers, endgame, message, secret"),
        (card("oumuamua-09", endgame={"vp": 1, "when": {"vp": 1}}), "cards.oumuamua-09.endgame",
         "at most one of mission, triggers, endgame, message, secret"),
        (card("exertian-01", message=GAIN), "cards.exertian-01.message",
         "at most one of mission, triggers, endgame, message, secret"),
    ],
    "costs, corners and incomes of cards": [
        (card("centaurian-01", cost={"energy": 1, "credits": 1}), "cards.centaurian-01.cost.credits = 1",
         "one of the keys energy"),
        (card("anomaly-01", cost={"publicity": 1}), "cards.anomaly-01.cost.energy = (missing)",
         "a whole number from 0 to 14"),
        (card("centaurian-01", cost={"energy": 15}), "cards.centaurian-01.cost.energy = 15",
         "a whole number from 0 to 14"),
        (card("mascamite-01", corner={"exofossil": 1}), "cards.mascamite-01.corner.exofossil = 1",
         "one of the keys data, move, publicity, vp"),
        (card("mascamite-01", corner={"publicity": 11}), "cards.mascamite-01.corner.publicity = 11",
         "a whole number from 1 to 10"),
        (card("centaurian-01", income="exofossil"), 'cards.centaurian-01.income = "exofossil"',
         "one of credits, energy, card, data, publicity"),
        (card("exertian-01", cost=1), "cards.exertian-01.cost = 1",
         "one of the keys endgame, message, mission, name, secret, species, triggers"),
        (card("exertian-01", play=GAIN), "cards.exertian-01.play",
         "one of the keys endgame, message, mission, name, secret, species, triggers"),
    ],
    "secret cards": [
        (card("exertian-01", secret={"danger": 51}), "cards.exertian-01.secret.danger = 51",
         "a whole number from 0 to 50"),
        (card("exertian-01", secret={"vp": 101}), "cards.exertian-01.secret.vp = 101", "a whole number from 0 to 100"),
        (card("exertian-01", secret={"cost": 1}), "cards.exertian-01.secret.cost = 1",
         "one of the keys danger, vp, when"),
        (card("exertian-01", secret={"when": {"luck": 1}}), "cards.exertian-01.secret.when.luck = 1",
         "a condition that the engine knows"),
        (card("exertian-10", secret={"when": {"craft": 3, "at": "two-planets"}}), "cards.exertian-10.secret.when.at",
         "one of mercury, venus, earth, mars, jupiter, saturn, uranus, neptune, oumuamua"),
    ],
    "deals": [
        (species("mascamites", cards_per_discovery_marker=4), "species.mascamites.cards_per_discovery_marker = 4",
         "a whole number from 0 to 3"),
        (species("mascamites", face_up_cards=2), "species.mascamites.face_up_cards = 2", "a whole number from 0 to 1"),
        (species("exertians", face_up_cards=1), "species.exertians.face_up_cards = 1",
         "0, for secret cards never lie open"),
        (species("exertians", cards_per_player=4), "species.exertians.cards_per_player = 4",
         "a deal for four players and three markers that the 15 cards allow"),
        (species("exertians", cards_per_discovery_marker=2), "species.exertians.cards_per_discovery_marker = 2",
         "a deal for four players and three markers that the 15 cards allow"),
        (species("exertians", cards_per_player=5), "species.exertians.cards_per_player = 5",
         "a whole number from 0 to 4"),
        (species("exertians", plays_per_discovery_marker=4), "species.exertians.plays_per_discovery_marker = 4",
         "a whole number from 0 to 3"),
    ],
    "boards": [
        (column("anomalies", {"capacity": "any", **SPACE}, SPACE), 'species.anomalies.board.signal[0].capacity = "any"',
         "no open-ended space but the top one of a column"),
        (column("anomalies", {"capacity": 2, **SPACE}), "species.anomalies.board.signal[0].capacity = 2", "one of any"),
        (column("oumuamua", SPACE, {"cost": {"exofossil": 1, "data": 1}, **SPACE}),
         "species.oumuamua.board.signal[1].cost", "exactly one of exofossil, data"),
        (column("oumuamua", {"cost": {"credits": 1}, **SPACE}), "species.oumuamua.board.signal[0].cost",
         "exactly one of exofossil, data"),
        (column("oumuamua", {"cost": {"data": 1, "credits": 1}, **SPACE}),
         "species.oumuamua.board.signal[0].cost.credits = 1", "one of the keys data"),
        (column("oumuamua", {"cost": {"data": 0}, **SPACE}), "species.oumuamua.board.signal[0].cost.data = 0",
         "a whole number from 1 to 20"),
        (column("exertians", {"danger": 21, **SPACE}), "species.exertians.board.signal[0].danger = 21",
         "a whole number from 0 to 20"),
        (column("oumuamua", {"danger": 1, **SPACE}), "species.oumuamua.board.signal[0].danger = 1",
         "no danger: this species has no secret cards"),
        (column("oumuamua", {"capacity": "any"}), "species.oumuamua.board.signal[0].reward = (missing)",
         "a list of tables"),
        (column("oumuamua", *[SPACE] * 10), "species.oumuamua.board.signal", "at most 9 spaces"),
        (column("oumuamua", SPACE, kind="pink"), "species.oumuamua.board.pink",
         "one of the keys analysis, lander, signal"),
        (column("anomalies", {"token": "setup"}), 'species.anomalies.board.signal[0].token = "setup"',
         "no token: this species has no samples"),
        (column("mascamites", {"token": "seutp"}), 'species.mascamites.board.signal[0].token = "seutp"',
         'one of setup, delivered (did you mean setup?)'),
        (column("mascamites", {"token": "delivered", "capacity": "any"}), "species.mascamites.board.signal[0].token",
         "no token on an open-ended space"),
        (column("mascamites", {"token": "delivered", **SPACE}), "species.mascamites.board.signal[0].reward",
         "one of the keys capacity, cost, danger, token"),
    ],
    "samples": [
        (species("mascamites", samples_at={"jupiter": 4}), "species.mascamites.samples_at",
         'places for all 7 samples, at planets or on the board\'s spaces with token = "setup"'),
        (species("mascamites", board={"analysis": [{"token": "setup"}] * 2 + [{"token": "delivered"}] * 6}),
         "species.mascamites.board",
         'places for all 7 samples, at planets or on the board\'s spaces with token = "setup"'),
        (species("mascamites", board={"analysis": [{"token": "setup"}] + [{"token": "delivered"}] * 5}),
         "species.mascamites.board", 'a space of the board with token = "delivered" for every sample at planets'),
        *((species("mascamites", samples_at={"jupiter": 0, planet: 3}), f"species.mascamites.samples_at.{planet} = 3",
           "one of the keys jupiter, mars, mercury, neptune, saturn, uranus, venus")
          for planet in ("earth", "oumuamua", "pluto")),
        (species("mascamites", samples={"sample-qq": SPACE}), "species.mascamites.samples.sample-qq",
         'the id of one of the 7 samples (did you mean sample-vp or sample-data or sample-cards?)'),
        (species("mascamites", samples={"sample-vp": {"danger": 1}}), "species.mascamites.samples.sample-vp.danger = 1",
         "one of the keys reward"),
        (species("centaurians", samples_at={"mars": 1}), "species.centaurians.samples_at",
         "one of the keys anomalies, board, cards_per_discovery_marker, cards_per_player, face_up_cards, "
         'message_ahead, message_rewards, message_tile_ahead, name, samples, tile (did you mean samples?)'),
    ],
    "anomalies": [
        (species("anomalies", anomalies_at=[0, 3]), "species.anomalies.anomalies_at = [0, 3]", "3 different sectors"),
        (species("anomalies", anomalies_at=[0, 3, 3]), "species.anomalies.anomalies_at = [0, 3, 3]",
         "3 different sectors"),
        (species("anomalies", anomalies_at=[0, 3, 8]), "species.anomalies.anomalies_at[2] = 8",
         "a whole number from 0 to 7"),
        (species("anomalies", anomalies={"anomaly-signal": {"sides": [GAIN]}}),
         "species.anomalies.anomalies.anomaly-signal.sides", "two sides"),
        (species("anomalies", anomalies={"anomaly-signal": {"kind": "any"}}),
         'species.anomalies.anomalies.anomaly-signal.kind = "any"', "one of signal, lander, analysis"),
    ],
    "the tile": [
        (species("oumuamua", tile={"cell": 4}), "species.oumuamua.tile.cell = 4",
         "a hole in ring 3 of disc-3, which the tile fills"),
        (species("oumuamua", tile={"ring": 1, "cell": 3}), "species.oumuamua.tile.cell = 3",
         "a cell with oumuamua in sight in every position of the discs"),
        (species("oumuamua", tile={"disc": "disc-1", "ring": 2}), "species.oumuamua.tile.ring = 2",
         "the whole number 1"),
        (species("oumuamua", tile={"disc": "base"}), 'species.oumuamua.tile.disc = "base"',
         "one of disc-1, disc-2, disc-3"),
        (species("oumuamua", tile={"marker_vp": [1, 2]}), "species.oumuamua.tile.marker_vp = [1, 2]",
         "3 numbers, points for each of the data places"),
        (species("oumuamua", tile={"data": 4}), "species.oumuamua.tile.data = 4",
         "4 numbers, points for each of the data places"),
        (species("oumuamua", tile={"publicity": 6}), "species.oumuamua.tile.publicity = 6",
         "a whole number from 0 to 5"),
        (species("oumuamua", body={"land_first": [GAIN] * 4}), "species.oumuamua.body.land_first",
         "at most three spaces"),
        (species("oumuamua", body={"moons": ["europa"]}), 'species.oumuamua.body.moons = ["europa"]',
         "one of the keys land, land_first, orbit, orbit_first"),
    ],
    "messages and secrets": [
        (species("centaurians", message_ahead=0), "species.centaurians.message_ahead = 0",
         "a whole number from 1 to 200"),
        (species("centaurians", message_tile_ahead=201), "species.centaurians.message_tile_ahead = 201",
         "a whole number from 1 to 200"),
        (species("centaurians", message_rewards={"cheese": SPACE}),
         "species.centaurians.message_rewards.cheese", "the id of one of the 4 message rewards"),
        (species("exertians", most_danger_loses=0), "species.exertians.most_danger_loses = 0",
         "a whole number from 1 to 1000"),
        (species("exertians", milestones={"exertian-milestone-1": {"ahead_of_leader": 0}}),
         "species.exertians.milestones.exertian-milestone-1.ahead_of_leader = 0", "a whole number from 1 to 200"),
        (species("exertians", milestones={"exertian-milestone-1": {"cost": {"data": 1}}}),
         "species.exertians.milestones.exertian-milestone-1.cost.data = 1",
         "one of the keys credits, energy, publicity"),
    ],
    "'this' and 'other' without a species": [
        (play({"do": "draw", "n": 1, "from": "species"}, name="base-110"), 'cards.base-110.play[0].from = "species"',
         "no species here: only on species' boards and cards"),
        *((mission("base-110", when), "cards.base-110.mission.when.species",
           "no species here: only on species' boards and cards")
          for when in ({"traces": 1, "species": "this"}, {"traces": 1, "kind": "signal", "species": "other"},
                       {"traces_each": 1, "species": "this"}, {"paid_traces": 1, "species": "this"})),
        (card("base-127", endgame={"vp": 1, "per": {"traces": 1, "kind": "any", "species": "this"}}),
         "cards.base-127.endgame.per.species", "no species here: only on species' boards and cards"),
        ({"stars": {"vega": {"win_first": [{"do": "draw", "n": 1, "from": "species"}]}}},
         "stars.vega.win_first[0].from", "no species here: only on species' boards and cards"),
    ],
    "effects": [
        (play({"do": "pay"}), 'cards.mascamite-01.play[0].do = "pay"',
         "pay of exactly one of credits, energy, publicity, data, vp, exofossil"),
        (play({"do": "pay", "vp": 1, "data": 1}), 'cards.mascamite-01.play[0].do = "pay"',
         "pay of exactly one of credits, energy, publicity, data, vp, exofossil"),
        (play({"do": "pay", "data": 0}), "cards.mascamite-01.play[0].data = 0", "a whole number from 1 to 20"),
        *((play({"do": "repeat", "then": then}), "cards.mascamite-01.play[0].then",
           "a list that begins with pay, so that it has an end")
          for then in ([], GAIN, [*GAIN, {"do": "pay", "vp": 1}])),
        (play({"do": "deliver", "times": 1}), 'cards.mascamite-01.play[0].do = "deliver"',
         "deliver only in the reward of a mission whose `when` is deliver"),
        (card("mascamite-08", mission={"reward": [{"do": "deliver", "times": 1}]}),
         "cards.mascamite-08.mission.reward[0].do", "deliver only in the reward of a mission whose `when` is deliver"),
        (card("mascamite-01", mission={"when": {"all": [{"deliver": "earth"}]}}),
         "cards.mascamite-01.mission.when", "deliver only in the reward of a mission whose `when` is deliver"),
        (card("mascamite-01", mission={"reward": [{"do": "deliver", "times": 6}]}),
         "cards.mascamite-01.mission.reward[0].times = 6", "a whole number from 1 to 5"),
        (card("centaurian-01", message=[{"do": "deliver", "times": 1}]), "cards.centaurian-01.message[0].do",
         "deliver only in the reward of a mission whose `when` is deliver"),
        (play({"do": "sample-reward", "where": "mars"}), "cards.mascamite-01.play[0].where",
         "one of own-probe, jupiter-or-saturn"),
        (play({"do": "anomaly-reward", "which": "last"}), "cards.mascamite-01.play[0].which", "one of next"),
        (play({"do": "discard-drawn", "for": "signal"}), "cards.mascamite-01.play[0].for", "one of corner, income"),
        (play({"do": "draw", "n": 1, "from": "specie"}), "cards.mascamite-01.play[0].from",
         'one of deck, row-or-deck, row, species (did you mean species?)'),
        (play({"do": "pick-samples"}), "cards.mascamite-01.play[0].do",
         'a verb that the engine does (did you mean pick-sample?)'),
        (play({"do": "pick-sample", "n": 2}), "cards.mascamite-01.play[0].n = 2", "one of the keys do"),
    ],
    "conditions and counts": [
        (mission("mascamite-01", {"deliver": "oumuamua"}), "cards.mascamite-01.mission.when.deliver",
         "one of mercury, venus, earth, mars, jupiter, saturn, uranus, neptune"),
        (mission("oumuamua-07", {"signals": 1, "at": "mars"}), "cards.oumuamua-07.mission.when.at", "one of oumuamua"),
        (mission("oumuamua-01", {"paid_traces": 1, "species": "other"}), "cards.oumuamua-01.mission.when.species",
         "one of this"),
        (mission("oumuamua-01", {"traces": 1, "species": "left"}), "cards.oumuamua-01.mission.when.species",
         "one of each, this, other"),
        (mission("anomaly-07", {"traces_each": 1, "species": "other"}), "cards.anomaly-07.mission.when.species",
         'one of single, this'),
        (mission("oumuamua-01", {"marked_on": "oumuamua", "n": 1}), "cards.oumuamua-01.mission.when.marked_on",
         "a condition that the engine knows"),
        (mission("anomaly-07", {"launched_in": "anomaly-sector"}), "cards.anomaly-07.mission.when.launched_in",
         "a condition that the engine knows"),
        (play({"do": "if", "cond": {"marked_on": "mars", "n": 1}, "then": GAIN}),
         "cards.mascamite-01.play[0].cond.marked_on", "one of oumuamua"),
        (play({"do": "if", "cond": {"launched_in": "earth"}, "then": GAIN}),
         "cards.mascamite-01.play[0].cond.launched_in", "one of anomaly-sector"),
        (play({"do": "per", "count": {"signals": "all"}, "then": GAIN}), "cards.mascamite-01.play[0].count.signals",
         "one of anomaly-sectors"),
        (card("mascamite-05", endgame={"vp": 1, "per": {"signals": "anomaly-sectors"}}),
         "cards.mascamite-05.endgame.per.signals", "a count that the engine knows"),
        (card("mascamite-05", endgame={"vp": 1, "per": {"traces": 1, "kind": "any", "species": "each"}}),
         "cards.mascamite-05.endgame.per.species", "one of this, other"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("overlay", "address", "expected"),
    [pytest.param(*case, id=f"{about}-{i}") for about, cases in CASES.items() for i, case in enumerate(cases, 1)],
)
def test_what_cannot_be_obeyed_is_refused_where_it_is_written(overlay, address, expected):
    check(overlay, address, expected)


# ---------------------------------------------------------------------------------------------- what no variant can say
# A variant cannot add or take away species, tokens and rewards; the files could.


def compiled(change):
    """The message with which the printed files are refused after `change` has worked on their tree."""
    tree = printed_tree()
    change(tree)
    with pytest.raises(RuleError) as caught:
        RuleSet(tree, "rules")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def only(table, *names):
    for name in [name for name in table if name not in names]:
        del table[name]


def more(table, n):
    """Copies of the table's first entry, until there are n."""
    first = next(iter(table.values()))
    table.update({f"copy-{i}": first for i in range(n - len(table))})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda tree: more(tree["species"]["mascamites"]["samples"], 9), "species.mascamites.samples = "),
        (lambda tree: only(tree["species"]["mascamites"]["samples"]),
         "species.mascamites.samples = {}: expected one to 8 of them"),
        (lambda tree: more(tree["species"]["anomalies"]["anomalies"], 5), "species.anomalies.anomalies = "),
        (lambda tree: only(tree["species"]["centaurians"]["message_rewards"], "message-vp"),
         'species.centaurians.message_rewards = { message-vp = { reward = [{ do = "gain", vp = 8 }] } }: expected at '
         "least four, one for each player"),
        (lambda tree: more(tree["species"]["centaurians"]["message_rewards"], 9),
         "species.centaurians.message_rewards = "),
        (lambda tree: more(tree["species"]["exertians"]["milestones"], 5), "species.exertians.milestones = "),
        (lambda tree: tree["species"]["oumuamua"].pop("body"), "species.oumuamua.body = (missing): expected a table"),
        (lambda tree: tree["species"]["mascamites"].pop("samples"),
         'species.mascamites.board.analysis[2].token = "setup": expected no token: this species has no samples'),
        (lambda tree: [tree["species"]["centaurians"].pop(key) for key in
                       ("message_tile_ahead", "message_ahead", "message_rewards")],
         'cards.centaurian-01.species = "centaurians": expected the species that has message cards'),
        (lambda tree: tree["species"]["exertians"].pop("cards_per_player"),
         'cards.exertian-01.species = "exertians": expected the species that has secret cards'),
        (lambda tree: tree["species"]["exertians"].pop("milestones"),
         "species.exertians.milestones = (missing): expected a table"),
        (lambda tree: tree["species"]["mascamites"].pop("name"), "species.mascamites.name = (missing): expected text"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_obeyed(change, text):
    assert compiled(change).startswith("rules: " + text)


def test_the_number_of_species():
    assert compiled(lambda tree: more(tree["species"], 9)).endswith("expected two to 8 species")

    def lonely(tree):
        only(tree["species"], "anomalies")
        cards = tree["cards"]
        only(cards, *(name for name in cards if cards[name].get("species") in (None, "anomalies")))

    assert compiled(lonely).endswith("expected two to 8 species")


def test_a_sixth_species_without_a_mechanism_needs_nothing_else():
    """docs/species.md: name, deal, board and cards."""
    tree = printed_tree()
    tree["species"]["sleepers"] = {
        "name": "Sleepers", "cards_per_discovery_marker": 1, "face_up_cards": 1,
        "board": {kind: [SPACE] for kind in ("signal", "lander", "analysis")},
    }  # fmt: skip
    tree["cards"]["sleeper-01"] = {**tree["cards"]["anomaly-09"], "species": "sleepers", "name": "Yawn"}
    rules = RuleSet(tree, "rules")
    assert rules.species_ids[-1] == "sleepers" and rules.card_ids[-1] == "sleeper-01"


def test_a_missing_reward_of_a_token_is_named():
    for address in ("species.mascamites.samples.sample-vp", "species.centaurians.message_rewards.message-vp"):
        tree = printed_tree()
        token = Node(tree).value
        for key in address.split("."):
            token = token[key]
        token.clear()
        with pytest.raises(RuleError) as caught:
            RuleSet(tree, "rules")
        assert str(caught.value) == f"rules: {address}.reward = (missing): expected a list of tables"


def test_a_variant_may_say_what_is_printed_again():
    for address in ("species.mascamites.samples_at", "species.oumuamua.tile", "species.exertians.milestones",
                    "cards.exertian-01.species", "cards.centaurian-07.cost"):  # fmt: skip
        rules = RuleSet.load(alter(address, printed(address)))
        assert rules.changes() == [] and rules == RuleSet.load()
