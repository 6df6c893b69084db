"""BGS21 sections 5.1 and 5.3: the steps about real and integer parameters alone, for all their values."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.algebra.reals import EULER, Real, binomial, equals, finite_sum, ln, symbol
from littlestone.spec.claim import Conditional, Constant, Natural, PositiveInteger, PositiveReal, Reals, claim, when
from littlestone.spec.classes.sauer import sauer_sum

AtLeastOne = Annotated[Any, Reals(low=Real.of(1))]
BelowLn2 = Annotated[Any, Reals(low=Real.of(0), high=ln(2), low_open=True, high_open=True)]


@claim(
    "BGS21.T5.6.eqA",
    "Theorem 5.6, section 5.1, the display that proves the second inequality of (5)",
    "step",
    scale=Constant(1, mutants=(Fraction(9, 10),)),
)
def sum_is_bounded_through_binomial_theorem(
    n: PositiveInteger, d: PositiveInteger, k: PositiveInteger, scale: Fraction
) -> Conditional:
    """For n >= d > 0 and k >= 1, the sum of C(n,i) k^i over i <= d equals the sum of C(n,i) k^i (n/d)^i (d/n)^i, which
    is at most (kn/d)^d times the sum of C(n,i) (d/n)^i, at most (kn/d)^d (1+d/n)^n, at most (ekn/d)^d.
    """
    n, d, k, i = Real.of(n), Real.of(d), Real.of(k), symbol("i")
    padded = finite_sum(binomial(n, i) * k**i * (n / d) ** i * (d / n) ** i, "i", 0, d)
    drawn = (k * n / d) ** d * finite_sum(binomial(n, i) * (d / n) ** i, "i", 0, d)
    closed = (k * n / d) ** d * (1 + d / n) ** n
    last = (scale * EULER * k * n / d) ** d
    links = equals(sauer_sum(n, d, k), padded) & (padded <= drawn) & (drawn <= closed) & (closed <= last)
    return when(d <= n, links)


@claim("BGS21.C5.10", "Claim 5.10, section 5.1", "claim", shift=Constant(0, mutants=(1, -1)))
def sums_obey_pascal_rule(n: PositiveInteger, d: PositiveInteger, k: Natural, shift: int) -> Conditional:
    """For all naturals k, n and 0 < d < n: S(n-1,d) + k S(n-1,d-1) = S(n,d), where S(n,d) is the sum of C(n,i) k^i over
    i <= d.
    """
    left = sauer_sum(n - 1, d, k) + k * sauer_sum(n - 1, d - 1, k)
    return when(Real.of(d) < n, equals(left, sauer_sum(n, d, k) + shift))


@claim("BGS21.T3.4.lnineq", "Theorem 3.4, section 5.3", "step", slack=Constant(0, mutants=(Fraction(-1, 1000),)))
def logarithm_is_below_its_tangents(x: PositiveReal, y: PositiveReal, slack: Fraction) -> Truth:
    """For all positive reals x and y, ln x <= x y - ln(e y)."""
    return ln(x) <= Real.of(x * y) - ln(EULER * y) + slack


@claim(
    "BGS21.T3.4.chain",
    "Theorem 3.4, section 5.3, the chain of implications",
    "step",
    weight=Constant(1, mutants=(Fraction(9, 10),)),
    scale=Constant(1, mutants=(Fraction(9, 10),)),
)
def size_bound_implies_dimension_bound(
    d_B: PositiveReal, d: PositiveReal, k: AtLeastOne, y: BelowLn2, weight: Fraction, scale: Fraction
) -> Truth:
    """2^d_B <= (e k d_B/d)^d implies d_B ln 2 <= d(ln(d_B/d) + ln(ek)), which implies d_B ln 2 <= d(y d_B/d - ln(ey) +
    ln(ek)), which implies d_B(ln 2 - y) <= d ln(k/y), which implies d_B <= d ln(k/y) / (ln 2 - y).

    The print asks of y only that y < ln 2; ln(ey) needs y > 0 too, and the range here is 0 < y < ln 2.
    """
    ln2 = ln(2)
    first = Real.of(2) ** d_B <= (EULER * k * d_B / d) ** d
    second = d_B * ln2 <= d * (ln(d_B / d) + ln(EULER * k))
    third = d_B * ln2 <= d * (weight * y * (d_B / d) - ln(EULER * y) + ln(EULER * k))
    fourth = d_B * (ln2 - y) <= d * ln(k / y)
    fifth = d_B <= scale * (1 / (ln2 - y)) * d * ln(k / y)
    links: Truth = first.implies(second) & second.implies(third) & third.implies(fourth) & fourth.implies(fifth)
    return links


@claim(
    "BGS21.T3.4.y",
    "Theorem 3.4, section 5.3, the choice of y",
    "step",
    factor=Constant(6, mutants=(4,)),
    y=Constant(Fraction(1, 5), mutants=(Fraction(3, 5),)),
)
def one_fifth_gives_factor_six(k: AtLeastOne, factor: Fraction, y: Fraction) -> Truth:
    """With y = 1/5 < ln 2, ln(k/y) / (ln 2 - y) <= 6 ln(k+1) for all k >= 1."""
    return (1 / (ln(2) - y)) * ln(k / y) <= ln(k + 1) * factor
