"""What belongs to no component in plain English: actions with what they cost, limits, setup. Part of `describe`."""

from seti_sim.core.node import Node
from seti_sim.seti.vocabulary_actions import FREE, MAIN

from .words import amount, listed

ACTIONS = {action.word: action.english for action in (*MAIN, *FREE)}


class TableText:
    """The part of `describe._Describer` about the table as a whole."""

    def action(self, name):
        root, words = self.root.value, self.words
        actions, free = root["actions"], root["free_actions"]
        buy = Node(free["buy"], "free_actions.buy")
        said = {
            "cost": words.cost(Node(actions[name], f"actions.{name}"), "cost") if "cost" in actions.get(name, ()) else "",
            "near": words.cost(Node(actions["land"], "actions.land"), "cost_with_orbiter"),
            "analyze": words.reward(Node(root["computer"], "computer").tables("analyze")),
            "hand": amount(root["setup"]["hand_limit_on_pass"], "card"),
            "move": words.cost(Node(free["move"], "free_actions.move"), "cost"),
            "buy": words.cost(buy, "cost"),
            "then": words.reward(buy.tables("then")),
            "give": free["exchange"]["give"],
            "get": free["exchange"]["get"],
        }
        return f"{name}  " + ACTIONS[name].format(**said)

    def limit(self, name):
        limits, setup = self.root.value["limits"], self.root.value["setup"]
        text = {
            "publicity": f"The publicity track ends at {limits['publicity']}; what goes over it is lost.",
            "data": f"A data pool has room for {limits['data_pool']} data; what goes over it is lost.",
            "probes": f"{amount(limits['probes_in_space'], 'probe')} in space at a time, without techs.",
            "hand": f"{amount(setup['hand_limit_on_pass'], 'card')} in the hand on passing.",
            "rounds": f"{amount(setup['rounds'], 'round')}, then the game ends.",
        }
        return f"{name}  {text[name]}"

    def setup(self, name):
        setup, marks = self.root.value["setup"], self.root.value["milestones"]
        start, income = setup["start"], setup["income"]
        begin = "Every seat begins with " + _due(
            start, ("publicity", "credits", "energy", *(("data",) if start.get("data") else ()))
        )
        neutral = listed([f"{n or 'none'} with {players} players" for players, n in marks["neutral_markers"].items()])
        text = {
            "start": f"{begin} and {_by_seat(start['cards'], 'card')}, one of which becomes income.{_techs(start)}",
            "points": f"Seats begin with {listed([str(vp) for vp in setup['start_vp']])} points.",
            "income": f"Printed income of a round: {_due(income, ('credits', 'energy', 'cards'))}.",
            "row": f"{amount(setup['card_row'], 'card')} in the row.",
            "milestones": f"A gold tile is marked at {listed([str(n) for n in marks['gold']])} points; neutral markers are "
            f"placed at {listed([str(n) for n in marks['neutral']])} points, at each {neutral}.",
        }
        return f"{name}  {text[name]}"


def _by_seat(value, word):
    """An amount, or what each seat has of it: "4 credits", "publicity by seat 4/4/4/3"."""
    if isinstance(value, list):
        return f"{_PLURAL.get(word, word)} by seat {'/'.join(map(str, value))}"
    return f"{value} {word}" if word in ("publicity", "energy", "data") else amount(value, word)


def _techs(start):
    """The techs at the start as a sentence with a blank before it; nothing where there are none."""
    said = start.get("techs") or []
    if not any(said):
        return ""
    if isinstance(said[0], str):
        return f" Techs: {listed(said)}."
    return f" Techs by seat: {'; '.join(listed(each) if each else 'none' for each in said)}."


_PLURAL = {"credit": "credits", "card": "cards"}


def _due(table, keys):
    return listed([_by_seat(table[key], key.removesuffix("s")) for key in keys])


LIMITS = ("publicity", "data", "probes", "hand", "rounds")
SETUP = ("start", "points", "income", "row", "milestones")
