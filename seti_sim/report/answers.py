"""What the report says about questions that play games of their own: how an answer is told, and the answers of any game.

Each kind of study is a class with `heading` and `question`, `finding` (the answer and what it rests on), `tables`, `charts` (figures
with their reading), `notes` and `origin` (rows beyond players, games and seed) of a study; it may have `beside`, and `for_terminal`.
"""

from __future__ import annotations

import hashlib

from seti_sim.report import fix, luck, strategies
from seti_sim.report.blocks import Section
from seti_sim.simulate import split_policies


class Answers:
    """Tells studies of the kinds of `by_kind`, as `seti_sim.report.studies` asks for."""

    def __init__(self, by_kind: dict) -> None:
        self.by_kind = by_kind

    def heading(self, study) -> str:
        return self.by_kind[study.kind].heading(study)

    def finding(self, study) -> tuple[str, str]:
        return self.by_kind[study.kind].finding(study)

    def tables(self, study) -> list:
        """The tables of its section alone."""
        return self.by_kind[study.kind].tables(study)

    def for_terminal(self, study) -> tuple[list, bool]:
        """Its tables as a terminal shows them, and whether the answer stands before them."""
        told = getattr(self.by_kind[study.kind], "for_terminal", None)
        return told(study) if told else (self.tables(study), False)

    def beside(self, study, run) -> dict[str, str]:
        """A sentence for each section (by its anchor) of the report of a run that the study throws light on."""
        told = getattr(self.by_kind[study.kind], "beside", None)
        return told(study, run) if told else {}

    def section(self, study) -> Section:
        """The section of a study."""
        answer = self.by_kind[study.kind]
        mark = hashlib.sha256(repr([study.kind, sorted(study.asked.items())]).encode()).hexdigest()[:8]
        blocks = [*answer.charts(study, mark), *answer.tables(study), *answer.notes(study)]
        told, rests_on = answer.finding(study)
        return Section(f"{study.kind}-{mark}", answer.question(study), told, rests_on, blocks)

    def origin(self, study):
        """Rows (what, text) of how it was made."""
        asked = study.asked
        yield "Folder", str(study.folder)
        numbers = asked.get("players", "")
        numbers = ", ".join(map(str, numbers)) if isinstance(numbers, list) else str(numbers)
        who = split_policies(asked["policies"]) if isinstance(asked["policies"], str) else asked["policies"]
        yield "Players", "; ".join(filter(None, (numbers, ", ".join(dict.fromkeys(who)))))
        yield "Weights", ", ".join(f"{name} {key}" for name, key in study.facts["weights"].items())
        yield "Games", f"{asked['games']:,}"
        yield "Seed", str(asked["seed"])
        if "rules" in study.facts:  # since pictures say which
            yield "Rules", f"fingerprint {study.facts['rules']}"
        yield from self.by_kind[study.kind].origin(study)


ANY_GAME = Answers({"luck": luck.Luck, "fix": fix.Fix, "strategies": strategies.Strategies})
"""Of questions that any game can be asked."""
