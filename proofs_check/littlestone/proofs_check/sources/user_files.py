"""Running a user's Python file as a module of its own."""

from __future__ import annotations

import hashlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import littlestone.proofs_check.sources.code_that_ran  # noqa: F401  # before any code of a user's runs

USER = "littlestone_user_"


def module_of_file(file: Path) -> ModuleType:
    """The file as a module: the one that it is already, or else ``run_file``."""
    return sys.modules.get(_name(file.resolve())) or run_file(file)


def run_file(file: Path) -> ModuleType:
    """Run the file as a module of its own, with its folder on the import path while it runs.

    Two files of one name are two modules. Raises whatever the file raises, and is then as if it had not been run.
    """
    path = file.resolve()
    name = _name(path)
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception | KeyboardInterrupt):
            raise
        raise RuntimeError(f"{file} ends the program: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def _name(path: Path) -> str:
    return f"{USER}{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
