"""PrivateHalfspaceClassifier on real data: accuracy against epsilon, beside learners without privacy, and its audits.

scikit-learn's breast cancer, and its digits 3 against 8, scaled by constants that are written here and not computed
from the rows; beside them points with a margin, as many as the theory asks for. Run with the project's environment:

    python bench/real_data.py [--audit] [--svg docs/images/halfspaces.svg]

IBM's diffprivlib is tried too where it can be imported (0.6.6 needs scikit-learn below 1.7).
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression, Perceptron

from littlestone.auditing import audit
from littlestone.estimators import PrivateHalfspaceClassifier
from littlestone.impl.boosting.halfspace_sizes import HalfspaceTask, least_rows
from littlestone.impl.randomness.sources import as_float
from littlestone.learners import largest_rho
from littlestone.proofs_check.audits.subjects.instances import Instance

EPSILONS, DELTA = (0.5, 1, 2, 4, 8, 16, 32, 64, 128), 1e-5
SPLITS, SHARE = 20, 0.7
ROUNDS, DENSITY, TAU = 5, Fraction(1, 2), 0.3  # the same for both; fewer rounds than the theory's need less noise
WIDE = np.array([10, 10, 100, 1000, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])  # mean: radius, texture, perimeter, area, shapes
ERRORS = np.array([1, 1, 1, 100, 0.01, 0.01, 0.1, 0.01, 0.01, 0.01])
WORST = np.array([10, 10, 100, 1000, 0.1, 0.1, 1, 0.1, 0.1, 0.1])
CANCER = np.concatenate([WIDE, ERRORS, WORST])  # powers of ten, by the units; no mean, no maximum of the rows
CANARIES = 64
SYNTHETIC = (Fraction(4, 5), Fraction(1, 2), 5)  # margin tau, density kappa, dimension


@dataclass(frozen=True)
class Task:
    """Rows in the unit ball, labels 0 and 1, and what was done to the rows."""

    name: str
    rows: Any
    labels: Any


def cancer() -> Task:
    """Each of 30 features over a power of ten, minus 1; all over 8, and a row that is still longer is shortened."""
    found = load_breast_cancer()
    rows = (found.data / CANCER - 1) / 8
    return Task("breast cancer", rows / np.maximum(np.linalg.norm(rows, axis=1), 1)[:, None], found.target)


def digits() -> Task:
    """64 grey values in 0..16, minus 8, over 64: in the ball whatever the image."""
    found = load_digits()
    chosen = np.isin(found.target, (3, 8))
    return Task("digits 3 and 8", (found.data[chosen] - 8) / 64, (found.target[chosen] == 8).astype(int))


def synthetic(n: int, rng: np.random.Generator) -> Task:
    """Rows on the sphere with a margin of exactly tau or more to the first axis."""
    tau, _, d = SYNTHETIC
    side, far = rng.integers(0, 2, n), rng.uniform(float(tau), 1, n)
    other = rng.normal(size=(n, d - 1))
    other *= (np.sqrt(1 - far**2) / np.linalg.norm(other, axis=1))[:, None]
    return Task("a margin of 4/5", np.column_stack([far * (2 * side - 1), other]), side)


# ---- Accuracy


def private(epsilon: float, seed: int) -> Any:
    return PrivateHalfspaceClassifier(
        tau=TAU, epsilon=epsilon, delta=DELTA, fit_intercept=True, density=DENSITY, rounds=ROUNDS, random_state=seed
    )


def others() -> Iterator[tuple[str, Callable[[int], Any]]]:
    yield "perceptron", lambda seed: Perceptron(random_state=seed)
    yield "logistic regression", lambda seed: LogisticRegression(C=100, max_iter=2000)


def diffprivlib() -> Any:
    """The class, None where the library cannot be imported."""
    try:
        return import_module("diffprivlib.models").LogisticRegression
    except ImportError as error:
        print(f"diffprivlib is left out: {error}")
        return None


def scores(task: Task, learner: Callable[[int], Any]) -> np.ndarray:
    """The accuracy on the rows left out, in each split."""
    found = []
    for seed in range(SPLITS):
        order = np.random.default_rng(seed).permutation(len(task.rows))
        cut = int(SHARE * len(order))
        model = learner(seed).fit(task.rows[order[:cut]], task.labels[order[:cut]])
        found.append(float((model.predict(task.rows[order[cut:]]) == task.labels[order[cut:]]).mean()))
    return np.array(found)


def words(found: np.ndarray) -> str:
    return f"{found.mean():.3f} ± {found.std():.3f}"


def curves(tasks: list[Task]) -> dict[str, list[np.ndarray]]:
    """Accuracy against epsilon, printed as a table."""
    library, table = diffprivlib(), {}
    for task in tasks:
        table[task.name] = [scores(task, lambda seed, e=e: private(e, seed)) for e in EPSILONS]
        if library is not None:
            table[f"{task.name}, diffprivlib"] = [
                scores(task, lambda seed, e=e: library(epsilon=e, data_norm=1.0, random_state=seed)) for e in EPSILONS
            ]
    print("| epsilon | " + " | ".join(table) + " |")
    print("| --: |" + " --: |" * len(table))
    for i, epsilon in enumerate(EPSILONS):
        print(f"| {epsilon:g} | " + " | ".join(words(column[i]) for column in table.values()) + " |")
    for task in tasks:
        share = max(task.labels.mean(), 1 - task.labels.mean())
        plain = ", ".join(f"{name} {words(scores(task, make))}" for name, make in others())
        print(f"{task.name}: {task.rows.shape[0]} rows, {task.rows.shape[1]} features; majority {share:.3f}, {plain}")
    return table


def promised() -> None:
    """The rows that the theory asks for, and the accuracy with them."""
    tau, kappa, d = SYNTHETIC
    task = HalfspaceTask(tau, kappa)
    print("| epsilon | rows | rounds | error on the rows, promised at most 1/2 | on fresh rows | seconds |")
    print("| --: | --: | --: | --: | --: | --: |")
    for epsilon in (1, 4, 16):
        n = least_rows(task, task.rounds, d, (Fraction(epsilon), Fraction(1, 10**5)))
        made, fresh = (synthetic(size, np.random.default_rng(seed)) for size, seed in ((n, 1), (100_000, 2)))
        start = time.monotonic()
        model = PrivateHalfspaceClassifier(tau=tau, epsilon=epsilon, delta=DELTA, density=kappa, random_state=0)
        model.fit(made.rows, made.labels)
        seconds = time.monotonic() - start
        errors = [1 - float((model.predict(part.rows) == part.labels).mean()) for part in (made, fresh)]
        print(f"| {epsilon} | {n:,} | {task.rounds} | {errors[0]:.4f} | {errors[1]:.4f} | {seconds:.1f} |")


# ---- Audits


def released(model: Any) -> Callable[..., Any]:
    """The mechanism that releases the vectors of all rounds, which is more than predictions show."""

    def mechanism(dataset: Any, n_draws: int, rng: np.random.Generator) -> Any:
        rows, labels = (np.array(part) for part in zip(*dataset, strict=True))
        seeds = rng.integers(2**31, size=n_draws)
        fits = (clone(model).set_params(random_state=int(seed)).fit(rows, labels) for seed in seeds)
        return np.array([fit.rounds_.ravel() for fit in fits])

    return mechanism


def audits() -> None:
    """A neighbouring pair that moves the centre the most, and one run with every label a coin."""
    print("| claimed epsilon | at least, from 2,000 fits | claimed rho | at least | epsilon at least, in one run |")
    print("| --: | --: | --: | --: | --: |")
    first = [((1.0, 0.0), 1), *[((0.0, 1.0), 1), ((0.0, 1.0), 0)] * 4]
    pair = (first, [((-1.0, 0.0), 1), *first[1:]])
    labels = np.random.default_rng(0).integers(0, 2, CANARIES)
    rows = tuple((tuple(map(float, x)), int(y)) for x, y in zip(np.eye(CANARIES), labels, strict=True))
    canaries = Instance(tuple(x for x, _ in rows), (0, 1), None, len(rows), rows)
    for epsilon in (4, 16, 64):
        small = PrivateHalfspaceClassifier(tau=TAU, epsilon=epsilon, delta=DELTA, density=DENSITY, rounds=1)
        claim: dict[str, Any] = {"epsilon": epsilon, "delta": DELTA, "rho": largest_rho(epsilon, Fraction(1, 10**5))}
        near = audit(released(small), pairs=[pair], budget=2000, mode="blackbox", **claim)
        once = audit(small, epsilon=epsilon, delta=DELTA, instance=canaries, mode="onerun")
        bounds = [float(number or 0) for number in (near.bound, near.measures[0].bound, once.bound)]
        rho = float(as_float(claim["rho"]))
        print(f"| {epsilon} | {bounds[0]:.3f} | {rho:.3f} | {bounds[1]:.4f} | {bounds[2]:.3f} |", flush=True)


# ---- The picture


def draw(table: dict[str, list[np.ndarray]], path: Path) -> None:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "littlestone", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(6.2, 3.6), layout="constrained")
        axes = figure.add_subplot()
        for name, column in table.items():
            means, spread = (np.array([f(part) for part in column]) for f in (np.mean, np.std))
            (line,) = axes.plot(EPSILONS, means, marker=".", label=name)
            axes.fill_between(EPSILONS, means - spread, means + spread, alpha=0.15, color=line.get_color(), linewidth=0)
        axes.set(xscale="log", xlabel="epsilon", ylabel="accuracy on rows left out", ylim=(0.3, 1))
        axes.set_xticks(EPSILONS, [f"{e:g}" for e in EPSILONS])
        axes.minorticks_off()
        axes.legend(frameon=False)
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def main() -> None:
    warnings.simplefilter("ignore")
    if "--audit" in sys.argv:
        return audits()
    table = curves([cancer(), digits()])
    promised()
    if "--svg" in sys.argv:
        draw(table, Path(sys.argv[sys.argv.index("--svg") + 1]))
    return None


if __name__ == "__main__":
    main()
