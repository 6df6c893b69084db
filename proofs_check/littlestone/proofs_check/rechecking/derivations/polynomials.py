"""Polynomials with rational coefficients and rational powers of numbered atoms, factored and divided by flint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Monomial = tuple[tuple[int, Fraction], ...]  # atoms in order, each with its exponent
Polynomial = dict[Monomial, Fraction]
ONE: Polynomial = {(): Fraction(1)}
LARGEST_DEGREE = 2000  # of what is factored: 2 + 3 exp(120127/15625) has degree 120,127, and flint did not end
LARGEST_SIZE = 20_000  # terms times the sum of the degrees, of what is factored
LARGEST_QUOTIENT = 60_000  # terms that it may have by its degrees; the kit's own 21,000


def factored(polynomial: Polynomial) -> tuple[Fraction, Monomial, list[tuple[Polynomial, int]]]:
    """A rational, a monomial of the powers below 0, and irreducible factors with multiplicities.

    Above ``LARGEST_DEGREE`` only powers of single atoms are taken out. Forms are then equal less often, never wrongly.
    """
    content, below = polynomial.get((), Fraction(1)), Monomial()
    parts = list[tuple[Polynomial, int]]()
    scaled = _Scaled.of(polynomial)
    if scaled.by:
        below, plain = scaled.plain(polynomial)
        is_small = max(plain.degrees()) <= LARGEST_DEGREE and len(plain) * sum(plain.degrees()) <= LARGEST_SIZE
        number, found = plain.factor() if is_small else _without_powers(plain)
        content = Fraction(int(number.p), int(number.q))
        for part, n in found:
            c, own = _primitive(scaled.read(part))
            content *= c ** int(n)
            parts.append((own, int(n)))
    return content, below, parts


def _without_powers(plain: fmpq_mpoly) -> tuple[fmpq, list[tuple[fmpq_mpoly, int]]]:
    """1, the atoms that divide the polynomial with their powers, and what is left."""
    lowest = [min(powers) for powers in zip(*plain.monoms(), strict=True)]
    atoms = zip(plain.context().gens(), lowest, strict=True)
    powers = [(atom, n) for atom, n in atoms if n]
    for atom, n in powers:
        plain = plain / atom**n
    return fmpq(1), [*powers, (plain, 1)]


def divided(polynomial: Polynomial, by: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The quotient, and the remainder, of which no monomial is a multiple of the divisor's largest one; of what is
    large the remainder is all of it."""
    scaled = _Scaled.of(polynomial, by)
    (below, plain), (by_below, by_plain) = scaled.plain(polynomial), scaled.plain(by)
    if prod(degree + 1 for degree in plain.degrees()) > LARGEST_QUOTIENT:
        return {}, polynomial
    quotient, rest = divmod(plain, by_plain)
    moved = times(below, inverted(by_below))
    return (
        {times(m, moved): c for m, c in scaled.read(quotient).items()},
        {times(m, below): c for m, c in scaled.read(rest).items()},
    )


def times(one: Monomial, other: Monomial) -> Monomial:
    """The product of two monomials."""
    powers = dict(one)
    for atom, e in other:
        powers[atom] = powers.get(atom, Fraction(0)) + e
    return tuple(sorted((atom, e) for atom, e in powers.items() if e))


def work(one: Polynomial, other: Polynomial) -> int:
    """How many products of terms their product takes, those of long coefficients and of many atoms counting more."""
    coefficients = (c for polynomial in (one, other) for c in polynomial.values())
    bits = max((c.numerator.bit_length() + c.denominator.bit_length() for c in coefficients), default=0)
    atoms = max(map(len, (*one, *other)), default=0)
    return len(one) * len(other) * (1 + (bits // 500) ** 2 + atoms // 16)


def inverted(monomial: Monomial) -> Monomial:
    """One over the monomial."""
    return tuple((atom, -e) for atom, e in monomial)


@dataclass(frozen=True, slots=True)
class _Scaled:
    """For each atom of some polynomials, in order, by what its powers are multiplied to be integers, as flint's are."""

    by: Mapping[int, int]

    @classmethod
    def of(cls, *polynomials: Polynomial) -> _Scaled:
        by: dict[int, int] = {}
        for atom, e in (power for p in polynomials for monomial in p for power in monomial):
            by[atom] = lcm(by.get(atom, 1), e.denominator)
        return cls(dict(sorted(by.items())))

    def plain(self, polynomial: Polynomial) -> tuple[Monomial, fmpq_mpoly]:
        """A monomial of the powers below 0, and the polynomial divided by it, in flint."""
        listed = [(dict(monomial), c) for monomial, c in polynomial.items()]
        least = {a: min((e.get(a, Fraction(0)) for e, _ in listed), default=Fraction(0)) for a in self.by}
        below = tuple((a, e) for a, e in least.items() if e < 0)
        lowest = dict(below)
        terms = {
            tuple(int((e.get(a, 0) - lowest.get(a, 0)) * n) for a, n in self.by.items()): fmpq(
                c.numerator, c.denominator
            )
            for e, c in listed
        }
        return below, fmpq_mpoly_ctx.get([f"a{a}" for a in self.by], Ordering.lex).from_dict(terms)

    def read(self, plain: fmpq_mpoly) -> Polynomial:
        """The polynomial that flint has."""
        return {
            tuple((a, Fraction(int(e), n)) for (a, n), e in zip(self.by.items(), powers, strict=True) if e): Fraction(
                int(c.p), int(c.q)
            )
            for powers, c in plain.to_dict().items()
        }


def _primitive(polynomial: Polynomial) -> tuple[Fraction, Polynomial]:
    """A rational times a polynomial with coprime integer coefficients, positive at the largest monomial."""
    common = Fraction(
        gcd(*(c.numerator for c in polynomial.values())), lcm(*(c.denominator for c in polynomial.values()))
    )
    content = common if polynomial[max(polynomial)] > 0 else -common
    return content, {m: c / content for m, c in sorted(polynomial.items())}
