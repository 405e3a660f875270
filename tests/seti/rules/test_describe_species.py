"""The English of the five species and their cards, and of what they add to the vocabulary."""

import pytest

from seti_sim.core.node import Node, RuleError
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.describe import describe

from .test_describe import rules, words  # noqa: F401

TWO_CARDS = ["  1  5 points, draw 1 card of this species", "  2  3 points, draw 1 card of this species"]
DECK = "; the deck's top card lies face up beside it"
DEAL = "At the discovery: 1 card to the owner of each marker on its discovery spaces"
EVERY_KIND = "Spaces for signal, lander and analysis traces each, from the bottom:"

SPECIES = {
    "mascamites": [
        "mascamites  Mascamites",
        "Cards: 10, mascamite-01 to mascamite-10" + DECK,
        DEAL,
        "Samples: 7; face down 3 at Jupiter and 3 at Saturn; 1 face up on the board",
        "Rewards of the samples: 2 credits; 2 energy; 3 publicity; 2 data; draw 2 cards from the deck; "
        "3 points, draw 1 card from the row or the deck; 7 points",
        "Capsule: a sample that a card took; it moves and counts as a probe outside the limit, without orbiting or "
        "landing; once delivered it is a space of the board",
        "Spaces for signal and lander traces each, from the bottom:",
        *TWO_CARDS,
        "  3  5 points",
        "  4  4 points",
        "Spaces for analysis traces, from the bottom:",
        *TWO_CARDS,
        "  3  the reward of the sample laid there at the discovery",
        "  4 to 9  the reward of the sample delivered there; closed until one is",
    ],
    "anomalies": [
        "anomalies  Anomalies",
        "Cards: 10, anomaly-01 to anomaly-10" + DECK,
        DEAL,
        "Anomalies: 3, laid at random in Earth's sector and 3 and 5 sectors counter-clockwise of it, either side up",
        "Anomaly for signal traces: 1 credit on one side, 4 points on the other",
        "Anomaly for lander traces: 2 publicity on one side, draw 1 card from the row or the deck on the other",
        "Anomaly for analysis traces: 1 data on one side, 1 energy on the other",
        "When a rotation brings Earth to an anomaly, the owner of the board's highest marker of that kind gains its "
        "reward; the next anomaly is the nearest one counter-clockwise of Earth's sector",
        EVERY_KIND,
        "  1  4 points, draw 1 card of this species",
        "  2  2 points, draw 1 card of this species",
        "  3  2 points, 1 publicity",
        "  4  3 points",
        "  5  2 points; any number of markers",
    ],
    "oumuamua": [
        "oumuamua  'Oumuamua",
        "Cards: 10, oumuamua-01 to oumuamua-10" + DECK,
        DEAL,
        "Tile: fills a gap in ring 3 of disc-3; it is a planet, and beside the star a place for signals in its sector",
        "Each visit: 1 publicity; each probe in that gap at the discovery: 1 publicity",
        "Spaces for data: 3; points of the markers in order: 1, 0, 2",
        "Once the last data is taken, everybody with a marker there: 1 exofossil; it is no sector win",
        "Orbit for 1 credit and 1 energy: 10 points, 1 exofossil, mark a signal in 'Oumuamua's sector",
        "First orbiter: draw 1 card of this species",
        "Land for 3 energy, or 2 energy with an orbiter there: 9 points, 2 exofossils",
        "First 3 landers: 3 data; 2 data; 1 data",
        EVERY_KIND,
        "  1  pay 4 exofossils: 25 points",
        "  2  3 points, draw 1 card of this species, 1 exofossil",
        "  3  3 points, draw 1 card of this species",
        "  4  2 points, 1 exofossil",
        "  5  pay 1 exofossil: 6 points; any number of markers",
    ],
    "centaurians": [
        "centaurians  Centaurians",
        "Cards: 10, centaurian-01 to centaurian-10" + DECK,
        DEAL,
        "Message tile: at the discovery each player's is put 15 points ahead of the own score; when that is reached it "
        "covers one of the rewards still free, which is gained",
        "Rewards of message tiles: mark a trace of any kind; draw 1 card of this species, 1 energy; 3 publicity; 8 points",
        "Message: as such a card is played its marker is put 15 points ahead of the player's score; when that is "
        "reached the message happens",
        EVERY_KIND,
        *TWO_CARDS,
        "  3  5 points",
        "  4  pay 3 data: 15 points",
        "  5  pay 1 data: 6 points; any number of markers",
    ],
    "exertians": [
        "exertians  Exertians",
        "Cards: 15, exertian-01 to exertian-15; those not dealt leave the game",
        "At the discovery: 3 cards to every player and 1 card to the owner of each marker on its discovery spaces",
        "The cards never are in a hand; they are played face down, at the discovery at most 1 card for each own marker "
        "on its discovery spaces",
        "Milestone 20 points ahead of the highest score at the discovery: each player may play 1 card",
        "Milestone 40 points ahead of the highest score at the discovery: each player may play 1 card for 1 credit",
        "End of game: each played card scores if its condition holds; then whoever has most danger, from played cards "
        "and markers on the board, loses a tenth of all points, rounded down",
        "Spaces for signal traces, from the bottom:",
        "  1  9 points, 1 credit; danger 3",
        "  2  7 points, 1 credit; danger 3",
        "  3  5 points, 1 credit; danger 2",
        "  4  4 points, 1 credit; danger 2",
        "  5  3 points, 1 publicity; danger 1",
        "Spaces for lander traces, from the bottom:",
        "  1  6 points, 1 energy, draw 1 card from the row or the deck; danger 3",
        "  2  4 points, 1 energy, draw 1 card from the row or the deck; danger 3",
        "  3  2 points, 1 energy, draw 1 card from the row or the deck; danger 2",
        "  4  1 point, 1 energy, draw 1 card from the row or the deck; danger 2",
        "  5  3 points, 1 publicity; danger 1",
        "Spaces for analysis traces, from the bottom:",
        "  1  6 points, 1 data, 1 publicity; danger 3",
        "  2  4 points, 1 data, 1 publicity; danger 3",
        "  3  2 points, 1 data, 1 publicity; danger 2",
        "  4  1 point, 1 data, 1 publicity; danger 2",
        "  5  3 points, 1 publicity; danger 1",
    ],
}


@pytest.mark.parametrize("name", SPECIES)
def test_the_species_word_for_word(rules, name):
    assert describe(rules, name).split("\n") == SPECIES[name]


LOOK = "Look at the samples at that planet and take one of them as a capsule."
FOR_MOONS = "Land, also on a moon without the tech for it. " + LOOK
AT_BOTH = "look at the samples at Jupiter or Saturn and gain the reward of one of them"
TUCK = "Message, 15 points later: you may increase your income with this card"
EACH_KIND = "Mission: 1 trace of each kind for this species: "
#: Of each card what stands below its cost, corner, sector and income.
TEXTS = {
    "mascamite-01": ["Gain 1 movement. Land. " + LOOK,
                     "Mission: a capsule on Earth: deliver it for its sample's reward, 2 data"],
    "mascamite-02": [FOR_MOONS, "Mission: a capsule on Earth: deliver it for its sample's reward, 3 points, 3 data"],
    "mascamite-03": ["Orbit or land. " + LOOK,
                     "Mission: a capsule on Earth: deliver it for its sample's reward, 3 points, 1 credit"],
    "mascamite-04": ["Land. " + LOOK, "Mission: a capsule on Mars: deliver it for its sample's reward, 2 points, "
                     "draw 1 card from the row or the deck"],
    "mascamite-05": ["Look at the samples at a planet with one of your probes and gain the reward of one of them.",
                     "End of game: 1 point for each trace you have for this species"],
    "mascamite-06": [FOR_MOONS,
                     "Mission: a capsule on Earth: deliver it for its sample's reward, 6 points, 2 publicity"],
    "mascamite-07": ["Land. " + LOOK, "Mission: a capsule on Earth: deliver it for its sample's reward twice"],
    "mascamite-08": ["Gain 1 publicity. Rotate the solar system. Research a probe tech.",
                     "Mission: 2 lander traces for this species: " + AT_BOTH],
    "mascamite-09": ["Gain 1 publicity. Rotate the solar system. Research a telescope tech.",
                     "Mission: 2 signal traces for this species: " + AT_BOTH],
    "mascamite-10": ["Gain 1 publicity. Rotate the solar system. Research a computer tech.",
                     "Mission: 2 analysis traces for this species: " + AT_BOTH],
    "anomaly-01": ["Launch a probe. If you launched it in a sector with an anomaly, gain 1 movement."],
    "anomaly-02": ["This turn, your moves bring no publicity. Gain 5 movement."],
    "anomaly-03": ["Gain 1 publicity.", "Trigger: when you research a tech: 1 energy",
                   "Trigger: when you research a tech: draw 1 card from the row or the deck",
                   "Trigger: when you research a tech: 3 points"],
    "anomaly-04": ["Scan. Mark a signal in the sector of the next anomaly."],
    "anomaly-05": ["Draw 3 cards from the deck. Discard one of the cards just drawn to gain its corner. "
                   "Discard one of the cards just drawn to gain its income once."],
    "anomaly-06": ["Draw 3 cards from the row."],
    "anomaly-07": ["Gain the reward of the next anomaly.", EACH_KIND + "3 points, 2 publicity"],
    "anomaly-08": ["Rotate the solar system. Research a tech."],
    "anomaly-09": ["Mark a trace of any kind."],
    "anomaly-10": ["Mark a signal in any sector. Gain 1 point for each signal you have in a sector with an anomaly."],
    "oumuamua-01": ["Scan. Gain 2 points for each signal marked on the 'Oumuamua tile by this card.",
                    "Mission: 1 trace on a space of this species that costs exofossils: 1 data"],
    "oumuamua-02": ["Scan. If this card marked a signal on the 'Oumuamua tile, gain 1 exofossil.",
                    "Mission: 1 lander at 'Oumuamua: 4 points"],
    "oumuamua-03": ["Mark a signal in 'Oumuamua's sector.",
                    "Mission: 3 exofossils: pay 2 exofossils to gain 11 points"],
    "oumuamua-04": ["Mark a signal in a yellow sector. Mark a signal in a red sector. Mark a signal in a blue sector. "
                    "You may pay 1 exofossil to mark a signal in any sector.",
                    "End of game: 1 point for each trace you have for this species"],
    "oumuamua-05": ["As often as you like, pay 1 exofossil to gain 2 movement. Land."],
    "oumuamua-06": ["Launch a probe. Gain 1 exofossil."],
    "oumuamua-07": ["This turn, the first time you visit 'Oumuamua: gain 1 exofossil. Gain 4 movement.",
                    "Mission: 1 signal on the 'Oumuamua tile: 1 exofossil"],
    "oumuamua-08": ["Rotate the solar system. Research a computer tech. You may pay 1 exofossil to gain 1 data."],
    "oumuamua-09": ["Gain 1 exofossil.", "Trigger: when you mark a trace: 1 data",
                    "Trigger: when you mark a trace: 1 publicity", "Trigger: when you mark a trace: 3 points"],
    "oumuamua-10": ["Land. If you landed on 'Oumuamua, gain 3 points.", EACH_KIND + "1 exofossil"],
    "centaurian-01": ["Launch a probe.", TUCK],
    "centaurian-02": ["Gain 2 data.", TUCK],
    "centaurian-03": ["Gain 1 publicity. Gain 1 credit.", TUCK],
    "centaurian-04": ["Draw 1 card from the deck.", "Message, 15 points later: mark a signal trace"],
    "centaurian-05": ["Gain 1 data.", "Message, 15 points later: mark a lander trace"],
    "centaurian-06": ["Gain 2 publicity.", "Message, 15 points later: mark an analysis trace"],
    "centaurian-07": ["Draw 1 card from the row or the deck.",
                      "Message, 15 points later: 1 credit, mark a trace of any kind"],
    "centaurian-08": ["Rotate the solar system. Research a computer tech.", TUCK],
    "centaurian-09": ["Rotate the solar system. Research a telescope tech.", TUCK],
    "centaurian-10": ["Mark 2 signals in any one sector.", TUCK],
}  # fmt: skip


@pytest.mark.parametrize("card", TEXTS)
def test_what_the_cards_do_word_for_word(rules, card):
    assert describe(rules, card).split("\n")[2:] == TEXTS[card]


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("mascamite-03", ["mascamite-03  Mass Sample Collection (Mascamites)",
                          "Cost 1; corner 1 point and 1 data; yellow sector; income 1 energy"]),
        ("anomaly-04", ["anomaly-04  Listening Carefully (Anomalies)",
                        "Cost 2; corner 1 point and 1 movement; red sector; income 1 card"]),
        ("oumuamua-09", ["oumuamua-09  Comparative Analysis ('Oumuamua)",
                         "Cost 1; corner 1 point and 1 movement; red sector; income 1 energy"]),
        ("centaurian-02", ["centaurian-02  Exocomputers (Centaurians)",
                           "Cost 1 energy; corner 1 point and 1 movement; red sector; income 1 data"]),
        ("centaurian-09", ["centaurian-09  Telescope Blueprints (Centaurians)",
                           "Cost 2 energy; corner 1 point and 1 movement; red sector; income 1 publicity"]),
        ("centaurian-03", ["centaurian-03  Infocluster (Centaurians)",
                           "Cost 1 energy; corner 2 publicity; yellow sector; income 1 publicity"]),
    ],
)  # fmt: skip
def test_heads_of_some_cards(rules, card, lines):
    assert describe(rules, card).split("\n")[:2] == lines


SECRETS = {
    "exertian-01": ("Razor-edge Shuttle", 6, "14 points if you have 3 probe techs"),
    "exertian-02": ("Deflector", 7, "15 points if you have 3 telescope techs"),
    "exertian-03": ("Expender Core", 3, "9 points if you have 3 computer techs"),
    "exertian-04": ("Pierced Exoplanet", 4, "12 points if you have 2 red sector wins"),
    "exertian-05": ("Core-breach Exoplanet", 4, "12 points if you have 2 blue sector wins"),
    "exertian-06": ("Vortex Exoplanet", 4, "12 points if you have 2 yellow sector wins"),
    "exertian-07": ("Fission-sun Exoplanet", 5, "14 points if you have 2 black sector wins"),
    "exertian-08": ("Oscillating Probes", 3, "11 points if you have 3 orbiters"),
    "exertian-09": ("Generative Infrastructure", 7, "16 points if you have 4 landers"),
    "exertian-10": ("Casette Deployment", 2,
                    "10 points if you have 3 orbiters or landers at one planet, its moons included"),
    "exertian-11": ("Extractor", 8, "18 points if you have 8 cards tucked for income"),
    "exertian-12": ("Automated Lab", 0, "7 points if you have 6 traces for this species"),
    "exertian-13": ("Neuralab", 9, "20 points if you have 6 traces for the other species"),
    "exertian-14": ("Nanowielder Node", 1, "8 points if you have 5 traces of the same kind"),
    "exertian-15": ("Stratoelevator", 4, "12 points if you have 5 completed missions"),
}  # fmt: skip


@pytest.mark.parametrize("card", SECRETS)
def test_cards_that_are_played_face_down(rules, card):
    name, danger, end = SECRETS[card]
    lines = [f"{card}  {name} (Exertians)", f"Played face down; danger {danger}", f"End of game: {end}"]
    assert describe(rules, card).split("\n") == lines


def test_every_card_of_a_species_has_a_text_here(rules):
    assert {*TEXTS, *SECRETS} == {card for card in rules.card_ids if not card.startswith("base-")}


# ---------------------------------------------------------------------------------------------- variants


@pytest.mark.parametrize(
    ("species", "overlay", "lines"),
    [
        ("mascamites", {"samples_at": {"jupiter": 0, "saturn": 6}},
         ["Samples: 7; face down 6 at Saturn; 1 face up on the board"]),
        ("mascamites", {"samples_at": {"jupiter": 4},
                        "board": {"analysis": [{"reward": []}, *({"token": "delivered"},) * 7]}},
         ["Samples: 7; face down 4 at Jupiter and 3 at Saturn", "  1  nothing",
          "  2 to 8  the reward of the sample delivered there; closed until one is"]),
        ("anomalies", {"anomalies_at": [1, 2, 7], "cards_per_discovery_marker": 0, "face_up_cards": 0},
         ["Anomalies: 3, laid at random 1, 2 and 7 sectors counter-clockwise of the sector of Earth, either side up",
          "Cards: 10, anomaly-01 to anomaly-10", "At the discovery: no cards"]),
        ("anomalies", {"board": {"lander": []}},
         ["Spaces for signal and analysis traces each, from the bottom:",
          "Spaces for lander traces, from the bottom: none"]),
        ("oumuamua", {"tile": {"publicity": 0, "data": 2, "marker_vp": [4, 4]}},
         ["Each visit: no publicity; each probe in that gap at the discovery: 1 publicity",
          "Spaces for data: 2; points of the markers in order: 4, 4"]),
        ("oumuamua", {"body": {"land_first": [[{"do": "draw", "n": 1, "from": "species"}]]}},
         ["First lander: draw 1 card of this species"]),
        ("exertians", {"cards_per_player": 1, "most_danger_loses": 7, "plays_per_discovery_marker": 0,
                       "milestones": {"exertian-milestone-1": {"cost": {"credits": 2, "energy": 1}}}},
         ["At the discovery: 1 card to every player and 1 card to the owner of each marker on its discovery spaces",
          "The cards never are in a hand; they are played face down, at the discovery at most none",
          "Milestone 20 points ahead of the highest score at the discovery: each player may play 1 card for 2 credits "
          "and 1 energy",
          "End of game: each played card scores if its condition holds; then whoever has most danger, from played "
          "cards and markers on the board, loses 1 in 7 of all points, rounded down"]),
    ],
)  # fmt: skip
def test_a_varied_species_is_described_as_it_is(species, overlay, lines):
    said = describe(RuleSet.load({"species": {species: overlay}}), species).split("\n")
    assert [line for line in lines if line not in said] == []


def test_a_tile_without_spaces_for_landers():
    said = describe(RuleSet.load({"species": {"oumuamua": {"body": {"land_first": []}}}}), "oumuamua")
    assert "First orbiter" in said and "landers" not in said


def test_a_varied_card_is_described_as_it_is():
    overlay = {"species": {"centaurians": {"message_ahead": 1}},
               "cards": {"centaurian-01": {"cost": {"energy": 0}}, "centaurian-02": {"cost": 3},
                         "mascamite-07": {"corner": {"vp": 2, "publicity": 1, "move": 3}}}}  # fmt: skip
    rules = RuleSet.load(overlay)
    first, second, third = (describe(rules, card).split("\n") for card in
                            ("centaurian-01", "centaurian-02", "mascamite-07"))  # fmt: skip
    assert first[1].startswith("Cost 0 energy; ") and first[-1].startswith("Message, 1 point later: ")
    assert second[1].startswith("Cost 3; ")
    assert third[1].startswith("Cost 1; corner 2 points, 1 publicity and 3 movement; ")


# ---------------------------------------------------------------------------------------------- the vocabulary


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ({"do": "draw", "n": 2, "from": "species"}, "draw 2 cards of this species"),
        ({"do": "pay", "data": 2}, "pay 2 data"),
        ({"do": "may", "then": [{"do": "pay", "vp": 3}, {"do": "launch"}, {"do": "gain", "data": 1}]},
         "you may pay 3 points to launch a probe, then gain 1 data"),
        ({"do": "repeat", "then": [{"do": "pay", "exofossil": 2}]}, "as often as you like, pay 2 exofossils"),
        ({"do": "choose", "of": [[{"do": "pay", "credits": 1}, {"do": "scan"}], [{"do": "gain", "vp": 1}]]},
         "choose one: pay 1 credit to scan; or gain 1 point"),
        ({"do": "deliver", "times": 3}, "deliver it for its sample's reward 3 times"),
        ({"do": "may", "then": [{"do": "anomaly-reward", "which": "next"}, {"do": "gain", "vp": 1}]},
         "you may gain the reward of the next anomaly and 1 point"),
        ({"do": "signal", "n": 2, "where": "any"}, "mark 2 signals in any sectors"),
        ({"do": "signal", "n": 2, "where": "next-anomaly"}, "mark 2 signals in the sector of the next anomaly"),
        ({"do": "if", "cond": {"marked_on": "oumuamua", "n": 2}, "then": [{"do": "gain", "vp": 1}]},
         "if this card marked at least 2 signals on the 'Oumuamua tile, gain 1 point"),
        ({"do": "if", "cond": {"deliver": "venus"}, "then": [{"do": "gain", "vp": 1}]},
         "if you have a capsule on Venus, gain 1 point"),
    ],
)  # fmt: skip
def test_effects_that_no_card_of_the_box_has(words, effect, text):
    assert words.effect(Node(effect)) == text


@pytest.mark.parametrize(
    ("cond", "text"),
    [
        ({"traces": 1, "kind": "lander", "species": "each"}, "1 lander trace for each of the two species"),
        ({"traces": 2, "species": "other"}, "2 traces for the other species"),
        ({"traces_each": 2, "species": "single"}, "2 traces of each kind for one species"),
        ({"traces": 2}, "2 traces"),
        ({"paid_traces": 2, "species": "this"}, "2 traces on spaces of this species that cost exofossils"),
        ({"craft": 1, "at": "one-planet"}, "1 orbiter or lander at one planet"),
        ({"craft": 2, "at": "saturn", "moons": True}, "2 orbiters or landers at Saturn or its moons"),
        ({"landers": 2, "at": "mars", "moons": True}, "2 landers at Mars or its moons"),
        ({"signals": 2, "at": "oumuamua"}, "2 signals on the 'Oumuamua tile"),
        ({"all": [{"missions": 1}, {"tucked": 1}, {"exofossil": 1}]},
         "1 completed mission and 1 card tucked for income and 1 exofossil"),
    ],
)  # fmt: skip
def test_conditions(words, cond, text):
    assert words.condition(Node(cond)) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ({"traces": 2, "kind": "signal", "species": "other"},
         "for every 2 signal traces you have for the other species"),
        ({"traces": 1, "kind": "any"}, "for each trace"),
        ({"min_of": [{"traces": 1, "kind": "any", "species": "this"}, {"techs": 2, "tech": "any"}]},
         "for each set of 1 trace you have for this species and 2 techs"),
    ],
)  # fmt: skip
def test_counts(words, count, text):
    assert words.per(Node(count)) == text


@pytest.mark.parametrize(
    ("method", "table", "text"),
    [
        ("effect", {"do": "sample-reward", "where": "pluto"}, 'rules: x.where = "pluto": expected one of own-probe, '),
        ("effect", {"do": "discard-drawn", "for": "fun"}, 'rules: x.for = "fun": expected one of corner, income'),
        ("effect", {"do": "anomaly-reward", "which": "last"}, 'rules: x.which = "last": expected one of next'),
        ("effect", {"do": "pick-sample", "n": 2}, "rules: x.n = 2: expected one of the keys do"),
        ("effect", {"do": "pay", "gold": 2}, "rules: x.gold = 2: expected one of the keys do"),
        ("condition", {"traces": 1, "species": "all"}, 'rules: x.species = "all": expected one of each, this, other'),
        ("condition", {"paid_traces": 1, "species": "other"}, 'rules: x.species = "other": expected one of this'),
        ("condition", {"tucked": 1, "kind": "card"}, 'rules: x.kind = "card": expected one of the keys '),
        ("play_condition", {"launched_in": "space"}, 'rules: x.launched_in = "space": expected one of anomaly-sector'),
        ("per", {"signals": "everywhere"}, 'rules: x.signals = "everywhere": expected one of anomaly-sectors'),
        ("per", {"marked_on": "oumuamua", "n": 1}, "rules: x.n = 1: expected one of the keys "),
    ],
)  # fmt: skip
def test_an_unknown_word_is_refused(words, method, table, text):
    with pytest.raises(RuleError) as caught:
        getattr(words, method)(Node(table, "x"))
    assert str(caught.value).startswith(text)
