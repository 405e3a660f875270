# %% [markdown]
# # What does a change of the rules do?
#
# A variant is compared with the printed game on the same seeds: game k has the same luck under both, so the difference
# of game k is what the change did to it. Then one number of the rules is swept.
#
#     python reports/variant_comparison.py [GAMES]
#     jupyter lab reports/variant_comparison.ipynb      # after: pip install -e ".[notebook]"
#
# GAMES is the most that each side plays; the comparison ends before if it is as precise as wanted.

# %%
# %matplotlib inline
import sys
from pathlib import Path

from seti_sim.core.registry import example_variants
from seti_sim.report import write
from seti_sim.seti import charts
from seti_sim.studies import compare, sweep
from seti_sim.studies.sweep import levels

GAMES = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 20_000)
OUT = Path("runs/variant-comparison")
JOBS = 2

# %% [markdown]
# ## Cheaper scans
#
# A metric is a number a game: a column of the tables `seats` or `games`, of all seats or one (`score@seat=1`), or
# `times.KIND`, how often a seat does something. The comparison looks at its intervals after every block of games and
# stops when scores are known to ± 1 point and win shares to ± 1 percentage point. The intervals allow for that.

# %%
metrics = ["score", "margin", "turns", "times.scan", "win_share@seat=1", "win_share@seat=4"]
study = compare(
    [None, example_variants()["cheap-scan"]], metrics=metrics, precision=["1vp", "1pp"], games=GAMES, seed=41, jobs=JOBS,
    out=OUT / "cheap-scan",
)  # fmt: skip
differences = study.frames["differences"]
print(differences.select("words", "base", "value", "estimate", "low", "high", "n"))
print(f"ended after {study.facts['pairs']:,} pairs of games: {study.facts['why']}")

# %% [markdown]
# How well the games of a pair go together: their correlation, and how many times as many games without pairs would be as
# precise. Two games with the same deal part at the first choice that the variant changes, so a variant that changes
# everything gains little.

# %%
print(differences.select("words", "correlation", "gain", "differ"))

# %%
figure = charts.comparison(differences, "the printed game")
charts.save(figure, OUT, "cheap-scan")
figure

# %% [markdown]
# ## One number of the rules, swept

# %%
swept = sweep(
    "actions.scan.cost.energy=1,2,3,4", metrics=["score", "times.scan"], games=GAMES // 2 or 1, seed=42, jobs=JOBS,
    out=OUT / "scan-cost",
)  # fmt: skip
figure = charts.sweep(levels(swept), "actions.scan.cost.energy")
charts.save(figure, OUT, "scan-cost")
figure

# %%
print(f"{write([], OUT / 'report.html', studies=[study, swept])}: written")
