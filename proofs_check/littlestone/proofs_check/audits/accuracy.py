"""Accuracy beside privacy: (alpha, beta) on hard distributions of a class, and from how many rows on it holds.

The error is split over all distributions and sizes before any run (Bonferroni), whether they are tried or not. 300
runs of each give an interval of 0.06 to either side around 1/10; halving it would take four times as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import inf, lcm, nextafter

import numpy as np
from numpy.typing import NDArray

from littlestone.proofs_check.audits.runs.crews import Crew
from littlestone.proofs_check.audits.runs.faults import TooManyFaults
from littlestone.proofs_check.audits.runs.probes import Probe
from littlestone.proofs_check.audits.runs.requests import Limits, Runs, Setup
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Point
from littlestone.proofs_check.audits.subjects.results import AccuracyPoint, AccuracyResult
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput, BadInstance, UnusableTarget
from littlestone.proofs_check.statistics.binomials import clopper_pearson
from littlestone.spec.classes.concept_classes import Function

RUNS = 300  # around 1/10 an interval then reaches about 0.06 to either side; four times the runs halve it
DOUBLINGS, HALVINGS = 6, 4  # 64 times the rows stated, then to 1/16 of the last step: every size costs RUNS trainings
MOST_SIZES = 1 + DOUBLINGS + HALVINGS  # all that may be tried share the error, whether they are or not
MOST_SUPPORT = 64  # points of a distribution: each is a column of the output of every run
LARGEST_SHATTERED = 6  # 2^6 patterns are looked for in each set tried
MOST_FUNCTIONS = 20_000  # the table of all functions is searched for each point added; larger classes go without


@dataclass(frozen=True)
class Distribution:
    """A law of labelled points: distinct points with their labels and weights, positive and of sum 1.

    Raises BadInstance where they are not.
    """

    name: str
    points: tuple[Point, ...]
    labels: tuple[int, ...]
    weights: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        sizes = {len(self.points), len(set(self.points)), len(self.labels), len(self.weights)}
        if len(sizes) != 1 or sum(self.weights) != 1 or min(self.weights) <= 0:
            problem = "it is no law of labelled points"
            raise BadInstance(self.name, problem, "give distinct points, a label and a weight for each, of sum 1")

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """The weights as integers over their common denominator."""
        denominator = lcm(*(w.denominator for w in self.weights))
        return np.array([int(w * denominator) for w in self.weights], dtype=np.int64)

    def sample(self, rows: int, rng: np.random.Generator) -> Dataset:
        """So many independent rows."""
        ends = np.cumsum(self.counts)
        drawn = np.searchsorted(ends, rng.integers(ends[-1], size=rows), side="right").tolist()
        return tuple((self.points[i], self.labels[i]) for i in drawn)

    def is_beyond(self, predictions: NDArray[np.float64], alpha: Fraction) -> bool:
        """The error of these predictions on the points is above alpha."""
        wrong = int(self.counts[predictions != np.array(self.labels)].sum())
        return Fraction(wrong, int(self.counts.sum())) > alpha


# ---- Hard distributions


def hard_distributions(instance: Instance) -> tuple[Distribution, ...]:
    """Distributions on which learners of the class find it hard, all labelled by functions of the class.

    Uniform on a shattered set; the two points between which a function changes; point masses at the two ends; and
    spread over the domain, labelled by the first, the middle and the last function, which for thresholds are the ends.
    Without a class, the user's own rows, each point with its first label.
    """
    if instance.functions is None:
        rows = dict(reversed(instance.sample or ()))
        if not rows:
            raise BadInstance("instance", "it has neither a class nor a sample", "give distributions")
        return (_uniform("the sample itself", tuple(rows), tuple(rows.values())),)
    functions = instance.functions
    named = (("first", functions[0]), ("middle", functions[len(functions) // 2]), ("last", functions[-1]))
    places = np.unique(np.linspace(0, len(instance.points) - 1, MOST_SUPPORT).round().astype(int)).tolist()
    found = [_on(instance, f"uniform, labelled by the {name} function", h, places) for name, h in named]
    found += [_on(instance, f"mass 1 on point {i}", named[1][1], [i]) for i in (0, len(instance.points) - 1)]
    # The place in this list is part of the seed of the samples: append, or the others draw anew
    return (*_shattered(instance), *_edge(instance, named[1][1]), *found)


def _uniform(name: str, points: tuple[Point, ...], labels: tuple[int, ...]) -> Distribution:
    return Distribution(name, points, labels, (Fraction(1, len(points)),) * len(points))


def _on(instance: Instance, name: str, h: Function, places: Sequence[int]) -> Distribution:
    return _uniform(name, tuple(instance.points[i] for i in places), tuple(h[i] for i in places))


def _edge(instance: Instance, h: Function) -> list[Distribution]:
    changes = [i for i in range(1, len(h)) if h[i] != h[i - 1]][:1]
    return [_on(instance, f"half on each of points {i - 1} and {i}", h, (i - 1, i)) for i in changes]


def _shattered(instance: Instance) -> list[Distribution]:
    """Uniform on a shattered set of at least two points, labelled in turn; none where there is no such set."""
    functions = instance.functions or ()
    if len(functions) > MOST_FUNCTIONS or len(instance.points) > MOST_SUPPORT:
        return []
    table = np.array(functions[:])
    places = _shattered_set(table, instance.labels[:2])
    if len(places) < 2:
        return []
    labels = tuple(instance.labels[i % 2] for i in range(len(places)))
    name = f"uniform on the {len(places)} shattered points {', '.join(map(str, places))}"
    return [_uniform(name, tuple(instance.points[i] for i in places), labels)]


def _shattered_set(table: NDArray[np.int64], labels: Sequence[int]) -> tuple[int, ...]:
    """A set of points on which every pattern of two labels occurs, grown as long as one point more can be added."""
    chosen: tuple[int, ...] = ()
    for _ in range(LARGEST_SHATTERED):
        grown = ((*chosen, x) for x in range(table.shape[1]) if x not in chosen)
        larger = next((places for places in grown if _shatters(table, places, labels)), None)
        if larger is None:
            break
        chosen = larger
    return chosen


def _shatters(table: NDArray[np.int64], places: tuple[int, ...], labels: Sequence[int]) -> bool:
    patterns = set(map(tuple, table[:, list(places)].tolist()))
    return all(pattern in patterns for pattern in product(labels, repeat=len(places)))


# ---- The audit


@dataclass(frozen=True)
class _Trial:
    """What is tried: the target in its worker, the distributions, the goal, and the error of each interval."""

    crew: Crew
    probe: Probe
    distributions: tuple[Distribution, ...]
    alpha: Fraction
    beta: Fraction
    error: Fraction
    runs: int
    seed: int

    def points(self, rows: int) -> tuple[AccuracyPoint, ...]:
        """What runs on samples of so many rows show, for each distribution."""
        return tuple(self._point(i, law, rows) for i, law in enumerate(self.distributions))

    def holds(self, points: Sequence[AccuracyPoint]) -> bool | None:
        """At most beta of the runs fail on every distribution; None where the intervals leave it open."""
        intervals = [clopper_pearson(point.failures, point.runs, self.error) for point in points]
        if any(interval.lower > self.beta for interval in intervals):
            return False
        return True if all(interval.upper <= self.beta for interval in intervals) else None

    def _point(self, number: int, law: Distribution, rows: int) -> AccuracyPoint:
        rng = np.random.default_rng((self.seed, number, rows))
        seeds = rng.integers(2**32, size=self.runs, dtype=np.uint32)
        outputs, _ = self.crew.run([Runs(law.sample(rows, rng), seeds[i : i + 1]) for i in range(self.runs)])
        columns = [self.probe.points.index(x) for x in law.points]
        rows_out = outputs.astype(np.float64)
        failures = sum(len(row) <= max(columns) or law.is_beyond(row[columns], self.alpha) for row in rows_out)
        lower, upper = map(float, clopper_pearson(failures, self.runs, self.error))
        return AccuracyPoint(
            law.name, rows, self.runs, failures, max(0.0, nextafter(lower, -inf)), min(1.0, nextafter(upper, inf))
        )


def accuracy_audit(
    target: Target,
    instance: Instance,
    *,
    alpha: Fraction,
    beta: Fraction,
    confidence: float = 0.95,
    distributions: Sequence[Distribution] = (),
    runs: int = RUNS,
    jobs: int = 1,
    seed: int = 0,
    limits: Limits | None = None,
) -> AccuracyResult:
    """Whether at ``instance.rows`` rows at most a beta of the runs has error above alpha, and from how many rows on.

    By default on the class's ``hard_distributions``. All intervals hold together at the stated confidence. Other
    numbers of rows are tried by doubling up to 64 times and halving the interval found four times. Runs that fail
    count as inaccurate. Raises BadInput on an alpha or beta outside (0, 1) and on a mechanism, which predicts
    nothing, and UnusableTarget where too many runs crash or hang.
    """
    _check_goal(target, alpha, beta)
    laws = tuple(distributions) or hard_distributions(instance)
    points = tuple(dict.fromkeys(x for law in laws for x in law.points))
    probe = Probe(points, tuple(range(len(points))), most=len(points))
    domain = len(instance.points) if instance.is_finite else None
    # Bonferroni over distributions and sizes, fixed before any run; repr, for 0.95 is no Fraction(19, 20) as a float
    error = (1 - Fraction(repr(confidence))) / (len(laws) * MOST_SIZES)
    with Crew(target, Setup(target.name, probe, domain, limits or Limits()), jobs) as crew:
        try:
            return _searched(_Trial(crew, probe, laws, alpha, beta, error, runs, seed), instance.rows)
        except TooManyFaults as reason:
            raise UnusableTarget(target.name, str(reason), "make it run on samples of its class") from reason


def _check_goal(target: Target, alpha: Fraction, beta: Fraction) -> None:
    """Raise BadInput on an alpha or beta outside (0, 1), and on a mechanism, which predicts nothing."""
    if target.kind == "mechanism":
        raise BadInput(target.name, "a mechanism has no hypothesis", "give a learner or an estimator")
    for name, value in (("alpha", alpha), ("beta", beta)):
        if not 0 < value < 1:
            raise BadInput(name, f"{value} is outside (0, 1)", "give for instance 1/10")


def _searched(trial: _Trial, rows: int) -> AccuracyResult:
    """The sizes rows, 2 rows, 4 rows, ... until accuracy holds, then four between the last two."""
    tried: dict[int, tuple[AccuracyPoint, ...]] = {}

    def holds(size: int) -> bool:
        tried[size] = trial.points(size)
        return trial.holds(tried[size]) is True

    high = next((size for size in (rows << i for i in range(DOUBLINGS + 1)) if holds(size)), None)
    if high is not None:
        low = 0 if high == rows else high // 2
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            if middle == low:
                break
            low, high = (low, middle) if holds(middle) else (middle, high)
    listed = tuple(point for size in sorted(tried) for point in tried[size])
    return AccuracyResult(float(trial.alpha), float(trial.beta), trial.holds(tried[rows]), listed, high)
