"""Renyi divergences in forms that are exact: moments of two laws at integer orders, and of two normal laws by
quadrature with rigorous bounds."""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb, ctx, fmpq

from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.learning.laws import Law, Outcome
from littlestone.spec.learning.randomness import ParameterError

BITS = 128  # precision of the quadrature
DEVIATIONS = 16  # how far beyond both means it goes: what is left out is below 2^-90


def moment(P: Law[Outcome], Q: Law[Outcome], order: int) -> Fraction | None:
    """e^((a - 1) D_a(P || Q)) = the sum of P^a Q^(1 - a), for rational laws and an integer order a > 1.

    None where it is infinite; raises ParameterError on other orders and laws.
    """
    if order < 2 or not (P.is_rational and Q.is_rational):
        raise ParameterError("order and laws", (order, P, Q), "an integer above 1, and rational")
    if any(Q[y] == 0 for y in P):
        return None
    terms = (Fraction(p) ** order / Fraction(Q[y]) ** (order - 1) for y, p in P.items)  # type: ignore[arg-type]
    return sum(terms, Fraction(0))


def gaussian_divergence(order: Expression, shift: Expression, deviation: Expression) -> Real:
    """D_a(N(z, sigma^2 I) || N(z', sigma^2 I)) = a s^2 / (2 sigma^2), s = ||z - z'||: the closed form."""
    return Real.of(order) * Real.of(shift) ** 2 / (2 * Real.of(deviation) ** 2)


def gaussian_quadrature(order: Fraction, shift: Fraction, deviation: Fraction) -> tuple[Fraction, Fraction]:
    """Rational bounds, below and above, on D_a(N(s, sigma^2) || N(0, sigma^2)), by integrating p^a q^(1-a).

    The integral runs over |x| <= X = 4 a |s| + 16 sigma by Arb's verified quadrature. Beyond, x^2 - 2 a s x >= x^2 / 2,
    so the integrand is at most e^(-x^2 / (4 sigma^2)) / (sigma sqrt(2 pi)), of which both tails hold at most
    4 sigma e^(-X^2 / (4 sigma^2)) / (X sqrt(2 pi)). Raises ParameterError unless a > 1 and sigma > 0.
    """
    if order <= 1 or deviation <= 0:
        raise ParameterError("order and deviation", (order, deviation), "above 1, and positive")
    saved, ctx.prec = ctx.prec, BITS
    try:
        a, s, sigma = (arb(fmpq(v.numerator, v.denominator)) for v in map(Fraction, (order, shift, deviation)))
        far = 4 * a * abs(s) + DEVIATIONS * sigma
        scale = sigma * (2 * arb.pi()).sqrt()
        inside = acb.integral(lambda x, _: _integrand(x, a, s, sigma) / scale, -far, far).real
        tails = 4 * sigma**2 * (-(far**2) / (4 * sigma**2)).exp() / (far * scale)
        low, high = inside.log() / (a - 1), (inside + tails).log() / (a - 1)
        return _rational(low.lower()), _rational(high.upper())
    finally:
        ctx.prec = saved


def _integrand(x: acb, a: arb, s: arb, sigma: arb) -> acb:
    """e^(-(a (x - s)^2 + (1 - a) x^2) / (2 sigma^2))."""
    return (-(a * (x - s) ** 2 + (1 - a) * x**2) / (2 * sigma**2)).exp()


def _rational(point: arb) -> Fraction:
    """The value of a ball of radius 0."""
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
