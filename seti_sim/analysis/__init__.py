"""What a run says: one module a question, each a handful of functions from an opened run to a Polars frame.

`stats` holds the estimators. Every estimate is four numbers and a word: `estimate, low, high, n, kind`.
The unit of every interval is the game, since what happens to the seats of a game hangs together.
`kind` is `randomised` (chance or the seating made the difference), `paired` (compared inside a game) or
`observational` (a description: it says what goes together, not what causes what).

Modules: `checks` (does the run hold together), `seats`, `points`, `actions`, `cards`, `techs`, `gold`, `timing`, `pacing`,
`shape`.
"""
