"""YAN25 section 6.2.1: where Theorem 12 holds as printed, though not by its proof."""

from littlestone.spec.learning.mechanisms import root
from littlestone.spec.notation import *

PRIVACY = "Theorem 12, section 6.2.1, for eps <= 2"
UpToTwo = Annotated[Real, Reals(low=0, high=2, low_open=True)]

SMALL = "Theorem 12 for epsilon <= 2"


@claim(
    "YAN25.T12.small",
    PRIVACY,
    "theorem",
    role="companion",
    narrows="the arithmetic, L = ln(1/delta') >= 5, T >= 2 L and u = sqrt(T L / 2) >= 5: that the losses on the way to "
    "the changed row are bounded so is in words",
    cites=("YAN25.T12.small.test", "YAN25.T12.small.between", "YAN25.T12.small.choice"),
    K=Constant(5, mutants=(6,)),
)
def the_printed_loss_is_enough_for_small_epsilon(u: Annotated[Real, Reals(low=5)], K: int) -> Truth:
    """For eps <= 2 and delta' <= e^-5 the selection is (2 eps sqrt(2 T ln(1/delta')), delta')-private: for T <= 2 L
    by basic composition, 2 T eps. Otherwise let a row move from p to p'. While p and p' are below one child no
    weight changes, and of the least values that child's alone; after x_flag has left the way to both nothing differs;
    below where they part, on the way to p the passed tests lose and the choices gain, on the way to p' the reverse. So
    a round of chance e^-c loses at most eps and at most 5 eps c; n <= T rounds which together have the chance e^-C lose
    at most sqrt(5 T C) eps (Cauchy and Schwarz), to which the round where p and p' part and the last one add 4 eps at
    most. With C < L that is less than the printed loss, so that more is lost with probability at most e^-L."""
    return root(2 * Real.of(K)) * u + 4 <= 4 * u


rests_on("YAN25.T12.small", "YAN25.T12.small.test", "a passed test of chance t loses at most 5 eps ln(1/t)", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.between", "so does one at a margin below 1", SMALL)
rests_on("YAN25.T12.small", "YAN25.T12.small.choice", "a choice of chance p loses at most eps ln(1/p)", SMALL)


@claim(
    "YAN25.T12.small.test",
    PRIVACY,
    "step",
    narrows="the ends of two ranges of eps; in words: for eps <= 3/2 the loss is at most (1 - t)(e^eps - 1)/(1 - z/2) "
    "and 1 - t <= ln(1/t); for eps >= 3/2, -ln(1 - z/2) <= z ln 2 and ln(1/t) >= z e^-eps / 2; what is left is convex "
    "in eps, so that its ends are enough",
    factor=Constant(5, mutants=(3,)),
)
def a_passed_test_loses_little(factor: int) -> Truth:
    """At a margin w_min - alpha N >= 1 a test that is passed with probability t = 1 - z e^-eps / 2, and 1 - z/2 >= 1/2
    by the neighbour, z = e^{-eps (margin - 1)}, loses at most 5 eps ln(1/t): 2 (e^eps - 1) <= 5 eps up to 3/2, and 2
    ln(2) e^eps <= 1 + 5 eps from there to 2."""
    middle, end = exp(Fraction(3, 2)), exp(2)
    return all_of(
        [
            2 * (middle - 1) <= factor * Fraction(3, 2),
            2 * ln(2) * middle <= 1 + factor * Fraction(3, 2),
            2 * ln(2) * end <= 1 + 2 * factor,
        ]
    )


@claim(
    "YAN25.T12.small.between",
    PRIVACY,
    "step",
    narrows="both sides are linear in r: r = 2 - y, and r = 0, where for y <= 1 ln(2 - e^-y) <= y <= 5 y ln(1/t); "
    "y from i/32 to (i + 1)/32, i <= 63, where ln(1/t) falls, ln(2 - e^-y) - y falls and ln(2 - e^-y) grows",
    factor=Constant(5, mutants=(4,)),
)
def a_test_near_its_threshold_loses_little(i: Size, factor: int) -> Statement:
    """At a margin y/eps from 0 to 1, eps = y + r <= 2, a test that is passed with probability t = 1 - e^-y / 2, and
    e^-r / 2 by the neighbour, loses at most 5 eps ln(1/t). (Below 0 it loses eps, at t <= 1/2, and 5 ln 2 > 1.)"""
    low, high = Real.of(Fraction(int(i), 32)), Real.of(Fraction(int(i) + 1, 32))
    least = -ln(1 - exp(-high) / 2)
    at_zero = any_of([(high <= 1) & (factor * least >= 1), ln(2 - exp(-high)) <= factor * low * least])
    return when(i <= 63, at_zero & (ln(2 - exp(-low)) + 2 - low <= 2 * factor * least))


@claim(
    "YAN25.T12.small.choice",
    PRIVACY,
    "step",
    narrows="the arithmetic, through ln(1 + x) <= x and 1 - p <= ln(1/p); that the odds change by e^{eps/2} is in "
    "words",
    factor=Constant(1, mutants=(HALF,)),
)
def a_choice_loses_little(epsilon: UpToTwo, factor: Fraction) -> Truth:
    """One child's quality changes by at most 1, so that its odds change by e^{eps/2}: chosen with probability p it
    loses ln(1 + (e^{eps/2} - 1)(1 - p)), at most eps ln(1/p)."""
    return exp(epsilon / 2) - 1 <= factor * epsilon
