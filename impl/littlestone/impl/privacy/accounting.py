"""Composition accounting: what several private mechanisms amount to together, through the dp-accounting library.

The library is an optional extra (``pip install 'littlestone[accounting]'``) and is imported only here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import isfinite
from typing import Any

PrivacyLoss = Any  # a distribution of dp-accounting, which has no types


class AccountingMissing(ImportError):
    """The extra ``accounting`` is not installed."""


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A mechanism's (epsilon, delta), with epsilon > 0 finite and 0 <= delta < 1; other values raise ValueError."""

    epsilon: float
    delta: float = 0.0

    def __post_init__(self) -> None:
        if not (isfinite(self.epsilon) and self.epsilon > 0):
            raise ValueError(f"epsilon must be a positive number, not {self.epsilon}")
        _checked_delta(self.delta)


def composed_epsilon(guarantees: Sequence[Guarantee], delta: float) -> float:
    """An epsilon such that running all the mechanisms, each chosen after the earlier answers, is (epsilon, delta)-DP.

    It is the value for the worst mechanisms with these guarantees, rounded up by the library's discretisation; floats,
    so no verdict of the kit rests on it. 0 for no mechanism, infinite where delta is below what the mechanisms lose.
    Raises ValueError where delta is outside [0, 1) and AccountingMissing. Source: Kairouz, Oh and Viswanath 2015.
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
    try:
        pld = import_module("dp_accounting.pld.privacy_loss_distribution")
        common = import_module("dp_accounting.pld.common")
    except ImportError as error:
        raise AccountingMissing("composition accounting needs: pip install 'littlestone[accounting]'") from error
    parameters = common.DifferentialPrivacyParameters(guarantee.epsilon, guarantee.delta)
    return pld.from_privacy_parameters(parameters)


def _checked_delta(delta: float) -> None:
    if not 0 <= delta < 1:
        raise ValueError(f"delta must be at least 0 and below 1, not {delta}")
