"""YAN25 section 1.1: the theorem on proper learning."""

from littlestone.spec.class_trees.selection_sizes import (
    least_rows,
    most_success_on_points,
    proper_second_part,
    selection_failure,
)
from littlestone.spec.notation import *

THEOREM = "Theorem 2, section 1.1"


@claim(
    "YAN25.T2",
    THEOREM,
    "theorem",
    narrows="d = 1, of which log* d = 0, so that the first part is 0 (read as its limit); alpha = beta = 1/8, eps = 1 "
    "and delta = e^-s^2, s = 2400 C; proper learners of many point functions, of whose success the bound e^n delta is "
    "in words",
    cites=("DP.group",),
)
def proper_learning_takes_few_rows_as_printed(C: AtLeastOne) -> Truth:
    """For VC dimension 1 and Littlestone dimension d the size of Theorem 13 is enough for a proper private learner: for
    point functions that is O(sqrt(log(1/delta))), and as in YAN25.T13 too few, for every C (YAN25.T13.unbounded)."""
    eighth, s = Fraction(1, 8), 2400 * C
    rows = proper_second_part(C, eighth, eighth, 1, s) + 1  # rounded up
    return 1 - eighth <= most_success_on_points(rows, s**2)


@correction(
    "YAN25.T2",
    "for log* d read max(1, log* d): log* 1 = 0 leaves point functions with sqrt(log(1/delta)) rows, where "
    "log(1/delta) are needed; and as eps grows the bound goes to 0 (YAN25.T13.large_epsilon)",
    narrows="the bounds of X6 and Claim 1 for the second part; the first is that of the improper learner, with max(1, "
    "log* d)",
    caps="alpha = 1/(60 a), beta = 2^-b, eps = 1/e for each mechanism",
    cites=("YAN25.X6",),
    share=Constant(1, mutants=(HALF,)),
)
def proper_learning_takes_the_rows_of_x6(a: PositiveSize, b: PositiveSize, e: PositiveSize, share: Fraction) -> Truth:
    """With N_2 the least N of X6, the bound of the selection's failure is at most 3 beta and that of Claim 1 at most
    beta; the rows of Theorem 3 at 60 alpha are in YAN25.X6.rows."""
    alpha, beta, epsilon = Fraction(1, 60 * int(a)), Fraction(1, 2 ** int(b)), Fraction(1, int(e))
    rows = floor(share * least_rows(alpha, beta, epsilon))
    few = exp(-(alpha * Real.of(rows) / 3)) <= beta
    return few & (selection_failure(alpha, rows, epsilon) <= 3 * beta)


@claim(
    "YAN25.T2.eq1",
    THEOREM,
    "step",
    narrows="the last inequality, of the second part, delta <= 1/2: the O leaves out those near 1; that the size "
    "comes down to it is in words",
    C=Constant(9, mutants=(3,)),
)
def the_second_part_is_that_of_algorithm_4(delta: UpToHalf, C: int) -> Truth:
    """The second part (log(1/alpha) + log(1/(alpha beta))) sqrt(log(1/delta)) / (alpha^2.5 eps) is, with the constant
    3, at least the size N_2 of Algorithm 4 at eps sqrt(alpha) / sqrt(2 log(2/delta)) and alpha beta, as 2 log(2/delta)
    <= 9 log(1/delta). The first part is 0 for log* d = 0, which is too little for point functions (YAN25.T2)."""
    return 2 * ln(2 / delta) <= C * ln(1 / delta)
