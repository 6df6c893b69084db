"""A plan of the private online learner that is so small that its exact laws can be enumerated."""

from __future__ import annotations

from fractions import Fraction

from littlestone.spec.algebra.reals import ln
from littlestone.spec.online.plans import OnlinePlan

TINY = OnlinePlan(
    d=1,
    calls=1,
    teachers=2,
    buffer=1,
    buffer_epsilon=2 * ln(2),
    stage_epsilon=2 * ln(2),
    draws=1,
    sample_epsilon=2 * ln(2),
    rate=Fraction(0),
    depth=1,
    bottom_share=Fraction(4),
)
