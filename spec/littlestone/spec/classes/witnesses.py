"""Shattered trees of an explicit class, found by following the recursion; the claims verify them literally."""

from __future__ import annotations

from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.dimensions import Family, io_splits, shatters_depth, split
from littlestone.spec.classes.trees import IONode, IOTree, PsiNode, PsiTree


def shattered_io_tree(H: ConceptClass, b: int) -> IOTree:
    """An io-labelled tree of depth b that the explicit class H shatters; raises LookupError where there is none.

    The empty class has dimension -1, and no tree: None, as for the leaf of depth 0.
    """
    if b <= 0:
        return None
    for x in range(H.points):
        for left, right in io_splits(H.labels):
            H0, H1 = H.restrict(x, left), H.restrict(x, right)
            if all(bool(shatters_depth(half, io_splits(H.labels), b - 1)) for half in (H0, H1)):
                labels = (next(iter(left)), next(iter(right)))
                return IONode(x, *labels, shattered_io_tree(H0, b - 1), shattered_io_tree(H1, b - 1))
    raise LookupError(f"{H} shatters no io-labelled tree of depth {b}")


def shattered_psi_tree(H: ConceptClass, family: Family, b: int) -> PsiTree:
    """A Psi-labelled tree of depth b that the explicit class H Psi-shatters; raises LookupError where there is none."""
    if b == 0:
        return None
    splits = tuple(split(phi) for phi in family)
    for x in range(H.points):
        for phi, (left, right) in zip(family, splits, strict=True):
            H0, H1 = H.restrict(x, left), H.restrict(x, right)
            if all(bool(shatters_depth(half, splits, b - 1)) for half in (H0, H1)):
                return PsiNode(x, phi, shattered_psi_tree(H0, family, b - 1), shattered_psi_tree(H1, family, b - 1))
    raise LookupError(f"{H} Psi-shatters no tree of depth {b}")
