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
from math import comb, log
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from littlestone.impl.classes.matrices import packed

Masks = NDArray[np.uint64]
Indices = NDArray[np.int64]
Ones = NDArray[np.bool_]
Chain = list[tuple[int, int]]
F = TypeVar("F", bound=Callable[..., object])

# A full block against one that grows: with 1 two of three random classes took 13 and 19 times the words, one a third
# less; 1000 changed none
BLOCK_COST = 50
WORDS_PER_NODE = 20_000  # about 70 us, while a node of the search from the first threshold took 10 us
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


class Growing(NamedTuple):
    """A block that grows point by point: for d points chosen, the later points that may follow,
    how many there are, and how many were tried.

    ``support[d, i]`` are the functions, at least a, that are 1 on the d points chosen and candidate i.
    """

    block: Masks
    support: Masks
    candidates: Indices
    counts: Indices
    tried: Indices


class Surroundings(NamedTuple):
    """What is left around a block: a row of early and late functions and outer points for each outer point chosen.

    ``graded[s]`` are the functions with s ones in the block. Of nested late functions, ``chosen[s]`` is that with s
    ones in the block, at the points ``inside[s]`` and no longer at ``dropped[s]``; ``nested[s]`` are the functions that
    are 0 at the points dropped so far. ``everywhere`` are all points.
    """

    chosen: Indices
    dropped: Indices
    everywhere: Masks
    graded: Masks
    early: Masks
    late: Masks
    outer: Masks
    inside: Masks
    nested: Masks


class Ledger(NamedTuple):
    """The chain under construction, and the words examined with their limit."""

    functions: Indices
    points: Indices
    tally: Indices


def compiled(function: F) -> F:
    """The function compiled on first use and kept on disk for later runs."""
    return cast(F, njit(cache=True)(function))


@intrinsic  # type: ignore[untyped-decorator]
def ones_of(typing_context: Any, word: Any) -> Any:
    """The number of ones of a word, by the processor's own instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


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
    return (w << 6) + ones_of((word & (~word + np.uint64(1))) - np.uint64(1))  # type: ignore[no-any-return]


@compiled
def goes_on(tally: Indices, words: int) -> bool:
    """Count words, and say whether they are within the limit."""
    tally[WORDS] += words
    return tally[WORDS] <= tally[LIMIT]  # type: ignore[no-any-return]


@compiled
def has_block(table: Table, goal: Goal, growing: Growing, around: Surroundings, ledger: Ledger) -> bool:
    """Whether some points are the block of a chain, which is then in the ledger; False beyond the limit too."""
    block, support, candidates, count, tried = growing
    d = 0
    while d >= 0 and goes_on(ledger.tally, support.shape[2] * (count[d] - tried[d])):
        i = tried[d]
        if i > 0:
            drop(block, candidates[d, i - 1])
        if i + goal.b - d > count[d] or (d < goal.fixed and i > 0):
            d -= 1
            continue
        put(block, candidates[d, i])
        tried[d] += 1
        if d == goal.b - 1:
            if surrounds(table, goal, block, support[d, i], around, ledger):
                return True
            continue
        kept, here, below = 0, support[d], support[d + 1]
        for j in range(i + 1, count[d]):
            if meet(here[i], here[j], below[kept]) >= goal.a:
                candidates[d + 1, kept] = candidates[d, j]
                kept += 1
        d += 1
        count[d], tried[d] = kept, 0
    return False


@compiled
def surrounds(table: Table, goal: Goal, block: Masks, support: Masks, around: Surroundings, ledger: Ledger) -> bool:
    """Whether outer points and functions complete the block, the functions all 1 on it being given; and which."""
    ledger.tally[WORDS] += table.of_function.size
    grade(table, goal, block, support, around)
    if not nests(table, goal, around.late[0], around, ledger) or not has_outer(table, goal, around, ledger):
        return False
    a, t = goal.a, len(ledger.points)
    ledger.functions[a - 1] = after(around.early[a - 1], around.early[a - 1], -1)
    for size in range(1, goal.b):  # the points of the block in the order in which the late functions leave them
        ledger.functions[t - size] = around.chosen[size]
        ledger.points[t - size - 1] = around.dropped[size]
    ledger.points[t - 1] = after(around.inside[1], around.inside[1], -1)
    return True


@compiled
def has_outer(table: Table, goal: Goal, around: Surroundings, ledger: Ledger) -> bool:
    """Whether there are outer points and early functions to complete the block; and which."""
    early, late, outer, level = around.early, around.late, around.outer, 0
    points, functions, every = ledger.points, ledger.functions, len(table.of_function)
    points[0] = -1
    while 0 <= level < goal.a - 1 and goes_on(ledger.tally, outer.shape[1]):
        x = points[level]
        h = after(early[level], table.of_point[x], functions[level]) if x >= 0 else -1
        if h >= 0:
            functions[level] = h
            left = meet(outer[level], table.of_function[h], outer[level + 1])
            drop(outer[level + 1], x)
            if left - 1 >= goal.a - 2 - level:
                level += 1
                points[level] = -1
            continue
        points[level] = x = after(outer[level], outer[level], x)
        if x < 0:
            level -= 1
            continue
        ones, functions[level] = table.of_point[x], every  # no function is tried with a point that leaves too little
        if remove(early[level], ones, early[level + 1]) >= goal.a - 1 - level and common(early[level], ones):
            left = remove(late[level], ones, late[level + 1])
            if left >= goal.b - 1 and nests(table, goal, late[level + 1], around, ledger):
                functions[level] = -1
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
def nests(table: Table, goal: Goal, late: Masks, around: Surroundings, ledger: Ledger) -> bool:
    """Whether some of the late functions have b-1, ..., 1 nested ones in the block; and which, largest first.

    Those found to lead nowhere are struck off the late functions.
    """
    chosen, inside, nested, size = around.chosen, around.inside, around.nested, goal.b - 1
    nested[goal.b] = late
    chosen[size] = -1
    while 0 < size < goal.b and goes_on(ledger.tally, 2 * len(late)):
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


def extend_from_middle(ones: Ones, chain: Chain, ceiling: int, budget: int) -> tuple[Chain, int, int]:
    """The chain or a longer one, a proved upper bound of at most the ceiling, and the nodes of the budget used.

    A node is 20,000 words examined.
    """
    nodes = 0
    while len(chain) < ceiling and nodes < budget:
        limit = (budget - nodes - 1) * WORDS_PER_NODE
        longer, words = find_thresholds(ones, len(chain) + 1, limit)
        nodes += 1 + words // WORDS_PER_NODE
        if longer is None:
            return chain, ceiling if words > limit else len(chain), nodes
        chain = longer
    return chain, ceiling, nodes


def find_thresholds(ones: Ones, t: int, limit: int) -> tuple[Chain | None, int]:
    """A chain of t >= 1 (function, point) pairs, or None, and how many 64-bit words were examined.

    ``ones`` has shape (functions, points). None proves that there is no such chain if the words are at most the limit.
    """
    points = np.unique(ones, axis=1, return_index=True)[1]
    distinct = ones[:, points]
    if t > min(distinct.shape):
        return None, min(limit, 0)
    if len(ones) < len(points):  # in reverse order functions and points may change places: 1 iff i <= j stays true
        found, words = find_thresholds(distinct.T, t, limit)
        chain = found and [(h, x) for x, h in reversed(found)]
    else:
        is_of_zeros, early = cheapest_block(distinct, t)
        if is_of_zeros:
            chain, words = _around_zeros(distinct, t, early, limit)
        else:
            chain, words = _run(distinct, Goal(early, t + 1 - early, 0), limit)
    return chain and [(h, int(points[x])) for h, x in chain], words


def cheapest_block(ones: Ones, t: int) -> tuple[bool, int]:
    """The block to start from, by the cost to expect in a random class: whether of zeros, and its functions.

    t thresholds have blocks of a functions and t + 1 - a points with ones only, and of a functions and t - a points
    with zeros only. The estimate guides the search and decides nothing.
    """
    share = min(max(float(ones.mean()), 1 / (2 * ones.size)), 1 - 1 / (2 * ones.size))
    of_ones = ((_log_cost(ones.shape, a, t + 1 - a, share), False, a) for a in range(1, t + 1))
    of_zeros = ((_log_cost(ones.shape, a, t - a, 1 - share), True, a) for a in range(1, t))
    _, zeros, a = min((*of_ones, *of_zeros))
    return zeros, a


def _log_cost(shape: tuple[int, ...], functions: int, points: int, share: float) -> float:
    """The logarithm of the most blocks to expect while they grow to that many points; full ones cost more."""
    full = [log(comb(shape[0], functions)) + functions * k * log(share) for k in range(1, points + 1)]
    each = [(log(comb(shape[1], k)), f) for k, f in enumerate(full, start=1)]
    return max(sum(each[-1]) + log(BLOCK_COST), *(columns + min(0.0, f) for columns, f in each))


def _around_zeros(ones: Ones, t: int, early: int, limit: int) -> tuple[Chain | None, int]:
    """The search in the complement, where f_i(y_j) = 1 iff i < j for the functions and points in reverse order.

    With a function and a point that are 1 everywhere, the first and the last, these are t + 1 thresholds.
    """
    padded = np.pad(~ones, ((1, 0), (1, 0)), constant_values=True)
    chain, words = _run(padded, Goal(early + 1, t + 1 - early, 1), limit)
    if chain is None:
        return None, words
    return [(h - 1, x - 1) for (h, _), (_, x) in zip(chain[:0:-1], chain[-2::-1], strict=True)], words


def _run(ones: Ones, goal: Goal, limit: int) -> tuple[Chain | None, int]:
    """The compiled search; the points with fewest ones come first, after those that every block has."""
    counts, t = ones.sum(axis=0), goal.a + goal.b - 1
    order = np.concatenate([np.arange(goal.fixed), np.argsort(counts[goal.fixed :], kind="stable") + goal.fixed])
    table = Table(packed(ones[:, order].T), packed(ones[:, order]))
    ledger = Ledger(np.full(t, -1), np.full(t, -1), np.array([0, limit]))
    start = np.flatnonzero(counts[order] >= goal.a)
    (a, b, _), (n, words), width = goal, table.of_point.shape, table.of_function.shape[1]
    empty = np.zeros(width, np.uint64), np.zeros((b, n, words), np.uint64), np.zeros((b, n), np.int64)
    growing = Growing(*empty, np.zeros(b, np.int64), np.zeros(b, np.int64))  # without points, from those to start from
    growing.support[0, : len(start)], growing.candidates[0, : len(start)] = table.of_point[start], start
    growing.counts[0] = len(start)
    shapes = ((b, words), (a, words), (a, words), (a, width), (b + 1, width), (b + 1, words))
    masks = [np.zeros(shape, np.uint64) for shape in shapes]
    room = np.zeros(b, np.int64), np.zeros(b, np.int64), packed(np.ones((1, n), np.bool_))[0]
    found = has_block(table, goal, growing, Surroundings(*room, *masks), ledger)
    chain = list(zip(ledger.functions.tolist(), order[ledger.points].tolist(), strict=True)) if found else None
    return chain, int(ledger.tally[WORDS])
