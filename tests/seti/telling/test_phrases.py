"""Every action of real games has its English, and steps that belong together are told together."""

import pytest

from seti_sim.seti import Game
from seti_sim.seti import players as registry
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.tables.schema import SOURCE_WORDS
from seti_sim.seti.telling.narrate import Narrator
from seti_sim.seti.telling.phrases import NOT_TOLD, Phrases


@pytest.fixture(scope="module")
def phrases():
    return Phrases(RuleSet.load())


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_are_told_without_notation(phrases, policy):
    player = registry.get(policy)
    for number in range(6):
        game = Game.new(RuleSet.load(), players=3, seed=5, game=number)
        while not game.is_over:
            action = player.choose(game)
            text = str(action)
            told = phrases.told([text])
            if text in NOT_TOLD:
                assert told == []
            else:
                (phrase,) = told
                first = phrase.split()[0]
                assert first.endswith("s") and "{" not in phrase and phrase != text, (text, phrase)
            game.apply(action)


@pytest.mark.parametrize(
    "actions, told",
    [
        (["move 1.2-2.2", "move 2.2-3.2", "move 3.2-3.3"], ["moves 1.2 > 2.2 > 3.2 > 3.3 for energy"]),
        (["move 1.2-2.2", "move 1.5-1.4"], ["moves 1.2 > 2.2 for energy", "moves 1.5 > 1.4 for energy"]),
        (["step 2.4-2.5 +energy", "step 2.5-2.6", "go"], ["moves 2.4 > 2.5 > 2.6, paying energy"]),
        (["place", "place", "place 3", "place"], ["places 2 data", "places a data in column 3", "places a data"]),
        (["buy", "take base-025"], ["buys Lightsail (base-025)"]),
        (["buy", "take deck"], ["buys the top card of the deck"]),
        (["scan", "step earth", "signal vega", "done", "end"], ["scans", "marks a signal at Vega"]),
        (["land mars/2", "land europa", "orbit uranus"], ["lands on Mars, space 2", "lands on Europa", "orbits Uranus"]),
        (
            ["move 3.2-3.3 sample-data", "move 3.3-3.4"],
            ["moves the capsule data 3.2 > 3.3 for energy", "moves 3.3 > 3.4 for energy"],
        ),
        (["step 3.2-3.3 sample-vp", "step 3.3-3.4 sample-vp +card"], ["moves the capsule vp 3.2 > 3.3 > 3.4, paying card"]),
        (["look jupiter", "sample sample-credits"], ["looks at the samples at Jupiter", "chooses the sample credits"]),
        (["secret exertian-05"], ["plays Core-breach Exoplanet (exertian-05) face down"]),
        (["signal oumuamua"], ["marks a signal at the tile of 'Oumuamua"]),
        (["trace right lander 2"], ["marks a lander trace of the right species, space 2"]),
        (["trace left analysis overflow"], ["marks an analysis trace of the left species, in its overflow area"]),
        (["tuck base-028"], ["tucks Kepler Space Telescope (base-028) for income, 1 credit a round"]),
        (["exchange credits>energy"], ["exchanges credits for energy"]),
        (["cover base-002/1"], ["covers space 1 of Mariner 10 Mission (base-002)"]),
    ],
)
def test_phrases(phrases, actions, told):
    assert phrases.told(actions) == told


def test_f34_points_of_every_source_are_told_by_its_words():
    """The result of a game names sources of points as the tables do, those of species' boards too."""
    points = {source: 2 for source in oc.SOURCES}
    game = Game.from_json(RuleSet.load(), {"from": "bench", "seats": {"P1": {"vp": sum(points.values()), "points": points}}})
    said = []
    Narrator(game, said.append).result(["", ""], said.append)
    text = "\n".join(said)
    assert all(f"{word} 2" in text for word in SOURCE_WORDS.values())
