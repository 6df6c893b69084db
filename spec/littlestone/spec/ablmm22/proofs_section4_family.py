"""ABLMM22 section 4.2.3, first half: what the proofs of Lemma 18, Claim 22 and Lemma 20 use.

Write m = 2j; a and b are A_S(x) and A_{S'}(x) at the example that is moved.
"""

from littlestone.spec.learning import ordered_samples as ordered
from littlestone.spec.notation import *

TWO_THIRDS = Fraction(2, 3)
Claim22 = "section 4.2.3, proof of Claim 22"
Lemma20 = "section 4.2.3, proof of Lemma 20"
Lemma18 = "section 4.2.3, after Lemma 21"


# ---- Lemma 18

rests_on("ABLMM22.L18.ie", "ABLMM22.L18.explicit", "log k <= 1001 m^2 log^2 m", "section 4.2.1, Lemma 18, in brackets")


@uses("ABLMM22.L18", "ABLMM22.L20", Lemma18, draws="a family of n = k - m distributions with both properties")
def lemma_18_takes_a_family(j: PositiveInteger, k: PositiveInteger) -> Use:
    """Lemma 20 is used on A and {1, ..., k}, which stand there as in Lemma 18: its family has n = k - m members, at
    least one; here m = 2j."""
    return Use(needs=2 * j < k)


@correction(
    "ABLMM22.L18.from.L20.premise",
    "Lemma 18 is for every k, and for k <= m there is no family; but then k <= 2^{O(m^2 log^2 m)} without any proof",
    gap=Constant(1, mutants=(9,)),
)
def few_points_need_no_family(j: PositiveInteger, gap: int) -> Truth:
    """Where k <= m, k <= 2^{m^2}: m <= 2^{m^2} for every even m, here m = 2j."""
    m = 2 * j
    return gap * m <= 2 ** (m**2)


rests_on("ABLMM22.L18", "ABLMM22.L21", "k - m <= 2^{10^3 m^2 log^2 m}", Lemma18)


@uses("ABLMM22.L18", "ABLMM22.L18.explicit", Lemma18)
def the_whole_set_is_small(m: AtLeastTwo, k: FromZero, A: AtLeastOne) -> Use:
    """k - m <= 2^{10^3 m^2 log^2 m}, here A, gives k = 2^{O(m^2 log^2 m)}."""
    return Use({"m": m, "power": A}, given=k <= m + A, gives=k <= 3 * A / 2)


# ---- Claim 22

rests_on("ABLMM22.C22", "ABLMM22.D14", "Pr[loss_S(h) <= 1/16] >= 15/16 on spaced points", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq1", f"{Claim22}, second paragraph")
def the_expected_accuracy_is_seven_eighths(loss: FromZero) -> Use:
    """The expected loss is at most 1/8: 7/8 <= E[1 - loss]."""
    return Use({"loss": loss}, gives=1 - loss >= Fraction(7, 8))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq2", "the mean over both halves is at least 7/8", f"{Claim22}, first display")
rests_on("ABLMM22.C22", "ABLMM22.C22.eq3", "some m_1 has A_S(x_(m_1)) >= 3/4", f"{Claim22}, after its first display")


@uses("ABLMM22.C22", "ABLMM22.D12", Claim22, name="room", draws="S' is a sample from {1, ..., k}")
def the_moved_example_is_in_the_domain(j: PositiveInteger, k: PositiveInteger) -> Use:
    """x_(m_1) + 1 must be among the k > m points, and no other example, whatever m_1 is: where the examples are the odd
    points, it is at most 2m; here m = 2j."""
    return Use(given=2 * j < k, needs=4 * j <= k)


@correction(
    "ABLMM22.C22.from.D12.room.premise",
    "for m < k < 2m some x_(m_1) + 1 is an example itself, or missing; Claim 22 is true there all the same: a point "
    "behind all examples serves for x_(m_1), and one before them for x_(m_2); for k <= m, where Lemma 20 has no "
    "family, it can fail (ABLMM22.C22.room)",
    more=Constant(1, mutants=(0,)),
)
def one_more_point_leaves_room(j: PositiveSize, more: int) -> Truth:
    """On m + 1 points x_(m_1) of the first m is moved to the last point, and x_(m_2) of the last m to the first: S' is
    a balanced increasing sample of a threshold, in which x_(m_1) has the order m_1 - 1 and x_(m_2) the order m_2, so
    that p_(m_1-1) - p_(m_2) is at least 1/3 - 1/(50 m); here m = 2j."""
    m, k = 2 * int(j), 2 * int(j) + int(more)
    first, last = ordered.balanced_sample(range(m)), ordered.balanced_sample(range(k - m, k))
    upper = [_stays(first, i, k - 1, order=i) for i in range(m // 2, m)]
    lower = [_stays(last, i, 0, order=i + 1) for i in range(m // 2)]
    return all_of([*upper, *lower])


def _stays(S: Sample, i: int, place: int, order: int) -> bool:
    """With its i-th example moved to a place S is what homogeneity is about still, and the example's point has this
    order."""
    x, y = S[i]
    moved = tuple(sorted({*S[:i], (place, y), *S[i + 1 :]}))
    kept = len(moved) == len(S) and ordered.is_balanced(moved) and ordered.fits_a_threshold(moved)
    return kept and x not in dict(moved) and ordered.order_in(moved, x) == order


rests_on("ABLMM22.C22", "ABLMM22.D12", "(3/4 - delta) e^{-0.1} <= A_{S'}(x_(m_1))", Claim22)
rests_on("ABLMM22.C22", "ABLMM22.D16", "p_(m_1-1) >= 2/3 - 1/(10^2 m)", Claim22)


@uses("ABLMM22.C22", "ABLMM22.C22.eq4", f"{Claim22}, its second display")
def the_upper_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps p_(m_1-1) within 1/(10^2 m) of A_{S'}(x_(m_1)) >= 2/3."""
    return Use({"b": b}, gives=b - off / (100 * m) >= TWO_THIRDS - 1 / (100 * m))


rests_on("ABLMM22.C22", "ABLMM22.C22.eq3", "some A_S(x_(m_2)) <= 1/4", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D12", "A_{S'} <= e^0.1/4 + delta", Claim22, name="lower")
rests_on("ABLMM22.C22", "ABLMM22.D16", "p_(m_2-1) <= 1/3 + 1/(10^2 m)", Claim22, name="lower")


@uses("ABLMM22.C22", "ABLMM22.C22.eq5", f"{Claim22}, 'similarly'")
def the_lower_probability_in_the_list(m: AtLeastTwo, b: FromZero, off: Unit) -> Use:
    """Homogeneity keeps p_(m_2-1) within 1/(10^2 m) of A_{S'}(x_(m_2)) <= 1/3."""
    return Use({"b": b}, gives=b + off / (100 * m) <= Fraction(1, 3) + 1 / (100 * m))


rests_on("ABLMM22.C22", "ABLMM22.C22.range", "i is at least m_2", Claim22, repair="ABLMM22.C22.range.corrected")
rests_on("ABLMM22.C22", "ABLMM22.C22.telescope", "a longest step is at least the mean", f"{Claim22}, its last display")


@claim(
    "ABLMM22.C22.room",
    "Claim 22, section 4.2.3: its hypothesis",
    "remark",
    role="construction",
    narrows="proved is that the exponential mechanism is accurate; that it is private, and that X has no point outside "
    "a sample of m = k increasing points, so that every list is a probabilities-list, is in words",
    m=Constant(4000, mutants=(1000,)),
)
def without_room_no_probability_need_jump(more: FromZero, m: int) -> Truth:
    """Claim 22 needs more than m points: at k = m = 4000 X is homogeneous with the list 0, ..., 0, and the exponential
    mechanism over its thresholds and the function 0, (0.1, 0)-private, errs on more than m/16 examples with probability
    at most (m + 1) e^{-0.1 m/32} <= 1/16; for every larger m as well."""
    return ln(16 * (m + 1 + more)) <= (m + more) / 320


@uses("ABLMM22.C22", "ABLMM22.C22.eq6", f"{Claim22}, its last display")
def the_last_display_of_claim_22(m: PositiveInteger, mean: FromZero, more: FromZero) -> Use:
    """(1/3)/m - 1/(50 m^2), here the mean, is at most the longest step."""
    return Use({"step": mean, "m": m}, gives=1 / (4 * m) <= mean + more)


# ---- Lemma 20


@uses("ABLMM22.L20", "ABLMM22.C22", f"{Lemma20}, first sentence")
def the_list_jumps_by_a_quarter_of_one_in_m(m: AtLeastTwo, step: FromZero) -> Use:
    """m - 1 steps of at most the longest one rise by (m - 1)/(4m): p_i - p_(i-1) >= 1/(4m). Claim 22 needs k > m
    points, as there are."""
    return Use({"rise": (m - 1) * step, "m": m}, gives=1 / (4 * m) <= step)


rests_on("ABLMM22.L20", "ABLMM22.D12", "any two of the A(S_x) are close", f"{Lemma20}, first item")
rests_on("ABLMM22.L20", "ABLMM22.L20.eq1", "r is 1/(10m) away", Lemma20, repair="ABLMM22.L20.eq1.corrected")
rests_on(
    "ABLMM22.L20",
    "ABLMM22.D16",
    "A_{S_x}(x') is near p_(i-1) for x' < x, near p_i for x' > x; taken for granted: S is balanced; the point that "
    "is neither in S nor in J lies beyond another example",
    Lemma20,
)
rests_on("ABLMM22.L20", "DP.post", "labels are computed from h alone", f"{Lemma20}, last sentence")
