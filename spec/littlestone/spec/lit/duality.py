"""A class and its dual; trees and thresholds, which bound each other."""

from littlestone.spec.lit.vocabulary import log2_floor, realized_leaves, sauer_at
from littlestone.spec.notation import *

ASSOUAD = "Assouad 1983, Densite et dimension"
BHASKAR = "Bhaskar 2021, Thicket density, theorem 4.1 of the preprint of 2017"
HODGES = "Hodges 1997, A shorter model theory, on the branching index and the ladder index"
TRICHOTOMY = "Hanneke et al. 2023, A trichotomy for transductive online learning, on thresholds"

DEEPEST = 4


@claim("LIT.dual.vc", f"{ASSOUAD}: VC dimension of the dual class", "lemma", exponent=Constant(1, mutants=(0,)))
def the_dual_has_no_more_than_exponential_vc(H: Binary, exponent: int) -> Truth:
    """$VC^* < 2^(VC + 1)$, for the VC dimension $VC^*$ of the dual class."""
    return PARAMETERS["dual_VC"](H) < vc_dimension(H).map(lambda d: 2 ** (d + exponent))


@claim(
    "LIT.dual.vc.reverse",
    f"{ASSOUAD}: VC dimension by that of the dual class",
    "lemma",
    exponent=Constant(1, mutants=(0,)),
)
def a_class_has_no_more_than_exponential_vc_in_the_dual(H: Binary, exponent: int) -> Truth:
    """$VC < 2^(VC^* + 1)$, for the VC dimension $VC^*$ of the dual class."""
    return vc_dimension(H) < PARAMETERS["dual_VC"](H).map(lambda d: 2 ** (d + exponent))


@claim(
    "LIT.dual.ldim",
    "folklore, from Shelah 1978 and Hodges 1997: Littlestone dimension by that of the dual class",
    "lemma",
    exponent=Constant(1, mutants=(-1,)),
)
def the_dual_has_finite_littlestone_dimension(H: Binary, exponent: int) -> Truth:
    """$Ldim < 2^(2^(Ldim^* + 1))$, for the Littlestone dimension $Ldim^*$ of the dual class."""
    logarithm = littlestone_dimension(H).map(lambda d: log2(max(d, 1)))
    return logarithm < PARAMETERS["dual_Ldim"](H).map(lambda d: Real.of(2) ** (d + exponent))


@claim(
    "LIT.thicket",
    f"{BHASKAR}: number of realized leaves by the Littlestone dimension",
    "lemma",
    caps="trees of depth at most 4",
    shift=TIGHT,
)
def trees_have_few_realized_leaves(H: Binary, shift: int) -> Truth:
    """A tree of depth $n$ has at most the sum of $C(n, i)$ over $i <= Ldim$ leaves that functions of $H$ reach."""
    d = littlestone_dimension(H) + shift
    return all_of(realized_leaves(H, n) <= sauer_at(d, n) for n in range(DEEPEST + 1))


@claim(
    "LIT.hodges.ladder",
    f"{HODGES}: length of ladders by the depth of shattered trees",
    "lemma",
    exponent=Constant(1, mutants=(0,)),
)
def short_trees_have_short_ladders(H: Binary, exponent: int) -> Truth:
    """If $n$ is the least depth of which $H$ shatters no tree, the least length of which $H$ has no ladder is below
    $2^(n + 1)$."""
    tree, ladder = littlestone_dimension(H) + 1, threshold_dimension(H) + 1
    return ladder < tree.map(lambda n: Real.of(2) ** (n + exponent))


@claim(
    "LIT.hodges.tree",
    f"{HODGES}: depth of shattered trees by the length of ladders",
    "lemma",
    exponent=Constant(2, mutants=(0,)),
)
def short_ladders_have_short_trees(H: Binary, exponent: int) -> Truth:
    """If $n$ is the least length of which $H$ has no ladder, the least depth of which $H$ shatters no tree is below
    $2^(n + 2) - 2$."""
    tree, ladder = littlestone_dimension(H) + 1, threshold_dimension(H) + 1
    return tree < ladder.map(lambda n: 2 ** (n + exponent) - 2)


@claim("LIT.transductive", f"{TRICHOTOMY}: mistakes on known points by the number of thresholds", "lemma", factor=SHARE)
def thresholds_force_mistakes_though_the_points_are_known(H: Binary, factor: Fraction) -> Truth:
    """With $t$ thresholds a learner that knows the points beforehand errs $floor(log2 t)$ times, in the order of a
    binary search."""
    return threshold_dimension(H).map(log2_floor) <= PARAMETERS["M_worst"](H) * factor
