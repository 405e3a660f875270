"""A player in Python: it lands and orbits when it can, else scans, else plays the dearest card; luck breaks ties.

seti-sim run --policy seti_sim.seti.players.example:Cautious,greedy --players 2 --games 100
"""

import random

LIKES = ("land", "orbit", "mission", "place", "analyze", "research", "scan", "launch", "play")
"""Kinds of action from the most to the least wanted; anything else only where nothing of this is legal."""


class Cautious:
    """A fresh one sits at each seat of each game; it counts its turns and passes after `most` of them in a round."""

    def __init__(self, most=7):
        self.most, self.round, self.turns = most, 0, 0

    def __call__(self, view, legal):
        luck = random.Random(view["luck"])
        words = [str(action).split()[0] for action in legal]
        if view["decision"] != "turn":
            return luck.randrange(len(legal))
        if view["round"] != self.round:
            self.round, self.turns = view["round"], 0
        for kind in LIKES:
            of_kind = [i for i, word in enumerate(words) if word == kind]
            if of_kind and (self.turns < self.most or kind in ("mission", "place")):
                self.turns += kind not in ("mission", "place")
                return luck.choice(of_kind)
        return words.index("end") if "end" in words else words.index("pass")
