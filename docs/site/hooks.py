"""What MkDocs asks while it builds the site: pages that lie outside of `docs/`, links as the repository has them, and a page of
reference for each part of the public face of the package.
"""

from __future__ import annotations

import ast
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "experiments.md": "experiments/README.md",
    "reports.md": "reports/README.md",
}
"""Pages of the site that stand elsewhere in the repository, by their place in the site."""
PACKAGES = (
    "seti_sim", "seti_sim.simulate", "seti_sim.tables", "seti_sim.studies", "seti_sim.charts", "seti_sim.report", "seti_sim.seti",
    "seti_sim.seti.rules", "seti_sim.seti.players", "seti_sim.seti.studies", "seti_sim.seti.charts", "seti_sim.planetx",
    "seti_sim.planetx.studies", "seti_sim.python", "seti_sim.rl",
)  # fmt: skip
"""The public face: what these packages name in `__all__`."""
FOLDERS = ("seti_sim.analysis", "seti_sim.stats", "seti_sim.seti.analysis")
"""And all that the modules of these do not hide."""


def modules(folder: str) -> list[str]:
    """The public modules of a package, by their full names."""
    found = ROOT.joinpath(*folder.split(".")).glob("*.py")
    return sorted(f"{folder}.{file.stem}" for file in found if not file.stem.startswith("_"))


def named(package: str) -> dict[str, str]:
    """{name: where it is from} of the `__all__` of a package, from its text: a function may have the name of its module."""
    body = ast.parse(ROOT.joinpath(*package.split("."), "__init__.py").read_text(encoding="utf-8"))
    homes, names = {}, []
    for node in ast.walk(body):
        if isinstance(node, ast.ImportFrom):
            home = f"{package}.{node.module}" if node.level else node.module
            homes |= {each.asname or each.name: f"{home}.{each.name}" for each in node.names}
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            names = ast.literal_eval(node.value)
    return {name: homes.get(name, f"{package}.{name}") for name in names if not name.startswith("_")}


def block(path: str, **options: object) -> str:
    """What asks for the docstrings of a module, class or function."""
    told = "".join(
        f"      {name}: {str(value).lower() if isinstance(value, bool) else value}\n" for name, value in options.items()
    )
    return f"::: {path}\n    options:\n{told}\n"


def reference() -> dict[str, str]:
    """The pages of reference: {name of a package: text of its page}."""
    pages = {}
    for package in PACKAGES:
        parts = [block(path, heading=name, toc_label=name) for name, path in named(package).items()]
        pages[package] = f"# {package}\n\n{block(package, members=False, show_root_heading=False)}{''.join(parts)}"
    for folder in FOLDERS:
        pages[folder] = f"# {folder}\n\n{''.join(block(name, show_root_full_path=True) for name in modules(folder))}"
    return pages


def in_site(path: str) -> str | None:
    """The place in the site of a file of the repository; None where it has none."""
    for place, source in ELSEWHERE.items():
        if path == source:
            return place
    file = ROOT / path
    return path.removeprefix("docs/") if path.startswith("docs/") and file.is_file() and file.suffix != ".py" else None


def linked(text: str, place: str) -> str:
    """The text of a page with links as the site has them; what is no page of it, such as a file of the sources, is named only."""
    here = posixpath.dirname(ELSEWHERE.get(place, f"docs/{place}"))

    def link(found: re.Match[str]) -> str:
        mark, words, target, anchor = found.groups()
        if "://" in target or not target:
            return found[0]
        path = posixpath.normpath(posixpath.join(here, target))
        if to := in_site(path):
            return f"{mark}[{words}]({posixpath.relpath(to, posixpath.dirname(place) or '.')}{anchor})"
        return words if (ROOT / path).exists() else found[0]  # what is not there at all ends the build

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)#\s]*)((?:#[^)]*)?)\)", link, text)


def spaced(text: str) -> str:
    """Lists and tables as MkDocs' Markdown knows them: after an empty line, and what is inside a list four blanks further in. A
    repository's asks for neither."""
    lines: list[str] = []
    for line in text.split("\n"):
        begins, before = re.match(r"- |\d+\. |\|", line), lines[-1] if lines else ""
        if (
            begins
            and before
            and not before.startswith((" ", begins[0]))
            and not (begins[0][0].isdigit() and before[0].isdigit())
        ):
            lines.append("")
        inside = re.match(" *", line)[0]
        lines.append(2 * inside + line[len(inside) :])
    return "\n".join(lines)


def on_config(config):
    """Pages of reference stand at the end of their part."""
    part = next(entry["Reference"] for entry in config.nav if "Reference" in entry)
    part.append({"Python": [{name: f"api/{name}.md"} for name in reference()]})
    return config


def on_files(files, config):
    """The pages that are not in `docs/`."""
    from mkdocs.structure.files import File

    for place, source in ELSEWHERE.items():
        files.append(File.generated(config, place, content=(ROOT / source).read_text(encoding="utf-8")))
    for name, text in reference().items():
        files.append(File.generated(config, f"api/{name}.md", content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    """Links, lists and tables as the site has them; what stands in a block of code stays."""
    pieces = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    if not page.file.src_uri.startswith("api/"):
        pieces[::2] = [spaced(linked(piece, page.file.src_uri)) for piece in pieces[::2]]
    return "".join(pieces)
