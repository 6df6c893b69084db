"""Learners and mechanisms over a source of randomness: run with a seed, enumerated to their exact law and privacy.

>>> private = exact_privacy(lambda sample: law(randomized_response, sample[0], 2, ln(3)), (0, 1), 1)
>>> print(private.epsilon, private.delta(ln(2)))
ln(3) 1/4
"""

from littlestone.impl.privacy.mechanisms import (
    above_threshold,
    exponential_mechanism,
    gaussian_mechanism,
    geometric_mechanism,
    laplace_mechanism,
    randomized_response,
    report_noisy_max,
    stable_histogram,
    truncated_geometric_mechanism,
)
from littlestone.impl.randomness.enumeration import TooManyBranches, law
from littlestone.impl.randomness.secure import SecureSource
from littlestone.impl.randomness.sources import SeededSource
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import exact_privacy
from littlestone.spec.learning.randomness import ParameterError, Randomness

__all__ = [
    "Law",
    "ParameterError",
    "Randomness",
    "SecureSource",
    "SeededSource",
    "TooManyBranches",
    "above_threshold",
    "exact_privacy",
    "exp",
    "exponential_mechanism",
    "gaussian_mechanism",
    "geometric_mechanism",
    "implements",
    "laplace_mechanism",
    "law",
    "ln",
    "randomized_response",
    "report_noisy_max",
    "stable_histogram",
    "truncated_geometric_mechanism",
]
