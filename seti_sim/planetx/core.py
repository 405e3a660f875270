"""The seam to the compiled engine: its structs as NumPy types."""

from __future__ import annotations

from seti_sim.seti.core import dtypes_of

from . import _engine

_LAYOUTS = _engine.struct_layouts()
struct_dtype = dtypes_of(_LAYOUTS)
"""NumPy type of one of the engine's structs by name, fields at the engine's own offsets."""


def fields(name: str) -> dict[str, tuple]:
    """{field: (format, count or 0, offset)} of a struct."""
    return {field: tuple(rest) for field, *rest in _LAYOUTS[name][1]}
