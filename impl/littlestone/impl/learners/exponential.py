"""The exponential-mechanism learner over a finite class (Kasiviswanathan et al. 2008; BGS21 ALG.EXPLEARN)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions, checked_rows
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample


def scores(functions: tuple[Function, ...], sample: Sample) -> tuple[int, ...]:
    """Minus the number of rows that each hypothesis gets wrong: of sensitivity 1 when one row is replaced."""
    return tuple(-sum(h[x] != y for x, y in sample) for h in functions)


@implements("BGS21.ALG.EXPLEARN")
def learn_by_exponential_mechanism(
    functions: Iterable[Function], sample: Sample, epsilon: Expression, source: Randomness
) -> Hypothesis:
    """A hypothesis of the class with probability proportional to exp(-epsilon * errors / 2).

    (epsilon, 0)-private on every sample, proper, and accurate from ``exponential_sample_bound`` rows. An empty sample
    gives a uniform hypothesis. Raises EmptyClassError, and LabelError on points outside the functions' domain.
    """
    known, right = _scored(tuple(functions), tuple(sample))
    return known[source.exponential(right, epsilon)]


@lru_cache(maxsize=4096)  # an enumeration replays one class and sample
def _scored(functions: tuple[Function, ...], sample: Sample) -> tuple[tuple[Function, ...], tuple[int, ...]]:
    known = checked_functions(functions)
    return known, scores(known, checked_rows(sample, len(known[0])))
