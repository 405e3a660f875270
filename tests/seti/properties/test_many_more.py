"""Every property of this folder over far more games than the standard suite has time for."""

import pytest

from . import test_actions, test_hidden, test_nothing_is_lost, test_round_trips, test_species_are_whole
from .walks import over_more_games

GAMES = 500
MODULES = (test_actions, test_hidden, test_nothing_is_lost, test_round_trips, test_species_are_whole)
PROPERTIES = {
    f"{module.__name__.rpartition('.')[2]}:{name}": test
    for module in MODULES
    for name, test in vars(module).items()
    if name.startswith("test_") and hasattr(test, "hypothesis")
}


@pytest.mark.soak
@pytest.mark.parametrize("name", PROPERTIES)
def test_of_more_games(name):
    over_more_games(PROPERTIES[name], GAMES)()
