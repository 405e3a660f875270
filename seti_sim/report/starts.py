"""What the report says about who starts, over several runs or in a study of kind `seats`."""

from __future__ import annotations

import polars as pl

from seti_sim import charts
from seti_sim.analysis import starts
from seti_sim.core.amounts import both, number, percent, pp, signed, signed_pp, two_pp
from seti_sim.core.language import marked, tr
from seti_sim.report.blocks import Section, basis, drawn
from seti_sim.report.cells import Table, column, p_text, pick

QUESTION = marked("Does the seat matter, whoever plays and however many?")


def first_player(runs) -> Section | None:
    """Does the seat matter, by number of players and policy? None where the runs are not all mirror runs.

    For runs that differ in players or policy; other runs have nothing to be set side by side here.
    """
    keys = [(run.policies[0], run.players) for run in runs]
    rules = {run.config["rules"]["fingerprint"] for run in runs}
    if len(runs) < 2 or not all(run.is_mirror for run in runs) or len(set(keys)) < len(keys) or len(rules) > 1:
        return None
    mark = "-".join(run.config["identity"][:4] for run in runs)
    return section(starts.over_runs(runs), starts.inequalities(runs), *starts.along(runs), "first-player", mark)


def finding(by_seat: pl.DataFrame, unequal: pl.DataFrame, changes: pl.DataFrame, alike: pl.DataFrame) -> tuple[str, str]:
    """The answer and what it rests on; frames as of `starts.over_runs`, `starts.inequalities` and `starts.along`.

    Of several policies and several numbers of players only the last policy's are told one by one (`_others` has the rest).
    """
    share = pick(by_seat, "win_share")
    several, policies = _several(unequal), unequal["policy"].unique(maintain_order=True)
    shown = unequal.filter(pl.col("policy") == policies[-1]) if several else unequal
    sentences = [_one(row, share) for row in shown.iter_rows(named=True)]
    if share["policy"].n_unique() > 1:
        sentences.append(_along(share))
    if several:
        sentences.append(_differs(unequal, alike))
    elif share["policy"].n_unique() > 1:
        sentences += [_hold(row, unequal, changes) for row in alike.iter_rows(named=True)]
    return " ".join(sentences), basis(unequal["n"].sum(), tr("games"), "randomised")


def _several(unequal: pl.DataFrame) -> bool:
    """Are there several policies and several numbers of players, too many to tell one by one?"""
    return min(unequal["policy"].n_unique(), unequal["players"].n_unique()) > 1


def _one(row: dict, share: pl.DataFrame) -> str:
    """Which seats win most and least with one policy and number of players."""
    mine = share.filter((pl.col("policy") == row["policy"]) & (pl.col("players") == row["players"])).sort("estimate")
    low, high = mine.row(0, named=True), mine.row(-1, named=True)
    who = tr("{policy}, {players} players", policy=row["policy"], players=row["players"])
    if row["p"] < 0.05:
        return tr(
            "{who}: seat {seat} wins {high}, seat {seat2} {low} ({p_text}).",
            who=who,
            seat=high["seat"],
            high=both(high, percent),
            seat2=low["seat"],
            low=both(low, percent),
            p_text=p_text(row["p"]),
        )
    return tr(
        "{who}: no seat can be told from the others ({p_text}; shares lie at most {high} from equal).",
        who=who,
        p_text=p_text(row["p"]),
        high=pp(row["high"]),
    )


def _differs(unequal: pl.DataFrame, alike: pl.DataFrame) -> str:
    """With which numbers of players what a seat wins depends on the policy, and how far from equal the shares are."""
    hangs = [str(row["players"]) for row in alike.iter_rows(named=True) if row["q"] < 0.05]
    if not hangs:
        return tr("What a seat wins differs between the policies by no more than chance would have it.")
    lies = [
        tr("{x} with {policy}", x=" / ".join(pp(row["estimate"]) for row in rows.iter_rows(named=True)), policy=policy)
        for (policy,), rows in unequal.group_by("policy", maintain_order=True)
    ]
    counts = " / ".join(str(n) for n in unequal["players"].unique(maintain_order=True))
    return tr(
        "What a seat wins depends on who plays with {hangs} players: for {counts} players the shares lie this far "
        "from equal: {lies}.",
        hangs=", ".join(hangs),
        counts=counts,
        lies=", ".join(lies),
    )


def _others(by_seat, unequal, changes, alike) -> str:
    """What `finding` leaves out where there is much: the other policies, and what changes most along the ladder."""
    share = pick(by_seat, "win_share")
    others = unequal.filter(pl.col("policy") != unequal["policy"][-1])
    sentences = [_one(row, share) for row in others.iter_rows(named=True)]
    return " ".join([*sentences, *(_hold(row, unequal, changes) for row in alike.iter_rows(named=True))])


def section(by_seat, unequal, changes, alike, anchor: str, mark: str) -> Section:
    """Does the seat matter, whoever plays and however many? `mark` tells its chart from others of the page."""
    share = pick(by_seat, "win_share")
    reading = tr(
        "Each mark is a seat's share of all wins less its fair share, with an interval that holds for all seats "
        "of a run at once. A seat is favoured if its whole bar lies to the right of the dashed line."
    )
    figure = charts.first_player(by_seat)
    chart = drawn(figure, mark, "first-player", tr("Win share of each seat by policy and number of players"), reading)
    labels = [tr("Seat {seat} of {players}", seat=row["seat"], players=row["players"]) for row in share.iter_rows(named=True)]
    score, lead = (pick(by_seat, name) for name in ("score", "lead"))
    table = Table(
        labels,
        [
            column(share, tr("win share"), percent, fewest=0),
            column(score, tr("mean score"), fewest=0),
            column(lead, tr("score above the mean of the game"), signed, fewest=0),
        ],
        small=share["policy"].to_list(),
        caption=tr("Intervals hold for all seats of a run at once with 95 %."),
        counts=tr("games"),
    )
    distance = Table(
        [tr("{n} players", n=n) for n in unequal["players"]],
        [column(unequal, tr("distance of the shares from equal"), two_pp, fewest=0)],
        small=unequal["policy"].to_list(),
        caption=tr("Root mean square distance of the win shares from the fair one; chance alone is taken away."),
        counts=tr("games"),
    )
    blocks = [chart, table, distance, *([_changes(changes, alike)] if changes.height else [])]
    if _several(unequal):
        blocks.append(_others(by_seat, unequal, changes, alike))
    return Section(anchor, QUESTION, *finding(by_seat, unequal, changes, alike), blocks)


def _changes(changes: pl.DataFrame, alike: pl.DataFrame) -> Table:
    """What each seat's win share gains or loses from one policy to the next."""
    tests = "; ".join(
        tr(
            "{players} players {p_text}, adjusted {p_text2} (chi-square {statistic} with {freedom} degrees of freedom)",
            players=row["players"],
            p_text=p_text(row["p"]),
            p_text2=p_text(row["q"]),
            statistic=number(row["statistic"]),
            freedom=row["freedom"],
        )
        for row in alike.iter_rows(named=True)
    )
    return Table(
        [tr("Seat {seat} of {players}", seat=row["seat"], players=row["players"]) for row in changes.iter_rows(named=True)],
        [column(changes, tr("change of the win share"), signed_pp, fewest=0)],
        small=[
            tr("from {before} to {policy}", before=row["before"], policy=row["policy"]) for row in changes.iter_rows(named=True)
        ],
        caption=tr(
            "Intervals hold for all seats and steps of a number of players at once with 95 % (Bonferroni). That seats "
            "win the same with all policies: {tests}; adjusted by Benjamini-Hochberg over the numbers of players.",
            tests=tests,
        ),
        counts=tr("games of the smaller run"),
    )


def _along(share: pl.DataFrame) -> str:
    """Whether the same seats are favoured whichever policy plays."""
    kept, turned = [], []
    for (players, seat), rows in share.group_by("players", "seat", maintain_order=True):
        signs = {1 if row["low"] > 1 / players else -1 for row in rows.iter_rows(named=True)
                 if row["low"] > 1 / players or row["high"] < 1 / players}  # fmt: skip
        if len(signs) == 2:
            turned.append(tr("seat {seat} of {players}", seat=seat, players=players))
        elif signs:
            kept.append(tr("seat {seat} of {players}", seat=seat, players=players))
    if turned:
        return tr("The effect turns with the policy for {turned}.", turned=", ".join(turned))
    return (
        tr("No seat that is clearly favoured by one policy is clearly put back by another.")
        if kept
        else (tr("No seat is clearly off its fair share with any policy."))
    )


def _hold(test: dict, unequal: pl.DataFrame, changes: pl.DataFrame) -> str:
    """Whether the seats of one number of players win the same whoever plays, and where not, what changes most."""
    players = test["players"]
    mine = unequal.filter(pl.col("players") == players)
    names = mine["policy"].to_list()
    who = tr("{names} and {names2}", names=", ".join(names[:-1]), names2=names[-1])
    if not test["q"] < 0.05:
        return tr(
            "With {players} players, what a seat wins differs between {who} by no more than chance would have it ({p_text}).",
            players=players,
            who=who,
            p_text=p_text(test["p"]),
        )
    first, last = mine.row(0, named=True), mine.row(-1, named=True)
    told = tr(
        "With {players} players, what a seat wins depends on who plays ({p_text})", players=players, p_text=p_text(test["p"])
    )
    clear = changes.filter(pl.col("players") == players, (pl.col("low").fill_nan(None) > 0) | (pl.col("high") < 0))
    if clear.height:
        most = clear.sort((pl.col("estimate") / pl.col("se")).abs(), descending=True).row(0, named=True)
        told += tr(
            ": most clearly, seat {seat} wins {most} from {before} to {policy}",
            seat=most["seat"],
            most=both(most, signed_pp),
            before=most["before"],
            policy=most["policy"],
        )
    return tr(
        "{told}. The shares lie {first} from equal with {policy}, {last} with {policy2}.",
        told=told,
        first=both(first, pp),
        policy=first["policy"],
        last=both(last, pp),
        policy2=last["policy"],
    )
