"""docs/halfspaces.md: accuracy against epsilon on breast cancer and digits, private and not, on 20 splits.

Rows are scaled by constants that are written here and not computed from the rows. For diffprivlib 0.6.6 run it with
scikit-learn below 1.7; where the library is not there its column is left out:

    python bench/learners/halfspaces.py [--write docs/halfspaces.md] [--svg docs/images/halfspaces.svg]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from pages import between_marks, draw, given, library
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression

from littlestone.estimators import PrivateHalfspaceClassifier

EPSILONS, DELTA = (1, 2, 4, 8, 16, 64), 1e-5
PROVED_AT = (1, 8, 64)  # a fit of so many rounds takes a second
SPLITS, SHARE, TAU, DENSITY = 20, 0.7, 0.3, Fraction(1, 2)
WIDE = [10, 10, 100, 1000, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]  # mean: radius, texture, perimeter, area, shapes
ERRORS = [1, 1, 1, 100, 0.01, 0.01, 0.1, 0.01, 0.01, 0.01]
WORST = [10, 10, 100, 1000, 0.1, 0.1, 1, 0.1, 0.1, 0.1]
CANCER = np.array([*WIDE, *ERRORS, *WORST])  # powers of ten, by the units; no mean, no maximum of the rows
Make = Callable[[float, int], Any]


@dataclass(frozen=True)
class Task:
    """Rows in the unit ball, and labels 0 and 1."""

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


def ours(**settings: Any) -> Make:
    """The estimator with these settings."""

    def make(epsilon: float, seed: int) -> Any:
        kind = PrivateHalfspaceClassifier
        return kind(
            tau=TAU, epsilon=epsilon, delta=DELTA, density=DENSITY, fit_intercept=True, random_state=seed, **settings
        )

    return make


def learners(models: Any) -> dict[str, Make]:
    """Who is compared; all but the last are private."""
    found = {"ours, 1,902 rounds": ours(), "ours, 50 rounds": ours(rounds=50), "ours, 5 rounds": ours(rounds=5)}
    if models is not None:
        found["diffprivlib"] = lambda e, seed: models.LogisticRegression(epsilon=e, data_norm=1.0, random_state=seed)
    return found | {"not private": lambda _, seed: LogisticRegression(C=100, max_iter=2000)}


def scores(task: Task, make: Make, epsilon: float, splits: int) -> np.ndarray:
    """The accuracy on the rows left out, in each split."""
    found = []
    for seed in range(splits):
        order = np.random.default_rng(seed).permutation(len(task.rows))
        cut = int(SHARE * len(order))
        model = make(epsilon, seed).fit(task.rows[order[:cut]], task.labels[order[:cut]])
        found.append(float((model.predict(task.rows[order[cut:]]) == task.labels[order[cut:]]).mean()))
    return np.array(found)


Table = dict[tuple[str, str], dict[float, np.ndarray]]


def curves(tasks: Sequence[Task], epsilons: Sequence[float] = EPSILONS, splits: int = SPLITS) -> Table:
    """For each task and learner the scores at each epsilon: of the many rounds at some, without privacy at all."""
    table: Table = {}
    for task in tasks:
        for name, make in learners(library()).items():
            at = [e for e in epsilons if e in PROVED_AT or "1,902" not in name]
            once = scores(task, make, 1, splits) if name == "not private" else None
            table[task.name, name] = {e: scores(task, make, e, splits) if once is None else once for e in at}
            print(task.name, name, *(words(found) for found in table[task.name, name].values()), flush=True)
    return table


def words(found: np.ndarray) -> str:
    """Mean and standard deviation."""
    return f"{found.mean():.3f} ± {found.std():.3f}"


def markdown(table: Table, tasks: Sequence[Task]) -> str:
    """A table for each task, a row for each epsilon."""
    parts = []
    for task in tasks:
        columns = {name: column for (of, name), column in table.items() if of == task.name}
        share = max(task.labels.mean(), 1 - task.labels.mean())
        head = f"{task.name.capitalize()}: {len(task.rows)} rows, {task.rows.shape[1]} features; "
        lines = [f"{head}a constant has {share:.3f}.", "", "| epsilon | " + " | ".join(columns) + " |"]
        lines.append("| --: |" + " --: |" * len(columns))
        for epsilon in columns["not private"]:
            cells = (words(column[epsilon]) if epsilon in column else "" for column in columns.values())
            lines.append(f"| {epsilon:g} | " + " | ".join(cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def pictured(table: Table, path: Path) -> None:
    """Accuracy against epsilon, a panel for each task."""
    shown: dict[str, dict[str, Any]] = {}
    for (of, who), found in table.items():
        shown.setdefault(of, {})[who] = (list(found), [part.mean() for part in found.values()])
    draw(shown, path, "epsilon", "accuracy", EPSILONS)


def main() -> None:
    warnings.simplefilter("ignore")
    tasks = [cancer(), digits()]
    table = curves(tasks)
    if page := given("--write"):
        between_marks(page, "halfspaces.py", markdown(table, tasks))
    if path := given("--svg"):
        pictured(table, path)


if __name__ == "__main__":
    main()
