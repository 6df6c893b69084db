"""LYU25 section 6.2.1: what the proofs about calls and mistakes use."""

from littlestone.spec.notation import *

Rounds = Annotated[Real, Naturals(2)]
LAST = "proof of Lemma 6.2, section 6.2.1"

# ---- Lemma 6.1


@uses("LYU25.L6.1", "LYU25.C6.4", "Section 6.2.1", repair="LYU25.C6.4.corrected", draws="j(u) or p(u) grows")
def the_key_claim_holds(T: Rounds) -> Use:
    """At all calls, with probability 1 - T^{-2}."""
    return Use(fails=Real.of(T) ** (-2))


rests_on(
    "LYU25.L6.1",
    "LYU25.C6.4",
    "n calls at one j(u) raise p(u) from 2^{-x}, x = O(d^2), to at most 1 by 11/10 each: n <= x ln(2) / "
    "ln(11/10), here ``share`` of it, which is at most 8 x = O(d^2)",
    "Section 6.2.1",
    name="rises",
    repair="LYU25.C6.4.corrected",
)


@uses("LYU25.L6.1", "LYU25.C6.1", "Section 6.2.1", repair="LYU25.C6.1.corrected", draws="calls follow U/2 mistakes")
def a_call_needs_mistakes(T: Rounds) -> Use:
    """No test passes by its noise alone."""
    return Use(fails=Real.of(T) ** (-10))


@adds_up("LYU25.L6.1", "Lemma 6.1, section 6.2.1")
def the_failures_of_the_calls(T: Rounds) -> Total:
    """At most O(d^3) calls with probability 1 - T^{-10}."""
    return Total(fails=Real.of(T) ** (-10))


@correction(
    "LYU25.L6.1.sums",
    "Claim 6.4 fails with T^{-2}, more than the T^{-10} of the lemma: with T^{-11} for each of the two they add up",
    power=Constant(11, mutants=(10,)),
)
def the_failures_of_the_calls_add_up(T: Rounds, power: int) -> Truth:
    """T^{-11} + T^{-11} <= T^{-10} for T >= 2."""
    return T**10 * (1 / T**power + 1 / T**11) <= 1


rests_on(
    "LYU25.L6.1.corrected",
    "LYU25.C6.4.corrected",
    "p(u) grows by 11/10 at equal dimensions (Within a stage lists only shrink)",
    "for Lemma 6.1",
)
rests_on("LYU25.L6.1.corrected", "LYU25.C6.4.fin.corrected", "p(u+1) >= (1 + 1/10) p(u)", "for Lemma 6.1")


# ---- Lemma 6.2


@uses("LYU25.L6.2", "LYU25.C6.1", LAST, repair="LYU25.C6.1.corrected", draws="a call follows at most 3U/2 mistakes")
def calls_follow_mistakes(T: Rounds) -> Use:
    """JointTrain is called whenever 3U/2 mistakes are made."""
    return Use(fails=Real.of(T) ** (-10))


@uses("LYU25.L6.2", "LYU25.L6.1", LAST, repair="LYU25.L6.1.corrected", draws="there are O(d^3) calls")
def calls_are_few(T: Rounds) -> Use:
    """At most O(d^3) calls, with probability 1 - T^{-10}."""
    return Use(fails=Real.of(T) ** (-10))


@uses("LYU25.L6.2", "LYU25.L6.1", LAST, repair="LYU25.L6.1.corrected", name="mistakes")
def mistakes_are_few(d: AtLeastOne, c: AtLeastOne, U: PositiveReal, mistakes: FromZero) -> Use:
    """At most 23 c d^3 calls and 3U/2 mistakes before each and after the last: at most 36 c d^3 U mistakes."""
    says = mistakes <= (23 * c * d**3 + 1) * (Fraction(3, 2) * U)
    return Use({"d": d, "c": c}, says=says, gives=mistakes <= 36 * c * d**3 * U)


@uses("LYU25.L6.2", "LYU25.C6.3", LAST, draws="H_i^{j+1} is in the intersection of the H_i'^j")
def the_classes_are_nested(T: Rounds) -> Use:
    """Under the event of Claim 6.2."""
    return Use(fails=Real.of(T) ** (-10))


rests_on("LYU25.L6.2", "LYU25.O4.3", "the dimension of the intersection falls", LAST, repair="LYU25.O4.3.corrected")
rests_on("LYU25.L6.2", "LYU25.L4.3.1", "a subclass of the intersection has no larger dimension", LAST)


@uses("LYU25.L6.2", "LYU25.L6.2.stage", LAST, repair="LYU25.L6.2.stage.corrected", draws="no stage ends by its noise")
def stages_end_without_a_candidate(T: Rounds) -> Use:
    """j(u) grows only where no hypothesis is on all lists."""
    return Use(fails=Real.of(T) ** (-10))


rests_on("LYU25.L6.2", "LYU25.K4.1.4", "h* is on all lists at j* = d + 1", LAST)


rests_on("LYU25.L6.2", "LYU25.L6.2.arith", "At epsilon = 1, d^3 U = C d^9.5 log(T) log(1/delta) log(d log T)", LAST)


rests_on("LYU25.L6.2", "LYU25.L6.2.arith.log", "O~ hides log(d log T)", LAST, repair="LYU25.L6.2.arith.log.corrected")


@adds_up("LYU25.L6.2", "Lemma 6.2, section 6.2.1")
def the_failures_of_the_mistake_bound(T: Rounds) -> Total:
    """The lemma has 1 - T^{-10}; the last sentence of its proof arrives at 1 - 1/T."""
    return Total(fails=Real.of(T) ** (-10))


@correction(
    "LYU25.L6.2.sums",
    "four events with T^{-10} each are more than T^{-10} together, and the proof says no more than 1 - 1/T: with "
    "T^{-12} for each they add up, which changes constants alone",
    power=Constant(12, mutants=(11,)),
)
def the_failures_of_the_mistake_bound_add_up(T: Rounds, power: int) -> Truth:
    """4 T^{-12} <= T^{-10} for T >= 2."""
    return 4 * 1 / T**power * T**10 <= 1


rests_on("LYU25.L6.2.corrected", "LYU25.C6.2.corrected", "U/k = O(d^3 log T) is enough", "for Lemma 6.2")
rests_on(
    "LYU25.L6.2.corrected",
    "LYU25.C6.4.corrected",
    "a stage has O(d^2 r) calls (Lists that only shrink within a stage)",
    "for Lemma 6.2",
)
