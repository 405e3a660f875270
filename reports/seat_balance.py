# %% [markdown]
# # Who profits from starting?
#
# Seats are compared where one policy plays all of them, so that nothing but the seat differs. Runs for two, three and
# four players and for each policy of a ladder say whether an effect holds as players get stronger. Then whole starting
# points are looked for that would make four seats equal.
#
#     python reports/seat_balance.py [GAMES]
#     jupyter lab reports/seat_balance.ipynb      # after: pip install -e ".[notebook]"
#
# The games of each run are the first number on the command line; 20,000 of them take some minutes. What was played stays
# in `runs/seat-balance`, and the same script goes on from there.

# %%
# %matplotlib inline
import sys
from pathlib import Path

import polars as pl

from seti_sim.report import write
from seti_sim.seti import charts
from seti_sim.studies import komi, seats

GAMES = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 20_000)
OUT = Path("runs/seat-balance")
JOBS = 2
pl.Config.set_tbl_rows(40)

# %% [markdown]
# ## Games
#
# One seed for all, so that the policies meet the same deals.

# %%
ladder = seats(policies="random,greedy,learned", games=GAMES, seed=31, jobs=JOBS, out=OUT / "ladder")

# %% [markdown]
# ## Win share and score by seat
#
# `win_share` sums to 1 in every game, shared wins count in part. `lead` is the score above the mean of the game. The
# intervals of a run hold for all its seats at once with 95 %.

# %%
by_seat = ladder.frames["by_seat"]
print(by_seat.filter(measure="win_share").drop("measure", "kind", "se"))

# %%
figure = charts.first_player(by_seat)
charts.save(figure, OUT, "first-player")
figure

# %% [markdown]
# How far the shares lie from equal, in one number: the root mean square distance from the fair share, less what chance
# alone would show. `p` tests that all seats are equal.

# %%
print(ladder.frames["inequality"].drop("kind", "se"))

# %% [markdown]
# ## Starting points that would make four seats equal
#
# The search plays neighbouring starting points on common seeds, with the strongest player that is fast. Its result is
# confirmed on another seed, and only those games count.

# %%
study = komi(players=4, policies="learned", games=GAMES, jobs=JOBS, seed=32, out=OUT / "komi")
print("printed:", study.facts["printed"], " found:", study.facts["komi"], " more equal:", study.facts["better"])
print(study.frames["inequality"].drop("kind", "se"))

# %%
figure = charts.komi(study.frames["seats"])
charts.save(figure, OUT, "komi")
figure

# %% [markdown]
# ## The page
#
# Who starts, and the starting points. Every other question about the runs of a policy:
# `seti-sim report runs/seat-balance/ladder/learned`.

# %%
print(f"{write([], OUT / 'report.html', studies=[ladder, study])}: written")
