"""What holds in every game, looked at decision by decision in random ones.

`walks` makes the games; each test module states one family of properties and says with `over_games(n)` how many games
it looks at. `pytest -m soak tests/seti/properties` states the same of many more.
"""
