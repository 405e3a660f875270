"""Tables against what an onlooker counts: the same games played through `Game`, position after position.

Nothing of the engine's log is used here, only actions and positions as docs/protocol.md describes them.
"""

from collections import Counter, defaultdict

import numpy as np
import polars as pl
import pytest

from seti_sim.seti import Game
from seti_sim.seti import players as registry
from seti_sim.seti.analysis import pacing, unused
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.opcodes import INCOMES
from seti_sim.seti.tables import schema
from seti_sim.seti.tables.schema import FREE_ACTIONS, MAIN_ACTIONS, SLOTS, TRACE_PLACES, TRACES
from seti_sim.simulate import prepare, run
from seti_sim.tables import open_run

GAMES, SEED = 4, 23
TABLES = [(2, "greedy"), (3, "random"), (4, "greedy")]


class Onlooker:
    """One game watched from the deal to the end."""

    def __init__(self, rules, players, policy, number):
        self.rules = rules
        self.game = game = Game.new(rules, players=players, seed=SEED, game=number)
        self.number, self.seats = number, [f"P{i + 1}" for i in range(players)]
        self.opening = {seat: set(game.to_json()["seats"][seat]["hand"]) for seat in self.seats}
        self.deck = list(game.to_json()["deck"])
        self.actions, self.came, self.left = Counter(), [], []
        self.techs, self.gold, self.discovered, self.secrets = [], [], {}, 0
        self.craft = []
        self.turns, self.first_reshuffle = 0, None
        self.took = []
        before = game.to_json()
        while not game.is_over:
            action = policy.choose(game)
            round_, kind = game.round, str(action).split()[0]
            if kind in FREE_ACTIONS or (kind in MAIN_ACTIONS and game.decision == "turn"):
                self.actions[int(game.to_move[1:]), round_, kind] += 1
                self.took += [(round_, int(game.to_move[1:]))] if kind in MAIN_ACTIONS else []
            self.secrets += kind == "secret"
            # What pays for a step that an effect's movement lacks is a free action, too (R5.5).
            paid = str(action).partition(" +")[2]
            if paid:
                self.actions[int(game.to_move[1:]), round_, {"energy": "move", "card": "corner"}[paid]] += 1
            game.apply(action)
            after = game.to_json()
            self.compare(before, after, round_, str(action))
            before = after
        self.end = before

    def compare(self, before, after, round_, action):
        """Note what one action changed; `round_` is the round in which it was done."""
        for number, seat in enumerate(self.seats, 1):
            was, now = before["seats"][seat], after["seats"][seat]
            had, has = ({*position["hand"], *position.get("secrets", ())} for position in (was, now))
            self.came += [(number, card) for card in sorted(has - had)]
            self.left += [(number, card) for card in sorted(had - has)]
            for tech in sorted(set(now["techs"]) - set(was["techs"])):
                stack = after["techs"][tech]
                bonus, two = stack["taken"][-1], before["techs"][tech]["two_points"] and not stack["two_points"]
                self.techs.append((number, tech, round_, bonus, two))
            for planet, now_there in after["planets"].items():
                was_there = before["planets"].get(planet, {"orbiters": {}, "landers": {}})
                for kind, mark in (("orbiter", "orbiters"), ("lander", "landers")):
                    if now_there[mark].get(seat, 0) > was_there[mark].get(seat, 0):
                        self.craft.append((number, kind, planet, round_))
            for moon, now_there in after["moons"].items():
                if now_there.count(seat) > before["moons"][moon].count(seat):
                    self.craft.append((number, "lander", moon, round_))
        for tile, side in after["gold"].items():
            for place in range(len(before["gold"][tile]["markers"]), len(side["markers"])):
                self.gold.append((int(side["markers"][place][1:]), tile, side["side"], min(place, 2) + 1, round_))
        for slot, species in after["species"].items():
            if species["discovered"] and not before["species"][slot]["discovered"]:
                self.discovered[slot] = species["discovered"]
        if after["reshuffles"] and not before["reshuffles"]:
            self.first_reshuffle = len(self.came)


@pytest.fixture(scope="module", params=TABLES, ids=lambda p: f"{p[0]}-{p[1]}")
def watched(request, tmp_path_factory):
    """(opened run, the onlookers of its games)."""
    players, policy = request.param
    folder = tmp_path_factory.mktemp("watched") / "run"
    run(prepare(players=players, games=GAMES, policies=policy, seed=SEED), folder, chunk=3)
    rules, player = RuleSet.load(), registry.get(policy)
    return open_run(folder), [Onlooker(rules, players, player, number) for number in range(GAMES)]


def traces_of(species, seat):
    """{(kind, place): traces} of a seat for one species of a position."""
    found = Counter()
    for kind in TRACES:
        found[kind, "discovery"] += species["spaces"][kind] == seat
        found[kind, "overflow"] += species["overflow"].get(kind, {}).get(seat, 0)
        board = species.get("board", {}).get(kind, [])
        found[kind, "board"] += [mark for space in board for mark in np.atleast_1d(space)].count(seat)
    return found


def rows(table, game, *columns):
    """Rows of one game's part of a table as tuples, Enums as text."""
    found = table.filter(pl.col("game_id") == game).select(columns).collect()
    return found.with_columns(pl.col(pl.Enum).cast(pl.String)).rows()


class Noting(dict):
    """A row that notes which of its columns were looked at."""

    looked = frozenset({"game_id", "seat", "policy"})

    def __getitem__(self, name):
        Noting.looked |= {name}
        return super().__getitem__(name)

    def items(self):
        """Of sources of points alone, which are asked for by their first letters."""
        Noting.looked |= {name for name in self if name.startswith("points_")}
        return super().items()


def test_seats(watched):
    opened, onlookers = watched
    for seen in onlookers:
        frame = opened.seats.filter(pl.col("game_id") == seen.number).sort("seat").collect()
        for row, (seat, score) in zip(map(Noting, frame.iter_rows(named=True)), seen.game.scores().items(), strict=True):
            have, end = seen.end["seats"][seat], seen.end
            assert (row["score"], row["win_share"]) == (score["total"], pytest.approx(score["win_share"]))
            points = {name[7:]: n for name, n in row.items() if name.startswith("points_") and n}
            assert points == {name.replace("-", "_"): n for name, n in score["by_source"].items() if n}
            assert [row[k] for k in ("credits", "energy", "publicity", "data")] == [
                have[k] for k in ("credits", "energy", "publicity", "data")
            ]
            assert row["hand"] == len(have["hand"])
            for kind in ("probe", "telescope", "computer"):
                assert row[f"techs_{kind}"] == sum(tech.startswith(kind) for tech in have["techs"])
            for kind in ("signal", "lander", "analysis"):
                marks = [traces_of(species, seat) for species in end["species"].values()]
                assert row[f"traces_{kind}"] == sum(n for had in marks for (what, _), n in had.items() if what == kind)
            assert row["wins"] == sum(star["wins"].count(seat) for star in end["stars"].values())
            planets = end["planets"].values()
            assert row["orbiters"] == sum(planet["orbiters"].get(seat, 0) for planet in planets)
            moons = sum(moon.count(seat) for moon in end["moons"].values())
            assert row["landers"] == moons + sum(planet["landers"].get(seat, 0) for planet in planets)
            assert row["missions"] == len(have["completed"]) and row["endgame_cards"] == len(have["endgame"])
            incomes = Counter(seen.rules.tree["cards"][card]["income"] for card in have["tucked"])
            assert len(have["tucked"]) == incomes.total()
            assert {k: row[f"income_{k}"] for k in INCOMES} == {k: incomes[k] for k in INCOMES}
    assert set(schema.SEATS.column_names) - Noting.looked == set(), "columns of `seats` that nothing is compared with"


RARE = {"income_data": "test_rare_incomes", "income_publicity": "test_rare_incomes"}
"""Columns of `seats` that are 0 in all these games, and which test compares them instead."""


def test_compared_columns_are_not_all_zero(tmp_path):
    """A column that the engine never fills is 0, and so is an onlooker's count of what does not happen."""
    frames = []
    for number, (players, policy) in enumerate(TABLES):
        run(prepare(players=players, games=GAMES, policies=policy, seed=SEED), tmp_path / str(number), chunk=3)
        frames.append(open_run(tmp_path / str(number)).seats.collect().select(pl.col(pl.Int16, pl.UInt8, pl.Float32)))
    most = pl.concat(frames).max().row(0, named=True)
    zero = {name for name, value in most.items() if not value}
    assert zero == set(RARE) and set(RARE.values()) <= set(globals()), "0 in all games: a test of its own, named in RARE"


def test_rare_incomes(tmp_path):
    """Incomes that species' cards alone have, against the end of a game in which there are some."""
    opened = run(prepare(players=4, games=40, policies="greedy", seed=SEED), tmp_path / "run")
    rules, player = RuleSet.load(), registry.get("greedy")
    for income in ("data", "publicity"):
        (number, *_) = opened.seats.filter(pl.col(f"income_{income}") > 0).collect()["game_id"]
        game = Game.new(rules, players=4, seed=SEED, game=number)
        while not game.is_over:
            game.apply(player.choose(game))
        cards = rules.tree["cards"]
        tucked = [seat["tucked"] for seat in game.to_json()["seats"].values()]
        seats = opened.seats.filter(pl.col("game_id") == number).sort("seat").collect()
        assert seats[f"income_{income}"].to_list() == [sum(cards[c]["income"] == income for c in mine) for mine in tucked]


def test_actions(watched):
    opened, onlookers = watched
    for seen in onlookers:
        found = {row[:3]: row[3] for row in rows(opened.actions, seen.number, "seat", "round", "kind", "n")}
        assert found == dict(seen.actions)


def test_games(watched):
    opened, onlookers = watched
    for seen in onlookers:
        (row,) = opened.games.filter(pl.col("game_id") == seen.number).collect().iter_rows(named=True)
        assert (row["discovered_left"], row["discovered_right"]) == (
            seen.discovered.get("left"),
            seen.discovered.get("right"),
        )
        assert (row["turns"], row["decisions"]) == (seen.end["turns"], seen.end["decisions"])
        assert row["turns"] == sum(n for (_, _, kind), n in seen.actions.items() if kind in MAIN_ACTIONS)
        assert row["reshuffles"] == seen.end["reshuffles"]
        assert (row["species_left"], row["species_right"]) == tuple(seen.end["species"][s]["id"] for s in ("left", "right"))
        assert row["gold_sides"] == "".join(seen.end["gold"][tile]["side"] for tile in seen.rules.gold_tile_names)
        totals = sorted(score["total"] for score in seen.game.scores().values())
        assert (row["best_score"], row["margin"], row["winners"]) == (
            totals[-1],
            totals[-1] - totals[-2],
            totals.count(totals[-1]),
        )


def test_waiting_is_what_an_onlooker_counts(watched):
    opened, onlookers = watched
    between, after, turns, decisions = [], [], 0, 0
    for seen in onlookers:
        turns, decisions = turns + seen.end["turns"], decisions + seen.end["decisions"]
        for round_ in {at for at, _ in seen.took}:
            seats = [seat for at, seat in seen.took if at == round_]
            for seat in set(seats):
                mine = [i for i, one in enumerate(seats) if one == seat]
                between += [b - a - 1 for a, b in zip(mine, mine[1:])]
                after.append(len(seats) - 1 - mine[-1])
    found = {row["measure"]: row for row in pacing.waiting(opened).iter_rows(named=True)}
    expected = {"between": np.mean(between), "after_pass": np.mean(after), "decisions_turn": decisions / turns}
    assert {name: row["estimate"] for name, row in found.items()} == pytest.approx(expected)
    assert [found[name]["n"] for name in expected] == [len(between), len(after), turns]


def test_missions_not_completed_are_those_that_lie_before_the_seat(watched):
    opened, onlookers = watched
    left = [len(seat["missions"]) for seen in onlookers for seat in seen.end["seats"].values()]
    found = unused.unfinished(opened).filter(pl.col("who") == "seat")["estimate"].to_list()
    assert found == pytest.approx([np.mean(left), np.mean([n > 0 for n in left])])


def test_craft(watched):
    opened, onlookers = watched
    for seen in onlookers:
        found = rows(opened.craft, seen.number, "seat", "number", "craft", "body", "round")
        assert sorted((seat, *rest) for seat, _, *rest in found) == sorted(seen.craft)
        assert {(seat, n) for seat, n, *_ in found} == {
            (seat, n + 1) for seat in {row[0] for row in found} for n in range(sum(row[0] == seat for row in found))
        }
        first = opened.craft.filter(pl.col("game_id") == seen.number, pl.col("craft") == "orbiter", "first").collect()
        orbited = {planet for _, kind, planet, _ in seen.craft if kind == "orbiter"}
        assert sorted(first["body"]) == sorted(orbited)


def test_techs_and_gold(watched):
    opened, onlookers = watched
    for seen in onlookers:
        found = rows(opened.techs, seen.number, "seat", "tech_id", "round", "bonus", "two_points")
        assert sorted(found) == sorted(seen.techs)
        order = defaultdict(list)
        for seat, tech, number in rows(opened.techs, seen.number, "seat", "tech_id", "number"):
            order[seat].append((number, tech))
        for seat in order:
            assert [tech for _, tech in sorted(order[seat])] == [tech for who, tech, *_ in seen.techs if who == seat]
        assert sorted(rows(opened.gold, seen.number, "seat", "tile", "side", "place", "round")) == sorted(seen.gold)
        points = Counter()
        for seat, tile, side, place, count, n in rows(
            opened.gold, seen.number, "seat", "tile", "side", "place", "count", "points"
        ):
            (values,) = (t["values"] for t in seen.rules.tree["gold_tiles"].values() if (t["tile"], t["side"]) == (tile, side))
            assert n == values[place - 1] * count
            points[f"P{seat}"] += n
        assert all(score["by_source"].get("gold", 0) == points[seat] for seat, score in seen.game.scores().items())


def test_cards(watched):
    opened, onlookers = watched
    for seen in onlookers:
        found = rows(opened.cards, seen.number, "seat", "card_id", "arrival", "source", "fate", "opening")
        dealt = {(seat, card) for seat, card, _, source, _, _ in found if source == "dealt"}
        assert dealt == {(int(seat[1:]), card) for seat, hand in seen.opening.items() for card in hand}
        assert all(opening == (source == "dealt") for *_, source, _, opening in found)
        came = Counter((seat, card) for seat, card, _, source, _, _ in found if source != "dealt")
        left = Counter((seat, card) for seat, card, *_, fate, _ in found if fate != "held")
        # A card that comes and goes within one action is not seen by an onlooker, but comes as often as it goes.
        unseen = came - Counter(seen.came)
        assert not Counter(seen.came) - came and unseen == left - Counter(seen.left) and unseen.total() <= 2
        held = {(f"P{seat}", card) for seat, card, *_, fate, _ in found if fate == "held"}
        have = {seat: seen.end["seats"][seat] for seat in seen.seats}
        assert held == {(s, card) for s in have for card in (*have[s]["hand"], *have[s].get("secrets", ()))}
        for kind, fate, more in (("play", "played", seen.secrets), ("corner", "corner", 0)):
            n = sum(n for (_, _, done), n in seen.actions.items() if done == kind)
            assert n + more == sum(row[4] == fate for row in found)


def test_draws_follow_the_deck(watched):
    opened, onlookers = watched
    for seen in onlookers:
        found = rows(opened.draws, seen.number, "event", "chance", "round", "card_id", "pool", "tech_id", "bonus")
        assert [row[0] for row in found] == list(range(len(found)))
        cards = [row for row in found if row[1] not in ("tile", "species", "turned-up")]
        in_box = sum("species" not in card for card in seen.rules.tree["cards"].values())
        setup = [row for row in cards if row[2] == 0][: in_box - len(seen.deck)]
        assert [row[4] for row in setup] == list(range(in_box, len(seen.deck), -1))
        drawn = [row[3] for row in cards[len(setup) :]]
        if not seen.end["reshuffles"]:
            assert drawn == seen.deck[: len(drawn)] and len(seen.end["deck"]) == len(seen.deck) - len(drawn)
            assert [row[4] for row in cards[len(setup) :]] == list(range(len(seen.deck), len(seen.end["deck"]), -1))
        else:
            assert drawn[: len(seen.deck)] == seen.deck
        for tech, stack in seen.end["techs"].items():
            shown = [(bonus, pool) for *_, pool, which, bonus in found if which == tech]
            order = [*stack["taken"], *stack["tiles"]]
            assert shown == list(zip(order, (4, 3, 2, 1), strict=True))[: len(stack["taken"]) + 1]


def test_species(watched):
    opened, onlookers = watched
    for seen in onlookers:
        frame = opened.species.filter(pl.col("game_id") == seen.number).sort("slot", "seat").collect()
        assert frame.select("slot", "seat").rows() == [(s, n + 1) for s in SLOTS for n in range(len(seen.seats))]
        score = seen.game.scores()
        for row in frame.iter_rows(named=True):
            slot, seat = row["slot"], row["seat"]
            species = seen.end["species"][slot]
            assert (row["species"], row["discovered"]) == (species["id"], seen.discovered.get(slot))
            marks = traces_of(species, f"P{seat}")
            for name, at in (*((kind, 0) for kind in TRACES), *((place, 1) for place in TRACE_PLACES)):
                assert row[f"traces_{name}"] == sum(n for key, n in marks.items() if key[at] == name), name
            everybody = [traces_of(species, each).total() for each in seen.seats]
            assert row["traces"] == everybody[seat - 1]
            assert row["most_traces"] == (everybody[seat - 1] == max(everybody) > 0)
            points = score[f"P{seat}"]["by_source"].get(f"species-{slot}", 0)
            assert row["points_during"] + row["points_end"] == points
            own = {card for card, what in seen.rules.tree["cards"].items() if what.get("species") == species["id"]}
            came = Counter(card for who, card in seen.came if who == seat and card in own)
            # Returned cards come a second time; what comes and goes within one action is not seen.
            assert came.total() - 1 <= row["cards_gained"] + 1 and row["cards_played"] <= row["cards_gained"] + 1
            assert row["score"] == score[f"P{seat}"]["total"]
        makers = frame.filter("discoverer").group_by("slot").len()
        assert makers["len"].to_list() == [1] * len(makers)
