"""BGS21 section 5.1: what the induction on n uses of the definitions, and that equation (4) is its outcome."""

from itertools import combinations

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *

INDUCTION = "Theorem 5.6, section 5.1, as an induction on n"
ROOT = f"{INDUCTION}: the parts at a root"
UNKNOWN = ("littlestone_dimension",)


rests_on("BGS21.T5.6.root", "BGS21.D5.5.trees", "depths up to m stand for all", "for Definition 5.5, section 5.1")
rests_on("BGS21.T5.6.induction", "BGS21.N5.0", "it begins at N(0, H, 0) = 1", INDUCTION)
rests_on("BGS21.T5.6.eq4", "BGS21.T5.6.induction", "the step gives (4), where it holds for the parts", INDUCTION)


@uses("BGS21.T5.6.induction", "BGS21.T5.6.root", ROOT, opaque=("cover_function", "cover_number"))
def a_cover_is_no_larger_than_those_of_the_parts(H: Multiclass) -> Use:
    """The size at depth 1 is at most what the parts at the worst root have together: the first premise of the step."""
    sums = [total(cover_function(part, 0) for part in parts_at(H, x)) for x in range(H.points)]
    return Use({"H": H}, gives=cover_function(H, 1) <= largest(sums))


@uses("BGS21.T5.6.induction", "BGS21.T5.6.parts", ROOT, opaque=UNKNOWN)
def the_heavy_part_has_no_larger_dimension(H: Multiclass) -> Use:
    """The dimension of the heavy part, the largest of all, is at most d: the second premise of the step."""
    d = multiclass_littlestone_dimension(H)
    heavy = [largest([multiclass_littlestone_dimension(part) for part in parts_at(H, x)]) for x in range(H.points)]
    return Use({"H": H}, gives=all_of(one <= d for one in heavy))


@uses("BGS21.T5.6.induction", "BGS21.C5.7", ROOT, opaque=UNKNOWN)
def the_light_parts_have_smaller_dimension(H: Multiclass) -> Use:
    """Of two parts the lighter has dimension at most d - 1: the third premise of the step."""
    d = multiclass_littlestone_dimension(H)
    pairs = (pair for x in range(H.points) for pair in combinations(parts_at(H, x), 2))
    lighter = [smallest([multiclass_littlestone_dimension(part) for part in pair]) for pair in pairs]
    return Use({"H": H}, gives=all_of(1 + one <= d for one in lighter))


@uses("BGS21.T5.6.induction", "BGS21.T5.6.pascal", f"{INDUCTION}: the sums")
def the_bounds_of_the_parts_add_up(size: Natural, heavy: Natural, light: Natural, whole: Natural) -> Use:
    """Pascal's rule turns the bounds of the parts, one at d and k at d - 1, into that of the class."""
    return Use({"split": heavy + light, "whole": whole}, given=size <= heavy + light, gives=size <= whole)
