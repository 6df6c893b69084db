"""Whether a class of few functions is written first in its orbit, compiled.

A symmetry sends one function to the one that is 0 everywhere, and then the points to places. The functions with
numbers under 2^d are known once the last d places are taken: where these say more or less than those of the class
itself, the other places need not be tried.
"""

from __future__ import annotations

import numpy as np

from littlestone.proofs_check.arrays import Array
from littlestone.proofs_check.compiling import compiled


@compiled
def extended(numbers: Array, points: int, found: Array, same: Array) -> int:
    """Write the classes with one function more that are written first in their orbits, and for each how many
    symmetries leave it as it is; how many there are."""
    count = 0
    members = np.empty(64, dtype=np.int64)
    for i in range(len(numbers)):
        size = 0
        for f in range(1 << points):
            if numbers[i] >> np.uint64(f) & np.uint64(1):
                members[size] = f
                size += 1
        for f in range(members[size - 1] + 1, 1 << points):
            members[size] = f
            number = numbers[i] | np.uint64(1) << np.uint64(f)
            symmetries = _symmetries_of(members[: size + 1], number, points)
            if symmetries:
                found[count] = number
                same[count] = symmetries
                count += 1
    return count


@compiled
def _symmetries_of(members: Array, number: int, points: int) -> int:
    """How many symmetries leave the class as it is, or 0 where one makes it be written earlier."""
    total = 0
    for base in range(len(members)):
        same = _placings(members, members[base], number, points)
        if same < 0:
            return 0
        total += same
    return total


@compiled
def _placings(members: Array, base: int, number: int, points: int) -> int:
    """How many placings of the points leave the class as it is, once ``base`` is sent to 0; -1 where one writes it
    earlier. A depth-first search: ``taken[d]`` is the point at place d, ``sent[d]`` the functions' numbers so far."""
    size = len(members)
    sent = np.zeros((points + 1, size), dtype=np.int64)
    left = np.zeros((points + 1, size), dtype=np.int64)
    taken = np.full(points + 1, -1, dtype=np.int64)
    used = np.zeros(points, dtype=np.bool_)
    for i in range(size):
        left[0, i] = members[i] ^ base
    same, d = 0, 0
    while d >= 0:
        if d == points:
            same += 1
            d -= 1
            continue
        if taken[d] >= 0:
            used[taken[d]] = False
        taken[d] += 1
        while taken[d] < points and used[taken[d]]:
            taken[d] += 1
        if taken[d] == points:
            taken[d] = -1
            d -= 1
            continue
        used[taken[d]] = True
        order = _placed(sent, left, d, taken[d], number)
        if order < 0:
            return -1
        if order == 0:
            d += 1
    return same


@compiled
def _placed(sent: Array, left: Array, d: int, point: int, number: int) -> int:
    """Give place d to a point; -1, 0, 1 where the functions with numbers from 2^d to 2^(d+1) then make the writing
    earlier, the same or later."""
    made = np.uint64(0)
    for i in range(sent.shape[1]):
        bit = left[d, i] >> point & 1
        sent[d + 1, i] = sent[d, i] | bit << d
        left[d + 1, i] = left[d, i] ^ bit << point
        if bit and left[d + 1, i] == 0:
            made |= np.uint64(1) << np.uint64(sent[d + 1, i])
    width = np.uint64(1) << np.uint64(d)
    block = ((np.uint64(1) << width) - np.uint64(1)) << width
    differing = made ^ (number & block)
    if differing == 0:
        return 0
    return -1 if made & differing & (~differing + np.uint64(1)) else 1
