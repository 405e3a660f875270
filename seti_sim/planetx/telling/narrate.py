"""A game of The Search for Planet X told to a person: turns, phases and conferences as the arrow comes to them, what each seat
knows after each, the end."""

from __future__ import annotations

from seti_sim.core import telling
from seti_sim.core.amounts import rounded
from seti_sim.core.language import tr, trn
from seti_sim.planetx.batch import (
    EV_CONFERENCE,
    EV_LAST,
    EV_LOCATE,
    EV_PASS,
    EV_PENALTY,
    EV_REVEAL,
    EV_REVIEW,
    EV_SUBMIT,
    EV_THEORY,
)  # fmt: skip
from seti_sim.planetx.rules import LETTERS, THEORIES
from seti_sim.planetx.tables import SOURCE_WORDS

from .board import DOWN, UP, WRONG, board, facts_line
from .knowledge import Knowledge, after, knowledge
from .phrases import Phrases, called, listed, one, title


class Narrator(telling.Narrator):
    """Tells a `Game` of The Search for Planet X, with all that is hidden.

    A turn has the number of its action, what the app said and where the pawn is then; a theory phase, a conference or a last
    chance has a heading, and is told once it is over. Below each stands how many arrangements every seat still holds
    possible. With `state` the board is shown at the start and after every phase and conference.
    """

    def __init__(self, game, say, state: bool = False):
        super().__init__(game, say, state)
        self.words = Phrases(game)
        begun = (game.start or {}).get("state", {})
        self.seen = len((game.start or {}).get("log") or ())  # rows of the log that are told, or were there before
        self.arrow = begun.get("arrow", 0)
        self.symbol = self.arrow + bool(begun.get("handled", 0))  # from this time on symbols are not told yet
        self.phase = begun.get("phase", 0)
        self.finished = bool(begun.get("ending", 0))  # whether it is told that Planet X is found
        self.knows: dict[str, Knowledge] = {}
        self.first = ""  # number of the first action of the phase or last chance that is being told
        self.rows: list = []  # of its rows
        self.tokens = self._tokens()
        self.told: set[tuple[int, int]] = set()  # (seat, number of its token) whose review is told
        self.begun = self.in_phase = self.shows_board = False
        self.upto = self.seen  # rows of the log up to what is being told: the game may have gone on since

    def begin(self) -> None:
        """Tell the setup, and what happened before the first action."""
        if self.begun or self.say is None:
            return
        self.begun = True
        self._setup()
        self._tell()

    # ------------------------------------------------------------------ applying
    def apply(self, action) -> None:
        """Do an action and tell it."""
        self.begin()
        self.tokens = self._tokens()
        if not self.first:
            self.first = str(self.done + 1)
        self.game.apply(action)
        self.done += 1
        self._tell()

    def _tell(self) -> None:
        """Tell what is new in the log, and how far the arrow has come."""
        if self.say is None:
            return
        game = self.game
        self.log, self.now = game.log, game.state
        ending = bool(self.now["ending"])
        phases = int(self.now["phase"]) - ending  # the last chance is a phase of its own
        while self.seen < len(self.log):
            row, self.upto = self.log[self.seen], self.seen
            self.seen += 1
            kind = int(row["kind"])
            last_chance = ending and int(row["phase"]) > phases
            if not last_chance:
                self._to_phase(min(int(row["phase"]), phases))
            if kind in (EV_SUBMIT, EV_THEORY, EV_REVIEW, EV_PENALTY) or last_chance and kind != EV_LAST and kind != EV_REVEAL:
                self.rows.append(row)
                continue
            self._flush()
            self.upto = self.seen
            if kind == EV_CONFERENCE:
                self._conference(row)
            elif kind == EV_LAST:
                self._found()
                self.rows.append(row)
            elif kind == EV_REVEAL:
                self._reveal(row)
            else:
                self._turn(row)
        self.upto = self.seen
        if not ending:
            self._to_phase(phases)
        if game.decision not in ("submit", "place") and not (ending and game.decision == "last"):
            self._flush()
        if ending:
            self._found()
        elif game.decision == "turn":
            self._arrow(int(self.now["arrow"]))
        if self.shows_board and game.decision not in ("submit", "place"):  # between two decisions of a phase it tells little
            self.shows_board = False
            self._board()

    def _tokens(self):
        return [[int(token["fate"]) for token in seat["token"]] for seat in self.game.state["seat"]]

    # ------------------------------------------------------------------ arrow and phases
    def _sector(self, time: int) -> int:
        return time % self.words.sectors + 1

    def _arrow(self, time: int) -> None:
        """The arrow stands at a time."""
        if time != self.arrow:
            sees = self.game.rules.tables["visible"]
            self.arrow = time
            self.symbol = max(self.symbol, time)
            here, end = self._sector(time), self._sector(time + sees - 1)
            self.paragraph(
                "", tr("    the arrow goes on to sector {here}; sectors {here}-{end} are visible", here=here, end=end)
            )

    def _to_phase(self, phase: int) -> None:
        """Tell that the arrow comes to the theory phases up to this one."""
        while self.phase < phase:
            self._flush()
            mask = self.game.rules.tables["theory_mask"]
            time = self.symbol
            while not mask >> (time % self.words.sectors) & 1:
                time += 1
            self.symbol, self.phase, self.arrow = time + 1, self.phase + 1, time
            self.heading(tr("Theory phase {phase}, the arrow at sector {sector}", phase=self.phase, sector=self._sector(time)))
            self.in_phase = True

    def heading(self, text: str) -> None:
        self.line("")
        self.line(text)

    def _conference(self, row) -> None:
        """One row a seat is in the log; the first is told."""
        rows = [row]
        while (
            self.seen < len(self.log) and self.log[self.seen]["kind"] == EV_CONFERENCE and self.log[self.seen]["a"] == row["a"]
        ):
            rows.append(self.log[self.seen])
            self.seen += 1
        self.upto = self.seen
        sector = self.game.rules.tables["conference"][row["a"]]
        time = self.arrow + (sector - self.arrow) % self.words.sectors
        self.arrow, self.symbol = time, max(self.symbol, time)
        self.heading(
            tr(
                "Conference {conference} (the arrow at sector {sector})",
                conference=self.words.conference(row),
                sector=sector + 1,
            )
        )
        self._left()
        self.shows_board = self.state

    # ------------------------------------------------------------------ turns
    def _turn(self, row) -> None:
        """One of the four actions."""
        who = self.game.seat_name(int(row["seat"]))
        number = "" if who == "bot" else self.first
        cost = int(row["cost"])
        after = int(row["time"]) + cost
        where = tr("now at time {time}, sector {sector}", time=after, sector=self._sector(after))
        self.paragraph(
            number,
            tr(
                "{who}  {asked} ({cost} time): {answer}; {where}",
                who=who,
                asked=self.words.asked(row),
                cost=cost,
                answer=self.words.answer(row),
                where=where,
            ),
        )
        self.first = ""
        self._left()

    def _left(self) -> None:
        """How many arrangements every seat holds possible; more of a seat that has learned something."""
        parts, then = [], self.game if self.upto == len(self.log) else after(self.game, self.upto)
        for seat in self.game.seats[: self.game.players]:
            was, left = self.knows.get(seat), then.n_possible(seat)
            if was is not None and was.left == left:  # the set only ever gets smaller
                parts.append(f"{seat} {rounded(left)}")
                continue
            now = self.knows[seat] = knowledge(then, seat)
            places = len(now.planet_x)
            words = [f"{seat} {rounded(left)}" + (tr(" (was {left})", left=rounded(was.left)) if was else "")]
            words.append(
                tr("Planet X in {sector}", sector=now.planet_x[0])
                if places == 1
                else trn("Planet X in {n} sector", "Planet X in {n} sectors", places)
            )
            fresh = [f"{s}{letter}" for s, letter in now.settled.items() if was is None or s not in was.settled]
            parts.append(", ".join(words + ([tr("settles {objects}", objects=" ".join(fresh))] if fresh else [])))
        self.paragraph("", tr("    arrangements left: {parts}", parts="; ".join(parts)))

    # ------------------------------------------------------------------ what is told once it is over
    def _flush(self) -> None:
        """Tell a theory phase or a last chance that is over."""
        rows, number, self.rows, self.first = self.rows, self.first, [], ""
        if rows and rows[0]["kind"] == EV_LAST:
            self._last_chance(number, rows)
        elif rows:
            self._phase(number, rows)
        elif self.in_phase:
            self.paragraph("", tr("nobody submits a theory, and none is reviewed"))
            self.shows_board = self.state
        self.in_phase = False
        if not rows:
            self.first = number

    def _phase(self, number: str, rows) -> None:
        submitted = self._submissions(rows)
        if submitted:
            self.paragraph(number, "; ".join(f"{who}  {what}" for who, what in submitted.items()))
        for i, row in enumerate(rows):
            if row["kind"] == EV_REVIEW:
                paid = []
                for more in rows[i + 1 :]:
                    if more["kind"] != EV_PENALTY:
                        break
                    paid.append(more)
                self.paragraph("", "    " + self._review(row, paid))
        self._left()
        self.shows_board = self.state

    def _submissions(self, rows) -> dict[str, str]:
        """{seat: which theories it has put down}."""
        chosen: dict[str, int] = {}
        put: dict[str, list[str]] = {}
        for row in rows:
            seat = self.game.seat_name(int(row["seat"])) if row["seat"] != 255 else ""
            if row["kind"] == EV_SUBMIT:
                chosen[seat] = int(row["a"])
            elif row["kind"] == EV_THEORY:
                put.setdefault(seat, []).append(
                    tr("{object} in sector {sector}", object=one(LETTERS[row["b"]]), sector=row["a"] + 1)
                )
        told = {}
        for seat in dict.fromkeys([*chosen, *put]):
            down = put.get(seat, [])
            back = chosen.get(seat, len(down)) - len(down)
            words = [tr("submits {theories}", theories=listed(down))] if down else [] if back else [tr("submits nothing")]
            told[seat] = ", ".join(words + ([tr("takes {n} back", n=back)] if back else []))
        return told

    def _review(self, row, paid) -> str:
        """One object of one sector is checked: what becomes of the tokens, and who loses time."""
        sector, object_, right = int(row["a"]), int(row["b"]), bool(row["d"])
        kept, gone = [], []
        for p, seat in enumerate(self.now["seat"]):
            for i, token in enumerate(seat["token"][: int(seat["n_tokens"])]):
                if token["sector"] != sector or (p, i) in self.told or self._fate_before(p, i) != DOWN:
                    continue
                whose = tr("{seat}'s", seat=self.game.seat_name(p))
                if right and token["fate"] == UP and token["object"] == object_:
                    kept.append(whose)
                elif token["fate"] == WRONG and (right or token["object"] == object_):
                    gone.append(whose if token["object"] == object_ else f"{whose} ({called(LETTERS[token['object']])})")
                else:
                    continue
                self.told.add((p, i))
        words = [
            tr(
                "review of sector {sector}, {object}: {said}",
                sector=sector + 1,
                object=called(LETTERS[object_]),
                said=tr("right") if right else tr("wrong"),
            )
        ]
        words += [trn("{tokens} stays", "{tokens} stay", len(kept), tokens=listed(kept))] if kept else []
        words += [trn("{tokens} goes", "{tokens} go", len(gone), tokens=listed(gone))] if gone else []
        for penalty in paid:
            time = int(penalty["time"]) + int(penalty["a"])
            words.append(
                tr(
                    "{seat} loses {cost} time, now at time {time}",
                    seat=self.game.seat_name(int(penalty["seat"])),
                    cost=int(penalty["a"]),
                    time=time,
                )
            )
        return "; ".join(words)

    def _fate_before(self, seat: int, number: int) -> int:
        """The fate of a token before the action that is being told; one put down since then lies face down."""
        return self.tokens[seat][number] or DOWN

    # ------------------------------------------------------------------ the end
    def _found(self) -> None:
        if not self.finished:
            self.finished = True
            finder = self.game.seat_name(int(self.now["finder"]))
            self.heading(tr("{finder} has found Planet X; those behind have a last chance", finder=finder))

    def _last_chance(self, number: str, rows) -> None:
        who, behind = self.game.seat_name(int(rows[0]["seat"])), int(rows[0]["a"])
        words = []
        for row in rows[1:]:
            if row["kind"] == EV_LOCATE:
                words.append(f"{self.words.asked(row)}: {self.words.answer(row)}")
            elif row["kind"] == EV_PASS:
                words.append(tr("does nothing"))
        words += self._submissions(rows[1:]).values()
        does = "; ".join(words) or tr("does nothing")
        text = trn("{who}  {n} sector behind: {does}", "{who}  {n} sectors behind: {does}", behind, who=who, does=does)
        self.paragraph("" if who == "bot" else number, text)
        self._left()

    def _reveal(self, row) -> None:
        """All theories that lay face down at the end, seat by seat."""
        rows = [row]
        while self.seen < len(self.log) and self.log[self.seen]["kind"] == EV_REVEAL:
            rows.append(self.log[self.seen])
            self.seen += 1
        found: dict[str, list[str]] = {}
        for one_ in rows:
            said = tr("right") if one_["d"] else tr("wrong")
            found.setdefault(self.game.seat_name(int(one_["seat"])), []).append(
                tr("{object} in {sector} {said}", object=called(LETTERS[one_["b"]]), sector=one_["a"] + 1, said=said)
            )
        self.line("")
        for who, told in found.items():
            self.paragraph("", tr("{who}'s last theories are turned up: {told}", who=who, told=", ".join(told)))

    # ------------------------------------------------------------------ setup, board, result
    def _setup(self) -> None:
        game, deal = self.game, self.game.deal()
        self.log = game.log
        self.heading(tr("Setup"))
        self.paragraph("", f"{tr('sky')}  {' '.join(f'{i + 1}{letter}' for i, letter in enumerate(deal['system']))}")
        self.paragraph("", f"{tr('topics')}  " + "; ".join(f"{name} {title(clue)}" for name, clue in deal["topics"].items()))
        self.paragraph(
            "", f"{tr('conferences')}  " + "; ".join(f"{name} {title(clue)}" for name, clue in deal["conferences"].items())
        )
        for seat, given in deal["starting"].items():
            self.paragraph("", f"{seat}  {facts_line(given)}")
        if "bot" in deal:
            self.paragraph(
                "", trn("bot  goes by a script of {n} turn", "bot  goes by a script of {n} turns", len(deal["bot"]["turns"]))
            )
        self._left()
        self._board(always=bool(self.seen or self.arrow))
        self.line("")

    def _board(self, always: bool = False) -> None:
        if self.state or always:
            for line in board(self.game):
                self.line(f"       {line}".rstrip())

    def result(self, policies, say) -> None:
        """Tell the end: scores, win shares, where the points came from; with `state` the board where it stops."""
        self.begin()
        if self.rows:  # it stops in the midst of a phase
            self._flush()
        if self.state:
            say("")
            for line in board(self.game):
                say(f"  {line}".rstrip())
        super().result(policies, say)

    def where(self) -> str:
        return tr(
            "{seat} to move ({decision}), time {time}",
            seat=self.game.to_move,
            decision=tr(self.game.decision),
            time=int(self.game.state["arrow"]),
        )

    def sources(self, score) -> str:
        words = {"A": "asteroid", "C": "comet", "D": "dwarf", "G": "gas"}
        points = {"locate": score["locate"]} | {words[letter]: score["theories"][letter] for letter in THEORIES}
        points["first"] = score["first"]
        return ", ".join(f"{tr(SOURCE_WORDS[name])} {n}" for name, n in sorted(points.items(), key=lambda item: -item[1]) if n)
