"""Packages that only some uses need, and the extra of each that brings it."""

from __future__ import annotations

from importlib.util import find_spec

from .errors import RunError, SetiSimError

EXTRAS = {
    "pandas": "pandas", "xlsxwriter": "excel", "duckdb": "duckdb",
    "pettingzoo": "rl", "gymnasium": "rl", "pyspiel": "openspiel", "distributed": "dask", "ray": "ray",
}  # fmt: skip


def need(package: str, what: str, error: type[SetiSimError] = RunError) -> None:
    """An error, in one line with the command that helps, where a package is missing that `what` needs."""
    if find_spec(package) is None:
        raise error(f"the package {package} is missing, which {what} needs: pip install -e '.[{EXTRAS[package]}]'")
