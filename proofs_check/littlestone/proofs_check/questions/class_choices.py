"""The classes that the parameters of a claim range over on a universe: how many choices there are, and all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby
from math import comb, prod

from littlestone.proofs_check.questions.universes import ClassUniverse, Universe, with_sum
from littlestone.spec.claim import Claim
from littlestone.spec.classes.concept_classes import ConceptClass, Function, all_functions, explicit
from littlestone.spec.domains import Classes, TreeSets
from littlestone.spec.families.class_families import ClassFamily


@dataclass(frozen=True, slots=True)
class Place:
    """What a class or set of trees ranges over: the sets of at least ``least`` functions on so many points.

    Where ``within`` is not None, those are functions of the class so named; where ``family`` is not, the sets are the
    classes of the family.
    """

    points: int
    labels: int
    least: int = 1
    within: str | None = None
    family: ClassFamily | None = None

    @property
    def most(self) -> int:
        """The most functions of a class."""
        return self.input_bits if self.family is None else max(_numbers(self.family, self.points), default=0)

    @property
    def input_bits(self) -> int:
        """An input bit for each function on these points."""
        return int(self.labels**self.points)

    def explicit(self, functions: Iterable[Function]) -> ConceptClass:
        """The class that lists these functions."""
        return explicit(functions, self.labels, self.points)


Places = Mapping[str, Place]
MOST_KEPT = 1024  # classes of a run; all binary ones on three points are 256


def places_of(claim: Claim, universe: ClassUniverse) -> dict[str, Place]:
    """The claim's classes and sets of trees on the universe, in the order of its parameters."""
    nodes, found = 2**universe.depth - 1, dict[str, Place]()
    for name, domain in claim.domains.items():
        if isinstance(domain, Classes):
            labels, least = domain.labels or universe.labels, int(not domain.empty)
            found[name] = Place(universe.points, labels, least, domain.within, domain.family)
        elif isinstance(domain, TreeSets):
            found[name] = Place(nodes, universe.labels, 0)
    return found


def nests(places: Places) -> list[list[str]]:
    """The parameters in nests: each class that is within no other, followed by those within it, nearest first."""

    def nest(name: str) -> list[str]:
        return [name, *(one for child in _inside(places, name) for one in nest(child))]

    return [nest(name) for name, place in places.items() if place.within is None]


def _inside(places: Places, name: str) -> list[str]:
    return [child for child, place in places.items() if place.within == name]


def in_words(claim: Claim, universe: Universe) -> str:
    """What the claim's classes range over on the universe, those within others left out."""
    if not isinstance(universe, ClassUniverse):
        return universe.name
    found = [domain.family for domain in claim.domains.values() if isinstance(domain, Classes) and not domain.within]
    words = (universe.name if family is None else _words(family, universe.points) for family in found)
    return ", ".join(dict.fromkeys(words)) or universe.name


def fewest(places: Places, name: str) -> int:
    """The fewest functions that leave all that is within the class its own."""
    return max([places[name].least, *(fewest(places, child) for child in _inside(places, name))])


# ---- How many


def number_of_choices(places: Places, most: int | None = None) -> int:
    """How many choices of classes there are; with ``most``, those in which no class has more functions."""
    found = 1
    for name, place in places.items():
        if place.within is None and place.family is None:
            found *= _choices(places, name, place.input_bits, most)
        elif place.within is None and place.family is not None:
            inside, numbers = _inside(places, name), _numbers(place.family, place.points).items()
            found *= sum(n * prod(_choices(places, one, size, None) for one in inside) for size, n in numbers)
    return found


# What specifications remember is forgotten before each claim, and each asks for these several times
@lru_cache(maxsize=64)
def _words(family: ClassFamily, points: int) -> str:
    return family.in_words(points)


@lru_cache(maxsize=64)
def _numbers(family: ClassFamily, points: int) -> Mapping[int, int]:
    return family.numbers(points)


def _choices(places: Places, name: str, functions: int, most: int | None) -> int:
    """The choices of a class among so many functions, and of what is within it."""
    inside, least = _inside(places, name), places[name].least
    if most is None and not inside:
        return int(2**functions) - least
    sizes = range(least, functions + 1 if most is None else min(functions, most) + 1)
    return sum(comb(functions, size) * prod(_choices(places, one, size, None) for one in inside) for size in sizes)


# ---- All of them


def all_choices(places: Places) -> Iterator[dict[str, ConceptClass]]:
    """Every choice of classes, in order of the number of functions in all.

    Equal classes are one object, as long as they are few, so that what definitions remember of one serves all choices.
    """
    listed = lru_cache(maxsize=MOST_KEPT)(explicit)
    order = [name for nest in nests(places) for name in nest]
    most = [places[name].most for name in order]
    selected = {n for n, place in places.items() if place.family is not None and place.family.most_points is not None}
    points = {name: None if name in selected else place.points for name, place in places.items()}  # or each its own
    for total in range(sum(most) + 1):
        for sizes in with_sum(total, most):
            for chosen in _chosen(places, dict(zip(order, sizes, strict=True)), {}):
                yield {name: listed(chosen[name], place.labels, points[name]) for name, place in places.items()}


Chosen = Mapping[str, tuple[Function, ...]]


def _chosen(places: Places, sizes: Mapping[str, int], known: Chosen) -> Iterator[Chosen]:
    """The choices with these sizes that go on from the known ones."""
    name = next((name for name in sizes if name not in known), None)
    if name is None:
        yield known
        return
    for functions in _of_size(places[name], sizes[name], known):
        yield from _chosen(places, sizes, {**known, name: functions})


def _of_size(place: Place, size: int, known: Chosen) -> Iterable[tuple[Function, ...]]:
    if place.family is not None:
        return _listed(place.family, place.points).get(size, ())
    if size < place.least:
        return ()
    functions = all_functions(place.points, place.labels) if place.within is None else known[place.within]
    return combinations(functions, size)


@lru_cache(maxsize=16)
def _listed(family: ClassFamily, points: int) -> dict[int, list[tuple[Function, ...]]]:
    """The classes of the family by their number of functions."""
    return {size: list(group) for size, group in groupby(family.listed(points), key=len)}
