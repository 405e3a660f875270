"""New cards that do the examples of every verb of the vocabulary, so that what no printed card has is played, too."""

import tomllib
from functools import cache

from seti_sim.seti.rules import RuleSet
from seti_sim.seti.vocabulary import VERBS

#: Verbs that stand elsewhere than in `play`: printed cards of the mascamites have it in the reward of a delivery.
ELSEWHERE = {"deliver"}
FACE = {"cost": 1, "corner": {"data": 1}, "sector": "red", "income": "card"}
OF_SPECIES = {"copy_of": "mascamite-01", "cost": 1}


@cache
def verb_cards():
    """{id: (verb, card)}, at most four examples a card; one that draws from its species is a card of a species."""
    found = {}
    for verb in VERBS:
        examples = () if verb.name in ELSEWHERE else verb.examples + verb.of_species
        ways = [tomllib.loads(f"x = [{example.replace(' + ', ',')}]")["x"] for example in examples]
        kin = [way for way in ways if way[0].get("from") == "species"]
        plain = [way for way in ways if way not in kin]
        parts = [(FACE, plain[i : i + 4]) for i in range(0, len(plain), 4)]
        for number, (face, part) in enumerate([*parts, *((OF_SPECIES, [way]) for way in kin)]):
            name = f"try-{verb.name}-{number}"
            play = [effect for way in part for effect in way]
            found[name] = verb, face | {"name": name.replace("-", " "), "play": play}
    return found


@cache
def rules_with_verb_cards():
    """The rules with these cards in the decks."""
    return RuleSet.load({"new": {"cards": {name: card for name, (_, card) in verb_cards().items()}}})
