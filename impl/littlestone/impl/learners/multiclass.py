"""The multiclass learner from binary learners, one for each bit of the label (BGS21 figure 1, ALG.A)."""

from __future__ import annotations

from collections.abc import Sequence

from littlestone.impl.classes.bits import bit, bit_count, from_bits
from littlestone.impl.classes.learner_input import Hypothesis, Run, checked_rows, needs
from littlestone.impl.registry import implements
from littlestone.spec.learning.randomness import ParameterError, Randomness, checked_count
from littlestone.spec.learning.samples import Sample

BinaryLearner = tuple[Run, int]


def blocks(sample: Sample, sizes: Sequence[int]) -> list[Sample]:
    """Consecutive blocks of these sizes: a split by position, which does not depend on the data."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    return [sample[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def relabelled(sample: Sample, i: int, width: int) -> Sample:
    """The rows with the i-th of ``width`` bits of their labels, the most significant bit being the first."""
    return tuple((x, bit(i, y, width)) for x, y in sample)


@implements("BGS21.ALG.A.bits")
def learn_bits(sample: Sample, k: int, learners: Sequence[BinaryLearner], source: Randomness) -> tuple[Hypothesis, ...]:
    """The hypotheses g_1..g_L of the binary learners, the i-th learner run on block i with bit i of the labels.

    ``learners`` are L = ceil(log2(k+1)) pairs (run, rows); surplus rows of the sample are ignored. Raises
    ParameterError on another number of learners, SampleError on fewer rows, LabelError on labels outside 0..k.
    """
    width = bit_count(k)
    if len(learners) != width:
        raise ParameterError("learners", len(learners), f"one for each of the {width} bits of the labels 0..{k}")
    sizes = [checked_count("rows", rows, 0) for _, rows in learners]
    needs(sample, sum(sizes), "the multiclass learner")
    rows = checked_rows(sample, 1 + max((x for x, _ in sample), default=0), k + 1)
    parts = enumerate(zip(learners, blocks(rows, sizes), strict=True), start=1)
    return tuple(run(relabelled(block, i, width), source) for i, ((run, _), block) in parts)


def combined(bits: Sequence[Hypothesis], k: int) -> Hypothesis:
    """x -> min(bin2dec(g_1(x), ..., g_L(x)), k): labels above k, which are wrong anyway, become k."""
    return tuple(min(from_bits(values), k) for values in zip(*bits, strict=True))


@implements("BGS21.ALG.A")
def learn_multiclass(sample: Sample, k: int, learners: Sequence[BinaryLearner], source: Randomness) -> Hypothesis:
    """The multiclass hypothesis whose bits are learned by binary learners on disjoint blocks of the sample.

    (epsilon, delta)-private on every sample where each binary learner is. Arguments and errors as ``learn_bits``.
    """
    return combined(learn_bits(sample, k, learners, source), k)
