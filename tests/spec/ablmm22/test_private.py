"""ABLMM22 sections 2, 3.3 and 5.3: known values of the definitions, and faults that the claims must catch."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

from littlestone.impl.classes.learner_input import Hypothesis, Run
from littlestone.impl.learners.class_learners import (
    frequent_items,
    learn_by_exponential_mechanism,
    learn_from_stability,
)
from littlestone.impl.randomness.enumeration import law
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.questions.arguments import algorithms
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.spec.ablmm22.section2_1_lower_bounds import line_cover
from littlestone.spec.ablmm22.section2_4_boosting import most_success
from littlestone.spec.ablmm22.section5_3_learner_m import coin_learner, plan_of, singleton_functions
from littlestone.spec.ablmm22.section5_4_wrap_up import one_replaced
from littlestone.spec.ablmm22.vocabulary import empirical_loss
from littlestone.spec.algebra.circuit import FALSE, TRUE
from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes.concept_classes import ConceptClass, all_functions, explicit
from littlestone.spec.classes.constructions import threshold_functions
from littlestone.spec.learning.laws import Law, lower_tail, upper_tail
from littlestone.spec.learning.privacy import exact_privacy, replace_one
from littlestone.spec.learning.private_learning import PrivatePlan, histogram_law, neighbours_up_to_order, survivors
from littlestone.spec.learning.randomness import Randomness
from littlestone.spec.learning.samples import Sample

load_papers()

HALF = Fraction(1, 2)
CUBE = explicit(all_functions(2, 2), labels=2, points=2)
TWO = explicit([(0, 0), (0, 1)], labels=2, points=2)
ON_ONE_POINT = explicit([(0,), (1,)], labels=2, points=1)


def holds(id: str, replaced: dict[str, Any] | None = None, **arguments: Any) -> bool:
    """Whether the claim holds at these arguments, with some algorithms replaced; the premise must hold."""
    claim = CLAIMS[id]
    stated = claim.state({**algorithms(claim), **arguments, **(replaced or {})})
    assert stated.premise is TRUE
    assert stated.conclusion in (TRUE, FALSE)
    return stated.conclusion is TRUE


# ---- The stable histogram


def test_the_histogram_lists_by_its_threshold() -> None:
    """epsilon = 2 ln 2, delta = 1/4: noise of ratio 1/2, and P(1 + noise >= 3) = (1/4)/(3/2) = 1/6 <= 1/4."""
    found = histogram_law(((0,), (0,), (0,), (1,)), 2 * ln(2), Fraction(1, 4))
    listed = found.map(lambda pairs: tuple(x for x, _ in pairs))
    assert listed.probability(lambda items: (1,) in items) == Fraction(1, 6)
    assert listed.probability(lambda items: (0,) in items) == Fraction(2, 3)
    assert found.probability(lambda pairs: ((0,), Fraction(3, 4)) in pairs) == Fraction(1, 3)
    assert histogram_law((), ln(4), HALF).support == ((),)


# ---- M


def same_rows_twice(
    stable: Run, sample: Sample, plan: PrivatePlan, default: Hypothesis, source: Randomness
) -> Hypothesis:
    """The choice from the list is made on the rows that made the list."""
    batches, _ = plan.parts(sample)
    outputs = tuple(stable(batch, source) for batch in batches)
    kept = survivors(frequent_items(outputs, plan.half, plan.delta, source), plan.eta)
    used = tuple(row for batch in batches for row in batch)
    return learn_by_exponential_mechanism(kept, used, plan.half, source) if kept else default


@pytest.mark.slow
def test_the_choice_on_the_batches_themselves_is_caught() -> None:
    plan = PrivatePlan(3, 1, 1, 4 * ln(2), HALF, HALF)

    def delta(learner: Any, epsilon: Real) -> Any:
        privacy = exact_privacy(lambda S: law(learner, coin_learner(1, 3), S, plan, (0,)), ((0, 0), (0, 1)), 4)
        return privacy.delta(epsilon)

    assert not holds("ABLMM22.A.M.law", {"private": same_rows_twice}, i=1, j=3, k=2)
    small = HALF * ln(2)
    assert delta(same_rows_twice, small) > delta(learn_from_stability, small)


@pytest.mark.slow
def test_the_choice_on_the_batches_themselves_doubles_the_loss() -> None:
    """Six runs of a learner that contradicts its row, delta at epsilon / 2: 25/144 on fresh rows, 385/1224 on the
    same."""
    plan = PrivatePlan(6, 1, 0, 4 * ln(2), HALF, Fraction(1, 4))

    def delta(learner: Any) -> Any:
        known = cache(lambda S: law(learner, coin_learner(4, 0), S, plan, (0,)))
        return exact_privacy(known, ((0, 0), (0, 1)), 6, relation=neighbours_up_to_order).delta(plan.half)

    assert delta(learn_from_stability) == Fraction(25, 144)
    assert delta(same_rows_twice) == Fraction(385, 1224)


def test_a_list_read_without_noise_is_caught() -> None:
    def exactly(stable: Run, sample: Sample, plan: PrivatePlan, default: Hypothesis, source: Randomness) -> Hypothesis:
        batches, rest = plan.parts(sample)
        outputs = tuple(stable(batch, source) for batch in batches)
        return learn_by_exponential_mechanism(tuple(sorted(set(outputs))), rest, plan.half, source)

    for id in ("ABLMM22.A.M", "ABLMM22.A.M.sharper"):
        assert not holds(id, {"private": exactly}, i=0, j=4, k=2)
    for H in (TWO, ON_ONE_POINT):
        assert not holds("ABLMM22.A.M.G", {"private": exactly}, H=H)


def test_the_whole_epsilon_for_the_choice_is_caught() -> None:
    def twice(stable: Run, sample: Sample, plan: PrivatePlan, default: Hypothesis, source: Randomness) -> Hypothesis:
        batches, rest = plan.parts(sample)
        outputs = tuple(stable(batch, source) for batch in batches)
        kept = survivors(frequent_items(outputs, plan.half, plan.delta, source), plan.eta)
        return learn_by_exponential_mechanism(kept, rest, plan.epsilon, source) if kept else default

    assert not holds("ABLMM22.A.M.law", {"private": twice}, i=1, j=3, k=2)


def test_neighbours_up_to_the_order_of_batches_are_neighbours() -> None:
    rows = ((0, 0), (0, 1))
    for m in (1, 2):
        sort = lambda S: (tuple(sorted((S[:m], S[m : 2 * m]))), S[-1])  # noqa: B023, E731
        everyone = {frozenset(map(sort, pair)) for pair in replace_one(rows, 2 * m + 1)}
        assert {frozenset(map(sort, pair)) for pair in one_replaced(m, rows, 2 * m + 1)} == everyone
    counted = {frozenset(tuple(sorted(S)) for S in pair) for pair in replace_one(rows, 4)}
    assert {frozenset(tuple(sorted(S)) for S in pair) for pair in neighbours_up_to_order(rows, 4)} == counted


def test_plans_and_classes() -> None:
    assert plan_of(3).sample_size == 4
    assert len(singleton_functions(4)) == 5


# ---- GenericLearner and RealizableToAgnostic


@pytest.mark.parametrize("factor", [HALF, 2])
def test_a_wrong_sensitivity_is_caught(factor: Fraction) -> None:
    def generic(functions: Any, sample: Sample, epsilon: Any, source: Randomness) -> Hypothesis:
        return learn_by_exponential_mechanism(functions, sample, factor * epsilon, source)

    assert holds("ABLMM22.A.Generic", H=CUBE)
    assert not holds("ABLMM22.A.Generic", {"generic": generic}, H=CUBE)


def all_functions_as_representatives(functions: Any, realizable: Run, sample: Sample, epsilon: Any, source: Any) -> Any:
    chosen = learn_by_exponential_mechanism(functions, sample, epsilon, source)
    return realizable(tuple((x, chosen[x]) for x, _ in sample), source)


def no_relabelling(functions: Any, realizable: Run, sample: Sample, epsilon: Any, source: Any) -> Any:
    return realizable(sample, source)


@pytest.mark.parametrize("fault", [all_functions_as_representatives, no_relabelling])
def test_faults_of_the_agnostic_learner_are_caught(fault: Any) -> None:
    three = explicit([(0, 0), (0, 1), (1, 1)], labels=2, points=2)
    assert holds("ABLMM22.C4.law", H=three)
    assert not holds("ABLMM22.C4.law", {"agnostic": fault}, H=three)


def test_a_weight_of_the_wrong_sign_breaks_the_agnostic_bound() -> None:
    def greedy(functions: Any, realizable: Run, sample: Sample, epsilon: Any, source: Any) -> Any:
        return IMPLEMENTATIONS["ABLMM22.C4"](functions, realizable, sample, 8 * epsilon, source)

    assert holds("ABLMM22.C4.sharper", H=CUBE)
    broken = [H for H in classes() if not holds("ABLMM22.C4.sharper", {"agnostic": greedy}, H=H)]
    assert broken


def classes() -> list[ConceptClass]:
    functions = list(all_functions(2, 2))
    kept = [[f for i, f in enumerate(functions) if code >> i & 1] for code in range(1, 16)]
    return [explicit(fs, labels=2, points=2) for fs in kept]


# ---- Empirical learners


def test_an_empirical_learner_without_resampling_is_caught() -> None:
    def first_rows(learner: Run, m: int, sample: Sample, source: Randomness, factor: int = 9) -> Hypothesis:
        return learner(sample[:m], source)

    assert holds("ABLMM22.L15.accuracy", H=TWO)
    assert not holds("ABLMM22.L15.accuracy", {"empirical": first_rows}, H=TWO)


@pytest.mark.slow
def test_an_empirical_learner_that_repeats_a_row_is_caught() -> None:
    def repeats(learner: Run, m: int, sample: Sample, source: Randomness, factor: int = 9) -> Hypothesis:
        shown = tuple(row for row in sample if row)[:m]
        return learner(shown * m, source)

    assert holds("ABLMM22.L15", j=1, m=2)
    assert not holds("ABLMM22.L15", {"empirical": repeats}, j=1, m=2)


def test_losses() -> None:
    assert empirical_loss((0, 1), ((0, 0), (1, 0), (1, 1))) == Fraction(1, 3)
    assert empirical_loss((0, 1), ()) == 0


# ---- Section 2 and footnote 12


def test_covers_of_thresholds() -> None:
    functions = sorted(threshold_functions(6))
    uniform = (Fraction(1, 6),) * 6
    assert len(line_cover(functions, uniform, Fraction(1, 6))) == 2
    assert len(line_cover(functions, uniform, Fraction(1, 7))) == 6
    assert len(line_cover(functions, (Fraction(1), *(Fraction(0),) * 5), Fraction(1, 7))) == 1


def test_three_points_are_not_found_from_one_row() -> None:
    """N = 4 and alpha = 1/5: from a row labelled 1 the other two are guessed right with chance 1/3; a 0 tells all."""
    assert most_success(4, Fraction(1, 5)) == Fraction(3, 4) * Fraction(1, 3) + Fraction(1, 4)


def test_binomial_tails() -> None:
    n, p = 9, Fraction(2, 5)
    for cut in range(-1, 11):
        assert lower_tail(n, p, Fraction(cut)) + upper_tail(n, p, Fraction(2 * cut + 1, 2)) == 1
    assert upper_tail(n, p, Fraction(9)) == p**9
    assert lower_tail(n, p, Fraction(1)) == (1 - p) ** 9 + comb(9, 1) * p * (1 - p) ** 8


def test_enumeration_covers_the_whole_box_of_coins() -> None:
    found: list[Law[Any]] = [law(coin_learner(i, j), ((0, y),)) for i, j, y in product(range(5), range(5), (0, 1))]
    assert {outcome[(1,)] for outcome in found} == {Fraction(i, 4) for i in range(5)}
