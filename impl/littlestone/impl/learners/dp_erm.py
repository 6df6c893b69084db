"""DP-ERM: the private empirical risk minimiser of Littlestone classes by decompositions (LYU25, Theorem 3).

Where the print leaves a choice: k that is no integer is rounded up, and where k does not divide n the first chunks have
one row more, so that sizes depend on n alone; an empty H_i^j has no essential hypotheses; AboveThreshold stops at its
first Above, K = 0 in its own listing; where the failure symbol is drawn or all stages are used up no hypothesis is
returned, and nothing is drawn again, for every further draw would cost more privacy. B is a size like the others, and
``erm_sizes`` has the least that is private.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import Hypothesis, checked_rows
from littlestone.impl.decompositions.decompositions import Decompositions
from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.privacy.above_threshold import AboveThreshold
from littlestone.impl.privacy.sparse_sampling import drawn_by_score
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Real
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan, Released
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Example, Sample

Cells = NDArray[np.int64]  # how often each of the examples (0,0), (0,1), (1,0), (1,1), ... occurs


class DecompositionLearner:
    """DP-ERM on one class with one plan; what was found of subclasses is kept from run to run.

    Raises EmptyClassError, and ParameterError where the Littlestone dimension is beyond the plan's d.
    """

    def __init__(self, functions: Sequence[Function], plan: ErmPlan) -> None:
        self.plan, self.classes = plan, Subclasses(functions)
        self.points = len(self.classes.functions[0])
        dimension = self.classes.dimension(self.classes.everything)
        if dimension > plan.d:
            raise ParameterError("plan.d", plan.d, f"at least {dimension}, the Littlestone dimension")
        self._decompositions = [Decompositions(self.classes, p, plan.d) for p in plan.levels]
        self._essential: list[dict[int, tuple[Hypothesis, ...]]] = [{} for _ in plan.levels]
        table = np.array(self.classes.functions, dtype=np.int64)
        self._errors = np.stack([table, 1 - table], axis=2).reshape(len(table), -1).T  # of each function on each cell

    def learn(self, sample: Sample, source: Randomness) -> Released:
        """On rows: they are shuffled, and cut into chunks. Raises SampleError unless there are plan.rows of them."""
        rows = checked_rows(sample, self.points, 2)
        self._check_size(len(rows))
        order = source.shuffle(len(rows))
        chunks, start = [], 0
        for size in self.plan.sizes:
            chunks.append(self.cells([rows[i] for i in order[start : start + size]]))
            start += size
        return self.learn_on_chunks(np.array(chunks), source)

    def learn_from_counts(self, cells: Sequence[int], source: Randomness) -> Released:
        """As ``learn`` on a sample in which the examples (0,0), (0,1), (1,0), ... occur so often, in law the same.

        A random chunk has a multivariate hypergeometric number of each example: no rows are needed. Chunks of one row
        are the examples, and in what order does not matter.
        """
        self._check_size(sum(cells))
        if self.plan.chunks == self.plan.rows:
            return self.learn_on_kinds(np.eye(len(cells), dtype=np.int64), cells, source)
        rest, chunks = np.array(cells, dtype=np.int64), []
        for size in self.plan.sizes:
            chunks.append(np.array(source.hypergeometric(rest.tolist(), size), dtype=np.int64))
            rest = rest - chunks[-1]
        return self.learn_on_chunks(np.array(chunks), source)

    def cells(self, rows: Sequence[Example]) -> Cells:
        """How often each example occurs."""
        places = np.array([2 * x + y for x, y in rows], dtype=np.int64)
        return np.bincount(places, minlength=2 * self.points).astype(np.int64)

    def learn_on_chunks(self, chunks: Cells, source: Randomness) -> Released:
        """For a fixed partition, a row of cells for each chunk."""
        kinds, times = np.unique(chunks, axis=0, return_counts=True)
        return self.learn_on_kinds(kinds, times.tolist(), source)

    def learn_on_kinds(self, kinds: Cells, times: Sequence[int], source: Randomness) -> Released:
        """For how often each kind of chunk occurs: the stages, one after the other."""
        plan = self.plan
        tests = AboveThreshold(plan.least, plan.test_epsilon, 0, source)
        for stage in range(1, len(plan.levels) + 1):
            scores = self.scores(kinds, times, stage)
            if tests.reports_above(max(scores.values(), default=0)):
                return Released(stage, drawn_by_score(scores, plan.sample_epsilon, plan.bottom, source))
        return Released(None, None)

    def scores(self, kinds: Cells, times: Sequence[int], stage: int) -> dict[Hypothesis, int]:
        """How many chunks list each hypothesis: the (p_j, d)-essential ones to H_i^j, the first ``longest`` of them."""
        found: Counter[Hypothesis] = Counter()
        for mask, often in zip(self.close_masks(kinds, stage), times, strict=True):
            found.update(dict.fromkeys(self._listed(mask, stage), often) if often else {})
        return {f: found[f] for f in sorted(found)}

    def close_masks(self, chunks: Cells, stage: int) -> list[int]:
        """H_i^j for each chunk i, as a mask of functions: those that err on at most so many of its rows."""
        sizes = chunks.sum(axis=1)
        radius = Real.of(self.plan.radius(stage))
        most = {size: -ceiling(-radius * size) for size in np.unique(sizes).tolist()}
        limits = np.array([most[size] for size in sizes.tolist()])
        close = np.packbits(chunks @ self._errors <= limits[:, None], axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in close]

    def _listed(self, mask: int, stage: int) -> tuple[Hypothesis, ...]:
        known = self._essential[stage - 1]
        if mask not in known:
            found = self._decompositions[stage - 1].essential(mask) if mask else ()
            known[mask] = found[: self.plan.longest]
        return known[mask]

    def _check_size(self, rows: int) -> None:
        if rows != self.plan.rows:
            raise SampleError("rows", rows, f"plan.rows = {self.plan.rows}, which is public")


_learner = lru_cache(maxsize=256)(DecompositionLearner)  # an enumeration replays one class and plan


@implements("LYU25.T3.ALG")
def learn_by_decompositions(
    functions: tuple[Function, ...], sample: Sample, plan: ErmPlan, source: Randomness
) -> Released:
    """DP-ERM: a hypothesis that is essential to many of the classes H_i^j, with the stage at which it was drawn.

    A hypothesis of None says that there is none. The (epsilon, delta) that holds, and the error, are those for which
    ``erm_sizes.requirements`` hold of the plan; as printed it is not (epsilon, delta)-private (LYU25.T3.priv). Raises
    EmptyClassError, LabelError, SampleError on another number of rows than plan.rows, and ParameterError where the
    Littlestone dimension is beyond plan.d.
    """
    return _learner(functions, plan).learn(sample, source)


@implements("LYU25.T3.ALG.counts")
def learn_by_decompositions_from_counts(
    functions: tuple[Function, ...], counts: Mapping[Example, int], plan: ErmPlan, source: Randomness
) -> Released:
    """The same learner, in law, on a sample that is given by how often each example occurs in it."""
    learner = _learner(functions, plan)
    examples = checked_rows(counts, learner.points, 2)
    cells = [counts.get((x, y), 0) if (x, y) in examples else 0 for x in range(learner.points) for y in (0, 1)]
    return learner.learn_from_counts(cells, source)


@implements("LYU25.T3.ALG.chunks")
def learn_on_fixed_chunks(
    functions: tuple[Function, ...], chunks: tuple[Sample, ...], plan: ErmPlan, source: Randomness
) -> Released:
    """DP-ERM where the partition is given: all that is random is the noise and the sparse sample."""
    learner = _learner(functions, plan)
    cells = [learner.cells(checked_rows(chunk, learner.points, 2)) for chunk in chunks]
    return learner.learn_on_chunks(np.array(cells), source)
