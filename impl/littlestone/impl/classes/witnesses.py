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

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        if len(self.functions) != 1 << len(self.points):
            raise InvalidWitnessError(f"{len(self.functions)} functions for {len(self.points)} points")
        for pattern, i in enumerate(self.functions):
            for j, x in enumerate(self.points):
                if matrix.functions[i, x] != (pattern >> j) & 1:
                    raise InvalidWitnessError(f"function {i} does not have pattern {pattern} at point {x}")


class ThresholdChain(_OnPoints):
    """Points x_1..x_t and functions h_1..h_t with h_i(x_j) = 1 iff i <= j (ABLMM22, section 3.2)."""

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        points = list(self.points)
        if len(points) != len(self.functions):
            raise InvalidWitnessError(f"{len(points)} points but {len(self.functions)} functions")
        for i, h in enumerate(self.functions):
            if matrix.functions[h, points].tolist() != [int(i <= j) for j in range(len(points))]:
                raise InvalidWitnessError(f"function {h} is not threshold {i + 1} on the points {points}")


@dataclass(frozen=True)
class ShatteredTree:
    """A complete io- or Psi-labelled tree whose i-th root-to-leaf path, left to right, ``functions[i]`` realizes."""

    tree: IOTree | PsiTree
    functions: tuple[int, ...]

    @property
    def size(self) -> int:
        """The depth of the tree."""
        return len(self.functions).bit_length() - 1

    def verify(self, matrix: Matrix) -> None:
        """Check it against the definition. Raises InvalidWitnessError naming what fails."""
        tree = self.tree
        if not is_complete(tree) or len(self.functions) != 1 << depth(tree):
            raise InvalidWitnessError(f"the tree is not a complete tree with {len(self.functions)} leaves")
        functions = [matrix.function(i) for i in self.functions]
        if isinstance(tree, PsiNode):
            realized = map(psi_realizes, functions, psi_paths(tree))
        else:
            realized = map(realizes, functions, io_paths(tree))
        for leaf, (i, holds) in enumerate(zip(self.functions, realized, strict=True)):
            if not holds:
                raise InvalidWitnessError(f"function {i} does not realize path {leaf} of the tree")

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree as a nested list, and the functions on its leaves."""
        shown = "" if self.tree is None else self.tree._repr_html_()
        return f"{shown}<p>leaves: {', '.join(f'f{i}' for i in self.functions)}</p>"


Witness = ShatteredSet | ShatteredTree | ThresholdChain
