"""BCS20 appendix C: what the proofs of Claims 4 and 5 and of Theorem 33 use."""

from littlestone.spec.notation import *

T33, C4, C5 = "Theorem 33, proof", "Claim 4, proof, appendix C", "Claim 5, proof, appendix C"
AnyReal = Annotated[Real, Reals()]
BUDGETS = f"{T33}, the failures"


# ---- Claim 4

rests_on("BCS20.C4", "BCS20.O34", "(eps, delta)-DP; taken for granted: labels flip independently of the sample", C4)
rests_on("BCS20.C4", "BCS20.N2", "err_H(S) is in [0, 1], as Theorem 19 needs", f"{C4}: the query err_H")
rests_on("BCS20.C4", "BCS20.T19", "|err_H(S) - err_H(D)| < 18 eps for eps < 1/3 and delta < eps/4", C4)


# ---- Claim 5


@uses("BCS20.C5", "BCS20.C5.eq1", C5)
def the_clean_error_is_split(alpha: OpenUnit, tau: PositiveUnit, wrong: Unit, flipped: Unit, clean: FromZero) -> Use:
    """err_H(S) <= err_H(S~) + F/n, parts of kappa = alpha/4 and of alpha tau/16: at most 5 alpha/16."""
    at = {"clean": clean, "noisy": wrong * alpha / 4, "flips": flipped * alpha * tau / 16}
    return Use(at, gives=clean <= 5 * alpha / 16)


rests_on("BCS20.C5", "BCS20.C5.eq2", "kappa + alpha tau/16 <= alpha/2", C5)


# ---- Theorem 33

rests_on("BCS20.T33.eq3", "BCS20.C2", "Pr[BN] <= beta/3, at k = 3", BUDGETS)
rests_on("BCS20.T33.eq3", "BCS20.C3", "Pr[BG] <= beta/3", BUDGETS, repair="BCS20.C3.corrected")
rests_on("BCS20.T33.eq3", "BCS20.C4", "delta_T/eps_T <= beta/3", BUDGETS)
rests_on("BCS20.T33.eq4", "BCS20.C5", "err_H(S) <= alpha/2", f"{T33}, the accuracy")
rests_on("BCS20.T33.eq4", "BCS20.C4", "err_H(D) < err_H(S) + 18 eps_T", f"{T33}, the accuracy")


@uses("BCS20.T33", "BCS20.C1", T33, repair="BCS20.C1.corrected")
def it_is_private_at_its_level(alpha: OpenUnit, part: PositiveUnit, delta: UpToEighth) -> Use:
    """At eps_T = part alpha/36 and delta_T, at most eps_T/4, so that eps_T <= 3 log(1/delta_T)."""
    epsilon, L = part * alpha / 36, ln(1 / delta)
    at = {"part": epsilon / (3 * L), "L": L}
    return Use(at, gives=lambda b: all_of([b.epsilon <= epsilon, b.delta <= delta]))


rests_on("BCS20.T33", "BCS20.C1.small", "At every eps_T < 1/3 and delta_T < eps_T/4", T33)
rests_on("BCS20.T33", "BCS20.C2", "not BN: at most alpha tau n/16 labels flip", T33)
rests_on("BCS20.T33", "BCS20.C4", "err_H(D) < err_H(S) + 18 eps_T", T33)


@uses("BCS20.T33", "BCS20.C5", T33)
def the_training_error_is_low(alpha: OpenUnit, part: Unit, error: FromZero) -> Use:
    """err_H(S) <= alpha/2, and the transfer adds 18 eps_T at most, a part of alpha/2."""
    return Use({"error": error, "alpha": alpha}, gives=error + part * alpha / 2 <= alpha)


rests_on("BCS20.T33", "BCS20.T33.eq1.third", "delta_T <= beta eps_T/4", T33, repair="BCS20.T33.eq1.third.corrected")


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


@uses("BCS20.T33.eq3", "PROB.union", BUDGETS)
def three_events_are_united(beta: OpenUnit, ratio: FromZero) -> Use:
    """The union of the three is at most as likely as all together: beta/3, beta/3 and delta_T/eps_T = ratio <=
    beta/3."""
    at = {"chances": beta / 3 + beta / 3 + ratio}
    return Use(at, given=ratio <= beta / 3, gives=lambda b: b.fails <= beta, times=1)


@adds_up("BCS20.T33.eq3", BUDGETS)
def the_three_failures(beta: OpenUnit, ratio: FromZero) -> Total:
    """beta."""
    return Total(fails=beta, given=ratio <= beta / 3)


rests_on("BCS20.T33", "BCS20.T33.eq2", "n is at least what Claims 1, 2 and 4 ask for", T33)


@uses("BCS20.T33", "BCS20.T33.eq3", T33)
def the_failures_are_at_most_beta(beta: OpenUnit, share: Unit) -> Use:
    """Too many flips, bad calls and the transfer, delta_T/eps_T = share beta/3."""
    return Use({"beta": beta, "transfer": share * beta / 3}, gives=lambda b: b.fails <= beta, times=1)


rests_on("BCS20.T33", "BCS20.T33.eq4", "At most alpha", T33)


@adds_up("BCS20.T33", T33)
def what_theorem_33_says(beta: OpenUnit, share: Unit) -> Total:
    """beta."""
    return Total(fails=beta)
