"""Algorithm G of ABLMM22: the globally stable learner, total on every sample."""

from __future__ import annotations

from collections.abc import Iterable

from littlestone.impl.classes.learner_input import checked_functions
from littlestone.impl.classes.version_spaces import multiclass_littlestone_dimension
from littlestone.impl.online.extended_soa import extended_soa
from littlestone.impl.online.tournament import draw_tournament
from littlestone.impl.registry import implements
from littlestone.spec.classes.concept_classes import Function
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample
from littlestone.spec.learning.stability import StabilityPlan

DEFAULT_LABEL = 0  # the paper leaves it open; a constant tells nothing of the sample


@implements("ABLMM22.A.G")
def stable_learner(
    functions: Iterable[Function], sample: Sample, plan: StabilityPlan, source: Randomness, tie: int = 0
) -> Function:
    """The hypothesis of algorithm G: the labels 0 or 1 of SOA(S o T), for k uniform in 0..d, S ~ D~_k and T ~ D^n.

    ``functions`` is a non-empty binary class. ``sample`` has plan.sample_size = N + n rows (point, label): the first N
    serve S in their order, each at most once, and T is the last n. It may be any sample, realizable or not; where S
    would need more than N rows the hypothesis is 0 everywhere, which the paper leaves open. Raises EmptyClassError,
    SampleError on another number of rows, and ExampleError. Source: ABLMM22, section 5.2.3.
    """
    if len(sample) != plan.sample_size:
        raise SampleError("sample", f"{len(sample)} rows", f"of N + n = {plan.sample_size} rows")
    known = frozenset(checked_functions(functions))
    soa = extended_soa(known, len(next(iter(known))), tie)
    k = int(source.uniform(multiclass_littlestone_dimension(known) + 1))
    drawn = draw_tournament(soa, sample[: plan.budget], plan.n, k, source, plan.budget)
    return (DEFAULT_LABEL,) * len(soa.rule) if drawn is None else soa.run((*drawn, *sample[plan.budget :])).rule
