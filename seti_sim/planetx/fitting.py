"""How games of the app are imitated: fits `sky.toml` and `clues.toml` to what was measured on real games.

`python -m seti_sim.planetx.fitting` writes both files anew (a minute or two) and says how far generated games are from the
real ones; `--distances` says only that, `--bot` compares the scripts of the bot. docs/planetx.md explains the method.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import rules as rules_module
from .engine import _engine
from .game import Game
from .rules import LETTERS, MODES, SLACKS, PlanetXRules, measured, measured_file, objects_of, pair_beside_x, pair_number

FOLDER = Path(str(measured_file())).parent
MOST = 200_000  # the greatest weight of a rule
SWEEPS = 200
ROUNDS = 40
GAMES = 20_000
PACE = 0.7  # of a correction, so that rules which stand in each other's way settle


def shares(objects: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float [6, sectors]: weighted share of arrangements with each object in each sector."""
    out = [np.bincount(objects[:, s], weights, 6) for s in range(objects.shape[1])]
    return np.array(out).T / weights.sum()


def fit_sky(mode: str) -> tuple[dict[str, list[int]], dict[str, int]]:
    """Factors (ten-thousandths) by object and sector, and by pair beside Planet X: iterative proportional fitting of the
    uniform distribution to the measured shares, so the least change of it that has them."""
    rules, real = PlanetXRules.load(mode), measured()
    objects = objects_of(rules.sky)
    wanted = np.array([real["share"][mode][letter] for letter in LETTERS])
    wanted /= wanted.sum(axis=0)
    pair = pair_beside_x(objects)
    beside = real.get("beside_x", {}).get(mode, {})
    weights = np.full(len(objects), 1 / len(objects))
    factor = np.ones(wanted.shape)
    pair_factor = dict.fromkeys(beside, 1.0)
    for _ in range(SWEEPS if mode == "standard" else SWEEPS // 4):
        for sector in range(rules.sectors):
            column = objects[:, sector]
            have = np.bincount(column, weights, 6)
            scale = np.divide(wanted[:, sector], have, out=np.zeros(6), where=have > 0)
            factor[:, sector] *= scale
            weights *= scale[column]
            weights /= weights.sum()
        for name, share in beside.items():
            chosen = pair == pair_number(name)
            have = weights[chosen].sum()
            scale = share * (1 - have) / (have * (1 - share))
            pair_factor[name] *= scale
            weights[chosen] *= scale
            weights /= weights.sum()
    # Only products matter: every sector's factors are set to a mean of 1, weighted by share.
    factor /= np.maximum((factor * wanted).sum(axis=0), 1e-12)
    return (
        {letter: [round(f * 10_000) for f in factor[i]] for i, letter in enumerate(LETTERS)},
        {name: round(f * 10_000) for name, f in pair_factor.items()},
    )


@dataclass
class Dealt:
    """Games as drawn. systems [n], clues and slack [n, 8] (255: none), facts [n, 4 views, 12, (sector, object)]."""

    systems: np.ndarray
    clues: np.ndarray
    slack: np.ndarray
    facts: np.ndarray


def deal_games(rules, seed: int, count: int, generation: str | None = None, first: int = 0) -> Dealt:
    """What is drawn before games `first` … of four players, all twelve facts dealt, without playing them."""
    if rules.tables["n_groups"] < 3:
        raise ValueError(f"{rules.tables['n_groups']} groups of starting facts: expected three, all of them dealt")
    generation = rules.generation(generation)
    systems, clues, slack, facts = (
        np.zeros(shape, kind)
        for shape, kind in ((count, np.int32), ((count, 8), np.uint8), ((count, 8), np.uint8), ((count, 96), np.uint8))
    )
    _engine.deal_batch(_engine.Core(rules.engine), seed, first, generation == "app", systems, clues, slack, facts)
    return Dealt(systems, clues, slack, facts.reshape(count, 4, 12, 2))


def clue_counts(rules, dealt: Dealt) -> np.ndarray:
    """How often each rule of `rules.clues` was dealt."""
    return np.bincount(dealt.clues[dealt.clues != 255], minlength=len(rules.clues)).astype(float)


def slack_shares(rules, dealt: Dealt) -> dict[str, np.ndarray]:
    """{rule, as in `SLACKS`: share of 0, 1, 2, 3 and more off the sharpest number}."""
    family = np.array([clue[0] for clue in rules.clues])
    out = {}
    for name in SLACKS:
        places = slice(6, 8) if name.startswith("conference-") else slice(0, 6)
        clues, slack = dealt.clues[:, places].ravel(), dealt.slack[:, places].ravel()
        there = clues != 255
        chosen = family[clues[there]] == name.removeprefix("conference-")
        counts = np.bincount(slack[there][chosen], minlength=4)[:4].astype(float)
        out[name] = counts / counts.sum()
    return out


def fit_clues(mode: str, rows: list[list], slack: dict) -> tuple[list[int], dict[str, list[int]]]:
    """Weights of the rows of `clues.toml`, and of slack: multiplied, round by round, by how far each is from what was
    measured, games dealt anew each time."""
    real = measured()
    column = MODES.index(mode)
    wanted = np.array([row[4 + column] for row in real["seen"]["research"] + real["seen"]["conference"]], float)
    parts = (slice(0, len(real["seen"]["research"])), slice(len(real["seen"]["research"]), None))
    weights = np.maximum(wanted, 0.0)
    factors = {name: np.array(table[mode], float) for name, table in slack.items()}
    for i in range(ROUNDS):
        for part in parts:
            weights[part] *= MOST / weights[part].max()
        table = {name: {mode: _whole(factors[name])} for name in slack}
        rules = PlanetXRules.load(mode, {"clues": _clue_tables(rows, weights, column) | {"slack": table}})
        dealt = deal_games(rules, 1000 + i, GAMES)
        pace = PACE if i < ROUNDS // 2 else PACE / 3
        have = clue_counts(rules, dealt)
        for part in parts:
            scale = (wanted[part] / wanted[part].sum() + 1e-6) / (have[part] / have[part].sum() + 1e-6)
            weights[part] *= scale**pace
        for name, share in slack_shares(rules, dealt).items():
            want = np.array(real["slack"][name][mode]) + 1e-4
            factors[name] *= (want / (share + 1e-4)) ** pace
            factors[name] *= MOST / 200 / factors[name].max()
    return _whole(np.where(wanted > 0, weights, 0)), {name: _whole(factors[name]) for name in slack}


def _whole(values) -> list[int]:
    return [max(1, round(v)) if v > 0 else 0 for v in np.asarray(values, float)]


def _clue_tables(rows, weights, column) -> dict:
    """The lists of `clues.toml` with the weights of one mode replaced."""
    out = {"research": [], "conference": []}
    for row, weight in zip(rows, _whole(weights), strict=True):
        row = list(row)
        row[4 + column] = min(weight, MOST) if row[4 + column] else 0
        out["conference" if row[1] == "X" else "research"].append(row)
    return out


def distances(mode: str, seed: int = 1, count: int = 100_000) -> dict[str, float]:
    """How far generated games are from the measured ones. Total variation distances (half the sum of differences of
    shares; 0 the same, 1 nothing in common), and what sampling alone would leave of the first in as many real games."""
    rules, real = PlanetXRules.load(mode), measured()
    dealt = deal_games(rules, seed, count)
    objects = objects_of(rules.sky)[dealt.systems]
    column, n_research = 4 + MODES.index(mode), rules.n_research
    have = shares(objects, np.ones(count))
    wanted = np.array([real["share"][mode][letter] for letter in LETTERS])
    out = {"objects by sector, mean": np.abs(have - wanted).sum(axis=0).mean() / 2, "largest": np.abs(have - wanted).max()}
    pair = pair_beside_x(objects)
    for name, share in real["beside_x"].get(mode, {}).items():
        out[f"{name} beside Planet X"] = abs((pair == pair_number(name)).mean() - share)
    counts = clue_counts(rules, dealt)
    seen = {tuple(row[:4]): row[column] for row in real["seen"]["research"] + real["seen"]["conference"]}
    wanted = np.array([seen[clue] for clue in rules.clues], float)
    for name, part in (("research rules", slice(0, n_research)), ("conference rules", slice(n_research, None))):
        a, b = counts[part] / counts[part].sum(), wanted[part] / wanted[part].sum()
        out[name] = np.abs(a - b).sum() / 2
        rng = np.random.default_rng(0)
        again = rng.multinomial(int(wanted[part].sum()), b, 200) / wanted[part].sum()
        out[f"{name}, by chance alone"] = np.abs(again - b).sum(axis=1).mean() / 2
    single = np.array([clue[2] in ("", "E") or clue[1] == clue[2] for clue in rules.clues])[dealt.clues[:, :6]].sum(axis=1)
    titles = np.bincount(np.minimum(single, 3), minlength=4) / count
    out["single-object titles"] = np.abs(titles - real["single_object_titles"][mode]).sum() / 2
    for name, share in slack_shares(rules, dealt).items():
        out[f"slack of {name}"] = np.abs(share - np.array(real["slack"][name][mode])).sum() / 2
    return {name: float(value) for name, value in out.items()}


def located_open(rules, deal: dict, facts: list[str]) -> bool:
    """Is the place of Planet X, or an object beside it, still open to the bot of a deal when its script locates it?

    A player with the bot's starting facts does what the script says, beside another who only waits.
    """
    game = Game.from_json(rules, {
        "mode": rules.mode, "players": 2, **{key: deal[key] for key in ("system", "topics", "conferences")},
        "starting": {"P1": facts},
    })  # fmt: skip
    script = iter([turn["do"] for turn in deal["bot"]["turns"]])
    while True:
        if game.decision == "submit":
            game.apply("submit none")
        elif game.to_move == "P1" and (action := next(script)).startswith("locate"):
            break
        else:
            visible = game.view(game.to_move)["visible"]
            game.apply(action if game.to_move == "P1" else f"survey A {visible[0]}-{visible[-1]}")
    skies = {rules.sky.letters(int(i)) for i in game.possible("P1")}
    return len({(x := sky.index("X"), sky[x - 1], sky[(x + 1) % len(sky)]) for sky in skies}) > 1


def bot_facts(game) -> list[str]:
    """The starting facts that the bot's script of a drawn game was made with."""
    facts = np.frombuffer(game.core.bot_facts(), np.uint8).reshape(-1, 2)
    return [f"{sector + 1}{LETTERS[object_]}" for sector, object_ in facts]


def bot_figures(mode: str, seed: int = 9, count: int = 200) -> dict[str, float]:
    """Means and quartiles over `count` generated scripts of the bot, by the names of `measured()["bot"]`."""
    rules = PlanetXRules.load(mode)
    games = [Game.new(rules, 1, seed, game) for game in range(count)]
    deals = [game.deal() for game in games]
    scripts = [deal["bot"] for deal in deals]
    words = [turn["do"].split() for script in scripts for turn in script["turns"]]
    starts = [script["turns"][-1]["at"] for script in scripts]
    kinds, objects, sizes = Counter(), Counter(), Counter()
    for word in words:
        kinds[word[0]] += 1
        if word[0] == "survey":
            first, _, last = word[2].partition("-")
            objects[word[1]] += 1
            sizes[(int(last or first) - int(first)) % rules.sectors + 1] += 1
    out = {f"{kind}, turns a game": kinds[kind] / count for kind in ("survey", "target", "research")}
    for name, share in (("q1", 25), ("median", 50), ("q3", 75)):
        out[f"locate starts, {name}"] = float(np.percentile(starts, share))
    open_ = [located_open(rules, deal, bot_facts(game)) for deal, game in zip(deals, games, strict=True)]
    out["located while open"] = sum(open_) / count
    out["theories"] = sum(len(script["theories"]) for script in scripts) / count
    surveys = kinds["survey"]
    out |= {f"surveys for {letter}": objects[letter] / surveys for letter in "ACDGE"}
    return out | {f"surveys of {size}": sizes[size] / surveys for size in range(1, rules.tables["visible"] + 1)}


def real_bot_figures(mode: str) -> dict[str, float]:
    """The same of the real scripts."""
    real = measured()["bot"][mode]
    out = {f"{kind}, turns a game": float(n) for kind, n in real["turns"].items()}
    out |= {f"locate starts, {name}": float(n) for name, n in real["locate_starts"].items()}
    out["located while open"] = real["located_open"]["scripts"] / real["located_open"]["of"]
    out["theories"] = real["theories"]
    out |= {f"surveys for {letter}": real["objects"][letter] / sum(real["objects"].values()) for letter in "ACDGE"}
    return out | {f"surveys of {i + 1}": n / sum(real["sizes"]) for i, n in enumerate(real["sizes"])}


SKY_HEAD = """\
# How the `app` draw differs from the uniform one: an arrangement's weight is the product of the factors (ten-thousandths)
# of its objects in their sectors, and of the pair of objects beside Planet X. Written by `seti_sim.planetx.fitting`, which
# fits them to the shares of measured.toml.
"""
CLUES_HEAD = """\
# Which logic rules a game gets: [rule, x, y ("" = none), n (0 = none), weight in standard, weight in expert]. What the rules
# mean is said in docs/planetx.md. Six research topics are drawn one after the other, by weight among the rules that are
# true of the arrangement and leave titles different; then the conferences. The weight of a rule with a number is multiplied
# by that of its slack: how far the number is from the sharpest true one (0, 1, 2, 3 and more). Written by
# `seti_sim.planetx.fitting`, which fits the weights to the counts of measured.toml.
"""


def fit() -> None:
    """Write both files anew."""
    real = measured()
    lines = [SKY_HEAD]
    for mode in MODES:
        factors, beside = fit_sky(mode)
        lines.append(f"[sky.{mode}.factor]")
        lines += [f"{letter} = {factors[letter]}" for letter in LETTERS]
        lines += [f"[sky.{mode}.beside_x]", *(f"{name} = {value}" for name, value in beside.items())]
    (FOLDER / "sky.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rules_module.forget_printed()
    rows = real["seen"]["research"] + real["seen"]["conference"]
    start = {name: {m: [round(1000 * s) + 1 for s in table[m]] for m in MODES} for name, table in real["slack"].items()}
    fitted = {mode: fit_clues(mode, rows, start) for mode in MODES}
    lines = [CLUES_HEAD, "[clues]", "topics_naming_an_object_at_most = 3", "same_rule_at_most = 3"]
    for key in ("research", "conference"):
        lines.append(f"{key} = [")
        for i, row in enumerate(rows):
            if (row[1] == "X") == (key == "conference"):
                lines.append("  " + json.dumps([*row[:4], *(fitted[mode][0][i] for mode in MODES)]) + ",")
        lines.append("]")
    titles = real["single_object_titles"]
    lines.append("[clues.single_object_titles]     # weight of games with 0, 1, 2, 3 topics whose title names one object")
    lines += [f"{mode} = {[round(100 * share) for share in titles[mode]]}" for mode in MODES]
    lines.append("[clues.slack]")
    for name in SLACKS:
        lines.append(f"{name} = {{ " + ", ".join(f"{mode} = {fitted[mode][1][name]}" for mode in MODES) + " }")
    (FOLDER / "clues.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rules_module.forget_printed()


def table(head: str, rows: dict[str, tuple[float, ...]], digits: int) -> str:
    """A Markdown table: one row a name, one column a value; what is missing stays empty."""
    names = head.split("|")
    lines = ["| " + " | ".join(name.strip() for name in names) + " |", "| --- |" + " ---: |" * (len(names) - 1)]
    for name, values in rows.items():
        cells = ["" if value is None else f"{value:.{digits}f}" for value in values]
        lines.append("| " + " | ".join([name, *cells]) + " |")
    return "\n".join(lines)


def distance_table() -> str:
    found = [distances(mode) for mode in MODES]
    rows = {name: tuple(part.get(name) for part in found) for name in found[0]}
    return table("|".join(["", *MODES]), rows, 4)


def bot_table() -> str:
    parts = [figures(mode) for mode in MODES for figures in (bot_figures, real_bot_figures)]
    rows = {name: tuple(part.get(name) for part in parts) for name in parts[2]}
    return table("|".join(["", *(f"{mode}{kind}" for mode in MODES for kind in ("", ", real"))]), rows, 2)


def main(arguments: list[str]) -> None:
    if arguments == ["--bot"]:
        print(bot_table())
        return
    if not arguments:
        fit()
    elif arguments != ["--distances"]:
        sys.exit("python -m seti_sim.planetx.fitting: expected nothing, --distances or --bot")
    print(distance_table())


if __name__ == "__main__":
    main(sys.argv[1:])
