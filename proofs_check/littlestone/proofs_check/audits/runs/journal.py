"""What an audit has drawn so far, kept in a file, so that it can be interrupted and resumed to the same answer.

The file is a header line and records one after the other: a line of JSON with the length and the checksum of what
follows, then the array, compressed. A record is appended at once; a damaged end is cut off, with a warning.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.audits.subjects.results import Fault
from littlestone.proofs_check.bad_input import BadInput

SCHEMA = 3  # raise it where records change their form, or draws their order: an older journal is refused, not misread
Meta = Mapping[str, Any]  # the line of a record, as JSON gives it back


class ForeignJournal(BadInput):
    """The file given to resume from belongs to another audit, or is no journal."""


class DamagedJournal(UserWarning):
    """The end of a journal is damaged, by an interruption while it was written; the rest is used."""


@dataclass(frozen=True)
class Record:
    """Rows of one call for draws, from unit ``start`` up to ``stop``, with what went wrong in them."""

    call: int
    digest: str
    start: int
    stop: int
    faults: tuple[Fault, ...]
    rows: Array


@dataclass
class Journal:
    """The records of one audit, in the file ``path``; without a path nothing is kept.

    ``key`` names the audit: target and settings. Raises ForeignJournal where the file has another key.
    """

    path: Path | None
    key: dict[str, str]
    records: dict[tuple[int, int], Record] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    file: IO[bytes] | None = None

    def open(self) -> None:
        """Read the records that are there, cut off a damaged end, and get ready to append."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.file = self.path.open("r+b" if self.path.exists() else "w+b")
        except OSError as error:
            raise BadInput(f"--resume {self.path}", f"it cannot be opened ({error})", "name another file") from error
        if self.path.stat().st_size == 0:
            self._append({"journal": SCHEMA, "key": self.key}, b"")
        else:
            self._read(self.file)

    def _read(self, file: IO[bytes]) -> None:
        lines = _records(file)
        head, _, end = next(lines, ({}, b"", 0))
        if head.get("journal") != SCHEMA or "key" not in head:
            self._refuse("it is no journal of an audit")
        changed = [name for name in self.key if head["key"].get(name) != self.key[name]]
        if changed:
            was = ", ".join(f"{name} was {_short(head['key'].get(name))}" for name in changed)
            self._refuse(f"it belongs to another audit: {was}")
        for meta, body, where in lines:
            self._take(meta, body)
            end = where
        self._cut(file, end)

    def _refuse(self, problem: str) -> None:
        assert self.file is not None
        self.file.close()
        raise ForeignJournal(f"--resume {self.path}", problem, "resume with the same arguments, or name a new file")

    def _take(self, meta: Meta, body: bytes) -> None:
        if "number" in meta:
            self.numbers[meta["number"]] = meta["value"]
            return
        rows = np.load(io.BytesIO(zlib.decompress(body)), allow_pickle=False)
        faults = tuple(
            Fault(data["kind"], data["detail"], dataset_of(data["sample"]), data["seed"], data["times"])
            for data in meta["faults"]
        )
        record = Record(meta["call"], meta["digest"], meta["start"], meta["stop"], faults, rows)
        self.records[record.call, record.start] = record

    def _cut(self, file: IO[bytes], end: int) -> None:
        size = os.fstat(file.fileno()).st_size
        if size > end:
            words = f"{self.path}: the last {size - end} bytes are damaged and dropped; the audit goes on before them"
            warnings.warn(words, DamagedJournal, stacklevel=4)
            file.truncate(end)
        file.seek(end)

    def find(self, call: int, start: int, digest: str) -> Record | None:
        """The record of a call that begins at this unit; None where there is none.

        Raises ForeignJournal where the call was for another sample: the target, or the kit, has changed since.
        """
        record = self.records.pop((call, start), None)
        if record is not None and record.digest != digest:
            self._refuse(f"call {call} was for another sample: the kit has changed since")
        return record

    def add(self, record: Record) -> None:
        """Append a record."""
        if self.file is None:
            return
        body = io.BytesIO()
        np.save(body, record.rows, allow_pickle=False)
        meta = {name: getattr(record, name) for name in ("call", "digest", "start", "stop")}
        self._append({**meta, "faults": [asdict(f) for f in record.faults]}, zlib.compress(body.getvalue(), 1))

    def number(self, name: str, measure: Callable[[], float]) -> float:
        """A measured number that the audit depends on: measured once, and read when resumed."""
        if name not in self.numbers:
            self.numbers[name] = measure()
            self._append({"number": name, "value": self.numbers[name]}, b"")
        return self.numbers[name]

    def _append(self, meta: Mapping[str, object], body: bytes) -> None:
        if self.file is None:
            return
        line = json.dumps(meta).encode() + b"\n"
        head = f"{len(line)} {len(body)} {hashlib.sha256(line + body).hexdigest()}\n".encode()
        self.file.write(head + line + body)
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()


def _records(file: IO[bytes]) -> Iterator[tuple[Meta, bytes, int]]:
    """The intact records from the beginning, each with where it ends."""
    while True:
        parts = file.readline(200).split()
        if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit()):
            return
        line, body = file.read(int(parts[0])), file.read(int(parts[1]))
        if hashlib.sha256(line + body).hexdigest().encode() != parts[2]:
            return
        yield json.loads(line), body, file.tell()


def dataset_of(part: Any) -> Any:
    """A sample, or another input, from JSON."""
    return tuple(map(dataset_of, part)) if isinstance(part, list) else part


def digest_of(value: object) -> str:
    """A short fingerprint of a sample or anything else with a faithful repr."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
