"""The files whose code has run in this process, be it of no module that is known by now.

Python says so before it runs any: a file may be run without a module, or its module be thrown away. The text of each
of the user's own is read as it is run, so that what is saved meanwhile is not taken for what ran.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from contextlib import suppress
from functools import cache
from pathlib import Path

import littlestone.impl
import littlestone.spec
from littlestone.proofs_check.sources.module_sources import INSTALLED, text_of

_ran: dict[str, None] = {}


def files_that_ran() -> tuple[str, ...]:
    """The user's own files, or places in an archive, whose code has run so far, in that order."""
    return tuple(_ran)


def forget_what_ran() -> None:
    """For tests, which run the files of many users in one process."""
    _ran.clear()


@cache
def is_elsewhere(file: str) -> bool:
    """The file belongs to the kit, to Python or to an installed package."""
    path = Path(file)
    return any(part in INSTALLED for part in path.parts) or any(map(path.is_relative_to, _of_others()))


@cache
def _of_others() -> tuple[Path, ...]:
    kit = (Path(str(package.__file__)).parents[1] for package in (littlestone.spec, littlestone.impl))
    python = ("stdlib", "platstdlib", "scripts")  # of the last it is the kit's own command that runs
    return (*kit, Path(__file__).parents[2], *(Path(sysconfig.get_path(name)) for name in python))


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event != "exec":
        return
    named = str(getattr(arguments[0], "co_filename", "<"))
    with suppress(Exception):  # what is raised here would keep the code from running
        file = os.path.abspath(named)
        if not named.startswith("<") and file not in _ran and not is_elsewhere(file):
            _ran[file] = None
            text_of(Path(file))


sys.addaudithook(_note)
