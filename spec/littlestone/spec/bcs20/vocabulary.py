"""What the sections of BCS20 share: pairs of laws, how near floats are, and where HS-StL of reading A errs."""

from collections.abc import Sequence
from itertools import product

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.boosting.halfspace_sizes import square_root
from littlestone.spec.boosting.halfspaces import within_half_the_mean
from littlestone.spec.boosting.renyi import moment
from littlestone.spec.learning.grid_laws import laws
from littlestone.spec.learning.privacy import largest_ratio, renyi_divergence
from littlestone.spec.notation import *

ONE_LEARNER = (
    "LB-NxM with $lambda = ln(9/4)$, and a weak learner that returns $h$ with probability proportional to"
    " 1 + its advantage"
)
CLOSE = "of what floats return: the error of rounding is bounded, not excluded"
FAST = "the learner in NumPy"


def minority(tau: Real, share: Fraction, noise: int) -> Real:
    """tau times a bound from above on the sum of all h_t at (tau, -b), b^2 = 1 - tau^2, where a ``share`` of the rows
    or less is there and the others at (tau, b), for kappa = 1/20, beta = 1/2, T = 1024 log(20)/tau^2, lambda = tau/32.

    The weights' log odds move by lambda D_t, D_t the sum of (h(tau, b) - h(tau, -b))/2 = b (z_2 + nu_2), where b z_2 is
    at least b^2 times the tanh of half of what is left of log((1 - share)/share), so at least 3/10 of that; after T
    rounds at most e^{-3 lambda T/10} of it is left, and D_T is at least the rest over lambda. All sums of noises are at
    most (2 T log(16))^{1/2} sigma = 8 (log(20) log(16)/log(1/xi))^{1/2} <= 8 but with probability 5/16 (Levy's
    inequality), and cost three times that. All h_t at (tau, -b) sum to (T + 1) tau^2 and the noise less D_T at most.
    """
    L, first = ln(20), ln((1 - share) / share)
    left = first * exp(-(3 * 32 * L / tau / 10))
    return tau * (1024 * L + tau**2 + 24 * noise) - 32 * (first - left)


def comparable(k: int, m: Integer) -> list[tuple[Law[int], Law[int]]]:
    """All pairs of laws on k outcomes of which the first has a finite divergence from the second."""
    both = product(laws(k, int(m)), repeat=2)
    return [(P, Q) for P, Q in both if largest_ratio(P, Q) is not None]


def finite_renyi(P: Law[int], Q: Law[int], order: Fraction) -> Real:
    """The Renyi divergence of two laws that are comparable."""
    found = renyi_divergence(P, Q, order)
    assert found is not None
    return found


def finite_moment(P: Law[Any], Q: Law[Any], order: int) -> Fraction:
    """e^((a - 1) D_a), which is finite."""
    found = moment(P, Q, order)
    assert found is not None
    return found


def most_reached(c: Real) -> Real:
    """A bound on Pr[advantage >= tau/4 - c sigma sqrt(log 4)] of reading A on the one example x = tau u, for tau = 1/4
    and sigma = tau/(64 c): (tau^2 + tau <nu, u>)/2 is that advantage, or more than it where |h(x)| > 1, so that <nu,
    u> is at least t deviations, with probability at most e^{-t^2/2}."""
    tau = QUARTER
    wanted = tau / 4 - tau / 64 * square_root(ln(4))
    t = (2 * wanted / tau - tau) * (64 * c / tau)
    return exp(-(t**2) / 2)


def most_reached_in_C(c: Real) -> Real:
    """A bound on Pr[advantage >= 1/8] of reading C on the one example x = u, in d = 1 + 2^16 c^2 dimensions, for sigma
    = 1/(16 c): the advantage is (1 + s) / (2 ||u + nu||), s = <nu, u>, and at least 1/8 only if s > 1 or the other
    coordinates have a norm of at most 8; their mean square is 2^16 c^2 sigma^2 = 256, four times as much."""
    return exp(-128 * c**2) + within_half_the_mean(2**16 * c**2)


def close(found: Sequence[Fraction], exact: Sequence[Any], bits: Integer) -> Truth:
    """Each number is within 2^-bits of the exact one."""
    error = Fraction(1, 2 ** int(bits))
    return all_of(between(a - error, b, a + error) for a, b in zip(found, exact, strict=True))


def between(low: Expression, x: Expression, high: Expression) -> Truth:
    """low <= x <= high."""
    return (Real.of(low) <= x) & (Real.of(x) <= high)


def few(n: Integer) -> Truth:
    """$n <= 3$ points."""
    return n <= 3
