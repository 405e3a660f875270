"""What a discovered species has on the table: board, deck and tokens, their JSON form, and questions about them."""

from collections import Counter

KINDS = ("signal", "lander", "analysis")
TILE = "oumuamua"  # the name of 'Oumuamua's tile as a planet and beside the stars
OF_SLOT = ("board", "deck", "face_up", "samples", "tokens", "anomalies", "rewards", "messages", "milestones")


class Board:
    """A discovered species; what it does not bring is None. `printed` is its entry of the data."""

    def __init__(self, printed, table):
        self.printed = printed
        self.board = {}
        for kind in KINDS:
            given = table.get("board", {}).get(kind, [])
            for i, space in enumerate(printed["board"][kind]):
                there = given[i] if i < len(given) else None
                self.board.setdefault(kind, []).append(list(there or []) if "capacity" in space else there)
        self.deck = list(table.get("deck", []))  # top first
        self.face_up = table.get("face_up")
        self.samples = table.get("samples")  # planet -> samples that lie there face down
        self.tokens = table.get("tokens")  # kind -> the sample on each space, or None
        self.anomalies = table.get("anomalies")  # sector as text -> "anomaly/side"
        self.rewards = table.get("rewards")  # message reward -> who covers it
        self.messages = table.get("messages")  # [card, seat, score] in the order of sending
        self.milestones = table.get("milestones")  # scores

    def as_json(self):
        table = {name: getattr(self, name) for name in OF_SLOT}
        return {name: value for name, value in table.items() if value is not None or name == "face_up"}

    # ------------------------------------------------------------------ markers

    def markers(self, name, kind):
        """Markers of a player in a column."""
        return sum(there.count(name) if isinstance(there, list) else there == name for there in self.board[kind])

    def on_spaces(self, name):
        """The printed entry of every marker of a player."""
        found = []
        for kind in KINDS:
            for space, there in zip(self.printed["board"][kind], self.board[kind]):
                found += [space] * (there.count(name) if isinstance(there, list) else there == name)
        return found

    def highest(self, kind):
        """Who has the highest marker of a column; in the open top space the latest is the highest (ANO-06)."""
        for there in reversed(self.board[kind]):
            if isinstance(there, list):
                there = there[-1] if there else None
            if there:
                return there
        return None

    def token(self, kind, i):
        """The sample on a space, None without."""
        column = (self.tokens or {}).get(kind, [])
        return column[i] if i < len(column) else None

    def open_spaces(self, kind):
        """Numbers of the spaces that have room and, where they are for a sample, hold one (SPG-07, MAS-13)."""
        return [
            i
            for i, (space, there) in enumerate(zip(self.printed["board"][kind], self.board[kind]))
            if (isinstance(there, list) or there is None) and ("token" not in space or self.token(kind, i))
        ]

    def reward(self, kind, i):
        """MAS-13: that of the sample where the space is for one."""
        space = self.printed["board"][kind][i]
        return self.printed["samples"][self.token(kind, i)]["reward"] if "token" in space else space["reward"]

    # ------------------------------------------------------------------ anomalies

    def anomaly_reward(self, sector):
        """(kind, reward) of the anomaly in a sector, None without."""
        token = (self.anomalies or {}).get(str(sector % 8))
        if token is None:
            return None
        name, side = token.split("/")
        entry = self.printed["anomalies"][name]
        return entry["kind"], entry["sides"][int(side) - 1]

    def next_anomaly(self, earth):
        """The nearest sector with one counter-clockwise of Earth's, that one apart (ANO-08)."""
        return next((s % 8 for s in range(earth - 1, earth - 8, -1) if str(s % 8) in (self.anomalies or {})), None)


def lay_out(tree, species, shuffle=sorted):
    """What chance lays out at a discovery, as `Reference` wants it; `shuffle(list)` gives a list in its new order."""
    printed = tree["species"][species]
    laid = {"deck": shuffle([card for card, entry in tree["cards"].items() if entry.get("species") == species])}
    if "samples" in printed:
        samples = shuffle(list(printed["samples"]))
        laid["samples"] = {planet: [samples.pop() for _ in range(n)] for planet, n in printed["samples_at"].items()}
        laid["tokens"] = {
            kind: [samples.pop() if space.get("token") == "setup" else None for space in printed["board"][kind]]
            for kind in KINDS
        }
    if "anomalies" in printed:
        names = shuffle(list(printed["anomalies"]))
        sides = {name: shuffle([1, 2])[0] for name in names}
        laid["anomalies"] = {offset: f"{name}/{sides[name]}" for offset, name in zip(printed["anomalies_at"], names)}
    return laid


def comparable_slot(slot):
    """A slot of a JSON position with what has no order sorted, in place."""
    for column in slot.get("board", {}).values():
        for i, there in enumerate(column):
            if isinstance(there, list):  # who marked it last has the highest marker, the rest have no order
                column[i] = [dict(Counter(there)), there[-1] if there else None]
    for key in ("samples",):
        if key in slot:
            slot[key] = {planet: sorted(there) for planet, there in slot[key].items()}
    if "tokens" in slot:
        slot["tokens"] = {kind: column for kind, column in slot["tokens"].items() if any(column)}


def comparable_seat(seat):
    """The same of a seat: what it has none of is left out."""
    for key in ("secrets", "secrets_played", "secret_milestones"):
        if key in seat:
            seat[key] = sorted(seat[key])
    for key in ("capsules", "message_tile", "secrets", "secrets_played", "secret_milestones"):
        if seat.get(key) in (None, [], {}):
            seat.pop(key, None)
