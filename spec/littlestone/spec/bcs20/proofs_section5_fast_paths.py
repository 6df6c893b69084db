"""BCS20: what the learners in NumPy rest on: the listings that they are held against, and each other."""

from littlestone.spec.notation import *

FAST = "the learner in NumPy"
BIT = Fraction(1, 2**38)  # what each entry of a projection may be off


@uses("BCS20.L9.fast", "BCS20.L9", f"{FAST}: capped scaling by selection", draws="the projection is capped scaling")
def the_scaled_measure_is_the_projection(kappa: PositiveUnit, n: PositiveInteger) -> Use:
    """Only measures that are positive on kappa n points are projected: on all n."""
    return Use(needs=kappa * n <= n)


@uses("BCS20.A4.fast", "BCS20.A4", f"{FAST}: margins alone", draws="the collective margins are all that is kept")
def the_measure_depends_on_collective_margins(
    rate: PositiveReal, margin: Annotated[Real, Reals(low=-1, high=1)]
) -> Use:
    """The margin 2 l - 1 of a loss l = (1 + margin)/2 in [0, 1]: e^{-lambda l} is e^{-(lambda/2)(1 + margin)}."""
    loss = (1 + margin) / 2
    return Use(needs=(loss >= 0) & (loss <= 1) & (rate > 0))


@uses("BCS20.A4.fast", "BCS20.L9.fast", f"{FAST}: one projection, at the end")
def one_projection_is_made(entry: Unit, found: Unit) -> Use:
    """Each entry is within 2^-38 of the exact one."""
    known = (found <= entry + BIT) & (found >= entry - BIT)
    return Use(says=known, gives=(found - entry <= BIT) & (entry - found <= BIT))


@uses("BCS20.A2.fast", "BCS20.A2", f"{FAST}: Iter", draws="the measure is normalised before the learner")
def the_listing_of_iter_is_run(kappa: PositiveUnit, n: PositiveInteger) -> Use:
    """The size kappa n, by which it is divided, is not 0."""
    return Use(needs=kappa * n > 0)


@uses("BCS20.A1.fast", "BCS20.A2.fast", f"{FAST}: Boost", draws="T times Iter, on the list so far")
def boost_runs_iter(T: PositiveInteger) -> Use:
    """T >= 1 times."""
    return Use(needs=T >= 1)


@uses("BCS20.A1.fast", "BCS20.A1", f"{FAST}: Boost", draws="the law of a list is the product of those of its rounds")
def the_listing_of_boost_is_run(T: PositiveInteger, chance: Unit) -> Use:
    """A round's chance is at most 1, so that lists grow no likelier."""
    return Use(needs=(T >= 1) & (chance <= 1))


@uses("BCS20.A3.fast", "BCS20.A3", f"{FAST}: noised labels", draws="a mean over all vectors of flips")
def the_listing_of_noise_is_run(eta: Unit) -> Use:
    """For every rate in [0, 1]."""
    return Use(needs=(eta >= 0) & (eta <= 1))


@uses("BCS20.D51.fast", "BCS20.D51", f"{FAST}: the noisy oracle", draws="independent rows")
def the_oracle_is_that_of_the_definition(eta: Unit) -> Use:
    """The two labels of a point have the chances 1 - eta and eta."""
    return Use(needs=equals((1 - eta) + eta, 1))


@uses("BCS20.A6.fast", "BCS20.A6", f"{FAST}: iterated play", draws="the cost of the listing")
def the_listing_of_play_is_run(loss: Unit, T: PositiveInteger) -> Use:
    """Losses in [0, 1] cost at most T in T rounds."""
    return Use(needs=T * loss <= T)


@uses("BCS20.A6.fast", "BCS20.A7", f"{FAST}: the row player", draws="the measure of the losses so far")
def the_row_player_is_lazy(kappa: PositiveUnit, loss: FromZero) -> Use:
    """Cumulative losses of at least 0 leave every weight at most kappa."""
    return Use(needs=kappa * exp(-loss) <= kappa)


@uses("BCS20.A6.fast", "BCS20.A4.fast", f"{FAST}: the row player")
def the_row_player_is_found_in_floats(first: Unit, second: Unit, loss: Unit, other: Unit) -> Use:
    """The mean loss of two rows whose weights are off by at most e each is off by at most 2 e."""
    return Use(gives=BIT * first * loss + BIT * second * other <= 2 * BIT)


@uses("BCS20.A8.fast", "BCS20.A8", f"{FAST}: Pythia", draws="mistakes first, then the least margins")
def the_listing_of_pythia_is_run(kappa: PositiveUnit, n: PositiveInteger) -> Use:
    """There are enough points for kappa n of them."""
    return Use(needs=kappa * n <= n)


@uses("BCS20.W2.fast", "BCS20.W2", f"{FAST}: the weak learner of reading A", draws="z + nu")
def the_listing_of_the_weak_learner_is_run(w: Unit) -> Use:
    """The weights of two examples add up to 1."""
    return Use({"w": w}, needs=equals(w + (1 - w), 1))


@uses("BCS20.A5.fast", "BCS20.W2.fast", f"{FAST}: HS-StL", draws="the weak learner of every round")
def the_strong_learner_runs_the_weak_one(T: PositiveInteger) -> Use:
    """T >= 1 rounds."""
    return Use(needs=T >= 1)


@uses("BCS20.A5.fast", "BCS20.A5", f"{FAST}: HS-StL, its settings", draws="kappa, lambda, sigma and T")
def the_settings_are_those_of_the_listing(alpha: OpenUnit, beta: OpenUnit, tau: PositiveUnit) -> Use:
    """For all accuracies and margins."""
    return Use({"alpha": alpha, "beta": beta, "tau": tau})


@uses("BCS20.A5.fast", "BCS20.A4.fast", f"{FAST}: HS-StL, the measure of a round", draws="within 2^-38")
def the_measure_of_a_round_is_lazy(kappa: OpenUnit) -> Use:
    """kappa = alpha/4 in (0, 1)."""
    return Use(needs=(kappa > 0) & (kappa < 1))


@uses("BCS20.S4.fast", "BCS20.S4", f"{FAST}: HS-StL-R", draws="scores divided by max(||z|| + nu', tau/4)")
def the_listing_of_the_evened_learner_is_run(tau: PositiveUnit) -> Use:
    """The divisor is positive."""
    return Use(needs=tau / 4 > 0)


@uses("BCS20.S4.budget", "BCS20.S4.priv", "the noise for a budget")
def a_round_costs_sixteen(mass: PositiveReal, sigma: PositiveReal, moved: Unit, T: PositiveInteger) -> Use:
    """rho = 16/(kappa n sigma)^2 a round, T 16/(kappa n sigma)^2 in all."""
    given = {"mass": mass, "sigma": sigma, "moved": moved}
    cost = 2 * (moved * 4 / mass) ** 2 / (2 * sigma**2)
    return Use(given, gives=T * cost <= T * 16 / (mass * sigma) ** 2)


@uses("BCS20.S4.budget", "BCS20.L14", "the noise for a budget", draws="T rounds cost T times one")
def the_rounds_are_whole(T: PositiveInteger) -> Use:
    """An integer number of rounds, fixed in advance."""
    return Use(needs=T >= 1)


@uses("BCS20.S4.budget", "BCS20.L15", "the noise for a budget", draws="(eps, delta)-DP for eps = rho + 2 sqrt(rho L)")
def the_budget_is_converted(rho: PositiveReal, delta: OpenUnit) -> Use:
    """The exact inversion, without the premise rho <= log(1/delta)."""
    return Use({"rho": rho}, needs=ln(1 / delta) > 0)
