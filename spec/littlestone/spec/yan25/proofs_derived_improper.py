"""YAN25 facts that follow, X3 to X5: what they use."""

from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

PLACE = "derived"


rests_on("YAN25.X4.corrected", "YAN25.L9.eq3", "some good chunk has y_i <= z, and x_good is as accurate", PLACE)


@uses("YAN25.X5", "YAN25.X5.median", PLACE, draws="z is a 1/3-median")
def the_median_is_good(H: AtLeastOne, e1: PositiveReal, b1: OpenUnit, b2: UpToHalf, b3: OpenUnit) -> Use:
    """With probability 1 - b1."""
    return Use({"H": H, "e1": e1, "b1": b1}, fails=b1)


@uses("YAN25.X5", "YAN25.X5.choice", PLACE, draws="x_good is the point with votes")
def the_choice_is_good(b1: OpenUnit, b2: UpToHalf, b3: OpenUnit) -> Use:
    """With probability 1 - b2, by u = (e2/4) (t/6 - theta) >= ln(1/(2 b2))."""
    return Use({"b2": b2}, fails=b2)


@uses("YAN25.X5", "YAN25.X5.chunks", PLACE, draws="all chunks are good")
def the_chunks_are_all_good(alpha: PositiveUnit, b3: OpenUnit) -> Use:
    """With probability 1 - b3, by s >= ln(t/b3)/alpha."""
    return Use({"alpha": alpha, "b3": b3}, fails=b3)


rests_on("YAN25.X5", "YAN25.L9.eq3", "x_good is as accurate as some good chunk", PLACE)


@adds_up("YAN25.X5", PLACE)
def the_three_chances(
    H: AtLeastOne, e1: PositiveReal, alpha: PositiveUnit, b1: OpenUnit, b2: UpToHalf, b3: OpenUnit
) -> Total:
    """b1 + b2 + b3."""
    return Total(fails=b1 + b2 + b3)


rests_on("YAN25.X5.median", "YAN25.F1.zero", "some value has a quality of t/2", PLACE)
rests_on("YAN25.X5.chunks", "YAN25.X3", "a chunk is bad with probability (1 - alpha)^s", PLACE)
