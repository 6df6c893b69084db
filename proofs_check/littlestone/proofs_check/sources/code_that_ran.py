"""A user's own code: the files that have run in this process, be it of no module that is known by now, as they were.

Python says so before it runs any: a file may be run without a module, or its module be thrown away. The text of each is
read as it is run, so that what is saved meanwhile is not taken for what ran.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import littlestone.impl
import littlestone.spec

INSTALLED = ("site-packages", "dist-packages")
_ran: dict[str, None] = {}
_texts: dict[Path, bytes] = {}


def files_that_ran() -> frozenset[str]:
    """The user's own files whose code has run so far, and the Python files beside them and in packages below: what may
    yet be imported by name."""
    ran = {*files_of_modules(), *_ran}
    folders = {Path(file).parent for file in ran}
    return frozenset(ran).union(*(map(str, _beside(folder)) for folder in folders))


def files_of_modules() -> list[str]:
    """The user's own files that are modules by now."""
    loaded = map(_file_said_by, sys.modules.copy().values())
    return [file for file in loaded if file and not is_elsewhere(file)]


def _beside(folder: Path) -> list[Path]:
    """The Python files of a folder, and of the packages in it."""
    with suppress(OSError):
        inside = sorted(folder.iterdir())
        packages = [one for one in inside if (one / "__init__.py").is_file()]
        files = [one for one in inside if one.suffix == ".py" and one.is_file()]
        return files + [file for package in packages for file in _beside(package)]
    return []


def _file_said_by(module: object) -> str | None:
    try:
        return str(module.__file__)  # type: ignore[attr-defined]
    except Exception:  # it has none, or is loaded when it is asked and cannot be
        return None


def text_of(file: Path) -> bytes:
    """The file's bytes, or those of the archive that it lies in, as they were when this process first asked for them;
    nothing where there are none."""
    if file not in _texts:
        holder = next((place for place in (file, *file.parents) if place.is_file()), None)
        _texts[file] = b"" if holder is None else holder.read_bytes()
    return _texts[file]


def outdated() -> list[Path]:
    """The user's files that are not by now as this process has read them."""

    def is_as_read(file: Path, text: bytes) -> bool:
        with suppress(OSError):
            return not file.is_file() or file.read_bytes() == text
        return False

    return [file for file, text in _texts.items() if not is_as_read(file, text)]


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


def _note(arguments: tuple[object, ...]) -> None:
    named = str(getattr(arguments[0], "co_filename", "<"))
    file = os.path.abspath(named)
    if not named.startswith("<") and file not in _ran and not is_elsewhere(file):
        _ran[file] = None
        text_of(Path(file))


HEARD: dict[str, Callable[[tuple[object, ...]], None]] = {"exec": _note}  # by Python's names of what happens


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    if event in HEARD:
        with suppress(Exception):  # what is raised here would keep the code from running
            HEARD[event](arguments)


@cache
def listen() -> None:
    """Be told from now on; asked for before any code of a user's runs.

    A run of the papers alone has none. There each look at a frame, by which formulas are watched and their calls are
    counted, is an event: to be told of them took a twentieth of a run, and a fifth of some claims.
    """
    sys.addaudithook(_hear)


# A program that imports the kit is a user's own code, as is a prover that is installed beside; the kit's command asks
# where it comes to some
if "littlestone.proofs_check.command_line.main" not in sys.modules or entry_points(group="littlestone.provers"):
    listen()
