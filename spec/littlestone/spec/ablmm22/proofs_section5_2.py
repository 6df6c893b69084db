"""ABLMM22 section 5.2.2: what the proofs of Lemmas 25 and 26 use."""

from littlestone.spec.learning.stability import double_power
from littlestone.spec.notation import *

# ---- Observation 24


@uses(
    "ABLMM22.O24",
    "ABLMM22.A.Dk",
    "After Observation 24: the first item, Items 3(iv) and 3(v)",
    draws="y is not f_b(x), what the SOA predicts after S_b o T_b, so that (x, y) is a mistake; k of them in all",
)
def tournament_examples_contradict_the_rule(n: PositiveInteger, k: PositiveInteger) -> Use:
    """The winner's rule f_b, that of the SOA after S_b o T_b, has f_b(x) != y: one mistake more than the k - 1 of
    S_b ~ D_(k-1)."""
    return Use({"n": n, "k": k})


@uses(
    "ABLMM22.O24",
    "ABLMM22.A.SOA",
    "After Observation 24: the second item, the SOA is consistent",
    draws="SOA(S o T) is consistent with T where S o T is realizable",
)
def the_soa_is_consistent(H: ExplicitBinary) -> Use:
    """The SOA keeps to the examples of a realizable sample."""
    return Use({"H": H})


@uses(
    "ABLMM22.O24",
    "ABLMM22.D11",
    "After Observation 24: the second item, by Definition 11",
    assumes="T ~ D^n gives no point two labels, as D is realizable: an example of T is not undone by a later one",
    draws="SOA(S o T) is consistent with T where S o T is not realizable",
)
def the_extension_agrees_with_the_last_examples(H: ExplicitBinary) -> Use:
    """From the first example on that fits no function of H the rule is changed at that example alone, to agree with it:
    what T has read before it is kept."""
    return Use({"H": H})


# ---- Lemma 25


@uses("ABLMM22.L25", "ABLMM22.A.Dk", "Proof of Lemma 25, second sentence", draws="D_d is well-defined")
def the_last_distribution(d: Natural, n: PositiveInteger) -> Use:
    """D_k is undefined only where an f reaches the threshold after some D_i, i < k, which none does, by
    contradiction."""
    return Use({"n": n, "k": d})


@uses("ABLMM22.L25", "ABLMM22.L25.eq1", "Proof of Lemma 25, the recursion")
def the_recursion_at_the_threshold(k: PositiveInteger, t: PositiveUnit, share: Unit, rho: Unit) -> Use:
    """The recursion is used at the largest probability q after D_(k-1), which is below tau as D_k is well-defined, to
    give rho_k >= (rho_(k-1)^2 - 8 tau)/2; here t = tau, q is a share of t, and rho = rho_(k-1)."""
    q = share * t
    return Use({"k": k}, needs=q <= t, gives=(rho**2 - 8 * t) / 2 <= (rho**2 - 8 * q) / 2)


@uses("ABLMM22.L25", "ABLMM22.L25.eq1", "Proof of Lemma 25, the base case", name="base")
def the_base_of_the_induction(rho: Unit) -> Use:
    """rho_0 = 1 is the base of rho_k >= 4 * 2^(-2^(k+1)): 1 >= 4 * 2^(-2), an equality."""
    return Use(says=equals(rho, 1), gives=4 * double_power(1) <= rho)


@uses(
    "ABLMM22.L25",
    "ABLMM22.L25.eq2",
    "Proof of Lemma 25, the induction step",
    draws="rho_k >= 4 * 2^(-2^(k+1)), where rho_(k-1) >= 4 * 2^(-2^k)",
)
def the_induction_step(d: Size, k: PositiveSize) -> Use:
    """The step is used at 2^(-2^k) and tau = 2^(-2^(d+2)), with k <= d."""
    return Use({"a": double_power(k), "t": double_power(d + 2)}, given=k <= d)


@uses("ABLMM22.L25", "ABLMM22.L25.eq3", "Proof of Lemma 25, after the induction")
def all_guesses_are_right_often_enough(d: Size) -> Use:
    """4 * 2^(-2^(d+1)) >= 2^(-2^(d+2)) is used for "with probability 2^(-2^(d+2)) S o T is consistent with c", where
    rho_d >= 4 * 2^(-2^(d+1)); d = 0 included, where rho_0 = 1."""
    return Use({"d": d}, gives=double_power(d + 2) <= 4 * double_power(d + 1))


@uses(
    "ABLMM22.L25",
    "ABLMM22.O24",
    "Proof of Lemma 25, the last sentence but one",
    draws="the SOA errs at least d times on S o T, on each tournament example of S",
)
def every_guess_is_a_mistake(d: Natural, n: PositiveInteger) -> Use:
    """Observation 24 is used at k = d, where D_d is well-defined."""
    return Use({"n": n, "k": d})


@uses(
    "ABLMM22.L25",
    "ABLMM22.MB.soa",
    "Proof of Lemma 25, the last sentence but one",
    draws="the SOA errs exactly d times on S o T, never on T",
)
def no_more_mistakes(wrong_guesses: Size) -> Use:
    """The SOA makes no more than d mistakes on realizable samples, as S o T is where no guess is wrong."""
    return Use(given=wrong_guesses == 0, needs=wrong_guesses <= 0)


@uses(
    "ABLMM22.L25",
    "ABLMM22.A.SOA.identified",
    "Proof of Lemma 25, the last sentence but one",
    draws="SOA(S) = SOA(S o T) = c",
)
def the_target_is_identified(d: Size, mistakes: Size) -> Use:
    """After d mistakes on examples of c the version space of the SOA is {c}."""
    return Use(given=mistakes == d, needs=mistakes >= d)


@uses(
    "ABLMM22.L25",
    "ABLMM22.L25.target",
    "Proof of Lemma 25, its end",
    draws="Pr[SOA(S o T) = c] >= rho_d >= 2^(-2^(d+2)), against Equation 2",
)
def the_target_contradicts(n: PositiveInteger) -> Use:
    """Right guesses make c the output, so that its probability is at least rho_d."""
    return Use({"n": n})


@uses("ABLMM22.L25.eq1", "ABLMM22.L25.eq1.equal", "Proof of Lemma 25, the event E_k")
def equal_rules_are_rare(t: PositiveUnit, share: Unit) -> Use:
    """Two rules are equal with probability q = sum_h Pr[h]^2 <= max_h Pr[h] <= t, and so at most 8 t; here q is a
    share of t."""
    return Use(says=share * t <= t, gives=share * t <= 8 * t)


@uses(
    "ABLMM22.L25.eq1",
    "PROB.union",
    "Proof of Lemma 25, the event E_k",
    assumes="S_0 and S_1 are independent, and the label y of both and of x",
)
def right_guesses_before_unequal_rules(before: Unit, q: Unit) -> Use:
    """The union bound on "some guess before was wrong", of probability 1 - rho_(k-1)^2, and f_0 = f_1, of probability
    q, gives Pr[E_k] >= rho_(k-1)^2 - q, and half of it for rho_k."""
    wrong = 1 - before**2
    bound = (before**2 - q) / 2 <= (1 - (wrong + q)) / 2
    return Use({"union": wrong, "both": 0, "alone": q, "chances": wrong}, gives=bound)


@uses("ABLMM22.L25.eq2", "ABLMM22.L25.eq2.order", "Proof of Lemma 25, the induction step, the last line")
def the_threshold_is_small_enough(k: Size, d: Size) -> Use:
    """k <= d, and therefore 2^(-2^(d+2)) <= 2^(-2^(k+1)) = a^2, which the step needs."""
    return Use({"k": k, "d": d}, given=k <= d, gives=double_power(d + 2) <= double_power(k) ** 2)


@uses("ABLMM22.L25.eq3", "ABLMM22.L25.eq2", "Proof of Lemma 25, after the induction")
def the_induction_at_d(a: OpenUnit) -> Use:
    """The induction is used at k = d, to give rho_d >= 4 * 2^(-2^(d+1)); here a = 2^(-2^d), so that a^4 = tau."""
    tau = a**4
    return Use({"a": a, "t": tau}, gives=4 * a**2 <= ((4 * a) ** 2 - 8 * tau) / 2)


@uses(
    "ABLMM22.L25.eq3",
    "ABLMM22.L25.target",
    "Proof of Lemma 25, its end",
    draws="Pr[SOA(S o T) = c] >= rho_d",
)
def right_guesses_at_the_target(n: PositiveInteger) -> Use:
    """The target is output at least as often as all guesses are right."""
    return Use({"n": n})


@uses("ABLMM22.L25.sharp", "ABLMM22.L25.eq1.equal", "Lemma 25 with a larger threshold, the recursion")
def the_recursion_without_the_factor(t: PositiveUnit, share: Unit) -> Use:
    """The recursion with the probability q of equal rules, a share of t, in place of 8 t; here rho_(k-1) = 1."""
    return Use(says=share * t <= t, gives=(1 - t) / 2 <= (1 - share * t) / 2)


# ---- Lemma 26


@uses(
    "ABLMM22.L26",
    "ABLMM22.O24",
    "Proof of Lemma 26, A is contained in B",
    assumes="T ~ D^n gives no point two labels, as D is realizable",
    draws="A is contained in B",
)
def the_output_is_consistent(k: Natural, n: PositiveInteger) -> Use:
    """The second item of Observation 24 gives that f is consistent with T whenever SOA(S o T) = f."""
    return Use({"n": n, "k": k})


@uses(
    "ABLMM22.L26",
    "ABLMM22.L26.events",
    "Proof of Lemma 26, Inequality 3",
    draws="2^(-2^(d+2)) <= Pr[A] <= Pr[B] = (1 - alpha)^n",
)
def a_frequent_output_is_often_consistent(n: PositiveInteger) -> Use:
    """Pr[A] <= Pr[B] = (1 - alpha)^n, where Pr[A] >= 2^(-2^(d+2))."""
    return Use({"n": n})


@uses(
    "ABLMM22.L26",
    "ABLMM22.L26.eq3",
    "Proof of Lemma 26, its end: 1 - alpha <= 2^(-alpha)",
    draws="2^(-2^(d+2)) <= 2^(-alpha n)",
)
def a_loss_that_is_not_one(a: Unit, n: PositiveInteger) -> Use:
    """(1 - alpha)^n <= 2^(-alpha n) is used at the loss alpha, which Inequality 3 keeps from being 1."""
    return Use({"a": a, "n": n}, given=1 - a > 0)


@uses("ABLMM22.L26", "ABLMM22.L26.log", "Proof of Lemma 26, its end: logarithms")
def logarithms_on_both_sides(more: FromZero, n: PositiveInteger, a: PositiveUnit) -> Use:
    """2^(-u) <= 2^(-alpha n) gives alpha <= 2^(d+2)/n, for alpha > 0; here u = 2^(d+2) = alpha n + more."""
    u = a * n + more
    return Use({"a": a, "n": n, "u": u}, gives=a <= u / n)
