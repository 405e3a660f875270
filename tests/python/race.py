"""A game so small that its rows can be counted by hand: seats take one or two steps in turn, and who gets to the end wins."""

from seti_sim.python import Column, PythonGame, PythonKind, Table


class Race(PythonGame):
    def begin(self):
        self.at = [0] * self.players
        self.steps = []

    def actions(self):
        return ["one", "two"]

    def act(self, action):
        self.at[self.seat] += (1, 2)[action == "two"]
        self.steps.append({"seat": self.seat + 1, "step": action})
        if self.at[self.seat] >= self.rules.track.length:
            self.over = True
        else:
            self.seat = (self.seat + 1) % self.players

    def points(self):
        return [{"steps": at, "bonus": self.rules.bonus * (at >= self.rules.track.length)} for at in self.at]

    def game_row(self):
        return {"first_home": self.at[0] >= self.rules.track.length}

    def seat_row(self, seat):
        return {"twos": sum(row == {"seat": seat + 1, "step": "two"} for row in self.steps)}

    def rows(self):
        return {"steps": [{"number": i, **row} for i, row in enumerate(self.steps, 1)]}


def ones(game, actions, luck):
    return "one"


def twos(game, actions, luck):
    return "two"


def check(rules):
    if rules.track.length < 2:
        raise ValueError("expected a track of 2 at least")


RACE = PythonKind(
    Race,
    name="race",
    title="Race",
    players=(2, 3),
    sources={"steps": "steps", "bonus": "bonus of the first"},
    rules={"track": {"length": 4}, "bonus": 3, "names": ["a", "b"], "fast": False},
    policies={"ones": ones, "twos": twos},
    game_columns=[Column("first_home", "Boolean", "share", "games that seat 1 wins", "games")],
    seat_columns=[Column("twos", "UInt8", "times", "steps of two", "seats")],
    tables=[
        Table(
            "steps",
            "one step",
            ("number",),
            (
                Column("number", "UInt16", "", "its number in the game"),
                Column("seat", "UInt8", "", "seat"),
                Column("step", "enum step", "", "how far"),
            ),
        )
    ],
    categories={"step": ("one", "two")},
    check_rules=check,
)
