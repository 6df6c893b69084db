"""Probabilistic representations and pure private learners, each made from the other (BGS21 section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from littlestone.impl.classes.learner_input import Hypothesis, Run
from littlestone.impl.learners.exponential import learn_by_exponential_mechanism
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count
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
