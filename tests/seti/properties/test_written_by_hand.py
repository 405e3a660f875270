"""Positions that are written by hand or forged: dealt as the docs say, or refused in one line that names the place."""

import json
import warnings
from pathlib import Path

import pytest

from seti_sim.seti import Game, PositionError, RecordError, _engine
from seti_sim.seti.engine import struct_dtype

from .walks import rules, walk

FORGED = sorted((Path(__file__).parents[1] / "data" / "forged").glob("*.json"))
IDS = [f"base-{number:03d}" for number in range(1, 139)]


def bench(**keys):
    return Game.from_json(rules(), {"from": "bench", **keys})


def refusal(position, read=Game.from_json, error=PositionError):
    with pytest.raises(error) as caught:
        read(rules(), position)
    assert str(caught.value).isprintable()
    return str(caught.value)


# ---------------------------------------------------------------- decks and rows
DECK = [card for card in IDS if card not in ("base-110", "base-130", "base-105")][:59]


def test_f25_stacks_are_dealt_from_a_deck_that_is_given():
    """F25: three stacks of three cards, from the round that is played on, off the top; whoever passes takes of them."""
    game = bench(deck=DECK)
    there = game.to_json()
    assert there["end_of_round"] == [[], DECK[:3], DECK[3:6], DECK[6:9]] and there["deck"] == DECK[9:]
    game.apply("pass")
    assert {str(act) for act in game.legal_actions()} == {f"take {card}" for card in DECK[:3]}


@pytest.mark.parametrize("size, stacks", [(0, [[], [], [], []]), (4, [[], DECK[:3], DECK[3:4], []])])
def test_f25_as_far_as_the_deck_has_cards(size, stacks):
    there = bench(deck=DECK[:size]).to_json()
    assert there["end_of_round"] == stacks and there["deck"] == []


def test_f25_stacks_that_are_said_leave_the_deck_alone():
    there = bench(deck=DECK, end_of_round=[]).to_json()
    assert there["end_of_round"] == [[], [], [], []] and there["deck"] == DECK


def test_f26_a_card_of_the_benchs_row_that_lies_elsewhere_is_replaced_from_the_deck():
    """F26: as docs/protocol.md says; a row that is said is never changed."""
    usual, game = bench(), bench(seats={"P1": {"hand": ["base-110"]}})
    top = usual.to_json()["deck"]
    row = game.to_json()["row"]
    assert row[:2] == ["base-130", "base-105"] and row[2] not in (None, "base-110")
    assert bench(seats={"P1": {"hand": ["base-110"]}}, deck=top).to_json()["row"] == ["base-130", "base-105", top[0]]
    said = {"from": "bench", "seats": {"P1": {"hand": ["base-110"]}}, "row": ["base-110"]}
    where = "expected a card that lies nowhere else (it is in seats.P1.hand[0])"
    assert refusal(said) == f"position: row[0] = 'base-110': {where}"


# ---------------------------------------------------------------- what cannot be
TWO = {"players": 2, "round": 2}
FULL = dict.fromkeys(("signal", "lander", "analysis"), "P1")
IMPOSSIBLE = {
    "neutral.20 = 5": {"neutral": {"20": 5}},
    "neutral.20 = 1": {"players": 4, "neutral": {"20": 1}},
    "species.left.discovered = 9": {"species": {"left": {"discovered": 9, "spaces": FULL}}},
    "species.left.discovered = 3": {"species": {"left": {"discovered": 3, "spaces": FULL}}},
    "passed[1] = 'P2'": {"passed": ["P2", "P2"]},
    "end_of_round[0]": {"end_of_round": [["base-001"]]},
    "end_of_round = ": {"end_of_round": [[], ["base-001", "base-002", "base-003", "base-004"]]},
    "techs.probe-1.taken": {"techs": {"probe-1": {"taken": ["vp"]}}},
    "techs.probe-2.taken": {"techs": {"probe-2": {"taken": []}}, "seats": {"P1": {"techs": ["probe-2"]}}},
    "gold.mission.markers = ['P1', 'P1']": {"gold": {"mission": {"markers": ["P1", "P1"]}}},
    "gold.other.markers = ['P1']": {"gold": {tile: {"markers": ["P1"]} for tile in ("tech", "mission", "income", "other")}},
    "stars.vega.wins": {"stars": {"vega": {"wins": ["P1"] * 300}}},
    "stars.vega.wins[0] = 'P3'": {"stars": {"vega": {"wins": ["P3"]}}},
    "moons.europa = ": {"moons": {"europa": ["P1"] * 300}},
    "seats.P1.capsules": {"seats": {"P1": {"capsules": {"sample-vp": [1, 1]}}}},
    "seats.P1.message_tile = 3": {"seats": {"P1": {"message_tile": 3}}},
    "seats.P1.secret_milestones": {"seats": {"P1": {"secret_milestones": ["exertian-milestone-1"]}}},
    "seats.P1.milestones[1] = 25": {"seats": {"P1": {"milestones": [25, 25]}}},
    "seats.P1.milestones[0] = 25.0": {"seats": {"P1": {"milestones": [25.0]}}},
    "seats.P1.computer.lower[0] = True": {"seats": {"P1": {"computer": {"lower": [True]}}}},
    "seats.P5 = {}": {"seats": {"P5": {}}},
    "round = 7": {"round": 7},
    "round = 6": {"round": 6},
}


@pytest.mark.parametrize("begins", IMPOSSIBLE)
def test_f27_what_cannot_be_is_refused(begins):
    """F27: counters beyond their stock, rounds to come, markers on what is empty, seats that are not there."""
    assert refusal({"from": "bench", **TWO, **IMPOSSIBLE[begins]}).startswith(f"position: {begins}")


def test_f27_the_first_tile_taken_takes_the_points_with_it():
    game = bench(techs={"probe-1": {"taken": ["vp"]}}, seats={"P1": {"techs": ["probe-1"]}})
    assert game.to_json()["techs"]["probe-1"]["two_points"] is False
    assert Game.from_json(rules(), game.to_json()) == game


def test_f27_a_marker_where_no_sample_has_come():
    """On the Mascamites' board the upper spaces of samples are empty until one is delivered (MAS-13)."""
    left = {"id": "mascamites", "discovered": True, "spaces": FULL}
    tables, species = rules().compiled.tables, rules().species_ids.index("mascamites")
    tokens = tables["board_token"][27 * species : 27 * species + 27]
    at = tokens.index(2)
    kind = ("signal", "lander", "analysis")[at // 9]
    column = [None] * (at % 9) + ["P1"]
    text = refusal({"from": "bench", "species": {"left": {**left, "board": {kind: column}}}})
    assert text.startswith(f"position: species.left.board.{kind}[{at % 9}] = 'P1'")


# ---------------------------------------------------------------- the setup
@pytest.mark.parametrize("players", [2, 3, 4])
def test_f28_round_0_is_the_setup(players):
    """F28: what a position of the setup does not say is dealt as for the game of that seed."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = Game.from_json(rules(), {"round": 0, "players": players, "seed": 7, "game": 3})
    new = Game.new(rules(), players, seed=7, game=3)
    assert game == new and game.decision == "setup" and game.legal_actions() == new.legal_actions()
    while game.decision == "setup":
        game.apply(game.legal_actions()[-1])
        again = Game.from_json(rules(), json.dumps(game.to_json()))
        assert again == game
    assert game.round == 1


def test_f28_solo():
    for seed in range(4):
        fresh = Game.new(rules(), seed=seed, solo=True, level=2)
        assert Game.from_json(rules(), {"round": 0, "seed": seed, "solo": {"level": 2}}) == fresh


def test_f28_who_tucks_next():
    game = Game.from_json(rules(), {"round": 0, "turn": "P2", "seats": {"P2": {"hand": ["base-001", "base-002"]}}})
    assert game.to_move == "P2" and [str(act) for act in game.legal_actions()] == ["tuck base-001", "tuck base-002"]
    game.apply("tuck base-001")
    assert (game.round, game.to_move, game.decision) == (1, "P1", "turn")


def test_f28_a_setup_that_cannot_be():
    none = {"round": 0, "seats": {"P2": {"hand": []}}}
    assert refusal(none) == "position: seats.P2.hand = []: expected a card to tuck"
    assert refusal({"round": 0, "main": "after"}).startswith("position: main = 'after'")
    assert refusal({"round": 0, "passed": ["P1"]}) == "position: passed[0] = 'P1': expected nobody during the setup"


# ---------------------------------------------------------------- what the engine wrote for itself
@pytest.mark.parametrize("path", FORGED, ids=lambda path: path.stem)
def test_f35_forged_positions_are_refused(path):
    """F35: alone and in a record."""
    text = path.read_text()
    assert refusal(text).startswith("position: pending.")
    record = f"seti_sim record 1\nrules {rules().fingerprint}\nposition {json.dumps(json.loads(text))}\n"
    assert refusal(record, Game.replay, RecordError).startswith("record: position: pending.")


def in_the_middle(wanted):
    """A position at a decision of that kind with frames below it."""
    for seed in range(200):
        for game in walk(2 + seed % 3, seed, "mixed"):
            if game.decision == wanted and len(game.to_json().get("pending", {}).get("frames", [])) > 1:
                return game.to_json()
    raise AssertionError(wanted)


@pytest.fixture(scope="module")
def effect():
    return in_the_middle("effect")


STATE, FRAME = struct_dtype("State"), struct_dtype("Frame")
LARGEST = {name: 2 ** (8 * STATE[name].base.itemsize) - 1 for name in STATE.names if STATE[name].base.names is None}
ENGINES = sorted(set(LARGEST) - {"watch_seen", "fresh"})  # any field: those that stand in words are not pending


@pytest.mark.parametrize("field", ENGINES)
def test_f35_no_field_of_pending_has_its_largest_number(effect, field):
    shape = STATE[field].shape
    none = field in ("card", "probe", "drawn", "tech", "trace_kind", "last_star")  # 255 is none of them
    value = [LARGEST[field]] * shape[0] if shape else LARGEST[field] - none
    forged = {**effect, "pending": {**effect["pending"], "fields": {**effect["pending"]["fields"], field: value}}}
    assert refusal(forged).startswith("position: pending.fields.")


@pytest.mark.parametrize("name", FRAME.names)
@pytest.mark.parametrize("value", [255, 256, -1, "1", None, True, 1.5])
def test_f35_nor_has_a_frame(effect, name, value):
    for i in range(len(effect["pending"]["frames"])):
        frames = [dict(frame) for frame in effect["pending"]["frames"]]
        frames[i][name] = value
        text = refusal({**effect, "pending": {**effect["pending"], "frames": frames}})
        assert text.startswith(f"position: pending.frames[{i}]"), text


def test_f35_a_stack_that_is_another_is_refused(effect):
    """A frame less, twice, or upside down; too many of them."""
    frames = effect["pending"]["frames"]
    for forged in (frames[1:], frames[:-1], frames[::-1], frames[:1] * 2 + frames[1:], frames + frames[-1:] * 60, []):
        fields = {**effect["pending"]["fields"], "n_frames": len(forged)}
        refusal({**effect, "pending": {**effect["pending"], "fields": fields, "frames": forged}})


def test_f35_no_turn_is_played_in_the_setup(effect):
    assert refusal({**effect, "round": 0}).startswith("position: pending.frames[0].kind = ")


def test_every_kind_of_frame_has_a_name():
    text = (Path(__file__).parents[3] / "ext/seti/frames.pxi").read_text()
    kinds = text[text.index("    FK_NONE") : text.index("    N_FK")].split("\n")
    names = [line.split("#")[0].strip()[3:].lower().replace("_", "-") for line in kinds if line.strip()]
    assert tuple(names) == _engine.FRAME_KINDS


@pytest.mark.parametrize("text, expected", [
    ("[" * 100000, "too deep"), ('{"round": ' + "9" * 5000 + "}", "digits"),
    ('{"round": 1, "round": 2}', "'round' stands twice"),
    ('{"a\\nb": 1}', "a\\nb"), ('{"round": ' + "[" * 50 + "]" * 50 + "}", "a whole number"),
])  # fmt: skip
def test_text_that_is_no_position(text, expected):
    assert expected in refusal(text)


@pytest.mark.parametrize(
    "lines, expected",
    [
        (["players 2", "players 3", "seed 1", "game 0"], "record, line 4: 'players' again"),
        (["seed 1", 'position {"from": "bench"}'], "record: seed '1': expected nothing but a position"),
    ],
)
def test_heads_of_records_that_contradict_themselves(lines, expected):
    text = "\n".join(["seti_sim record 1", f"rules {rules().fingerprint}", *lines])
    assert refusal(text, Game.replay, RecordError).startswith(expected)
