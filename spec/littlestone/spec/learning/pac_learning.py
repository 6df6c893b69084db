"""PAC learning, exactly, on finite domains: error, failure probability, accuracy, probabilistic representations.

A learner, seen from here, maps a sample to the exact law of its hypothesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.classes.concept_classes import ConceptClass, Function
from littlestone.spec.learning.laws import Law, check_mass, checked_law, total
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import Exact, checked_weights, exact, is_true
from littlestone.spec.learning.samples import (
    Distribution,
    Points,
    Sample,
    checked_distribution,
    labelled,
    ordered_draws,
)

Learner = Callable[[Sample], Law[Function]]
Draws = Callable[[Distribution, int], Iterator[tuple[Points, Fraction]]]
Family = frozenset[Function]


# ---- Accuracy


def error(h: Function, f: Function, D: Distribution) -> Fraction:
    """Pr_{x~D}[h(x) != f(x)]; raises SampleError where the functions and the distribution differ in length, and a
    ParameterError where the weights are negative or do not add up to 1."""
    if not len(h) == len(f) == len(D):
        raise SampleError("h, f and D", (h, f, D), "of the same number of points")
    if all(isinstance(p, int | Fraction) for p in D) and (sum(D) != 1 or min(D) < 0):
        raise SampleError("D", D, "weights of at least 0 with the sum 1")
    if not all(isinstance(p, int | Fraction) for p in D):
        check_mass(checked_weights(D))
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

    weights = checked_distribution(D)
    laws = ((checked_law(learner(labelled(points, f))), p) for points, p in draws(weights, n))
    return total(exact(p * law.probability(is_bad)) for law, p in laws)


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
