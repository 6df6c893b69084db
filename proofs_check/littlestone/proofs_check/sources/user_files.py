"""Running a user's Python file as a module of its own."""

from __future__ import annotations

import hashlib
import sys
from contextlib import chdir, redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from littlestone.proofs_check.sources.code_that_ran import is_elsewhere  # before any code of a user's runs
from littlestone.proofs_check.sources.module_sources import imported_with

USER = "littlestone_user_"


def module_of_file(file: Path) -> ModuleType:
    """The file as a module: the one that it is already, or else ``run_file``."""
    return sys.modules.get(_name(file.resolve())) or run_file(file)


def run_file(file: Path) -> ModuleType:
    """Run the file as a module of its own, with its folder on the import path while it runs.

    Two files of one name are two modules, but what they import by one name is one module: where it would be that of
    another folder, ImportError says so. What the file prints goes to standard error, and the working directory stays.
    Raises whatever the file raises, and is then as if it had not been run.
    """
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


def _insist_on_its_own_modules(path: Path) -> None:
    """Raise ImportError where the file imports a module that lies beside it, and Python has another of that name."""
    for beside in map(Path, sorted(imported_with(str(path)))):
        name = beside.parent.name if beside.name == "__init__.py" else beside.stem
        loaded = sys.modules.get(name)
        file = getattr(loaded, "__file__", None) if _is_found_beside(path, beside) else None
        if file is not None and Path(file).resolve() != beside.resolve() and not is_elsewhere(file):
            raise ImportError(
                f"it imports {beside}, but {file} is loaded as {name} already; rename one of the two, "
                "put them into packages, or check the two folders apart"
            )


def _is_found_beside(path: Path, module: Path) -> bool:
    """By its bare name, with the file's folder on the import path."""
    folder = module.parent.parent if module.name == "__init__.py" else module.parent
    return folder.resolve() == path.parent


def _name(path: Path) -> str:
    return f"{USER}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
