"""ABLMM22 section 4.3: Theorem 2 follows from Theorems 1 and 10, as log* of floor(log d) is log* d - 2 at least."""

from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *


@terms("ABLMM22.T2.proof")
def two_levels_less(c: FromZero, s: FromZero, lost: int = 2) -> Terms:
    """log* of floor(log d) and of d."""
    return Terms(says=c >= s - lost)


@claim(
    "ABLMM22.T2.proof",
    "proof of Theorem 2, section 4.3: log-star of the number of thresholds",
    "step",
    lost=Constant(2, mutants=(1,)),
    cites=("ABLMM22.T2.proof.floor",),
)
def log_star_of_the_number_of_thresholds(d: PositiveSize, lost: int) -> Truth | bool:
    """With $c = floor(log d)$, to base 2, $Omega(log^* c) = Omega(log^* d)$: $log^* c >= log^* d - 2$ for every $d >=
    1$."""
    return two_levels_less(log_star(floor(log2(d))), log_star(d), lost).says


@uses("ABLMM22.T2.proof", "ABLMM22.T2.proof.floor", "section 4.3, proof of Theorem 2, last sentence")
def rounding_the_logarithm_is_paid_for(u: FromZero, logarithm: FromZero, more: PositiveUnit) -> Use:
    """Rounding down costs one more level of $log^*$: $floor(log d) = log d - 1 + more$ exceeds $u - 1$, and is an
    integer."""
    return Use({"logarithm": logarithm, "u": u}, gives=u < logarithm - 1 + more + 1)


@terms("ABLMM22.T2.proof.floor")
def above_the_level(logarithm: Annotated[Real, Reals()], u: Annotated[Real, Reals()]) -> Terms:
    """log d for d > 2^u."""
    return Terms(says=u < logarithm)


@claim(
    "ABLMM22.T2.proof.floor",
    "proof of Theorem 2, section 4.3: cost of rounding the logarithm",
    "step",
    narrows="proved is that $floor(log d)$ exceeds $u - 1$ and that $u < 2^u$; the steps to $log^*$ are not formalized",
    rounding=Constant(1, mutants=(0,)),
)
def rounding_down_costs_one_level(d: PositiveReal, u: FromZero, rounding: int) -> Statement:
    """If $d > twr_(i+2)(1) = 2^u$ with $u = twr_(i+1)(1)$, then $floor(log d) >= u > twr_i(1)$, so that $log^*
    floor(log d) >= log^* d - 2$ for every $d$: $log d > u$, and the integer $floor(log d) > log d - 1$ exceeds $u -
    1$; log is to base 2."""
    deeper = above_the_level(log2(d), u + 1 - rounding).says
    return when(2**u < d, all_of([deeper, u < 2**u]))
