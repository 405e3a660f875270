"""What the report says about a study of card strength: what was confirmed on fresh games, and whether it wins."""

from __future__ import annotations

import hashlib

import polars as pl

from seti_sim.core.amounts import both, number, pp, signed, signed_pp, unsigned
from seti_sim.report.blocks import Section, drawn
from seti_sim.report.cells import Table, column
from seti_sim.seti import charts
from seti_sim.seti.studies.cards import FOLLOWED, SHUFFLED


def heading(study) -> str:
    """What the part of the page about it is called."""
    return "Card strength, confirmed on fresh games"


def finding(study) -> tuple[str, str]:
    """The answer and what it rests on."""
    flagged, sure, asked = study.facts["flagged"], study.facts["confirmed"], study.asked
    if flagged:
        answer = (
            f"Of {flagged} cards that stood out in {asked['games']:,} games, {sure} do so again, surely and on the "
            "same "
            f"side, in {asked['confirm_games']:,} games of another seed. "
        )
    else:
        answer = f"No card stood out in {asked['games']:,} games. "
    row = _proof(study, FOLLOWED, "win_share")
    answer += f"A {study.facts['policy']} player that takes cards by the table "
    amount = f"{both(unsigned(row), pp)} of win share"
    if row["low"] > 0:
        answer += f"gains {amount} on the same player without it: the table proves itself."
    elif row["high"] < 0:
        answer += f"loses {amount} to the same player without it: the table is no advice to this player."
    else:
        answer += f"cannot be told from the same player without it: {both(row, signed_pp)}."
    return answer, f"n = {row['n']:,.0f} games followed, paired"


def section(study) -> Section:
    """Do the strong cards stand out again, and does following the table win?"""
    cards = study.frames["cards"]
    again = cards.filter(pl.col("again_low").is_finite()).sort("estimate", descending=True)
    blocks = []
    if again.height:
        reading = (
            "The cards that stood out most, at either end: open dots are the games in which they were found, filled "
            "ones "
            "the fresh games, with intervals that hold for all flagged cards at once. What was found is a little too "
            "large, since it was picked for being large; the fresh games are not."
        )
        alt = "Effects of the flagged cards, as found and in fresh games"
        blocks.append(drawn(charts.card_again(again), _mark(study), "card-again", alt, reading))
    proof = study.frames["proof"]
    names = [FOLLOWED, SHUFFLED]
    columns = []
    for outcome, title, form in (
        ("win_share", "win share", signed_pp),
        ("score", "points", signed),
    ):
        rows = [proof.filter(pl.col("outcome") == outcome, pl.col("table") == name) for name in names]
        frame = pl.concat(rows)
        columns.append(column(frame, f"{title}, gained", form))
    labels = ["takes cards by the table", "by the same values, shuffled among the cards"]
    changed = proof["changed"].max() or 0
    table = Table(
        labels, columns, counts="games, each played with and without",
        caption=f"One seat of {study.asked['players']}, in turn; the others do not follow. "
        f"Other choices than without it: at most {number(changed)} a game.",
    )  # fmt: skip
    note = (
        "The follower is its policy in everything but the choice of one card among several, where it takes the one "
        "with "
        "the greatest value, whatever it needs. The shuffled values are a control: taking cards by a wrong table."
    )
    answer, basis = finding(study)
    return Section(f"cards-{_mark(study)}", "Do strong cards prove themselves?", answer, basis, [*blocks, table, note])


def origin(study):
    """Rows (what, text) of how it was made."""
    asked = study.asked
    yield "Folder", str(study.folder)
    yield "Players", f"{asked['players']}, {asked['policies']}"
    yield "Found in", f"{asked['games']:,} games, seed {asked['seed']}"
    yield "Confirmed in", f"{asked['confirm_games']:,} games, seed {asked['confirm_seed']}"
    yield "Followed in", f"{asked['follow_games']:,} games, seed {asked['follow_seed']}"
    if "rules" in study.facts:  # since pictures say which
        yield "Rules", f"fingerprint {study.facts['rules']}"


def _proof(study, table: str, outcome: str) -> dict:
    frame = study.frames["proof"]
    return frame.filter(pl.col("table") == table, pl.col("outcome") == outcome).row(0, named=True)


def _mark(study) -> str:
    """Tells studies apart inside a page, the same for the same study."""
    return hashlib.sha256(repr(sorted(study.asked.items())).encode()).hexdigest()[:8]
