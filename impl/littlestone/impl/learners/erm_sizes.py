"""The sizes of DP-ERM on a listed class: what privacy and accuracy need of them, and the least ones (LYU25, T3).

Privacy depends neither on p nor on the radius at which classes are cut nor on the rows of a chunk, so all three are
chosen for accuracy. With p_1 at least the number of points every decomposition dimension is 0, all functions of a chunk
are essential (LYU25.K4.1.4), and the first stage is the last one, where a function that fits all rows is common to all
chunks. With chunks of one row and radius 0 a function that errs on a share alpha of the rows is then missing in the
lists of as large a share of the chunks, whatever the split: no event E_good is needed, nor its 225 d^2 ln(k N) / alpha
rows in each chunk. For alpha = 1/10 on the thresholds over 8 points that is 365 rows, where it was 120,620,682.

With the printed sizes, constants 1, and the B of Lemma 3.1, 200 of 200 runs end without a hypothesis on each of three
small classes with 10^6 and 10^7 rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.spec.algebra.reals import Expression, Real, enclosure, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan
from littlestone.spec.learning.privacy import checked_delta, checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_positive, exact, is_true

WRONG, TEST, BOTTOM = Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)  # shares of beta: errors, noise, failure symbol
TESTED, DRAWN = Fraction(1, 10), Fraction(9, 20)  # shares of epsilon: the test; the sample costs twice its own
ON_THE_ROWS = Fraction(2, 5)  # share of alpha: the error on the rows, the rest is for fresh ones


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
    """What it takes for all functions of a chunk to be essential, and for chunks to have rows."""
    yield "Littlestone dimension against d", "LYU25.T3", size.dimension, plan.d
    yield "points against p_1", "LYU25.K4.1.4", size.points, plan.levels[0]
    yield "chunks against rows", "LYU25.T3.par", plan.chunks, plan.rows


def _accuracy(size: ClassSize, plan: ErmPlan, goal: ErmGoal) -> Iterator[Row]:
    """The chances of failure where a function fits all rows, and so is in all lists."""
    beta, unit = Real.of(goal.beta), Real.of(plan.sample_epsilon)
    yield "a function that errs on more is drawn: against beta/2", "LYU25.A1", _misjudged(size, plan), WRONG * beta
    noise = exp(-plan.test_epsilon * (plan.chunks - Real.of(plan.least))) / 2
    yield "a hypothesis in all lists misses the threshold: against beta/4", "LYU25.T3.prog", noise, TEST * beta
    symbol = exp(unit * (plan.bottom - Real.of(plan.chunks)))
    yield "the failure symbol is drawn: against beta/4", "LYU25.T3.prog", symbol, BOTTOM * beta


def _misjudged(size: ClassSize, plan: ErmPlan) -> Real:
    """Its weight over that of a function in all lists: an error above alpha is in at least so many chunks above r."""
    r, longest = Real.of(plan.radius(1)), -(-plan.rows // plan.chunks)
    missing = (plan.alpha - r) / (1 - r) * Fraction(plan.rows, max(longest, 1))
    return size.functions * exp(-plan.sample_epsilon * missing)


# ---- The least sizes


def least_plan(size: ClassSize, goal: ErmGoal, alpha: Expression | None = None, rows: int | None = None) -> ErmPlan:
    """The least n or, where ``rows`` is given, the least alpha up to 1 with which all requirements hold.

    One stage, a chunk for each row, and radius 0; a tenth of epsilon is for the test. An alpha of 1 promises nothing.
    Raises ParameterError where not exactly one of alpha and rows is given.
    """
    if (alpha is None) == (rows is None):
        raise ParameterError("alpha, rows", (alpha, rows), "given one of them")
    draft = ErmPlan(
        d=max(size.dimension, 1),
        rows=0,
        chunks=1,
        alpha=Fraction(1),
        shrink=Fraction(0),
        levels=(size.points,),
        least=Fraction(0),
        test_epsilon=exact(TESTED * Real.of(goal.epsilon)),
        sample_epsilon=exact(DRAWN * Real.of(goal.epsilon)),
        bottom=Fraction(0),
    )
    least = replace(draft, bottom=least_bottom(size.most_essential(draft), draft.sample_epsilon, goal.delta))
    product = ln(size.functions / (WRONG * Real.of(goal.beta))) / Real.of(least.sample_epsilon)
    if rows is None:
        assert alpha is not None
        n = max(_heard(least, goal), ceiling(product / Real.of(alpha)))
        return replace(least, alpha=exact(alpha), rows=n, chunks=n, least=Fraction(n, 2))
    promised = _smaller(product / rows, 1) if rows >= _heard(least, goal) else Real.of(1)
    return replace(least, alpha=exact(promised), rows=rows, chunks=max(rows, 1), least=Fraction(rows, 2))


def _heard(plan: ErmPlan, goal: ErmGoal) -> int:
    """The least chunks whose half is above the noise, and which are enough above B."""
    beta = Real.of(goal.beta)
    above = plan.bottom - ln(BOTTOM * beta) / plan.sample_epsilon
    return max(ceiling(above), ceiling(-2 * ln(2 * TEST * beta) / plan.test_epsilon), 1)


def accurate_plan(size: ClassSize, goal: ErmGoal, alpha: Expression) -> ErmPlan:
    """The least sizes with which the error on fresh rows is above alpha with probability at most beta.

    DP-ERM for 2 alpha/5 and beta/2 and, for the functions of the class, among which the output is, Chernoff's bound:
    one that errs on more than alpha errs on at most 2 alpha n/5 rows with probability e^{-(3/5)^2 n alpha/2}.
    """
    fresh = ceiling(2 * ln(2 * size.functions / Real.of(goal.beta)) / ((1 - ON_THE_ROWS) ** 2 * Real.of(alpha)))
    plan = least_plan(size, goal.halved, alpha=exact(ON_THE_ROWS * Real.of(alpha)))
    n = max(plan.rows, fresh)
    return replace(plan, rows=n, chunks=n, least=Fraction(n, 2))
