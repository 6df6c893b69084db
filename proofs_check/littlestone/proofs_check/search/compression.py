"""The least sample compression scheme of one class: the scheme, and a checked proof that there is no smaller one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.rechecking.certificates import read_clauses, steps_refuting
from littlestone.proofs_check.search.clauses.compression import Subset, compression_at_most, made_of, subsets
from littlestone.proofs_check.search.clauses.matrix import ClassMatrix
from littlestone.proofs_check.solvers.clauses import Clauses
from littlestone.proofs_check.solvers.engines import CADICAL
from littlestone.spec.classes.concept_classes import Function

COMPRESSION = {"USC": False, "LSC": True}  # the parameters, and whether their subsets have labels
ENOUGH = 10**9  # conflicts: the question is decided


@dataclass(frozen=True)
class CompressionScheme:
    """A scheme of least size: the function that is reconstructed from each subset of at most ``size`` points.

    Subsets are sets of points, or of pairs of point and label. ``steps`` is the length of the proof that no smaller
    scheme exists, each step of which was checked; 0 where the size is 0.
    """

    size: int
    reconstruct: Mapping[Subset, Function]
    steps: int = 0

    def __str__(self) -> str:
        made = (f"{_subset_text(K)} -> {''.join(map(str, f))}" for K, f in self.reconstruct.items())
        least = f"; none of size {self.size - 1}, by a proof of {self.steps:,} steps, each checked" * (self.size > 0)
        return f"{', '.join(made)}{least}"


def least_compression_scheme(functions: Sequence[Function], labelled: bool = False) -> CompressionScheme:
    """The least scheme of a binary class of some functions on some points; raises ProversDisagree, Refused."""
    steps = 0
    for size in range(len(functions[0]) + 1):
        m = ClassMatrix(len(functions), len(functions[0]))
        m.fix(functions)
        m.add((compression_at_most(m, size, labelled),))
        found = CADICAL.search(Clauses({}, tuple(m.clauses), 0), (), ENOUGH, with_proof=True)
        if found.verdict == "sat":
            every = subsets(m.points, size, labelled)
            scheme = {K: tuple(int(label in found.true) for label in made_of(m, K)) for K in every}
            if lost := first_lost(functions, scheme):
                raise ProversDisagree(f"the clauses say that {scheme} reconstructs {lost}")
            return CompressionScheme(size, scheme, steps)
        steps = steps_refuting(read_clauses(m.dimacs()), found.proof or "")
    raise ProversDisagree(f"no scheme of all points for {functions}, but each function is made of all its points")


def _subset_text(subset: Subset) -> str:
    """Such as {x0 x2}, or {x0=1 x2=0} with labels."""
    return f"{{{' '.join(f'x{x[0]}={x[1]}' if isinstance(x, tuple) else f'x{x}' for x in subset)}}}"


def first_lost(functions: Sequence[Function], scheme: Mapping[Subset, Function]) -> tuple[tuple[int, int], ...] | None:
    """A sample of the class with which no function that is made of one of its subsets agrees; None if there is none."""
    for sample in (S for f in functions for n in range(len(f) + 1) for S in combinations(enumerate(f), n)):
        inside = {*sample, *(x for x, _ in sample)}
        made = (f for K, f in scheme.items() if inside.issuperset(K))
        if not any(all(f[x] == y for x, y in sample) for f in made):
            return sample
    return None
