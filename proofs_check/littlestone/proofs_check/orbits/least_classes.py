"""The search for the least class of every orbit, compiled."""

from __future__ import annotations

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.compiling import compiled


@compiled
def _sent(parts: Array, number: int) -> int:
    """A class's image, or half, by the bytes of its number."""
    made = 0
    for b in range(len(parts)):
        made |= int(parts[b, number >> (8 * b) & 255])
    return made


@compiled
def mark_orbits(images: Array, classes: int, met: Array, least: Array, sizes: Array) -> int:
    """Write the least classes with their orbits' sizes, marking all classes in the bits of ``met``; how many orbits."""
    count = 0
    for number in range(classes):
        if met[number >> 3] >> (number & 7) & 1:
            continue
        same = 0
        for g in range(len(images)):
            made = _sent(images[g], number)
            met[made >> 3] |= np.uint8(1 << (made & 7))
            same += made == number
        least[count] = number
        sizes[count] = len(images) // same
        count += 1
    return count


@compiled
def fill_canonical(least: Array, images: Array, canonical: Array) -> None:
    """Write the least class of its orbit for each class."""
    for i in range(len(least)):
        for g in range(len(images)):
            canonical[_sent(images[g], int(least[i]))] = least[i]


@compiled
def least_classes(
    uppers: Array, images: Array, canonical: Array, halves: Array, width: int, order: int, least: Array, sizes: Array
) -> int:
    """Write the least classes with their orbits' sizes; how many there are."""
    count = 0
    fixing = np.empty(len(images), dtype=np.int64)
    for i in range(len(uppers)):
        upper = int(uppers[i])
        fixes = 0
        for g in range(len(images)):
            if _sent(images[g], upper) == upper:
                fixing[fixes] = g
                fixes += 1
        for lower in range(len(canonical)):
            if not _is_least_below(images, fixing[:fixes], lower):
                continue
            same = _symmetries_of(images, canonical, halves, upper, lower, width)
            if same:
                least[count] = upper << width | lower
                sizes[count] = order // same
                count += 1
    return count


@compiled
def _is_least_below(images: Array, fixing: Array, lower: int) -> bool:
    """No symmetry that leaves the upper half as it is makes the lower one less."""
    made = lower
    for k in range(len(fixing)):
        made = min(made, _sent(images[fixing[k]], lower))
        if made < lower:
            break
    return made == lower


@compiled
def _symmetries_of(images: Array, canonical: Array, halves: Array, upper: int, lower: int, width: int) -> int:
    """How many symmetries leave a class as it is, or 0 where one makes it less."""
    number = upper << width | lower
    for h in range(len(halves)):
        if canonical[_sent(halves[h], number)] < upper:
            return 0
    same = 0
    for h in range(len(halves)):
        half = _sent(halves[h], number)
        if canonical[half] != upper:
            continue
        other = _sent(halves[h ^ 1], number)
        for g in range(len(images)):
            if _sent(images[g], half) == upper:
                made = _sent(images[g], other)
                if made < lower:
                    return 0
                same += made == lower
    return same
