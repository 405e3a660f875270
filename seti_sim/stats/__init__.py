"""Estimators: arrays, frames and sums in, estimates with intervals out. `estimates` has the plain ones; every estimate is four
numbers and a word: `estimate, low, high, n, kind`. The unit of every interval is the game, since what happens to the seats of a
game hangs together. Nothing here knows a game.
"""
