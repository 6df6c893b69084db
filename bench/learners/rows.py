"""docs/images/rows-and-error.svg: error against rows of DP-ERM, of the exponential mechanism, and without privacy.

The mean of 100 runs at epsilon 1, with the tasks of docs/which_learner.md. Run with the project's environment:

    python bench/learners/rows.py [--svg docs/images/rows-and-error.svg]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import warnings

import numpy as np
from pages import draw, given
from tasks import finite_tasks, learners_of

ROWS, RUNS = (8, 16, 32, 64, 128, 256), 100
SHOWN = {"`PrivateDecompositionClassifier`": "DP-ERM", "`PrivateExponentialClassifier`": "exponential mechanism"}
Curves = dict[str, dict[str, list[float]]]


def curves() -> Curves:
    """For each listed class with two labels, of each learner, the mean error at each number of rows."""
    found: Curves = {}
    for task in list(finite_tasks())[:3]:
        for learner in learners_of(task, None):
            name = SHOWN.get(learner.name) or ("not private" if learner.name == task.plain else "")
            if name:
                errors = [float(np.mean([learner.error(n, seed) for seed in range(RUNS)])) for n in ROWS]
                found.setdefault(task.name, {})[name] = errors
                print(task.name, name, *(f"{error:.3f}" for error in errors), flush=True)
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    found = curves()
    if path := given("--svg"):
        shown = {task: {who: (ROWS, errors) for who, errors in columns.items()} for task, columns in found.items()}
        draw(shown, path, "rows", "error", ROWS)


if __name__ == "__main__":
    main()
