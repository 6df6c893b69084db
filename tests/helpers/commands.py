"""Commands in this process, as if in a new one: starting a process takes longer than most of them."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner, Result

from helpers.own_modules import forgotten
from helpers.stated import the_kits_own_alone
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line import console
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reading import functions
from littlestone.proofs_check.sources import fingerprints


def command(folder: Path, *words: str | Path) -> Result:
    """How ``littlestone`` with these words ends in the folder."""
    with chdir(folder), as_in_a_new_process():
        return CliRunner().invoke(main, [*map(str, words)], prog_name="littlestone")


@contextmanager
def as_in_a_new_process() -> Iterator[None]:
    """No claims but the kit's own, and nothing remembered of what a file held before; afterwards all as it was.

    What is said of a claim that takes long is not, or what a test compares would rest on the machine's load.
    """
    for cached in [*vars(fingerprints).values(), *vars(functions).values()]:
        getattr(cached, "cache_clear", lambda: None)()
    linecache.clearcache()
    modules, path, implemented = _users_modules_taken_away(), list(sys.path), dict(IMPLEMENTATIONS)
    _forget_users_implementations()
    try:
        with the_kits_own_alone(), forgotten(), patch.object(console, "SILENT", inf):
            yield
    finally:
        _users_modules_taken_away()
        sys.modules.update(modules)
        sys.path[:] = path
        _forget_users_implementations()
        IMPLEMENTATIONS.update(implemented)


def _forget_users_implementations() -> None:
    for id in [id for id, made in IMPLEMENTATIONS.items() if not _module(made).startswith("littlestone.")]:
        del IMPLEMENTATIONS[id]


def _module(made: object) -> str:
    return str(getattr(made, "__module__", None))


def _users_modules_taken_away() -> dict[str, Any]:
    own = [name for name in sys.modules if name.startswith(("littlestone_user_", "littlestone_target_"))]
    return {name: sys.modules.pop(name) for name in own}
