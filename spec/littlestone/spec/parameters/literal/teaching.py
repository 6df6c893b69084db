"""Teaching, set by set and order by order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product

from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.literal.chains_and_stars import width
from littlestone.spec.parameters.literal.shattering import sets_of

Functions = frozenset[Function]
Points = tuple[int, ...]
Teach = Callable[[Function, Functions], int]


def _consistent(f: Function, S: Points, H: Functions) -> Functions:
    return frozenset(g for g in H if all(g[x] == f[x] for x in S))


@lru_cache(maxsize=1 << 12)
def _differing(f: Function, g: Function) -> frozenset[int]:
    """The points on which two functions differ."""
    return frozenset(x for x, (a, b) in enumerate(zip(f, g, strict=True)) if a != b)


def _only_one(f: Function, S: Points, H: Functions) -> bool:
    """No function of H but f agrees with f on S."""
    return all(g == f or not _differing(f, g).isdisjoint(S) for g in H)


def teaching_set_size(f: Function, H: Functions) -> int:
    """The size of the first set of points with which f is the only one consistent."""
    return len(next(S for S in sets_of(tuple(range(len(f)))) if _only_one(f, S, H)))


def positive_teaching_set_size(f: Function, H: Functions) -> int:
    """The same among the sets on which f is 1; one more than the points where there is none."""
    sets = sets_of(tuple(x for x in range(len(f)) if f[x] == 1))
    return next((len(S) for S in sets if _only_one(f, S, H)), len(f) + 1)


def teaching_dimension(H: Functions) -> int:
    """The largest teaching set size."""
    return max(teaching_set_size(f, H) for f in H)


def positive_teaching_dimension(H: Functions) -> int:
    """The largest from positive examples."""
    return max(positive_teaching_set_size(f, H) for f in H)


def easiest_teaching(H: Functions) -> int:
    """The least teaching set size."""
    return min(teaching_set_size(f, H) for f in H)


def _canonical_plan(H: Functions, teach: Teach) -> int:
    """The largest size met when all functions that are easiest to teach are taken away time and again."""
    met = 0
    while H:
        sizes = {f: teach(f, H) for f in H}
        easiest = min(sizes.values())
        met = max(met, easiest)
        H = frozenset(f for f in H if sizes[f] > easiest)
    return met


def recursive_teaching_dimension(H: Functions) -> int:
    """The order of the canonical teaching plan."""
    return _canonical_plan(H, teaching_set_size)


def positive_recursive_teaching_dimension(H: Functions) -> int:
    """The order of the canonical plan from positive examples."""
    return _canonical_plan(H, positive_teaching_set_size)


@lru_cache(maxsize=1 << 17)
def preference_based_teaching_dimension(H: Functions) -> int:
    """The best order of the functions: the one preferred least is taught among all, then taken away."""
    if not H:
        return 0
    return min(max(teaching_set_size(f, H), preference_based_teaching_dimension(H - {f})) for f in H)


def no_clash_teaching_dimension(H: Functions) -> int:
    """The least d at which some choice of at most d points for each function has no clash."""
    return _no_clash(H, lambda f: range(len(f)))


def positive_no_clash_teaching_dimension(H: Functions) -> int:
    """The least d at which some choice among the points where each function is 1 has no clash."""
    return _no_clash(H, lambda f: [x for x, y in enumerate(f) if y == 1])


def _no_clash(H: Functions, points: Callable[[Function], Iterable[int]]) -> int:
    """By arc consistency and search: a teacher is a choice of one set for each function, no two in clash."""
    for d in range(width(H) + 1):
        choices = {f: [S for S in sets_of(tuple(points(f))) if len(S) <= d] for f in H}
        if _has_teacher(choices):
            return d
    raise AssertionError("all points of a function teach it")


def _has_teacher(choices: dict[Function, list[Points]]) -> bool:
    if not all(choices.values()):
        return False
    if not choices:
        return True
    f = min(choices, key=lambda f: len(choices[f]))
    rest = {g: sets for g, sets in choices.items() if g != f}
    return any(
        _has_teacher({g: [T for T in sets if not _differing(f, g).isdisjoint({*S, *T})] for g, sets in rest.items()})
        for S in choices[f]
    )


def hitting_size(H: Functions) -> int:
    """The first set that meets all non-empty sets of the class."""
    sets = [{x for x, y in enumerate(f) if y} for f in H]
    return len(next(S for S in sets_of(tuple(range(width(H)))) if all({*S} & s for s in sets if s)))


def hitting_relative(H: Functions) -> int:
    """The largest hitting size of the class shifted by a set."""
    shifts = product((0, 1), repeat=width(H))
    return max(hitting_size(frozenset(tuple(a ^ b for a, b in zip(f, T, strict=True)) for f in H)) for T in shifts)


def extended_teaching_dimension(H: Functions) -> int:
    """The largest of the first sets on which at most one function agrees with a pattern."""
    patterns = product((0, 1), repeat=width(H))
    sets = list(sets_of(tuple(range(width(H)))))
    return max(len(next(S for S in sets if len(_consistent(T, S, H)) <= 1)) for T in patterns)


@lru_cache(maxsize=1 << 17)
def hardest_subclass(H: Functions) -> int:
    """The better of the class itself and of the best without one function."""
    return max([easiest_teaching(H), *(hardest_subclass(H - {f}) for f in H if len(H) > 1)])
