"""Arrays by what they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]  # of whichever integers or floats hold the numbers
Floats = NDArray[np.float64]
