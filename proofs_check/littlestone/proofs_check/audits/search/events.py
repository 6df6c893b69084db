"""Events that an audit tests: the outputs whose score reaches a threshold, said in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.audits.search.features import Floats, as_table
from littlestone.proofs_check.audits.search.scores import FeatureScore, Score

LISTED = 6  # longer lists are described by their score
CHUNK = 100_000  # the answer does not depend on it


@dataclass(frozen=True)
class ThresholdEvent:
    """The outputs whose score is at least the threshold, or, if ``above`` is False, less than it."""

    score: Score
    threshold: float
    above: bool
    description: str

    def contains(self, outputs: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which of the outputs, shape (n,) or (n, columns), are in the event."""
        inside: npt.NDArray[np.bool_] = (scores_of(self.score, outputs) >= self.threshold) == self.above
        return inside


def scores_of(score: Score, outputs: npt.ArrayLike) -> Floats:
    """The scores of outputs of shape (n,) or (n, columns), computed in parts that fit the cache."""
    values = np.asarray(outputs)
    parts = [score(as_table(values[i : i + CHUNK])) for i in range(0, len(values), CHUNK)]
    return np.concatenate(parts) if parts else np.zeros(0)


def describe(score: Score, threshold: float, above: bool, outcomes: Floats | None) -> str:
    """The event in words; ``outcomes`` (m, columns) are all outputs ever seen where they are few, else None."""
    if outcomes is not None:
        inside = outcomes[(score(outcomes) >= threshold) == above]
        if 0 < len(inside) <= LISTED:
            return listed(inside)
    relation = ">=" if above else "<"
    is_single = isinstance(score, FeatureScore) and outcomes is not None and outcomes.shape[1] == 1
    name = score.name.replace("x0", "output") if is_single else score.name
    return f"{name} {relation} {threshold:.6g}"


def listed(rows: Floats) -> str:
    """A few outcomes by name: "output = 3" or "output in {(0, 1), (1, 1)}"."""
    names = [_outcome(row) for row in rows]
    return f"output = {names[0]}" if len(names) == 1 else f"output in {{{', '.join(names)}}}"


def _outcome(row: Floats) -> str:
    entries = [f"{value:g}" for value in row]
    return entries[0] if len(entries) == 1 else f"({', '.join(entries)})"
