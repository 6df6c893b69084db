"""Decision stumps on a public grid of thresholds, as one finite class scored and evaluated in NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Bits = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Stump:
    """x -> [x[feature] > threshold], flipped where ``flip`` is 1; a constant where the threshold is -infinity."""

    feature: int
    threshold: float
    flip: int

    def predict(self, X: Matrix) -> Bits:
        """The bits 0 or 1 of the rows."""
        above: Any = X[:, self.feature] > self.threshold
        return np.asarray(above ^ bool(self.flip), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class StumpGrid:
    """The stumps over so many features with these thresholds, and the two constants: fixed before the data is seen."""

    features: int
    thresholds: tuple[float, ...]

    @property
    def cuts(self) -> tuple[float, ...]:
        """The thresholds with -infinity, whose stumps are the constants."""
        return (-np.inf, *self.thresholds)

    def __len__(self) -> int:
        return 2 * self.features * len(self.cuts)

    def __getitem__(self, index: int) -> Stump:
        place, flip = divmod(index, 2)
        feature, cut = divmod(place, len(self.cuts))
        return Stump(feature, self.cuts[cut], flip)

    def errors(self, X: Matrix, bits: Bits) -> Bits:
        """The number of rows that each stump gets wrong, in the order of indexing."""
        above = X[:, :, None] > np.asarray(self.cuts)
        wrong = (above != (bits[:, None, None] == 1)).sum(axis=0).ravel()
        return np.stack([wrong, len(X) - wrong], axis=1).ravel()
