"""Checks of bounds on shattered sets and thresholds."""

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any, int, Mapping[str, Any]], None]
CHECKS_OF_VC: dict[str, Check] = {}
CHECKS_OF_THRESHOLDS: dict[str, Check] = {}
