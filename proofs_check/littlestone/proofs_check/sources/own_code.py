"""All code of the user's own: what this process has imported of it, and what that names in its imports.

What a name stands for is known of the kit's modules, and of a plain file of claims. Of every other module of the user's
all counts, for all that is checked: a package may give its modules as attributes, a module may be imported by a string
or change what is in another, and nothing but Python itself says how.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from littlestone.proofs_check.sources.code_that_ran import files_that_ran, is_elsewhere
from littlestone.proofs_check.sources.installed_packages import state_of_package
from littlestone.proofs_check.sources.kept_definitions import is_of_the_kit
from littlestone.proofs_check.sources.module_sources import (
    holder_of,
    imported_with,
    origin_of,
    packages_imported_in,
    text_of,
)
from littlestone.proofs_check.sources.plain_modules import is_plain
from littlestone.proofs_check.sources.user_files import USER

Loaded = tuple[tuple[str, str], ...]  # modules with their files, in the order of their import


def own_code() -> str:
    """A hash of all own code that has run in this process, in the order of its import, and that it may import later."""
    return _digest(_loaded())


def own_files() -> frozenset[str]:
    """The files of all own code that has run in this process, and that it may import later."""
    return _files(_loaded())


def code_with(modules: frozenset[str]) -> str:
    """A hash of all own code that is imported with these modules, but for plain files of claims."""
    inside = frozenset[str]().union(*map(imported_with, modules)).difference(_taken_apart(_loaded()))
    return hashlib.sha256(repr(sorted((Path(file).name, code_of(file)) for file in inside)).encode()).hexdigest()


@cache
def _digest(loaded: Loaded) -> str:
    # By another name a file of claims counts whole: nobody knows what is asked of that module
    counted = [(name, file) for name, file in loaded if not (name.startswith(USER) and file in _taken_apart(loaded))]
    later = _files(loaded).difference(file for _, file in loaded)
    files = later.union(file for _, file in counted)
    parts = sorted((Path(file).name, code_of(file)) for file in files)
    # In their order, which no code tells but the configuration; the rest of the name is the file's place
    asked = [name.rpartition("_")[0] for name, _ in counted if name.startswith(USER)]
    return hashlib.sha256(f"{asked} {parts} {_packages_of(files)}".encode()).hexdigest()


def _packages_of(files: Iterable[str]) -> list[str]:
    """The states of the installed packages that these files import: what they make of them counts for all."""
    python = (file for file in files if file.endswith(".py"))
    packages = frozenset[str]().union(*map(packages_imported_in, python))
    return [f"{name} {state_of_package(name)}" for name in sorted(packages)]


@cache
def _taken_apart(loaded: Loaded) -> frozenset[str]:
    """The plain files of claims, of which what a claim uses counts."""
    return frozenset(file for name, file in loaded if name.startswith(USER) and is_plain(file))


@cache
def _files(loaded: Loaded) -> frozenset[str]:
    return frozenset[str]().union(*(imported_with(file) for _, file in loaded), (file for _, file in loaded))


def _loaded() -> Loaded:
    modules = [(name, _file_said_by(module)) for name, module in sys.modules.copy().items()]
    known = {file for _, file in modules}
    return _own((*modules, *(("", file) for file in files_that_ran() if file not in known)))


def _file_said_by(module: object) -> str:
    try:
        return str(getattr(module, "__file__", None))
    except Exception:  # a module that is loaded when it is asked, and cannot be
        return ""


@cache
def _own(modules: Loaded) -> Loaded:
    held = ((name, None if is_elsewhere(file) else holder_of(file)) for name, file in modules)
    return tuple((name, str(file)) for name, file in held if file is not None)


def own_among(modules: Iterable[str]) -> frozenset[str]:
    """Those of the modules that are a user's, not the kit's, Python's, nor of an installed package."""
    files = {module: origin_of(module) for module in modules if not is_of_the_kit(module)}
    return frozenset(module for module, file in files.items() if file is not None and not is_elsewhere(str(file)))


@cache
def code_of(file: str) -> str:
    """A hash of what a file does, its layout and comments excepted; of all of it where it is not to be read."""
    with suppress(SyntaxError, RecursionError, ValueError):
        if file.endswith(".py"):
            return hashlib.sha256(ast.dump(ast.parse(text_of(Path(file)))).encode()).hexdigest()
    return hashlib.sha256(Path(file).read_bytes()).hexdigest()
