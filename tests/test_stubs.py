"""The stubs of the compiled engines say what the engines have: the same names, the same parameters in the same order."""

import ast
import inspect
from pathlib import Path

import pytest

import seti_sim.planetx._engine
import seti_sim.seti._engine
from seti_sim.core.engines import ROOT

ENGINES = {"seti": seti_sim.seti._engine, "planetx": seti_sim.planetx._engine}


def stub(game):
    return ast.parse((Path(ROOT) / "seti_sim" / game / "_engine.pyi").read_text(encoding="utf-8")).body


def names(body):
    """Public names of a stub or a class of it; what a stub imports counts where it is handed on (`as` its own name)."""
    found = {}
    for node in body:
        if isinstance(node, ast.ImportFrom):
            found |= {item.asname: node for item in node.names if item.asname == item.name}
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return {name: node for name, node in found.items() if not name.startswith("_")}


def public(module_or_class, own=dir):
    return {name for name in own(module_or_class) if not name.startswith("_")}


@pytest.mark.parametrize("game", ENGINES)
def test_stub_names_what_the_compiled_module_has(game):
    engine, found = ENGINES[game], names(stub(game))
    assert set(found) == public(engine)
    for name, node in found.items():
        if isinstance(node, ast.ClassDef):
            assert set(names(node.body)) == public(getattr(engine, name), vars), name


@pytest.mark.parametrize("game", ENGINES)
def test_stub_has_the_parameters_of_the_compiled_functions(game):
    engine, seen = ENGINES[game], 0
    holders = [(engine, stub(game))]
    holders += [(getattr(engine, node.name), node.body) for node in stub(game) if isinstance(node, ast.ClassDef)]
    for holder, body in holders:
        for name, node in names(body).items():
            compiled = vars(holder)[name]
            if isinstance(node, ast.FunctionDef) and callable(compiled):  # properties take nothing
                parameters = inspect.signature(compiled).parameters.values()
                assert [p.name for p in parameters] == [a.arg for a in node.args.args], name
                assert sum(p.default is not p.empty for p in parameters) == len(node.args.defaults), name
                seen += 1
    assert seen > 20
