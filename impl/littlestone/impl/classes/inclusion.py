"""Classes by the inclusion of their functions: those closed under intersection, and covers by chains.

A function of a closed class is irreducible if it is no intersection of larger ones. These may be few where functions
are many, and every function is the intersection of those above it. Of a class with a greatest function they give two
dimensions exactly:

- A set S of points in the greatest function is shattered iff each x in S has an irreducible function that misses x and
  holds the rest: what S is cut into is closed under intersection. So the VC dimension is the size of the largest set of
  irreducible functions each of which misses a point of the greatest function that all others hold.
- Thresholds h_1, ..., h_t give a chain of non-empty functions, h_1, h_1 & h_2, ..., and a chain gives thresholds. So
  the threshold dimension is the length of the longest chain of non-empty functions; below h it goes on with some h & r.

A long chain makes many thresholds, and few chains leave few patterns: on k points all 2^k are taken only if each of the
C(k, k/2) patterns with k/2 ones lies in a chain of its own. So a class in t chains has VC dimension below k if
C(k, k/2) > t.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

import numpy as np

from littlestone.impl.classes.matrices import Matrix, bit_mask, packed

MOST_IRREDUCIBLE = 130  # of 120, as all intervals of 60 points have, sets of three are looked through in 0.1 s

MOST_FAMILIES = 50_000  # the conjunctions of 8 variables have 6,561; of subspaces of F_2^6 there is no end


class ClosedClass:
    """A class closed under intersection with a greatest function; functions are masks over points."""

    def __init__(self, functions: list[int], irreducible: list[int]) -> None:
        self.functions, self.irreducible = functions, irreducible
        self._place = {f: i for i, f in enumerate(functions)}

    def largest_shattered_set(self) -> list[int] | None:
        """The points of a largest shattered set; None where there are too many families of irreducible functions."""
        masks = [self.functions[i] for i in self.irreducible]
        best: list[int] = []
        pending: list[tuple[int, list[int], list[int]]] = [(max(self.functions, key=int.bit_count), [], masks)]
        for _ in range(MOST_FAMILIES):
            if not pending:
                break
            inside, regions, later = pending.pop()
            best = regions if len(regions) > len(best) else best
            for i, r in enumerate(later):
                kept = [*(region & r for region in regions), inside & ~r]
                if all(kept):
                    pending.append((inside & r, kept, later[i + 1 :]))
        if pending:
            return None
        return [(region & -region).bit_length() - 1 for region in best]

    def longest_chain(self) -> list[int]:
        """The indices of the functions of a longest chain of non-empty ones, the largest first."""
        masks = [self.functions[i] for i in self.irreducible]

        @cache
        def below(f: int) -> tuple[int, int]:
            """The length of the longest chain from f down, and the next function of one."""
            smaller = [(below(f & r)[0] + 1, f & r) for r in masks if f & r not in (f, 0)]
            return max(smaller, default=(1, 0))

        f, chain = max(self.functions, key=lambda f: below(f)[0] if f else 0), []
        while f:
            chain.append(self._place[f])
            f = below(f)[1]
        return chain


def closed_class(matrix: Matrix) -> ClosedClass | None:
    """The class as a closed one; None if it is not, has no greatest function, or too many irreducible ones."""
    functions = [bit_mask(row) for row in matrix.functions == 1]
    members, irreducible = set(functions), list[int]()
    for i in sorted(range(len(functions)), key=lambda i: -functions[i].bit_count()):
        above = (1 << matrix.points) - 1
        for r in irreducible:
            above &= functions[r] if not functions[i] & ~functions[r] else above
        if above != functions[i]:
            irreducible.append(i)
        if len(irreducible) > MOST_IRREDUCIBLE:
            return None
    closed = all(f & functions[r] in members for f in functions for r in irreducible)
    return ClosedClass(functions, irreducible) if closed and reduce(or_, functions) in members else None


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
