"""Playing several rule sets on common seeds: each a run folder, all brought to the same number of games."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from seti_sim.core.names import is_text
from seti_sim.simulate import Plan, prepare, run
from seti_sim.studies.store import StudyError, alike

PRINTED = "printed"


@dataclass(frozen=True)
class Side:
    """One of the rule sets that are played: what it is called, its plan, its run folder."""

    name: str
    plan: Plan
    folder: Path

    def play(self, games: int, *, jobs: int, part: int | None = None, stream=None, label: str = ""):
        """Bring the run to `games` games and open it."""
        plan = replace(self.plan, games=games)
        return run(plan, self.folder, jobs=jobs, chunk=part, stream=stream, label=label or f"{self.name}: ")


def make_plan(variant, games: int, asked: dict) -> Plan:
    """The plan of a variant (path, dict or None); `asked` are the other arguments of `prepare`."""
    return prepare(games=games, variant=variant, **asked)


def names_of(plans, policies=None) -> list[str]:
    """What the sides of plans are called: by their variant, `printed` without one; numbered where two are called the same.

    With `policies`, who plays all but the first, the printed game is called after who plays it.
    """
    found: list[str] = []
    for i, plan in enumerate(plans):
        unnamed = PRINTED if policies is None or i == 0 else policies
        name = unnamed if plan.variant is None else getattr(plan.rules, "variant", None) or "variant"
        same = sum(before == name or before.rpartition(" ")[0] == name for before in found)
        found.append(f"{name} {same + 1}" if same else name)
    return found


def folder_of(kind: str, plans) -> Path:
    """Where a study goes that was given no folder: `runs/KIND-` and a hash of its plans, so it can be continued."""
    text = " ".join(plan.identity for plan in plans)
    return Path("runs") / f"{kind}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def sides(kind: str, plans, names, out=None) -> tuple[list[Side], Path]:
    """A side for each plan, below the folder of the study. StudyError for two that play the same."""
    if len({plan.identity for plan in plans}) < len(plans):
        twice = [name for i, name in enumerate(names) if plans[i].identity in {p.identity for p in plans[:i]}]
        idle = [name for name in twice if (plan := plans[names.index(name)]).variant is not None and not changes_of(plan)]
        why = f" ({', '.join(idle)} changes nothing of the printed game)" if idle else ""
        raise StudyError(f"{', '.join(twice)}: same rules and players as another one{why}, expected different ones")
    folder = Path(out) if out else folder_of(kind, plans)
    files = [name_of_file(name) for name in names]
    # Names that differ only in what a folder cannot be called get a number.
    files = [f"{file}-{i}" if file in files[:i] else file for i, file in enumerate(files)]
    return [Side(*one[:2], folder / one[2]) for one in zip(names, plans, files, strict=True)], folder


def changes_of(plan: Plan) -> list[tuple]:
    """What the rules of a plan change of the printed game: (address, printed, here)."""
    own = getattr(plan.rules, "changes", None)
    return own() if own else plan.kind.changes(plan.variant) if plan.variant else []


def identity_of(plans) -> dict:
    """What the games of several plans depend on: of each key of `Plan.identity_parts` the value, or one for each plan."""
    parts = [plan.identity_parts for plan in plans]
    return {key: alike(part.get(key) for part in parts) for key in parts[0] | parts[-1]}


def name_of_file(name: str) -> str:
    """A name as that of a folder."""
    text = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip("-.")
    if not is_text(text):  # in a locale whose files have ASCII names
        text = text.encode("ascii", "replace").decode().replace("?", "-")
    return text[:60] or "variant"
