"""Runs of algorithm 4 of LYU25 without noise, for d = 1 and teachers with the same data: whether lists only shrink."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.classes.decompositions import decomposition_dimension, essential_hypotheses


@cache
def candidates(functions: tuple[Function, ...], stage: int, emptied: bool) -> tuple[Function, ...]:
    """The list of a teacher's class at a stage, for d = 1."""
    G = explicit(functions, 2)
    if emptied and int(decomposition_dimension(G, 2**stage, 1)) != 2 - stage:
        return ()
    return essential_hypotheses(G, 2**stage, 1).functions()


def only_falls(functions: tuple[Function, ...], target: Function, stage: int, emptied: bool) -> bool:
    """From a call at this stage on, whatever mistakes follow: the stage grows, to 2 at most, or the list loses a fifth
    and nothing is new."""
    found = candidates(functions, stage, emptied)
    if not found:
        return stage == 1 and only_falls(functions, target, 2, emptied)
    wrong = [x for x, y in enumerate(target) if (2 * sum(f[x] for f in found) > len(found)) != y]

    def falls(*chunk: int) -> bool:
        rest = tuple(h for h in functions if all(h[x] == target[x] for x in chunk))
        after = candidates(rest, stage, emptied)
        fewer = set(after) <= set(found) and 5 * len(after) <= 4 * len(found)
        return fewer and only_falls(rest, target, stage, emptied)

    return all(falls(*chunk) for size in (1, 2) for chunk in combinations(wrong, size))
