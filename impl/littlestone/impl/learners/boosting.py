"""Boosting private learners (BGS21 appendix A): confidence, the weighted weak learner, and the whole pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial

from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_functions, needs
from littlestone.impl.learners.exponential import scores
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, exp
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


class SupportError(ParameterError):
    """More rows are asked for, without replacement, than have positive weight."""


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
def learn_weighted(
    run: Run, m: int, sample: Sample, weights: Sequence[Expression], source: Randomness, replacement: bool = True
) -> Hypothesis:
    """The base learner on m rows drawn from the sample by its weights: independently, or without replacement.

    Without replacement (as printed) the rows are no i.i.d. sample, and SupportError is raised where fewer than m rows
    have positive weight. Raises WeightsError on bad weights, ParameterError on a wrong number of them.
    """
    if len(weights) != len(sample):
        raise ParameterError("len(weights)", len(weights), f"{len(sample)}, one for each row")
    draw = partial(_independently, source) if replacement else partial(_successively, source)
    return run(tuple(sample[i] for i in draw(checked_weights(weights), checked_count("m", m, 0))), source)


def _independently(source: Randomness, weights: Weights, m: int) -> list[int]:
    return [source.choice(weights) for _ in range(m)]


def _successively(source: Randomness, weights: Weights, m: int) -> list[int]:
    """Each draw in proportion to the weights of the rows not drawn yet."""
    support = [i for i, w in enumerate(weights) if w != 0]
    if len(support) < m:
        raise SupportError("m", m, f"at most {len(support)}, the number of rows of positive weight")
    drawn: list[int] = []
    for _ in range(m):
        left = [i for i in support if i not in drawn]
        drawn.append(left[source.choice([weights[i] for i in left])])
    return drawn


# ---- Lazy Bregman boosting (BCS20)


@implements("BGS21.ALG.BREG")
@lru_cache(maxsize=4096)
def lazy_bregman_measure(
    density: Fraction, rate: Expression, sample: Sample, hypotheses: tuple[Hypothesis, ...]
) -> Weights:
    """The distribution on the rows for the next round: 1/(density * n)-smooth (BCS20, LB-NxM).

    The measure density * exp(-rate * correct predictions) is scaled up, capped at 1, to total density * n, and
    normalised.
    """
    correct = [sum(h[x] == y for h in hypotheses) for x, y in sample]
    fewest = min(correct)
    return _capped([exact(exp(-rate * (c - fewest))) for c in correct], density * len(sample))


def _capped(measure: list[Exact], mass: Fraction) -> Weights:
    """min(1, c * measure) / mass for the c that makes the total ``mass``, the largest values being capped first."""
    order = sorted(range(len(measure)), key=lambda i: _Descending(measure[i]))
    for capped in range(len(measure)):
        rest = [measure[i] for i in order[capped:]]
        scale = exact((mass - capped) / _sum(rest))
        if scale * rest[0] <= 1:
            break
    full = set(order[:capped])
    return tuple(exact(1 / mass) if i in full else exact(scale * w / mass) for i, w in enumerate(measure))


class _Descending:
    """Sorts exact numbers from the largest down."""

    def __init__(self, value: Exact) -> None:
        self.value = value

    def __lt__(self, other: _Descending) -> bool:
        return bool(self.value > other.value)


def _sum(numbers: Sequence[Exact]) -> Exact:
    result: Exact = Fraction(0)
    for number in numbers:
        result = exact(result + number)
    return result


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
