"""Files written whole or not at all, with errors of one line; the TOML files of a folder by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .errors import RunError
from .places import is_url, reaching

GOES_ON = "what was finished stays, and the same command goes on from there"
"""What the reader of an error about a file can do, where games are played."""


def temporary_name(final: Path) -> Path:
    """The name of a file until it is whole. It ends in `.half`, so that no reader of `*.parquet` sees it."""
    return final.with_name(f".tmp-{os.getpid()}-{final.name}.half")


def write_whole(final: Path, content: bytes | memoryview, then: str = "") -> None:
    """Write bytes as a file, whole or not at all: it gets its name when all of it is on the disk. RunError as `writing`."""
    if is_url(final):
        with reaching(final):
            final.write_bytes(bytes(content))  # appears whole
        return
    temporary = temporary_name(final)
    with writing(final, temporary, then):
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, final)
        _sync_folder(final.parent)


@contextmanager
def writing(final: Path, temporary: Path | None = None, then: str = "") -> Iterator[None]:
    """Around the writing of a file or folder: nothing temporary stays, and an OSError becomes one line that names it.

    `then` says what the reader of that line can do.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise RunError(f"{final}: cannot be written ({reason})" + (f"; {then}" if then else "")) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Make a rename in a folder durable, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def toml_files(folder: Any) -> dict[str, Any]:
    """The TOML files of a folder (a path or resource): dict of name without `.toml` to the file, sorted by name; none where
    there is no folder."""
    if not folder.is_dir():
        return {}
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    return {entry.name.removesuffix(".toml"): entry for entry in found}
