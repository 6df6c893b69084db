"""What is easily said and is false, with a smallest class that shows it and what is true beside it."""

from littlestone.spec.domains import Classes
from littlestone.spec.families.cyclic_classes import CYCLIC
from littlestone.spec.notation import *

DOLIWA = "Doliwa et al. 2014, Recursive teaching dimension, VC-dimension and sample compression"
CyclicClass = Annotated[ConceptClass, Classes(labels=2, family=CYCLIC)]
RTD = PARAMETERS["RTD"]


@claim(
    "LIT.thresholds.complement",
    "a guess, as Ldim and VC are symmetric: thresholds of the complements",
    "folklore",
    slack=TIGHT,
)
def complements_have_as_many_thresholds(H: Binary, slack: int) -> Truth:
    """With all labels flipped a class has no more thresholds: $Thr({1 - h}) <= Thr(H)$."""
    return threshold_dimension(complement(H)) <= threshold_dimension(H) + slack


@correction(
    "LIT.thresholds.complement",
    "the flipped thresholds, read backwards, are 1 where $i < j$: the first point, or the last function, is of no use",
    more=Constant(1, mutants=(0,)),
)
def complements_have_at_most_one_threshold_more(H: Binary, more: int) -> Truth:
    """With all labels flipped a class has at most one threshold more: $Thr({1 - h}) <= Thr(H) + 1$."""
    return threshold_dimension(complement(H)) <= threshold_dimension(H) + more


@claim(
    "LIT.thresholds.log",
    "Shelah 1978; Hodges 1997, with the floor left out: Littlestone dimension against the logarithm of thresholds, "
    "without the floor",
    "folklore",
    factor=SHARE,
)
def littlestone_is_at_least_the_logarithm_of_thresholds(H: Binary, factor: Fraction) -> Truth:
    """A class with $t$ thresholds has Littlestone dimension at least $log2 t$."""
    return threshold_dimension(H).map(lambda t: log2(max(t, 1))) <= littlestone_dimension(H) * factor


@correction("LIT.thresholds.log", "three thresholds may be a class of three functions", more=Constant(1, mutants=(0,)))
def littlestone_is_above_the_logarithm_of_thresholds_less_one(H: Binary, more: int) -> Truth:
    """A class with $t$ thresholds has Littlestone dimension more than $log2 t - 1$, hence at least $floor(log2 t)$."""
    return threshold_dimension(H).map(lambda t: log2(max(t, 1))) < littlestone_dimension(H) + more


@claim(
    "LIT.teaching.vc",
    "a guess, true of four points by theorem 15 of "
    + DOLIWA
    + ": recursive teaching dimension against the VC dimension",
    "folklore",
    factor=SHARE,
)
def recursive_teaching_is_at_most_vc(H: CyclicClass, factor: Fraction) -> Truth:
    """The recursive teaching dimension is at most the VC dimension."""
    return RTD(H) <= vc_dimension(H) * factor


@correction(
    "LIT.teaching.vc",
    f"is true of VC dimension 1 ({DOLIWA}, corollary 9); Kuhlmann's 24 functions on 16 points and Warmuth's ten on "
    "five have VC dimension 2 and recursive teaching dimension 3",
    factor=SHARE,
)
def recursive_teaching_is_at_most_vc_in_dimension_one(H: Binary, factor: Fraction) -> Statement:
    """The recursive teaching dimension of a class of VC dimension at most 1 is at most its VC dimension."""
    return when(vc_dimension(H) <= 1, RTD(H) <= vc_dimension(H) * factor)
