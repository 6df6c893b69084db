"""BCS20 appendix C: what the proofs of Claims 4 and 5 and of Theorem 33 use."""

from littlestone.spec.notation import *

T33, C4, C5 = "Theorem 33, proof", "Claim 4, proof, appendix C", "Claim 5, proof, appendix C"
AnyReal = Annotated[Real, Reals()]
BelowThird = Annotated[Real, Reals(low=0, high=Fraction(1, 3), low_open=True, high_open=True)]

# ---- Claim 4


@uses("BCS20.C4", "BCS20.T19", C4)
def the_transfer_theorem_is_used(epsilon: BelowThird, share: OpenUnit, apart: AnyReal) -> Use:
    """eps < 1/3, delta = share eps/4, and the number of rows asked for is positive; of |err_H(S) - err_H(D)| < 18 eps
    one side."""
    delta = share * epsilon / 4
    asked = all_of([epsilon < Fraction(1, 3), delta < epsilon / 4, ln(4 * epsilon / delta) > 0])
    says = (apart < 18 * epsilon) & (-apart < 18 * epsilon)
    return Use({"epsilon": epsilon, "delta": delta}, needs=asked, says=says, gives=apart < 18 * epsilon)


rests_on(
    "BCS20.C4",
    "BCS20.O34",
    "HS-StL with noisy labels is (eps, delta)-DP in the clean sample, to which Theorem 19 is applied; taken for "
    "granted: labels are flipped independently of the sample, as the oracle of section 5.1 does",
    f"{C4}: the noised mechanism",
)


rests_on(
    "BCS20.C4", "BCS20.N2", "err_H(S) is a share of n rows, in [0, 1], as Theorem 19 needs", f"{C4}: the query err_H"
)


# ---- Claim 5


rests_on("BCS20.C5", "BCS20.C5.eq1", "err_H(S) <= err_H(S~) + F/n, n times each", C5)


rests_on("BCS20.C5", "BCS20.C5.eq2", "kappa + alpha tau/16 <= alpha/2", C5)


@uses("BCS20.C5", "BCS20.T24", f"{C5}: H errs on a part of kappa of the noisy sample")
def the_noisy_hypotheses_are_boosted(tau: PositiveUnit, alpha: OpenUnit, s: AnyReal, wrong: Unit) -> Use:
    """Theorem 24 is about hypotheses with values in [-1, 1] (Definition 11), of advantage gamma = tau/8 in (0, 1/2]:
    here h(e_1) = 1 + s, s the noise along e_1 = z. Then H errs on at most kappa = alpha/4 of the noisy sample."""
    needs = all_of([tau / 8 > 0, tau / 8 <= HALF, 1 + s <= 1, 1 + s >= -1])
    return Use(needs=needs, says=wrong <= alpha / 4, gives=wrong + alpha * tau / 16 <= alpha / 2)


@correction(
    "BCS20.C5.from.T24.premise",
    "1 + s > 1 with probability 1/2, and Theorem 24 fails for unbounded hypotheses (BCS20.T24.range, "
    "BCS20.W2.boosted): divided by max(1, ||z + nu||) they have values in [-1, 1], and an advantage smaller by that "
    "factor, for which R^2 times as many rounds are needed (BCS20.W2.boosted.corrected)",
    share=Constant(1, mutants=(2,)),
)
def the_scaled_hypotheses_are_boosted(
    norm: AtLeastOne, part: Annotated[Real, Reals(low=-1, high=1)], share: int
) -> Truth:
    """|<z + nu, x>| is at most ||z + nu||, here a part of it: divided by ||z + nu|| >= 1 it is in [-1, 1]."""
    h = share * part * norm / norm
    return (h <= 1) & (h >= -1)


# ---- Theorem 33


@uses("BCS20.T33.eq1.third", "BCS20.T19", f"{T33}, the levels")
def the_levels_are_those_of_the_transfer_theorem(part: PositiveUnit, alpha: OpenUnit, beta: OpenUnit) -> Use:
    """Through Claim 4. It asks for eps_T < 1/3 and delta_T < eps_T/4; here delta_T = beta eps_T/3. Then
    delta_T/eps_T = beta/3."""
    epsilon = part * alpha / 36
    delta = beta * epsilon / 3
    needs = (epsilon < Fraction(1, 3)) & (delta < epsilon / 4)
    return Use({"epsilon": epsilon, "delta": delta}, needs=needs, gives=delta / epsilon <= beta / 3)


@correction(
    "BCS20.T33.eq1.third.from.T19.premise",
    "beta eps_T/3 < eps_T/4 only for beta < 3/4: delta_T <= beta eps_T/4 serves all beta < 1",
    share=Constant(QUARTER, mutants=(Fraction(1, 3),)),
)
def smaller_levels_are_those_of_the_transfer_theorem(
    part: PositiveUnit, alpha: OpenUnit, beta: OpenUnit, share: Fraction
) -> Truth:
    """beta eps_T/4 < eps_T/4."""
    epsilon = part * alpha / 36
    return share * beta * epsilon < epsilon / 4


BUDGETS = f"{T33}, the failures"


@uses("BCS20.T33.eq3", "BCS20.C2", BUDGETS, draws="Pr[BN] <= beta/3")
def too_many_flips_cost_a_third(beta: OpenUnit) -> Use:
    """Claim 2 at k = 3, for a positive number of rows."""
    return Use(needs=ln(3 / beta) > 0, fails=beta / 3)


@uses("BCS20.T33.eq3", "BCS20.C3", BUDGETS, repair="BCS20.C3.corrected", draws="all calls have their advantage")
def bad_calls_cost_a_third(beta: OpenUnit, tau: PositiveUnit, more: FromZero, part: Unit) -> Use:
    """With xi = beta/(3 ceil(T))."""
    return Use({"tau": tau, "more": more, "part": part}, fails=beta / 3)


@uses("BCS20.T33.eq3", "BCS20.C4", BUDGETS)
def the_transfer_costs_a_third(beta: OpenUnit, epsilon: BelowThird, share: OpenUnit) -> Use:
    """delta_T/eps_T for delta_T a share of beta eps_T/4 (BCS20.T33.eq1.third.corrected)."""
    delta = share * beta * epsilon / 4
    return Use(
        {"epsilon": epsilon}, needs=delta < epsilon / 4, gives=delta / epsilon <= beta / 3, fails=delta / epsilon
    )


@uses("BCS20.T33.eq3", "PROB.union", BUDGETS)
def three_events_are_united(beta: OpenUnit) -> Use:
    """The union of the three is at most as likely as all together."""
    return Use({"chances": beta / 3 + beta / 3 + beta / 3}, gives=lambda b: b.fails <= beta)


@adds_up("BCS20.T33.eq3", BUDGETS)
def the_three_failures(
    beta: OpenUnit, tau: PositiveUnit, more: FromZero, part: Unit, epsilon: BelowThird, share: OpenUnit
) -> Total:
    """beta."""
    return Total(fails=beta)


rests_on("BCS20.T33.eq4", "BCS20.C5", "err_H(S) <= alpha/2", f"{T33}, the accuracy")


@uses("BCS20.T33.eq4", "BCS20.C4", f"{T33}, the accuracy")
def the_test_error_is_half_of_alpha_more(alpha: OpenUnit, part: PositiveUnit, apart: AnyReal) -> Use:
    """err_H(D) < err_H(S) + 18 eps_T, eps_T = part alpha/36."""
    epsilon = part * alpha / 36
    return Use({"epsilon": epsilon}, says=apart < 18 * epsilon, gives=alpha / 2 + apart <= alpha)


rests_on(
    "BCS20.T33",
    "BCS20.T33.eq1.third",
    "eps_T = min(eps, alpha/36) and delta_T <= beta eps_T/4",
    f"{T33}, the levels",
    repair="BCS20.T33.eq1.third.corrected",
)


rests_on(
    "BCS20.T33",
    "BCS20.C1",
    "HS-StL is (eps_T, delta_T)-DP (Claim 1 as repaired needs eps_T <= 3 log(1/delta_T), which small levels satisfy)",
    T33,
    repair="BCS20.C1.corrected",
)


rests_on("BCS20.T33", "BCS20.C1.small", "At every eps_T < 1/3 and delta_T < eps_T/4", T33)


@uses("BCS20.T33", "BCS20.C2", T33, draws="not BN: at most alpha tau n/16 labels flip")
def few_labels_flip(beta: OpenUnit, alpha: OpenUnit, tau: PositiveUnit) -> Use:
    """At eta <= alpha tau/32, k = 3."""
    return Use(needs=(alpha * tau / 32 > 0) & (alpha * tau / 32 < HALF), fails=beta / 3)


@uses("BCS20.T33", "BCS20.C3", T33, repair="BCS20.C3.corrected")
def the_calls_have_an_eighth_of_the_margin(beta: OpenUnit, tau: PositiveUnit, more: FromZero, part: Unit) -> Use:
    """not BG: advantage tau/8, for which T = 1024 log(1/kappa)/tau^2 rounds are enough."""
    length = tau / 2 + more
    given = {"tau": tau, "more": more, "part": part}
    return Use(given, gives=length * (length - part * tau / 4) / 2 >= tau / 8, fails=beta / 3)


@correction(
    "BCS20.T33.from.C3.conclusion",
    "Claim 3 gives tau^2/16; the rows follow the rounds, T = 4096 log(1/kappa)/tau^4 (BCS20.T30.eq6.corrected), which "
    "costs rows; the learner of BCS20.S4 keeps an advantage linear in tau",
    share=Constant(Fraction(1, 16), mutants=(Fraction(1, 15),)),
)
def the_calls_have_a_part_of_the_squared_margin(
    tau: PositiveUnit, more: FromZero, part: Unit, share: Fraction
) -> Truth:
    """Half the sum of D11.eq1 is at least tau^2/16."""
    length = tau / 2 + more
    return length * (length - part * tau / 4) / 2 >= share * tau**2


@uses("BCS20.T33", "BCS20.C4", T33, draws="err_H(D) < err_H(S) + 18 eps_T")
def the_error_is_transferred(beta: OpenUnit, epsilon: BelowThird, share: OpenUnit) -> Use:
    """At delta_T a share of beta eps_T/4."""
    delta = share * beta * epsilon / 4
    return Use({"epsilon": epsilon}, needs=delta < epsilon / 4, fails=delta / epsilon)


rests_on("BCS20.T33", "BCS20.C5", "err_H(S) <= alpha/2", T33)


rests_on("BCS20.T33", "BCS20.T33.eq2", "n is at least what Claims 1, 2 and 4 ask for", T33)


rests_on("BCS20.T33", "BCS20.T33.eq3", "At most beta", T33)


rests_on("BCS20.T33", "BCS20.T33.eq4", "At most alpha", T33)


@adds_up("BCS20.T33", T33)
def what_theorem_33_says(
    beta: OpenUnit, alpha: OpenUnit, tau: PositiveUnit, more: FromZero, part: Unit, epsilon: BelowThird,
    share: OpenUnit,
) -> Total:  # fmt: skip
    """beta."""
    return Total(fails=beta)


rests_on(
    "BCS20.C1.near_one",
    "BCS20.T27.eq3",
    "the noise is seldom so large (at xi = 2^-power the noise along a unit vector is below sigma sqrt(2 "
    "log(1/xi)) but for xi)",
    "Claim 1 at a delta near 1",
)
