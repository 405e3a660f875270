"""Which sources a compiled engine was built from: one fingerprint, asked by the build and by every import.

`setup.py` builds the fingerprint of an engine's sources into its module as `FINGERPRINT`. Where the sources lie beside
the package, `load` compares the two, so that an engine older than its sources plays nothing. An installed package has
no sources, and nothing to compare.
"""

import hashlib
import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

from seti_sim.core.errors import StaleEngine

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {
    "seti": (
        "ext/seti/*.p[xy][xi]",
        "ext/seti/structs.toml",
        "ext/shared/*.pxi",
        "seti_sim/seti/rules/opcodes.py",
        "seti_sim/seti/vocabulary*.py",
        "setup.py",
    ),
    "planetx": ("ext/planetx/*.p[xy][xi]", "ext/planetx/structs.toml", "ext/shared/*.pxi", "setup.py"),
}
"""Patterns of the files that decide what an engine does; the include files that `setup.py` makes follow from them."""
CURE = "pip install -e ."


def fingerprint(name: str, root: Path = ROOT) -> str:
    """16 hexadecimal digits of the names and texts of an engine's sources below `root`, whatever their line ends.

    Checked builds are made of the same sources, so they have the same fingerprint.
    """
    total = hashlib.sha256()
    for pattern in SOURCES[name]:
        for file in sorted(root.glob(pattern)):
            if file.name.startswith("_"):  # made by setup.py
                continue
            text = file.read_bytes().replace(b"\r\n", b"\n")
            total.update(f"{file.relative_to(root).as_posix()} {len(text)}\n".encode() + text)
    return total.hexdigest()[:16]


def load(name: str) -> ModuleType:
    """The compiled module of a game, `seti_sim.NAME._engine`; StaleEngine where it is not what its sources are."""
    try:
        module = import_module(f"seti_sim.{name}._engine")
    except ModuleNotFoundError as error:
        if error.name != f"seti_sim.{name}._engine":
            raise
        raise StaleEngine(f"seti_sim.{name}: its engine is not built for this Python: {CURE}") from None
    if (ROOT / "ext" / name / "engine.pyx").is_file() and getattr(module, "FINGERPRINT", None) != fingerprint(name):
        raise StaleEngine(f"{module.__file__}: built from other sources: {CURE}")
    return module


def digest(fingerprint: str, tables: dict) -> str:
    """16 hexadecimal digits of an engine and the tables that it plays by, {name: numbers}.

    What Python makes of the rules counts here by what comes out, not by how it is written.
    """
    text = json.dumps([fingerprint, tables], sort_keys=True, default=int)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
