"""The exponential-mechanism learner over a finite class (BGS21), and learners made from others (ABLMM22)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_functions, checked_rows
from littlestone.impl.privacy.mechanisms import resampled
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample


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
