"""The question of the report about what nobody uses."""

from __future__ import annotations

from seti_sim.core.amounts import NOBREAK, both, percent, two
from seti_sim.report.blocks import Section, basis
from seti_sim.report.cells import Table, column, enough
from seti_sim.seti.analysis import unused
from seti_sim.seti.rules.words import listed

QUESTION = "What is left over, and what is hardly ever played?"
MOST = 12
"""Cards in the table of those that are played most rarely."""
WORDS = {
    "credits": "credits", "energy": "energy", "publicity": "publicity", "data": "data in the pool", "hand": "cards in hand",
    "discarded": "cards discarded for nothing in the game",
}  # fmt: skip


def left_and_unused(run) -> Section:
    """What is left over at the end, and which cards are hardly ever played?"""
    left, cards = unused.left_over(run), enough(unused.hardly_played(run))
    of = {row["measure"]: row for row in left.filter(who="seat").iter_rows(named=True)}
    answer = (
        f"At the end a seat has {both(of['credits'], two)} credits, {both(of['energy'], two)} energy and {both(of['hand'], two)} "
        "cards that it does not use. "
    )
    rare = cards.filter("rare")["name"].to_list()
    share = f"{percent(unused.RARE)} of the times that they come to a hand"
    if not cards.height:
        answer += "No card came to a hand often enough to say how often it is played."
    elif rare:
        shown = rare[:MOST]
        more = f" and {len(rare) - MOST} more" if len(rare) > MOST else ""
        answer += f"Played in less than {share}, surely: {listed(shown)}{more}."
    else:
        least = cards.row(0, named=True)
        answer += f"No card is surely played in less than {share}; the rarest is {least['name']}, {both(least, percent)}."
    winners = left.filter(who="winner")
    tables = [
        Table(
            list(WORDS.values()),
            [column(left.filter(who="seat"), "all seats", two), column(winners, "winners", two)],
            counts="seats, and wins", caption="What is left at the end of the game, and what was thrown away in it.",
        )
    ]  # fmt: skip
    if cards.height:
        few = cards.head(MOST)
        tables.append(
            Table(
                few["card_id"].to_list(), [column(few, "played", percent)], small=few["name"].to_list(), counts="arrivals at a hand",
                caption=f"The {few.height} cards that are played most rarely when they come to a hand; the others of their "
                f"arrivals are tucked, used for a corner, spent or held. Intervals hold for all {cards.height} cards at once.",
            )
        )  # fmt: skip
    reading = (
        f"What players leave lying tells of them, too: {NOBREAK.join(('seti-sim', 'whatif', 'blindspots'))} tells which of it they should "
        "have used."
    )
    rests_on = basis(of["credits"]["n"], "seats", "observational")
    return Section("unused", QUESTION, answer, rests_on, [*tables, reading])
