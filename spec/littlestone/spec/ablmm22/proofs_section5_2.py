"""ABLMM22 section 5.2.2: what the proofs of Lemmas 25 and 26 use."""

from littlestone.spec.notation import *

O24 = "Observation 24: the second item"
L25 = "Proof of Lemma 25"
L26 = "Proof of Lemma 26"


# ---- Observation 24

rests_on("ABLMM22.O24", "ABLMM22.A.Dk", "(x, y) is a mistake; k of them in all", "Observation 24: the first item")
rests_on("ABLMM22.O24", "ABLMM22.A.SOA", "SOA(S o T) fits T where S o T is realizable", O24)
rests_on(
    "ABLMM22.O24",
    "ABLMM22.D11",
    "SOA(S o T) fits T where S o T is not realizable; taken for granted: T ~ D^n gives no point two labels, as D is "
    "realizable",
    O24,
)


# ---- Lemma 25

rests_on("ABLMM22.L25", "ABLMM22.A.Dk", "D_d is well-defined, by contradiction", f"{L25}, second sentence")


@uses("ABLMM22.L25.eq1", "ABLMM22.L25.eq1.equal", f"{L25}, the event E_k")
def equal_rules_are_rare(t: PositiveUnit, q: FromZero) -> Use:
    """Two rules are equal with probability q = sum_h Pr[h]^2 <= max_h Pr[h] <= t, and so at most 8 t."""
    return Use({"collision": q, "largest": t}, gives=q <= 8 * t)


@uses(
    "ABLMM22.L25.eq1",
    "PROB.union",
    f"{L25}, the event E_k",
    assumes="S_0 and S_1 are independent, and the label y of both and of x",
)
def right_guesses_before_unequal_rules(before: Unit, t: PositiveUnit, share: Unit) -> Use:
    """The union bound on "some guess before was wrong", of probability 1 - rho_(k-1)^2, and f_0 = f_1, of probability
    at most t, gives Pr[E_k] >= rho_(k-1)^2 - 8 t, and half of it for rho_k."""
    return Use(
        {"chances": 1 - before**2 + share * t}, gives=lambda b: HALF * (before**2 - 8 * t) <= HALF * (1 - b.fails)
    )


rests_on("ABLMM22.L25", "ABLMM22.L25.eq1", "rho_k >= (rho_(k-1)^2 - 8 tau)/2", f"{L25}, the recursion")
rests_on("ABLMM22.L25", "ABLMM22.L25.eq1", "rho_0 = 1 is 4 * 2^(-2)", f"{L25}, the base case", name="base")
rests_on("ABLMM22.L25.eq2", "ABLMM22.L25.eq2.order", "k <= d: tau is at most a^2", f"{L25}, the induction step")


@uses("ABLMM22.L25", "ABLMM22.L25.eq2", f"{L25}, after the induction")
@uses("ABLMM22.L25.eq3", "ABLMM22.L25.eq2", f"{L25}, after the induction")
def the_induction_at_d(a: PositiveUnit, reached: FromZero, more: FromZero) -> Use:
    """At k = d: rho_d = reached + more is at least 2^(-2^(d+2)) = a^4, a = 2^(-2^d)."""
    return Use({"reached": reached, "a": a}, gives=reached + more >= a**4)


rests_on("ABLMM22.L25", "ABLMM22.L25.eq3", "4 * 2^(-2^(d+1)) >= 2^(-2^(d+2))", f"{L25}, after the induction")
rests_on("ABLMM22.L25", "ABLMM22.O24", "the SOA errs at least d times on S o T", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.MB.soa", "the SOA errs at most d times", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.A.SOA.identified", "SOA(S) = SOA(S o T) = c", f"{L25}, its end")
rests_on("ABLMM22.L25", "ABLMM22.L25.target", "Pr[SOA(S o T) = c] >= rho_d", f"{L25}, its end")


@uses("ABLMM22.L25.eq3", "ABLMM22.L25.target", f"{L25}, its end")
def the_target_has_the_bound_of_the_induction(a: PositiveUnit, more: FromZero, chance: FromZero) -> Use:
    """The target has a probability of at least rho_d = 4 a^2 + more, and so of 2^(-2^(d+2)) = a^4, a = 2^(-2^d)."""
    return Use({"rho": 4 * a**2 + more, "chance": chance}, gives=a**4 <= chance)


@uses("ABLMM22.L25.sharp", "ABLMM22.L25.eq1.equal", "Lemma 25 with a larger threshold, the recursion")
def the_recursion_without_the_factor(before: Unit, t: PositiveUnit, q: FromZero) -> Use:
    """The recursion from rho_(k-1) = before, with the probability q of equal rules, at most t, in place of 8 t."""
    return Use({"collision": q, "largest": t}, gives=(before**2 - t) / 2 <= (before**2 - q) / 2)


# ---- Lemma 26

rests_on(
    "ABLMM22.L26",
    "ABLMM22.O24",
    "A is contained in B; taken for granted: T ~ D^n gives no point two labels, as D is realizable",
    L26,
)
rests_on("ABLMM22.L26", "ABLMM22.L26.events", "2^(-2^(d+2)) <= Pr[A] <= Pr[B]", f"{L26}, Inequality 3")


@uses("ABLMM22.L26", "ABLMM22.L26.eq3", f"{L26}, its end: 1 - alpha <= 2^(-alpha)")
def consistency_bounds_the_loss(loss: BelowOne, n: PositiveInteger, u: PositiveReal) -> Use:
    """2^(-u) <= 2^(-alpha n) gives alpha n <= u, u = 2^(d+2)."""
    return Use({"a": loss, "n": n}, gives=lambda b: (2 ** (-u) <= b.fails).implies(loss * n <= u))


rests_on("ABLMM22.L26", "ABLMM22.L26.log", "alpha <= 2^(d+2)/n", f"{L26}, its end: logarithms")
