"""ABLMM22 section 5.2.2: what the proofs of Lemmas 25 and 26 use."""

from littlestone.spec.notation import *

# ---- Observation 24


rests_on(
    "ABLMM22.O24",
    "ABLMM22.A.Dk",
    "y is not f_b(x), what the SOA predicts after S_b o T_b, so that (x, y) is a mistake; k of them in all",
    "After Observation 24: the first item, Items 3(iv) and 3(v)",
)
rests_on(
    "ABLMM22.O24",
    "ABLMM22.A.SOA",
    "SOA(S o T) is consistent with T where S o T is realizable",
    "After Observation 24: the second item, the SOA is consistent",
)
rests_on(
    "ABLMM22.O24",
    "ABLMM22.D11",
    "SOA(S o T) is consistent with T where S o T is not realizable (From the first example on that fits no "
    "function of H the rule is changed at that example alone, to agree with it: what T has read before it is "
    "kept); taken for granted: T ~ D^n gives no point two labels, as D is realizable: an example of T is not "
    "undone by a later one",
    "After Observation 24: the second item, by Definition 11",
)


# ---- Lemma 25


rests_on(
    "ABLMM22.L25",
    "ABLMM22.A.Dk",
    "D_d is well-defined (D_k is undefined only where an f reaches the threshold after some D_i, i < k, which "
    "none does, by contradiction)",
    "Proof of Lemma 25, second sentence",
)


rests_on(
    "ABLMM22.L25",
    "ABLMM22.L25.eq1",
    "The recursion is used at the largest probability q after D_(k-1), which is below tau as D_k is well-defined,"
    " to give rho_k >= (rho_(k-1)^2 - 8 tau)/2; here t = tau, q is a share of t, and rho = rho_(k-1)",
    "Proof of Lemma 25, the recursion",
)


rests_on("ABLMM22.L25", "ABLMM22.L25.eq1", "rho_0 = 1 is 4 * 2^(-2)", "Proof of Lemma 25, the base case", name="base")


@uses("ABLMM22.L25", "ABLMM22.L25.eq2", "Proof of Lemma 25, the induction step")
def the_recursion_keeps_its_bound_here(a: PositiveUnit, reached: FromZero, more: FromZero) -> Use:
    """rho_k, here reached + more, is at least 4 * 2^(-2^(k+1)), with a = 2^(-2^k)."""
    return Use({"reached": reached, "a": a}, gives=reached + more >= 4 * a**2)


rests_on(
    "ABLMM22.L25",
    "ABLMM22.L25.eq3",
    '4 * 2^(-2^(d+1)) >= 2^(-2^(d+2)) is used for "with probability 2^(-2^(d+2)) S o T is consistent with c", '
    "where rho_d >= 4 * 2^(-2^(d+1)); d = 0 included, where rho_0 = 1",
    "Proof of Lemma 25, after the induction",
)


rests_on(
    "ABLMM22.L25",
    "ABLMM22.O24",
    "the SOA errs at least d times on S o T, on each tournament example of S",
    "Proof of Lemma 25, the last sentence but one",
)
rests_on(
    "ABLMM22.L25",
    "ABLMM22.MB.soa",
    "the SOA errs exactly d times on S o T, never on T (the SOA makes no more than d mistakes on realizable "
    "samples, as S o T is where no guess is wrong)",
    "Proof of Lemma 25, the last sentence but one",
)
rests_on(
    "ABLMM22.L25", "ABLMM22.A.SOA.identified", "SOA(S) = SOA(S o T) = c", "Proof of Lemma 25, the last sentence but one"
)


@uses("ABLMM22.L25", "ABLMM22.L25.target", "Proof of Lemma 25, its end")
def the_target_is_frequent_at_last(d: Natural, rho: FromZero, chance: FromZero) -> Use:
    """Pr[SOA(S o T) = c] >= rho_d, and k = d is one of d + 1 values."""
    return Use({"rho": rho, "chance": chance}, gives=chance / (d + 1) >= rho / (d + 1))


@uses("ABLMM22.L25.eq1", "ABLMM22.L25.eq1.equal", "Proof of Lemma 25, the event E_k")
def equal_rules_are_rare(t: PositiveUnit, q: FromZero) -> Use:
    """Two rules are equal with probability q = sum_h Pr[h]^2 <= max_h Pr[h] <= t, and so at most 8 t."""
    return Use({"collision": q, "largest": t}, gives=q <= 8 * t)


@uses(
    "ABLMM22.L25.eq1",
    "PROB.union",
    "Proof of Lemma 25, the event E_k",
    assumes="S_0 and S_1 are independent, and the label y of both and of x",
)
def right_guesses_before_unequal_rules(before: Unit, q: Unit) -> Use:
    """The union bound on "some guess before was wrong", of probability 1 - rho_(k-1)^2, and f_0 = f_1, of probability
    q, gives Pr[E_k] >= rho_(k-1)^2 - q, and half of it for rho_k."""
    return Use({"chances": 1 - before**2 + q}, gives=lambda b: (before**2 - q) / 2 <= HALF * (1 - b.fails))


rests_on(
    "ABLMM22.L25.eq2",
    "ABLMM22.L25.eq2.order",
    "k <= d, and therefore 2^(-2^(d+2)) <= 2^(-2^(k+1)) = a^2, which the step needs",
    "Proof of Lemma 25, the induction step, the last line",
)


@uses("ABLMM22.L25.eq3", "ABLMM22.L25.eq2", "Proof of Lemma 25, after the induction")
def the_induction_at_d(a: PositiveUnit, reached: FromZero, more: FromZero) -> Use:
    """At k = d: rho_d = reached + more is at least 4 a^2, a = 2^(-2^d)."""
    return Use({"reached": reached, "a": a}, gives=reached + more >= 4 * a**2)


@uses("ABLMM22.L25.eq3", "ABLMM22.L25.target", "Proof of Lemma 25, its end")
def the_target_has_the_bound_of_the_induction(a: PositiveUnit, more: FromZero, chance: FromZero) -> Use:
    """rho_d = 4 a^2 + more, a = 2^(-2^d), is at most the probability of the target."""
    return Use({"rho": 4 * a**2 + more, "chance": chance}, gives=4 * a**2 <= chance)


@uses("ABLMM22.L25.sharp", "ABLMM22.L25.eq1.equal", "Lemma 25 with a larger threshold, the recursion")
def the_recursion_without_the_factor(t: PositiveUnit, q: FromZero) -> Use:
    """The recursion with the probability q of equal rules in place of 8 t; here rho_(k-1) = 1."""
    return Use({"collision": q, "largest": t}, gives=(1 - t) / 2 <= (1 - q) / 2)


# ---- Lemma 26


rests_on(
    "ABLMM22.L26",
    "ABLMM22.O24",
    "A is contained in B; taken for granted: T ~ D^n gives no point two labels, as D is realizable",
    "Proof of Lemma 26, A is contained in B",
)


rests_on(
    "ABLMM22.L26",
    "ABLMM22.L26.events",
    "2^(-2^(d+2)) <= Pr[A] <= Pr[B] = (1 - alpha)^n",
    "Proof of Lemma 26, Inequality 3",
)


@uses("ABLMM22.L26", "ABLMM22.L26.eq3", "Proof of Lemma 26, its end: 1 - alpha <= 2^(-alpha)")
def consistency_bounds_the_loss(loss: BelowOne, n: PositiveInteger, u: PositiveReal) -> Use:
    """2^(-u) <= 2^(-alpha n) gives alpha n <= u, u = 2^(d+2)."""
    return Use({"a": loss, "n": n}, gives=lambda b: (2 ** (-u) <= b.fails).implies(loss * n <= u))


rests_on(
    "ABLMM22.L26",
    "ABLMM22.L26.log",
    "2^(-u) <= 2^(-alpha n) gives alpha <= 2^(d+2)/n, for alpha > 0; here u = 2^(d+2) = alpha n + more",
    "Proof of Lemma 26, its end: logarithms",
)
