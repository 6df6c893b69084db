"""docs/which_learner.md: each private estimator audited once for what it declares, the lower bound beside the claim.

Each with one pair of samples that differ in their last row, 40 equal rows before it where the noise would hide fewer.
An audit reads what the fit predicts, not its noise. Run with the project's environment:

    python bench/learners/audits.py [--write docs/which_learner.md]
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pages import between_marks, given

from littlestone import estimators as kit
from littlestone.auditing import audit

RUNS = 1200
SINGLETONS = tuple(tuple(int(x == i) for x in range(4)) for i in range(5))
ONE = (((0, 0),), ((0, 1),))
FORTY = (((0, 0),) * 41, (*((0, 0),) * 40, (0, 1)))
PLANE = [((1.0, 0.0), 1), *[((0.0, 1.0), 1), ((0.0, 1.0), 0)] * 4]
TURNED = (PLANE, [((-1.0, 0.0), 1), *PLANE[1:]])


def audited() -> Iterator[tuple[Any, Any]]:
    """Each estimator with its pair."""
    yield kit.PrivateExponentialClassifier(random_state=0), ONE
    yield kit.PrivateDecompositionClassifier(random_state=0), FORTY
    yield kit.PrivateMulticlassClassifier(thresholds=(0.5,), labels=(0, 1), random_state=0), ONE
    yield kit.PrivateTreeClassifier(epsilon=4, delta=Fraction(1, 100), random_state=0), FORTY
    yield kit.PrivateProperTreeClassifier(epsilon=4, delta=Fraction(1, 100), random_state=0), FORTY
    small = {"auxiliary": 1, "budget": 0, "validation": 4, "eta": 1}
    yield kit.PrivateLittlestoneClassifier(delta=Fraction(1, 10), random_state=0, **small), FORTY
    yield kit.PrivateOnlineClassifier(SINGLETONS, epsilon=8, horizon=41, random_state=0), FORTY
    yield kit.PrivateHalfspaceClassifier(tau=0.5, epsilon=16, rounds=1, density=0.5, random_state=0), TURNED


def row(model: Any, pair: Any) -> str:
    """A row of the table: what is declared, and what is found."""
    found = audit(model, pairs=[pair], budget=RUNS, mode="blackbox")
    declared = f"({float(model.guarantee.epsilon):g}, {float(model.guarantee.delta):g})"
    bound = f"{float(found.bound or 0):.3f}"
    answer = {"no_leak": "no leak found", "open": "undecided", "leaks": "LEAK"}.get(found.verdict, found.verdict)
    return f"| `{type(model).__name__}` | {declared} | {bound} | {answer} |"


def main() -> None:
    warnings.simplefilter("ignore")
    lines = ["| estimator | declared (epsilon, delta) | epsilon at least | answer |", "| --- | --- | --: | --- |"]
    for model, pair in audited():
        lines.append(row(model, pair))
        print(lines[-1], flush=True)
    if page := given("--write"):
        between_marks(page, "audits.py", "\n".join(lines))


if __name__ == "__main__":
    main()
