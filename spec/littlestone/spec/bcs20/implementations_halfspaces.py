"""BCS20: the halfspace learners in NumPy, given the draws of the noise, compared with their listings."""

from itertools import product

from littlestone.spec.bcs20.vocabulary import CLOSE, FAST, between, close, few
from littlestone.spec.boosting.halfspace_runs import (
    HalfspacePlan,
    Replayed,
    centre,
    evened_learner,
    strong_learner,
    weak_learner,
)
from littlestone.spec.boosting.measures import (
    induced,
)
from littlestone.spec.notation import *

Weakly = Annotated[Run, Algorithm("BCS20.W2.fast")]
Strongly = Annotated[Run, Algorithm("BCS20.A5.fast")]
Evenly = Annotated[Run, Algorithm("BCS20.S4.fast")]
Budgeted = Annotated[Run, Algorithm("BCS20.S4.budget")]
ON_GRID = Constant(30, mutants=(48,))
DRAWS = (Fraction(1, 3), Fraction(-5, 4), Fraction(2, 7), Fraction(-1, 5), Fraction(3, 2), Fraction(-5, 4), Fraction(0))
CLOUD = (
    (Fraction(1, 2), Fraction(3, 4)),
    (Fraction(2, 3), Fraction(-1, 3)),
    (Fraction(-1, 5), Fraction(1, 7)),
    (Fraction(-3, 5), Fraction(-2, 5)),
)
GIVEN = (
    "one list of draws of noise is given, and so are the examples, up to four in the plane, from $n = 4$ on the same; "
) + CLOSE
PLANS = (
    "two rounds, losses of clipped scores, $kappa = 1/4$ and $3/4$, $lambda = 3$, $sigma = 1/2$; one list of draws "
    "of noise is given, and so are the examples, up to three in the plane; "
) + CLOSE
TINY = Fraction(1, 2**60)


# ---- Halfspaces, given the draws of the noise


@claim(
    "BCS20.W2.fast",
    "Section 5.2, the noisy weak learner, in three readings: weak halfspace learner as implemented",
    "algorithm",
    narrows="$sigma = 1/3$; " + GIVEN,
    bits=ON_GRID,
)
def weak_halfspaces_are_those_of_the_listing(n: PositiveSize, run: Weakly, bits: Integer) -> Truth:
    """Given its noise, the weak learner in NumPy is within $2^-30$ of the listing, as $z + nu$, as $z / ||z|| + nu$ and
    as $(z + nu) / ||z + nu||$, in every coordinate, on weights 1 : 2 : ... of up to four examples."""
    examples = CLOUD[: min(int(n), 4)]
    weights = induced(tuple(Fraction(i + 1, 4) for i in range(len(examples))))
    z, sigma = centre(weights, examples), Fraction(1, 3)
    return all_of(
        close(
            run(reading, weights, examples, sigma, Replayed(DRAWS)),
            weak_learner(reading, sigma, Replayed(DRAWS))(z),
            bits,
        )
        for reading in "ABC"
    )


rests_on("BCS20.W2.fast", "BCS20.W2", "$z + nu$", f"{FAST}: the weak learner of reading A")


def plans() -> list[HalfspacePlan]:
    """Two rounds; densities with and without capped entries, a rate and a deviation with which weights move."""
    return [HalfspacePlan(kappa, 2, 3, HALF) for kappa in (QUARTER, Fraction(3, 4))]


@claim(
    "BCS20.A5.fast",
    "Algorithm 5, section 5.3, in three readings: strong halfspace learner as implemented",
    "algorithm",
    reach=few,
    narrows=PLANS,
    bits=ON_GRID,
)
def strong_halfspaces_are_those_of_the_listing(n: PositiveSize, run: Strongly, bits: Integer) -> Truth:
    """Given its noise, HS-StL in NumPy is within $2^-30$ of the listing in every coordinate of every round, with $z +
    nu$, $z / ||z|| + nu$ and $(z + nu) / ||z + nu||$."""
    examples = CLOUD[: min(int(n), 4)]
    return all_of(
        close(found, listed, bits)
        for plan in plans()
        for reading in "ABC"
        for weak in [weak_learner(reading, plan.deviation, Replayed(DRAWS))]
        for found, listed in zip(
            run(reading, examples, plan, Replayed(DRAWS)), strong_learner(examples, plan, weak), strict=True
        )
    )


rests_on("BCS20.A5.fast", "BCS20.W2.fast", "the weak learner of every round", f"{FAST}: HS-StL")
rests_on("BCS20.A5.fast", "BCS20.A5", "its rounds, at other settings", f"{FAST}: HS-StL, its settings")
rests_on("BCS20.A5.fast", "BCS20.A4.fast", "within $2^-38$", f"{FAST}: HS-StL, the measure of a round")


@claim(
    "BCS20.S4.fast",
    "HS-StL-R (derived), Algorithm 5 with evened scores: learner as implemented",
    "algorithm",
    reach=few,
    narrows="$tau = 1/4$, " + PLANS,
    bits=ON_GRID,
)
def evened_halfspaces_are_those_of_the_listing(n: PositiveSize, run: Evenly, bits: Integer) -> Truth:
    """Given its noise, HS-StL-R in NumPy is within $2^-30$ of the listing in every coordinate of every round."""
    examples, tau = CLOUD[: min(int(n), 4)], QUARTER
    return all_of(
        close(found, listed, bits)
        for plan in plans()
        for weak in [evened_learner(tau, plan.deviation, Replayed(DRAWS))]
        for found, listed in zip(
            run(tau, examples, plan, Replayed(DRAWS)), strong_learner(examples, plan, weak), strict=True
        )
    )


rests_on("BCS20.S4.fast", "BCS20.S4", "scores divided by $max(||z|| + nu', tau/4)$", f"{FAST}: HS-StL-R")


@claim(
    "BCS20.S4.budget",
    "HS-StL-R (derived), the noise of the classifier: noise for a privacy budget as implemented",
    "algorithm",
    narrows="$kappa = 1/4$, $tau = 1/2$, dimension 3; $eps = 1/10$, 1 or 20, $delta = 1/2$ or $10^-6$",
    factor=Constant(4, mutants=(Fraction(17, 4),)),
)
def the_noise_is_the_least_for_the_budget(n: PositiveSize, run: Budgeted, factor: Rational) -> Truth:
    """For $n$ rows the deviation $sigma$ of the plan has $T 4/(kappa n sigma)^2 <= rho$, the most that $T$ rounds of
    HS-StL-R cost in zCDP, and at most a hundredth less; $rho + 2 sqrt(rho ln(1/delta))$ is $eps$ within $2^-60$."""
    budgets = product((Fraction(1, 10), Fraction(1), Fraction(20)), (HALF, Fraction(1, 10**6)))
    return all_of(
        between(rho * Fraction(99, 100), spent, rho) & between(eps - TINY, rho + 2 * (rho * L) ** HALF, eps + TINY)
        for eps, delta in budgets
        for L in [ln(1 / delta)]
        for plan, rho in [run(int(n), 3, HALF, QUARTER, (eps, delta))]
        for spent in [plan.rounds * factor / (plan.kappa * n * Real.of(plan.deviation)) ** 2]
    )


rests_on("BCS20.S4.budget", "BCS20.L14", "$T$ rounds cost $T$ times one", "the noise for a budget")
rests_on("BCS20.S4.budget", "BCS20.L15", "$eps$ is $rho + 2 sqrt(rho ln(1/delta))$", "the noise for a budget")


@uses("BCS20.S4.budget", "BCS20.S4.priv", "the noise for a budget")
def the_noise_that_meets_a_budget(mass: PositiveReal, T: PositiveReal, rho: PositiveReal, more: FromZero) -> Use:
    """$T$ rounds of $4/(kappa n sigma)^2$ at $sigma^2 = (1 + more)^2 4 T/((kappa n)^2 rho)$ cost $rho$ at most."""
    at = {"mass": mass, "sigma": 2 * (T / rho) ** HALF * (1 + more) / mass}
    return Use(at, gives=lambda b: T * b.epsilon <= rho)
