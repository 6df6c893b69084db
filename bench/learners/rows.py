"""docs/images/*.svg: error against rows of a learner, of the exponential mechanism, and without privacy, at epsilon 1.

The mean of 100 runs, of 20 from 10,000 rows on, with the tasks of docs/which_learner.md. Run with the project's
environment:

    python bench/learners/rows.py [--only NAME] [--into docs/images]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import warnings
from dataclasses import dataclass

import numpy as np
from pages import draw, given
from tasks import finite_tasks, learners_of

FEW, MANY = (8, 16, 32, 64, 128, 256), (16, 64, 256, 1024, 4096, 16384, 65536, 131072)
Curves = dict[str, dict[str, list[float]]]


@dataclass(frozen=True)
class Picture:
    """Who is shown, by which words, on the tasks of these first words, with these rows."""

    learner: str
    words: str
    tasks: tuple[str, ...]
    rows: tuple[int, ...]


PICTURES = {
    "rows-and-error": Picture("PrivateDecompositionClassifier", "DP-ERM", ("thresholds", "paths", "at most"), FEW),
    "multiclass-rows": Picture("PrivateMulticlassClassifier", "a stump for each bit", ("thresholds", "4 labels"), FEW),
    "stable-rows": Picture("PrivateLittlestoneClassifier", "M over G", ("thresholds", "at most"), MANY),
}


def curves(picture: Picture) -> Curves:
    """For each task and learner the mean error at each number of rows."""
    shown = {picture.learner: picture.words, "PrivateExponentialClassifier": "exponential mechanism"}
    found: Curves = {}
    for task in finite_tasks():
        for learner in learners_of(task, None) if task.name.startswith(picture.tasks) else ():
            name = "not private" if learner.name == task.plain else shown.get(learner.name.strip("`"))
            if name:
                runs = [range(100 if n < 10_000 else 20) for n in picture.rows]
                each = zip(picture.rows, runs, strict=True)
                errors = [float(np.mean([learner.error(n, seed) for seed in seeds])) for n, seeds in each]
                found.setdefault(task.name, {})[name] = errors
                print(task.name, name, *(f"{error:.3f}" for error in errors), flush=True)
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    only = sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else ""
    for name, picture in PICTURES.items():
        found = curves(picture) if only in name else {}
        if (folder := given("--into")) and found:
            shown = {task: {who: (picture.rows, errors) for who, errors in of.items()} for task, of in found.items()}
            draw(shown, folder / f"{name}.svg", "rows", "error", picture.rows[:: 1 + len(picture.rows) // 8])


if __name__ == "__main__":
    main()
