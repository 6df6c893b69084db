"""DIM: what the inductions on the depth of a tree use of the definitions, and that two bounds are theirs."""

from littlestone.spec.dim.vocabulary import best_root, least_at, parts_at
from littlestone.spec.notation import *

AT_A_ROOT = "induction on the depth of a tree, textbook, the parts at a root"
BASE = "induction on the depth of a tree, textbook, depth 0"
WHOLE = "induction on the depth of a tree, textbook"


def doubled(dimension: Number, less: int = 0) -> Number:
    """2^(dimension - less), for a dimension of at least that."""
    return dimension.map(lambda d: 2 ** max(d - less, 0))


# ---- Ldim <= log2 |H|


@uses("DIM.log.induction", "DIM.ldim.root", AT_A_ROOT, opaque=("littlestone_dimension",))
def a_best_root_has_large_parts(H: Binary) -> Use:
    """At some root both parts have at least the dimension less 1: the first two premises of the step."""
    D, roots = littlestone_dimension(H), parts_at(H)
    large = (all_of(1 + littlestone_dimension(part) >= D for part in parts) for parts in roots)
    return Use({"H": H}, gives=any_of(large))


@uses("DIM.log.induction", "DIM.log.sizes", AT_A_ROOT)
def the_parts_have_all_functions(H: Binary) -> Use:
    """The sizes are used as a lower bound for the size of the class: the third premise of the step."""
    return Use({"H": H}, gives=all_of(zero.size() + one.size() <= H.size() for zero, one in parts_at(H)))


@uses("DIM.log.induction", "DIM.log.powers", AT_A_ROOT)
def the_leaves_are_at_most_twice_as_many(d: PositiveInteger) -> Use:
    """That leaves double is used as an upper bound: the fourth premise of the step."""
    return Use({"d": d}, gives=Real.of(2) ** d <= 2 * Real.of(2) ** (d - 1))


@uses("DIM.log.induction", "DIM.log.base", BASE, opaque=("littlestone_dimension",))
def the_induction_begins_with_one_leaf(H: BinaryOrEmpty) -> Use:
    """The induction begins at $d = 0$, with $1 = 2^0$ functions."""
    return Use({"H": H}, given=littlestone_dimension(H) >= 0, gives=H.size() >= 1)


@uses("DIM.log", "DIM.log.induction", WHOLE)
def a_logarithmic_bound_by_induction(H: Binary) -> Use:
    """The step is used at $d = Ldim(H)$, with the first point, which stands for any, where it is a best root and the
    bound holds for the parts."""
    zero, one = parts_at(H)[0]
    D, D0, D1 = map(littlestone_dimension, (H, zero, one))
    sizes = {"n": H.size(), "n0": zero.size(), "n1": one.size()}
    leaves, less = doubled(D), doubled(D, 1)
    known = [(D <= 1 + D0).implies(less <= zero.size()), (D <= 1 + D1).implies(less <= one.size())]
    given = all_of([D >= 1, D <= 1 + D0, D <= 1 + D1, *known])
    dimensions = {"d": D, "D": D, "D0": D0, "D1": D1}
    return Use(dimensions | sizes | {"leaves": leaves, "leaves_less": less}, given=given, gives=leaves <= H.size())


# ---- floor(log2 Thr) <= Ldim


@uses("DIM.thresholds.induction", "DIM.thresholds.root", AT_A_ROOT, opaque=("threshold_dimension",))
def some_root_halves_the_thresholds(H: Binary) -> Use:
    """Whatever $2 p <= t$, both parts at the root have $p$ thresholds: the first premise of the step, for $p >= 1$."""
    t, best = threshold_dimension(H), best_root(H, threshold_dimension)
    halves = all_of((t >= 2 * p).implies(best >= p) for p in range(1, H.points + 1))
    return Use({"H": H}, given=t >= 2, gives=halves)


@uses("DIM.thresholds.induction", "DIM.ldim.root", AT_A_ROOT, opaque=("littlestone_dimension",))
def no_root_has_larger_parts(H: Binary) -> Use:
    """At every root the smaller dimension of the parts is less than that of the class: the second premise."""
    D = littlestone_dimension(H)
    return Use({"H": H}, gives=all_of(1 + least <= D for least in least_at(H, littlestone_dimension)))


@uses("DIM.thresholds.induction", "DIM.log.powers", AT_A_ROOT)
def the_power_is_halved(d: PositiveInteger) -> Use:
    """That powers double is used as a lower bound: the third premise of the step."""
    return Use({"d": d}, gives=2 * Real.of(2) ** (d - 1) <= Real.of(2) ** d)


@uses("DIM.thresholds.induction", "DIM.thresholds.base", BASE, opaque=("littlestone_dimension", "threshold_dimension"))
def the_induction_begins_with_one_threshold(H: BinaryOrEmpty) -> Use:
    """The induction begins at $d = 0$, with $1 = 2^0$ threshold."""
    return Use({"H": H}, given=threshold_dimension(H) >= 1, gives=littlestone_dimension(H) >= 0)


@uses("DIM.thresholds", "DIM.thresholds.induction", WHOLE)
def thresholds_by_induction(H: Binary) -> Use:
    """The step is used at the largest $d$ with $2^d <= Thr(H)$, with the first point, which stands for any, where it
    halves the thresholds and the bound holds for the parts."""
    t, t_half = threshold_dimension(H), least_at(H, threshold_dimension)[0]
    D, D_half = littlestone_dimension(H), least_at(H, littlestone_dimension)[0]
    d = t.map(lambda number: max(number, 1).bit_length() - 1)
    power, less = doubled(d), doubled(d, 1)
    given = all_of([d >= 1, less <= t_half, (less <= t_half).implies(d <= 1 + D_half)])
    numbers = {"d": d, "t": t, "t_half": t_half, "D": D, "D_half": D_half, "power": power, "power_less": less}
    return Use(numbers, given=given, gives=d <= D)
