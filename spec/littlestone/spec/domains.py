"""What the parameters of a claim range over: classes, sets of trees, integers, reals, algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.families.class_families import ClassFamily
from littlestone.spec.families.structured_classes import STRUCTURED, STRUCTURED_LABELS
from littlestone.spec.families.vc_one_classes import VC_ONE, VC_ONE_TYPES


@dataclass(frozen=True, slots=True)
class Classes:
    """Ranges over the non-empty concept classes: binary ones where ``labels`` is 2, any where it is None.

    ``explicit`` says that the statement needs its functions listed, for instance to run an algorithm on them.
    ``within`` names another class parameter: it ranges over the subclasses of that one. ``empty`` lets the empty class
    in. With a ``family`` it ranges over the classes of that alone.
    """

    labels: int | None = None
    explicit: bool = False
    within: str | None = None
    empty: bool = False
    family: ClassFamily | None = None


@dataclass(frozen=True, slots=True)
class TreeSets:
    """Ranges over the sets of output-labelled trees, each a function from the 2^n - 1 nodes in preorder to labels."""


@dataclass(frozen=True, slots=True)
class Naturals:
    """Ranges over the integers from ``least`` on.

    ``concrete`` says that the formula counts with the integer (it lists trees or builds a class of that size), so that
    it cannot be called with a symbol.
    """

    least: int = 0
    concrete: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        """Raises TypeError where the least is no integer."""
        if not isinstance(self.least, int) or isinstance(self.least, bool):
            raise TypeError(f"Naturals begin at an integer, not at {self.least!r}: write Naturals(1), or Reals(...)")


@dataclass(frozen=True, slots=True, init=False)
class Reals:
    """Ranges over the reals from ``low`` to ``high``, each end included or not; None is infinity.

    The ends are exact: an int, a Fraction or a closed expression, kept as expressions. Raises TypeError on floats.
    """

    low: Real | None
    high: Real | None
    low_open: bool
    high_open: bool

    def __init__(
        self,
        low: Expression | None = None,
        high: Expression | None = None,
        *,
        low_open: bool = False,
        high_open: bool = False,
    ) -> None:
        ends = {"low": low, "high": high}
        kept = {name: None if end is None else Real.of(end) for name, end in ends.items()}
        for name, value in {**kept, "low_open": low_open, "high_open": high_open}.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Algorithm:
    """Stands for the implementation registered under an id; the claim holds the two together."""

    id: str


Domain = Classes | TreeSets | Naturals | Reals | Algorithm


def classes_above(domains: Mapping[str, Domain], name: str) -> tuple[str, ...]:
    """The class parameters that the named one is a subclass of, nearest first.

    Raises TypeError where one is no class parameter, or the subclasses go round in a circle.
    """
    found: list[str] = []
    domain = domains[name]
    while isinstance(domain, Classes) and domain.within is not None:
        above = domain.within
        if above in (name, *found) or not isinstance(domains.get(above), Classes):
            raise TypeError(f"{name} is within {above!r}, which must be another class parameter")
        found.append(above)
        domain = domains[above]
    return tuple(found)


Binary = Annotated[ConceptClass, Classes(labels=2)]
Multiclass = Annotated[ConceptClass, Classes()]
ExplicitBinary = Annotated[ConceptClass, Classes(labels=2, explicit=True)]
ExplicitClass = Annotated[ConceptClass, Classes(explicit=True)]
BinaryOrEmpty = Annotated[ConceptClass, Classes(labels=2, empty=True)]
Subclass = Annotated[ConceptClass, Classes(labels=2, within="H")]
SubclassOrEmpty = Annotated[ConceptClass, Classes(labels=2, within="H", empty=True)]
VCOneClass = Annotated[ConceptClass, Classes(labels=2, family=VC_ONE)]
VCOneType = Annotated[ConceptClass, Classes(labels=2, family=VC_ONE_TYPES)]
StructuredClass = Annotated[ConceptClass, Classes(labels=2, explicit=True, family=STRUCTURED)]
StructuredLabels = Annotated[ConceptClass, Classes(labels=5, explicit=True, family=STRUCTURED_LABELS)]
TreeSet = Annotated[ConceptClass, TreeSets()]
Natural = Annotated[Real, Naturals(0)]
PositiveInteger = Annotated[Real, Naturals(1)]
Size = Annotated[Integer, Naturals(0, concrete=True)]
PositiveSize = Annotated[Integer, Naturals(1, concrete=True)]
PositiveReal = Annotated[Real, Reals(low=0, low_open=True)]
