"""What the online learner costs in privacy, held against its exact laws; the inequalities of the paper's proofs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from helpers.online_plans import TINY

from littlestone.impl.decompositions.decompositions import essential_hypotheses
from littlestone.impl.online.private_online_learner import (
    QUANTITIES,
    Premise,
    changed_teachers,
    cost_of_tests,
    draw_loss,
    longest_list,
    online_privacy,
    premises,
    private_online_plan,
    stage_cost,
    teachers_needed,
)
from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.learning.laws import proportional
from littlestone.spec.learning.privacy import Privacy, exact_privacy, hockey_stick_divergence
from littlestone.spec.learning.randomness import ParameterError, is_true
from littlestone.spec.online.joint_training import joint_training_law, listing_law
from littlestone.spec.online.plans import OnlinePlan, corrected_plan, online_plan

HALF = Fraction(1, 2)
CONSTANTS = ((0,), (1,))
DELTA = Fraction(1, 1000)


def unmet(found: tuple[Premise, ...]) -> list[Premise]:
    return [premise for premise in found if not premise.holds]


def exactly(plan: OnlinePlan, T: int) -> Privacy[Any, Any]:
    rows = tuple(product((0,), (0, 1)))
    return exact_privacy(lambda S: listing_law(CONSTANTS, S, plan, essential_hypotheses), rows, T)


@pytest.mark.slow
@pytest.mark.parametrize("split", ["independent", "equal"])
def test_the_cost_covers_the_exact_privacy_on_all_streams_of_three_pairs(split: Any) -> None:
    plan = replace(TINY, split=split, bottom_share=Fraction(5))
    assert exactly(plan, 3).is_private(online_privacy(plan, 2, DELTA, 3), DELTA)


@pytest.mark.slow
@pytest.mark.parametrize("change", [{"buffer_epsilon": 40}, {"sample_epsilon": 40}])
def test_less_noise_in_any_step_leaks_beyond_the_cost(change: Any) -> None:
    bound = online_privacy(TINY, 2, DELTA, 3)
    assert not exactly(replace(TINY, bottom_share=HALF, **change), 3).is_private(bound, DELTA)


@pytest.mark.parametrize(("epsilon", "leaks"), [(2 * ln(2), False), (40, True)])
def test_less_noise_on_the_frequency_leaks(epsilon: Any, leaks: bool) -> None:
    """One teacher's class is empty, or not: m is 1 or 2, and 8/5 is asked for."""
    plan = replace(TINY, stage_epsilon=epsilon)
    contradiction = ((((0, 0), (0, 1)),), ())
    P, Q = (joint_training_law(CONSTANTS, S, 1, plan, essential_hypotheses) for S in (contradiction, ((), ())))
    bound = stage_cost(TINY, DELTA) + draw_loss(TINY, 2)
    assert is_true(hockey_stick_divergence(P, Q, exp(bound)) > DELTA) is leaks


def test_the_loss_of_a_draw_is_bounded_on_all_lists_that_differ_for_the_changed_teachers() -> None:
    """Scores of common items differ by at most c, other items have a score of at most c in one of the laws only."""
    for split, c in (("independent", 1), ("equal", 2)):
        plan = replace(TINY, teachers=4, split=split, bottom_share=HALF, sample_epsilon=HALF)
        loss, failure = draw_loss(plan, 2), draw_failure(plan, 2)
        for a, b, own in product(range(4), range(4), range(3)):
            if abs(a - b) <= c:
                P = weights(plan, {"common": a, **{f"own {i}": c for i in range(own)}})
                Q = weights(plan, {"common": b, **{f"other {i}": c for i in range(own)}})
                assert is_true(hockey_stick_divergence(P, Q, exp(loss)) <= failure)


def draw_failure(plan: OnlinePlan, longest: int) -> Any:
    """The chance that a draw is an item of the changed teachers alone, of which there are so many each."""
    c, e = changed_teachers(plan), Real.of(plan.sample_epsilon)
    return c * longest * exp(e * (c - plan.bottom))


def weights(plan: OnlinePlan, scores: dict[str, int]) -> Any:
    return proportional(
        {item: exp(plan.sample_epsilon * Real.of(score)) for item, score in scores.items()}
        | {"none": exp(plan.sample_epsilon * Real.of(plan.bottom))}
    )


def test_tests_are_private_for_their_cost_until_so_many_pass() -> None:
    """The number of failed tests before the first passed one, for values that differ by 1 all the time."""
    for threshold in range(4):
        epsilon, tests = Real.of(HALF), 12
        chances = [1 - exp(-HALF * Real.of(threshold)) / 2, 1 - exp(-HALF * Real.of(threshold + 1)) / 2]
        P, Q = (proportional({i: p**i * (1 - p) for i in range(tests)} | {tests: p**tests}) for p in chances)
        cost = cost_of_tests(epsilon, 1, tests, DELTA)
        assert is_true(hockey_stick_divergence(P, Q, exp(cost)) <= DELTA)
        assert is_true(hockey_stick_divergence(Q, P, exp(cost)) <= DELTA)


def test_too_few_teachers_are_refused_with_the_number_that_would_do() -> None:
    plan = replace(TINY, bottom_share=Fraction(1, 10))
    least = teachers_needed(plan, 2, DELTA)
    with pytest.raises(ParameterError, match=f"at least {least}"):
        online_privacy(replace(plan, teachers=least - 1), 2, DELTA, 10)
    assert is_true(online_privacy(replace(plan, teachers=least), 2, DELTA, 10) > 0)
    assert is_true(4 * draw_failure(replace(plan, teachers=least), 2) <= DELTA)
    assert not is_true(4 * draw_failure(replace(plan, teachers=least - 1), 2) <= DELTA)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), 1, 30])
@pytest.mark.parametrize(("d", "T"), [(0, 1), (1, 1), (1, 10**5), (2, 1000), (3, 10), (1, 10**24)])
def test_the_private_plan_costs_at_most_its_epsilon(d: int, T: int, epsilon: Any) -> None:
    functions = tuple(product((0, 1), repeat=max(d, 1)))
    plan = private_online_plan(functions, d, epsilon, DELTA, T)
    assert is_true(online_privacy(plan, longest_list(functions, plan), DELTA, T) <= epsilon)


def test_a_long_horizon_gets_the_corrected_plan() -> None:
    """The least such power of ten, for the class with one point and delta = 1/T."""
    for power, is_corrected in ((22, False), (24, True)):
        T = 10**power
        plan = private_online_plan(CONSTANTS, 1, 1, Fraction(1, T), T)
        assert (plan == corrected_plan(1, 1, Fraction(1, T), T)) is is_corrected
        assert not (is_corrected and unmet(premises(plan, Fraction(1, T), T, 2)))


def test_no_plan_without_a_call_meets_all_premises() -> None:
    T, delta = 10**24, Fraction(1, 10**24)
    plan = corrected_plan(1, 1, delta, T)
    assert str(unmet(premises(replace(plan, calls=0), delta, T, 1))[0]).endswith("calls = 1 would do")
    short = str(unmet(premises(plan, delta, 10**6, 1))[0])
    assert short.startswith("LYU25.A3: T >= U") and "horizon = " in short


def test_lists_are_bounded_by_the_class_or_by_the_leaves() -> None:
    singletons = tuple(tuple(int(x == i) for x in range(9)) for i in range(10))
    assert longest_list(singletons[:3], replace(TINY, depth=8)) == 3
    assert longest_list(singletons, TINY) == 8, "p = 4 at the last stage, and p^d 2^(d^2) = 8"


def test_each_premise_holds_from_its_least_number_on() -> None:
    plan = replace(online_plan(2, 1, DELTA, 1000), rate=Fraction(9, 10), emptied=True)
    found = premises(plan, DELTA, 1000, 64)
    assert len(found) == 11 and len(unmet(found)) > 3
    for i, premise in enumerate(found):
        if premise.quantity in QUANTITIES:
            assert premise.least is not None
            for least, holds in ((premise.least, True), (premise.least - 1, False)):
                changed = replace(plan, **{QUANTITIES[premise.quantity]: least})
                assert premises(changed, DELTA, 1000, 64)[i].holds is holds, premise


def test_premises_that_no_number_meets_say_so() -> None:
    """The last threshold is 0 at the printed rate for d = 1, and the printed lists are not emptied."""
    found = premises(online_plan(1, 1, DELTA, 1000), DELTA, 1000, 64)
    assert [premise.id for premise in unmet(found) if premise.least is None] == [
        "LYU25.C6.3.floor",
        "LYU25.C6.4.corrected",
    ]


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), 1])
@pytest.mark.parametrize(("d", "T"), [(1, 3), (1, 1000), (2, 100)])
def test_the_corrected_plan_meets_every_premise_within_its_epsilon(d: int, T: int, epsilon: Any) -> None:
    """With lists as long as L4.1 allows them at p = 2^(d+1) U/k, and delta = 1/T."""
    plan, delta = corrected_plan(d, epsilon, Fraction(1, T), T), Fraction(1, T)
    longest = plan.points(plan.stages) ** d * 2 ** (d**2)
    assert [found.quantity for found in unmet(premises(plan, delta, T, longest))] == ["horizon"]
    assert is_true(online_privacy(plan, longest, delta, T) <= epsilon)
    assert not is_true(
        online_privacy(replace(plan, sample_epsilon=30 * Real.of(plan.sample_epsilon)), longest, delta, T) <= epsilon
    )


def test_a_corrected_plan_needs_a_small_delta() -> None:
    with pytest.raises(ParameterError, match="1/10"):
        corrected_plan(1, 1, Fraction(1, 9), 10)
