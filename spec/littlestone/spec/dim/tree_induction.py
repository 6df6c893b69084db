"""Ldim <= log2 |H| and floor(log2 Thr) <= Ldim for any number of points, by induction on the depth of a tree (DIM).

As in the inductions on the points the step is a claim about numbers alone, and what it assumes of classes are claims of
their own. A root is any point x, and H splits there into the functions with label 0 and with label 1, both taken as
classes on all points.
"""

from littlestone.spec.dim.vocabulary import Dimension, best_root, parts_at
from littlestone.spec.notation import *

INDUCTION = "induction on the depth of a tree, textbook"


@claim(
    "DIM.ldim.root",
    f"{INDUCTION}: Littlestone dimension by the parts at a root",
    "step",
    one=Constant(1, mutants=(0, 2)),
)
def littlestone_dimension_at_a_root(H: Binary, one: int) -> Truth:
    """$Ldim(H) = 1$ + the largest $min(Ldim(H^0), Ldim(H^1))$ over the roots: the two subtrees of a shattered tree are
    shattered by the parts at its root, and trees that the parts at some root shatter are the subtrees of one."""
    return littlestone_dimension(H) == best_root(H, littlestone_dimension) + one


# ---- Ldim <= log2 |H|


@claim(
    "DIM.log.sizes", f"{INDUCTION}: size of a class by its parts at a root", "step", more=Constant(0, mutants=(1, -1))
)
def sizes_add_up_at_a_root(H: Binary, more: int) -> Truth:
    """Every function is in one of the parts at a root: $|H^0| + |H^1| = |H|$."""
    return all_of(zero.size() + one.size() + more == H.size() for zero, one in parts_at(H))


@claim(
    "DIM.log.base",
    f"{INDUCTION}: size of a class that shatters the tree of depth 0",
    "step",
    least=Constant(1, mutants=(2,)),
)
def a_tree_of_depth_0_needs_a_function(H: BinaryOrEmpty, least: int) -> Truth:
    """A class that shatters the tree of depth 0 has at least $2^0$ functions."""
    return (littlestone_dimension(H) >= 0).implies(H.size() >= least)


@claim("DIM.log.powers", f"{INDUCTION}: number of leaves by the depth", "step", base=Constant(2, mutants=(3,)))
def leaves_double_with_the_depth(d: PositiveInteger, base: int) -> Truth:
    """$2^d = 2 * 2^(d-1)$."""
    return equals(Real.of(base) ** d, 2 * Real.of(base) ** (d - 1))


@claim(
    "DIM.log.induction",
    f"{INDUCTION}: induction step for the size against the Littlestone dimension",
    "lemma",
    narrows="assumes DIM.ldim.root, DIM.log.sizes and DIM.log.base of the definitions, for any number of points",
    cites=("DIM.ldim.root", "DIM.log.sizes", "DIM.log.base", "DIM.log.powers"),
    slack=TIGHT,
)
def trees_need_as_many_functions_as_leaves(
    d: PositiveInteger,
    D: Dimension,
    D0: Dimension,
    D1: Dimension,
    n: Natural,
    n0: Natural,
    n1: Natural,
    leaves: Natural,
    leaves_less: Natural,
    slack: int,
) -> Statement:
    """A class with $Ldim >= d$ has at least $2^d$ functions, for any $d >= 1$: with $n$ and $D$ for size and Ldim of a
    class and of its parts at the best root, $2^d$ for leaves, $2^(d-1)$ for $leaves_less$, what holds at a root and the
    bound for the parts at $d - 1$ give $leaves <= n$."""
    at_the_root = [D <= 1 + D0, D <= 1 + D1, n0 + n1 <= n, leaves <= 2 * leaves_less]
    hypothesis = [(d <= 1 + D0).implies(leaves_less <= n0), (d <= 1 + D1).implies(leaves_less <= n1)]
    return when([*at_the_root, *hypothesis, d <= D], leaves <= n + slack)


# ---- floor(log2 Thr) <= Ldim


@claim("DIM.thresholds.root", f"{INDUCTION}: thresholds in the two parts at a root", "step", slack=TIGHT)
def thresholds_are_halved_at_a_root(H: Binary, slack: int) -> Statement:
    """Of $t >= 2$ thresholds the first $floor(t/2)$ have label 1 at the point $floor(t/2)$, the others 0: at that root
    both parts have $floor(t/2)$ thresholds or more."""
    t = threshold_dimension(H)
    return when(t >= 2, t.map(lambda number: number // 2) <= best_root(H, threshold_dimension) + slack)


@claim("DIM.thresholds.base", f"{INDUCTION}: Littlestone dimension of a class with one threshold", "step", slack=TIGHT)
def one_threshold_needs_a_function(H: BinaryOrEmpty, slack: int) -> Truth:
    """A class with a threshold shatters the tree of depth 0."""
    return (threshold_dimension(H) >= 1).implies(littlestone_dimension(H) + slack >= 0)


@claim(
    "DIM.thresholds.induction",
    f"{INDUCTION}: induction step for the Littlestone dimension against thresholds",
    "lemma",
    narrows="assumes DIM.thresholds.root, DIM.ldim.root and DIM.thresholds.base of the definitions, for any number of "
    "points",
    cites=("DIM.thresholds.root", "DIM.ldim.root", "DIM.thresholds.base", "DIM.log.powers"),
    slack=TIGHT,
)
def thresholds_give_trees_of_logarithmic_depth(
    d: PositiveInteger,
    t: Dimension,
    t_half: Dimension,
    D: Dimension,
    D_half: Dimension,
    power: Natural,
    power_less: Natural,
    slack: int,
) -> Statement:
    """A class with $2^d$ thresholds has $Ldim >= d$, for any $d >= 1$: with $t$ and $D$ for thresholds and Ldim of a
    class, $t_half$ and $D_half$ for the least of its parts at the root that halves the thresholds, $2^d$ for power,
    $2^(d-1)$ for $power_less$, what holds at a root and the bound for the parts at $d - 1$ give $d <= D$."""
    at_the_root = [(2 * power_less <= t).implies(power_less <= t_half), 1 + D_half <= D, 2 * power_less <= power]
    hypothesis = (power_less <= t_half).implies(d <= 1 + D_half)
    return when([*at_the_root, hypothesis, power <= t], d <= D + slack)
