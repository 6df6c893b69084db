"""Provers that other packages bring by their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.questions.prover import Prover

GROUP = "littlestone.provers"
PARTS = ("name", "rank", "wishes", "supports", "run")
ADVICE = "mend that package, or uninstall it"


class BrokenProver(BadInput):
    """A prover that another package brings cannot be used: ``where`` names both, ``problem`` says why."""

    def __init__(self, entry: EntryPoint, problem: str) -> None:
        super().__init__(f"the prover {entry.name} of {origin(entry)}", problem, ADVICE)


@cache
def brought_in() -> tuple[EntryPoint, ...]:
    """The entry points of provers in all installed packages, by name; nothing is imported."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)))


def origin(entry: EntryPoint) -> str:
    """The package that an entry point comes from, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module


@cache
def loaded() -> Mapping[str, Prover]:
    """The provers of other packages by name; raises BrokenProver."""
    found: dict[str, Prover] = {}
    for entry in brought_in():
        if entry.name in found:
            raise BrokenProver(entry, "another package brings a prover of this name")
        found[entry.name] = _load(entry)
    return found


def _load(entry: EntryPoint) -> Prover:
    """What the entry point's class makes, called without arguments."""
    try:
        prover: Prover = entry.load()()
        missing = [part for part in PARTS if not hasattr(prover, part)]
    except Exception as error:
        raise BrokenProver(entry, f"it cannot be loaded, {type(error).__name__}: {error}") from error
    if missing:
        raise BrokenProver(entry, f"it has no {', no '.join(missing)}")
    if prover.name != entry.name:
        raise BrokenProver(entry, f"it calls itself {prover.name!r}; its entry point must have the same name")
    return prover
