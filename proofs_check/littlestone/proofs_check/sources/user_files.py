"""Running a user's Python file as a module of its own."""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from contextlib import chdir, nullcontext, redirect_stdout, suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from littlestone.proofs_check.compute.forked import can_fork, forked
from littlestone.proofs_check.sources.code_that_ran import is_elsewhere, listen, text_of
from littlestone.proofs_check.sources.seal import USER, sealed
from littlestone.proofs_check.sources.steadiness import Texts, elsewhere, texts_of
from littlestone.spec.claim import CLAIMS

MOST_SECONDS = 120  # of CPU, to run a file: as long as a claim may take in quick


def module_of_file(file: Path) -> ModuleType:
    """The file as a module: the one that it is already, or else ``run_file``."""
    return sys.modules.get(_name(file.resolve())) or run_file(file)


def run_file(file: Path) -> ModuleType:
    """Run the file as a module of its own, with its folder on the import path while it runs.

    Two files of one name are two modules, but what they import by one name is one module: where it would be that of
    another folder, ImportError says so. What the file prints goes to standard error, and the working directory stays.
    Raises whatever the file raises, KitChanged where it changes the kit, and is then as if it had not been run.
    """
    with sealed("it"):
        return _run(file)


def _run(file: Path) -> ModuleType:
    listen()
    path = file.resolve()
    name = _name(path)
    _insist_on_its_own_modules(path)
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        with redirect_stdout(sys.stderr), chdir(Path.cwd()):
            spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception | KeyboardInterrupt):
            raise
        raise RuntimeError(f"{file} ends the program: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def tried(file: Path) -> str | Texts | None:
    """What running the file in another environment makes, or how it ends its process; None where neither is known.

    In a forked process that says nothing, since `os._exit(0)` would end this one as if all were well. What the file
    raises is left to ``run_file``. A file that ends or hangs there alone is let be.
    """
    if not can_fork():
        return None
    (found,) = forked(_run_elsewhere, [file], 1, lambda file, how: how, seconds=MOST_SECONDS)
    return how_it_ends(file) or None if isinstance(found, str) else found


def how_it_ends(file: Path) -> str:
    """How running the file ends its process, or that it does not end; nothing where it does neither."""
    if not can_fork():
        return ""
    (how,) = forked(_run_apart, [file], 1, lambda file, how: how, seconds=MOST_SECONDS)
    return how


def _run_elsewhere(file: Path) -> Texts | None:
    modules, claims = frozenset(sys.modules), frozenset(CLAIMS)
    with suppress(BaseException), elsewhere():
        _run_apart(file, raises=True)
        return texts_of(modules, claims)
    return None


def _run_apart(file: Path, raises: bool = False) -> str:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    with nullcontext() if raises else suppress(BaseException):
        _run(file)
    return ""


def _insist_on_its_own_modules(path: Path) -> None:
    """Raise ImportError where the file imports a module that lies beside it, and Python has another of that name.

    By its text alone: what is remembered of modules is asked for when the file has run, and may have set the path.
    """
    waiting = [path]
    for file in waiting:
        for name in _imported_by_name(file):
            places = (path.parent / f"{name}.py", path.parent / name / "__init__.py")
            found = next((place for place in places if place.is_file()), None)
            loaded = getattr(sys.modules.get(name), "__file__", None)
            if found is None or found in waiting:
                continue
            waiting.append(found)
            if loaded is not None and not is_elsewhere(loaded) and Path(loaded).resolve() != found.resolve():
                advice = "rename one of the two, put them into packages of two names, or check the folders apart"
                raise ImportError(f"it imports {found}, but {loaded} is loaded as {name} already; {advice}")


def _imported_by_name(file: Path) -> set[str]:
    """The first parts of the names of modules that a file imports, not relative to a package."""
    with suppress(SyntaxError, ValueError):
        nodes = list(ast.walk(ast.parse(text_of(file))))
        plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        plain |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
        return {name.partition(".")[0] for name in plain} - {""}
    return set()


def _name(path: Path) -> str:
    return f"{USER}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
