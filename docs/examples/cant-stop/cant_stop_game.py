"""Can't Stop (Sid Sackson, 1980) for seti_sim: roll four dice, climb columns, and stop before a roll takes it all back."""

from functools import cache
from itertools import product

from seti_sim.python import Column, PythonGame, PythonKind, Table

COLUMNS = range(2, 13)


class CantStop(PythonGame):
    """A game in progress. Positions count steps from the foot of a column; 0 is below it."""

    def begin(self):
        lengths = self.rules.lengths
        self.length = {column: lengths[column - 2] for column in COLUMNS}
        self.camps = [dict.fromkeys(COLUMNS, 0) for _ in range(self.players)]  # what each seat has for good
        self.owner = {}  # column → the seat that has reached its top
        self.turns = []  # a row each, for the table
        self.begin_turn(0)

    def begin_turn(self, seat):
        self.seat, self.runners, self.rolls = seat, {}, 0
        self.roll()

    def roll(self):
        """Roll the dice. If no pair can move, the turn is lost, and the next seat rolls."""
        self.dice = self.luck.dice(4, 6, self.seat)
        self.rolls += 1
        self.choices = self.pairings()
        if not self.choices:
            self.end_turn(busted=True)

    def playable(self, column, runners=None):
        """Whether a runner may take a step in a column, with these runners on the board (those that there are)."""
        runners = self.runners if runners is None else runners
        if column in self.owner:
            return False
        if column not in runners:
            return len(runners) < self.rules.runners
        return runners[column] < self.length[column]

    def pairings(self):
        """What the dice allow: {text: columns that runners step in}, for each of the three ways to pair them up.

        Both sums of a pairing are taken where both can be, else either that can.
        """
        a, b, c, d = self.dice
        found = {}
        for one, two in map(sorted, ((a + b, c + d), (a + c, b + d), (a + d, b + c))):
            if self.playable(one) and self.playable(two, self.step(one, self.runners)):
                found[f"{one} and {two}"] = (one, two)
            else:
                found |= {str(column): (column,) for column in (one, two) if self.playable(column)}
        return found

    def step(self, column, runners):
        """The runners after a step in a column."""
        return {**runners, column: runners.get(column, self.camps[self.seat][column]) + 1}

    def actions(self):
        """The choice of pairs after a roll; then whether to go on."""
        return list(self.choices) if self.choices else ["roll", "stop"]

    def act(self, action):
        if action == "roll":
            self.roll()
        elif action == "stop":
            self.end_turn(busted=False)
        else:
            for column in self.choices[action]:
                self.runners = self.step(column, self.runners)
            self.choices = {}

    def end_turn(self, busted):
        camps, steps = self.camps[self.seat], 0
        if not busted:
            steps = sum(at - camps[column] for column, at in self.runners.items())
            camps.update(self.runners)
            self.owner |= {column: self.seat for column, at in self.runners.items() if at == self.length[column]}
        self.turns.append({"seat": self.seat + 1, "rolls": self.rolls, "busted": busted, "steps": steps})
        if self.columns_of(self.seat) >= self.rules.columns_to_win:
            self.over = True
        else:
            self.begin_turn((self.seat + 1) % self.players)

    def columns_of(self, seat):
        return sum(owner == seat for owner in self.owner.values())

    def points(self):
        """A point for each column that a seat has, by where it stands on the board."""
        found = [dict.fromkeys(SOURCES, 0) for _ in range(self.players)]
        for column, seat in self.owner.items():
            found[seat][source_of(column)] += 1
        return found

    def seat_row(self, seat):
        mine = [turn for turn in self.turns if turn["seat"] == seat + 1]
        return {"busts": sum(turn["busted"] for turn in mine), "own_turns": len(mine)}

    def rows(self):
        columns = [{"column": column, "owner": self.owner.get(column), "claimed": column in self.owner} for column in COLUMNS]
        for row in columns:
            row["owner"] = None if row["owner"] is None else row["owner"] + 1
        return {"turns_taken": [{"number": i, **turn} for i, turn in enumerate(self.turns, 1)], "columns": columns}

    def tell(self, action):
        if action == "roll":
            return "rolls again"
        if action == "stop":
            return f"stops, with {self.told(self.runners)}"
        return f"rolls {' '.join(map(str, self.dice))} and takes {action}"

    def show(self):
        camps = [f"P{seat + 1}: {self.told(camps)}" for seat, camps in enumerate(self.camps)]
        return "\n".join([*camps, f"runners: {self.told(self.runners)}"])

    def told(self, at):
        return ", ".join(f"{column} at {n}/{self.length[column]}" for column, n in at.items() if n) or "nothing"


SOURCES = {"middle": "columns 6 to 8", "slope": "columns 4, 5, 9, 10", "edge": "columns 2, 3, 11, 12"}


def source_of(column):
    far = abs(column - 7)
    return "middle" if far < 2 else "slope" if far < 4 else "edge"


# ------------------------------------------------------------------------------------------ players
@cache
def chance_to_go_on(open_columns):
    """Probability that a roll of four dice has a pair whose sum is one of these columns, counted over all 1,296 rolls."""
    good = 0
    for a, b, c, d in product(range(1, 7), repeat=4):
        good += not open_columns.isdisjoint((a + b, c + d, a + c, b + d, a + d, b + c))
    return good / 6**4


def progress(game, runners):
    """Parts of columns that the runners of a turn have climbed."""
    camps = game.camps[game.seat]
    return sum((at - camps[column]) / game.length[column] for column, at in runners.items())


def most_progress(game, actions):
    """The pair that climbs most, in parts of columns."""

    def climbed(action):
        runners = game.runners
        for column in game.choices[action]:
            runners = game.step(column, runners)
        return progress(game, runners)

    return max(actions, key=climbed)


def would_win(game):
    """Whether stopping now wins the game."""
    tops = sum(at == game.length[column] for column, at in game.runners.items())
    return game.columns_of(game.seat) + tops >= game.rules.columns_to_win


def three_rolls(game, actions, luck):
    """Stops after three rolls."""
    if "stop" not in actions:
        return most_progress(game, actions)
    return "stop" if game.rolls >= 3 or would_win(game) else "roll"


def rule_of_28(game, actions, luck):
    """Michael Keller's rule: a step in column 7 counts 1, and 1 more for each column farther out; the first step of a runner counts
    twice. 2 more for three odd columns, 2 less for three even ones, 4 more for three on one side of 7. Stop at 28."""
    if "stop" not in actions:
        return most_progress(game, actions)
    if would_win(game):
        return "stop"
    if len(game.runners) < game.rules.runners:
        return "roll"
    camps = game.camps[game.seat]
    count = sum((abs(column - 7) + 1) * (at - camps[column] + 1) for column, at in game.runners.items())
    columns = list(game.runners)
    odd = sum(column % 2 for column in columns)
    count += 2 if odd == len(columns) else -2 if odd == 0 else 0
    count += 4 if max(columns) < 7 or min(columns) > 7 else 0
    return "stop" if count >= 28 else "roll"


def by_the_odds(game, actions, luck, weights):
    """Goes on while a roll is expected to bring more than it puts at risk. A roll that succeeds brings so many steps."""
    if "stop" not in actions:
        return most_progress(game, actions)
    if would_win(game):
        return "stop"
    open_columns = frozenset(column for column in COLUMNS if game.playable(column))
    good = chance_to_go_on(open_columns)
    mine = progress(game, game.runners)
    step = sum(1 / game.length[column] for column in open_columns) / max(len(open_columns), 1)
    return "roll" if good * (mine + weights["steps"] * step) > mine else "stop"


# ------------------------------------------------------------------------------------------ the page
def when_turns_bust(run):
    """A section: how often a turn of so many rolls is lost."""
    import polars as pl

    from seti_sim.core.amounts import percent, two
    from seti_sim.python.pages import groups_section

    turns = run.turns_taken.with_columns(rolls=pl.col("rolls").clip(upper_bound=10))
    return groups_section(
        run,
        "busts",
        "How often does a turn bust?",
        table=turns,
        by="rolls",
        label="{} rolls",
        measures={"turns lost": (pl.col("busted"), percent), "steps kept": (pl.col("steps"), two)},
        told="Turns of {best} are lost most often, {high}; turns of {worst} least, {low}.",
        counts="turns",
        reading="How often a turn that had so many rolls was lost, and the steps that it kept. 10 rolls means 10 or more.",
    )


def which_columns(run):
    """A section: which columns are claimed."""
    import polars as pl

    from seti_sim.core.amounts import percent
    from seti_sim.python.pages import groups_section

    wins = run.seats.select("game_id", pl.col("seat").alias("owner"), "win_share")
    return groups_section(
        run,
        "columns",
        "Which columns are claimed?",
        table=run.columns.join(wins, on=["game_id", "owner"], how="left"),
        by="column",
        label="column {}",
        measures={
            "claimed in a game": (pl.col("claimed"), percent),
            "by who wins": (pl.col("win_share").fill_null(0), percent),
        },
        told="{best} is claimed most often, in {high} of the games; {worst} least, {low}.",
        counts="games",
    )


def check(rules):
    """What a variant of the rules has to keep."""
    if len(rules.lengths) != len(COLUMNS) or min(rules.lengths) < 1:
        raise ValueError("lengths: expected those of 11 columns, 1 at least")
    if rules.columns_to_win not in (1, 2, 3):
        raise ValueError("columns_to_win: expected 1 to 3, so that four players cannot share out all columns before")
    if rules.runners < 1:
        raise ValueError("runners: expected 1 at least")


CANT_STOP = PythonKind(
    CantStop,
    name="cant-stop",
    title="Can't Stop",
    players=(2, 3, 4),
    rules={"lengths": [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3], "runners": 3, "columns_to_win": 3},
    check_rules=check,
    sources=SOURCES,
    policies={"three-rolls": three_rolls, "rule-of-28": rule_of_28, "by-the-odds": by_the_odds},
    weights={"by-the-odds": {"steps": (1.4, 0.0, 4.0)}},
    seat_columns=[
        Column("busts", "UInt16", "turns", "turns lost to a bust", "seats"),
        Column("own_turns", "UInt16", "turns", "turns of the seat", "seats"),
    ],
    tables=[
        Table(
            "turns_taken",
            "one turn of a seat",
            ("number",),
            (
                Column("number", "UInt16", "", "its number in the game"),
                Column("seat", "UInt8", "", "whose turn"),
                Column("rolls", "UInt16", "rolls", "rolls of the dice", "turns"),
                Column("busted", "Boolean", "share", "whether it was lost", "turns"),
                Column("steps", "UInt16", "steps", "steps that it kept", "turns"),
            ),
        ),
        Table(
            "columns",
            "one column of a game",
            ("column",),
            (
                Column("column", "UInt8", "", "its number, 2 to 12"),
                Column("owner", "UInt8", "", "seat that has it; null for nobody"),
                Column("claimed", "Boolean", "share", "whether anybody has it", "games"),
            ),
        ),
    ],
    sections=[when_turns_bust, which_columns],
)
