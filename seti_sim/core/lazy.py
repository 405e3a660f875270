"""Packages whose names are imported when they are first asked for, so that the command line starts at once."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def later(package: str, places: dict[str, str]) -> Callable[[str], Any]:
    """`__getattr__` of a package: places says of each of its names `module:name`, or `module` for a module."""

    def __getattr__(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, what = places[name].partition(":")
        found = import_module(module)
        return getattr(found, what) if what else found

    return __getattr__
