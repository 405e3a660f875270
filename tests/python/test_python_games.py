"""Games in plain Python: rows counted by hand, rules and variants, what is said where an author is wrong, and all commands."""

import pickle
import re
from pathlib import Path

import polars as pl
import pytest
import race
from command_line import cli, document, one_line  # noqa: F401
from race import RACE

from seti_sim.core import registry
from seti_sim.core.amounts import two
from seti_sim.core.errors import RunError, TablesError
from seti_sim.core.node import RuleError
from seti_sim.core.record import RecordError
from seti_sim.python import Column, Luck, PythonKind, Table, check_game, pages
from seti_sim.python.game import ActionError, Game
from seti_sim.python.kind import COMMANDS
from seti_sim.report import render
from seti_sim.report.blocks import Section
from seti_sim.simulate import prepare, run
from seti_sim.simulate.again import play_again
from seti_sim.studies import load
from seti_sim.tables import open_run

SOURCE = Path(race.__file__).read_text(encoding="utf-8")


pytestmark = pytest.mark.usefixtures("forgotten")


def played(policies="random", players=2, games=20, **more):
    plan = prepare(game=RACE, players=players, games=games, policies=policies, **more)
    return plan, plan.kind.frames(plan, plan.kind.play(plan, 0, games))


# ------------------------------------------------------------------------------------------ luck
def test_luck_is_that_of_seed_game_and_stream():
    numbers = lambda luck, of=None: [luck.number(of) for _ in range(5)]  # noqa: E731
    one = numbers(Luck(1, 0))
    assert (
        one == numbers(Luck(1, 0))
        and len({*one, *numbers(Luck(1, 1)), *numbers(Luck(2, 0)), *numbers(Luck(1, 0), "dice")}) == 20
    )
    luck, other = Luck(1, 0), Luck(1, 0)
    other.number("cards")  # what one stream gives hangs on no other
    assert numbers(luck, "dice") == numbers(other, "dice")
    copied = luck.copy()
    assert copied == luck and numbers(copied, "dice") == numbers(luck, "dice") and copied == luck
    assert luck.number() and copied != luck
    assert numbers(Luck.of_player(1, 0, 0)) != numbers(Luck.of_player(1, 0, 1)) and numbers(Luck.of_player(1, 0, 0)) != one


def test_the_first_numbers_stay_what_they_are():
    """Rows of runs hang on them."""
    luck = Luck(7, 3)
    assert [luck.roll(6) for _ in range(12)] == [4, 6, 3, 5, 6, 5, 6, 1, 6, 4, 5, 4]


@pytest.mark.parametrize("of", [lambda game: Luck(1, game), lambda game: Luck(game, 1)], ids=["games", "seeds"])
def test_dice_cards_and_chances_are_even(of):
    """Chi-square over first and second dice of many games: neither neighbours nor seeds go together."""
    counts, order, chances = [0] * 36, {}, 0
    for game in range(3600):
        luck = of(game)
        one, two = luck.dice(2)
        counts[6 * one + two - 7] += 1
        cards = [1, 2, 3]
        luck.shuffle(cards, "cards")
        order[tuple(cards)] = order.get(tuple(cards), 0) + 1
        chances += luck.chance(0.25, "chance")
    assert sum((n - 100) ** 2 / 100 for n in counts) < 66.6  # 0.999 of 35 degrees of freedom
    assert len(order) == 6 and sum((n - 600) ** 2 / 600 for n in order.values()) < 20.5
    assert abs(chances - 900) < 3.5 * (3600 * 0.1875) ** 0.5


def test_what_luck_cannot_do():
    with pytest.raises(ValueError, match="expected 1 at least"):
        Luck(1, 0).roll(0)
    with pytest.raises(ValueError, match="something to pick from"):
        Luck(1, 0).pick([])


# ------------------------------------------------------------------------------------------ rows
def test_rows_by_hand():
    """ones against twos on a track of 4: the seat of twos is home with its second step."""
    plan, found = played("twos,ones", games=2, seating="fixed")
    games, seats, steps = found["games"], found["seats"], found["steps"]
    assert (
        games.select("turns", "decisions", "best_score", "margin", "winners", "first_home").rows()
        == [(3, 3, 7, 6, 1, True)] * 2
    )
    row = seats.filter(pl.col("game_id") == 1).drop("game_id")
    assert row.rows() == [(1, "twos", 7, 1.0, 4, 3, 2), (2, "ones", 1, 0.0, 1, 0, 0)]
    assert steps.filter(pl.col("game_id") == 0).rows() == [(0, 1, 1, "two"), (0, 2, 2, "one"), (0, 3, 1, "two")]
    assert games["luck"].n_unique() == 2 and games["luck"][0] == Luck(1, 0).key
    assert plan.kind.tables["steps"].key == ("game_id", "number")


def test_policies_rotate_and_equal_seats_share():
    _, found = played("twos,ones", games=40)
    seats = found["seats"].filter(pl.col("policy") == "twos")
    assert sorted(seats["seat"].to_list()) == [1] * 20 + [2] * 20 and seats["win_share"].mean() == 1

    class Drawn(race.Race):
        def standing(self, seat):
            return 0

    kind = kind_of(Drawn)
    plan = prepare(game=kind, players=3, games=3)
    seats = kind.frames(plan, kind.play(plan, 0, 3))["seats"]
    assert seats["win_share"].to_list() == pytest.approx([1 / 3] * 9)


def test_a_run_and_a_game_alone_are_the_same():
    plan, found = played("random,twos", games=10)
    for number in range(10):
        _, whole, policies = play_again(plan, number)
        assert [score["total"] for score in whole.scores().values()] == found["seats"].filter(pl.col("game_id") == number)[
            "score"
        ].to_list()
        assert policies == found["seats"].filter(pl.col("game_id") == number)["policy"].to_list()


def test_the_check_of_an_author():
    check_game(RACE)


# ------------------------------------------------------------------------------------------ where an author is wrong
def kind_of(game=race.Race, **more):
    given = dict(
        name="race", title="Race", players=(2, 3), sources={"steps": "steps", "bonus": "bonus"}, rules=RACE.printed, policies={"ones": race.ones},
        game_columns=[Column("first_home", "Boolean", "share", "x", "games")], seat_columns=[Column("twos", "UInt8", "times", "x", "seats")],
        tables=[Table("steps", "one step", ("number",), RACE.tables["steps"].columns[1:])], categories={"step": ("one", "two")},
    )  # fmt: skip
    return PythonKind(game, **(given | more))


WRONG_KINDS = {
    "no class": (dict(game=3), "3: expected a class of PythonGame"),
    "one player": (dict(players=(1, 2)), "players 1: expected 2 at least"),
    "no sources": (dict(sources={}), "sources: expected one at least"),
    "no such policy": (dict(policy="best"), "policy 'best': expected one of random, ones"),
    "no such type": (dict(seat_columns=[Column("twos", "int", "", "x")]), "table seats, column twos: type 'int': expected one of Boolean, Int8"),
    "no such enum": (dict(categories={}), "table steps, column step: type 'enum step': expected one of"),
    "a name twice": (dict(seat_columns=[Column("score", "UInt8", "", "x")]), "table seats, column score: stands twice"),
    "a table twice": (dict(tables=[Table("seats", "", (), ())]), "table seats: expected tables of different names"),
    "no such key": (dict(tables=[Table("steps", "", ("number",), ())]), "table steps: key number: expected a column of it"),
    "rules of code": (dict(rules={"x": len}), "rules.x = <built-in function len>: expected numbers, texts"),
    "a key that is no name": (dict(rules={"x-y": 1}), "rules: key 'x-y': expected a name that can stand behind a dot"),
    "a key of a method": (dict(rules={"items": 1}), "rules: key 'items': expected a name that can stand behind a dot, and not items"),
    "a mixed list": (dict(rules={"x": [1, "a"]}), "rules.x: expected a list of values of one kind"),
}  # fmt: skip


@pytest.mark.parametrize("given, message", WRONG_KINDS.values(), ids=WRONG_KINDS)
def test_a_kind_that_does_not_go_together(given, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        kind_of(**given)


WRONG_CODE = {
    "raises": ("self.steps.append(", "1 / 0; self.steps.append(", r"game race: game 0 of seed 1 \(3 players\), after 0 actions: ZeroDivisionError: division by zero \(race.py, line 16\)"),
    "no action": ('return ["one", "two"]', "return []", "after 0 actions: P1 is to move and has no action: expected one, or over = True"),
    "no such seat": ("(self.seat + 1) % self.players", "7", "after 1 actions: seat = 7: expected a whole number from 0 to 2"),
    "no points of a seat": ("for at in self.at]", "for at in self.at[1:]]", "points of 2 seats: expected those of 3"),
    "points from nowhere": ('{"steps": at,', '{"stops": at,', "points of seat 1 from 'stops': expected of steps, bonus"),
    "no list of points": ("return [{", "return {'x': 1} or [{", r"points\(\) gives {'x': 1}: expected a list with an entry for each seat"),
    "a number of two sources": ("return [{", "return [1, 2, 3] or [{", "points of seat 1: 1: expected a dict of points by source, as {'steps': 0, 'bonus': 0}"),
    "no list of actions": ('return ["one", "two"]', 'return "one"', r"actions\(\) gives 'one': expected a list of them"),
    "a policy raises": ('return "two"', 'return game.nothing', r"AttributeError: 'Race' object has no attribute 'nothing' \(race.py, line 40\)"),
    "no row": ('return {"first_home"', 'return None and {"first_home"', "game_row gives None: expected a dict"),
    "half a point": ('{"steps": at,', '{"steps": at / 2,', r"points of seat 1 from steps = \d.\d: expected a whole number"),
    "another column": ('return {"twos"', 'return {"two"', "seat_row gives two: expected twos"),
    "no value of a column": ('return {"twos": sum(', 'return {"twos": -sum(', r"table seats, column twos: -\d: expected what UInt8 can hold"),
    "no such category": ('"step": action}', '"step": action + "!"}', "table steps, column step: 'two!': expected one of one, two"),
    "another table": ('return {"steps": [{"n', 'return {"stops": [{"n', "rows of stops: expected those of steps"),
    "no such pick": ('return "two"', 'return "ten"', "policy 'twos', game 0 of seed 1 .*: 'ten': expected one of one, two"),
    "no end": (">= self.rules.track.length:", ">= 10**9:", "no end within 100,000 decisions"),
    "rules that are not there": ("self.rules.track.length:", "self.rules.length:", r"AttributeError: the rules have no 'length', only track, bonus.* \(race.py"),
    "rules changed": ("self.steps = []", "self.rules.bonus = 1", "AttributeError: rules are not changed in play: bonus"),
}  # fmt: skip


@pytest.mark.parametrize("old, new, message", WRONG_CODE.values(), ids=WRONG_CODE)
def test_what_goes_wrong_in_a_game_is_told_in_one_line(old, new, message, cli, tmp_path):  # noqa: F811
    assert old in SOURCE
    (tmp_path / "race.py").write_text(SOURCE.replace(old, new, 1))
    code, out, err = cli("run", "--game", "race.py", "--games", 2, "--jobs", 1, "--out", "x")
    assert code == 2 and not out and one_line(err) and re.search(message, err), err
    assert re.search(r"\(race.py, line \d+\)$", err.strip()) or "no end" in err, err


def wrong_columns(run):
    return pages.groups_section(run, "a", "B?", table="steps", by="stop", measures={"c": (pl.col("number"), two)})


def no_table(run):
    return run.stops.head(1)


def no_section(run):
    return "steps"


def taken_anchor(run):
    return Section("seat", "Where?", "There.", "n = 1")


def no_question(run):
    return Section("a", None, "There.", "n = 1")


def odd_block(run):
    return Section("a", "Where?", "There.", "n = 1", [3])


def rows_of_no_run(run):
    raise TablesError("games: expected a table")


WRONG_SECTIONS = {
    wrong_columns: r'ColumnNotFoundError: unable to find column "stop"; valid columns: .*\(FILE, line \d+\)$',
    no_table: r"AttributeError: a run of Race has no stops \(FILE, line \d+\)$",
    no_section: r"gives 'steps': expected a Section, or None \(FILE, line \d+\)$",
    no_question: r"gives a section whose question is None: expected text \(FILE, line \d+\)$",
    odd_block: r"gives a section with 3: expected a text, or what .* \(FILE, line \d+\)$",
    taken_anchor: "two sections of the page have the anchor 'seat': expected another for yours",
    rows_of_no_run: r"games: expected a table \(FILE, line \d+\)$",
}


@pytest.fixture(scope="module")
def run_of_race(tmp_path_factory):
    plan = prepare(game=RACE, players=2, games=6, policies="random")
    with registry.held(RACE):
        return run(plan, tmp_path_factory.mktemp("race") / "run")


@pytest.mark.parametrize("section, message", WRONG_SECTIONS.items(), ids=lambda of: getattr(of, "__name__", ""))
def test_a_section_that_cannot_be_is_told_with_its_line(section, message, run_of_race):
    """Of a column that a library does not find the line of the author's file, and the first words of what it says."""
    kind = kind_of(sections=[section])
    run_of_race.kind = kind
    with pytest.raises(RunError, match=message.replace("FILE", Path(__file__).name)) as told:
        kind.sections(run_of_race)
    assert "\n" not in str(told.value) and len(str(told.value)) < 400


def test_a_section_without_its_table_is_left_out(tmp_path):
    kind = kind_of(sections=[lambda run: wrong_columns(run)])
    plan = prepare(game=kind, players=2, games=6, policies="random", tables=("games", "seats"))
    with registry.held(kind):
        assert "a" not in [section.anchor for section in kind.sections(run(plan, tmp_path / "run"))]


def test_the_check_makes_the_page():
    kind = kind_of(sections=[no_table])
    with pytest.raises(RunError, match=r"section no_table: AttributeError.*line \d+"):
        check_game(kind, games=1)
    assert not registry.is_known(kind)


def test_rules_that_their_check_breaks_on_are_told_with_its_line():
    kind = kind_of(check_rules=lambda rules: rules.nothing)
    with pytest.raises(RuleError, match=rf"AttributeError: the rules have no 'nothing'.*\({Path(__file__).name}, line \d+\)"):
        kind.rules({"bonus": 4})


def test_a_page_says_why_it_tells_no_game(run_of_race):
    """A game that was changed since is not told as if it were the one of the run."""
    run_of_race.kind = RACE
    with registry.held(RACE):
        assert "of the run is of mean length" in pages.one_game(run_of_race).answer
        run_of_race.config["identity"] = "0" * 16
        assert "None is told: Race, a player of it or seti_sim was changed after the run" in pages.one_game(run_of_race).answer
        run_of_race.policies = ("somewhere:function",)
        assert "None is told: somewhere:function is none of the players" in pages.one_game(run_of_race).answer


class Losses(race.Race):
    def points(self):
        return [{"steps": at - 4, "bonus": 0} for at in self.at]


class Fewest(race.Race):
    def standing(self, seat):
        return -self.at[seat]


class Nothing(race.Race):
    def points(self):
        return [{"steps": 0, "bonus": 0}] * self.players


@pytest.mark.parametrize(
    "game, why",
    [
        (race.Race, ""),
        (Losses, "scores can be below 0"),
        (Fewest, "the win does not go to the best score alone"),
        (Nothing, "nobody has a point in 100"),
    ],
)
def test_the_lead_is_judged_in_parts_of_a_score_only_where_it_has_parts(game, why, tmp_path):
    kind = kind_of(game)
    with registry.held(kind):
        played = run(prepare(game=kind, players=2, games=12, policies=["ones", "random"]), tmp_path / "run")
        pace = pages.pace(played)
    assert [finding.key for finding in pace.findings] == ([] if why else ["close"])
    told = [block for block in pace.blocks if isinstance(block, str)]
    assert len(told) == bool(why) and why in "".join(told)


def test_what_is_refused_says_which_commands_there_are():
    """Those with "yes" in docs/games.md."""
    with pytest.raises(RunError, match="komi: Race does not say .*; there are for it: run, info, report, .*, whatif fix$"):
        RACE.question("komi")
    text = (Path(__file__).parents[2] / "docs/games.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| `") and line.endswith("| yes |")]
    named = [row[0].strip(" `") for row in rows]
    assert [name for name in named if "--policy" not in name] == [name.replace("show rules", "show") for name in COMMANDS]


def test_the_check_finds_what_a_run_would_not():
    class Peeks(race.Race):
        def actions(self):
            self.at[0] += 0 if self.steps else 1
            return ["one", "two"]

    class Forgets(race.Race):
        log = []

        def act(self, action):
            self.log.append(action)
            self.at = [n + len(self.log) for n in self.at]
            super().act(action)

    with pytest.raises(AssertionError, match=r"changed by actions\(\), policy random or points\(\): at"):
        check_game(kind_of(Peeks))
    with pytest.raises(AssertionError, match="goes on otherwise.*: at"):
        check_game(kind_of(Forgets))


# ------------------------------------------------------------------------------------------ rules and variants
def test_a_variant_changes_what_it_says(tmp_path):
    file = tmp_path / "long.toml"
    file.write_text('bonus = 5\n[variant]\nname = "long"\ndescription = "a longer track"\n[track]\nlength = 6\n')
    rules = RACE.rules(str(file))
    assert (rules.values.track.length, rules.values.bonus, rules.variant) == (6, 5, "long") and rules != RACE.rules()
    assert RACE.changes({"track": {"length": 6}, "bonus": 3}) == [("track.length", 4, 6)]
    assert RACE.rules({"bonus": 3}) == RACE.rules()
    _, found = played("twos", variant=str(file), games=3)
    assert found["games"]["best_score"].to_list() == [11] * 3


WRONG_VARIANTS = {
    "no such key": ({"tracks": 1}, "tracks = 1: expected one of the keys bonus, .*did you mean track"),
    "no such key below": ({"track": {"long": 1}}, "track.long = 1: expected one of the keys length"),
    "text": ({"bonus": "3"}, 'bonus = "3": expected a whole number, as printed'),
    "half": ({"bonus": 1.5}, "bonus = 1.5: expected a whole number, as printed"),
    "true": ({"bonus": True}, "bonus = true: expected a whole number, as printed"),
    "no list": ({"names": "a"}, 'names = "a": expected a list, as printed'),
    "a list of others": ({"names": ["a", 1]}, r"names\[1\] = 1: expected text, as printed"),
    "cannot be": ({"track": {"length": 1}}, "track.length = 1: expected rules of race that can be: expected a track of 2"),
}


@pytest.mark.parametrize("variant, message", WRONG_VARIANTS.values(), ids=WRONG_VARIANTS)
def test_a_wrong_variant(variant, message):
    with pytest.raises(RuleError, match=message):
        RACE.rules(variant)


# ------------------------------------------------------------------------------------------ one game
def test_records_replay():
    plan, _ = played("random", games=1)
    _, whole, _ = play_again(plan, 0)
    text = whole.record()
    assert text.splitlines()[:5] == [
        "seti_sim race record 1",
        f"rules {plan.rules.fingerprint}",
        "players 2",
        "seed 1",
        "game 0",
    ]
    begun, again = RACE.replay(text)
    assert again == whole and begun.history == [] and again.scores() == whole.scores()
    assert len(RACE.replay(text, to=1)[1].history) == 1
    with pytest.raises(RecordError, match="line 6: 'ten': expected one of one, two"):
        RACE.replay(re.sub("P1 .*", "P1 ten", text, count=1))
    with pytest.raises(RecordError, match="players 9: expected 2 or 3"):
        RACE.replay(text.replace("players 2", "players 9"))
    with pytest.raises(ActionError, match="'ten': expected one of one, two"):
        Game(RACE, plan.rules, 2).apply("ten")


def test_functions_play_and_travel():
    """A function of a notebook is a policy; kind, rules and policies go to a worker process and come back."""
    plan = prepare(game=RACE, players=2, games=2, policies=[race.twos, "random"])
    assert plan.seat_names == ["twos", "random"] and RACE.frames(plan, RACE.play(plan, 0, 2))["games"].height == 2
    with pytest.raises(RunError, match=r"expected a function of \(game, actions, luck\)"):
        prepare(game=RACE, players=2, games=2, policies=[lambda game: "one"])
    rules = pickle.loads(pickle.dumps(plan.rules))
    assert rules == plan.rules and rules.values.track.length == 4


@pytest.mark.usefixtures("unmade")
def test_all_commands(cli, tmp_path):  # noqa: F811
    (tmp_path / "race.py").write_text(SOURCE)
    game = ["--game", "race.py"]
    command = ["run", *game, "--players", 3, "--policy", "random,ones,twos", "--games", 300, "--chunk", 100]
    assert cli(*command, "--jobs", 2, "--out", "two")[0] == 0
    code, out, err = cli(*command, "--jobs", 1, "--out", "one")
    assert code == 0, err
    one, two = (open_run(tmp_path / name) for name in ("one", "two"))
    assert all(getattr(one, table).collect().equals(getattr(two, table).collect()) for table in ("games", "seats", "steps"))
    assert cli("report", *game, "one", "--out", "one.html")[0] == 0
    page = (tmp_path / "one.html").read_text()
    for words in (
        "300 games of Race",
        "What do players do?",
        "Which policy wins?",
        "bonus of the first",
        "What does a game look like?",
    ):
        assert words in page, words
    assert cli("export", *game, "one", "--to", "csv", "--out", "csv")[0] == 0 and (tmp_path / "csv" / "steps.csv").exists()
    assert (
        cli("run", *game, "--games", "0..6", "--jobs", 1, "--out", "a")[0]
        == cli("run", *game, "--games", "6..9", "--jobs", 1, "--out", "b")[0]
        == 0
    )
    assert cli("merge", *game, "a", "b", "--out", "both")[0] == 0
    code, out, err = cli("play", *game, "--players", 2, "--seed", 3, "--record", "g.txt", "--state")
    assert code == 0 and "at [0, 0]" in out and "Result" in out and "P1 twos" in out, err
    code, told, err = cli("replay", *game, "g.txt", "--quiet")
    assert code == 0 and "Result" in told, err
    code, out, err = cli("new", "variant", "long", *game)
    assert code == 0 and "# track.length = 4" in (tmp_path / "long.toml").read_text(), err
    (tmp_path / "long.toml").write_text((tmp_path / "long.toml").read_text().replace("# track.length = 4", "track.length = 5"))
    code, out, err = cli("check", *game, "long.toml")
    assert code == 0 and "track.length: 4 -> 5" in out and "1 change; sound" in out, err
    code, out, err = cli("show", *game, "rules")
    assert code == 0 and 'names = ["a", "b"]' in out
    assert document(cli("show", *game, "rules", "--json")[1])["data"]["names"] == ["a", "b"]
    (change,) = document(cli("check", *game, "long.toml", "--json")[1])["changes"]
    assert change == {"address": "track.length", "printed": 4, "here": 5}
    (told,) = document(cli("info", *game, "both", "--json")[1])["runs"]
    assert told["game"] == "race" and told["finished"] is True and told["finished_games"] == 9
    code, out, err = cli("bench", *game, "--policy", "twos", "--players", 2, "--seconds", 0.01, "--repetitions", 1)
    assert code == 0 and "twos" in out, err


def test_a_ladder_rates_all_its_players(cli, tmp_path):  # noqa: F811
    """All of them where none are named, by its own points; a step of two beats a step of one."""
    (tmp_path / "race.py").write_text(SOURCE, encoding="utf-8")
    code, out, err = cli("ladder", "--game", "race.py", "--games", 40, "--tables", 20, "--jobs", 1, "--out", "l")
    assert code == 0, err
    assert "points a seat, three of it" in out and "| bonus of the first |" in out and "| twos against ones |" in out
    study = load(tmp_path / "l")
    assert study.asked["policies"] == ["random", "ones", "twos"] and "Race" in render([], studies=[study])
    assert study.frames["pairings"].filter(name="twos", against="ones")["low"][0] > 0.5
