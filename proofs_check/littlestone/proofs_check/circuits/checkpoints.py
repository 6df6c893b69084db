"""What is done of a long run, kept in a file so that it can be resumed."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from littlestone.proofs_check.circuits.evaluators import Tally
from littlestone.proofs_check.storage.writing import checksum, write_text

SCHEMA = 1  # raise it where tallies change their form: older files are then ignored
SECONDS_BETWEEN_WRITES = 2.0  # what a kill loses; Ctrl-C loses nothing


class UnusableCheckpoint(UserWarning):
    """A checkpoint file is damaged or belongs to another run; it is ignored."""


@dataclass
class Checkpoint:
    """The finished shards of one run in the file ``path``; without a path nothing is kept.

    ``key`` names the run: program, universe and shards. A file with another key, or a damaged one, is ignored with the
    warning UnusableCheckpoint.
    """

    path: Path | None
    key: str
    done: dict[int, Tally] = field(default_factory=dict)
    written: float = field(default_factory=time.monotonic)

    def load(self) -> None:
        """Read the finished shards, if there is a file that fits."""
        if self.path is None or not self.path.exists():
            return
        try:
            self.done = _read(self.path.read_text(encoding="utf-8"), self.key)
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as fault:
            warnings.warn(f"{self.path} is ignored, the run starts anew: {fault}", UnusableCheckpoint, stacklevel=2)

    def add(self, shard: int, tally: Tally) -> None:
        """Remember a finished shard; the file is written every few seconds."""
        self.done[shard] = tally
        if time.monotonic() - self.written > SECONDS_BETWEEN_WRITES:
            self.save()

    def save(self) -> None:
        """Write the file, in one step, so that an interruption leaves the old one or the new one."""
        self.written = time.monotonic()
        if self.path is not None:
            write_text(self.path, _text(self.key, self.done))

    def remove(self) -> None:
        """Delete the file: the run is complete."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _text(key: str, done: Mapping[int, Tally]) -> str:
    body = {str(shard): [list(tally.counts), tally.least] for shard, tally in sorted(done.items())}
    return json.dumps({"schema": SCHEMA, "key": key, "done": body, "check": checksum(SCHEMA, key, body)})


def _read(text: str, key: str) -> dict[int, Tally]:
    data = json.loads(text)
    if data["schema"] != SCHEMA or data["key"] != key:
        raise ValueError("it belongs to another statement, universe or version")
    if data["check"] != checksum(SCHEMA, key, data["done"]):
        raise ValueError("its contents do not match their checksum")
    return {
        int(shard): Tally(tuple(counts), None if least is None else (least[0], least[1]))
        for shard, (counts, least) in data["done"].items()
    }
