"""YAN25 facts that follow, X3 to X5: what they use."""

from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

PLACE = "derived"


rests_on("YAN25.X3", "YAN25.X3.row", "no row is among points of probability alpha", PLACE)


@uses("YAN25.X5", "YAN25.X5.median", PLACE)
def the_median_is_good(H: AtLeastOne, e1: PositiveReal, more: FromZero, b1: OpenUnit) -> Use:
    """For t >= (6/e1) ln(H/b1) z is a 1/3-median with probability 1 - b1."""
    at = {"top": H, "e1": e1, "b1": b1, "t": (6 * (ln(H) - ln(b1)) + more) / e1}
    return Use(at, given=at["t"] > 0, gives=lambda z: z.fails <= b1, times=1)


@uses("YAN25.X5", "YAN25.X5.choice", PLACE)
def the_choice_is_good(more: FromZero, b2: UpToHalf) -> Use:
    """x_good is the point with votes with probability 1 - b2, by u = (e2/4) (t/6 - theta) >= ln(1/(2 b2))."""
    return Use({"u": ln(1 / (2 * b2)) + more, "b2": b2}, gives=lambda choice: choice.fails <= b2, times=1)


@uses("YAN25.X5", "YAN25.X5.chunks", PLACE)
def the_chunks_are_all_good(t: AtLeastOne, alpha: OpenUnit, more: FromZero, b3: OpenUnit) -> Use:
    """For s >= ln(t/b3)/alpha all chunks are good with probability 1 - b3."""
    at = {"t": t, "alpha": alpha, "s": (ln(t / b3) + more) / alpha, "b3": b3}
    return Use(at, gives=lambda bad: bad.fails <= b3, times=1)


rests_on("YAN25.X5", "YAN25.L9.eq3", "x_good is as accurate as some good chunk", PLACE)


@adds_up("YAN25.X5", PLACE)
def the_three_chances(
    H: AtLeastOne,
    e1: PositiveReal,
    more: FromZero,
    t: AtLeastOne,
    alpha: OpenUnit,
    b1: OpenUnit,
    b2: UpToHalf,
    b3: OpenUnit,
) -> Total:
    """b1 + b2 + b3."""
    return Total(fails=b1 + b2 + b3)


rests_on("YAN25.X5.median", "YAN25.F1.zero", "some value has a quality of t/2", PLACE)


@uses("YAN25.X5.chunks", "YAN25.X3", PLACE)
def a_chunk_is_seldom_bad(alpha: OpenUnit, s: FromZero) -> Use:
    """A chunk is bad with probability (1 - alpha)^s <= e^{-alpha s}."""
    return Use({"alpha": alpha, "s": s}, gives=lambda chunk: chunk.fails <= exp(-(alpha * s)))
