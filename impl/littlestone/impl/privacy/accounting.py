"""Composition accounting: what several private mechanisms amount to together, through the dp-accounting library.

The library is an optional extra (``pip install 'littlestone[accounting]'``) and is imported only here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from math import inf, nextafter
from typing import Any

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.spec.algebra.reals import Expression, Real, enclosure
from littlestone.spec.learning.randomness import is_true

PrivacyLoss = Any  # a distribution of dp-accounting, which has no types


def composed_epsilon(guarantees: Sequence[Guarantee], delta: float) -> float:
    """An epsilon such that running all the mechanisms, each chosen after the earlier answers, is (epsilon, delta)-DP.

    It is the value for the worst mechanisms with these guarantees, rounded up by the library's discretisation; floats,
    so no verdict of the kit rests on it. 0 for no mechanism, infinite where delta is below what the mechanisms lose.
    Raises ValueError where a delta is outside [0, 1) and MissingExtra. Source: Kairouz, Oh and Viswanath 2015.
    """
    _checked_delta(delta)
    if not guarantees:
        return 0.0
    parts = [_privacy_loss(guarantee) for guarantee in guarantees]
    together = parts[0]
    for part in parts[1:]:
        together = together.compose(part)
    return float(together.get_epsilon_for_delta(delta))


def _privacy_loss(guarantee: Guarantee) -> PrivacyLoss:
    """The privacy loss distribution of the worst mechanism with this guarantee."""
    epsilon, delta = _at_least(guarantee.epsilon), _checked_delta(_at_least(guarantee.delta))
    try:
        pld = import_module("dp_accounting.pld.privacy_loss_distribution")
        common = import_module("dp_accounting.pld.common")
    except ImportError as error:
        raise MissingExtra("composition accounting", "accounting") from error
    return pld.from_privacy_parameters(common.DifferentialPrivacyParameters(epsilon, delta))


def _at_least(number: Expression) -> float:
    """The nearest float that is not below the number."""
    nearest = float(enclosure(Real.of(number), 80).mid())
    return nearest if is_true(Fraction(nearest) >= Real.of(number)) else nextafter(nearest, inf)


def _checked_delta(delta: float) -> float:
    if not 0 <= delta < 1:
        raise ValueError(f"delta must be at least 0 and below 1, not {delta}")
    return delta
