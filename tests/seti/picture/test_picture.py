"""The picture of a position: well-formed, with everything on the board in it, whoever named the components."""

import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import pytest

from seti_sim.charts.drawing import Drawing, Panel, cut, length, lines
from seti_sim.seti import Game, geometry
from seti_sim.seti import players as registry
from seti_sim.seti.picture import html, panels, picture
from seti_sim.seti.rules import RuleSet

SVG = "{http://www.w3.org/2000/svg}"
TABLES = (
    {"players": 2, "seed": 3, "species": ["oumuamua", "centaurians"]},
    {"players": 3, "seed": 5, "species": ["anomalies", "mascamites"]},
    {"players": 4, "seed": 7, "species": ["mascamites", "exertians"]},
    {"solo": True, "level": 3, "seed": 2},
)


@cache
def positions(table):
    """Positions of a game, from its setup to its end."""
    policy, found = registry.get("greedy"), []
    game = Game.new(RuleSet.load(), **TABLES[table])
    while not game.is_over:
        if len(game.history) >= 120 * len(found) and game.decision == "turn":
            found.append(game.clone())
        game.apply(policy.choose(game))
    return [*found, game]


def drawn(game):
    """{(kind, seat): pieces} and {sign: how often} in the picture."""
    tree = ElementTree.fromstring(picture(game))
    pieces, signs = Counter(), Counter()
    for element in tree.iter():
        name = element.get("class", "")
        if re.fullmatch(r"\S+ (P\d|neutral)", name):
            pieces[tuple(name.split())] += 1
        else:
            signs[name] += 1
    return pieces, signs


def expected(game):
    """The same, counted in the written position."""
    position, found, data = game.to_json(), Counter(), 0
    for star in position["stars"].values():
        words = [word for word in star["slot"].split() if word != "|"]
        data += words.count(".")
        found.update(("marker", word) for word in words if word != ".")
        found.update(("win", seat) for seat in star["wins"])
    for planet in position["planets"].values():
        for kind, key in (("orbiter", "orbiters"), ("lander", "landers")):
            found.update({(kind, seat): n for seat, n in planet[key].items()})
    found.update(("lander", seat) for seats in position["moons"].values() for seat in seats)
    for slot in position["species"].values():
        found.update(("trace", who) for who in slot["spaces"].values() if who)
        for kind in slot["overflow"].values():
            found.update({("trace", seat): n for seat, n in kind.items()})
        for column in slot.get("board", {}).values():
            for held in column:
                found.update(("trace", who) for who in (held if isinstance(held, list) else [held]) if who)
    for tile in position["gold"].values():
        found.update(("gilded", seat) for seat in tile["markers"])
    for seat, have in position["seats"].items():
        found[("seat-of", seat)] += 1
        found[("score", seat)] += 1
        found[("probe", seat)] += len(have["probes"])
        found[("capsule", seat)] += len(have.get("capsules", ()))
        found[("taken", seat)] += len(have["techs"])
        data += have["computer"]["top"] + len(have["computer"]["lower"])
    solo = position.get("solo")
    if solo:
        found[("taken", solo["rival"])] += sum(solo["techs"].values())
    return +found, data


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_everything_on_the_board_is_in_it(table):
    for game in positions(table):
        (pieces, signs), (counted, data) = drawn(game), expected(game)
        assert pieces == counted
        assert signs["data"] == data + 1  # one in the key
        assert signs["sector"] == len(game.to_json()["stars"]) and signs["planet"] == len(game.to_json()["planets"])
        assert signs["tech"] == 12 and signs["gold"] == 4
        position = game.to_json()
        shown = geometry.visible(game.rules, position["discs"]["turns"], tile="oumuamua" in position["stars"])
        cells = [cell for line in shown for cell in line]
        assert signs["asteroids"] == cells.count("asteroids") + 1 and signs["comet"] == cells.count("comet") + 1


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_numbers_names_and_titles_are_in_it(table):
    game = positions(table)[-2]
    position, text = game.to_json(), picture(game)
    words = " ".join("".join(element.itertext()) for element in ElementTree.fromstring(text).iter(f"{SVG}text"))
    told = " ".join(element.text for element in ElementTree.fromstring(text).iter(f"{SVG}title"))
    for seat, have in position["seats"].items():
        assert f"{have['vp']} point" in words and f"{seat}: {have['vp']} points, {have['credits']} credits" in told
        for card in have["hand"]:
            assert all(word in words for word in game.rules.card_names[card].split())
    for star, have in position["stars"].items():
        names = game.rules.tree["stars"] | game.rules.tree["species"]
        assert str(names[star]["name"]) in words and f"slot {have['slot']}" in told
    assert "next to turn" in words and position["discs"]["next"].replace("-", " ") in words
    assert f"Round {position['round']} of 5" in words


def test_equal_positions_have_equal_pictures_and_others_have_not():
    first, second = positions(2)[3:5]
    again = Game.from_json(first.rules, first.to_json())
    assert picture(again) == picture(first) != picture(second)
    assert html(again) == html(first)


def test_the_picture_does_not_change_the_game():
    game = positions(0)[2]
    before = game.record(), game.to_json()
    game.picture()
    game._repr_html_()
    assert (game.record(), game.to_json()) == before


HOSTILE = '<script>alert("1")</script>\'&]]>'


def test_names_of_a_variant_are_text():
    variant = {
        "variant": {"name": "hostile"},
        "stars": {"vega": {"name": HOSTILE}},
        "planets": {"mars": {"name": HOSTILE}},
        "species": {"mascamites": {"name": HOSTILE}},
        "cards": {f"base-{n:03}": {"name": HOSTILE + str(n)} for n in range(1, 139)},
    }
    rules = RuleSet.load(variant)
    game = Game.from_json(
        rules, next(p for p in (g.to_json() for g in positions(2)[::-1]) if p["round"] < 6 and "pending" not in p)
    )
    for text in (picture(game), html(game)):
        assert "<script" not in text and "]]>" not in text
        tree = ElementTree.fromstring(text)
        assert "<script>alert" in " ".join("".join(element.itertext()) for element in tree.iter())
        assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= {
            "svg", "g", "path", "circle", "rect", "ellipse", "text", "title", "figure", "figcaption", "div",
        }  # fmt: skip
    assert not re.search(r'\son\w+="|style="[^"]*"', picture(game))  # what a page's policy would not allow


def test_a_seat_sees_no_more_than_it_may():
    game = positions(2)[2]
    position = game.to_json()
    seen = picture(game, seen_by="P1")
    own = {card for card in position["seats"]["P1"]["hand"]}
    open_ = own | set(position["row"]) | {slot.get("face_up") for slot in position["species"].values()}
    for have in position["seats"].values():
        open_ |= set(have["missions"]) | set(have["endgame"])
    text = " ".join(re.findall(r">([^<>]+)<", seen))
    names = game.rules.card_names
    hidden = {names[card] for seat in ("P2", "P3", "P4") for card in position["seats"][seat]["hand"] if card not in open_}
    assert hidden and not any(name in text for name in hidden)
    assert all(names[card].split()[0] in text for card in own)
    with pytest.raises(ValueError, match="P9"):
        picture(game, seen_by="P9")


def test_panels_are_as_wide_as_a_phone_and_whole_in_themselves():
    for table in range(len(TABLES)):
        game = positions(table)[-2]
        found = panels(game)
        assert [panel.width for panel in found] == [400] * len(found)
        names = [panel.name for panel in found]
        assert names.count("seat") == game.players and ("solo" in names) == (game.rival is not None)
        for panel in found:
            root = ElementTree.fromstring(panel.svg())
            assert root.get("viewBox") == f"0 0 400 {panel.height:.1f}".removesuffix(".0")
            assert root.find(f"{SVG}title").text == root.get("aria-label") == panel.title


def test_the_tile_is_seen_where_the_rules_have_it():
    game = next(game for game in positions(0) if "oumuamua" in game.to_json()["stars"])
    turns = game.to_json()["discs"]["turns"]
    sector = (5 - turns[2]) % 8
    assert geometry.visible(game.rules, turns, tile=True)[2][sector] == "oumuamua"
    assert geometry.layers(game.rules, turns, tile=True)[2][sector] == "disc-3"
    assert geometry.publicity(game.rules, turns, tile=True)[2][sector] == 1
    assert f"3.{sector}: &apos;Oumuamua" in picture(game) or f"3.{sector}: 'Oumuamua" in picture(game)


def test_text_is_cut_and_broken_to_its_room():
    assert cut("short", 100, 9) == "short"
    assert cut("a name without end", 40, 9).endswith("…") and length(cut("a name without end", 40, 9), 9) <= 40
    assert lines("one two three", 1000, 9) == ["one two three"]
    assert all(length(line, 9) <= 60 for line in lines("words that go on and on, unbreakablewordsevenlonger", 60, 9))


def test_no_sign_that_xml_lacks_is_written():
    drawing = Drawing()
    with drawing.group("a\x1bb", class_='"<\x00'):
        drawing.text(1, 2, "\u202e\ud800&\n<")
    text = Panel("one", "\x07", 10, 10, str(drawing)).svg()
    ElementTree.fromstring(text.encode())
    assert not any(sign in text for sign in "\x1b\x00\u202e\ud800\x07")
