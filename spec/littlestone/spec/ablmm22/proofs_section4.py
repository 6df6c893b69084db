"""ABLMM22 sections 4.2.1, 4.2.2 and 4.3: what the proofs of Theorems 1 and 2 and of Lemma 17 use.

Logarithms are to base 2; q is the number of colours, (10^2 m + 1)^(m+1), and L is log m.
"""

from littlestone.spec.ablmm22.vocabulary import AtLeastThree, largest_delta
from littlestone.spec.notation import *

STATED = "section 4.2.1, proof of Theorem 1"
EXPLICIT = "Theorem 1 with its constants"
RAMSEY = "Theorem 19, corrected"
LEMMA = "section 4.2.2, proof of Lemma 17"


# ---- Theorem 1

rests_on("ABLMM22.T1", "ABLMM22.L15", "an empirical learner with 9 times the examples", f"{STATED}, second sentence")
rests_on(
    "ABLMM22.T1",
    "ABLMM22.L17",
    "log^(m)(n) <= k 2^{O(m log m)}; taken for granted: A restricted to samples from X' is private and accurate as "
    "A is, and X' is {1, ..., k} by renaming",
    STATED,
)


@uses("ABLMM22.T1", "ABLMM22.L18", STATED, draws="k = 2^{O(m^2 log^2 m)}")
def theorem_1_bounds_the_homogeneous_set(j: PositiveInteger) -> Use:
    """Lemma 18 is used on the empirical learner, which has 9m examples, with the delta = 1/(10^3 m^2 log m) of A; here
    m = j + 1, since log 1 = 0 leaves no delta at m = 1."""
    m = j + 1
    return Use(needs=largest_delta(m) <= largest_delta(9 * m))


@correction(
    "ABLMM22.T1.from.L18.premise",
    "Lemma 18 asks for the delta of the empirical learner's 9m examples, which is at least 81 times smaller: Theorem 1 "
    "must start from a smaller delta",
    c=Constant(400_000, mutants=(300_000,)),
)
def a_smaller_delta_meets_the_premise_of_lemma_18(j: PositiveInteger, c: int) -> Truth:
    """With delta = 1/(4 * 10^5 m^2 log m), which is O(1/(m^2 log m)) as well, delta <= 1/(10^3 (9m)^2 log(9m)) for
    every m = j + 1 >= 2."""
    m = j + 1
    return largest_delta(m, c) <= largest_delta(9 * m)


@uses("ABLMM22.T1", "ABLMM22.L18", STATED, name="even", draws="k = 2^{O(m^2 log^2 m)}")
def the_samples_of_lemma_18_can_be_balanced(m: PositiveSize) -> Use:
    """Lemma 18 speaks of balanced samples: for odd sizes there are none, every X is homogeneous, and its proof has no
    sample to start from. It is used at the 9m examples of the empirical learner."""
    return Use(needs=9 * m % 2 == 0)


@correction(
    "ABLMM22.T1.from.L18.even.premise",
    "9m is odd where m is: Lemma 15 serves with 10m examples as well (ABLMM22.L15.sharper needs 3m)",
    times=Constant(10, mutants=(9,)),
)
def ten_times_the_examples_can_be_balanced(m: PositiveSize, times: int) -> Truth:
    """10m is even for every m."""
    return times * m % 2 == 0


@uses("ABLMM22.T1", "ABLMM22.T1.chain.eq1", STATED, repair="ABLMM22.T1.chain.eq1.corrected")
def the_bound_has_few_bits(m: AtLeastTwo, L: AtLeastOne, b: FromZero, times: AtLeastOne) -> Use:
    """log^(m)(n) has at most 1008 x^2 log^2 x bits for every x >= m, of which T1.chain.eq2 takes four more logarithms;
    here L = log m, x log x = times m log m and the bits are 1008 b m^2 log^2 m."""
    return Use({"bits": 1008 * b * m**2 * L**2, "m": m, "L": L}, gives=b <= times)


rests_on("ABLMM22.T1", "ABLMM22.N.ilog", "it is applied t times", STATED, repair="ABLMM22.N.ilog.corrected")
rests_on("ABLMM22.T1", "ABLMM22.T1.chain.eq2", "t <= log* m' + 4, at m' = 9m", f"{STATED}, its last line")
rests_on("ABLMM22.T1", "ABLMM22.T1.chain", "log^(m+t)(n) <= 1, for t = log* R", f"{STATED}, its last display")
rests_on("ABLMM22.T1", "ABLMM22.N.logstar", "m + t logarithms make n at most 1", f"{STATED}, its last line")
rests_on(
    "ABLMM22.T1",
    "ABLMM22.D12",
    "1/n^3 <= 1/(10^3 n^2 log n) from n = 2^14 on; taken for granted: for an infinite X, finite parts X' with log* "
    "|X'| as large as one likes while n stays",
    "Theorem 1, section 2.1, last sentence",
)
rests_on("ABLMM22.T1.chain.eq1", "ABLMM22.L17.eq1", "the denominator is 3 q log q", f"{STATED}, its first display")
rests_on("ABLMM22.T1.chain.eq1", "ABLMM22.T1.chain.colours", "log q <= 8 (m + 1) log m", f"{STATED}, its first display")
rests_on("ABLMM22.T1.chain.eq1", "ABLMM22.L18", "k - m <= 2^{10^3 m^2 log^2 m}", f"{STATED}, its first display")
rests_on("ABLMM22.T1.chain.set", "ABLMM22.L21", "k - m <= 2^{10^3 m^2 log^2 m}", f"{STATED}, its first display")


@uses("ABLMM22.T1.explicit", "ABLMM22.T1.chain.set", EXPLICIT)
@uses("ABLMM22.T1.chain.eq1", "ABLMM22.T1.chain.set", f"{STATED}, its first display")
def the_corrected_display_uses_the_size_of_the_set(m: AtLeastTwo, k: FromZero, A: AtLeastOne) -> Use:
    """k <= m + A as in Lemma 18, A = 2^{10^3 m^2 log^2 m}: k + 1 <= 2 A for the homogeneous set."""
    return Use({"m": m, "power": A}, given=k <= m + A, gives=k + 1 <= 2 * A)


rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.sharper", "an empirical learner with 4m examples", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.up", "A <= e^(w/4)", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.down", "a >= e^(-v/(4 - v))", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L15.delta", "delta does not grow", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T19.corrected", "s points of one colour, or s <= M + 1", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L17.list", "the common colour is a probabilities-list", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L20", "a family of k - M distributions", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.fewer.eqA", "the attack finds i from fewer draws", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.eqD.corrected", "1/6 is left of 2/3 - D delta", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.L21.fewer.eqC", "k - M <= 2^{10^3 M^2 log^2 M}", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T1.chain.colours", "log q <= 8 (M + 1) log M", EXPLICIT)
rests_on("ABLMM22.T1.explicit", "ABLMM22.T1.chain", "log* |X| <= M + log* R", EXPLICIT)


# ---- Theorem 19

rests_on("ABLMM22.T19.corrected", "ABLMM22.T19.choice", "q^C(r, t) + t - 1 points leave r + 1 chosen ones", RAMSEY)


@uses("ABLMM22.T19.corrected", "ABLMM22.T19.growth", RAMSEY)
def towers_one_level_up(t: AtLeastThree, A: PositiveReal, B: PositiveReal, L: AtLeastOne) -> Use:
    """At t + 1, q^(r^(t+1)) with r <= 2^A is at most twr_2(B) = 2^(2^B): L 2^((t+1) A) <= 2^B, L = log q."""
    return Use({"t": t, "A": A, "B": B, "L": L}, gives=L * 2 ** ((t + 1) * A) <= 2**B)


# ---- Lemma 17

rests_on("ABLMM22.L17", "ABLMM22.L17.color", "taken for granted: m is even, or X itself is homogeneous", LEMMA)
rests_on("ABLMM22.L17", "ABLMM22.L17.color.count", "(10^2 m + 1)^(m+1) colours, at least 2, as Theorem 19 needs", LEMMA)


@uses(
    "ABLMM22.L17",
    "ABLMM22.T19",
    f"{LEMMA}, its display",
    name="range",
    repair="ABLMM22.T19.corrected",
    draws="a subset of size s with all its (m+1)-subsets in one colour",
)
def ramsey_gives_a_set_of_one_colour(m: PositiveInteger, s: Natural) -> Use:
    """Theorem 19 is used with t = m + 1, q = (10^2 m + 1)^(m+1) and N = n, for s = log^(m)(n)/(3 q log q), here rounded
    down: it is about s > t >= 2 and, corrected, q >= 2."""
    q = (100 * m + 1) ** (m + 1)
    return Use(needs=all_of([m + 1 < s, m + 1 >= 2, q >= 2]))


@uses("ABLMM22.L17", "ABLMM22.T19", f"{LEMMA}, its display", repair="ABLMM22.T19.corrected")
def the_set_of_one_colour_is_large(s: Natural, size: Natural) -> Use:
    """|X'| >= log^(m)(n)/(3 q log q) is drawn from Theorem 19: that real number is s + 1/2, and the theorem, which
    is about integers s > m + 1 >= 2, gives s points."""
    return Use({"s": s}, given=s > 2, says=s <= size, gives=s + HALF <= size)


@correction(
    "ABLMM22.L17.from.T19.range.premise",
    "for n so small that log^(m)(n)/(3 q log q) is at most t = m + 1, Theorem 19 says nothing; but then any set of m + "
    "1 points, whose only (m+1)-subset has one colour, is large enough, and so are all n <= m points, without a sample",
    more=Constant(1, mutants=(0,)),
)
def small_sets_need_no_ramsey(m: PositiveInteger, s: Natural, n: PositiveInteger, more: int) -> Statement:
    """Where 1 <= s <= m + 1 (log^(m)(n)/(3 q log q) rounded down), min(n, m + 1) >= s points are homogeneous, as s <=
    n; where s > m + 1, Theorem 19 applies with t = m + 1 >= 2 and q >= 2."""
    applies = (m + more >= 2) & (m + 1 < s)
    return when([s >= 1, s <= n], applies | ((s <= m + more) & (s <= n)))


@correction(
    "ABLMM22.L17.from.T19.conclusion",
    "log^(m)(n)/(3 q log q) is no integer, and Theorem 19 gives a set of an integral size s: rounding down loses up to "
    "half of it, which 2^{O(m log m)} absorbs",
    half=Constant(2, stronger="smaller", mutants=(1,)),
)
def rounding_down_loses_a_half(s: PositiveInteger, rest: BelowOne, half: Fraction) -> Truth:
    """|X'| >= log^(m)(n)/(6 q log q) wherever log^(m)(n)/(3 q log q) = s + rest is at least 1: s >= (s + rest)/2."""
    return (s + rest) / half <= s


rests_on("ABLMM22.L17", "ABLMM22.L17.eq1", "3 q log q is the printed denominator", f"{LEMMA}, its display")
rests_on("ABLMM22.L17", "ABLMM22.L17.eq1.order", "the denominator is 2^{O(m log m)}", f"{LEMMA}, its display")
rests_on("ABLMM22.L17", "ABLMM22.N.ilog", "log^(m) undoes twr_(m+1)", LEMMA, repair="ABLMM22.N.ilog.corrected")
rests_on("ABLMM22.L17", "ABLMM22.L17.list", "the common colour is a probabilities-list", f"{LEMMA}, last sentence")


# ---- Theorem 2


@uses("ABLMM22.T2", "ABLMM22.T10", "section 4.3, proof of Theorem 2")
def large_dimension_gives_thresholds(d: Natural, C: AtLeastOne, K: AtLeastOne) -> Use:
    """By item 1 of Theorem 10 H contains c = floor(log d) thresholds, so that d < 2^(k+1) for their largest number k;
    here C = 2^c and K = 2^k. Where d is infinite it is used at every finite d."""
    return Use(given=d < 2 * C, needs=d >= 1, says=C <= K, gives=d < 2 * K)


@correction(
    "ABLMM22.T2.from.T10.premise",
    "at d = 0 there is no floor(log d); but there log* d = 0 and Theorem 2 says nothing",
    least=Constant(1, mutants=(2,)),
)
def a_class_of_dimension_one_has_a_logarithm(d: Natural, least: int) -> Truth:
    """d = 0, where Theorem 2 bounds n by 0, or d >= 1, where log d >= 0."""
    return (d <= 0) | (d >= least)


rests_on(
    "ABLMM22.T2",
    "ABLMM22.T1",
    "taken for granted: A restricted to x_1, ..., x_c is as private",
    "section 4.3, proof of Theorem 2",
)


@uses("ABLMM22.T2", "ABLMM22.T2.proof", "section 4.3, proof of Theorem 2, last sentence")
def log_star_of_the_logarithm_is_two_less(c: FromZero, s: FromZero) -> Use:
    """Omega(log* floor(log d)) = Omega(log* d); here c and s are log* floor(log d) and log* d, and where s >= 4 half of
    it is left."""
    return Use({"c": c, "s": s}, given=s >= 4, gives=s / 2 <= c)


@uses("ABLMM22.T2.proof", "ABLMM22.T2.proof.floor", "section 4.3, proof of Theorem 2, last sentence")
def rounding_the_logarithm_is_paid_for(u: FromZero, logarithm: FromZero, more: PositiveUnit) -> Use:
    """Rounding down costs one more level of log*: floor(log d) = log d - 1 + more exceeds u - 1, and is an integer."""
    return Use({"logarithm": logarithm, "u": u}, gives=u < logarithm - 1 + more + 1)


rests_on(
    "ABLMM22.T2",
    "ABLMM22.D12",
    "delta(n) <= c/(n^2 log n); taken for granted: n is large, and n^(-omega(1)) below n^(-3) from some n on",
    "Theorem 2, section 2.1",
)
