"""What the sections of BCS20 share: a weak learner whose laws are exact, and where HS-StL of reading A errs."""

from littlestone.spec.notation import *

ONE_LEARNER = (
    "LB-NxM with lambda = ln(9/4), and a weak learner that returns h with probability proportional to 1 + its advantage"
)


def minority(tau: Real, share: Fraction, noise: int) -> Real:
    """tau times a bound from above on the sum of all h_t at (tau, -b), b^2 = 1 - tau^2, where a ``share`` of the rows
    or less is there and the others at (tau, b), for kappa = 1/20, beta = 1/2, T = 1024 log(20)/tau^2, lambda = tau/32.

    The weights' log odds move by lambda D_t, D_t the sum of (h(tau, b) - h(tau, -b))/2 = b (z_2 + nu_2), where b z_2 is
    at least b^2 times the tanh of half of what is left of log((1 - share)/share), so at least 3/10 of that; after T
    rounds at most e^{-3 lambda T/10} of it is left, and D_T is at least the rest over lambda. All sums of noises are at
    most (2 T log(16))^{1/2} sigma = 8 (log(20) log(16)/log(1/xi))^{1/2} <= 8 but with probability 5/16 (Levy's
    inequality), and cost three times that. All h_t at (tau, -b) sum to (T + 1) tau^2 and the noise less D_T at most.
    """
    L, first = ln(20), ln((1 - share) / share)
    left = first * exp(-(3 * 32 * L / tau / 10))
    return tau * (1024 * L + tau**2 + 24 * noise) - 32 * (first - left)
