"""The vocabulary of the papers: each name has one meaning, and only statements of claims import all of it."""

import ast
import builtins
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from littlestone.spec import notation

ROOT = Path(__file__).resolve().parents[2]
NOTATION = "littlestone.spec.notation"


def statements_of_claims() -> Iterator[Path]:
    """The modules of the papers and collections: the packages in which claims are stated."""
    spec = ROOT / "spec" / "littlestone" / "spec"
    for package in sorted(path.parent for path in spec.glob("*/__init__.py")):
        modules = [path for path in sorted(package.rglob("*.py")) if path.name != "__init__.py"]
        texts = {path: path.read_text(encoding="utf-8") for path in modules}
        if any("\n@claim(" in text for text in texts.values()):
            yield from modules
        else:  # a database's claims are stated in a loop, and some of its modules only read it
            yield from (path for path, text in texts.items() if " claim(id, " in text)


def everything() -> list[Path]:
    return [path for root in ("spec", "impl", "proofs_check") for path in (ROOT / root).rglob("*.py")]


def starred(path: Path) -> list[str | None]:
    """The modules from which a file imports all names."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [n.module for n in nodes if isinstance(n, ast.ImportFrom) and any(alias.name == "*" for alias in n.names)]


def vocabulary_of(path: Path) -> str:
    """What the sections of a paper share, in a module of its own, which they may import whole too."""
    return f"littlestone.spec.{path.parent.name}.vocabulary"


def assigned(path: Path) -> set[str]:
    """The names that a module defines at its top level."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        else:
            names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return names


@pytest.mark.slow
def test_only_statements_of_claims_import_all_of_it() -> None:
    papers = set(statements_of_claims())
    assert len(papers) > 30
    face = ROOT / "spec" / "littlestone" / "claims" / "__init__.py"  # hands it on to users
    for path in everything():
        expected = [NOTATION] if path in papers | {face} else []
        assert [name for name in starred(path) if name != vocabulary_of(path)] == expected, path


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in statements_of_claims() if NOTATION in starred(p)], ids=lambda p: p.stem)
def test_no_module_gives_a_name_of_it_another_meaning(path: Path) -> None:
    nodes = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in nodes for alias in node.names}
    known = {name for module in starred(path) for name in import_module(module or "").__all__}
    assert (imported | assigned(path)) & known == set()


def test_each_name_is_the_object_of_its_home_module() -> None:
    path = Path(notation.__file__)
    nodes = [n for n in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(n, ast.ImportFrom)]
    homes = {alias.name: node.module for node in nodes for alias in node.names}
    assert not any(alias.asname for node in nodes for alias in node.names)
    for name in notation.__all__:
        own = name in assigned(path)
        assert own != (name in homes), name
        assert own or getattr(notation, name) is getattr(import_module(homes[name] or ""), name)


def test_all_of_it_is_listed_once_and_hides_nothing_of_python() -> None:
    listed = notation.__all__
    assert sorted(listed) == sorted({name for name in vars(notation) if name[0].isalpha()})
    assert len(listed) == len(set(listed)) and not set(listed) & set(dir(builtins))
    scope: dict[str, object] = {}
    exec(f"from {NOTATION} import *", scope)
    assert scope.keys() - {"__builtins__"} == set(listed)


def test_ranges_that_differ_in_name_differ() -> None:
    ranges = [v for v in vars(notation).values() if hasattr(v, "__metadata__")]
    domains = [(repr(v.__origin__), repr(v.__metadata__)) for v in ranges]
    assert len(ranges) > 20 and len(set(domains)) == len(domains)
