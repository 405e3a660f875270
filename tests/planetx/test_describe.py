"""Rules in words: `show` and `check` say what the data and a variant say."""

import re

import pytest
from command_line import cli, document, one_line  # noqa: F401

from seti_sim.core import registry
from seti_sim.planetx.describe import KINDS_OF_PARTS, describe, texts, titles
from seti_sim.planetx.rules import MODES, PlanetXRules

from . import reference
from .bench import rules

PLACES = "\n[mode.standard.placement]\nnext_to_no = {}\n"


@pytest.mark.parametrize("which", MODES)
def test_every_part_is_told(which):
    for kind in KINDS_OF_PARTS if which == "standard" else ("object", "action", "topic", "conference", "fact", "theory", "bot"):
        for name in titles(rules(which))[kind] if kind != "clue" else ("some-adjacent-A-C",):
            text = describe(rules(which), name)
            assert text == describe(rules(which), f"{kind} {name}".upper()) and len(text.splitlines()) > 1
            assert not re.search(r"[{}\[\]]|'(?!s )|None\b(?! touches)|\b1 (points|times|tokens)\b", text), text
    assert len(describe(rules(which), "clues").splitlines()) > 100


def test_what_is_said_is_what_the_rules_say():
    standard, expert = rules(), rules("expert")
    assert "Only in sectors 2, 3, 5, 7 and 11." in describe(standard, "comet")
    assert "Only in sectors 2, 3, 5, 7, 11, 13 and 17." in describe(expert, "comet")
    assert "All lie in 6 consecutive sectors" in describe(expert, "D") and "consecutive" not in describe(standard, "D")
    assert describe(standard, "survey").splitlines()[0] == "survey  1 to 3 sectors: 4 time; 4 to 6 sectors: 3 time"
    assert "7 to 9 sectors: 2 time" in describe(expert, "survey")
    assert "in sector 10, once, when the arrow leaves it" in describe(standard, "X1")
    assert describe(expert, "conferences").count("once") == 2
    assert "4,446 arrangements" in describe(standard, "sky")
    assert "5: 2 theories or a locate for 10 points" in describe(standard, "scoring")


def test_how_many_arrangements_a_clue_is_true_of():
    sky = rules().sky
    n = sum(reference.holds(sky.letters(i), "every-within", "A", "C", 2) for i in range(len(sky)))
    assert f"True of {n:,} of 4,446 arrangements ({n / 4446:.1%})" in describe(rules(), "every-within-2-A-C")


def test_a_variant_is_told_as_it_is():
    varied = PlanetXRules.load(
        "standard",
        {
            "mode": {"standard": {"placement": {"next_to_no": {}, "band": {"G": 4}}, "track": {"trigger": "enter"}}},
            "actions": {"research_twice_running": True, "survey_cost": [5, 4, 4, 3, 3, 3, 2, 2, 2]},
        },
    )
    assert "Anywhere that leaves room for the others." in describe(varied, "dwarf planet")
    assert "All lie in 4 consecutive sectors" in describe(varied, "gas cloud")
    assert "before the turns that start there" in describe(varied, "theories")
    assert "Also on two turns running" in describe(varied, "research")
    assert "1 sector: 5 time; 2 to 3 sectors: 4 time" in describe(varied, "survey")
    assert texts(varied)["locate"] == texts(rules())["locate"]


@pytest.mark.parametrize("args, message", [
    (["show", "asteriod"], "(did you mean asteroid?)"),
    (["show", "arecibo"], "one of object, action, topic, conference, clue, fact, theory, end, bot, sky, limit"),
    (["show", "comet", "--mode", "hard"], "mode 'hard': expected standard or expert"),
    (["show", "comet", "--species", "drawn"], "No such option"),
    (["check", "none.toml"], "none.toml': expected a TOML file"),
    (["check", "bad.toml"], "actions.locate_cost = 21"),
    (["check", "none-fits.toml"], "rules that 1 to 2097152 arrangements obey"),
])  # fmt: skip
def test_bad_input_is_one_line(cli, tmp_path, args, message):  # noqa: F811
    (tmp_path / "bad.toml").write_text("[actions]\nlocate_cost = 21\n")
    (tmp_path / "none-fits.toml").write_text('[mode.standard.placement.next_to_some]\nA = "X"\n')
    code, out, err = cli(*args, "--game", "planetx")
    assert code == 2 and out == "" and one_line(err) and message in err, err


def test_check(cli, tmp_path):  # noqa: F811
    (tmp_path / "apart.toml").write_text(
        '[variant]\ndescription = "dwarf planets anywhere"\n[actions]\nlocate_cost = 4\n' + PLACES
    )
    code, out, err = cli("check", "apart.toml", "--game", "planetx", "--mode", "standard", "--games", 5)
    assert (code, err) == (0, "") and out.startswith("apart: dwarf planets anywhere (rules ")
    assert '  mode.standard.placement.next_to_no.D: "X" -> nothing\n' in out and "  actions.locate_cost: 5 -> 4\n" in out
    n = len(PlanetXRules.load("standard", str(tmp_path / "apart.toml")).sky)
    assert f"  standard, {n:,} arrangements (4,446 in the printed game)\n" in out and n > 4446
    assert "    - dwarf planet: None touches Planet X.\n    + dwarf planet: Anywhere" in out
    assert "    - locate: 5 time, right or wrong\n    + locate: 4 time, right or wrong\n" in out
    assert re.search(
        r"    5 games of infogain with 4 players, on average: points a seat \d+\.\d \(printed \d+\.\d\), turns", out
    )
    assert out.endswith("\n2 changes; sound\n")
    told = document(cli("check", "apart.toml", "--game", "planetx", "--mode", "standard", "--games", 0, "--json")[1])
    changed = {change["address"]: (change["printed"], change["here"]) for change in told["changes"]}
    assert changed == {"mode.standard.placement.next_to_no.D": ("X", None), "actions.locate_cost": (5, 4)}


def test_check_tells_the_modes_that_change(cli, tmp_path):  # noqa: F811
    (tmp_path / "a.toml").write_text("[mode.standard.theory_points]\nD = 5\n")
    out = cli("check", "a.toml", "--game", "planetx", "--games", 0)[1]
    assert "  standard, 4,446" in out and "expert" not in out and "games of" not in out
    (tmp_path / "empty.toml").write_text("")
    code, out, _ = cli("check", "empty.toml", "--game", "planetx")
    assert code == 0 and out.endswith("\nchanges nothing of the printed game; sound\n") and out.count("\n") == 2


def test_the_examples_are_sound_and_go_by_name(cli):  # noqa: F811
    for name in registry.example_variants("planetx"):
        code, out, err = cli("check", name, "--game", "planetx", "--mode", "standard", "--games", 2)
        assert (code, err) == (0, "") and out.startswith(f"{name}: ") and "2 games of infogain" in out
    code, out, err = cli("play", "--game", "planetx", "--variant", "second-conference", "--players", 2, "--seed", 3)
    assert (
        code == 0
        and "conferences  X1 Planet X and " in out
        and "; X2 Planet X and " in out
        and "Conference X2: Planet X" in out
    )
    assert cli("check", "cheap-locate")[2].endswith("; it is an example of another game\n")


def test_the_file_to_begin_with_is_sound(cli):  # noqa: F811
    assert cli("new", "variant", "my-sky", "--game", "planetx")[1] == "my-sky.toml: written\n"
    code, out, _ = cli("check", "my-sky.toml", "--game", "planetx", "--mode", "standard", "--games", 2)
    assert code == 0 and "actions.locate_cost: 5 -> 4" in out
    with open("my-sky.toml", encoding="utf-8") as file:
        whole = file.read()
    with open("all.toml", "w", encoding="utf-8") as file:  # what stands there as a comment is right, too
        file.write(re.sub(r"^# (?=\[|trigger|conference|next_to|first_theory)", "", whole, flags=re.M))
    code, out, err = cli("check", "all.toml", "--game", "planetx", "--mode", "standard", "--games", 0)
    assert code == 0 and "5 changes; sound" in out, err
