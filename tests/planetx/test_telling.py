"""Games told turn by turn: what is told is what the record, the log and the engine's exact knowledge say."""

import json
import re

import pytest
from command_line import cli, one_line  # noqa: F401

from seti_sim.core import registry
from seti_sim.planetx import Game, play_games, players
from seti_sim.planetx.rules import PlanetXRules

from . import reference
from .bench import deal, rules, stand, table, token, tokens
from .test_real_games import BOTS, as_deal

KIND = registry.get("planetx")
OBJECTS = {
    "A": "asteroids",
    "C": "comets",
    "D": "dwarf planets",
    "G": "gas clouds",
    "E": "sectors that appear empty",
}


def told(game, state=False, to=None):
    """The lines of a game told again from its record, a wrapped paragraph as one line."""
    lines = []
    start, whole = KIND.replay(game.record(), to=to) if game.rules.variant is None else _again(game)
    narrator = KIND.narrator(start, lines.append, state)
    for code in whole.history:
        narrator.apply(start.action(code))
    narrator.result([""] * start.core.seats, lines.append)
    assert start == whole
    return unwrapped(lines)


def _again(game):
    return Game.replay(game.rules, game.record(), 0), game


def unwrapped(lines):
    found = []
    for line in lines:
        if re.match(r" {11,}(?!arrangements|review|the arrow)\S", line) and found and found[-1].strip():
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return found


def played(which, n_players, policy, seed=7, number=0, **more):
    game = Game.new(rules(which), n_players, seed, number, **more)
    player = players.get(policy)
    while not game.is_over:
        game.apply(player.choose(game))
    return game


def expected(line):
    """What has to be told of a line of a record, such as `P1 survey A 1-5 = 2`, as a pattern; None for theories."""
    seat, action, said = re.fullmatch(r"(\w+) (.*?)(?: = (.*))?", line).groups()
    word, *rest = action.split()
    if word == "survey":
        first, _, last = rest[1].partition("-")
        where = f"sectors {first}-{last}" if last else f"sector {first}"
        return rf"{seat}  surveys {where} for {OBJECTS[rest[0]]} \(\d time\): {said};"
    if word == "target":
        found = {"E": "it appears empty", "A": "an asteroid", "C": "a comet", "D": "a dwarf planet", "G": "a gas cloud"}[said]
        return rf"{seat}  targets sector {rest[0]} \(4 time\): {found};"
    if word == "research":
        return rf"{seat}  researches topic {rest[0]}, [\w, ]+ \(1 time\): {re.escape(said)};"
    if word == "locate":
        return rf"{seat}  (?:\d sectors? behind: )?locates Planet X in sector {rest[0]}, .*: {'right' if said == 'yes' else 'wrong'}"
    return rf"{seat}  \d sectors? behind: does nothing" if word == "pass" else None


@pytest.mark.parametrize("which, count, policy", [
    ("standard", 1, "racer"), ("standard", 2, "infogain"), ("standard", 3, "survey-first"), ("standard", 4, "random"), ("expert", 2, "racer"),
])  # fmt: skip
def test_every_action_of_a_record_is_told_with_its_number_and_answer(which, count, policy):
    game = played(which, count, policy, levels=4)
    record = [line for line in game.record().splitlines() if re.match(r"P\d ", line)]
    lines = told(game)
    by_number = {int(found[1]): found[2] for line in lines if (found := re.match(r" *(\d+)  (\w.*)", line))}
    for number, line in enumerate(record, 1):
        pattern = expected(line)
        if pattern:
            assert re.match(pattern, by_number[number]), (line, by_number[number])
    puts = [line.split() for line in record if " place " in line]
    text = "\n".join(lines)
    assert text.count(" in sector ") - len(re.findall("locates Planet X in sector", text)) == len(puts) + _bots_theories(game)


def _bots_theories(game):
    return int(game.state["seat"][1]["n_tokens"]) if game.players == 1 else 0


@pytest.mark.parametrize("which, games", [("standard", 4)])
def test_what_is_left_after_each_action_is_what_the_batch_counted(which, games):
    batch = play_games(rules(which), players=2, seed=3, first=0, count=games, policies=[players.get("infogain")], levels=4)
    for number in range(games):
        mine = batch.actions["game_id"] == number
        counted = list(zip(batch.actions["before"][mine].tolist(), batch.actions["after"][mine].tolist(), strict=True))
        lines = told(played(which, 2, "infogain", 3, number, levels=4))
        left, found = {}, []
        for line, following in zip(lines, lines[1:], strict=False):
            turn = re.match(r" *\d+  (P\d)  (?:surveys|targets|researches|locates|\d sectors? behind: locates)", line)
            now = dict(re.findall(r"(P\d) ([\d,]+)", following)) if "arrangements left:" in following else {}
            if turn:
                found.append((left[turn[1]], now[turn[1]]))
            left |= now
        assert [(int(a.replace(",", "")), int(b.replace(",", ""))) for a, b in found] == counted


def test_phases_reviews_and_conferences_are_those_of_the_log():
    for number in range(6):
        game = played("standard", 4, "racer", 11, number)
        lines, log = told(game), game.log
        phases = [tuple(map(int, re.findall(r"\d+", line))) for line in lines if line.startswith("Theory phase")]
        assert [phase for phase, _ in phases] == list(range(1, int(game.state["phase"])))
        assert [sector for _, sector in phases] == [3 * (i % 4) + 3 for i in range(len(phases))]
        assert sum("review of sector" in line for line in lines) == (log["kind"] == 8).sum()
        assert sum(line.count(" loses ") for line in lines) == (log["kind"] == 9).sum()
        assert sum(line.startswith("Conference X1: Planet X") for line in lines) == min(1, (log["kind"] == 5).sum())
        fates = [seat["fate"] for seats in game.view("P1")["seats"].values() for seat in seats["theories"]]
        gone = sum(_tokens_that_go(line) for line in lines if "review of sector" in line)
        assert gone == fates.count("wrong")
        ends = [line for line in lines if "last theories are turned up" in line]
        assert sum(line.count(" right") + line.count(" wrong") for line in ends) == (log["kind"] == 12).sum()


def _tokens_that_go(line):
    return sum(part.count("'s") for part in line.split("; ") if part.endswith((" goes", " go")))


def test_the_arrow_is_told_where_it_stops_for_each_turn():
    game = played("standard", 3, "infogain", 5)
    lines, arrow = told(game), 1
    for line in lines:
        if found := re.search(r"the arrow goes on to sector (\d+)", line):
            arrow = int(found[1])
        turn = re.match(
            r" *\d+  P\d  (?:surveys|targets|researches|locates).*\((\d) time\).*now at time (\d+), sector (\d+)", line
        )
        if turn:
            cost, time, sector = map(int, turn.groups())
            assert (time - cost) % 12 + 1 == arrow and sector == time % 12 + 1


def test_points_told_add_up():
    for count in (1, 4):
        game = played("standard", count, "racer", 2)
        lines = told(game)
        for line in lines[lines.index("Result") + 1 :]:
            seat, total, parts = re.match(r"  (\w+)  (\d+) points?(?:  wins|  shares.*\))?(?:  \((.*)\))?$", line).groups()
            assert int(total) == game.scores()[seat]["total"] == sum(map(int, re.findall(r" (\d+)(?:,|$)", parts or "")))


# ------------------------------------------------------------------------------------------ real scripts
SHORT = [game for game in BOTS if game["mode"] == "standard"] + [game for game in BOTS if game["mode"] == "expert"][:2]


@pytest.mark.parametrize("real", SHORT, ids=[game["code"] for game in SHORT])
def test_a_real_script_is_told_as_it_is_recorded(cli, tmp_path, real):  # noqa: F811
    """A game of the app, played on by a player of ours, kept as a record and told again: the bot's turns, their times and the
    answers are those of the script."""
    script = real["bot"]
    position = as_deal(real, 0, 1) | {"bot": {"turns": script["turns"], "theories": script["theories"]}}
    game = Game.from_json(rules(real["mode"]), position)
    player = players.get("racer")
    while not game.is_over:
        game.apply(player.choose(game))
    (tmp_path / "game.txt").write_text(game.record())
    code, out, err = cli("replay", "game.txt")
    assert (code, err) == (0, "") and f"{real['mode']}, solo against the bot" in out.splitlines()[0]
    lines = unwrapped(out.splitlines())
    sky = real["system"]
    turns = [line for line in lines if re.match(" {7}bot  (surveys|targets|researches|locates)", line)]
    assert turns and len(turns) in (
        len(script["turns"]),
        int((game.log["seat"][game.log["kind"] <= 4] == 1).sum()) - _last(game),
    )
    for line, turn in zip(turns, script["turns"], strict=False):
        assert re.search(expected(f"bot {_words(turn, sky)} = {_answer(turn, real)}"), line), (line, turn)
        cost, time = map(int, re.search(r"\((\d) time\).*now at time (\d+)", line).groups())
        assert time - cost == turn["at"]
    laid = {(int(sector), letter) for sector, letter in _laid(lines)}
    assert laid <= {(theory["sector"], theory["object"]) for theory in script["theories"]}
    assert game.scores()["bot"]["total"] == int(re.search(r"bot bot  (\d+) point", out)[1])


def _last(game):
    """Locates of the bot in its last chance, which are no turn."""
    rows = game.log[(game.log["kind"] == 4) & (game.log["seat"] == 1)]
    return sum(int(row["phase"]) == int(game.state["phase"]) for row in rows)


def _words(turn, sky):
    x = sky.index("X")
    return {
        "survey": "survey {object} {from}-{to}",
        "target": "target {sector}",
        "research": "research {topic}",
        "locate": f"locate {x + 1} {sky[x - 1]} {sky[(x + 1) % len(sky)]}",
    }[turn["do"]].format(**turn)  # fmt: skip


def _answer(turn, real):
    if turn["do"] == "survey":
        return reference.survey(real["system"], turn["object"], turn["from"], turn["to"])
    if turn["do"] == "target":
        return reference.target(real["system"], turn["sector"])
    if turn["do"] == "locate":
        return "yes"
    from seti_sim.planetx.notation import describe

    clue = real["topics"][turn["topic"]]
    return describe((clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0)))


def _laid(lines):
    letters = {"asteroid": "A", "comet": "C", "dwarf planet": "D", "gas cloud": "G"}
    for line in lines:
        if found := re.search(r"bot  (?:\d sectors? behind: )?submits (.*)", line):
            for name, sector in re.findall(r"an? (asteroid|comet|dwarf planet|gas cloud) in sector (\d+)", found[1]):
                yield sector, letters[name]


# ------------------------------------------------------------------------------------------ the command line
def test_play_and_replay(cli, tmp_path):  # noqa: F811
    command = ("play", "--game", "planetx", "--players", 3, "--levels", "0,4,12", "--seed", 6)
    code, out, err = cli(*command, "--policy", "survey-first", "--record", "game.txt")
    assert (code, err) == (0, "") and out.startswith("The Search for Planet X, standard, 3 players, starting facts ")
    text = (tmp_path / "game.txt").read_text()
    assert "mode standard" in text
    code, again, _ = cli("replay", "game.txt")
    assert code == 0 and again.splitlines()[1:-4] == out.splitlines()[2:-5]
    code, part, _ = cli("replay", "game.txt", "--to", 9, "--state", "--quiet")
    assert code == 0 and "Not over after 9 actions" in part and "sector  object" in part and "arrow goes" not in part
    quiet = cli(*command, "--policy", "survey-first", "--quiet")[1]
    assert quiet.splitlines()[1:] == out.splitlines()[-6:-1]


def test_a_run_plays_what_play_plays(cli):  # noqa: F811
    from seti_sim.tables import open_run

    words = ("--game", "planetx", "--players", 2, "--levels", "0,8", "--policy", "infogain,racer", "--seed", 4)
    assert cli("run", *words, "--games", 4, "--jobs", 1, "--out", "a")[0] == 0
    seats = open_run("a").seats.collect()
    for number in range(4):
        out = cli("play", *words, "--number", number, "--quiet")[1]
        rows = seats.filter(seats["game_id"] == number).sort("seat")
        found = re.findall(r"P\d (\w+)  (\d+) point", out)
        assert found == [(row["policy"], str(row["score"])) for row in rows.iter_rows(named=True)]


def test_play_goes_on_from_a_deal_of_the_app(cli, tmp_path):  # noqa: F811
    real = SHORT[1]
    (tmp_path / "deal.json").write_text(json.dumps(as_deal(real, 0, 1) | {"bot": real["bot"], "code": real["code"]}))
    command = ("play", "--game", "planetx", "--position", "deal.json")
    code, out, err = cli(*command, "--policy", "racer", "--record", "game.txt")
    assert (code, err) == (0, "") and "standard, solo against the bot, starting facts 0, from deal.json, rules" in out
    assert " ".join(f"{i + 1}{letter}" for i, letter in enumerate(real["system"])) in out and "P1 racer" in out
    code, again, _ = cli("replay", "game.txt")
    assert code == 0 and again.splitlines()[1:-4] == out.splitlines()[2:-5]
    (tmp_path / "bad.json").write_text('{"system": "XXX"}')
    for more, message in {
        ("--players", 2): "--players beside --position: expected one of them",
        ("--mode", "expert"): "--mode beside --position: expected one of them",
        ("--policy", "racer,racer"): "2 policies for 1 seats: expected one name, or one a seat",
        ("--policy", "nobody"): "policy 'nobody': expected one of random",
        ("--position", "bad.json"): "position: system = 'XXX': expected a valid arrangement of 12 sectors",
        ("--position", "none.json"): "none.json: No such file",
    }.items():
        code, out, err = cli(*command, *more)
        assert code == 2 and out == "" and one_line(err) and message in err, err


def test_replay_says_what_is_wrong_with_a_record(cli, tmp_path):  # noqa: F811
    game = played("standard", 2, "racer")
    text = game.record()
    for wrong, message in {
        "hello\n": "record, line 1: 'hello': expected 'seti_sim record 1' or 'seti_sim planetx record 1'",
        "": "record, line 1: ''",
        text.replace("mode standard", "mode expert"): "the rules it is replayed with",
        text.replace("mode standard", "mode small"): "mode 'small': expected standard",
        re.sub(r"= .*", "= 7", text, count=1): "what the app says",
        "seti_sim planetx record 1\nposition [\n": "expected",
    }.items():
        (tmp_path / "game.txt").write_text(wrong)
        code, out, err = cli("replay", "game.txt")
        assert code == 2 and out == "" and one_line(err) and message in err, err


# ------------------------------------------------------------------------------------------ variants and positions
def test_other_readings_are_told(tmp_path):
    """Phases before the turns of their sector; tokens that may be taken back."""
    varied = PlanetXRules.load(
        "standard", {"mode": {"standard": {"track": {"trigger": "enter"}}}, "theories": {"hand_binds": False}}
    )
    game = Game.new(varied, 2, 1)
    player = players.get("random")
    while not game.is_over:
        game.apply(player.choose(game))
    text = "\n".join(told(game))
    phases = [int(n) for n in re.findall(r"Theory phase (\d+)", text)]
    assert phases == list(range(1, int(game.state["phase"]))) and text.count("Conference X1") == min(1, int(game.state["held"]))


def test_a_game_goes_on_from_a_position():
    """Tokens that lie already are told as they are reviewed; the board says where everything is."""
    game = stand(table(), [(1, 6), (2, 7)], arrow=5, phase=2, seat=[tokens(token(3, "A", 3)), tokens(token(5, "C", 3))])
    before = "\n".join(told(game))
    assert re.search(r"5 +comet +- +- +- +P2 comet \(3\) +-", before) and "Not over after 0 actions" in before
    assert "nobody submits" not in before
    while game.decision == "submit":
        game.apply("submit none")
    text = "\n".join(told(game))
    assert "Theory phase 3, the arrow at sector 6" in text
    assert "review of sector 3, asteroid: wrong; P1's goes; P1 loses 1 time, now at time 7" in text
    assert "review of sector 5, comet: right; P2's stays" in text


def test_what_a_seat_knows():
    from seti_sim.planetx.telling.knowledge import knowledge

    game = Game.from_json(rules(), deal(rules(), "XCEGCDEGAAAA"))
    game.apply("survey A 1-5")
    knows = knowledge(game, "P1")
    view = game.view("P1")
    sky = rules().sky
    left = [sky.letters(i) for i in range(len(sky)) if reference.agrees(sky.letters(i), view)]
    assert knows.left == len(left) == game.n_possible("P1")
    assert set(knows.planet_x) == {one.index("X") + 1 for one in left}
    assert knows.settled == {s + 1: left[0][s] for s in range(12) if len({one[s] for one in left}) == 1}
    solo = Game.from_json(rules(), as_deal(SHORT[0], 0, 1))
    with pytest.raises(ValueError, match="the bot knows its script"):
        knowledge(solo, "bot")
