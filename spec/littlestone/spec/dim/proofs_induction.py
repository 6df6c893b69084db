"""DIM: what the inductions on the points use of the definitions, and that VC <= Ldim and Sauer's lemma are theirs."""

from littlestone.spec.classes.sauer import sauer_sum
from littlestone.spec.dim.vocabulary import (
    half,
    littlestone_recurrence,
    meet_of_halves,
    sauer_at,
    vc_recurrence,
    without_last_point,
    without_points,
)
from littlestone.spec.notation import *

AT_A_POINT = "induction on the points, textbook, a class at its last point"
BASE = "induction on the points, textbook, base case"
WHOLE = "induction on the points, textbook"


def at_last_point(H: ConceptClass) -> list[ConceptClass]:
    """The class, the union of its halves at the last point, and the halves."""
    return [H, without_last_point(H), half(H, 0), half(H, 1)]


# ---- VC <= Ldim


@uses("DIM.vc.induction", "DIM.vc.point", AT_A_POINT, opaque=("vc_dimension",))
def the_recurrence_of_vc(H: Binary) -> Use:
    """The recurrence of VC is the first premise of the step."""
    return Use({"H": H}, gives=vc_recurrence(*map(vc_dimension, at_last_point(H))))


@uses("DIM.vc.induction", "DIM.ldim.point", AT_A_POINT, opaque=("littlestone_dimension",))
def the_recurrence_of_littlestone(H: Binary) -> Use:
    """The recurrence of Ldim is the second premise of the step."""
    return Use({"H": H}, gives=littlestone_recurrence(*map(littlestone_dimension, at_last_point(H))))


@uses("DIM.vc.induction", "DIM.vc.base", BASE, opaque=("littlestone_dimension", "vc_dimension"))
def the_induction_begins_with_no_points(H: BinaryOrEmpty) -> Use:
    """The induction begins with the classes on no points; the empty class has no recurrence of Ldim, and is apart."""
    none = without_points(H)
    return Use({"H": H}, gives=vc_dimension(none) <= littlestone_dimension(none))


@uses("DIM.vc", "DIM.vc.induction", WHOLE)
def vc_is_at_most_littlestone_by_induction(H: Binary) -> Use:
    """The step is used at the dimensions of a class, of its union and of its halves, where the hypothesis holds for
    these."""
    classes = at_last_point(H)
    v, v_union, v0, v1 = map(vc_dimension, classes)
    d, d_union, d0, d1 = map(littlestone_dimension, classes)
    small = {"v": v, "v_union": v_union, "v0": v0, "v1": v1}
    large = {"d": d, "d_union": d_union, "d0": d0, "d1": d1}
    return Use(small | large, given=(v_union <= d_union) & (v0 <= d0) & (v1 <= d1), gives=v <= d)


# ---- Sauer's lemma


@uses("DIM.sauer.induction", "DIM.sauer.point", AT_A_POINT)
def the_recurrence_of_the_size(H: Binary) -> Use:
    """The recurrence of the size is used as an upper bound."""
    return Use({"H": H}, gives=H.size() <= without_last_point(H).size() + meet_of_halves(H).size())


@uses("DIM.sauer.induction", "DIM.sauer.dimensions", AT_A_POINT, opaque=("vc_dimension",))
def the_dimensions_of_union_and_meet(H: Binary) -> Use:
    """The hypothesis is used for the union at any $d >= VC(H)$, and for the meet at $d - 1$."""
    v, v_union, v_meet = map(vc_dimension, (H, without_last_point(H), meet_of_halves(H)))
    gives = all_of((v <= d).implies((v_union <= d) & (v_meet <= d - 1)) for d in range(H.points + 1))
    return Use({"H": H}, gives=gives)


@uses("DIM.sauer.induction", "DIM.sauer.base", BASE)
def sauers_induction_begins_with_no_points(H: BinaryOrEmpty) -> Use:
    """The induction begins with the classes on no points, of which $S(0, d) = 1$ counts the functions."""
    none = without_points(H)
    return Use({"H": H}, gives=none.size() <= sauer_sum(0, 0, 1))


@uses("DIM.sauer.induction", "DIM.sauer.pascal", WHOLE)
def the_two_bounds_add_up(m: PositiveInteger, d: Natural) -> Use:
    """Pascal's rule turns the sum of the two bounds into the bound on $m$ points."""
    gives = equals(sauer_sum(m - 1, d, 1) + sauer_sum(m - 1, d - 1, 1), sauer_sum(m, d, 1))
    return Use({"m": m, "d": d}, gives=gives)


@uses("DIM.sauer.vc", "DIM.sauer.induction", WHOLE)
def sauers_lemma_by_induction(H: Binary) -> Use:
    """The step is used at $d = VC(H)$, where the hypothesis holds for the union and the meet."""
    union, meet = without_last_point(H), meet_of_halves(H)
    v, v_union, v_meet = map(vc_dimension, (H, union, meet))
    sizes = {"n": H.size(), "n_union": union.size(), "n_meet": meet.size()}
    same, less = sauer_at(v, union.points), sauer_at(v - 1, union.points)
    sums = {"S_same": same, "S_less": less, "S": sauer_at(v, H.points)}
    known = (v_union <= v).implies(union.size() <= same) & (1 + v_meet <= v).implies(meet.size() <= less)
    dimensions = {"v": v, "v_union": v_union, "v_meet": v_meet, "d": v}
    return Use(sizes | dimensions | sums, given=known, gives=H.size() <= sauer_at(v, H.points))
