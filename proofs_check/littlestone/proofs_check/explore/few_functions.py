"""All classes of few functions, on any number of points, for parameters that see no equal points.

A class of n functions is its set of columns, of n bits each, if equal points and the order of the points change no
parameter. So the classes of at most 4 functions are some thousands, on up to 16 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from littlestone.proofs_check.explore.formulas import Exact
from littlestone.proofs_check.explore.listings import Joint, Joints
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.library import PARAMETERS

MOST_FUNCTIONS = 4  # 3,903 classes; with 5 functions they are 37 million
# Equal points and orders change none of these, as a test sees, and each takes at most 4 ms on 16 points
SEES_NO_COPIES = frozenset((
    "size", "dual_VC", "dual_Ldim", "MLD", "Ldim", "VC", "Q_m", "Q_peq", "Q_mpeq", "Maj", "M_sd", "TD",
    "distinguishing_range", "TS_min", "RTD", "RTD_positive", "NCTD", "NCTD_positive", "hitting", "PBTD", "TS_min_star",
))  # fmt: skip


def few_functions(names: Sequence[str]) -> Joints | None:
    """The joint values of the parameters on all classes of at most 4 functions, or None where copies may matter."""
    if not SEES_NO_COPIES.issuperset(names):
        return None
    found: dict[tuple[Exact, ...], list[tuple[int, int, int]]] = {}  # by points, functions and number
    for functions in representatives():
        values = tuple(PARAMETERS[name].literal(frozenset(functions)) for name in names)
        number = sum(1 << int("".join(map(str, f)), 2) for f in functions)
        found.setdefault(values, []).append((len(functions[0]), len(functions), number))
    cases = [
        Joint(dict(zip(names, values, strict=True)), len(places), min(places)[0], min(places)[2])
        for values, places in found.items()
    ]
    return Joints(None, len(representatives()), None, tuple(cases), MOST_FUNCTIONS)


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
