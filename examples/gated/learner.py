"""Our private learner of thresholds on a few points: the exponential mechanism over all of them."""

from littlestone.learners import Randomness, ln

POINTS = 3
EPSILON = ln(4)  # declared in pyproject.toml
THRESHOLDS = tuple((0,) * t + (1,) * (POINTS - t) for t in range(POINTS + 1))


def errors(h: tuple[int, ...], sample: tuple[tuple[int, int], ...]) -> int:
    """How many rows of the sample h gets wrong; replacing a row changes it by at most one."""
    return sum(h[x] != y for x, y in sample)


def learn(sample: tuple[tuple[int, int], ...], source: Randomness) -> tuple[int, ...]:
    """A threshold, with probability proportional to exp(-EPSILON * errors / 2)."""
    scores = [-errors(h, sample) for h in THRESHOLDS]
    return THRESHOLDS[source.exponential(scores, EPSILON)]
