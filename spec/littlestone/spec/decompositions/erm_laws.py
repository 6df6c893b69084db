"""What DP-ERM for Littlestone classes must do: its sizes, and its exact law from the listing (LYU25, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, permutations
from typing import NamedTuple

from littlestone.spec.algebra.reals import Expression, Real, exp, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.laws import Law, collected, proportional
from littlestone.spec.learning.mechanisms import laplace_distribution
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_count, checked_positive, exact, is_true
from littlestone.spec.learning.samples import Sample

Essential = Callable[[tuple[Function, ...], int, int], Iterable[Function]]
"""The (p, d)-essential hypotheses of a non-empty class, as called with (functions, p, d)."""


class Released(NamedTuple):
    """What a run of DP-ERM tells: the stage whose test passed and the item drawn there.

    The stage is None where no test passed, the hypothesis None there and where the failure symbol was drawn.
    """

    stage: int | None
    hypothesis: Function | None


@dataclass(frozen=True, slots=True)
class ErmPlan:
    """The sizes of DP-ERM, each of which may be replaced (LYU25, proof of Theorem 3).

    d >= 1 bounds the Littlestone dimension, ``rows`` is n, ``chunks`` is k and ``alpha`` the error that the classes are
    cut at: H_i^j has the functions of error at most ``shrink``^j alpha on chunk i. ``levels`` are p_1, ..., p_{d+1},
    one for each stage. A test passes where the largest frequency plus Laplace noise of scale 1/``test_epsilon`` reaches
    ``least``; the sparse sample has parameter ``sample_epsilon``, and ``bottom`` is B. With ``longest`` each list is
    cut to its first so many functions. Raises ParameterError on sizes without meaning.
    """

    d: int
    rows: int
    chunks: int
    alpha: Expression
    shrink: Fraction
    levels: tuple[int, ...]
    least: Expression
    test_epsilon: Expression
    sample_epsilon: Expression
    bottom: Expression
    longest: int | None = None

    def __post_init__(self) -> None:
        checked_count("d", self.d, 1)
        checked_count("chunks", self.chunks, 1)
        checked_count("rows", self.rows, 0)
        checked_positive("alpha", self.alpha)
        checked_epsilon(self.test_epsilon)
        checked_epsilon(self.sample_epsilon)
        if not is_true(exact(self.bottom) >= 0):
            raise ParameterError("bottom", self.bottom, "at least 0")

    @property
    def sizes(self) -> tuple[int, ...]:
        """The rows of each chunk: n/k, and where k does not divide n one more in the first n mod k of them."""
        size, rest = divmod(self.rows, self.chunks)
        return (size + 1,) * rest + (size,) * (self.chunks - rest)

    def radius(self, stage: int) -> Exact:
        """The largest error on its chunk of a function of H_i^j, j = ``stage``."""
        return exact(self.shrink**stage * Real.of(self.alpha))


def printed_plan(d: int, n: int, epsilon: Expression, delta: Expression, bottom: Expression) -> ErmPlan:
    """The sizes as printed, with constants 1, B as given: k = d^2 ln(1/delta)/epsilon rounded up, alpha =
    d^5 ln(1/delta)/(epsilon n).

    The tests and the sparse sample each have parameter epsilon, p_j = 2^j n d. Raises ParameterError where d < 1 (a
    class of dimension 0 has dimension at most 1), n < 1, epsilon <= 0 or delta is not in (0, 1).
    """
    logarithm = checked_positive("ln(1/delta)", ln(1 / Real.of(checked_positive("delta", delta))))
    each = Real.of(logarithm) / checked_epsilon(epsilon)
    chunks = ceiling(checked_count("d", d, 1) ** 2 * each)
    return ErmPlan(
        d=d,
        rows=checked_count("n", n, 1),
        chunks=chunks,
        alpha=exact(d**5 * each / n),
        shrink=1 - Fraction(1, 2 * d),
        levels=tuple(2**j * n * d for j in range(1, d + 2)),
        least=Fraction(chunks, 2),
        test_epsilon=epsilon,
        sample_epsilon=epsilon,
        bottom=bottom,
    )


# ---- The law


def empirical_error(h: Function, sample: Sample) -> Fraction:
    """err_S(h), the fraction of the rows on which h errs; 0 on no rows (LYU25 S2.err)."""
    return Fraction(sum(h[x] != y for x, y in sample), len(sample)) if sample else Fraction(0)


def close_functions(functions: Iterable[Function], chunk: Sample, radius: Exact) -> tuple[Function, ...]:
    """{h in H : err(h) <= radius} on a chunk, sorted: H_i^j (LYU25 T3.Hij)."""
    return tuple(sorted(h for h in functions if is_true(radius >= empirical_error(h, chunk))))


@lru_cache(maxsize=1 << 12)
def listed(
    functions: tuple[Function, ...], chunk: Sample, plan: ErmPlan, stage: int, essential: Essential
) -> tuple[Function, ...]:
    """The (p_j, d)-essential hypotheses to H_i^j, none where H_i^j is empty; the first ``longest`` of them, sorted."""
    close = close_functions(functions, chunk, plan.radius(stage))
    found = sorted(essential(close, plan.levels[stage - 1], plan.d)) if close else []
    return tuple(found[: plan.longest])


def chunk_law(
    functions: tuple[Function, ...], chunks: Sequence[Sample], plan: ErmPlan, essential: Essential
) -> Law[Released]:
    """The law of DP-ERM for a fixed partition into chunks."""
    stages = range(1, len(plan.levels) + 1)
    return _law_of_lists(tuple(tuple(listed(functions, c, plan, j, essential) for c in chunks) for j in stages), plan)


Lists = tuple[tuple[Function, ...], ...]


@lru_cache(maxsize=1 << 12)
def _law_of_lists(by_stage: tuple[Lists, ...], plan: ErmPlan) -> Law[Released]:
    """Stage after stage a test of the lists, and at the first that passes a sparse sample of them."""
    reached, weights = Real.of(1), []
    for stage, lists in enumerate(by_stage, 1):
        passes = _passing(lists, plan)
        weights += [(Released(stage, v), exact(reached * passes * w)) for v, w in sparse_law(lists, plan).items]
        reached = Real.of(reached * (1 - Real.of(passes)))
    return collected([*weights, (Released(None, None), exact(reached))])


def _passing(lists: Lists, plan: ErmPlan) -> Exact:
    """The probability that the largest frequency of an item, plus noise, reaches the threshold."""
    largest = max((_frequency(item, lists) for item in set().union(*lists)), default=0)
    return exact(laplace_distribution(exact(largest - Real.of(plan.least)), 1 / Real.of(plan.test_epsilon)))


def sparse_law(lists: Lists, plan: ErmPlan) -> Law[Function | None]:
    """The law of PrivateSample on the lists: weight exp(epsilon frequency) for an item, exp(epsilon B) for None."""
    unit = Real.of(plan.sample_epsilon)
    items: dict[Function | None, Real] = {v: exp(unit * _frequency(v, lists)) for v in sorted(set().union(*lists))}
    return proportional({**items, None: exp(unit * plan.bottom)})


def _frequency(item: Function, lists: Lists) -> int:
    return sum(item in one for one in lists)


def erm_law(functions: tuple[Function, ...], sample: Sample, plan: ErmPlan, essential: Essential) -> Law[Released]:
    """The law of DP-ERM on a sample: ``chunk_law`` averaged over the n! orders of the rows, cut into chunks."""
    orders = list(permutations(sample))
    share = Fraction(1, len(orders))
    parts = (chunk_law(functions, cut(order, plan), plan, essential) for order in orders)
    return collected((released, exact(share * weight)) for law in parts for released, weight in law.items)


def cut(rows: Sample, plan: ErmPlan) -> tuple[Sample, ...]:
    """Consecutive chunks of the plan's sizes."""
    ends = list(accumulate(plan.sizes, initial=0))
    return tuple(rows[low:high] for low, high in pairwise(ends))
