"""Version spaces as sets of functions, and their multiclass Littlestone dimension by memoised recursion."""

from __future__ import annotations

from functools import lru_cache

from littlestone.spec.classes.concept_classes import Function

VersionSpace = frozenset[Function]


def restrict(functions: VersionSpace, point: int, label: int) -> VersionSpace:
    """The functions with the given label at the point."""
    return frozenset(f for f in functions if f[point] == label)


def split(functions: VersionSpace, point: int) -> dict[int, VersionSpace]:
    """The non-empty restrictions to each label at the point, by label."""
    parts: dict[int, list[Function]] = {}
    for f in functions:
        parts.setdefault(f[point], []).append(f)
    return {label: frozenset(part) for label, part in parts.items()}


@lru_cache(maxsize=1 << 20)
def multiclass_littlestone_dimension(functions: VersionSpace) -> int:
    """The greatest depth of an io-labelled tree shattered by the class; -1 for the empty class (BGS21 D2.13)."""
    if len(functions) <= 2:
        return len(functions) - 1
    best, ceiling = 1, len(functions).bit_length() - 1
    for point in range(len(next(iter(functions)))):
        if best == ceiling:
            break
        # a part of fewer than 2^best functions leads to no deeper tree
        parts = sorted(split(functions, point).values(), key=len, reverse=True)
        large = [part for part in parts if len(part) >= 1 << best]
        if len(large) > 1:
            best = max(best, 1 + sorted(map(multiclass_littlestone_dimension, large))[-2])
    return best
