"""The folder of kept evidence, held by one gate at a time."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

EVIDENCE = "evidence.jsonl"
Say = Callable[[str], None]


@contextmanager
def held(folder: Path, say: Say) -> Iterator[Path]:
    """The folder, locked against other gates, for which this one waits; a temporary one where it cannot be written."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(_opened(folder))
            _lock(file, folder, say)
        except OSError as error:
            say(f"warning: {folder} cannot be used ({error}); nothing is kept for the next gate")
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="littlestone-gate-")))
        yield folder


def _opened(folder: Path) -> IO[str]:
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    return (folder / "lock").open("a+", encoding="utf-8")


def _lock(file: IO[str], folder: Path, say: Say) -> None:
    """Take the lock; it is given back when the file is closed, however the process ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        say(f"another gate (process {file.read().strip() or 'unknown'}) uses {folder}; waiting for it to finish")
        fcntl.flock(file, fcntl.LOCK_EX)
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
