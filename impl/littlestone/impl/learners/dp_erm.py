"""DP-ERM: the private empirical risk minimiser of Littlestone classes by decompositions (LYU25, Theorem 3).

Where the print leaves a choice: k that is no integer is rounded up, and where k does not divide n the first chunks have
one row more, so that sizes depend on n alone; an empty H_i^j has no essential hypotheses; AboveThreshold stops at its
first Above, K = 0 in its own listing; where the failure symbol is drawn or all stages are used up no hypothesis is
returned, and nothing is drawn again, for every further draw would cost more privacy. B is a size like the others, and
``least_bottom`` is the least that is private.

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

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import Hypothesis, checked_rows
from littlestone.impl.decompositions.decompositions import Decompositions, Subclasses
from littlestone.impl.privacy.guarantees import PrivateGoal, smaller
from littlestone.impl.privacy.paper_mechanisms import drawn_by_score, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan, Released
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, exact
from littlestone.spec.learning.samples import Sample

Cells = NDArray[np.int64]  # how often each of the examples (0,0), (0,1), (1,0), (1,1), ... occurs


class DecompositionLearner:
    """DP-ERM on one class and plan, kept from run to run; EmptyClassError, and ParameterError where plan.d < LDim."""

    def __init__(self, functions: Sequence[Function], plan: ErmPlan) -> None:
        self.plan, self.classes = plan, Subclasses(functions)
        self.points = len(self.classes.functions[0])
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > plan.d:
            raise ParameterError("plan.d", plan.d, f"at least {dimension}, the Littlestone dimension")
        self._decompositions = [Decompositions(self.classes, p, plan.d) for p in plan.levels]
        table = np.array(self.classes.functions, dtype=np.int64)
        self._errors = np.stack([table, 1 - table], axis=2).reshape(len(table), -1).T  # of each function on each cell

    def cells(self, sample: Sample) -> Cells:
        """How often each example occurs; raises LabelError on rows that are none of the class's."""
        places = np.array([2 * x + y for x, y in checked_rows(sample, self.points, 2)], dtype=np.int64)
        return np.bincount(places, minlength=2 * self.points).astype(np.int64)

    def learn(self, cells: Cells, source: Randomness) -> Released:
        """On rows given by how often each example occurs; raises SampleError unless there are plan.rows of them.

        A random chunk has a multivariate hypergeometric number of each example, so that no row is shuffled. Chunks of
        one row are the examples, and in what order does not matter.
        """
        if int(cells.sum()) != self.plan.rows:
            raise SampleError("rows", int(cells.sum()), f"plan.rows = {self.plan.rows}, which is public")
        if self.plan.chunks == self.plan.rows:
            return self.learn_on_kinds(np.eye(len(cells), dtype=np.int64), cells.tolist(), source)
        rest, chunks = cells, []
        for size in self.plan.sizes:
            chunks.append(np.array(source.hypergeometric(rest.tolist(), size), dtype=np.int64))
            rest = rest - chunks[-1]
        return self.learn_on_chunks(np.array(chunks), source)

    def learn_on_chunks(self, chunks: Cells, source: Randomness) -> Released:
        """For a fixed partition, a row of cells for each chunk."""
        kinds, times = np.unique(chunks, axis=0, return_counts=True)
        return self.learn_on_kinds(kinds, times.tolist(), source)

    def learn_on_kinds(self, kinds: Cells, times: Sequence[int], source: Randomness) -> Released:
        """For how often each kind of chunk occurs: the stages, one after the other."""
        plan = self.plan
        for stage in range(1, len(plan.levels) + 1):
            scores = self.scores(kinds, times, stage)
            if is_noisily_above(max(scores.values(), default=0), plan.least, plan.test_epsilon, source):
                return Released(stage, drawn_by_score(scores, plan.sample_epsilon, plan.bottom, source))
        return Released(None, None)

    def scores(self, kinds: Cells, times: Sequence[int], stage: int) -> dict[Hypothesis, int]:
        """How many chunks list each hypothesis: the (p_j, d)-essential ones to H_i^j, the first ``longest`` of them."""
        found: Counter[Hypothesis] = Counter()
        for mask, often in zip(self.close_masks(kinds, stage), times, strict=True):
            if mask and often:
                listed = self._decompositions[stage - 1].essential(mask)[: self.plan.longest]
                found.update(dict.fromkeys(listed, often))
        return {f: found[f] for f in sorted(found)}

    def close_masks(self, chunks: Cells, stage: int) -> list[int]:
        """H_i^j for each chunk i, as a mask of functions: those that err on at most so many of its rows."""
        sizes = chunks.sum(axis=1)
        radius = Real.of(self.plan.radius(stage))
        most = {size: -ceiling(-radius * size) for size in np.unique(sizes).tolist()}
        limits = np.array([most[size] for size in sizes.tolist()])
        close = np.packbits(chunks @ self._errors <= limits[:, None], axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in close]


_learner = lru_cache(maxsize=256)(DecompositionLearner)  # an enumeration replays one class and plan


@implements("LYU25.T3.ALG")
def learn_by_decompositions(
    functions: tuple[Function, ...], sample: Sample, plan: ErmPlan, source: Randomness
) -> Released:
    """DP-ERM: a hypothesis that is essential to many of the classes H_i^j, with the stage at which it was drawn.

    A hypothesis of None says that there is none. ``plan_for_error`` is private and accurate; ``printed_plan`` is not
    (epsilon, delta)-private (LYU25.T3.priv). Raises EmptyClassError, LabelError, SampleError on another number of rows
    than plan.rows, and ParameterError where the Littlestone dimension is beyond plan.d.
    """
    learner = _learner(functions, plan)
    return learner.learn(learner.cells(sample), source)


@implements("LYU25.T3.ALG.chunks")
def learn_on_fixed_chunks(
    functions: tuple[Function, ...], chunks: tuple[Sample, ...], plan: ErmPlan, source: Randomness
) -> Released:
    """DP-ERM where the partition is given: all that is random is the noise and the sparse sample."""
    learner = _learner(functions, plan)
    return learner.learn_on_chunks(np.array([learner.cells(chunk) for chunk in chunks]), source)


# ---- Its sizes

WRONG, TEST, BOTTOM = Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)  # shares of beta: errors, noise, failure symbol
TESTED, DRAWN = Fraction(1, 10), Fraction(9, 20)  # shares of epsilon: the test; the sample costs twice its own
ON_THE_ROWS = Fraction(2, 5)  # share of alpha: the error on the rows, the rest is for fresh ones


@dataclass(frozen=True, slots=True)
class ClassSize:
    """What the sizes depend on of a class: its points, its functions and its Littlestone dimension."""

    points: int
    functions: int
    dimension: int


def class_size(functions: Iterable[Function]) -> ClassSize:
    """Of a class given by its functions; raises EmptyClassError."""
    classes = Subclasses(functions)
    dimension = classes.dimension(classes.everything)
    return ClassSize(len(classes.functions[0]), len(classes.functions), dimension)


def least_bottom(longest: int, epsilon: Expression, delta: Expression) -> Exact:
    """The least B for which a sparse sample of lists of at most L >= 1 items is (2 epsilon, delta)-private.

    1 + ln(L / min(delta, e^epsilon - 1)) / epsilon: the weight of L items that one list alone has is then at most delta
    times that of the failure symbol, and the total weight changes by at most the factor e^epsilon.
    """
    return exact(1 + ln(longest / Real.of(smaller(delta, exp(epsilon) - 1))) / Real.of(epsilon))


def plan_for_error(size: ClassSize, goal: PrivateGoal, alpha: Expression) -> ErmPlan:
    """The plan of the fewest rows with an error of at most alpha on the rows but with probability beta.

    One stage, a chunk for each row, and radius 0; a tenth of epsilon is for the test. Some function fits all rows, and
    so is in all lists. One that errs on more than alpha misses as many of them, which the sample makes rare; the noise
    of the test hides half of the chunks, or the failure symbol beats them, with a quarter of beta each. An alpha of 1
    promises nothing.
    """
    noise = _plan_of(size, goal, 1)
    n = max(_heard(noise, goal), ceiling(_missed(size, noise, goal) / Real.of(alpha)))
    return replace(_plan_of(size, goal, n), alpha=exact(alpha))


def plan_for_rows(size: ClassSize, goal: PrivateGoal, rows: int) -> ErmPlan:
    """The plan for so many rows, with the least alpha up to 1 that ``plan_for_error`` reaches with them."""
    plan = _plan_of(size, goal, rows)
    alpha = smaller(_missed(size, plan, goal) / rows, 1) if rows >= _heard(plan, goal) else Fraction(1)
    return replace(plan, alpha=alpha)


def _plan_of(size: ClassSize, goal: PrivateGoal, rows: int) -> ErmPlan:
    sample = exact(DRAWN * Real.of(goal.epsilon))
    return ErmPlan(
        d=max(size.dimension, 1),
        rows=rows,
        chunks=max(rows, 1),
        alpha=Fraction(1),
        shrink=Fraction(0),
        levels=(size.points,),
        least=Fraction(rows, 2),
        test_epsilon=exact(TESTED * Real.of(goal.epsilon)),
        sample_epsilon=sample,
        bottom=least_bottom(size.functions, sample, goal.delta),
    )


def _missed(size: ClassSize, plan: ErmPlan, goal: PrivateGoal) -> Real:
    """The lists that a function must miss for half of beta to bound the chance that one that misses more is drawn."""
    return ln(size.functions / (WRONG * Real.of(goal.beta))) / Real.of(plan.sample_epsilon)


def _heard(plan: ErmPlan, goal: PrivateGoal) -> int:
    """The least chunks whose half is above the noise, and which are enough above B."""
    beta = Real.of(goal.beta)
    above = plan.bottom - ln(BOTTOM * beta) / plan.sample_epsilon
    return max(ceiling(above), ceiling(-2 * ln(2 * TEST * beta) / plan.test_epsilon), 1)


def accurate_plan(size: ClassSize, goal: PrivateGoal, alpha: Expression) -> ErmPlan:
    """The least sizes with which the error on fresh rows is above alpha with probability at most beta.

    DP-ERM for 2 alpha/5 and beta/2 and, for the functions of the class, among which the output is, Chernoff's bound:
    one that errs on more than alpha errs on at most 2 alpha n/5 rows with probability e^{-(3/5)^2 n alpha/2}.
    """
    fresh = ceiling(2 * ln(2 * size.functions / Real.of(goal.beta)) / ((1 - ON_THE_ROWS) ** 2 * Real.of(alpha)))
    plan = plan_for_error(size, goal.share(2), exact(ON_THE_ROWS * Real.of(alpha)))
    n = max(plan.rows, fresh)
    return replace(plan, rows=n, chunks=n, least=Fraction(n, 2))
