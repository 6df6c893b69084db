"""DP-ERM: the private empirical risk minimiser of Littlestone classes by decompositions (LYU25, Theorem 3).

Where the print leaves a choice: k that is no integer is rounded up, and where k does not divide n the first chunks have
one row more, so that sizes depend on n alone; an empty H_i^j has no essential hypotheses; AboveThreshold stops at its
first Above, K = 0 in its own listing; where the failure symbol is drawn or all stages are used up no hypothesis is
returned, and nothing is drawn again, for every further draw would cost more privacy. B is a size like the others, and
``erm_sizes`` has the least that is private.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.classes.learner_input import Hypothesis, checked_rows
from littlestone.impl.decompositions.decompositions import Decompositions
from littlestone.impl.decompositions.subclasses import Subclasses
from littlestone.impl.privacy.lyu_mechanisms import drawn_by_score, is_noisily_above
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Real
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.decompositions.erm_laws import ErmPlan, Released
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Sample

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

    A hypothesis of None says that there is none. ``erm_sizes.least_plan`` is private and accurate; as printed it is not
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
