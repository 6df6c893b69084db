"""Witnesses of lower bounds on dimensions, and their literal verification against the definitions."""

from __future__ import annotations

from dataclasses import dataclass

from littlestone.impl.classes.matrices import Matrix
from littlestone.spec.classes.trees import (
    IOTree,
    PsiNode,
    PsiTree,
    depth,
    io_paths,
    is_complete,
    psi_paths,
    psi_realizes,
    realizes,
)


class InvalidWitnessError(RuntimeError):
    """A witness that does not show what it should."""


@dataclass(frozen=True)
class _OnPoints:
    points: tuple[int, ...]
    functions: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.points)


class ShatteredSet(_OnPoints):
    """Points on which every pattern occurs: ``functions[p]`` has bit j of p (the least first) at ``points[j]``."""


class ThresholdChain(_OnPoints):
    """Points x_1..x_t and functions h_1..h_t with h_i(x_j) = 1 iff i <= j (ABLMM22, section 3.2)."""


@dataclass(frozen=True)
class ShatteredTree:
    """A complete io- or Psi-labelled tree whose i-th root-to-leaf path, left to right, ``functions[i]`` realizes."""

    tree: IOTree | PsiTree
    functions: tuple[int, ...]

    @property
    def size(self) -> int:
        """The depth of the tree."""
        return len(self.functions).bit_length() - 1

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list, and the functions on its leaves."""
        shown = "" if self.tree is None else self.tree._repr_html_()
        return f"{shown}<p>leaves: {', '.join(f'f{i}' for i in self.functions)}</p>"


Witness = ShatteredSet | ShatteredTree | ThresholdChain


def verify(matrix: Matrix, witness: Witness) -> None:
    """Check a witness against the definition of what it witnesses, in terms of the class alone.

    Functions are indices of ``matrix.functions``. Raises InvalidWitnessError naming what fails.
    """
    if isinstance(witness, ShatteredSet):
        _verify_set(matrix, witness)
    elif isinstance(witness, ThresholdChain):
        _verify_chain(matrix, witness)
    else:
        _verify_tree(matrix, witness)


def _verify_set(matrix: Matrix, witness: ShatteredSet) -> None:
    if len(witness.functions) != 1 << len(witness.points):
        raise InvalidWitnessError(f"{len(witness.functions)} functions for {len(witness.points)} points")
    for pattern, i in enumerate(witness.functions):
        for j, x in enumerate(witness.points):
            if matrix.functions[i, x] != (pattern >> j) & 1:
                raise InvalidWitnessError(f"function {i} does not have pattern {pattern} at point {x}")


def _verify_chain(matrix: Matrix, witness: ThresholdChain) -> None:
    if len(witness.points) != len(witness.functions):
        raise InvalidWitnessError(f"{len(witness.points)} points but {len(witness.functions)} functions")
    points = list(witness.points)
    for i, h in enumerate(witness.functions):
        if matrix.functions[h, points].tolist() != [int(i <= j) for j in range(len(points))]:
            raise InvalidWitnessError(f"function {h} is not threshold {i + 1} on the points {points}")


def _verify_tree(matrix: Matrix, witness: ShatteredTree) -> None:
    tree = witness.tree
    if not is_complete(tree) or len(witness.functions) != 1 << depth(tree):
        raise InvalidWitnessError(f"the tree is not a complete tree with {len(witness.functions)} leaves")
    functions = [matrix.function(i) for i in witness.functions]
    if isinstance(tree, PsiNode):
        realized = map(psi_realizes, functions, psi_paths(tree))
    else:
        realized = map(realizes, functions, io_paths(tree))
    for leaf, (i, holds) in enumerate(zip(witness.functions, realized, strict=True)):
        if not holds:
            raise InvalidWitnessError(f"function {i} does not realize path {leaf} of the tree")
