"""The five tasks of docs/which_learner.md, and who learns them: a learner is a function of (rows, seed) to an error.

On a finite domain all points are equally likely and an error is exact; for halfspaces it is that on 20,000 fresh rows.
Rows and coins follow from the seed, so that every figure can be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any

import numpy as np

from littlestone import estimators as kit
from littlestone.learners import SampleError

EPSILON, DELTA, ALPHA, BETA = 1, 1e-6, 0.1, 0.05
Function = tuple[int, ...]
Draw = Callable[[int, np.random.Generator], tuple[Any, Any]]
MANY, FEW = 1 << 20, 1 << 17  # the most rows that are tried; fewer for learners that take seconds with more


@dataclass(frozen=True)
class Learner:
    """Who learns: its error from so many rows with this seed, what it promises, and the most rows to try."""

    name: str
    error: Callable[[int, int], float]
    promise: int | None = None
    most: int = MANY
    is_private: bool = True


@dataclass(frozen=True)
class Finite:
    """A listed class, the function that labels the rows, and the numbers that stand for each point."""

    name: str
    functions: tuple[Function, ...]
    target: Function
    features: Any
    plain: str

    @property
    def points(self) -> int:
        return len(self.target)

    @property
    def cuts(self) -> tuple[float, ...]:
        """Between the numbers of the features."""
        values = np.unique(self.features)
        return tuple(((values[1:] + values[:-1]) / 2).tolist())

    def rows(self, n: int, seed: int) -> tuple[Any, Any]:
        """Points, uniform, and their labels."""
        drawn = np.random.default_rng((seed, n)).integers(0, self.points, n)
        return drawn, np.array(self.target)[drawn]

    def error(self, hypothesis: Any) -> float:
        return float(np.mean(np.asarray(hypothesis) != np.array(self.target)))


# ---- The classes

THRESHOLDS = tuple(tuple(int(x >= t) for x in range(8)) for t in range(9))


def paths(height: int) -> tuple[Function, ...]:
    """In a complete binary tree, the points from the root to a node, and the empty set: of VC dimension 1."""
    size = 2**height - 1

    def above(node: int) -> set[int]:
        return {node} | (above((node - 1) // 2) if node else set())

    return ((0,) * size, *(tuple(int(x in above(node)) for x in range(size)) for node in range(size)))


def ball(points: int, radius: int) -> tuple[Function, ...]:
    """All functions with at most ``radius`` ones: of Littlestone dimension ``radius``."""
    ones = (set(chosen) for size in range(radius + 1) for chosen in combinations(range(points), size))
    return tuple(tuple(int(x in chosen) for x in range(points)) for chosen in ones)


GRID = np.array(list(product(range(8), repeat=2)))  # two features in 0..7
UNIT = (GRID - 3.5) / 5  # in the unit ball


def stump_pairs() -> tuple[Function, ...]:
    """Labels 0..3 whose two bits are stumps on the grid."""
    stumps = {tuple((GRID[:, f] > c) ^ flip) for f in (0, 1) for c in (-1, *range(7)) for flip in (False, True)}
    return tuple(tuple(2 * a + b for a, b in zip(*pair, strict=True)) for pair in product(sorted(stumps), repeat=2))


def finite_tasks() -> Iterator[Finite]:
    line = (np.arange(8.0)[:, None] - 3.5) / 3.5
    tree, small = paths(4), ball(8, 3)
    yield Finite("thresholds on 8 points", THRESHOLDS, THRESHOLDS[5], line, "first function without a mistake")
    yield Finite("paths of a tree with 15 nodes", tree, tree[-1], np.eye(15), "first function without a mistake")
    yield Finite("at most 3 ones on 8 points", small, small[-1], np.eye(8), "first function without a mistake")
    quarters = tuple(int(2 * (a >= 5) + (b >= 3)) for a, b in GRID)
    yield Finite("4 labels, a stump for each bit", stump_pairs(), quarters, UNIT, "best pair of stumps")


# ---- Who learns a listed class


def fitted(task: Finite, make: Callable[..., Any], n: int, seed: int) -> float:
    """An estimator of the kit on points."""
    drawn, y = task.rows(n, seed)
    model = make(functions=task.functions, random_state=seed).fit(drawn[:, None], y)
    return task.error(model.predict(np.arange(task.points)[:, None]))


def on_features(task: Finite, make: Callable[[int], Any], n: int, seed: int) -> float:
    """An estimator that reads numbers; one that refuses rows with one label only has not learned."""
    drawn, y = task.rows(n, seed)
    try:
        model = make(seed).fit(task.features[drawn], y)
    except ValueError:
        return 1.0
    return task.error(model.predict(task.features))


def consistent(task: Finite, n: int, seed: int) -> float:
    """The first function with the fewest mistakes; not private."""
    table = np.array(task.functions)
    drawn, y = task.rows(n, seed)
    return task.error(table[(table[:, drawn] != y).sum(axis=1).argmin()])


def online(task: Finite, n: int, seed: int) -> float:
    """The hypothesis at the end of the stream."""
    return fitted(task, partial(kit.PrivateOnlineClassifier, horizon=n), n, seed)


def promised(model: Any, columns: int, labels: Any = (0, 1)) -> int | None:
    """The rows from which an estimator with alpha and beta promises them: what it says when it refuses so few."""
    with suppress(SampleError):
        model.fit(np.zeros((len(labels), columns)), labels)
    return model.guarantee_.rows


def learners_of(task: Finite, library: Any) -> Iterator[Learner]:
    """All that can learn the class; ``library`` is diffprivlib.models or None."""
    labels = tuple(range(max(task.target) + 1))
    accurate: dict[str, Any] = {"labels": labels, "alpha": ALPHA, "beta": BETA, "random_state": 0}

    def on_points(kind: Any, most: int = MANY, **given: Any) -> Learner:
        promise = promised(kind(task.functions, **accurate), 1, labels)
        return Learner(f"`{kind.__name__}`", partial(fitted, task, partial(kind, **given)), promise, most)

    yield on_points(kit.PrivateExponentialClassifier, labels=labels)
    if len(labels) == 2:
        yield on_points(kit.PrivateDecompositionClassifier)
        yield on_points(kit.PrivateLittlestoneClassifier, FEW)
        yield Learner("`PrivateOnlineClassifier`", partial(online, task), most=FEW)
    if task.name.startswith(("thresholds", "paths")):
        yield on_points(kit.PrivateTreeClassifier)
        yield on_points(kit.PrivateProperTreeClassifier)
    if task.features.shape[1] <= 2:
        stumps = partial(kit.PrivateMulticlassClassifier, thresholds=task.cuts)
        promise = promised(stumps(**accurate), task.features.shape[1], labels)
        learn = partial(on_features, task, lambda seed: stumps(labels=labels, random_state=seed))
        yield Learner("`PrivateMulticlassClassifier`", learn, promise)
    if library is not None:
        yield from library_learners(task, library)
    yield Learner(task.plain, partial(consistent, task), is_private=False)
    if len(labels) == 2:
        yield Learner("`StableClassifier`", partial(fitted, task, kit.StableClassifier), None, FEW, False)


def library_learners(task: Finite, library: Any) -> Iterator[Learner]:
    low, high = float(task.features.min()), float(task.features.max())
    classes = list(range(max(task.target) + 1))
    norm = float(np.linalg.norm(task.features, axis=1).max())

    def regression(seed: int) -> Any:
        return library.LogisticRegression(epsilon=EPSILON, data_norm=norm, random_state=seed)

    def tree(seed: int) -> Any:
        return library.DecisionTreeClassifier(epsilon=EPSILON, bounds=(low, high), classes=classes, random_state=seed)

    def bayes(seed: int) -> Any:
        return library.GaussianNB(epsilon=EPSILON, bounds=(low, high), random_state=seed)

    for name, make in (("LogisticRegression", regression), ("DecisionTreeClassifier", tree), ("GaussianNB", bayes)):
        yield Learner(f"diffprivlib `{name}`", partial(on_features, task, make), None, FEW)


# ---- Halfspaces

MARGIN, DIMENSION = Fraction(4, 5), 5
FRESH = 20_000


def with_margin(n: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Rows on the sphere with a margin of 4/5 or more to the diagonal."""
    side, far = rng.integers(0, 2, n), rng.uniform(float(MARGIN), 1, n)
    normal = np.ones(DIMENSION) / np.sqrt(DIMENSION)
    other = rng.normal(size=(n, DIMENSION))
    other -= (other @ normal)[:, None] * normal
    other *= (np.sqrt(1 - far**2) / np.linalg.norm(other, axis=1))[:, None]
    return (far * (2 * side - 1))[:, None] * normal + other, side


def halfspace(make: Callable[[int], Any], n: int, seed: int) -> float:
    X, y = with_margin(n, np.random.default_rng((seed, n)))
    fresh, truth = with_margin(FRESH, np.random.default_rng(10**6 + seed))
    try:
        return float((make(seed).fit(X, y).predict(fresh) != truth).mean())
    except ValueError:
        return 1.0


def halfspace_learners(library: Any) -> Iterator[Learner]:
    from sklearn.linear_model import LogisticRegression

    def ours(seed: int = 0, **given: Any) -> Any:
        kind = kit.PrivateHalfspaceClassifier
        return kind(tau=MARGIN, epsilon=EPSILON, delta=DELTA, random_state=seed, **given)

    def proved(seed: int) -> Any:
        return ours(seed, density=Fraction(1, 40))

    def chosen(seed: int) -> Any:
        return ours(seed, density=Fraction(1, 2), rounds=5)

    promise = promised(ours(alpha=ALPHA, beta=BETA), DIMENSION)
    yield Learner("`PrivateHalfspaceClassifier`, proved settings", partial(halfspace, proved), promise)
    yield Learner("`PrivateHalfspaceClassifier`, 5 rounds, density 1/2", partial(halfspace, chosen))
    yield Learner(
        "`PrivateMulticlassClassifier`",
        partial(halfspace, lambda seed: kit.PrivateMulticlassClassifier(labels=(0, 1), random_state=seed)),
    )
    if library is not None:

        def regression(seed: int) -> Any:
            return library.LogisticRegression(epsilon=EPSILON, data_norm=1.0, random_state=seed)

        yield Learner("diffprivlib `LogisticRegression`", partial(halfspace, regression), None, FEW)
    yield Learner("logistic regression", partial(halfspace, lambda seed: LogisticRegression()), is_private=False)
