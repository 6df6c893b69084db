"""The private medians of depths by their names, and how many chunks each needs (YAN25, M4 to M6).

``ranks`` needs the fewest on any tree that fits in memory. ``one level`` and ``log*`` first leave out a sixth of the
depths at either end, and then need an interior point of the rest; the number that they need grows with the logarithm of
the logarithm of the height, and slower still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from littlestone.impl.privacy.medians import median_by_pairs, median_by_ranks, one_level_median, without_extremes
from littlestone.impl.searches import least_enough
from littlestone.spec.algebra.reals import Expression, Real, ln
from littlestone.spec.algebra.rounding import ceiling
from littlestone.spec.learning.randomness import Exact, ParameterError, Randomness, checked_count, exact, is_true
from littlestone.spec.medians.choosing_laws import choosing_threshold

NAMES = ("ranks", "one level", "log*")
MOST = 1 << 60


@dataclass(frozen=True, slots=True)
class DepthMedian:
    """A median by its name, (epsilon, delta)-private; that by ranks takes no delta, and 0 then.

    Raises ParameterError on another name.
    """

    name: str
    epsilon: Expression
    delta: Expression = Fraction(0)

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise ParameterError("median", repr(self.name), f"one of {', '.join(map(repr, NAMES))}")

    def draw(self, depths: Sequence[int], height: int, source: Randomness) -> int:
        """A depth of 0..height."""
        if self.name == "ranks":
            return median_by_ranks(depths, height, self.epsilon, source)
        each = self.each(1)
        if self.name == "one level":
            return one_level_median(depths, height, (each, each, each), self.delta, source)
        kept = without_extremes(depths, -(-len(depths) // 6))
        return median_by_pairs(kept, height + 1, 1, each, self.delta, source)

    def each(self, levels: int) -> Exact:
        """The epsilon of each mechanism of so many levels: a depth, and a prefix and a point for each level."""
        return exact(Real.of(self.epsilon) / (1 + 2 * levels))

    def chunks(self, height: int, beta: Expression) -> int:
        """With so many depths it is a 1/3-median but with probability beta: (6/e) ln(max(H, 1)/beta) by ranks (M4),
        else the least number of which what is left satisfies M5 or M6.

        Raises ParameterError where height < 0, or where no number below 2^60 is enough.
        """
        checked_count("height", height, 0)
        if self.name == "ranks":
            return max(ceiling(6 / Real.of(self.epsilon) * ln(max(height, 1) / Real.of(beta))), 1)
        is_enough = self._one_level_is_enough if self.name == "one level" else self._pairs_are_enough
        found = least_enough(lambda sixth: is_enough(height, Real.of(beta), 4 * sixth), MOST)
        if found is None:
            raise ParameterError("epsilon", self.epsilon, "larger: no number of chunks below 2^60 is enough")
        return 6 * found

    def _one_level_is_enough(self, height: int, beta: Real, n: int) -> bool:
        """n/2 >= (2/e) ln((L + 1)/b) + max(3K, theta + (4/e) ln(1/b), K + (4/e) ln(2n/b)), K = 1 + (2/e) ln(3/b)."""
        e, b, bits = Real.of(self.each(1)), beta / 3, max(1, height.bit_length())
        depth, K = 2 / e * ln((bits + 1) / b), 1 + 2 / e * ln(3 / b)
        parts = (3 * K, *self._choice(K, b, n))
        return all(is_true(Fraction(n, 2) >= depth + part) for part in parts)

    def _pairs_are_enough(self, height: int, beta: Real, n: int) -> bool:
        """With g = max(3K, 8K', ln(1/b)), K = 1 + (2/e) ln(3/b) and K' the most of K + (4/e) ln(2n/b) and theta + (4/e)
        ln(1/b): n/4 >= g, and n/4 >= g + (2/e) ln((L + 1)/b) for the median of the n/2 pairs."""
        e, b, bits = Real.of(self.each(1)), beta / 4, max(1, height.bit_length())
        K, last = 1 + 2 / e * ln(3 / b), 2 / e * ln((bits + 1) / b)
        targets = (3 * K, *(8 * part for part in self._choice(K, b, n)), ln(1 / b))
        return all(is_true(Fraction(n, 4) >= ceiling(target) + last) for target in targets)

    def _choice(self, K: Real, b: Real, n: int) -> Iterator[Real]:
        """What a prefix is chosen by."""
        e = self.each(1)
        yield choosing_threshold(e, self.delta) + 4 / Real.of(e) * ln(1 / b)
        yield K + 4 / Real.of(e) * ln(2 * n / b)
