"""Private strong learners of halfspaces with a margin by lazy boosting in NumPy (BCS20, section 5, and S4).

An example is the vector v = y x of the unit ball; a hypothesis x -> <w, x> is its vector w, and so is their mean. Each
round has a weak learner whose input is the centre z = sum_i mu(i) v_i. What is lost of the print is which of three it
is; HS-StL is written for each, and only for ``evened_scores``, a corrected variant, privacy and accuracy both hold:

- reading A: z + nu. Private; its advantage is of order tau^2, not tau.
- reading B: z / ||z|| + nu. Not private: one row can turn z / ||z|| round.
- reading C: (z + nu) / ||z + nu||. Private; its advantage vanishes as the dimension grows.
- ``evened_scores``: 0.6 (z + nu) / max(||z|| + nu', tau/4).

What is released is rounded to the grid of the secure source's noise first, so that the noise hides it exactly.

The sizes of S4: with gamma = 9/100 tau the round bound is T >= 2 ln(1/kappa) / gamma^2 at lambda = 2 gamma (S2), an
eighth of what T24 asks for. A round is rho-zCDP for rho = (sensitivity / sigma)^2 / 2; T rounds are (epsilon,
delta)-private where T rho + 2 sqrt(T rho ln(1/delta)) is epsilon (L15), which is solved for sigma exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np

from littlestone.impl.boosting.boost import Floats, lazy_measure, losses_of
from littlestone.impl.privacy.guarantees import checked_share, smaller
from littlestone.impl.privacy.renyi import largest_rho
from littlestone.impl.randomness.sources import GRANULARITY, as_float
from littlestone.impl.registry import implements
from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.boosting.halfspace_runs import HalfspacePlan
from littlestone.spec.learning.mechanisms import root
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, checked_count, exact, is_true

SHARE = Fraction(3, 5)  # of a score that is at most 5/3: the hypothesis stays in [-1, 1] where the noise is small
GRID = 2.0**-GRANULARITY
Weak = Callable[[Expression, Floats, Randomness], Floats]
"""A weak learner: from the deviation of its noise and the centre z to the vector w of x -> <w, x>."""
BLOCK = 4096  # rows that are added up at a time: the rounding of sums grows with it and with n / BLOCK


def on_grid(values: Floats) -> Floats:
    """The nearest multiples of 2^-40: no value of size at most 2 moves by more than 2^-41."""
    return np.asarray(np.rint(values * GRID) / GRID)


def unit(vector: Floats) -> Floats:
    """The vector over its length, 0 where it is 0."""
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def noisy_centre(deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """Reading A: z + nu, independent normal noise on each coordinate."""
    noise = np.array([float(source.gaussian(deviation)) for _ in centre], dtype=np.float64)
    return np.asarray(on_grid(centre) + noise)


def evened_scores(tau: Exact, deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """S4: 0.6 (z + nu) / max(||z|| + nu', tau/4), the noise nu' drawn after nu."""
    noisy = noisy_centre(deviation, centre, source)
    length = float(on_grid(np.asarray(np.linalg.norm(centre)))) + float(source.gaussian(deviation))
    return as_float(SHARE) * noisy / max(length, as_float(tau) / 4)


def learn_halfspaces(examples: Floats, plan: HalfspacePlan, weak: Weak, source: Randomness) -> Floats:
    """HS-StL: each round's vector in a row, from examples y x of length at most 1; raises ParameterError on none."""
    checked_count("examples", len(examples), 1)
    starts = range(0, len(examples), BLOCK)
    blocks = [np.asfortranarray(examples[i : i + BLOCK]) for i in starts]
    losses, found = np.zeros(len(examples)), np.empty((plan.rounds, examples.shape[1]))
    for t in range(plan.rounds):
        weights = lazy_measure(losses, plan.kappa, as_float(plan.rate))
        weights /= weights.sum()
        parts = [weights[i : i + BLOCK] @ block for i, block in zip(starts, blocks, strict=True)]
        found[t] = weak(plan.deviation, np.sum(parts, axis=0), source)
        losses += losses_of(np.concatenate([block @ found[t] for block in blocks]))
    return found


# ---- As claims ask

Vectors = tuple[tuple[Fraction, ...], ...]


def exactly(found: Floats) -> Vectors:
    """The floats as the rationals that they are."""
    return tuple(tuple(Fraction(float(x)) for x in row) for row in found)


READINGS: dict[str, Weak] = {
    "A": noisy_centre,
    "B": lambda deviation, centre, source: noisy_centre(deviation, unit(centre), source),
    "C": lambda deviation, centre, source: unit(noisy_centre(deviation, centre, source)),
}


@implements("BCS20.W2.fast")
def weak_halfspace(
    reading: str, weights: Sequence[Fraction], examples: Vectors, deviation: Expression, source: Randomness
) -> tuple[Fraction, ...]:
    """The weak learner in the reading A, B or C on a distribution and examples y x."""
    centre = np.array(weights, dtype=np.float64) @ np.array(examples, dtype=np.float64)
    return exactly(READINGS[reading](deviation, centre, source)[None])[0]


@implements("BCS20.S4.fast")
@implements("BCS20.A5.fast")
def strong_halfspaces(reading: str | Fraction, examples: Vectors, plan: HalfspacePlan, source: Randomness) -> Vectors:
    """HS-StL with the weak learner in the reading A, B or C, or HS-StL-R (S4) for a margin tau."""
    weak = READINGS[reading] if isinstance(reading, str) else partial(evened_scores, reading)
    return exactly(learn_halfspaces(np.array(examples, dtype=np.float64), plan, weak, source))


# ---- The sizes of S4

ADVANTAGE = Fraction(9, 100)  # of tau: what S4's weak learner has where its noise is small
LEVEL = Fraction(1, 36)  # of alpha: the epsilon at which privacy generalises (T33.eq1)
MOST_ROWS = 1 << 40
Budget = tuple[Expression, Expression]  # epsilon and delta


@dataclass(frozen=True, slots=True)
class HalfspaceTask:
    """A margin tau in (0, 1], a density kappa in (0, 1), the chance beta in (0, 1] of failure, else ParameterError."""

    tau: Fraction
    kappa: Fraction
    beta: Exact = Fraction(1, 100)

    def __post_init__(self) -> None:
        checked_share("tau", self.tau)
        if not 0 < self.kappa < 1:
            raise ParameterError("kappa", self.kappa, "in (0, 1)")
        checked_share("beta", self.beta)

    @property
    def rounds(self) -> int:
        """T = ceil(2 ln(1/kappa) / gamma^2) (S2); raises ParameterError where that is beyond counting."""
        try:
            return ceiling(2 * ln(1 / Real.of(self.kappa)) / (ADVANTAGE * self.tau) ** 2)
        except ArithmeticError as error:
            raise ParameterError("tau", self.tau, "larger: its rounds cannot be counted") from error

    def rate(self, rounds: int) -> Real:
        """lambda = sqrt(8 ln(1/kappa) / T), the best in the regret bound of S1; at most 2 gamma where T is enough."""
        return root(8 * ln(1 / Real.of(self.kappa)) / rounds)


def sensitivity(n: int, kappa: Fraction, dimension: int) -> Real:
    """How far (z, ||z||) moves at most where one of n rows is replaced: sqrt 2 times 2/(kappa n) (S4.priv).

    Of two lazily projected measures no row but the replaced one gains (L25.direct), which halves what T27.eq1 at the
    slickness of L25 would charge; added to it is ``rounding``.
    """
    return 2 * root(2) / (kappa * n) + rounding(n, dimension)


def rounding(n: int, dimension: int) -> Real:
    """At most so much of the distance of two released (z, ||z||) is rounding: of floats, and to the grid 2^-40.

    The weights before the projection are functions of a row and of what was released. k terms of total size 1 are added
    in floats with an error below k 2^-53, NumPy's sums by pairs with less; here k is a block's rows or the number of
    blocks, in the centre of each of two neighbours. 2^16 units of 2^-52 are left for the scaling and for logarithms and
    exponentials of numbers below 2^14.
    """
    floats = Fraction(2**16 + BLOCK + 8 * dimension, 2**52) + Fraction(n, 2**52 * BLOCK)
    return floats + root(dimension + 1) * Fraction(2) ** GRANULARITY


def least_deviation(n: int, kappa: Fraction, rounds: int, dimension: int, rho: Expression) -> Real:
    """The sigma with which so many rounds are rho-zCDP together: sensitivity sqrt(T / (2 rho)) (L14, L16)."""
    return sensitivity(n, kappa, dimension) * root(rounds / (2 * Real.of(rho)))


def private_halfspace_plan(task: HalfspaceTask, rounds: int, n: int, dimension: int, rho: Expression) -> HalfspacePlan:
    """The plan of rho-zCDP on n rows of this dimension, whatever they are."""
    deviation = exact(least_deviation(n, task.kappa, rounds, dimension, rho))
    return HalfspacePlan(task.kappa, rounds, exact(task.rate(rounds)), deviation)


def levels(epsilon: Expression, delta: Expression, alpha: Expression, beta: Expression) -> tuple[Exact, Exact]:
    """(min(epsilon, alpha/36), min(delta, beta/3 times that, a fifth of that)): private, and fit for T19 (T33.eq1).

    The fifth keeps delta below epsilon / 4 for all beta.
    """
    level = smaller(epsilon, LEVEL * Real.of(alpha))
    return level, smaller(smaller(delta, Real.of(beta) * level / 3), Real.of(level) / 5)


def is_quiet(task: HalfspaceTask, rounds: int, n: int, dimension: int, privacy: Budget) -> bool:
    """The noise of this (epsilon, delta) is small enough for T rounds, and T for a training error of at most kappa.

    Then it holds but with probability beta / 3, for rows of margin tau of which at most kappa tau n / 4 are corrupted
    (S2, S4.prob).
    """
    deviation = least_deviation(n, task.kappa, rounds, dimension, largest_rho(*privacy))
    largest = task.tau / (8 * root(2 * ln(3 * rounds * (2 * n + 3) / Real.of(task.beta))))
    return rounds >= task.rounds and is_true(deviation <= largest)


def transfers(n: int, alpha: Expression, beta: Expression, privacy: Budget) -> bool:
    """A training error of alpha/4 is one of at most alpha on fresh rows, with kappa = alpha/4, but with probability
    beta / 3, as this privacy generalises (BCS20 T19, T33.eq3, eq4)."""
    epsilon, delta = map(Real.of, privacy)
    needed = (
        Real.of(alpha) / 2 + 18 * epsilon <= alpha,
        delta / epsilon <= Real.of(beta) / 3,
        5 * delta <= epsilon,
        ln(4 * epsilon / delta) / epsilon**2 <= n,
    )
    return all(map(is_true, needed))


@lru_cache(maxsize=256)
def least_rows(task: HalfspaceTask, rounds: int, dimension: int, privacy: Budget, alpha: Exact | None = None) -> int:
    """The least n whose noise is small and, with alpha, so is the error on fresh rows; ParameterError where none is."""
    checked_count("rounds", rounds, task.rounds)
    fresh: Callable[[int], bool] = lambda n: alpha is None or transfers(n, alpha, task.beta, privacy)  # noqa: E731
    found = least_enough(lambda n: fresh(n) and is_quiet(task, rounds, n, dimension, privacy), MOST_ROWS)
    if found is None:
        raise ParameterError("n_samples", f"below {MOST_ROWS}", "larger: so few rows are not enough")
    return found


@implements("BCS20.S4.budget")
def private_rho(n: int, dimension: int, tau: Fraction, kappa: Fraction, privacy: Budget) -> tuple[HalfspacePlan, Real]:
    """The plan of the classifier on n rows with the least number of rounds, and the rho that it is made for."""
    task, rho = HalfspaceTask(tau, kappa), Real.of(largest_rho(*privacy))
    return private_halfspace_plan(task, task.rounds, n, dimension, rho), rho
