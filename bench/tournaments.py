"""Counts the instances on which the recursion of ABLMM22 Lemma 25 holds: every class and target on up to 3 points.

An instance is a level k of the tournament for a class, a target of it, a distribution and n; k = 0 is counted apart,
since the recursion begins at k = 1. Run: ``python bench/tournaments.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from time import process_time

from littlestone.impl.online.tournament_laws import Level, tournament_levels
from littlestone.spec.learning.stability import sloped

POINTS, SIZES, SLOPES = (1, 2, 3), (1, 2, 3, 4), range(6)


def towers() -> Iterator[tuple[Level, ...]]:
    """D_0, ..., D_d for every non-empty class, target, distribution and n."""
    for points in POINTS:
        functions = list(product((0, 1), repeat=points))
        for H in chain.from_iterable(combinations(functions, size) for size in range(1, len(functions) + 1)):
            for target, n, j in product(H, SIZES, SLOPES):
                yield tournament_levels(frozenset(H), sloped(points, j), target, n)


def main() -> None:
    """Print how many instances there are, and how many break rho_k >= (rho_{k-1}^2 - max) / 2."""
    started, count, levels, broken = process_time(), 0, 0, 0
    for tower in towers():
        count += 1
        levels += len(tower) - 1
        pairs = zip(tower, tower[1:], strict=False)
        broken += sum(after.consistency < (before.consistency**2 - before.largest) / 2 for before, after in pairs)
    print(f"{count:,} towers: {levels:,} instances with k >= 1 and {count:,} with k = 0; {broken} break the recursion")
    print(f"{process_time() - started:.1f} s of CPU")


if __name__ == "__main__":
    main()
