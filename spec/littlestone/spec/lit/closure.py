"""What unions, intersections and products of classes do to their dimensions."""

from littlestone.spec.algebra.naturals import combined
from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.notation import *

UNION = "Mohri et al. 2018, Foundations of machine learning, exercise 3.24"
ABMS = "Alon et al. 2020, Closure properties for private classification and online prediction"
GHAZI = "Ghazi et al. 2021, Near-tight closure bounds, proof of proposition 3"
BLUMER = "Blumer et al. 1989, Learnability and the VC dimension, lemma 3.2.3"
DOLIWA = "Doliwa et al. 2014, Recursive teaching dimension, VC-dimension and sample compression"


@claim("LIT.union.vc", f"{UNION}: VC dimension of a union", "lemma", more=Constant(1, mutants=(0,)))
def unions_add_vc_dimensions_and_one(G: Binary, H: Binary, more: int) -> Truth:
    """$VC(G u H) <= VC(G) + VC(H) + 1$."""
    return vc_dimension(union(G, H)) <= vc_dimension(G) + vc_dimension(H) + more


@claim(
    "LIT.union.ldim",
    ABMS + ", proposition 22" + ": Littlestone dimension of a union",
    "lemma",
    more=Constant(1, mutants=(0,)),
)
def unions_add_littlestone_dimensions_and_one(G: Binary, H: Binary, more: int) -> Truth:
    """$Ldim(G u H) <= Ldim(G) + Ldim(H) + 1$."""
    return littlestone_dimension(union(G, H)) <= littlestone_dimension(G) + littlestone_dimension(H) + more


@claim("LIT.union.thresholds", ABMS + ", observation 21" + ": thresholds of a union", "lemma", factor=SHARE)
def unions_add_thresholds(G: Binary, H: Binary, factor: Fraction) -> Truth:
    """$Thr(G u H) <= Thr(G) + Thr(H)$: of the thresholds some are of $G$, the others of $H$."""
    return threshold_dimension(union(G, H)) <= (threshold_dimension(G) + threshold_dimension(H)) * factor


@claim(
    "LIT.intersection.vc",
    f"{BLUMER}: VC dimension of intersections",
    "lemma",
    narrows="two sets in an intersection, where the print has any number $s$",
    factor=Constant(2, mutants=(HALF,)),
)
def intersections_of_two_classes(G: Binary, H: Binary, factor: Fraction) -> Statement:
    """For $s = 2$: if $VC(G)$, $VC(H) <= d$ and $d >= 1$, the class of all intersections of a $g$ and an $h$ has VC
    dimension at most $2 d s log2(3 s)$."""
    meet = vc_dimension(pointwise(G, H, min))
    largest = combined(max, vc_dimension(G), vc_dimension(H))
    return when(largest >= 1, meet <= largest * (factor * 2 * log2(6)))


@claim(
    "LIT.intersection.count",
    BLUMER + ", its proof" + ": counting step for the VC dimension of intersections",
    "step",
    shift=TIGHT,
)
def patterns_of_intersections_are_counted(G: Binary, H: Binary, shift: int) -> Truth:
    """If $v$ points are shattered by all intersections of a $g$ and an $h$, $2^v$ is at most the product of Sauer's
    sums of $G$ and of $H$ on $v$ points."""
    v = vc_dimension(pointwise(G, H, min))
    return _counted(v, vc_dimension(G), vc_dimension(H), shift)


@claim(
    "LIT.intersection.ldim",
    f"{GHAZI}: counting step for the Littlestone dimension of intersections",
    "step",
    shift=TIGHT,
)
def leaves_of_intersections_are_counted(G: Binary, H: Binary, shift: int) -> Truth:
    """If all intersections of a $g$ and an $h$ shatter a tree of depth $n$, $2^n$ is at most the product of the sums
    of $C(n, i)$ up to $Ldim(G)$ and up to $Ldim(H)$."""
    n = littlestone_dimension(pointwise(G, H, min))
    return _counted(n, littlestone_dimension(G), littlestone_dimension(H), shift)


def _counted(v: Number, of_G: Number, of_H: Number, shift: int) -> Truth:
    def enough(n: int) -> Truth:
        bound = combined(lambda a, b: sauer_sum(n, a + shift, 1) * sauer_sum(n, b, 1), of_G, of_H)
        return v.equals(n).implies(2**n <= bound)

    return all_of(enough(n) for n in v.values if n >= 0)


@claim("LIT.product.vc", DOLIWA + ", lemma 16" + ": VC dimension of a product", "lemma", offset=OFFSET)
def products_add_vc_dimensions(G: Binary, H: Binary, offset: int) -> Truth:
    """$VC(G x H) = VC(G) + VC(H)$, for the class of all $(g, h)$ on disjoint points."""
    return vc_dimension(disjoint_product(G, H)) == vc_dimension(G) + vc_dimension(H) + offset


@claim(
    "LIT.product.teaching",
    DOLIWA + ", lemma 16" + ": recursive teaching dimension of a product",
    "lemma",
    offset=OFFSET,
)
def products_add_recursive_teaching_dimensions(G: Binary, H: Binary, offset: int) -> Truth:
    """$RTD(G x H) = RTD(G) + RTD(H)$, for the class of all $(g, h)$ on disjoint points."""
    taught = PARAMETERS["RTD"]
    return taught(disjoint_product(G, H)) == taught(G) + taught(H) + offset
