"""`seti-sim new game`: the folder of a game to start from, which can be played and installed as it is."""

from __future__ import annotations

import os
import shutil
from importlib import resources
from pathlib import Path

from seti_sim import python
from seti_sim.core import registry
from seti_sim.core.errors import RunError
from seti_sim.core.files import temporary_name, writing
from seti_sim.core.outside import NAME_WORDS, is_name

FILES = {
    "game.py": "{module}.py",
    "test_game.py": "test_{module}.py",
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
}
"""Files of the template (each with `.txt` behind it), and what they become."""


def words_of(name: str) -> dict[str, str]:
    """What stands for the name of a game in the files of the template."""
    parts = name.split("-")
    cls = "".join(part.capitalize() for part in parts)
    return {
        "name": name, "title": " ".join(parts).capitalize(), "cls": f"{cls}Game" if hasattr(python, cls) else cls,
        "const": "_".join(parts).upper(), "module": "_".join(parts) + "_game", "folder": name,
    }  # fmt: skip


def write_template(name: str, place: Path = Path()) -> Path:
    """Write the folder NAME with the module of a game, its test, pyproject.toml and README.md, whole or not at all, and give the path
    of the module. RunError, in one line, for a name that no game can have, or a folder that is there."""
    if not is_name(name):
        raise RunError(f"name {name!r}: expected {NAME_WORDS}")
    if name in registry.names():
        raise RunError(f"name {name!r}: there is a game of this name, expected another")
    folder = place / name
    if folder.exists() or folder.is_symlink():
        raise RunError(f"{folder}: is there already, expected another name")
    words = words_of(name)
    half = temporary_name(folder)
    try:
        with writing(folder):
            half.mkdir()
            for template, becomes in FILES.items():
                text = (resources.files("seti_sim.python") / "template" / f"{template}.txt").read_text(encoding="utf-8")
                (half / becomes.format(**words)).write_text(text.format(**words), encoding="utf-8")
            os.rename(half, folder)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return folder / FILES["game.py"].format(**words)
