"""The arrows between the rooms run one way: proofs_check -> impl -> spec, and inside each of them by its own order."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("spec", "impl", "proofs_check")  # a floor imports those before it
MOST_FILES = 15

Arrow = tuple[str, str]


def modules() -> dict[str, Path]:
    """Every module of the three floors with its file; a package stands for its ``__init__``.

    The faces beside them are for users alone: tests/test_face.py.
    """
    found = {}
    for floor in FLOORS:
        for file in (ROOT / floor / "littlestone" / floor).rglob("*.py"):
            parts = file.relative_to(ROOT / floor).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


@cache
def imported(source: str) -> frozenset[str]:
    """The modules that a source text imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def room(module: str) -> str:
    """The package that a module lies in, without the namespace; a package is the room itself."""
    is_package = (ROOT / module.split(".")[1] / module.replace(".", "/")).is_dir()
    return ".".join(module.split(".")[1 : None if is_package else -1])


def arrows(sources: Mapping[str, str]) -> set[Arrow]:
    """The arrows between rooms, given the text of each module; only imports of these modules count.

    Where a module of a package is imported, its package is not an arrow of its own.
    """
    found = set()
    for module, source in sources.items():
        names = imported(source) & sources.keys()
        inner = {name for name in names if not any(other.startswith(f"{name}.") for other in names)}
        found |= {(room(module), room(name)) for name in inner}
    return {(a, b) for a, b in found if a != b}


def upward(found: Iterable[Arrow]) -> set[Arrow]:
    """The arrows from a floor to one above it."""
    return {(a, b) for a, b in found if FLOORS.index(a.split(".")[0]) < FLOORS.index(b.split(".")[0])}


def circle(found: Iterable[Arrow]) -> list[str]:
    """Rooms that import each other in a circle, none where there is no circle."""
    graph = defaultdict(set)
    for a, b in found:
        graph[a].add(b)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def collections() -> set[str]:
    """The rooms of papers and other collections of claims: each lists the ids that it promises."""
    return {f"spec.{file.parent.name}" for file in (ROOT / "spec/littlestone/spec").glob("*/promised.toml")}


def between_collections(found: Iterable[Arrow]) -> set[Arrow]:
    """The arrows from one paper, or collection of claims, to another."""
    rooms = collections()
    return {(a, b) for a, b in found if a in rooms and b in rooms}


def between_sections(sources: Mapping[str, str]) -> set[Arrow]:
    """The imports of one section of a paper, or module of a collection, by another: what they share is a vocabulary."""
    papers = {f"littlestone.{room}" for room in collections()}
    sections = {m for m in sources if m.rpartition(".")[0] in papers and not m.endswith(".vocabulary")}
    return {(m, name) for m in sections for name in imported(sources[m]) & sections}


@pytest.fixture(scope="module")
def found() -> set[Arrow]:
    return arrows({name: file.read_text(encoding="utf-8") for name, file in modules().items()})


@pytest.mark.slow
def test_no_floor_imports_the_one_above(found: set[Arrow]) -> None:
    assert len(found) > 50 and upward(found) == set()


def test_rooms_do_not_import_each_other_in_a_circle(found: set[Arrow]) -> None:
    assert circle(found) == []


@pytest.mark.slow
def test_no_paper_imports_another_and_no_section_another(found: set[Arrow]) -> None:
    assert between_collections(found) == set()
    assert between_sections({name: file.read_text(encoding="utf-8") for name, file in modules().items()}) == set()


def test_a_room_holds_a_dozen_files() -> None:
    files = defaultdict(list)
    for file in modules().values():
        files[str(file.parent.relative_to(ROOT))].append(file.name)
    crowded = {place: len(names) for place, names in files.items() if len(names) > MOST_FILES}
    assert {place for place in crowded if f"spec.{Path(place).name}" not in collections()} == set()


def test_the_alarm_rings() -> None:
    up = {"littlestone.spec.claim": "def f():\n    from littlestone.impl.online import standard_optimal_algorithm"}
    every = dict.fromkeys(modules(), "")
    assert upward(arrows(every | up)) == {("spec", "impl.online")}
    assert upward(arrows(every | {"littlestone.impl.registry": "import littlestone.spec.classes.trees"})) == set()
    there = {"littlestone.spec.algebra.circuit": "import littlestone.spec.classes.trees"}
    back = {"littlestone.spec.classes.trees": "from littlestone.spec.algebra import circuit"}
    assert circle(arrows(every | there)) == []
    assert set(circle(arrows(every | there | back))) == {"spec.algebra", "spec.classes"}
    sections = [name for name in every if name.startswith("littlestone.spec.bgs21.")]
    across = {"littlestone.spec.dim.dimension_theory": f"import {sections[0]}"}
    assert between_collections(arrows(every | across)) == {("spec.dim", "spec.bgs21")}
    one, other = "littlestone.spec.bgs21.section4_psi", "littlestone.spec.bgs21.section7_reverse"
    assert between_sections(every | {one: f"import {other}"}) == {(one, other)}


def reached(sources: Mapping[str, str], start: str) -> set[str]:
    """The modules that a module imports, at any depth and anywhere in them."""
    found, waiting = set[str](), [start]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(sources[module]) & sources.keys()
    return found


SOLVING = (
    "provers",
    "solvers",
    "circuits",
    "numbers",
    "verdicts",
    "questions",
    "generation",
    "compute",
    "certificates",
)


@pytest.mark.parametrize(
    "checker", ["certificates", "encoding", "refutations.propagation", "refutations.dimacs", "replays", "searches"]
)
def test_the_checkers_of_certificates_share_no_code_with_the_provers(checker: str) -> None:
    sources = {name: file.read_text(encoding="utf-8") for name, file in modules().items()}
    rooms = {f"littlestone.proofs_check.{room}" for room in SOLVING}
    shared = {
        m for m in reached(sources, f"littlestone.proofs_check.rechecking.{checker}") for r in rooms if m.startswith(r)
    }
    assert shared == set()
    provers = reached(sources, "littlestone.proofs_check.provers.registry")
    assert not any(m.startswith("littlestone.proofs_check.rechecking") for m in provers)
    assert {f"littlestone.proofs_check.{module}" for module in ("circuits.program", "numbers.signs")} <= provers
    checked = reached(sources, "littlestone.proofs_check.rechecking.replays")
    assert "littlestone.proofs_check.rechecking.derivations.forms" in checked


def test_the_package_of_three_floors_begins_on_the_upper_one() -> None:
    (first,) = ROOT.glob("*/littlestone/__init__.py")
    assert first.parent.parent.name == "proofs_check" and "extend_path(__path__" in first.read_text(encoding="utf-8")


def private_imports(source: str) -> list[str]:
    """The names with a leading underscore that a source text imports from modules of the kit."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    of_kit = [node for node in nodes if f"{node.module}".startswith("littlestone.")]
    return [alias.name for node in of_kit for alias in node.names if alias.name.startswith("_")]


def test_no_module_takes_what_is_private_to_another() -> None:
    assert private_imports("from littlestone.spec.claim import CLAIMS, _registry") == ["_registry"]
    found = {name: private_imports(file.read_text(encoding="utf-8")) for name, file in modules().items()}
    assert {name: names for name, names in found.items() if names} == {}
