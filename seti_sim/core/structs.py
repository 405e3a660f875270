"""Structs of a compiled engine as NumPy types."""

from functools import cache

import numpy as np


def dtypes_of(layouts: dict):
    """A function: name of a struct of `layouts` (an engine's `struct_layouts()`) -> its NumPy type, offsets included."""

    @cache
    def struct_dtype(name: str) -> np.dtype:
        size, fields = layouts[name]
        formats = []
        for _, kind, count, _ in fields:
            base = struct_dtype(kind) if kind in layouts else np.dtype(kind)
            formats.append((base, (count,)) if count else base)
        return np.dtype(
            {"names": [f[0] for f in fields], "formats": formats, "offsets": [f[3] for f in fields], "itemsize": size}
        )

    return struct_dtype
