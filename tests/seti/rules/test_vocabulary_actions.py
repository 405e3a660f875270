"""Every row of the vocabulary of actions is known wherever an action has to be known, and a place that forgot is named.

What is made from the rows (numbers, notation, counts, `without=`, pages) is asked for each row; the chains of the engine,
the reference and the protocol have to name it in their text. The tests below take a word out of each place, and add
actions that nobody knows, to see the places named.
"""

import re
from functools import cache

import pytest

from seti_sim.seti import players
from seti_sim.seti.batch import ACTION_KINDS
from seti_sim.seti.notation import KINDS, Notation
from seti_sim.seti.pages.sections import ACTION_WORDS
from seti_sim.seti.rules import RuleSet
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.describe_table import ACTIONS as SENTENCES
from seti_sim.seti.studies.options import all_options
from seti_sim.seti.tables import schema
from seti_sim.seti.telling.phrases import FORMS, NOT_TOLD, Phrases
from seti_sim.seti.vocabulary_actions import ACTIONS, CHOICES, FREE, MAIN, PAID_ACTIONS, Action

from .sources import source

RULES = RuleSet.load()
NOTATION, PHRASES = Notation(RULES), Phrases(RULES)
#: Chains of conditions in the engine: (file, function, what it says of every row) of main, of free actions, of choices.
CHAINS = {
    "main": [
        ("ext/seti/apply.pxi", "main_action", "what it does"),
        ("ext/seti/greedy.pxi", "main_worth", "what it is worth to a player"),
    ],
    "free": [
        ("ext/seti/apply.pxi", "free_action", "what it does"),
        ("ext/seti/greedy.pxi", "free_worth", "what it is worth to a player"),
    ],
    "choice": [("ext/seti/greedy.pxi", "option_worth", "what it is worth to a player")],
}
OFFERED = "ext/seti/*.pxi"
SOLO = ("OBJECTIVE",)  # which the reference does not play
USES, DEVIATIONS = "ext/seti/uses.pxi", "seti_sim/seti/deviations.py"
#: Choices whose arguments are no object of a use (`use_of`): a number, or a space, which turns with the discs.
NO_OBJECT = ("SHOW", "PROBE", "PUSH", "SETTLE")
REFERENCE, COVERAGE, PROTOCOL = "tests/seti/reference/actions.py", "tests/seti/reference/coverage.py", "docs/protocol.md"


@cache
def body(text, function):
    """Text of a function, up to the next line that is not further in."""
    found = re.search(rf"^cdef [^\n]*\b{function}\(.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, function
    return found[0]


def of_notation(action):
    """Its text can be read again, and says something to a person."""
    if action.takes not in NOTATION.forms:
        yield f"seti_sim/seti/notation.py, forms: {action.takes}"
        return
    text = NOTATION.text(ACTIONS.index(action) << 24)
    word, _, rest = text.partition(" ")
    if word != action.word or rest.lower() not in NOTATION.forms[action.takes].known():
        yield f"seti_sim/seti/notation.py, forms: {text!r} cannot be read"
    if text not in NOT_TOLD and action.word not in ("move", "step") and PHRASES.one(text) == text:
        yield f"seti_sim/seti/telling/phrases.py, tell_{word}"


def of_action(kind, action, read):
    number = rf"\bA_{action.op}\b"
    for file, function, what in CHAINS[kind]:
        if not re.search(number, body(read(file), function)):
            yield f"{file}, {function}: {what}"
    if not re.search(rf"(\(|, )A_{action.op},", read(OFFERED)):
        yield f"{OFFERED}: where it is offered"
    if action.takes and action.op not in NO_OBJECT and not re.search(number, body(read(USES), "use_of")):
        yield f"{USES}, use_of: its object"
    if action.takes.startswith(("card", "cover")) and not re.search(rf'"{action.word}"', read(DEVIATIONS)):
        yield f"{DEVIATIONS}, _OF_CARDS: that its object is a card"
    yield from of_notation(action)
    if kind != "choice" and not re.search(rf'["\']{action.word}["\' ]|f"{action.word} ', read(REFERENCE)):
        yield f"{REFERENCE}: {action.word}"
    if action.op not in SOLO and not re.search(rf'["\'( ]{action.word}\b', read(COVERAGE)):
        yield f"{COVERAGE}: {action.word}"
    if not re.search(rf"`{action.word}\b|^\| launch,.*\b{action.word}\b", read(PROTOCOL), re.MULTILINE):
        yield f"{PROTOCOL}: {action.word}"
    if kind == "main" and not (action.doing and action.english):
        yield "seti_sim/seti/vocabulary_actions.py: doing, english"
    if action.cost:
        value = RULES.tree
        for part in action.cost.split("."):
            value = value.get(part, {})
        if not value:
            yield f"seti_sim/seti/data/board.toml: {action.cost}"


def forgotten(read=source, main=MAIN, free=FREE, choices=CHOICES):
    """One line for each place that does not know a row."""
    kinds = {"main": main, "free": free, "choice": choices}
    rows = [(row, place) for kind, actions in kinds.items() for row in actions for place in of_action(kind, row, read)]
    return [f"action {row.word}: forgotten in {place}" for row, place in rows]


def test_every_place_knows_every_action():
    assert "\n".join(forgotten()) == ""


def test_every_chain_of_the_engine_ends_in_a_fault():
    for file, function, _ in sum(CHAINS.values(), []):
        assert "unknown(" in body(source(file), function), (file, function)


def test_what_is_made_from_the_rows():
    """Numbers, counts, bars, options and pages go by the rows, whose places are the engine's numbers."""
    assert oc.ENUMS["A"] == tuple(row.op for row in ACTIONS) and KINDS == tuple(row.word for row in ACTIONS)
    counted = (*MAIN, *FREE)
    assert oc.ENUMS["ACT"] == tuple(row.op for row in counted)
    assert ACTION_KINDS == schema.FIXED["action"] == tuple(row.word for row in counted)
    for row in counted:
        bars = players.get(f"greedy[without={row.word}]").barred[0] if row.barred else 1 << ACTIONS.index(row)
        assert bars == 1 << ACTIONS.index(row)
        assert (row.word in all_options()) == (row.barred and row.asked)
    assert set(ACTION_WORDS) == {row.word for row in MAIN} and set(SENTENCES) == set(ACTION_KINDS)
    assert set(PAID_ACTIONS) == set(RULES.tree["actions"])
    assert ACTIONS.index(MAIN[0]) == 1 and len(ACTIONS) <= 63  # `random` draws among them by bits
    assert max(ACTIONS.index(row) for row in counted) < 32  # those that `without=` bars from are bits, too


# ---------------------------------------------------------------------- a place that forgets is named


def without(place, name, function=None):
    """A reader of the sources that leaves a name out of a function of a place, or of all of it."""

    def read(file):
        text = source(file)
        if file != place:
            return text
        part = body(text, function) if function else text
        return text.replace(part, re.sub(rf"\b{name}\b", "GONE", part))

    return read


@pytest.mark.parametrize(("kind", "op"), [("main", "ANALYZE"), ("main", "PASS"), ("free", "EXCHANGE"), ("choice", "GOLD")])
def test_a_chain_of_the_engine_that_forgets_is_named(kind, op):
    for file, function, what in CHAINS[kind]:
        found = forgotten(without(file, f"A_{op}", function))
        assert found == [f"action {op.lower()}: forgotten in {file}, {function}: {what}"]


@pytest.mark.parametrize(
    ("place", "name", "line"),
    [
        (OFFERED, "A_RESEARCH", f"action research: forgotten in {OFFERED}: where it is offered"),
        (USES, "A_GOLD", f"action gold: forgotten in {USES}, use_of: its object"),
        (DEVIATIONS, "corner", f"action corner: forgotten in {DEVIATIONS}, _OF_CARDS: that its object is a card"),
        (REFERENCE, "buy", f"action buy: forgotten in {REFERENCE}: buy"),
        (COVERAGE, "corner", f"action corner: forgotten in {COVERAGE}: corner"),
        (PROTOCOL, "settle", f"action settle: forgotten in {PROTOCOL}: settle"),
    ],
)
def test_a_text_that_forgets_is_named(place, name, line):
    assert forgotten(without(place, name)) == [line]


def test_a_new_action_is_asked_for_everywhere(monkeypatch):
    """A main action whose row says all, a free action that costs what the data do not have, and a choice without a form."""
    new = {"main": Action("REST", telling="rests", english="Rest.", doing="resting")}
    new |= {
        "free": Action("NAP", telling="naps", cost="free_actions.nap.cost"),
        "choice": Action("DREAM", "dream", telling=None),
    }
    chains = {kind: [f"{file}, {function}" for file, function, _ in CHAINS[kind]] for kind in CHAINS}
    monkeypatch.setattr("seti_sim.seti.notation.ACTIONS", (*ACTIONS, *new.values()))
    monkeypatch.setitem(globals(), "ACTIONS", (*ACTIONS, *new.values()))
    for row in (new["main"], new["free"]):
        monkeypatch.setitem(FORMS, row.word, row.telling)
    found = forgotten(main=(*MAIN, new["main"]), free=(*FREE, new["free"]), choices=(*CHOICES, new["choice"]))
    places = {kind: [re.sub(r".*: forgotten in ([^:]*).*", r"\1", line) for line in found if f" {row.word}:" in line]
              for kind, row in new.items()}  # fmt: skip
    assert places["main"] == [*chains["main"], OFFERED, REFERENCE, COVERAGE, PROTOCOL]
    assert places["free"] == [*chains["free"], OFFERED, REFERENCE, COVERAGE, PROTOCOL, "seti_sim/seti/data/board.toml"]
    uses, forms = f"{USES}, use_of", "seti_sim/seti/notation.py, forms"
    assert places["choice"] == [*chains["choice"], OFFERED, uses, forms, COVERAGE, PROTOCOL]


def test_an_action_without_a_sentence_is_named(monkeypatch):
    monkeypatch.delattr(Phrases, "tell_trace")
    assert forgotten() == ["action trace: forgotten in seti_sim/seti/telling/phrases.py, tell_trace"]
