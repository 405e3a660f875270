"""`--svg` of `play` and `replay`: the board where the game ends or stops."""

from xml.etree import ElementTree

from command_line import cli, one_line  # noqa: F401


def test_play_and_replay_draw_the_board(cli, tmp_path):  # noqa: F811
    told = cli("play", "--players", 2, "--policy", "greedy", "--seed", 3, "--quiet", "--record", "game.txt", "--svg", "end.svg")
    assert told[0] == 0 and told[1].endswith("game.txt: written\nend.svg: written\n")
    assert cli("replay", "game.txt", "--quiet", "--svg", "again.svg")[0] == 0
    assert cli("replay", "game.txt", "--quiet", "--to", 100, "--svg", "early.svg")[0] == 0
    end, again, early = ((tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("end", "again", "early"))
    assert end == again != early
    assert "The end, after 5 rounds" in end and "Round 2 of 5" in early
    assert all(ElementTree.fromstring(text).get("width") == "1280" for text in (end, early))


def test_a_place_that_cannot_be_written_is_told_first(cli, tmp_path):  # noqa: F811
    code, out, err = cli("play", "--players", 2, "--policy", "random", "--quiet", "--svg", "no/such/board.svg")
    assert code == 2 and out == "" and one_line(err) and "no/such" in err
