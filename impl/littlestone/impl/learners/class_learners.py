"""The learners of BGS21: by the exponential mechanism, bit by bit (figure 1), from representations (section 8), and by
boosting (appendix A); those of ABLMM22: from global stability to privacy (section 5), and private ones from others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from littlestone.impl.classes.bits import bit, bit_count, from_bits
from littlestone.impl.classes.learner_input import (
    Hypothesis,
    Run,
    checked_functions,
    checked_rows,
    multiclass_littlestone_dimension,
)
from littlestone.impl.online.standard_optimal_algorithm import extended_soa
from littlestone.impl.online.tournament import draw_tournament
from littlestone.impl.privacy.mechanisms import parallel, resampled, stable_histogram
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import total
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.private_learning import PrivatePlan, survivors
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count, checked_weights, exact
from littlestone.spec.learning.sample_sizes import BoostingPlan, ConfidencePlan
from littlestone.spec.learning.samples import Sample
from littlestone.spec.learning.stability import StabilityPlan

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

    runs: list[Any] = []
    for i, (run, _) in enumerate(learners, start=1):
        runs.append(lambda block, source, i=i, run=run: run(relabelled(block, i, width), source))
    found: Any = parallel(runs, [checked_count("rows", size, 0) for _, size in learners])(rows, source)
    return tuple(found)


@implements("BGS21.ALG.A")
def learn_multiclass(sample: Sample, k: int, learners: Sequence[BinaryLearner], source: Randomness) -> Hypothesis:
    """The hypothesis whose bits are learned on disjoint blocks, x -> min(bin2dec(g_1(x), ..., g_L(x)), k): labels above
    k, which are wrong anyway, become k. It is private as each learner is. Raises as ``learn_bits``."""
    bits = learn_bits(sample, k, learners, source)
    return tuple(min(from_bits(values), k) for values in zip(*bits, strict=True))


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
) -> tuple[Expression, ...]:
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


@implements("BGS21.ALG.BOOST")
def learn_by_boosting(run: Run, plan: BoostingPlan, sample: Sample, source: Randomness) -> Hypothesis:
    """The majority, 1 on ties, of a fixed number of weak learners, each on rows drawn by the lazy Bregman weights.

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
    return tuple(int(2 * sum(values) >= len(hypotheses)) for values in zip(*hypotheses, strict=True))


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


@implements("BGS21.ALG.WM")
def predict_by_weighted_majority(
    advice: Sequence[Sequence[int]], labels: Sequence[int], source: Randomness, rate: Expression | None = None
) -> tuple[int, ...]:
    """The predictions of randomised weighted majority over T rounds, T being the number of labels.

    ``advice[t][i]`` is expert i's advice in round t. Each round follows expert i with probability proportional to
    exp(-rate * mistakes of i so far). With sqrt(8 ln(N) / T), taken where ``rate`` is not given, E[mistakes] exceeds
    those of the best expert by at most sqrt(ln(N) T / 2) on sequences fixed in advance. Raises ValueError where the
    rounds differ in number.
    """
    experts = len(advice[0]) if advice else 0
    best = root(8 * ln(experts) / len(labels)) if experts > 1 and len(labels) else 1  # where it does not matter
    eta = Real.of(best if rate is None else rate)
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


# ---- ABLMM22


@implements("ABLMM22.A.G")
def stable_learner(functions: Iterable[Function], sample: Sample, plan: StabilityPlan, source: Randomness) -> Function:
    """The hypothesis of algorithm G: the labels 0 or 1 of SOA(S o T), for k uniform in 0..d, S ~ D~_k and T ~ D^n.

    ``functions`` is a non-empty binary class. ``sample`` has plan.sample_size = N + n rows (point, label): the first N
    serve S in their order, each at most once, and T is the last n. It may be any sample, realizable or not; where S
    would need more than N rows the hypothesis is 0 everywhere, which the paper leaves open. Raises EmptyClassError,
    SampleError on another number of rows, and LabelError. Source: ABLMM22, section 5.2.3.
    """
    if len(sample) != plan.sample_size:
        raise SampleError("sample", f"{len(sample)} rows", f"of N + n = {plan.sample_size} rows")
    known = frozenset(checked_functions(functions))
    soa = extended_soa(known, len(next(iter(known))))
    k = int(source.uniform(multiclass_littlestone_dimension(known) + 1))
    drawn = draw_tournament(soa, sample[: plan.budget], plan.n, k, source, plan.budget)
    # where it fails the paper leaves the labels open; a constant tells nothing of the sample
    return (0,) * len(soa.rule) if drawn is None else soa.run((*drawn, *sample[plan.budget :])).rule


Item = TypeVar("Item", bound=Hashable)

generic_learner = implements("ABLMM22.A.Generic")(learn_by_exponential_mechanism)


@implements("ABLMM22.A.Hist")
def frequent_items(
    items: Sequence[Item], epsilon: Expression, delta: Expression, source: Randomness
) -> tuple[tuple[Item, Fraction], ...]:
    """The items that occur noisily often, in order, with their noisy frequencies in [0, 1].

    (epsilon, delta)-private under the replacement of one item; items that do not occur are never listed. Raises
    PrivacyParameterError on epsilon <= 0 or delta outside (0, 1], and SampleError on no items. Source: ABLMM22 Lemma
    28.
    """
    listed = stable_histogram(items, epsilon, delta, source)
    return tuple((item, min(Fraction(count, len(items)), Fraction(1))) for item, count in listed)


@implements("ABLMM22.A.M")
def learn_from_stability(
    stable: Run, sample: Sample, plan: PrivatePlan, default: Hypothesis, source: Randomness
) -> Hypothesis:
    """A hypothesis that ``stable`` outputs often, the best of them on fresh rows, chosen privately.

    ``stable`` maps (batch of plan.rows rows, source) to a hypothesis and is run on plan.runs batches; ``default`` is
    the hypothesis where none is frequent. It is (epsilon, delta)-private for every ``stable`` and every plan, and even
    (epsilon / 2, delta)-private: each row serves the histogram or the choice, never both. Raises SampleError on another
    number of rows than plan.sample_size. Source: ABLMM22, box of section 5.3.2.
    """
    if len(sample) != plan.sample_size:
        raise SampleError("sample", f"{len(sample)} rows", f"of k m + n' = {plan.sample_size} rows")
    batches, rest = plan.parts(sample)
    outputs = tuple(stable(batch, source) for batch in batches)
    kept = survivors(frequent_items(outputs, plan.half, plan.delta, source), plan.eta)
    return generic_learner(kept, rest, plan.half, source) if kept else default


@implements("ABLMM22.C4")
def learn_agnostically(
    functions: Iterable[Function], realizable: Run, sample: Sample, epsilon: Expression, source: Randomness
) -> Hypothesis:
    """The hypothesis of ``realizable`` on the sample relabelled by a function of the class with few errors.

    The function is chosen by the exponential mechanism with ``epsilon`` among one for each labelling of the sample's
    points by the class. If ``realizable`` is (e, d)-private this is (e + 2 ln(1 + r), (1 + r)^2 d)-private with r =
    exp(epsilon / 2), for epsilon = 1 within (e + 3, 4 exp(1) d). Raises EmptyClassError and LabelError. Source: ABLMM22
    Corollary 4, through Theorem 2.3 of ABMS20 (LabelBoost of BNS15).
    """
    known = checked_functions(functions)
    rows = checked_rows(sample, len(known[0]), 2)
    chosen = learn_by_exponential_mechanism(representatives(known, rows), rows, epsilon, source)
    return realizable(tuple((x, chosen[x]) for x, _ in rows), source)


def representatives(functions: Iterable[Function], rows: Sample) -> tuple[Function, ...]:
    """The first of the functions, in their order, for each labelling that they give to the points of the rows."""
    points = sorted({x for x, _ in rows})
    first: dict[tuple[int, ...], Function] = {}
    for f in functions:
        first.setdefault(tuple(f[x] for x in points), f)
    return tuple(first.values())


@implements("ABLMM22.L15")
def learn_empirically(learner: Run, m: int, sample: Sample, source: Randomness, factor: int = 9) -> Hypothesis:
    """The hypothesis of ``learner`` on m rows drawn independently and uniformly from the factor * m rows given.

    It inherits the privacy of the learner, if epsilon <= 1, and is as accurate on its sample as the learner is on
    distributions. Raises SampleError on another number of rows. Source: ABLMM22 Lemma 15 (BNSV15, Lemma 5.9).
    """
    if len(sample) != factor * m:
        raise SampleError("sample", f"{len(sample)} rows", f"of {factor} m = {factor * m} rows")
    hypothesis: Hypothesis = resampled(learner, m)(sample, source)
    return hypothesis
