"""The learners of ABLMM22: from global stability to privacy (section 5), and private learners made from others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from littlestone.impl.classes.learner_input import (
    Hypothesis,
    Run,
    checked_functions,
    checked_rows,
    multiclass_littlestone_dimension,
)
from littlestone.impl.learners.bgs21_learners import learn_by_exponential_mechanism
from littlestone.impl.online.standard_optimal_algorithm import extended_soa
from littlestone.impl.online.tournament import draw_tournament
from littlestone.impl.privacy.mechanisms import resampled, stable_histogram
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.private_learning import PrivatePlan, survivors
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample
from littlestone.spec.learning.stability import StabilityPlan


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
