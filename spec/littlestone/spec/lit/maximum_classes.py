"""Maximum classes: those as large as Sauer's lemma allows, and what becomes of them."""

from littlestone.spec.lit.vocabulary import (
    is_maximal,
    is_maximum,
    outside,
    reduction,
    sauer_at,
    without_point,
)
from littlestone.spec.notation import *

WELZL = "Welzl 1987, Complete range spaces; Floyd and Warmuth 1995, Sample compression"
DOLIWA = "Doliwa et al. 2014, Recursive teaching dimension, VC-dimension and sample compression"
KUZMIN = "Kuzmin and Warmuth 2007, Unlabeled compression schemes for maximum classes, theorem 11"
RUBINSTEIN = "Rubinstein et al. 2009, Shifting, one-inclusion mistake bounds and sample compression"
MAXIMAL = "a guess, from Welzl and Woeginger 1987, who prove it for VC dimension 1"


@claim(
    "LIT.maximum.restriction",
    f"{WELZL}: restriction of a maximum class to fewer points",
    "theorem",
    drop=Constant(0, mutants=(1,)),
)
def restrictions_of_maximum_classes_are_maximum(H: Binary, drop: int) -> Statement:
    """If $H$ is maximum of VC dimension $d$ on $m$ points, its restriction to all points but one has the sum of $C(m -
    1, i)$ over $i <= d$ functions."""
    d, points = vc_dimension(H), range(H.points)
    sizes = [without_point(H, x).size() == sauer_at(d - drop, H.points - 1) for x in points]
    return when(is_maximum(H), all_of(sizes))


@claim(
    "LIT.maximum.reduction",
    f"{WELZL}: reduction of a maximum class at a point",
    "theorem",
    drop=Constant(1, mutants=(0, 2)),
)
def reductions_of_maximum_classes_are_maximum(H: Binary, drop: int) -> Statement:
    """If $H$ is maximum of VC dimension $d$, each reduction $H^x$, of the functions both of whose extensions to $x$ are
    in $H$, is maximum of VC dimension $d - 1$; it is empty where $d = 0$."""
    d, reduced = vc_dimension(H) - drop, [reduction(H, x) for x in range(H.points)]
    return when(is_maximum(H), all_of((vc_dimension(G) == d) & (G.size() == sauer_at(d, G.points)) for G in reduced))


@claim(
    "LIT.maximum.complement",
    RUBINSTEIN + ", on complements" + ": complement of a maximum class",
    "lemma",
    drop=Constant(1, mutants=(0, 2)),
)
def what_a_maximum_class_leaves_out_is_maximum(H: Binary, drop: int) -> Statement:
    """If $H$ is maximum of VC dimension $d$ on $m$ points, the functions outside $H$ are a maximum class of VC
    dimension $m - d - 1$."""
    others = outside(H)
    right = vc_dimension(others) == H.points - drop - vc_dimension(H)
    return when(is_maximum(H), right & (others.size() == sauer_at(vc_dimension(others), H.points)))


@claim(
    "LIT.maximum.teaching",
    DOLIWA + ", theorem 26" + ": recursive teaching dimension of a maximum class",
    "theorem",
    offset=OFFSET,
)
def maximum_classes_are_taught_by_their_dimension(H: Binary, offset: int) -> Statement:
    """The recursive teaching dimension of a maximum class is its VC dimension."""
    return when(is_maximum(H), PARAMETERS["RTD"](H) == vc_dimension(H) + offset)


@claim(
    "LIT.maximum.unlabeled",
    f"{KUZMIN}: unlabeled compression of a maximum class",
    "theorem",
    narrows="that no two functions are given the same set is left out",
    factor=SHARE,
)
def maximum_classes_have_representations_without_clashes(H: Binary, factor: Fraction) -> Statement:
    """The functions of a maximum class of VC dimension $d$ can be given sets of at most $d$ points each, so that any
    two differ on a point of the set of one of them."""
    return when(is_maximum(H), PARAMETERS["NCTD"](H) <= vc_dimension(H) * factor)


@claim("LIT.maximal", f"{MAXIMAL}: size of a maximal class", "folklore", slack=TIGHT)
def maximal_classes_are_maximum(H: Binary, slack: int) -> Statement:
    """A class to which no function can be added without raising its VC dimension is as large as Sauer's lemma
    allows."""
    return when(is_maximal(H), sauer_at(vc_dimension(H), H.points) <= H.size() + slack)


@correction(
    "LIT.maximal",
    "is true of VC dimension 1, not of 2: a maximal class on four points may lack one function of Sauer's 11, as in "
    "figure 3 of Kuzmin and Warmuth 2007",
    largest=Constant(1, mutants=(2,)),
)
def maximal_classes_of_vc_dimension_one_are_maximum(H: Binary, largest: int) -> Statement:
    """A class of VC dimension at most 1 to which no function can be added without raising it is maximum."""
    return when([is_maximal(H), vc_dimension(H) <= largest], is_maximum(H))
