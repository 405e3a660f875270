"""The questions of the report about species and pairs of them."""

from __future__ import annotations

import polars as pl

from seti_sim.core.amounts import both, number, percent, signed, signed_pp, two
from seti_sim.core.language import marked, tr
from seti_sim.report.blocks import Finding, Section, basis, chart
from seti_sim.report.cells import FEWEST, Table, column, enough, in_order, p_text, pick
from seti_sim.seti import charts
from seti_sim.seti.analysis import species

MEASURES = {
    "score": (marked("mean score"), number),
    "spread": (marked("spread of scores (sd)"), number),
    "best_score": (marked("winning score"), number),
    "turns": (marked("turns of a game"), number),
    "points": (marked("points from species"), number),
    "share": (marked("share of points"), percent),
}


def species_effects(run) -> list[Section]:
    """What does each species do to the game, which pairs matter, and what do species do for who leads with them?"""
    names = run.species_names
    pairs = {f"{a}{species.PAIR}{b}": f"{names[a]}{species.PAIR}{names[b]}" for a in names for b in names if a != b}
    sections = [_effects(run, names), _pairs(run, pairs), with_policies(run), _leaders(run, names)]
    return [section for section in sections if section is not None]


def _rows(frame: pl.DataFrame, order: list[str], measure: str) -> pl.DataFrame:
    """The rows of a measure in the order of the table."""
    return in_order(pick(frame, measure), frame.columns[0], order)


def _order(frame: pl.DataFrame) -> list[str]:
    """Groups by mean score, the highest first."""
    scores = pick(frame, "score").sort("estimate", descending=True)
    return scores[frame.columns[0]].cast(pl.String).to_list()


def _effects(run, names: dict) -> Section:
    frame = species.by_species(run)
    order = _order(frame)
    kind = species.species_kind(run)
    question = tr("What does each species do to the game?")
    rests_on = basis(run.n_games, tr("games"), kind)
    if len(order) < 2 or kind == "observational":
        only = tr(" and ").join(names[name] for name in order)
        answer = tr("Every game of this run has {only}, so they cannot be compared with others.", only=only)
        blocks, findings = [], []
    else:
        found = {row["species"]: row for row in species.differences(run).iter_rows(named=True)}
        high, low = found[order[0]], found[order[-1]]
        certain = [name for name in order if found[name]["q"] < 0.05]
        told = tr(
            "In games with {names} a seat has {high} points compared with games without, with {names2} {low}.",
            names=names[order[0]],
            high=both(high, signed),
            names2=names[order[-1]],
            low=both(low, signed),
        )
        answer = f"{told} " + (
            tr(
                "{certain} of the {order} species move the mean score by more than chance would (false discovery rate 5 %).",
                certain=len(certain),
                order=len(order),
            )
            if certain
            else tr("None of the species moves the mean score by more than chance would (false discovery rate 5 %).")
        )
        effects = [
            (
                m,
                tr("{title} against games without it", title=title),
                species.differences(run, m).with_columns(measure=pl.lit(m)),
            )
            for m, title in (("score", tr("mean score")), ("best_score", tr("winning score")), ("turns", "turns"))
        ]
        findings = [_out_of_line(effects[0][2], names)]
        blocks = [
            Table(
                [names[name] for name in order],
                [column(_rows(part, order, m), title, signed) for m, title, part in effects],
                caption=tr("Difference to the games without the species; intervals hold for each number alone. Adjusted p of the "
"mean score (Benjamini-Hochberg over the species): ")
                + ", ".join(f"{names[name]} {p_text(found[name]['q'])}" for name in order) + ".",
                counts=tr("games with the species"),
            )
        ]  # fmt: skip
    figure = chart(
        run,
        charts.species_measures(frame, names),
        "species",
        tr("Mean score, winning score, turns and share of points from species, by species"),
        tr(
            "A row a species: games in which it is one of the two. Intervals of a panel hold for all species at once "
            "with 95 % and are often shorter than the dot is wide. A score is the mean of all seats. The share is of "
            "the points of all seats of those games that its board, tokens and cards brought."
        ),
    )
    table = Table(
        [names[name] for name in order],
        [column(_rows(frame, order, m), title, form) for m, (title, form) in MEASURES.items()],
        caption=tr("Games with each species; intervals hold for all species at once with 95 % (Bonferroni)."),
        counts=tr("seats for scores and points, games for turns and winning scores"),
    )
    use = species.traces_and_cards(run)
    words = {
        "traces": "traces", "traces_board": tr("of them on its board"), "cards_gained": tr("cards gained"),
        "cards_played": tr("cards played"), "points_during": tr("points in play"), "points_end": tr("points at the end"),
    }  # fmt: skip
    found_columns = [
        column(_rows(frame, order, "found"), tr("games with its discovery"), percent),
        column(_rows(frame, order, "round"), tr("round of discovery"), two),
    ]
    used = Table(
        [names[name] for name in order],
        found_columns[1:] + [column(_rows(use, order, m), title, two) for m, title in words.items()],
        caption=tr("What a seat does with a species once it is discovered, which happens in ")
        + ", ".join(
            tr("{value} ({interval}) of the games with {names}", value=cell.value, interval=cell.interval, names=names[name])
            for name, cell in zip(order, found_columns[0].cells, strict=True)
        )
        + tr(". Intervals hold for each number alone."),
        counts=tr("games with its discovery in the first column, their seats in the others"),
    )
    return Section("species", question, answer, rests_on, [figure, *blocks, table, used], findings=findings)


def _out_of_line(scores: pl.DataFrame, names: dict) -> Finding:
    """The species that moves the mean score of a game most."""
    ordered = scores.with_columns(pl.col("species").cast(pl.String)).sort(pl.col("estimate").abs(), descending=True)
    far = ordered.row(0, named=True)
    rows = ordered.select(pl.col("species").replace_strict(names).alias("label"), "estimate", "low", "high")
    what = tr("points a seat in games with {names}, against games without.", names=names[far["species"]])
    return Finding("components.species", far, signed, what, ideal=0.0, chart=rows, words=tr("mean score, points"),
                   step=tr("Look at what {names} brings to every seat.", names=names[far['species']]))  # fmt: skip


def _pairs(run, names: dict) -> Section | None:
    frame = species.by_pair(run)
    order = _order(frame)
    if len(order) < 2:
        return None
    score = pick(frame, "score").sort("estimate", descending=True)
    best, worst = score.row(0, named=True), score.row(-1, named=True)
    tests = species.seat_tests(run)
    uneven = tests.filter(pl.col("q") < 0.05)
    alike, gains = species.seats_alike(run), species.seat_gains(run)
    beyond, test = species.interactions(run)
    seats = (
        tr(
            "Seats can be told apart by who wins with {height} of the {height2} pairs",
            height=uneven.height,
            height2=tests.height,
        )
        if uneven.height
        else tr("With no pair can the seats be told apart by who wins")
    )
    seats += tr(" (false discovery rate 5 %); what a seat wins ") + (
        tr("depends on the pair ({p_text}).", p_text=p_text(alike.p))
        if alike.p < 0.05
        else tr("differs from pair to pair by no more than chance ({p_text}).", p_text=p_text(alike.p))
    )
    answer = tr(
        "Scores are highest with {names}, {best} a seat, and lowest with {names2}, {worst}. {together} {seats}{profits}",
        names=names[best["pair"]],
        best=both(best),
        names2=names[worst["pair"]],
        worst=both(worst),
        together=_together(beyond, test, names),
        seats=seats,
        profits=_profits(gains, run.species_names),
    )
    by_seat = species.seats_by_pair(run)
    q = {row["pair"]: row["q"] for row in tests.iter_rows(named=True)}
    figures = [
        chart(
            run,
            charts.species_measures(frame, names),
            "pairs",
            tr("Mean score, winning score, turns and share of points from species, by pair"),
            tr("A row a pair, in whatever slots the two lie. Intervals of a panel hold for all pairs at once with 95 %."),
        ),
        chart(
            run,
            charts.species_seats(by_seat, names),
            "pair-seats",
            tr("Win share of each seat with each pair of species"),
            tr(
                "Where all of a seat's bar lies to the right of the dashed line, that seat is favoured with this pair. "
                "The bars hold for all seats of all pairs at once with 95 %."
            ),
        ),
    ]
    columns = [column(_rows(frame, order, m), title, form) for m, (title, form) in MEASURES.items()]
    at = beyond.with_columns(measure=pl.lit("beyond"))
    columns.insert(1, column(_rows(at, order, "beyond"), tr("of it beyond the sum of two parts"), signed))
    table = Table(
        [names[pair] for pair in order],
        columns,
        caption=tr(
            "Intervals of a column hold for all pairs at once with 95 % (Bonferroni). Beyond the sum: the mean score "
            "less what a part for each of the two species makes of it, fitted to all games."
        ),
        counts=tr("seats for scores and points, games for turns and winning scores"),
    )
    shares = []
    for seat in range(1, run.players + 1):
        rows = by_seat.filter(pl.col("seat") == seat).with_columns(measure=pl.lit("win_share"))
        shares.append(column(_rows(rows, order, "win_share"), tr("seat {seat}", seat=seat), percent))
    by_seats = Table(
        [names[pair] for pair in order],
        shares,
        small=[tr("equal seats: adjusted {p_text}", p_text=p_text(q[pair])) for pair in order],
        caption=tr(
            "Win share of each seat. Intervals hold for all seats of all pairs at once with 95 % (Bonferroni). The "
            "adjusted p is that of the sum test of equal win shares with this pair (Benjamini-Hochberg over the "
            "pairs). That the shares of the seats are the same with all pairs: {p_text} (chi-square of pairs by "
            "seats, {freedom} degrees of freedom).",
            p_text=p_text(alike.p),
            freedom=alike.freedom,
        ),
        counts=tr("games"),
    )
    of_species = list(run.species_names)
    gain = gains.with_columns(measure=pl.lit("gain"))
    profits = Table(
        [run.species_names[name] for name in of_species],
        [
            column(_rows(gain.filter(pl.col("seat") == seat), of_species, "gain"), tr("seat {seat}", seat=seat), signed_pp)
            for seat in range(1, run.players + 1)
        ],
        caption=tr(
            "Win share of each seat in games with the species less that in games without it. Intervals hold for all "
            "seats of all species at once with 95 % (Bonferroni)."
        ),
        counts=tr("games with the species, or without it if these are fewer"),
    )
    question = tr("Which pairs of species change the game, and for which seats?")
    blocks = [figures[0], table, figures[1], by_seats, profits]
    return Section("pairs", question, answer, basis(run.n_games, tr("games"), species.species_kind(run)), blocks)


def _together(beyond: pl.DataFrame, test, names: dict) -> str:
    """Whether two species do more or less together than each by itself."""
    if not test.freedom:
        return tr("The pairs are too few to tell what two species do together from what each does by itself.")
    if not test.p < 0.05:
        return tr("No pair does more or less than its two species by themselves ({p_text}).", p_text=p_text(test.p))
    most = beyond.sort((pl.col("estimate") / pl.col("se")).abs(), descending=True).row(0, named=True)
    told = tr("Some pairs do more or less than their two species by themselves ({p_text})", p_text=p_text(test.p))
    if most["low"] <= 0 <= most["high"]:
        return tr("{told}, none of them clearly.", told=told)
    return tr(
        "{told}, {names} most clearly: {most} points beyond the sum.",
        told=told,
        names=names[most["pair"]],
        most=both(most, signed),
    )


def _profits(gains: pl.DataFrame, names: dict) -> str:
    """Which seat clearly wins more or less often with a species, the clearest one."""
    clear = gains.filter((pl.col("low").fill_nan(None) > 0) | (pl.col("high") < 0))
    if not clear.height:
        return tr(" No seat clearly wins more or less often with any one species.")
    row = clear.sort((pl.col("estimate") / pl.col("se")).abs(), descending=True).row(0, named=True)
    return tr(
        " With {names}, seat {seat} wins {row} compared with games without; {many} clear.",
        names=names[row["species"]],
        seat=row["seat"],
        row=both(row, signed_pp),
        many=_many(clear.height),
    )


def _many(count: int) -> str:
    return tr("no other seat with one species is as") if count == 1 else tr("{count} seats with one species are", count=count)


def with_policies(run) -> Section | None:
    """With which species does each policy do well? Nothing to ask where one plays every seat."""
    if run.is_mirror:
        return None
    names = run.species_names
    frame = species.by_policy(run).with_columns(pl.col("species", "policy").cast(pl.String))
    share = pick(frame, "win_share")
    spreads = share.group_by("policy").agg(gap=pl.col("estimate").max() - pl.col("estimate").min()).sort("gap", "policy")
    widest = spreads["policy"][-1]
    mine = share.filter(pl.col("policy") == widest).sort("estimate", descending=True)
    high, low = mine.row(0, named=True), mine.row(-1, named=True)
    answer = tr(
        "Most for {widest}: it wins {high} of a seat's games with {names}, {low} with {names2}",
        widest=widest,
        high=both(high, percent),
        names=names[high["species"]],
        low=both(low, percent),
        names2=names[low["species"]],
    ) + ("." if high["low"] > low["high"] else tr(", which may be chance."))
    order = sorted({*share["species"]}, key=list(names).index)
    columns = []
    for policy in run.policies:
        rows = frame.filter(pl.col("policy") == policy)
        columns.append(column(_rows(rows, order, "win_share"), tr("{policy}: win share of a seat", policy=policy), percent))
        columns.append(column(_rows(rows, order, "lead"), tr("score above the mean of the game"), signed))
    table = Table(
        [names[name] for name in order], columns, counts=tr("seats that the policy played"),
        caption=tr("Games with each species. Intervals of a measure hold for all at once with 95 % (Bonferroni)."),
    )  # fmt: skip
    question = tr("With which species does each policy do well?")
    return Section("species-policies", question, answer, basis(share["n"].sum() / 2, tr("seats"), share["kind"][0]), [table])


def along(runs) -> Section | None:
    """Do species do the same whoever plays, and however many? None where fewer than two runs can say so.

    For mirror runs of one game that differ in players or policy.
    """
    runs = [run for run in runs if "solo" not in run.config and run.is_mirror and species.species_kind(run) == "randomised"]
    keys = [(run.policies[0], run.players) for run in runs]
    rules = {run.config["rules"]["fingerprint"] for run in runs}
    if len(runs) < 2 or len(set(keys)) < len(keys) or len(rules) > 1:
        return None
    found = [species.differences(run).with_columns(pl.col("species").cast(pl.String), measure=pl.lit("score")) for run in runs]
    names = runs[0].species_names
    told, turned = [], []
    for name in names:
        rows = [frame.filter(pl.col("species") == name, pl.col("q") < 0.05).to_dicts() for frame in found]
        signs = [1 if row["estimate"] > 0 else -1 for part in rows for row in part]
        if len(set(signs)) == 2:
            turned.append(names[name])
        elif signs:
            told.append(
                tr("with {species} higher in {n}", species=names[name], n=len(signs))
                if signs[0] > 0
                else tr("with {species} lower in {n}", species=names[name], n=len(signs))
            )
    answer = (
        tr("Of the {runs} runs, scores are surely {told}.", runs=len(runs), told=", ".join(told))
        if told
        else tr("No species surely moves scores in any run.")
    )
    answer += (
        tr(" They are surely higher in some runs and lower in others with {turned}.", turned=tr(" and ").join(turned))
        if turned
        else tr(" With no species are they surely higher in one run and lower in another.")
    )
    order = sorted(names, key=lambda name: -sum(frame.filter(pl.col("species") == name)["estimate"].sum() for frame in found))
    columns = [
        column(
            _rows(frame, order, "score"),
            tr("{policies}, {players} players", policies=run.policies[0], players=run.players),
            signed,
        )
        for run, frame in zip(runs, found, strict=True)
    ]
    table = Table(
        [names[name] for name in order], columns, counts=tr("games with the species"),
        caption=tr("Mean score of a seat in games with the species less that in games without it. Intervals hold for each "
"number alone; sure is what stays at a false discovery rate of 5 % over the species of a run."),
    )  # fmt: skip
    question = tr("Do the species do the same whoever plays, and however many?")
    return Section(
        "species-along", question, answer, basis(sum(run.n_games for run in runs), tr("games"), "randomised"), [table]
    )


def _leaders(run, names: dict) -> Section | None:
    most, gain = species.most_traces(run), species.discoverer_gain(run)
    question = tr("Does it pay to lead with a species, or to discover it?")
    if not most.height or not gain.height:
        return None
    share = most.sort("estimate", descending=True)
    named = enough(share), enough(pick(gain, "lead").sort("estimate", descending=True))
    if any(frame.is_empty() for frame in named):
        answer = tr(
            "Too few games tell: no species has {FEWEST} seats with the most traces for it and {FEWEST} discoveries.",
            FEWEST=FEWEST,
        )
    else:
        (high, low), (far, near) = ((frame.row(0, named=True), frame.row(-1, named=True)) for frame in named)
        answer = tr(
            "Seats with the most traces for {names} win {high} of their games, for {names2} {low}, where a fair share "
            "is {x}. The discoverer of {names3} ends {far} points from the mean of the others, of {names4} {near}. "
            "Both describe: seats that play well have more traces and make more discoveries, so neither says what a "
            "trace or a discovery would add.",
            names=names[high["species"]],
            high=both(high, percent),
            names2=names[low["species"]],
            low=both(low, percent),
            x=percent(1 / run.players),
            names3=names[far["species"]],
            far=both(far, signed),
            names4=names[near["species"]],
            near=both(near, signed),
        )
    figure = chart(
        run,
        charts.species_leaders(most, gain, run.players, names),
        "species-leaders",
        tr("Win share of who has most traces for a species, and lead of its discoverer"),
        tr(
            "Left: seats that no other exceeds in traces for a discovered species, equal ones each counted; the "
            "dashed line is the fair share. Right: the final score of the seat in whose turn the species was "
            "discovered, minus the mean of the others. Intervals hold for all species at once with 95 % (Bonferroni)."
        ),
    )
    order = share["species"].cast(pl.String).to_list()
    table = Table(
        [names[name] for name in order],
        [
            column(_rows(most.with_columns(measure=pl.lit("most")), order, "most"), tr("win share with most traces"), percent),
            column(_rows(gain, order, "lead"), tr("lead of the discoverer"), signed),
            column(_rows(gain, order, "win_share"), tr("win share of the discoverer"), percent),
        ],
        caption=tr("Intervals of a column hold for all species at once with 95 % (Bonferroni)."),
        counts=tr("seats with most traces in the first column, discoveries in the others"),
    )
    return Section("leaders", question, answer, basis(sum(most["n"]), tr("such seats"), "observational"), [figure, table])
