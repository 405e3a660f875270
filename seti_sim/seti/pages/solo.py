"""The questions of the report about solo games: who wins, what makes it harder, what the rival does."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed, two
from seti_sim.core.language import marked, tr
from seti_sim.report.blocks import Checks, Finding, Section, answers, basis
from seti_sim.report.cells import Table, column, enough, p_text, pick
from seti_sim.seti.analysis import solo

TITLES = {
    "win_share": (marked("games won"), percent),
    "score": (marked("score of the player"), number),
    "rival": (marked("score of the rival"), number),
    "margin": (marked("player less rival"), signed),
}
DID = {
    "did_analyze": marked("analyses"), "did_launch": marked("launches"), "did_research": marked("research"), "did_fly": marked("flights"),
    "did_scan": marked("scans"), "did_replace": marked("species' cards taken"), "did_anomaly_trace": marked("anomaly traces"),
    "did_message": marked("messages"), "did_secret_card": marked("secret cards"),
}  # fmt: skip


def result(run) -> Section:
    """Does the player beat the rival?"""
    frame = solo.outcome(run)
    row = {row["measure"]: row for row in frame.iter_rows(named=True)}
    answer = tr(
        "{policies} beats the rival of level {solo} in {win_share} of the games, with {score} points against "
        "{rival}. As many points as the rival are a loss.",
        policies=run.policies[0],
        solo=run.config["solo"],
        win_share=both(row["win_share"], percent),
        score=both(row["score"]),
        rival=both(row["rival"]),
    )
    table = _measures([tr("all games")], [frame])
    rows = pick(frame, "win_share").select(pl.lit(tr("all games")).alias("label"), "estimate", "low", "high")
    told = tr(
        "{score} points against {rival} of the rival at level {solo}.",
        score=both(row["score"]),
        rival=both(row["rival"]),
        solo=run.config["solo"],
    )
    won = Finding("match", row["win_share"], percent, tr("of the games does the player win; half of them would be an even match."),
                  told, 0.5, rows, tr("games won, per cent"), tr("Play another level: --level 1,2,3,4,5 plays them all."))  # fmt: skip
    return Section("solo", tr("Does the player beat the rival?"), answer, basis(run.n_games, tr("games"), "observational"), [table],
                   findings=[won])  # fmt: skip


def integrity(run) -> Section:
    """Does the run hold together?"""
    from seti_sim.report.common import integrity_lines

    lines = integrity_lines(run)
    failed = [what for what, holds, _ in lines if not holds]
    answer = tr("No: {failed}.", failed="; ".join(failed)) if failed else tr("Yes, all checks hold.")
    return Section(
        "checks", tr("Does the run hold together?"), answer, basis(run.n_games, tr("games"), "observational"), [Checks(lines)]
    )


def start(run) -> Section:
    """Does it matter who begins?"""
    frame = solo.by_start(run)
    row, p = solo.start_difference(run)
    difference = tr(
        "beginning is worth {row} points of the difference to the rival ({p_text})", row=both(row, signed), p_text=p_text(p)
    )
    answer = (
        tr("Yes: {difference}.", difference=difference)
        if p < 0.05
        else tr("Not that these games could tell: {difference}.", difference=difference)
    )
    groups = ["player", "rival"]
    table = _measures(
        [tr("the {who} begins", who=who) for who in groups], [frame.filter(pl.col("first") == who) for who in groups]
    )
    return Section(
        "solo-start", tr("Does it matter who begins?"), answer, basis(run.n_games, tr("games"), "randomised"), [table]
    )


def species(run) -> Section | None:
    """Which species make it harder? None where every game has the same."""
    frame = solo.by_species(run)
    if frame.height < 3:
        return None
    labels = [run.species_names[name] for name in frame.sort("estimate")["species"]]
    table = _effects(frame, labels, tr("games with the species"))
    told = _told(frame, labels, tr("a game with {} changes the difference to the rival by {} points, one with {} by {}"))
    return Section(
        "solo-species", tr("Which species make it harder?"), told, basis(run.n_games, tr("games"), frame["kind"][0]), [table]
    )


def objectives(run) -> Section | None:
    """Which objectives are met, and which make it harder? None at a level without any."""
    frame = solo.objectives(run)
    if not frame.height:
        return None
    done = pick(frame, "completed").sort("estimate", descending=True)
    turns = pick(frame, "turns")
    order = done.select(pl.col("objective").cast(pl.String))
    names = run.objective_names
    told = enough(done) if enough(done).height else done
    high, low = told.row(0, named=True), told.row(-1, named=True)
    answer = tr(
        "Met most often once it lies open is {names}, {high}, least often {names2}, {low}.",
        names=repr(names[high["objective"]]),
        high=both(high, percent),
        names2=repr(names[low["objective"]]),
        low=both(low, percent),
    )
    turns = order.join(
        turns.with_columns(pl.col("objective").cast(pl.String)), on="objective", how="left", maintain_order="left"
    )
    met = Table(
        [names[name] for name in order["objective"]],
        [
            column(done, tr("met"), percent),
            column(turns.with_columns(kind=pl.lit("observational")), tr("turns of the game till then")),
        ],
        small=order["objective"].to_list(),
        sortable=True,
        what=tr("objective"),
        caption=tr("Of the games in which the objective was turned up; how long it lay there differs."),
        counts=tr("games in which it was turned up, or in which it was met"),
    )
    first = solo.by_first_objective(run)
    labels = [names[name] for name in first.sort("estimate")["objective"]]
    effect = _effects(first, labels, tr("games in which it lies open from the start"))
    told = _told(
        first,
        labels,
        tr("of those that lie open from the start, {!r} changes the difference to the rival by {} points, {!r} by {}"),
    )
    return Section(
        "solo-objectives", tr("Which objectives are met, and which make it harder?"), f"{answer} {told}",
        basis(done["n"].sum(), tr("objectives turned up"), "observational"), [met, effect],
    )  # fmt: skip


def rival(run) -> Section:
    """What does the rival do, round by round?"""
    frame = solo.rounds(run)
    rounds = frame["round"].unique().sort().to_list()
    row = {(row["round"], row["measure"]): row for row in frame.iter_rows(named=True)}
    cards = [row[r, "cards"]["estimate"] for r in rounds]
    answer = tr(
        "It turns up {row} cards in round {rounds} and {row2} in round {rounds2}, {sum} in all.",
        row=both(row[rounds[0], "cards"]),
        rounds=rounds[0],
        row2=both(row[rounds[-1], "cards"]),
        rounds2=rounds[-1],
        sum=number(sum(cards)),
    )
    words = {"cards": tr("cards turned up"), "progress": tr("steps of progress"), "cards_added": tr("cards added")}
    if row[rounds[-1], "completed"]["estimate"] or len({row[r, "completed"]["estimate"] for r in rounds}) > 1:
        words |= {"completed": tr("objectives met"), "given_up": tr("objectives given up")}
    tables = [
        Table(
            [tr("Round {r}", r=r) for r in rounds],
            [column(pick(frame, measure).sort("round"), title, two) for measure, title in chosen.items()],
            caption=caption,
            counts=tr("games"),
        )
        for chosen, caption in ((words, tr("Means of a game.")), (DID, tr("Lines of its cards done, means of a game.")))
    ]
    return Section(
        "rival", tr("What does the rival do, round by round?"), answer, basis(run.n_games, tr("games"), "observational"), tables
    )


def sections(run) -> list[Section]:
    """What a report says about a run of solo games, but for what every report ends with."""
    from seti_sim.report.common import point_sources
    from seti_sim.seti.pages.sections import pace

    asked = (integrity, result, start, objectives, species, rival, point_sources, pace)
    return answers(run, asked)


def levels(runs) -> Section:
    """How hard is each level? For runs that differ in level or policy."""
    frame = solo.levels(runs)
    unclear = solo.not_harder(frame)
    keys = pick(frame, "margin").select("policy", "level")
    if not unclear:
        answer = tr(
            "Every level is harder than the one before it for every player here, by the difference to the rival's score."
        )
    else:
        steps = ", ".join(
            tr("{policy} from {low} to {high}", policy=policy, low=low, high=high) for policy, low, high in unclear
        )
        answer = (
            tr("Harder levels are harder by the difference to the rival's score, but not clearly for ")
            + steps
            + tr(" in so many games.")
        )
    share = pick(frame, "win_share")
    best = share.filter(pl.col("policy") == share["policy"][-1])
    told = ", ".join(
        tr("level {level} {row}", level=row["level"], row=both(row, percent)) for row in best.iter_rows(named=True)
    )
    table = Table(
        [tr("{policy}, level {level}", policy=policy, level=level) for policy, level in keys.rows()],
        [column(pick(frame, measure), title, form, fewest=0) for measure, (title, form) in TITLES.items()],
        caption=tr("Intervals hold for each number alone with 95 %. As many points as the rival are a loss."),
        counts=tr("games"),
    )
    games = sum(run.n_games for run in runs)
    answer = tr("{answer} {policy} wins: {told}.", answer=answer, policy=best["policy"][0], told=told)
    return Section("solo-levels", tr("How hard is each level?"), answer, basis(games, tr("games"), "observational"), [table])


def _measures(labels, frames) -> Table:
    columns = [
        column(pl.concat([pick(frame, measure) for frame in frames]), title, form) for measure, (title, form) in TITLES.items()
    ]
    return Table(labels, columns, counts=tr("games"))


def _effects(frame: pl.DataFrame, labels: list[str], counts: str) -> Table:
    """Effects on the difference to the rival, the hardest first."""
    ordered = frame.sort("estimate")
    return Table(
        labels,
        [column(ordered, tr("player less rival, against games without it"), signed)],
        small=[tr("games won {share}", share=percent(share)) for share in ordered["share"]],
        caption=tr("Intervals hold for each number alone. p adjusted over the table (Benjamini-Hochberg): ")
        + ", ".join(f"{label} {p_text(q)}" for label, q in zip(labels, ordered["q"], strict=True)) + ".",
        counts=counts,
    )  # fmt: skip


def _told(frame: pl.DataFrame, labels: list[str], words: str) -> str:
    """The extremes in a sentence, where chance would not have them."""
    if frame.filter(pl.col("q") < 0.05).is_empty():
        return tr("None moves the difference to the rival by more than chance would (false discovery rate 5 %).")
    ordered = frame.sort("estimate")
    ends = [ordered.row(i, named=True) for i in (0, -1)]
    text = words.format(labels[0], both(ends[0], signed), labels[-1], both(ends[1], signed))
    return text[0].upper() + text[1:] + "."
