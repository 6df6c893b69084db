"""An exact number as a user types it, in a constant of a claim or in a claim of privacy."""

from __future__ import annotations

import re
from fractions import Fraction

POWER, MOST_POWER = re.compile(r"[eE][+-]?(\d+)"), 1000  # a larger one would be written out


def rational(text: str) -> Fraction:
    """The rational that 3, 0.1, 1e-5 or 1/10 stands for; raises ValueError for others, and for powers beyond 1000."""
    if any(int(power) > MOST_POWER for power in POWER.findall(text)):
        raise ValueError(text)
    return Fraction(text)
