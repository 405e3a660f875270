"""The commands of `seti-sim whatif`: what they print and write, that they go into a report, and what they refuse."""

import re

import pytest
from command_line import document, one_line

from seti_sim.seti.players import get

TWO = ["--players", 2, "--jobs", 1]
ASKED = {
    "cards": (["cards", *TWO, "--games", 200], "What is a card worth that is dealt", r"exchanges in 10 base games"),
    "uses": (["uses", *TWO, "--games", 120], "When is a card better as income", r"positions of 120 games"),
    "options": (["options", "scan", "species", "--players", "2,3", "--jobs", 1, "--games", 6], "never takes an option", r"6 pairs of games"),
    "strategies": (["strategies", "greedy", "random", "--jobs", 1, "--games", 12, "--among", 3], "Is one way to play better", r"12 deals"),
    "course": (["course", *TWO, "--games", 40], "Who leads, who comes back", r"40 games, observational"),
    "luck": (["luck", "greedy", "random", "--jobs", 1, "--games", 24], "How much is luck of the deal", r"12 deals, each .* all 2 orders"),
    "blindspots": (
        ["blindspots", "random", *TWO, "--games", 6, "--each", 1], "What does random fail to do, with 2 players", r"deviations in 6 games",
    ),
    "fix": (
        ["fix", "score", "--target", 160, "--within", "3vp", "--change", "setup.start_vp=[4,5,6,7]", *TWO, "--games", 12],
        "What is the smallest change", r"24 fresh games",
    ),
}  # fmt: skip


@pytest.mark.parametrize("args, question, rests", ASKED.values(), ids=ASKED)
def test_a_question_is_answered_kept_and_told(cli, tmp_path, args, question, rests):
    code, out, err = cli("whatif", *args, "--out", "o", "--report", "a.html", "--charts", "c")
    assert code == 0, err
    assert re.search(rests, out) and "; o)" in out
    few = args[0] == "cards"  # in so few games no card has an interval
    assert out.endswith("a.html: written\nc: " + ("no charts, too few games for any\n" if few else "written\n"))
    page = (tmp_path / "a.html").read_text()
    assert question in page and (tmp_path / "o/study.json").exists()
    assert all(file.stem.startswith(f"{'deal' if args[0] == 'cards' else args[0]}-") for file in (tmp_path / "c").glob("*"))
    assert (tmp_path / "c").exists() != few
    stored = (tmp_path / "o/study.json").read_bytes()
    code, out, _ = cli("whatif", *args, "--out", "o", "--json")
    assert code == 0 and (tmp_path / "o/study.json").read_bytes() == stored
    found = document(out)
    assert found["command"] == f"whatif {args[0]}" and found["folder"] == "o" and re.search(rests, found["basis"])


@pytest.mark.usefixtures("unmade")
def test_questions_come_into_the_report_of_a_run(cli, tmp_path):
    assert cli("run", *TWO, "--games", 12, "--out", "r")[0] == 0
    for name in ("course", "options"):
        assert cli("whatif", *ASKED[name][0], "--out", name)[0] == 0
    code, out, err = cli("report", "r", "--with", "course", "--with", "options")
    page = (tmp_path / "report.html").read_text()
    assert code == 0 and all(ASKED[name][1] in page for name in ("course", "options")), err
    assert page.count(f"learned {get('learned').key}") >= 2


def test_an_interrupted_question_says_how_it_goes_on(cli, monkeypatch):
    import seti_sim.seti.studies

    def interrupted(**options):
        raise KeyboardInterrupt

    monkeypatch.setattr(seti_sim.seti.studies, "card_uses", interrupted)
    code, out, err = cli("whatif", "uses")
    assert code == 1 and "the same command goes on from there" in err and one_line(err)


FIX = ["whatif", "fix", "score", "--change", "setup.hand_limit_on_pass=5", "--within", "1vp"]
BAD = {
    "too few games": (["whatif", "cards", "--games", 3], "games 3: expected at least 20"),
    "no precision": (["whatif", "cards", "--precision", "1"], "precision '1': expected a half-width"),
    "against no run": (["whatif", "cards", "--against", "none"], "none: no such run folder"),
    "no policy": (["whatif", "uses", "--policy", "gredy"], "gredy.*did you mean greedy"),
    "players in Python": (
        ["whatif", "uses", "--policy", "seti_sim.seti.players.example:thrifty"],
        "compiled ones|expected module",
    ),
    "no jobs": (["whatif", "uses", "--jobs", 0], "jobs 0"),
    "unknown option": (["whatif", "options", "scna"], "scna.*did you mean scan"),
    "option twice": (["whatif", "options", "scan", "scan"], "expected different ones"),
    "five players": (["whatif", "options", "--players", "5"], "players 5"),
    "policy with brackets": (["whatif", "options", "--policy", "greedy[without=scan]"], "one name without brackets"),
    "one way": (["whatif", "strategies", "greedy"], "at least two different"),
    "unknown way": (["whatif", "strategies", "greedy", "gredy"], "gredy"),
    "blind spots of nobody": (["whatif", "blindspots", "gredy"], "gredy.*did you mean greedy"),
    "blind spots of two": (["whatif", "blindspots", "greedy,random", "--players", 2], "expected one player"),
    "no deviations": (["whatif", "blindspots", "greedy", "--each", 0], "each 0: expected at least 1"),
    "fresh games that are not": (["whatif", "blindspots", "greedy", "--seed", 2, "--confirm-seed", 2], "two different ones"),
    "one player": (["whatif", "luck", "greedy"], "two to four different players"),
    "games without a deal": (["whatif", "luck", "greedy", "random", "--games", 2], "expected at least 4"),
    "unknown metric": (
        ["whatif", "fix", "scor", "--change", "a=1", "--within", "1", "--target", 1],
        "scor.*did you mean|ADDRESS|a =",
    ),
    "no target": (FIX, "expected what score should be"),
    "no width": ([*FIX[:-1], "much"], "within 'much': expected a width"),
    "too many changes": ([*FIX, "--target", 1, "--most", 2], "most 2"),
    "no change": (["whatif", "fix", "score", "--within", "1"], "(?i)missing option"),
    "unknown key": (["whatif", "fix", "seats", "--change", "setup.hand=1", "--within", "1pp"], "setup.hand"),
    "page that is a folder": (["whatif", "course", "--report", "."], "is no file"),
}


@pytest.mark.parametrize("args, message", BAD.values(), ids=BAD)
def test_bad_input_is_one_line(cli, tmp_path, args, message):
    code, out, err = cli(*args)
    assert code == 2 and out == "" and one_line(err) and re.search(message, err), (code, out, err)
    assert not list(tmp_path.iterdir())
