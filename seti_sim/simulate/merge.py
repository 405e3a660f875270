"""Several folders with games of one run, made on different machines, become one."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from seti_sim.core import registry
from seti_sim.core.errors import RunError
from seti_sim.core.files import temporary_name, write_whole, writing
from seti_sim.core.places import check_no_url
from seti_sim.simulate.again import plan_of
from seti_sim.simulate.plan import differences
from seti_sim.simulate.runner import alone_in, check_writable, resume_command
from seti_sim.tables.folder import RUN_FILE, check_part, count_rows, finished_ranges, part_name, read_config

GOES_ON = "what was merged stays, and the same command goes on from there"
_SUMMED = ("seconds", "core_seconds", "games_timed")


def merge(folders: list[str | Path], out: str | Path) -> dict[str, Any]:
    """Bring the parts of the run folders into `out` and return its run.json as a dict.

    All have to be of one run: the same rules, players, seed, engine and so on, and no game in two of them; every part is looked at
    before the first is brought over. `out` is a new folder, or one that an interrupted merging left. Parts are hard links where the
    disk has them, else copies. RunError or TablesError in one line, with nothing written, where they do not go together.
    """
    for folder in (*folders, out):
        check_no_url(folder)
    sources = [Path(folder) for folder in folders]
    target = Path(out)
    if len({source.resolve() for source in sources} | {target.resolve()}) <= len(sources):
        raise RunError(f"{target}: expected folders that differ from one another, and a new one to merge into")
    configs = [read_config(source) for source in sources]
    for source, config in zip(sources[1:], configs[1:], strict=True):
        if config["identity"] != configs[0]["identity"]:
            why = differences(config["identity_parts"], configs[0]["identity_parts"])
            raise RunError(f"{source}: holds a different run than {sources[0]} ({why}); only games of one run can be merged")
    owner = _owners(sources)
    kind, categories = registry.get(configs[0]["game"]), configs[0]["categories"]
    names = configs[0].get("tables", ())
    tables, schemas = kind.kept_tables(categories, names), kind.schemas(categories, names)
    check_writable(target)
    _check_target(target, owner)
    for part, source in owner.items():
        for name, table in tables.items():
            for folder in (source, target):
                file = folder / name / part_name(*part)
                if folder is source or file.exists():
                    check_part(file, schemas[name], configs[0]["identity"], table.newer)
    with writing(target):
        target.mkdir(parents=True, exist_ok=True)
    with alone_in(target):
        for part, source in owner.items():
            for name in sorted(tables, key=lambda name: name == "games"):  # a range is there once its games are
                _bring(source / name / part_name(*part), target / name / part_name(*part))
        config = _merged(configs, target, tables)
        write_whole(target / RUN_FILE, json.dumps(config, indent=1).encode(), GOES_ON)
    return config


def _owners(sources: list[Path]) -> dict[tuple[int, int], Path]:
    """Which folder each range of games (first, count) is in, by number; RunError where a game is in two."""
    owner: dict[tuple[int, int], Path] = {}
    every = sorted((part, source) for source in sources for part in finished_ranges(source))
    for (part, source), (following, other) in zip(every, every[1:]):
        if sum(part) > following[0]:
            raise RunError(f"{other}: holds game {following[0]:,}, which {source} holds, too; expected no game in two folders")
    for part, source in every:
        owner[part] = source
    if not owner:
        raise RunError(f"{', '.join(map(str, sources))}: no games yet")
    return owner


def _check_target(target: Path, owner: dict[tuple[int, int], Path]) -> None:
    """RunError where the new folder holds anything but parts that are to go there."""
    names = {part_name(*part) for part in owner}
    if not target.is_dir():
        return
    for file in sorted(target.rglob("*")):
        known = file.is_dir() or file.name in names or file.name in (".lock", RUN_FILE) or file.name.startswith(".tmp-")
        if not known:
            raise RunError(f"{target}: holds {file.relative_to(target)}; expected a new folder")


def _bring(source: Path, final: Path) -> None:
    """Link or copy a part, whole or not at all."""
    if final.exists():
        return
    temporary = temporary_name(final)
    with writing(final, temporary, GOES_ON):
        final.parent.mkdir(exist_ok=True)
        linked = False
        with suppress(OSError):  # another disk, or one without links
            os.link(source, temporary)
            linked = True
        if not linked:
            shutil.copyfile(source, temporary)
        os.replace(temporary, final)


def _merged(configs: list[dict[str, Any]], target: Path, tables) -> dict[str, Any]:
    there = finished_ranges(target)
    first = min(config["first"] for config in configs)
    end = max(config["first"] + config["games"] for config in configs)
    done = sum(count for _, count in there)
    config = configs[0] | {key: sum(config[key] for config in configs) for key in _SUMMED}
    config |= {
        "first": first,
        "games": end - first,
        "games_done": done,
        "finished": done >= end - first,
        "started": min(config["started"] for config in configs),
        "rows": count_rows(target, tables, there),
    }
    plan = plan_of(config)
    if plan is not None:
        config["command"] = resume_command(plan, target, config["jobs"], None, plan.variant_name)
    return config
