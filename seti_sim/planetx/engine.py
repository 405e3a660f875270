"""The seam to the compiled engine: its structs as NumPy types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seti_sim.core import engines
from seti_sim.core.structs import dtypes_of

if TYPE_CHECKING:
    from . import _engine
else:
    _engine = engines.load("planetx")
FINGERPRINT: str = _engine.FINGERPRINT
"""Of the sources that the engine was built from (`seti_sim.core.engines`)."""
_LAYOUTS = _engine.struct_layouts()
struct_dtype = dtypes_of(_LAYOUTS)
"""NumPy type of one of the engine's structs by name, fields at the engine's own offsets."""


def fields(name: str) -> dict[str, tuple]:
    """{field: (format, count or 0, offset)} of a struct."""
    return {field: tuple(rest) for field, *rest in _LAYOUTS[name][1]}
