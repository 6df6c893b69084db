"""The exponential-mechanism learner over a finite class (Kasiviswanathan et al. 2008; BGS21 ALG.EXPLEARN)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions, checked_rows
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample

MOST_CLASSES = 1024  # all forgotten at once: an enumeration replays one class, and which of many goes does not matter


@dataclass(frozen=True, eq=False, slots=True)
class FiniteClass:
    """A checked class, compared by identity, with the tuple that it was made from: hashing it costs nothing."""

    given: Iterable[Function]
    functions: tuple[Function, ...]


_classes: dict[int, FiniteClass] = {}


def finite_class(functions: Iterable[Function]) -> FiniteClass:
    """The class of these functions; one made from the same tuple is kept, so that replays cost nothing."""
    known = _classes.get(id(functions))
    if known is None or known.given is not functions:
        known = FiniteClass(functions, checked_functions(functions))
        if isinstance(functions, tuple):
            if len(_classes) >= MOST_CLASSES:
                _classes.clear()
            _classes[id(functions)] = known
    return known


@lru_cache(maxsize=4096)
def class_scores(known: FiniteClass, sample: Sample) -> tuple[int, ...]:
    """The scores of the functions of a class on checked rows."""
    return scores(known.functions, checked_rows(sample, len(known.functions[0])))


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
    known = finite_class(functions)
    return known.functions[source.exponential(class_scores(known, sample), epsilon)]
