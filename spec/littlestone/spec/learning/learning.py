"""PAC learning, exactly, on finite domains: error, failure probability, accuracy, probabilistic representations.

A distribution over the points 0..m-1 is the tuple of their probabilities. A learner, seen from here, maps a sample to
the exact law of its hypothesis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.learning.laws import Law, total
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

Example = tuple[int, int]
Sample = tuple[Example, ...]
Points = tuple[int, ...]
Distribution = tuple[Fraction, ...]
Learner = Callable[[Sample], Law[Function]]
Draws = Callable[[Distribution, int], Iterator[tuple[Points, Fraction]]]
Family = frozenset[Function]


# ---- Samples and distributions


def labelled(points: Iterable[int], f: Function) -> Sample:
    """The points with their labels by f."""
    return tuple((x, f[x]) for x in points)


def all_rows(H: ConceptClass) -> tuple[Example, ...]:
    """Every row (x, y) over the points and labels of the class, those that no function of it produces included."""
    return tuple(product(range(H.points), range(H.labels)))


def checked_distribution(D: Sequence[Expression]) -> Distribution:
    """The probabilities as fractions; raises ParameterError unless they are at least 0 and sum to 1."""
    weights = tuple(rational(exact(p)) for p in D)
    if sum(weights) != 1 or min(weights, default=0) < 0:
        raise ParameterError("distribution", list(map(str, weights)), "non-negative with sum 1")
    return weights


def grid(points: int, steps: int) -> Iterator[Distribution]:
    """Every distribution on the points whose probabilities are multiples of 1/steps."""
    for counts in product(range(steps + 1), repeat=points):
        if sum(counts) == steps:
            yield tuple(Fraction(c, steps) for c in counts)


def corners_and_centre(points: int) -> tuple[Distribution, ...]:
    """The point masses and the uniform distribution."""
    corners = [tuple(Fraction(int(x == y)) for y in range(points)) for x in range(points)]
    return tuple(dict.fromkeys([*corners, (Fraction(1, points),) * points]))


def ordered_draws(D: Distribution, n: int) -> Iterator[tuple[Points, Fraction]]:
    """Every sequence of n points of positive probability, with its probability."""
    support = [x for x, p in enumerate(D) if p]
    for points in product(support, repeat=n):
        yield points, prod((D[x] for x in points), start=Fraction(1))


def unordered_draws(D: Distribution, n: int) -> Iterator[tuple[Points, Fraction]]:
    """Every multiset of n points, sorted, with its probability: enough for learners that ignore the rows' order."""
    support = [x for x, p in enumerate(D) if p]
    for points in combinations_with_replacement(support, n):
        arrangements = factorial(n) // prod(map(factorial, Counter(points).values()))
        yield points, arrangements * prod((D[x] for x in points), start=Fraction(1))


# ---- Accuracy


def error(h: Function, f: Function, D: Distribution) -> Fraction:
    """Pr_{x~D}[h(x) != f(x)]; raises SampleError where the functions and the distribution differ in length."""
    if not len(h) == len(f) == len(D):
        raise SampleError("h, f and D", (h, f, D), "of the same number of points")
    return sum((p for p, a, b in zip(D, h, f, strict=True) if a != b), Fraction(0))


def failure_probability(
    learner: Learner, f: Function, D: Distribution, n: int, alpha: Expression, draws: Draws = ordered_draws
) -> Exact:
    """The probability, over n points drawn from D and labelled by f and the learner's coins, of an error above alpha.

    With ``unordered_draws`` the learner must not depend on the order of its rows.
    """

    @cache
    def is_bad(h: Function) -> bool:
        return is_true(exact(alpha) < error(h, f, D))

    return total(exact(p * learner(labelled(points, f)).probability(is_bad)) for points, p in draws(D, n))


def largest_failure(
    learner: Learner,
    functions: Iterable[Function],
    distributions: Sequence[Distribution],
    n: int,
    alpha: Expression,
    draws: Draws = ordered_draws,
) -> Exact:
    """The largest failure probability over the targets and the distributions."""
    worst: Exact = Fraction(0)
    for f in functions:
        for D in distributions:
            failure = failure_probability(learner, f, D, n, alpha, draws)
            worst = failure if is_true(failure > worst) else worst
    return worst


def is_accurate(
    learner: Learner,
    H: ConceptClass,
    n: int,
    alpha: Expression,
    beta: Expression,
    distributions: Sequence[Distribution],
    draws: Draws = ordered_draws,
) -> Truth:
    """The learner is (alpha, beta)-accurate for the explicit class H from n examples, on these distributions.

    The hypothesis may lie outside H; ask ``is_proper`` too for Definition 2.6 of BGS21 as printed.
    """
    return as_truth(largest_failure(learner, H.functions(), distributions, n, alpha, draws) <= exact(beta))


def is_proper(learner: Learner, H: ConceptClass, n: int) -> Truth:
    """Every hypothesis that the learner outputs on n examples labelled by some f in the explicit class H is in H."""
    samples = (labelled(points, f) for f in H.functions() for points in product(range(H.points), repeat=n))
    return all_of(H.contains(h) for sample in samples for h in learner(sample))


def rational(number: Exact) -> Fraction:
    """An exact number that is rational; raises ParameterError on any other."""
    if not isinstance(number, Fraction):
        raise ParameterError("probability", number, "rational; take epsilon = ln of the square of a rational")
    return number


# ---- Sample sizes


@dataclass(frozen=True, slots=True)
class Goal:
    """What a learner is asked for: accuracy alpha and confidence beta in (0, 1], privacy epsilon > 0."""

    alpha: Expression
    beta: Expression
    epsilon: Expression


def exponential_sample_bound(size: int, goal: Goal) -> int:
    """Rows with which the exponential-mechanism learner over so many hypotheses meets the goal (BGS21 ALG.EXPLEARN).

    max((4 / (epsilon alpha)) ln(2 size / beta), (8 / alpha) ln(2 size / beta)), rounded up; 0 for one hypothesis.
    """
    if size <= 1:
        return 0
    union = ln(Fraction(2 * size) / Real.of(goal.beta))
    return max(ceiling(4 * union / (goal.epsilon * Real.of(goal.alpha))), ceiling(8 * union / goal.alpha))


@dataclass(frozen=True, slots=True)
class ConfidencePlan:
    """How confidence is boosted: how many runs, the rows of each, the validation rows and the selection's epsilon."""

    runs: int
    rows: int
    validation: int
    epsilon: Expression

    @property
    def sample_size(self) -> int:
        """All rows."""
        return self.runs * self.rows + self.validation


@dataclass(frozen=True, slots=True)
class BoostingPlan:
    """How accuracy is boosted: the rounds, the rows of each weak learner, the measure's density and its rate."""

    rounds: int
    rows: int
    density: Fraction
    rate: Expression = Fraction(1, 24)


# ---- Probabilistic representations (BGS21 D8.1)


def represents(
    P: Law[Family], H: ConceptClass, alpha: Expression, beta: Expression, distributions: Sequence[Distribution]
) -> Truth:
    """P is an (alpha, beta)-probabilistic representation of the explicit class H, on these distributions (BGS21 D8.1).

    For every f in H and every D: a family drawn from P has with probability at least 1 - beta a member of error at
    most alpha.
    """
    return all_of(
        as_truth(1 - exact(beta) <= P.probability(lambda G, f=f, D=D: has_close_member(G, f, D, alpha)))  # type: ignore[misc]
        for f in H.functions()
        for D in distributions
    )


def has_close_member(G: Family, f: Function, D: Distribution, alpha: Expression) -> bool:
    """Some g in G has error at most alpha for f under D."""
    return any(is_true(error(g, f, D) <= exact(alpha)) for g in G)
