"""How strong is a card that somebody invented, or changed? Against the field of all cards of its deck.

Three questions, each to games of its own. *What is it worth that is dealt?* As in `deals`: the same game again with the card in
the place of a dealt one, and in the same games four cards of the field, drawn by lot. A fit of games and cards gives all of them
a value, the judged ones a sharp one; what the field's values scatter by chance alone is taken out (`estimates.shrink`), so that
the card can be told how many of the field it beats. A card one credit dearer and one a credit cheaper are tried besides; they lie
in the deck of these games with it. *What becomes of it?* Games of the variant: how often it is played, when, by whom, and what it
brings that is drawn unseen. *What does it do to the game?* The same seeds by the printed rules, game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from seti_sim.seti.analysis.draws import drawn_effect
from seti_sim.seti.analysis.unused import RARE
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules.opcodes import CARD_CLASSES
from seti_sim.seti.studies.components import TECH_GAMES, judge_components, judged_components
from seti_sim.seti.studies.exchange import OUTCOMES, chosen_cards
from seti_sim.seti.studies.field import CONFIDENT, STRONG, WEAK, beaten, exchanged, spent, values
from seti_sim.seti.studies.siblings import Judged, with_siblings
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.studies.compare import compare
from seti_sim.studies.parts import weights_of
from seti_sim.studies.sides import Side, folder_of
from seti_sim.studies.store import Study, StudyError, claim
from seti_sim.tables import open_run

GAMES, WHOLE, MOST = 90_000, 8_000, 900_000
"""Games that are played for the values, of each side to see what becomes of it, and for the values until they are clear."""
KINDS = ("hardly ever played", "too strong", "too weak", "fits")
TORN = 0.05
"""Where both "too strong" and "too weak" are likelier than this, nothing is known."""


def judge(
    variant=None, *, players=4, policies="greedy", seed=1, games=None, whole=WHOLE, precision=None, until=None, cards=(), jobs=1,
    out=None, stream=None, looked=None,
) -> Study:  # fmt: skip
    """Judge what a variant (path, name or dict) adds and changes, or the `cards` (ids or titles), see the module.

    games: the most that are played for the values, `GAMES` where nothing is said, `MOST` with until. whole: games of each side.
    precision: as of `deal_values`, of the judged cards. until: "confident" stops as soon as the verdict of every judged card is
    sure at 95 %, over all looks together; all intervals of the cards hold at all looks then. `looked(half)` is called after every look.

    Frames: `verdicts` (`card_id, name, verdict, sure, beats, beats_low, beats_high, among, kin, estimate, low, high, n, kind, se,
    taken, taken_low, taken_high`: verdict and how sure it is from 0 to 1, the share of the field that it beats, of how many,
    the share of those of its kind, the card `like` which it is, points against the mean card, how often it is played when it comes to a hand), `cards` (as of
    `deal_values`, the field too), `siblings` (`card_id, name, changes, beats, estimate, low, high, n, kind, se`), `fates`
    (`card_id, name, component, estimate, low, high, n, kind, se`: share of arrivals by how it left, and of those played by round
    and by policy), `drawn` (effects of blind draws, as of `analysis.draws`), `differences` (as of `compare`, empty where the
    rules are the printed ones), `components` (techs, sides of gold tiles and species, as of `judge_components`, where a variant
    changes any). A frame is there where there is something for it.
    """
    rules = RuleSet.load(variant)
    groups = judged(rules, [rules.card_ids[i] for i in chosen_cards(cards, rules)])
    if not groups and not rules.changes():
        raise StudyError("judge: expected a variant that changes something, or cards of the printed game")
    plan = prepare(players=players, games=max(whole, 1), policies=policies, seed=seed, variant=variant)
    if until not in (None, CONFIDENT):
        raise StudyError(f"until {until!r}: expected {CONFIDENT}")
    if until and precision is not None:
        raise StudyError("until and precision: expected one of the two")
    games = (MOST if until else GAMES) if games is None else games
    asked = {"players": players, "policies": ",".join(plan.seat_names), "seed": seed, "games": games, "precision": precision,
             "until": until, "cards": [group.card_id for group in groups]}  # fmt: skip
    folder = claim(out or folder_of("judge", [plan]), "judge", plan.identity_parts | {"cards": asked["cards"]})
    facts: dict[str, Any] = {"why": "games", "bases": 0, "played": 0, "weights": weights_of(plan.policies),
                             "rules": rules.fingerprint, "whole": whole}  # fmt: skip
    frames: dict[str, pl.DataFrame] = {}
    if groups:
        content, siblings = with_siblings(plan.variant, rules, groups)
        dealt = prepare(players=players, games=max(games, 1), policies=policies, seed=seed, variant=content)
        tried = [_at(dealt.rules, group) for group in (*groups, *siblings)]
        rows, facts["why"], facts["bases"], facts["looks"] = exchanged(
            dealt, tried, games, precision, until, folder, jobs, stream, looked
        )
        facts["played"] = len(rows["base"])
        frames |= values(rows, dealt, tried, spent(facts["looks"]))
    if rules.changes():
        both = compare([None, variant], players=players, policies=policies, seed=seed, games=whole, jobs=jobs, stream=stream,
                       out=folder / "whole", names=["printed", "changed"])  # fmt: skip
        frames["differences"] = both.frames["differences"]
        run = open_run(folder / "whole" / "changed")
    else:
        run = Side("printed", plan, folder / "whole").play(whole, jobs=jobs, stream=stream)
        frames["differences"] = pl.DataFrame()
    components = judged_components(rules) if not cards else {}
    if any(components.values()):
        frames["components"] = judge_components(
            run, rules, components, folder=folder, variant=variant, players=players, policies=plan.seat_names[0], seed=seed,
            games=max(whole // TECH_GAMES, 1), jobs=jobs, stream=stream,
        )  # fmt: skip
    if groups:
        frames |= lives(run, groups)
        frames["verdicts"] = verdicts(frames, rules, groups)
    study = Study("judge", asked, frames, facts, folder)
    study.save()
    return study


# ---------------------------------------------------------------------------------------------- what is judged


def judged(rules: RuleSet, chosen: Sequence[str] = ()) -> list[Judged]:
    """The cards to judge: those chosen, or all that a variant adds and changes, copies together."""
    number = {card: i for i, card in enumerate(rules.card_ids)}
    copies = {name: ids for kind, name, ids in rules.added() if kind == "cards"}
    changed = dict.fromkeys(address.split(".")[1] for address, old, _ in rules.changes() if address.startswith("cards."))
    first = {copy: name for name, ids in copies.items() for copy in ids}
    out = np.array(rules.compiled.tables["left_out"], bool)
    played = lambda ids: [number[card] for card in ids if not out[number[card]]]  # noqa: E731
    found = dict.fromkeys(first.get(card, card) for card in chosen or [*copies, *changed] if card in number)
    groups = [Judged(card, tuple(played(copies.get(card, [card])))) for card in found]
    return [group for group in groups if group.copies and "secret" not in rules.tree["cards"][group.card_id]]


def _at(rules: RuleSet, group: Judged) -> Judged:
    """The same with the numbers that its cards have in these rules, which may have more cards."""
    number = {card: i for i, card in enumerate(rules.card_ids)}
    names = (
        [group.card_id, *(f"{group.card_id}-{k}" for k in range(2, len(group.copies) + 1))] if group.copies else [group.card_id]
    )
    return Judged(group.card_id, tuple(number[name] for name in names), group.of, group.how)


# ---------------------------------------------------------------------------------------------- what becomes of it


def lives(run, groups: Sequence[Judged]) -> dict[str, pl.DataFrame]:
    """The frames `fates` and `drawn` of the judged cards in a run, copies together."""
    names = {card: titles for card, titles in run.config["names"]["card"].items()}
    first = {}
    for group in groups:
        for k in range(len(group.copies)):
            first[group.card_id if k == 0 else f"{group.card_id}-{k + 1}"] = group.card_id
    came = run.cards.select("game_id", pl.col("card_id").cast(pl.String), pl.col("fate").cast(pl.String),
                            pl.col("policy").cast(pl.String), "round_left").filter(pl.col("card_id").is_in(list(first)))  # fmt: skip
    came = came.collect().with_columns(card_id=pl.col("card_id").replace_strict(first))
    rows = []
    for (card,), mine in came.group_by("card_id", maintain_order=True):
        played = mine.filter(pl.col("fate") == "played")
        parts = [(fate, mine, mine["fate"] == fate) for fate in ("played", "tucked", "corner", "signal", "discarded", "held")]
        parts += [(f"played in round {n}", played, played["round_left"] == n) for n in range(1, run.config["rounds"] + 1)]
        policies = run.policies if len(run.policies) > 1 else []
        parts += [
            (f"played by {who}", of, of["fate"] == "played")
            for who in policies
            if (of := mine.filter(pl.col("policy") == who)).height
        ]
        for what, among, hit in parts:
            if among.height:
                got = estimates.clustered_mean(hit.to_numpy().astype(float), among["game_id"].to_numpy())
                rows.append({"card_id": card, "name": names[card], "component": what,
                             **{key: value[0] if hasattr(value, "__len__") and not isinstance(value, str) else value
                                for key, value in got.columns().items()}})  # fmt: skip
    drawn = drawn_effect(run, ("score",), by_round=False).whole.filter(pl.col("card_id").is_in(list(first)))
    return {"fates": pl.DataFrame(rows), "drawn": drawn.with_columns(pl.col("name").cast(pl.String))}


# ---------------------------------------------------------------------------------------------- verdicts


def verdicts(frames: dict[str, pl.DataFrame], rules: RuleSet, groups: Sequence[Judged]) -> pl.DataFrame:
    """The frame `verdicts`, and the share of the field that a sibling beats into `siblings`."""
    rng, rows, shares = np.random.default_rng(7), [], []
    scores = frames["cards"].filter(pl.col("outcome") == OUTCOMES[0])
    mine = [group.card_id for group in groups]
    kinds = dict(zip(rules.card_ids, np.array(rules.compiled.tables["card_class"]).tolist(), strict=True))
    for row in scores.filter(pl.col("card_id").is_in(mine)).sort("card_id").iter_rows(named=True):
        field = scores.filter(pl.col("deck") == row["deck"], ~pl.col("card_id").is_in(mine))
        own = kinds[row["card_id"]]
        kin = field.filter(pl.Series([kinds[card] == own for card in field["card_id"]], dtype=pl.Boolean))
        share = beaten(row["estimate"], row["se"], field, rng)
        known = bool(np.isfinite(share).all() and np.isfinite(row["low"]))
        fate = frames["fates"].filter(pl.col("card_id") == row["card_id"], pl.col("component") == "played") \
            if frames["fates"].height else pl.DataFrame()  # fmt: skip
        taken = fate.row(0, named=True) if fate.height else {"estimate": np.nan, "low": np.nan, "high": np.nan, "n": 0}
        if taken["estimate"] == 0 and not np.isfinite(taken["high"]):
            # Never, in so many games: what happens more often than this would have been seen (Clopper and Pearson 1934).
            taken |= {"low": 0.0, "high": 1 - 0.025 ** (1 / taken["n"])}
        strong, weak = float((share >= STRONG).mean()), float((share <= WEAK).mean())
        chances = {"too strong": strong, "too weak": weak, "fits": 1 - strong - weak}
        torn = min(strong, weak) > TORN
        verdict = max(chances, key=chances.__getitem__) if known and not torn else "unknown"
        sure = chances.get(verdict, 0.0)
        if known and taken["high"] < RARE:
            verdict, sure = KINDS[0], 0.975
        low, high = np.quantile(share, (0.025, 0.975)) if known else (np.nan, np.nan)
        near = np.abs(field["shrunk"].to_numpy() - row["estimate"])
        rows.append({
            "card_id": row["card_id"], "name": row["name"], "verdict": verdict, "sure": sure, "beats": float(share.mean()),
            "beats_low": float(low), "beats_high": float(high), "among": field.height, "kind_of": CARD_CLASSES[own],
            "kin": float(beaten(row["estimate"], row["se"], kin, rng).mean()) if kin.height else np.nan, "kins": kin.height, "like": field["name"][int(near.argmin())] if known and field.height else "",
            **{key: row[key] for key in ("estimate", "low", "high", "n", "kind", "se")},
            "taken": taken["estimate"], "taken_low": taken["low"], "taken_high": taken["high"],
        })  # fmt: skip
    for row in frames["siblings"].iter_rows(named=True):
        field = scores.filter(pl.col("deck") == row["deck"], ~pl.col("card_id").is_in(mine))
        shares.append(float(beaten(row["estimate"], row["se"], field, rng).mean()))
    frames["siblings"] = frames["siblings"].with_columns(beats=pl.Series(shares, dtype=pl.Float64))
    return pl.DataFrame(rows)


def nearest(study: Study, card_id: str) -> str:
    """Which of a card and its siblings lies nearest to the middle of the field: nothing for itself, else what is changed."""
    own = study.frames["verdicts"].filter(pl.col("card_id") == card_id).row(0, named=True)
    found = {"": own["beats"]} | {
        row["changes"]: row["beats"]
        for row in study.frames["siblings"].filter(pl.col("component") == card_id).iter_rows(named=True)
    }
    return min(found, key=lambda how: abs(found[how] - 0.5))
