"""The values of parameters on all classes on so many points: on a class of each orbit where all are proved invariant.

Joint values are few, whatever the classes: every question about them is answered exactly from the list of those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.circuits.evaluators import popcount
from littlestone.proofs_check.circuits.program import Program, reuse_slots, straight_line
from littlestone.proofs_check.explore.formulas import Exact
from littlestone.proofs_check.orbits.kept_table import SMALL_POINTS, orbits_on, small_classes_on_six
from littlestone.proofs_check.orbits.on_orbits import outputs_on
from littlestone.proofs_check.provers.orbit_way import MOST_STEPS, not_proved_invariant
from littlestone.spec.algebra.circuit import Truth, gate_limit
from littlestone.spec.classes.concept_classes import Function, all_functions, symbolic
from littlestone.spec.parameters.library import PARAMETERS

ALL_CLASSES_POINTS = 4  # so far every class may be listed: 65,535
ORBIT_POINTS = 5
AT_ONCE = 1 << 19  # classes that a circuit is evaluated on
MOST_GATES = 500_000  # asked for while a parameter's circuit is built, a second's work


class NotListed(LookupError):
    """The classes are too many to be listed, and orbits are not enough."""


@dataclass(frozen=True, eq=False)
class Listing:
    """Non-empty binary classes by their numbers, fewest functions first, and for how many each one stands.

    Where ``at_most`` is no None, these are the classes of at most so many functions.
    """

    points: int
    numbers: Array
    weights: Array
    by_orbits: bool
    at_most: int | None = None

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return int(self.weights.sum())


@dataclass(frozen=True)
class Joint:
    """Values that parameters take together: of how many classes, and the least of them by points and number."""

    values: Mapping[str, Exact]
    classes: int
    points: int
    least: int


@dataclass(frozen=True)
class Joints:
    """All joint values of some parameters on the classes on so many points, or on any number of them."""

    points: int | None
    classes: int
    orbits: int | None  # None where all classes were looked at one by one
    cases: tuple[Joint, ...] = field(repr=False)
    at_most: int | None = None  # where the classes are those of at most so many functions


def members_of(number: int, points: int) -> tuple[Function, ...]:
    """The functions of the class with this number."""
    return tuple(f for i, f in enumerate(all_functions(points, 2)) if number >> i & 1)


@lru_cache(maxsize=8)
def listing(points: int, by_orbits: bool, at_most: int | None = None) -> Listing:
    """All non-empty classes on so many points, or one of each orbit; on 6 points those of at most so many functions.

    Raises NotListed where they are too many.
    """
    if at_most is not None and points == SMALL_POINTS and by_orbits:
        return _small_listing(at_most)
    if points > (ORBIT_POINTS if by_orbits else ALL_CLASSES_POINTS):
        raise NotListed(f"the classes on {points} points are too many to be listed")
    if by_orbits:
        table = orbits_on(points)
        numbers, weights = table.least[1:], table.sizes[1:].astype(np.int64)
    else:
        numbers = np.arange(1, 1 << (1 << points), dtype=np.uint32)
        weights = np.ones(len(numbers), dtype=np.int64)
    order = np.argsort(popcount(numbers.astype(np.uint64)), kind="stable")
    return Listing(points, numbers[order], weights[order], by_orbits)


def _small_listing(at_most: int) -> Listing:
    table = small_classes_on_six()
    if at_most > (table.most or 0):
        raise NotListed(f"the classes of more than {table.most} functions on {table.points} points are not listed")
    few = popcount(table.least) <= at_most
    return Listing(table.points, table.least[few], table.sizes[few].astype(np.int64), True, at_most)


@lru_cache(maxsize=512)
def thermometer(name: str, points: int) -> tuple[tuple[Exact, ...], tuple[Truth, ...]]:
    """The values that the parameter may take, and for each but the least the truth that it is at least that.

    Raises CircuitTooLarge.
    """
    with gate_limit(MOST_GATES):
        number = PARAMETERS[name](symbolic(points, 2))
        values = tuple(number.values)
        return values, tuple(number.at_least(v) for v in values[1:])


@lru_cache(maxsize=512)
def why_not_invariant(name: str, points: int) -> str | None:
    """The symmetry under which the parameter is not proved invariant, or None where it is under all."""
    inputs: list[object] = [("H", f) for f in all_functions(points, 2)]
    return not_proved_invariant(thermometer(name, points)[1], inputs, points, MOST_STEPS)


@lru_cache(maxsize=512)
def places(name: str, points: int, by_orbits: bool, at_most: int | None = None) -> Array:
    """For each listed class the place of the parameter's value among those that it may take, uint16.

    Raises NotListed, and CircuitTooLarge.
    """
    numbers = listing(points, by_orbits, at_most).numbers
    program = _program(name, points)
    found: Array = np.zeros(len(numbers), dtype=np.uint16)
    for start in range(0, len(numbers) if len(program.outputs) else 0, AT_ONCE):
        part = slice(start, start + AT_ONCE)
        found[part] = outputs_on(program, numbers[part]).sum(axis=0, dtype=np.uint16)
    return found


@lru_cache(maxsize=512)
def _program(name: str, points: int) -> Program:
    truths = thermometer(name, points)[1]
    return reuse_slots(straight_line(truths, [("H", f) for f in all_functions(points, 2)]))


def joints(names: Sequence[str], points: int, at_most: int | None = None) -> Joints:
    """The joint values of the parameters on all non-empty classes on so many points, or of at most so many functions.

    Raises NotListed, and CircuitTooLarge.
    """
    by_orbits = all(why_not_invariant(name, points) is None for name in names)
    classes = listing(points, by_orbits, at_most)
    packed = pack(names, points, [places(name, points, by_orbits, at_most) for name in names])
    keys, first, inverse = np.unique(packed, return_index=True, return_inverse=True)
    counts = _weighted_counts(inverse, classes.weights, len(keys))
    cases = (
        Joint(unpacked(int(key), names, points), int(count), points, int(classes.numbers[i]))
        for key, count, i in zip(keys, counts, first, strict=True)
    )
    orbits = len(classes.numbers) if by_orbits else None
    return Joints(points, classes.classes, orbits, tuple(cases), classes.at_most)


def pack(names: Sequence[str], points: int, columns: Sequence[Array]) -> Array:
    """One number for the places of each class's values, int64. Raises NotListed where there are too many values."""
    if prod(len(thermometer(name, points)[0]) for name in names) >= 1 << 62:
        raise NotListed(f"{len(names)} parameters take too many values together")
    packed: Array = np.zeros(len(columns[0]), dtype=np.int64)
    for name, column in zip(names, columns, strict=True):
        packed = packed * len(thermometer(name, points)[0]) + column
    return packed


def _weighted_counts(groups: Array, weights: Array, number: int) -> Array:
    """The sum of the weights in each group, in integers."""
    counts = np.zeros(number, dtype=np.int64)
    np.add.at(counts, groups, weights)
    return counts


def unpacked(key: int, names: Sequence[str], points: int) -> dict[str, Exact]:
    """The values of the parameters that one number stands for, packed name by name."""
    found = {}
    for name in reversed(names):
        values = thermometer(name, points)[0]
        key, place = divmod(key, len(values))
        found[name] = values[place]
    return found
