"""The question of the report about what nobody uses."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import NOBREAK, both, percent, two
from seti_sim.core.language import marked, tr
from seti_sim.report.blocks import Section, basis
from seti_sim.report.cells import Table, column, enough, pick
from seti_sim.seti.analysis import unused
from seti_sim.seti.rules.words import listed

QUESTION = marked("What is left over, and what is hardly ever played?")
MOST = 12
"""Cards in the table of those that are played most rarely."""
WORDS = {
    "credits": marked("credits"), "energy": marked("energy"), "publicity": marked("publicity"), "data": marked("data in the pool"), "hand": marked("cards in hand"),
    "discarded": marked("cards discarded for nothing in the game"), "missions": marked("missions played and not completed"),
}  # fmt: skip


def left_and_unused(run) -> Section:
    """What is left over at the end, and which cards are hardly ever played?"""
    left, cards = unused.left_over(run), enough(unused.hardly_played(run))
    missions = unused.unfinished(run)
    if missions is not None:
        left = pl.concat([left, pick(missions, "missions")])
    of = {row["measure"]: row for row in left.filter(who="seat").iter_rows(named=True)}
    answer = tr(
        "At the end a seat has {credits} credits, {energy} energy and {hand} cards that it does not use. ",
        credits=both(of["credits"], two),
        energy=both(of["energy"], two),
        hand=both(of["hand"], two),
    )
    rare = cards.filter("rare")["name"].to_list()
    share = tr("{RARE} of the times that they come to a hand", RARE=percent(unused.RARE))
    if not cards.height:
        answer += tr("No card came to a hand often enough to say how often it is played.")
    elif rare:
        shown = rare[:MOST]
        more = tr(" and {rare} more", rare=len(rare) - MOST) if len(rare) > MOST else ""
        answer += tr("Played in less than {share}, surely: {shown}{more}.", share=share, shown=listed(shown), more=more)
    else:
        least = cards.row(0, named=True)
        answer += tr(
            "No card is surely played in less than {share}; the rarest is {name}, {least}.",
            share=share,
            name=least["name"],
            least=both(least, percent),
        )
    winners = left.filter(who="winner")
    tables = [
        Table(
            [tr(words) for name, words in WORDS.items() if name in of],
            [column(left.filter(who="seat"), tr("all seats"), two), column(winners, tr("winners"), two)],
            counts=tr("seats, and wins"), caption=tr("What is left at the end of the game, and what was thrown away in it."),
        )
    ]  # fmt: skip
    if cards.height:
        few = cards.head(MOST)
        tables.append(
            Table(
                few["card_id"].to_list(), [column(few, tr("played"), percent)], small=few["name"].to_list(), counts=tr("arrivals at a hand"),
                caption=tr("The {height} cards that are played most rarely when they come to a hand; the others of their arrivals "
"are tucked, used for a corner, spent or held. Intervals hold for all {height2} cards at once.", height=few.height, height2=cards.height),
            )
        )  # fmt: skip
    reading = tr(
        "What players leave lying tells of them, too: {x} tells which of it they should have used.",
        x=NOBREAK.join(("seti-sim", "whatif", "blindspots")),
    )
    rests_on = basis(of["credits"]["n"], tr("seats"), "observational")
    return Section("unused", QUESTION, answer, rests_on, [*tables, reading])
