"""The algorithms of ABLMM22 section 5.2, each held against its definition, on classes that are listed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.ablmm22.section2_3_global_stability import OUT_OF_REACH, LawOf, Soa
from littlestone.spec.ablmm22.section5_2_frequent_hypotheses import Levels
from littlestone.spec.algebra.circuit import Truth, all_of, as_truth
from littlestone.spec.claim import Algorithm, Constant, ExplicitBinary, PositiveSize, Size, Statement, claim, when
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.classes.trees import Function
from littlestone.spec.learning.laws import Law, same_law
from littlestone.spec.learning.learning import Distribution, Example, Sample, all_rows
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.stability import (
    Rule,
    StabilityPlan,
    followed,
    labelled_law,
    monte_carlo_law,
    sample_law,
    sloped,
    tournament_examples,
    tournament_law,
)

Sampler = Annotated[Any, Algorithm("ABLMM22.A.Dtilde")]
SpendingLaw = Annotated[Any, Algorithm("ABLMM22.A.Dtilde.law")]
StableLearner = Annotated[Any, Algorithm("ABLMM22.A.G")]
OFFSET = Constant(0, mutants=(1,))
MOST_STEPS = 4


def soa_rule(soa: Any, H: ConceptClass) -> Rule:
    """The map from S to SOA(S)."""
    start = soa(H.functions(), H.points)
    return lambda sample: start.run(sample).rule


def realizable(H: ConceptClass, j: int) -> Iterator[tuple[Distribution, Function, Law[Example]]]:
    """For every target in H the points' distribution, proportional to 1 + j x, and that of the labelled examples."""
    D = sloped(H.points, j)
    for c in H.functions():
        yield D, c, labelled_law(D, c)


# ---- The distributions D_k


@claim("ABLMM22.A.Dk", "Distributions D_k, section 5.2.2", "algorithm", shift=OFFSET)
def the_laws_of_states_are_those_of_the_distributions(
    H: ExplicitBinary, n: PositiveSize, k: Size, soa: Soa, levels: Levels, shift: int
) -> Statement:
    """The computed law of SOA(S o T) for S ~ D_k, T ~ D^n, and rho_k, are those of the definition, a law of samples;
    and the computation stops exactly where step (iii) never ends, or after D_d. Here D is uniform."""
    if H.points > 2 or n * (k + 1) > MOST_STEPS or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    return when(True, all_of(_as_defined(H, n, k, D, c, soa, levels, shift) for D, c, _ in realizable(H, 0)))


def _as_defined(
    H: ConceptClass, n: int, k: int, D: Distribution, c: Function, soa: Any, levels: Any, shift: int
) -> Truth:
    rule, examples = soa_rule(soa, H), labelled_law(D, c)
    law, found = tournament_law(rule, examples, n, k), levels(frozenset(H.functions()), D, c, n)
    if law is None or k >= len(found):
        return as_truth(law is None and k >= len(found))
    right = law.probability(lambda S: all(c[x] == y for x, y in tournament_examples(S, n)))
    level = found[min(k + shift, len(found) - 1)]
    return same_law(followed(law, examples, n).map(rule), level.hypotheses) & as_truth(right == level.consistency)


@claim("ABLMM22.Dk.facts", "after the distributions D_k and figure 4, section 5.2.2", "remark", fewer=OFFSET)
def a_sample_has_k_examples_of_tournaments(
    H: ExplicitBinary, n: PositiveSize, k: Size, law: LawOf, soa: Soa, sampler: Sampler, fewer: int
) -> Statement:
    """S ~ D_k has size k (n+1): k n examples drawn from D, and k made in step (iv), one after every n, as in figure 4:
    here every sample that the sampler makes from the fewest draws that suffice, 2n (2^k - 1), with D uniform."""
    if H.points > 2 or n * (2**k - 1) > 3:
        return OUT_OF_REACH
    plan = StabilityPlan(n, 2 * n * (2**k - 1))
    made = [(c, S) for c, S in _sampled(H, 0, plan, k, law, soa, sampler) if S is not None]
    return when(bool(made), all_of(_has_shape(S, c, n, k - fewer) for c, S in made))


def _has_shape(sample: Sample, c: Function, n: int, k: int) -> bool:
    drawn = [row for i, row in enumerate(sample) if i % (n + 1) != n]
    contests = tournament_examples(sample, n)
    return (
        len(sample) == k * (n + 1) and len(contests) == k and len(drawn) == k * n and all(c[x] == y for x, y in drawn)
    )


def _sampled(
    H: ConceptClass, j: int, plan: StabilityPlan, k: int, law: Any, soa: Any, sampler: Any
) -> Iterator[tuple[Function, Sample | None]]:
    for D, c, _ in realizable(H, j):
        for sample in sampler_law(H, D, c, plan, k, law, soa, sampler):
            yield c, sample


def sampler_law(
    H: ConceptClass, D: Distribution, c: Function, plan: StabilityPlan, k: int, law: Any, soa: Any, sampler: Any
) -> Law[Sample | None]:
    """The exact law of the implemented sampler of D~_k, each example drawn when it is asked for."""
    start = soa(H.functions(), H.points)

    def run(source: Randomness) -> Sample | None:
        stream = (((x := source.choice(D)), c[x]) for _ in range(plan.budget))
        return sampler(start, stream, plan.n, k, source, plan.budget)  # type: ignore[no-any-return]

    return law(run)  # type: ignore[no-any-return]


# ---- The Monte-Carlo variant


@claim("ABLMM22.A.Dtilde", "The distributions D~_k, section 5.2.3", "algorithm", fewer=OFFSET)
def the_sampler_is_the_monte_carlo_variant(
    H: ExplicitBinary,
    k: Size,
    i: Size,
    law: LawOf,
    soa: Soa,
    sampler: Sampler,
    spending: SpendingLaw,
    fewer: int,
) -> Statement:
    """The sampler outputs S with the probability that D~_k gives it, and fails exactly where more than N examples are
    drawn, those of recursive calls and of rejected attempts included; the law of (SOA(S o T), M_k) that is computed
    from states agrees. Here n = 1, D is uniform, and N = 2 (2^k - 1) + i."""
    if H.points > 2 or k > 2 or (k == 2 and (i > 0 or len(H.functions()) > 3)):
        return OUT_OF_REACH
    plan = StabilityPlan(1, 2 * (2**k - 1) + i)
    less = StabilityPlan(1, max(0, plan.budget - 2 * fewer))
    rule = soa_rule(soa, H)
    return when(
        True,
        all_of(
            same_law(monte_carlo_law(rule, examples, less, k), sampler_law(H, D, c, plan, k, law, soa, sampler))
            & _same_rules(rule, examples, plan, k, spending(frozenset(H.functions()), D, c, plan, k))
            for D, c, examples in realizable(H, 0)
        ),
    )


def _same_rules(rule: Rule, examples: Law[Example], plan: StabilityPlan, k: int, found: Any) -> Truth:
    """SOA(S o T) as the law of states has it, Fail included."""
    law = monte_carlo_law(rule, examples, plan, k).bind(
        lambda S: sample_law(examples, plan.n).map(lambda T: None if S is None else rule((*S, *T)))
    )
    return same_law(law, found.hypotheses)


@claim("ABLMM22.A.Dtilde.coupling", "The distributions D~_k, section 5.2.3", "step", scale=Constant(1, mutants=(8,)))
def the_variant_is_the_distribution_where_it_does_not_fail(
    H: ExplicitBinary, k: Size, i: PositiveSize, levels: Levels, spending: SpendingLaw, scale: int
) -> Statement:
    """D~_k is D_k where M_k <= N: no hypothesis is more likely after it, the failing probability makes up the
    difference, E[M_k; M_k <= N] <= E[M_k], and Pr[Fail] <= E[M_k]/N; here n = 1, N = 6 i, D uniform."""
    if H.points > 2 or k > int(littlestone_dimension(H)):
        return OUT_OF_REACH
    plan, functions = StabilityPlan(1, 6 * i), frozenset(H.functions())
    pairs = [(levels(functions, D, c, 1), spending(functions, D, c, plan, k)) for D, c, _ in realizable(H, 0)]
    reached = [(tower[k], spent) for tower, spent in pairs if k < len(tower)]
    return when(bool(reached), all_of(_coupled(level, spent, plan.budget, scale) for level, spent in reached))


def _coupled(level: Any, spent: Any, budget: int, scale: int) -> Truth:
    below = all_of(spent.hypotheses[f] <= level.hypotheses[f] for f in level.hypotheses)
    drawn = sum((Fraction(p) * used for used, p in spent.draws.items if used is not None), Fraction(0))
    failing = spent.draws[None]
    return all_of([below, drawn <= level.expected_draws, scale * failing * budget <= level.expected_draws])


# ---- Algorithm G


@claim("ABLMM22.A.G", "Algorithm G, section 5.2.3", "algorithm", more=OFFSET)
def the_stable_learner_is_algorithm_g(
    H: ExplicitBinary, i: Size, law: LawOf, soa: Soa, spending: SpendingLaw, learner: StableLearner, more: int
) -> Statement:
    """G outputs SOA(S o T) for k uniform in 0..d, S ~ D~_k and T ~ D^n, and the constant -1 where S fails: the law of
    its hypothesis on S ~ D^(N+n) is the mean over k of those of D~_k; here n = 1, N = 1 + i, d <= 1, D uniform."""
    d = int(littlestone_dimension(H))
    if H.points > 2 or d > 1:
        return OUT_OF_REACH
    plan, functions = StabilityPlan(1, 1 + i), H.functions()
    default = (more,) * H.points
    return when(
        True,
        all_of(
            same_law(
                sample_law(examples, plan.sample_size).bind(lambda S: law(learner, functions, S, plan)),
                _mean([spending(frozenset(functions), D, c, plan, k).hypotheses for k in range(d + 1)], default),
            )
            for D, c, examples in realizable(H, 0)
        ),
    )


def _mean(laws: list[Law[Function | None]], default: Function) -> Law[Function]:
    """The law of a draw from a uniformly chosen law, None replaced."""
    share: Law[int] = Law(tuple((k, Fraction(1, len(laws))) for k in range(len(laws))))
    return share.bind(lambda k: laws[k].map(lambda f: default if f is None else f))


@claim("ABLMM22.A.G.total", "Algorithm G, section 5.2.3", "remark", points=OFFSET)
def the_stable_learner_is_total(
    H: ExplicitBinary, i: Size, law: LawOf, learner: StableLearner, points: int
) -> Statement:
    """G outputs a hypothesis on every sample of N + n examples, contradictory and non-realizable ones included, as the
    privacy of learner M needs; here n = 1, N = i, up to 2 points."""
    if H.points > 2:
        return OUT_OF_REACH
    plan = StabilityPlan(1, i)
    samples = sample_law(Law(tuple((row, Fraction(1, len(all_rows(H)))) for row in all_rows(H))), plan.sample_size)
    return when(
        True,
        all_of(
            len(h) == H.points + points and set(h) <= {0, 1}
            for S in samples
            for h in law(learner, H.functions(), S, plan)
        ),
    )
