"""Boosting private learners (BGS21 appendix A): confidence, the weighted weak learner, and the whole pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_functions, needs
from littlestone.impl.learners.exponential import scores
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, exp
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.randomness import (
    Exact,
    ParameterError,
    Randomness,
    checked_count,
    checked_weights,
    exact,
)
from littlestone.spec.learning.sample_sizes import BoostingPlan, ConfidencePlan
from littlestone.spec.learning.samples import Sample

Weights = tuple[Exact, ...]


# ---- Confidence


@implements("BGS21.ALG.CONF")
def learn_with_confidence(run: Run, plan: ConfidencePlan, sample: Sample, source: Randomness) -> Hypothesis:
    """The best of several runs on disjoint blocks, chosen on further rows by the exponential mechanism.

    The blocks are disjoint, so the whole is (max of the two epsilons, delta)-private. Surplus rows are ignored; raises
    SampleError on fewer rows.
    """
    needs(sample, plan.sample_size, "confidence boosting")
    n = plan.rows
    candidates = tuple(run(sample[i * n : (i + 1) * n], source) for i in range(checked_count("runs", plan.runs, 1)))
    fresh = sample[plan.runs * n : plan.sample_size]
    return candidates[source.exponential(scores(candidates, fresh), plan.epsilon)]


# ---- The weighted weak learner


@implements("BGS21.ALG.W")
def learn_weighted(run: Run, m: int, sample: Sample, weights: Sequence[Expression], source: Randomness) -> Hypothesis:
    """The base learner on m rows drawn independently from the sample by its weights.

    Without replacement, as printed, they are no i.i.d. sample, and there may be too few. Raises WeightsError on bad
    weights, ParameterError on a wrong number of them.
    """
    if len(weights) != len(sample):
        raise ParameterError("len(weights)", len(weights), f"{len(sample)}, one for each row")
    checked = checked_weights(weights)
    return run(tuple(sample[source.choice(checked)] for _ in range(checked_count("m", m, 0))), source)


# ---- Lazy Bregman boosting (BCS20)


@implements("BGS21.ALG.BREG")
@lru_cache(maxsize=4096)
def lazy_bregman_measure(
    density: Fraction, rate: Expression, sample: Sample, hypotheses: tuple[Hypothesis, ...]
) -> Weights:
    """The distribution on the rows for the next round: 1/(density * n)-smooth (BCS20, LB-NxM).

    The measure density * exp(-rate * correct predictions) is scaled up, capped at 1, to total mass density * n, and
    normalised: min(1, c * measure) / mass, where the largest values are capped first.
    """
    correct = [sum(h[x] == y for h in hypotheses) for x, y in sample]
    measure = [exact(exp(-rate * (c - min(correct)))) for c in correct]
    mass, order = density * len(sample), sorted(range(len(sample)), key=correct.__getitem__)
    for capped in range(len(sample)):
        scale = exact((mass - capped) / total(measure[i] for i in order[capped:]))
        if scale * measure[order[capped]] <= 1:
            break
    full = set(order[:capped])
    return tuple(exact(1 / mass) if i in full else exact(scale * w / mass) for i, w in enumerate(measure))


def majority(hypotheses: Sequence[Hypothesis]) -> Hypothesis:
    """The binary hypothesis that says what most of them say, 1 on ties; raises EmptyClassError where there is none."""
    checked_functions(hypotheses)
    return tuple(int(2 * sum(values) >= len(hypotheses)) for values in zip(*hypotheses, strict=True))


@implements("BGS21.ALG.BOOST")
def learn_by_boosting(run: Run, plan: BoostingPlan, sample: Sample, source: Randomness) -> Hypothesis:
    """The majority of a fixed number of weak learners, each on rows drawn by the lazy Bregman weights.

    There is no stopping that depends on the data, so it is defined, and private, on samples with any labels. Give it a
    base learner whose privacy is already amplified (``littlestone.impl`` subsampling), with which the composition of
    the rounds stays below epsilon. Raises SampleError on an empty sample.
    """
    needs(sample, 1, "boosting")
    hypotheses: tuple[Hypothesis, ...] = ()
    for _ in range(checked_count("rounds", plan.rounds, 1)):
        weights = lazy_bregman_measure(plan.density, plan.rate, sample, hypotheses)
        hypotheses = (*hypotheses, learn_weighted(run, plan.rows, sample, weights, source))
    return majority(hypotheses)
