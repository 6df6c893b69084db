"""What the estimators share: exact parameters, encoded labels, the source of randomness, and what is warned of."""

from __future__ import annotations

import secrets
import sys
import warnings
from fractions import Fraction
from importlib.util import find_spec
from math import isfinite
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.preprocessing import LabelEncoder
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets

from littlestone.impl.randomness.secure import SecureSource
from littlestone.impl.randomness.sources import SeededSource
from littlestone.spec.algebra.reals import Real
from littlestone.spec.learning.privacy import checked_epsilon
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, exact

Codes = NDArray[np.int64]
ROOM = __name__.rpartition(".")[0]


class NoPromiseWarning(UserWarning):
    """With so many rows and these parameters nothing is promised of the error; what it says never depends on rows."""


class TooFewRowsWarning(NoPromiseWarning):
    """A learner was given fewer rows than it needs to learn; what it then predicts is likely a constant."""


class NothingFoundWarning(UserWarning):
    """The learner ended without a hypothesis and predicts its default; that is part of its private output."""


class InsecureNoiseWarning(UserWarning):
    """Noise is drawn in floating point, as the extra ``secure`` is not installed: fit to try out, not to release."""


def warn(words: str, category: type[UserWarning]) -> None:
    """Warn at the line outside of this package that called ``fit``."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ROOM):
        frame, level = frame.f_back, level + 1
    warnings.warn(words, category, stacklevel=level)


def exact_parameter(name: str, value: Any) -> Exact:
    """A number given as an int, a Fraction, a Real or a float, which is taken by its decimals: 0.1 is 1/10.

    Raises ParameterError where it is no finite number.
    """
    if isinstance(value, float) and isfinite(value):
        return Fraction(repr(float(value)))
    if not isinstance(value, Rational | Real):
        raise ParameterError(name, value, "a finite number")
    return exact(value if isinstance(value, Real) else Fraction(value))


def exact_epsilon(epsilon: Any) -> Exact:
    """Epsilon as an exact number; raises PrivacyParameterError where it is not positive, and ParameterError."""
    return checked_epsilon(exact_parameter("epsilon", epsilon))


def exact_if_given(name: str, value: Any) -> Exact | None:
    """As ``exact_parameter``, but None stays None."""
    return None if value is None else exact_parameter(name, value)


def rational_parameter(name: str, value: Any) -> Fraction:
    """As ``exact_parameter``; raises ParameterError where it is irrational."""
    number = exact_parameter(name, value)
    if not isinstance(number, Fraction):
        raise ParameterError(name, value, "rational")
    return number


def encoded(y: Any, labels: Any) -> tuple[NDArray[Any], Codes]:
    """The classes in order, those of ``labels`` or else those in y, and each label as its place among them.

    Raises ValueError where y is no classification or has other labels than these.
    """
    check_classification_targets(y)
    encoder = LabelEncoder().fit(y if labels is None else np.asarray(labels))
    return encoder.classes_, np.asarray(encoder.transform(y), dtype=np.int64)


def source_of(random_state: Any, noise: bool = False) -> Randomness:
    """Secure randomness for None; else a seeded source, whose runs can be repeated and protect nobody.

    A source of randomness stays what it is, so that the law of an estimator can be enumerated.
    With ``noise``, where nothing draws it securely, a seeded source of a secret seed, with an InsecureNoiseWarning.
    """
    if hasattr(random_state, "bernoulli"):
        found: Randomness = random_state
        return found
    if random_state is not None:
        return SeededSource(int(check_random_state(random_state).randint(2**31 - 1)))
    if not noise or find_spec("opendp") is not None:
        return SecureSource()
    words = "the noise is drawn in floating point, which attacks can undo: try out with it, and release nothing; "
    warn(words + "secure noise: pip install 'littlestone[secure]'", InsecureNoiseWarning)
    return SeededSource(secrets.randbits(128))
