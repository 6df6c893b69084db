"""The laws of private medians (YAN25, M4 to M6), as their listings say: every point of the domain, every shuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from littlestone.spec.algebra.reals import Expression
from littlestone.spec.learning.laws import Law, point_mass, uniform_law
from littlestone.spec.learning.mechanisms import exponential_law
from littlestone.spec.medians.choosing_laws import choosing_law

Values = Sequence[int]

# ---- Ranks


def rank_quality(values: Values, z: int) -> int:
    """q(z) = min(#{i : y_i <= z}, #{i : y_i >= z})."""
    return min(sum(y <= z for y in values), sum(y >= z for y in values))


def is_median(values: Values, z: int, alpha: Fraction) -> bool:
    """z is an alpha-median: q(z) >= (1/2 - alpha) n (YAN25 D11)."""
    return rank_quality(values, z) >= (Fraction(1, 2) - alpha) * len(values)


def trimmed(values: Values, k: int) -> tuple[int, ...]:
    """The values without the k smallest and the k largest, in order; none where there are at most 2k."""
    return tuple(sorted(values)[k:][: len(values) - 2 * k]) if len(values) > 2 * k else ()


def by_quality(values: Values, domain: Sequence[int], epsilon: Expression) -> Law[int]:
    """A point of the domain with a probability proportional to e^{eps q / 2}."""
    law = exponential_law([rank_quality(values, z) for z in domain], 1, epsilon)
    return law.map(lambda i: domain[i])


def rank_median_law(values: Values, top: int, epsilon: Expression) -> Law[int]:
    """The law of the median by ranks: the exponential mechanism on 0..top."""
    return by_quality(values, range(top + 1), epsilon)


# ---- Prefixes


def depth_of(size: int) -> int:
    """L = max(1, ceil(log2(size))), the number of bits of 0..size - 1."""
    return max(1, (int(size) - 1).bit_length())


def prefix_counts(values: Values, bits: int, z: int) -> Counter[int]:
    """N(v), the number of values whose first z bits are v, for the v with at least one."""
    return Counter(y >> (bits - z) for y in values)


def heaviest(values: Values, bits: int, z: int) -> int:
    """M(z) = max_v N(v) at depth z; M(L + 1) = 0."""
    return 0 if z > bits else max(prefix_counts(values, bits, z).values(), default=0)


def depth_quality(values: Values, bits: int, z: int) -> int:
    """min(M(z), n - M(z + 1))."""
    return min(heaviest(values, bits, z), len(values) - heaviest(values, bits, z + 1))


def three_points(v: int, free: int) -> tuple[int, ...]:
    """a = v 0...0, b = v 1 0...0 and c = v 1...1 with so many free bits, each once."""
    low = v << free
    return tuple(dict.fromkeys([low, low + (1 << (free - 1)), low + (1 << free) - 1]))


def below_prefix_law(values: Values, bits: int, z: int, v: int | None, top: int, epsilon: Expression) -> Law[int]:
    """What is returned for the chosen prefix v of length z: the one value that it leaves, else one of the three points
    by quality, at most top; 0 where none was chosen."""
    if v is None or z == bits:
        return point_mass(v or 0)
    return by_quality(values, three_points(v, bits - z), epsilon).map(lambda x: min(top, x))


def one_level_law(
    values: Values, top: int, epsilons: tuple[Expression, Expression, Expression], delta: Expression
) -> Law[int]:
    """The law of OneLevel on 0..top: a depth by its quality, a prefix by choosing, one of three points by quality."""
    kept = trimmed(values, -(-len(values) // 6))
    bits = depth_of(top + 1)
    if not kept:
        return point_mass(0)
    depth = exponential_law([depth_quality(kept, bits, z) for z in range(bits + 1)], 1, epsilons[0])
    return depth.bind(
        lambda z: choosing_law(prefix_counts(kept, bits, z), epsilons[1], delta).bind(
            lambda v: below_prefix_law(kept, bits, z, v, top, epsilons[2])
        )
    )


# ---- The recursion on pairs


def common_prefix(x: int, y: int, bits: int) -> int:
    """How many leading bits of two numbers of so many bits agree."""
    return bits - (x ^ y).bit_length()


def pairs_law(values: Values, bits: int) -> Law[tuple[int, ...]]:
    """The common prefix lengths of the pairs of a uniform shuffle; an odd value is left over."""
    halves = range(len(values) // 2)
    return uniform_law(permutations(range(len(values)))).map(
        lambda order: tuple(common_prefix(values[order[2 * j]], values[order[2 * j + 1]], bits) for j in halves)
    )


def recursive_median_law(values: Values, size: int, levels: int, epsilon: Expression, delta: Expression) -> Law[int]:
    """The law of RecPair on 0..size - 1: a depth by recursion on the pairs' common prefixes, then as OneLevel."""
    if levels == 0 or size <= 2:
        return by_quality(values, range(size), epsilon)
    bits = depth_of(size)
    depth = pairs_law(values, bits).bind(
        lambda prefixes: recursive_median_law(prefixes, bits + 1, levels - 1, epsilon, delta)
    )
    return depth.bind(
        lambda z: choosing_law(prefix_counts(values, bits, z), epsilon, delta).bind(
            lambda v: below_prefix_law(values, bits, z, v, size - 1, epsilon)
        )
    )
