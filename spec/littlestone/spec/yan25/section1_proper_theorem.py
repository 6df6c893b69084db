"""YAN25 section 1.1: the theorem on proper learning."""

from littlestone.spec.class_trees.selection_sizes import most_success_on_points, proper_second_part
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


rests_on("YAN25.T2", "DP.group", "what all n rows changed allow", "Theorem 2 is Theorem 13")


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
