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
from dataclasses import dataclass, replace
from math import lgamma, log
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

LARGEST_CLASS = 1 << 19  # entries; the masks are looked at as a whole at every step
# A full block against one that grows: with 1 two of three random classes took 13 and 19 times the words, one a third
# less; 1000 changed none
BLOCK_COST = 50
WORDS_PER_NODE = 20_000  # about 70 us, while a node of the search from the first threshold took 10 us
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
    are 0 at the points dropped so far. ``everywhere`` are all points.
    """

    graded: Masks
    early: Masks
    late: Masks
    outer: Masks
    inside: Masks
    nested: Masks
    chosen: Indices
    dropped: Indices
    everywhere: Masks


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
    return (w << 6) + ones_of((word & (~word + np.uint64(1))) - np.uint64(1))


@compiled
def find_chain(table: Table, goal: Goal, start: Indices, around: Surroundings, ledger: Ledger) -> int:
    """FOUND, with the chain in the ledger; ABSENT, by exhaustion; or UNDECIDED, with the limit exceeded.

    Blocks grow point by point from the points to start from, at which at least a functions are 1; ``support[d, i]`` are
    the functions that are 1 on the d points chosen and candidate i.
    """
    n, words = table.of_point.shape
    support = np.zeros((goal.b, n, words), np.uint64)
    candidates, count = np.zeros((goal.b, n), np.int64), np.zeros(goal.b, np.int64)
    tried, block = np.zeros(goal.b, np.int64), np.zeros(table.of_function.shape[1], np.uint64)
    count[0] = len(start)
    candidates[0, : len(start)], support[0, : len(start)] = start, table.of_point[start]
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


@dataclass(frozen=True)
class Verdict:
    """A chain of (function, point) pairs, or None, which is a proof that there is none where ``decided``.

    ``words`` counts the 64-bit words examined.
    """

    chain: Chain | None
    decided: bool
    words: int


def extend_from_middle(ones: Ones, chain: Chain, ceiling: int, budget: int) -> tuple[Chain, int, int]:
    """The chain or a longer one, a proved upper bound of at most the ceiling, and the nodes of the budget used.

    A node is 20,000 words examined.
    """
    nodes = 0
    while len(chain) < ceiling and nodes < budget:
        verdict = find_thresholds(ones, len(chain) + 1, (budget - nodes - 1) * WORDS_PER_NODE)
        nodes += 1 + verdict.words // WORDS_PER_NODE
        if verdict.chain is None:
            return chain, len(chain) if verdict.decided else ceiling, nodes
        chain = verdict.chain
    return chain, ceiling, nodes


def find_thresholds(ones: Ones, t: int, limit: int) -> Verdict:
    """A chain of t >= 1 thresholds of the class of the rows, or a proof that there is none, within a limit of words.

    ``ones`` has shape (functions, points). A class of more than 2^19 entries is left undecided.
    """
    if ones.size > LARGEST_CLASS:
        return Verdict(None, False, 0)
    points = np.unique(ones, axis=1, return_index=True)[1]
    distinct = ones[:, points]
    if t > min(distinct.shape):
        return Verdict(None, True, 0)
    if len(ones) < len(points):
        verdict = _transposed(find_thresholds(distinct.T, t, limit))
    else:
        is_of_zeros, early = cheapest_block(distinct, t)
        around_ones = Goal(early, t + 1 - early, 0)
        verdict = _around_zeros(distinct, t, early, limit) if is_of_zeros else _run(distinct, around_ones, limit)
    return replace(verdict, chain=verdict.chain and [(h, int(points[x])) for h, x in verdict.chain])


def _transposed(verdict: Verdict) -> Verdict:
    """Functions and points change places, and the order is reversed: h_i(x_j) = 1 iff i <= j stays true."""
    return replace(verdict, chain=verdict.chain and [(h, x) for x, h in reversed(verdict.chain)])


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

    def log_choose(n: int, k: int) -> float:
        return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)

    full = [log_choose(shape[0], functions) + functions * k * log(share) for k in range(1, points + 1)]
    each = [(log_choose(shape[1], k), f) for k, f in enumerate(full, start=1)]
    return max(sum(each[-1]) + log(BLOCK_COST), *(columns + min(0.0, f) for columns, f in each))


def _around_zeros(ones: Ones, t: int, early: int, limit: int) -> Verdict:
    """The search in the complement, where f_i(y_j) = 1 iff i < j for the functions and points in reverse order.

    With a function and a point that are 1 everywhere, the first and the last, these are t + 1 thresholds.
    """
    padded = np.pad(~ones, ((1, 0), (1, 0)), constant_values=True)
    verdict = _run(padded, Goal(early + 1, t + 1 - early, 1), limit)
    if verdict.chain is None:
        return verdict
    functions, points = [h - 1 for h, _ in verdict.chain[1:]], [x - 1 for _, x in verdict.chain[:-1]]
    return replace(verdict, chain=list(zip(reversed(functions), reversed(points), strict=True)))


def _run(ones: Ones, goal: Goal, limit: int) -> Verdict:
    """The compiled search; the points with fewest ones come first, after those that every block has."""
    counts, t = ones.sum(axis=0), goal.a + goal.b - 1
    order = np.concatenate([np.arange(goal.fixed), np.argsort(counts[goal.fixed :], kind="stable") + goal.fixed])
    table = Table(packed(ones[:, order].T), packed(ones[:, order]))
    ledger = Ledger(np.full(t, -1), np.full(t, -1), np.array([0, limit]))
    status = find_chain(table, goal, np.flatnonzero(counts[order] >= goal.a), _room(table, goal), ledger)
    found = zip(ledger.functions.tolist(), order[ledger.points].tolist(), strict=True)
    return Verdict(list(found) if status == FOUND else None, status != UNDECIDED, int(ledger.tally[WORDS]))


def _room(table: Table, goal: Goal) -> Surroundings:
    """Room for what is left around a block."""
    a, b, words, width = goal.a, goal.b, table.of_point.shape[1], table.of_function.shape[1]
    shapes = ((b, words), (a, words), (a, words), (a, width), (b + 1, width), (b + 1, words))
    masks = [np.zeros(shape, np.uint64) for shape in shapes]
    everywhere = packed(np.ones((1, len(table.of_point)), np.bool_))[0]
    return Surroundings(*masks, np.zeros(b, np.int64), np.zeros(b, np.int64), everywhere)
