"""What a run of a target rests on beside its sample and its seed: sources, and the versions of libraries."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from littlestone.proofs_check.compute.source_digest import source_digest

INSTALLED = ("site-packages", "dist-packages")
MACHINERY = ("littlestone.proofs_check.audits.runs", "littlestone.proofs_check.audits.subjects")


@dataclass(frozen=True)
class Origin:
    """Digests of what makes runs and of the modules that a target loads, and the versions of the libraries among them.

    A target's modules are the user's own and the kit's.
    """

    kit: str
    own: str
    libraries: tuple[tuple[str, str], ...]

    def difference(self, other: Origin) -> str | None:
        """What the other one has in another version, in words; None where they agree."""
        if self.kit != other.kit:
            return "the kit"
        if self.own != other.own:
            return "the target's file, or of a module that it imports"
        changed = sorted({name for name, _ in set(self.libraries) ^ set(other.libraries)})
        return ", ".join(changed) or None


@cache
def kit_digest() -> str:
    """A digest of the sources of what makes runs, as they were when this was first asked here."""
    return source_digest(*MACHINERY)


def origin_of_this_process() -> Origin:
    """The origin of what this process runs, by the modules that it has loaded."""
    return Origin(kit_digest(), _digest(file.read_bytes() for file in _own_files()), tuple(sorted(_versions())))


def _own_files() -> Iterator[Path]:
    """The files of the loaded modules that are the kit's, or neither Python's nor installed."""
    for name, module in list(sys.modules.items()):
        file, top = getattr(module, "__file__", None), name.partition(".")[0]
        if file is None:
            continue
        is_of_others = top in sys.stdlib_module_names or any(part in INSTALLED for part in Path(file).parts)
        if top == "littlestone" or not is_of_others:
            yield Path(file)


def _versions() -> Iterator[tuple[str, str]]:
    yield "python", ".".join(map(str, sys.version_info[:2]))
    for name, module in list(sys.modules.items()):
        version = getattr(module, "__version__", None)
        if isinstance(version, str) and "." not in name and name not in sys.stdlib_module_names:
            yield name, version


def _digest(texts: Iterable[bytes]) -> str:
    """A digest of the texts, in whatever order they come."""
    digests = sorted(hashlib.sha256(text).hexdigest() for text in texts)
    return hashlib.sha256("".join(digests).encode()).hexdigest()
