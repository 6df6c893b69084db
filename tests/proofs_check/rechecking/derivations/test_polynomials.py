"""Polynomials: what is divided is put together again, and factors multiply to what was factored."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from littlestone.proofs_check.rechecking.derivations.polynomials import (
    ONE,
    Monomial,
    Polynomial,
    divided,
    factored,
    times,
)


def product(*polynomials: Polynomial) -> Polynomial:
    total = ONE
    for polynomial in polynomials:
        found: Polynomial = {}
        for a, c in total.items():
            for b, d in polynomial.items():
                found[times(a, b)] = found.get(times(a, b), Fraction(0)) + c * d
        total = {m: c for m, c in found.items() if c}
    return total


def total(one: Polynomial, other: Polynomial) -> Polynomial:
    found = {m: one.get(m, Fraction(0)) + other.get(m, Fraction(0)) for m in {**one, **other}}
    return {m: c for m, c in found.items() if c}


def random_polynomial(random: Random, least: int = -1) -> Polynomial:
    """Of three atoms, with powers in halves, from 0 or -1/2 up to 3."""
    found: Polynomial = {}
    for _ in range(random.randint(1, 4)):
        monomial: Monomial = ()
        for atom in range(3):
            monomial = times(monomial, ((atom, Fraction(random.choice([0, 0, least, 1, 2, 4, 6]), 2)),))
        found[monomial] = Fraction(random.randint(1, 9), random.randint(1, 4)) * random.choice([1, -1])
    return found


def test_a_quotient_times_the_divisor_plus_the_remainder_is_what_was_divided() -> None:
    random, remainders = Random(3), 0
    for _ in range(200):
        whole, by = random_polynomial(random), random_polynomial(random)
        quotient, rest = divided(whole, by)
        remainders += bool(rest)
        assert total(product(quotient, by), rest) == whole
    assert 50 < remainders < 200


def test_what_is_a_multiple_is_divided_without_remainder() -> None:
    random = Random(5)
    for _ in range(200):
        whole, by = random_polynomial(random, 0), random_polynomial(random, 0)
        assert divided(product(whole, by), by) == (whole, {})


def test_factors_multiply_to_what_was_factored() -> None:
    random, several = Random(4), 0
    for _ in range(200):
        whole = product(random_polynomial(random), random_polynomial(random))
        number, monomial, parts = factored(whole)
        several += sum(n for _, n in parts) > 1
        assert product({monomial: number}, *(part for part, n in parts for _ in range(n))) == whole
        assert all(c.denominator == 1 for part, _ in parts for c in part.values())
    assert several > 100


def test_a_polynomial_of_very_high_degree_keeps_one_factor_beside_its_atoms() -> None:
    high = Fraction(120127, 15625)
    rest: Polynomial = {(): Fraction(2), ((0, high),): Fraction(3)}
    number, monomial, parts = factored(product({((1, Fraction(1, 2)),): Fraction(-1, 5)}, rest))
    assert (number, monomial) == (Fraction(-1, 5), ())
    assert parts == [({((1, Fraction(1, 2)),): Fraction(1)}, 1), (rest, 1)]
