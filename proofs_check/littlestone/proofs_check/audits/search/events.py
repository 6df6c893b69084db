"""Events that an audit tests: the outputs whose score reaches a threshold, said in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from littlestone.proofs_check.audits.search.features import NAN, Floats, as_table, number_text
from littlestone.proofs_check.audits.search.scores import AdditiveScore, FeatureScore, Score

LISTED = 6  # longer lists are described by their score


@dataclass(frozen=True)
class ThresholdEvent:
    """The outputs whose score is at least the threshold, or, if ``above`` is False, less than it."""

    score: Score
    threshold: float
    above: bool
    description: str

    def contains(self, outputs: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which of the outputs, shape (n,) or (n, columns), are in the event."""
        return self.holds(self.score(as_table(outputs)))

    def holds(self, scores: Floats) -> npt.NDArray[np.bool_]:
        """Which of these scores of outputs are in the event."""
        inside: npt.NDArray[np.bool_] = (scores >= self.threshold) == self.above
        return inside


def describe(score: Score, threshold: float, above: bool, outcomes: Floats | None) -> str:
    """The event in words; ``outcomes`` (m, columns) are all outputs ever seen where they are few, else None."""
    inside = _few_inside(score, threshold, above, outcomes)
    if inside is not None:
        return listed(inside)
    intervals = _intervals(score, threshold, above)
    if intervals and len(intervals) <= LISTED:
        return " or ".join(intervals[at] for at in sorted(intervals))
    shown = number_text(threshold) if isinstance(score, FeatureScore) else f"{threshold:.6g}"
    words = f"{score.name} {'>=' if above else '<'} {shown}"
    some = " or ".join(list(intervals.values())[:LISTED])
    return f"{some}, or {len(intervals) - LISTED} more ranges, all with a {words}" if some else words


def can_be_listed(score: Score, threshold: float, above: bool, outcomes: Floats | None) -> bool:
    """Whether the event is a few outcomes or a few intervals, which its description lists."""
    inside = _few_inside(score, threshold, above, outcomes)
    return inside is not None or 0 < len(_intervals(score, threshold, above)) <= LISTED


def _few_inside(score: Score, threshold: float, above: bool, outcomes: Floats | None) -> Floats | None:
    if outcomes is None:
        return None
    inside = outcomes[(score(outcomes) >= threshold) == above]
    # A threshold says more than a list, which leaves open where outcomes that were never seen belong
    most = 1 if isinstance(score, FeatureScore) else LISTED
    return inside if 0 < len(inside) <= most else None


def _intervals(score: Score, threshold: float, above: bool) -> dict[int, str]:
    """The event of one feature as intervals, by their place, those that tell the most first; none of more features."""
    if not (isinstance(score, AdditiveScore) and len(score.features) == 1):
        return {}
    inside = np.concatenate([[False], (score.tables[0] >= threshold) == above, [False]])
    changes = np.flatnonzero(inside[1:] != inside[:-1]).reshape(-1, 2)
    ends = np.concatenate([[-np.inf], score.bins[0].cuts, [np.inf]])
    tells = [np.abs(score.tables[0][low:high] - threshold).max() for low, high in changes]
    name = score.features[0].name
    return {int(at): _interval(name, *ends[changes[at]]) for at in np.argsort(-np.array(tells), kind="stable")}


def _interval(name: str, low: float, high: float) -> str:
    if high == np.nextafter(low, np.inf):
        return f"{name} = {number_text(low)}"
    if low < NAN:
        return f"{name} < {number_text(high)}" if high < np.inf else f"any {name}"
    return f"{name} >= {number_text(low)}" if high == np.inf else f"{number_text(low)} <= {name} < {number_text(high)}"


def listed(rows: Floats) -> str:
    """A few outcomes by name: "output = 3" or "output in {(0, 1), (1, 1)}"."""
    written = (", ".join(map(number_text, row)) for row in rows)
    names = [f"({text})" if rows.shape[1] > 1 else text for text in written]
    return f"output = {names[0]}" if len(names) == 1 else f"output in {{{', '.join(names)}}}"
