"""Every public name says what it is; the site has a page for each part, and its table of contents every page of docs/."""

import importlib
import inspect
import re

import pytest

from .test_docs import ROOT, script

SITE = script(ROOT / "docs/site/hooks.py")


def public(module):
    """{name: thing} of a module: what `__all__` names, or what it defines itself under a name that does not hide."""
    named = getattr(module, "__all__", None)
    if named is not None:
        return {name: getattr(module, name) for name in named}
    own = {name: thing for name, thing in vars(module).items() if getattr(thing, "__module__", None) == module.__name__}
    return {name: thing for name, thing in own.items() if not name.startswith("_")}


def members(kind):
    """{name: thing} of a class: methods and properties of ours that do not hide."""
    found = {name: inspect.getattr_static(kind, name) for name in dir(kind) if not name.startswith("_")}
    homes = {name: next(base for base in kind.__mro__ if name in vars(base)) for name in found}
    told = {name: thing for name, thing in found.items() if homes[name].__module__.partition(".")[0] == "seti_sim"}
    return {name: thing for name, thing in told.items() if isinstance(thing, property) or inspect.isroutine(thing)}


def silent(where, things):
    """Names of things that say nothing of themselves, or only what Python makes of a dataclass."""
    for name, thing in things.items():
        if inspect.isclass(thing):
            said = thing.__doc__ and not thing.__doc__.startswith(f"{thing.__name__}(")
            yield from [] if said else [f"{where}.{name}"]
            yield from silent(f"{where}.{name}", members(thing))
        elif callable(thing) or isinstance(thing, (property, staticmethod, classmethod)):
            yield from [] if inspect.getdoc(thing) else [f"{where}.{name}"]


@pytest.mark.parametrize("package", [*SITE.PACKAGES, *SITE.FOLDERS])
def test_every_public_name_says_what_it_is(package):
    names = SITE.modules(package) if package in SITE.FOLDERS else [package]
    found = [importlib.import_module(name) for name in [package, *names]]
    assert [module.__name__ for module in found if not module.__doc__] == []
    assert [name for module in found for name in silent(module.__name__, public(module))] == []


def test_a_name_that_says_nothing_is_found():
    class Silent:
        """A class."""

        def method(self): ...

    Silent.__module__ = "seti_sim.made"
    assert list(silent("made", {"Silent": Silent, "function": lambda: 0, "number": 3})) == [
        "made.Silent.method",
        "made.function",
    ]


def test_functions_named_after_their_module_are_told_as_functions():
    found = SITE.named("seti_sim.studies")
    assert found["compare"] == "seti_sim.studies.compare.compare" and found["load"] == "seti_sim.studies.store.load"
    assert SITE.named("seti_sim")["load_study"] == "seti_sim.studies.load" and "__version__" not in SITE.named("seti_sim")
    assert "::: seti_sim.studies.compare.compare\n" in SITE.reference()["seti_sim.studies"]


def test_the_site_has_every_page_once():
    text = (ROOT / "docs/site/mkdocs.yml").read_text(encoding="utf-8")
    listed = re.findall(r"^ +- (?:.*: )?(\S+\.md)$", text.partition("\nnav:")[2], re.M)
    there = [page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed) == sorted([*there, *SITE.ELSEWHERE])
    assert all((ROOT / source).is_file() for source in SITE.ELSEWHERE.values())


def test_the_whole_public_face_has_a_page():
    """Each package that names what is public of it, but for those that only pages and `Game.picture` go to."""
    inner = {f"seti_sim.{name}" for name in ("planetx.pages", "planetx.picture", "python.pages", "seti.picture")}
    naming = {
        ".".join(file.parent.relative_to(ROOT).parts)
        for file in ROOT.glob("seti_sim/**/__init__.py")
        if re.search(r"^__all__ =", file.read_text(encoding="utf-8"), re.M)
    }
    assert naming - inner == set(SITE.PACKAGES)


def test_links_lists_and_tables_are_those_of_the_site():
    assert SITE.linked("[a](docs/tables.md#games) [b](LICENSE) [c](docs/report.png)", "index.md") == (
        "[a](tables.md#games) b [c](report.png)"
    )
    assert SITE.linked("[d](../CONTRIBUTING.md#a-new-game) [e](#f) [g](nowhere.md)", "games.md") == (
        "[d](contributing.md#a-new-game) [e](#f) [g](nowhere.md)"
    )
    assert SITE.linked("[h](README.md) [i](../tables.md)", "rules/core.md") == "[h](README.md) [i](../tables.md)"
    assert SITE.spaced("words\n- one\n- two\n  - inner") == "words\n\n- one\n- two\n    - inner"
    assert SITE.spaced("words\n| a |\n| - |\n1. one\n2. two") == "words\n\n| a |\n| - |\n\n1. one\n2. two"
