"""Writes docs/rl-spaces.md: numbers of actions and fields of observations, from the games' own lists.

python docs/writers/make_spaces.py > docs/rl-spaces.md
"""

from __future__ import annotations

from seti_sim import rl
from seti_sim.rl.layout import WHO

SHOWN = 6
HEAD = """# Actions and observations, number by number

Made by `docs/writers/make_spaces.py`; [rl.md](rl.md) says how they are used. `seti_sim.rl.spaces(…)` has the same for any game,
variant and number of players: `codes`, `blocks`, `fields`, and `names`, one name for each number of an observation.

Numbers are raw counts, and 1 or 0 for yes or no, as float32; `most` is the bound of the space, at which larger numbers are cut.
Where a field has entries, it has one number for each of them. `own` is the seat that looks; `next`, `second` and `third`
are those after it in turn order.
"""
GAMES = (
    ("SETI, four players", {"game": "seti", "players": 4}),
    ("SETI, solo", {"game": "seti", "solo": True}),
    ("The Search for Planet X, standard, four players", {"game": "planetx", "players": 4}),
)
ALSO = """
With two or three players the later seats are not there. In solo games `next` is the rival or the bot. Expert mode of Planet X has 18 sectors
instead of 12, with {expert:,} actions. A variant of SETI that adds cards, techs or other components has longer lists; one that
changes what is printed has the same.
"""


def entries(names: tuple[str, ...]) -> str:
    """Entries of a field, the first and the last where there are many."""
    if names == ("",):
        return ""
    return ", ".join(f"`{name}`" for name in (names if len(names) <= SHOWN else names[:2])) + (
        f", … `{names[-1]}` ({len(names):,})" if len(names) > SHOWN else ""
    )


def numbers(first: int, n: int) -> str:
    return f"{first:,}" if n == 1 else f"{first:,} to {first + n - 1:,}"


def actions(spaces: rl.Spaces) -> list[str]:
    rows = [
        f"| `{block.name}` | {numbers(block.first, len(block.codes))} | {len(block.codes):,} | {block.meaning} |"
        for block in spaces.blocks
    ]
    head = ["| action | numbers | how many | of |", "| --- | --- | --- | --- |"]
    return [f"{spaces.n_actions:,} actions.", "", *head, *rows]


def observations(spaces: rl.Spaces, without: tuple[str, ...] = ()) -> list[str]:
    rows, first, others = [], 0, {}
    for field in spaces.fields:
        n = len(field.entries)
        who = field.name.partition(".")[0]
        if who in WHO[1:]:
            others.setdefault(who, []).append((first, n))
        elif field.name not in without:
            rows.append(
                f"| `{field.name}` | {numbers(first, n)} | {entries(field.entries)} | {field.most:,} | {field.meaning} |"
            )
        first += n
    for who, places in others.items():
        n = places[-1][0] + places[-1][1] - places[0][0]
        rows.append(f"| `{who}.…` | {numbers(places[0][0], n)} | | | the same of another seat, without what is hidden |")
    head = ["| field | numbers | entries | most | meaning |", "| --- | --- | --- | --- | --- |"]
    return [f"{spaces.n_observation:,} numbers.", "", *head, *rows]


def page() -> str:
    """The text of docs/rl-spaces.md."""
    parts, known = [HEAD], ()
    for title, given in GAMES:
        spaces = rl.spaces(**given)
        alone = given.get("solo")
        parts.append(f"## {title}\n")
        if alone:
            parts.append(f"Actions are those above. Beyond the fields above, of {spaces.n_observation:,} numbers in all:\n")
            parts.append("\n".join(observations(spaces, known)[2:]) + "\n")
        else:
            parts.append("\n".join([*actions(spaces), "", *observations(spaces)]) + "\n")
        known = tuple(field.name for field in spaces.fields)
    expert = rl.spaces("planetx", 4, mode="expert").n_actions
    return "\n".join(parts) + ALSO.format(expert=expert)


if __name__ == "__main__":
    print(page(), end="")
