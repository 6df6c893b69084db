"""The learner of a small project."""

from fractions import Fraction

KEPT = Fraction(3, 4)


def response(y, source):
    return y if source.bernoulli(KEPT) else 1 - y


def learn(sample, source):
    """Randomised response on the last label: ln 3 exactly."""
    return (response(sample[-1][1], source),) * 2
