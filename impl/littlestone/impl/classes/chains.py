"""Covers of a class by chains under inclusion: few chains leave few patterns, a long chain makes many thresholds.

On k points all 2^k patterns are taken only if each of the C(k, k/2) patterns with k/2 ones lies in a chain of its own,
so a class in t chains has VC dimension below k if C(k, k/2) > t.
"""

from __future__ import annotations

from math import comb

import numpy as np

from littlestone.impl.classes.matrices import Matrix, packed


def chain_cover(matrix: Matrix) -> list[list[int]]:
    """The functions in chains, each from its largest function down: a function goes below the smallest end above it."""
    ones = matrix.functions == 1
    words, sizes = packed(ones), ones.sum(axis=1)
    ends = np.empty((0, words.shape[1]), dtype=np.uint64)
    chains: list[list[int]] = []
    for f in np.argsort(-sizes, kind="stable").tolist():
        above = np.flatnonzero(~(words[f] & ~ends).any(axis=1))
        if not len(above):
            ends = np.vstack([ends, words[f]])
            chains.append([f])
            continue
        place = int(min(above, key=lambda i: sizes[chains[i][-1]]))
        ends[place] = words[f]
        chains[place].append(f)
    return chains


def most_shattered(chains: int) -> int:
    """The most points that a class in so many chains shatters."""
    k = 1
    while comb(k, k // 2) <= chains:
        k += 1
    return k - 1
