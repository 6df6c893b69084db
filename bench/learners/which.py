"""docs/which_learner.md: the least rows with which each learner errs at most 1/10 in 95 of 100 runs, epsilon 1.

Rows are doubled from 16 on until 95 of 100 runs do, then bisected to an eighth; runs end when 6 have failed.
That takes for granted that more rows do no worse. What is found is kept in build/which_learner.jsonl, from where
a run goes on; delete it to measure again. For diffprivlib 0.6.6 run it with scikit-learn below 1.7:

    python bench/learners/which.py [--only WORD] [--write docs/which_learner.md]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pages import between_marks, given, library
from tasks import ALPHA, Learner, finite_tasks, halfspace_learners, learners_of

RUNS, WANTED, FIRST, FINENESS = 100, 95, 16, 8
KEPT = Path("build/which_learner.jsonl")


def reaches(learner: Learner, n: int) -> bool:
    """Whether 95 of 100 runs with so many rows err at most 1/10."""
    failed = 0
    for seed in range(RUNS):
        failed += learner.error(n, seed) > ALPHA
        if failed > RUNS - WANTED:
            return False
    return True


def least_rows(learner: Learner) -> int | None:
    """The least rows found; None where no tried number up to the most will do."""
    high = FIRST
    while not reaches(learner, high):
        high *= 2
        if high > learner.most:
            return None
    low = high // 2 if high > FIRST else 0
    while high - low > max(1, high // FINENESS):
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(learner, middle) else (middle, high)
    return high


def everybody() -> Iterator[tuple[str, Learner]]:
    """Each task with each of its learners."""
    models = library()
    for task in finite_tasks():
        for learner in learners_of(task, models):
            yield task.name, learner
    for learner in halfspace_learners(models):
        yield "halfspaces in 5 dimensions, margin 4/5", learner


def known() -> dict[tuple[str, str], dict[str, Any]]:
    """What earlier runs found."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    return {(row["task"], row["learner"]): row for row in map(json.loads, lines)}


def measure(only: str) -> None:
    """What is not known yet, kept row by row."""
    done = known()
    KEPT.parent.mkdir(exist_ok=True)
    for task, learner in everybody():
        if (task, learner.name) in done or only not in f"{task} {learner.name}":
            continue
        start = time.process_time()
        row = {"task": task, "learner": learner.name, "rows": least_rows(learner), "promise": learner.promise}
        row |= {"most": learner.most, "is_private": learner.is_private}
        with KEPT.open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps(row), f"{time.process_time() - start:.0f} s", flush=True)


def tables() -> str:
    """A table for each task, the fewest rows first, those without privacy last."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in known().values():
        found.setdefault(row["task"], []).append(row)
    return "\n\n".join(_table(task, rows) for task, rows in found.items())


def _table(task: str, rows: list[dict[str, Any]]) -> str:
    ordered = sorted(rows, key=lambda row: (not row["is_private"], row["rows"] or 10**12, row["promise"] or 10**12))
    lines = [
        f"### {task[0].upper()}{task[1:]}",
        "",
        "| learner | least rows found | rows promised |",
        "| --- | --: | --: |",
    ]
    for row in ordered:
        name = row["learner"] if row["is_private"] else f"{row['learner']}, not private"
        least = f"{row['rows']:,}" if row["rows"] else f"none up to {row['most']:,}"
        lines.append(f"| {name} | {least} | {_promise(row['promise'])} |")
    return "\n".join(lines)


def _promise(rows: int | None) -> str:
    return "-" if rows is None else f"{rows:,}" if rows < 10**12 else f"{rows:.1e}"


def main() -> None:
    warnings.simplefilter("ignore")
    measure(sys.argv[sys.argv.index("--only") + 1] if "--only" in sys.argv else "")
    if page := given("--write"):
        between_marks(page, "which.py", tables())


if __name__ == "__main__":
    main()
