"""Private strong learners of halfspaces with a margin by lazy boosting in NumPy (BCS20, section 5, and S4).

An example is the vector v = y x of the unit ball; a hypothesis x -> <w, x> is its vector w, and so is their mean. Each
round has a weak learner whose input is the centre z = sum_i mu(i) v_i. What is lost of the print is which of three it
is; HS-StL is written for each, and only for ``evened_scores``, a corrected variant, privacy and accuracy both hold:

- ``noisy_centre``: z + nu. Private; its advantage is of order tau^2, not tau.
- ``noisy_direction``: z / ||z|| + nu. Not private: one row can turn z / ||z|| round.
- ``unit_centre``: (z + nu) / ||z + nu||. Private; its advantage vanishes as the dimension grows.
- ``evened_scores``: 0.6 (z + nu) / max(||z|| + nu', tau/4).

What is released is rounded to the grid of the secure source's noise first, so that the noise hides it exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from littlestone.impl.boosting.projections import Floats, lazy_measure, losses_of
from littlestone.impl.randomness.secure import GRANULARITY
from littlestone.impl.randomness.sources import as_float
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import Expression
from littlestone.spec.boosting.halfspace_runs import HalfspacePlan
from littlestone.spec.learning.randomness import Exact, Randomness, checked_count

SHARE = Fraction(3, 5)  # of a score that is at most 5/3: the hypothesis stays in [-1, 1] where the noise is small
GRID = 2.0**-GRANULARITY
Weak = Callable[[Expression, Floats, Randomness], Floats]
"""A weak learner: from the deviation of its noise and the centre z to the vector w of x -> <w, x>."""
BLOCK = 4096  # rows that are added up at a time: the rounding of sums grows with it and with n / BLOCK


def on_grid(values: Floats) -> Floats:
    """The nearest multiples of 2^-40: no value of size at most 2 moves by more than 2^-41."""
    return np.asarray(np.rint(values * GRID) / GRID)


def normal_vector(deviation: Expression, dimension: int, source: Randomness) -> Floats:
    """Independent normal numbers of this deviation, one for each coordinate."""
    return np.array([float(source.gaussian(deviation)) for _ in range(dimension)])


def unit(vector: Floats) -> Floats:
    """The vector over its length, 0 where it is 0."""
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def noisy_centre(deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """Reading A: z + nu."""
    return on_grid(centre) + normal_vector(deviation, len(centre), source)


def noisy_direction(deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """Reading B: z / ||z|| + nu; not private, for comparison alone."""
    return noisy_centre(deviation, unit(centre), source)


def unit_centre(deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """Reading C: (z + nu) / ||z + nu||."""
    return unit(noisy_centre(deviation, centre, source))


def evened_scores(tau: Exact, deviation: Expression, centre: Floats, source: Randomness) -> Floats:
    """S4: 0.6 (z + nu) / max(||z|| + nu', tau/4), the noise nu' drawn after nu."""
    noisy = noisy_centre(deviation, centre, source)
    length = float(on_grid(np.asarray(np.linalg.norm(centre)))) + float(source.gaussian(deviation))
    return as_float(SHARE) * noisy / max(length, as_float(tau) / 4)


def learn_halfspaces(examples: Floats, plan: HalfspacePlan, weak: Weak, source: Randomness) -> Floats:
    """HS-StL: the vectors of the hypotheses, a row for each round, from examples y x in rows, of length at most 1.

    A round costs two passes over the examples and a projection. Raises ParameterError where there are no examples.
    """
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


READINGS: dict[str, Weak] = {"A": noisy_centre, "B": noisy_direction, "C": unit_centre}


@implements("BCS20.W2.fast")
def weak_halfspace(
    reading: str, weights: Sequence[Fraction], examples: Vectors, deviation: Expression, source: Randomness
) -> tuple[Fraction, ...]:
    """The weak learner in the reading A, B or C on a distribution and examples y x."""
    centre = np.array(weights, dtype=np.float64) @ np.array(examples, dtype=np.float64)
    return exactly(READINGS[reading](deviation, centre, source)[None])[0]


@implements("BCS20.A5.fast")
def strong_halfspaces(reading: str, examples: Vectors, plan: HalfspacePlan, source: Randomness) -> Vectors:
    """HS-StL with the weak learner in the reading A, B or C."""
    return exactly(learn_halfspaces(np.array(examples, dtype=np.float64), plan, READINGS[reading], source))


@implements("BCS20.S4.fast")
def evened_halfspaces(examples: Vectors, plan: HalfspacePlan, tau: Fraction, source: Randomness) -> Vectors:
    """HS-StL-R (S4)."""
    weak = partial(evened_scores, tau)
    return exactly(learn_halfspaces(np.array(examples, dtype=np.float64), plan, weak, source))
