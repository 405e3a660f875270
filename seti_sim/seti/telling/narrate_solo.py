"""What a solo game has to tell: which line of its card the rival did, why not the ones above, and the objectives."""

from __future__ import annotations

from seti_sim.core.language import component, tr, trn
from seti_sim.seti import batch as engine
from seti_sim.seti.rules.describe_solo import objective_words
from seti_sim.seti.rules.words import listed

DOES = {
    "analyze": "analyzes its data",
    "launch": "launches a probe",
    "research": "researches",
    "fly": "flies to {}",
    "scan": "scans",
    "replace": "takes {} instead",
    "anomaly-trace": "marks a trace of the next anomaly",
    "message": "puts a message tile on the track",
    "secret-card": "lays down a secret card",
}
LINES = {
    "analyze": "no analysis",
    "launch": "no launch",
    "research": "no research",
    "fly": "no flight",
    "scan": "no scan",
    "replace": "no species' card",
    "anomaly-trace": "no trace of an anomaly",
    "message": "no message",
    "secret-card": "no secret card",
}
WHY = {
    "computer": "{} data in the computer",
    "probe": "it has a probe",
    "no-probe": "it has no probe",
    "reach": "nothing is in reach",
    "publicity": "{} publicity",
    "hidden": "the species is hidden",
    "leads": "it leads that column",
    "no-anomaly": "there is none",
    "no-tile": "no tile is left",
    "tile-out": "a tile lies on the track",
    "enough": "it has {} already",
    "no-card": "no card is left",
}
OBJECTIVES = {
    "open": "{} is turned up",
    "marked": "task {} of {} is marked",
    "done": "{} is completed",
    "given-up": "{} is given up",
}


class SoloWords:
    """Tells rows of the engine's log; `turns(rows)` gives one phrase a turn of the rival, `others(rows)` the rest."""

    def __init__(self, rules):
        tables = rules.compiled.solo
        self.cards, printed = tables["rival_cards"], rules.tree["solo"]["objectives"]
        self.objectives = [f"{name} ({objective_words(printed[name])})" for name in tables["objectives"]]
        self.names = [rules.tree["solo"]["cards"][card]["name"] for card in self.cards]
        self.planets = rules.compiled.planet_ids
        self.does = rules.compiled.tables["rival_do"]

    def turns(self, rows):
        """Phrases such as "turns up S.1: no analysis (2 data in the computer); launches a probe"."""
        phrase, skipped = None, []
        for row in rows:
            card, kind = int(row["item"]), row["kind"]
            if kind == engine.LOG_RIVAL_PASS:
                yield tr("passes, for its deck is empty")
            elif kind == engine.LOG_RIVAL_SKIP:
                reason = tr(WHY[engine.SKIP_REASONS[row["b"] & 255]]).format(row["b"] >> 8)
                skipped.append(f"{tr(LINES[self._action(card, row['a'])])} ({reason})")
            elif kind == engine.LOG_RIVAL_LINE:
                what = self._action(card, row["a"])
                planet = self._planet(row["b"] >> 8) if what == "fly" else tr("the species' card")
                told = "; ".join([*skipped, tr(DOES[what]).format(planet)])
                phrase = f"{phrase}, {told}" if phrase else tr("turns up {card}: {told}", card=self.names[card], told=told)
                skipped = []
                if what != "replace":
                    yield phrase
                    phrase = None

    def _planet(self, number: int) -> str:
        return component("body", self.planets[number], self.planets[number].capitalize())

    def _action(self, card: int, line: int) -> str:
        return engine.RIVAL_ACTIONS[self.does[4 * card + int(line)]]

    def others(self, rows):
        """Progress, reinforcement and objectives, a line each."""
        made = sum(int(row["b"]) for row in rows if row["kind"] == engine.LOG_PROGRESS)
        if made:
            last = [row for row in rows if row["kind"] == engine.LOG_PROGRESS][-1]
            yield trn(
                "the rival's marker goes {n} step on, to space {space}",
                "the rival's marker goes {n} steps on, to space {space}",
                made,
                space=last["item"] + 1,
            )
        came = [int(row["item"]) for row in rows if row["kind"] == engine.LOG_REINFORCE]
        if came:
            cards = listed([self.names[i] if i < len(self.names) else tr("nothing") for i in came])
            yield tr("on top of its deck come {cards}", cards=cards)
        for row in rows:
            if row["kind"] == engine.LOG_OBJECTIVE:
                name, step = self.objectives[row["item"]], engine.OBJECTIVE_STEPS[row["a"]]
                text = tr(OBJECTIVES[step])
                yield text.format(row["b"] + 1, name) if step == "marked" else text.format(name)
