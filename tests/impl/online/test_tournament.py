"""The tournaments of ABLMM22 and algorithm G: exact laws, the coupling with the samplers, and seeded faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, combinations, islice, product
from typing import Any

import pytest

from littlestone.impl.classes.learner_input import multiclass_littlestone_dimension
from littlestone.impl.learners.class_learners import stable_learner
from littlestone.impl.online.standard_optimal_algorithm import extended_soa
from littlestone.impl.online.tournament import (
    OutOfExamples,
    draw_tournament,
    monte_carlo_level,
    random_contest,
    tournament_levels,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.learning.laws import same_law, uniform_law
from littlestone.spec.learning.pac_learning import error
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError, is_true
from littlestone.spec.learning.samples import rational
from littlestone.spec.learning.stability import (
    StabilityPlan,
    labelled_law,
    monte_carlo_law,
    sample_law,
    sloped,
    theory_plan,
    tournament_examples,
)

ALL = tuple(product((0, 1), repeat=2))
TARGET, UNIFORM = (1, 0), sloped(2, 0)
EXAMPLES = labelled_law(UNIFORM, TARGET)
Sampler = Callable[..., Any]


def draws(examples: Any, source: Any) -> Iterator[Any]:
    """Independent draws from the law, as many as are asked for."""
    while True:
        yield examples.support[source.choice([weight for _, weight in examples.items])]


def rule(sample: Any, functions: Any = ALL) -> Any:
    return extended_soa(functions, 2).run(sample).rule


def sampled_law(sampler: Sampler, plan: StabilityPlan, k: int, functions: Any = ALL) -> Any:
    start = extended_soa(functions, 2)

    def run(source: Any) -> Any:
        stream = (((x := source.choice(UNIFORM)), TARGET[x]) for _ in range(plan.budget + plan.n))
        return sampler(start, stream, plan.n, k, source, plan.budget)

    return law(run)


def agrees(sampler: Sampler, plan: StabilityPlan, k: int) -> bool:
    return is_true(same_law(monte_carlo_law(rule, EXAMPLES, plan, k), sampled_law(sampler, plan, k)))


def test_the_sampler_has_the_law_of_the_definition() -> None:
    for plan, k in [
        (StabilityPlan(1, 4), 1),
        (StabilityPlan(1, 5), 1),
        (StabilityPlan(2, 8), 1),
        (StabilityPlan(1, 8), 2),
    ]:
        assert agrees(draw_tournament, plan, k)


class RestlessSOA:
    """The extended SOA with ties broken anew at every run: a fault."""

    def __init__(self, source: Any) -> None:
        self.source = source

    def run(self, sample: Any) -> Any:
        return extended_soa(ALL, 2, int(self.source.uniform(2))).run(sample)


def test_a_tie_rule_drawn_anew_changes_the_law() -> None:
    def run(source: Any) -> Any:
        stream = (((x := source.choice(UNIFORM)), TARGET[x]) for _ in range(4))
        try:
            return draw_tournament(RestlessSOA(source), stream, 1, 1, source, 4)  # type: ignore[arg-type]
        except ValueError:
            return None

    assert not is_true(same_law(law(run), monte_carlo_law(rule, EXAMPLES, StabilityPlan(1, 4), 1)))


def all_classes(points: int) -> Any:
    functions = list(product((0, 1), repeat=points))
    return map(frozenset, chain.from_iterable(combinations(functions, size) for size in range(1, len(functions) + 1)))


@pytest.mark.slow
def test_the_recursion_holds_on_thousands_of_instances() -> None:
    """Every class on up to 3 points, every target, n = 2, two distributions: the best form of L25's recursion."""
    instances, least = 0, dict.fromkeys(range(4), Fraction(1))
    for points in (1, 2, 3):
        for H in all_classes(points):
            d = multiclass_littlestone_dimension(H)
            for c, j in product(H, range(2)):
                tower = tournament_levels(H, sloped(points, j), c, 2)
                instances += len(tower)
                for before, after in zip(tower, tower[1:], strict=False):
                    assert after.consistency >= (before.consistency**2 - before.largest) / 2
                least[d] = min(least[d], max(level.largest for level in tower))
    assert instances == 5442
    assert least[1] >= Fraction(1, 2) and least[2] >= Fraction(1, 3)


def test_expected_draws_are_those_of_the_process() -> None:
    """E[M_1] by the recursion, against the law of M_1 cut off at 80 draws."""
    functions, plan = frozenset(ALL), StabilityPlan(1, 80)
    level = tournament_levels(functions, UNIFORM, TARGET, 1)[1]
    spent = monte_carlo_level(functions, UNIFORM, TARGET, plan, 1)
    drawn = sum((rational(p) * used for used, p in spent.draws.items if used is not None), Fraction(0))
    assert 0 < level.expected_draws - drawn < Fraction(1, 1000)


def test_levels_stop_where_two_rules_cannot_differ() -> None:
    assert len(tournament_levels(frozenset({(0, 0), (0, 1)}), UNIFORM, (0, 1), 1)) == 2
    assert len(tournament_levels(frozenset({(0, 0), (0, 1)}), UNIFORM, (0, 0), 1)) == 1
    assert len(tournament_levels(frozenset({(0, 0), (0, 1)}), (Fraction(0), Fraction(1)), (0, 0), 1)) == 1


def test_samples_have_the_shape_of_figure_4() -> None:
    source = SeededSource(7)
    cube = tuple(product((0, 1), repeat=3))
    c = (1, 0, 1)
    for _ in range(20):
        start = extended_soa(cube, 3)
        sample = draw_tournament(start, draws(labelled_law(sloped(3, 0), c), source), 2, 3, source)
        assert sample is not None and len(sample) == 9
        state, positions = start, []
        for i, (x, y) in enumerate(sample):
            positions += [i] if state.predict(x) != y else []
            state = state.update(x, y)
        assert {2, 5, 8} <= set(positions) and tournament_examples(sample, 2) == (sample[2], sample[5], sample[8])


def test_no_example_is_handed_out_twice_and_none_is_made_up() -> None:
    with pytest.raises(OutOfExamples, match="only 1 of the next 2 examples came"):
        draw_tournament(extended_soa(ALL, 2), [(0, 1), (1, 0), (0, 1)], 2, 1, SeededSource(0))


def test_the_contest_needs_two_rules() -> None:
    start, source = extended_soa(ALL, 2), SeededSource(1)
    with pytest.raises(ParameterError, match="rules differ"):
        random_contest(start, ((0, 1),), ((0, 1),), source)
    outcomes = law(random_contest, start, ((0, 1),), ((1, 1),))
    assert sum(1 for _ in outcomes) == 2


# ---- Algorithm G

THRESHOLDS = tuple(tuple(int(x >= t) for x in range(4)) for t in range(1, 5))


def test_g_is_total_on_every_sample() -> None:
    plan = StabilityPlan(1, 4)
    rows = tuple(product(range(2), range(2)))
    for sample in list(product(rows, repeat=5))[::17]:
        assert all(len(h) == 2 and set(h) <= {0, 1} for h in law(stable_learner, ALL[:3], sample, plan))


def test_g_uses_the_last_examples_for_t_and_the_first_for_s() -> None:
    """One class of dimension 0 has k = 0: only T counts, and no row of S can change the hypothesis."""
    plan = StabilityPlan(1, 2)
    H = ((0, 0),)
    changed = {law(stable_learner, H, (*rows, (0, 1)), plan) for rows in product(((0, 0), (1, 1)), repeat=2)}
    assert len(changed) == 1 and next(iter(changed)).support == ((1, 0),)


def test_failing_gives_the_constant() -> None:
    outputs = law(stable_learner, ((0, 1), (1, 1)), ((0, 1),) * 1, StabilityPlan(1, 0))
    assert outputs[(0, 0)] == Fraction(1, 2)


def test_g_has_the_law_of_its_definition() -> None:
    """k is uniform in 0..d, S comes of the tournament and T after it; a class in which their order matters."""
    H, plan = ((0, 0), (0, 1), (1, 0)), StabilityPlan(1, 3)
    d = multiclass_littlestone_dimension(frozenset(H))

    def outputs(k: int) -> Any:
        drawn = monte_carlo_law(lambda S: rule(S, H), EXAMPLES, plan, k)
        both = drawn.product(sample_law(EXAMPLES, plan.n))
        return both.map(lambda pair: (0, 0) if pair[0] is None else rule((*pair[0], *pair[1]), H))

    found = sample_law(EXAMPLES, plan.sample_size).bind(lambda S: law(stable_learner, H, S, plan))
    assert is_true(same_law(found, uniform_law(range(d + 1)).bind(outputs)))


def test_g_with_practical_parameters_is_stable_on_thresholds() -> None:
    """d = 2 with n = 6 and the budget 2n 2^(d+1), which the distributions usually need: 200 seeded runs."""
    plan, c, source = StabilityPlan(6, 96), THRESHOLDS[1], SeededSource(11)
    examples = labelled_law(sloped(4, 0), c)
    stream = draws(examples, source)
    samples = [tuple(islice(stream, plan.sample_size)) for _ in range(200)]
    outputs = [stable_learner(THRESHOLDS, sample, plan, source) for sample in samples]
    frequent = max(set(outputs), key=outputs.count)
    assert outputs.count(frequent) >= 60 and error(frequent, c, sloped(4, 0)) <= Fraction(1, 2)


def test_the_theory_constants_are_the_printed_ones() -> None:
    plan = theory_plan(1, Fraction(1, 2))
    assert (plan.n, plan.budget, plan.sample_size) == (16, 131072, 131088)


def test_bad_input_is_refused() -> None:
    source = SeededSource(1)
    with pytest.raises(SampleError, match=r"2 rows.*N \+ n = 3 rows"):
        stable_learner(ALL, ((0, 0), (1, 1)), StabilityPlan(1, 2), source)
    with pytest.raises(ParameterError, match="at least one"):
        stable_learner((), ((0, 0),), StabilityPlan(1, 0), source)
    with pytest.raises(ParameterError, match="n must be an integer, at least 1"):
        StabilityPlan(0, 3)
    with pytest.raises(ParameterError, match="alpha must be positive"):
        theory_plan(1, 0)
