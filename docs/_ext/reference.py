"""Writes the reference: a page for each public face, and one for each module that defines what a face offers.

What is internal has none: its 700 pages were a third of a site of 229 MB, and nobody may rely on what they say.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sphinx.application import Sphinx

import littlestone

INTERNAL = ("littlestone.spec", "littlestone.impl", "littlestone.proofs_check")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before Sphinx reads them."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "api"
    folder.mkdir(exist_ok=True)
    public = faces()
    pages = {f"{module.__name__}.rst": _module_page(module) for module in defining(public)}
    pages |= {f"{face.__name__}.rst": _face_page(face) for face in public}
    pages["faces.md"] = "# The public face\n\n" + "\n".join(map(_face_item, public)) + "\n"
    for stale in {*folder.iterdir()} - {folder / name for name in pages}:
        stale.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def defining(public: list[ModuleType]) -> list[ModuleType]:
    """The modules of the kit where the classes and functions of the faces are defined."""
    words = (getattr(face, word) for face in public for word in face.__all__)
    things = (thing for thing in words if isinstance(thing, type | FunctionType))
    names = {thing.__module__ for thing in things if thing.__module__.startswith(INTERNAL)}
    return [importlib.import_module(name) for name in sorted(names)]


def faces() -> list[ModuleType]:
    """The packages of the namespace that users import from."""
    names = [f"littlestone.{found.name}" for found in pkgutil.iter_modules(littlestone.__path__)]
    return [importlib.import_module(name) for name in sorted(names) if name not in INTERNAL]


def _face_page(face: ModuleType) -> str:
    name = face.__name__
    rows = "\n".join(f"   * - {_link(face, word)}\n     - {_first_line(face, word)}" for word in face.__all__)
    table = f".. list-table::\n   :widths: 30 70\n\n{rows}\n"
    return f":orphan:\n\n{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :no-members:\n\n{table}"


def _link(face: ModuleType, word: str) -> str:
    module = getattr(getattr(face, word), "__module__", None)
    is_defined_there = module is not None and vars(importlib.import_module(module)).get(word) is getattr(face, word)
    return f":py:obj:`{word} <{module}.{word}>`" if is_defined_there else f"``{word}``"


def _first_line(face: ModuleType, word: str) -> str:
    """The first paragraph on a class or function; of a value what claims say it is: its docstring is its type's."""
    thing = getattr(face, word)
    text = (thing.__doc__ or "") if isinstance(thing, type | FunctionType) else _value_of_claims(face, word)
    return " ".join(text.strip().split("\n\n")[0].split())


def _value_of_claims(face: ModuleType, word: str) -> str:
    from littlestone.proofs_check.sources.vocabulary import told

    return told(word)[2] if face.__name__ == "littlestone.claims" else ""


def _module_page(module: ModuleType) -> str:
    name = module.__name__
    members = "   :members:\n   :ignore-module-all:\n"
    return f":orphan:\n\n{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n{members}"


def _face_item(face: ModuleType) -> str:
    return f"- [{face.__name__}]({face.__name__}.rst): {_sentence(face)}"


def _sentence(module: ModuleType) -> str:
    from littlestone.proofs_check.reports.pages.claim_pages import markdown

    return markdown((module.__doc__ or "").strip().split("\n\n")[0])
