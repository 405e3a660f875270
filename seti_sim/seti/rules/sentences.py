"""Sentences with the keys of a table in braces, as the vocabulary has them.

{n}                        the number, or what a word, a list of effects or a condition says
{n:card}                   "1 card", "2 cards"
{n:|once|twice|# times}    by the number 1, 2, …, the last for all above; # is the number
{moons: or moon}           what follows the colon, where the flag is true
"""

from string import Formatter

from .words import amount


class _Sentence(Formatter):
    def format_field(self, value, spec):
        if isinstance(value, bool):
            return spec if value else ""
        if isinstance(value, int) and spec.startswith("|"):
            ways = spec[1:].split("|")
            return ways[min(max(value, 1), len(ways)) - 1].replace("#", str(value))
        if isinstance(value, int) and spec:
            return amount(value, spec)
        return str(value)


def sentence(text, values):
    """The sentence with the values of its keys: numbers, truth values, or text."""
    return _Sentence().vformat(text, (), values)
