"""Players go by what their seat may see: whatever is hidden, the choice is the same."""

import pytest

from seti_sim.planetx import Game, players
from seti_sim.planetx.notation import clue_dict

from . import reference
from .bench import rng, rules


def another_truth(game, seat, draw):
    """The same position for the seat, with everything else different that it cannot see; None if the draw fails."""
    rules_, me = game.rules, game.seat_number(seat)
    letters = rules_.sky.letters(int(draw.choice(game.possible(seat))))
    view, data = game.view(seat), game.to_json()
    data["system"] = letters
    for part, pool in (("topics", rules_.clues[: rules_.n_research]), ("conferences", rules_.clues[rules_.n_research :])):
        for name, clue in data[part].items():
            if "rule" in view[part][name]:
                continue
            title = clue["about"]
            fits = [one for one in pool if clue_dict(one)["about"] == title and reference.holds(letters, *one)]
            if not fits:
                return None
            family, x, y, n = draw.choice(fits)
            data[part][name] = {"rule": family, "x": x, "y": y, "n": n}
    state = data["state"]
    for name in ("system", "object", "clue"):
        del state[name]
    for other, table in enumerate(state["seat"][: game.core.seats]):
        if other == me:
            continue
        name = game.seat_name(other)
        n = len(data["starting"][name])
        sectors = [(s + 1, o) for s, letter in enumerate(letters) for o in "ACDG" if o != letter]
        data["starting"][name] = [f"{s}{o}" for s, o in draw.sample(sectors, n)]
        del table["facts"]
        for token in table["token"]:
            if token["fate"] == 1:
                table["left"][token["object"]] += 1
                beside = {one["object"] for one in table["token"] if one is not token and one["sector"] == token["sector"]}
                offered = [o for o in range(4) if table["left"][o] and (o not in beside or o == token["object"])]
                token["object"] = draw.choice(offered)
                table["left"][token["object"]] -= 1
        if table["n_hand"]:
            left = [o for o in range(4) for _ in range(table["left"][o])]
            table["hand"][: table["n_hand"]] = draw.sample(left, table["n_hand"])
    for event in data["log"]:
        own = event.get("seat", 0) == me
        if event["kind"] == "theory" and not own:
            event["b"] = draw.randrange(4)
        elif event["kind"] in ("survey", "target") and not own:
            event["d"] = draw.randrange(3)
        elif event["kind"] in ("research", "conference") and not own:
            event["d"] = draw.randrange(len(rules_.clues))
        elif event["kind"] == "locate" and not own:
            event |= {"a": draw.randrange(12), "b": draw.randrange(5), "c": draw.randrange(5)}
        if not own:
            event |= {"before": draw.randrange(1, 99), "after": draw.randrange(1, 99)}
    return Game.from_json(rules_, data)


@pytest.mark.parametrize("mode, games", [("standard", 3), ("expert", 1)])
@pytest.mark.parametrize("name", players.names())
def test_identical_choice(mode, games, name):
    policy, compared, differed = players.get(name), 0, 0
    for number in range(games):
        draw = rng(number)
        game = Game.new(rules(mode), 2 + number % 3, 31, number, levels=(4 * draw.randrange(4)))
        while not game.is_over and len(game.history) < 90:
            seat = game.to_move
            if draw.random() < 0.4:
                other = another_truth(game, seat, draw)
                if other is not None:
                    assert other.to_move == seat and other.possible(seat).tolist() == game.possible(seat).tolist()
                    assert policy.choose(other) == policy.choose(game), (game, seat, game.decision)
                    hidden = ("seats", "events")
                    for key, value in other.view(seat).items():
                        assert key in hidden or value == game.view(seat)[key], key
                    compared += 1
                    differed += other.system != game.system
            game.apply(policy.choose(game))
    assert compared > 10 * games and differed > 4 * games
