# %% [markdown]
# # What does each species do to a game?
#
# Two of the five species are in every game. Here every pair meets both slots equally often and nothing else is chosen, so
# games with a species can be compared with games without it. What players do with a species they have found is their
# choice; that is described, and no cause is read into it.
#
#     python reports/species_effects.py [GAMES]
#     jupyter lab reports/species_effects.ipynb      # after: pip install -e ".[notebook]"
#
# The games are the first number on the command line. What was played stays in `runs/species-effects`, and the same script
# goes on from there.

# %%
# %matplotlib inline
import sys
from pathlib import Path

import polars as pl

from seti_sim.report import write
from seti_sim.seti import charts
from seti_sim.seti.analysis import species
from seti_sim.simulate import prepare, run
from seti_sim.tables import open_run

GAMES = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 40_000)
OUT = Path("runs/species-effects")
JOBS = 2
pl.Config.set_tbl_rows(60)

# %% [markdown]
# ## Games
#
# `species="balanced"` plays all twenty ordered pairs in blocks of twenty games.

# %%
run(prepare(players=4, games=GAMES, policies="learned", species="balanced", seed=51), OUT / "run", jobs=JOBS)
played = open_run(OUT / "run")

# %% [markdown]
# ## Each species
#
# Scores and their spread over the seats of its games; points that come from it and their share of all; how long its games
# are, whether it is found and when. The intervals of a measure hold for all species at once with 95 %.

# %%
by_species = species.by_species(played)
print(by_species.filter(pl.col("measure").is_in(["score", "share", "found"])).drop("kind", "se"))

# %% [markdown]
# The score in games with a species less that in games without it; `q` controls the false discovery rate over the five.

# %%
print(species.differences(played).drop("kind", "se"))

# %%
figure = charts.species_measures(by_species)
charts.save(figure, OUT, "species")
figure

# %% [markdown]
# ## Pairs
#
# Do two species do more together than each does by itself?

# %%
figure = charts.species_measures(species.by_pair(played))
charts.save(figure, OUT, "pairs")
figure

# %% [markdown]
# ## Seats
#
# Which seats profit from which pair? `p` tests that all seats of a pair's games win equally often; `q` controls the false
# discovery rate over the ten pairs. Before reading one pair: do the pairs differ at all?

# %%
print(species.seat_tests(played))
print(species.seats_alike(played))

# %%
figure = charts.species_seats(species.seats_by_pair(played))
charts.save(figure, OUT, "seats")
figure

# %% [markdown]
# ## Leading and discovering
#
# How often the seat with the most traces of a species wins, and how far the one that discovered it is ahead of the others.
# Both are observational: who is ahead has more of everything.

# %%
figure = charts.species_leaders(species.most_traces(played), species.discoverer_gain(played), played.players)
charts.save(figure, OUT, "leaders")
figure

# %% [markdown]
# ## The page

# %%
print(f"{write(played, OUT / 'report.html')}: written")
