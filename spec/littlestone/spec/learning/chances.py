"""Chances: probabilities of events of randomised runs, as leaves of the circuit, however many branches the run has.

A claim compares a chance with a number, as it compares reals. What the chance is, or on which side of the number it
lies with what confidence, is for the provers to say: by walking every branch where there are few, by sampling else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import lcm
from typing import ClassVar

from littlestone.spec.algebra.circuit import NoTruth, Truth, as_truth, atom
from littlestone.spec.algebra.decisions import UndecidedTruth
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.pac_learning import error
from littlestone.spec.learning.randomness import Exact, Randomness, checked_count, checked_probability, exact, is_true
from littlestone.spec.learning.samples import Distribution, Points, Sample, checked_distribution, labelled

Event = Callable[[Randomness], bool]
SampledLearner = Callable[[Sample, Randomness], Function]


@dataclass(frozen=True, eq=False, slots=True)
class Chance(NoTruth):
    """The probability that a run ends in an event; compare it with <= and >= to an exact number in [0, 1].

    ``event`` makes one run, all of whose choices it asks of the source that it is given, and says whether the event
    happened; ``name`` is the event in words.
    """

    name: str
    event: Event

    advice: ClassVar[str] = (
        "a chance is known to within an interval: compare it with <= or >= to an exact number, such as p <= 1/4"
    )

    def __le__(self, bound: Expression) -> Truth:
        return self._compared("<=", bound)

    def __ge__(self, bound: Expression) -> Truth:
        return self._compared(">=", bound)

    __lt__ = __gt__ = NoTruth._no_operation
    __eq__ = __ne__ = NoTruth._no_operation
    __hash__ = object.__hash__

    def _compared(self, relation: str, bound: Expression) -> Truth:
        if isinstance(bound, Chance):
            raise UndecidedTruth(self.advice)
        return atom(ChanceComparison(self, relation, checked_probability("bound", bound)))

    def __str__(self) -> str:
        return f"Pr[{self.name}]"


@dataclass(frozen=True, eq=False, slots=True)
class ChanceComparison:
    """The statement chance <= bound or chance >= bound: a leaf of the circuit."""

    chance: Chance
    relation: str
    bound: Exact

    def at(self, value: Exact) -> Truth:
        """The statement where the chance has this value."""
        return as_truth(value <= self.bound if self.relation == "<=" else value >= self.bound)

    def __str__(self) -> str:
        return f"{self.chance} {self.relation} {self.bound}"


# ---- Failing to learn


def drawn_points(D: Distribution, n: int, source: Randomness) -> Points:
    """n points drawn independently from D, a tuple of probabilities by point.

    Raises ParameterError where D is no distribution, or n no integer of at least 0.
    """
    support, weights = _support(D)
    return tuple(support[source.choice(weights)] for _ in range(checked_count("n", n, 0)))


@lru_cache(maxsize=256)
def _support(D: Distribution) -> tuple[Points, tuple[int, ...]]:
    """The points of positive probability and whole numbers in proportion to their probabilities."""
    checked = checked_distribution(D)
    scale = lcm(*(p.denominator for p in checked))
    kept = tuple((x, int(p * scale)) for x, p in enumerate(checked) if p)
    return tuple(x for x, _ in kept), tuple(weight for _, weight in kept)


def failure_chance(run: SampledLearner, f: Function, D: Distribution, n: int, alpha: Expression) -> Chance:
    """The chance, over n points drawn from D and labelled by f and the learner's coins, of an error above alpha.

    The error Pr_{x~D}[h(x) != f(x)] of each hypothesis is computed exactly; ``learning.failure_probability`` is the
    same number where the learner's exact law is known.
    """

    @cache
    def is_bad(h: Function) -> bool:
        return is_true(exact(alpha) < error(h, f, D))

    def fails(source: Randomness) -> bool:
        return is_bad(run(labelled(drawn_points(D, n, source), f), source))

    return Chance(f"error > {alpha} from {n} rows, f = {_word(f)}, D = {_shown(D)}", fails)


def _word(f: Sequence[int]) -> str:
    return ("." if any(label > 9 for label in f) else "").join(map(str, f))


def _shown(D: Distribution) -> str:
    """The probabilities by point, those of 0 left out."""
    return "uniform" if len(set(D)) == 1 else " + ".join(f"{p} at x{x}" for x, p in enumerate(D) if p)
