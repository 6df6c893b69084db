"""The entries of the atlas: a class of each orbit, its parameters, and a witness of its Littlestone dimension."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from littlestone.impl.classes.matrices import ShatteredTree, as_matrix
from littlestone.impl.dimensions.littlestone import littlestone_dimension
from littlestone.impl.pictures.svg import one_inclusion_svg
from littlestone.impl.pictures.trees import tree_svg
from littlestone.proofs_check.explore.findings import Members
from littlestone.proofs_check.explore.listings import listing, members_of, places, thermometer, why_not_invariant
from littlestone.proofs_check.questions.universes import set_text
from littlestone.proofs_check.reading.values import number_text
from littlestone.spec.parameters.library import PARAMETERS

MOST_POINTS = 4


@dataclass(frozen=True)
class AtlasEntry:
    """A class up to isomorphism: the least of its orbit by number, how many the orbit has, and its parameters.

    ``values`` are the parameters' values in words, exact.
    """

    points: int
    number: int
    members: Members
    orbit: int
    values: dict[str, str]

    @property
    def id(self) -> str:
        """What a link names it by: points and number."""
        return f"c{self.points}-{self.number}"

    @property
    def text(self) -> str:
        """The class as the kit prints it."""
        return set_text(self.members)

    @property
    def graph(self) -> str:
        """The one-inclusion graph, as SVG."""
        return one_inclusion_svg(self.members, f"one-inclusion graph of {self.text}")

    @property
    def tree(self) -> str:
        """A shattered tree of the Littlestone dimension, as SVG, its leaves named by their functions."""
        matrix = as_matrix(np.array(self.members))
        witness = littlestone_dimension(matrix).witness
        if not isinstance(witness, ShatteredTree) or not witness.size:
            return ""
        names = ["".join(map(str, matrix.function(i))) for i in witness.functions]
        return tree_svg(witness.tree, names, title=f"a tree of depth {witness.size} that {self.text} shatters")


def shown_parameters(points: int = MOST_POINTS) -> list[str]:
    """The parameters that are the same on all of an orbit, proved so on 1 to so many points."""
    every = range(1, points + 1)
    affordable = [name for name, parameter in PARAMETERS.items() if parameter.circuit_points >= points]
    return [name for name in affordable if all(why_not_invariant(name, m) is None for m in every)]


def entries(names: Sequence[str], points: int = MOST_POINTS) -> Iterator[AtlasEntry]:
    """All entries on 1 to so many points, by the number of points, of functions, and by the class's number."""
    for m in range(1, points + 1):
        yield from _entries_on(m, names)


def _entries_on(points: int, names: Sequence[str]) -> Iterator[AtlasEntry]:
    classes = listing(points, True)
    columns = {name: places(name, points, True).tolist() for name in names}
    values = {name: [number_text(v) for v in thermometer(name, points)[0]] for name in names}
    for i, (number, orbit) in enumerate(zip(classes.numbers.tolist(), classes.weights.tolist(), strict=True)):
        found = {name: values[name][columns[name][i]] for name in names}
        yield AtlasEntry(points, number, members_of(number, points), orbit, found)
