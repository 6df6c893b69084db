"""Randomised weighted majority, and the online learner from a probabilistic representation (BGS21 section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from littlestone.impl.classes.learner_input import Hypothesis, checked_functions
from littlestone.impl.learners.representation import Representation, drawn_family
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.learning.randomness import Exact, Randomness, exact
from littlestone.spec.learning.samples import Sample


def learning_rate(experts: int, rounds: int) -> Exact:
    """sqrt(8 ln(experts) / rounds), the rate for a known number of rounds; 1 where it does not matter."""
    if experts <= 1 or rounds < 1:
        return Fraction(1)
    return exact((8 * ln(experts) / rounds) ** Fraction(1, 2))


@implements("BGS21.ALG.WM")
def predict_by_weighted_majority(
    advice: Sequence[Sequence[int]], labels: Sequence[int], source: Randomness, rate: Expression | None = None
) -> tuple[int, ...]:
    """The predictions of randomised weighted majority over T rounds, T being the number of labels.

    ``advice[t][i]`` is expert i's advice in round t. Each round follows expert i with probability proportional to
    exp(-rate * mistakes of i so far). With the ``learning_rate``, taken where ``rate`` is not given, E[mistakes]
    exceeds those of the best expert by at most sqrt(ln(N) T / 2) on sequences fixed in advance. Raises ValueError where
    the rounds differ in number.
    """
    experts = len(advice[0]) if advice else 0
    eta = Real.of(learning_rate(experts, len(labels)) if rate is None else rate)
    mistakes, predictions = [0] * experts, []
    for said, label in zip(advice, labels, strict=True):
        least = min(mistakes)
        predictions.append(said[source.exponential([least - wrong for wrong in mistakes], 2 * eta)])
        mistakes = [wrong + (guess != label) for wrong, guess in zip(mistakes, said, strict=True)]
    return tuple(predictions)


def advice_of(experts: Iterable[Hypothesis], points: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """What hypotheses, as experts, say about each of the points."""
    known = checked_functions(experts)
    return tuple(tuple(h[x] for h in known) for x in points)


@implements("BGS21.ALG.REPON")
def predict_by_representation(
    representation: Representation, sequence: Sample, source: Randomness, rate: Expression | None = None
) -> tuple[int, ...]:
    """The predictions on a sequence of weighted majority over a class drawn once from a representation."""
    experts = drawn_family(representation, source)
    advice = advice_of(experts, [x for x, _ in sequence])
    return predict_by_weighted_majority(advice, [y for _, y in sequence], source, rate)
