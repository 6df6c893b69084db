"""The parameters of a class that was found, by the kit's searches and definitions: they share nothing with the clauses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from math import comb

import numpy as np

from littlestone.impl.classes.matrices import Matrix, as_matrix
from littlestone.impl.parameters.all import dimensions_by_name
from littlestone.impl.parameters.direct import DIRECT, Table
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.search.clauses.questions import ClassQuestion
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.parameters.library import PARAMETERS

MOST_STEPS = 50_000_000  # of the algorithms for teaching; a class of 32 functions takes some thousands
ALWAYS = ("VC", "Ldim", "Thr", "dual_VC")
Values = dict[str, int]


def values_of(question: ClassQuestion, members: Sequence[Function]) -> Values:
    """The dimensions of a class, and all else that the question is about; raises TooManySteps."""
    matrix = as_matrix(np.array(members))
    found = {name: d.lower for name, d in dimensions_by_name(matrix).items() if name in ALWAYS and d.exact}
    for condition in question.conditions:
        if condition.formula is None:
            found[condition.text] = int(_is_closed(condition.text, members))
        for name in (q.name for q in condition.quantities if q.name not in found):
            found[name] = _measured(name, matrix, members)
    return found


def insist_on(question: ClassQuestion, members: Sequence[Function]) -> Values:
    """The values of a class that is to fulfil the question; raises ProversDisagree where it does not."""
    values = values_of(question, members)
    for condition in question.conditions:
        if len(set(members)) < len(members) or not condition.is_true(values, len(members), len(members[0])):
            raise ProversDisagree(f"the clauses say {condition.text} of {members}, the definitions {values}")
    return values


def _measured(name: str, matrix: Matrix, members: Sequence[Function]) -> int:
    if name in DIRECT:
        return int(DIRECT[name](Table(matrix, MOST_STEPS)))
    return int(PARAMETERS[name].literal(frozenset(members)))  # type: ignore[call-overload]


def _is_closed(closure: str, members: Sequence[Function]) -> bool:
    """By the words: closed under the operation; as large as Sauer's bound; as many functions as shattered sets."""
    if closure in ("intersection_closed", "union_closed"):
        operation = min if closure == "intersection_closed" else max
        return all(tuple(map(operation, f, g)) in members for f in members for g in members)
    points = range(len(members[0]))
    subsets = chain.from_iterable(combinations(points, size) for size in range(len(points) + 1))
    shattered = [S for S in subsets if len({tuple(f[x] for x in S) for f in members}) == 2 ** len(S)]
    most = sum(comb(len(points), i) for i in range(max(map(len, shattered)) + 1))
    return len(members) == (most if closure == "maximum" else len(shattered))
