"""LYU25 section 6.2.1: what the proofs about calls and mistakes use."""

from littlestone.spec.notation import *

Rounds = Annotated[Real, Naturals(3)]  # Claim 6.1 as corrected asks for three
CALLS = "section 6.2.1"
LAST = "proof of Lemma 6.2, section 6.2.1"

# ---- Lemma 6.1


@uses("LYU25.L6.1", "LYU25.C6.4", CALLS, repair="LYU25.C6.4.corrected", draws="j(u) or p(u) grows")
def the_key_claim_holds(T: Rounds) -> Use:
    """At all calls, with probability 1 - T^{-2}."""
    return Use(fails=Real.of(T) ** (-2))


rests_on("LYU25.L6.1", "LYU25.C6.4", "O(d^2) calls a stage", CALLS, name="rises", repair="LYU25.C6.4.corrected")


@uses("LYU25.L6.1", "LYU25.C6.1", CALLS, repair="LYU25.C6.1.corrected")
def a_call_needs_mistakes(T: Rounds) -> Use:
    """Calls follow U/2 mistakes: no test passes by its noise alone."""
    return Use({"log_T": ln(T)}, gives=lambda event: 1 - event.fails >= 1 - 1 / T**10, times=1)


@adds_up("LYU25.L6.1", "Lemma 6.1, section 6.2.1")
def the_failures_of_the_calls(T: Rounds) -> Total:
    """At most O(d^3) calls with probability 1 - T^{-10}."""
    return Total(fails=Real.of(T) ** (-10))


@terms("LYU25.L6.1.sums.corrected")
def many_calls(log_T: FromZero) -> Terms:
    """There are more than O(d^3) calls so seldom."""
    return Terms(fails=exp(-(10 * log_T)))


@correction(
    "LYU25.L6.1.sums",
    "Claim 6.4 fails with T^{-2}, more than the T^{-10} of the lemma: with T^{-11} for each of the two they add up",
    power=Constant(11, mutants=(10,)),
)
def the_failures_of_the_calls_add_up(T: Rounds, power: int) -> Truth:
    """T^{-11} + T^{-11} <= T^{-10} for T >= 2."""
    return T**10 * (1 / T**power + 1 / T**11) <= T**10 * many_calls(ln(T)).fails


@uses("LYU25.L6.1.corrected", "LYU25.C6.4.fin.corrected", "for Lemma 6.1")
def the_chance_rises_at_each_call(start: PositiveUnit, grown: AtLeastOne, more: FromZero, after: Unit) -> Use:
    """Where p has grown from ``start`` by (6/5)^n, here ``grown``, or more, one call more makes it (6/5)^(n+1)."""
    return Use({"before": grown * start + more, "after": after}, gives=after >= Fraction(6, 5) * grown * start)


@uses("LYU25.L6.1.corrected", "DP.laplace.tail", "for Lemma 6.1")
def all_noises_are_small(T: Rounds, b: PositiveReal) -> Use:
    """T noises of scale b are U/2 - 1 = 13 b ln T or more with probability T^{-12}, T^2 of those on m 14 b' ln T."""
    return Use({"x": 13 * b * ln(T), "scale": b}, gives=lambda noise: T * noise.fails <= 1 / T**12)


rests_on("LYU25.L6.1.corrected", "LYU25.C6.4.corrected", "j(u) or p(u) grows", CALLS)
rests_on("LYU25.L6.1.corrected", "LYU25.C6.2.corrected", "the chunks agree at each of K updates", CALLS)
rests_on("LYU25.L6.1.corrected", "LYU25.C6.1.run", "no test passes early where no noise is large", CALLS)
rests_on("LYU25.L6.1.corrected", "LYU25.C6.4.lists.stage", "at most d + 1 stages", CALLS)


# ---- Lemma 6.2


@uses("LYU25.L6.2", "LYU25.C6.1", LAST, repair="LYU25.C6.1.corrected")
@uses("LYU25.L6.2", "LYU25.L6.1.sums", LAST, repair="LYU25.L6.1.sums.corrected")
@uses("LYU25.L6.2", "LYU25.L6.2.stage", LAST, repair="LYU25.L6.2.stage.corrected")
def the_events_of_the_calls_hold(T: Rounds) -> Use:
    """JointTrain is called whenever 3U/2 mistakes are made, O(d^3) times at most, and j(u) grows only where no
    hypothesis is on all lists."""
    return Use({"log_T": ln(T)}, gives=lambda event: 1 - event.fails >= 1 - 1 / T**10, times=1)


@uses("LYU25.L6.2", "LYU25.L6.1", LAST, repair="LYU25.L6.1.corrected")
def mistakes_are_few(rate: AtLeastOne, x: FromZero) -> Use:
    """At most 11 d w calls, p(u) >= e^{-w}, the ``rate`` being d w, and 3U/2 mistakes before each and after the last:
    at most 18 d w U mistakes; here per U, of 11 x calls."""
    return Use({"rate": rate, "calls": 11 * x}, gives=(11 * x + 1) * Fraction(3, 2) <= 18 * rate)


@uses("LYU25.L6.2", "LYU25.C6.3", LAST, draws="H_i^{j+1} is in the intersection of the H_i'^j")
def the_classes_are_nested(T: Rounds) -> Use:
    """Under the event of Claim 6.2."""
    return Use(fails=Real.of(T) ** (-10))


rests_on("LYU25.L6.2", "LYU25.O4.3", "the dimension of the intersection falls", LAST, repair="LYU25.O4.3.corrected")
rests_on("LYU25.L6.2", "LYU25.L4.3.1", "a subclass of the intersection has no larger dimension", LAST)
rests_on("LYU25.L6.2", "LYU25.K4.1.4", "h* is on all lists at j* = d + 1", LAST)
rests_on("LYU25.L6.2", "LYU25.L6.2.arith", "at epsilon = 1, d^3 U = C d^9.5 log(T) log(1/delta) log(d log T)", LAST)


@uses("LYU25.L6.2", "LYU25.L6.2.arith.log", LAST, repair="LYU25.L6.2.arith.log.corrected")
def the_inner_logarithm_is_hidden(inner: FromZero, log_f: FromZero) -> Use:
    """O~ hides log(d log T), which is at most log f, and so 1 + log f."""
    return Use({"inner": inner, "log_f": log_f}, gives=inner < 1 + log_f)


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


@uses("LYU25.L6.2.corrected", "LYU25.L6.1.corrected", LAST)
def the_budget_is_enough(rate: AtLeastOne, x: FromZero, more: FromZero) -> Use:
    """At most 11 d w calls, here 11 x, the ``rate`` being d w, are at most K = 11 d w + ``more`` (LYU25.T1.plan)."""
    return Use({"rate": rate, "calls": 11 * x}, gives=11 * x <= 11 * rate + more)


rests_on("LYU25.L6.2.corrected", "LYU25.C6.1.corrected", "fewer than 3U/2 mistakes before each call", LAST)
rests_on("LYU25.L6.2.corrected", "LYU25.C6.2.corrected", "U/k = O~(d^3 + d^2 log T) is enough", LAST)
rests_on("LYU25.L6.2.corrected", "LYU25.K4.1.4", "at stage d + 1 the target is on all lists", LAST)
rests_on("LYU25.L6.2.corrected", "LYU25.T1.plan", "the numbers are as these claims ask", LAST)
