"""Build of the compiled engines. `SETI_SIM_CHECKED=1` builds them with bounds, undefined-behaviour and invariant checks,
`SETI_SIM_CHECKED=address` with AddressSanitizer besides, which has to be loaded before Python (docs/engine.md).

Four include files are made here from the only place where their content is written: the numbers of the bytecode
(`seti_sim/seti/vocabulary.py` and `rules/opcodes.py`), the engines' structs and the table of their fields (`structs.toml` of
each), which lets Python read and write a state by name, and the fingerprint of the engine's sources
(`seti_sim/core/engines.py`).
"""

import os
import re
import runpy
import sys
import tomllib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

HERE = Path(__file__).resolve().parent
SETI, PLANETX, SHARED = Path("ext/seti"), Path("ext/planetx"), Path("ext/shared")
CTYPES = {f"{u}int{n}_t": f"{'u' if u else 'i'}{n // 8}" for u in ("u", "") for n in (8, 16, 32, 64)}


def write_if_new(path: Path, text: str) -> None:
    """Leave an equal file alone, so that its time does not make everything build again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def described_structs(file: Path, counts: set[str]) -> tuple[dict, dict]:
    """(sizes {name: number or expression}, structs {struct: [(field, type, size of each dimension)]}) of a `structs.toml`.

    counts: names of sizes that are defined elsewhere. What is wrong in the file ends the build with one line.
    """
    text = tomllib.loads(file.read_text(encoding="utf-8"))
    sizes, structs = text["sizes"], {}

    def check(where: str, expression: str) -> None:
        for name in re.findall(r"[A-Za-z_]\w*", expression):
            if name not in sizes and name not in counts:
                sys.exit(f"{file}: {where}: {name}: expected one of [sizes]")

    for name, value in sizes.items():
        check(f"sizes.{name}", str(value))
    for name, fields in text["structs"].items():
        structs[name] = []
        for field, what in fields.items():
            where = f"structs.{name}.{field}"
            found = re.fullmatch(r"(\w+)((?:\[[A-Z][A-Z_]*(?: \* [A-Z][A-Z_]*)*\])*)", what)
            if not found or found[1] not in CTYPES and found[1] not in structs:
                sys.exit(f"{file}: {where}: {what}: expected a type and sizes by name, as uint8_t[SEATS]")
            check(where, found[2])
            structs[name].append((field, found[1], re.findall(r"\[(.*?)\]", found[2])))
    return sizes, structs


def cython_structs(sizes: dict, structs: dict) -> str:
    """The text of `_structs.pxi`: the sizes as an enum, and the structs."""
    lines = ["# Made by setup.py from structs.toml; not edited by hand.", "cdef enum:"]
    lines += [f"    {name} = {value}" for name, value in sizes.items()]
    for name, fields in structs.items():
        lines += [f"ctypedef struct {name}:"]
        lines += [f"    {kind} {field}{''.join(f'[{size}]' for size in dims)}" for field, kind, dims in fields]
    return "\n".join(lines) + "\n"


def struct_layouts(structs: dict) -> str:
    """A Cython function `struct_layouts()` -> {struct: (size, [(field, format, count, offset)])}."""
    lines = [
        "# Made by setup.py from structs.toml; not edited by hand.",
        "def struct_layouts():",
        '    """{struct: (size in bytes, [(field, NumPy format or struct name, count or 0, offset)])}."""',
        *(f"    cdef {name}* p{name} = <{name}*> malloc(sizeof({name}))" for name in structs),
        "    layouts = {",
    ]
    for name, fields in structs.items():
        lines.append(f"        '{name}': (sizeof({name}), [")
        for field, kind, dims in fields:
            offset = f"<char*> &p{name}.{field} - <char*> p{name}"
            lines.append(f"            ('{field}', '{CTYPES.get(kind, kind)}', {' * '.join(dims) or 0}, {offset}),")
        lines.append("        ]),")
    lines += ["    }", *(f"    free(p{name})" for name in structs), "    return layouts"]
    return "\n".join(lines) + "\n"


def op_lengths(opcodes: dict) -> str:
    lengths = ", ".join(str(opcodes["OP_LENGTH"][op]) for op in opcodes["OPS"])
    return f"cdef int[{len(opcodes['OPS'])}] OP_LENGTHS = [{lengths}]\n"


os.chdir(HERE)
sys.path.insert(0, str(HERE))  # for the vocabulary, which the numbers are made from
opcodes = runpy.run_path("seti_sim/seti/rules/opcodes.py")
write_if_new(SETI / "_opcodes.pxi", opcodes["cython_enum"]() + op_lengths(opcodes))
fingerprint = runpy.run_path("seti_sim/core/engines.py")["fingerprint"]
for engine, counts in ((SETI, {f"N_{prefix}" for prefix in opcodes["ENUMS"]}), (PLANETX, set())):
    sizes, structs = described_structs(engine / "structs.toml", counts)
    write_if_new(engine / "_fingerprint.pxi", f'FINGERPRINT = "{fingerprint(engine.name, HERE)}"\n')
    write_if_new(engine / "_structs.pxi", cython_structs(sizes, structs))
    write_if_new(engine / "_field_table.pxi", struct_layouts(structs))

checked = os.environ.get("SETI_SIM_CHECKED", "0")
if checked not in ("0", "", "1", "address"):
    sys.exit(f"SETI_SIM_CHECKED={checked}: expected 0, 1 or address")
is_checked = checked in ("1", "address")
windows = sys.platform == "win32"
# -g0: Python's own flags ask for debug symbols, which double the compile time and quadruple the library.
compile_args = [] if windows else ["-O2", "-g0", "-fno-strict-aliasing", "-Wno-unused-function", "-Wno-unreachable-code"]
link_args: list[str] = []
if is_checked:
    # The sanitiser stops the process at the first out-of-range index or undefined operation. Not bounds-strict: to it
    # Python's own objects, whose last array is longer than declared, are faults.
    sanitisers = "-fsanitize=address,undefined" if checked == "address" else "-fsanitize=undefined"
    # -O1: half the time of -O2 to compile, and the checks are what the build is slow by.
    compile_args += ["-O1", sanitisers, "-fno-sanitize-recover=all"]
    link_args = [sanitisers]


def extension(name: str, engine: Path) -> Extension:
    return Extension(
        name,
        [str(engine / "engine.pyx")],
        depends=[str(p) for folder in (engine, SHARED) for p in sorted(folder.glob("*.pxi"))] + [str(engine / "structs.toml")],
        define_macros=[("SETI_CHECKED", "1" if is_checked else "0")],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )


def compiled(name: str, engine: Path) -> list[Extension]:
    # The C files of the two builds differ only by macros, so one set serves both.
    return cythonize([extension(name, engine)], build_dir="build/cython", include_path=[str(engine), str(SHARED)])


setup(
    # The experiments lie beside the package, where they are found and copied, and go into it where it is installed.
    packages=[*find_packages(include=["seti_sim*"]), "seti_sim.experiments"],
    package_dir={"seti_sim.experiments": "experiments"},
    options={"build_ext": {"parallel": 2}},
    ext_modules=compiled("seti_sim.seti._engine", SETI) + compiled("seti_sim.planetx._engine", PLANETX),
)
