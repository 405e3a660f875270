"""What the rules say, in plain Python over letters: placement, answers, logic rules, and what a seat may still think."""

from __future__ import annotations

COMETS = {"standard": {2, 3, 5, 7, 11}, "expert": {2, 3, 5, 7, 11, 13, 17}}


def distance(a: int, b: int, n: int) -> int:
    """Steps along the shorter way (PX-09)."""
    return min((a - b) % n, (b - a) % n)


def where(letters: str, kind: str) -> list[int]:
    """Sectors, from 1, of an object."""
    return [i + 1 for i, letter in enumerate(letters) if letter == kind]


def valid(letters: str, mode: str) -> bool:
    """PX-02 to PX-07."""
    n = len(letters)
    counts = {"standard": "AAAACCDEEGGX", "expert": "AAAACCDDDDEEEEEGGX"}[mode]
    if "".join(sorted(letters)) != counts:
        return False

    def beside(sector):
        return {letters[sector - 2], letters[sector % n]}

    if any(sector not in COMETS[mode] for sector in where(letters, "C")):
        return False
    if any("A" not in beside(sector) for sector in where(letters, "A")):
        return False
    if any("E" not in beside(sector) for sector in where(letters, "G")):
        return False
    if any("X" in beside(sector) for sector in where(letters, "D")):
        return False
    if mode == "standard":
        return True
    dwarfs = [sector - 1 for sector in where(letters, "D")]
    return any({first, (first + 5) % n} <= set(dwarfs) <= {(first + k) % n for k in range(6)} for first in range(n))


def survey(letters: str, kind: str, first: int, last: int) -> int:
    """PX-51, PX-52, PX-55."""
    n = len(letters)
    sectors = [(first - 1 + k) % n for k in range((last - first) % n + 1)]
    return sum(letters[s] == kind or (kind == "E" and letters[s] == "X") for s in sectors)


def target(letters: str, sector: int) -> str:
    """PX-56."""
    return "E" if letters[sector - 1] == "X" else letters[sector - 1]


def locate(letters: str, sector: int, before: str, after: str) -> bool:
    """PX-59."""
    return (letters[sector - 1], letters[sector - 2], letters[sector % len(letters)]) == ("X", before, after)


def longest_run(letters: str, kind: str) -> int:
    text = letters + letters
    best = 0
    while kind * (best + 1) in text and best < len(letters):
        best += 1
    return best


def band(letters: str, kind: str) -> int:
    """The smallest number of consecutive sectors with all of a kind in them."""
    n, sectors = len(letters), [s - 1 for s in where(letters, kind)]
    return min(max((s - first) % n for s in sectors) + 1 for first in sectors)


def holds(letters: str, rule: str, x: str, y: str = "", n: int = 0) -> bool:
    """Is a logic rule true (PX-61)?"""
    size = len(letters)
    if rule == "band-at-most":
        return band(letters, x) <= n
    if rule == "all-consecutive":
        return band(letters, x) == letters.count(x)
    if rule == "run-of":
        return longest_run(letters, x) == n
    how, _, near = rule.partition("-")
    reach = {"adjacent": {1}, "within": set(range(1, n + 1)), "opposite": {size // 2}}[near]
    seen = [any(distance(a, b, size) in reach for b in where(letters, y)) for a in where(letters, x)]
    return {"some": any(seen), "every": all(seen), "none": not any(seen)}[how]


def agrees(letters: str, view: dict) -> bool:
    """Could this be the arrangement, for the owner of a view: do all facts and answers in it fit?"""
    me = view["seat"]
    if any(letters[int(fact[:-1]) - 1] == fact[-1] for fact in view["starting"]):
        return False
    for name in ("topics", "conferences"):
        for clue in view[name].values():
            if "rule" in clue and not holds(letters, clue["rule"], clue["x"], clue.get("y", ""), clue.get("n", 0)):
                return False
    for event in view["events"]:
        if event["event"] == "review" and (letters[event["sector"] - 1] == event["object"]) != event["right"]:
            return False
        if event["event"] == "theory" and event["seat"] == "bot" and letters[event["sector"] - 1] in "EX":
            return False
        if event.get("seat") == me and not answer_agrees(letters, event):
            return False
    return True


def answer_agrees(letters: str, event: dict) -> bool:
    """Does an own action's answer fit?"""
    words = event.get("action", event["event"]).split()
    if words[0] == "survey":
        first, _, last = words[2].partition("-")
        return survey(letters, words[1], int(first), int(last or first)) == int(event["answer"])
    if words[0] == "target":
        return target(letters, int(words[1])) == event["answer"]
    if words[0] == "locate":
        return locate(letters, int(words[1]), words[2], words[3]) == (event["answer"] == "yes")
    return True
