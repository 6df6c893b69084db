"""Sample compression as clauses: for each subset of points, or of examples, variables for the function made of it."""

from __future__ import annotations

from itertools import combinations, product

from littlestone.proofs_check.search.clauses.matrix import ClassMatrix, Places

Subset = tuple[int, ...] | tuple[tuple[int, int], ...]


def subsets(points: int, size: int, labelled: bool) -> list[Subset]:
    """The subsets of at most so many of the points, each with all its labellings where they have labels."""
    sets: list[Places] = [S for n in range(size + 1) for S in combinations(range(points), n)]
    if not labelled:
        return list(sets)
    return [tuple(zip(S, labels, strict=True)) for S in sets for labels in product((0, 1), repeat=len(S))]


def made_of(m: ClassMatrix, subset: Subset) -> list[int]:
    """The labels of the function that is reconstructed from a subset."""
    return [m.named("made of", subset, x)[0] for x in range(m.points)]


def compression_at_most(m: ClassMatrix, bound: int, labelled: bool = False) -> int:
    """A function is made of each subset of at most ``bound``, and each sample is missed or agrees with one of its."""
    asked = []
    for sample in subsets(m.points, m.points, labelled=True):
        inside = {*sample, *(x for x, _ in sample)}  # type: ignore[misc]
        made = [made_of(m, K) for K in subsets(m.points, bound, labelled) if inside.issuperset(K)]
        agrees = [m.all_of(f[x] if y else -f[x] for x, y in sample) for f in made]  # type: ignore[misc]
        asked.append(m.some_of((m.missed(sample), *agrees)))  # type: ignore[arg-type]
    return m.all_of(asked)
