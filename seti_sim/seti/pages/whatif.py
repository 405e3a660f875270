"""What the report says about what-if questions: one module a group of kinds, here what they share and who answers what.

Each kind is a class with `heading` and `question`, `finding` (the answer and what it rests on), `tables`, `charts` (figures
with their reading), `notes` and `origin` (rows beyond players, games and seed) of a study.
"""

from __future__ import annotations

import hashlib

from seti_sim.report.blocks import Section
from seti_sim.seti.pages import whatif_blindspots, whatif_cards, whatif_judge, whatif_play, whatif_rules
from seti_sim.simulate import split_policies

ANSWERS = whatif_cards.ANSWERS | whatif_play.ANSWERS | whatif_rules.ANSWERS | whatif_blindspots.ANSWERS | whatif_judge.ANSWERS
"""By kind of study."""
KINDS = tuple(ANSWERS)


def heading(study) -> str:
    return ANSWERS[study.kind].heading(study)


def finding(study) -> tuple[str, str]:
    return ANSWERS[study.kind].finding(study)


def tables(study) -> list:
    """The tables of its section alone, for the terminal."""
    return ANSWERS[study.kind].tables(study)


def for_terminal(study) -> tuple[list, bool]:
    """Its tables as a terminal shows them, and whether the answer stands before them."""
    if study.kind != "judge":
        return tables(study), False
    return [table for table in tables(study) if table.corner != "what becomes of it"], True


def beside(study, run) -> dict[str, str]:
    """A sentence for each section (by its anchor) of the report of a run that the study throws light on."""
    told = getattr(ANSWERS[study.kind], "beside", None)
    return told(study, run) if told else {}


def section(study) -> Section:
    """The section of a study."""
    answer = ANSWERS[study.kind]
    mark = hashlib.sha256(repr([study.kind, sorted(study.asked.items())]).encode()).hexdigest()[:8]
    blocks = [*answer.charts(study, mark), *answer.tables(study), *answer.notes(study)]
    return Section(f"{study.kind}-{mark}", answer.question(study), *answer.finding(study), blocks)


def origin(study):
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
    yield from ANSWERS[study.kind].origin(study)
