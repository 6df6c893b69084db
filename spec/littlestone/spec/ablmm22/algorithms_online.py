"""The online algorithms of ABLMM22 section 3.2, held against their definitions, on classes that are listed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.claim import Algorithm, Constant, ExplicitBinary, claim
from littlestone.spec.classes.concept_classes import ConceptClass, memoised
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.online_games import most_mistakes
from littlestone.spec.classes.trees import Function

OFFSET = Constant(0, mutants=(1,))
TIES = (0, 1)

Example = tuple[int, int]
Sample = tuple[Example, ...]
SOA = Annotated[Callable[..., Any], Algorithm("ABLMM22.D11")]


@memoised
def optimal_rule(H: ConceptClass, tie: int) -> Function:
    """argmax_b Ldim({h in H : h(x) = b}) at every x, ``tie`` where both are equal; for an explicit class."""
    return tuple(_larger(H, x, tie) for x in range(H.points))


def _larger(H: ConceptClass, x: int, tie: int) -> int:
    zero, one = (int(littlestone_dimension(H.restrict(x, frozenset({y})))) for y in (0, 1))
    return tie if zero == one else int(zero < one)


def consistent(H: ConceptClass, sample: Sample) -> ConceptClass:
    """The functions of H that agree with all examples: empty where the sample is not realizable by H."""
    for x, y in sample:
        H = H.restrict(x, frozenset({y}))
    return H


def extended_rule(H: ConceptClass, sample: Sample, tie: int) -> Function:
    """The predictor after the sample by Definition 11: the optimal rule of the functions that agree with it and, where
    there are none, the predictor after all examples but the last, changed to the last one's label at its point."""
    left = consistent(H, sample)
    if left.most or not sample:
        return optimal_rule(left, tie)
    *before, (x, y) = sample
    rule = list(extended_rule(H, tuple(before), tie))
    rule[x] = y
    return tuple(rule)


@claim("ABLMM22.A.SOA", "box of section 3.2", "algorithm", fewer=OFFSET)
def the_standard_optimal_algorithm_is_implemented(H: ExplicitBinary, soa: SOA, fewer: int) -> Truth:
    """The SOA predicts argmax_b Ldim(H_t^b(x)) for its version space H_t, keeps to its examples on realizable sequences
    and errs at most Ldim(H) times on them, with ties to -1 and with ties to +1."""
    d = int(littlestone_dimension(H))
    return all_of(
        as_truth(most_mistakes(soa(H.functions(), H.points, tie), H, H.points + 1) <= d - fewer)
        & all_of(_keeps_to(H, soa(H.functions(), H.points, tie), sample, tie) for sample in realizable_samples(H))
        for tie in TIES
    )


def realizable_samples(H: ConceptClass) -> list[Sample]:
    """The sequences of distinct points labelled by a function of the explicit class, of every length."""
    orders = [xs for n in range(H.points + 1) for xs in permutations(range(H.points), n)]
    return list(dict.fromkeys(tuple((x, f[x]) for x in xs) for xs in orders for f in H.functions()))


def _keeps_to(H: ConceptClass, learner: Any, sample: Sample, tie: int) -> bool:
    rule: Function = learner.run(sample).rule
    return rule == optimal_rule(consistent(H, sample), tie) and all(rule[x] == y for x, y in sample)


@claim("ABLMM22.A.SOA.identified", "section 5.1.1: after d mistakes the target is found", "step", fewer=OFFSET)
def after_d_mistakes_the_rule_is_the_target(H: ExplicitBinary, soa: SOA, fewer: int) -> Truth:
    """When the SOA has made d = Ldim(H) mistakes on a sequence labelled by c in H, its version space is {c} and its
    rule is c."""
    d = int(littlestone_dimension(H))
    return all_of(
        _mistakes(soa(H.functions(), H.points, tie), sample) < d - fewer or _has_found(H, soa, sample, tie)
        for tie in TIES
        for sample in realizable_samples(H)
    )


def _mistakes(learner: Any, sample: Sample) -> int:
    made = 0
    for x, y in sample:
        made += learner.predict(x) != y
        learner = learner.update(x, y)
    return made


def _has_found(H: ConceptClass, soa: Callable[..., Any], sample: Sample, tie: int) -> bool:
    return consistent(H, sample).functions() == (soa(H.functions(), H.points, tie).run(sample).rule,)


@claim("ABLMM22.D11", "Definition 11, section 3.2", "definition", forgotten=OFFSET)
def the_extended_soa_follows_its_definition(H: ExplicitBinary, soa: SOA, forgotten: int) -> Truth:
    """On any sample, contradictory ones included, the extended SOA keeps the rule of the SOA as long as the examples
    are realizable by H, and from the first one on that makes them unrealizable changes its rule at the last point only;
    equal samples give equal rules. Here all samples of up to 3 examples, with ties to -1 and with ties to +1."""
    rows = list(product(range(H.points), (0, 1)))
    samples = [sample for n in range(4) for sample in product(rows, repeat=n)]
    return all_of(
        soa(H.functions(), H.points, tie).run(sample[forgotten:]).rule == extended_rule(H, sample, tie)
        for tie in TIES
        for sample in samples
    )


@claim("ABLMM22.D11.empty", "Definition 11, section 3.2", "remark", changed=OFFSET)
def the_extended_soa_serves_the_empty_class(H: ExplicitBinary, soa: SOA, changed: int) -> Truth:
    """No sample is realizable by the empty class: the extended SOA starts with its rule for ties and takes over every
    example, the last label at a point winning. Here the samples are labelled by H."""
    return all_of(
        soa((), H.points, tie).run(sample).rule == tuple(dict(sample).get(x, tie ^ changed) for x in range(H.points))
        for tie in TIES
        for sample in realizable_samples(H)
    )
