"""From global stability to privacy (ABLMM22 section 5.3), literally: the stable histogram, the learner M and its sizes.

A learner, seen from here, maps a sample to the exact law of its hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law, law_of, point_mass, proportional
from littlestone.spec.learning.mechanisms import geometric_tail, stable_histogram_threshold
from littlestone.spec.learning.pac_learning import Learner
from littlestone.spec.learning.privacy import Pair, Row, checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_count, checked_positive, exact, is_true
from littlestone.spec.learning.sample_sizes import Goal
from littlestone.spec.learning.samples import Sample

Frequencies = tuple[tuple[Function, Fraction], ...]


@dataclass(frozen=True, slots=True)
class PrivatePlan:
    """How the private learner M is run (ABLMM22, section 5.3.2).

    ``runs`` is k >= 1, the runs of the stable learner on ``rows`` = m >= 0 rows each; ``validation`` = n' >= 0 rows are
    for the choice from the list. ``epsilon`` > 0 and ``delta`` in (0, 1] are what the box is given; ``eta`` in (0, 1]
    is the stability it counts on. Raises ParameterError outside these ranges.
    """

    runs: int
    rows: int
    validation: int
    epsilon: Expression
    delta: Expression
    eta: Expression

    def __post_init__(self) -> None:
        checked_count("runs", self.runs, 1)
        checked_count("rows", self.rows, 0)
        checked_count("validation", self.validation, 0)
        checked_epsilon(self.epsilon)
        checked_delta(self.delta)
        if not is_true(exact(checked_positive("eta", self.eta)) <= 1):
            raise ParameterError("eta", self.eta, "in (0, 1]")

    @property
    def sample_size(self) -> int:
        """n = k m + n'."""
        return self.runs * self.rows + self.validation

    @property
    def half(self) -> Exact:
        """epsilon / 2, which the histogram and the choice from its list get each."""
        return exact(Real.of(self.epsilon) / 2)

    def parts(self, sample: Sample) -> tuple[tuple[Sample, ...], Sample]:
        """The k batches, in order, and the validation rows after them."""
        end = self.runs * self.rows
        starts = (i * self.rows for i in range(self.runs))
        return tuple(sample[low : low + self.rows] for low in starts), sample[end:]


# ---- Laws


def frequency(items: Sequence[Function], item: Function) -> Fraction:
    """freq_S(x), the fraction of the items equal to x; 0 where there are none (ABLMM22, section 5.3.1)."""
    return Fraction(sum(x == item for x in items), len(items)) if items else Fraction(0)


def histogram_law(items: Sequence[Function], epsilon: Expression, delta: Expression) -> Law[Frequencies]:
    """The law of the stable histogram: the listed items in order with their estimated frequencies.

    To the count of each item that occurs is added two-sided geometric noise of ratio e^(-epsilon/2); the item is listed
    where that reaches the threshold, the least t >= 2 that a count of 1 reaches with probability at most delta. The
    estimate is the noisy count divided by n, at most 1.
    """
    least = stable_histogram_threshold(epsilon, delta)
    ratio = exact(exp(-Real.of(epsilon) / 2))
    result: Law[Frequencies] = point_mass(())
    for item in sorted(set(items)):
        one = _estimate_law(list(items).count(item), least, len(items), ratio)
        result = result.product(one).map(lambda both, x=item: _with(both[0], x, both[1]))  # type: ignore[misc]
    return result


def _with(listed: Frequencies, item: Function, estimate: Fraction | None) -> Frequencies:
    return listed if estimate is None else (*listed, (item, estimate))


def _estimate_law(count: int, least: int, n: int, ratio: Exact) -> Law[Fraction | None]:
    """The law of an estimate, None where the item is not listed."""
    top = max(n, least)
    below = 1 - geometric_tail(least - count, ratio)
    inner = [(z, (1 - ratio) / (1 + ratio) * ratio ** abs(z - count)) for z in range(least, top)]
    at_top = (top, geometric_tail(top - count, ratio))
    return law_of([(None, below), *((min(Fraction(z, n), Fraction(1)), p) for z, p in [*inner, at_top])])


def generic_law(functions: Sequence[Function], sample: Sample, epsilon: Expression) -> Law[Function]:
    """GenericLearner: h with probability proportional to exp(-epsilon n loss_S(h) / 2) (ABLMM22 Lemma 29)."""
    unit = Real.of(epsilon) / 2
    return proportional({h: exp(unit * -sum(h[x] != y for x, y in sample)) for h in functions})


def private_law(stable: Learner, sample: Sample, plan: PrivatePlan, default: Function) -> Law[Function]:
    """The law of the learner M over a stable learner; ``default`` is its hypothesis where no item is left in the list.

    Source: the box of ABLMM22 section 5.3.2, with the histogram of ``histogram_law``.
    """
    batches, rest = plan.parts(sample)
    outputs: Law[tuple[Function, ...]] = point_mass(())
    for batch in batches:
        outputs = outputs.product(stable(batch)).map(lambda pair: (*pair[0], pair[1]))
    listed: Law[Frequencies] = outputs.bind(lambda items: histogram_law(items, plan.half, plan.delta))

    def chosen(frequencies: Frequencies) -> Law[Function]:
        kept = survivors(frequencies, plan.eta)
        return generic_law(kept, rest, plan.half) if kept else point_mass(default)

    return listed.bind(chosen)


def survivors(frequencies: Frequencies, eta: Expression) -> tuple[Function, ...]:
    """Step 3 of M: the listed items whose estimated frequency is at least 3 eta / 4."""
    least = exact(Fraction(3, 4) * Real.of(eta))
    return tuple(h for h, estimate in frequencies if is_true(estimate >= least))


# ---- Sizes that are enough


def histogram_size(eta: Expression, beta: Expression, epsilon: Expression, delta: Expression) -> int:
    """n with which the stable histogram is accurate up to eta, for eta and beta in (0, 1) (ABLMM22 Lemma 28).

    eta n >= t + (2 / epsilon) ln(2 / (eta beta)) lists all items of frequency eta, t the threshold, and eta n >=
    (2 / epsilon) ln(4 n / beta) makes all estimates right, each but with probability beta / 2.
    """
    scale, share = 2 / Real.of(checked_positive("epsilon", epsilon)), Real.of(checked_positive("eta", eta))
    listed = stable_histogram_threshold(epsilon, delta) + scale * ln(2 / (share * beta))
    n, enough = 1, ceiling(listed / share)
    while n < enough:
        n, enough = enough, max(enough, ceiling(scale / share * ln(4 * enough / Real.of(beta))))
    return n


def generic_size(size: int, goal: Goal) -> int:
    """Rows with which GenericLearner over so many hypotheses has loss at most 2 alpha but with probability beta.

    max(64 ln(4 size / beta) / alpha, 6 ln(2 size / beta) / (alpha epsilon)), rounded up (ABLMM22 Lemma 29, where the
    constants are hidden).
    """
    alpha, beta = Real.of(goal.alpha), Real.of(goal.beta)
    exponential = 6 * ln(2 * size / beta) / (alpha * goal.epsilon)
    return max(ceiling(64 * ln(4 * size / beta) / alpha), ceiling(exponential))


def private_plan(rows: int, eta: Expression, goal: Goal, delta: Expression) -> PrivatePlan:
    """The sizes with which M is (alpha, beta)-accurate over a learner on so many rows that outputs some hypothesis of
    loss at most alpha / 2 with probability at least eta (ABLMM22 Theorem 30, whose constants are hidden)."""
    third, half = exact(Real.of(goal.beta) / 3), exact(Real.of(goal.epsilon) / 2)
    frequent = ceiling(128 * ln(1 / Real.of(third)) / eta)
    runs = max(frequent, histogram_size(exact(Real.of(eta) / 8), third, half, delta))
    listed = ceiling(2 / Real.of(eta))
    validation = generic_size(listed, Goal(exact(Real.of(goal.alpha) / 2), third, half))
    return PrivatePlan(runs, rows, validation, goal.epsilon, delta, eta)


# ---- Neighbours


def neighbours_up_to_order(rows: Sequence[Row], n: int) -> Iterator[Pair[Row]]:
    """Samples that differ in one row, sorted but for the row replaced: all, for a mechanism that ignores the order."""
    for rest in _multisets(rows, n - 1):
        for i, one in enumerate(rows):
            for other in rows[i + 1 :]:
                yield (one, *rest), (other, *rest)


def _multisets(rows: Sequence[Row], n: int) -> Iterator[tuple[Row, ...]]:
    if n <= 0 or not rows:
        yield from [()] * (n == 0)
        return
    for count in range(n + 1):
        for rest in _multisets(rows[1:], n - count):
            yield (rows[0],) * count + rest
