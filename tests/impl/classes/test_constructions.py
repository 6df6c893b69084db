from typing import Any

import pytest
from helpers.tight_classes import amplify, thresholds

from littlestone.impl.classes.bits import bit_count, d_point_class, d_point_functions, restriction, thresholds_family
from littlestone.impl.classes.learner_input import multiclass_littlestone_dimension as mld


@pytest.mark.parametrize("k", range(5, 18))
def test_family_f_has_dimension_one_and_thresholds_in_its_last_bit(k: int) -> None:
    family, m = thresholds_family(k), (k + 1) // 2
    last = restriction(family, bit_count(k), k)
    assert max(map(max, family)) <= k
    assert len(family) == m
    assert mld(family) == 1
    assert mld(last) == m.bit_length() - 1
    assert {tuple(reversed(f)) for f in last} == thresholds(m)


def test_family_f_needs_six_labels() -> None:
    with pytest.raises(ValueError, match="k >= 5"):
        thresholds_family(4)


@pytest.mark.parametrize(("k", "ell"), [(5, 2), (5, 3), (6, 2), (7, 2)])
def test_amplification_multiplies_both_dimensions(k: int, ell: int) -> None:
    family = thresholds_family(k)
    amplified = amplify(family, ell)
    assert len(amplified) == len(family) ** ell
    assert mld(amplified) == ell * mld(family)
    bits = range(1, bit_count(k) + 1)
    assert [restriction(amplified, i, k) for i in bits] == [amplify(restriction(family, i, k), ell) for i in bits]


@pytest.mark.parametrize(("d", "m"), [(d, m) for m in range(1, 7) for d in range(m + 1)])
def test_littlestone_dimension_of_d_point_functions(d: int, m: int) -> None:
    assert mld(d_point_functions(d, m)) == min(d, m - d)


@pytest.mark.parametrize(
    ("bits", "d", "m", "combination", "expected"),
    [
        (2, 1, 3, "product", 2),
        (2, 1, 2, "product", 1),
        (2, 1, 3, "disjoint", 2),
        (3, 1, 4, "product", 3),
        (3, 1, 4, "disjoint", 3),
        (2, 2, 4, "product", 3),
    ],
)
def test_tight_class_reaches_bits_times_d(bits: int, d: int, m: int, combination: Any, expected: int) -> None:
    assert mld(d_point_class(bits, d, m, combination)) == expected


def test_restrictions_of_the_tight_class_are_d_point_functions() -> None:
    functions = d_point_class(2, 1, 3)
    assert [restriction(functions, i, 3) for i in (1, 2)] == [d_point_functions(1, 3)] * 2


def test_disjoint_supports_use_powers_of_two_only() -> None:
    assert set().union(*d_point_class(2, 1, 3, "disjoint")) == {0, 1, 2}
