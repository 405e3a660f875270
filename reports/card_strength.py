# %% [markdown]
# # Which cards are strong?
#
# Whoever draws a card is often ahead already, so win rates of cards mislead. But which card comes is chance: each one
# in the deck was as likely. So the games after drawing a card are compared with those after drawing another while it
# was still in the deck. What stands out is confirmed on fresh games, and then has to prove itself: a player that
# takes cards by the table against the same player without it.
#
#     python reports/card_strength.py [GAMES]
#     jupyter lab reports/card_strength.ipynb      # after: pip install -e ".[notebook]"
#
# The games of each run are the first number on the command line; a tenth as many are played to follow the table. What
# was played stays in `runs/card-strength`, and the same script goes on from there.

# %%
# %matplotlib inline
import sys
from pathlib import Path

import polars as pl

from seti_sim.report import write
from seti_sim.seti import charts
from seti_sim.seti.analysis import draws, opening, rates
from seti_sim.seti.pages.card_study import finding
from seti_sim.seti.studies import card_strength
from seti_sim.tables import open_run

GAMES = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 50_000)
OUT = Path("runs/card-strength")
JOBS = 2

# %% [markdown]
# ## Games
#
# Three seeds, each for one thing: to find, to confirm, to follow.

# %%
study = card_strength(players=4, policies="learned", games=GAMES, seed=601, jobs=JOBS, out=OUT)
run = open_run(OUT / "find")

# %% [markdown]
# ## What drawing a card does
#
# Points of score, against drawing another card of the same deck. `low, high` hold for one card, `sim_low, sim_high`
# for all cards of a deck at once with 95 %, as do the ranks; `q` is the share of false findings among the cards up to
# there.

# %%
drawn = draws.drawn_effect(run)
scores = drawn.whole.filter(outcome="score", deck="base").sort("estimate", descending=True)
print(scores.select("name", "estimate", "sim_low", "sim_high", "q", "rank_low", "rank_high").head(8))

# %%
figure = charts.card_effects(scores, n=10)
charts.save(figure, OUT, "card-effects")
figure

# %% [markdown]
# A card drawn early has more time to work.

# %%
ends = pl.concat([scores.head(5), scores.tail(5)])
figure = charts.card_rounds(ends, drawn.effects.filter(outcome="score"))
charts.save(figure, OUT, "card-rounds")
figure

# %% [markdown]
# The five dealt at setup are an experiment of their own. A regression that knows seat, species, gold sides and the
# other four cards narrows it.

# %%
dealt = opening.dealt_adjusted(run).sort("estimate", descending=True)
print(dealt.select("name", "estimate", "sim_low", "sim_high", "n").head(5))

# %% [markdown]
# ## What win rates say
#
# The rates that card-game sites give, against the effects: the rank correlation over all cards, and how many cards
# surely have the wrong sign. Both share the luck of the same games, so in few games they agree too well.
# `improvement` is the win share of seats that had the card at any time, less that of seats that did not.

# %%
effects = drawn.whole.filter(outcome="win_share")
seen = rates.by_card(run)
print(rates.agreement(seen, effects, "base").select("measure", "estimate", "low", "high", "wrong"))

# %%
figure = charts.card_rates(rates.misleads(seen, effects))
charts.save(figure, OUT, "card-rates")
figure

# %% [markdown]
# ## Found, confirmed, proved
#
# Open dots are the games in which a card was found, filled ones the fresh games.

# %%
cards = study.frames["cards"].filter(pl.col("again_low").is_finite()).sort("estimate", descending=True)
figure = charts.card_again(cards)
charts.save(figure, OUT, "card-again")
figure

# %%
print(study.frames["proof"].select("table", "outcome", "estimate", "low", "high", "n", "changed"))
print(*finding(study), sep="\n")

# %% [markdown]
# ## The page
#
# All of it, with every other question about the first run.

# %%
print(f"{write(run, OUT / 'report.html', studies=[study])}: written")
