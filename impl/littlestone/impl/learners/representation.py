"""Probabilistic representations, pure private learners and weighted majority over them (BGS21 section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_functions
from littlestone.impl.learners.exponential import learn_by_exponential_mechanism
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, checked_count, exact
from littlestone.spec.learning.samples import Example, Sample

Family = frozenset[Hypothesis]
Representation = Sequence[tuple[Expression, Iterable[Hypothesis]]]


def drawn_family(representation: Representation, source: Randomness) -> tuple[Hypothesis, ...]:
    """One of the hypothesis classes, drawn with its weight; raises ParameterError where there is none."""
    if not representation:
        raise ParameterError("representation", (), "at least one pair (weight, hypotheses)")
    return tuple(representation[source.choice([weight for weight, _ in representation])][1])


@implements("BGS21.ALG.REPLEARN")
def learn_by_representation(
    representation: Representation, sample: Sample, epsilon: Expression, source: Randomness
) -> Hypothesis:
    """The exponential mechanism over a class drawn from a probabilistic representation, independently of the data.

    (epsilon, 0)-private on every sample; improper.
    """
    return learn_by_exponential_mechanism(drawn_family(representation, source), sample, epsilon, source)


@implements("BGS21.ALG.LEARN2REP")
def represent_by_learner(run: Run, sample: Sample, runs: int, source: Randomness) -> Family:
    """The outcomes of so many independent runs of a learner on one fixed sample."""
    return frozenset(run(sample, source) for _ in range(checked_count("runs", runs, 1)))


@implements("BGS21.ALG.LEARN2REP5")
def represent_by_learner_at_a_point(
    run: Run, point: int, labels: Sequence[int], size: tuple[int, int], source: Randomness
) -> Family:
    """The outcomes of runs of a learner on m copies of (point, label), for each of the labels.

    ``size`` is the pair (m, runs for each label).
    """
    m, runs = checked_count("m", size[0], 0), checked_count("runs", size[1], 1)
    samples: list[tuple[Example, ...]] = [((point, label),) * m for label in labels]
    return frozenset(run(sample, source) for sample in samples for _ in range(runs))


# ---- Randomised weighted majority, and the online learner from a representation


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


@implements("BGS21.ALG.REPON")
def predict_by_representation(
    representation: Representation, sequence: Sample, source: Randomness, rate: Expression | None = None
) -> tuple[int, ...]:
    """The predictions on a sequence of weighted majority over a class drawn once from a representation."""
    experts = checked_functions(drawn_family(representation, source))
    advice = [tuple(h[x] for h in experts) for x, _ in sequence]
    return predict_by_weighted_majority(advice, [y for _, y in sequence], source, rate)
