"""More cases of a parametrized test, for the nightly run alone: by day one or two of the same kind show the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def nightly(values: Iterable[Any]) -> list[Any]:
    """These values of a parameter, each marked ``nightly``."""
    return [pytest.param(value, marks=pytest.mark.nightly) for value in values]
