"""The parameters of a class that was found, by searches and definitions that share nothing with the clauses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from littlestone.impl.classes.matrices import as_matrix
from littlestone.impl.parameters.all import dimensions_by_name
from littlestone.impl.parameters.direct import DIRECT, Table
from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.library import PARAMETERS

MOST_STEPS = 50_000_000  # of the algorithms for teaching; a class of 32 functions takes some thousands
ALWAYS = ("VC", "Ldim", "Thr", "dual_VC")


def values_of(question: ClassQuestion, members: Sequence[Function]) -> dict[str, int]:
    """The dimensions of a class that are known exactly, and all else that the question is about."""
    matrix = as_matrix(np.array(members))
    found = {name: d.lower for name, d in dimensions_by_name(matrix).items() if name in ALWAYS and d.exact}
    for condition in question.conditions:
        if condition.formula is None:
            found[condition.text] = int(_is_closed(condition.text, members))
        for name in {q.name for q in condition.quantities} - found.keys():
            if name in DIRECT:
                found[name] = int(DIRECT[name](Table(matrix, MOST_STEPS)))
            else:
                found[name] = int(PARAMETERS[name].literal(frozenset(members)))  # type: ignore[call-overload]
    return found


def _is_closed(closure: str, members: Sequence[Function]) -> bool:
    """By the words: closed under the operation; as large as Sauer's bound; as many functions as shattered sets."""
    if closure in ("intersection_closed", "union_closed"):
        operation = min if closure == "intersection_closed" else max
        return all(tuple(map(operation, f, g)) in members for f in members for g in members)
    points = range(len(members[0]))
    subsets = [S for size in range(len(points) + 1) for S in combinations(points, size)]
    shattered = [S for S in subsets if len({tuple(f[x] for x in S) for f in members}) == 2 ** len(S)]
    most = sum(comb(len(points), i) for i in range(len(shattered[-1]) + 1))
    return len(members) == (most if closure == "maximum" else len(shattered))
