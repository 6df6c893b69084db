"""LYU25 section 6.2.1: what the proof of Claim 6.4 uses."""

from littlestone.spec.classes.constructions import points_family
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.online_parameters import OnlineParameters

Points = Annotated[Integer, Naturals(3, concrete=True)]
Rounds = Annotated[Real, Naturals(2)]
KEY = "proof of Claim 6.4, section 6.2.1"

# ---- Claim 6.4


@uses("LYU25.C6.4", "LYU25.C6.4.up", KEY, repair="LYU25.C6.4.up.corrected", draws="p(u) <= 1/100")
def bottom_is_seldom_drawn(T: Rounds) -> Use:
    """The upper bound, where no noise of the T tests is larger than 2k/15; as k has no constant, with T^{-3}."""
    return Use(fails=Real.of(T) ** (-3))


rests_on("LYU25.C6.4", "LYU25.C6.4.lo", "p(u) >= 2^{-O(d^2)} / k", KEY, repair="LYU25.C6.4.lo.corrected")


@uses("LYU25.C6.4", "LYU25.C6.4.maj", KEY)
def the_majority_is_that_of_the_law(T: Rounds) -> Use:
    """At all T queries of one call half of the hypotheses drawn are wrong with T^{-20} at most, as a query has one
    tail; T calls, and the draws that are hypotheses at each, pay 2 T^2 at most."""
    return Use({"log_T": ln(T)}, gives=lambda tail: T * tail.fails <= 1 / T**20, times=2 * T**2)


@uses("LYU25.C6.4", "LYU25.C6.4.fin", KEY, repair="LYU25.C6.4.fin.corrected")
def the_chance_of_bottom_rises(before: Unit, after: Unit) -> Use:
    """p(u+1) >= (1 + 1/10) p(u)."""
    return Use({"before": before, "after": after}, gives=after - before >= before / 10)


@uses("LYU25.C6.4", "LYU25.C6.2.sums", KEY, repair="LYU25.C6.2.sums.corrected")
def the_chunks_agree_at_every_call(T: Rounds) -> Use:
    """What is exposed on E is so on all chunks, in the event of Claim 6.2."""
    return Use({"log_T": ln(T)}, gives=lambda event: 1 - event.fails >= 1 - 1 / T**10, times=1)


@adds_up("LYU25.C6.4", "Claim 6.4, section 6.2.1")
def the_failures_of_the_key_claim(T: Rounds) -> Total:
    """All of it holds with probability 1 - T^{-3} - 2 T^{-10}, and so with 1 - T^{-2}."""
    return Total(fails=1 / T**3 + 2 / T**10)


@uses("LYU25.C6.4.lo", "LYU25.K4.1.1", KEY, repair="LYU25.K4.1.1.corrected")
def the_candidates_are_counted(C: PositiveInteger) -> Use:
    """Each of k lists has at most L = 2^{O(d^2)} candidates, and their union 2^{O(d^2)} too: here two each, k = 4^C and
    the constant C at d = 1."""
    return Use(gives=4**C * 2 <= 2**C)


@correction(
    "LYU25.C6.4.lo.from.K4.1.1.conclusion",
    "the corollary bounds each list, and k grows with log T and 1/epsilon: k lists have at most k 2^{O(d^2)} "
    "candidates",
    share=SHARE,
)
def the_candidates_of_all_lists(k: AtLeastOne, L: AtLeastOne, one: Unit, share: Fraction) -> Truth:
    """k lists of at most L candidates, ``one`` L each, have at most k L together."""
    return k * (one * L) <= share * k * L


@uses("LYU25.C6.4.maj", "LYU25.P1", KEY, repair="LYU25.P1.corrected")
def the_draws_are_concentrated(more: FromZero) -> Use:
    """n = 800 ln T draws, T >= 2: where a third says 1, more than half does with probability at most 2 e^{-n/36}, by
    Proposition 1 at 1/2 with both tails, at most T^{-21}; here ln T = ln 2 + ``more``."""
    log_T = ln(2) + more
    at = {"delta": Real.of(HALF), "mean": 800 * log_T / 3}
    return Use(at, gives=lambda draws: draws.fails <= exp(-(21 * log_T)))


rests_on("LYU25.C6.4.maj", "LYU25.C6.4.up", "9/10 of the draws are hypotheses", KEY, repair="LYU25.C6.4.up.corrected")
rests_on("LYU25.C6.4.maj.rate", "PROB.markov", "the bound on the n-th moment", "for the proof of Claim 6.4")
rests_on("LYU25.C6.4.third", "LYU25.C6.4.maj", "|h^(x) - E_D h(x)| <= 2/3", KEY)


@uses("LYU25.C6.4.xi", "LYU25.C6.4.third", KEY)
def a_third_errs_on_average(p: BelowOne, fraction: Unit) -> Use:
    """On average at least 1/3 of the hypotheses in D err on E: their mass in D is 1 - p times the fraction."""
    return Use({"p": p, "mass": (1 - p) * fraction}, gives=3 * (1 - p) * fraction >= 1 - p)


@uses("LYU25.C6.4.fin", "LYU25.C6.4.xi", KEY, name="measure")
def the_exposed_have_nearly_a_fifth_of_the_law(xi: Unit, share: Unit) -> Use:
    """A fraction xi >= 1/5 of the hypotheses has (1 - p) xi of D, the failure symbol being in D too: at least 99/500
    for p = ``share`` / 100."""
    return Use({"xi": xi}, gives=(1 - share / 100) * xi >= Fraction(99, 500))


rests_on("LYU25.C6.4.fin", "LYU25.C6.4.fin.new", "none is new", f"{KEY}: (1)", repair="LYU25.C6.4.fin.new.corrected")


@uses(
    "LYU25.C6.4.fin.new",
    "LYU25.K4.1.2",
    f"{KEY}: (1)",
    repair="LYU25.K4.1.2.corrected",
    draws="what is essential at call u+1 was so at call u",
)
def the_classes_of_two_calls_have_one_dimension(m: Points) -> Use:
    """Corollary 4.1.2 for a teacher's classes at two calls in one stage, which are to have the same decomposition
    dimension: {0, 1_1, ..., 1_m} and, after mistakes on (x, 1), {1_x}, at d = 1 and p = 2."""
    H = points_family(int(m))
    G = restricted(H, ((0, 1),))
    return Use(needs=decomposition_dimension(G, 2, 1) == decomposition_dimension(H, 2, 1))


@correction(
    "LYU25.C6.4.fin.new.from.K4.1.2.premise",
    "j* stays while the decomposition dimension of a teacher's class falls; a list that is emptied once it is below d"
    " + 1 - j* can only shrink: after a fall nothing is listed, and before it the dimensions are equal",
    narrows="the same classes; m <= 2 points, where the dimension is 0 at both calls",
    most=Constant(2, mutants=(3,), stronger="larger"),
)
def small_families_keep_their_dimension(m: Annotated[Integer, Naturals(1, concrete=True)], most: int) -> Statement:
    """{0, 1_1, ..., 1_m} and {1_x} have the same decomposition dimension at d = 1 and p = 2 for m <= 2."""
    H = points_family(int(m))
    G = restricted(H, ((0, 1),))
    return when(m <= most, decomposition_dimension(G, 2, 1) == decomposition_dimension(H, 2, 1))


@uses("LYU25.C6.4.fin", "LYU25.F4", f"{KEY}: (2)", repair="LYU25.F4.corrected", draws="the exposed are not listed")
def the_exposed_are_not_essential(C: PositiveInteger) -> Use:
    """Fact 4 on a chunk of n = C d^3 log(d log T) examples, with p = 2^j d^3 at j* = j: p >= n >= d. Here d = 1, j = 1
    and log T = e^3, so that n = 3 C for the constant C; as T grows it fails for every C and j."""
    A = OnlineParameters(1, 1, 1, exp(Real.of(3)), C)
    return Use(needs=(A.chunk <= 2) & (A.chunk >= 1))


@correction(
    "LYU25.C6.4.fin.from.F4.premise",
    "the chunks grow with T and p_j = 2^j d^3 does not: with p_j = 2^j (3 U / (2k)), at least the size of a chunk, "
    "lists have (log log T)^d times as many candidates, which O~ hides",
    factor=Constant(Fraction(3, 2), mutants=(HALF,)),
)
def the_depth_is_at_least_the_chunk(j: PositiveInteger, chunk: AtLeastOne, share: Unit, factor: Fraction) -> Truth:
    """p_j = 2^j (3/2) U/k is at least n, for chunks of at most (3/2) U/k."""
    return 2 * factor * chunk >= share * Fraction(3, 2) * chunk


@uses(
    "LYU25.C6.4.fin",
    "LYU25.F4",
    f"{KEY}: (2)",
    repair="LYU25.F4.corrected",
    name="threshold",
    draws="the exposed are not listed",
)
def the_classes_allow_less_than_a_tenth(d: PositiveInteger, j: PositiveInteger) -> Use:
    """Fact 4 is about {h : err_A(h) <= 1/10}, and algorithm 4 adds err_A(h) <= (1/10) (1 - 1/d)^j at stage j."""
    return Use(needs=Fraction(1, 10) * (1 - 1 / d) ** j == Fraction(1, 10))


@correction(
    "LYU25.C6.4.fin.from.F4.threshold.premise",
    "the classes of algorithm 4 are smaller, and what is not essential to a class may be so to a part of it; the proof "
    "of Fact 4 serves for every threshold below 1/8 (LYU25.F4.stages)",
    exposed=Constant(Fraction(1, 8), mutants=(Fraction(1, 11),), stronger="smaller"),
)
def the_thresholds_are_below_an_eighth(d: PositiveInteger, share: Unit, exposed: Fraction) -> Truth:
    """(1/10) (1 - 1/d)^j < 1/8 at every stage: ``share`` is (1 - 1/d)^(j-1)."""
    return Fraction(1, 10) * (1 - 1 / d) * share < exposed


@uses("LYU25.C6.4.fin", "LYU25.C6.2", f"{KEY}: (2)", repair="LYU25.C6.2.corrected", name="exposed", draws="err >= 1/8")
def the_exposed_err_on_every_chunk(m: Points) -> Use:
    """Claim 6.2, which is about h in H, is used for the candidates f, which are SOAs: 0 is (2, 1)-essential to {1_1,
    ..., 1_m}, m >= 4, and is not in it; here m + 1 points."""
    H = explicit(points_family(int(m) + 1).functions()[1:], 2)
    return Use(needs=all_of(H.contains(f) for f in essential_hypotheses(H, 2, 1).functions()))


@correction(
    "LYU25.C6.4.fin.from.C6.2.exposed.premise",
    "the union must be over the SOAs of the (d+1)-irreducible subclasses, which by Lemma 4.2 have dimension at most d "
    "too; leaves are p-irreducible, and p >= d + 1",
    most=Constant(2, mutants=(1,), stronger="smaller"),
)
def leaves_are_irreducible_enough(d: PositiveInteger, most: int) -> Truth:
    """p = 2^j d^3 >= d + 1 for j, d >= 1."""
    return most * d**3 >= d + 1


@uses("LYU25.C6.4.fin", "LYU25.C6.2.pairs", f"{KEY}: (2)")
def the_exposed_err_on_an_eighth(d: PositiveInteger, more: FromZero, low: FromZero) -> Use:
    """More than 1/6 of E in error: some chunk has an error of 1/6 + ``more``, and every other, of error ``low``, at
    least that divided by 1 + 1/(5d), which is at least 1/8."""
    return Use({"d": d, "low": low, "high": Fraction(1, 6) + more}, gives=low >= Fraction(1, 8))


# ---- Claim 6.4, corrected

FIXED = "for Claim 6.4, section 6.2.1"


@uses("LYU25.C6.4.corrected", "LYU25.C6.4.fin.corrected", FIXED)
def the_chance_of_bottom_rises_by_a_fifth(old: PositiveReal, new: PositiveReal) -> Use:
    """The exposed hypotheses are gone, and none is new: where the failure symbol weighs 1 of ``old`` at call u and of
    ``new`` at the next, p(u+1) >= (1 + 1/5) p(u)."""
    return Use({"before": new, "after": old}, gives=1 / new >= Fraction(6, 5) / old)


@uses("LYU25.C6.4.corrected", "LYU25.C6.4.maj", FIXED)
def the_majorities_are_those_of_the_laws(T: Rounds) -> Use:
    """T queries at T calls, with twice the tail of each: with T^{-3} for the noises of the tests and T^{-10} for the
    event of Claim 6.2 at most T^{-2}."""
    return Use({"log_T": ln(T)}, gives=lambda tail: 2 * T**2 * tail.fails + 1 / T**3 + 1 / T**10 <= 1 / T**2)


@uses("LYU25.C6.4.corrected", "DP.laplace.tail", FIXED)
def the_noises_of_the_tests_are_small(T: Rounds, b: PositiveReal, more: FromZero) -> Use:
    """T^2 noises of scale b are 2k/15, at least 5 b ln T, or more with probability T^{-3}: k = (75/2) b ln T + more."""
    at = {"x": Fraction(2, 15) * (Fraction(75, 2) * b * ln(T) + more), "scale": b}
    return Use(at, gives=lambda noise: T**2 * noise.fails <= 1 / T**3)


rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.maj.rate", "378 ln T draws, for every T", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.2.corrected", "what is exposed on E has an eighth on all chunks", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.xi", "a fifth of the hypotheses is exposed", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.F4.stages", "what is exposed is not listed any more", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.lists", "at a level lists only shrink", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.up.corrected", "p(u) <= 1/100", FIXED)
rests_on("LYU25.C6.4.corrected", "LYU25.C6.4.lo.corrected", "the weights of all candidates", FIXED)
