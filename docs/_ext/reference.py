"""Writes a reference page for each module of the three packages, and the index of them."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx

PACKAGES = ("littlestone.spec", "littlestone.impl", "littlestone.proofs_check")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before Sphinx reads them."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "api"
    folder.mkdir(exist_ok=True)
    packages = {name: modules_of(name) for name in PACKAGES}
    pages = {f"{m.__name__}.rst": _module_page(m) for modules in packages.values() for m in modules}
    pages |= {f"{name}.index.md": _package_page(name, modules) for name, modules in packages.items()}
    for stale in {*folder.iterdir()} - {folder / name for name in pages}:
        stale.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def modules_of(package: str) -> list[ModuleType]:
    """The package's modules, imported, subpackages' modules among them."""
    found = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    return [importlib.import_module(module.name) for module in found if not module.ispkg]


def _module_page(module: ModuleType) -> str:
    name = module.__name__
    return f":orphan:\n\n{name}\n{'=' * len(name)}\n\n.. automodule:: {name}\n   :members:\n"


def _package_page(package: str, modules: list[ModuleType]) -> str:
    return f"# {package}\n\n{_sentence(importlib.import_module(package))}\n\n" + "\n".join(map(_item, modules)) + "\n"


def _item(module: ModuleType) -> str:
    short = module.__name__.split(".", 2)[2]
    return f"- [{short}]({module.__name__}.rst): {_sentence(module)}"


def _sentence(module: ModuleType) -> str:
    from littlestone.proofs_check.reports.claim_pages import markdown

    return markdown((module.__doc__ or "").strip().split("\n\n")[0])
