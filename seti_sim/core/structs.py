"""Structs of a compiled engine as NumPy types."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

Layouts = dict[str, tuple[int, list[tuple[str, str, int, int]]]]
"""An engine's `struct_layouts()`: {struct: (size in bytes, [(field, NumPy format or struct name, count or 0, offset)])}."""


def dtypes_of(layouts: Layouts) -> Callable[[str], np.dtype]:
    """A function: name of a struct of `layouts` -> its NumPy type, offsets included."""

    @cache
    def struct_dtype(name: str) -> np.dtype:
        size, fields = layouts[name]
        formats: list[Any] = []
        for _, kind, count, _ in fields:
            base = struct_dtype(kind) if kind in layouts else np.dtype(kind)
            formats.append((base, (count,)) if count else base)
        return np.dtype(
            {"names": [f[0] for f in fields], "formats": formats, "offsets": [f[3] for f in fields], "itemsize": size}
        )

    return struct_dtype
