"""BCS20 sections 1 and 2: what the announced theorems rest on, and the facts that are cited."""

from littlestone.spec.notation import *

BelowQuarter = Annotated[Real, Reals(low=0, high=QUARTER, low_open=True, high_open=True)]

# ---- What is announced

rests_on("BCS20.T1", "BCS20.T30", "up to logarithms", "Theorem 1, which is Theorem 30", repair="BCS20.T30.corrected")
rests_on("BCS20.T2", "BCS20.T33", "four summands", "Theorem 2, which is Theorem 33", repair="BCS20.T33.corrected")


# ---- Theorem 8 and Lemma 9

rests_on("BCS20.T8", "BCS20.T8.eq1", "the gap is the sum of (mu - star) ln(star/nu)", "for Theorem 8")
rests_on("BCS20.T8", "BCS20.T8.eq2", "where star = 1, (mu - 1) ln(1/nu) >= (mu - 1) ln c", "for Theorem 8")


@uses(
    "BCS20.L9",
    "BCS20.L9.exists",
    "Lemma 9: 'let c be the smallest constant'",
    repair="BCS20.L9.exists.corrected",
    draws="min(1, c mu) has density kappa",
)
def there_is_a_scaling(kappa: PositiveUnit, n: PositiveInteger, support: FromZero) -> Use:
    """For every measure mu with |mu| < kappa n, whatever its support."""
    return Use(given=support <= n, needs=kappa * n <= support)


@correction(
    "BCS20.L9.from.L9.exists.premise",
    "a measure that is positive on fewer than kappa n points has no such c: those of boosting are positive everywhere",
    one=Constant(1, mutants=(2,)),
)
def there_is_a_scaling_of_positive_measures(kappa: PositiveUnit, n: PositiveInteger, one: int) -> Truth:
    """With support n, kappa n <= n."""
    return one * kappa * n <= n


rests_on("BCS20.L9", "BCS20.L9.cert", "c >= 1, density kappa", "Lemma 9: the conditions of Karush, Kuhn and Tucker")


# ---- Privacy

rests_on("BCS20.L15", "BCS20.L15.order", "the exponent at the best order a = (eps + rho)/(2 rho)", "for Lemma 15")
rests_on("BCS20.L15", "BCS20.L15.moments", "delta <= e^{(a-1)(D_a - eps)} for every a > 1", "for Lemma 15")
rests_on("BCS20.L15.moments", "BCS20.L15.point", "p - e^eps q = p (1 - 1/t) for t = 1 + beyond", "for Lemma 15")
rests_on("BCS20.L15.eq1.unbounded", "BCS20.L15.tail", "Phi(-x) <= e^{-x^2/2}/2", "for Lemma 15: no constant")
rests_on("BCS20.L15.normal", "BCS20.L16", "D_a = a rho for means 1 apart, of variance 1/(2 rho)", "on the normal law")
rests_on("BCS20.L16.quadrature", "BCS20.L16", "the closed form is enclosed", "Lemma 16, by numbers")


@uses("BCS20.L15.eq1", "BCS20.L15", "Lemma 15, rounded")
def the_first_summand_is_bounded_by_the_second(rho: PositiveReal, root: PositiveReal) -> Use:
    """rho + 2 sqrt(rho ln(1/delta)) would have to be at most 3 sqrt(rho ln(1/delta)), ln(1/delta) = root^2 rho."""
    return Use({"rho": rho, "log": root**2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * root)


@correction(
    "BCS20.L15.eq1.from.L15.conclusion",
    "only for rho <= ln(1/delta), that is root >= 1",
    one=Constant(1, mutants=(HALF,)),
)
def the_first_summand_is_bounded_for_small_rho(rho: PositiveReal, more: FromZero, one: Fraction) -> Truth:
    """ln(1/delta) = root^2 rho for root = 1 + more."""
    root = one + more
    return rho + 2 * rho * root <= 3 * rho * root


@uses("BCS20.L15.eq1.corrected", "BCS20.L15", "Lemma 15, rounded, repaired")
def the_first_summand_is_bounded_for_small_losses(rho: PositiveReal, more: FromZero) -> Use:
    """For rho > 0 (at rho = 0 nothing is lost): ln(1/delta) = (1 + more)^2 rho is at least rho."""
    return Use({"rho": rho, "log": (1 + more) ** 2 * rho}, gives=lambda b: b.epsilon <= 3 * rho * (1 + more))


# ---- Generalization


@uses("BCS20.T19.fixed", "PROB.hoeffding", "for Theorem 19: a query that does not depend on the sample")
def hoeffding_for_a_fixed_query(epsilon: PositiveReal, log: FromZero, more: FromZero) -> Use:
    """At the distance 18 eps and n = (log + more)/eps^2, log = ln(4 eps/delta): both tails have 2 (delta/(4 eps))^648,
    and so delta/eps, here 4 e^{-log}, at most."""
    n = (log + more) / epsilon**2
    return Use({"n": n, "t": 18 * epsilon}, gives=lambda b: 2 * b.fails <= 4 * exp(-log))


@uses("BCS20.T19.range.corrected", "PROB.hoeffding", "for Theorem 19: a query of range [0, 1]")
def hoeffding_for_a_query_of_a_range(
    epsilon: PositiveReal, part: BelowQuarter, share: PositiveUnit, more: FromZero
) -> Use:
    """A query of range [0, 25 share], divided by it, at the distance 18 eps/(25 share), and n = (ln(4 eps/delta) +
    more)/eps^2 rows: both tails have delta/eps, here ``part``, at most."""
    at = {"n": (ln(4 / part) + more) / epsilon**2, "t": 18 * epsilon / (25 * share)}
    return Use(at, gives=lambda b: 2 * b.fails <= part)
