"""Writes the catalogues of `seti_sim/locale`: `python docs/writers/make_languages.py [LANGUAGE]` brings all up to date with the
texts of the package, and begins one for a language that there is not (`it`). Translations that are there stay."""

import ast
import re
import sys
from datetime import UTC, datetime

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from seti_sim.core.language import DOMAIN, FOLDER, languages
from seti_sim.planetx import components as planetx
from seti_sim.seti import components as seti

KEYWORDS = {"tr": None, "trn": (1, 2), "marked": None, "_": None, "ngettext": (1, 2)}


def of_python(file, keywords, tags, options):
    """Babel's extraction from Python, by the syntax tree: it looks into f-strings with any version of Python."""
    text = file.read()
    if not re.search(rb"\b(tr|trn|marked)\(", text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = tuple(text.value if isinstance(text, ast.Constant) else None for text in node.args)
            yield node.lineno, node.func.id, texts if len(texts) > 1 else texts[0], []


METHODS = [("**.py", of_python), ("**/templates/page.html", "jinja2"), ("**/templates/page.js", "jinja2")]
HEAD = "# Words of seti_sim in {language}. Written by docs/writers/make_languages.py, translated by hand (docs/languages.md)."
WHEN = datetime(2026, 1, 1, tzinfo=UTC)  # always the same, so that a catalogue changes with its words alone


def template() -> Catalog:
    """All messages: components first, then texts of tables, then those of the code in the order of its files."""
    made = Catalog(domain=DOMAIN, project="seti_sim", creation_date=WHEN)
    for game in (seti, planetx):
        for kind, named in game.components().items():
            for name, english in named.items():
                made.add(name, context=kind, auto_comments=[] if english == name else [english])
        for text in game.texts():
            made.add(text)
    found = extract_from_dir(str(FOLDER.parent), METHODS, {}, KEYWORDS, ())
    for _, _, message, _, context in sorted(found, key=lambda row: (row[0], row[1])):
        made.add(message, context=context)
    return made


def updated(language: str, source: Catalog) -> Catalog:
    """The catalogue of a language with the messages of `source`, and the translations that it has of them."""
    file = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    fresh = Catalog(
        Locale.parse(language), DOMAIN, HEAD.format(language=Locale.parse(language).get_display_name("en")), "seti_sim",
        creation_date=WHEN, revision_date=WHEN, fuzzy=False,
    )  # fmt: skip
    there = read_po(file.open(encoding="utf-8"), language) if file.exists() else Catalog(language)
    for message in source:
        if message.id:
            was = there.get(message.id, message.context)
            same = was is not None and isinstance(was.id, tuple) == isinstance(message.id, tuple)
            kept = was.string if was is not None and same else ""
            fresh.add(message.id, kept or "", auto_comments=message.auto_comments, context=message.context)
    return fresh


def write(language: str, source: Catalog) -> None:
    file = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    made = updated(language, source)
    with file.open("wb") as out:
        write_po(out, made, width=0)


def main(asked: list[str]) -> None:
    for language in asked:
        try:
            Locale.parse(language)
        except (UnknownLocaleError, ValueError):
            sys.exit(f"{language}: expected a language as Babel knows it, as it")
    source = template()
    for language in dict.fromkeys([*languages()[1:], *asked]):
        write(language, source)
        missing = sum(
            not any(m.string) if isinstance(m.string, tuple) else not m.string for m in updated(language, source) if m.id
        )
        print(f"{language}: {missing} of {len(source)} messages have no translation")


if __name__ == "__main__":
    main(sys.argv[1:])
