"""What lies open for all: round and score track, tech tiles, gold tiles, cards, objectives of a solo game."""

from __future__ import annotations

from seti_sim.charts.drawing import Drawing, Panel, cut, heading, lines
from seti_sim.charts.style import FAINT, INK, PALE, SOFT
from seti_sim.seti.rules.describe_solo import objective_words

from .pieces import COLORS, GOLD, WARM, Scene, box, count, piece, row
from .words import in_words


# ---------------------------------------------------------------------- round and scores
def top(scene: Scene, width: float) -> Panel:
    """Which round it is, whose turn, and the score track with its milestones."""
    drawing = Drawing()
    told = when(scene)
    y = 13.0
    for line in lines(told, width, 12):
        drawing.text(0, y, line, 12, font_weight="bold")
        y += 15
    y = _track(drawing, scene, y + 4, width)
    scores = ", ".join(f"{seat} {have['vp']}" for seat, have in scene.position["seats"].items())
    return Panel("top", f"{told}. Points: {scores}", width, y, str(drawing))


def when(scene: Scene) -> str:
    """`Round 3 of 5, P2's turn`: the round, and who is to move or what is over."""
    position, rounds = scene.position, scene.rules.tree["setup"]["rounds"]
    if position["round"] == 0:
        return f"Setup: {position['turn']} tucks a card"
    if scene.over:
        return f"The end, after {rounds} rounds"
    passed = f", passed: {', '.join(position['passed'])}" if position["passed"] else ""
    return f"Round {position['round']} of {rounds}, {position['turn']}'s turn{passed}"


def _track(drawing: Drawing, scene: Scene, y: float, width: float) -> float:
    """The score track: a mark at each milestone, seats above where they stand. The height where it ends."""
    position, r = scene.position, 7.0
    gold, neutral = scene.rules.tree["milestones"]["gold"], scene.rules.tree["milestones"]["neutral"]
    others = [(score, "species") for slot in position["species"].values() for score in slot.get("milestones", ())]
    others += [
        (score, f"{seat} message") for slot in position["species"].values() for _, seat, score in slot.get("messages", ())
    ]
    others += [(have["message_tile"], f"{seat} tile") for seat, have in position["seats"].items() if "message_tile" in have]
    scores = {seat: have["vp"] for seat, have in position["seats"].items()}
    end = max(80, *scores.values(), *gold, *neutral, *(score for score, _ in others)) + 4
    low = min(0, *scores.values())

    def at(score: float) -> float:
        return 10 + (width - 24) * (score - low) / (end - low)

    levels: list[tuple[float, str]] = []  # seats that stand too near to one another stand over one another
    heights: dict[str, int] = {}
    for seat, score in sorted(scores.items(), key=lambda item: item[1]):
        near = {level for x, level in ((x, heights[s]) for x, s in levels) if abs(x - at(score)) < 2.1 * r}
        heights[seat] = next(level for level in range(len(scores) + 1) if level not in near)
        levels.append((at(score), seat))
    y += 15 * (max(heights.values()) + 1)
    drawing.line(at(low), y, at(end), y, stroke=SOFT, stroke_width=1.2)
    step = 10 if end - low <= 120 and width > 500 else 20 if end - low <= 160 or width > 500 else 50
    drawing.path("".join(f"M{at(score):.1f} {y:.1f}v3" for score in range(0, end, step)), stroke=SOFT)
    for score in range(0, end, step):
        drawing.text(at(score), y + 12, score, 8, anchor="middle", fill=SOFT)
    for score in gold:
        drawing.path(f"M{at(score):.1f} {y - 4:.1f}v8", stroke=GOLD, stroke_width=3)
        drawing.text(at(score), y + 22, score, 8, anchor="middle", fill="#7a5600", font_weight="bold")
    for score in neutral:
        drawing.path(f"M{at(score):.1f} {y - 4:.1f}v8", stroke=INK, stroke_width=1.6)
    for score, _ in others:
        drawing.path(f"M{at(score):.1f} {y - 4:.1f}v8", stroke="#7b4b9a", stroke_width=2.4)
    for seat, score in scores.items():
        piece(drawing, scene, "score", seat, at(score), y - 8 - 15 * heights[seat], r)
    left = ", ".join(f"{score}: {n} left" for score, n in position["neutral"].items())
    said = f"gold tiles at {', '.join(map(str, gold))}; neutral markers at {left}"
    if others:
        said += "; " + ", ".join(f"{what} at {score}" for score, what in others)
    for line in lines(said, width, 8):
        y += 11
        drawing.text(0, y + 21, line, 8, fill=SOFT)
    return y + 24


# ---------------------------------------------------------------------- techs
def techs(scene: Scene, width: float) -> Panel:
    """The stacks of tech tiles: the bonus on top, how many are left, who has taken one."""
    drawing = Drawing()
    heading(drawing, "Techs")
    wide, high = (width - 18) / 4, 39
    table, kinds = scene.rules.tree["techs"], dict.fromkeys(tech["kind"] for tech in scene.rules.tree["techs"].values())
    y = 17.0
    for kind in kinds:
        for i, tech in enumerate(name for name in table if table[name]["kind"] == kind):
            if i and i % 4 == 0:
                y += high + 4
            _stack(drawing, scene, tech, i % 4 * (wide + 6), y, wide, high)
        y += high + 4
    owned = [f"{seat}: {', '.join(have['techs']) or 'none'}" for seat, have in scene.position["seats"].items()]
    return Panel("techs", f"Techs. {'; '.join(owned)}", width, y - 4, str(drawing))


def _stack(drawing: Drawing, scene: Scene, tech: str, x: float, y: float, wide: float, high: float) -> None:
    from seti_sim.seti.rules.describe import describe

    stack = scene.position["techs"][tech]
    left = stack.get("left", len(stack["tiles"]))
    takers = [seat for seat in scene.seats for _ in range(_has(scene, seat, tech))]
    does = " ".join(describe(scene.rules, f"tech {tech}").splitlines()[2:])
    with drawing.group(f"{tech}: {does}. {left} left; taken by {', '.join(takers) or 'nobody'}", class_="tech"):
        box(drawing, x, y, wide, high, **({} if left else {"fill": "#eef0f2"}))
        drawing.text(x + 5, y + 12, tech.replace("-", " "), 9.5, room=wide - 32, font_weight="bold")
        if stack["two_points"]:
            drawing.rect(x + wide - 22, y + 3, 18, 11, rx=2, fill="#fff3d6", stroke=GOLD, stroke_width=0.8)
            drawing.text(x + wide - 13, y + 11.5, "+2", 8.5, anchor="middle", fill="#7a5600", font_weight="bold")
        if left:
            drawing.text(
                x + 5,
                y + 22.5,
                f"{left} left: {in_words(scene.rules.tree['tech_rules']['bonuses'][stack['tiles'][0]])}",
                8,
                room=wide - 8,
                fill=SOFT,
            )
        else:
            drawing.text(x + 5, y + 22.5, "none left", 8, fill=SOFT)
        row(drawing, scene, "taken", takers, x + 4, y + 31.5, 5.4, wide - 8)


def _has(scene: Scene, seat: str, tech: str) -> int:
    if seat == scene.rival:
        return int(scene.position["solo"]["techs"].get(tech, 0))
    return int(tech in scene.position["seats"][seat]["techs"])


# ---------------------------------------------------------------------- gold tiles
def gold(scene: Scene, width: float) -> Panel:
    """The gold tiles: the values of the side that lies up, markers on them from the left."""
    drawing = Drawing()
    heading(drawing, "Gold tiles")
    wide = (width - 18) / 4
    sides = {(tile["tile"], tile["side"]): tile for tile in scene.rules.tree["gold_tiles"].values()}
    for i, (tile, have) in enumerate(scene.position["gold"].items()):
        x, y = i % 4 * (wide + 6), 17.0 + 44 * (i // 4)
        said = f"Gold tile {tile}, side {have['side']}: {', '.join(have['markers']) or 'no marker'}"
        with drawing.group(said, class_="gold"):
            box(drawing, x, y, wide, 40, fill="#fffaf0", stroke=GOLD)
            drawing.text(x + 5, y + 12, f"{tile}, side {have['side']}", 9, room=wide - 8, font_weight="bold")
            _values(drawing, scene, sides[tile, have["side"]]["values"], have["markers"], x + 4, y + 27, wide - 8)
    rows = -(-len(scene.position["gold"]) // 4)
    return Panel("gold", "Gold tiles", width, 17 + 44 * rows - 4, str(drawing))


def _values(drawing: Drawing, scene: Scene, values, markers, x: float, y: float, room: float) -> None:
    """Values from the highest on, each under its marker; a marker more counts as the last."""
    spaces = max(len(values), len(markers))
    step = min(20.0, room / spaces)
    for i in range(spaces):
        value, place = values[min(i, len(values) - 1)], x + step * (i + 0.5)
        if i < len(markers):
            piece(drawing, scene, "gilded", markers[i], place, y, 7)
        else:
            drawing.circle(place, y, 7, fill="#fff", stroke=GOLD, stroke_width=0.8)
            drawing.text(place, y + 3, value, 8, anchor="middle", fill=SOFT)


# ---------------------------------------------------------------------- cards
def cards(scene: Scene, width: float) -> Panel:
    """The row, and how many cards lie elsewhere."""
    drawing = Drawing()
    heading(drawing, "Cards")
    position = scene.position
    laid = position["row"]
    wide = (width - 6 * (max(len(laid), 1) - 1)) / max(len(laid), 1)
    for i, card in enumerate(laid):
        _card(drawing, scene, card, i * (wide + 6), 17, wide)
    stacks = ", ".join(str(count(stack)) for stack in position["end_of_round"])
    said = f"deck {count(position['deck'])}, discard pile {len(position['discard'])}, end-of-round stacks {stacks}"
    drawing.text(0, 66, said, 8.5, room=width, fill=SOFT)
    names = ", ".join(scene.card(card) for card in laid if card)
    return Panel("cards", f"Cards in the row: {names}; {said}", width, 69, str(drawing))


def _card(drawing: Drawing, scene: Scene, card: str | None, x: float, y: float, wide: float) -> None:
    if card is None:
        drawing.rect(x, y, wide, 38, rx=3, fill="#fff", stroke=PALE, stroke_dasharray="3 2")
        return
    entry = scene.rules.tree["cards"][card]
    corner = ", ".join(f"{n} {what}" for what, n in entry.get("corner", {}).items())
    parts = [f"cost {entry['cost']}" if "cost" in entry else "", corner, str(entry.get("income", ""))]
    with drawing.group(f"{scene.card(card)} ({card}): {'; '.join(filter(None, parts))}", class_="card"):
        box(drawing, x, y, wide, 38)
        drawing.rect(x, y, 5, 38, rx=2, fill=COLORS.get(str(entry.get("sector")), SOFT))
        for k, line in enumerate(lines(scene.card(card), wide - 14, 9)[:2]):
            drawing.text(x + 9, y + 11 + 10.5 * k, line, 9, font_weight="bold")
        drawing.text(x + 9, y + 33, "; ".join(filter(None, parts)), 7.5, room=wide - 12, fill=SOFT)


# ---------------------------------------------------------------------- solo
def solo(scene: Scene, width: float) -> Panel | None:
    """The rival's card and progress, and the objectives of a solo game; None at a table of players."""
    table = scene.position.get("solo")
    if table is None:
        return None
    drawing = Drawing()
    heading(drawing, f"Solo game, level {table['level']}")
    cards_of = scene.rules.tree["solo"]["cards"]
    card = f"card {cards_of[table['card']]['name']}" if table["card"] else "no card yet"
    said = f"rival {table['rival']}: {card}, arrow {table['arrow']}, progress {table['progress']}, "
    said += f"deck {count(table['deck'])}, reserve {count(table['reserve'])}"
    drawing.text(0, 25, said, 8.5, room=width)
    objectives = table["objectives"]
    shown = objectives["open"]
    wide = (width - 6 * (max(len(shown), 1) - 1)) / max(len(shown), 1)
    for i, name in enumerate(shown):
        _objective(drawing, scene, name, objectives["marked"].get(name or "", []), i * (wide + 6), 32, wide)
    done = f"objectives completed {count(objectives['completed'])}, given up {count(objectives['given_up'])}, "
    done += f"to come {count(objectives['stack'])}"
    drawing.text(0, 94, done, 8.5, room=width, fill=SOFT)
    return Panel("solo", f"Solo game: {said}; {done}", width, 97, str(drawing))


def _objective(drawing: Drawing, scene: Scene, name: str | None, marked, x: float, y: float, wide: float) -> None:
    box(drawing, x, y, wide, 50, **({} if name else {"fill": FAINT}))
    if name is None:
        return
    words = objective_words(scene.rules.tree["solo"]["objectives"][name])
    with drawing.group(f"Objective {name}: {words}", class_="objective"):
        for k, line in enumerate(lines(words, wide - 8, 8.5)[:4]):
            drawing.text(x + 4, y + 11 + 10 * k, cut(line, wide - 8, 8.5), 8.5)
        for k, done in enumerate(marked):
            drawing.circle(x + wide - 8 - 11 * k, y + 43, 4, fill=WARM if done else "#fff", stroke=WARM)
