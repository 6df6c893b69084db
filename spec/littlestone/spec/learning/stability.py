"""Global stability and the tournament distributions D_k of ABLMM22, literally: exact laws of samples and hypotheses.

The paper's labels -1 and +1 are 0 and 1 here. A learner, seen from here, maps a sample to its hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law, bernoulli_law, law_of, point_mass
from littlestone.spec.learning.randomness import Exact, checked_count, checked_positive, is_true
from littlestone.spec.learning.samples import Distribution, Example, Sample

Rule = Callable[[Sample], Function]
Spent = tuple[Sample | None, int]


# ---- Samples and stability


def labelled_law(D: Distribution, c: Function) -> Law[Example]:
    """The realizable distribution over examples (x, c(x)) with x drawn from D."""
    return law_of(((x, c[x]), p) for x, p in enumerate(D))


def sample_law(examples: Law[Example], n: int) -> Law[Sample]:
    """D^n: n independent examples in order."""
    law: Law[Sample] = point_mass(())
    for _ in range(n):
        law = law.product(examples).map(lambda drawn: (*drawn[0], drawn[1]))
    return law


def largest_frequency(outputs: Law[Function]) -> Exact:
    """max_h Pr[A(S) = h]: the largest eta for which the learner is globally stable (ABLMM22 Definition 6)."""
    largest: Exact = Fraction(0)
    for _, p in outputs.items:
        largest = p if is_true(p > largest) else largest
    return largest


def is_globally_stable(outputs: Law[Function], eta: Expression) -> bool:
    """Some hypothesis h has Pr[A(S) = h] >= eta (ABLMM22 Definition 6)."""
    return any(is_true(p >= Real.of(eta)) for _, p in outputs.items)


@dataclass(frozen=True, slots=True)
class StabilityPlan:
    """How algorithm G is run: the auxiliary sample size n >= 1, and the budget N >= 0 of examples for S.

    Raises ParameterError outside these ranges. Source: ABLMM22, section 5.2.3.
    """

    n: int
    budget: int

    def __post_init__(self) -> None:
        checked_count("n", self.n, 1)
        checked_count("budget", self.budget, 0)

    @property
    def sample_size(self) -> int:
        """N + n: the examples for S, then the n examples of T."""
        return self.budget + self.n


def theory_plan(d: int, alpha: Expression) -> StabilityPlan:
    """n = ceil(2^(d+2) / alpha) and N = 2^(2^(d+2)+1) 4^(d+1) n, as printed in ABLMM22 section 5.2.3.

    d >= 0 is the Littlestone dimension and alpha > 0 the error; raises ParameterError.
    """
    size = Fraction(2 ** (checked_count("d", d, 0) + 2))
    n = ceiling(size / Real.of(checked_positive("alpha", alpha)))
    return StabilityPlan(n, int(2 ** (2 ** (d + 2) + 1) * 4 ** (d + 1) * n))


# ---- The distributions D_k


def first_difference(f: Function, g: Function) -> int:
    """The smallest point on which the two functions differ; raises ValueError where they are equal."""
    for x, (a, b) in enumerate(zip(f, g, strict=True)):
        if a != b:
            return x
    raise ValueError(f"the rules {f} and {g} are equal, so that no point tells them apart")


def tournament_law(rule: Rule, examples: Law[Example], n: int, k: int, threshold: Expression = 1) -> Law[Sample] | None:
    """D_k(D, n) as a law of samples, or None where it is undefined (ABLMM22, section 5.2.2).

    ``rule`` is the extended SOA. D_k is undefined where D_(k-1) is, or where after S ~ D_(k-1), T ~ D^n some hypothesis
    has probability at least ``threshold``: the paper's 2^(-2^(d+2)), and by default 1, where step (iii) never ends.
    """
    if k == 0:
        return point_mass(())
    before = tournament_law(rule, examples, n, k - 1, threshold)
    if before is None:
        return None
    grown = followed(before, examples, n)
    if is_globally_stable(grown.map(rule), threshold):
        return None
    pairs = grown.product(grown).condition(lambda pair: rule(pair[0]) != rule(pair[1]))
    return pairs.bind(lambda pair: _contest(rule, *pair))


def followed(samples: Law[Sample], examples: Law[Example], n: int) -> Law[Sample]:
    """The law of S o T for S from the law and T ~ D^n."""
    return samples.product(sample_law(examples, n)).map(lambda pair: (*pair[0], *pair[1]))


def _contest(rule: Rule, first: Sample, second: Sample) -> Law[Sample]:
    """Steps (iv) and (v): a point on which the rules differ, a random label, and the sample whose rule errs there."""
    f, g = rule(first), rule(second)
    x = first_difference(f, g)
    return bernoulli_law(Fraction(1, 2)).map(lambda y: (*(first if f[x] != y else second), (x, int(y))))


def tournament_examples(sample: Sample, n: int) -> Sample:
    """The examples of a sample from D_k that were made in step (iv): every (n+1)-st one."""
    return sample[n :: n + 1]


# ---- The Monte-Carlo variant


def monte_carlo_law(rule: Rule, examples: Law[Example], plan: StabilityPlan, k: int) -> Law[Sample | None]:
    """The law of a sample from D~_k, None being Fail (ABLMM22, section 5.2.3).

    One budget is shared by the whole process: it fails as soon as more than N examples have been drawn, recursive draws
    included.
    """
    return _spending(rule, examples, plan, k, 0).map(lambda spent: spent[0])


def _spending(rule: Rule, examples: Law[Example], plan: StabilityPlan, k: int, used: int) -> Law[Spent]:
    """The law of (sample, examples drawn so far) where so many were drawn before."""
    if k == 0:
        return point_mass(((), used))
    return _grown(rule, examples, plan, k, used).bind(
        lambda first: _second(rule, examples, plan, k, first) if first[0] is not None else point_mass(first)
    )


def _grown(rule: Rule, examples: Law[Example], plan: StabilityPlan, k: int, used: int) -> Law[Spent]:
    """The law of S o T for S ~ D~_(k-1), T ~ D^n."""

    def with_fresh(spent: Spent) -> Law[Spent]:
        sample, so_far = spent
        if sample is None or so_far + plan.n > plan.budget:
            return point_mass((None, so_far))
        return sample_law(examples, plan.n).map(lambda fresh: ((*sample, *fresh), so_far + plan.n))

    return _spending(rule, examples, plan, k - 1, used).bind(with_fresh)


def _second(rule: Rule, examples: Law[Example], plan: StabilityPlan, k: int, first: Spent) -> Law[Spent]:
    """The other contestant, then the contest; where the rules agree everything is drawn afresh."""
    one = first[0]
    assert one is not None

    def settle(spent: Spent) -> Law[Spent]:
        other, used = spent
        if other is None:
            return point_mass(spent)
        if rule(one) == rule(other):
            return _spending(rule, examples, plan, k, used)
        return _contest(rule, one, other).map(lambda sample: (sample, used))

    return _grown(rule, examples, plan, k, first[1]).bind(settle)


# ---- What the claims range over


def sloped(points: int, j: int) -> Distribution:
    """The distribution on the points with Pr[x] proportional to 1 + j x: uniform for j = 0."""
    weights = [1 + j * x for x in range(points)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def power_of_two(exponent: Expression) -> Real:
    """2^exponent, exactly."""
    return Real.of(2) ** exponent


def double_power(exponent: Expression) -> Real:
    """2^(-2^exponent), as in the thresholds of ABLMM22 section 5.2."""
    return power_of_two(-power_of_two(exponent))
