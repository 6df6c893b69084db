"""The arrows between the rooms run one way: proofs_check -> impl -> spec."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {"spec": ("impl", "proofs_check"), "impl": ("proofs_check",), "proofs_check": ()}


def imported(source: str) -> set[str]:
    """The modules that a source text imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def breaches(room: str, source: str) -> set[str]:
    return {name for name in imported(source) for other in FORBIDDEN[room] if name.startswith(f"littlestone.{other}")}


@pytest.mark.parametrize("room", FORBIDDEN)
def test_no_room_imports_upwards(room: str) -> None:
    files = list((ROOT / room).rglob("*.py"))
    assert files
    assert {str(f): found for f in files if (found := breaches(room, f.read_text(encoding="utf-8")))} == {}


def test_a_breach_is_seen() -> None:
    assert breaches("spec", "def f():\n    from littlestone.impl import online") == {
        "littlestone.impl",
        "littlestone.impl.online",
    }
    assert breaches("impl", "import littlestone.proofs_check.cli") == {"littlestone.proofs_check.cli"}
    assert breaches("impl", "import littlestone.spec.trees") == set()


def test_the_namespace_package_has_no_init() -> None:
    assert not list(ROOT.glob("*/littlestone/__init__.py"))
