"""Every row of the vocabulary is known wherever a word has to be known, and a place that was forgotten is named.

`forgotten` walks the table: the compiler and the English do the examples of each row, the engine and the reference have to
name it in their text, and a test has to cover it. The tests below it take a word out of each place, and add a row that
nobody knows, to see the places named.
"""

import re
import tomllib
from functools import cache

import pytest

from seti_sim.seti.rules import Node, RuleError, bounds
from seti_sim.seti.rules import opcodes as oc
from seti_sim.seti.rules.coder import Coder
from seti_sim.seti.rules.tree import printed_tree
from seti_sim.seti.rules.wording import Wording
from seti_sim.seti.vocabulary import (
    CONDITIONS,
    COUNTED,
    EVENT_WORDS,
    HAPPENINGS,
    VERBS,
    WORDS,
    Event,
    Key,
    Term,
    Verb,
    flag,
    whole,
)

from . import test_vocabulary_complete  # noqa: F401  its imports note what is tested
from .sources import source
from .vocabulary import TESTED

TREE = Node(printed_tree())
#: Chains of conditions in the engine: (file, the functions that together know every row, what they say of it).
CHAINS = {
    "OP": [
        ("ext/seti/effects.pxi", ("effect_options",), "what can be chosen for it"),
        ("ext/seti/effects.pxi", ("do_effect",), "what it does"),
        ("ext/seti/worth.pxi", ("sum_of_effects",), "what it is worth to a player"),
        ("ext/seti/rival.pxi", ("rival_effect", "skipped_by_rival"), "what the rival does for it"),
    ],
    "COND": [("ext/seti/counts.pxi", ("holds",), "whether it holds")],
    "CNT": [
        ("ext/seti/counts.pxi", ("count_of",), "how many there are"),
        ("ext/seti/worth.pxi", ("lean",), "what it is worth to a player"),
    ],
}
EVENTS_HAPPEN = "ext/seti/*.pxi"
REFERENCE = {kind: "tests/seti/reference/*.py" for kind in ("verb", "event")}
REFERENCE |= {kind: "tests/seti/reference/[ce]*.py" for kind in ("condition", "count")}
BOUNDS = "seti_sim/seti/rules/bounds.py"


@cache
def body(text, function):
    """Text of a function, up to the next line that is not further in."""
    found = re.search(rf"^( *)(?:cdef|def) [^\n]*\b{function}\(.*?\n(?=\1\S|\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, function
    return found[0]


def of_engine(prefix, name, read):
    for file, functions, what in CHAINS[prefix]:
        if not any(re.search(rf"\b{prefix}_{name}\b", body(read(file), function)) for function in functions):
            yield f"{file}, {' or '.join(functions)}: {what}"


def of_reference(kind, name, read):
    named = rf"def do_{name.replace('-', '_')}\(" if kind == "verb" else rf"[\"']{name}[\"']"
    if not re.search(named, read(REFERENCE[kind])):
        yield f"{REFERENCE[kind]}: {f'do_{name}'.replace('-', '_') if kind == 'verb' else name}"


def tables(row):
    return [
        tomllib.loads(f"x = [{example.replace(' + ', ',')}]")["x"] for example in row.examples + getattr(row, "of_species", ())
    ]


def compiler():
    """As for a species' card whose capsule is delivered to Earth, in its `play`."""
    coder = Coder(tuple(TREE.value["stars"]))
    coder.inside, coder.own_species, coder.deliver_to = "play", 0, oc.CELLS.index("earth")
    return coder


def compiled_and_said(row, number, compile_, say, method=""):
    """The compiler or the English, where it does not know an example of the row; `number` is what it has to become."""
    if not tables(row) and getattr(row, "name", "") != "ADJACENT":  # which is shown inside `choose-probe`
        yield "seti_sim/seti/vocabulary.py: an example"
    for file, does in (("coder.py or terms.py", compile_), ("wording….py", say)):
        for example in tables(row):
            try:
                for table in example:
                    node = Node(table)
                    found = does(node)
                    node.done()
            except (RuleError, KeyError, ValueError) as error:
                yield f"seti_sim/seti/rules/{file}{method}: {error}"
                break
            if does is compile_ and number is not None and found != number:
                yield f"seti_sim/seti/rules/{file}{method}: {example} becomes {found}, not {number}"
                break


def of_verb(verb, read, tested):
    if verb.op != "END":
        yield from of_engine("OP", verb.op, read)
    if verb.brings and not re.search(rf'^    "{verb.op}": ', read(BOUNDS), re.MULTILINE):
        yield f"{BOUNDS}, AMOUNTS: how much it brings"
    if not set(verb.causes) <= set(bounds.EVENTS) | set(bounds.IN_WORDS):
        yield f"{BOUNDS}, EVENTS or IN_WORDS: {', '.join(verb.causes)}"
    if verb.in_data:

        def lengths(node):
            """Whether it takes as many words of code as its row says."""
            coder = compiler()
            words = coder.effect(node)
            name = oc.OPS[words[0]] if words[0] < len(oc.OPS) else "?"
            return len(words) == WORDS[node.str("do")].length + (words[1] if name == "CHOOSE" else 0)

        method = ", do_" + verb.name.replace("-", "_")
        yield from compiled_and_said(verb, True, lengths, Wording(TREE).effect, method)
        if ("verb", verb.name) not in tested:
            yield f'tests/seti/rules/test_vocabulary_….py: @covers("verb", "{verb.name}", …)'
        yield from of_reference("verb", verb.name, read)


def of_term(kind, term, read, tested):
    def number(node):
        words = (compiler().terms if kind == "condition" else compiler().count_words)(node, True)
        return term.name and (oc.CONDS if kind == "condition" else oc.COUNTS)[words[0]]

    if term.name:
        yield from of_engine("COND" if kind == "condition" else "CNT", term.name, read)
    say = Wording(TREE).play_condition if kind == "condition" else Wording(TREE).per
    yield from compiled_and_said(term, term.name, number, say)
    if (kind, term.name or term.word) not in tested:
        yield f'tests/seti/rules/test_vocabulary_….py: @covers("{kind}", "{term.name}", …)'
    yield from of_reference(kind, term.word, read)


def of_event(event, read, tested):
    number = "EV_" + event.name.upper().replace("-", "_")
    if not event.of and not re.search(rf"later\([^\n]*\b{number}\b|event\.a = {number}\b", read(EVENTS_HAPPEN)):
        yield f"{EVENTS_HAPPEN}: where {number} happens (later)"
    yield from compiled_and_said(event, None, compiler().event, Wording(TREE).event)
    if ("event", event.name) not in tested:
        yield f'tests/seti/rules/test_vocabulary_….py: @covers("event", "{event.name}", …)'
    yield from of_reference("event", event.name, read)


def forgotten(read=source, tested=TESTED, verbs=VERBS, conditions=CONDITIONS, counts=COUNTED, events=HAPPENINGS):
    """One line for each place that does not know a row."""
    rows = [(f"verb {verb.name}", of_verb(verb, read, tested)) for verb in verbs]
    rows += [(f"condition {term.name or term.word}", of_term("condition", term, read, tested)) for term in conditions]
    rows += [(f"count {term.name}", of_term("count", term, read, tested)) for term in counts]
    rows += [(f"event {event.name}", of_event(event, read, tested)) for event in events]
    return [f"{row}: forgotten in {place}" for row, places in rows for place in places]


def test_every_place_knows_every_row():
    assert "\n".join(forgotten()) == ""


def test_every_chain_of_the_engine_ends_in_a_fault():
    for file, functions, _ in sum(CHAINS.values(), []):
        assert "unknown(" in body(source(file), functions[0]), (file, functions)


# ---------------------------------------------------------------------- a place that forgets is named


def without(place, name, functions=()):
    """A reader of the sources that leaves a name out of the functions of a place, or of all of it."""

    @cache
    def read(file):
        text = source(file)
        if file != place:
            return text
        for part in [body(text, function) for function in functions] or [text]:
            text = text.replace(part, re.sub(rf"\b{name}\b", "GONE", part))
        return text

    return read


@pytest.mark.parametrize(
    ("prefix", "name", "row"),
    [("OP", "ROTATE", "verb rotate"), ("COND", "HAND", "condition HAND"), ("CNT", "WINS", "count WINS")],
)
def test_a_chain_of_the_engine_that_forgets_is_named(prefix, name, row):
    for file, functions, what in CHAINS[prefix]:
        found = forgotten(without(file, f"{prefix}_{name}", functions))
        assert found == [f"{row}: forgotten in {file}, {' or '.join(functions)}: {what}"]


@pytest.mark.parametrize(
    ("place", "name", "line"),
    [
        (BOUNDS, "INCOME", f"verb income: forgotten in {BOUNDS}, AMOUNTS: how much it brings"),
        (REFERENCE["verb"], "do_rotate", f"verb rotate: forgotten in {REFERENCE['verb']}: do_rotate"),
        (REFERENCE["count"], "earth_sector", f"count EARTH_SECTOR: forgotten in {REFERENCE['count']}: earth_sector"),
        (REFERENCE["condition"], "hand", f"condition HAND: forgotten in {REFERENCE['condition']}: hand"),
        (REFERENCE["event"], "corner", f"event corner: forgotten in {REFERENCE['event']}: corner"),
        (EVENTS_HAPPEN, "EV_CORNER", f"event corner: forgotten in {EVENTS_HAPPEN}: where EV_CORNER happens (later)"),
    ],
)
def test_a_text_that_forgets_is_named(place, name, line):
    assert forgotten(without(place, name)) == [line]


@pytest.mark.parametrize("part", [Coder, Wording])
def test_a_method_that_is_missing_is_named(part, monkeypatch):
    monkeypatch.delattr(part, "do_choose")
    (line,) = forgotten()
    assert re.match(r"verb choose: forgotten in seti_sim/seti/rules/(coder|wording).*, do_choose: ", line)


def test_a_word_without_a_test_is_named():
    for (kind, name), line in {
        ("verb", "rotate"): "verb rotate",
        ("condition", "HAND"): "condition HAND",
        ("count", "WINS"): "count WINS",
        ("event", "corner"): "event corner",
    }.items():
        expected = f'{line}: forgotten in tests/seti/rules/test_vocabulary_….py: @covers("{kind}", "{name}", …)'
        assert forgotten(tested={key: keys for key, keys in TESTED.items() if key != (kind, name)}) == [expected]


def places(lines):
    return [re.sub(r".*: forgotten in ([^:]*).*", r"\1", line) for line in lines]


ENGINE_OF_VERBS = [f"{file}, {' or '.join(functions)}" for file, functions, _ in CHAINS["OP"]]


def test_a_new_verb_is_asked_for_everywhere(monkeypatch):
    """A verb whose row says all has to be known in the engine, the reference and a test; one that does not, in more places."""
    with pytest.raises(TypeError, match="brings"):
        Verb("WAVE", 1)  # what it brings has to be said
    verb = Verb("WAVE", 2, (whole("n", 1, 3),), "wave {n:|once|# times}", brings=(), examples=('{do="wave", n=2}',))
    monkeypatch.setitem(WORDS, "wave", verb)
    monkeypatch.setattr(oc, "OPS", (*oc.OPS, "WAVE"))
    rest = ["tests/seti/rules/test_vocabulary_….py", REFERENCE["verb"]]
    assert places(forgotten(verbs=(*VERBS, verb))) == ENGINE_OF_VERBS + rest
    verb = Verb("WAVE", 2, (Key("at", "star"),), causes=("cheer",), brings=("card",), examples=('{do="wave", at="vega"}',))
    monkeypatch.setitem(WORDS, "wave", verb)
    more = [f"{BOUNDS}, AMOUNTS", f"{BOUNDS}, EVENTS or IN_WORDS"]
    more += [f"seti_sim/seti/rules/{file}, do_wave" for file in ("coder.py or terms.py", "wording….py")]
    assert places(forgotten(verbs=(*VERBS, verb))) == ENGINE_OF_VERBS + more + rest


def test_a_new_condition_count_or_event_is_asked_for_everywhere(monkeypatch):
    term = Term("HATS", (whole("hats", 1, 3),), ("{hats=2}",))
    said = [
        "seti_sim/seti/rules/coder.py or terms.py",
        "seti_sim/seti/rules/wording….py",
        "tests/seti/rules/test_vocabulary_….py",
    ]
    for prefix, kind in (("COND", "conditions"), ("CNT", "counts")):
        rows = {"conditions": CONDITIONS, "counts": COUNTED}[kind] + (term,)
        engine = [f"{file}, {functions[0]}" for file, functions, _ in CHAINS[prefix]]
        assert places(forgotten(**{kind: rows})) == [*engine, *said, REFERENCE[kind[:-1]]]
    event = Event("bow", "bow{low: low}", "bow", (flag("low"),), ('{event="bow", low=true}',))
    monkeypatch.setitem(EVENT_WORDS, "bow", event)
    monkeypatch.setattr(oc, "EVENTS", (*oc.EVENTS, "bow"))
    found = places(forgotten(events=(*HAPPENINGS, event)))
    assert found == [EVENTS_HAPPEN, said[0], said[2], REFERENCE["event"]]
