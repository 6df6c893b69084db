"""The stable histogram and the private learner M of ABLMM22 section 5.3: from global stability to privacy."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

from littlestone.impl.classes.learner_input import Hypothesis, Run
from littlestone.impl.learners.exponential import learn_by_exponential_mechanism
from littlestone.impl.privacy.mechanisms import stable_histogram
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.private_learning import PrivatePlan, survivors
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample

Item = TypeVar("Item", bound=Hashable)

generic_learner = implements("ABLMM22.A.Generic")(learn_by_exponential_mechanism)


@implements("ABLMM22.A.Hist")
def frequent_items(
    items: Sequence[Item], epsilon: Expression, delta: Expression, source: Randomness
) -> tuple[tuple[Item, Fraction], ...]:
    """The items that occur noisily often, in order, with their noisy frequencies in [0, 1].

    (epsilon, delta)-private under the replacement of one item; items that do not occur are never listed. Raises
    PrivacyParameterError on epsilon <= 0 or delta outside (0, 1], and SampleError on no items. Source: ABLMM22 Lemma
    28.
    """
    listed = stable_histogram(items, epsilon, delta, source)
    return tuple((item, min(Fraction(count, len(items)), Fraction(1))) for item, count in listed)


@implements("ABLMM22.A.M")
def learn_from_stability(
    stable: Run, sample: Sample, plan: PrivatePlan, default: Hypothesis, source: Randomness
) -> Hypothesis:
    """A hypothesis that ``stable`` outputs often, the best of them on fresh rows, chosen privately.

    ``stable`` maps (batch of plan.rows rows, source) to a hypothesis and is run on plan.runs batches; ``default`` is
    the hypothesis where none is frequent. It is (epsilon, delta)-private for every ``stable`` and every plan, and even
    (epsilon / 2, delta)-private: each row serves the histogram or the choice, never both. Raises SampleError on another
    number of rows than plan.sample_size. Source: ABLMM22, box of section 5.3.2.
    """
    if len(sample) != plan.sample_size:
        raise SampleError("sample", f"{len(sample)} rows", f"of k m + n' = {plan.sample_size} rows")
    batches, rest = plan.parts(sample)
    outputs = tuple(stable(batch, source) for batch in batches)
    kept = survivors(frequent_items(outputs, plan.half, plan.delta, source), plan.eta)
    return generic_learner(kept, rest, plan.half, source) if kept else default
