"""Learners and mechanisms over a source of randomness: run with a seed, enumerated to their exact law and privacy.

>>> private = exact_privacy(lambda sample: law(randomized_response, sample[0], 2, ln(3)), (0, 1), 1)
>>> print(private.epsilon, private.delta(ln(2)))
ln(3) 1/4
"""

from littlestone.impl.boosting.boost import boost
from littlestone.impl.learners.class_learners import (
    learn_agnostically,
    learn_by_boosting,
    learn_by_exponential_mechanism,
    learn_by_representation,
    learn_empirically,
    learn_from_stability,
    learn_multiclass,
    learn_with_confidence,
    predict_by_weighted_majority,
    stable_learner,
)
from littlestone.impl.learners.dp_erm import class_size, learn_by_decompositions, plan_for_error
from littlestone.impl.online.standard_optimal_algorithm import ExtendedSOA, StandardOptimalAlgorithm, extended_soa
from littlestone.impl.privacy.accounting import subsampled_gaussian_epsilon
from littlestone.impl.privacy.guarantees import Guarantee, PrivateGoal
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
from littlestone.impl.privacy.renyi import exact_rho
from littlestone.impl.privacy.threshold_attack import attacked_threshold
from littlestone.impl.randomness.enumeration import TooManyBranches, law
from littlestone.impl.randomness.sources import SecureSource, SeededSource
from littlestone.impl.registry import implements
from littlestone.spec.algebra.reals import exp, ln
from littlestone.spec.decompositions.erm_laws import ErmPlan, Released, printed_plan
from littlestone.spec.learning.laws import Law
from littlestone.spec.learning.privacy import PrivacyParameterError, SampleError, exact_privacy
from littlestone.spec.learning.randomness import ParameterError, Randomness
from littlestone.spec.learning.samples import Example, Sample

__all__ = [
    "ErmPlan",
    "Example",
    "ExtendedSOA",
    "Guarantee",
    "Law",
    "ParameterError",
    "PrivacyParameterError",
    "PrivateGoal",
    "Randomness",
    "Released",
    "Sample",
    "SampleError",
    "SecureSource",
    "SeededSource",
    "StandardOptimalAlgorithm",
    "TooManyBranches",
    "above_threshold",
    "attacked_threshold",
    "boost",
    "class_size",
    "exact_privacy",
    "exact_rho",
    "exp",
    "exponential_mechanism",
    "extended_soa",
    "gaussian_mechanism",
    "geometric_mechanism",
    "implements",
    "laplace_mechanism",
    "law",
    "learn_agnostically",
    "learn_by_boosting",
    "learn_by_decompositions",
    "learn_by_exponential_mechanism",
    "learn_by_representation",
    "learn_empirically",
    "learn_from_stability",
    "learn_multiclass",
    "learn_with_confidence",
    "ln",
    "plan_for_error",
    "predict_by_weighted_majority",
    "printed_plan",
    "randomized_response",
    "report_noisy_max",
    "stable_histogram",
    "stable_learner",
    "subsampled_gaussian_epsilon",
    "truncated_geometric_mechanism",
]
