"""A second, slow implementation of the whole game, to check the engine against.

It is written straight from the rules summary (R… ids), the solar system's statements (GEO-…) and the decision
protocol (`docs/protocol.md`), with plain sets, lists and dicts, and reads the effects in the words of the TOML files.
Nothing in it is fast, nothing is shared with the engine, and it is meant to be read beside the rulebook:

- `solar`: spaces, what they show, steps, rotations, distances
- `position`: who has what lies where; the JSON form; the bench position
- `conditions`: conditions, counts, events, in the words of the data
- `decisions`: a `Decision`, where one is due, and what every effect is made of
- `movement`, `signals`, `effects`: programs of effects, event by event, as generators that yield a `Decision` where
  somebody has to choose
- `actions`: the main and the free actions
- `species_table`, `species_effects`, `species_course`: what species have on the table, the words that only they use,
  discoveries, the milestones that species bring, danger
- `game`: turns, passing, milestones, discoveries, rounds, final scoring, and `Reference` to drive it all
- `random_play`, `species_positions`: random choices and positions; `coverage`: what can occur, and what has not in some
  games

`tests/seti/test_lockstep.py` plays random games on the engine and on this side by side.
"""

from .game import Reference
from .position import bench, comparable

__all__ = ["Reference", "bench", "comparable"]
