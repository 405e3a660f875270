"""What is a card worth that is dealt? The same game again and again, with another card in its place.

In base game g a seat and one of its five dealt cards are drawn by lot. The game is played again for each of some cards X
that lie in the undealt deck: X and the dealt card exchange places in the dealt order, all else stays where it is, and all
other luck stays what it is. A card that is not in the undealt deck does not count in that game. Species' cards: the same
exchange inside the species' deck at the first card that the seat draws unseen from one; up to that draw the games are one.

With some cards chosen only those are tried, each against the game as dealt: the same values from fewer games a card.

What comes out is what holding X brings *instead of the mean card of that deck*, for these players; see `crossed` for the
fit. It is the question that blind draws answer for free (`analysis.draws`), asked of the dealt five alone: there every
draw of a run is a coin toss, here the same game is played with both sides of the coin.
"""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from seti_sim.seti.batch import NO_SPECIES
from seti_sim.seti.studies.exchange import (
    BLOCK,
    EACH,
    EACH_SPECIES,
    MAIN,
    OUTCOMES,
    PART,
    chosen_cards,
    half_width_wanted,
    play_exchanges,
)  # fmt: skip
from seti_sim.simulate import prepare
from seti_sim.stats import estimates
from seti_sim.stats.correlation import true_moments
from seti_sim.stats.crossed import crossed_effects, effect_estimates, paired_effects
from seti_sim.stats.many import max_t
from seti_sim.studies.parts import Parts, weights_of
from seti_sim.studies.store import Study, StudyError, claim

COST = 1 + EACH + 4  # games of a base game, about: some seats never draw a species' card
FLAG = 0.05


def deal_values(
    *, players=4, policies=None, seed=1, games=200_000, precision=None, variant=None, cards=(), against=None, jobs=1,
    out=None, stream=None, looked=None,
) -> Study:  # fmt: skip
    """Values of all cards by exchange of a dealt card, see the module.

    games: the most that are played, all replays counted. precision: `1vp` or `2pp`: stop as soon as the greatest half-width
    of a card of the deck (95 %, each by itself) is below; it is looked at after every `BLOCK` base games, and goes by
    widths alone, which tell nothing of the values. cards: ids or titles of those of interest; all where there are none.
    against: folder of a run with the same players and another seed, whose
    blind draws are set beside. `looked(half)` is called after every look.

    Frames: `cards` (`outcome, card_id, name, deck, estimate, low, high, n, kind, se, sim_low, sim_high, p, q, shrunk,
    rank_low, rank_high, tier`; n = games that the card was held in), `decks` (`deck, outcome, bases, pairs, correlation,
    diverged, half, tiers`), and with `against` `blind` (cards of the deck: `card_id, name, here, here_low, here_high, drawn,
    drawn_low, drawn_high, difference, p, q`, draws of `when` = setup, score) and `agreement` (`when, cards, correlation,
    true_correlation, slope, differ`: how the values here go with those of draws at that time). Facts: `why` it ended
    (precise, games), `bases`, `played`.
    """
    plan = prepare(players=players, games=max(games, 1), policies=policies, seed=seed, variant=variant)
    chosen = chosen_cards(cards, plan.rules)
    ids = [list(plan.rules.card_ids)[i] for i in chosen]
    if chosen and against:
        raise StudyError("against: sets all cards beside blind draws, expected no cards of interest")
    play, cost = (partial(play_exchanges, chosen=chosen), 1 + min(len(chosen), EACH)) if chosen else (play_exchanges, COST)
    bases = games // cost
    if bases < 1:
        raise StudyError(f"games {games}: expected at least {cost}, which a base game costs")
    wanted = half_width_wanted(precision)
    blind, drawn_in = _drawn(against, plan) if against else (None, None)
    some = "-" + hashlib.sha256(" ".join(ids).encode()).hexdigest()[:8] if chosen else ""
    folder = claim(out or Path("runs") / f"deal-{plan.identity[:8]}{some}", "deal", plan.identity_parts | {"cards": ids})
    identity = plan.identity_parts | {"kind": "deal", "each": [EACH, EACH_SPECIES]} | ({"cards": ids} if chosen else {})
    parts = Parts(play, plan, folder / "parts", identity, PART, cost)
    done, why = 0, "games"
    while done < bases:
        done = min(done + BLOCK, bases) if wanted else bases
        rows = parts.upto(done, jobs=jobs, stream=stream)
        if wanted:
            half = _half(rows, plan, wanted[0], chosen)
            if looked:
                looked(half)
            if half <= wanted[1]:
                why = "precise"
                break
    frames = dict(zip(("cards", "decks"), tables(rows, plan, chosen)))
    facts = {"why": why, "bases": done, "played": int(len(rows["base"])), "against": drawn_in,
             "weights": weights_of(plan.policies), "rules": plan.rules.fingerprint}  # fmt: skip
    if blind is not None:
        frames["blind"], frames["agreement"] = compared(frames["cards"], blind)
    asked = {"players": players, "policies": ",".join(plan.seat_names), "seed": seed, "games": games, "precision": precision,
             "cards": ids}  # fmt: skip
    study = Study("deal", asked, frames, facts, folder)
    study.save()
    return study


def _fit(rows, plan, deck: int, outcome: str, chosen=()):
    """Cards of a deck (indexes of `rules.card_ids`), and the fit over them."""
    mine = rows["deck"] == deck
    if chosen:
        of = np.array(plan.rules.compiled.tables["card_species"])
        left_out = np.array(plan.rules.compiled.tables["left_out"], bool)
        size = int(((of == (deck - 1 if deck else NO_SPECIES)) & ~left_out).sum())
        return paired_effects(rows["base"][mine], rows["card"][mine], rows[outcome][mine], rows["diverged"][mine] < 0, size)
    cards, at = np.unique(rows["card"][mine], return_inverse=True)
    return cards, crossed_effects(rows["base"][mine], at, rows[outcome][mine], len(cards))


def _half(rows, plan, outcome: str, chosen=()) -> float:
    """The greatest half-width (95 %) of a card of the deck, or of those chosen; infinite while one is unknown."""
    found = [_fit(rows, plan, deck, outcome, chosen) for deck in (np.unique(rows["deck"]) if chosen else [0])]
    if sum(len(cards) for cards, _ in found) < (len(chosen) or 2):
        return float("inf")
    ends = [effect_estimates(fit, outcome) for _, fit in found]
    half = max(float(np.max((got.high - got.low) / 2)) for got in ends)
    return half if np.isfinite(half) else float("inf")


def tables(rows, plan, chosen=()) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The frames `cards` and `decks` of rows as played; of `chosen` cards `shrunk` is the estimate, since they are no deck."""
    rules, cards, decks = plan.rules, [], []
    ids = list(rules.card_ids)
    words = list(rules.card_names.values())
    for deck in np.unique(rows["deck"]):
        name = MAIN if deck == 0 else rules.species_ids[deck - 1]
        mine = rows["diverged"][rows["deck"] == deck]
        for outcome in OUTCOMES:
            there, fit = _fit(rows, plan, deck, outcome, chosen)
            got = effect_estimates(fit, outcome)
            enough = fit.games >= estimates.least_games(fit.skewness, max(len(there), 1))
            family = max_t(fit.effect, fit.covariance, np.where(enough, fit.games, 0), **estimates.between(outcome))
            p = estimates.p_value(got.estimate, got.se, fit.games)
            cards.append(pl.DataFrame({
                "outcome": outcome, "card_id": [ids[i] for i in there], "name": [words[i] for i in there], "deck": name,
                **got.columns(), "sim_low": family.low, "sim_high": family.high, "p": p, "q": estimates.benjamini_hochberg(p),
                "shrunk": got.estimate if chosen else estimates.shrink(got.estimate, got.se).estimate, "rank_low": family.rank_low,
                "rank_high": family.rank_high, "tier": family.tier,
            }))  # fmt: skip
            halves = (got.high - got.low) / 2
            half = np.median(halves[np.isfinite(halves)]) if np.isfinite(halves).any() else np.nan
            decks.append({
                "deck": name, "outcome": outcome, "bases": fit.bases, "pairs": int((mine >= 0).sum()),
                "correlation": fit.correlation, "diverged": float((mine[mine >= 0] == 1).mean()) if (mine >= 0).any() else np.nan,
                "half": float(half), "tiers": float(np.max(family.tier[np.isfinite(family.tier)], initial=0)),
            })  # fmt: skip
    return pl.concat(cards), pl.DataFrame(decks)


def _drawn(against, plan):
    """Effects of blind draws of the run in a folder, and which games those are; StudyError where they cannot be set beside."""
    from seti_sim.seti.analysis.draws import drawn_effect
    from seti_sim.tables import open_run

    run = open_run(against)
    there, here = run.config["identity_parts"], plan.identity_parts
    for key in ("rules", "players", "policies", "engine"):
        if there[key] != here[key]:
            raise StudyError(f"{against}: other {key} than here, expected a run of the same rules and players")
    if there["seed"] == here["seed"]:
        raise StudyError(f"{against}: seed {here['seed']}, too: expected a run of another seed")
    return drawn_effect(run, ("score",)).effects, f"{run.n_games:,} games, seed {there['seed']}"


def compared(cards: pl.DataFrame, blind: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Values here beside the effects of blind draws (`draws.drawn_effect(…).effects`): the frames `blind`, `agreement`.

    A card dealt is a card drawn at setup, so those two ask the same and should differ by chance alone; later draws ask
    what a card is worth then. `true_correlation` is that of the true values, noise of both taken out (above 1 by chance
    where they agree); `differ`: cards whose difference stays after control of the false discovery rate.
    """
    mine = cards.filter(pl.col("outcome") == "score", pl.col("deck") == MAIN)
    mine = mine.select("card_id", "name", here="estimate", here_low="low", here_high="high", here_se="se")
    rows, setup = [], None
    for (when,), part in blind.filter(pl.col("outcome") == "score").group_by("when", maintain_order=True):
        part = part.select("card_id", drawn="estimate", drawn_low="low", drawn_high="high", drawn_se="se")
        both = mine.join(part, on="card_id", maintain_order="left").drop_nans(("here_se", "drawn_se"))
        if both.height < 3:
            continue
        x, y = (both[name].to_numpy() - both[name].mean() for name in ("here", "drawn"))
        true = true_moments(x, y, both["here_se"], both["drawn_se"])
        error = np.hypot(both["here_se"], both["drawn_se"])
        p = estimates.p_value(y - x, error, np.full(len(x), np.inf))
        both = both.with_columns(difference=pl.Series(y - x), p=pl.Series(p), q=pl.Series(estimates.benjamini_hochberg(p)))
        setup = both if when == "setup" else setup
        rows.append({
            "when": when, "cards": both.height, "correlation": float(np.corrcoef(x, y)[0, 1]),
            "true_correlation": true.correlation,
            "slope": true.together / true.x if true.x > 0 else float("nan"), "differ": int((both["q"] < FLAG).sum()),
        })  # fmt: skip
    if setup is None:
        raise StudyError("blind draws: too few games to set them beside, expected each card drawn at setup")
    return setup.drop("here_se", "drawn_se").sort("difference"), pl.DataFrame(rows)
