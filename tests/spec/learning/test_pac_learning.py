"""PAC learning on finite domains: accuracy by enumeration against closed forms, and faults that must be seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from littlestone.spec.algebra.reals import Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.classes.concept_classes import Function, explicit
from littlestone.spec.learning.laws import Law, point_mass, uniform_law
from littlestone.spec.learning.pac_learning import (
    Family,
    error,
    failure_probability,
    is_accurate,
    is_proper,
    largest_failure,
    represents,
)
from littlestone.spec.learning.privacy import SampleError
from littlestone.spec.learning.randomness import ParameterError
from littlestone.spec.learning.sample_sizes import Goal, exponential_sample_bound
from littlestone.spec.learning.samples import (
    Sample,
    checked_distribution,
    corners_and_centre,
    grid,
    labelled,
    ordered_draws,
    rational,
    unordered_draws,
)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
TWO = explicit([(0, 0), (0, 1)])


def memorise(sample: Sample) -> Law[Function]:
    """The labels seen, and 0 on points not seen."""
    seen = dict(sample)
    return point_mass((seen.get(0, 0), seen.get(1, 0)))


def believes_the_first_row(sample: Sample) -> Law[Function]:
    """Depends on the order of the rows: it errs unless the first row is at point 1."""
    return point_mass((0, int(sample[0] == (1, 1))))


def test_error_is_the_weight_of_the_disagreement() -> None:
    D = (Fraction(1, 6), Fraction(1, 3), HALF)
    assert error((0, 1, 0), (1, 1, 1), D) == Fraction(2, 3)
    with pytest.raises(SampleError, match="same number of points"):
        error((0, 1), (0, 1, 1), D)


@pytest.mark.parametrize("bad", [(HALF, QUARTER), (Fraction(3, 2), -HALF), ()])
def test_bad_distributions_are_refused(bad: tuple[Fraction, ...]) -> None:
    with pytest.raises(ParameterError, match="sum 1"):
        checked_distribution(bad)


def test_floats_and_irrational_probabilities_are_refused() -> None:
    with pytest.raises(TypeError, match="not exact"):
        checked_distribution((0.5, 0.5))  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="rational"):
        checked_distribution((ln(2), 1 - ln(2)))


def test_grids_and_corners() -> None:
    assert len(list(grid(3, 4))) == 15
    assert all(checked_distribution(D) == D for D in grid(3, 4))
    one, zero = Fraction(1), Fraction(0)
    assert corners_and_centre(2) == ((one, zero), (zero, one), (HALF, HALF))
    assert corners_and_centre(1) == ((one,),)


@pytest.mark.parametrize("n", range(4))
def test_draws_have_mass_one_and_agree(n: int) -> None:
    D = (Fraction(1, 6), Fraction(1, 3), HALF)
    counted: Counter[tuple[int, ...]] = Counter()
    for points, p in ordered_draws(D, n):
        counted[tuple(sorted(points))] += p  # type: ignore[assignment]
    assert dict(unordered_draws(D, n)) == counted
    assert sum(counted.values()) == 1


@pytest.mark.parametrize("n", range(5))
def test_failure_of_memorising_is_never_having_seen_the_point(n: int) -> None:
    D = (Fraction(2, 3), Fraction(1, 3))
    assert failure_probability(memorise, (0, 1), D, n, QUARTER) == Fraction(2, 3) ** n
    assert failure_probability(memorise, (0, 1), D, n, Fraction(1, 3)) == 0
    assert failure_probability(memorise, (0, 1), D, n, QUARTER, unordered_draws) == Fraction(2, 3) ** n


def test_unordered_draws_are_wrong_for_learners_that_see_the_order() -> None:
    D = (HALF, HALF)
    ordered = failure_probability(believes_the_first_row, (0, 1), D, 2, QUARTER)
    assert ordered == HALF
    assert failure_probability(believes_the_first_row, (0, 1), D, 2, QUARTER, unordered_draws) != ordered


def test_accuracy_is_over_all_targets_and_distributions() -> None:
    distributions = tuple(grid(2, 4))
    worst = largest_failure(memorise, TWO.functions(), distributions, 2, QUARTER)
    assert worst == QUARTER
    assert bool(is_accurate(memorise, TWO, 2, QUARTER, worst, distributions))
    assert not bool(is_accurate(memorise, TWO, 2, QUARTER, worst - Fraction(1, 10**9), distributions))


def test_properness_looks_at_every_output() -> None:
    assert bool(is_proper(memorise, TWO, 2))
    assert not bool(is_proper(memorise, explicit([(0, 1), (1, 0)]), 1))


def test_irrational_numbers_are_refused() -> None:
    assert rational(HALF) == HALF
    with pytest.raises(ParameterError, match="rational"):
        rational(ln(2))


def test_ceilings() -> None:
    assert [ceiling(x) for x in (3, Fraction(7, 2), ln(8), Real.of(8) ** HALF)] == [3, 4, 3, 3]
    assert ceiling(ln(8) / ln(2)) == 3
    assert ceiling(-ln(8) / ln(2)) == -3


def test_sample_bounds() -> None:
    assert exponential_sample_bound(1, Goal(HALF, HALF, 1)) == 0
    assert exponential_sample_bound(2, Goal(HALF, HALF, 1)) == 34
    assert exponential_sample_bound(2, Goal(HALF, HALF, Fraction(1, 2))) == 34
    assert exponential_sample_bound(2, Goal(HALF, HALF, Fraction(1, 4))) == 67


def test_representations_need_the_probability_for_each_function() -> None:
    families: list[Family] = [frozenset({(0, 0)}), frozenset({(0, 1)}), frozenset({(0, 0), (0, 1)})]
    pairs = uniform_law(families)
    distributions = corners_and_centre(2)
    assert bool(represents(pairs, TWO, QUARTER, Fraction(1, 3), distributions))
    assert not bool(represents(pairs, TWO, QUARTER, QUARTER, distributions))
    assert bool(represents(pairs, TWO, 1, 0, distributions))
    assert labelled((1, 1, 0), (0, 1)) == ((1, 1), (1, 1), (0, 0))
