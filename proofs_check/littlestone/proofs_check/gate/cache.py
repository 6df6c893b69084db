"""The folder of kept evidence: outside of what a commit can bring, and held by one gate at a time."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from littlestone.proofs_check.bad_input import BadInput

EVIDENCE = "evidence.jsonl"
VARIABLE = "LITTLESTONE_CACHE"
Say = Callable[[str], None]


def folder_of(root: Path, given: Path | None = None) -> Path:
    """Where the evidence of the project in ``root`` is kept: as given, as ``LITTLESTONE_CACHE`` says, else in the
    user's own cache.

    The project does not say it, and none of its tree is taken: what lies there may have come with a commit, and a
    checksum is no signature. Raises BadInput.
    """
    named = given or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else _own(root))
    folder = named.resolve()
    for tree in trees_of(root):
        if folder.is_relative_to(tree):
            problem = f"it is inside of {tree}, where a commit can put forged evidence"
            raise BadInput(str(named), problem, f"give --cache or {VARIABLE} a folder outside, or --no-cache")
    return folder


def trees_of(root: Path) -> list[Path]:
    """What commits may write into: the project's folder, the work tree around it, and the workspace of a runner."""
    here = root.resolve()
    around = [folder for folder in (here, *here.parents) if (folder / ".git").exists()]
    workspace = Path(os.environ.get("GITHUB_WORKSPACE") or here).resolve()
    return [here, *around[:1], *([workspace] if here.is_relative_to(workspace) else [])]


def _own(root: Path) -> Path:
    """A folder in the user's cache, of this project alone."""
    here = root.resolve()
    return user_cache_path("littlestone") / f"{here.name}-{hashlib.sha256(str(here).encode()).hexdigest()[:12]}"


@contextmanager
def held(folder: Path | None, say: Say) -> Iterator[Path]:
    """The folder, locked against other gates, for which this one waits.

    A temporary one where there is to be none, and, said so, where it cannot be written.
    """
    with ExitStack() as stack:
        try:
            if folder is not None:
                _lock(folder, say, stack)
        except OSError as error:
            say(f"warning: {folder} cannot be used ({error}); nothing is kept for the next gate")
            folder = None
        yield folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="littlestone-gate-")))


def _lock(folder: Path, say: Say, stack: ExitStack) -> None:
    """Take the lock; it is given back when the stack is closed, however the process ends."""
    folder.mkdir(parents=True, exist_ok=True)
    lock, holder = FileLock(folder / "lock"), folder / "holder"
    try:
        lock.acquire(blocking=False)
    except Timeout:
        say(f"another gate (process {_read(holder) or 'unknown'}) uses {folder}; waiting for it to finish")
        lock.acquire()
    stack.callback(lock.release)
    holder.write_text(f"{os.getpid()}\n", encoding="utf-8")


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip() if file.is_file() else ""
