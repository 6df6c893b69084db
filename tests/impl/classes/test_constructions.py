from itertools import product

import pytest
from helpers.tight_classes import amplify, thresholds

from littlestone.impl.classes.bits import bit_count, restriction
from littlestone.impl.classes.constructions import d_point_class, d_point_functions, thresholds_family
from littlestone.impl.classes.version_spaces import multiclass_littlestone_dimension as mld


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
    assert mld(d_point_functions(d, m, "at-most")) == min(d, m)


@pytest.mark.parametrize(
    ("bits", "d", "m", "count", "combination", "expected"),
    [
        (2, 1, 3, "exact", "product", 2),
        (2, 1, 2, "exact", "product", 1),
        (2, 1, 4, "exact", "diagonal", 1),
        (2, 1, 3, "exact", "disjoint", 2),
        (2, 1, 2, "at-most", "disjoint", 2),
        (3, 1, 4, "exact", "product", 3),
        (3, 1, 4, "exact", "disjoint", 3),
        (2, 2, 4, "at-most", "disjoint", 4),
        (2, 2, 4, "exact", "product", 3),
    ],
)
def test_tight_class_reaches_bits_times_d(
    bits: int, d: int, m: int, count: str, combination: str, expected: int
) -> None:
    functions = d_point_class(bits, d, m, count, combination)  # type: ignore[arg-type]
    assert mld(functions) == expected


@pytest.mark.parametrize("combination", ["product", "diagonal"])
def test_restrictions_of_the_tight_class_are_d_point_functions(combination: str) -> None:
    functions = d_point_class(2, 1, 3, "exact", combination)  # type: ignore[arg-type]
    assert [restriction(functions, i, 3) for i in (1, 2)] == [d_point_functions(1, 3)] * 2


def test_disjoint_supports_use_powers_of_two_only() -> None:
    labels = set().union(*d_point_class(2, 1, 3, "at-most", "disjoint"))
    assert labels == {0, 1, 2}
    assert d_point_functions(2, 2, "at-most") == frozenset(product((0, 1), repeat=2))
