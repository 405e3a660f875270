"""How the engines are compiled here: pyproject.toml names `BuildEngines` as the command `build_ext` of setuptools.

It stands beside setup.py and not in it, since the text of that is part of the engines' fingerprint, and this changes no engine.
"""

import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools.command.build_ext import build_ext
from setuptools.errors import PlatformError

INSTALL = {
    "linux": "Debian and Ubuntu: apt install gcc python3-dev; Fedora: dnf install gcc python3-devel",
    "darwin": "xcode-select --install",
    "win32": "the Build Tools for Visual Studio, with C++",
}
"""Where a compiler comes from, by `sys.platform`."""


class BuildEngines(build_ext):
    """Compiles the engines, and says in one line what is missing where they cannot be compiled here."""

    def run(self):
        try:
            super().run()
        except PlatformError as error:  # on Windows the compiler is looked for before anything is compiled
            refuse(str(error).splitlines()[0])

    def build_extensions(self):
        program = (getattr(self.compiler, "compiler_so", None) or [None])[0]
        if program and not shutil.which(program):
            refuse(f"no C compiler ({program})")
        header = Path(sysconfig.get_path("include"), "Python.h")
        if not header.exists():
            refuse(f"no headers of Python ({header})")
        if self.compiler.compiler_type == "msvc":  # it counts bits by other names
            for extension in self.extensions:
                extension.extra_compile_args.append(f"/FI{Path('ext/shared/msvc.h').resolve()}")
        super().build_extensions()


def refuse(why: str) -> None:
    """End the build."""
    how = INSTALL.get(sys.platform, "a C compiler and the headers of Python")
    sys.exit(f"seti_sim: {why}, which its engines are built with from source; install one ({how}), or a wheel of seti_sim")
