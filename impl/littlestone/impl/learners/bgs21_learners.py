"""The learners of BGS21: by the exponential mechanism, bit by bit (figure 1), from representations (section 8), and by
boosting (appendix A).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from littlestone.impl.classes.bits import bit, bit_count, from_bits
from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_functions, checked_rows
from littlestone.impl.privacy.mechanisms import parallel
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.privacy import SampleError
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

BinaryLearner = tuple[Run, int]


def scores(functions: tuple[Function, ...], sample: Sample) -> tuple[int, ...]:
    """Minus the number of rows that each hypothesis gets wrong: of sensitivity 1 when one row is replaced."""
    return tuple(-sum(h[x] != y for x, y in sample) for h in functions)


_kept_scores = lru_cache(maxsize=4096)(scores)  # an enumeration replays one class and sample


@implements("BGS21.ALG.EXPLEARN")
def learn_by_exponential_mechanism(
    functions: Iterable[Function], sample: Sample, epsilon: Expression, source: Randomness
) -> Hypothesis:
    """A hypothesis of the class with probability proportional to exp(-epsilon * errors / 2).

    (epsilon, 0)-private on every sample, proper, and accurate from ``exponential_sample_bound`` rows. An empty sample
    gives a uniform hypothesis. Raises EmptyClassError, and LabelError on points outside the functions' domain.
    """
    known = checked_functions(functions)
    return known[source.exponential(_kept_scores(known, checked_rows(sample, len(known[0]))), epsilon)]


def relabelled(sample: Sample, i: int, width: int) -> Sample:
    """The rows with the i-th of ``width`` bits of their labels, the most significant bit being the first."""
    return tuple((x, bit(i, y, width)) for x, y in sample)


@implements("BGS21.ALG.A.bits")
def learn_bits(sample: Sample, k: int, learners: Sequence[BinaryLearner], source: Randomness) -> tuple[Hypothesis, ...]:
    """The hypotheses g_1..g_L of the binary learners, the i-th learner run on block i with bit i of the labels.

    ``learners`` are L = ceil(log2(k+1)) pairs (run, rows); surplus rows of the sample are ignored. Raises
    ParameterError on another number of learners, SampleError on fewer rows, LabelError on labels outside 0..k.
    """
    width = bit_count(k)
    if len(learners) != width:
        raise ParameterError("learners", len(learners), f"one for each of the {width} bits of the labels 0..{k}")
    rows = checked_rows(sample, 1 + max((x for x, _ in sample), default=0), k + 1)

    def of_bit(i: int, run: Run) -> Run:
        return lambda block, source: run(relabelled(block, i, width), source)

    runs = [of_bit(i, run) for i, (run, _) in enumerate(learners, start=1)]
    found: Any = parallel(runs, [checked_count("rows", size, 0) for _, size in learners])(rows, source)
    return tuple(found)


def combined(bits: Sequence[Hypothesis], k: int) -> Hypothesis:
    """x -> min(bin2dec(g_1(x), ..., g_L(x)), k): labels above k, which are wrong anyway, become k."""
    return tuple(min(from_bits(values), k) for values in zip(*bits, strict=True))


@implements("BGS21.ALG.A")
def learn_multiclass(sample: Sample, k: int, learners: Sequence[BinaryLearner], source: Randomness) -> Hypothesis:
    """The hypothesis whose bits are learned on disjoint blocks; private as each is. Raises as ``learn_bits``."""
    return combined(learn_bits(sample, k, learners, source), k)


@implements("BGS21.ALG.CONF")
def learn_with_confidence(run: Run, plan: ConfidencePlan, sample: Sample, source: Randomness) -> Hypothesis:
    """The best of several runs on disjoint blocks, chosen on further rows by the exponential mechanism.

    The blocks are disjoint, so the whole is (max of the two epsilons, delta)-private. Surplus rows are ignored; raises
    SampleError on fewer rows.
    """
    if len(sample) < plan.sample_size:
        wanted = f"at least {plan.sample_size}, the rows that confidence boosting needs"
        raise SampleError("len(sample)", len(sample), wanted)
    n = plan.rows
    candidates = tuple(run(sample[i * n : (i + 1) * n], source) for i in range(checked_count("runs", plan.runs, 1)))
    fresh = sample[plan.runs * n : plan.sample_size]
    return candidates[source.exponential(scores(candidates, fresh), plan.epsilon)]


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


@implements("BGS21.ALG.BREG")
@lru_cache(maxsize=4096)
def lazy_bregman_measure(
    density: Fraction, rate: Expression, sample: Sample, hypotheses: tuple[Hypothesis, ...]
) -> tuple[Exact, ...]:
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
    if not sample:
        raise SampleError("len(sample)", 0, "at least 1, the rows that boosting needs")
    hypotheses: tuple[Hypothesis, ...] = ()
    for _ in range(checked_count("rounds", plan.rounds, 1)):
        weights = lazy_bregman_measure(plan.density, plan.rate, sample, hypotheses)
        hypotheses = (*hypotheses, learn_weighted(run, plan.rows, sample, weights, source))
    return majority(hypotheses)


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
    """The exponential mechanism over a class drawn independently of the data: (epsilon, 0)-private, and improper."""
    return learn_by_exponential_mechanism(drawn_family(representation, source), sample, epsilon, source)


@implements("BGS21.ALG.LEARN2REP")
def represent_by_learner(run: Run, samples: Sequence[Sample], runs: int, source: Randomness) -> Family:
    """The outcomes of so many independent runs of a learner on each fixed sample: on one, or on copies of (0, label)
    for each label."""
    return frozenset(run(sample, source) for sample in samples for _ in range(checked_count("runs", runs, 1)))


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
