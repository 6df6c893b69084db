"""Compiled search for thresholds from the middle: a block of ones first, then what lies before and after it.

In a chain of t thresholds, h_1..h_a are 1 at every one of the b = t + 1 - a points x_a..x_t, the block. The search goes
over the blocks: sets of b points at which at least a functions are all 1. Around a block it needs *early* functions,
1 on the whole block, with outer points x_1..x_{a-1}; and *late* functions h_{a+1}..h_t, 0 at the outer points, whose
ones in the block are b-1, ..., 1 nested points. About the middle the blocks are few, since they need most ones at once.

Sets are bit masks of 64-bit words. All kernels stand in this one module, because numba's cache sees changes in one
file only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Masks = NDArray[np.uint64]
Indices = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., object])

ABSENT, FOUND, UNDECIDED = 0, 1, 2
WORDS, LIMIT = 0, 1


class Table(NamedTuple):
    """The ones of a class, as masks over functions for each point and over points for each function."""

    of_point: Masks
    of_function: Masks


class Goal(NamedTuple):
    """Chains of a + b - 1 thresholds, with a early functions and b points in the block; the first ``fixed`` are in."""

    a: int
    b: int
    fixed: int


class Surroundings(NamedTuple):
    """What is left around a block: a row of early and late functions and outer points for each outer point chosen.

    ``graded[s]`` are the functions with s ones in the block. Of nested late functions, ``chosen[s]`` is that with s
    ones in the block, at the points ``inside[s]`` and no longer at ``dropped[s]``; ``nested[s]`` are the functions that
    are 0 at the points dropped so far.
    """

    graded: Masks
    early: Masks
    late: Masks
    everywhere: Masks
    outer: Masks
    inside: Masks
    nested: Masks
    chosen: Indices
    dropped: Indices


class Ledger(NamedTuple):
    """The chain under construction, and the words examined with their limit."""

    functions: Indices
    points: Indices
    tally: Indices


def compiled(function: F) -> F:
    """The function compiled on first use and kept on disk for later runs."""
    return cast(F, njit(cache=True)(function))


@compiled
def ones_of(word: np.uint64) -> int:
    """The number of ones of a word."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@compiled
def common(left: Masks, right: Masks) -> int:
    """The number of common members of two masks."""
    size = 0
    for w in range(len(left)):
        size += ones_of(left[w] & right[w])
    return size


@compiled
def meet(left: Masks, right: Masks, into: Masks) -> int:
    """Write the common members, and return their number."""
    size = 0
    for w in range(len(into)):
        into[w] = left[w] & right[w]
        size += ones_of(into[w])
    return size


@compiled
def remove(left: Masks, right: Masks, into: Masks) -> int:
    """Write the members of the first that are not in the second, and return their number."""
    size = 0
    for w in range(len(into)):
        into[w] = left[w] & ~right[w]
        size += ones_of(into[w])
    return size


@compiled
def has(mask: Masks, i: int) -> bool:
    """Whether i is a member."""
    return (mask[i >> 6] >> np.uint64(i & 63)) & np.uint64(1) != np.uint64(0)  # type: ignore[no-any-return]


@compiled
def put(mask: Masks, i: int) -> None:
    """Make i a member."""
    mask[i >> 6] |= np.uint64(1) << np.uint64(i & 63)


@compiled
def drop(mask: Masks, i: int) -> None:
    """Make i no member."""
    mask[i >> 6] &= ~(np.uint64(1) << np.uint64(i & 63))


@compiled
def after(left: Masks, right: Masks, i: int) -> int:
    """The least common member above i, or -1."""
    w = (i + 1) >> 6
    if w >= len(left):
        return -1
    shift = np.uint64((i + 1) & 63)
    word = ((left[w] & right[w]) >> shift) << shift
    while word == np.uint64(0):
        w += 1
        if w >= len(left):
            return -1
        word = left[w] & right[w]
    return (w << 6) + ones_of((word & (~word + np.uint64(1))) - np.uint64(1))


@compiled
def find_chain(table: Table, goal: Goal, ledger: Ledger) -> int:
    """FOUND, with the chain in the ledger; ABSENT, by exhaustion; or UNDECIDED, with the limit exceeded.

    Blocks grow point by point; ``support[d, i]`` are the functions that are 1 on the d points chosen and candidate i.
    """
    n, words = table.of_point.shape
    support = np.zeros((goal.b, n, words), np.uint64)
    candidates, count = np.zeros((goal.b, n), np.int64), np.zeros(goal.b, np.int64)
    tried = np.zeros(goal.b, np.int64)
    around, block = surroundings(table, goal), np.zeros(table.of_function.shape[1], np.uint64)
    count[0] = all_points(table, goal.a, support[0], candidates[0])
    d = 0
    while d >= 0 and ledger.tally[WORDS] <= ledger.tally[LIMIT]:
        i = tried[d]
        if i > 0:
            drop(block, candidates[d, i - 1])
        if i + goal.b - d > count[d] or (d < goal.fixed and i > 0):
            d -= 1
            continue
        put(block, candidates[d, i])
        tried[d] += 1
        if d < goal.b - 1:
            count[d + 1] = narrow(i, count[d], goal.a, support[d], candidates[d], support[d + 1], candidates[d + 1])
            ledger.tally[WORDS] += words * (count[d] - i)
            d += 1
            tried[d] = 0
        elif surrounds(table, goal, block, support[d, i], around, ledger):
            write_block(goal, around, ledger)
            return FOUND
    return UNDECIDED if ledger.tally[WORDS] > ledger.tally[LIMIT] else ABSENT


@compiled
def surroundings(table: Table, goal: Goal) -> Surroundings:
    """Room for what is left around a block."""
    words, width = table.of_point.shape[1], table.of_function.shape[1]
    graded, inside = np.zeros((goal.b, words), np.uint64), np.zeros((goal.b + 1, width), np.uint64)
    early, late = np.zeros((goal.a, words), np.uint64), np.zeros((goal.a, words), np.uint64)
    everywhere, outer = np.zeros(width, np.uint64), np.zeros((goal.a, width), np.uint64)
    for x in range(len(table.of_point)):
        put(everywhere, x)
    nested, chosen, dropped = (
        np.zeros((goal.b + 1, words), np.uint64),
        np.zeros(goal.b, np.int64),
        np.zeros(goal.b, np.int64),
    )
    return Surroundings(graded, early, late, everywhere, outer, inside, nested, chosen, dropped)


@compiled
def all_points(table: Table, a: int, support: Masks, candidates: Indices) -> int:
    """Write the points at which at least a functions are 1, and return their number."""
    kept = 0
    for x in range(len(table.of_point)):
        if meet(table.of_point[x], table.of_point[x], support[kept]) >= a:
            candidates[kept] = x
            kept += 1
    return kept


@compiled
def narrow(i: int, count: int, a: int, support: Masks, candidates: Indices, below: Masks, kept_ones: Indices) -> int:
    """Write the later candidates that leave at least a functions beside candidate i, and return their number."""
    kept = 0
    for j in range(i + 1, count):
        if meet(support[i], support[j], below[kept]) >= a:
            kept_ones[kept] = candidates[j]
            kept += 1
    return kept


@compiled
def surrounds(table: Table, goal: Goal, block: Masks, support: Masks, around: Surroundings, ledger: Ledger) -> bool:
    """Whether outer points and functions complete the block, the functions all 1 on it being given; and which."""
    ledger.tally[WORDS] += table.of_function.size
    grade(table, goal, block, support, around)
    if not nests(table, goal, around.late[0], around, ledger):
        return False
    level = 0
    ledger.points[0] = ledger.functions[0] = -1
    while 0 <= level < goal.a - 1 and ledger.tally[WORDS] <= ledger.tally[LIMIT]:
        if next_pair(table, goal, level, around, ledger):
            level += 1
            ledger.points[level] = ledger.functions[level] = -1
        else:
            level -= 1
    return level == goal.a - 1


@compiled
def grade(table: Table, goal: Goal, block: Masks, support: Masks, around: Surroundings) -> None:
    """What is left around a block before any outer point is chosen; the late functions sorted by their ones in it."""
    around.early[0], around.inside[goal.b] = support, block
    remove(around.everywhere, block, around.outer[0])
    around.graded[:] = np.uint64(0)
    around.late[0] = np.uint64(0)
    for h in range(len(table.of_function)):
        size = common(table.of_function[h], block)
        if 0 < size < goal.b:
            put(around.graded[size], h)
            put(around.late[0], h)


@compiled
def every_grade(graded: Masks, late: Masks) -> bool:
    """Whether for each s = 1, ..., b - 1 some late function has s ones in the block."""
    for size in range(1, len(graded)):
        empty = True
        for w in range(len(late)):
            empty = empty and graded[size, w] & late[w] == np.uint64(0)
        if empty:
            return False
    return True


@compiled
def next_pair(table: Table, goal: Goal, level: int, around: Surroundings, ledger: Ledger) -> bool:
    """Go to the next outer point and early function of a level, and write what they leave; False after the last."""
    while ledger.tally[WORDS] <= ledger.tally[LIMIT]:
        if ledger.functions[level] < 0 and not next_point(table, goal, level, around, ledger):
            return False
        x = ledger.points[level]
        h = after(around.early[level], table.of_point[x], ledger.functions[level])
        ledger.functions[level] = h
        if h >= 0:
            ledger.tally[WORDS] += around.outer.shape[1]
            left = meet(around.outer[level], table.of_function[h], around.outer[level + 1])
            drop(around.outer[level + 1], x)
            if left - 1 >= goal.a - 2 - level:
                return True
    return False


@compiled
def next_point(table: Table, goal: Goal, level: int, around: Surroundings, ledger: Ledger) -> bool:
    """Go to the next outer point that leaves enough early functions, and late ones that complete the block."""
    x = after(around.outer[level], around.outer[level], ledger.points[level])
    while x >= 0 and ledger.tally[WORDS] <= ledger.tally[LIMIT]:
        early = remove(around.early[level], table.of_point[x], around.early[level + 1])
        ledger.tally[WORDS] += around.early.shape[1]
        if early >= goal.a - 1 - level and common(around.early[level], table.of_point[x]):
            late = remove(around.late[level], table.of_point[x], around.late[level + 1])
            if late >= goal.b - 1 and nests(table, goal, around.late[level + 1], around, ledger):
                ledger.points[level] = x
                return True
        x = after(around.outer[level], around.outer[level], x)
    return False


@compiled
def nests(table: Table, goal: Goal, late: Masks, around: Surroundings, ledger: Ledger) -> bool:
    """Whether some of the late functions have b-1, ..., 1 nested ones in the block; and which, largest first.

    Those found to lead nowhere are struck off the late functions.
    """
    ledger.tally[WORDS] += around.graded.size
    if not every_grade(around.graded, late):
        return False
    chosen, inside, nested, size = around.chosen, around.inside, around.nested, goal.b - 1
    nested[goal.b] = late
    chosen[size] = -1
    while 0 < size < goal.b and ledger.tally[WORDS] <= ledger.tally[LIMIT]:
        ledger.tally[WORDS] += 2 * len(late)
        h = chosen[size] = after(around.graded[size], nested[size + 1], chosen[size])
        if h < 0:
            size += 1
            if size < goal.b:
                drop(late, chosen[size])
        elif has(late, h):
            remove(inside[size + 1], table.of_function[h], inside[size])
            around.dropped[size] = x = after(inside[size], inside[size], -1)
            meet(inside[size + 1], table.of_function[h], inside[size])
            remove(nested[size + 1], table.of_point[x], nested[size])
            size -= 1
            chosen[size] = -1
    return size == 0


@compiled
def write_block(goal: Goal, around: Surroundings, ledger: Ledger) -> None:
    """The last early function, the late ones, and the points of the block in the order in which these leave them."""
    a, t = goal.a, len(ledger.points)
    ledger.functions[a - 1] = after(around.early[a - 1], around.early[a - 1], -1)
    for size in range(1, goal.b):
        ledger.functions[t - size] = around.chosen[size]
        ledger.points[t - size - 1] = around.dropped[size]
    ledger.points[t - 1] = after(around.inside[1], around.inside[1], -1)
