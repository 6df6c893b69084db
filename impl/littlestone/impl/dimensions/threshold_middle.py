"""Whether a class has t thresholds, decided from the middle: the block of ones or zeros to start from, the run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.dimensions.threshold_search import (
    ABSENT,
    FOUND,
    LIMIT,
    WORDS,
    Goal,
    Ledger,
    Masks,
    Table,
    find_chain,
)

LARGEST_CLASS = 1 << 19  # entries; the masks are looked at as a whole at every step
# A full block against one that grows: with 1 two of three random classes took 13 and 19 times the words, one a third
# less; 1000 changed none
BLOCK_COST = 50
WORDS_PER_NODE = 20_000  # about 70 us, while a node of the search from the first threshold took 10 us
Chain = list[tuple[int, int]]
Ones = NDArray[np.bool_]


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
        around_zeros, early = cheapest_block(distinct, t)
        verdict = (_around_zeros if around_zeros else _around_ones)(distinct, t, early, limit)
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
    rows, steps = _log_choose(shape[0], functions), range(1, points + 1)
    columns, full = [_log_choose(shape[1], k) for k in steps], [rows + functions * k * log(share) for k in steps]
    return max(columns[-1] + full[-1] + log(BLOCK_COST), *(c + min(0.0, f) for c, f in zip(columns, full, strict=True)))


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def _around_ones(ones: Ones, t: int, early: int, limit: int) -> Verdict:
    return _run(ones, Goal(early, t + 1 - early, 0), limit)


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
    order = np.argsort(ones.sum(axis=0)[goal.fixed :], kind="stable") + goal.fixed
    order = np.concatenate([np.arange(goal.fixed), order])
    table = Table(pack(ones[:, order].T), pack(ones[:, order]))
    t = goal.a + goal.b - 1
    tally = np.zeros(2, dtype=np.int64)
    tally[LIMIT] = limit
    ledger = Ledger(np.full(t, -1), np.full(t, -1), tally)
    status = find_chain(table, goal, ledger)
    found = zip(ledger.functions.tolist(), order[ledger.points].tolist(), strict=True)
    return Verdict(list(found) if status == FOUND else None, status in (FOUND, ABSENT), int(tally[WORDS]))


def pack(members: Ones) -> Masks:
    """Each row of a Boolean array as a bit mask: 64 columns to a word, the first in the least significant bit."""
    words = -(-members.shape[1] // 64)
    padded = np.zeros((len(members), 64 * words), dtype=bool)
    padded[:, : members.shape[1]] = members
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
