"""F30 and F32: the same names everywhere, messages that say what was meant, and variants that change nothing."""

import pytest
from command_line import one_line

from seti_sim.core.names import did_you_mean, find, titles_of
from seti_sim.seti.rules import RuleError, RuleSet
from seti_sim.studies import compare
from seti_sim.studies.store import StudyError

SMALL = ["--players", 2, "--games", 4, "--block", 4, "--jobs", 1, "--policy", "random"]


def test_f32_an_id_or_a_title_is_found_case_aside():
    titles = {"base-055": "Arecibo Observatory", "base-056": "Twin", "base-057": "Twin"}
    for text in ("base-055", "BASE-055", "Arecibo Observatory", " arecibo  observatory"):
        assert find(text, titles) == "base-055"
    assert find("twin", titles) is None and find("base-056", titles) == "base-056"
    assert titles_of({"a": {"name": "A card"}, "b": {}, "c": 3}) == {"a": "A card", "b": "b", "c": "c"}
    assert did_you_mean("Scna", ["scan", "land"]) == " (did you mean scan?)"
    assert did_you_mean("arecibi", titles.values()) == " (did you mean Arecibo Observatory?)"
    assert did_you_mean("qqqq", titles) == ""


def test_f32_python_knows_the_examples_by_name(tmp_path):
    study = compare(["cheap-scan"], players=2, games=4, block=4, policies="random", metrics=["score"], out=tmp_path / "o")
    assert [side["name"] for side in study.facts["sides"]] == ["printed", "cheap-scan"]
    assert RuleSet.load("cheap-scan") != RuleSet.load()
    with pytest.raises(RuleError) as caught:
        compare(["cheap-scn"])
    assert str(caught.value).startswith("cheap-scn: expected a TOML file or one of cheap-scan, ")
    assert str(caught.value).endswith("(did you mean cheap-scan?)")
    with pytest.raises(StudyError, match="printed: same rules and players"):
        compare(["printed", "printed"], names=["a", "printed"])


def test_f32_a_card_goes_by_its_title_as_by_its_id():
    named = RuleSet.load({"setup": {"without": ["Future Circular Collider"]}, "cards": {"Arecibo Observatory": {"cost": 2}}})
    assert named == RuleSet.load({"setup": {"without": ["base-121"]}, "cards": {"base-055": {"cost": 2}}})
    assert named.changes() == [("setup.without", [], ["base-121"]), ("cards.base-055.cost", 3, 2)]
    with pytest.raises(RuleError, match=r"did you mean Future Circular Collider\?"):
        RuleSet.load({"setup": {"without": ["Future Circular Colider"]}})
    with pytest.raises(RuleError, match="did you mean Arecibo Observatory"):
        RuleSet.load({"cards": {"Arecibo Observatori": {"cost": 2}}})
    with pytest.raises(
        RuleError, match=r"^variant: variants = .*: expected one of the keys .*, variant \(did you mean variant\?\)$"
    ):
        RuleSet.load({"variants": {"name": "x"}})


@pytest.mark.parametrize("args, message", [
    (["compare", "cheap-scan", "--metric", "win_share@seat=5"], "metric 'win_share@seat=5': seat=5: expected a seat from 1 to 4"),
    (["compare", "cheap-scan", "--players", 2, "--metric", "score@seat=3"], "2 players has no seat 3, expected 1 to 2"),
    (["report", "game.txt"], "game.txt: is a file, the record of a game, which seti-sim replay tells; expected the folder of a run"),
    (["info", "v.toml"], "v.toml: is a file, expected the folder of a run"),
    (["play", "--game", "3"], "game '3': expected a game, seti or planetx; its number in the run is --number"),
    (["play", "--game", "planety"], "game 'planety': expected seti or planetx (did you mean planetx?)"),
    (["play", "--game", "planetx", "--solo"], "solo 'yes': an option of seti, and the game is planetx; expected of its own only "
     "mode, levels, arrangements"),
    (["play", "--game", "planetx", "--time-budget", 2], "no player of The Search for Planet X goes by the clock"),
    (["play", "--game", "planetx", "--variant", "cheap-scan"], "; it is an example of another game"),
    (["play", "--game", "planetx", "--policy", "greedy"], "policy 'greedy': expected one of random, survey-first, infogain, racer"),
    (["new", "card", "mine", "--game", "planetx"], "card: The Search for Planet X has no such thing; expected "),
    (["show", "arecibi"], "(did you mean Arecibo Observatory?)"),
])  # fmt: skip
def test_f32_a_message_says_what_was_meant(cli, tmp_path, args, message):
    (tmp_path / "game.txt").write_text("seti_sim record 1\n")
    (tmp_path / "v.toml").write_text("")
    code, out, err = cli(*args)
    assert code == 2 and out == "" and one_line(err) and message in err, err


@pytest.mark.parametrize("text", ["", "# nothing\n", '[variant]\nname = "empty"\n', "[actions.scan.cost]\nenergy = 2\n"])
def test_f30_a_variant_that_changes_nothing_is_told(cli, tmp_path, text):
    (tmp_path / "empty.toml").write_text(text)
    note = "seti-sim: note: variant empty changes nothing of the printed game\n"
    code, out, err = cli("check", "empty.toml")
    assert code == 0 and out.endswith("\nchanges nothing of the printed game; sound\n") and err == ""
    few = ["--players", 2, "--policy", "random", "--games", 2, "--jobs", 1, "--variant", "empty.toml"]
    assert cli("run", *few, "--out", "a")[::2] == (0, note)
    assert cli("play", "--players", 2, "--policy", "random", "--variant", "empty.toml", "--quiet")[::2] == (0, note)
    code, out, err = cli("compare", "empty.toml", *SMALL, "--out", "b")
    told = "empty: same rules and players as another one (empty changes nothing of the printed game), expected different ones"
    assert (code, out, err) == (2, "", f"{note}seti-sim: {told}\n")
    code, out, err = cli("compare", "cheap-scan", "empty.toml", *SMALL, "--metric", "turns", "--out", "c")
    assert code == 0 and note in err


def test_f30_of_planet_x_too(cli, tmp_path):
    (tmp_path / "empty.toml").write_text("")
    code, _, err = cli("run", "--game", "planetx", "--players", 2, "--policy", "random", "--games", 2, "--jobs", 1,
                       "--variant", "empty.toml", "--out", "a")  # fmt: skip
    assert code == 0 and err == "seti-sim: note: variant empty changes nothing of the printed game\n"


def test_f30_what_only_another_mode_of_planet_x_plays(cli, tmp_path):
    (tmp_path / "expert.toml").write_text("[mode.expert.theory_points]\nD = 3\n")
    few = ["--game", "planetx", "--players", 2, "--policy", "random", "--games", 2, "--jobs", 1, "--variant", "expert.toml"]
    note = "seti-sim: note: variant expert changes nothing of the printed game in standard mode\n"
    assert cli("run", *few, "--out", "a")[::2] == (0, note)
    assert cli("run", *few, "--mode", "expert", "--out", "b")[::2] == (0, "")
    assert cli("run", *few, "--mode", "standard,expert", "--out", "c")[::2] == (0, note)


def test_f30_a_sweep_of_the_printed_value_only(cli):
    code, out, err = cli("sweep", "actions.scan.cost.energy=2", *SMALL, "--out", "b")
    assert code == 2 and one_line(err) and "only the printed value, expected others" in err
