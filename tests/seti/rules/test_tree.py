"""Reading TOML, overlaying variants, fingerprints, and the errors of checked access."""

import copy
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seti_sim.core.node import MISSING, Node, RuleError, shown
from seti_sim.core.tree import fingerprint, variants_expected
from seti_sim.seti.rules.tree import build_tree, overlay_tree, printed_tree


def error_of(action, *args):
    with pytest.raises(RuleError) as caught:
        action(*args)
    text = str(caught.value)
    assert "\n" not in text
    assert str(pickle.loads(pickle.dumps(caught.value))) == text  # workers send errors home
    return caught.value


def written(folder, text, name="variant.toml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---------------------------------------------------------------------------------------------- overlay


def test_tables_are_merged_and_the_rest_stays():
    tree = build_tree({"actions": {"scan": {"cost": {"energy": 1}}}})[0]
    assert tree["actions"]["scan"]["cost"] == {"credits": 1, "energy": 1}
    expected = printed_tree()
    expected["actions"]["scan"]["cost"]["energy"] = 1
    assert tree == expected


def test_lists_and_numbers_replace():
    tree = build_tree({"setup": {"start_vp": [0, 0, 0, 0], "rounds": 4}, "cards": {"base-110": {"play": []}}})[0]
    assert tree["setup"]["start_vp"] == [0, 0, 0, 0]
    assert tree["setup"]["rounds"] == 4
    assert tree["setup"]["card_row"] == 3
    assert tree["cards"]["base-110"]["play"] == []
    assert tree["cards"]["base-110"]["name"] == "Press Statement"


def test_an_expression_with_another_key_replaces_the_printed_one():
    """A corner of data is not a corner of publicity and data; half of two conditions is no condition."""
    tree = build_tree(
        {
            "cards": {
                "base-005": {"corner": {"data": 2}, "mission": {"when": {"wins": 3}}},
                "base-038": {"endgame": {"per": {"craft": 1}}},
            },
            "gold_tiles": {"tech-a": {"count": {"missions": 1}}},
        }
    )[0]
    card = tree["cards"]["base-005"]
    assert card["corner"] == {"data": 2}
    assert card["mission"]["when"] == {"wins": 3}
    assert card["mission"]["reward"] == printed_tree()["cards"]["base-005"]["mission"]["reward"]
    assert tree["cards"]["base-038"]["endgame"] == {"vp": 3, "per": {"craft": 1}}
    assert tree["gold_tiles"]["tech-a"]["count"] == {"missions": 1}
    assert tree["gold_tiles"]["tech-a"]["values"] == [11, 8, 5]


def test_an_expression_with_other_values_is_merged():
    cards = {"base-005": {"mission": {"when": {"craft": 2}}}, "base-038": {"endgame": {"vp": 2}}}
    tree = build_tree({"cards": cards})[0]
    assert tree["cards"]["base-005"]["mission"]["when"] == {"craft": 2, "at": "venus"}
    assert tree["cards"]["base-038"]["endgame"] == {"vp": 2, "per": {"wins": 1, "color": "red"}}


def test_an_endgame_of_another_form_replaces_the_printed_one():
    tree = build_tree({"cards": {"base-038": {"endgame": {"vp": 5, "when": {"vp": 60}}}}})[0]
    assert tree["cards"]["base-038"]["endgame"] == {"vp": 5, "when": {"vp": 60}}


def test_an_empty_table_takes_a_cost_or_a_mission_away():
    tree = build_tree(
        {
            "cards": {"base-005": {"mission": {}}, "base-038": {"endgame": {}}, "base-001": {"triggers": []}},
            "actions": {"scan": {"cost": {}}},
        }
    )[0]
    assert "mission" not in tree["cards"]["base-005"]
    assert "endgame" not in tree["cards"]["base-038"]
    assert "triggers" not in tree["cards"]["base-001"]
    assert tree["actions"]["scan"]["cost"] == {}


@pytest.mark.parametrize("variant, at", [
    ({"setup": {}}, "setup"), ({"actions": {"land": {}}}, "actions.land"), ({"techs": {}}, "techs"),
    ({"cards": {"base-012": {"endgame": {"per": {}}}}}, "cards.base-012.endgame.per"),
    ({"cards": {"base-012": {"corner": {}}}}, "cards.base-012.corner"),
])  # fmt: skip
def test_any_other_empty_table_would_change_nothing_and_is_refused(variant, at):
    with pytest.raises(RuleError) as caught:
        build_tree(variant)
    expected = "expected the keys that change; an empty table changes nothing"
    assert str(caught.value) == f"variant: {at} = {{}}: {expected}"


def test_a_variant_file_with_name_and_description(tmp_path):
    path = written(tmp_path, '[variant]\nname = "dear"\ndescription = "cards cost more"\n[cards.base-109]\ncost = 4\n')
    tree, _, variant = build_tree(path)
    assert (variant.name, variant.description) == ("dear", "cards cost more")
    assert tree["cards"]["base-109"]["cost"] == 4
    assert "variant" not in tree
    assert build_tree(str(path))[0] == tree


def test_without_a_name_the_file_gives_it(tmp_path):
    assert build_tree(written(tmp_path, "", "plain.toml"))[2].name == "plain"
    assert build_tree({})[2].name == "variant"
    assert build_tree()[2] is None


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path):
    path = written(tmp_path, b"\xef\xbb\xbf[setup]\r\nrounds = 4\r\n")
    assert build_tree(path)[0]["setup"]["rounds"] == 4


def test_the_dict_handed_in_and_the_printed_game_stay_as_they_are():
    overlay = {"variant": {"name": "x"}, "setup": {"start_vp": [0, 0, 0, 0]}}
    kept, before = copy.deepcopy(overlay), printed_tree()
    tree = build_tree(overlay)[0]
    tree["setup"]["start_vp"].append(9)
    tree["cards"].clear()
    assert overlay == kept
    assert printed_tree() == before
    assert build_tree()[0] == before


def test_numpy_numbers_and_tuples_from_a_notebook():
    numpy = pytest.importorskip("numpy")
    values = tuple(numpy.array([1, 2, 2, 2]))
    tree = build_tree({"setup": {"start_vp": values, "rounds": numpy.int64(4)}})[0]
    assert tree["setup"]["start_vp"] == [1, 2, 2, 2]
    assert all(type(value) is int for value in [*tree["setup"]["start_vp"], tree["setup"]["rounds"]])


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("cards.base-1O9", "base-109"),
        ("stars.veag", "vega"),
        ("sector_boards.procyon", "procyon-vega"),
        ("planets.marz", "mars"),
        ("moons.europe", "europa"),
        ("techs.probe-5", "probe-4"),
        ("gold_tiles.tech-c", "tech-a"),
        ("species.mascamite", "mascamites"),
        ("solar.layers.disc-4", "disc-3"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(address, near):
    overlay = {}
    table = overlay
    for key in address.split("."):
        table = table.setdefault(key, {})
    error = error_of(build_tree, overlay)
    assert (error.file, error.address) == ("variant", address)
    assert str(error).startswith(f"variant: {address} = {{}}: expected the id of one of the ")
    assert re.search(rf"did you mean .*\b{near}\b", str(error))


def test_the_files_know_who_said_what():
    _, files, _ = build_tree({"cards": {"base-109": {"play": []}}, "actions": {"scan": {"cost": {"energy": 1}}}})
    for address in ("cards.base-109.play", "cards.base-109.play[0].n", "cards.base-109", "cards", "", "actions.scan"):
        assert files.of(address) == "variant", address
    for address in ("cards.base-109.cost", "cards.base-1", "cards.base-108.play"):
        assert files.of(address) == "seti/cards.toml", address
    assert files.of("actions.scan.cost.credits") == "seti/board.toml"
    assert files.of("species.anomalies") == "seti/species.toml"
    assert files.of("scam") == "variant"
    assert build_tree()[1].of("setup.rounds") == "seti/board.toml"


# ---------------------------------------------------------------------------------------------- files that are none


@pytest.mark.parametrize(
    ("content", "where", "why"),
    [
        ("[setup]\nrounds = \n", "line 2, column 10", "TOML: invalid value"),
        ("a = 1\na = 2\n", "line 2, column 6", "TOML: cannot overwrite a value"),
        ("[setup\n", "line 1, column 7", "TOML: expected ']' at the end of a table declaration"),
        ("[setup]\nname = '''", "line 2", "TOML: expected"),
        (b"[setup]\nname = 'caf\xe9'\n", "line 2", "text in UTF-8"),
        ("a = " + "[" * 5000, "", "TOML, this is nested too deeply"),
        ("a = " + "1" * 5000, "", "TOML: "),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(tmp_path, content, where, why):
    path = written(tmp_path, content)
    error = error_of(build_tree, path)
    assert error.address == where
    assert str(error).startswith(f"{path}: {where}: expected {why}" if where else f"{path}: expected {why}")


def test_what_cannot_be_opened(tmp_path):
    assert str(error_of(build_tree, tmp_path)) == f"{tmp_path}: expected a TOML file, this is a folder"
    gone = tmp_path / "gone.toml"
    assert str(error_of(build_tree, str(gone))) == f"{gone}: expected " + variants_expected(gone, "seti")
    assert "expected a TOML file or one of cheap-scan" in str(error_of(build_tree, "a\0b"))


@pytest.mark.parametrize(
    ("overlay", "text"),
    [
        ({"variant": {"nam": "x"}}, 'variant: variant.nam = "x": expected one of the keys description, name'),
        ({"variant": {"name": 3}}, "variant: variant.name = 3: expected text"),
        ({"variant": 3}, "variant: variant = 3: expected a table"),
        ({"setup": {3: 1}}, "variant: setup = { 3 = 1 }: expected keys that are text, not 3"),
        ({"setup": {"rounds": {1, 2}}}, 'variant: setup.rounds = "{1, 2}": expected a table, a list, text'),
        ({"setup": {"start_vp": [1, None]}}, 'variant: setup.start_vp[1] = "None": expected a table, a list, text'),
    ],
)
def test_dicts_that_are_no_variant(overlay, text):
    assert str(error_of(build_tree, overlay)).startswith(text)


# ---------------------------------------------------------------------------------------------- fingerprint


def paths(tree, address=()):
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if isinstance(value, (dict, list)) and value:
            yield from paths(value, (*address, key))
        else:
            yield (*address, key)


PATHS = list(paths(printed_tree()))


def nested(address, value):
    for key in reversed(address):
        value = {key: value}
    return value


def test_a_fingerprint_is_sixteen_hexadecimal_digits_and_repeatable():
    mark = fingerprint(printed_tree())
    assert len(mark) == 16 and int(mark, 16) >= 0
    assert mark == fingerprint(printed_tree())


def test_a_variant_that_says_what_is_printed_has_the_printed_fingerprint(tmp_path):
    mark = fingerprint(printed_tree())
    assert fingerprint(build_tree({"variant": {"name": "same", "description": "nothing new"}})[0]) == mark
    assert fingerprint(build_tree({"cards": {"base-109": {"cost": 3}}, "setup": {"without": []}})[0]) == mark
    assert fingerprint(build_tree({"cards": {"base-130": {"triggers": [], "mission": {}}}})[0]) == mark
    everything = printed_tree()
    assert fingerprint(build_tree(everything)[0]) == mark


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(PATHS))
def test_every_value_is_in_the_fingerprint(path):
    tree = printed_tree()
    mark = fingerprint(tree)
    table = tree
    for key in path[:-1]:
        table = table[key]
    old = table[path[-1]]
    for other in (True, 1, "1", 1.0, [], {}):
        if type(other) is not type(old) or other != old:
            table[path[-1]] = other
            assert fingerprint(tree) != mark
    table[path[-1]] = old
    assert fingerprint(tree) == mark


@settings(deadline=None, max_examples=30)
@given(st.dictionaries(st.sampled_from(["setup", "limits"]), st.integers(0, 99), min_size=1))
def test_the_order_of_keys_does_not_matter(tables):
    overlay = {top: {"rounds": n, "publicity": n + 1} for top, n in tables.items()}
    turned = {top: dict(reversed(table.items())) for top, table in reversed(overlay.items())}
    assert fingerprint(build_tree(overlay)[0]) == fingerprint(build_tree(turned)[0])


@settings(deadline=None, max_examples=30)
@given(st.sampled_from([p for p in PATHS if all(isinstance(key, str) for key in p)]))
def test_laying_a_value_over_itself_changes_nothing(path):
    tree = printed_tree()
    value = tree
    for key in path:
        value = value[key]
    touched = overlay_tree(tree, nested(path, value), "x")
    assert tree == printed_tree()
    assert list(tree["cards"]) == list(printed_tree()["cards"])
    assert len(touched) == (0 if value == {} else 1)


# ---------------------------------------------------------------------------------------------- Node


TABLE = {
    "n": 3,
    "yes": True,
    "word": "scan",
    "table": {"n": 1},
    "tables": [{"n": 1}, {"n": 2}],
    "lists": [[{"n": 1}], []],
    "words": ["a", "b"],
    "ints": [1, 2],
    "grid": [[1, 2], [3]],
}


@pytest.fixture
def node():
    return Node(copy.deepcopy(TABLE), "cards.base-109", "cards.toml")


def test_getters_give_what_is_there(node):
    assert node.int("n", 0, 9) == 3
    assert node.bool("yes") is True
    assert node.bool("no") is False
    assert node.str("word") == node.str("word", ["scan", "land"]) == "scan"
    assert node.table("table").int("n", 0, 9) == 1
    assert [item.int("n", 0, 9) for item in node.tables("tables")] == [1, 2]
    assert [[item.int("n", 0, 9) for item in row] for row in node.lists("lists")] == [[1], []]
    assert node.strs("words") == ["a", "b"]
    assert node.ints("ints", 1, 2) == [1, 2]
    assert node.int_lists("grid", 1, 3) == [[1, 2], [3]]
    assert node.raw("ints") == [1, 2]
    assert node.keys() == list(TABLE)
    assert node.has("n") and not node.has("m")
    node.done()


def test_defaults_stand_for_missing_keys_only(node):
    assert node.int("m", 0, 9, default=-1) == -1
    assert node.str("m", default=None) is None
    assert node.table("m", default=None) is None
    assert node.table("m", default={}).int("n", 0, 9, default=5) == 5
    assert node.tables("m", default=[]) == []
    assert str(error_of(lambda: node.int("word", 0, 9, default=-1))).endswith("expected a whole number from 0 to 9")


AT = "cards.toml: cards.base-109"


@pytest.mark.parametrize(
    ("get", "text"),
    [
        (lambda n: n.int("n", 0, 2), ".n = 3: expected a whole number from 0 to 2"),
        (lambda n: n.int("n", 4, 4), ".n = 3: expected the whole number 4"),
        (lambda n: n.int("yes", 0, 9), ".yes = true: expected a whole number from 0 to 9"),
        (lambda n: n.int("word", 0, 9), '.word = "scan": expected a whole number from 0 to 9'),
        (lambda n: n.int("m", 0, 9), ".m = (missing): expected a whole number from 0 to 9"),
        (lambda n: n.bool("n"), ".n = 3: expected true or false"),
        (lambda n: n.str("n"), ".n = 3: expected text"),
        (lambda n: n.str("word", ["do", "scam"]), '.word = "scan": expected one of do, scam (did you mean scam?)'),
        (lambda n: n.str("word", ["land"]), '.word = "scan": expected one of land'),
        (lambda n: n.str("n", ["land"]), ".n = 3: expected one of land"),
        (lambda n: n.table("tables"), ".tables = [{ n = 1 }, { n = 2 }]: expected a table"),
        (lambda n: n.table("m"), ".m = (missing): expected a table"),
        (lambda n: n.tables("table"), ".table = { n = 1 }: expected a list of tables"),
        (lambda n: n.tables("ints"), ".ints[0] = 1: expected a table"),
        (lambda n: n.lists("n"), ".n = 3: expected a list of lists of tables"),
        (lambda n: n.lists("ints"), ".ints[0] = 1: expected a list of tables"),
        (lambda n: n.lists("grid"), ".grid[0][0] = 1: expected a table"),
        (lambda n: n.strs("ints"), ".ints[0] = 1: expected text"),
        (lambda n: n.strs("words", ["a"]), '.words[1] = "b": expected one of a'),
        (lambda n: n.strs("n"), ".n = 3: expected a list of texts"),
        (lambda n: n.ints("ints", 0, 1), ".ints[1] = 2: expected a whole number from 0 to 1"),
        (lambda n: n.ints("n", 0, 1), ".n = 3: expected a list of whole numbers from 0 to 1"),
        (lambda n: n.int_lists("ints", 0, 9), ".ints[0] = 1: expected a list of whole numbers"),
        (lambda n: n.int_lists("grid", 1, 2), ".grid[1][0] = 3: expected a whole number from 1 to 2"),
        (lambda n: n.raw("m"), ".m = (missing): expected a value"),
        (lambda n: n.tables("tables")[1].int("n", 0, 1), ".tables[1].n = 2: expected a whole number from 0 to 1"),
        (lambda n: n.lists("lists")[0][0].str("n"), ".lists[0][0].n = 1: expected text"),
        (lambda n: n.table("table").fail("n", "more"), ".table.n = 1: expected more"),
        (lambda n: n.table("table").fail(None, "more"), ".table = { n = 1 }: expected more"),
    ],
)
def test_errors_name_file_address_value_and_expectation(node, get, text):
    assert str(error_of(get, node)) == AT + text


def test_an_error_has_its_parts(node):
    error = error_of(lambda: node.int("word", 0, 9))
    assert isinstance(error, ValueError)
    assert (error.file, error.address, error.value) == ("cards.toml", "cards.base-109.word", "scan")
    assert error.expected == "a whole number from 0 to 9"
    assert error_of(lambda: node.int("m", 0, 9)).value is MISSING


def test_done_refuses_what_nobody_asked_for():
    node = Node({"cost": 1, "scam": 2}, "actions", "v.toml")
    node.int("cost", 0, 9)
    node.int("scan", 0, 9, default=0)
    assert str(error_of(node.done)) == ("v.toml: actions.scam = 2: expected one of the keys cost, scan (did you mean scan?)")
    assert str(error_of(Node({"a": 1}, "x", "v.toml").done)) == "v.toml: x.a = 1: expected no keys here"


def test_asking_whether_a_key_is_there_is_not_reading_it():
    node = Node({"cost": 1}, "x", "v.toml")
    assert node.has("cost")
    error_of(node.done)
    node.raw("cost")
    node.done()


def test_the_same_table_is_one_node(node):
    assert node.table("table") is node.table("table")
    node.table("table").int("n", 0, 9)
    node.table("table").done()


def test_the_file_of_an_error_is_that_of_the_value():
    tree, files, _ = build_tree({"cards": {"base-109": {"cost": "x"}}})
    cards = Node(tree, "", files).table("cards")
    assert error_of(lambda: cards.table("base-109").int("cost", 0, 9)).file == "variant"
    assert error_of(lambda: cards.table("base-108").str("cost")).file == "seti/cards.toml"


def test_values_are_shown_as_toml_on_one_short_line():
    assert shown({"a": [1, "x\ny", True], "b": {}}) == '{ a = [1, "x\\ny", true], b = {} }'
    assert len(shown(list(range(1000)))) == 70
    assert Node({"odd key": 1}, "t", "f").raw("odd key") == 1
    assert str(error_of(Node({"odd key": 1}, "t", "f").done)) == 'f: t."odd key" = 1: expected no keys here'
