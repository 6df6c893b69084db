"""The parameters that may be asked about, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from littlestone.spec.algebra.naturals import Number
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.dimensions import (
    littlestone_dimension,
    standard_optimal_mistakes,
    threshold_dimension,
    vc_dimension,
)

Definition = Callable[[ConceptClass], Number]


@cache
def parameters() -> Mapping[str, Definition]:
    """The definition of every parameter by its name."""
    return {
        "size": ConceptClass.size,
        "VC": vc_dimension,
        "Ldim": littlestone_dimension,
        "Thr": threshold_dimension,
        "SOA": standard_optimal_mistakes,
    }
