"""Evidence kept in a file, a line for each piece: appended whole, and read back only where it is intact."""

from __future__ import annotations

import json
import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock

from littlestone.proofs_check.storage.writing import checksum

SCHEMA = 3  # part of every line's check: raise it where entries change their form, and older lines are passed over
Record = Any  # an entry as JSON gives it back: who knows what its key stands for knows its form


class UnusableRecords(UserWarning):
    """Lines of a file of kept evidence are damaged or from another version; they are ignored."""


class NotKept(UserWarning):
    """Evidence could not be written down; the run goes on without."""


@dataclass
class Records:
    """The entries in the file ``path``, each under the key of all that it rests on.

    Several processes may append at once. A line carries its own checksum, so that no damaged one is believed; a forged
    one is, since anybody can make the checksum: the file is to be where only whom one trusts can write.
    """

    path: Path
    is_writable: bool = field(default=True, init=False)
    entries: dict[str, Record] = field(default_factory=dict, init=False)

    def read(self) -> dict[str, Record]:
        """The entries by key, the last one of each; what is not intact is ignored, with the warning UnusableRecords."""
        self.entries = {}
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._warn(UnusableRecords, f"{self.path} cannot be read ({error}); all of it is run again")
            return {}
        written = [line for line in lines if line.strip()]
        intact = [found for found in map(_intact, written) if found is not None]
        if len(intact) < len(written):
            words = f"{len(written) - len(intact)} of {len(written)} lines are damaged or from another version"
            self._warn(UnusableRecords, f"{self.path}: {words}; what is lost is run again")
        self.entries = dict(intact)
        return self.entries

    def add(self, key: str, entry: object) -> None:
        """Append an entry; where that fails, on a full disk for instance, the warning NotKept is given, once."""
        line = json.dumps({"schema": SCHEMA, "key": key, "entry": entry, "check": checksum(SCHEMA, key, entry)})
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _append(self.path, line)
        except OSError as error:
            if self.is_writable:
                self._warn(NotKept, f"{self.path} cannot be written ({error}); what is found now is not kept")
            self.is_writable = False

    def _warn(self, kind: type[UserWarning], words: str) -> None:
        warnings.warn(words, kind, stacklevel=3)

    def clear(self) -> None:
        """Forget all entries."""
        self.path.unlink(missing_ok=True)


def _append(path: Path, line: str) -> None:
    """Write the line as one; a half line before it, from a run that died while it wrote, is closed first."""
    with FileLock(path.with_name(f".{path.name}.lock")), path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
        torn = bool(end) and file.read(1) != b"\n"
        file.write(b"\n" * torn + line.encode() + b"\n")
        file.flush()


def _intact(line: str) -> tuple[str, Record] | None:
    try:
        data = json.loads(line)
        if data["schema"] == SCHEMA and data["check"] == checksum(SCHEMA, data["key"], data["entry"]):
            return str(data["key"]), dict(data["entry"])
    except (ValueError, LookupError, TypeError, RecursionError):
        pass
    return None
