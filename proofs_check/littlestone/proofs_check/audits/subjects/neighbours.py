"""Neighbours that the user names: pairs of any inputs, such as streams, tables or vectors of answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import numpy as np

from littlestone.proofs_check.audits.subjects.instances import Instance, Pair, Row
from littlestone.proofs_check.bad_input import BadInput, NotNeighbours
from littlestone.proofs_check.compute.users_code import called

MOST_NAMED = 10_000  # a list of pairs to be held; laws of so many inputs are more than a minute's work
Input = Any  # plain data: numbers, texts, None, and tuples of inputs; it has a faithful repr and a place in JSON
Relation = Callable[[Sequence[Row], int], Iterable[tuple[Any, Any]]]
Named = Sequence[tuple[Any, Any]] | Relation


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Two inputs that are neighbours because the user says so; raises NotNeighbours where they are equal."""

    first: Input
    second: Input
    what: str

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise NotNeighbours(self.what, "the two inputs are equal", "neighbours differ")


AnyPair = Pair | Neighbours


def named_neighbours(named: Named, instance: Instance | None) -> tuple[Neighbours, ...]:
    """The pairs of a list, or of a function of all possible rows and their number, as ``replace_one`` is one.

    Inputs are plain data, lists and arrays in them taken as tuples. Raises BadInput where there are no pairs, more than
    10,000, or something else than pairs of plain data, and where a function has no instance, raises or does not end.
    """
    advice = "let it yield pairs, of the possible rows and their number"
    pairs = _pairs(named, instance)
    listed = called(lambda: [*islice(pairs, MOST_NAMED + 1)], "neighbours", "what makes the pairs", advice)
    if not 0 < len(listed) <= MOST_NAMED:
        count = f"there are more than {MOST_NAMED:,}" if listed else "there are none"
        raise BadInput("neighbours", count, "give some pairs, those that tell the most")
    return tuple(Neighbours(first, second, f"neighbours {i} given") for i, (first, second) in enumerate(listed))


def check_told_apart(pairs: Sequence[AnyPair]) -> None:
    """Raise BadInput where two inputs are equal but not written alike, as 0 and 0.0: they would be taken for one."""
    written: dict[Input, str] = {}
    for part in (part for pair in pairs for part in (pair.first, pair.second)):
        if written.setdefault(part, repr(part)) != repr(part):
            problem = f"{part!r:.80} and {written[part]:.80} are equal, but not written alike"
            raise BadInput("neighbours", problem, "write both in one way, or as texts")


def _pairs(named: Named, instance: Instance | None) -> Iterator[tuple[Input, Input]]:
    for pair in _listed(named, instance):
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise BadInput("neighbours", f"{pair!r} is no pair of inputs", "give (first, second) for each")
        yield _frozen(pair[0]), _frozen(pair[1])


def _listed(named: Named, instance: Instance | None) -> Iterable[tuple[Any, Any]]:
    if not callable(named):
        if not isinstance(named, Iterable):
            raise BadInput("neighbours", f"{named!r} is no list", "give a list of (first, second), or a function")
        return named
    if instance is None:
        raise BadInput("neighbours", "a function has no rows to make inputs of", "give --class or --data too")
    found = named(tuple(product(instance.points, instance.labels)), instance.rows)
    if not isinstance(found, Iterable):
        raise BadInput("neighbours", f"the function gave {found!r}, which is no list", "let it yield (first, second)")
    return found


def _frozen(part: Any) -> Input:
    if isinstance(part, np.ndarray | np.generic):
        part = part.tolist()
    if isinstance(part, list | tuple):
        return tuple(map(_frozen, part))
    if part is None or isinstance(part, int | float | str):
        return part
    raise BadInput("neighbours", f"an input holds {type(part).__name__}", "make it of numbers, texts, lists and tuples")


def is_sample(part: Input) -> bool:
    """The input is a sample: rows of a point and an integer label."""
    return isinstance(part, tuple) and all(
        isinstance(row, tuple) and len(row) == 2 and isinstance(row[1], int) for row in part
    )
