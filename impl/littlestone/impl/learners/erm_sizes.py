"""The sizes of DP-ERM: what its proofs need of them, and the least ones for which all of that holds (LYU25, T3).

With the printed sizes, constants 1, and the B of Lemma 3.1, 200 of 200 runs end without a hypothesis on each of three
small classes with 10^6 and 10^7 rows. With the least sizes none did, though at 10^6 rows E_good is not proved for two
of the three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.spec.algebra.reals import Expression, Real, enclosure, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan
from littlestone.spec.learning.privacy import checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_positive, exact, is_true

GOOD, TEST, BOTTOM = Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)  # shares of beta: E_good, noise, failure symbol


@dataclass(frozen=True, slots=True)
class ErmGoal:
    """What DP-ERM is to reach: (epsilon, delta)-privacy, and error above alpha with probability at most beta.

    Raises ParameterError on parameters out of range.
    """

    epsilon: Expression
    delta: Expression
    beta: Expression = Fraction(1, 100)

    def __post_init__(self) -> None:
        checked_epsilon(self.epsilon)
        checked_delta(checked_positive("delta", self.delta))
        checked_delta(checked_positive("beta", self.beta))

    @property
    def halved(self) -> ErmGoal:
        """The same with beta/2."""
        return replace(self, beta=exact(Real.of(self.beta) / 2))


@dataclass(frozen=True, slots=True)
class ClassSize:
    """What the sizes depend on of a class: its points, its functions and its Littlestone dimension."""

    points: int
    functions: int
    dimension: int

    def behaviours(self, d: int) -> int:
        """At most so many functions differ on a sample: all of them, or Sauer's sum for dimension d."""
        return min(self.functions, sum(comb(self.points, i) for i in range(d + 1)))

    def most_essential(self, plan: ErmPlan) -> int:
        """L: at most so many hypotheses are essential, by LYU25 Lemma 4.1 and |H|, or in a list that is cut."""
        bounds = [self.functions, *(int(p**plan.d) << plan.d * plan.d for p in plan.levels[-1:])]
        return min(bounds if plan.longest is None else [*bounds, plan.longest])


def class_size(functions: Iterable[Function]) -> ClassSize:
    """Of a class given by its functions; raises EmptyClassError."""
    classes = Subclasses(functions)
    dimension = classes.dimension(classes.everything)
    return ClassSize(len(classes.functions[0]), len(classes.functions), dimension)


@dataclass(frozen=True, slots=True)
class Requirement:
    """An inequality that a proof needs: ``left`` is to be at most ``right``, ``source`` says where it is needed."""

    name: str
    source: str
    left: Exact
    right: Exact

    @property
    def holds(self) -> bool:
        """It is so."""
        return is_true(self.left <= self.right)

    def __str__(self) -> str:
        return f"{self.name}: {_shown(self.left)} <= {_shown(self.right)} is false ({self.source})"


def _shown(number: Exact) -> str:
    return str(number) if isinstance(number, Fraction) else f"{float(enclosure(number, 64).mid()):.6g}"


def requirements(size: ClassSize, plan: ErmPlan, goal: ErmGoal) -> tuple[Requirement, ...]:
    """Every inequality that privacy and accuracy of DP-ERM need, at these sizes, each as ``left <= right``."""
    rows = [*_privacy(size, plan, goal), *_structure(size, plan), *_accuracy(size, plan, goal)]
    return tuple(Requirement(name, source, exact(left), exact(right)) for name, source, left, right in rows)


Row = tuple[str, str, Expression, Expression]


def _privacy(size: ClassSize, plan: ErmPlan, goal: ErmGoal) -> Iterator[Row]:
    """Each of the d + 1 tests costs its epsilon, the sample twice its own and delta."""
    spent = len(plan.levels) * Real.of(plan.test_epsilon) + 2 * Real.of(plan.sample_epsilon)
    yield "privacy of the tests and of the sample, added", "LYU25.T3.priv.corrected", spent, goal.epsilon
    least = least_bottom(size.most_essential(plan), plan.sample_epsilon, goal.delta)
    yield "1 + ln(L/min(delta, e^eps - 1))/eps against B", "LYU25.T3.priv.rare, .total", least, plan.bottom


def least_bottom(longest: int, epsilon: Expression, delta: Expression) -> Exact:
    """The least B for which a sparse sample of lists of at most L >= 1 items is (2 epsilon, delta)-private.

    1 + ln(L / min(delta, e^epsilon - 1)) / epsilon: the weight of L items that one list alone has is then at most delta
    times that of the failure symbol, and the total weight changes by at most the factor e^epsilon.
    """
    return exact(1 + ln(longest / _smaller(delta, exp(epsilon) - 1)) / Real.of(epsilon))


def _smaller(a: Expression, b: Expression) -> Real:
    return Real.of(a if is_true(exact(a) <= exact(b)) else b)


def _structure(size: ClassSize, plan: ErmPlan) -> Iterator[Row]:
    """What Lemma 4.3 and the inclusions need, whatever the number of rows."""
    d, shrink, step = plan.d, plan.shrink, Fraction(1, 5 * plan.d)
    yield "Littlestone dimension against d", "LYU25.T3", size.dimension, d
    yield "d + 1 against the stages", "LYU25.T3.prog", d + 1, len(plan.levels)
    yield "(1 + 1/5d) shrink against 1 - 1/5d", "LYU25.T3.incl", (1 + step) * shrink, 1 - step
    yield "1/2 against shrink^d", "LYU25.T3.incl", Fraction(1, 2), shrink**d
    for j, (p, q) in enumerate(pairwise(plan.levels), 1):
        yield f"2 p_{j} against p_{j + 1}", "LYU25.L4.3", 2 * p, q
    yield "points of the sample against p_1", "LYU25.T3.err", min(plan.rows, size.points), plan.levels[0]
    yield "d + 1, or the points, against p_1", "LYU25.T3", min(d + 1, size.points), plan.levels[0]
    yield "chunks against rows", "LYU25.T3.par", plan.chunks, plan.rows


def _accuracy(size: ClassSize, plan: ErmPlan, goal: ErmGoal) -> Iterator[Row]:
    """The chances of failure: the event E_good, the test of a hypothesis that all have, and the failure symbol."""
    beta, margin = Real.of(goal.beta), Real.of(plan.least) - plan.bottom
    yield "E_good fails: against beta/2", "LYU25.T3.Egood", _misjudged(size, plan), GOOD * beta
    noise = exp(-plan.test_epsilon * (plan.chunks - Real.of(plan.least))) / 2
    yield "a hypothesis in all lists misses the threshold: against beta/4", "LYU25.T3.prog", noise, TEST * beta
    symbol = len(plan.levels) * exp(-(_smaller(plan.test_epsilon, plan.sample_epsilon) * margin))
    yield "the failure symbol is drawn: against beta/4", "LYU25.T3.prog", symbol, BOTTOM * beta


def _misjudged(size: ClassSize, plan: ErmPlan) -> Real:
    """The union bound over chunks and functions of Proposition 2, for errors above alpha/3 and up to it."""
    expected = Real.of(plan.alpha) / 3 * (plan.rows // plan.chunks)
    step = Fraction(1, 5 * plan.d)
    each = 2 * exp(-(step**2 * expected / 3))
    return plan.chunks * size.behaviours(plan.d) * each


# ---- The least sizes


def least_plan(size: ClassSize, goal: ErmGoal, alpha: Expression | None = None, rows: int | None = None) -> ErmPlan:
    """The least k, and then the least n or, where ``rows`` is given, the least alpha up to 1, that the proofs allow.

    Half of epsilon is for the tests and half for the sample; p_1 is the least number that the proofs need on so many
    points. An alpha of 1 promises nothing. Raises ParameterError where not exactly one of alpha and rows is given.
    """
    if (alpha is None) == (rows is None):
        raise ParameterError("alpha, rows", (alpha, rows), "given one of them")
    d = max(size.dimension, 1)
    first = size.points if rows is None else max(min(rows, size.points), min(d + 1, size.points))
    draft = ErmPlan(
        d=d,
        rows=0,
        chunks=1,
        alpha=Fraction(1),
        shrink=1 - Fraction(1, 2 * d),
        levels=tuple(first << j for j in range(d + 1)),
        least=Fraction(0),
        test_epsilon=exact(Real.of(goal.epsilon) / (2 * (d + 1))),
        sample_epsilon=exact(Real.of(goal.epsilon) / 4),
        bottom=Fraction(0),
    )
    return _with_rows(size, goal, _with_chunks(size, goal, draft), alpha, rows)


def _with_chunks(size: ClassSize, goal: ErmGoal, draft: ErmPlan) -> ErmPlan:
    """The least B, and the least k whose half is far enough above it and above the noise."""
    bottom = least_bottom(size.most_essential(draft), draft.sample_epsilon, goal.delta)
    slower = _smaller(draft.test_epsilon, draft.sample_epsilon)
    beta = Real.of(goal.beta)
    above = bottom + ln(len(draft.levels) / (BOTTOM * beta)) / slower
    heard = -ln(2 * TEST * beta) / Real.of(draft.test_epsilon)
    chunks = max(ceiling(2 * above), ceiling(2 * heard), 1)
    return replace(draft, chunks=chunks, least=Fraction(chunks, 2), bottom=bottom)


def _with_rows(size: ClassSize, goal: ErmGoal, plan: ErmPlan, alpha: Expression | None, rows: int | None) -> ErmPlan:
    """E_good by the union bound: (n/k) alpha >= 225 d^2 ln(2 k N/(beta/2))."""
    union = ln(2 * plan.chunks * size.behaviours(plan.d) / (GOOD * Real.of(goal.beta)))
    product = 225 * plan.d**2 * union
    if rows is None:
        assert alpha is not None
        return replace(plan, alpha=exact(alpha), rows=plan.chunks * ceiling(product / Real.of(alpha)))
    least = _smaller(exact(product / max(rows // plan.chunks, 1)), 1)
    return replace(plan, alpha=exact(least), rows=rows)


def accurate_plan(size: ClassSize, goal: ErmGoal, alpha: Expression) -> ErmPlan:
    """The least sizes with which the error on fresh rows is above alpha with probability at most beta.

    DP-ERM for alpha/2 and beta/2 and, for the at most N = C(m, <= d) functions on m points of the class of LYU25 Lemma
    4.2, of dimension at most d, Chernoff's bound N e^{-n alpha/8} <= beta/2.
    """
    half = exact(Real.of(alpha) / 2)
    plan = least_plan(size, goal.halved, alpha=half)
    outputs = sum(comb(size.points, i) for i in range(plan.d + 1))
    fresh = ceiling(8 * ln(2 * outputs / Real.of(goal.beta)) / Real.of(alpha))
    return replace(plan, rows=max(plan.rows, fresh))
