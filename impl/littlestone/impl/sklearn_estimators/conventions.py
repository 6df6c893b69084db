"""What the estimators share: exact parameters and numbers, encoded labels, the source of randomness, and warnings."""

from __future__ import annotations

import re
import secrets
import sys
import warnings
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from importlib.util import find_spec
from math import ceil, floor, isfinite, log10
from numbers import Rational
from typing import Any, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import NDArray
from sklearn.preprocessing import LabelEncoder
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets

from littlestone.impl.privacy.renyi import ball_of, high_end
from littlestone.impl.randomness.sources import SecureSource, SeededSource
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


PARAMETERS = """
    functions : tuple of tuples of int, default=the thresholds on 8 points
        The class: 0/1 tables on the same points 0..p-1.
    epsilon : int, float, Fraction or Real, default=1
        The privacy loss, positive. A float is taken by its decimals.
    delta : float, Fraction or Real, default=1e-6
        The chance of a larger loss, positive.
    feature : int, default=0
        The column of X that holds the points; the others are not read. Scale it beforehand, by public numbers.
    labels : array-like or None, default=(0, 1)
        The two classes, the smaller of which stands for 0; public. None takes those in y for public.
    alpha : Fraction, float or None, default=None
        The largest error wanted on fresh rows. With alpha and beta ``fit`` refuses fewer rows than promise it; without
        them it warns with TooFewRowsWarning of fewer than promise an error below 1. Either depends on the number of
        rows alone, which is public.
    beta : Fraction, float or None, default=None
        The chance with which the error may be larger; 1/100 where None.
    random_state : int, RandomState or None, default=None
        An int makes runs that can be repeated and protect nobody; None is secure randomness.
"""
Made = TypeVar("Made")


def _described(text: str) -> dict[str, str]:
    """The description of each parameter, by its name."""
    return {entry.split()[0]: entry.rstrip() for entry in re.split(r"\n(?=    \w)", text) if entry.strip()}


@dataclass_transform(eq_default=False, kw_only_default=True)
def estimator(kind: type[Made]) -> type[Made]:
    """The class as a dataclass, whose docstring gets what it does not describe itself: the parameters of ``PARAMETERS``
    and those of its bases, and their attributes."""
    made = dataclass(eq=False, repr=False, kw_only=True)(kind)
    parameters, attributes = _described(PARAMETERS), dict[str, str]()
    text = examples = ""
    for base in reversed([base for base in made.__mro__ if base.__module__.startswith(ROOM)]):
        rest, _, examples = (base.__doc__ or "").partition("    Examples\n")
        rest, _, own = rest.partition("    Attributes\n    ----------\n")
        attributes |= _described(own)
        text, _, own = rest.partition("    Parameters\n    ----------\n")
        parameters |= _described(own)
    listed = [parameters[field.name] for field in fields(made)]  # type: ignore[arg-type]
    parts = ("Parameters", listed), ("Attributes", attributes.values())
    sections = (f"    {name}\n    ----------\n" + "\n".join(entries) for name, entries in parts)
    made.__doc__ = "\n\n".join([text.rstrip(), *sections, f"    Examples\n{examples}"])
    return made


def warn(words: str, category: type[UserWarning]) -> None:
    """Warn at the line outside of this package that called ``fit``."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(ROOM):
        frame, level = frame.f_back, level + 1
    warnings.warn(words, category, stacklevel=level)


def exact_parameter(name: str, value: Any) -> Exact:
    """An int, Fraction, Real, or float by its decimals, so that 0.1 is 1/10; raises ParameterError where not finite."""
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
    if others := sorted(set(np.unique(y).tolist()) - set(encoder.classes_.tolist()), key=str):
        known = encoder.classes_.tolist()
        raise ValueError(f"y has unseen labels: {others[0]!r} is not among labels = {known}; name all classes there")
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


class ExactNumber(Fraction):
    """A fraction with format specifications, which Python's own has from 3.12 on only."""

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __reduce__(self) -> tuple[type[ExactNumber], tuple[int, int]]:
        return ExactNumber, (self.numerator, self.denominator)

    def __str__(self) -> str:
        return super().__str__() if self.denominator <= 10**6 else f"{float(self):.6g}"

    def __repr__(self) -> str:
        return str(self)


def published(value: Any) -> Any:
    """An exact number as an ExactNumber, irrational ones rounded up; fields of a dataclass likewise, all else as it is.

    What is rounded up are privacy losses, errors and noise: a larger one is never claimed to be smaller.
    """
    if isinstance(value, ExactNumber):
        return value
    if isinstance(value, Fraction | Real):
        known = exact(value)
        return ExactNumber(known if isinstance(known, Fraction) else high_end(ball_of(known)))
    if is_dataclass(value) and not isinstance(value, type):
        given = {field.name: published(getattr(value, field.name)) for field in fields(value) if field.init}
        return replace(value, **given)
    return value


def rounded_up(number: Exact) -> Fraction:
    """The number rounded up to six decimal digits: what is declared must be short enough to be written down."""
    above = high_end(ball_of(number))
    unit = Fraction(10) ** (floor(log10(above)) - 5)
    return ceil(above / unit) * unit
