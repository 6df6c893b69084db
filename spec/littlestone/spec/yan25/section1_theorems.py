"""YAN25 section 1.1: the improper learner, announced."""

from littlestone.spec.class_trees.improper_sizes import failure
from littlestone.spec.learning.towers import log_star
from littlestone.spec.notation import *

SEE = "that each learner fails on one of two point functions, which differ at one point of D, with probability ((1 - "
SEE += "alpha)/2)^n / 2 at least is in words"


@claim(
    "YAN25.T1",
    "Theorem 1, section 1.1",
    "theorem",
    narrows="d = 1 (point functions), of which log* d = 0, so that the size is 0 (read as its limit) whatever the "
    "hidden constant C is; alpha = 1/2, beta = delta = 1/4, epsilon = 1; " + SEE,
)
def the_improper_learner_needs_so_many_rows(C: PositiveInteger, n: Natural) -> Statement:
    """For any concept class of VC dimension 1 and Littlestone dimension d there is an (epsilon, delta)-private
    algorithm that (alpha, beta)-PAC learns it from N >= O(log* d log^2(log* d/(epsilon beta delta)) / epsilon
    (48/alpha) (10 log(48 e/alpha) + log(5/beta))) examples. For point functions, d = 1, log* d = 0 and so is the size,
    and no algorithm learns from no examples; for other d it is 0 where epsilon beta delta = log* d
    (YAN25.T1.unbounded)."""
    return when(C * log_star(1) <= n, failure(n, HALF) <= QUARTER)


@claim(
    "YAN25.T1.unbounded",
    "for Theorem 1, section 1.1",
    "remark",
    role="construction",
    times=Constant(1, mutants=(2,)),
)
def the_rows_vanish_whatever_the_constant_is(
    C: PositiveReal, K: AtLeastOne, beta: OpenUnit, delta: OpenUnit, times: int
) -> Truth:
    """Large epsilon is no better: at epsilon = log* d/(beta delta) the factor log* d log^2(log* d/(epsilon beta
    delta)) of the number of rows is 0, times every constant, for every d >= 2, beta and delta."""
    return C * K * ln(times * K / (beta * delta) * (beta * delta / K)) ** 2 <= 0


@claim(
    "YAN25.T1.eq1",
    "Theorem 1, section 1.1: its display",
    "displayed",
    narrows="the factor log^2 alone: x = log(log* d) + log(1/epsilon) is what O~ hides, p = log(1/(beta delta)) what "
    "its index names",
    factor=Constant(1, mutants=(HALF,)),
)
def the_rows_are_near_linear(x: Annotated[Real, Reals()], p: FromZero, factor: Rational) -> Truth:
    """The bound is O~_{beta, delta}(log* d/(alpha epsilon)): log^2(log* d/(epsilon beta delta)) <= (1 + log^2 of what
    is hidden) (1 + log^2(1/(beta delta)))."""
    return (x + p) ** 2 <= factor * (1 + x**2) * (1 + p**2)
