"""What the parameters of a claim range over: classes, sets of trees, integers, reals, algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from littlestone.spec.algebra.exact_numbers import Integer
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.classes.concept_classes import ConceptClass


@dataclass(frozen=True, slots=True)
class Classes:
    """Ranges over the non-empty concept classes: binary ones where ``labels`` is 2, any where it is None.

    ``explicit`` says that the statement needs its functions listed, for instance to run an algorithm on them.
    """

    labels: int | None = None
    explicit: bool = False


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
    concrete: bool = False


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

Binary = Annotated[ConceptClass, Classes(labels=2)]
Multiclass = Annotated[ConceptClass, Classes()]
ExplicitBinary = Annotated[ConceptClass, Classes(labels=2, explicit=True)]
ExplicitClass = Annotated[ConceptClass, Classes(explicit=True)]
TreeSet = Annotated[ConceptClass, TreeSets()]
Natural = Annotated[Real, Naturals(0)]
PositiveInteger = Annotated[Real, Naturals(1)]
Size = Annotated[Integer, Naturals(0, concrete=True)]
PositiveSize = Annotated[Integer, Naturals(1, concrete=True)]
PositiveReal = Annotated[Real, Reals(low=0, low_open=True)]
