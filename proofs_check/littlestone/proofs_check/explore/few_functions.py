"""All classes of few functions, on any number of points, for parameters that see no equal points.

A class of n functions is its set of columns, of n bits each, if equal points and the order of the points change no
parameter. So the classes of at most 4 functions are some thousands, on up to 16 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from littlestone.proofs_check.explore.listings import Joints, literal_joints
from littlestone.spec.classes.concept_classes import Function

MOST_FUNCTIONS = 4  # 3,903 classes; with 5 functions they are 37 million
# Equal points and orders change none of these, as a test sees, and each takes at most 4 ms on 16 points
SEES_NO_COPIES = frozenset((
    "size", "dual_VC", "dual_Ldim", "MLD", "Ldim", "VC", "Q_m", "Q_peq", "Q_mpeq", "Maj", "M_sd", "TD",
    "distinguishing_range", "TS_min", "RTD", "RTD_positive", "NCTD", "NCTD_positive", "hitting", "PBTD", "TS_min_star",
    "Thr",
))  # fmt: skip


def few_functions(names: Sequence[str]) -> Joints | None:
    """The joint values of the parameters on all classes of at most 4 functions, or None where copies may matter."""
    if not SEES_NO_COPIES.issuperset(names):
        return None
    return literal_joints(names, representatives(), None, MOST_FUNCTIONS)


@lru_cache(maxsize=1)
def representatives() -> tuple[tuple[Function, ...], ...]:
    """A class for each set of columns on which no two functions are equal, up to the order of the functions."""
    return tuple(rows for n in range(1, MOST_FUNCTIONS + 1) for rows in _of(n))


def _of(n: int) -> Iterator[tuple[Function, ...]]:
    columns = list(product((0, 1), repeat=n))
    moved = [[columns.index(tuple(c[i] for i in order)) for c in columns] for order in permutations(range(n))]
    seen = set[int]()
    for chosen in range(1, 1 << len(columns)):
        if chosen in seen:
            continue
        here = [i for i in range(len(columns)) if chosen >> i & 1]
        seen.update(sum(1 << image[i] for i in here) for image in moved)
        rows = tuple(zip(*(columns[i] for i in here), strict=True))
        if len(set(rows)) == n:
            yield rows
