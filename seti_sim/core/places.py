"""Where a run's folder may lie: on a disk that this machine has, or at a URL (`s3://bucket/run`), through fsspec.

What stands for a folder at a URL is a `UPath`, which is used like a path. Object stores know no locks, no files that grow and no
renaming; what is written to one appears whole. What is asked of them goes through here, so that their errors, which every one of
these libraries has of its own kinds, become one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from .errors import RunError, SetiSimError

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/")  # a drive of Windows has one letter
FOOTER = 1 << 16
"""Bytes at the end of a part that are read to see what it is."""
PACKAGES = {"s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs", "abfss": "adlfs"}
"""What fsspec needs for some schemes. Polars reads these by itself."""


def place(path: str | Path) -> Any:
    """A path; for a URL what is used like one. RunError, in one line, for a scheme that there is not or whose package is missing."""
    if not isinstance(path, str) or "://" not in path:
        return Path(path) if isinstance(path, str) else path
    found = urlsplit(path)
    if found.scheme in ("file", "local"):
        return Path(unquote(found.netloc + found.path))
    try:
        from upath import UPath
    except ImportError:
        raise RunError(f"{path}: the package universal_pathlib is missing, which URLs need: pip install -e '.[url]'") from None
    try:
        where = UPath(path, use_listings_cache=False)  # others write there, too
        _ = where.fs  # here fsspec says what is missing
    except ImportError as error:
        package = PACKAGES.get(found.scheme)
        raise RunError(
            f"{path}: " + (f"the package {package} is missing: pip install {package}" if package else _line(error))
        ) from None
    except ValueError as error:
        raise RunError(f"{path}: {_line(error)}; expected a folder, or a URL that fsspec knows, as s3://bucket/run") from None
    if not found.netloc:
        raise RunError(f"{path}: expected a bucket after {found.scheme}://")
    return where


def is_url(path: Any) -> bool:
    """Whether it stands for a URL."""
    return hasattr(path, "storage_options") and not isinstance(path, Path)


def check_no_url(path: str | Path) -> None:
    """RunError for a URL, also one that became a path, where only a folder or file on a disk will do."""
    if is_url(path) or _URL.match(str(path)):
        raise RunError(
            f"{path}: expected a path on a disk; URLs are for the folder of a run: in run, info, report and open_run"
        )


@contextmanager
def reaching(path: Any, kind: type[SetiSimError] = RunError) -> Iterator[None]:
    """Around what is asked of a place: at a URL whatever goes wrong becomes one line that names it."""
    try:
        yield
    except SetiSimError:
        raise
    except Exception as error:
        if not is_url(path):
            raise
        raise kind(f"{path}: {_line(error)}") from None


def _line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def listed(folder: Any) -> list[str]:
    """The names of the files in a folder, sorted; none where there is no folder."""
    with reaching(folder):
        return sorted(file.name for file in folder.glob("*"))


def size_of(folder: Any) -> int:
    """Bytes of all Parquet files below a folder."""
    with reaching(folder):
        if is_url(folder):
            found = folder.fs.find(folder.path, detail=True)
            return sum(int(about["size"]) for name, about in found.items() if name.endswith(".parquet"))
        return sum(file.stat().st_size for file in folder.rglob("*.parquet"))


def end_of(file: Any) -> bytes:
    """The end of a Parquet file at a URL, with its whole footer; nothing where there is no file."""
    with reaching(file):
        try:
            size = file.stat().st_size
        except FileNotFoundError:
            return b""
        content: bytes = file.fs.cat_file(file.path, start=max(size - FOOTER, 0))
        if content[-4:] == b"PAR1" and len(content) >= 12:
            whole = int.from_bytes(content[-8:-4], "little") + 8
            if len(content) < whole <= size:
                content = file.fs.cat_file(file.path, start=size - whole)
        return content
