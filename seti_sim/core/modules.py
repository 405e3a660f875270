"""Which files a player in Python is made of: its module and what that imports from beside it, found without running it.

Imports are read in the source, wherever they stand in it. What a module opens or imports by a computed name is not seen.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sysconfig
from importlib.machinery import all_suffixes
from pathlib import Path
from types import ModuleType

_SHARED = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib")}
"""Folders where packages of many authors lie side by side: there only the player's own package belongs to it."""


def files_of(module: ModuleType) -> list[Path]:
    """The file of an imported module and of all that it imports from the same folder, directly or not, in a fixed order.

    The folder is where its top-level package lies. Empty where the module has no file, as one typed at a prompt.
    """
    file = getattr(module, "__file__", None)
    if not file:
        return []
    name = "" if module.__name__ == "__main__" else module.__name__
    package = module.__package__ or ""
    above = package.count(".") + 1 if package else 0
    root = Path(file).resolve().parents[above]
    own = package.partition(".")[0] if root in _SHARED else ""
    found: dict[Path, None] = {}
    waiting = [(name, Path(file).resolve(), package)]
    while waiting:
        name, path, package = waiting.pop()
        if path in found:
            continue
        found[path] = None
        for imported in _imports(path, package):
            top = imported.partition(".")[0]
            if top == "seti_sim" or (root in _SHARED and top != own):
                continue  # the engine has a fingerprint of its own
            waiting += _parts(root, imported)
    return sorted(found)


def digest(files: list[Path]) -> str:
    """64 hexadecimal digits of the texts of files, whatever folder they lie in."""
    total = hashlib.sha256()
    for path in files:
        text = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.name} {len(text)}\n".encode() + text)
    return total.hexdigest()


def _parts(root: Path, dotted: str) -> list[tuple[str, Path, str]]:
    """(name, file, package) of a dotted name below a folder, and of the packages on the way to it."""
    found, folder, words = [], root, dotted.split(".")
    for at, word in enumerate(words, 1):
        name = ".".join(words[:at])
        inside = folder / word
        places = [(inside / f"__init__{suffix}", name) for suffix in all_suffixes()]
        places += [(folder / f"{word}{suffix}", name.rpartition(".")[0]) for suffix in all_suffixes()]
        found += [(name, path.resolve(), package) for path, package in places if path.is_file()][:1]
        folder = inside
    return found


def _imports(path: Path, package: str) -> list[str]:
    """Absolute dotted names that a source imports; of `from a import b` also a.b, which may be a module."""
    if path.suffix != ".py":
        return []
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return []
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            try:
                said = node.module or ""
                base = importlib.util.resolve_name("." * node.level + said, package) if node.level else said
            except ImportError:  # it goes above the top, which Python will say, too
                continue
            found += [base, *(f"{base}.{alias.name}" for alias in node.names if alias.name != "*")]
    return found
