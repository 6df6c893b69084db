"""The parameters of the online learner, the laws and the runs on which LYU25's section 6 is decided."""

from fractions import Fraction
from itertools import combinations

import pytest

from littlestone.spec.algebra.reals import Real, exp, ln
from littlestone.spec.classes.constructions import points_family
from littlestone.spec.learning.laws import same_law
from littlestone.spec.learning.randomness import is_true
from littlestone.spec.lyu25.section6_1_privacy import leaking_run
from littlestone.spec.lyu25.section6_2_chunks import chance_of_agreement
from littlestone.spec.lyu25.section6_2_mistakes import tells_apart
from littlestone.spec.lyu25.vocabulary import calls_of_a_run
from littlestone.spec.online.online_parameters import BOTTOM, OnlineParameters, chance_of_many_calls, sparse_sample


def equal(a: Real | int | Fraction, b: Real | int | Fraction) -> bool:
    return is_true(Real.of(a) == b)


def test_the_parameters_are_those_of_the_listing() -> None:
    A = OnlineParameters(4, Fraction(1, 2), 3, 5, C=7, teachers=2)
    assert equal(A.k, 2 * 128 * 5 * 3 * 2)
    assert equal(A.U, 7 * 64 * ln(20) * A.k)
    assert equal(A.noise, 8 * 64 * 2)
    assert equal(A.epsilon_sparse, Fraction(1, 2 * 8 * 5 * 3))
    assert equal(A.B, A.k / 10)


def test_the_teachers_votes_weigh_the_dimension_squared() -> None:
    A = OnlineParameters(9, Fraction(1, 3), 2, 4)
    assert equal(A.epsilon_sparse * A.k, 81)


def test_the_sparse_sample_weighs_items_and_failure() -> None:
    P = sparse_sample({"f": 3, "g": 1}, ln(2), 2)
    assert {y: P[y] for y in ("f", "g", BOTTOM)} == {
        "f": Fraction(8, 14),
        "g": Fraction(2, 14),
        BOTTOM: Fraction(4, 14),
    }
    assert is_true(same_law(sparse_sample({}, ln(2), 5), sparse_sample({}, 1, 0)))


@pytest.mark.parametrize(("d", "n", "errors"), [(1, 3, 1), (1, 3, 2), (1, 6, 5), (1, 6, 11), (2, 4, 6), (1, 2, 0)])
def test_chunks_agree_as_often_as_over_all_splits(d: int, n: int, errors: int) -> None:
    def agree(chunk: tuple[int, ...]) -> bool:
        a = Fraction(sum(i < errors for i in chunk), n)
        b = Fraction(errors, n) - a
        slack = Fraction(1, 5 * d)
        return all((1 - slack) * y <= x <= (1 + slack) * y for x, y in ((a, b), (b, a)))

    splits = list(combinations(range(2 * n), n))
    assert chance_of_agreement(d, n, errors) == Fraction(sum(map(agree, splits)), len(splits))


def test_the_run_replaces_the_only_candidate() -> None:
    assert calls_of_a_run(3) == ((1, ((0, 0, 0),)), (0, ((1, 0, 0),)))
    assert calls_of_a_run(2) == ((0, points_family(2).functions()), (0, ((1, 0),)))


def test_the_leak_is_as_the_chances_multiply() -> None:
    chance, delta = leaking_run(1)
    assert equal(delta, exp(-32))
    A = OnlineParameters(1, 1, 32, ln(16))
    scores: dict[str, Real | int] = {"0": A.k - 1, "1_x": 1}
    drawn = sparse_sample(scores, A.epsilon_sparse, A.B)["1_x"]
    passed = exp(-A.U / A.noise) / 2
    assert is_true(Real.of(chance) / (passed * Real.of(drawn) ** 3) - Fraction(1, 8) < Fraction(1, 10**30))


def test_calls_are_many_as_blocks_of_rounds_have_one() -> None:
    chance, log_T = chance_of_many_calls(1)
    assert equal(log_T, 16 * ln(2))
    assert is_true(chance > Fraction(99, 100))


def test_points_tell_functions_apart() -> None:
    assert tells_apart(((0, 0, 1, 1), (0, 1, 0, 1)))
    assert not tells_apart(((0, 0, 1, 1), (0, 1, 1, 1)))
    assert tells_apart(((0, 1, 1),))
    assert not tells_apart(((1, 1, 1),))
